#include "execution/ExchangeMemory.h"

#include <llvm/ADT/STLExtras.h>

#include <cassert>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace vernier {

namespace {

constexpr std::uint64_t CallsSize = 64 << 10;

void storeBits(char *Into, const llvm::APInt &Value) {
  for (unsigned Bit = 0; Bit < Value.getBitWidth(); Bit += 8)
    Into[Bit / 8] = static_cast<char>(Value.extractBitsAsZExtValue(std::min(8u, Value.getBitWidth() - Bit), Bit));
}

llvm::APInt loadBits(const char *From, unsigned Bits) {
  llvm::APInt Value(Bits, 0);
  for (unsigned Bit = 0; Bit < Bits; Bit += 8) {
    unsigned Width = std::min(8u, Bits - Bit);
    Value.insertBits(static_cast<unsigned char>(From[Bit / 8]) & ((1u << Width) - 1), Bit, Width);
  }
  return Value;
}

Error noMemory() {
  return analysisError(std::string("no memory to share with a run: ") + std::strerror(errno));
}

std::string quotedText(const std::string &Bytes) {
  std::string Text = "\"";
  for (char C : Bytes) {
    auto Byte = static_cast<unsigned char>(C);
    if (C == '"' || C == '\\')
      Text += std::string("\\") + C;
    else if (Byte < 32 || Byte > 126) {
      static constexpr char Digits[] = "0123456789abcdef";
      Text += std::string("\\x") + Digits[Byte >> 4] + Digits[Byte & 15];
    } else
      Text += C;
  }
  return Text + "\"";
}

} // namespace

ExchangeMemory::ExchangeMemory(ExchangeMemory &&Other) noexcept
    : Space(Other.Space), Shape(Other.Shape), Which(Other.Which), Planned(std::move(Other.Planned)),
      Places(Other.Places), Objects(std::move(Other.Objects)), Pointers(std::move(Other.Pointers)),
      Globals(std::move(Other.Globals)), Marks(std::move(Other.Marks)), Descriptor(std::exchange(Other.Descriptor, -1)),
      Shared(std::exchange(Other.Shared, nullptr)) {}

ExchangeMemory::~ExchangeMemory() {
  if (Shared)
    munmap(Shared, Places.Total);
  if (Descriptor >= 0)
    close(Descriptor);
}

std::uint64_t ExchangeMemory::reserve(std::uint64_t Size) {
  std::uint64_t Place = (Planned.size() + 15) / 16 * 16;
  Planned.resize(Place + Size);
  return Place;
}

/// With room for as many rows as there can be.
template <class T> std::uint64_t ExchangeMemory::table(const std::vector<T> &Rows, std::size_t Most) {
  std::uint64_t Place = reserve(std::max(Rows.size(), Most) * sizeof(T));
  if (!Rows.empty())
    std::memcpy(Planned.data() + Place, Rows.data(), Rows.size() * sizeof(T));
  return Place;
}

std::uint32_t ExchangeMemory::target(unsigned Object, const InputAssignment &Values) const {
  const InputObject &What = Space->Objects[Object];
  if (What.NullLeaf && Values[*What.NullLeaf].getBoolValue())
    return VERNIER_NULL;
  if (What.Alias && Values[What.Alias->first].getBoolValue())
    return target(What.Alias->second, Values);
  return Object;
}

bool ExchangeMemory::exists(unsigned Object, const InputAssignment &Values) const {
  bool IsGlobal = llvm::any_of(Space->Globals, [&](const auto &Each) { return Each.second == Object; });
  return !IsGlobal && target(Object, Values) == Object;
}

void ExchangeMemory::planObject(unsigned Index, const InputAssignment &Values) {
  const InputObject &What = Space->Objects[Index];
  char *Bytes = Planned.data() + Objects[Index].Data;
  for (const InputCell &Cell : What.Cells)
    switch (Cell.What) {
    case InputCell::Kind::Leaf:
      storeBits(Bytes + Cell.Offset, Values[Cell.Index]);
      break;
    case InputCell::Kind::Constant:
      storeBits(Bytes + Cell.Offset, Cell.Value);
      break;
    case InputCell::Kind::Pointer:
      if (Objects[Index].Alignment)
        Pointers.push_back({Index, target(Cell.Index, Values), Cell.Offset});
      break;
    }
}

void ExchangeMemory::planObjects(const InputAssignment &Values) {
  Objects.resize(Space->Objects.size());
  for (unsigned I = 0; I != Objects.size(); ++I) {
    Objects[I].Size = Space->Objects[I].Size;
    Objects[I].Alignment = exists(I, Values) ? Space->Objects[I].Alignment : 0;
    Objects[I].Data = reserve(Objects[I].Size);
  }
  for (unsigned I = 0; I != Objects.size(); ++I)
    planObject(I, Values);
}

void ExchangeMemory::planGlobals(const InputAssignment &Values) {
  (void)Values;
  for (const ObservedGlobal &Each : Shape->Globals) {
    VernierGlobal Global{};
    Global.Size = Each.Size;
    for (const auto &[Symbol, Object] : Space->Globals)
      if (Symbol == Each.Symbol)
        Global.Start = Objects[Object].Data;
    Global.Before = reserve(Each.Size);
    Global.After = reserve(Each.Size);
    Globals.push_back(Global);
  }
}

void ExchangeMemory::planArguments(const InputAssignment &Values) {
  const std::vector<InputArgument> &Arguments = Space->arguments(Which);
  std::vector<std::uint32_t> Targets(Arguments.size(), VERNIER_NO_TARGET);
  std::uint64_t Slots = reserve(Arguments.size() * VernierSlotSize);
  for (std::size_t I = 0; I != Arguments.size(); ++I) {
    char *Slot = Planned.data() + Slots + I * VernierSlotSize;
    const InputArgument &Given = Arguments[I];
    switch (Given.What) {
    case InputArgument::Kind::Leaf: {
      const llvm::APInt &Value = Values[Given.Index];
      bool Signed = Space->Leaves[Given.Index].Signed;
      storeBits(Slot, Signed ? Value.sextOrTrunc(Shape->ArgumentBits[I]) : Value.zextOrTrunc(Shape->ArgumentBits[I]));
      break;
    }
    case InputArgument::Kind::Object:
      Targets[I] = target(Given.Index, Values);
      break;
    case InputArgument::Kind::Constant:
      storeBits(Slot, Given.Value);
      break;
    }
  }
  std::uint64_t TargetTable = table(Targets);
  plannedHead().Slots = Slots;
  plannedHead().TargetTable = TargetTable;
  plannedHead().Arguments = static_cast<std::uint32_t>(Arguments.size());
}

Status ExchangeMemory::publish() {
  Places = plannedHead();
  Descriptor = memfd_create("vernier", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  // Nobody may shrink it while we read.
  if (Descriptor < 0 || ftruncate(Descriptor, static_cast<off_t>(Places.Total)) != 0 ||
      fcntl(Descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    return noMemory();
  void *Mapped = mmap(nullptr, Places.Total, PROT_READ | PROT_WRITE, MAP_SHARED, Descriptor, 0);
  if (Mapped == MAP_FAILED)
    return noMemory();
  Shared = static_cast<char *>(Mapped);
  std::memcpy(Shared, Planned.data(), Places.Calls); // what follows is zero
  return Done{};
}

void ExchangeMemory::plan(const InputAssignment &Values) {
  Planned.clear();
  Objects.clear();
  Pointers.clear();
  Globals.clear();
  Marks.clear();
  reserve(sizeof(VernierExchange));
  planObjects(Values);
  planGlobals(Values);
  planArguments(Values);
  planMarks(Values);
  // Tables move the plan: ask for places first.
  std::uint64_t ObjectTable = table(Objects), PointerTable = table(Pointers, pointerCells());
  std::uint64_t GlobalTable = table(Globals), MarkTable = table(Marks, mostMarks());
  std::uint64_t Result = reserve(VernierSlotSize);
  std::uint64_t Text = Shape->Return.Text ? reserve(VernierTextSize) : 0;
  VernierExchange &Head = plannedHead();
  Head.Objects = static_cast<std::uint32_t>(Objects.size());
  Head.Pointers = static_cast<std::uint32_t>(Pointers.size());
  Head.Globals = static_cast<std::uint32_t>(Globals.size());
  Head.Marks = static_cast<std::uint32_t>(Marks.size());
  Head.ResultBits = Shape->Return.What == ReturnShape::Kind::Number ? Shape->Return.Bits : 0;
  Head.ObjectTable = ObjectTable;
  Head.PointerTable = PointerTable;
  Head.GlobalTable = GlobalTable;
  Head.MarkTable = MarkTable;
  Head.Result = Result;
  Head.Text = Text;
  std::uint64_t Calls = reserve(CallsSize);
  plannedHead().Calls = Calls;
  plannedHead().CallsSize = CallsSize;
  plannedHead().Total = Planned.size();
}

void ExchangeMemory::refill(const InputAssignment &Values) {
  if (Space)
    plan(Values);
  assert(plannedHead().Total == Places.Total && "where things are does not depend on the values");
  Places = plannedHead();
  std::memcpy(Shared, Planned.data(), Places.Calls);
}

Result<ExchangeMemory> ExchangeMemory::create(const InputSpace &Space, Side Which, const EntryShape &Shape,
                                              const InputAssignment &Values) {
  ExchangeMemory Memory;
  Memory.Space = &Space;
  Memory.Shape = &Shape;
  Memory.Which = Which;
  Memory.plan(Values);
  if (auto Published = Memory.publish(); !Published)
    return Published.takeError();
  return Memory;
}

Result<ExchangeMemory> ExchangeMemory::create() {
  ExchangeMemory Memory;
  Memory.reserve(sizeof(VernierExchange));
  std::uint64_t Calls = Memory.reserve(CallsSize);
  Memory.plannedHead().Calls = Calls;
  Memory.plannedHead().CallsSize = CallsSize;
  Memory.plannedHead().Total = Memory.Planned.size();
  if (auto Published = Memory.publish(); !Published)
    return Published.takeError();
  return Memory;
}

const VernierObject &ExchangeMemory::object(unsigned Index) const {
  return reinterpret_cast<const VernierObject *>(Shared + Places.ObjectTable)[Index];
}

const VernierGlobal &ExchangeMemory::global(unsigned Index) const {
  return reinterpret_cast<const VernierGlobal *>(Shared + Places.GlobalTable)[Index];
}

/// Addresses are no values to compare; what they point to is.
std::string ExchangeMemory::pointerText(std::uint64_t Address) const {
  auto Inside = [&](std::uint64_t Begin, std::uint64_t Size, const std::string &Name) -> std::string {
    if (!Begin || Address < Begin || Address > Begin + Size)
      return {};
    return "&" + Name + (Address == Begin ? "" : "+" + std::to_string(Address - Begin));
  };
  if (Address == 0)
    return "null";
  for (unsigned I = 0; I != Objects.size(); ++I)
    if (std::string Text = Inside(object(I).Address, Objects[I].Size, Space->Objects[I].Name); !Text.empty())
      return Text;
  for (unsigned I = 0; I != Globals.size(); ++I)
    if (std::string Text = Inside(global(I).Address, Globals[I].Size, Shape->Globals[I].Name); !Text.empty())
      return Text;
  return "ptr";
}

std::string ExchangeMemory::fieldText(const Field &Place, const char *Bytes) const {
  llvm::APInt Value = loadBits(Bytes + Place.Offset, Place.Bits);
  return Place.What == Field::Kind::Number ? valueText(Value, Place.Signed, Place.Floating)
                                           : pointerText(Value.getZExtValue());
}

std::string ExchangeMemory::returnText() const {
  const ReturnShape &What = Shape->Return;
  const char *Bytes = Shared + Places.Result;
  switch (What.What) {
  case ReturnShape::Kind::None:
    return {};
  case ReturnShape::Kind::Number:
    return valueText(loadBits(Bytes, What.Bits), What.Signed, What.Floating);
  case ReturnShape::Kind::Pointer: {
    std::string Text = pointerText(loadBits(Bytes, 64).getZExtValue());
    std::uint64_t Used = std::min<std::uint64_t>(head().TextUsed, VernierTextSize);
    if (Text != "ptr" || !Places.Text || !Used)
      return Text;
    std::string String(Shared + Places.Text, Used);
    return quotedText(String.substr(0, String.find('\0')));
  }
  case ReturnShape::Kind::Record:
    break;
  }
  if (What.Argument)
    Bytes = Shared + Objects[Space->arguments(Which)[*What.Argument].Index].Data;
  std::string Text;
  for (const Field &Each : What.Fields)
    Text += (Text.empty() ? "" : ", ") + fieldText(Each, Bytes);
  return "{" + Text + "}";
}

void ExchangeMemory::changedObject(unsigned Index, std::vector<NamedValue> &Into) const {
  if (!Objects[Index].Alignment)
    return;
  if (object(Index).Freed) {
    Into.push_back({Space->Objects[Index].Name, "freed"});
    return;
  }
  const char *Before = Planned.data() + Objects[Index].Data, *After = Shared + Objects[Index].Data;
  for (const InputCell &Cell : Space->Objects[Index].Cells) {
    if (Cell.Name.empty())
      continue;
    Field Place;
    Place.Offset = Cell.Offset;
    Place.Bits = Cell.Address ? 64 : Cell.Value.getBitWidth();
    Place.What = Cell.Address ? Field::Kind::Pointer : Field::Kind::Number;
    if (Cell.What == InputCell::Kind::Leaf) {
      const InputLeaf &Leaf = Space->Leaves[Cell.Index];
      Place.Bits = Leaf.Bits;
      Place.Signed = Leaf.Signed;
      Place.Floating = Leaf.Floating;
    }
    std::string Started = fieldText(Place, Before), Ended = fieldText(Place, After);
    for (const VernierPointer &Each : Pointers)
      if (Each.Object == Index && Each.Offset == Cell.Offset)
        Started = Each.Target == VERNIER_NULL ? "null" : "&" + Space->Objects[Each.Target].Name;
    if (Started != Ended)
      Into.push_back({Cell.Name, Ended});
  }
}

void ExchangeMemory::changedGlobal(unsigned Index, std::vector<NamedValue> &Into) const {
  const ObservedGlobal &What = Shape->Globals[Index];
  for (const Field &Each : What.Fields) {
    std::string Ended = fieldText(Each, Shared + Globals[Index].After);
    if (What.StartsElsewhere || fieldText(Each, Shared + Globals[Index].Before) != Ended)
      Into.push_back({What.Name + Each.Path, Ended});
  }
}

std::vector<NamedValue> ExchangeMemory::changedMemory() const {
  std::vector<NamedValue> Result;
  for (unsigned I = 0; I != Objects.size(); ++I)
    changedObject(I, Result);
  for (unsigned I = 0; I != Globals.size(); ++I)
    changedGlobal(I, Result);
  return Result;
}

std::vector<std::string> ExchangeMemory::calls() const {
  std::vector<std::string> Result;
  const char *At = Shared + Places.Calls;
  const char *End = At + std::min(head().CallsUsed, CallsSize);
  auto Left = [&] { return static_cast<std::uint64_t>(End - At); };
  while (Left() >= sizeof(VernierCall)) {
    VernierCall Head;
    std::memcpy(&Head, At, sizeof Head);
    At += sizeof Head;
    if (Left() < std::uint64_t(Head.NameSize) + 17 * std::uint64_t(Head.Count))
      break;
    std::string Text(At, Head.NameSize);
    const char *Kinds = At + Head.NameSize, *Values = Kinds + Head.Count;
    Text += "(";
    for (std::uint32_t I = 0; I != Head.Count; ++I) {
      const char *Value = Values + 16 * std::uint64_t(I);
      char Kind = Kinds[I];
      Text += I ? ", " : "";
      if (Kind == 'i' || Kind == 'u')
        Text += valueText(loadBits(Value, 128), Kind == 'i', false);
      else if (Kind == 'f' || Kind == 'd')
        Text += valueText(loadBits(Value, Kind == 'f' ? 32 : 64), false, true);
      else if (Kind == 'p')
        Text += loadBits(Value, 64).isZero() ? "null" : "ptr";
      else
        Text += "?";
    }
    Result.push_back(Text + ")");
    At = Values + 16 * std::uint64_t(Head.Count);
  }
  return Result;
}

} // namespace vernier
