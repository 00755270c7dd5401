#include "guard/Inference.h"

#include "input/InputSpace.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>

namespace vernier {

namespace {

/// One number of a point in all visits that were kept.
struct Column {
  const PointVariable *Variable = nullptr;
  std::vector<std::uint64_t> Words;
  std::set<std::uint64_t> Different;
  bool Constant = false, NoNumber = false;

  double real(std::size_t Row) const {
    return Variable->Bits == 32 ? llvm::bit_cast<float>(static_cast<std::uint32_t>(Words[Row]))
                                : llvm::bit_cast<double>(Words[Row]);
  }
  bool isInteger() const { return !Variable->Pointer && !Variable->Floating; }
  bool less(std::uint64_t A, std::uint64_t B) const {
    return Variable->Signed ? static_cast<std::int64_t>(A) < static_cast<std::int64_t>(B) : A < B;
  }
  std::uint64_t least() const { return *std::min_element(Different.begin(), Different.end(), order()); }
  std::uint64_t greatest() const { return *std::max_element(Different.begin(), Different.end(), order()); }
  std::string text(std::uint64_t Word) const {
    llvm::APInt Value(64, Word);
    if (Variable->Signed && static_cast<std::int64_t>(Word) == INT64_MIN)
      return "(-9223372036854775807L - 1)";
    std::string Text = valueText(Value, Variable->Signed, false);
    bool Large = Variable->Signed ? !Value.isSignedIntN(32) : !Value.isIntN(31);
    return Large ? Text + (Variable->Signed ? "L" : "UL") : Text;
  }

private:
  std::function<bool(std::uint64_t, std::uint64_t)> order() const {
    return [this](std::uint64_t A, std::uint64_t B) { return less(A, B); };
  }
};

class Guesses {
public:
  Guesses(const std::vector<PointVariable> &Variables, const PointRows &Seen, const InferenceLimits &Limits)
      : Limits(Limits) {
    for (std::size_t I = 0; I != Variables.size(); ++I) {
      Column Own;
      Own.Variable = &Variables[I];
      for (const std::vector<std::uint64_t> &Row : Seen.Rows)
        Own.Words.push_back(Row[I]);
      Own.Different.insert(Own.Words.begin(), Own.Words.end());
      for (std::size_t Row = 0; Variables[I].Floating && Row != Own.Words.size(); ++Row)
        Own.NoNumber |= Own.real(Row) != Own.real(Row);
      Columns.push_back(std::move(Own));
    }
  }

  std::vector<GuessedProperty> run() {
    for (std::size_t I = 0; I != Columns.size(); ++I)
      if (!isCopy(I))
        alone(Columns[I]);
    for (std::size_t J = 0; J != Columns.size(); ++J)
      for (std::size_t I = 0; I != J; ++I)
        if (!Copies.contains(I) && !Copies.contains(J))
          together(Columns[I], Columns[J]);
    threes();
    if (Guessed.size() > Limits.PerPoint)
      Guessed.erase(Guessed.begin() + static_cast<std::ptrdiff_t>(Limits.PerPoint), Guessed.end());
    return std::move(Guessed);
  }

private:
  void add(std::string Text, std::optional<std::size_t> ImpliedBy = std::nullopt) {
    if (llvm::none_of(Guessed, [&](const GuessedProperty &Each) { return Each.Text == Text; }))
      Guessed.push_back({std::move(Text), ImpliedBy});
  }

  static bool sameType(const Column &A, const Column &B) {
    return A.Variable->Bits == B.Variable->Bits && A.Variable->Signed == B.Variable->Signed &&
           A.Variable->Floating == B.Variable->Floating && A.Variable->Pointer == B.Variable->Pointer;
  }

  /// Equal to one before it in every visit: said once, and then it is that one.
  bool isCopy(std::size_t I) {
    Column &Own = Columns[I];
    for (std::size_t J = 0; J != I; ++J) {
      if (Copies.contains(J) || !sameType(Own, Columns[J]) || Own.Words != Columns[J].Words || Own.NoNumber ||
          Own.Different.size() < 2)
        continue;
      if (!Own.Variable->Floating || Own.Different.size() >= Limits.Values)
        add(Own.Variable->Name + " == " + Columns[J].Variable->Name);
      Copies.insert(I);
      return true;
    }
    return false;
  }

  void alone(Column &Own) {
    if (Own.NoNumber)
      return;
    if (Own.Variable->Pointer)
      pointer(Own);
    else if (Own.Variable->Floating)
      real(Own);
    else
      integer(Own);
  }

  void pointer(Column &Own) {
    if (Own.Different.size() == 1 && Own.Different.contains(0))
      add(Own.Variable->Name + " == 0");
    else if (!Own.Different.contains(0))
      add(Own.Variable->Name + " != 0");
  }

  void integer(Column &Own) {
    const std::string &Name = Own.Variable->Name;
    Own.Constant = Own.Different.size() == 1;
    std::uint64_t Least = Own.least(), Greatest = Own.greatest();
    std::optional<std::size_t> Set;
    if (isSet(Own, Least, Greatest)) {
      Set = Guessed.size();
      add(oneOf(Own));
    }
    bool Enough = Own.Different.size() >= Limits.Values;
    if ((isNatural(Own, Least) || Enough) && Least != typeLeast(Own))
      add(Name + " >= " + Own.text(Least), Set);
    if ((isNatural(Own, Greatest) || Enough) && Greatest != typeGreatest(Own))
      add(Name + " <= " + Own.text(Greatest), Set);
    if (!Own.Different.contains(0) && Own.less(Least, 0) && Own.less(0, Greatest) && Enough)
      add(Name + " != 0");
    if (Enough)
      multiples(Own);
  }

  /// Few values, each seen more than once on the average. More than two without a gap are a range.
  bool isSet(const Column &Own, std::uint64_t Least, std::uint64_t Greatest) const {
    std::size_t Count = Own.Different.size();
    bool HasGap = Greatest - Least + 1 != Count;
    return Count <= Limits.SetSize && (Own.Constant || Own.Words.size() > Count) && (Count <= 2 || HasGap);
  }

  /// A constant that programs begin at: what is least there is seldom so by chance.
  static bool isNatural(const Column &Own, std::uint64_t Word) {
    auto Value = static_cast<std::int64_t>(Word);
    return Own.Variable->Signed ? Value >= -1 && Value <= 1 : Word == 1;
  }

  static std::uint64_t typeLeast(const Column &Own) {
    return Own.Variable->Signed ? llvm::APInt::getSignedMinValue(Own.Variable->Bits).sext(64).getZExtValue() : 0;
  }
  static std::uint64_t typeGreatest(const Column &Own) {
    return Own.Variable->Signed ? llvm::APInt::getSignedMaxValue(Own.Variable->Bits).getZExtValue()
                                : llvm::APInt::getMaxValue(Own.Variable->Bits).getZExtValue();
  }

  std::string oneOf(const Column &Own) const {
    std::vector<std::uint64_t> Values(Own.Different.begin(), Own.Different.end());
    llvm::sort(Values, [&](std::uint64_t A, std::uint64_t B) { return Own.less(A, B); });
    std::string Text;
    for (std::uint64_t Value : Values)
      Text += (Text.empty() ? "" : " || ") + Own.Variable->Name + " == " + Own.text(Value);
    return Text;
  }

  void multiples(const Column &Own) {
    for (unsigned Step : {16u, 10u, 8u, 5u, 4u, 3u, 2u})
      if (llvm::all_of(Own.Different, [&](std::uint64_t Value) {
            return Own.Variable->Signed ? static_cast<std::int64_t>(Value) % Step == 0 : Value % Step == 0;
          })) {
        add(Own.Variable->Name + " % " + std::to_string(Step) + " == 0");
        return;
      }
  }

  void real(Column &Own) {
    const std::string &Name = Own.Variable->Name;
    Own.Constant = Own.Different.size() == 1;
    double Least = Own.real(0), Greatest = Own.real(0);
    for (std::size_t Row = 0; Row != Own.Words.size(); ++Row) {
      Least = std::min(Least, Own.real(Row));
      Greatest = std::max(Greatest, Own.real(Row));
    }
    if (Own.Constant && (Least == 0 || Least == 1))
      add(Name + " == " + std::to_string(static_cast<int>(Least)));
    realBound(Own, " >= ", Least, llvm::is_contained({-1.0, 0.0, 1.0}, Least) || isBorder(Own, Least));
    realBound(Own, " <= ", Greatest, llvm::is_contained({-1.0, 0.0, 1.0}, Greatest) || isBorder(Own, Greatest));
    if (Least > 0)
      add(Name + " > 0");
  }

  void realBound(const Column &Own, const char *Sign, double Bound, bool Worth) {
    if (Worth && std::isfinite(Bound))
      add(Own.Variable->Name + Sign +
          valueText(llvm::APInt(64, llvm::bit_cast<std::uint64_t>(Bound)), /*Signed=*/true, /*Floating=*/true));
  }

  /// Several visits had exactly this value, and others had others: something stops there.
  bool isBorder(const Column &Own, double Value) const {
    std::size_t Count = 0;
    for (std::size_t Row = 0; Row != Own.Words.size(); ++Row)
      Count += Own.real(Row) == Value;
    return Own.Different.size() >= Limits.Values && Count >= 2;
  }

  /// Different pairs of values.
  std::size_t pairs(const Column &A, const Column &B) const {
    std::set<std::pair<std::uint64_t, std::uint64_t>> Different;
    for (std::size_t Row = 0; Row != A.Words.size(); ++Row)
      Different.insert({A.Words[Row], B.Words[Row]});
    return Different.size();
  }

  void together(const Column &A, const Column &B) {
    if (A.Constant || B.Constant || A.NoNumber || B.NoNumber || A.Variable->Pointer || B.Variable->Pointer ||
        A.Variable->Floating != B.Variable->Floating || pairs(A, B) < Limits.Pairs)
      return;
    if (!A.Variable->Floating && A.Variable->Signed != B.Variable->Signed)
      return;
    order(A, B);
    if (!A.Variable->Floating)
      line(A, B);
  }

  int compare(const Column &A, const Column &B, std::size_t Row) const {
    if (A.Variable->Floating)
      return A.real(Row) < B.real(Row) ? -1 : A.real(Row) > B.real(Row);
    return A.less(A.Words[Row], B.Words[Row]) ? -1 : A.less(B.Words[Row], A.Words[Row]);
  }

  void order(const Column &A, const Column &B) {
    bool Less = false, Equal = false, Greater = false;
    for (std::size_t Row = 0; Row != A.Words.size(); ++Row) {
      int Order = compare(A, B, Row);
      (Order < 0 ? Less : Order > 0 ? Greater : Equal) = true;
    }
    if (Less && Greater) {
      if (!Equal && pairs(A, B) >= 4 * Limits.Pairs)
        add(A.Variable->Name + " != " + B.Variable->Name);
      return;
    }
    // Ranges that do not meet say it already.
    if (!A.Variable->Floating && (!A.less(B.least(), A.greatest()) || !A.less(A.least(), B.greatest())))
      return;
    const std::string Sign = Less ? (Equal ? " <= " : " < ") : (Equal ? " >= " : " > ");
    add(A.Variable->Name + Sign + B.Variable->Name);
  }

  /// B = Factor * A + Rest with a small factor, in the arithmetic of 64 bits.
  void line(const Column &A, const Column &B) {
    if (A.Different.size() < Limits.Values || B.Different.size() < Limits.Values)
      return;
    std::size_t Second = 1;
    while (Second != A.Words.size() && A.Words[Second] == A.Words[0])
      ++Second;
    auto Run = static_cast<std::int64_t>(A.Words[Second] - A.Words[0]);
    auto Rise = static_cast<std::int64_t>(B.Words[Second] - B.Words[0]);
    if (Run == 0 || Run == -1 || Rise % Run)
      return;
    std::int64_t Factor = Rise / Run;
    if (Factor == 0 || Factor > 64 || Factor < -64)
      return;
    std::uint64_t Rest = B.Words[0] - static_cast<std::uint64_t>(Factor) * A.Words[0];
    for (std::size_t Row = 0; Row != A.Words.size(); ++Row)
      if (B.Words[Row] != static_cast<std::uint64_t>(Factor) * A.Words[Row] + Rest)
        return;
    auto Constant = static_cast<std::int64_t>(Rest);
    if (Constant > 1000000 || Constant < -1000000)
      return;
    std::string Text = B.Variable->Name + " == ";
    if (Factor == -1 && Constant) {
      add(Text + std::to_string(Constant) + " - " + A.Variable->Name);
      return;
    }
    Text += Factor == 1 ? A.Variable->Name : std::to_string(Factor) + " * " + A.Variable->Name;
    if (Constant)
      Text += (Constant < 0 ? " - " : " + ") + std::to_string(Constant < 0 ? -Constant : Constant);
    add(std::move(Text));
  }

  /// C == A + B and C == A - B.
  void threes() {
    std::vector<const Column *> Numbers;
    for (std::size_t I = 0; I != Columns.size(); ++I)
      if (!Copies.contains(I) && Columns[I].isInteger() && Columns[I].Different.size() >= Limits.Values)
        Numbers.push_back(&Columns[I]);
    constexpr std::size_t Most = 8;
    if (Numbers.size() > Most)
      Numbers.resize(Most);
    for (const Column *C : Numbers)
      for (std::size_t I = 0; I != Numbers.size(); ++I)
        for (std::size_t J = I + 1; J != Numbers.size(); ++J)
          if (Numbers[I] != C && Numbers[J] != C && isSum(*C, *Numbers[I], *Numbers[J]) &&
              pairs(*Numbers[I], *Numbers[J]) >= Limits.Pairs)
            add(C->Variable->Name + " == " + Numbers[I]->Variable->Name + " + " + Numbers[J]->Variable->Name);
  }

  static bool isSum(const Column &C, const Column &A, const Column &B) {
    for (std::size_t Row = 0; Row != C.Words.size(); ++Row)
      if (C.Words[Row] != A.Words[Row] + B.Words[Row])
        return false;
    return true;
  }

  const InferenceLimits &Limits;
  std::vector<Column> Columns;
  std::set<std::size_t> Copies;
  std::vector<GuessedProperty> Guessed;
};

} // namespace

std::vector<GuessedProperty> inferProperties(const std::vector<PointVariable> &Variables, const PointRows &Seen,
                                             const InferenceLimits &Limits) {
  if (Seen.Rows.size() < Limits.Visits)
    return {};
  return Guesses(Variables, Seen, Limits).run();
}

} // namespace vernier
