// Where the leaves of a function's input stand when it is called: the runtime of an instrumented build marks them
// there.

#include "execution/runs/ExchangeMemory.h"

#include <llvm/ADT/STLExtras.h>

namespace vernier {

namespace {

enum MarkPlace : std::uint32_t { InArgument, InObject, InGlobal };

VernierMark markIn(MarkPlace Place, std::size_t Index, std::uint64_t Offset) {
  VernierMark Mark{};
  Mark.Place = Place;
  Mark.Index = static_cast<std::uint32_t>(Index);
  Mark.Offset = Offset;
  return Mark;
}

} // namespace

void ExchangeMemory::markLeaf(unsigned Leaf, const InputAssignment &Values, VernierMark Where) {
  llvm::APInt Value = Values[Leaf].zextOrTrunc(128);
  Where.Leaf = Leaf;
  Where.LeafBits = static_cast<std::uint16_t>(Space->Leaves[Leaf].Bits);
  Where.Signed = Space->Leaves[Leaf].Signed;
  Where.Value[0] = Value.extractBitsAsZExtValue(64, 0);
  Where.Value[1] = Value.extractBitsAsZExtValue(64, 64);
  if (!Where.Bits)
    Where.Bits = Where.LeafBits;
  Marks.push_back(Where);
}

/// The leaves that chose where it points to, in the order in which they are asked.
void ExchangeMemory::markPointer(unsigned Object, const InputAssignment &Values, VernierMark Where) {
  const InputObject &What = Space->Objects[Object];
  Where.Kind = VernierMarkPointer;
  Where.Bits = 64;
  if (What.Length) // how long the object is shows in it, and whether it is there at all
    markLeaf(What.Length->first, Values, Where);
  if (What.NullLeaf) {
    markLeaf(*What.NullLeaf, Values, Where);
    if (Values[*What.NullLeaf].getBoolValue())
      return;
  }
  if (What.Alias) {
    markLeaf(What.Alias->first, Values, Where);
    if (Values[What.Alias->first].getBoolValue())
      markPointer(What.Alias->second, Values, Where);
  }
}

void ExchangeMemory::markObject(unsigned Index, const InputAssignment &Values) {
  auto Global = llvm::find_if(Space->Globals, [&](const auto &Each) { return Each.second == Index; });
  MarkPlace Place = Global == Space->Globals.end() ? InObject : InGlobal;
  std::size_t Number = Index;
  if (Place == InGlobal) {
    auto Known = llvm::find_if(Shape->Globals, [&](const auto &Each) { return Each.Symbol == Global->first; });
    if (Known == Shape->Globals.end())
      return;
    Number = static_cast<std::size_t>(Known - Shape->Globals.begin());
  } else if (!Objects[Index].Alignment)
    return;
  for (const InputCell &Cell : Space->Objects[Index].Cells) {
    if (Space->Objects[Index].Length && Cell.Offset >= Objects[Index].Size)
      break; // it is not there
    if (Cell.What == InputCell::Kind::Leaf)
      markLeaf(Cell.Index, Values, markIn(Place, Number, Cell.Offset));
    if (Cell.What == InputCell::Kind::Pointer && Place == InObject)
      markPointer(Cell.Index, Values, markIn(Place, Number, Cell.Offset));
  }
}

/// The leaves of an object that a parameter carries a part of.
void ExchangeMemory::markPart(unsigned Argument, const InputAssignment &Values) {
  const InputArgument &Given = Space->arguments(Which)[Argument];
  std::uint64_t End = Given.Offset + (Shape->ArgumentBits[Argument] + 7) / 8;
  for (const InputCell &Cell : Space->Objects[Given.Index].Cells)
    if (Cell.What == InputCell::Kind::Leaf && Cell.Offset >= Given.Offset && Cell.Offset < End)
      markLeaf(Cell.Index, Values, markIn(InArgument, Argument, Cell.Offset - Given.Offset));
}

void ExchangeMemory::planMarks(const InputAssignment &Values) {
  const std::vector<InputArgument> &Arguments = Space->arguments(Which);
  for (std::size_t I = 0; I != Arguments.size(); ++I) {
    VernierMark Where = markIn(InArgument, I, 0);
    Where.Bits = static_cast<std::uint16_t>(Shape->ArgumentBits[I]);
    if (Arguments[I].What == InputArgument::Kind::Leaf)
      markLeaf(Arguments[I].Index, Values, Where);
    if (Arguments[I].What == InputArgument::Kind::Object)
      markPointer(Arguments[I].Index, Values, Where);
    if (Arguments[I].What == InputArgument::Kind::Part)
      markPart(static_cast<unsigned>(I), Values);
  }
  for (unsigned I = 0; I != Objects.size(); ++I)
    markObject(I, Values);
}

std::size_t ExchangeMemory::pointerCells() const {
  std::size_t Count = 0;
  for (const InputObject &Object : Space->Objects)
    Count += static_cast<std::size_t>(
        llvm::count_if(Object.Cells, [](const InputCell &Cell) { return Cell.What == InputCell::Kind::Pointer; }));
  return Count;
}

/// No pointer asks more leaves than there are for choosing.
std::size_t ExchangeMemory::mostMarks() const {
  std::size_t Cells = 0, Choices = 0;
  for (const InputObject &Object : Space->Objects) {
    Cells += Object.Cells.size();
    Choices += Object.NullLeaf.has_value() + Object.Alias.has_value() + Object.Length.has_value();
  }
  std::size_t Places = Space->arguments(Which).size() + pointerCells();
  // Of an object that comes in several registers each part is marked once, as if they all were in one.
  return Space->arguments(Which).size() + 2 * Cells + Places * Choices;
}

} // namespace vernier
