#include "solver/Z3Terms.h"

#include <llvm/ADT/SmallString.h>

namespace vernier {

z3::expr Z3Terms::boolean(Term Root) {
  for (Term Each : reachable({Root}))
    if (!Translated.contains(Each.id()))
      translate(Each);
  return Translated.at(Root.id());
}

z3::expr Z3Terms::boundsOf(llvm::ArrayRef<Term> Some) {
  z3::expr All = Context.bool_val(true);
  for (Term Each : Some)
    if (auto Bound = boundOf(Each); Bound && Each.bits() > 1) {
      z3::expr V = variable(Each), Min = constant(Bound->Min), Max = constant(Bound->Max);
      All = All && (Bound->Signed ? z3::sle(Min, V) && z3::sle(V, Max) : z3::ule(Min, V) && z3::ule(V, Max));
    } else if (Bound) {
      All = All && variable(Each) == Context.bool_val(Bound->Min.isOne());
    }
  return All;
}

void Z3Terms::translate(Term Each) {
  Translated.emplace(Each.id(), node(Each));
  if (Each.is(Operation::Variable))
    Variables.push_back(Each);
}

z3::expr Z3Terms::constant(const llvm::APInt &Value) {
  if (Value.getBitWidth() == 1)
    return Context.bool_val(Value.isOne());
  llvm::SmallString<40> Digits;
  Value.toStringUnsigned(Digits);
  return Context.bv_val(Digits.c_str(), Value.getBitWidth());
}

z3::expr Z3Terms::vectorOperand(Term Each, unsigned I) {
  z3::expr Operand = operand(Each, I);
  return Operand.is_bool() ? z3::ite(Operand, Context.bv_val(1, 1), Context.bv_val(0, 1)) : Operand;
}

z3::sort Z3Terms::floatSort(unsigned Bits) {
  return Bits == 16   ? Context.fpa_sort<16>()
         : Bits == 32 ? Context.fpa_sort<32>()
         : Bits == 80 ? Context.fpa_sort(15, 64)
                      : Context.fpa_sort<64>();
}

/// Bits read as a number. Those of x87 show the first bit of the significand, which must agree with the exponent: what
/// does not is no number, but for the smallest normal ones, whose exponent may be written as zero.
z3::expr Z3Terms::fromBits(const z3::expr &Bits, unsigned Width) {
  if (Width != 80)
    return {Context, Z3_mk_fpa_to_fp_bv(Context, Bits, floatSort(Width))};
  z3::expr Exponent = Bits.extract(78, 64), Leading = Bits.extract(63, 63);
  z3::expr Lowest = Exponent == Context.bv_val(0, 15);
  z3::expr Interchange = z3::concat(z3::concat(Bits.extract(79, 79), z3::ite(Lowest, z3::zext(Leading, 14), Exponent)),
                                    Bits.extract(62, 0));
  z3::expr Number(Context, Z3_mk_fpa_to_fp_bv(Context, Interchange, floatSort(80)));
  z3::expr NaN(Context, Z3_mk_fpa_nan(Context, floatSort(80)));
  return z3::ite(!Lowest && Leading == Context.bv_val(0, 1), NaN, Number);
}

/// The bits of what is a number.
z3::expr Z3Terms::toBits(const z3::expr &Number, unsigned Width) {
  z3::expr Bits(Context, Z3_mk_fpa_to_ieee_bv(Context, Number));
  if (Width != 80)
    return Bits;
  z3::expr Leading = z3::ite(Bits.extract(77, 63) == Context.bv_val(0, 15), Context.bv_val(0, 1), Context.bv_val(1, 1));
  return z3::concat(z3::concat(Bits.extract(78, 63), Leading), Bits.extract(62, 0));
}

z3::expr Z3Terms::number(Term Operand) {
  Floats = true;
  if (auto Known = Numbers.find(Operand.id()); Known != Numbers.end())
    return Known->second;
  z3::expr Number = fromBits(Translated.at(Operand.id()), Operand.bits());
  // A choice between numbers is a choice of numbers: it need not pass through bits.
  if (Operand.is(Operation::Ite) && Numbers.contains(Operand.operand(1).id()) &&
      Numbers.contains(Operand.operand(2).id()))
    Number = z3::ite(Translated.at(Operand.operand(0).id()), number(Operand.operand(1)), number(Operand.operand(2)));
  Numbers.emplace(Operand.id(), Number);
  return Number;
}

z3::expr Z3Terms::apply(Term Each) {
  Functions = true;
  auto SortOf = [&](Term T) { return T.bits() == 1 ? Context.bool_sort() : Context.bv_sort(T.bits()); };
  z3::sort_vector Domain(Context);
  z3::expr_vector Arguments(Context);
  for (unsigned I = 0; I < Each.operands().size(); ++I) {
    Domain.push_back(SortOf(Each.operand(I)));
    Arguments.push_back(operand(Each, I));
  }
  // One name may stand for functions of different types.
  std::string Name = Each.is(Operation::FRem) ? "fmod" : "f:" + Store.name(Each).str();
  for (Term Operand : Each.operands())
    Name += ":" + std::to_string(Operand.bits());
  return Context.function(Name.c_str(), Domain, SortOf(Each))(Arguments);
}

z3::expr Z3Terms::floating(Term Each) {
  z3::expr Nearest(Context, Z3_mk_fpa_rne(Context));
  auto Made = [&](Z3_ast Ast) { return z3::expr(Context, Ast); };
  if (Each.is(Operation::FAdd))
    return Made(Z3_mk_fpa_add(Context, Nearest, number(Each.operand(0)), number(Each.operand(1))));
  if (Each.is(Operation::FMul))
    return Made(Z3_mk_fpa_mul(Context, Nearest, number(Each.operand(0)), number(Each.operand(1))));
  if (Each.is(Operation::FDiv))
    return Made(Z3_mk_fpa_div(Context, Nearest, number(Each.operand(0)), number(Each.operand(1))));
  if (Each.is(Operation::FSqrt))
    return Made(Z3_mk_fpa_sqrt(Context, Nearest, number(Each.operand(0))));
  if (Each.is(Operation::FFma))
    return Made(
        Z3_mk_fpa_fma(Context, Nearest, number(Each.operand(0)), number(Each.operand(1)), number(Each.operand(2))));
  if (Each.is(Operation::FConvert))
    return Made(Z3_mk_fpa_to_fp_float(Context, Nearest, number(Each.operand(0)), floatSort(Each.bits())));
  if (Each.is(Operation::SIntToF))
    return Made(Z3_mk_fpa_to_fp_signed(Context, Nearest, vectorOperand(Each, 0), floatSort(Each.bits())));
  if (Each.is(Operation::UIntToF))
    return Made(Z3_mk_fpa_to_fp_unsigned(Context, Nearest, vectorOperand(Each, 0), floatSort(Each.bits())));
  // FRound. Z3 keeps what it returned only until the next call, unless an expr holds it.
  Z3_ast Mode = Each.rounding() == llvm::RoundingMode::TowardZero          ? Z3_mk_fpa_rtz(Context)
                : Each.rounding() == llvm::RoundingMode::TowardPositive    ? Z3_mk_fpa_rtp(Context)
                : Each.rounding() == llvm::RoundingMode::TowardNegative    ? Z3_mk_fpa_rtn(Context)
                : Each.rounding() == llvm::RoundingMode::NearestTiesToAway ? Z3_mk_fpa_rna(Context)
                                                                           : Z3_mk_fpa_rne(Context);
  z3::expr How = Made(Mode);
  return Made(Z3_mk_fpa_round_to_integral(Context, How, number(Each.operand(0))));
}

z3::expr Z3Terms::toInteger(Term Each) {
  bool Signed = Each.is(Operation::FToSInt);
  unsigned From = Each.operand(0).bits(), Bits = Each.bits();
  auto Made = [&](Z3_ast Ast) { return z3::expr(Context, Ast); };
  auto Limit = [&](const llvm::APInt &Value) { return fromBits(constant(Value), From); };
  z3::expr TowardZero = Made(Z3_mk_fpa_rtz(Context));
  z3::expr Integral = Made(Z3_mk_fpa_round_to_integral(Context, TowardZero, number(Each.operand(0))));
  // What Z3 gives for numbers that do not fit is its own choice.
  IntegralRange Range = integralRange(From, Bits, Signed);
  z3::expr Fits = Made(Z3_mk_fpa_leq(Context, Limit(Range.Least), Integral)) &&
                  Made(Z3_mk_fpa_leq(Context, Integral, Limit(Range.Most)));
  z3::expr Converted = Made(Signed ? Z3_mk_fpa_to_sbv(Context, TowardZero, Integral, Bits)
                                   : Z3_mk_fpa_to_ubv(Context, TowardZero, Integral, Bits));
  z3::expr Otherwise = constant(valueThatDoesNotFit(Bits, Signed));
  return z3::ite(Fits, Bits == 1 ? Converted == Context.bv_val(1, 1) : Converted, Otherwise);
}

z3::expr Z3Terms::node(Term Each) {
  bool Bool = Each.bits() == 1;
  auto Made = [&](Z3_ast Ast) { return z3::expr(Context, Ast); };
  switch (Each.operation()) {
  case Operation::Constant:
    return constant(Each.value());
  case Operation::Variable: {
    std::string Name = "v:" + Store.name(Each).str() + ":" + std::to_string(Each.bits());
    return Bool ? Context.bool_const(Name.c_str()) : Context.bv_const(Name.c_str(), Each.bits());
  }
  case Operation::Apply:
    return apply(Each);
  case Operation::Not:
    return Bool ? !operand(Each, 0) : ~operand(Each, 0);
  case Operation::And:
    return Bool ? operand(Each, 0) && operand(Each, 1) : operand(Each, 0) & operand(Each, 1);
  case Operation::Or:
    return Bool ? operand(Each, 0) || operand(Each, 1) : operand(Each, 0) | operand(Each, 1);
  case Operation::Xor:
    return Bool ? operand(Each, 0) != operand(Each, 1) : operand(Each, 0) ^ operand(Each, 1);
  case Operation::Add: {
    z3::expr Sum = operand(Each, 0);
    for (unsigned I = 1; I < Each.operands().size(); ++I)
      Sum = Sum + operand(Each, I);
    return Sum;
  }
  case Operation::Mul:
    return operand(Each, 0) * operand(Each, 1);
  case Operation::UDiv:
    return z3::udiv(operand(Each, 0), operand(Each, 1));
  case Operation::URem:
    return z3::urem(operand(Each, 0), operand(Each, 1));
  case Operation::SDiv:
    return operand(Each, 0) / operand(Each, 1);
  case Operation::SRem:
    return z3::srem(operand(Each, 0), operand(Each, 1));
  case Operation::Shl:
    return z3::shl(operand(Each, 0), operand(Each, 1));
  case Operation::LShr:
    return z3::lshr(operand(Each, 0), operand(Each, 1));
  case Operation::AShr:
    return z3::ashr(operand(Each, 0), operand(Each, 1));
  case Operation::Concat:
    return z3::concat(vectorOperand(Each, 0), vectorOperand(Each, 1));
  case Operation::Extract: {
    z3::expr Bits = vectorOperand(Each, 0).extract(Each.low() + Each.bits() - 1, Each.low());
    return Bool ? Bits == Context.bv_val(1, 1) : Bits;
  }
  case Operation::ZExt:
    return z3::zext(vectorOperand(Each, 0), Each.bits() - Each.operand(0).bits());
  case Operation::SExt:
    return z3::sext(vectorOperand(Each, 0), Each.bits() - Each.operand(0).bits());
  case Operation::Ite:
    return z3::ite(operand(Each, 0), operand(Each, 1), operand(Each, 2));
  case Operation::Eq:
    return operand(Each, 0) == operand(Each, 1);
  case Operation::Ult:
    return z3::ult(operand(Each, 0), operand(Each, 1));
  case Operation::Ule:
    return z3::ule(operand(Each, 0), operand(Each, 1));
  case Operation::Slt:
    return z3::slt(operand(Each, 0), operand(Each, 1));
  case Operation::Sle:
    return z3::sle(operand(Each, 0), operand(Each, 1));
  case Operation::FEq:
    return Made(Z3_mk_fpa_eq(Context, number(Each.operand(0)), number(Each.operand(1))));
  case Operation::FLt:
    return Made(Z3_mk_fpa_lt(Context, number(Each.operand(0)), number(Each.operand(1))));
  case Operation::FLe:
    return Made(Z3_mk_fpa_leq(Context, number(Each.operand(0)), number(Each.operand(1))));
  case Operation::FToSInt:
  case Operation::FToUInt:
    return toInteger(Each);
  case Operation::FRem: // SMT-LIB's remainder is another one: some function, which is enough to prove equality
    return apply(Each);
  case Operation::FAdd:
  case Operation::FMul:
  case Operation::FDiv:
  case Operation::FSqrt:
  case Operation::FFma:
  case Operation::FRound:
  case Operation::FConvert:
  case Operation::SIntToF:
  case Operation::UIntToF: {
    Floats = true;
    z3::expr Number = floating(Each);
    Numbers.emplace(Each.id(), Number);
    return z3::ite(Made(Z3_mk_fpa_is_nan(Context, Number)), constant(canonicalNaN(Each.bits())),
                   toBits(Number, Each.bits()));
  }
  }
  return Context.bool_val(false);
}

} // namespace vernier
