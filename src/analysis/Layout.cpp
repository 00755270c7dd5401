#include "analysis/Layout.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>

#include <algorithm>
#include <numeric>

namespace vernier {

namespace {

constexpr std::size_t MostParts = 64;
constexpr std::uint64_t Unbounded = std::uint64_t(1) << 40;

std::uint64_t modulo(std::int64_t Value, std::uint64_t Period) {
  auto Rest = Value % static_cast<std::int64_t>(Period);
  return Rest < 0 ? Rest + Period : Rest;
}

/// The greatest number of bytes that divides the offset and size of every scalar in the type.
std::uint64_t grain(llvm::Type *T, const llvm::DataLayout &Data) {
  if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(T))
    return grain(Array->getElementType(), Data);
  auto *Struct = llvm::dyn_cast<llvm::StructType>(T);
  if (!Struct)
    return Data.getTypeStoreSize(T);
  std::uint64_t Result = Data.getTypeAllocSize(T);
  const llvm::StructLayout *Fields = Data.getStructLayout(Struct);
  for (unsigned I = 0; I != Struct->getNumElements(); ++I) {
    Result = std::gcd(Result, std::uint64_t(Fields->getElementOffset(I)));
    Result = std::gcd(Result, grain(Struct->getElementType(I), Data));
  }
  return Result ? Result : 1;
}

} // namespace

PointerStep stepOf(const llvm::GEPOperator &Address, const llvm::DataLayout &Data) {
  PointerStep Step;
  bool FirstIsZero = false;
  bool First = true;
  bool Bounded = true;
  llvm::Type *Indexed = nullptr; // what the current index selects from; null for the pointer itself
  for (auto I = llvm::gep_type_begin(&Address), End = llvm::gep_type_end(&Address); I != End; ++I, First = false) {
    const auto *Array = llvm::dyn_cast_or_null<llvm::ArrayType>(Indexed);
    Indexed = I.getIndexedType();
    const auto *Constant = llvm::dyn_cast<llvm::ConstantInt>(I.getOperand());
    if (llvm::StructType *Struct = I.getStructTypeOrNull()) {
      Step.Constant += Data.getStructLayout(Struct)->getElementOffset(Constant->getZExtValue());
      continue;
    }
    std::uint64_t Size = I.getSequentialElementStride(Data);
    if (Constant) {
      Step.Constant += Constant->getSExtValue() * static_cast<std::int64_t>(Size);
      FirstIsZero |= First && Constant->isZero();
      continue;
    }
    Step.Stride = std::gcd(Step.Stride, Size);
    std::uint64_t Length = Array ? Array->getNumElements() : 0;
    // Arrays of length 0 and 1 at the end of a struct are the old way to write a flexible array.
    if (Length > 1)
      Step.Span += (Length - 1) * Size;
    else
      Bounded = false;
  }
  if (!Bounded)
    Step.Span = 0;
  if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(Address.getSourceElementType());
      Array && FirstIsZero && Bounded && Array->getNumElements() > 1)
    Step.Within = Data.getTypeAllocSize(Array);
  return Step;
}

Layout Layout::flat() {
  Layout Result;
  Result.Parts = {{0, 1, 1, false}};
  Result.Repeats = true;
  return Result;
}

Layout Layout::of(llvm::Type *T, const llvm::DataLayout &Data) {
  Layout Result;
  while (auto *Array = llvm::dyn_cast<llvm::ArrayType>(T)) {
    Result.Repeats |= Array->getNumElements() != 1;
    T = Array->getElementType();
  }
  if (!T->isSized() || T->isScalableTy() || Data.getTypeAllocSize(T) == 0)
    return flat();
  Result.Period = Data.getTypeAllocSize(T);
  Result.collect(T, 0, Data, !Result.Repeats);
  if (Result.Parts.empty() || Result.Parts.size() > MostParts)
    return flat();
  Result.addPadding();
  return Result;
}

void Layout::addPadding() {
  // Padding can hold data when another type is laid over the object (a union).
  std::vector<Part> Whole;
  std::uint64_t Reached = 0;
  for (Part &P : Parts) {
    if (P.Begin > Reached)
      Whole.push_back({Reached, P.Begin, 1, true});
    Whole.push_back(P);
    Reached = P.End;
  }
  if (Open)
    Whole.back().End = Period;
  else if (Reached < Period)
    Whole.push_back({Reached, Period, 1, true});
  Parts = std::move(Whole);
}

void Layout::collect(llvm::Type *T, std::uint64_t Offset, const llvm::DataLayout &Data, bool Last) {
  if (Parts.size() > MostParts)
    return;
  if (auto *Struct = llvm::dyn_cast<llvm::StructType>(T)) {
    const llvm::StructLayout *Fields = Data.getStructLayout(Struct);
    for (unsigned I = 0; I != Struct->getNumElements(); ++I)
      collect(Struct->getElementType(I), Offset + Fields->getElementOffset(I), Data,
              Last && I + 1 == Struct->getNumElements());
    return;
  }
  if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(T)) {
    std::uint64_t Size = Data.getTypeAllocSize(T);
    if (Last && Array->getNumElements() <= 1) {
      Open = true;
      Period = Unbounded;
    } else if (Size == 0) {
      return;
    }
    Parts.push_back({Offset, Offset + Size, grain(Array, Data), true});
    return;
  }
  std::uint64_t Size = Data.getTypeStoreSize(T);
  if (Size)
    Parts.push_back({Offset, Offset + Size, Size, false});
}

std::pair<unsigned, bool> Layout::locate(std::uint64_t Offset) const {
  Offset %= Period;
  unsigned Index = 0;
  while (Index + 1 < Parts.size() && Parts[Index + 1].Begin <= Offset)
    ++Index;
  const Part &P = Parts[Index];
  std::uint64_t Inside = Offset - P.Begin;
  return {Index, Offset >= P.Begin && (P.Many ? Inside % P.Unit == 0 : Inside == 0)};
}

bool Layout::landings(std::uint64_t First, std::uint64_t Last, std::uint64_t Step, PartList &Out) const {
  for (unsigned I = 0; I != Parts.size(); ++I) {
    const Part &P = Parts[I];
    bool Lands = false;
    // The range may run over the end of the period once.
    for (std::uint64_t Image : {std::uint64_t(0), Period}) {
      std::uint64_t Begin = P.Begin + Image;
      std::uint64_t End = P.End + Image;
      std::uint64_t At = First >= Begin ? First : First + (Begin - First + Step - 1) / Step * Step;
      if (At >= End || At > Last)
        continue;
      Lands = true;
      bool More = At + Step < End && At + Step <= Last;
      bool Aligned = P.Many ? (At - Begin) % P.Unit == 0 && (!More || Step % P.Unit == 0) : At == Begin && !More;
      if (!Aligned)
        return false;
    }
    if (Lands)
      Out.push_back(I);
  }
  return !Out.empty();
}

bool Layout::move(unsigned From, const PointerStep &Step, PartList &Out) const {
  const Part &P = Parts[From];
  if (Step.isIdentity()) {
    Out.push_back(From);
    return true;
  }
  if (Parts.size() == 1 && Period == 1) {
    Out.push_back(0);
    return true;
  }
  // Indexing an array that lies inside this array.
  bool OnGrid = Step.Constant % static_cast<std::int64_t>(P.Unit) == 0 && Step.Stride % P.Unit == 0;
  if (P.Many && Step.Within && Step.Within <= P.End - P.Begin && OnGrid) {
    Out.push_back(From);
    return true;
  }
  std::uint64_t Stride = P.Many ? std::gcd(Step.Stride, P.Unit) : Step.Stride;
  std::int64_t Start = static_cast<std::int64_t>(P.Begin) + Step.Constant;
  if (Open && Start < 0)
    return false;
  if (Stride == 0) {
    auto [Part, Aligned] = locate(Open ? Start : modulo(Start, Period));
    Out.push_back(Part);
    return Aligned;
  }
  // One past the end of an array is a pointer too, and a step may lead back from it.
  std::uint64_t Length = (P.Many ? P.End - P.Begin : 0) + Step.Span;
  bool Everywhere = (Step.Stride && !Step.Span) || Length >= Period;
  if (!Everywhere) {
    std::uint64_t First = Open ? Start : modulo(Start, Period);
    return landings(First, Open ? std::min(First + Length, Period - 1) : First + Length, Stride, Out);
  }
  if (!Open)
    Stride = std::gcd(Stride, Period);
  return landings(modulo(Start, Stride), Period - 1, Stride, Out);
}

void Layout::touch(unsigned At, std::uint64_t Size, PartList &Out) const {
  const Part &P = Parts[At];
  std::uint64_t Starts = P.Many ? (P.End - P.Begin) / P.Unit * P.Unit - std::min(P.Unit, P.End - P.Begin) : 0;
  if (Size <= P.Unit || (!P.Many && P.Begin + Size <= P.End)) {
    Out.push_back(At);
    return;
  }
  std::uint64_t Begin = P.Begin;
  std::uint64_t End = P.Begin + Starts + Size;
  for (unsigned I = 0; I != Parts.size(); ++I) {
    bool Direct = Parts[I].Begin < End && Begin < Parts[I].End;
    bool Wrapped = !Open && End > Period && (Parts[I].Begin < End - Period || End - Begin >= Period);
    if (Direct || Wrapped)
      Out.push_back(I);
  }
}

bool Layout::covers(unsigned At, std::uint64_t Size) const {
  const Part &P = Parts[At];
  return !Repeats && !P.Many && !Open && Size >= P.Unit;
}

} // namespace vernier
