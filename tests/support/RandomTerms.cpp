#include "support/RandomTerms.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace vernier::test {

using llvm::APFloat;
using llvm::APInt;

namespace {

APInt anything(Random &Generator, unsigned Bits) {
  std::uint64_t Words[] = {Generator.next(), Generator.next(), Generator.next(), Generator.next()};
  return APInt(256, Words).trunc(Bits);
}

bool isFloatWidth(unsigned Bits) {
  return Bits == 16 || Bits == 32 || Bits == 64 || Bits == 80;
}

APInt specialNumber(Random &Generator, unsigned Bits) {
  const llvm::fltSemantics &Format = floatFormat(Bits);
  bool Negative = Generator.chance(50);
  auto Number = [&](double Value) {
    APFloat Result(Negative ? -Value : Value);
    bool Inexact;
    Result.convert(Format, APFloat::rmNearestTiesToEven, &Inexact);
    return Result.bitcastToAPInt();
  };
  static const double Known[] = {0.5,        1,          1.5,          2,    2.5,  3,     4,     127,
                                 127.5,      128,        255,          256,  1024, 32767, 32768, 65535,
                                 2147483647, 2147483648, 4294967295.0, 1e18, 0.1,  0.25};
  switch (Generator.below(9)) {
  case 0:
    return APFloat::getZero(Format, Negative).bitcastToAPInt();
  case 1:
    return APFloat::getInf(Format, Negative).bitcastToAPInt();
  case 2:
    return APFloat::getNaN(Format, Negative, Generator.below(2) ? 0 : 5).bitcastToAPInt();
  case 3:
    return APFloat::getSmallest(Format, Negative).bitcastToAPInt();
  case 4:
    return APFloat::getLargest(Format, Negative).bitcastToAPInt();
  case 5:
    return APFloat::getSmallestNormalized(Format, Negative).bitcastToAPInt() - Generator.below(2);
  default:
    return Number(Known[Generator.below(std::size(Known))]);
  }
}

APInt interesting(Random &Generator, unsigned Bits, bool Float) {
  if (Float && isFloatWidth(Bits) && Generator.chance(70))
    return specialNumber(Generator, Bits);
  switch (Generator.below(9)) {
  case 0:
    return APInt::getZero(Bits);
  case 1:
    return APInt(Bits, 1);
  case 2:
    return APInt::getAllOnes(Bits);
  case 3:
    return APInt::getSignMask(Bits) - Generator.below(2);
  case 4:
    return APInt::getLowBitsSet(Bits, static_cast<unsigned>(Generator.below(Bits + 1)));
  case 5:
    return APInt::getOneBitSet(Bits, static_cast<unsigned>(Generator.below(Bits)));
  case 6:
    return APInt(Bits, static_cast<std::uint64_t>(Generator.between(-9, 9)), true);
  case 7:
    return APInt(64, Bits + Generator.below(3) - 1).zextOrTrunc(Bits); // shifts by about the width
  default:
    return anything(Generator, Bits);
  }
}

class Writer {
public:
  Writer(Random &Generator, const RandomTermOptions &Options) : Generator(Generator), Options(Options) {}

  TermScript write() {
    for (unsigned I = 0; I < Options.Variables; ++I)
      variable(I == 0 ? width() : Generator.chance(60) ? Script[0].Bits : width());
    for (unsigned I = 0; I < Options.Steps; ++I)
      step();
    return std::move(Script);
  }

private:
  unsigned push(Step Next) {
    Script.push_back(std::move(Next));
    return static_cast<unsigned>(Script.size() - 1);
  }

  unsigned width() { return Options.Widths[Generator.below(Options.Widths.size())]; }

  unsigned variable(unsigned Bits) {
    Step Next{Make::Variable, Bits, {}};
    // Bounds are kept up to 64 bits.
    if (Options.Bounds && Bits > 1 && Bits <= 64 && Generator.chance(60)) {
      bool Signed = Generator.chance(50);
      APInt Min = interesting(Generator, Bits, false), Max = interesting(Generator, Bits, false);
      if (Generator.chance(50))
        Max = Min + APInt(Bits, Generator.below(20));
      if (Signed ? Min.sgt(Max) : Min.ugt(Max))
        std::swap(Min, Max);
      Next.Bound = VariableBound{Signed, Min, Max};
    }
    return push(std::move(Next));
  }

  unsigned constant(unsigned Bits) {
    Step Next{Make::Constant, Bits, {}};
    Next.Value = interesting(Generator, Bits, Options.Floats);
    return push(std::move(Next));
  }

  /// An operand of that width: mostly an earlier step, late ones more often.
  unsigned operand(unsigned Bits) {
    if (Generator.chance(25))
      return constant(Bits);
    std::vector<unsigned> Fitting;
    for (unsigned I = 0; I < Script.size(); ++I)
      if (Script[I].Bits == Bits)
        Fitting.push_back(I);
    if (Fitting.empty())
      return Generator.chance(50) ? variable(Bits) : converted(Bits);
    std::size_t Late = std::min<std::size_t>(Fitting.size(), 4);
    return Generator.chance(50) ? Fitting[Fitting.size() - 1 - Generator.below(Late)]
                                : Fitting[Generator.below(Fitting.size())];
  }

  /// A step of that width from one of another width.
  unsigned converted(unsigned Bits) {
    unsigned From = static_cast<unsigned>(Generator.below(Script.size()));
    unsigned Has = Script[From].Bits;
    if (Has == Bits)
      return From;
    if (Has > Bits)
      return push({Make::Extract, Bits, {From}, low(Has, Bits)});
    return push({Generator.chance(50) ? Make::ZExt : Make::SExt, Bits, {From}});
  }

  unsigned low(unsigned Has, unsigned Bits) {
    return Generator.chance(50) ? 0 : static_cast<unsigned>(Generator.below(Has - Bits + 1));
  }

  unsigned condition() {
    if (Generator.chance(60))
      return operand(1);
    return comparison();
  }

  unsigned comparison() {
    static const Make Comparisons[] = {Make::Eq, Make::Ne, Make::Ult, Make::Ule, Make::Slt, Make::Sle};
    unsigned Bits = likelyWidth();
    unsigned A = operand(Bits), B = operand(Bits);
    return push({Comparisons[Generator.below(6)], 1, {A, B}});
  }

  unsigned likelyWidth() { return Generator.chance(70) ? Script[Generator.below(Script.size())].Bits : width(); }

  void step() {
    if (Options.Floats && Generator.chance(50))
      return floatStep();
    unsigned Bits = likelyWidth();
    switch (Generator.below(12)) {
    case 0:
      push({Generator.chance(60) ? Make::Not : Make::Neg, Bits, {operand(Bits)}});
      return;
    case 1:
    case 2:
      comparison();
      return;
    case 3:
    case 4: {
      unsigned C = condition(), A = operand(Bits), B = operand(Bits);
      push({Make::Ite, Bits, {C, A, B}});
      return;
    }
    case 5: {
      unsigned A = operand(Bits), B = operand(likelyWidth());
      if (Bits + Script[B].Bits <= Options.WidestConcat)
        push({Make::Concat, Bits + Script[B].Bits, {A, B}});
      return;
    }
    case 6:
    case 7:
      converted(width());
      return;
    case 8: {
      unsigned A = operand(1), B = operand(1);
      static const Make Kinds[] = {Make::And, Make::Or, Make::Xor, Make::Implies};
      push({Kinds[Generator.below(4)], 1, {A, B}});
      return;
    }
    default:
      binary(Bits);
    }
  }

  void binary(unsigned Bits) {
    static const Make Kinds[] = {Make::And, Make::Or,   Make::Xor,  Make::Add,  Make::Add,  Make::Sub,  Make::Mul,
                                 Make::Shl, Make::LShr, Make::AShr, Make::UDiv, Make::URem, Make::SDiv, Make::SRem};
    unsigned A = operand(Bits), B = operand(Bits);
    push({Kinds[Generator.below(Options.Division ? 14 : 10)], Bits, {A, B}});
  }

  unsigned floatWidth() {
    std::vector<unsigned> Fitting;
    for (unsigned Bits : Options.Widths)
      if (isFloatWidth(Bits))
        Fitting.push_back(Bits);
    return Fitting[Generator.below(Fitting.size())];
  }

  void floatStep() {
    unsigned Bits = Generator.chance(70) && isFloatWidth(Script[0].Bits) ? Script[0].Bits : floatWidth();
    unsigned A = operand(Bits), B = operand(Bits);
    switch (Generator.below(14)) {
    case 0:
    case 1:
      push({Generator.chance(50) ? Make::FAdd : Make::FSub, Bits, {A, B}});
      return;
    case 2:
      push({Make::FMul, Bits, {A, B}});
      return;
    case 3:
      push({Make::FDiv, Bits, {A, B}});
      return;
    case 4:
      push({Options.Remainders ? Make::FRem : Make::FAdd, Bits, {A, B}});
      return;
    case 5:
      push({Make::FSqrt, Bits, {A}});
      return;
    case 6: {
      unsigned C = operand(Bits);
      push({Make::FFma, Bits, {A, B, C}});
      return;
    }
    case 7: {
      static const llvm::RoundingMode Modes[] = {llvm::RoundingMode::TowardZero, llvm::RoundingMode::NearestTiesToEven,
                                                 llvm::RoundingMode::TowardPositive, llvm::RoundingMode::TowardNegative,
                                                 llvm::RoundingMode::NearestTiesToAway};
      push({Make::FRound, Bits, {A}, 0, Modes[Generator.below(5)]});
      return;
    }
    case 8:
      push({Generator.chance(50) ? Make::FNeg : Make::FAbs, Bits, {A}});
      return;
    case 9:
    case 10: {
      static const Make Kinds[] = {Make::FEq, Make::FLt, Make::FLe};
      push({Kinds[Generator.below(3)], 1, {A, B}});
      return;
    }
    case 11: {
      unsigned Wanted = floatWidth();
      if (Wanted != Bits) // a conversion to the same width is none
        push({Make::FConvert, Wanted, {A}});
      else
        push({Make::IsNaN, 1, {A}});
      return;
    }
    case 12:
      push({Generator.chance(50) ? Make::FToSInt : Make::FToUInt, width(), {A}});
      return;
    default: {
      unsigned From = operand(width());
      push({Generator.chance(50) ? Make::SIntToF : Make::UIntToF, Bits, {From}});
    }
    }
  }

  Random &Generator;
  const RandomTermOptions &Options;
  TermScript Script;
};

APInt within(Random &Generator, const VariableBound &Bound) {
  APInt Width = Bound.Max - Bound.Min;
  if (Width.isAllOnes())
    return anything(Generator, Width.getBitWidth());
  switch (Generator.below(4)) {
  case 0:
    return Bound.Min;
  case 1:
    return Bound.Max;
  default:
    return Bound.Min + anything(Generator, Width.getBitWidth()).urem(Width + 1);
  }
}

} // namespace

TermScript randomScript(Random &Generator, const RandomTermOptions &Options) {
  return Writer(Generator, Options).write();
}

Values randomInputs(Random &Generator, const TermScript &Script) {
  std::vector<APInt> Constants;
  bool Floats = false;
  for (const Step &S : Script) {
    if (S.What == Make::Constant)
      Constants.push_back(S.Value);
    Floats |= S.What >= Make::FAdd;
  }
  Values Result(Script.size(), APInt(1, 0));
  for (std::size_t I = 0; I < Script.size(); ++I) {
    const Step &S = Script[I];
    if (S.What != Make::Variable)
      continue;
    if (S.Bound)
      Result[I] = within(Generator, *S.Bound);
    else if (!Constants.empty() && Generator.chance(35))
      Result[I] = Constants[Generator.below(Constants.size())].sextOrTrunc(S.Bits) + Generator.below(3) - 1;
    else
      Result[I] = interesting(Generator, S.Bits, Floats);
  }
  return Result;
}

} // namespace vernier::test
