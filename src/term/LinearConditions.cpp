#include "term/LinearConditions.h"

#include "term/LatticePoints.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <map>

namespace vernier {

using llvm::APInt;

namespace {

/// More ways than this in which a value can wrap around become a variable instead of cases.
constexpr WideInteger MostCases = 4;
constexpr unsigned MostDepth = 1000;
constexpr WideInteger Large = WideInteger(1) << 100;

WideInteger floorDivided(WideInteger A, WideInteger B) {
  WideInteger Quotient = A / B;
  return A % B != 0 && (A < 0) != (B < 0) ? Quotient - 1 : Quotient;
}

using Interval = std::pair<WideInteger, WideInteger>;

struct Form {
  std::map<unsigned, WideInteger> Factors;
  WideInteger Constant = 0;
};

/// One translation. It follows the choices that it is given, and stops at the first further one.
class Translation {
public:
  Translation(Box &Values, llvm::ArrayRef<unsigned> Variables, const std::vector<bool> &SignedView,
              llvm::ArrayRef<unsigned> Choices)
      : Values(Values), Choices(Choices) {
    for (unsigned I = 0; I < Variables.size() && !Stopped; ++I) {
      Numbers[Variables[I]] = I;
      Bounds.push_back(variableBounds(Variables[I], SignedView[I]));
    }
  }

  void add(Literal Each) {
    if (Stopped)
      return;
    Term Atom = Each.Atom;
    if (Atom.operands().size() != 2 || Atom.operand(0).bits() > 64 || Atom.operand(0).bits() == 1)
      return undecided(Atom);
    if (Atom.is(Operation::Eq))
      return addEquation(Atom, Each.Holds);
    bool Signed = Atom.is(Operation::Slt) || Atom.is(Operation::Sle);
    bool Strict = Atom.is(Operation::Ult) || Atom.is(Operation::Slt);
    if (!Signed && !Strict && !Atom.is(Operation::Ule))
      return undecided(Atom);
    Form A = exact(Atom.operand(0), Signed), B = exact(Atom.operand(1), Signed);
    if (!Each.Holds) { // the other way round
      std::swap(A, B);
      Strict = !Strict;
    }
    atMost(sum(A, scaled(B, -1)), Strict ? -1 : 0);
  }

  unsigned openChoice() const { return Open; } ///< so many ways to go on; 0: all are chosen
  Term undecidedCondition() const { return Undecided; }
  bool stopped() const { return Stopped; }
  bool impossible() const { return Impossible; }
  std::size_t size() const { return Constraints.size() + Bounds.size() + Forms.size(); }

  LinearSystem system() const {
    LinearSystem Result{Bounds, {}};
    for (const auto &[Sum, Most, Equal] : Constraints) {
      LinearConstraint Each;
      Each.Factors.assign(Bounds.size(), 0);
      for (auto [Variable, Factor] : Sum.Factors)
        Each.Factors[Variable] = Factor;
      Each.Most = Most - Sum.Constant;
      Each.Equal = Equal;
      Result.Constraints.push_back(std::move(Each));
    }
    return Result;
  }

private:
  struct Constraint {
    Form Sum;
    WideInteger Most;
    bool Equal;
  };

  void stop() { Stopped = true; }

  /// Something that is no linear condition. It may become one when a condition inside is decided.
  void undecided(Term Atom) {
    if (!Stopped)
      Undecided = undecidedInside(Atom);
    stop();
  }

  Term undecidedInside(Term Atom) {
    if (Atom.is(Operation::Ite) && !Values.decided(Atom.operand(0)))
      return Atom.operand(0);
    for (Term Operand : Atom.operands())
      if (Operand.bits() == 1 && !Operand.is(Operation::Variable) && !Values.decided(Operand))
        return Operand;
    return {};
  }

  unsigned choose(WideInteger Ways) {
    if (Stopped || Ways == 1)
      return 0;
    if (Next < Choices.size())
      return Choices[Next++];
    Open = static_cast<unsigned>(Ways);
    stop();
    return 0;
  }

  Interval variableBounds(unsigned Variable, bool Signed) {
    const ValueSet &Domain = Values.domain(Variable);
    std::vector<Interval> Pieces;
    WideInteger Modulus = WideInteger(1) << Domain.bits(), Half = Modulus / 2;
    if (Signed)
      for (auto [First, Last] : Domain.pieces())
        if (Last >= static_cast<unsigned __int128>(Half))
          Pieces.push_back({std::max<WideInteger>(First, Half) - Modulus, WideInteger(Last) - Modulus});
    for (auto [First, Last] : Domain.pieces()) {
      if (Signed && First >= static_cast<unsigned __int128>(Half))
        continue;
      Interval Piece{First, Signed ? std::min<WideInteger>(Last, Half - 1) : WideInteger(Last)};
      if (!Pieces.empty() && Pieces.back().second + 1 == Piece.first)
        Pieces.back().second = Piece.second;
      else
        Pieces.push_back(Piece);
    }
    return Pieces[choose(static_cast<WideInteger>(Pieces.size()))];
  }

  WideInteger checked(WideInteger Value) {
    if (Value >= Large || Value <= -Large)
      stop();
    return Stopped ? 0 : Value;
  }
  WideInteger product(WideInteger A, WideInteger B) {
    WideInteger Result;
    if (__builtin_mul_overflow(A, B, &Result))
      Result = Large;
    return checked(Result);
  }

  Form sum(Form A, const Form &B) {
    for (auto [Variable, Factor] : B.Factors) {
      WideInteger &Mine = A.Factors[Variable];
      Mine = checked(Mine + Factor);
      if (Mine == 0)
        A.Factors.erase(Variable);
    }
    A.Constant = checked(A.Constant + B.Constant);
    return A;
  }

  Form scaled(Form A, WideInteger By) {
    if (By == 0)
      return {};
    for (auto &[Variable, Factor] : A.Factors)
      Factor = product(Factor, By);
    A.Constant = product(A.Constant, By);
    return A;
  }

  Interval extremes(const Form &A) {
    Interval Result{A.Constant, A.Constant};
    for (auto [Variable, Factor] : A.Factors) {
      auto [Low, High] = Bounds[Variable];
      Result.first = checked(Result.first + product(Factor, Factor > 0 ? Low : High));
      Result.second = checked(Result.second + product(Factor, Factor > 0 ? High : Low));
    }
    return Result;
  }

  void atMost(const Form &Sum, WideInteger Most) {
    if (!Stopped && extremes(Sum).second > Most)
      Constraints.push_back({Sum, Most, false});
  }
  void between(const Form &Sum, WideInteger Least, WideInteger Most) {
    atMost(Sum, Most);
    atMost(scaled(Sum, -1), -Least);
  }

  Form newVariable(WideInteger Low, WideInteger High) {
    Bounds.push_back({Low, High});
    Form Result;
    Result.Factors[static_cast<unsigned>(Bounds.size() - 1)] = 1;
    return Result;
  }

  /// The number that is congruent to the sum and lies between Least and Most, which are less than Modulus apart.
  Form reduced(const Form &Sum, WideInteger Modulus, WideInteger Least, WideInteger Most) {
    auto [Low, High] = extremes(Sum);
    if (Stopped)
      return {};
    // Least <= sum - k * modulus <= Most
    WideInteger First = -floorDivided(Most - Low, Modulus), Last = floorDivided(High - Least, Modulus);
    if (First > Last) {
      Impossible = true;
      stop();
      return {};
    }
    Form Result = Sum;
    if (Last - First < MostCases) {
      WideInteger Times = First + choose(Last - First + 1);
      Result.Constant = checked(Result.Constant - product(Times, Modulus));
    } else {
      Result = sum(Result, scaled(newVariable(First, Last), -Modulus));
    }
    between(Result, Least, Most);
    return Result;
  }

  /// The value of a term as an integer.
  Form exact(Term T, bool Signed) {
    if (Stopped)
      return {};
    T = Values.resolved(T);
    auto &Known = Signed ? ExactSigned : ExactUnsigned;
    if (auto Found = Known.find(T); Found != Known.end())
      return Found->second;
    Range Within = Values.range(T);
    Form Result = reduced(congruent(T), WideInteger(1) << T.bits(), Signed ? WideInteger(Within.SMin) : Within.UMin,
                          Signed ? WideInteger(Within.SMax) : Within.UMax);
    if (!Stopped)
      Known[T] = Result;
    return Result;
  }

  /// A form that is congruent to the value of a term, modulo its width.
  Form congruent(Term T) {
    if (Stopped)
      return {};
    T = Values.resolved(T);
    if (auto Found = Forms.find(T); Found != Forms.end())
      return Found->second;
    if (T.bits() > 64 || ++Depth > MostDepth) {
      stop();
      return {};
    }
    Form Result = build(T);
    --Depth;
    if (!Stopped)
      Forms[T] = Result;
    return Result;
  }

  Form constant(WideInteger Value) {
    Form Result;
    Result.Constant = Value;
    return Result;
  }

  Form build(Term T) {
    Range Known = Values.range(T);
    if (Known.isSingle())
      return constant(Known.SMin);
    if (T.is(Operation::Variable)) {
      Form Result;
      Result.Factors[Numbers.at(*Values.numberOf(T))] = 1;
      return Result;
    }
    if (T.bits() == 1 || T.is(Operation::Ite)) {
      if (!Stopped)
        Undecided = T.is(Operation::Ite) ? T.operand(0) : T;
      stop();
      return {};
    }
    if (T.is(Operation::Add)) {
      Form Result;
      for (Term Operand : T.operands())
        Result = sum(Result, congruent(Operand));
      return Result;
    }
    if (T.is(Operation::Not)) // -1 - x
      return sum(constant(-1), scaled(congruent(T.operand(0)), -1));
    if (T.is(Operation::ZExt) || T.is(Operation::SExt))
      return exact(T.operand(0), T.is(Operation::SExt));
    if (T.is(Operation::Concat))
      return sum(scaled(congruent(T.operand(0)), WideInteger(1) << T.operand(1).bits()), exact(T.operand(1), false));
    if (T.is(Operation::Extract))
      return T.low() == 0 ? congruent(T.operand(0)) : quotient(exact(T.operand(0), false), WideInteger(1) << T.low());
    if (T.operands().size() == 2)
      return binary(T);
    stop();
    return {};
  }

  Form binary(Term T) {
    Range Left = Values.range(T.operand(0)), Right = Values.range(T.operand(1));
    if (T.is(Operation::Mul)) {
      if (Right.isSingle())
        return scaled(congruent(T.operand(0)), Right.SMin);
      if (Left.isSingle())
        return scaled(congruent(T.operand(1)), Left.SMin);
    } else if (T.is(Operation::And) || T.is(Operation::Or) || T.is(Operation::Xor)) {
      if (Right.isSingle())
        return bitwise(T.operation(), T.operand(0), Right.UMin);
      if (Left.isSingle())
        return bitwise(T.operation(), T.operand(1), Left.UMin);
    } else if (Right.isSingle() && (T.is(Operation::UDiv) || T.is(Operation::URem)) && Right.UMin != 0) {
      Form Dividend = exact(T.operand(0), false);
      Form Quotient = quotient(Dividend, Right.UMin);
      return T.is(Operation::UDiv) ? Quotient : sum(Dividend, scaled(Quotient, -WideInteger(Right.UMin)));
    } else if (Right.isSingle() && (T.is(Operation::SDiv) || T.is(Operation::SRem)) && Right.SMin != 0) {
      Form Dividend = exact(T.operand(0), true);
      Form Quotient = truncatedQuotient(Dividend, Right.SMin);
      return T.is(Operation::SDiv) ? Quotient : sum(Dividend, scaled(Quotient, -WideInteger(Right.SMin)));
    } else if (Right.isSingle() && (T.is(Operation::Shl) || T.is(Operation::LShr)) && Right.UMin < T.bits()) {
      WideInteger Power = WideInteger(1) << Right.UMin;
      return T.is(Operation::Shl) ? scaled(congruent(T.operand(0)), Power)
                                  : quotient(exact(T.operand(0), false), Power);
    } else if (Right.isSingle() && T.is(Operation::AShr)) {
      return quotient(exact(T.operand(0), true), WideInteger(1) << std::min<std::uint64_t>(Right.UMin, T.bits() - 1));
    }
    stop();
    return {};
  }

  /// Rounded down.
  Form quotient(const Form &Dividend, WideInteger Divisor) {
    auto [Low, High] = extremes(Dividend);
    if (Stopped)
      return {};
    WideInteger First = floorDivided(Low, Divisor), Last = floorDivided(High, Divisor);
    if (First == Last)
      return constant(First);
    Form Result = newVariable(First, Last);
    between(sum(Dividend, scaled(Result, -Divisor)), 0, Divisor - 1);
    return Result;
  }

  /// Rounded towards zero.
  Form truncatedQuotient(Form Dividend, WideInteger Divisor) {
    auto [Low, High] = extremes(Dividend);
    if (Stopped)
      return {};
    bool Negative = High < 0 || (Low < 0 && choose(2) == 1);
    atMost(Negative ? Dividend : scaled(Dividend, -1), Negative ? -1 : 0);
    Form Magnitude = Negative ? scaled(Dividend, -1) : Dividend;
    Magnitude = quotient(Magnitude, Divisor < 0 ? -Divisor : Divisor);
    return scaled(Magnitude, Negative == (Divisor < 0) ? 1 : -1);
  }

  /// x & m is the sum of the runs of bits that the mask has. x | m = m + (x & ~m), and x ^ m = x + m - 2 * (x & m).
  Form bitwise(Operation What, Term T, std::uint64_t Mask) {
    Form X = exact(T, false);
    if (What == Operation::And)
      return masked(X, Mask);
    if (What == Operation::Or)
      return sum(constant(Mask), masked(X, ~Mask & ValueSet::most(T.bits())));
    return sum(sum(X, constant(Mask)), scaled(masked(X, Mask), -2));
  }

  Form masked(const Form &X, std::uint64_t Mask) {
    Form Result;
    while (Mask != 0 && !Stopped) {
      unsigned Low = static_cast<unsigned>(__builtin_ctzll(Mask));
      std::uint64_t Upper = ~(Mask >> Low);
      unsigned Length = Upper == 0 ? 64 - Low : static_cast<unsigned>(__builtin_ctzll(Upper));
      Length = std::min(Length, 64 - Low);
      Form From = Low == 0 ? X : scaled(quotient(X, WideInteger(1) << Low), WideInteger(1) << Low);
      Form Above = scaled(quotient(X, WideInteger(1) << (Low + Length)), WideInteger(1) << (Low + Length));
      Result = sum(Result, sum(From, scaled(Above, -1)));
      std::uint64_t Run = ValueSet::most(Length) << Low;
      Mask &= ~Run;
    }
    return Result;
  }

  void addEquation(Term Atom, bool Holds) {
    Form Difference = sum(congruent(Atom.operand(0)), scaled(congruent(Atom.operand(1)), -1));
    WideInteger Modulus = WideInteger(1) << Atom.operand(0).bits();
    if (Stopped)
      return;
    if (!Holds) {
      reduced(Difference, Modulus, 1, Modulus - 1);
      return;
    }
    Form Zero = reduced(Difference, Modulus, 0, 0);
    if (!Stopped)
      Constraints.push_back({Zero, 0, true});
  }

  Box &Values;
  llvm::ArrayRef<unsigned> Choices;
  std::size_t Next = 0;
  unsigned Open = 0, Depth = 0;
  bool Stopped = false, Impossible = false;
  Term Undecided;
  std::map<unsigned, unsigned> Numbers;
  std::vector<Interval> Bounds;
  std::vector<Constraint> Constraints;
  llvm::DenseMap<Term, Form> Forms, ExactSigned, ExactUnsigned;
};

class Cases {
public:
  Cases(Box &Values, llvm::ArrayRef<unsigned> Variables, llvm::ArrayRef<Literal> Conditions, std::size_t &Effort)
      : Values(Values), Variables(Variables), Conditions(Conditions), Effort(Effort), SignedView(signedViews()) {}

  LinearCount run() {
    APInt Sum = APInt::getZero(width());
    if (!follow(Sum))
      return {std::nullopt, Undecided};
    return {Sum, {}};
  }

private:
  unsigned width() const {
    unsigned Bits = 1;
    for (unsigned Variable : Variables)
      Bits += Values.variable(Variable).bits();
    return Bits;
  }

  /// As which kind of integer variables are compared more often: so fewer values wrap around.
  std::vector<bool> signedViews() {
    std::vector<int> Votes(Variables.size(), 0);
    for (const Literal &Each : Conditions) {
      bool Signed = Each.Atom.is(Operation::Slt) || Each.Atom.is(Operation::Sle);
      if (!Signed && !Each.Atom.is(Operation::Ult) && !Each.Atom.is(Operation::Ule))
        continue;
      llvm::BitVector Mentioned(Values.size());
      Values.support(Each.Atom, Mentioned);
      for (std::size_t I = 0; I < Variables.size(); ++I)
        if (Mentioned.test(Variables[I]))
          Votes[I] += Signed ? 1 : -1;
    }
    std::vector<bool> Result;
    for (int Each : Votes)
      Result.push_back(Each > 0);
    return Result;
  }

  /// All cases that start with the choices made. False: not found out.
  bool follow(APInt &Sum) {
    Translation Next(Values, Variables, SignedView, Choices);
    for (const Literal &Each : Conditions)
      Next.add(Each);
    std::size_t Cost = 4 * Next.size() + 16;
    if (Effort <= Cost)
      return Effort = 0, false;
    Effort -= Cost;
    if (unsigned Ways = Next.openChoice()) {
      for (unsigned I = 0; I < Ways; ++I) {
        Choices.push_back(I);
        bool Found = follow(Sum);
        Choices.pop_back();
        if (!Found)
          return false;
      }
      return true;
    }
    if (Next.impossible())
      return true;
    if (Next.stopped()) {
      Undecided = Next.undecidedCondition();
      return false;
    }
    auto Number = countSolutions(Next.system(), Effort);
    if (!Number)
      return false;
    Sum += Number->zextOrTrunc(Sum.getBitWidth());
    return true;
  }

  Box &Values;
  llvm::ArrayRef<unsigned> Variables;
  llvm::ArrayRef<Literal> Conditions;
  std::size_t &Effort;
  std::vector<bool> SignedView;
  std::vector<unsigned> Choices;
  Term Undecided;
};

} // namespace

LinearCount countLinear(Box &Values, llvm::ArrayRef<unsigned> Variables, llvm::ArrayRef<Literal> Conditions,
                        std::size_t &Effort) {
  return Cases(Values, Variables, Conditions, Effort).run();
}

} // namespace vernier
