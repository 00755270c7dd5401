#include "term/Evaluate.h"

#include <llvm/ADT/APSInt.h>
#include <llvm/ADT/Hashing.h>

#include <cmath>
#include <cstring>

namespace vernier {

using llvm::APFloat;
using llvm::APInt;

namespace {

APInt boolean(bool Value) {
  return APInt(1, Value);
}

APFloat number(const APInt &Bits) {
  return APFloat(floatFormat(Bits.getBitWidth()), Bits);
}

APInt bitsOf(const APFloat &Number, unsigned Bits) {
  return Number.isNaN() ? canonicalNaN(Bits) : Number.bitcastToAPInt();
}

APInt squareRoot(const APInt &A) {
  // The host's square root is correctly rounded (IEEE 754 requires it).
  APFloat Number = number(A);
  if (A.getBitWidth() == 80) {
    long double Wide = 0;
    std::memcpy(&Wide, A.getRawData(), 10);
    Wide = std::sqrt(Wide);
    std::uint64_t Words[2] = {};
    std::memcpy(Words, &Wide, 10);
    return bitsOf(number(APInt(80, Words)), 80);
  }
  if (A.getBitWidth() == 64)
    return bitsOf(APFloat(std::sqrt(Number.convertToDouble())), 64);
  bool Inexact;
  // Through double: correctly rounded for the narrower formats, whose precision is less than half of its.
  Number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &Inexact);
  APFloat Root(std::sqrt(Number.convertToDouble()));
  Root.convert(floatFormat(A.getBitWidth()), APFloat::rmNearestTiesToEven, &Inexact);
  return bitsOf(Root, A.getBitWidth());
}

APInt toInteger(const APInt &A, unsigned Bits, bool Signed) {
  llvm::APSInt Result(Bits, !Signed);
  bool Exact;
  if (number(A).convertToInteger(Result, APFloat::rmTowardZero, &Exact) == APFloat::opInvalidOp)
    return valueThatDoesNotFit(Bits, Signed);
  return Result;
}

APInt fromInteger(const APInt &A, unsigned Bits, bool Signed) {
  APFloat Number = APFloat::getZero(floatFormat(Bits));
  Number.convertFromAPInt(A, Signed, APFloat::rmNearestTiesToEven);
  return bitsOf(Number, Bits);
}

APInt floatBinary(Operation What, const APInt &A, const APInt &B) {
  APFloat X = number(A), Y = number(B);
  if (What == Operation::FAdd)
    X.add(Y, APFloat::rmNearestTiesToEven);
  else if (What == Operation::FMul)
    X.multiply(Y, APFloat::rmNearestTiesToEven);
  else if (What == Operation::FDiv)
    X.divide(Y, APFloat::rmNearestTiesToEven);
  else
    X.mod(Y);
  return bitsOf(X, A.getBitWidth());
}

APInt divide(Operation What, const APInt &A, const APInt &B) {
  if (B.isZero()) { // SMT-LIB's meaning
    if (What == Operation::UDiv)
      return APInt::getAllOnes(A.getBitWidth());
    if (What == Operation::SDiv)
      return A.isNegative() ? APInt(A.getBitWidth(), 1) : APInt::getAllOnes(A.getBitWidth());
    return A;
  }
  if (What == Operation::UDiv)
    return A.udiv(B);
  if (What == Operation::SDiv)
    return A.sdiv(B);
  return What == Operation::URem ? A.urem(B) : A.srem(B);
}

} // namespace

std::optional<APInt> applyOperation(Operation What, unsigned Bits, unsigned Low, llvm::RoundingMode Rounding,
                                    llvm::ArrayRef<APInt> O) {
  switch (What) {
  case Operation::Constant:
  case Operation::Variable:
  case Operation::Apply:
    return std::nullopt;
  case Operation::Not:
    return ~O[0];
  case Operation::And:
    return O[0] & O[1];
  case Operation::Or:
    return O[0] | O[1];
  case Operation::Xor:
    return O[0] ^ O[1];
  case Operation::Add: {
    APInt Sum = O[0];
    for (const APInt &Operand : O.drop_front())
      Sum += Operand;
    return Sum;
  }
  case Operation::Mul:
    return O[0] * O[1];
  case Operation::UDiv:
  case Operation::URem:
  case Operation::SDiv:
  case Operation::SRem:
    return divide(What, O[0], O[1]);
  case Operation::Shl:
    return O[0].shl(O[1]);
  case Operation::LShr:
    return O[0].lshr(O[1]);
  case Operation::AShr:
    return O[0].ashr(O[1]);
  case Operation::Concat:
    return O[0].concat(O[1]);
  case Operation::Extract:
    return O[0].extractBits(Bits, Low);
  case Operation::ZExt:
    return O[0].zext(Bits);
  case Operation::SExt:
    return O[0].sext(Bits);
  case Operation::Ite:
    return O[0].isOne() ? O[1] : O[2];
  case Operation::Eq:
    return boolean(O[0] == O[1]);
  case Operation::Ult:
    return boolean(O[0].ult(O[1]));
  case Operation::Ule:
    return boolean(O[0].ule(O[1]));
  case Operation::Slt:
    return boolean(O[0].slt(O[1]));
  case Operation::Sle:
    return boolean(O[0].sle(O[1]));
  case Operation::FAdd:
  case Operation::FMul:
  case Operation::FDiv:
  case Operation::FRem:
    return floatBinary(What, O[0], O[1]);
  case Operation::FSqrt:
    return squareRoot(O[0]);
  case Operation::FFma: {
    APFloat X = number(O[0]);
    X.fusedMultiplyAdd(number(O[1]), number(O[2]), APFloat::rmNearestTiesToEven);
    return bitsOf(X, Bits);
  }
  case Operation::FRound: {
    APFloat X = number(O[0]);
    X.roundToIntegral(Rounding);
    return bitsOf(X, Bits);
  }
  case Operation::FEq:
    return boolean(number(O[0]).compare(number(O[1])) == APFloat::cmpEqual);
  case Operation::FLt:
    return boolean(number(O[0]).compare(number(O[1])) == APFloat::cmpLessThan);
  case Operation::FLe: {
    auto Order = number(O[0]).compare(number(O[1]));
    return boolean(Order == APFloat::cmpLessThan || Order == APFloat::cmpEqual);
  }
  case Operation::FConvert: {
    APFloat X = number(O[0]);
    bool Inexact;
    X.convert(floatFormat(Bits), APFloat::rmNearestTiesToEven, &Inexact);
    return bitsOf(X, Bits);
  }
  case Operation::FToSInt:
  case Operation::FToUInt:
    return toInteger(O[0], Bits, What == Operation::FToSInt);
  case Operation::SIntToF:
  case Operation::UIntToF:
    return fromInteger(O[0], Bits, What == Operation::SIntToF);
  }
  return std::nullopt;
}

Evaluator::Evaluator(llvm::ArrayRef<Term> Roots) : Order(reachable(Roots)) {
  for (Term Each : Order) {
    std::vector<unsigned> Operands;
    for (Term Operand : Each.operands())
      Operands.push_back(SlotOf.lookup(Operand));
    SlotOf[Each] = static_cast<unsigned>(Slots.size());
    OperandSlots.push_back(std::move(Operands));
    Slots.push_back(Each.isConstant() ? Each.value() : APInt::getZero(Each.bits()));
    if (Each.is(Operation::Variable))
      Variables.push_back(Each);
    Uninterpreted |= Each.is(Operation::Apply);
  }
}

/// Some value that depends on the function's name and operands only.
static APInt uninterpreted(Term Each, llvm::ArrayRef<APInt> Operands) {
  llvm::hash_code Code = llvm::hash_combine(Each->Aux);
  for (const APInt &Operand : Operands)
    Code = llvm::hash_combine(Code, Operand);
  return APInt(std::max(Each.bits(), 64u), Code).trunc(Each.bits());
}

APInt Evaluator::operator()(const Assignment &Values) {
  run(Values);
  return Slots.back();
}

void Evaluator::run(const Assignment &Values) {
  llvm::SmallVector<APInt, 4> Operands;
  for (std::size_t I = 0; I < Order.size(); ++I) {
    Term Each = Order[I];
    if (Each.isConstant())
      continue;
    if (Each.is(Operation::Variable)) {
      auto Found = Values.find(Each);
      Slots[I] = Found == Values.end() ? APInt::getZero(Each.bits()) : Found->second;
      continue;
    }
    if (Each.is(Operation::Ite)) {
      Slots[I] = Slots[OperandSlots[I][Slots[OperandSlots[I][0]].isOne() ? 1 : 2]];
      continue;
    }
    Operands.clear();
    for (unsigned Slot : OperandSlots[I])
      Operands.push_back(Slots[Slot]);
    if (Each.is(Operation::Apply)) {
      Slots[I] = uninterpreted(Each, Operands);
      continue;
    }
    Slots[I] = *applyOperation(Each.operation(), Each.bits(), Each.is(Operation::Extract) ? Each.low() : 0,
                               Each.rounding(), Operands);
  }
}

const APInt &Valuation::valueOf(Term Root) {
  llvm::SmallVector<Term, 32> Work{Root};
  llvm::SmallVector<APInt, 4> Operands;
  while (!Work.empty()) {
    Term Each = Work.back();
    if (Known.contains(Each)) {
      Work.pop_back();
      continue;
    }
    if (Each.is(Operation::Ite)) { // what is not chosen is not looked at: of a table it is nearly all
      auto Condition = Known.find(Each.operand(0));
      Term Chosen = Condition == Known.end() ? Term() : Each.operand(Condition->second.isOne() ? 1 : 2);
      auto Value = Chosen ? Known.find(Chosen) : Known.end();
      if (Value == Known.end()) {
        Work.push_back(Chosen ? Chosen : Each.operand(0));
        continue;
      }
      llvm::APInt Result = Value->second;
      Known.try_emplace(Each, std::move(Result));
      Work.pop_back();
      continue;
    }
    std::size_t Before = Work.size();
    for (Term Operand : Each.operands())
      if (!Known.contains(Operand))
        Work.push_back(Operand);
    if (Work.size() != Before)
      continue;
    Work.pop_back();
    if (Each.isConstant()) {
      Known.try_emplace(Each, Each.value());
    } else if (Each.is(Operation::Variable)) {
      auto Given = Values.find(Each);
      Known.try_emplace(Each, Given == Values.end() ? APInt::getZero(Each.bits()) : Given->second);
    } else {
      Operands.clear();
      for (Term Operand : Each.operands())
        Operands.push_back(Known.find(Operand)->second);
      Known.try_emplace(Each, Each.is(Operation::Apply) ? uninterpreted(Each, Operands)
                                                        : *applyOperation(Each.operation(), Each.bits(),
                                                                          Each.is(Operation::Extract) ? Each.low() : 0,
                                                                          Each.rounding(), Operands));
    }
  }
  return Known.find(Root)->second;
}

APInt evaluate(Term Root, const Assignment &Values) {
  return Evaluator(Root)(Values);
}

} // namespace vernier
