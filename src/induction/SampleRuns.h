#pragma once

#include "base/Budget.h"
#include "induction/FunctionCode.h"
#include "term/Evaluate.h"

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <vector>

namespace vernier {

/// What uninterpreted functions give: some value that depends on the name and the operands, often a small one. So both
/// versions read the same memory, and loops that end where memory says so do end.
class SampleWorld {
public:
  explicit SampleWorld(std::uint64_t Seed) : Seed(Seed) {}
  llvm::APInt apply(llvm::StringRef Function, unsigned Bits, llvm::ArrayRef<llvm::APInt> Operands) const;

private:
  std::uint64_t Seed;
};

/// Terms about one state.
class SampleState {
public:
  SampleState(const TermStore &Store, const Assignment &Values, const SampleWorld &World)
      : Store(Store), Values(Values), World(World) {}
  const llvm::APInt &valueOf(Term Root);
  bool holds(Term Condition) { return valueOf(Condition).isOne(); }

private:
  llvm::APInt computed(Term Each);

  const TermStore &Store;
  const Assignment &Values;
  const SampleWorld &World;
  llvm::DenseMap<Term, llvm::APInt> Known;
};

/// The state in which a run comes to a place, and which step it takes from there.
struct Visit {
  unsigned Place = 0;
  unsigned Step = 0;
  Assignment Values; ///< of the variables of the place, parameters, globals, memory
};

/// Runs of both versions on one input, each cut off after a while.
struct RunPair {
  std::vector<Visit> Old, New;
};

std::vector<RunPair> sampleRuns(TermStore &Store, FunctionCode &Old, FunctionCode &New,
                                std::vector<SampleWorld> &Worlds, const Budget &Time);

} // namespace vernier
