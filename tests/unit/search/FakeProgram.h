#pragma once

#include "search/Exploration.h"

#include <functional>
#include <memory>
#include <set>

namespace vernier::test {

/// A value of a fake program: what the run sees, and the term for it.
struct Value {
  llvm::APInt Number;
  Term Formula;
};

/// What a fake program runs on. It is an ordinary function that computes with Values and asks here which way to go, so
/// that every decision is recorded as an instrumented program would.
class Machine {
public:
  /// Without a store there are no terms, and the decisions have no conditions: much faster.
  Machine(TermStore *Store, const std::vector<Term> &Leaves, const InputAssignment &Input);

  Value input(unsigned Index) const { return Inputs[Index]; }
  Value constant(unsigned Bits, std::uint64_t Number);
  Value add(const Value &A, const Value &B);
  Value sub(const Value &A, const Value &B);
  Value mul(const Value &A, const Value &B);
  Value less(const Value &A, const Value &B); ///< unsigned
  Value equal(const Value &A, const Value &B);
  Value both(const Value &A, const Value &B);
  Value remainder(const Value &A, const Value &B);

  bool branch(unsigned Site, const Value &Condition);
  /// The index of the case that is taken; the number of cases: none.
  std::size_t choose(unsigned Site, const Value &Subject, const std::vector<std::uint64_t> &Cases);
  std::uint64_t pin(unsigned Site, const Value &Subject) { return fix(DecisionKind::Pin, Site, Subject); }
  std::uint64_t length(unsigned Site, const Value &Subject) { return fix(DecisionKind::Length, Site, Subject); }
  /// False: the program must end, it trapped.
  bool safe(unsigned Site, const Value &Condition);

  Run What;

private:
  std::uint64_t fix(DecisionKind Kind, unsigned Site, const Value &Subject);
  void decide(DecisionKind Kind, unsigned Site, std::uint64_t Side, Term Taken);
  using Make = Term (TermStore::*)(Term, Term);
  Value made(Make How, const Value &A, const Value &B, llvm::APInt Number);
  Term sideOf(const Value &Condition);

  TermStore *Store;
  std::vector<Value> Inputs;
};

using Function = std::function<void(Machine &)>;

/// The input space of a fake program: variables of small widths.
struct FakeSpace {
  FakeSpace() : Symbolic{Store, {}, {}} {}
  Term leaf(unsigned Bits);
  Term leaf(unsigned Bits, std::uint64_t Min, std::uint64_t Max);
  TermStore Store;
  SymbolicInput Symbolic;
};

class FakeProgram : public Explored {
public:
  FakeProgram(FakeSpace &Space, Function Body) : Space(Space), Body(std::move(Body)) {}
  Status execute(const InputAssignment &Input) override;
  Result<Run> finished() override;

  Run runOn(const InputAssignment &Input, bool WithTerms = true);

private:
  FakeSpace &Space;
  Function Body;
  InputAssignment Current;
};

PathKey keyOf(const std::vector<Decision> &Path);
/// The paths of every admitted input, tried one by one.
std::set<PathKey> bruteForce(FakeSpace &Space, const Function &Body);
std::set<PathKey> pathsOf(const Exploration &Found);

/// Explores with one program and the usual solver.
Exploration exploreFake(FakeSpace &Space, const Function &Body, const std::string &Strategy = "coverage,random",
                        const ExplorationOptions &Options = {});

/// Programs with their spaces that between them have every kind of decision.
struct NamedProgram {
  std::string Name;
  std::function<void(FakeSpace &)> Inputs;
  Function Body;
};
const std::vector<NamedProgram> &programs();

} // namespace vernier::test
