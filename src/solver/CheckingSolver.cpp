#include "solver/Layers.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

class CheckingSolver : public SolverLayer {
public:
  using SolverLayer::SolverLayer;

  SolverAnswer check(llvm::ArrayRef<Term> Conjuncts, std::chrono::milliseconds Limit) override {
    return checked(Conjuncts, Behind->check(Conjuncts, Limit));
  }
  SolverAnswer checkNear(llvm::ArrayRef<Term> Conjuncts, const Assignment &Near,
                         std::chrono::milliseconds Limit) override {
    return checked(Conjuncts, Behind->checkNear(Conjuncts, Near, Limit));
  }
  SolverStatistics statistics() const override {
    SolverStatistics Result = Behind->statistics();
    Result.Asked = Asked;
    Result.Rejected = Rejected;
    Result.Unknown = Unknown;
    return Result;
  }

private:
  SolverAnswer checked(llvm::ArrayRef<Term> Conjuncts, SolverAnswer Answer) {
    ++Asked;
    if (Answer.What == Satisfiable::Yes && !Conjuncts.empty() && !holds(Conjuncts, Answer.Model)) {
      ++Rejected;
      Answer = SolverAnswer();
      Answer.Why = "the model does not satisfy the query";
    }
    Unknown += Answer.What == Satisfiable::Unknown;
    return Answer;
  }

  static bool holds(llvm::ArrayRef<Term> Conjuncts, const Assignment &Model) {
    Evaluator Evaluate(Conjuncts);
    if (Evaluate.hasUninterpreted())
      return true;
    for (Term V : Evaluate.variables()) {
      auto Value = Model.find(V);
      if (!admits(V, Value == Model.end() ? llvm::APInt::getZero(V.bits()) : Value->second))
        return false;
    }
    Evaluate.run(Model);
    return llvm::all_of(Conjuncts, [&](Term Each) { return Evaluate.valueOf(Each).isOne(); });
  }

  unsigned Asked = 0, Rejected = 0, Unknown = 0;
};

} // namespace

std::unique_ptr<Solver> makeCheckingSolver(std::unique_ptr<Solver> Behind) {
  return std::make_unique<CheckingSolver>(std::move(Behind));
}

} // namespace vernier
