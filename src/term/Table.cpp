#include "term/Table.h"

#include <llvm/ADT/STLExtras.h>

#include <cassert>
#include <numeric>
#include <optional>

namespace vernier {

using llvm::APInt;

namespace {

/// Tells whether the index of the element that an address means is below a number, in the simplest words. The offset
/// of an element is small and not negative, so that signed comparisons will do; they see through extensions.
class IndexTest {
public:
  IndexTest(TermStore &Store, Term Address, std::uint64_t First, std::uint64_t Stride)
      : Store(Store), Offset(Store.sub(Address, Store.constant(64, First))) {
    divide(APInt(64, Stride));
    shift();
  }

  Term below(std::uint64_t Index) { return Store.slt(Offset, Store.constant(limit(Index))); }
  /// What the subject is compared with.
  APInt limit(std::uint64_t Index) const { return APInt(64, Index) * Scale - Added; }
  Term subject() const { return Offset; }
  /// The index itself, if it can be said without a division.
  Term index() { return Scale.isOne() ? Store.add(Offset, Store.constant(Added)) : Term(); }

private:
  /// stride * x is below stride * k just if x is below k, where the product cannot wrap around.
  void divide(const APInt &Stride) {
    Scale = Stride;
    TermStore::Linear Sum = Store.linear(Offset);
    if (Stride.isOne() || !Stride.isStrictlyPositive() || !Sum.Constant.srem(Stride).isZero())
      return;
    Sum.Constant = Sum.Constant.sdiv(Stride);
    for (auto &[Part, Factor] : Sum.Parts) {
      if (!Factor.srem(Stride).isZero())
        return;
      Factor = Factor.sdiv(Stride);
    }
    Term Quotient = Store.fromLinear(Sum);
    std::int64_t By = Stride.getSExtValue();
    if (Quotient->SMin < INT64_MIN / By || Quotient->SMax > INT64_MAX / By)
      return;
    Offset = Quotient;
    Scale = APInt(64, 1);
  }

  /// x + k is below n just if x is below n - k, where nothing wraps around.
  void shift() {
    TermStore::Linear Sum = Store.linear(Offset);
    if (Sum.Constant.isZero() || Sum.Parts.empty())
      return;
    APInt Constant = Sum.Constant;
    Sum.Constant = APInt::getZero(64);
    Term Rest = Store.fromLinear(Sum);
    std::int64_t Sink;
    if (__builtin_add_overflow(Rest->SMin, Constant.getSExtValue(), &Sink) ||
        __builtin_add_overflow(Rest->SMax, Constant.getSExtValue(), &Sink))
      return;
    Offset = Rest;
    Added = Constant;
  }

  TermStore &Store;
  Term Offset;
  APInt Scale = APInt(64, 1), Added = APInt(64, 0);
};

/// What a table holds: terms, or numbers that need no term each.
class TableElements {
public:
  explicit TableElements(llvm::ArrayRef<Term> Terms) : Terms(Terms), Count(Terms.size()) {}
  TableElements(TermStore &Store, unsigned Bits, llvm::ArrayRef<std::uint64_t> Numbers)
      : Store(&Store), Bits(Bits), Numbers(Numbers), Count(Numbers.size()) {}

  std::size_t size() const { return Count; }
  Term term(std::size_t I) const { return Store ? Store->constant(Bits, Numbers[at(I)]) : Terms[at(I)]; }
  bool areSame(std::size_t I, std::size_t J) const {
    return Store ? Numbers[at(I)] == Numbers[at(J)] : Terms[at(I)] == Terms[at(J)];
  }
  /// Nothing if it is no constant, or too wide.
  std::optional<std::uint64_t> number(std::size_t I) const {
    if (Store)
      return Numbers[at(I)];
    Term Element = Terms[at(I)];
    return Element.isConstant() && Element.bits() <= 64 ? std::optional(Element.value().getZExtValue()) : std::nullopt;
  }
  /// Only every so many elements from one on.
  void narrow(std::size_t First, std::size_t Step, std::size_t Number) {
    FirstIndex = First;
    StepIndex = Step;
    Count = Number;
  }

private:
  std::size_t at(std::size_t I) const { return FirstIndex + I * StepIndex; }

  TermStore *Store = nullptr;
  unsigned Bits = 0;
  llvm::ArrayRef<Term> Terms;
  llvm::ArrayRef<std::uint64_t> Numbers;
  std::size_t FirstIndex = 0, StepIndex = 1, Count;
};

/// Elements that follow each other and need one term only.
struct Run {
  std::size_t First, Count;
  Term Value;
};

/// Fewer elements than this are not worth a sum.
constexpr std::size_t LeastProgression = 4;

/// How many elements from here on are each greater by one than the one before.
std::size_t countProgression(const TableElements &Elements, std::size_t First) {
  std::size_t Count = 1;
  auto Start = Elements.number(First);
  while (Start && First + Count < Elements.size() && Elements.number(First + Count) == *Start + Count)
    ++Count;
  return Count;
}

Run nextRun(TermStore &Store, IndexTest &Test, const TableElements &Elements, std::size_t First) {
  std::size_t Count = 1;
  while (First + Count < Elements.size() && Elements.areSame(First, First + Count))
    ++Count;
  Term Value = Elements.term(First);
  if (Count > 1 || !Test.index())
    return {First, Count, Value};
  Count = countProgression(Elements, First);
  if (Count < LeastProgression)
    return {First, 1, Value};
  // The element as a sum of its index and a constant.
  unsigned Bits = Value.bits();
  return {First, Count,
          Store.add(Store.extract(Test.index(), 0, Bits), Store.constant(Value.value() - APInt(Bits, First)))};
}

Term chooseRun(TermStore &Store, IndexTest &Test, llvm::ArrayRef<Run> Runs) {
  if (Runs.size() == 1)
    return Runs.front().Value;
  std::size_t Middle = Runs.size() / 2; // the depth is the logarithm of the number of runs
  Term Low = chooseRun(Store, Test, Runs.take_front(Middle));
  Term High = chooseRun(Store, Test, Runs.drop_front(Middle));
  return Store.ite(Test.below(Runs[Middle].First), Low, High);
}

/// More pieces than this are not mapped one by one.
constexpr std::size_t MostPieces = 1024;

} // namespace

static Term termOfTable(TermStore &Store, Term Address, std::uint64_t First, std::uint64_t Stride,
                        TableElements Elements) {
  assert(Elements.size() > 0 && Stride > 0 && Address.bits() == 64);
  OffsetSteps Possible =
      possibleOffsets(Store, Store.sub(Address, Store.constant(64, First)), (Elements.size() - 1) * Stride);
  if (Possible.Count > 0 && Possible.First % Stride == 0 && Possible.Step % Stride == 0) {
    Elements.narrow(Possible.First / Stride, Possible.Step / Stride, Possible.Count);
    First += Possible.First;
    Stride = Possible.Step;
  }
  IndexTest Test(Store, Address, First, Stride);
  std::vector<Run> Runs;
  for (std::size_t I = 0; I < Elements.size(); I += Runs.back().Count)
    Runs.push_back(nextRun(Store, Test, Elements, I));
  if (!llvm::all_of(Runs, [](const Run &Each) { return Each.Value.isConstant(); }))
    return chooseRun(Store, Test, Runs);
  std::vector<TermStore::Piece> Pieces;
  for (const Run &Each : Runs)
    Pieces.push_back({Test.limit(Each.First), Each.Value});
  return Store.piecewise(Test.subject(), Pieces);
}

Term tableTerm(TermStore &Store, Term Address, std::uint64_t First, std::uint64_t Stride,
               llvm::ArrayRef<Term> Elements) {
  return termOfTable(Store, Address, First, Stride, TableElements(Elements));
}

Term constantTableTerm(TermStore &Store, Term Address, std::uint64_t First, std::uint64_t Stride, unsigned Bits,
                       llvm::ArrayRef<std::uint64_t> Elements) {
  return termOfTable(Store, Address, First, Stride, TableElements(Store, Bits, Elements));
}

OffsetSteps possibleOffsets(const TermStore &Store, Term Offset, std::uint64_t Last) {
  std::uint64_t Low = Offset->UMin, High = std::min(Last, Offset->UMax);
  // Offset = Constant + sum of Factor * Part. If no partial sum can wrap, it is congruent to Constant modulo the common
  // divisor of the factors; if it may, only modulo the powers of two in it.
  TermStore::Linear Sum = Store.linear(Offset);
  std::uint64_t Step = 0;
  __int128 Least = Sum.Constant.getSExtValue(), Most = Least;
  for (auto &[Part, Factor] : Sum.Parts) {
    std::int64_t K = Factor.getSExtValue();
    Step = std::gcd(Step, K < 0 ? 0 - static_cast<std::uint64_t>(K) : static_cast<std::uint64_t>(K));
    __int128 A = static_cast<__int128>(K) * Part->SMin, B = static_cast<__int128>(K) * Part->SMax;
    Least += std::min(A, B);
    Most += std::max(A, B);
  }
  bool MayWrap = Least < INT64_MIN || Most > INT64_MAX;
  if (MayWrap && Step)
    Step &= ~Step + 1;
  if (Step == 0 || Step > INT64_MAX)
    Step = 1;
  auto Modulus = static_cast<std::int64_t>(Step);
  std::uint64_t Residue = MayWrap
                              ? Sum.Constant.getZExtValue() % Step
                              : static_cast<std::uint64_t>((Sum.Constant.getSExtValue() % Modulus + Modulus) % Modulus);
  std::uint64_t First = Low + (Residue + Step - Low % Step) % Step;
  if (First < Low || First > High)
    return {First, Step, 0};
  return {First, Step, (High - First) / Step + 1};
}

static Term choosePiece(TermStore &Store, Term Subject, llvm::ArrayRef<TermStore::Piece> Pieces) {
  if (Pieces.size() == 1)
    return Pieces.front().Value;
  std::size_t Middle = Pieces.size() / 2;
  Term Low = choosePiece(Store, Subject, Pieces.take_front(Middle));
  Term High = choosePiece(Store, Subject, Pieces.drop_front(Middle));
  return Store.ite(Store.slt(Subject, Store.constant(Pieces[Middle].From)), Low, High);
}

Term TermStore::piecewise(Term Subject, llvm::ArrayRef<Piece> Given) {
  assert(!Given.empty());
  std::vector<Piece> Merged;
  for (const Piece &Each : Given)
    if (Merged.empty() || Merged.back().Value != Each.Value)
      Merged.push_back(Each);
  Term Made = choosePiece(*this, Subject, Merged);
  bool Known = Merged.size() > 2 && Merged.size() <= MostPieces && Made.bits() > 1 && !Made.isConstant();
  if (Known && llvm::all_of(Merged, [](const Piece &Each) { return Each.Value.isConstant(); }))
    Piecewise.try_emplace(Made.node(), Pieces{Subject, std::move(Merged)});
  return Made;
}

Term TermStore::mapPieces(Term A, llvm::function_ref<Term(Term)> Change) {
  if (Piecewise.empty() || !A.is(Operation::Ite))
    return {};
  auto Found = Piecewise.find(A.node());
  if (Found == Piecewise.end())
    return {};
  // Making terms may add to the map.
  Pieces Mapped = Found->second;
  for (Piece &Each : Mapped.List) {
    Each.Value = Change(Each.Value);
    if (!Each.Value.isConstant())
      return {};
  }
  return piecewise(Mapped.Subject, Mapped.List);
}

} // namespace vernier
