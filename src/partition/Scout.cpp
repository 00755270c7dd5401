#include "partition/Scout.h"

#include <bit>
#include <utility>

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
    ++Finished;
    auto What = Versions.finished();
    if (What && Versions.differs())
      Different = Last;
    return What;
  }

  ScoutedPrograms &Versions;
  InputAssignment Last;
  std::uint64_t Finished = 0;
  std::optional<InputAssignment> Different;
};

namespace {

/// What promises most, half of the time; what is next to it, half of the rest; and so on. What promises the same is in
/// the order of coverage, and new is there what no run has shown that reaches changes as far as those which it is of.
class MostPromising : public Strategy {
public:
  explicit MostPromising(const ScoutedPrograms &Versions) : Versions(Versions) {}

  void add(const Candidate &What) override {
    unsigned Rank = Versions.rank(What.Depth);
    if (Rank == ScoutedPrograms::NoRank)
      return;
    auto [Known, New] = ByRank.try_emplace(Rank);
    if (New)
      Known->second = {coverageNewFirst(), Versions.reachesChange()};
    Known->second.Order->add(What);
    ++Known->second.Waiting;
  }

  std::optional<Candidate> take() override {
    unsigned Left = static_cast<unsigned>(std::countr_zero(++Turns)), Choices = 0;
    for (const auto &[Rank, Each] : ByRank)
      Choices += Each.Waiting > 0;
    if (Choices == 0)
      return std::nullopt;
    Left %= Choices;
    for (auto &[Rank, Each] : ByRank)
      if (Each.Waiting > 0 && Left-- == 0) {
        --Each.Waiting;
        return Each.Order->take();
      }
    return std::nullopt;
  }

  void passed(const std::vector<Decision> &Path) override {
    for (auto &[Rank, Each] : ByRank)
      if (!Each.OfReaching || Versions.reachesChange())
        Each.Order->passed(Path);
  }

private:
  struct Bucket {
    std::unique_ptr<Strategy> Order;
    bool OfReaching = false;
    std::size_t Waiting = 0;
  };
  const ScoutedPrograms &Versions;
  std::map<unsigned, Bucket> ByRank;
  std::uint64_t Turns = 0;
};

std::unique_ptr<Strategy> towardsChanges(const ScoutedPrograms &Versions) {
  std::vector<std::unique_ptr<Strategy>> Members;
  Members.push_back(std::make_unique<MostPromising>(Versions));
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
  // Not before the last one was looked at: others use the same servers in between.
  std::uint64_t End = Versions->Finished + Runs;
  while (!Over && !Versions->Different && Versions->Finished < End)
    Over = !Search.step();
  return std::exchange(Versions->Different, std::nullopt);
}

} // namespace vernier
