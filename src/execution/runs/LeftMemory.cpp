#include "execution/runs/LeftMemory.h"

#include "input/InputSpace.h"

#include <llvm/ADT/STLExtras.h>

#include <cstring>

namespace vernier {

namespace {

/// Elements of a block that are shown one by one; of larger ones the bytes.
constexpr std::uint64_t MostElements = 1024;

std::uint64_t wordAt(const std::string &Bytes, std::uint64_t Offset) {
  std::uint64_t Word = 0;
  std::memcpy(&Word, Bytes.data() + Offset, sizeof Word);
  return Word;
}

std::string withOffset(std::string Text, std::uint64_t Offset) {
  return Offset ? Text + "+" + std::to_string(Offset) : Text;
}

std::string valueOf(const LeftBlock &Block, const LeftCell &Cell) {
  if (Block.isUnwritten(Cell))
    return "unwritten";
  if (Cell.Target)
    return *Cell.Target;
  if (Cell.Count)
    return bytesText(Block.Bytes.substr(Cell.Offset, Cell.Count),
                     Block.Unwritten.empty() ? "" : Block.Unwritten.substr(Cell.Offset, Cell.Count));
  return valueText(masked(bitsAt(Block.Bytes, Cell.Offset, Cell.Bits), Cell.Mask), Cell.Signed, Cell.Floating);
}

} // namespace

bool LeftBlock::isUnwritten(const LeftCell &Cell) const {
  if (Unwritten.empty() || Cell.Contents)
    return false;
  for (std::uint64_t I = 0; I != Cell.size(); ++I)
    if (!Unwritten[Cell.Offset + I])
      return false;
  return true;
}

bool LeftMemory::hasHeap() const {
  return llvm::any_of(Blocks, [](const LeftBlock &Block) { return Block.Kind == "heap"; });
}

void LeftMemory::describe(std::vector<NamedValue> &Into) const {
  for (const LeftBlock &Block : Blocks) {
    Into.push_back(
        {Block.Name, Block.Kind + " block of " + std::to_string(Block.Size) + (Block.Size == 1 ? " byte" : " bytes")});
    for (const LeftCell &Cell : Block.Cells)
      Into.push_back({Cell.Name, valueOf(Block, Cell)});
  }
}

namespace {

/// Marks what nobody wrote in one block; no: something else differs.
bool mergeBlock(LeftBlock &Block, const LeftBlock &Other) {
  if (Block.Size != Other.Size || Block.Kind != Other.Kind || Block.Cells.size() != Other.Cells.size())
    return false;
  Block.Unwritten.assign(Block.Size, 0);
  auto Differs = [&](const LeftCell &Cell, std::uint64_t At) {
    return ((Block.Bytes[At] ^ Other.Bytes[At]) & Cell.Mask) != 0;
  };
  for (const LeftCell &Cell : Block.Cells)
    for (std::uint64_t I = Cell.Offset; I != Cell.Offset + Cell.size(); ++I)
      Block.Unwritten[I] = Block.Filled[I] && Other.Filled[I] && Differs(Cell, I);
  for (LikelyPadding &Each : Block.Padding)
    Each.Unwritten = Block.Filled[Each.Offset] && Other.Filled[Each.Offset] &&
                     ((Block.Bytes[Each.Offset] ^ Other.Bytes[Each.Offset]) & Each.Mask) != 0;
  for (std::size_t I = 0; I != Block.Cells.size(); ++I) {
    const LeftCell &Cell = Block.Cells[I];
    if (Block.isUnwritten(Cell))
      continue;
    if (Cell.Target) {
      if (Cell.Target != Other.Cells[I].Target)
        return false;
      continue;
    }
    for (std::uint64_t At = Cell.Offset; At != Cell.Offset + Cell.size(); ++At)
      if (!Block.Unwritten[At] && Differs(Cell, At))
        return false;
  }
  return true;
}

} // namespace

ComparedBits::ComparedBits(const LeftMemory &Left)
    : FirstBlock(Left.FirstBlock), Blocks(Left.RawBlocks), Masks(Left.Masks) {
  auto Remember = [&](ObservedByte At, std::uint8_t Mask) {
    if (Mask != WholeByte)
      Masks[At] |= Mask;
  };
  for (const LeftBlock &Block : Left.Blocks) {
    Whole.insert(Block.Observed);
    for (const LeftCell &Cell : Block.Cells) {
      Remember({Block.Observed, Cell.Offset}, Cell.Mask);
      for (std::uint64_t I = 0; Cell.Contents && I != Cell.size(); ++I)
        OfContents.insert({Block.Observed, Cell.Offset + I});
    }
  }
  for (const LeftContents &Each : Left.Contents)
    for (const auto *Places : {&Each.Scalars, &Each.Pins})
      for (const LeftScalar &Place : *Places) {
        Remember({Place.Observed, Place.Offset}, Place.Mask);
        for (std::uint64_t I = 0; I != (Place.Bits + 7) / 8; ++I)
          Bytes.insert({Place.Observed, Place.Offset + I});
      }
}

std::uint8_t ComparedBits::mask(std::uint64_t Observed, std::uint64_t Offset) const {
  bool IsBlock = Observed >= FirstBlock && Observed - FirstBlock < Blocks;
  bool IsPart = Whole.contains(Observed) && !OfContents.contains({Observed, Offset});
  if (IsBlock && !IsPart && !Bytes.contains({Observed, Offset}))
    return 0;
  auto Known = Masks.find({Observed, Offset});
  return Known == Masks.end() ? WholeByte : Known->second;
}

bool mergeFillings(Outcome &First, LeftMemory &Left, const Outcome &Second, const LeftMemory &Other) {
  auto Head = [](const Outcome &Of, const LeftMemory &Memory) {
    Outcome Rest = Of;
    Rest.Memory.resize(std::min(Rest.Memory.size(), Memory.Others));
    if (Memory.ReturnTarget)
      Rest.Return = *Memory.ReturnTarget;
    return Rest;
  };
  if (!(Head(First, Left) == Head(Second, Other)) || Left.Roots != Other.Roots ||
      Left.Blocks.size() != Other.Blocks.size())
    return false;
  for (std::size_t I = 0; I != Left.Blocks.size(); ++I)
    if (!mergeBlock(Left.Blocks[I], Other.Blocks[I]))
      return false;
  if (First.Return != Second.Return) // it runs into what nobody wrote
    First.Return = *Left.ReturnTarget;
  First.Memory.resize(Left.Others);
  Left.describe(First.Memory);
  return true;
}

const RawBlock *LeftMemoryReader::rawAt(std::uint64_t Address) const {
  const RawBlock *Ends = nullptr;
  for (const RawBlock &Block : Raw) {
    if (Address - Block.Address < Block.Size || (Address == Block.Address && !Block.Size))
      return &Block;
    if (Address == Block.Address + Block.Size)
      Ends = &Block;
  }
  return Ends;
}

bool LeftMemoryReader::isOnHeap(std::uint64_t Address) const {
  const RawBlock *Block = rawAt(Address);
  return Block && !Block->Place;
}

std::optional<std::string> LeftMemoryReader::text(std::uint64_t Address) const {
  const RawBlock *Block = rawAt(Address);
  if (!Block)
    return std::nullopt;
  std::string Rest = Block->Bytes.substr(Address - Block->Address);
  std::size_t End = Rest.find('\0');
  if (End == std::string::npos)
    return std::nullopt;
  return bytesText(Rest.substr(0, End));
}

/// Whether a word that nobody knows the type of is a pointer.
bool LeftMemoryReader::isKnown(std::uint64_t Address) const {
  if (Address < 4096)
    return false;
  auto Inside = [&](const NamedRegion &Region) {
    return Address - Region.Address < Region.Size || (Region.Ends && Address == Region.Address + Region.Size);
  };
  return llvm::any_of(Regions, Inside) || rawAt(Address) || llvm::is_contained(Addresses, Address) ||
         (Address >= Stack.first && Address < Stack.second);
}

std::string LeftMemoryReader::target(std::uint64_t Address, const llvm::DIType *Pointee, const std::string &Name) {
  if (!Address)
    return "null";
  const NamedRegion *Ends = nullptr;
  for (const NamedRegion &Region : Regions) {
    if (!Region.Address)
      continue;
    if (Address - Region.Address < Region.Size || Address == Region.Address)
      return withOffset("&" + Region.Name, Address - Region.Address);
    if (Region.Ends && Address == Region.Address + Region.Size)
      Ends = &Region;
  }
  if (Ends)
    return withOffset("&" + Ends->Name, Ends->Size);
  for (std::size_t I = 0; I != Places.size(); ++I)
    if (Places[I].What == ReachablePlace::Kind::Function && Addresses[I] == Address)
      return "&" + Places[I].Identity;
  if (const RawBlock *Block = rawAt(Address))
    return blockTarget(*Block, Address, Pointee, Name);
  if (Address >= Stack.first && Address < Stack.second)
    return "dangling";
  if (Address < 4096 || Address >> 47)
    return "address " + std::to_string(static_cast<std::int64_t>(Address)); // no memory at all: a mark
  if (Problem.empty())
    Problem = "'" + Name + "' points to memory that is not known to be the program's";
  return "ptr";
}

std::string LeftMemoryReader::blockTarget(const RawBlock &Block, std::uint64_t Address, const llvm::DIType *Pointee,
                                          const std::string &Name) {
  std::uint64_t Offset = Address - Block.Address;
  std::string Kind = "block ";
  if (Block.Place) {
    const ReachablePlace &Where = Places[*Block.Place];
    if (Where.What == ReachablePlace::Kind::Text) {
      std::string Rest = Block.Bytes.substr(Offset);
      if (!Rest.empty() && Rest.back() == 0)
        Rest.pop_back();
      return bytesText(Rest); // which of several equal texts it is means nothing
    }
    Kind = Where.What == ReachablePlace::Kind::Constant ? "constant " : "static ";
  }
  auto Index = static_cast<unsigned>(&Block - Raw.data());
  for (std::size_t I = 0; I != Order.size(); ++I)
    if (Order[I].Raw == Index)
      return withOffset("&" + Kind + std::to_string(I + 1), Offset);
  Order.push_back({Index, Pointee, Offset, Name});
  return withOffset("&" + Kind + std::to_string(Order.size()), Offset);
}

std::string LeftMemoryReader::contents(const MemoryArea &In, std::uint64_t Offset, const llvm::DIType *Type,
                                       const std::string &Name, bool OfResult) {
  Contents.push_back(Reader.read(In, Offset, Type, Name,
                                 [this](std::uint64_t Address, const llvm::DIType *Pointee, const std::string &Way) {
                                   return target(Address, Pointee, Way);
                                 }));
  Contents.back().OfResult = OfResult;
  return Contents.back().Text;
}

std::vector<MemoryArea> LeftMemoryReader::withBlocks(std::vector<MemoryArea> Areas) const {
  for (const RawBlock &Block : Raw)
    Areas.push_back({Block.Address, Block.Bytes, numberOf(Block)});
  return Areas;
}

void LeftMemoryReader::addBytes(LeftBlock &Block, const RawBlock &From, std::uint64_t Begin, std::uint64_t End,
                                const std::string &Name) {
  auto Add = [&](std::uint64_t First, std::uint64_t Last) {
    if (First == Last)
      return;
    LeftCell Cell;
    Cell.Offset = First;
    Cell.Count = Last - First;
    Cell.Name = withOffset("*" + Name, First);
    Block.Cells.push_back(std::move(Cell));
  };
  std::uint64_t Start = Begin;
  for (std::uint64_t At = (Begin + 7) / 8 * 8; At + 8 <= End; At += 8) {
    std::uint64_t Word = wordAt(From.Bytes, At);
    if (!isKnown(Word))
      continue;
    Add(Start, At);
    LeftCell Cell;
    Cell.Offset = At;
    Cell.Bits = 64;
    Cell.Name = withOffset("*" + Name, At);
    Cell.Target = target(Word, nullptr, Cell.Name);
    Block.Cells.push_back(std::move(Cell));
    Start = At + 8;
  }
  Add(Start, End);
}

/// The bits of a record that none of its fields has, byte by byte.
static std::vector<std::uint8_t> paddingOf(const std::vector<Field> &Fields, std::uint64_t Size) {
  std::vector<std::uint8_t> Bits(Size, WholeByte);
  for (const Field &Each : Fields)
    for (std::uint64_t I = Each.Offset; I != Each.Offset + (Each.Bits + 7) / 8 && I < Size; ++I)
      Bits[I] &= static_cast<std::uint8_t>(~Each.Mask);
  return Bits;
}

/// A type tells what is padding in one record of a block that has room for one. Others may be elements of an array, or
/// something else behind a header; so may be what lies where a flexible array begins.
static void addPadding(LeftBlock &Block, const std::vector<std::uint8_t> &Bits, std::uint64_t Count, bool IsFlexible,
                       bool IsGuessed) {
  for (std::uint64_t I = 0; I != Count; ++I) {
    bool IsUncertain = IsFlexible || I != 0;
    for (std::uint64_t At = 0; (IsUncertain || IsGuessed) && At != Bits.size(); ++At)
      if (Bits[At])
        Block.Padding.push_back({I * Bits.size() + At, Bits[At], IsUncertain});
  }
}

bool LeftMemoryReader::addTyped(LeftBlock &Block, const RawBlock &From, const llvm::DIType *Pointee,
                                std::uint64_t Offset, const std::string &Name) {
  const llvm::DIType *Type = withoutNames(Pointee);
  if (!Type || isPlainChar(Type) || llvm::isa<llvm::DISubroutineType>(Type))
    return false;
  auto Fields = fieldsOf(Type);
  std::uint64_t Size = sizeInBytes(Type);
  if (!Fields || !Size || Size == 1 || Offset % Size || From.Size < Size)
    return false;
  std::uint64_t Count = From.Size / Size;
  if (Count * Fields->size() > MostElements)
    return false;
  for (std::uint64_t I = 0; I != Count; ++I)
    for (const Field &Each : *Fields) {
      if (I * Size + Each.Offset + (Each.Bits + 7) / 8 > From.Size)
        return false;
      LeftCell Cell;
      Cell.Offset = I * Size + Each.Offset;
      Cell.Bits = Each.Bits;
      Cell.Mask = Each.Mask;
      Cell.Signed = Each.Signed;
      Cell.Floating = Each.Floating;
      bool IsMember = Each.Path.starts_with(".");
      if (Count == 1)
        Cell.Name = IsMember ? Name + "->" + Each.Path.substr(1) : "*" + Name + Each.Path;
      else
        Cell.Name = Name + "[" + std::to_string(I) + "]" + Each.Path;
      if (Each.What == Field::Kind::Contents) {
        Cell.Contents = true;
        Cell.Target = contents({From.Address, From.Bytes, numberOf(From)}, Cell.Offset, Each.Pointee, Cell.Name);
      } else if (Each.What != Field::Kind::Number)
        Cell.Target = target(wordAt(From.Bytes, Cell.Offset), Each.Pointee, Cell.Name);
      Block.Cells.push_back(std::move(Cell));
    }
  addPadding(Block, paddingOf(*Fields, Size), Count, endsInFlexibleArray(Type), Type == Guessed);
  addBytes(Block, From, Count * Size, From.Size, Name);
  return true;
}

void LeftMemoryReader::addCells(LeftBlock &Block, const RawBlock &From, const llvm::DIType *Pointee,
                                std::uint64_t Offset, const std::string &Name) {
  std::size_t Before = Order.size(), ContentsBefore = Contents.size();
  if (addTyped(Block, From, Pointee, Offset, Name))
    return;
  Block.Cells.clear();
  Block.Padding.clear();
  Order.resize(Before);
  Contents.resize(ContentsBefore);
  addBytes(Block, From, 0, From.Size, Name);
}

LeftMemory LeftMemoryReader::finish(std::vector<NamedValue> Roots) {
  LeftMemory Result;
  Result.Roots = std::move(Roots);
  for (std::size_t I = 0; I != Order.size(); ++I) {
    Numbered Next = Order[I]; // the list grows
    const RawBlock &From = Raw[Next.Raw];
    LeftBlock Block;
    Block.Observed = numberOf(From);
    Block.Name = "*" + Next.Name;
    Block.Kind = !From.Place                                                  ? "heap"
                 : Places[*From.Place].What == ReachablePlace::Kind::Constant ? "constant"
                                                                              : "static";
    Block.Size = From.Size;
    Block.Bytes = From.Bytes;
    Block.Filled = From.Filled;
    addCells(Block, From, Next.Pointee, Next.Offset, Next.Name);
    Result.Blocks.push_back(std::move(Block));
  }
  Result.FirstBlock = FirstNumber;
  Result.RawBlocks = static_cast<unsigned>(Raw.size());
  Result.NotCompared = Problem.empty() ? Reader.problem() : Problem;
  Result.Contents = std::move(Contents);
  return Result;
}

} // namespace vernier
