#include "input/Expression.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

using Op = Expression::Op;
using llvm::APFloat;
using llvm::APInt;

APInt truth(bool Value) {
  return APInt(32, Value);
}

APFloat floating(const APInt &Bits) {
  return APFloat(Bits.getBitWidth() == 32 ? APFloat::IEEEsingle() : APFloat::IEEEdouble(), Bits);
}

APInt cast(const Expression &To, const Expression &From, const APInt &Value) {
  if (To.Floating) {
    const llvm::fltSemantics &Kind = To.Bits == 32 ? APFloat::IEEEsingle() : APFloat::IEEEdouble();
    if (!From.Floating) {
      APFloat Result(Kind);
      Result.convertFromAPInt(Value, From.Signed, APFloat::rmNearestTiesToEven);
      return Result.bitcastToAPInt();
    }
    APFloat Result = floating(Value);
    bool Lost = false;
    Result.convert(Kind, APFloat::rmNearestTiesToEven, &Lost);
    return Result.bitcastToAPInt();
  }
  if (To.Bits == 1)
    return APInt(1, !Value.isZero());
  return From.Signed ? Value.sextOrTrunc(To.Bits) : Value.zextOrTrunc(To.Bits);
}

APInt floatingArithmetic(Op What, const APInt &A, const APInt &B) {
  APFloat X = floating(A), Y = floating(B);
  constexpr auto Nearest = APFloat::rmNearestTiesToEven;
  if (What == Op::Add)
    X.add(Y, Nearest);
  else if (What == Op::Sub)
    X.subtract(Y, Nearest);
  else if (What == Op::Mul)
    X.multiply(Y, Nearest);
  else
    X.divide(Y, Nearest);
  return X.bitcastToAPInt();
}

APInt quotient(const APInt &A, const APInt &B, bool Signed) {
  if (!B.isZero())
    return Signed ? A.sdiv(B) : A.udiv(B);
  if (Signed && A.isNegative())
    return APInt(A.getBitWidth(), 1);
  return APInt::getAllOnes(A.getBitWidth());
}

APInt remainder(const APInt &A, const APInt &B, bool Signed) {
  if (B.isZero())
    return A;
  return Signed ? A.srem(B) : A.urem(B);
}

APInt shifted(Op What, const APInt &A, const APInt &B, bool Signed) {
  auto By = static_cast<unsigned>(B.getLimitedValue(A.getBitWidth()));
  if (What == Op::Shl)
    return A.shl(By);
  return Signed ? A.ashr(By) : A.lshr(By);
}

bool compared(Op What, const Expression &Type, const APInt &A, const APInt &B) {
  if (Type.Floating) {
    APFloat::cmpResult Order = floating(A).compare(floating(B));
    bool Equal = Order == APFloat::cmpEqual, Less = Order == APFloat::cmpLessThan;
    return What == Op::Equal ? Equal : What == Op::NotEqual ? !Equal : What == Op::Less ? Less : Less || Equal;
  }
  if (What == Op::Equal || What == Op::NotEqual)
    return (A == B) == (What == Op::Equal);
  if (What == Op::Less)
    return Type.Signed ? A.slt(B) : A.ult(B);
  return Type.Signed ? A.sle(B) : A.ule(B);
}

APInt binary(const Expression &What, const APInt &A, const APInt &B) {
  switch (What.What) {
  case Op::Add:
    return What.Floating ? floatingArithmetic(Op::Add, A, B) : A + B;
  case Op::Sub:
    return What.Floating ? floatingArithmetic(Op::Sub, A, B) : A - B;
  case Op::Mul:
    return What.Floating ? floatingArithmetic(Op::Mul, A, B) : A * B;
  case Op::Div:
    return What.Floating ? floatingArithmetic(Op::Div, A, B) : quotient(A, B, What.Signed);
  case Op::Rem:
    return remainder(A, B, What.Signed);
  case Op::And:
    return A & B;
  case Op::Or:
    return A | B;
  case Op::Xor:
    return A ^ B;
  case Op::Shl:
  case Op::Shr:
    return shifted(What.What, A, B, What.Signed);
  case Op::Equal:
  case Op::NotEqual:
  case Op::Less:
  case Op::LessEqual:
    return truth(compared(What.What, What.Operands[0], A, B));
  case Op::LogicalAnd:
    return truth(!A.isZero() && !B.isZero());
  case Op::LogicalOr:
    return truth(!A.isZero() || !B.isZero());
  case Op::Constant:
  case Op::Leaf:
  case Op::Cast:
  case Op::Negate:
  case Op::Complement:
  case Op::LogicalNot:
  case Op::Select:
    break;
  }
  return A;
}

} // namespace

APInt evaluate(const Expression &What, const InputAssignment &Values) {
  if (What.What == Op::Constant)
    return What.Value;
  if (What.What == Op::Leaf)
    return Values[What.LeafIndex];
  APInt First = evaluate(What.Operands[0], Values);
  switch (What.What) {
  case Op::Cast:
    return cast(What, What.Operands[0], First);
  case Op::Negate:
    return What.Floating ? (-floating(First)).bitcastToAPInt() : -First;
  case Op::Complement:
    return ~First;
  case Op::LogicalNot:
    return truth(First.isZero());
  case Op::Select:
    return evaluate(What.Operands[First.isZero() ? 2 : 1], Values);
  case Op::Constant:
  case Op::Leaf:
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Div:
  case Op::Rem:
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Shl:
  case Op::Shr:
  case Op::Equal:
  case Op::NotEqual:
  case Op::Less:
  case Op::LessEqual:
  case Op::LogicalAnd:
  case Op::LogicalOr:
    break;
  }
  return binary(What, First, evaluate(What.Operands[1], Values));
}

namespace {

Expression node(Expression::Op What, std::vector<Expression> Operands) {
  Expression Result;
  Result.What = What;
  Result.Operands = std::move(Operands);
  return Result;
}

Expression plainLeaf(const InputSpace &Space, unsigned Leaf) {
  Expression Result;
  Result.What = Expression::Op::Leaf;
  Result.Bits = Space.Leaves[Leaf].Bits;
  Result.Signed = Space.Leaves[Leaf].Signed;
  Result.Floating = Space.Leaves[Leaf].Floating;
  Result.LeafIndex = Leaf;
  return Result;
}

Expression constantLike(const Expression &Other, const APInt &Value) {
  Expression Result;
  Result.Bits = Other.Bits;
  Result.Signed = Other.Signed;
  Result.Floating = Other.Floating;
  Result.Value = Value;
  return Result;
}

/// `Counter <= AtMost ? Leaf == 0 : Min <= Leaf && Leaf <= Max`
Expression guardExpression(const InputSpace &Space, const InputGuard &What) {
  using Op = Expression::Op;
  Expression Counter = plainLeaf(Space, What.Counter), Leaf = plainLeaf(Space, What.Leaf);
  Expression Absent = node(Op::LessEqual, {Counter, constantLike(Counter, APInt(Counter.Bits, What.AtMost))});
  Expression Zero = node(Op::Equal, {Leaf, constantLike(Leaf, APInt(Leaf.Bits, 0))});
  if (!What.Min)
    return node(Op::LogicalOr, {node(Op::LogicalNot, {Absent}), Zero});
  Expression Within = node(Op::LogicalAnd, {node(Op::LessEqual, {constantLike(Leaf, *What.Min), Leaf}),
                                            node(Op::LessEqual, {Leaf, constantLike(Leaf, *What.Max)})});
  return node(Op::Select, {Absent, Zero, Within});
}

} // namespace

Result<std::vector<Expression>> assumptionsOf(const InputSpace &Space) {
  std::vector<Expression> All;
  for (const std::string &Text : Space.Assume) {
    auto One = parseExpression(Text, Space);
    if (!One)
      return One.takeError();
    All.push_back(std::move(*One));
  }
  for (const InputGuard &Each : Space.Guards)
    All.push_back(guardExpression(Space, Each));
  return All;
}

bool admits(const InputSpace &Space, const std::vector<Expression> &Assumptions, const InputAssignment &Values) {
  for (std::size_t I = 0; I != Space.Leaves.size(); ++I) {
    const InputLeaf &Leaf = Space.Leaves[I];
    auto Less = [&](const APInt &A, const APInt &B) { return Leaf.Signed ? A.slt(B) : A.ult(B); };
    if ((Leaf.Min && Less(Values[I], *Leaf.Min)) || (Leaf.Max && Less(*Leaf.Max, Values[I])))
      return false;
  }
  return llvm::all_of(Assumptions, [&](const Expression &Each) { return !evaluate(Each, Values).isZero(); });
}

} // namespace vernier
