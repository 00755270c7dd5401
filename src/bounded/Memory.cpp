#include "bounded/Memory.h"

#include <algorithm>
#include <set>

namespace vernier {

namespace {

std::uint64_t bytesOf(Term Value) {
  return Value.bits() / 8;
}

} // namespace

Term Contents::background(TermStore &Store, unsigned Bytes) const {
  return Rest == Background::Zero ? Store.constant(llvm::APInt::getZero(Bytes * 8))
                                  : Store.fresh(Bytes * 8, "undefined", VariableKind::Undefined);
}

Term Contents::load(TermStore &Store, std::uint64_t Offset, unsigned Bytes) const {
  if (auto Exact = Cells.find(Offset); Exact != Cells.end() && bytesOf(Exact->second) == Bytes)
    return Exact->second;
  Term Result;
  auto Append = [&](Term Part) { Result = Result ? Store.concat(Part, Result) : Part; };
  std::uint64_t At = Offset, End = Offset + Bytes;
  auto Next = Cells.upper_bound(At);
  if (Next != Cells.begin() && std::prev(Next)->first + bytesOf(std::prev(Next)->second) > At)
    --Next;
  while (At < End) {
    if (Next == Cells.end() || Next->first >= End) {
      Append(background(Store, static_cast<unsigned>(End - At)));
      break;
    }
    if (Next->first > At) {
      Append(background(Store, static_cast<unsigned>(Next->first - At)));
      At = Next->first;
    }
    std::uint64_t Skip = At - Next->first;
    std::uint64_t Take = std::min(End - At, bytesOf(Next->second) - Skip);
    Append(Store.extract(Next->second, static_cast<unsigned>(Skip * 8), static_cast<unsigned>(Take * 8)));
    At += Take;
    ++Next;
  }
  return Result;
}

std::optional<std::uint64_t> Contents::constantAt(std::uint64_t Offset, unsigned Bytes) const {
  if (Bytes > 8)
    return std::nullopt;
  std::uint64_t Result = 0;
  auto Cell = Cells.upper_bound(Offset);
  if (Cell != Cells.begin() && std::prev(Cell)->first + bytesOf(std::prev(Cell)->second) > Offset)
    --Cell;
  for (unsigned I = 0; I < Bytes; ++I) {
    if (Cell != Cells.end() && Cell->first + bytesOf(Cell->second) <= Offset + I)
      ++Cell;
    if (Cell == Cells.end() || Cell->first > Offset + I) {
      if (Rest != Background::Zero)
        return std::nullopt;
      continue;
    }
    if (!Cell->second.isConstant())
      return std::nullopt;
    auto Skip = static_cast<unsigned>(Offset + I - Cell->first);
    Result |= Cell->second.value().extractBitsAsZExtValue(8, 8 * Skip) << (8 * I);
  }
  return Result;
}

void Contents::split(TermStore &Store, std::uint64_t At) {
  auto After = Cells.upper_bound(At);
  if (After == Cells.begin())
    return;
  auto Cell = std::prev(After);
  std::uint64_t Skip = At - Cell->first;
  if (Skip == 0 || Skip >= bytesOf(Cell->second))
    return;
  Term Whole = Cell->second;
  Cell->second = Store.extract(Whole, 0, static_cast<unsigned>(Skip * 8));
  Cells.emplace(At,
                Store.extract(Whole, static_cast<unsigned>(Skip * 8), Whole.bits() - static_cast<unsigned>(Skip * 8)));
}

void Contents::clearRange(TermStore &Store, std::uint64_t Offset, std::uint64_t Bytes) {
  split(Store, Offset);
  split(Store, Offset + Bytes);
  Cells.erase(Cells.lower_bound(Offset), Cells.lower_bound(Offset + Bytes));
}

void Contents::store(TermStore &Store, std::uint64_t Offset, Term Value) {
  if (auto Exact = Cells.find(Offset); Exact != Cells.end() && Exact->second.bits() == Value.bits()) {
    Exact->second = Value;
    return;
  }
  clearRange(Store, Offset, bytesOf(Value));
  Cells.emplace(Offset, Value);
}

std::vector<Contents::Piece> Contents::pieces(const Contents &A, const Contents &B) {
  // The borders of both; a range belongs to a piece if a cell of either covers it.
  std::set<std::uint64_t> Borders;
  for (const Contents *Each : {&A, &B})
    for (const auto &[Offset, Value] : Each->Cells) {
      Borders.insert(Offset);
      Borders.insert(Offset + bytesOf(Value));
    }
  auto Covers = [](const Contents &C, std::uint64_t At) {
    auto After = C.Cells.upper_bound(At);
    return After != C.Cells.begin() && std::prev(After)->first + bytesOf(std::prev(After)->second) > At;
  };
  std::vector<Piece> Result;
  for (auto I = Borders.begin(); I != Borders.end() && std::next(I) != Borders.end(); ++I)
    if (Covers(A, *I) || Covers(B, *I))
      Result.push_back({*I, static_cast<unsigned>(*std::next(I) - *I)});
  return Result;
}

Contents Contents::merge(TermStore &Store, Term Choose, const Contents &A, const Contents &B) {
  // Undefined on one side only: the bytes without a cell must not become zero.
  Contents Result(A.Rest == Background::Zero && B.Rest == Background::Zero ? Background::Zero : Background::Undefined);
  for (Piece Each : pieces(A, B)) {
    auto InA = A.Cells.find(Each.Offset), InB = B.Cells.find(Each.Offset);
    if (InA != A.Cells.end() && InB != B.Cells.end() && InA->second == InB->second) {
      Result.Cells.emplace(Each.Offset, InA->second);
      continue;
    }
    Result.Cells.emplace(
        Each.Offset, Store.ite(Choose, A.load(Store, Each.Offset, Each.Bytes), B.load(Store, Each.Offset, Each.Bytes)));
  }
  return Result;
}

const Memory::Table &Memory::table() const {
  static const Table Empty;
  return Map ? *Map : Empty;
}

Memory::Table &Memory::own() {
  if (!Map)
    Map = std::make_shared<Table>();
  else if (Map.use_count() > 1)
    Map = std::make_shared<Table>(*Map);
  return *Map;
}

const Contents *Memory::find(ObjectId Id) const {
  if (!Map)
    return nullptr;
  auto Found = Map->find(Id);
  return Found == Map->end() ? nullptr : Found->second.get();
}

Contents &Memory::write(ObjectId Id, const std::shared_ptr<const Contents> &Initial) {
  std::shared_ptr<Contents> &Slot = own()[Id];
  if (!Slot)
    Slot = std::make_shared<Contents>(Initial ? *Initial : Contents());
  else if (Slot.use_count() > 1)
    Slot = std::make_shared<Contents>(*Slot);
  return *Slot;
}

void Memory::put(ObjectId Id, Contents What) {
  own()[Id] = std::make_shared<Contents>(std::move(What));
}

void Memory::erase(ObjectId Id) {
  own()[Id] = nullptr;
}

} // namespace vernier
