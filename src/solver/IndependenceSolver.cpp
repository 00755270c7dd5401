#include "solver/Layers.h"

#include "base/Budget.h"
#include "solver/TermSupports.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/MapVector.h>

namespace vernier {

namespace {

class IndependenceSolver : public SolverLayer {
public:
  using SolverLayer::SolverLayer;

  SolverAnswer check(llvm::ArrayRef<Term> Conjuncts, std::chrono::milliseconds Limit) override {
    return solve(Conjuncts, nullptr, Limit);
  }
  SolverAnswer checkNear(llvm::ArrayRef<Term> Conjuncts, const Assignment &Near,
                         std::chrono::milliseconds Limit) override {
    return solve(Conjuncts, &Near, Limit);
  }
  SolverStatistics statistics() const override {
    SolverStatistics Result = Behind->statistics();
    Result.Groups = Groups;
    Result.KeptGroups = Kept;
    return Result;
  }

private:
  using Group = std::vector<Term>;

  SolverAnswer solve(llvm::ArrayRef<Term> Conjuncts, const Assignment *Near, std::chrono::milliseconds Limit) {
    std::vector<Term> Parts = flatten(Conjuncts);
    SolverAnswer Whole;
    Whole.What = Satisfiable::Yes;
    if (Near)
      Whole.Model = *Near;
    if (Parts.empty())
      return Whole;
    Budget Time(Limit); // for all groups together
    llvm::DenseSet<Term> Failing = failing(Parts, Near);
    for (const Group &Each : groupsOf(Parts)) {
      ++Groups;
      if (llvm::none_of(Each, [&](Term T) { return Failing.contains(T); })) {
        ++Kept;
        continue;
      }
      SolverAnswer Answer = Behind->check(Each, std::max(*Time.left(), std::chrono::milliseconds(1)));
      if (Answer.What == Satisfiable::No)
        return Answer;
      if (Answer.What == Satisfiable::Unknown) { // another group may still be unsatisfiable
        Whole.What = Satisfiable::Unknown;
        Whole.Why = Answer.Why;
      }
      for (const auto &[Variable, Value] : Answer.Model)
        Whole.Model[Variable] = Value;
    }
    if (Whole.What != Satisfiable::Yes)
      Whole.Model.clear();
    return Whole;
  }

  /// Conjuncts that are no conjunctions, each once.
  static std::vector<Term> flatten(llvm::ArrayRef<Term> Conjuncts) {
    std::vector<Term> Result, Stack(Conjuncts.rbegin(), Conjuncts.rend());
    llvm::DenseSet<Term> Seen;
    while (!Stack.empty()) {
      Term Each = Stack.back();
      Stack.pop_back();
      if (Each.isTrue() || !Seen.insert(Each).second)
        continue;
      if (Each.is(Operation::And))
        Stack.insert(Stack.end(), Each.operands().rbegin(), Each.operands().rend());
      else
        Result.push_back(Each);
    }
    return Result;
  }

  /// Those that are not known to hold for the given values.
  llvm::DenseSet<Term> failing(const std::vector<Term> &Parts, const Assignment *Near) {
    llvm::DenseSet<Term> Result;
    if (!Near) {
      Result.insert(Parts.begin(), Parts.end());
      return Result;
    }
    Evaluator Evaluate(Parts);
    llvm::DenseSet<Tie> Outside; // variables that have no value, or one outside of their bounds
    for (Term V : Evaluate.variables())
      if (auto Value = Near->find(V); Value == Near->end() || !admits(V, Value->second))
        Outside.insert(V.id());
    Evaluate.run(*Near);
    for (Term Each : Parts) {
      const Support &Of = Supports.of(Each);
      if (Of.Uninterpreted || !Evaluate.valueOf(Each).isOne() ||
          llvm::any_of(Of.Ties, [&](Tie T) { return Outside.contains(T); }))
        Result.insert(Each);
    }
    return Result;
  }

  std::vector<Group> groupsOf(const std::vector<Term> &Parts) {
    llvm::EquivalenceClasses<Tie> Classes;
    for (Term Each : Parts) {
      const auto &Ties = Supports.of(Each).Ties;
      for (Tie T : Ties)
        Classes.unionSets(Ties.front(), T);
    }
    llvm::MapVector<Tie, Group> ByLeader;
    for (Term Each : Parts) {
      const auto &Ties = Supports.of(Each).Ties;
      ByLeader[Ties.empty() ? 0 : Classes.getLeaderValue(Ties.front()) + 1].push_back(Each);
    }
    std::vector<Group> Result;
    for (auto &Each : ByLeader)
      Result.push_back(std::move(Each.second));
    return Result;
  }

  TermSupports Supports;
  unsigned Groups = 0, Kept = 0;
};

} // namespace

std::unique_ptr<Solver> makeIndependenceSolver(std::unique_ptr<Solver> Behind) {
  return std::make_unique<IndependenceSolver>(std::move(Behind));
}

} // namespace vernier
