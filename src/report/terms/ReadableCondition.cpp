#include "report/terms/ReadableCondition.h"

#include "report/terms/TermText.h"
#include "term/Box.h"

#include <llvm/ADT/STLExtras.h>

#include <optional>
#include <set>

namespace vernier {

using llvm::APInt;

namespace {

using Wide = __int128;
using Interval = std::pair<Wide, Wide>;

/// Sets of more pieces say less than the conditions they come from.
constexpr std::size_t MostPieces = 4;

/// The values that conditions leave of a term.
struct Subject {
  Term About;
  bool Signed = true;
  ValueSet Possible, Left;
  std::vector<Literal> From;
};

/// The pieces of a set in the order of signed or unsigned numbers.
std::vector<Interval> inOrder(const ValueSet &Set, bool Signed) {
  std::vector<Interval> Result;
  Wide Modulus = Wide(1) << Set.bits(), Half = Modulus / 2;
  auto Add = [&](Wide First, Wide Last) {
    if (!Result.empty() && Result.back().second + 1 == First)
      Result.back().second = Last;
    else
      Result.push_back({First, Last});
  };
  if (Signed)
    for (auto [First, Last] : Set.pieces())
      if (Wide(Last) >= Half)
        Add(std::max<Wide>(First, Half) - Modulus, Wide(Last) - Modulus);
  for (auto [First, Last] : Set.pieces())
    if (!Signed || Wide(First) < Half)
      Add(First, Signed ? std::min<Wide>(Last, Half - 1) : Wide(Last));
  return Result;
}

/// A condition is simplified for people; with deep terms that may take longer than all else.
constexpr std::size_t MostOperations = 200000;

class Writer {
public:
  Writer(const TermStore &Store, const InputSpace &Space, llvm::ArrayRef<Term> Leaves, const ReadableOptions &Options)
      : Space(Space), Leaves(Leaves), Options(Options), Values(Leaves), Text(Store, Space, Leaves, Options.Depth) {
    Values.MostOperations = MostOperations;
  }

  void add(Literal L) {
    if (L.Atom.isConstant()) {
      if (L.Atom.isTrue() != L.Holds)
        Impossible = true;
      return;
    }
    if (L.Atom.is(L.Holds ? Operation::And : Operation::Or)) {
      for (Term Operand : L.Atom.operands()) {
        Literal Part = literalOf(Operand);
        add(L.Holds ? Part : Part.opposite());
      }
      return;
    }
    if (!Seen.insert({L.Atom.id(), L.Holds}).second)
      return;
    if (!addToSubject(L))
      Items.push_back({{}, L});
  }

  ReadableCondition write() {
    if (Impossible)
      return {"false", true};
    std::vector<std::string> Parts;
    for (const auto &[About, Other] : Items) {
      if (About)
        describe(Subjects[*About], Parts);
      else
        Parts.push_back(Text.condition(Other.Atom, Other.Holds).inside(BindsOr));
    }
    if (Impossible)
      return {"false", true};
    ReadableCondition Result;
    for (std::size_t I = 0; I < Parts.size() && I < Options.MostConjuncts; ++I)
      Result.Text += (I ? " && " : "") + Parts[I];
    if (Parts.size() > Options.MostConjuncts)
      Result.Text += " ... and " + std::to_string(Parts.size() - Options.MostConjuncts) + " more";
    if (Parts.empty())
      Result.Text = "true";
    Result.Whole = Text.isWhole() && Parts.size() <= Options.MostConjuncts;
    return Result;
  }

private:
  struct Item {
    std::optional<std::size_t> About; ///< what a subject is left, at the place of its first condition
    Literal Other;
  };

  Subject &subject(Term About, bool Signed, ValueSet Possible) {
    for (std::size_t I = 0; I < Subjects.size(); ++I)
      if (Subjects[I].About == About)
        return Subjects[I];
    Items.push_back({Subjects.size(), {}});
    Subjects.push_back({About, Signed, Possible, Possible, {}});
    return Subjects.back();
  }

  /// A condition on one value only: a leaf, or a term that is compared with a constant.
  bool addToSubject(Literal L) {
    Place Anywhere;
    Values.look(Anywhere);
    if (auto Leaf = Values.onlyVariable(L.Atom); Leaf && !Space.Leaves[*Leaf].Floating) {
      auto Set = Values.solutions(L.Atom, *Leaf, Values.ownDomain(*Leaf), Anywhere);
      if (Set && Set->pieces().size() <= MostPieces) {
        bool Signed = Space.Leaves[*Leaf].Signed && Space.Leaves[*Leaf].Bits > 1;
        narrow(subject(Leaves[*Leaf], Signed, Values.ownDomain(*Leaf)), *Set, L);
        return true;
      }
    }
    return addComparison(L);
  }

  bool addComparison(Literal L) {
    Term Atom = L.Atom;
    bool Signed = Atom.is(Operation::Slt) || Atom.is(Operation::Sle);
    bool Unsigned = Atom.is(Operation::Ult) || Atom.is(Operation::Ule);
    if (!Signed && !Unsigned && !Atom.is(Operation::Eq))
      return false;
    bool Swapped = Atom.operand(0).isConstant();
    Term About = Atom.operand(Swapped), With = Atom.operand(!Swapped);
    if (!With.isConstant() || About.bits() > 64 || About.bits() == 1)
      return false;
    bool View = Signed || (Atom.is(Operation::Eq) && Text.looksSigned(About));
    Range Known = Range::known(About);
    // Of a comparison, the values of About are found like those of a variable.
    ValueSet Possible = ValueSet::whole(About.bits()), Set(About.bits());
    if (Known.SMin >= 0 || Known.SMax < 0)
      Possible = ValueSet::between(About.bits(), Known.UMin, Known.UMax);
    for (auto [First, Last] : compared(Atom, With.value(), Swapped))
      Set.append(First, Last);
    narrow(subject(About, View, Possible), Set, L);
    return true;
  }

  /// The unsigned pieces for which a comparison with a constant holds.
  static std::vector<ValueSet::Piece> compared(Term Atom, const APInt &With, bool Swapped) {
    unsigned Bits = With.getBitWidth();
    std::uint64_t Most = ValueSet::most(Bits), Half = Most / 2 + 1, Value = With.getZExtValue();
    if (Atom.is(Operation::Eq))
      return {{Value, Value}};
    bool Signed = Atom.is(Operation::Slt) || Atom.is(Operation::Sle);
    bool Strict = Atom.is(Operation::Slt) || Atom.is(Operation::Ult);
    // In the order of the comparison, values are numbered from 0 on.
    std::uint64_t Rank = Signed ? Value ^ Half : Value, First = 0, Last = Most;
    if (Swapped) { // constant < x
      if (Strict && Rank == Most)
        return {};
      First = Strict ? Rank + 1 : Rank;
    } else {
      if (Strict && Rank == 0)
        return {};
      Last = Strict ? Rank - 1 : Rank;
    }
    if (!Signed)
      return {{First, Last}};
    std::vector<ValueSet::Piece> Result; // ranks from Half on are the values from 0 on
    if (Last >= Half)
      Result.push_back({std::max(First, Half) - Half, Last - Half});
    if (First < Half)
      Result.push_back({First + Half, std::min(Last, Half - 1) + Half});
    return Result;
  }

  void narrow(Subject &Which, const ValueSet &Set, Literal L) {
    Which.Left = Which.Left.intersected(L.Holds ? Set : Set.complement());
    Which.From.push_back(L);
  }

  std::string number(const Subject &Which, Wide Value, bool Limit = true) const {
    if (Limit && Value == 0) // not '\\0'
      return "0";
    unsigned Bits = Which.About.bits();
    APInt Constant(Bits, static_cast<std::uint64_t>(Value) & ValueSet::most(Bits));
    return Text.constantFor(Which.About, Constant, Which.Signed);
  }

  static bool isRound(Wide Value) { return Value % 10 == 0; }

  /// A range of values, without the ends that are those of the possible ones.
  std::string range(const Subject &Which, const std::string &Name, Interval Some, Interval Possible, bool Alone) {
    auto [First, Last] = Some;
    if (First == Last)
      return Name + " == " + number(Which, First, false);
    bool Below = Last<Possible.second, Above = First> Possible.first;
    if (Below && Above) {
      std::string Lower = number(Which, First) + " <= ", Upper = " <= " + number(Which, Last);
      if (Options.Chains)
        return Lower + Name + Upper;
      std::string Both = Lower + Name + " && " + Name + Upper;
      return Alone ? Both : "(" + Both + ")";
    }
    // The rounder number of the two that say the same: i > 0, i < 10.
    bool Letters = number(Which, Above ? First : Last).front() == '\'';
    if (Above)
      return isRound(First - 1) && !isRound(First) && !Letters ? Name + " > " + number(Which, First - 1)
                                                               : Name + " >= " + number(Which, First);
    return isRound(Last + 1) && !isRound(Last) && !Letters ? Name + " < " + number(Which, Last + 1)
                                                           : Name + " <= " + number(Which, Last);
  }

  void describe(const Subject &Which, std::vector<std::string> &Parts) {
    std::vector<Interval> Left = inOrder(Which.Left, Which.Signed), Possible = inOrder(Which.Possible, Which.Signed);
    if (Left.empty()) {
      Impossible = true;
      return;
    }
    if (Which.Left == Which.Possible)
      return;
    std::string Name = Which.About.bits() == 1 ? Text.condition(Which.About).inside(BindsUnary)
                                               : Text.side(Which.About, Which.Signed).inside(BindsShift);
    if (Which.About.bits() == 1) {
      Parts.push_back(Left.front().first == 0 ? "!" + Name : Name);
      return;
    }
    Interval Ends{Possible.front().first, Possible.back().second};
    std::vector<Interval> Gaps;
    for (std::size_t I = 0; I + 1 < Left.size(); ++I)
      Gaps.push_back({Left[I].second + 1, Left[I + 1].first - 1});
    bool SingleGaps = llvm::all_of(Gaps, [](Interval Gap) { return Gap.first == Gap.second; });
    if (!SingleGaps && Left.size() <= MostPieces) {
      std::string Any;
      for (Interval Piece : Left)
        Any += (Any.empty() ? "(" : " || ") + range(Which, Name, Piece, Ends, false);
      Parts.push_back(Any + ")");
      return;
    }
    Interval Hull{Left.front().first, Left.back().second};
    // A value at the end that is excluded, and nothing else: != says it more simply.
    if (Gaps.empty() && Hull.second - Hull.first + 1 == Ends.second - Ends.first && Hull.first != Hull.second &&
        !isSignBorder(Which, Hull, Ends)) {
      Parts.push_back(Name + " != " + number(Which, Hull.first > Ends.first ? Ends.first : Ends.second, false));
      return;
    }
    if (Hull != Ends)
      Parts.push_back(range(Which, Name, Hull, Ends, true));
    for (auto [First, Last] : Gaps)
      Parts.push_back(First == Last ? Name + " != " + number(Which, First, false)
                                    : "(" + range(Which, Name, {Ends.first, First - 1}, Ends, false) + " || " +
                                          range(Which, Name, {Last + 1, Ends.second}, Ends, false) + ")");
  }

  /// x > 0 of what is not negative anyway reads better than x != 0 where the source is signed.
  static bool isSignBorder(const Subject &Which, Interval Hull, Interval Ends) {
    return Which.Signed && Hull.first == 1 && Ends.first == 0;
  }

  const InputSpace &Space;
  llvm::ArrayRef<Term> Leaves;
  const ReadableOptions &Options;
  Box Values;
  TermText Text;
  std::vector<Subject> Subjects;
  std::vector<Item> Items;
  std::set<std::pair<unsigned, bool>> Seen;
  bool Impossible = false;
};

} // namespace

ReadableCondition readableCondition(const TermStore &Store, const InputSpace &Space, llvm::ArrayRef<Term> Leaves,
                                    llvm::ArrayRef<Term> Conjuncts, const ReadableOptions &Options) {
  Writer All(Store, Space, Leaves, Options);
  for (Term Each : Conjuncts)
    All.add(literalOf(Each));
  return All.write();
}

} // namespace vernier
