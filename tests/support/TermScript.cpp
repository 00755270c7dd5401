#include "support/TermScript.h"

#include <llvm/ADT/SmallString.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace vernier::test {

using llvm::APInt;

namespace {

struct Kind {
  const char *Name;
  std::optional<Operation> Means = std::optional<Operation>();
};

const Kind &kind(Make What) {
  static const std::array Kinds = {
      Kind{"constant"},
      Kind{"variable"},
      Kind{"not", Operation::Not},
      Kind{"neg"},
      Kind{"and", Operation::And},
      Kind{"or", Operation::Or},
      Kind{"xor", Operation::Xor},
      Kind{"add", Operation::Add},
      Kind{"sub"},
      Kind{"mul", Operation::Mul},
      Kind{"udiv", Operation::UDiv},
      Kind{"urem", Operation::URem},
      Kind{"sdiv", Operation::SDiv},
      Kind{"srem", Operation::SRem},
      Kind{"shl", Operation::Shl},
      Kind{"lshr", Operation::LShr},
      Kind{"ashr", Operation::AShr},
      Kind{"concat", Operation::Concat},
      Kind{"extract", Operation::Extract},
      Kind{"zext", Operation::ZExt},
      Kind{"sext", Operation::SExt},
      Kind{"ite", Operation::Ite},
      Kind{"implies"},
      Kind{"eq", Operation::Eq},
      Kind{"ne"},
      Kind{"ult", Operation::Ult},
      Kind{"ule", Operation::Ule},
      Kind{"slt", Operation::Slt},
      Kind{"sle", Operation::Sle},
      Kind{"fadd", Operation::FAdd},
      Kind{"fsub"},
      Kind{"fmul", Operation::FMul},
      Kind{"fdiv", Operation::FDiv},
      Kind{"frem", Operation::FRem},
      Kind{"fsqrt", Operation::FSqrt},
      Kind{"fma", Operation::FFma},
      Kind{"fround", Operation::FRound},
      Kind{"fneg"},
      Kind{"fabs"},
      Kind{"feq", Operation::FEq},
      Kind{"flt", Operation::FLt},
      Kind{"fle", Operation::FLe},
      Kind{"isnan"},
      Kind{"fconvert", Operation::FConvert},
      Kind{"ftosi", Operation::FToSInt},
      Kind{"ftoui", Operation::FToUInt},
      Kind{"sitof", Operation::SIntToF},
      Kind{"uitof", Operation::UIntToF},
  };
  return Kinds.at(static_cast<std::size_t>(What));
}

APInt withSign(APInt Number, bool Negative) {
  Number.setBitVal(Number.getBitWidth() - 1, Negative);
  return Number;
}

/// What a step gives for values of its operands, without any store.
APInt meaning(const Step &S, llvm::ArrayRef<APInt> O) {
  if (auto Same = kind(S.What).Means)
    return *applyOperation(*Same, S.Bits, S.Low, S.Rounding, O);
  if (S.What == Make::Neg)
    return -O[0];
  if (S.What == Make::Sub)
    return O[0] - O[1];
  if (S.What == Make::Implies)
    return ~O[0] | O[1];
  if (S.What == Make::Ne)
    return APInt(1, O[0] != O[1]);
  if (S.What == Make::FSub)
    return *applyOperation(Operation::FAdd, S.Bits, 0, S.Rounding, {O[0], withSign(O[1], !O[1].isNegative())});
  if (S.What == Make::FNeg)
    return withSign(O[0], !O[0].isNegative());
  if (S.What == Make::FAbs)
    return withSign(O[0], false);
  if (S.What == Make::IsNaN)
    return APInt(1, llvm::APFloat(floatFormat(O[0].getBitWidth()), O[0]).isNaN());
  std::abort();
}

} // namespace

static Term buildStep(const Step &S, unsigned Index, llvm::ArrayRef<Term> O, TermStore &Store) {
  switch (S.What) {
  case Make::Constant:
    return Store.constant(S.Value);
  case Make::Variable: {
    std::string Name = "v" + std::to_string(Index);
    if (S.Bound)
      return Store.boundedVariable(S.Bits, Name, VariableKind::Input, S.Bound->Signed, S.Bound->Min, S.Bound->Max);
    return Store.variable(S.Bits, Name, VariableKind::Input);
  }
  case Make::Not:
    return Store.notTerm(O[0]);
  case Make::Neg:
    return Store.neg(O[0]);
  case Make::And:
    return Store.andTerm(O[0], O[1]);
  case Make::Or:
    return Store.orTerm(O[0], O[1]);
  case Make::Xor:
    return Store.xorTerm(O[0], O[1]);
  case Make::Add:
    return Store.add(O[0], O[1]);
  case Make::Sub:
    return Store.sub(O[0], O[1]);
  case Make::Mul:
    return Store.mul(O[0], O[1]);
  case Make::UDiv:
    return Store.udiv(O[0], O[1]);
  case Make::URem:
    return Store.urem(O[0], O[1]);
  case Make::SDiv:
    return Store.sdiv(O[0], O[1]);
  case Make::SRem:
    return Store.srem(O[0], O[1]);
  case Make::Shl:
    return Store.shl(O[0], O[1]);
  case Make::LShr:
    return Store.lshr(O[0], O[1]);
  case Make::AShr:
    return Store.ashr(O[0], O[1]);
  case Make::Concat:
    return Store.concat(O[0], O[1]);
  case Make::Extract:
    return Store.extract(O[0], S.Low, S.Bits);
  case Make::ZExt:
    return Store.zext(O[0], S.Bits);
  case Make::SExt:
    return Store.sext(O[0], S.Bits);
  case Make::Ite:
    return Store.ite(O[0], O[1], O[2]);
  case Make::Implies:
    return Store.implies(O[0], O[1]);
  case Make::Eq:
    return Store.eq(O[0], O[1]);
  case Make::Ne:
    return Store.ne(O[0], O[1]);
  case Make::Ult:
    return Store.ult(O[0], O[1]);
  case Make::Ule:
    return Store.ule(O[0], O[1]);
  case Make::Slt:
    return Store.slt(O[0], O[1]);
  case Make::Sle:
    return Store.sle(O[0], O[1]);
  case Make::FAdd:
    return Store.fadd(O[0], O[1]);
  case Make::FSub:
    return Store.fsub(O[0], O[1]);
  case Make::FMul:
    return Store.fmul(O[0], O[1]);
  case Make::FDiv:
    return Store.fdiv(O[0], O[1]);
  case Make::FRem:
    return Store.frem(O[0], O[1]);
  case Make::FSqrt:
    return Store.fsqrt(O[0]);
  case Make::FFma:
    return Store.fma(O[0], O[1], O[2]);
  case Make::FRound:
    return Store.fround(O[0], S.Rounding);
  case Make::FNeg:
    return Store.fneg(O[0]);
  case Make::FAbs:
    return Store.fabs(O[0]);
  case Make::FEq:
    return Store.feq(O[0], O[1]);
  case Make::FLt:
    return Store.flt(O[0], O[1]);
  case Make::FLe:
    return Store.fle(O[0], O[1]);
  case Make::IsNaN:
    return Store.isNaN(O[0]);
  case Make::FConvert:
    return Store.fconvert(O[0], S.Bits);
  case Make::FToSInt:
    return Store.ftosi(O[0], S.Bits);
  case Make::FToUInt:
    return Store.ftoui(O[0], S.Bits);
  case Make::SIntToF:
    return Store.sitof(O[0], S.Bits);
  case Make::UIntToF:
    return Store.uitof(O[0], S.Bits);
  }
  return {};
}

std::vector<Term> build(const TermScript &Script, TermStore &Store) {
  std::vector<Term> Terms;
  for (const Step &S : Script) {
    llvm::SmallVector<Term, 3> Operands;
    for (unsigned Operand : S.Operands)
      Operands.push_back(Terms[Operand]);
    Terms.push_back(buildStep(S, static_cast<unsigned>(Terms.size()), Operands, Store));
  }
  return Terms;
}

Values compute(const TermScript &Script, const Values &Inputs) {
  Values Result;
  for (std::size_t I = 0; I < Script.size(); ++I) {
    const Step &S = Script[I];
    llvm::SmallVector<APInt, 3> Operands;
    for (unsigned Operand : S.Operands)
      Operands.push_back(Result[Operand]);
    Result.push_back(S.What == Make::Constant ? S.Value : S.What == Make::Variable ? Inputs[I] : meaning(S, Operands));
  }
  return Result;
}

std::string text(const TermScript &Script, unsigned Last, const Values &Computed) {
  std::vector<bool> Needed(Script.size());
  Needed[Last] = true;
  for (unsigned I = Last + 1; I-- > 0;)
    if (Needed[I])
      for (unsigned Operand : Script[I].Operands)
        Needed[Operand] = true;
  auto Hex = [](const APInt &Value) {
    llvm::SmallString<40> Digits;
    Value.toString(Digits, 16, false, true);
    return Digits.str().str();
  };
  std::string Text;
  for (unsigned I = 0; I <= Last; ++I) {
    if (!Needed[I])
      continue;
    const Step &S = Script[I];
    Text += "v" + std::to_string(I) + ":" + std::to_string(S.Bits) + " = " + kind(S.What).Name;
    for (unsigned Operand : S.Operands)
      Text += " v" + std::to_string(Operand);
    if (S.What == Make::Extract)
      Text += " from " + std::to_string(S.Low);
    if (S.Bound)
      Text += (S.Bound->Signed ? " signed " : " unsigned ") + Hex(S.Bound->Min) + ".." + Hex(S.Bound->Max);
    Text += "   -> " + Hex(Computed[I]) + "\n";
  }
  return Text;
}

} // namespace vernier::test
