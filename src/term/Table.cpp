#include "term/Table.h"

#include <llvm/ADT/STLExtras.h>

#include <cassert>

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

/// Elements that follow each other and need one term only.
struct Run {
  std::size_t First, Count;
  Term Value;
};

/// Fewer elements than this are not worth a sum.
constexpr std::size_t LeastProgression = 4;

/// The element as a sum of its index and a constant, if that holds for a few from here on.
Run progression(TermStore &Store, IndexTest &Test, llvm::ArrayRef<Term> Elements, std::size_t First) {
  Run Found{First, 1, {}};
  Term Start = Elements[First];
  if (!Start.isConstant() || !Test.index())
    return Found;
  for (std::size_t I = First + 1; I < Elements.size(); ++I, ++Found.Count)
    if (!Elements[I].isConstant() || Elements[I].value() != Start.value() + (I - First))
      break;
  unsigned Bits = Start.bits();
  if (Found.Count >= LeastProgression && Bits <= 64)
    Found.Value = Store.add(Store.extract(Test.index(), 0, Bits), Store.constant(Start.value() - APInt(Bits, First)));
  return Found;
}

Run nextRun(TermStore &Store, IndexTest &Test, llvm::ArrayRef<Term> Elements, std::size_t First) {
  Run Equal{First, 1, Elements[First]};
  while (First + Equal.Count < Elements.size() && Elements[First + Equal.Count] == Equal.Value)
    ++Equal.Count;
  if (Equal.Count > 1)
    return Equal;
  Run Growing = progression(Store, Test, Elements, First);
  return Growing.Value ? Growing : Equal;
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

Term tableTerm(TermStore &Store, Term Address, std::uint64_t First, std::uint64_t Stride,
               llvm::ArrayRef<Term> Elements) {
  assert(!Elements.empty() && Stride > 0 && Address.bits() == 64);
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
