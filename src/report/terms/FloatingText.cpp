#include "report/terms/TermText.h"

#include <llvm/ADT/StringRef.h>

// Floating-point terms as expressions of C. Their bits as an integer are bits(x), an integer's bits as a number are
// number(i): C has no operator for that.

namespace vernier {

namespace {

const char *typeName(unsigned Bits) {
  return Bits == 16 ? "_Float16" : Bits == 32 ? "float" : "double";
}

bool isSignFlip(Term T) {
  return T.is(Operation::Xor) && T.operand(1).isConstant() && T.operand(1).value().isSignMask();
}

bool isWithoutSign(Term T) {
  return T.is(Operation::And) && T.operand(1).isConstant() && T.operand(1).value().isMaxSignedValue();
}

/// and(x, 0111..1) is zext(extract(x)) in its simplest form.
bool isMagnitude(Term T) {
  return T.is(Operation::ZExt) && T.operand(0).is(Operation::Extract) && T.operand(0).low() == 0 &&
         T.operand(0).bits() + 1 == T.bits() && T.operand(0).operand(0).bits() == T.bits();
}

const char *roundingName(llvm::RoundingMode Mode) {
  if (Mode == llvm::RoundingMode::TowardZero)
    return "trunc";
  if (Mode == llvm::RoundingMode::TowardPositive)
    return "ceil";
  if (Mode == llvm::RoundingMode::TowardNegative)
    return "floor";
  return Mode == llvm::RoundingMode::NearestTiesToAway ? "round" : "rint";
}

} // namespace

bool TermText::isFloating(Term T) const {
  if (const InputLeaf *Leaf = leafOf(T))
    return Leaf->Floating;
  switch (T.operation()) {
  case Operation::FAdd:
  case Operation::FMul:
  case Operation::FDiv:
  case Operation::FRem:
  case Operation::FSqrt:
  case Operation::FFma:
  case Operation::FRound:
  case Operation::FConvert:
  case Operation::SIntToF:
  case Operation::UIntToF:
    return true;
  case Operation::Xor:
    return isSignFlip(T) && isFloating(T.operand(0));
  case Operation::And:
    return isWithoutSign(T) && isFloating(T.operand(0));
  case Operation::ZExt:
    return isMagnitude(T) && isFloating(T.operand(0).operand(0));
  case Operation::Ite:
    return (isFloating(T.operand(1)) || T.operand(1).isConstant()) &&
           (isFloating(T.operand(2)) || T.operand(2).isConstant()) &&
           !(T.operand(1).isConstant() && T.operand(2).isConstant());
  case Operation::Constant:
  case Operation::Variable:
  case Operation::Apply:
  case Operation::Not:
  case Operation::Or:
  case Operation::Add:
  case Operation::Mul:
  case Operation::UDiv:
  case Operation::URem:
  case Operation::SDiv:
  case Operation::SRem:
  case Operation::Shl:
  case Operation::LShr:
  case Operation::AShr:
  case Operation::Concat:
  case Operation::Extract:
  case Operation::SExt:
  case Operation::Eq:
  case Operation::Ult:
  case Operation::Ule:
  case Operation::Slt:
  case Operation::Sle:
  case Operation::FEq:
  case Operation::FLt:
  case Operation::FLe:
  case Operation::FToSInt:
  case Operation::FToUInt:
    return false;
  }
  return false;
}

CText TermText::floatingConstant(Term T) const {
  std::string Text = valueText(T.value(), true, true);
  if (llvm::StringRef(Text).ends_with("nan"))
    return {"NAN", BindsPrimary, T.bits(), true};
  if (llvm::StringRef(Text).ends_with("inf"))
    return {Text.front() == '-' ? "-INFINITY" : "INFINITY", BindsUnary, T.bits(), true};
  if (Text.find_first_of(".e") == std::string::npos)
    Text += ".0";
  if (T.bits() == 32)
    Text += "f";
  return {Text, Text.front() == '-' ? BindsUnary : BindsPrimary, T.bits(), true};
}

CText TermText::floating(Term T) {
  if (T.isConstant())
    return floatingConstant(T);
  if (++Depth > MostDepth && !T.is(Operation::Variable)) {
    --Depth;
    return leftOut(T.bits());
  }
  CText Result = floatingInside(T);
  --Depth;
  return Result;
}

CText TermText::floatingInside(Term T) {
  unsigned Bits = T.bits();
  if (T.is(Operation::Variable) && isFloating(T))
    return {nameOf(Numbers.lookup(T)), BindsPrimary, Bits, true};
  if (!isFloating(T))
    return {"number(" + fitting(T).Text + ")", BindsPrimary, Bits, true};
  auto Operand = [&](unsigned I, int Least) { return floating(T.operand(I)).inside(Least); };
  auto Call = [&](const std::string &Function) {
    std::string Text = Function + "(";
    for (Term Each : T.operands())
      Text += (Text.back() == '(' ? "" : ", ") + floating(Each).Text;
    return CText{Text + ")", BindsPrimary, Bits, true};
  };
  auto Negated = [&](const std::string &Text) { return CText{"-" + Text, BindsUnary, Bits, true}; };
  if (T.is(Operation::FAdd)) {
    for (unsigned I : {1u, 0u})
      if (isSignFlip(T.operand(I)))
        return {Operand(1 - I, BindsSum) + " - " + floating(T.operand(I).operand(0)).inside(BindsProduct), BindsSum,
                Bits, true};
    return {Operand(0, BindsSum) + " + " + Operand(1, BindsProduct), BindsSum, Bits, true};
  }
  if (T.is(Operation::FMul) || T.is(Operation::FDiv))
    return {Operand(0, BindsProduct) + (T.is(Operation::FMul) ? " * " : " / ") + Operand(1, BindsUnary), BindsProduct,
            Bits, true};
  if (T.is(Operation::FRem))
    return Call("fmod");
  if (T.is(Operation::FSqrt))
    return Call("sqrt");
  if (T.is(Operation::FFma))
    return Call("fma");
  if (T.is(Operation::FRound))
    return Call(roundingName(T.rounding()));
  if (T.is(Operation::FConvert))
    return {std::string("(") + typeName(Bits) + ")" + Operand(0, BindsUnary), BindsUnary, Bits, true};
  if (T.is(Operation::SIntToF) || T.is(Operation::UIntToF))
    return {std::string("(") + typeName(Bits) + ")" + exact(T.operand(0), T.is(Operation::SIntToF)).inside(BindsUnary),
            BindsUnary, Bits, true};
  if (T.is(Operation::Xor))
    return Negated(Operand(0, BindsUnary));
  if (T.is(Operation::And))
    return {"fabs(" + floating(T.operand(0)).Text + ")", BindsPrimary, Bits, true};
  if (T.is(Operation::ZExt))
    return {"fabs(" + floating(T.operand(0).operand(0)).Text + ")", BindsPrimary, Bits, true};
  // an if-then-else
  return {condition(T.operand(0)).inside(BindsOr) + " ? " + Operand(1, BindsOr) + " : " + Operand(2, BindsOr),
          BindsChoice, Bits, true};
}

} // namespace vernier
