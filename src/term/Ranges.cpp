#include "term/Ranges.h"

#include "term/Evaluate.h"
#include "term/ValueSet.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <initializer_list>

namespace vernier {

using llvm::APInt;

namespace {

using Unsigned128 = unsigned __int128;
using Signed128 = __int128;

std::uint64_t maskOf(unsigned Bits) {
  return ValueSet::most(Bits);
}

std::int64_t signExtended(std::uint64_t Value, unsigned Bits) {
  return Bits >= 64 ? static_cast<std::int64_t>(Value) : static_cast<std::int64_t>(Value << (64 - Bits)) >> (64 - Bits);
}

std::int64_t leastSigned(unsigned Bits) {
  return signExtended(std::uint64_t(1) << (Bits - 1), Bits);
}

unsigned bitLength(std::uint64_t Value) {
  return Value == 0 ? 0 : 64 - static_cast<unsigned>(__builtin_clzll(Value));
}

/// Integers from Low to High, modulo the width: an interval if they all lie in one period.
void boundModulo(Range &Out, Signed128 Low, Signed128 High) {
  unsigned Bits = Out.Bits;
  if (Low >> Bits == High >> Bits)
    Out.boundUnsigned(static_cast<std::uint64_t>(Low) & maskOf(Bits), static_cast<std::uint64_t>(High) & maskOf(Bits));
  Signed128 Half = Signed128(1) << (Bits - 1);
  if ((Low + Half) >> Bits == (High + Half) >> Bits)
    Out.boundSigned(signExtended(static_cast<std::uint64_t>(Low) & maskOf(Bits), Bits),
                    signExtended(static_cast<std::uint64_t>(High) & maskOf(Bits), Bits));
}

void add(Range &Out, llvm::ArrayRef<Range> O) {
  Signed128 Low = 0, High = 0, SLow = 0, SHigh = 0;
  for (const Range &Each : O) {
    Low += Each.UMin;
    High += Each.UMax;
    SLow += Each.SMin;
    SHigh += Each.SMax;
  }
  boundModulo(Out, Low, High);
  boundModulo(Out, SLow, SHigh);
}

void multiply(Range &Out, const Range &A, const Range &B) {
  Unsigned128 High = static_cast<Unsigned128>(A.UMax) * B.UMax;
  if (High <= maskOf(Out.Bits))
    Out.boundUnsigned(A.UMin * B.UMin, static_cast<std::uint64_t>(High));
  auto Corner = [](std::int64_t X, std::int64_t Y) { return static_cast<Signed128>(X) * Y; };
  auto [Low, Most] =
      std::minmax({Corner(A.SMin, B.SMin), Corner(A.SMin, B.SMax), Corner(A.SMax, B.SMin), Corner(A.SMax, B.SMax)});
  boundModulo(Out, Low, Most);
}

/// And, Or, Xor: above the highest bit in which an operand varies, all is known.
void bitwise(Range &Out, Operation What, const Range &A, const Range &B) {
  unsigned Varying = bitLength((A.UMin ^ A.UMax) | (B.UMin ^ B.UMax));
  std::uint64_t Value = What == Operation::And  ? A.UMin & B.UMin
                        : What == Operation::Or ? A.UMin | B.UMin
                                                : A.UMin ^ B.UMin;
  std::uint64_t Low = maskOf(Varying);
  if (Varying == 0)
    Low = 0;
  Out.boundUnsigned(Value & ~Low, Value | Low);
  if (What == Operation::And)
    Out.boundUnsigned(0, std::min(A.UMax, B.UMax));
  if (What == Operation::Or)
    Out.boundUnsigned(std::max(A.UMin, B.UMin), maskOf(Out.Bits));
  if (What != Operation::And)
    if (unsigned Length = bitLength(A.UMax | B.UMax))
      Out.boundUnsigned(0, maskOf(Length));
}

void unsignedDivision(Range &Out, Operation What, const Range &A, const Range &B) {
  if (What == Operation::UDiv) {
    if (B.UMin > 0)
      Out.boundUnsigned(A.UMin / B.UMax, A.UMax / B.UMin);
    return;
  }
  Out.boundUnsigned(0, A.UMax); // also for a divisor of 0
  if (B.UMin == 0)
    return;
  Out.boundUnsigned(0, B.UMax - 1);
  if (B.UMin == B.UMax && A.UMin / B.UMin == A.UMax / B.UMin)
    Out.boundUnsigned(A.UMin % B.UMin, A.UMax % B.UMin);
  else if (A.UMax < B.UMin)
    Out.boundUnsigned(A.UMin, A.UMax);
}

void signedDivision(Range &Out, Operation What, const Range &A, const Range &B) {
  bool HasZero = B.SMin <= 0 && B.SMax >= 0;
  if (What == Operation::SDiv) {
    if (HasZero)
      return;
    auto Corner = [](std::int64_t X, std::int64_t Y) { return static_cast<Signed128>(X) / Y; };
    auto [Low, High] =
        std::minmax({Corner(A.SMin, B.SMin), Corner(A.SMin, B.SMax), Corner(A.SMax, B.SMin), Corner(A.SMax, B.SMax)});
    boundModulo(Out, Low, High); // the least value by -1 wraps around
    return;
  }
  // The remainder has the sign of the dividend and is not larger; the same for a divisor of 0.
  Out.boundSigned(std::min<std::int64_t>(A.SMin, 0), std::max<std::int64_t>(A.SMax, 0));
  if (HasZero)
    return;
  Signed128 Most = std::max(B.SMax < 0 ? -static_cast<Signed128>(B.SMin) : B.SMax, Signed128(1)) - 1;
  Out.boundSigned(static_cast<std::int64_t>(std::max<Signed128>(-Most, leastSigned(Out.Bits))),
                  static_cast<std::int64_t>(Most));
  if (B.SMin != B.SMax || B.SMin == -1)
    return;
  if (A.SMin / B.SMin == A.SMax / B.SMin && (A.SMin >= 0 || A.SMax <= 0))
    Out.boundSigned(A.SMin % B.SMin, A.SMax % B.SMin);
}

void shift(Range &Out, Operation What, const Range &A, const Range &By) {
  unsigned Bits = Out.Bits;
  if (What == Operation::AShr) {
    std::uint64_t Least = std::min<std::uint64_t>(By.UMin, Bits - 1), Most = std::min<std::uint64_t>(By.UMax, Bits - 1);
    auto [Low, High] = std::minmax({A.SMin >> Least, A.SMin >> Most, A.SMax >> Least, A.SMax >> Most});
    return Out.boundSigned(Low, High);
  }
  if (By.UMin >= Bits)
    return Out.boundUnsigned(0, 0);
  if (What == Operation::LShr)
    return Out.boundUnsigned(By.UMax >= Bits ? 0 : A.UMin >> By.UMax, A.UMax >> By.UMin);
  if (By.UMax < Bits && A.UMax <= maskOf(Bits) >> By.UMax)
    Out.boundUnsigned(A.UMin << By.UMin, A.UMax << By.UMax);
}

void extract(Range &Out, const Range &A, unsigned Low) {
  std::uint64_t First = A.UMin >> Low, Last = A.UMax >> Low;
  boundModulo(Out, First, Last);
  boundModulo(Out, A.SMin >> Low, A.SMax >> Low);
}

void compare(Range &Out, Operation What, const Range &A, const Range &B) {
  auto Is = [&](bool Value) { Out.boundUnsigned(Value, Value); };
  if (What == Operation::Eq) {
    if (A.UMax < B.UMin || B.UMax < A.UMin || A.SMax < B.SMin || B.SMax < A.SMin)
      Is(false);
    else if (A.isSingle() && B.isSingle())
      Is(true);
  } else if (What == Operation::Ult) {
    if (A.UMax < B.UMin || A.UMin >= B.UMax)
      Is(A.UMax < B.UMin);
  } else if (What == Operation::Ule) {
    if (A.UMax <= B.UMin || A.UMin > B.UMax)
      Is(A.UMax <= B.UMin);
  } else if (What == Operation::Slt) {
    if (A.SMax < B.SMin || A.SMin >= B.SMax)
      Is(A.SMax < B.SMin);
  } else if (What == Operation::Sle) {
    if (A.SMax <= B.SMin || A.SMin > B.SMax)
      Is(A.SMax <= B.SMin);
  }
}

/// The numbers that bits from UMin to UMax stand for, as signed magnitudes in their order; both zeros are 0. Nothing if
/// there may be a NaN.
std::optional<std::pair<Signed128, Signed128>> numbers(const Range &A) {
  std::uint64_t Infinity = llvm::APFloat::getInf(floatFormat(A.Bits)).bitcastToAPInt().getZExtValue();
  std::uint64_t Magnitude = maskOf(A.Bits) >> 1;
  if (A.UMax <= Infinity)
    return std::pair<Signed128, Signed128>(A.UMin, A.UMax);
  if (A.UMin > Magnitude && (A.UMax & Magnitude) <= Infinity)
    return std::pair<Signed128, Signed128>(-static_cast<Signed128>(A.UMax & Magnitude),
                                           -static_cast<Signed128>(A.UMin & Magnitude));
  return std::nullopt;
}

bool isNaN(const Range &A) {
  std::uint64_t Infinity = llvm::APFloat::getInf(floatFormat(A.Bits)).bitcastToAPInt().getZExtValue();
  std::uint64_t Magnitude = maskOf(A.Bits) >> 1;
  return (A.UMin > Infinity && A.UMax <= Magnitude) || (A.UMin > Magnitude && (A.UMin & Magnitude) > Infinity);
}

void compareNumbers(Range &Out, Term Node, const Range &A, const Range &B) {
  Operation What = Node.operation();
  if (isNaN(A) || isNaN(B))
    return Out.boundUnsigned(0, 0);
  auto X = numbers(A), Y = numbers(B);
  if (!X || !Y)
    return;
  if (Node.operand(0) == Node.operand(1)) // only a NaN differs from itself
    return Out.boundUnsigned(What != Operation::FLt, What != Operation::FLt);
  bool Before = X->second < Y->first, NotAfter = X->second <= Y->first;
  bool After = X->first > Y->second, NotBefore = X->first >= Y->second;
  if (What == Operation::FLt && (Before || NotBefore))
    Out.boundUnsigned(Before, Before);
  if (What == Operation::FLe && (NotAfter || After))
    Out.boundUnsigned(NotAfter, NotAfter);
  if (What == Operation::FEq) {
    if (Before || After)
      Out.boundUnsigned(0, 0);
    else if (NotAfter && NotBefore) // all four ends are the same
      Out.boundUnsigned(1, 1);
  }
}

std::optional<Range> concrete(Term Node, llvm::ArrayRef<Range> Operands) {
  llvm::SmallVector<APInt, 4> Values;
  for (const Range &Each : Operands) {
    if (!Each.isSingle())
      return std::nullopt;
    Values.push_back(APInt(Each.Bits, Each.UMin));
  }
  auto Value = applyOperation(Node.operation(), Node.bits(), Node.is(Operation::Extract) ? Node.low() : 0,
                              Node.rounding(), Values);
  return Value ? std::optional(Range::single(Node.bits(), Value->getZExtValue())) : std::nullopt;
}

void applyAnyhow(Range &Out, Term Node, llvm::ArrayRef<Range> O) {
  unsigned Bits = Out.Bits;
  switch (Node.operation()) {
  case Operation::Not:
    Out.boundUnsigned(~O[0].UMax & maskOf(Bits), ~O[0].UMin & maskOf(Bits));
    return Out.boundSigned(~O[0].SMax, ~O[0].SMin);
  case Operation::And:
  case Operation::Or:
  case Operation::Xor:
    return bitwise(Out, Node.operation(), O[0], O[1]);
  case Operation::Add:
    return add(Out, O);
  case Operation::Mul:
    return multiply(Out, O[0], O[1]);
  case Operation::UDiv:
  case Operation::URem:
    return unsignedDivision(Out, Node.operation(), O[0], O[1]);
  case Operation::SDiv:
  case Operation::SRem:
    return signedDivision(Out, Node.operation(), O[0], O[1]);
  case Operation::Shl:
  case Operation::LShr:
  case Operation::AShr:
    return shift(Out, Node.operation(), O[0], O[1]);
  case Operation::Concat:
    return Out.boundUnsigned((O[0].UMin << O[1].Bits) | O[1].UMin, (O[0].UMax << O[1].Bits) | O[1].UMax);
  case Operation::Extract:
    return extract(Out, O[0], Node.low());
  case Operation::ZExt:
    return Out.boundUnsigned(O[0].UMin, O[0].UMax);
  case Operation::SExt:
    return Out.boundSigned(O[0].SMin, O[0].SMax);
  case Operation::Eq:
  case Operation::Ult:
  case Operation::Ule:
  case Operation::Slt:
  case Operation::Sle:
    return compare(Out, Node.operation(), O[0], O[1]);
  case Operation::FEq:
  case Operation::FLt:
  case Operation::FLe:
    return compareNumbers(Out, Node, O[0], O[1]);
  case Operation::Ite: {
    auto Chosen = O[0].decided();
    Range Either = Chosen ? O[*Chosen ? 1 : 2] : joined(O[1], O[2]);
    Out.boundUnsigned(Either.UMin, Either.UMax);
    return Out.boundSigned(Either.SMin, Either.SMax);
  }
  case Operation::Constant:
  case Operation::Variable:
  case Operation::Apply:
  case Operation::FAdd:
  case Operation::FMul:
  case Operation::FDiv:
  case Operation::FRem:
  case Operation::FSqrt:
  case Operation::FFma:
  case Operation::FRound:
  case Operation::FConvert:
  case Operation::FToSInt:
  case Operation::FToUInt:
  case Operation::SIntToF:
  case Operation::UIntToF:
    return;
  }
}

} // namespace

Range Range::whole(unsigned Bits) {
  if (Bits > 64)
    return {Bits, 0, ~std::uint64_t(0), INT64_MIN, INT64_MAX};
  return {Bits, 0, maskOf(Bits), leastSigned(Bits), static_cast<std::int64_t>(maskOf(Bits) >> 1)};
}

Range Range::between(unsigned Bits, std::uint64_t First, std::uint64_t Last) {
  Range Result = whole(Bits);
  Result.boundUnsigned(First, Last);
  Result.tighten();
  return Result;
}

Range Range::known(Term T) {
  if (T.bits() > 64)
    return whole(T.bits());
  return {T.bits(), T->UMin, T->UMax, T->SMin, T->SMax};
}

bool Range::contains(std::uint64_t Value) const {
  std::int64_t Signed = signExtended(Value, Bits);
  return Value >= UMin && Value <= UMax && Signed >= SMin && Signed <= SMax;
}

void Range::boundUnsigned(std::uint64_t Low, std::uint64_t High) {
  UMin = std::max(UMin, Low);
  UMax = std::min(UMax, High);
}

void Range::boundSigned(std::int64_t Low, std::int64_t High) {
  SMin = std::max(SMin, Low);
  SMax = std::min(SMax, High);
}

void Range::tighten() {
  std::uint64_t Half = maskOf(Bits) >> 1;
  if (UMax <= Half) // never negative
    boundSigned(static_cast<std::int64_t>(UMin), static_cast<std::int64_t>(UMax));
  else if (UMin > Half) // always negative
    boundSigned(signExtended(UMin, Bits), signExtended(UMax, Bits));
  if (SMin >= 0)
    boundUnsigned(static_cast<std::uint64_t>(SMin), static_cast<std::uint64_t>(SMax));
  else if (SMax < 0)
    boundUnsigned(static_cast<std::uint64_t>(SMin) & maskOf(Bits), static_cast<std::uint64_t>(SMax) & maskOf(Bits));
}

Range intersected(const Range &A, const Range &B) {
  if (A.Bits > 64)
    return A;
  Range Result = A;
  Result.boundUnsigned(B.UMin, B.UMax);
  Result.boundSigned(B.SMin, B.SMax);
  auto Contradictory = [](const Range &R) { return R.UMin > R.UMax || R.SMin > R.SMax; };
  if (Contradictory(Result))
    return A;
  Range Tight = Result;
  Tight.tighten();
  if (!Contradictory(Tight))
    Tight.tighten();
  return Contradictory(Tight) ? A : Tight;
}

Range joined(const Range &A, const Range &B) {
  return {A.Bits, std::min(A.UMin, B.UMin), std::max(A.UMax, B.UMax), std::min(A.SMin, B.SMin),
          std::max(A.SMax, B.SMax)};
}

Range applyToRanges(Term Node, llvm::ArrayRef<Range> Operands) {
  Range Out = Range::whole(Node.bits());
  if (Node.bits() > 64 || llvm::any_of(Operands, [](const Range &R) { return R.Bits > 64; }))
    return Out;
  if (!Operands.empty())
    if (auto Exact = concrete(Node, Operands))
      return *Exact;
  applyAnyhow(Out, Node, Operands);
  return intersected(Range::whole(Node.bits()), Out);
}

} // namespace vernier
