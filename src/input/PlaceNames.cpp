#include "input/PlaceNames.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>

#include <optional>

namespace vernier {

namespace {

bool holds(const InputObject &Object, unsigned Leaf) {
  return llvm::any_of(Object.Cells,
                      [&](const InputCell &Cell) { return Cell.What == InputCell::Kind::Leaf && Cell.Index == Leaf; });
}

/// `_3` becomes `[3]`, wherever it follows in the name.
std::string withIndices(llvm::StringRef Steps) {
  std::string Result;
  while (!Steps.empty()) {
    std::size_t Digits = Steps.front() == '_' ? Steps.drop_front().find_if_not(llvm::isDigit) : 0;
    if (Steps.front() == '_' && Digits != 0 && Steps.size() > 1) {
      llvm::StringRef Number = Steps.drop_front().take_front(Digits);
      Steps = Steps.drop_front(1 + Number.size());
      if (Steps.empty() || Steps.front() == '_' || Steps.front() == '.')
        Result += "[" + Number.str() + "]";
      else
        Result += "_" + Number.str();
      continue;
    }
    Result += Steps.front();
    Steps = Steps.drop_front();
  }
  return Result;
}

/// Of the object that a parameter points to, through which the leaf is reached: its name starts the leaf's.
std::optional<llvm::StringRef> rootName(const InputSpace &Space, llvm::StringRef Name) {
  std::optional<llvm::StringRef> Shortest;
  for (const InputObject &Object : Space.Objects) {
    llvm::StringRef Root = Object.Name;
    if (!Name.starts_with(Root) || Name.size() == Root.size())
      continue;
    char Next = Name[Root.size()];
    if ((Next == '_' || Next == '.') && (!Shortest || Root.size() < Shortest->size()))
      Shortest = Root;
  }
  return Shortest;
}

bool isStreamByte(const InputSpace &Space, unsigned Leaf) {
  const ProgramInput &Program = Space.Program;
  return llvm::is_contained(Program.StdinLeaves, Leaf) ||
         llvm::any_of(Program.Files, [&](const auto &Each) { return llvm::is_contained(Each.Leaves, Leaf); }) ||
         llvm::any_of(Program.Environment, [&](const auto &Each) { return llvm::is_contained(Each.Leaves, Leaf); });
}

bool isArgumentByte(const InputSpace &Space, unsigned Leaf) {
  return llvm::any_of(Space.Program.Arguments, [&](const auto &Each) { return llvm::is_contained(Each.Leaves, Leaf); });
}

} // namespace

std::string placeName(const InputSpace &Space, unsigned Leaf) {
  llvm::StringRef Name = Space.Leaves[Leaf].Name;
  if (isArgumentByte(Space, Leaf))
    return "argv" + withIndices(Name.drop_front(4));
  if (isStreamByte(Space, Leaf)) { // the name of a file may have numbers in it
    auto [Stream, Index] = Name.rsplit('_');
    return Stream.str() + "[" + Index.str() + "]";
  }
  if (llvm::any_of(Space.Objects, [&](const InputObject &Object) { return holds(Object, Leaf); }))
    if (auto Root = rootName(Space, Name))
      return Root->str() + withIndices(Name.drop_front(Root->size()));
  return Name.str();
}

bool isTextByte(const InputSpace &Space, unsigned Leaf) {
  if (Space.Leaves[Leaf].Bits != 8)
    return false;
  return isArgumentByte(Space, Leaf) || isStreamByte(Space, Leaf) ||
         llvm::any_of(Space.Objects, [&](const InputObject &Object) { return Object.Text && holds(Object, Leaf); });
}

} // namespace vernier
