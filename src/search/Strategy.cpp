#include "search/Strategy.h"

#include "base/Random.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <array>
#include <climits>
#include <queue>
#include <set>
#include <tuple>
#include <unordered_map>

namespace vernier {

namespace {

/// Candidates by a rank that they keep; smaller is better.
class Ranked : public Strategy {
public:
  using Rank = std::array<std::int64_t, 2>;

  void add(const Candidate &What) override { Waiting.push({rank(What), Added++, What}); }

  std::optional<Candidate> take() override {
    if (Waiting.empty())
      return std::nullopt;
    Candidate Best = Waiting.top().What;
    Waiting.pop();
    return Best;
  }

protected:
  virtual Rank rank(const Candidate &What) const = 0;

private:
  struct Entry {
    Rank Order;
    std::uint64_t Age;
    Candidate What;
    bool operator<(const Entry &Other) const {
      return std::tie(Other.Order, Other.Age) < std::tie(Order, Age); // the queue gives the largest
    }
  };
  std::priority_queue<Entry> Waiting;
  std::uint64_t Added = 0;
};

class BreadthFirst : public Ranked {
  Rank rank(const Candidate &What) const override { return {What.Depth, 0}; }
};

class NearestFirst : public Ranked {
public:
  explicit NearestFirst(DistanceOf Distance) : Distance(std::move(Distance)) {}

private:
  Rank rank(const Candidate &What) const override {
    auto Steps = Distance(What);
    return {Steps ? *Steps : INT64_MAX, What.Depth};
  }
  DistanceOf Distance;
};

/// What runs with new coverage opened first.
class NewestEdgesFirst : public Ranked {
  Rank rank(const Candidate &What) const override { return {-static_cast<std::int64_t>(What.NewEdges), What.Depth}; }
};

/// Sites are in order, and the candidates of each site: what changes with every step are the ranks of single sites, of
/// which there are far fewer than candidates.
class CoverageNewFirst : public Strategy {
public:
  void add(const Candidate &What) override {
    Place &Here = Places[What.Site];
    unsign(What.Site, Here);
    Here.What = What.What;
    Here.Waiting.add(What);
    ++Here.Count;
    sign(What.Site, Here);
  }

  std::optional<Candidate> take() override {
    if (Order.empty())
      return std::nullopt;
    std::uint32_t Site = std::get<2>(*Order.begin());
    Place &Here = Places[Site];
    unsign(Site, Here);
    --Here.Count;
    ++Here.Tried;
    auto Best = Here.Waiting.take();
    sign(Site, Here);
    return Best;
  }

  void passed(const std::vector<Decision> &Path) override {
    for (const Decision &Each : Path) {
      Place &Here = Places[Each.Site];
      if (Here.Taken.contains(Each.Side))
        continue;
      unsign(Each.Site, Here);
      Here.Taken.insert(Each.Side);
      sign(Each.Site, Here);
    }
  }

private:
  struct Place {
    DecisionKind What = DecisionKind::Branch;
    NewestEdgesFirst Waiting;
    std::size_t Count = 0; ///< of what is waiting
    std::uint64_t Tried = 0;
    std::set<std::uint64_t> Taken; ///< sides, anywhere
  };
  using Rank = std::tuple<int, std::uint64_t, std::uint32_t>;

  /// Sides that no run took first; only what has two sides is known to have no third one. A place that was asked often
  /// for what it has shown waits for its turn like the others: a switch in a loop would be all that is ever tried.
  static Rank rank(std::uint32_t Site, const Place &Here) {
    constexpr std::uint64_t Patience = 8; // questions for each side that is known
    bool Two = Here.What == DecisionKind::Branch || Here.What == DecisionKind::Trap;
    bool MayBeNew =
        (!Two || Here.Taken.size() < 2) && Here.Tried < Patience * std::max<std::size_t>(1, Here.Taken.size());
    return {Here.What == DecisionKind::Pin ? 2 : MayBeNew ? 0 : 1, Here.Tried, Site};
  }
  void sign(std::uint32_t Site, const Place &Here) {
    if (Here.Count > 0)
      Order.insert(rank(Site, Here));
  }
  void unsign(std::uint32_t Site, const Place &Here) { Order.erase(rank(Site, Here)); }

  std::unordered_map<std::uint32_t, Place> Places;
  std::set<Rank> Order; ///< of the places where something is waiting
};

class DepthFirst : public Strategy {
public:
  void add(const Candidate &What) override { Stack.push_back(What); }
  std::optional<Candidate> take() override {
    if (Stack.empty())
      return std::nullopt;
    Candidate Top = Stack.back();
    Stack.pop_back();
    return Top;
  }

private:
  std::vector<Candidate> Stack;
};

class RandomRestart : public Strategy {
public:
  RandomRestart(std::uint64_t Seed, unsigned Steps) : Generator(Seed), Steps(std::max(Steps, 1u)) {}

  void add(const Candidate &What) override { Waiting.push_back(What); }
  std::optional<Candidate> take() override {
    if (Waiting.empty())
      return std::nullopt;
    if (Taken++ % Steps == 0)
      std::swap(Waiting[Generator.below(Waiting.size())], Waiting.back());
    Candidate Chosen = Waiting.back();
    Waiting.pop_back();
    return Chosen;
  }

private:
  Random Generator;
  unsigned Steps;
  std::uint64_t Taken = 0;
  std::vector<Candidate> Waiting;
};

class AnySite : public Strategy {
public:
  explicit AnySite(std::uint64_t Seed) : Generator(Seed) {}

  void add(const Candidate &What) override {
    Place &Here = Places[What.Site];
    if (Here.Waiting.empty())
      Sites.push_back(What.Site);
    Here.Waiting.push_back(What);
  }

  std::optional<Candidate> take() override {
    if (Sites.empty())
      return std::nullopt;
    std::size_t First = Generator.below(Sites.size()), Second = Generator.below(Sites.size());
    std::size_t Chosen = Places[Sites[Second]].Tried < Places[Sites[First]].Tried ? Second : First;
    Place &Here = Places[Sites[Chosen]];
    ++Here.Tried;
    std::swap(Here.Waiting[Generator.below(Here.Waiting.size())], Here.Waiting.back());
    Candidate Taken = Here.Waiting.back();
    Here.Waiting.pop_back();
    if (Here.Waiting.empty()) {
      std::swap(Sites[Chosen], Sites.back());
      Sites.pop_back();
    }
    return Taken;
  }

private:
  struct Place {
    std::vector<Candidate> Waiting;
    std::uint64_t Tried = 0;
  };
  Random Generator;
  std::unordered_map<std::uint32_t, Place> Places;
  std::vector<std::uint32_t> Sites; ///< where something is waiting
};

class Interleaved : public Strategy {
public:
  explicit Interleaved(std::vector<std::unique_ptr<Strategy>> Members) : Members(std::move(Members)) {}

  void add(const Candidate &What) override {
    for (auto &Each : Members)
      Each->add(What);
  }
  std::optional<Candidate> take() override {
    for (std::size_t I = 0; I < Members.size(); ++I)
      if (auto Found = Members[Turn++ % Members.size()]->take())
        return Found;
    return std::nullopt;
  }
  void passed(const std::vector<Decision> &Path) override {
    for (auto &Each : Members)
      Each->passed(Path);
  }
  void leads(const Candidate &What, Goals To) override {
    for (auto &Each : Members)
      Each->leads(What, To);
  }

private:
  std::vector<std::unique_ptr<Strategy>> Members;
  std::size_t Turn = 0;
};

class Pruned : public Strategy {
public:
  Pruned(std::unique_ptr<Strategy> Inner, std::function<bool(const Candidate &)> Keep)
      : Inner(std::move(Inner)), Keep(std::move(Keep)) {}

  void add(const Candidate &What) override {
    if (Keep(What))
      Inner->add(What);
  }
  std::optional<Candidate> take() override { return Inner->take(); }
  void passed(const std::vector<Decision> &Path) override { Inner->passed(Path); }
  void leads(const Candidate &What, Goals To) override {
    if (Keep(What))
      Inner->leads(What, To);
  }

private:
  std::unique_ptr<Strategy> Inner;
  std::function<bool(const Candidate &)> Keep;
};

std::unique_ptr<Strategy> single(llvm::StringRef Name, std::uint64_t Seed, const DistanceOf &Distance) {
  if (Name == "breadth")
    return breadthFirst();
  if (Name == "depth")
    return depthFirst();
  if (Name == "coverage")
    return coverageNewFirst();
  if (Name == "random")
    return randomRestart(Seed);
  if (Name == "distance" && Distance)
    return nearestFirst(Distance);
  return nullptr;
}

} // namespace

std::unique_ptr<Strategy> breadthFirst() {
  return std::make_unique<BreadthFirst>();
}

std::unique_ptr<Strategy> depthFirst() {
  return std::make_unique<DepthFirst>();
}

std::unique_ptr<Strategy> coverageNewFirst() {
  return std::make_unique<CoverageNewFirst>();
}

std::unique_ptr<Strategy> randomRestart(std::uint64_t Seed, unsigned Steps) {
  return std::make_unique<RandomRestart>(Seed, Steps);
}

std::unique_ptr<Strategy> anySite(std::uint64_t Seed) {
  return std::make_unique<AnySite>(Seed);
}

std::unique_ptr<Strategy> nearestFirst(DistanceOf Distance) {
  return std::make_unique<NearestFirst>(std::move(Distance));
}

std::unique_ptr<Strategy> pruned(std::unique_ptr<Strategy> Inner, std::function<bool(const Candidate &)> Keep) {
  return std::make_unique<Pruned>(std::move(Inner), std::move(Keep));
}

std::unique_ptr<Strategy> interleave(std::vector<std::unique_ptr<Strategy>> Members) {
  return std::make_unique<Interleaved>(std::move(Members));
}

Result<std::unique_ptr<Strategy>> strategyNamed(const std::string &Names, std::uint64_t Seed, DistanceOf Distance) {
  llvm::SmallVector<llvm::StringRef, 4> Parts;
  llvm::StringRef(Names).split(Parts, ',');
  std::vector<std::unique_ptr<Strategy>> Members;
  for (llvm::StringRef Each : Parts) {
    auto Made = single(Each.trim(), Seed, Distance);
    if (!Made)
      return usageError("no strategy is called '" + Each.trim().str() + "' here: use breadth, depth, coverage, random" +
                        (Distance ? ", distance" : "") + ", or several with commas between them");
    Members.push_back(std::move(Made));
  }
  if (Members.size() == 1)
    return std::move(Members.front());
  return interleave(std::move(Members));
}

} // namespace vernier
