#include "search/Scout.h"

namespace vernier {

/// Remembers the input of the last run that differed.
class Scout::Watched : public Explored {
public:
  explicit Watched(ScoutedPrograms &Versions) : Versions(Versions) {}

  Status execute(const InputAssignment &Input) override {
    Last = Input;
    return Versions.execute(Input);
  }
  Result<Run> finished() override {
    auto What = Versions.finished();
    if (What && Versions.differs())
      Different = Last;
    return What;
  }

  ScoutedPrograms &Versions;
  InputAssignment Last;
  std::optional<InputAssignment> Different;
};

namespace {

/// Chooses among what runs opened that reached a change, and counts as new what no such run has shown.
class OfReachingRuns : public Strategy {
public:
  OfReachingRuns(const ScoutedPrograms &Versions, std::unique_ptr<Strategy> Inner)
      : Versions(Versions), Inner(std::move(Inner)) {}

  void add(const Candidate &What) override {
    if (Versions.reachesChange())
      Inner->add(What);
  }
  std::optional<Candidate> take() override { return Inner->take(); }
  void passed(const std::vector<Decision> &Path) override {
    if (Versions.reachesChange())
      Inner->passed(Path);
  }

private:
  const ScoutedPrograms &Versions;
  std::unique_ptr<Strategy> Inner;
};

/// In turn: what may show a change that is reached in another light, what may lead to a change, anything.
std::unique_ptr<Strategy> towardsChanges(const ScoutedPrograms &Versions) {
  std::vector<std::unique_ptr<Strategy>> Members;
  Members.push_back(std::make_unique<OfReachingRuns>(Versions, coverageNewFirst()));
  Members.push_back(
      pruned(coverageNewFirst(), [&](const Candidate &What) { return Versions.leadsToChange(What.Site); }));
  Members.push_back(coverageNewFirst());
  return interleave(std::move(Members));
}

} // namespace

Scout::Scout(const SymbolicInput &Space, ScoutedPrograms &Programs, Solver &Ask, const ExplorationOptions &Wanted)
    : Versions(std::make_unique<Watched>(Programs)), Choose(towardsChanges(Programs)), Options(Wanted),
      Search(Space, {Versions.get()}, Ask, *Choose, Options) {}

Scout::~Scout() = default;

std::optional<InputAssignment> Scout::look(unsigned Runs) {
  if (!Begun)
    Search.begin();
  Begun = true;
  std::uint64_t End = Search.statistics().Runs + Runs;
  while (!Over && !Versions->Different && Search.statistics().Runs < End)
    Over = !Search.step();
  return std::exchange(Versions->Different, std::nullopt);
}

} // namespace vernier
