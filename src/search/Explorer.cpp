#include "search/Explorer.h"

#include "base/Memory.h"

#include <bit>

namespace vernier {

namespace {

using std::chrono::milliseconds;

/// So many runs one after the other that cannot be carried out are no accident.
constexpr unsigned MostFailuresInARow = 20;
/// So many choices of the strategy come between two suggestions that cover nothing.
constexpr unsigned LongestPause = 12;

std::size_t hashOf(const InputAssignment &Input) {
  return llvm::hash_combine_range(Input.begin(), Input.end());
}

} // namespace

Explorer::Explorer(const SymbolicInput &Space, const std::vector<Explored *> &Programs, Solver &Ask, Strategy &Choose,
                   const ExplorationOptions &Options)
    : Space(Space), Ask(Ask), Choose(Choose), Options(Options), Tree(Space.Store), Pool(Programs),
      Running(Programs.size()) {}

void Explorer::hole(const std::string &Reason, std::uint32_t Site, const std::string &Detail) {
  ExplorationHole &What = Found.Holes[Reason];
  if (What.Count++ == 0) {
    What.FirstSite = Site;
    What.Detail = Detail;
  }
}

/// A store that cannot be written ends the exploration: it would not survive.
void Explorer::keep(const Status &Written) {
  if (!Written && !Found.Failure)
    Found.Failure = Written.error();
}

void Explorer::replayStored() {
  if (!Options.Kept)
    return;
  for (const RunStore::StoredRun &Each : Options.Kept->runs()) {
    Ready.push_back({Each.Input, std::nullopt, 0, Each.Path});
    Planned.insert(hashOf(Each.Input));
  }
  ReplaysLeft = Ready.size();
}

/// Runs the input unless the store has it, or another seed is the same.
void Explorer::addSeed(const InputAssignment &Input) {
  auto Same = [&](const Job &Each) { return Each.Input == Input; };
  if (Planned.insert(hashOf(Input)).second || llvm::none_of(Ready, Same))
    Ready.push_back({Input, std::nullopt, 0});
}

void Explorer::seed() {
  replayStored();
  for (const InputAssignment &Each : Options.Seeds)
    if (admits(Space, Each))
      addSeed(Each);
    else
      ++Found.Statistics.RejectedSeeds;
  if (Options.StartFromZeros || Ready.empty())
    seedFromZeros();
}

void Explorer::seedFromZeros() {
  InputAssignment Zeros = zeros(Space);
  if (admits(Space, Zeros)) {
    addSeed(Zeros);
    return;
  }
  if (!Ready.empty())
    return; // a seed will do
  Stopwatch Watch;
  SolverAnswer Answer = Ask.checkNear({Space.Admitted}, assignmentOf(Space, Zeros), Options.QueryTime);
  Found.Statistics.SolverSeconds += Watch.seconds();
  if (Answer.What == Satisfiable::No)
    return; // the space is empty
  for (std::size_t I = 0; I < Space.Leaves.size(); ++I)
    if (auto Value = Answer.Model.find(Space.Leaves[I]); Value != Answer.Model.end())
      Zeros[I] = Value->second;
  if (Answer.What == Satisfiable::Yes && admits(Space, Zeros))
    Ready.push_back({std::move(Zeros), std::nullopt, 0});
  else
    hole("assumptions-unknown", 0, Answer.Why);
}

bool Explorer::stopped() {
  if (Found.Failure || Found.Stopped != StopReason::None)
    return true;
  if (Options.Interrupt && *Options.Interrupt)
    Found.Stopped = StopReason::Interrupted;
  else if (Options.Time.exhausted())
    Found.Stopped = StopReason::Time;
  else if (Options.MostRuns && Found.Statistics.Runs - Found.Statistics.Replayed >= *Options.MostRuns)
    Found.Stopped = StopReason::Runs;
  else if (Options.MostMemory && Steps++ % 64 == 0 && residentBytes() > *Options.MostMemory)
    Found.Stopped = StopReason::Memory;
  return Found.Stopped != StopReason::None;
}

bool Explorer::startRun() {
  auto Program = Pool.idle();
  if (!Program || Ready.empty())
    return false;
  Running[*Program] = std::move(Ready.front());
  Ready.pop_front();
  ++Found.Statistics.Runs;
  Found.Statistics.Replayed += Running[*Program]->Before.has_value();
  Stopwatch Watch; // a single program runs now
  Pool.start(*Program, Running[*Program]->Input);
  Found.Statistics.WaitSeconds += Watch.seconds();
  return true;
}

bool Explorer::endRun(bool Wait) {
  Stopwatch Watch;
  auto Program = Pool.ended(Wait);
  Found.Statistics.WaitSeconds += Watch.seconds();
  if (!Program)
    return false;
  Job Done = std::move(*Running[*Program]);
  Running[*Program].reset();
  ReplaysLeft -= Done.Before.has_value();
  Result<Run> What = Pool.take(*Program);
  if (What) {
    FailuresInARow = 0;
    add(Done, *What);
  } else {
    if (Done.For)
      settle(*Done.For, "run-failed", What.error().Message);
    else
      hole("run-failed", 0, What.error().Message);
    if (++FailuresInARow >= MostFailuresInARow)
      Found.Failure = What.error();
  }
  showProgress(false);
  return true;
}

/// Asks about the next candidate that is still open; false if there is none.
bool Explorer::askNext() {
  if (ReplaysLeft > 0)
    return false;
  while (auto Next = Choose.take())
    if (Tree.state(Next->Node) == ExecutionTree::State::Open) {
      ask(Next->Node);
      showProgress(false);
      return true;
    }
  return false;
}

/// A suggestion, if it is the turn of one.
bool Explorer::suggest() {
  if (!Options.Suggested || ReplaysLeft > 0 || Tree.frontier() == 0 || SuggestionsIn-- > 0)
    return false;
  SuggestionsIn = SuggestionPause;
  while (auto Input = Options.Suggested->next())
    if (admits(Space, *Input) && Planned.insert(hashOf(*Input)).second) {
      ++Found.Statistics.Suggested;
      Ready.push_back({std::move(*Input), std::nullopt, 0, std::nullopt, true});
      return true;
    }
  return false;
}

/// Ends the question about a node: there is no other side, or a hole.
void Explorer::settle(NodeId At, const std::string &Hole, const std::string &Detail) {
  if (Options.Kept)
    keep(Options.Kept->addSettled(Tree.question(At), {Hole, Detail}));
  Tree.mark(At, Hole.empty() ? ExecutionTree::State::Closed : ExecutionTree::State::Hole);
  if (!Hole.empty())
    NodeHoles.push_back({At, Hole, Detail});
}

/// The store knows that there is no other side, or why nobody knows.
bool Explorer::askStore(NodeId At) {
  if (!Options.Kept || Options.Kept->settled().empty())
    return false;
  auto Known = Options.Kept->settled().find(Tree.question(At));
  if (Known == Options.Kept->settled().end())
    return false;
  ++Found.Statistics.Settled;
  const std::string &Hole = Known->second.Hole;
  Tree.mark(At, Hole.empty() ? ExecutionTree::State::Closed : ExecutionTree::State::Hole);
  if (!Hole.empty())
    NodeHoles.push_back({At, Hole, Known->second.Detail});
  return true;
}

SolverAnswer Explorer::solve(llvm::ArrayRef<Term> Query, NodeId At, milliseconds Limit) {
  Stopwatch Watch;
  SolverAnswer Answer = Ask.checkNear(Query, assignmentOf(Space, Inputs[Tree.witness(At)]), Limit);
  Found.Statistics.SolverSeconds += Watch.seconds();
  ++Found.Statistics.Questions;
  return Answer;
}

void Explorer::ask(NodeId At) {
  if (askStore(At))
    return;
  if (Options.Kept) // before what may take long
    keep(Options.Kept->commitIfDue());
  std::vector<Term> Query = Tree.prefix(At);
  if (Space.Admitted && !Space.Admitted.isTrue())
    Query.push_back(Space.Admitted);
  Query.push_back(Tree.otherSide(At));
  milliseconds Limit = Options.QueryTime;
  auto Left = Options.Time.left();
  bool CutShort = Left && *Left < Limit;
  SolverAnswer Answer = solve(Query, At, CutShort ? *Left : Limit);
  switch (Answer.What) {
  case Satisfiable::No:
    return settle(At, "", {});
  case Satisfiable::Unknown:
    if (CutShort) { // it had less time than it is entitled to: the question stays open
      Found.Stopped = StopReason::Time;
      return;
    }
    return settle(At, "solver-unknown", Answer.Why);
  case Satisfiable::Yes:
    if (Tree.kind(At) == DecisionKind::Pin && Tree.sides(At) >= Options.PinAlternatives)
      return settle(At, "pin-limit", {});
    return queueModel(At, Answer.Model, Inputs[Tree.witness(At)]);
  }
}

void Explorer::queueModel(NodeId At, const Assignment &Model, const InputAssignment &Near) {
  InputAssignment Input = Near;
  for (std::size_t I = 0; I < Input.size(); ++I)
    if (auto Value = Model.find(Space.Leaves[I]); Value != Model.end())
      Input[I] = Value->second;
  if (!admits(Space, Input))
    return settle(At, "model-not-admitted", {});
  Tree.mark(At, ExecutionTree::State::Pending);
  Ready.push_back({std::move(Input), At, Tree.sides(At)});
}

Candidate Explorer::candidate(NodeId At, std::size_t NewEdges) const {
  return {At,      Tree.depth(At), Tree.kind(At), Tree.site(At), Tree.sides(At), Tree.side(At, Tree.sides(At) - 1),
          NewEdges};
}

void Explorer::offer(NodeId At, std::size_t NewEdges) {
  Choose.add(candidate(At, NewEdges));
}

/// What the run came by that is open, with the goals that depend on it.
void Explorer::offerLeads(const Run &What, llvm::ArrayRef<NodeId> Through, std::size_t NewEdges) {
  if (!What.Goals)
    return;
  llvm::DenseMap<std::uint32_t, unsigned> Before;
  std::vector<std::uint32_t> To;
  for (std::size_t I = 0; I != std::min(Through.size(), What.Leads.size()); ++I) {
    unsigned Passed = Before[What.Path[I].Site]++;
    if (!What.Leads[I] || Tree.state(Through[I]) != ExecutionTree::State::Open)
      continue;
    To.clear();
    for (std::uint64_t Left = What.Leads[I]; Left; Left &= Left - 1)
      To.push_back((*What.Goals)[static_cast<std::size_t>(std::countr_zero(Left))]);
    Candidate Leading = candidate(Through[I], NewEdges);
    Leading.Before = Passed;
    Choose.leads(Leading, To);
  }
}

std::size_t Explorer::addCoverage(const std::vector<std::uint8_t> &Edges) {
  std::size_t New = 0;
  if (Found.Coverage.size() < Edges.size())
    Found.Coverage.resize(Edges.size());
  for (std::size_t I = 0; I < Edges.size(); ++I)
    if (Edges[I] && !Found.Coverage[I]) {
      Found.Coverage[I] = 1;
      ++New;
    }
  CoveredEdges += New;
  return New;
}

void Explorer::addHolesOf(const Run &What) {
  if (!What.Truncated.empty())
    hole(What.Truncated, What.TruncatedSite, What.TruncatedDetail);
  if (What.End.End == Ending::TimedOut)
    hole("time-limit", 0);
  if (What.End.End == Ending::Failed)
    hole("run-failed", 0, What.End.Note);
  for (const Gap &Each : What.Gaps)
    hole(Each.Reason, Each.Site, Each.Detail);
  for (const Concretisation &Each : What.Concretisations)
    Found.Concretised[Each.What] += Each.Count;
}

/// The decisions before From were checked when an input was made for them, or belong to a run that was checked.
void Explorer::checkConditions(const Job &Done, const Run &What, std::size_t From) {
  std::vector<Term> Conditions;
  for (std::size_t I = From; I < What.Path.size(); ++I)
    Conditions.push_back(What.Path[I].Taken);
  if (Conditions.empty())
    return;
  Evaluator Evaluate(Conditions);
  Evaluate.run(assignmentOf(Space, Done.Input));
  for (std::size_t I = From; I < What.Path.size(); ++I)
    if (!Evaluate.valueOf(What.Path[I].Taken).isOne())
      hole("wrong-condition", What.Path[I].Site);
}

void Explorer::add(const Job &Done, Run &What) {
  Found.Statistics.RunSeconds += What.Seconds;
  std::size_t NewEdges = addCoverage(What.Coverage);
  addHolesOf(What);
  // What covers nothing has its turn less often.
  if (Done.Suggested)
    SuggestionPause = NewEdges ? 1 : std::min(SuggestionPause + 1, LongestPause);
  if (Options.Suggested)
    Options.Suggested->ran(Done.Input, NewEdges);
  addToTree(Done, What, NewEdges);
}

void Explorer::addToTree(const Job &Done, Run &What, std::size_t NewEdges) {
  unsigned Index = static_cast<unsigned>(Inputs.size());
  Inputs.push_back(Done.Input);
  bool Whole = What.Truncated.empty() && What.End.End != Ending::TimedOut && What.End.End != Ending::Failed;
  auto Placed = Tree.insert(What.Path, Whole, Index, Done.For, Done.KnownSides);
  if (!Placed.Contradiction.empty())
    hole(Placed.Contradiction, Placed.ContradictionSite);
  if (Done.Before && *Done.Before != Placed.Path)
    hole("unstable-path", 0, "an input of the store took another path than before");
  if (Options.Kept && !Done.Before)
    keep(Options.Kept->addRun(Done.Input, Placed.Path));
  if (Options.CheckConditions)
    checkConditions(Done, What, Done.For && Placed.PassedExpected ? Placed.FirstNew : 0);
  Choose.passed(What.Path);
  for (NodeId Each : Placed.Opened)
    offer(Each, NewEdges);
  if (Done.For)
    returnNode(Done, Placed.PassedExpected, NewEdges);
  offerLeads(What, Placed.Through, NewEdges);
  if (Paths.insert(Placed.Path).second)
    addTest(Done, What, Placed.Path, NewEdges);
  else
    ++Found.Statistics.Repeated;
}

/// The node that the input was made for can be asked about again, now with one side more.
void Explorer::returnNode(const Job &Done, bool Reached, std::size_t NewEdges) {
  if (!Reached)
    ++Found.Statistics.Diverged;
  if (Tree.state(*Done.For) != ExecutionTree::State::Pending)
    return; // it got its last side
  if (!Reached)
    return settle(*Done.For, "diverged", {});
  Tree.mark(*Done.For, ExecutionTree::State::Open);
  offer(*Done.For, NewEdges);
}

void Explorer::addTest(const Job &Done, Run &What, const PathKey &Path, std::size_t NewEdges) {
  ExploredTest Test;
  Test.Id = static_cast<unsigned>(Found.Tests.size() + 1);
  Test.Input = Done.Input;
  Test.Path = Path;
  Test.End = std::move(What.End);
  Test.Decisions = What.Path.size();
  Test.NewEdges = NewEdges;
  Test.Truncated = !What.Truncated.empty();
  Test.Findings = std::move(What.Findings);
  if (Test.crashed() || !Test.Findings.empty())
    Found.Crashes.push_back(Found.Tests.size());
  Found.Tests.push_back(std::move(Test));
}

void Explorer::showProgress(bool Always) {
  if (!Options.Progress)
    return;
  double Now = Clock.seconds();
  if (!Always && Now - LastProgress < std::chrono::duration<double>(Options.ProgressInterval).count())
    return;
  LastProgress = Now;
  Options.Progress(
      {Found.Statistics.Runs, Found.Tests.size(), Tree.frontier(), Ask.statistics().Queries, CoveredEdges, Now});
}

Exploration Explorer::finish() {
  if (Options.Kept)
    keep(Options.Kept->commit());
  for (const NodeHole &Each : NodeHoles)
    if (Tree.state(Each.At) == ExecutionTree::State::Hole)
      hole(Each.Reason, Tree.site(Each.At), Each.Detail);
  Found.Paths = Found.Tests.size();
  Found.Open =
      Tree.frontier() + static_cast<std::size_t>(llvm::count_if(Ready, [](const Job &Each) { return !Each.For; }));
  Found.Complete = Found.Stopped == StopReason::None && !Found.Failure && Found.Open == 0 && Found.Holes.empty();
  Found.Statistics.Solver = Ask.statistics();
  Found.Statistics.Seconds = Clock.seconds();
  showProgress(true);
  return std::move(Found);
}

bool Explorer::step() {
  if (stopped())
    return false;
  if (startRun() || endRun(false))
    return true;
  // As many inputs ahead as there are programs that could take one.
  if (Ready.size() < Pool.size() && (suggest() || askNext()))
    return true;
  return endRun(true);
}

Exploration Explorer::run() {
  begin();
  while (step())
    ;
  while (endRun(true)) // runs that were under way
    ;
  return finish();
}

Exploration explore(const SymbolicInput &Space, const std::vector<Explored *> &Programs, Solver &Ask, Strategy &Choose,
                    const ExplorationOptions &Options) {
  return Explorer(Space, Programs, Ask, Choose, Options).run();
}

} // namespace vernier
