#include "bounded/Shrink.h"

#include "input/LeafTerms.h"
#include "term/Evaluate.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

/// With many inputs, a question costs more than a reader gains.
constexpr std::size_t MostShrunk = 64, MostAsked = 6;
constexpr std::chrono::milliseconds LongestQuestion{300};

/// A model with small numbers instead, if there is one and the solver finds it quickly.
Assignment smallModel(TermStore &Store, const std::vector<Term> &Leaves, Questions &Ask, Term Condition,
                      const Assignment &Model) {
  auto IsLarge = [&](Term Leaf) {
    auto Value = Model.find(Leaf);
    return Leaf.bits() > 8 && Value != Model.end() && Value->second.abs().ugt(1u << 12);
  };
  if (Leaves.size() > MostAsked || llvm::none_of(Leaves, IsLarge))
    return Model;
  for (unsigned Bits : {8u, 13u}) {
    Term Small = Condition;
    for (Term Leaf : Leaves)
      if (Leaf.bits() > 16)
        Small = Store.andTerm(Small, Store.ult(Leaf, Store.constant(Leaf.bits(), std::uint64_t(1) << Bits)));
    if (Small.isFalse())
      continue;
    SolverAnswer Answer = Ask.checkQuickly(Small, LongestQuestion);
    if (Answer.What == Satisfiable::Yes)
      return Answer.Model;
  }
  return Model;
}

/// Makes one value smaller as long as the condition holds.
class LeafShrinker {
public:
  LeafShrinker(Term Leaf, Evaluator &Holds, Assignment &Values) : Leaf(Leaf), Holds(Holds), Values(Values) {}

  void run() {
    for (std::uint64_t Small : {0, 1})
      if (Values[Leaf] == Small || take(llvm::APInt(Leaf.bits(), Small)))
        return;
    if (Leaf.bits() > 8)
      shrinkNumber();
    else
      preferLetters();
  }

private:
  bool take(const llvm::APInt &Value) {
    llvm::APInt Before = Values[Leaf];
    if (Value == Before || !admits(Leaf, Value))
      return false;
    Values[Leaf] = Value;
    if (Holds(Values).isOne())
      return true;
    Values[Leaf] = Before;
    return false;
  }

  /// Smaller amounts, then a few steps further.
  void shrinkNumber() {
    llvm::APInt First = Values[Leaf];
    for (unsigned Shift = Leaf.bits() - 1; Shift > 0; --Shift)
      if (take(First.isNegative() ? First.ashr(Shift) : First.lshr(Shift)))
        break;
    for (unsigned Steps = 0; Steps < 64; ++Steps) {
      llvm::APInt Value = Values[Leaf];
      if (!take(Value.isNegative() ? Value + 1 : Value - 1))
        break;
    }
  }

  void preferLetters() {
    for (char Nice : {'0', '1', 'a', 'b', ' '})
      if (take(llvm::APInt(Leaf.bits(), static_cast<unsigned char>(Nice))))
        return;
  }

  Term Leaf;
  Evaluator &Holds;
  Assignment &Values;
};

} // namespace

InputAssignment smallWitness(TermStore &Store, const std::vector<Term> &Leaves, Questions &Ask, Term Condition,
                             const Assignment &Model) {
  if (Leaves.size() > MostShrunk)
    return inputOf(Leaves, Model);
  Evaluator Holds(Store.andTerm(Condition, Ask.assumed()));
  Assignment Values = smallModel(Store, Leaves, Ask, Condition, Model);
  if (Holds.hasUninterpreted() || !Holds(Values).isOne())
    return inputOf(Leaves, Model);
  for (Term Leaf : Leaves) {
    if (!Values.contains(Leaf))
      Values[Leaf] = inputOf({Leaf}, Model)[0];
    LeafShrinker(Leaf, Holds, Values).run();
  }
  return inputOf(Leaves, Values);
}

} // namespace vernier
