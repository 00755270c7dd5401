#include "solver/Layers.h"
#include "solver/Size.h"
#include "solver/SolverProcess.h"

#include "base/Budget.h"

namespace vernier {

namespace {

class ApartSolver : public SolverLayer {
public:
  using SolverLayer::SolverLayer;

  SolverAnswer check(llvm::ArrayRef<Term> Conjuncts, std::chrono::milliseconds Limit) override {
    if (isSmall(Conjuncts))
      return Behind->check(Conjuncts, Limit);
    Stopwatch Watch;
    SolverProcess Asked(Conjuncts, Limit, [&] { return Behind->check(Conjuncts, Limit); });
    SolverAnswer Answer = Asked.wait();
    Seconds += Watch.seconds();
    ++Queries;
    return Answer;
  }

  SolverStatistics statistics() const override {
    SolverStatistics Result = Behind->statistics();
    Result.Queries += Queries;
    Result.Seconds += Seconds;
    return Result;
  }

private:
  unsigned Queries = 0; ///< the solver behind it counts in the copies
  double Seconds = 0;
};

} // namespace

std::unique_ptr<Solver> makeApartSolver(std::unique_ptr<Solver> Behind) {
  return std::make_unique<ApartSolver>(std::move(Behind));
}

} // namespace vernier
