#include "exposure/TransferCondition.h"

namespace vernier {

namespace {

using llvm::APInt;

/// What the other operand must not be, for operations of which one value of it decides everything.
class Conditions {
public:
  Conditions(TermStore &Store, Term Other) : Store(Store), Other(Other), Bits(Other.bits()) {}

  Term always() { return Store.boolean(true); }
  Term notZero() { return differs(APInt::getZero(Bits)); }
  Term notOnes() { return differs(APInt::getAllOnes(Bits)); }
  Term notOne() { return Bits == 1 ? notOnes() : differs(APInt(Bits, 1)); }
  Term notLeast() { return differs(APInt::getSignedMinValue(Bits)); }
  Term notGreatest() { return differs(APInt::getSignedMaxValue(Bits)); }
  Term belowWidth() { return Store.ult(Other, Store.constant(APInt(Bits, Bits))); }
  Term isNumber() { return Store.notTerm(Store.isNaN(Other)); }
  Term both(Term One, Term Two) { return Store.andTerm(One, Two); }

private:
  Term differs(const APInt &Value) { return Store.ne(Other, Store.constant(Value)); }

  TermStore &Store;
  Term Other;
  unsigned Bits;
};

/// A shift by as much as the width, or more, has no meaning.
Term ofShift(Conditions Is, std::uint8_t Operation, bool First) {
  if (First)
    return Is.belowWidth();
  return Operation == VernierAShr ? Is.both(Is.notZero(), Is.notOnes()) : Is.notZero();
}

Term ofComparison(Conditions Is, std::uint8_t Operation, bool First) {
  switch (Operation) {
  case VernierUlt:
  case VernierUge:
    return First ? Is.notZero() : Is.notOnes();
  case VernierUgt:
  case VernierUle:
    return First ? Is.notOnes() : Is.notZero();
  case VernierSlt:
  case VernierSge:
    return First ? Is.notLeast() : Is.notGreatest();
  case VernierSgt:
  case VernierSle:
    return First ? Is.notGreatest() : Is.notLeast();
  default:
    return Is.always();
  }
}

Term ofTwo(Conditions Is, std::uint8_t Operation, bool First) {
  switch (Operation) {
  case VernierMul:
  case VernierAnd:
    return Is.notZero();
  case VernierOr:
    return Is.notOnes();
  case VernierUDiv:
  case VernierSDiv: // of a divisor, or a dividend, that is zero
    return Is.notZero();
  case VernierURem:
    return First ? Is.both(Is.notZero(), Is.notOne()) : Is.notZero();
  case VernierSRem:
    return First ? Is.both(Is.notZero(), Is.both(Is.notOne(), Is.notOnes())) : Is.notZero();
  case VernierShl:
  case VernierLShr:
  case VernierAShr:
    return ofShift(Is, Operation, First);
  case VernierFAdd:
  case VernierFSub:
  case VernierFMul:
  case VernierFDiv:
  case VernierFRem:
    return Is.isNumber();
  default:
    return ofComparison(Is, Operation, First);
  }
}

} // namespace

Term transferCondition(TermStore &Store, std::uint8_t Operation, OperandPlace Of, Term A, Term B, Term C) {
  if (Operation == VernierSelect && A && B && C) {
    if (Of == OperandPlace::A)
      return Store.ne(B, C);
    return Of == OperandPlace::B ? A : Store.notTerm(A);
  }
  bool HasTwo =
      (Operation >= VernierAdd && Operation <= VernierSle) || (Operation >= VernierFAdd && Operation <= VernierFRem);
  Term Other = Of == OperandPlace::A ? B : A;
  if (!HasTwo || !Other)
    return Store.boolean(true);
  return ofTwo(Conditions(Store, Other), Operation, Of == OperandPlace::A);
}

} // namespace vernier
