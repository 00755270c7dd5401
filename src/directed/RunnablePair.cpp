#include "directed/RunnablePair.h"

#include "input/Assume.h"
#include "input/LeafTerms.h"
#include "solver/ExplorationSolver.h"
#include "term/Evaluate.h"
#include "traced/UndefinedUses.h"
#include "verdict/Codes.h"

namespace vernier {

namespace {

/// How often conditions that contradict are left out of one question.
constexpr unsigned MostRelaxations = 6;

std::vector<const llvm::Instruction *> changedInstructions(const ChangeMap &Map, Side Which) {
  std::vector<const llvm::Instruction *> Result;
  for (const ChangedStatement &Change : changedStatements(Map))
    llvm::append_range(Result, Which == Side::Old ? Change.OldInstructions : Change.NewInstructions);
  return Result;
}

/// Of a question, in whatever order its conditions come.
std::size_t hashOf(llvm::ArrayRef<Term> Hard, llvm::ArrayRef<Term> Soft) {
  std::set<std::uintptr_t> Terms;
  for (llvm::ArrayRef<Term> Some : {Hard, Soft})
    for (Term Each : Some)
      Terms.insert(reinterpret_cast<std::uintptr_t>(Each.node()));
  return llvm::hash_combine_range(Terms.begin(), Terms.end());
}

std::size_t hashOf(const InputAssignment &Input) {
  return llvm::hash_combine_range(Input.begin(), Input.end());
}

} // namespace

PairStatistics &PairStatistics::operator+=(const PairStatistics &Other) {
  Runs += Other.Runs;
  PlainRuns += Other.PlainRuns;
  Queries += Other.Queries;
  Unsatisfiable += Other.Unsatisfiable;
  UnknownQueries += Other.UnknownQueries;
  Relaxed += Other.Relaxed;
  UntaintedSaved += Other.UntaintedSaved;
  Repeated += Other.Repeated;
  SolverSeconds += Other.SolverSeconds;
  RunSeconds += Other.RunSeconds;
  return *this;
}

Result<std::unique_ptr<RunnablePair>> RunnablePair::make(const ChangeMap &Map, const InputSpace &Space,
                                                         const RunnablePairOptions &Options, const Workspace &Place) {
  std::unique_ptr<RunnablePair> Pair(new RunnablePair(Map, Space, Options));
  Pair->Store = std::make_unique<TermStore>();
  Pair->Leaves = leafTerms(*Pair->Store, Space);
  auto Assumed = assumptionsOf(Space);
  if (!Assumed)
    return Assumed.takeError();
  Term Admitted = Assumed->empty() ? Term() : allHold(*Pair->Store, *Assumed, Pair->Leaves);
  Pair->Inputs.emplace(SymbolicInput{*Pair->Store, Pair->Leaves, Admitted});
  auto Ask = makeExplorationSolver(*Pair->Store);
  if (!Ask)
    return Ask.takeError();
  Pair->PathSolver = std::move(*Ask);
  RunLimits Limits;
  Limits.Time = Options.RunTime;
  Limits.Memory = Options.RunMemory;
  for (Side Which : {Side::Old, Side::New}) {
    TracedVersion::Source From;
    From.Old = &Map.oldProgram();
    From.New = &Map.newProgram();
    From.Which = Which;
    From.Space = &Space;
    From.Maps.push_back({&Map, &Space, 0});
    From.MergeFrom = Options.MergeFrom;
    From.Marks = changedInstructions(Map, Which);
    llvm::append_range(From.Marks, Which == Side::Old ? Options.OldMarks : Options.NewMarks);
    if (Options.Time.exhausted())
      return analysisError("the time was used up while the versions were built");
    auto Made = TracedVersion::make(From, Limits, Place);
    if (!Made)
      return Made.takeError();
    unsigned I = index(Which);
    Pair->Versions[I] = std::move(*Made);
    const Program &Version = Pair->Versions[I]->program();
    Pair->Sites[I] = std::make_unique<SiteMap>(Version.module(), Pair->Versions[I]->instrumentation());
    Pair->Analyses[I] = std::make_unique<ProgramAnalysis>(Version);
  }
  return Pair;
}

UndefinedUse RunnablePair::undefinedIn(Side Which, const Trace &Left) const {
  for (const VernierFinding &Finding : Left.findings()) {
    const auto &All = sites(Which).build().Sites;
    bool InModel = Finding.Site >= All.size() || Finding.Site == 0 || All[Finding.Site].Model;
    std::uint32_t Site = InModel ? Finding.Caller : Finding.Site;
    UndefinedUse Use = undefinedUse(Finding, Site < All.size() ? All[Site].Where : Location{});
    if (!Use.Code.empty())
      return Use;
  }
  return {};
}

DirectedRun RunnablePair::run(Side Which, const InputAssignment &Input) {
  DirectedRun Made;
  Made.Which = Which;
  Made.Input = Input;
  TracedVersion &Version = *Versions[index(Which)];
  RunResult Ran = Version.execute(Input);
  ++Statistics.Runs;
  Statistics.RunSeconds += Ran.Seconds;
  Made.Shown = Ran.Shown;
  auto Read = readTrace({reinterpret_cast<const std::uint8_t *>(Ran.Trace.data()), Ran.Trace.size()},
                        Version.instrumentation(), *Store, Leaves);
  if (!Read)
    return Made;
  Made.Left.emplace(std::move(*Read));
  Made.Left->decisions();
  for (NodeId Id = 1; Id < Made.Left->size(); ++Id)
    if (Made.Left->node(Id).Operation == VernierVisit)
      Made.Marks.emplace_back(Made.Left->node(Id).Site, Id);
  Made.Undefined = undefinedIn(Which, *Made.Left);
  return Made;
}

PlainOutcomes RunnablePair::runPlain(const InputAssignment &Input) {
  PlainOutcomes Shown;
  Outcome *To[] = {&Shown.Old, &Shown.New};
  for (unsigned I = 0; I != 2; ++I) {
    ++Statistics.PlainRuns;
    auto Plain = Versions[I]->runPlain(Input);
    if (!Plain) {
      Shown.Problem = {reason::NotReplayed, Plain.error().Message};
      return Shown;
    }
    *To[I] = std::move(*Plain);
  }
  for (const Outcome *Each : To)
    if (!Each->comparable()) {
      Shown.Problem = {reason::NotReplayed, "a plain run " + outcomeText(*Each)};
      return Shown;
    }
  if (sameBehaviour(Shown.Old, Shown.New, Options.Observed))
    return Shown;
  for (unsigned I = 0; I != 2; ++I) {
    ++Statistics.PlainRuns;
    auto Again = Versions[I]->runPlain(Input);
    if (!Again || !sameBehaviour(*To[I], *Again, Options.Observed)) {
      Shown.Problem = {"not-deterministic", "two runs of one version on one input differ"};
      return Shown;
    }
  }
  Shown.Differ = true;
  return Shown;
}

SolverAnswer RunnablePair::solve(llvm::ArrayRef<Term> Query, const InputAssignment &Near) {
  Stopwatch Watch;
  std::chrono::milliseconds Limit = Options.QueryTime;
  if (auto Left = Options.Time.left(); Left && *Left < Limit)
    Limit = std::max(*Left, std::chrono::milliseconds(1));
  SolverAnswer Answer = PathSolver->checkNear(Query, assignmentOf(*Inputs, Near), Limit);
  Statistics.SolverSeconds += Watch.seconds();
  ++Statistics.Queries;
  Statistics.Unsatisfiable += Answer.What == Satisfiable::No;
  Statistics.UnknownQueries += Answer.What == Satisfiable::Unknown;
  return Answer;
}

std::optional<InputAssignment> RunnablePair::inputOf(const Assignment &Model, InputAssignment Near) const {
  for (std::size_t I = 0; I < Near.size(); ++I)
    if (auto Value = Model.find(Leaves[I]); Value != Model.end())
      Near[I] = Value->second;
  settle(Space, Near);
  if (!admits(*Inputs, Near))
    return std::nullopt;
  return Near;
}

RelaxedAnswer RunnablePair::ask(llvm::ArrayRef<Term> Hard, llvm::ArrayRef<Term> Soft, const InputAssignment &Near,
                                bool Again) {
  if (llvm::any_of(Hard, [](Term Each) { return Each.isFalse(); }))
    return {};
  auto [Known, New] = Asked.try_emplace(hashOf(Hard, Soft));
  if (New || Again)
    return askSolver(Hard, Soft, Near, Known->second);
  ++Statistics.Repeated;
  RelaxedAnswer Result;
  if (Options.CombineAnswers && !Known->second.empty())
    Result.Input = inputOf(Known->second, Near);
  if (Result.Input && !Combined.insert(hashOf(*Result.Input)).second)
    Result.Input.reset();
  return Result;
}

RelaxedAnswer RunnablePair::askSolver(llvm::ArrayRef<Term> Hard, llvm::ArrayRef<Term> Soft, const InputAssignment &Near,
                                      Assignment &Told) {
  RelaxedAnswer Result;
  std::vector<Term> Kept(Soft.begin(), Soft.end());
  for (unsigned Round = 0; Round <= MostRelaxations && !isOver(); ++Round) {
    std::vector<Term> Query(Hard.begin(), Hard.end());
    llvm::append_range(Query, Kept);
    if (Inputs->Admitted && !Inputs->Admitted.isTrue())
      Query.push_back(Inputs->Admitted);
    SolverAnswer Answer = solve(Query, Near);
    if (Answer.What == Satisfiable::Yes) {
      Statistics.Relaxed += Round > 0;
      Result.Input = inputOf(Answer.Model, Near);
      Evaluator Parts(Query);
      for (Term Each : Parts.variables())
        if (auto Value = Answer.Model.find(Each); Value != Answer.Model.end())
          Told.insert(*Value);
      return Result;
    }
    if (Answer.What == Satisfiable::Unknown || Kept.empty())
      return Result;
    // A core may hold parts of conjunctions; without a core everything may be to blame.
    std::size_t Before = Kept.size();
    llvm::DenseSet<Term> Core(Answer.Core.begin(), Answer.Core.end());
    for (Term Each : Kept)
      if (Core.contains(Each))
        Result.Conflicts.push_back(Each);
    std::erase_if(Kept, [&](Term Each) { return Core.contains(Each); });
    if (Kept.size() == Before) {
      llvm::append_range(Result.Conflicts, Kept);
      Kept.clear();
    }
  }
  return Result;
}

std::vector<Decision> decisionsBefore(Trace &Of, NodeId Node) {
  TraceSlice Slice = Of.backwardSlice({Node}, true);
  std::vector<Decision> Result;
  for (const Decision &Each : Of.decisions())
    if (Each.Node < Node && Slice.Nodes.test(Each.Node))
      Result.push_back(Each);
  return Result;
}

} // namespace vernier
