#include "solver/Guesser.h"
#include "solver/Solver.h"

#include <deque>

namespace vernier {

namespace {

using llvm::APInt;

class GuessingSolver : public Solver {
public:
  GuessingSolver(TermStore &Store, std::unique_ptr<Solver> Behind, std::size_t Effort)
      : Store(Store), Behind(std::move(Behind)), Effort(Effort) {}

  SolverAnswer check(llvm::ArrayRef<Term> Conjuncts, std::chrono::milliseconds Limit) override {
    Term All = Store.boolean(true);
    for (Term Each : Conjuncts)
      All = Store.andTerm(All, Each);
    if (All.isFalse())
      return SolverAnswer{Satisfiable::No, Assignment(), {}};
    Evaluator Evaluate(All);
    // What an uninterpreted function gives is not ours to guess.
    if (!Evaluate.hasUninterpreted())
      if (auto Found = guess(Conjuncts, Evaluate)) {
        ++Guessed;
        return SolverAnswer{Satisfiable::Yes, std::move(*Found), {}};
      }
    SolverAnswer Answer = Behind->check(Conjuncts, Limit);
    if (Answer.What == Satisfiable::Yes)
      keep(Answer.Model);
    return Answer;
  }

  SolverStatistics statistics() const override {
    SolverStatistics Result = Behind->statistics();
    Result.Guessed = Guessed;
    return Result;
  }

private:
  std::optional<Assignment> guess(llvm::ArrayRef<Term> Conjuncts, Evaluator &Evaluate) {
    for (const Assignment &Model : Models)
      if (Assignment Whole = complete(Model, Evaluate); within(Whole) && Evaluate(Whole).isOne())
        return Whole;
    // Work in proportion to the size of the query, so that big ones do not wait for guesses.
    std::size_t Tries = std::clamp<std::size_t>(Effort / (Evaluate.size() + 1), 4, 400);
    Guesser Guess(Conjuncts);
    for (std::size_t I = 0; I < Tries; ++I) {
      Assignment Values;
      for (Term V : Evaluate.variables())
        Values[V] = Guess.next(V);
      if (Evaluate(Values).isOne()) {
        keep(Values);
        return Values;
      }
    }
    return std::nullopt;
  }

  static Assignment complete(const Assignment &Model, const Evaluator &Evaluate) {
    Assignment Result;
    for (Term V : Evaluate.variables()) {
      auto Found = Model.find(V);
      Result[V] = Found == Model.end() ? APInt::getZero(V.bits()) : Found->second;
    }
    return Result;
  }

  static bool within(const Assignment &Values) {
    return llvm::all_of(Values, [](const auto &Each) { return admits(Each.first, Each.second); });
  }

  void keep(const Assignment &Model) {
    Models.push_front(Model);
    if (Models.size() > 24)
      Models.pop_back();
  }

  TermStore &Store;
  std::unique_ptr<Solver> Behind;
  std::size_t Effort;
  std::deque<Assignment> Models;
  unsigned Guessed = 0;
};

} // namespace

std::unique_ptr<Solver> makeGuessingSolver(TermStore &Store, std::unique_ptr<Solver> Behind, std::size_t Effort) {
  return std::make_unique<GuessingSolver>(Store, std::move(Behind), Effort);
}

} // namespace vernier
