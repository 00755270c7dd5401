#include "partition/Minimise.h"

#include "input/LeafTerms.h"
#include "input/PlaceNames.h"
#include "term/Evaluate.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <array>
#include <optional>

namespace vernier {

using llvm::APFloat;
using llvm::APInt;

namespace {

constexpr unsigned MostRounds = 4, MostQuestions = 6, MostPairs = 64;
/// Integers up to this are all tried.
constexpr std::int64_t MostSmall = 1024;

/// What a leaf is, which decides what a good value of it is.
struct Role {
  enum class Kind { Number, Floating, Text, Stream } What = Kind::Number;
  bool Signed = true;
  std::optional<unsigned> Length; ///< of a byte of a stream: the leaf that says how many bytes there are
  unsigned Index = 0;             ///< of a byte of a stream
};

std::vector<Role> rolesOf(const InputSpace &Space) {
  std::vector<Role> Roles(Space.Leaves.size());
  for (unsigned I = 0; I < Roles.size(); ++I) {
    Roles[I].Signed = Space.Leaves[I].Signed && Space.Leaves[I].Bits > 1;
    if (Space.Leaves[I].Floating)
      Roles[I].What = Role::Kind::Floating;
    else if (isTextByte(Space, I))
      Roles[I].What = Role::Kind::Text;
  }
  auto Stream = [&](const std::vector<unsigned> &Leaves, std::optional<unsigned> Length) {
    for (unsigned I = 0; I < Leaves.size(); ++I) {
      Roles[Leaves[I]].What = Role::Kind::Stream;
      Roles[Leaves[I]].Length = Length;
      Roles[Leaves[I]].Index = I;
    }
  };
  Stream(Space.Program.StdinLeaves, Space.Program.StdinLength);
  for (const ProgramInput::File &Each : Space.Program.Files)
    Stream(Each.Leaves, Each.Length);
  return Roles;
}

/// The bytes in the order in which they are preferred; in a stream, a zero is data and comes late.
std::vector<std::uint8_t> byteOrder(bool ZeroFirst) {
  std::vector<std::uint8_t> Order;
  auto Add = [&](unsigned Byte) {
    if (!llvm::is_contained(Order, Byte))
      Order.push_back(static_cast<std::uint8_t>(Byte));
  };
  if (ZeroFirst)
    Add(0);
  for (char First : {'a', '0', 'A'})
    for (int Letter = First; llvm::isAlnum(static_cast<char>(Letter)); ++Letter)
      Add(static_cast<unsigned>(Letter));
  for (unsigned Byte = ' '; Byte < 127; ++Byte)
    Add(Byte);
  Add('\n');
  Add('\t');
  Add(0);
  for (unsigned Byte = 1; Byte < 256; ++Byte)
    Add(Byte);
  return Order;
}

/// Where bytes stand in their order.
class ByteRanks {
public:
  explicit ByteRanks(bool ZeroFirst) : Order(byteOrder(ZeroFirst)) {
    for (unsigned I = 0; I < Order.size(); ++I)
      Ranks[Order[I]] = I;
  }
  const std::vector<std::uint8_t> &order() const { return Order; }
  unsigned rank(std::uint8_t Byte) const { return Ranks[Byte]; }

private:
  std::vector<std::uint8_t> Order;
  std::array<unsigned, 256> Ranks{};
};

class Minimiser {
public:
  Minimiser(const std::vector<Term> &Conjuncts, const InputSpace &Space, const std::vector<Term> &Leaves,
            const InputAssignment &From, std::chrono::milliseconds Limit)
      : Conjuncts(Conjuncts), Leaves(Leaves), Roles(rolesOf(Space)), All(Conjuncts), Best(From),
        Values(assignmentOf(Leaves, From)), Mentioning(Leaves.size()), Until(std::chrono::steady_clock::now() + Limit) {
    llvm::DenseMap<Term, unsigned> Numbers;
    for (unsigned I = 0; I < Leaves.size(); ++I)
      Numbers[Leaves[I]] = I;
    for (unsigned C = 0; C < Conjuncts.size(); ++C) {
      std::vector<unsigned> Found;
      for (Term Each : reachable(Conjuncts[C]))
        if (auto Number = Numbers.find(Each); Number != Numbers.end())
          Found.push_back(Number->second);
      for (unsigned Leaf : Found)
        Mentioning[Leaf].push_back(C);
      Mentioned.push_back(std::move(Found));
    }
    for (unsigned I = 0; I < Leaves.size(); ++I)
      Order.push_back(I);
    // Lengths and other numbers first: they decide which bytes matter.
    std::stable_partition(Order.begin(), Order.end(), [&](unsigned I) { return !isByte(I); });
  }

  bool valid(const InputAssignment &Input) {
    for (std::size_t I = 0; I < Leaves.size(); ++I)
      if (!admits(Leaves[I], Input[I]))
        return false;
    All.run(assignmentOf(Leaves, Input));
    return llvm::all_of(Conjuncts, [&](Term T) { return All.valueOf(T).isOne(); });
  }

  void byEvaluation() {
    for (unsigned Round = 0; Round < MostRounds && !late(); ++Round) {
      bool Changed = false;
      for (unsigned Leaf : Order) {
        if (late())
          return;
        Changed |= improve(Leaf);
      }
      Changed |= improvePairs();
      if (!Changed)
        return;
    }
  }

  /// For leaves that are still large: is there a model in which they are not?
  void bySolver(Solver &Ask, TermStore &Store) {
    std::vector<unsigned> Large;
    for (unsigned I = 0; I < Leaves.size(); ++I)
      if (cost(I, Best[I]) > 0 && !Mentioning[I].empty() && Roles[I].What != Role::Kind::Floating)
        Large.push_back(I);
    std::stable_sort(Large.begin(), Large.end(),
                     [&](unsigned A, unsigned B) { return cost(A, Best[A]) > cost(B, Best[B]); });
    unsigned Questions = 0;
    for (unsigned Leaf : Large) {
      if (cost(Leaf, Best[Leaf]) == 0) // meanwhile
        continue;
      if (Questions++ == MostQuestions || late())
        return;
      std::vector<Term> Query = Conjuncts;
      Query.push_back(isSmall(Store, Leaf));
      auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(Until - std::chrono::steady_clock::now());
      SolverAnswer Answer = Ask.checkNear(Query, Values, std::max(Left, std::chrono::milliseconds(1)));
      if (Answer.What != Satisfiable::Yes)
        continue;
      InputAssignment Model = inputOf(Leaves, Answer.Model);
      InputAssignment Before = Best;
      double CostBefore = total();
      if (!valid(Model))
        continue;
      take(Model);
      byEvaluation();
      if (total() >= CostBefore)
        take(Before);
    }
  }

  const InputAssignment &best() const { return Best; }

private:
  Term isSmall(TermStore &Store, unsigned I) {
    Term Leaf = Leaves[I];
    unsigned Bits = Leaf.bits();
    auto Number = [&](std::int64_t Value) {
      return Store.constant(APInt(64, static_cast<std::uint64_t>(Value), true).sextOrTrunc(Bits));
    };
    if (Roles[I].What == Role::Kind::Stream && !isUnread(I))
      return Store.andTerm(Store.ule(Number('a'), Leaf), Store.ule(Leaf, Number('z')));
    if (isByte(I) || Bits < 8)
      return Store.eq(Leaf, Number(0));
    if (!Roles[I].Signed)
      return Store.ule(Leaf, Number(MostSmall));
    return Store.andTerm(Store.sle(Number(-MostSmall), Leaf), Store.sle(Leaf, Number(MostSmall)));
  }

  bool late() const { return std::chrono::steady_clock::now() >= Until; }
  bool isByte(unsigned I) const { return Roles[I].What == Role::Kind::Text || Roles[I].What == Role::Kind::Stream; }
  /// It lies behind the end of its stream.
  bool isUnread(unsigned I) const { return Roles[I].Length && Best[*Roles[I].Length].ule(Roles[I].Index); }
  const ByteRanks &ranks(unsigned I) const {
    return Roles[I].What == Role::Kind::Text || isUnread(I) ? TextRanks : StreamRanks;
  }

  /// How far a value is from the best one.
  double cost(unsigned I, const APInt &Value) const {
    if (isByte(I))
      return ranks(I).rank(static_cast<std::uint8_t>(Value.getZExtValue())) / 16.0;
    if (Roles[I].What == Role::Kind::Floating)
      return floatingCost(Value);
    bool Negative = Roles[I].Signed && Value.isNegative();
    APInt Magnitude = Negative ? -Value : Value;
    // Below a few thousand each step counts, beyond only the size.
    return (Magnitude.getActiveBits() > 12 ? 4096.0 * Magnitude.getActiveBits() : Magnitude.getZExtValue() * 1.0) +
           (Negative ? 0.5 : 0);
  }

  /// Numbers with few digits are readable.
  static double floatingCost(const APInt &Value) {
    std::string Text = valueText(Value, true, true);
    return Value.isZero() ? 0
                          : static_cast<double>(Text.size()) + (Text.find_first_of("ein") != std::string::npos ? 8 : 0);
  }

  double total() const {
    double Sum = 0;
    for (unsigned I = 0; I < Leaves.size(); ++I)
      Sum += cost(I, Best[I]);
    return Sum;
  }

  void take(const InputAssignment &Input) {
    Best = Input;
    Values = assignmentOf(Leaves, Input);
  }

  void set(unsigned I, const APInt &Value) {
    Best[I] = Value;
    Values[Leaves[I]] = Value;
  }

  /// Whether the conjuncts that an evaluator knows hold with another value of a leaf; it is kept if they do.
  bool tryValue(Evaluator &Some, llvm::ArrayRef<unsigned> Which, unsigned I, const APInt &Value) {
    if (!admits(Leaves[I], Value))
      return false;
    APInt Before = Best[I];
    set(I, Value);
    if (holdsNow(Some, Which))
      return true;
    set(I, Before);
    return false;
  }

  bool holdsNow(Evaluator &Some, llvm::ArrayRef<unsigned> Which) {
    Some.run(Values);
    return llvm::all_of(Which, [&](unsigned C) { return Some.valueOf(Conjuncts[C]).isOne(); });
  }

  std::vector<Term> terms(llvm::ArrayRef<unsigned> Which) const {
    std::vector<Term> Result;
    for (unsigned C : Which)
      Result.push_back(Conjuncts[C]);
    return Result;
  }

  bool improve(unsigned I) {
    if (cost(I, Best[I]) == 0)
      return false;
    const std::vector<unsigned> &Which = Mentioning[I];
    Evaluator Some{llvm::ArrayRef<Term>(terms(Which))};
    auto Try = [&](const APInt &Value) { return cost(I, Value) < cost(I, Best[I]) && tryValue(Some, Which, I, Value); };
    if (isByte(I))
      return llvm::any_of(ranks(I).order(), [&](std::uint8_t Byte) { return Try(APInt(8, Byte)); });
    if (Roles[I].What == Role::Kind::Floating)
      return improveNumber(I, Try);
    return improveInteger(I, Try);
  }

  template <typename Attempt> bool improveInteger(unsigned I, Attempt Try) {
    unsigned Bits = Leaves[I].bits();
    if (Try(APInt(Bits, 0)))
      return true;
    for (std::int64_t Small = 1; Small <= MostSmall && !late(); ++Small)
      for (std::int64_t Value : {Small, -Small})
        if (Try(APInt(64, static_cast<std::uint64_t>(Value), true).sextOrTrunc(Bits)))
          return true;
    bool Changed = false;
    // The least magnitude that does, if larger ones always do as well; else some smaller one.
    bool Negative = Roles[I].Signed && Best[I].isNegative();
    APInt Fails(Bits, 0), Works = Negative ? -Best[I] : Best[I];
    auto WithSign = [&](const APInt &Magnitude) { return Negative ? -Magnitude : Magnitude; };
    while (Works.ugt(Fails) && (Works - Fails).ugt(1) && !late()) {
      APInt Middle = Fails + (Works - Fails).lshr(1);
      if (Try(WithSign(Middle)))
        Works = Middle, Changed = true;
      else
        Fails = Middle;
    }
    if (Negative) // the same without the sign
      Changed |= Try(Works);
    return Changed;
  }

  template <typename Attempt> bool improveNumber(unsigned I, Attempt Try) {
    const llvm::fltSemantics *Format = formatOf(Leaves[I].bits());
    if (!Format)
      return Try(APInt(Leaves[I].bits(), 0));
    auto TryNumber = [&](double Number) {
      APFloat Value(Number);
      bool Inexact;
      Value.convert(*Format, APFloat::rmNearestTiesToEven, &Inexact);
      return Try(Value.bitcastToAPInt());
    };
    for (double Small : {0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 10.0, -10.0, 100.0, -100.0, 1000.0, -1000.0})
      if (TryNumber(Small))
        return true;
    APFloat Current(*Format, Best[I]);
    if (!Current.isFinite())
      return false;
    bool Changed = false;
    for (llvm::RoundingMode Mode : {APFloat::rmTowardZero, APFloat::rmTowardPositive, APFloat::rmTowardNegative}) {
      APFloat Whole = Current;
      Whole.roundToIntegral(Mode);
      Changed |= Try(Whole.bitcastToAPInt());
    }
    return Changed;
  }

  static const llvm::fltSemantics *formatOf(unsigned Bits) {
    return Bits == 32 ? &APFloat::IEEEsingle() : Bits == 64 ? &APFloat::IEEEdouble() : nullptr;
  }

  /// Where a condition ties two leaves together, neither can move alone: both by the same amount, or to the same value.
  bool improvePairs() {
    bool Changed = false;
    unsigned Pairs = 0;
    for (const std::vector<unsigned> &Group : Mentioned)
      for (std::size_t A = 0; A < Group.size() && Group.size() <= 8; ++A)
        for (std::size_t B = 0; B < Group.size(); ++B) {
          unsigned X = Group[A], Y = Group[B];
          if (X == Y || isByte(X) != isByte(Y) || Leaves[X].bits() != Leaves[Y].bits() || cost(Y, Best[Y]) == 0)
            continue;
          if (++Pairs > MostPairs || late())
            return Changed;
          Changed |= improvePair(X, Y);
        }
    return Changed;
  }

  bool improvePair(unsigned X, unsigned Y) {
    std::vector<unsigned> Which = Mentioning[X];
    Which.insert(Which.end(), Mentioning[Y].begin(), Mentioning[Y].end());
    Evaluator Some{llvm::ArrayRef<Term>(terms(Which))};
    std::vector<std::pair<APInt, APInt>> Wanted;
    if (isByte(X)) {
      if (Best[X] == Best[Y])
        for (std::uint8_t Byte : ranks(Y).order())
          Wanted.push_back({APInt(8, Byte), APInt(8, Byte)});
    } else {
      std::vector<APInt> Targets;
      for (std::uint64_t Small = 0; Small < 10; ++Small)
        Targets.push_back(APInt(64, Small).zextOrTrunc(Leaves[Y].bits()));
      Targets.push_back(Roles[Y].Signed && Best[Y].isNegative() ? -(-Best[Y]).lshr(1) : Best[Y].lshr(1));
      for (const APInt &To : Targets) // of Y; X keeps its distance, or its sum
        for (const APInt &Other : {Best[X] - Best[Y] + To, Best[X] + Best[Y] - To})
          Wanted.push_back({Other, To});
    }
    for (const auto &[NewX, NewY] : Wanted)
      if (tryBoth(Some, Which, X, NewX, Y, NewY))
        return true;
    return false;
  }

  bool tryBoth(Evaluator &Some, llvm::ArrayRef<unsigned> Which, unsigned X, const APInt &NewX, unsigned Y,
               const APInt &NewY) {
    if (cost(X, NewX) + cost(Y, NewY) >= cost(X, Best[X]) + cost(Y, Best[Y]) || !admits(Leaves[X], NewX) ||
        !admits(Leaves[Y], NewY))
      return false;
    APInt OldX = Best[X], OldY = Best[Y];
    set(X, NewX);
    set(Y, NewY);
    if (holdsNow(Some, Which))
      return true;
    set(X, OldX);
    set(Y, OldY);
    return false;
  }

  const std::vector<Term> &Conjuncts;
  const std::vector<Term> &Leaves;
  std::vector<Role> Roles;
  Evaluator All;
  InputAssignment Best;
  Assignment Values;                             ///< the same
  std::vector<std::vector<unsigned>> Mentioning; ///< conjuncts, by leaf
  std::vector<std::vector<unsigned>> Mentioned;  ///< leaves, by conjunct
  std::vector<unsigned> Order;
  std::chrono::steady_clock::time_point Until;
  ByteRanks TextRanks{true}, StreamRanks{false};
};

} // namespace

InputAssignment minimise(TermStore &Store, const std::vector<Term> &Conjuncts, const InputSpace &Space,
                         const std::vector<Term> &Leaves, const InputAssignment &From, Solver *Ask,
                         std::chrono::milliseconds Limit) {
  Minimiser Search(Conjuncts, Space, Leaves, From, Limit);
  if (!Search.valid(From))
    return From;
  Search.byEvaluation();
  if (Ask)
    Search.bySolver(*Ask, Store);
  InputAssignment Found = Search.best();
  return Search.valid(Found) ? Found : From;
}

} // namespace vernier
