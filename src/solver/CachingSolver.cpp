#include "solver/Layers.h"

#include <llvm/ADT/STLExtras.h>

#include <map>

namespace vernier {

namespace {

/// The ids of a set of conjuncts, in order.
using TermSet = std::vector<unsigned>;

TermSet setOf(llvm::ArrayRef<Term> Conjuncts) {
  TermSet Result;
  for (Term Each : Conjuncts)
    Result.push_back(Each.id());
  llvm::sort(Result);
  Result.erase(std::unique(Result.begin(), Result.end()), Result.end());
  return Result;
}

class CachingSolver : public SolverLayer {
public:
  using SolverLayer::SolverLayer;

  SolverAnswer check(llvm::ArrayRef<Term> Conjuncts, std::chrono::milliseconds Limit) override {
    TermSet Query = setOf(Conjuncts);
    if (const std::vector<Term> *Core = knownCore(Query)) {
      ++CachedNo;
      return SolverAnswer{Satisfiable::No, Assignment(), {}, *Core};
    }
    if (auto Found = Models.find(Query); Found != Models.end()) {
      ++CachedYes;
      return SolverAnswer{Satisfiable::Yes, Found->second, {}};
    }
    SolverAnswer Answer = Behind->check(Conjuncts, Limit);
    if (Answer.What == Satisfiable::No)
      keepCore(Answer.Core.empty() ? Conjuncts.vec() : Answer.Core);
    if (Answer.What == Satisfiable::Yes)
      keepModel(std::move(Query), Answer.Model);
    return Answer;
  }

  SolverStatistics statistics() const override {
    SolverStatistics Result = Behind->statistics();
    Result.CachedNo = CachedNo;
    Result.CachedYes = CachedYes;
    return Result;
  }

private:
  struct Core {
    TermSet Ids;
    std::vector<Term> Conjuncts;
  };
  static constexpr std::size_t MostCores = 50000, MostModels = 4000;

  /// A core that the query contains. Cores are found by their newest conjunct.
  const std::vector<Term> *knownCore(const TermSet &Query) const {
    for (unsigned Id : Query)
      if (auto Found = Cores.find(Id); Found != Cores.end())
        for (const Core &Each : Found->second)
          if (std::includes(Query.begin(), Query.end(), Each.Ids.begin(), Each.Ids.end()))
            return &Each.Conjuncts;
    return nullptr;
  }

  void keepCore(std::vector<Term> Conjuncts) {
    if (CoreCount++ == MostCores) {
      Cores.clear();
      CoreCount = 1;
    }
    TermSet Ids = setOf(Conjuncts);
    unsigned Newest = Ids.back();
    Cores[Newest].push_back({std::move(Ids), std::move(Conjuncts)});
  }

  void keepModel(TermSet Query, const Assignment &Model) {
    if (Models.size() == MostModels)
      Models.clear();
    Models.emplace(std::move(Query), Model);
  }

  llvm::DenseMap<unsigned, std::vector<Core>> Cores;
  std::size_t CoreCount = 0;
  std::map<TermSet, Assignment> Models;
  unsigned CachedNo = 0, CachedYes = 0;
};

} // namespace

std::unique_ptr<Solver> makeCachingSolver(std::unique_ptr<Solver> Behind) {
  return std::make_unique<CachingSolver>(std::move(Behind));
}

} // namespace vernier
