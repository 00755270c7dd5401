#include "solver/FloatAbstraction.h"

#include "term/Rebuild.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

using llvm::APFloat;
using llvm::APInt;

/// So many pairs of results are compared with each other.
constexpr std::size_t MostPairs = 2000;

bool isComparison(Term Each) {
  return Each.is(Operation::FEq) || Each.is(Operation::FLt) || Each.is(Operation::FLe);
}

bool isComputation(Term Each) {
  constexpr Operation Those[] = {Operation::FAdd,    Operation::FMul,    Operation::FDiv,    Operation::FRem,
                                 Operation::FSqrt,   Operation::FFma,    Operation::FRound,  Operation::FConvert,
                                 Operation::FToSInt, Operation::FToUInt, Operation::SIntToF, Operation::UIntToF};
  return llvm::is_contained(Those, Each.operation());
}

bool takesNumbers(Term Each) {
  return !Each.is(Operation::SIntToF) && !Each.is(Operation::UIntToF);
}
bool givesNumber(Term Each) {
  return !isComparison(Each) && !Each.is(Operation::FToSInt) && !Each.is(Operation::FToUInt);
}

bool isKnownFormat(unsigned Bits) {
  return Bits == 16 || Bits == 32 || Bits == 64;
}

bool isUnderstood(Term Each) {
  bool Operands =
      !takesNumbers(Each) || llvm::all_of(Each.operands(), [](Term Operand) { return isKnownFormat(Operand.bits()); });
  return Operands && (!givesNumber(Each) || isKnownFormat(Each.bits()));
}

bool commutes(Term Each) {
  return Each.is(Operation::FAdd) || Each.is(Operation::FMul) || Each.is(Operation::FFma);
}

APInt magnitudeOf(const APFloat &Number) {
  APInt Bits = Number.bitcastToAPInt();
  return Bits.trunc(Bits.getBitWidth() - 1);
}

/// The same function of operands.
bool isSameFunction(Term A, Term B) {
  return A.operation() == B.operation() && A.bits() == B.bits() && A.operand(0).bits() == B.operand(0).bits() &&
         (!A.is(Operation::FRound) || A.rounding() == B.rounding());
}

} // namespace

bool usesFloats(llvm::ArrayRef<Term> Conjuncts) {
  return llvm::any_of(reachable(Conjuncts), isComputation);
}

Term FloatAbstraction::operator()(Term Root) {
  llvm::SmallVector<Term, 4> Operands;
  for (Term Each : reachable({Root})) {
    if (Known.contains(Each))
      continue;
    Operands.clear();
    for (Term Operand : Each.operands())
      Operands.push_back(Known.find(Operand)->second);
    Known[Each] = replaced(Each, Operands);
  }
  return Known.find(Root)->second;
}

Term FloatAbstraction::replaced(Term Each, llvm::ArrayRef<Term> Operands) {
  bool Computes = isComputation(Each);
  if (Computes || isComparison(Each)) {
    if (!isUnderstood(Each)) {
      Understands = false;
      return Each;
    }
    if (!Computes)
      return compared(Each, Operands[0], Operands[1]);
    Term Result = Store.fresh(Each.bits(), "number", VariableKind::Undefined);
    Applications.push_back({Each, {Operands.begin(), Operands.end()}, Result});
    return Result;
  }
  return llvm::equal(Operands, Each.operands()) ? Each : rebuildTerm(Store, Each, Operands);
}

Term FloatAbstraction::compared(Term Each, Term A, Term B) const {
  if (Each.is(Operation::FEq))
    return equal(A, B);
  return Each.is(Operation::FLt) ? less(A, B) : Store.orTerm(less(A, B), equal(A, B));
}

Term FloatAbstraction::isOne(Term Number) const {
  return Store.eq(magnitude(Number), Store.constant(magnitudeOf(APFloat::getOne(floatFormat(Number.bits())))));
}

Term FloatAbstraction::isNaN(Term Number) const {
  return Store.ult(Store.constant(magnitudeOf(APFloat::getInf(floatFormat(Number.bits())))), magnitude(Number));
}

Term FloatAbstraction::isFinite(Term Number) const {
  return Store.ult(magnitude(Number), Store.constant(magnitudeOf(APFloat::getInf(floatFormat(Number.bits())))));
}

Term FloatAbstraction::alike(Term A, Term B) const {
  return Store.orTerm(Store.eq(magnitude(A), magnitude(B)), Store.andTerm(isNaN(A), isNaN(B)));
}

Term FloatAbstraction::equal(Term A, Term B) const {
  Term Same = Store.orTerm(Store.eq(A, B), Store.andTerm(isZero(A), isZero(B)));
  return Store.andTerm(Same, Store.andTerm(Store.notTerm(isNaN(A)), Store.notTerm(isNaN(B))));
}

Term FloatAbstraction::less(Term A, Term B) const {
  Term Negative = Store.eq(sign(A), Store.constant(1, 1)), Below = Store.eq(sign(B), Store.constant(1, 1));
  Term BothPositive = Store.andTerm(Store.notTerm(Below), Store.ult(magnitude(A), magnitude(B)));
  Term AcrossZero = Store.andTerm(Store.notTerm(Below), Store.notTerm(Store.andTerm(isZero(A), isZero(B))));
  Term BothNegative = Store.andTerm(Below, Store.ult(magnitude(B), magnitude(A)));
  Term Ordered = Store.ite(Negative, Store.orTerm(AcrossZero, BothNegative), BothPositive);
  return Store.andTerm(Ordered, Store.andTerm(Store.notTerm(isNaN(A)), Store.notTerm(isNaN(B))));
}

std::vector<Term> FloatAbstraction::laws() {
  std::vector<Term> Result;
  std::size_t Pairs = 0;
  for (std::size_t I = 0; I != Applications.size(); ++I) {
    addOwnLaws(Applications[I], Result);
    for (std::size_t J = 0; J != I; ++J)
      if (isSameFunction(Applications[I].Whole, Applications[J].Whole) && ++Pairs <= MostPairs)
        addPairLaws(Applications[J], Applications[I], Result);
  }
  llvm::erase_if(Result, [](Term Law) { return Law.isTrue(); });
  return Result;
}

void FloatAbstraction::addOwnLaws(const Application &Of, std::vector<Term> &Laws) const {
  if (takesNumbers(Of.Whole) && givesNumber(Of.Whole))
    for (Term Operand : Of.Operands)
      Laws.push_back(Store.implies(isNaN(Operand), isNaN(Of.Result)));
  if (Of.Whole.is(Operation::FAdd))
    addSumLaws(Of, Laws);
  else if (Of.Whole.is(Operation::FMul) || Of.Whole.is(Operation::FDiv))
    addProductLaws(Of, Laws);
  else
    addConversionLaws(Of, Laws);
}

/// Zero changes nothing but the sign of another zero; a number and its opposite are +0.
void FloatAbstraction::addSumLaws(const Application &Of, std::vector<Term> &Laws) const {
  Term Sum = Of.Result, Zero = Store.constant(Sum.bits(), 0);
  for (unsigned I : {0, 1}) {
    Term Added = Of.Operands[I], Other = Of.Operands[1 - I];
    Term Given = Store.andTerm(isZero(Added), Store.notTerm(isNaN(Other)));
    Term BothZero = Store.eq(Sum, Store.andTerm(Added, Other));
    Laws.push_back(Store.implies(Given, Store.ite(isZero(Other), BothZero, Store.eq(Sum, Other))));
  }
  Term Opposite = Store.andTerm(Store.eq(Of.Operands[0], negated(Of.Operands[1])), isFinite(Of.Operands[0]));
  Laws.push_back(Store.implies(Opposite, Store.eq(Sum, Zero)));
}

/// Signs multiply; 1 and -1 change nothing else; zero stays zero.
void FloatAbstraction::addProductLaws(const Application &Of, std::vector<Term> &Laws) const {
  Term A = Of.Operands[0], B = Of.Operands[1], Number = Store.notTerm(isNaN(Of.Result));
  Laws.push_back(Store.implies(Number, Store.eq(sign(Of.Result), Store.xorTerm(sign(A), sign(B)))));
  Laws.push_back(Store.implies(isOne(B), alike(Of.Result, A)));
  if (Of.Whole.is(Operation::FDiv))
    return;
  Laws.push_back(Store.implies(isOne(A), alike(Of.Result, B)));
  Laws.push_back(Store.implies(Store.andTerm(isZero(A), isFinite(B)), isZero(Of.Result)));
  Laws.push_back(Store.implies(Store.andTerm(isZero(B), isFinite(A)), isZero(Of.Result)));
}

void FloatAbstraction::addConversionLaws(const Application &Of, std::vector<Term> &Laws) const {
  Term A = Of.Operands[0], R = Of.Result, Positive = Store.constant(1, 0);
  if (Of.Whole.is(Operation::SIntToF) || Of.Whole.is(Operation::UIntToF)) {
    Term None = Store.constant(A.bits(), 0);
    Term Negative = Of.Whole.is(Operation::SIntToF) ? Store.slt(A, None) : Store.boolean(false);
    Laws.push_back(Store.notTerm(isNaN(R)));
    Laws.push_back(Store.eq(sign(R), Negative));
    Laws.push_back(Store.eq(isZero(R), Store.eq(A, None)));
  } else if (Of.Whole.is(Operation::FConvert) || Of.Whole.is(Operation::FRound)) {
    Term Kept = Store.andTerm(Store.notTerm(isNaN(R)), Store.eq(sign(R), sign(A)));
    Laws.push_back(Store.implies(Store.notTerm(isNaN(A)), Kept));
    Laws.push_back(Store.implies(isZero(A), isZero(R)));
  } else if (Of.Whole.is(Operation::FSqrt)) {
    Term Defined = Store.andTerm(Store.notTerm(isNaN(A)), Store.eq(sign(A), Positive));
    Laws.push_back(Store.implies(Defined, Store.andTerm(Store.notTerm(isNaN(R)), Store.eq(sign(R), Positive))));
  }
}

template <typename Relation>
Term FloatAbstraction::corresponds(const Application &First, const Application &Second, const Relation &Holds) const {
  auto InOrder = [&](unsigned A, unsigned B) {
    Term All = Store.boolean(true);
    for (unsigned I = 0; I != First.Operands.size(); ++I)
      All = Store.andTerm(All, Holds(First.Operands[I], Second.Operands[I == 0 ? A : I == 1 ? B : I]));
    return All;
  };
  Term Result = InOrder(0, 1);
  return commutes(First.Whole) ? Store.orTerm(Result, InOrder(1, 0)) : Result;
}

/// Equal operands, equal results; operands with other signs, the same result with another sign. A sum that is zero has
/// a sign of its own.
void FloatAbstraction::addPairLaws(const Application &First, const Application &Second, std::vector<Term> &Laws) const {
  Term A = First.Result, B = Second.Result;
  auto Equal = [&](Term X, Term Y) { return Store.eq(X, Y); };
  Laws.push_back(Store.implies(corresponds(First, Second, Equal), Store.eq(A, B)));
  if (First.Whole.is(Operation::FMul) || First.Whole.is(Operation::FDiv) || First.Whole.is(Operation::FConvert)) {
    auto SameMagnitude = [&](Term X, Term Y) { return Store.eq(magnitude(X), magnitude(Y)); };
    Laws.push_back(Store.implies(corresponds(First, Second, SameMagnitude), alike(A, B)));
  } else if (First.Whole.is(Operation::FAdd)) {
    auto Opposite = [&](Term X, Term Y) { return Store.eq(X, negated(Y)); };
    Term Exact = Store.orTerm(isZero(A), Store.orTerm(isNaN(A), Store.eq(A, negated(B))));
    Laws.push_back(Store.implies(corresponds(First, Second, Opposite), Store.andTerm(alike(A, B), Exact)));
  }
}

} // namespace vernier
