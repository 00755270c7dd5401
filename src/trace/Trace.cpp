#include "trace/Trace.h"

#include "abi/Hooks.h"
#include "trace/Shapes.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>

namespace vernier {

Trace::Trace(Arena Read, CheckedNodes Checked, const Instrumentation &Build, TermStore &Store, std::vector<Term> Leaves)
    : Data(std::move(Read)), Checked(std::move(Checked)), Build(&Build), Store(&Store), LeafTerms(std::move(Leaves)) {
  collect();
}

static OutputPiece outputPiece(NodeId Id, const VernierNode &Node, llvm::ArrayRef<std::uint32_t> Words) {
  OutputPiece Piece;
  Piece.Node = Id;
  Piece.Descriptor = Node.C;
  if (Node.Value == 0)
    return Piece;
  auto Size = static_cast<std::size_t>(Node.Value);
  llvm::ArrayRef<std::uint32_t> Nodes = Words.slice(Node.B, Size), Packed = Words.drop_front(Node.B + Size);
  Piece.Nodes = Nodes.vec();
  Piece.Bytes.resize(Size);
  for (std::size_t I = 0; I < Size; ++I)
    Piece.Bytes[I] = static_cast<char>(Packed[I / 4] >> (8 * (I % 4)));
  return Piece;
}

void Trace::collect() {
  llvm::MapVector<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> Pins;
  for (NodeId Id = 1; Id < size(); ++Id) {
    const VernierNode &Node = node(Id);
    if (Node.Operation == VernierLeave)
      Leaving.push_back(Id);
    else if (Node.Operation == VernierStatus)
      Statuses.push_back(Id);
    else if (Node.Operation == VernierOutput)
      Outputs.push_back(outputPiece(Id, Node, Data.Words));
    else if (Node.Operation == VernierPotentialMemory && Node.C == VernierHiddenClass)
      HiddenPotential = Id;
    else if (Node.Operation == VernierPin && isSymbolic(Id))
      ++Pins[{Node.C, Node.Site}];
  }
  for (const auto &[Where, Count] : Pins)
    Concretisations.push_back({Where.first, Where.second, Count});
  for (std::size_t I = 0; I < Build->Externals.size(); ++I)
    if (std::uint32_t Calls = Data.Externals[2 * I + 1])
      Externals.push_back({Build->Externals[I], Calls, Data.Externals[2 * I]});
}

/// Functions that run when the program ends are a part of the state of the library.
static bool registersHandlers(const Instrumentation &Build) {
  return llvm::any_of(Build.Externals, [](llvm::StringRef Name) {
    return Name == "atexit" || Name == "on_exit" || Name == "at_quick_exit" || Name == "__cxa_atexit";
  });
}

std::vector<NodeId> Trace::endingRoots() const {
  std::vector<NodeId> Roots = Leaving;
  for (NodeId Status : Statuses)
    Roots.push_back(node(Status).Control);
  if (registersHandlers(*Build)) {
    Roots.push_back(hiddenState());
    Roots.push_back(hiddenPotential());
  }
  return Roots;
}

std::vector<NodeId> Trace::outcomeRoots() const {
  std::vector<NodeId> Roots = endingRoots();
  for (const OutputPiece &Piece : Outputs)
    Roots.push_back(Piece.Node);
  Roots.insert(Roots.end(), Statuses.begin(), Statuses.end());
  Roots.push_back(finalPotential());
  return Roots;
}

Result<Trace> readTrace(llvm::ArrayRef<std::uint8_t> Bytes, const Instrumentation &Build, TermStore &Store,
                        const std::vector<Term> &Leaves) {
  auto Read = copyArena(Bytes);
  if (!Read)
    return Read.takeError();
  std::vector<unsigned> LeafBits;
  for (Term Leaf : Leaves)
    LeafBits.push_back(Leaf.bits());
  auto Checked = checkNodes(*Read, Build, LeafBits);
  if (!Checked)
    return Checked.takeError();
  return Trace(std::move(*Read), std::move(*Checked), Build, Store, Leaves);
}

} // namespace vernier
