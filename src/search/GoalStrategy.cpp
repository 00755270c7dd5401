#include "search/Strategy.h"

#include <llvm/ADT/DenseSet.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace vernier {

namespace {

/// The candidates of one site that one goal depends on.
class Way {
public:
  std::uint64_t Tried = 0;

  void add(const Candidate &Added) {
    Waiting.emplace(Rank{Added.Before, Added.Depth, Age++}, Added);
    if (Waiting.size() > MostWaiting)
      Waiting.erase(std::prev(Waiting.end()));
  }
  bool empty() const { return Waiting.empty(); }
  /// What runs come by first, in turn with the newest: it stands behind everything that was found until now.
  Candidate take() {
    auto Chosen = Tried++ % 2 == 0 ? Waiting.begin() : newest();
    Candidate Taken = Chosen->second;
    Waiting.erase(Chosen);
    return Taken;
  }

private:
  using Rank = std::tuple<unsigned, unsigned, std::uint64_t>;
  /// Who is behind so many others is not tried in any case.
  static constexpr std::size_t MostWaiting = 48;
  std::map<Rank, Candidate>::iterator newest() {
    return std::max_element(Waiting.begin(), Waiting.end(),
                            [](const auto &A, const auto &B) { return std::get<2>(A.first) < std::get<2>(B.first); });
  }
  std::map<Rank, Candidate> Waiting;
  std::uint64_t Age = 0;
};

/// What was tried to get to the other side of one branch.
struct Goal {
  std::uint64_t Tried = 0;
  std::map<std::uint32_t, Way> Ways; ///< by the site of the candidates

  /// The own site first, as long as it does not disappoint more often than others.
  Way *best(std::uint32_t Own) {
    constexpr std::uint64_t Patience = 4;
    Way *Best = nullptr;
    std::uint64_t BestRank = 0;
    for (auto &[Site, Each] : Ways) {
      std::uint64_t Rank = Site == Own ? Each.Tried / Patience : Each.Tried + 1;
      if (!Each.empty() && (!Best || Rank < BestRank)) {
        Best = &Each;
        BestRank = Rank;
      }
    }
    return Best;
  }
};

class GoalsFirst : public Strategy {
public:
  explicit GoalsFirst(GoalOrder Order) : Order(std::move(Order)) {}

  /// What leads nowhere is for others.
  void add(const Candidate &) override {}

  void leads(const Candidate &Leading, Goals To) override {
    for (std::uint32_t Site : To) {
      auto [Place, New] = Waiting.try_emplace(Site);
      if (Added.insert({Site, std::uint64_t(Leading.Node) << 8 | std::min<std::size_t>(Leading.Sides, 255)}).second)
        Place->second.Ways[Leading.Site].add(Leading);
    }
  }

  std::optional<Candidate> take() override {
    while (true) {
      auto [Site, Best] = next();
      if (!Best)
        return std::nullopt;
      Goal &Chosen = Waiting.find(Site)->second;
      ++Chosen.Tried;
      return Best->take();
    }
  }

private:
  std::pair<std::uint32_t, Way *> next() {
    std::pair<std::uint32_t, Way *> Best{0, nullptr};
    std::uint64_t BestRank = 0;
    for (auto At = Waiting.begin(); At != Waiting.end();) {
      if (!Order.IsOpen(At->first)) {
        At = Waiting.erase(At);
        continue;
      }
      std::uint64_t Rank = At->second.Tried * Scale / std::max(1u, Order.Importance(At->first));
      Way *Here = Best.second && Rank >= BestRank ? nullptr : At->second.best(At->first);
      if (Here) {
        Best = {At->first, Here};
        BestRank = Rank;
      }
      ++At;
    }
    return Best;
  }

  static constexpr std::uint64_t Scale = 64;
  GoalOrder Order;
  std::map<std::uint32_t, Goal> Waiting; ///< by site
  llvm::DenseSet<std::pair<std::uint32_t, std::uint64_t>> Added;
};

} // namespace

std::unique_ptr<Strategy> goalsFirst(GoalOrder Order) {
  return std::make_unique<GoalsFirst>(std::move(Order));
}

} // namespace vernier
