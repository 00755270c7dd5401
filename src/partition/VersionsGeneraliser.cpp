#include "partition/VersionsGeneraliser.h"

#include "input/LeafTerms.h"
#include "traced/LeftState.h"
#include "verdict/Codes.h"

#include <llvm/ADT/DenseSet.h>

namespace vernier {

namespace {

/// How much of a run is taken to describe the inputs that are like one that cannot be judged: of one that takes long,
/// or cannot be carried out, little, so that there are few of them; of another one all that is of reasonable size, so
/// that it takes no inputs away that may be judged.
constexpr std::size_t BeginningOfARun = 32, MostOfARun = 2048;
/// Places of one run at which accesses outside of objects are looked for.
constexpr std::size_t MostSuspicions = 16;

bool isBranching(const VernierNode &Node) {
  return Node.Operation == VernierBranch || Node.Operation == VernierSwitch || Node.Operation == VernierTarget;
}

} // namespace

bool VersionsGeneraliser::reachesChange(const Runs &Ran) const {
  for (std::size_t I = 0; I != Ran.size(); ++I)
    if (!Ran[I].Left || Versions[I]->changes().isReached(Ran[I].Left->coverage()))
      return true;
  return false;
}

/// What the outcome, as far as it counts, depends on.
std::vector<NodeId> VersionsGeneraliser::rootsOf(const Trace &Of) const {
  std::vector<NodeId> Roots = Of.endingRoots();
  for (const OutputPiece &Piece : Of.outputs())
    if (Piece.Descriptor >= VernierObserved ? Observed.Memory || Observed.Return
        : Piece.Descriptor == 1             ? Observed.Stdout
        : Piece.Descriptor == 2             ? Observed.Stderr
                                            : false)
      Roots.push_back(Piece.Node);
  if (Observed.Stdout || Observed.Stderr)
    Roots.push_back(Of.finalPotential());
  // What a function leaves in the library, or might have left, callers can ask for (traced/LeftState.h).
  if (!WholeProgram)
    for (NodeId State : {Of.hiddenState(), Of.hiddenPotential()})
      if (State)
        Roots.push_back(State);
  if (WholeProgram ? Observed.Exit : Observed.Return || Observed.Exit)
    Roots.insert(Roots.end(), Of.statuses().begin(), Of.statuses().end());
  return Roots;
}

/// Adds the decisions of a run, or those of them that are in a slice, in their order.
void VersionsGeneraliser::addDecisions(unsigned Version, Trace &Of, const TraceSlice *Only, Generalised &To) {
  for (const Decision &Each : Of.decisions())
    if (!Only || Only->Nodes.test(Each.Node))
      To.Conditions.push_back({Each.Taken, Conjunct::Kind::Decision, Each.What, Version, Each.Site,
                               Versions[Version]->changes().distanceOf(Each.Site)});
}

/// The entry returned: the run did not leave before its end.
bool VersionsGeneraliser::endedAtItsEnd(const VersionRun &Ran) const {
  if (Ran.Shown.End != Ending::Returned)
    return false;
  const std::vector<NodeId> &Statuses = Ran.Left->statuses();
  // The status of a call of exit has the place of the call; that of main has none.
  return !WholeProgram || (!Statuses.empty() && Ran.Left->node(Statuses.back()).Site == 0);
}

/// Inputs that go where this run went, up to an access that leaves its object: equality does not hold for them.
void VersionsGeneraliser::addSuspicions(Trace &Of, Generalised &To) {
  std::set<std::uint32_t> Places;
  for (const Decision &Each : Of.decisions()) {
    const VernierNode &Node = Of.node(Each.Node);
    if (Node.Operation != VernierTrap || Node.C != VernierTrapBounds || Places.size() >= MostSuspicions ||
        !Places.insert(Each.Site).second)
      continue;
    TraceSlice Slice = Of.backwardSlice({Each.Node}, false);
    std::vector<Term> Conditions;
    for (const Decision &Before : Of.decisions())
      if (Before.Node < Each.Node && Slice.Nodes.test(Before.Node))
        Conditions.push_back(Before.Taken);
    Conditions.push_back(Store.notTerm(Each.Taken));
    To.Suspicions.push_back(std::move(Conditions));
  }
}

/// What was taken as it is holds for everything after it, whether or not the trace says how it is used (results of
/// libraries, sizes of copies).
static void addPinsBeforeLast(const Trace &Of, std::vector<NodeId> &Roots) {
  NodeId Last = Roots.empty() ? 0 : Roots.back();
  for (NodeId Id = 1; Id < Last; ++Id)
    if (Of.node(Id).Operation == VernierPin)
      Roots.push_back(Id);
}

/// No version executes anything that has changed: why not? (Böhme 2014, definitions 4 and 5, over both versions.)
void VersionsGeneraliser::addUnreached(Runs &Ran, Generalised &To) {
  To.Basis = PartitionBasis::Unreached;
  To.Differs = Store.boolean(false);
  for (std::size_t I = Ran.size(); I-- != 0;) {
    Trace &Left = *Ran[I].Left;
    std::vector<NodeId> Roots;
    for (NodeId Id = 1; Id < Left.size(); ++Id) {
      if (isBranching(Left.node(Id)) && Versions[I]->changes().decides(Left.node(Id).Site))
        Roots.push_back(Id);
    }
    addPinsBeforeLast(Left, Roots);
    // Whoever leaves on the way does not come to a change either, unless what he throws is caught in front of one. But
    // if this run left, another one may go on.
    bool MayGoOn = !endedAtItsEnd(Ran[I]) || Versions[I]->changes().areCaught();
    if (MayGoOn) {
      std::vector<NodeId> Ending = Left.endingRoots();
      Roots.insert(Roots.end(), Ending.begin(), Ending.end());
    }
    TraceSlice Slice = Left.backwardSlice(Roots, MayGoOn);
    addDecisions(static_cast<unsigned>(I), Left, Left.lost() ? nullptr : &Slice, To);
    addSuspicions(Left, To);
  }
}

void VersionsGeneraliser::addStatements(unsigned Version, const Trace &Of, const TraceSlice &Slice,
                                        std::set<unsigned> &To) const {
  const ChangedCode &Changes = Versions[Version]->changes();
  std::set<unsigned> Traced;
  for (NodeId Id = 1; Id < Of.size(); ++Id)
    for (unsigned Statement : Changes.statementsOf(Of.node(Id).Site)) {
      Traced.insert(Statement);
      if (Slice.Nodes.test(Id))
        To.insert(Statement);
    }
  // A statement that computes constants has no nodes.
  for (unsigned Statement : Changes.executed(Of.coverage()))
    if (!Traced.contains(Statement))
      To.insert(Statement);
}

/// The decisions determine what each version shows, as terms; these are compared (Böhme 2014, definitions 6 and 7,
/// corrected: every decision that the outcomes depend on stays).
void VersionsGeneraliser::addOutcome(Runs &Ran, Generalised &To) {
  To.Basis = PartitionBasis::Outcome;
  std::set<unsigned> Statements;
  for (std::size_t I = Ran.size(); I-- != 0;) {
    Trace &Left = *Ran[I].Left;
    std::vector<NodeId> Roots = rootsOf(Left);
    for (NodeId Id = 1; Id < Left.size(); ++Id)
      if (Versions[I]->changes().dependsOnFrame(Left.node(Id).Site) ||
          (isBranching(Left.node(Id)) && Versions[I]->changes().decidesOnFrame(Left.node(Id).Site)))
        Roots.push_back(Id);
    TraceSlice Slice = Left.backwardSlice(Roots);
    addDecisions(static_cast<unsigned>(I), Left, Mode == PartitionMode::Sliced && !Left.lost() ? &Slice : nullptr, To);
    addStatements(static_cast<unsigned>(I), Left, Slice, Statements);
  }
  To.Changes.assign(Statements.begin(), Statements.end());
  To.Differs = Store.boolean(false);
  for (std::size_t I = 1; I < Ran.size(); ++I) {
    ComparedOutcomes Compared = compareOutcomes(Store, Parts[I - 1], WholeProgram, Observed,
                                                {*Ran[I - 1].Left, Ran[I - 1].Shown, Ran[I - 1].Memory},
                                                {*Ran[I].Left, Ran[I].Shown, Ran[I].Memory});
    To.Differs = Store.orTerm(To.Differs, Compared.Differs);
    for (Term Each : Compared.Required)
      To.Conditions.push_back({Each, Conjunct::Kind::Equality});
    if (Compared.Unknown.Code.empty())
      Compared.Unknown =
          uncomparedState({*Ran[I - 1].Left, Ran[I - 1].Shown, Versions[I - 1]->leavers()},
                          {*Ran[I].Left, Ran[I].Shown, Versions[I]->leavers()}, WholeProgram, Observed, To.World);
    if (!Compared.Unknown.Code.empty() && To.Unknown.Code.empty())
      To.Unknown = Compared.Unknown;
  }
}

/// Of a run that cannot be judged: how it began.
void VersionsGeneraliser::addBeginning(Runs &Ran, Generalised &To) {
  To.UnknownForAll = To.WholePaths = true;
  for (std::size_t I = Ran.size(); I-- != 0;) {
    bool Whole = Ran[I].Left && (Ran[I].Problem.Code.empty() || Ran[I].Problem.Code == reason::UndefinedBehaviour);
    bool Costly = Ran[I].Shown.End == Ending::TimedOut || Ran[I].Shown.End == Ending::Failed;
    To.UnknownForAll &= Whole;
    To.WholePaths &= Ran[I].Left && !Costly;
    if (!Ran[I].Left)
      continue;
    std::size_t First = To.Conditions.size();
    addDecisions(static_cast<unsigned>(I), *Ran[I].Left, nullptr, To);
    std::size_t Most = First + (Costly ? BeginningOfARun : MostOfARun);
    if (!Whole && To.Conditions.size() > Most)
      To.Conditions.resize(Most);
  }
}

/// Whether some versions do something undefined on the input and all others do nothing that is, in two runs each.
void VersionsGeneraliser::addUndefinedUses(const InputAssignment &Input, const Runs &Ran, Generalised &To) {
  bool AnyDefined = false, AnyUndefined = false;
  for (const VersionRun &Each : Ran) {
    if (!Each.Problem.Code.empty() && Each.Undefined.Code.empty())
      return; // something else is wrong
    (Each.Problem.Code.empty() ? AnyDefined : AnyUndefined) = true;
  }
  if (!AnyDefined || !AnyUndefined)
    return;
  std::set<unsigned> Statements;
  for (std::size_t I = 0; I != Ran.size(); ++I) {
    VersionRun Again = Versions[I]->run(Input, Store, Leaves);
    if (Again.Problem.Code != Ran[I].Problem.Code || !(Again.Undefined == Ran[I].Undefined))
      return;
    // Another input of the class might read what nobody wrote.
    To.UnknownForAll &= Ran[I].MustAgree.empty();
    std::set<unsigned> Executed = Versions[I]->changes().executed(Ran[I].Left->coverage());
    Statements.insert(Executed.begin(), Executed.end());
  }
  for (const VersionRun &Each : Ran)
    To.UndefinedUses.push_back(Each.Undefined);
  To.Changes.assign(Statements.begin(), Statements.end());
}

Result<Generalised> VersionsGeneraliser::generalise(const InputAssignment &Input) {
  Generalised Result;
  Runs Ran;
  for (const auto &Version : Versions) {
    Ran.push_back(Version->run(Input, Store, Leaves));
    Result.Shown.push_back(Ran.back().Shown);
    addSurroundings(Result.World, Ran.back().World);
    if (Result.Unknown.Code.empty())
      Result.Unknown = Ran.back().Problem;
    for (auto &Each : Ran.back().MustAgree)
      Result.MustAgree.push_back(Each);
    if (!Ran.back().MustAgree.empty())
      Result.MustAgreeAt = Ran.back().MustAgreeAt;
  }
  Result.ReachesChange = reachesChange(Ran);
  Result.Differs = Store.boolean(false);
  if (Result.Unknown.Code.empty()) {
    if (!Result.ReachesChange && Mode == PartitionMode::Sliced) {
      addUnreached(Ran, Result);
    } else {
      addOutcome(Ran, Result);
    }
    bool Same = true;
    for (std::size_t I = 1; I < Ran.size(); ++I)
      Same &= sameBehaviour(Ran[I - 1].Shown, Ran[I].Shown, Observed);
    Assignment Values = assignmentOf(Leaves, Input);
    if (Result.Unknown.Code.empty() && evaluate(Result.Differs, Values).isOne() == Same)
      Result.Unknown = {"outcome-mismatch", "what the trace says about the outcomes is not what the runs showed"};
    return Result;
  }
  addBeginning(Ran, Result);
  addUndefinedUses(Input, Ran, Result);
  return Result;
}

std::optional<Reason> VersionsGeneraliser::confirm(const InputAssignment &Input) {
  std::vector<Outcome> First;
  for (const auto &Version : Versions) {
    auto Shown = Version->runPlain(Input);
    if (!Shown)
      return Reason{reason::NotReplayed, Shown.error().Message};
    if (!Shown->comparable())
      return Reason{reason::NotReplayed, "a plain run " + outcomeText(*Shown)};
    First.push_back(std::move(*Shown));
  }
  bool Same = true;
  for (std::size_t I = 1; I < First.size(); ++I)
    Same &= sameBehaviour(First[I - 1], First[I], Observed);
  if (Same)
    return Reason{"not-confirmed", "the plain builds do not differ on an input on which the traced ones do"};
  for (std::size_t I = 0; I != Versions.size(); ++I) {
    auto Again = Versions[I]->runPlain(Input);
    if (!Again || !sameBehaviour(First[I], *Again, Observed))
      return Reason{"not-deterministic", "two runs of one version on one input differ"};
  }
  return std::nullopt;
}

} // namespace vernier
