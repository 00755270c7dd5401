#include "bounded/Bounded.h"

#include "bounded/Correspond.h"
#include "bounded/Judge.h"
#include "input/LeafTerms.h"
#include "verdict/Codes.h"

namespace vernier {

namespace {

using std::chrono::milliseconds;

/// Taking a loop once more costs little.
constexpr milliseconds LongestFeasibility{1000};
constexpr unsigned FirstBound = 8, NextBound = 4; ///< the first one, and how many times larger the next one is

/// One pair, one input space: tries bound after bound.
class Prover {
public:
  Prover(const InputSpace &Space, const BoundedOptions &Options)
      : Space(Space), Options(Options), Leaves(leafTerms(Store, Space)),
        Ask(Store, Options.Assume ? Options.Assume(Store, Leaves) : Store.boolean(true), Options),
        Classes(Owned, Leaves, Ask.assumed()) {}

  BoundedResult prove(const Program &Old, const Program &New, const ChangeMap *Map) {
    if (!Space.Program.Files.empty())
      return finish(unknownVerdict("files", "files are input, which the bounded proof does not read"));
    if (!Space.Program.Environment.empty())
      return finish(unknownVerdict("environment", "the environment is input, which the bounded proof does not read"));
    auto OldReady = PreparedVersion::prepare(Old, Space.OldEntry, Options.CheckOverflow);
    auto NewReady = PreparedVersion::prepare(New, Space.NewEntry, Options.CheckOverflow);
    if (!OldReady || !NewReady)
      return finish(unknownVerdict("entry", (OldReady ? NewReady.error() : OldReady.error()).Message));
    OldVersion = &*OldReady;
    NewVersion = &*NewReady;
    // Of no input everything is true.
    if (!Ask.assumed().isTrue() && Ask.check({}).What == Satisfiable::No)
      return finish(unknownVerdict(reason::NoInput, "no input satisfies what is assumed"));
    if (!Map || !proveClosed(*Map))
      proveOpen();
    return finish();
  }

private:
  unsigned firstBound() const { return Options.Bound ? Options.Bound : FirstBound; }

  BoundedResult finish(std::optional<Verdict> Judged = {}) {
    if (Judged)
      Output.Judged = std::move(*Judged);
    Output.Statistics.Terms = Store.size();
    Output.Statistics.Solver = Ask.statistics();
    Output.Statistics.Seconds = Ask.seconds();
    return std::move(Output);
  }

  /// Unchanged callees stand for their results, and so do calls of the entry itself. True: that was enough.
  bool proveClosed(const ChangeMap &Map) {
    for (const ChangeMap::Obstacle &Obstacle : Map.obstacles())
      if (Obstacle.Code != reason::Entry) // who has a main changes no function
        OtherSurroundings = Obstacle.Message;
    Changes = &Map;
    Abstractions Closed(Map, *OldVersion, *NewVersion);
    if (!Closed.empty() && attempt(firstBound(), &Closed) == NextStep::Done)
      return true;
    Abstractions Induction(Map, *OldVersion, *NewVersion);
    // The step uses that the result and the way to end are the same: both have to be part of the claim.
    bool Whole = Options.Observed.Return && Options.Observed.Exit;
    if (Whole && Induction.addRecursion(Space, *OldVersion, *NewVersion) &&
        attempt(firstBound(), &Induction) == NextStep::Done)
      return true;
    Output.Statistics.Opened += !Closed.empty();
    return false;
  }

  void proveOpen() {
    for (unsigned Bound = firstBound();; Bound *= NextBound) {
      NextStep Next = attempt(Bound, nullptr);
      if (Next != NextStep::Deeper || Options.Bound || Bound * NextBound > Options.LargestBound || !Ask.halfLeft())
        break;
    }
  }

  ExecutorOptions executorOptions(unsigned Bound, const Abstractions *Closed, const PreparedVersion &Version) {
    ExecutorOptions Result;
    Result.FrameBytes = [&Version](const llvm::Function &F) { return Version.frameBytes(F); };
    Result.Bound = Bound;
    Result.Deadline = Ask.deadline();
    Result.Feasible = [this](Term Condition) {
      if (Condition.isConstant())
        return Condition.isTrue();
      return Ask.checkQuickly(Condition, LongestFeasibility).What != Satisfiable::No;
    };
    Result.OtherSurroundings = OtherSurroundings;
    if (Closed)
      Result.Abstract = [Closed](const llvm::Function &F) { return Closed->find(F); };
    return Result;
  }

  NextStep attempt(unsigned Bound, const Abstractions *Closed) {
    Output.Statistics.Bound = Bound;
    double Before = Ask.seconds();
    Executor Old(Store, OldVersion->module(), Space, Side::Old, Leaves, executorOptions(Bound, Closed, *OldVersion));
    Executor New(Store, NewVersion->module(), Space, Side::New, Leaves, executorOptions(Bound, Closed, *NewVersion));
    bool Ran = Old.run() && New.run();
    Output.Statistics.FormulaSeconds += Ask.seconds() - Before;
    if (!Ran) {
      if (Closed)
        return NextStep::Deeper; // opened, it may be simpler
      // What an earlier bound proved stays proved.
      if (Output.Judged.Reach == Extent::None)
        Output.Judged = unknownVerdict("budget", Old.GaveUp.empty() ? New.GaveUp : Old.GaveUp);
      return NextStep::Stop;
    }
    bool Abstracted = Old.UsedAbstraction || New.UsedAbstraction;
    if (Closed && !Abstracted)
      Closed = nullptr; // nothing was closed: this is the open run already
    Comparison Compared = compareRuns(Store, Space, Changes, OldVersion->module(), NewVersion->module(), Old, New,
                                      Options.Observed, correspondence(Changes, *OldVersion, *NewVersion));
    ProofContext Proof{Store, Leaves, Space, Options, Ask, Classes};
    if (!endAlike(Proof, Compared, Old, New))
      return NextStep::Deeper;
    NextStep Next = judge(Proof, {Bound, Closed != nullptr}, Compared, Old, New, Output);
    if (Closed == nullptr && !Abstracted && Next == NextStep::Stop)
      return NextStep::Done;
    return Next;
  }

  /// Without calls of the entry that stand for their results there is nothing to ask.
  bool endAlike(const ProofContext &Proof, const Comparison &Compared, const Executor &Old, const Executor &New) {
    if (Old.RecursiveCalls.empty() && New.RecursiveCalls.empty())
      return true;
    std::vector<Term> Parameters;
    for (const InputArgument &Parameter : Space.NewArguments)
      Parameters.push_back(Leaves[Parameter.Index]);
    return vernier::endAlike(Store, Parameters, Old, New, mayHoldFor(Proof, Compared));
  }

  const InputSpace &Space;
  const BoundedOptions &Options;
  std::shared_ptr<TermStore> Owned = std::make_shared<TermStore>(); // classes refer to their terms
  TermStore &Store = *Owned;
  std::vector<Term> Leaves;
  Questions Ask;
  ClassMaker Classes;
  const PreparedVersion *OldVersion = nullptr, *NewVersion = nullptr;
  const ChangeMap *Changes = nullptr;
  std::string OtherSurroundings; ///< of the versions
  BoundedResult Output;
};

} // namespace

BoundedResult proveBounded(const Program &Old, const Program &New, const ChangeMap *Map, const InputSpace &Space,
                           const BoundedOptions &Options) {
  return Prover(Space, Options).prove(Old, New, Map);
}

} // namespace vernier
