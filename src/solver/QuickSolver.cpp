#include "solver/Layers.h"
#include "solver/Size.h"
#include "solver/Z3Answer.h"

#include "base/Budget.h"

#include <set>

namespace vernier {

namespace {

using std::chrono::milliseconds;

/// Longer than almost all queries of explorations take, shorter than what it costs to begin again elsewhere matters.
constexpr milliseconds QuickTime(250);
/// Z3 keeps what it translated; from time to time everything is thrown away.
constexpr unsigned QueriesPerContext = 500;

/// What is larger is translated for longer than that, without a look at the clock.
constexpr std::uint64_t QuickGates = 200000;

/// A context that serves many queries. Each conjunct is asserted under a literal, and the query assumes the literals:
/// those that the solver needed to refute them are the core.
class Session {
public:
  explicit Session(TermStore &Store) : Terms(Store, Context), Core(Context, "QF_BV") {}

  unsigned Queries = 0;

  SolverAnswer ask(llvm::ArrayRef<Term> Conjuncts, milliseconds Limit) {
    ++Queries;
    z3::expr_vector Literals(Context);
    Core.push();
    for (Term Each : Conjuncts) {
      z3::expr Literal = Context.bool_const(("c:" + std::to_string(Each.id())).c_str());
      Core.add(z3::implies(Literal, Terms.boolean(Each)));
      Literals.push_back(Literal);
    }
    SolverAnswer Answer = decide(Conjuncts, Literals, Limit);
    Core.pop();
    return Answer;
  }

private:
  SolverAnswer decide(llvm::ArrayRef<Term> Conjuncts, z3::expr_vector &Literals, milliseconds Limit) {
    std::vector<Term> Variables;
    for (Term Each : reachable(Conjuncts))
      if (Each.is(Operation::Variable))
        Variables.push_back(Each);
    Core.add(Terms.boundsOf(Variables));
    setZ3Limit(Context, Core, Limit);
    SolverAnswer Answer = z3Answer(Core, Core.check(Literals), Terms, Variables);
    if (Answer.What == Satisfiable::No)
      Answer.Core = coreOf(Conjuncts);
    return Answer;
  }

  std::vector<Term> coreOf(llvm::ArrayRef<Term> Conjuncts) {
    std::set<std::string> Needed;
    for (const z3::expr &Each : Core.unsat_core())
      Needed.insert(Each.decl().name().str());
    std::vector<Term> Result;
    for (Term Each : Conjuncts)
      if (Needed.contains("c:" + std::to_string(Each.id())))
        Result.push_back(Each);
    return Result;
  }

  z3::context Context;
  Z3Terms Terms;
  z3::solver Core;
};

class QuickSolver : public SolverLayer {
public:
  QuickSolver(TermStore &Store, std::unique_ptr<Solver> Behind) : SolverLayer(std::move(Behind)), Store(Store) {}

  SolverAnswer check(llvm::ArrayRef<Term> Conjuncts, milliseconds Limit) override {
    Stopwatch Watch;
    auto Answer = quick(Conjuncts, std::min(Limit, QuickTime));
    double Used = Watch.seconds();
    Seconds += Used;
    if (Answer && Answer->What != Satisfiable::Unknown) {
      ++Answered;
      return std::move(*Answer);
    }
    Limit -= std::chrono::duration_cast<milliseconds>(std::chrono::duration<double>(Used));
    if (Answer && Limit.count() <= 0)
      return std::move(*Answer);
    return Behind->check(Conjuncts, Limit);
  }

  SolverStatistics statistics() const override {
    SolverStatistics Result = Behind->statistics();
    Result.Queries += Answered;
    Result.Quick = Answered;
    Result.Seconds += Seconds;
    return Result;
  }

private:
  std::optional<SolverAnswer> quick(llvm::ArrayRef<Term> Conjuncts, milliseconds Limit) {
    if (gates(Conjuncts, QuickGates) > QuickGates)
      return std::nullopt;
    try {
      if (!Now || Now->Queries == QueriesPerContext)
        Now = std::make_unique<Session>(Store);
      auto Answer = Now->ask(Conjuncts, Limit);
      if (Answer.What == Satisfiable::Unknown) // and in a state that nobody promises anything about
        Now.reset();
      return Answer;
    } catch (const z3::exception &) {
      Now.reset();
      return std::nullopt;
    }
  }

  TermStore &Store;
  std::unique_ptr<Session> Now;
  unsigned Answered = 0;
  double Seconds = 0;
};

} // namespace

std::unique_ptr<Solver> makeQuickSolver(TermStore &Store, std::unique_ptr<Solver> Behind) {
  return std::make_unique<QuickSolver>(Store, std::move(Behind));
}

} // namespace vernier
