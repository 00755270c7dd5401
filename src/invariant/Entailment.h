#pragma once

#include "base/Budget.h"
#include "solver/Solver.h"

#include <vector>

namespace vernier {

/// Applications whose name begins so mean the same with their two operands swapped.
inline constexpr llvm::StringRef CommutesPrefix = "commutes:";

/// Says which conditions follow from others. Facts that are equations replace variables first, so that most questions
/// need no solver. What cannot be decided in time does not follow.
class Entailment {
public:
  Entailment(TermStore &Store, const Budget &Time, std::chrono::milliseconds PerQuestion)
      : Store(Store), Time(Time), PerQuestion(PerQuestion), Core(makeSolver(Store)) {}

  /// Of each goal, whether it holds wherever all facts hold.
  std::vector<bool> which(llvm::ArrayRef<Term> Facts, llvm::ArrayRef<Term> Goals);
  bool all(llvm::ArrayRef<Term> Facts, llvm::ArrayRef<Term> Goals);
  /// The facts exclude each other.
  bool contradict(llvm::ArrayRef<Term> Facts) { return all(Facts, {Store.boolean(false)}); }

  bool exhausted() const { return Time.exhausted(); }
  unsigned questions() const { return Questions; }

private:
  /// How much operations mean.
  enum class Meaning { Abstract, Exact };
  enum class Holds { Yes, No, Unknown };
  void widen(std::vector<Term> &Facts, std::vector<Term> &Goals);
  std::vector<bool> whichFit(llvm::ArrayRef<Term> Facts, llvm::ArrayRef<Term> Extensions);
  /// Answers for the goals that are open; Result is true for those that follow.
  void ask(Meaning Level, llvm::ArrayRef<Term> Facts, llvm::ArrayRef<Term> Goals, llvm::ArrayRef<unsigned> Open,
           std::vector<bool> &Result);
  /// The same for conditions without uninterpreted functions. Models say which goals fail.
  std::vector<Holds> decide(llvm::ArrayRef<Term> Facts, llvm::ArrayRef<Term> Goals, unsigned Share);

  std::chrono::milliseconds limit(unsigned Share) const;

  TermStore &Store;
  const Budget &Time;
  std::chrono::milliseconds PerQuestion;
  std::unique_ptr<Solver> Core;
  unsigned Questions = 0;
};

} // namespace vernier
