#include "solver/Layers.h"
#include "solver/Size.h"
#include "solver/Solver.h"
#include "solver/SolverProcess.h"
#include "solver/Z3Answer.h"

#include <llvm/ADT/SmallString.h>

namespace vernier {

namespace {

using Clock = std::chrono::steady_clock;

llvm::APInt valueOf(const z3::expr &Value, unsigned Bits) {
  if (Value.is_bool())
    return llvm::APInt(1, Value.is_true());
  std::string Digits;
  if (!Value.is_numeral(Digits))
    return llvm::APInt::getZero(Bits);
  return llvm::APInt(std::max(Bits, static_cast<unsigned>(Digits.size()) * 4), Digits, 10).trunc(Bits);
}

/// Pure bit-vectors go straight to the SAT solver: on the queries of bench/avoidance that takes two thirds of the time
/// of Z3's own choice (qfbv), and a tenth of its general solver's on the hard ones. The other theories need theirs.
z3::solver solverFor(z3::context &Context, const Z3Terms &Terms) {
  if (Terms.usesFloats() && Terms.usesFunctions())
    return z3::solver(Context);
  if (Terms.usesFloats())
    return z3::tactic(Context, "qffpbv").mk_solver();
  if (Terms.usesFunctions())
    return z3::tactic(Context, "qfufbv").mk_solver();
  z3::tactic Steps = z3::tactic(Context, "simplify") & z3::tactic(Context, "solve-eqs") &
                     z3::tactic(Context, "bit-blast") & z3::tactic(Context, "sat");
  return Steps.mk_solver();
}

/// Each query is a context of its own: what Z3 keeps between queries is memory and no help.
class Z3Solver : public Solver {
public:
  explicit Z3Solver(TermStore &Store) : Store(Store) {}

  SolverAnswer check(llvm::ArrayRef<Term> Conjuncts, std::chrono::milliseconds Limit) override {
    ++Statistics.Queries;
    auto Start = Clock::now();
    SolverAnswer Answer;
    try {
      Answer = ask(Conjuncts, Limit);
    } catch (const z3::exception &Problem) {
      Answer.What = Satisfiable::Unknown;
      Answer.Why = Problem.msg();
    }
    Statistics.Seconds += std::chrono::duration<double>(Clock::now() - Start).count();
    return Answer;
  }

  SolverStatistics statistics() const override { return Statistics; }

private:
  SolverAnswer ask(llvm::ArrayRef<Term> Conjuncts, std::chrono::milliseconds Limit) {
    z3::context Context;
    Z3Terms Terms(Store, Context);
    z3::expr_vector Facts(Context);
    for (Term Each : Conjuncts)
      Facts.push_back(Terms.boolean(Each));
    Facts.push_back(Terms.bounds());
    z3::solver Core = solverFor(Context, Terms);
    setZ3Limit(Context, Core, Limit);
    for (unsigned I = 0; I < Facts.size(); ++I)
      Core.add(Facts[static_cast<int>(I)]);
    return z3Answer(Core, Core.check(), Terms, Terms.variables());
  }

  TermStore &Store;
  SolverStatistics Statistics;
};

class Z3AssumptionSolver : public AssumptionSolver {
public:
  explicit Z3AssumptionSolver(TermStore &Store) : Terms(Store, Context), Core(Context) {}

  void assume(Term Fact) override {
    Facts.push_back(Fact);
    try {
      Core.add(Terms.boolean(Fact));
      addBounds();
    } catch (const z3::exception &Problem) {
      Broken = Problem.msg();
    }
  }

  SolverAnswer check(Term Question, std::chrono::milliseconds Limit) override {
    std::vector<Term> Whole = Facts;
    Whole.push_back(Question);
    if (isSmall(Whole))
      return ask(Question, Limit);
    // The copy knows all facts; what it learns, it takes with it.
    return SolverProcess(Whole, Limit, [&] { return ask(Question, Limit); }).wait();
  }

private:
  SolverAnswer ask(Term Question, std::chrono::milliseconds Limit) {
    SolverAnswer Answer;
    Answer.Why = Broken;
    if (!Broken.empty())
      return Answer;
    try {
      setZ3Limit(Context, Core, Limit);
      z3::expr Literal = Context.bool_const(("q:" + std::to_string(Questions++)).c_str());
      Core.add(z3::implies(Literal, Terms.boolean(Question)));
      addBounds();
      z3::expr_vector Assumptions(Context);
      Assumptions.push_back(Literal);
      return z3Answer(Core, Core.check(Assumptions), Terms, Terms.variables());
    } catch (const z3::exception &Problem) {
      Answer.Why = Problem.msg();
      return Answer;
    }
  }

  void addBounds() {
    Core.add(Terms.bounds(Bounded));
    Bounded = Terms.variables().size();
  }

  std::vector<Term> Facts;
  z3::context Context;
  Z3Terms Terms;
  std::size_t Bounded = 0; ///< variables whose bounds the solver knows
  z3::solver Core;
  unsigned Questions = 0;
  std::string Broken;
};

} // namespace

SolverAnswer z3Answer(z3::solver &Core, z3::check_result Result, Z3Terms &Terms, llvm::ArrayRef<Term> Variables) {
  SolverAnswer Answer;
  switch (Result) {
  case z3::unsat:
    Answer.What = Satisfiable::No;
    break;
  case z3::unknown:
    Answer.Why = Core.reason_unknown();
    break;
  case z3::sat: {
    Answer.What = Satisfiable::Yes;
    z3::model Model = Core.get_model();
    for (Term V : Variables)
      Answer.Model[V] = valueOf(Model.eval(Terms.variable(V), true), V.bits());
    break;
  }
  }
  return Answer;
}

void setZ3Limit(z3::context &Context, z3::solver &Core, std::chrono::milliseconds Limit) {
  z3::params Parameters(Context);
  Parameters.set("timeout", static_cast<unsigned>(std::max<std::int64_t>(Limit.count(), 1)));
  Parameters.set("ctrl_c", false); // an interrupt is for whoever asks, not for this question alone
  Core.set(Parameters);
}

std::unique_ptr<Solver> makeZ3Here(TermStore &Store) {
  return std::make_unique<Z3Solver>(Store);
}

std::unique_ptr<Solver> makeZ3Solver(TermStore &Store) {
  return makeApartSolver(makeZ3Here(Store));
}

std::unique_ptr<AssumptionSolver> makeAssumptionSolver(TermStore &Store) {
  return std::make_unique<Z3AssumptionSolver>(Store);
}

std::unique_ptr<Solver> makeSolver(TermStore &Store) {
  return makeGuessingSolver(Store, makeAbstractingSolver(Store, makeZ3Solver(Store)));
}

} // namespace vernier
