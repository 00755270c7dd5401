#include "execution/runs/ExchangeMemory.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/xxhash.h>

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

/// The result of a function is memory if it is no number.
std::uint32_t resultSize(const ReturnShape &Returned) {
  switch (Returned.What) {
  case ReturnShape::Kind::None:
  case ReturnShape::Kind::Number:
    return 0;
  case ReturnShape::Kind::Pointer:
    return sizeof(void *);
  case ReturnShape::Kind::Record:
    break;
  }
  std::uint64_t Size = 0;
  for (const Field &Member : Returned.Fields)
    Size = std::max<std::uint64_t>(Size, Member.Offset + (Member.Bits + 7) / 8);
  return Returned.Argument ? 0 : static_cast<std::uint32_t>(std::min<std::uint64_t>(Size, VernierSlotSize));
}

} // namespace

ExchangeMemory::ExchangeMemory(ExchangeMemory &&Other) noexcept
    : Space(Other.Space), Shape(Other.Shape), Which(Other.Which), Planned(std::move(Other.Planned)),
      Places(Other.Places), Objects(std::move(Other.Objects)), Pointers(std::move(Other.Pointers)),
      Globals(std::move(Other.Globals)), Marks(std::move(Other.Marks)), Filling(Other.Filling),
      Descriptor(std::exchange(Other.Descriptor, -1)), Shared(std::exchange(Other.Shared, nullptr)) {}

ExchangeMemory::~ExchangeMemory() {
  if (Shared)
    munmap(Shared, Places.Total);
  if (Descriptor >= 0)
    close(Descriptor);
}

std::uint64_t ExchangeMemory::reserve(std::uint64_t Size) {
  std::uint64_t Offset = (Planned.size() + 15) / 16 * 16;
  Planned.resize(Offset + Size);
  return Offset;
}

/// With room for as many rows as there can be.
template <class T> std::uint64_t ExchangeMemory::table(const std::vector<T> &Rows, std::size_t Most) {
  std::uint64_t Offset = reserve(std::max(Rows.size(), Most) * sizeof(T));
  if (!Rows.empty())
    std::memcpy(Planned.data() + Offset, Rows.data(), Rows.size() * sizeof(T));
  return Offset;
}

std::uint32_t ExchangeMemory::target(unsigned Object, const InputAssignment &Values) const {
  const InputObject &What = Space->Objects[Object];
  if (What.NullLeaf && Values[*What.NullLeaf].getBoolValue())
    return VERNIER_NULL;
  if (What.Length && Values[What.Length->first].isZero())
    return VERNIER_NULL;
  if (What.Alias && Values[What.Alias->first].getBoolValue())
    return target(What.Alias->second, Values);
  return Object;
}

bool ExchangeMemory::exists(unsigned Object, const InputAssignment &Values) const {
  bool IsGlobal = llvm::any_of(Space->Globals, [&](const auto &Each) { return Each.second == Object; });
  return !IsGlobal && !Space->Objects[Object].Carrier && target(Object, Values) == Object;
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
      if (Objects[Index].Alignment && Cell.Offset < Objects[Index].Size) {
        std::uint64_t More = Cell.Scaled ? Values[Cell.Scaled->first].getZExtValue() * Cell.Scaled->second : 0;
        Pointers.push_back({Index, target(Cell.Index, Values), Cell.Offset, Cell.Addend + More});
      }
      break;
    }
}

void ExchangeMemory::planObjects(const InputAssignment &Values) {
  Objects.resize(Space->Objects.size());
  for (unsigned I = 0; I != Objects.size(); ++I) {
    Objects[I].Size = Space->Objects[I].Size;
    Objects[I].Alignment = exists(I, Values) ? Space->Objects[I].Alignment : 0;
    Objects[I].Data = reserve(Objects[I].Size);
    if (auto Length = Space->Objects[I].Length)
      Objects[I].Size = Values[Length->first].getZExtValue() * Length->second;
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
    case InputArgument::Kind::Part: {
      std::uint64_t Size = Space->Objects[Given.Index].Size - Given.Offset;
      std::memcpy(Slot, Planned.data() + Objects[Given.Index].Data + Given.Offset,
                  std::min<std::uint64_t>(Size, (Shape->ArgumentBits[I] + 7) / 8));
      break;
    }
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
  std::vector<VernierPlace> Reachable;
  for (const ReachablePlace &Each : Shape->Places)
    Reachable.push_back({0, Each.Size});
  std::uint64_t PlaceTable = table(Reachable, Reachable.size() + 1);
  std::uint64_t Before = reserve(VernierSignals * sizeof(std::uint64_t));
  std::uint64_t After = reserve(VernierSignals * sizeof(std::uint64_t));
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
  Head.ResultSize = resultSize(Shape->Return);
  Head.Filling = Filling;
  Head.Places = static_cast<std::uint32_t>(Reachable.size());
  Head.PlaceTable = PlaceTable;
  Head.HandlersBefore = Before;
  Head.HandlersAfter = After;
  std::uint64_t Calls = reserve(CallsSize);
  plannedHead().Calls = Calls;
  plannedHead().CallsSize = CallsSize;
  // Behind what is laid out for each run: nothing is read there that the run did not write.
  plannedHead().BlockTable = Calls + CallsSize;
  plannedHead().BlockData = plannedHead().BlockTable + VernierMostBlocks * sizeof(VernierBlock);
  plannedHead().Total = plannedHead().BlockData + VernierBlockRoom;
}

void ExchangeMemory::setFilling(std::uint8_t Byte) {
  Filling = Byte;
  plannedHead().Filling = Byte;
  reinterpret_cast<VernierExchange *>(Shared)->Filling = Byte;
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

std::vector<NamedRegion> ExchangeMemory::regions() const {
  std::vector<NamedRegion> Result;
  for (unsigned I = 0; I != Objects.size(); ++I)
    if (Objects[I].Alignment)
      Result.push_back({object(I).Address, Objects[I].Size, Space->Objects[I].Name, true});
  for (unsigned I = 0; I != Globals.size(); ++I)
    Result.push_back({global(I).Address, Globals[I].Size, Shape->Globals[I].Name, true});
  return Result;
}

std::vector<std::uint64_t> ExchangeMemory::placeAddresses() const {
  std::vector<std::uint64_t> Result;
  for (std::uint32_t I = 0; I != Places.Places; ++I)
    Result.push_back(reinterpret_cast<const VernierPlace *>(Shared + Places.PlaceTable)[I].Address);
  return Result;
}

std::vector<RawBlock> ExchangeMemory::rawBlocks() const {
  std::vector<RawBlock> Result;
  std::uint32_t Count = std::min<std::uint32_t>(head().BlocksUsed, VernierMostBlocks);
  for (std::uint32_t I = 0; I != Count; ++I) {
    VernierBlock Block;
    std::memcpy(&Block, Shared + Places.BlockTable + I * sizeof Block, sizeof Block);
    RawBlock Raw;
    if (Block.Size <= VernierBlockRoom / 2 && Block.Data >= Places.BlockData &&
        Block.Data - Places.BlockData <= VernierBlockRoom - 2 * Block.Size) {
      Raw.Address = Block.Address;
      Raw.Size = Block.Size;
      Raw.Bytes.assign(Shared + Block.Data, Block.Size);
      Raw.Filled.assign(Shared + Block.Data + Block.Size, Block.Size);
      if (Block.Place && Block.Place <= Places.Places)
        Raw.Place = static_cast<unsigned>(Block.Place - 1);
    }
    Result.push_back(std::move(Raw)); // keeps its number in any case
  }
  return Result;
}

/// Addresses are no values to compare; what they point to is.
std::string ExchangeMemory::pointerText(Telling &To, std::uint64_t Address, const llvm::DIType *Pointee,
                                        const std::string &Name) const {
  std::string Text = To.Reader.target(Address, Pointee, Name);
  To.Roots.push_back({Name, Text});
  return Text;
}

void ExchangeMemory::Telling::remember(const MemoryArea &In, const Field &Member) {
  if (Member.Mask != WholeByte)
    Masks[{In.Observed, Member.Offset}] = Member.Mask;
}

std::string ExchangeMemory::fieldText(Telling &To, const Field &Member, const MemoryArea &In, const std::string &Name,
                                      bool OfResult) const {
  if (Member.What == Field::Kind::Contents)
    return To.Reader.contents(In, Member.Offset, Member.Pointee, Name, OfResult);
  llvm::APInt Value = masked(loadBits(In.Bytes.data() + Member.Offset, Member.Bits), Member.Mask);
  return Member.What == Field::Kind::Number ? valueText(Value, Member.Signed, Member.Floating)
                                            : pointerText(To, Value.getZExtValue(), Member.Pointee, Name);
}

std::string ExchangeMemory::returnText(Telling &To) const {
  const ReturnShape &Returned = Shape->Return;
  const char *Bytes = Shared + Places.Result;
  switch (Returned.What) {
  case ReturnShape::Kind::None:
    return {};
  case ReturnShape::Kind::Number:
    return valueText(loadBits(Bytes, Returned.Bits), Returned.Signed, Returned.Floating);
  case ReturnShape::Kind::Pointer: {
    std::uint64_t Address = loadBits(Bytes, 64).getZExtValue();
    const llvm::DIType *Pointee = Returned.Fields.empty() ? nullptr : Returned.Fields.front().Pointee;
    if (Returned.Guessed)
      To.Reader.doubt(Pointee);
    std::string Target = pointerText(To, Address, Pointee, "return");
    std::optional<std::string> Text = Returned.Text ? To.Reader.text(Address) : std::nullopt;
    if (Text)
      To.ReturnTarget = Target;
    return Text.value_or(Target);
  }
  case ReturnShape::Kind::Record:
    break;
  }
  MemoryArea In{0, {Bytes, VernierSlotSize}, static_cast<unsigned>(Objects.size() + Globals.size())};
  if (Returned.Argument)
    In = areaOf(Space->arguments(Which)[*Returned.Argument].Index);
  std::string Text;
  for (const Field &Member : Returned.Fields) {
    To.remember(In, Member);
    Text += (Text.empty() ? "" : ", ") + fieldText(To, Member, In, "return" + Member.Path, true);
  }
  bool IsContents = Returned.Fields.size() == 1 && Returned.Fields.front().What == Field::Kind::Contents;
  return IsContents ? Text : "{" + Text + "}";
}

MemoryArea ExchangeMemory::areaOf(unsigned Object) const {
  return {object(Object).Address, {Shared + Objects[Object].Data, Objects[Object].Size}, Object};
}

MemoryArea ExchangeMemory::areaOfGlobal(unsigned Index) const {
  return {global(Index).Address,
          {Shared + Globals[Index].After, Globals[Index].Size},
          static_cast<unsigned>(Objects.size() + Index)};
}

std::vector<MemoryArea> ExchangeMemory::areas() const {
  std::vector<MemoryArea> Result;
  for (unsigned I = 0; I != Objects.size(); ++I)
    if (Objects[I].Alignment && !object(I).Freed)
      Result.push_back(areaOf(I));
  for (unsigned I = 0; I != Globals.size(); ++I)
    Result.push_back(areaOfGlobal(I));
  return Result;
}

/// What the objects held when the entry was called.
std::vector<std::string> ExchangeMemory::startingBytes() const {
  std::vector<std::string> Result;
  for (const VernierObject &Object : Objects)
    Result.push_back(Planned.substr(Object.Data, Object.Size));
  for (const VernierPointer &Pointer : Pointers)
    if (Pointer.Target != VERNIER_NULL)
      storeBits(Result[Pointer.Object].data() + Pointer.Offset,
                llvm::APInt(64, object(Pointer.Target).Address + Pointer.Addend));
  return Result;
}

void ExchangeMemory::changedClasses(Telling &To, unsigned Index) const {
  if (Space->Objects[Index].Classes.empty())
    return;
  std::vector<std::string> Started = startingBytes();
  std::vector<MemoryArea> Before;
  for (unsigned I = 0; I != Objects.size(); ++I)
    Before.push_back({Objects[I].Alignment ? object(I).Address : 0, Started[I], I});
  ContentsReader Reader(Before, {0, 0});
  auto NoPointers = [](std::uint64_t, const llvm::DIType *, const std::string &) { return std::string("?"); };
  for (const InputClass &Class : Space->Objects[Index].Classes) {
    std::string Ended = To.Reader.contents(areaOf(Index), Class.Offset, Class.Type, Class.Name);
    if (Ended != Reader.read(Before[Index], Class.Offset, Class.Type, Class.Name, NoPointers).Text)
      To.Memory.push_back({Class.Name, Ended});
  }
}

void ExchangeMemory::changedObject(Telling &To, unsigned Index) const {
  if (!Objects[Index].Alignment || Space->Objects[Index].Owned)
    return;
  if (object(Index).Freed) {
    To.Memory.push_back({Space->Objects[Index].Name, "freed"});
    return;
  }
  MemoryArea Before{0, {Planned.data() + Objects[Index].Data, Objects[Index].Size}, Index}, After = areaOf(Index);
  changedClasses(To, Index);
  for (const InputCell &Cell : Space->Objects[Index].Cells) {
    if (Cell.Name.empty())
      continue;
    Field Member;
    Member.Offset = Cell.Offset;
    Member.Bits = Cell.Address ? 64 : Cell.Value.getBitWidth();
    Member.What = Cell.Address ? Field::Kind::Pointer : Field::Kind::Number;
    Member.Pointee = Cell.Pointee;
    Member.Mask = Cell.Mask;
    To.remember(After, Member);
    if (Cell.What == InputCell::Kind::Leaf) {
      const InputLeaf &Leaf = Space->Leaves[Cell.Index];
      Member.Bits = Leaf.Bits;
      Member.Signed = Leaf.Signed;
      Member.Floating = Leaf.Floating;
    }
    std::string Ended = fieldText(To, Member, After, Cell.Name);
    std::string Started = Cell.Address ? "null" : fieldText(To, Member, Before, Cell.Name);
    for (const VernierPointer &Pointer : Pointers)
      if (Pointer.Object == Index && Pointer.Offset == Cell.Offset)
        Started = Pointer.Target == VERNIER_NULL ? "null" : "&" + Space->Objects[Pointer.Target].Name;
    if (Started != Ended)
      To.Memory.push_back({Cell.Name, Ended});
  }
}

void ExchangeMemory::changedGlobal(Telling &To, unsigned Index) const {
  const ObservedGlobal &Global = Shape->Globals[Index];
  const char *Before = Shared + Globals[Index].Before, *After = Shared + Globals[Index].After;
  MemoryArea In = areaOfGlobal(Index), Started{0, {Before, Global.Size}, In.Observed};
  for (const Field &Member : Global.Fields) {
    To.remember(In, Member);
    if (Member.What == Field::Kind::Contents) { // what it held before is not there any more: it is always shown
      To.Memory.push_back({Global.Name + Member.Path, fieldText(To, Member, In, Global.Name + Member.Path)});
      continue;
    }
    bool Same = std::memcmp(Before + Member.Offset, After + Member.Offset, (Member.Bits + 7) / 8) == 0;
    bool Pointer = Member.What != Field::Kind::Number;
    if (Same && !Global.StartsElsewhere &&
        !(Pointer && To.Reader.isOnHeap(loadBits(After + Member.Offset, 64).getZExtValue())))
      continue;
    std::string Ended = fieldText(To, Member, In, Global.Name + Member.Path);
    // The bits of a number that are not its own may change.
    if (Pointer || Global.StartsElsewhere || fieldText(To, Member, Started, {}) != Ended)
      To.Memory.push_back({Global.Name + Member.Path, Ended, !Pointer && Same && Global.InitialisedElsewhere});
  }
  std::size_t Rest = Global.Size - Global.OnlyBytes;
  if (Rest && (Global.StartsElsewhere || std::memcmp(Before + Global.OnlyBytes, After + Global.OnlyBytes, Rest) != 0)) {
    auto Hash = llvm::xxh3_64bits(llvm::StringRef(After + Global.OnlyBytes, Rest));
    To.Memory.push_back(
        {Global.Name + " from byte " + std::to_string(Global.OnlyBytes), "hash " + std::to_string(Hash)});
  }
}

/// What a caller can ask for beyond memory of the program.
void ExchangeMemory::changedState(Telling &To) const {
  if (head().ErrorNumber)
    To.Memory.push_back({"errno", std::to_string(head().ErrorNumber)});
  std::vector<NamedValue> State;
  if (head().RoundingBefore != head().RoundingAfter)
    State.push_back({"floating-point control", std::to_string(head().RoundingAfter)});
  for (unsigned Signal = 1; Signal != VernierSignals; ++Signal) {
    std::uint64_t Before = 0, After = 0;
    std::memcpy(&Before, Shared + Places.HandlersBefore + Signal * sizeof Before, sizeof Before);
    std::memcpy(&After, Shared + Places.HandlersAfter + Signal * sizeof After, sizeof After);
    if (Before != After)
      State.push_back({"handler of " + signalName(static_cast<int>(Signal)),
                       After == 1 ? "ignore" : To.Reader.target(After, nullptr, "handler")});
  }
  llvm::append_range(To.Roots, State);
  llvm::append_range(To.Memory, State);
}

LeftMemory ExchangeMemory::describe(Outcome &Into) const {
  Telling To{LeftMemoryReader(Shape->Places, placeAddresses(), regions(), rawBlocks(), areas(),
                              static_cast<unsigned>(Objects.size() + Globals.size() + 2),
                              {head().StackLow, head().StackHigh}),
             {},
             {},
             {},
             {}};
  Into.Return = returnText(To);
  for (unsigned I = 0; I != Objects.size(); ++I)
    changedObject(To, I);
  for (unsigned I = 0; I != Globals.size(); ++I)
    changedGlobal(To, I);
  changedState(To);
  LeftMemory Left = To.Reader.finish(std::move(To.Roots));
  if (head().BlocksLost)
    Left.NotCompared = "it left more memory than is compared";
  if (Left.NotCompared.empty())
    Left.NotCompared = Shape->NotCompared;
  Left.ReturnTarget = To.ReturnTarget;
  Left.Others = To.Memory.size();
  Left.Masks = std::move(To.Masks);
  Into.Memory = std::move(To.Memory);
  Left.describe(Into.Memory);
  Into.NotCompared = Left.NotCompared;
  return Left;
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
