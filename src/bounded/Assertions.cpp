#include "bounded/Bounded.h"

#include "bounded/Executor.h"
#include "input/LeafTerms.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace vernier {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// The solver chose what no input determines: results of functions that nobody defines, undefined memory, addresses,
/// C's remainder. The input refutes an assertion only if it fails whatever those are.
bool failsFor(TermStore &Store, AssumptionSolver &Ask, Term Fails, const std::vector<Term> &Leaves,
              const InputAssignment &Input, milliseconds Limit) {
  if (dependsOnInputsOnly(Fails))
    return evaluate(Fails, assignmentOf(Leaves, Input)).isOne();
  Term Holds = Store.andTerm(Store.notTerm(Fails), isInput(Store, Leaves, Input));
  return Ask.check(Holds, Limit).What == Satisfiable::No;
}

} // namespace

std::vector<AssertionVerdict> proveAssertions(const Program &Version, const InputSpace &Space,
                                              const BoundedOptions &Options, unsigned Bound) {
  std::vector<AssertionVerdict> Result;
  auto Start = Clock::now();
  auto Ready = PreparedVersion::prepare(Version, Space.NewEntry);
  if (!Ready)
    return {{AssertionVerdict::Status::Unknown, "", {"entry", Ready.error().Message, {}}, std::nullopt}};
  TermStore Store;
  std::vector<Term> Leaves = leafTerms(Store, Space);
  Term Assumed = Options.Assume ? Options.Assume(Store, Leaves) : Store.boolean(true);
  auto Ask = makeAssumptionSolver(Store);
  Ask->assume(Assumed);
  auto Feasibility = makeSolver(Store);
  ExecutorOptions Run;
  Run.Bound = Bound;
  Run.Deadline = Start + Options.Time;
  Run.Feasible = [&](Term Condition) {
    return Condition.isTrue() || (!Condition.isFalse() &&
                                  Feasibility->check({Condition, Assumed}, milliseconds(1000)).What != Satisfiable::No);
  };
  // The time of the proof is that of its questions, too.
  auto Limit = [&] {
    auto Left = std::chrono::duration_cast<milliseconds>(Start + Options.Time - Clock::now());
    return std::clamp(Left, milliseconds(1), Options.QueryTime);
  };
  Executor Machine(Store, Ready->module(), Space, Side::New, Leaves, Run);
  bool Ran = Machine.run();
  // What is not followed to its end may reach an assertion that was not seen.
  Term Lost = Store.boolean(false), Undefined = Store.boolean(false);
  Reason WhyLost;
  bool OnlyBound = true;
  for (const End &Each : Machine.Ends)
    if (Each.What == End::Kind::Unwound || Each.What == End::Kind::Unsupported) {
      Lost = Store.orTerm(Lost, Each.Guard);
      OnlyBound &= Each.What == End::Kind::Unwound;
      if (WhyLost.Code.empty() || Each.What == End::Kind::Unsupported)
        WhyLost = Each.Why;
    } else if (Each.What == End::Kind::Undefined) {
      Undefined = Store.orTerm(Undefined, Each.Guard);
    }
  bool Complete = Ran && Ask->check(Lost, Limit()).What == Satisfiable::No;
  bool Defined = Ask->check(Undefined, Limit()).What == Satisfiable::No;
  for (const llvm::Function &F : Ready->module()) {
    llvm::StringRef Name = F.getName();
    if (!Name.consume_front("vernier.assert."))
      continue;
    AssertionVerdict Verdict;
    Verdict.Name = Name.str();
    Verdict.AssumesDefined = !Defined;
    Term Reached = Store.boolean(false), Fails = Store.boolean(false);
    for (const auto &Each : Machine.Assertions)
      if (Each.Name == Name) {
        Reached = Store.orTerm(Reached, Each.Guard);
        Fails = Store.orTerm(Fails, Store.andTerm(Each.Guard, Each.Failed));
      }
    SolverAnswer Answer = Ask->check(Fails, Limit());
    if (Answer.What == Satisfiable::Yes) {
      InputAssignment Input = inputOf(Leaves, Answer.Model);
      if (failsFor(Store, *Ask, Fails, Leaves, Input, Limit())) {
        Verdict.What = AssertionVerdict::Status::Refuted;
        Verdict.Counterexample = std::move(Input);
      } else {
        Verdict.Why = {"not-determined", "whether it fails depends on more than the input, or on C's remainder", {}};
      }
    } else if (!Ran) {
      Verdict.Why = {"budget", Machine.GaveUp, {}};
    } else if (Answer.What == Satisfiable::Unknown) {
      Verdict.Why = {"solver-time", Answer.Why, {}};
    } else if (Complete) {
      Verdict.What = Ask->check(Reached, Limit()).What == Satisfiable::No ? AssertionVerdict::Status::Unreached
                                                                          : AssertionVerdict::Status::Proved;
    } else if (OnlyBound) {
      if (Ask->check(Reached, Limit()).What == Satisfiable::Yes)
        Verdict.What = AssertionVerdict::Status::ProvedUpToBound;
      Verdict.Why = WhyLost;
    } else {
      Verdict.Why = WhyLost;
    }
    Result.push_back(std::move(Verdict));
  }
  return Result;
}

} // namespace vernier
