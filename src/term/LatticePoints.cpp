#include "term/LatticePoints.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <map>
#include <utility>

// The variables are summed out one after the other. What is summed is a polynomial in the variables that are left: at
// first 1, and where y runs from a linear form L to a linear form U, the sum of a polynomial is one of L and U. If
// there are several lower and upper limits of y, one of each is the narrowest; the cases exclude each other, and in
// each the limits' order is a linear constraint on the other variables again.

namespace vernier {

using llvm::APInt;

namespace {

/// More values than this are not tried one by one.
constexpr WideInteger MostValues = 1024;
/// Numbers stay below this, so that a product with a factor can be told to overflow.
constexpr WideInteger Large = WideInteger(1) << 100;

WideInteger floorDivided(WideInteger A, WideInteger B) {
  WideInteger Quotient = A / B;
  return A % B != 0 && (A < 0) != (B < 0) ? Quotient - 1 : Quotient;
}

WideInteger magnitude(WideInteger A) {
  return A < 0 ? -A : A;
}

WideInteger greatestDivisor(WideInteger A, WideInteger B) {
  while (B != 0)
    A = std::exchange(B, A % B);
  return A;
}

class Elimination {
public:
  Elimination(const PrimeField &Field, std::size_t &Effort, unsigned Variables)
      : Field(Field), Effort(Effort), Variables(Variables) {}

  std::optional<APInt> count(LinearSystem System) {
    std::vector<bool> Alive(Variables, true);
    APInt Sum = run(std::move(System), std::move(Alive), Polynomial::constant(Field, Variables, Field.of(1)));
    return Failed ? std::nullopt : std::optional(Sum);
  }

private:
  APInt none() const { return Field.of(0); }
  APInt fail() {
    Failed = true;
    return none();
  }

  void spend(std::size_t Cost) {
    if (Effort <= Cost) {
      Effort = 0;
      Failed = true;
    } else {
      Effort -= Cost;
    }
  }

  WideInteger sum(WideInteger A, WideInteger B) {
    WideInteger Result = A + B; // both are below Large
    if (magnitude(Result) >= Large)
      Failed = true;
    return Failed ? 0 : Result;
  }
  WideInteger product(WideInteger A, WideInteger B) {
    WideInteger Result;
    if (__builtin_mul_overflow(A, B, &Result) || magnitude(Result) >= Large)
      Failed = true;
    return Failed ? 0 : Result;
  }

  /// The least and the most that a sum of factors times variables can be.
  std::pair<WideInteger, WideInteger> extremes(const LinearSystem &System, llvm::ArrayRef<WideInteger> Factors) {
    WideInteger Least = 0, Most = 0;
    for (unsigned I = 0; I < Variables; ++I) {
      if (Factors[I] == 0)
        continue;
      auto [Low, High] = System.Bounds[I];
      Least = sum(Least, product(Factors[I], Factors[I] > 0 ? Low : High));
      Most = sum(Most, product(Factors[I], Factors[I] > 0 ? High : Low));
    }
    return {Least, Most};
  }

  /// Factor * x <= Most, as a bound of x.
  static void narrow(std::pair<WideInteger, WideInteger> &Bound, WideInteger Factor, WideInteger Most) {
    if (Factor > 0)
      Bound.second = std::min(Bound.second, floorDivided(Most, Factor));
    else // x >= Most / Factor
      Bound.first = std::max(Bound.first, -floorDivided(Most, -Factor));
  }

  enum class Use { Keep, Drop, Empty };

  /// Makes a constraint smaller, and the bounds of variables where it implies them.
  Use simplify(LinearSystem &System, LinearConstraint &Each) {
    WideInteger Divisor = 0;
    unsigned Mentioned = 0, Last = 0;
    for (unsigned I = 0; I < Variables; ++I) {
      if (Each.Factors[I] == 0)
        continue;
      if (System.Bounds[I].first == System.Bounds[I].second) {
        Each.Most = sum(Each.Most, -product(Each.Factors[I], System.Bounds[I].first));
        Each.Factors[I] = 0;
        continue;
      }
      Divisor = greatestDivisor(Divisor, magnitude(Each.Factors[I]));
      ++Mentioned, Last = I;
    }
    if (Mentioned == 0)
      return Each.Most < 0 || (Each.Equal && Each.Most != 0) ? Use::Empty : Use::Drop;
    if (Each.Equal && Each.Most % Divisor != 0)
      return Use::Empty;
    Each.Most = floorDivided(Each.Most, Divisor);
    for (WideInteger &Factor : Each.Factors)
      Factor /= Divisor;
    if (Mentioned == 1) {
      narrow(System.Bounds[Last], Each.Factors[Last], Each.Most);
      if (Each.Equal)
        narrow(System.Bounds[Last], -Each.Factors[Last], -Each.Most);
      return Use::Drop;
    }
    auto [Least, Most] = extremes(System, Each.Factors);
    if (Least > Each.Most || (Each.Equal && Most < Each.Most))
      return Use::Empty;
    if (!Each.Equal && Most <= Each.Most)
      return Use::Drop;
    tighten(System, Each, Least, Most);
    return Use::Keep;
  }

  void tighten(LinearSystem &System, const LinearConstraint &Each, WideInteger Least, WideInteger Most) {
    for (unsigned I = 0; I < Variables && !Failed; ++I) {
      WideInteger Factor = Each.Factors[I];
      if (Factor == 0)
        continue;
      auto Bound = System.Bounds[I]; // the extremes were computed with it, those of the others may only be narrower
      WideInteger OwnLeast = product(Factor, Factor > 0 ? Bound.first : Bound.second);
      WideInteger OwnMost = product(Factor, Factor > 0 ? Bound.second : Bound.first);
      narrow(System.Bounds[I], Factor, Each.Most - (Least - OwnLeast));
      if (Each.Equal)
        narrow(System.Bounds[I], -Factor, (Most - OwnMost) - Each.Most);
      // Later variables use the same extremes; what this one lost does not make them wrong.
    }
  }

  /// Of constraints with equal factors the narrowest stays; opposite ones may exclude each other.
  bool merge(LinearSystem &System) {
    std::map<std::vector<WideInteger>, WideInteger> Known;
    std::vector<LinearConstraint> Kept;
    for (const LinearConstraint &Each : System.Constraints) {
      if (Each.Equal) {
        Kept.push_back(Each);
        continue;
      }
      std::vector<WideInteger> Factors(Each.Factors.begin(), Each.Factors.end());
      auto [Where, New] = Known.try_emplace(Factors, Each.Most);
      if (!New)
        Where->second = std::min(Where->second, Each.Most);
    }
    for (const auto &[Factors, Most] : Known) {
      std::vector<WideInteger> Opposite = Factors;
      for (WideInteger &Factor : Opposite)
        Factor = -Factor;
      auto Other = Known.find(Opposite);
      if (Other != Known.end() && Most < -Other->second)
        return false;
      bool Equal = Other != Known.end() && Most == -Other->second;
      if (Equal && Opposite < Factors)
        continue; // its opposite says it all
      Kept.push_back({{Factors.begin(), Factors.end()}, Most, Equal});
    }
    System.Constraints = std::move(Kept);
    return true;
  }

  /// False: there is no solution.
  bool simplify(LinearSystem &System) {
    for (unsigned Round = 0; Round < 4; ++Round) {
      auto Before = System.Bounds;
      std::vector<LinearConstraint> Kept;
      for (LinearConstraint &Each : System.Constraints) {
        spend(Variables);
        Use Result = simplify(System, Each);
        if (Failed)
          return true;
        if (Result == Use::Empty)
          return false;
        for (auto [Low, High] : System.Bounds)
          if (Low > High)
            return false;
        if (Result == Use::Keep)
          Kept.push_back(std::move(Each));
      }
      System.Constraints = std::move(Kept);
      if (Before == System.Bounds)
        break;
    }
    return merge(System);
  }

  APInt run(LinearSystem System, std::vector<bool> Alive, Polynomial P) {
    for (;;) {
      spend(8 + P.size());
      if (Failed || P.isZero())
        return none();
      if (llvm::any_of(System.Bounds, [](auto Bound) { return Bound.first > Bound.second; }))
        return none();
      if (!simplify(System) || Failed)
        return none();
      if (!solveEquation(System, Alive, P))
        break;
    }
    dropFixed(System, Alive, P);
    std::optional<unsigned> Next = easiest(System, Alive);
    if (Next)
      return sumOut(System, std::move(Alive), P, *Next);
    if (!llvm::is_contained(Alive, true))
      return P.value();
    return tryValues(System, Alive, P);
  }

  void dropFixed(LinearSystem &System, std::vector<bool> &Alive, Polynomial &P) {
    for (unsigned I = 0; I < Variables; ++I) {
      if (!Alive[I] || System.Bounds[I].first != System.Bounds[I].second)
        continue;
      for (LinearConstraint &Each : System.Constraints) {
        Each.Most = sum(Each.Most, -product(Each.Factors[I], System.Bounds[I].first));
        Each.Factors[I] = 0;
      }
      P = P.substituted(I, {llvm::SmallVector<WideInteger, 4>(Variables, 0), System.Bounds[I].first});
      remove(System, Alive, I);
    }
  }

  static void remove(LinearSystem &System, std::vector<bool> &Alive, unsigned I) {
    Alive[I] = false;
    System.Bounds[I] = {0, 0};
  }

  /// Replaces a variable by a form of the others in all constraints.
  void substitute(LinearSystem &System, unsigned I, const LinearForm &By) {
    for (LinearConstraint &Each : System.Constraints) {
      WideInteger Factor = Each.Factors[I];
      if (Factor == 0)
        continue;
      Each.Factors[I] = 0;
      for (unsigned J = 0; J < Variables; ++J)
        Each.Factors[J] = sum(Each.Factors[J], product(Factor, By.Factors[J]));
      Each.Most = sum(Each.Most, -product(Factor, By.Constant));
    }
  }

  /// The bounds that a variable had, for the form that it is now.
  void addBounds(LinearSystem &System, std::pair<WideInteger, WideInteger> Bounds, const LinearForm &Form) {
    LinearConstraint Upper{Form.Factors, sum(Bounds.second, -Form.Constant), false};
    LinearConstraint Lower{Form.Factors, sum(Form.Constant, -Bounds.first), false};
    for (WideInteger &Factor : Lower.Factors)
      Factor = -Factor;
    System.Constraints.push_back(std::move(Upper));
    System.Constraints.push_back(std::move(Lower));
  }

  /// Uses an equation to get rid of a variable, or to make its factors smaller. False: there is none.
  bool solveEquation(LinearSystem &System, std::vector<bool> &Alive, Polynomial &P) {
    auto Found = llvm::find_if(System.Constraints, [](const LinearConstraint &Each) { return Each.Equal; });
    if (Found == System.Constraints.end())
      return false;
    LinearConstraint Equation = *Found;
    unsigned Least = Variables;
    for (unsigned I = 0; I < Variables; ++I)
      if (Equation.Factors[I] != 0 &&
          (Least == Variables || magnitude(Equation.Factors[I]) < magnitude(Equation.Factors[Least])))
        Least = I;
    WideInteger Factor = Equation.Factors[Least];
    auto Bounds = System.Bounds[Least];
    LinearForm Form{llvm::SmallVector<WideInteger, 4>(Variables, 0), 0};
    for (unsigned I = 0; I < Variables; ++I)
      if (I != Least)
        Form.Factors[I] = -floorDivided(Equation.Factors[I], Factor);
    if (magnitude(Factor) == 1) {
      // x = (Most - the others) / Factor
      System.Constraints.erase(Found);
      Form.Constant = product(Factor, Equation.Most);
      substitute(System, Least, Form);
      P = P.substituted(Least, Form);
      remove(System, Alive, Least);
    } else {
      // x = t - q1 * x1 - q2 * x2 ..., one t for each x and back; the equation keeps remainders below |Factor|.
      Form.Factors[Least] = 1;
      substituteItself(System, Least, Form);
      P = P.substituted(Least, Form);
      LinearForm Back = Form; // t = x + q1 * x1 + ...
      for (unsigned I = 0; I < Variables; ++I)
        Back.Factors[I] = I == Least ? 1 : -Form.Factors[I];
      System.Bounds[Least] = extremes(System, Back.Factors);
    }
    addBounds(System, Bounds, Form);
    return true;
  }

  void substituteItself(LinearSystem &System, unsigned I, const LinearForm &By) {
    for (LinearConstraint &Each : System.Constraints) {
      WideInteger Factor = Each.Factors[I];
      if (Factor == 0)
        continue;
      for (unsigned J = 0; J < Variables; ++J)
        if (J != I)
          Each.Factors[J] = sum(Each.Factors[J], product(Factor, By.Factors[J]));
    }
  }

  /// A variable with unit factors only, with the fewest cases.
  std::optional<unsigned> easiest(const LinearSystem &System, const std::vector<bool> &Alive) const {
    std::optional<unsigned> Best;
    std::size_t BestCases = 0;
    for (unsigned I = 0; I < Variables; ++I) {
      if (!Alive[I])
        continue;
      std::size_t Upper = 1, Lower = 1;
      bool Unit = true;
      for (const LinearConstraint &Each : System.Constraints) {
        Unit &= magnitude(Each.Factors[I]) <= 1;
        Upper += Each.Factors[I] == 1;
        Lower += Each.Factors[I] == -1;
      }
      if (Unit && (!Best || Upper * Lower < BestCases))
        Best = I, BestCases = Upper * Lower;
    }
    return Best;
  }

  /// Form1 <= Form2 (or <).
  LinearConstraint notAbove(const LinearForm &A, const LinearForm &B, bool Strictly) {
    LinearConstraint Result;
    for (unsigned I = 0; I < Variables; ++I)
      Result.Factors.push_back(sum(A.Factors[I], -B.Factors[I]));
    Result.Most = sum(sum(B.Constant, -A.Constant), Strictly ? -1 : 0);
    return Result;
  }

  APInt sumOut(const LinearSystem &System, std::vector<bool> Alive, const Polynomial &P, unsigned Y) {
    LinearSystem Rest;
    Rest.Bounds = System.Bounds;
    std::vector<LinearForm> Upper, Lower;
    for (const LinearConstraint &Each : System.Constraints) {
      if (Each.Factors[Y] == 0) {
        Rest.Constraints.push_back(Each);
        continue;
      }
      // y + f <= Most, or f - Most <= y
      bool IsUpper = Each.Factors[Y] > 0;
      LinearForm Limit{Each.Factors, IsUpper ? Each.Most : -Each.Most};
      Limit.Factors[Y] = 0;
      if (IsUpper)
        for (WideInteger &Factor : Limit.Factors)
          Factor = -Factor;
      (IsUpper ? Upper : Lower).push_back(std::move(Limit));
    }
    auto [Low, High] = System.Bounds[Y];
    auto AlwaysWithin = [&](const LinearForm &Limit, bool IsUpper) {
      auto [Least, Most] = extremes(System, Limit.Factors);
      return IsUpper ? sum(Most, Limit.Constant) <= High : sum(Least, Limit.Constant) >= Low;
    };
    llvm::SmallVector<WideInteger, 4> Zeros(Variables, 0);
    if (llvm::none_of(Upper, [&](const LinearForm &Limit) { return AlwaysWithin(Limit, true); }))
      Upper.push_back({Zeros, High});
    if (llvm::none_of(Lower, [&](const LinearForm &Limit) { return AlwaysWithin(Limit, false); }))
      Lower.push_back({Zeros, Low});
    remove(Rest, Alive, Y);

    APInt Sum = none();
    for (std::size_t U = 0; U < Upper.size(); ++U)
      for (std::size_t L = 0; L < Lower.size(); ++L) {
        LinearSystem Case = Rest;
        for (std::size_t I = 0; I < Upper.size(); ++I)
          if (I != U)
            Case.Constraints.push_back(notAbove(Upper[U], Upper[I], I < U));
        for (std::size_t I = 0; I < Lower.size(); ++I)
          if (I != L)
            Case.Constraints.push_back(notAbove(Lower[I], Lower[L], I < L));
        Case.Constraints.push_back(notAbove(Lower[L], Upper[U], false));
        spend(16);
        if (!Failed && !simplify(Case))
          continue;
        if (Failed)
          return none();
        Polynomial Summed = summed(Field, P, Y, Lower[L], Upper[U]);
        spend(16 * (P.size() + Summed.size()));
        Sum = Field.add(Sum, run(std::move(Case), Alive, std::move(Summed)));
        if (Failed)
          return none();
      }
    return Sum;
  }

  APInt tryValues(const LinearSystem &System, const std::vector<bool> &Alive, const Polynomial &P) {
    unsigned Fewest = Variables;
    auto Values = [&](unsigned I) { return System.Bounds[I].second - System.Bounds[I].first + 1; };
    for (unsigned I = 0; I < Variables; ++I)
      if (Alive[I] && (Fewest == Variables || Values(I) < Values(Fewest)))
        Fewest = I;
    if (Values(Fewest) > MostValues)
      return fail();
    APInt Sum = none();
    auto [Low, High] = System.Bounds[Fewest];
    for (WideInteger Value = Low; Value <= High && !Failed; ++Value) {
      LinearSystem Case = System;
      Case.Bounds[Fewest] = {Value, Value};
      Sum = Field.add(Sum, run(std::move(Case), Alive, P));
    }
    return Sum;
  }

  const PrimeField &Field;
  std::size_t &Effort;
  unsigned Variables;
  bool Failed = false;
};

} // namespace

std::optional<APInt> countSolutions(LinearSystem System, std::size_t &Effort) {
  unsigned Bits = 1;
  for (auto [Low, High] : System.Bounds) {
    if (Low > High)
      return APInt::getZero(64);
    if (magnitude(Low) >= Large || magnitude(High) >= Large)
      return std::nullopt;
    for (WideInteger Size = High - Low + 1; Size > 0; Size >>= 1)
      ++Bits;
  }
  std::optional<PrimeField> Field = PrimeField::above(Bits);
  if (!Field)
    return std::nullopt;
  return Elimination(*Field, Effort, static_cast<unsigned>(System.Bounds.size())).count(std::move(System));
}

} // namespace vernier
