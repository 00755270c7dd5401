#include "solver/Guesser.h"
#include "solver/Solver.h"

#include <deque>

namespace vernier {

namespace {

using llvm::APInt;

<<<<<<< HEAD
=======
/// Values that programs compare with, and their neighbours.
class Guesser {
public:
  explicit Guesser(llvm::ArrayRef<Term> Conjuncts) {
    for (Term Each : reachable(Conjuncts))
      if (Each.isConstant() && Each.bits() > 1)
        Constants[Each.bits()].push_back(Each.value());
  }

  APInt next(Term V) {
    unsigned Bits = V.bits();
    APInt Value = pick(Bits);
    if (admits(V, Value))
      return Value;
    // An interval of one kind may cross the border of the other: only the one that the bounds are about will do.
    auto Bound = boundOf(V);
    APInt Width = Bound->Max - Bound->Min;
    std::uint64_t Most = Width.getZExtValue();
    std::uint64_t Step = Generator.next() % 3 ? Generator.below(Most + 1) : Generator.next() % 2 ? 0 : Most;
    return Bound->Min + APInt(Bits, Step);
  }

private:
  APInt pick(unsigned Bits) {
    auto &Known = Constants[Bits];
    switch (Generator.next() % 8) {
    case 0:
      return APInt(Bits, Generator.next() % 3);
    case 1:
      return APInt(Bits, ~std::uint64_t(0) - Generator.next() % 2, true);
    case 2:
      return APInt::getSignedMaxValue(Bits) + (Generator.next() & 1);
    case 3:
    case 4:
    case 5:
      if (!Known.empty())
        return Known[Generator.next() % Known.size()] + APInt(Bits, Generator.next() % 3) - 1;
      return APInt(Bits, Generator.next() % 256);
    case 6:
      return APInt(Bits, Generator.next() % 256);
    default:
      return APInt(Bits, Generator.next());
    }
  }

  Random Generator{1};
  std::map<unsigned, std::vector<APInt>> Constants;
};

>>>>>>> termtests
class GuessingSolver : public Solver {
public:
  GuessingSolver(TermStore &Store, std::unique_ptr<Solver> Behind) : Store(Store), Behind(std::move(Behind)) {}

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
    std::size_t Tries = std::clamp<std::size_t>(100000 / (Evaluate.size() + 1), 4, 400);
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
  std::deque<Assignment> Models;
  unsigned Guessed = 0;
};

} // namespace

std::unique_ptr<Solver> makeGuessingSolver(TermStore &Store, std::unique_ptr<Solver> Behind) {
  return std::make_unique<GuessingSolver>(Store, std::move(Behind));
}

} // namespace vernier
