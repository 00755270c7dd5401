#include "partition/ScoutedVersions.h"

#include <bit>
#include <future>

namespace vernier {

namespace {

/// Sites of all versions are told apart by their first bits.
constexpr unsigned SiteBits = 26;
/// What takes longer is not for probes.
constexpr std::chrono::milliseconds LongestProbe{100};
/// Of keys of places that probes came to.
constexpr unsigned CountBits = 4, VersionShift = 48;

/// How often a place was come to, by its order of magnitude: 1, 2, 3, 4 to 7, ...
unsigned magnitude(std::uint8_t Count) {
  return Count < 4 ? Count : 2 + static_cast<unsigned>(std::bit_width(Count)) - 1;
}

/// The ranks of decisions. Of runs in which changed statements compute something else, and of runs that merely reach
/// them: what the change has to do with, and the rest. Of others: what they have to do with the branches that are
/// nearest to a change, and on its distance.
enum : unsigned { ByTheChange, BesideTheChange, Uninfected, BeforeTheChange = 2 * Uninfected };

bool decides(const VernierNode &Node) {
  return Node.Operation == VernierBranch || Node.Operation == VernierSwitch || Node.Operation == VernierTarget;
}

using ValuesOfStatements = std::map<unsigned, std::vector<std::uint64_t>>;

/// What the last instruction of each changed statement computed, each time. Addresses are left out: they always differ.
ValuesOfStatements changedValues(const Trace &Left, const ChangedCode &Changes) {
  std::map<unsigned, std::uint32_t> LastSite;
  for (NodeId Id = 1; Id < Left.size(); ++Id)
    for (unsigned Statement : Changes.statementsOf(Left.node(Id).Site))
      if (Left.node(Id).Bits && Left.node(Id).Bits < 64)
        LastSite[Statement] = std::max(LastSite[Statement], Left.node(Id).Site);
  ValuesOfStatements Result;
  for (NodeId Id = 1; Id < Left.size(); ++Id)
    for (unsigned Statement : Changes.statementsOf(Left.node(Id).Site))
      if (Left.node(Id).Bits && Left.node(Id).Bits < 64 && LastSite[Statement] == Left.node(Id).Site)
        Result[Statement].push_back(Left.node(Id).Value);
  return Result;
}

} // namespace

ScoutedVersions::ScoutedVersions(TermStore &Store, const std::vector<Term> &Leaves,
                                 const std::vector<std::unique_ptr<TracedVersion>> &Versions,
                                 const Observation &Observed)
    : Store(Store), Leaves(Leaves), Versions(Versions), Observed(Observed) {
  for (std::size_t I = 0; I != Versions.size(); ++I)
    Common.push_back(I == 0 ? CommonPlaces()
                            : commonPlaces(Versions[I - 1]->instrumentation(), Versions[I]->instrumentation()));
}

/// All at once: most of the time of a run is spent waiting for it.
Status ScoutedVersions::execute(const InputAssignment &Input) {
  std::vector<std::future<RunResult>> Others;
  for (std::size_t I = 0; I + 1 < Versions.size(); ++I)
    Others.push_back(std::async(std::launch::async, [&, I] { return Versions[I]->execute(Input); }));
  RunResult Newest = Versions.back()->execute(Input);
  Last.clear();
  for (auto &Each : Others)
    Last.push_back(Each.get());
  Last.push_back(std::move(Newest));
  return Done{};
}

bool ScoutedVersions::read(std::size_t Version) {
  const RunResult &Ran = Last[Version];
  auto Read = readTrace({reinterpret_cast<const std::uint8_t *>(Ran.Trace.data()), Ran.Trace.size()},
                        Versions[Version]->instrumentation(), Store, Leaves);
  Traces.emplace_back();
  if (!Read)
    return false;
  Reaches |= Versions[Version]->changes().isReached(Read->coverage());
  Traces.back().emplace(std::move(*Read));
  return true;
}

std::vector<ProbedRun> ScoutedVersions::probe(const std::vector<InputAssignment> &Inputs) {
  std::vector<std::future<std::vector<ProbeResult>>> Others;
  for (std::size_t I = 0; I + 1 < Versions.size(); ++I)
    Others.push_back(std::async(std::launch::async, [&, I] { return Versions[I]->probe(Inputs, LongestProbe); }));
  std::vector<ProbeResult> Newest = Versions.back()->probe(Inputs, LongestProbe);
  std::vector<std::vector<ProbeResult>> Of;
  for (auto &Each : Others)
    Of.push_back(Each.get());
  Of.push_back(std::move(Newest));
  std::size_t Count = Of.front().size();
  for (const std::vector<ProbeResult> &Each : Of)
    Count = std::min(Count, Each.size());
  std::vector<ProbedRun> Result(Count);
  for (std::size_t Run = 0; Run != Count; ++Run)
    for (std::size_t Version = 0; Version != Of.size(); ++Version)
      addProbe(Version, Of[Version][Run], Version == 0 ? nullptr : &Of[Version - 1][Run], Result[Run]);
  return Result;
}

void ScoutedVersions::addProbe(std::size_t Version, const ProbeResult &Ran, const ProbeResult *Before,
                               ProbedRun &To) const {
  std::uint64_t Key = std::uint64_t(Version) << VersionShift;
  To.ReachesChange |= Versions[Version]->changes().isReached(Ran.Coverage);
  To.Output = Ran.Shown.Stdout;
  for (std::size_t Spot = 0; Spot != Ran.Coverage.size(); ++Spot)
    if (Ran.Coverage[Spot])
      To.Places.push_back(Key | Spot << CountBits | magnitude(Ran.Coverage[Spot]));
  if (!Before)
    return;
  To.Differs |= differ(Before->Shown, Ran.Shown);
  for (auto [Old, New] : Common[Version])
    if (Before->Coverage[Old] != Ran.Coverage[New])
      To.Diverging.push_back(Key | std::uint64_t(New) << CountBits | magnitude(Ran.Coverage[New]));
}

bool ScoutedVersions::differ(const Outcome &One, const Outcome &Other) const {
  return One.comparable() && Other.comparable() && !sameBehaviour(One, Other, Observed);
}

void ScoutedVersions::compare() {
  Differs = false;
  for (std::size_t I = 1; I < Last.size(); ++I)
    Differs |= differ(Last[I - 1].Shown, Last[I].Shown);
}

/// What a version decides under a condition that is known already goes without saying.
void ScoutedVersions::addPath(std::size_t Version, llvm::DenseSet<Term> &Known, Run &To) {
  Trace &Left = *Traces[Version];
  To.Coverage.insert(To.Coverage.end(), Left.coverage().begin(), Left.coverage().end());
  bool Newest = Version + 1 == Versions.size();
  for (Decision Each : Left.decisions()) {
    if (!Known.insert(Each.Taken).second && !Newest)
      continue;
    Each.Site |= static_cast<std::uint32_t>(Version << SiteBits);
    To.Path.push_back(Each);
  }
  if (std::string Code = frozenCode(Left.frozen()); !Code.empty())
    To.Truncated = Code;
}

void ScoutedVersions::improve(Term Decided, unsigned Rank) {
  auto [Known, New] = RankOf.try_emplace(Decided, Rank);
  if (!New)
    Known->second = std::min(Known->second, Rank);
}

/// The branches that came nearest to a change went another way. What they depend on may send them there, also where
/// their conditions are not terms.
void ScoutedVersions::rankUnreached(std::size_t Version) {
  Trace &Left = *Traces[Version];
  const ChangedCode &Changes = Versions[Version]->changes();
  unsigned Nearest = NoRank;
  std::vector<NodeId> Roots;
  for (NodeId Id = 1; Id < Left.size(); ++Id) {
    unsigned Distance = decides(Left.node(Id)) ? Changes.distanceOf(Left.node(Id).Site) : NoRank;
    if (Distance < Nearest)
      Roots.clear();
    Nearest = std::min(Nearest, Distance);
    if (Distance == Nearest && Distance != NoRank)
      Roots.push_back(Id);
  }
  if (Roots.empty())
    return;
  TraceSlice Slice = Left.backwardSlice(Roots, false);
  for (const Decision &Each : Left.decisions())
    if (Slice.Nodes.test(Each.Node))
      improve(Each.Taken, BeforeTheChange + Nearest);
}

/// A changed statement computes something else in another version, or another number of times: what it takes for the
/// outcome to differ, though not enough. Which instructions correspond is not known, so this is a guess.
bool ScoutedVersions::isInfected() const {
  ValuesOfStatements Newest = changedValues(*Traces.back(), Versions.back()->changes());
  for (std::size_t I = 0; I + 1 < Traces.size(); ++I)
    if (changedValues(*Traces[I], Versions[I]->changes()) != Newest)
      return true;
  return false;
}

/// What changed statements depend on, and what depends on them.
void ScoutedVersions::rankReached(std::size_t Version, bool Infected) {
  Trace &Left = *Traces[Version];
  const ChangedCode &Changes = Versions[Version]->changes();
  std::vector<NodeId> Changed;
  llvm::BitVector Behind(static_cast<unsigned>(Left.size()));
  for (NodeId Id = 1; Id < Left.size(); ++Id) {
    bool Is = !Changes.statementsOf(Left.node(Id).Site).empty();
    if (Is)
      Changed.push_back(Id);
    else
      Left.forEachEdge(Id, [&](EdgeRole, NodeId On) { Is |= On < Id && Behind.test(On); });
    if (Is)
      Behind.set(Id);
  }
  TraceSlice Before = Left.backwardSlice(Changed, false);
  for (const Decision &Each : Left.decisions())
    improve(Each.Taken, (Infected ? 0 : Uninfected) +
                            (Before.Nodes.test(Each.Node) || Behind.test(Each.Node) ? ByTheChange : BesideTheChange));
}

Result<Run> ScoutedVersions::finished() {
  Run Result;
  Result.End = Last.back().Shown;
  Traces.clear();
  RankOf.clear();
  Ranks.clear();
  Reaches = false;
  compare();
  for (std::size_t I = 0; I != Versions.size(); ++I) {
    Result.Seconds += Last[I].Seconds;
    if (!read(I))
      Result.Truncated = "corrupt-trace";
  }
  if (!Result.Truncated.empty())
    return Result;
  llvm::DenseSet<Term> Known;
  bool Infected = Reaches && isInfected();
  for (std::size_t I = Versions.size(); I-- != 0;) {
    addPath(I, Known, Result);
    if (Reaches)
      rankReached(I, Infected);
    else
      rankUnreached(I);
  }
  for (const Decision &Each : Result.Path) {
    auto Rank = RankOf.find(Each.Taken);
    Ranks.push_back(Rank == RankOf.end() ? NoRank : Rank->second);
  }
  Traces.clear();
  return Result;
}

} // namespace vernier
