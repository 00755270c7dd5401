#include "solver/FloatAbstraction.h"
#include "solver/Layers.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

/// Part of the time for the question without the meaning of floating point.
constexpr int Share = 4;

class AbstractingSolver : public SolverLayer {
public:
  AbstractingSolver(TermStore &Store, std::unique_ptr<Solver> Behind) : SolverLayer(std::move(Behind)), Store(Store) {}

  SolverAnswer check(llvm::ArrayRef<Term> Conjuncts, std::chrono::milliseconds Limit) override {
    if (!usesFloats(Conjuncts))
      return Behind->check(Conjuncts, Limit);
    auto Start = std::chrono::steady_clock::now();
    if (auto Answer = withoutMeaning(Conjuncts, Limit / Share))
      return std::move(*Answer);
    auto Taken = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - Start);
    return Behind->check(Conjuncts, std::max(Limit - Taken, std::chrono::milliseconds(1)));
  }
  SolverStatistics statistics() const override { return Behind->statistics(); }

private:
  /// No, or a model that evaluation confirms; else nothing.
  std::optional<SolverAnswer> withoutMeaning(llvm::ArrayRef<Term> Conjuncts, std::chrono::milliseconds Limit) {
    FloatAbstraction Abstract(Store);
    std::vector<Term> Question;
    for (Term Each : Conjuncts)
      Question.push_back(Abstract(Each));
    if (!Abstract.understands())
      return std::nullopt;
    llvm::append_range(Question, Abstract.laws());
    SolverAnswer Answer = Behind->check(Question, Limit);
    if (Answer.What == Satisfiable::No)
      return SolverAnswer{Satisfiable::No, Assignment(), {}};
    if (Answer.What != Satisfiable::Yes)
      return std::nullopt;
    Evaluator Values(Conjuncts);
    if (Values.hasUninterpreted())
      return std::nullopt;
    Assignment Model;
    for (Term V : Values.variables()) {
      auto Given = Answer.Model.find(V);
      Model[V] = Given == Answer.Model.end() ? llvm::APInt::getZero(V.bits()) : Given->second;
      if (!admits(V, Model[V]))
        return std::nullopt;
    }
    Values.run(Model);
    if (!llvm::all_of(Conjuncts, [&](Term Each) { return Values.valueOf(Each).isOne(); }))
      return std::nullopt;
    return SolverAnswer{Satisfiable::Yes, std::move(Model), {}};
  }

  TermStore &Store;
};

} // namespace

std::unique_ptr<Solver> makeAbstractingSolver(TermStore &Store, std::unique_ptr<Solver> Behind) {
  return std::make_unique<AbstractingSolver>(Store, std::move(Behind));
}

} // namespace vernier
