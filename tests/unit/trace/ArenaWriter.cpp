#include "ArenaWriter.h"

#include "trace/Shapes.h"

#include <cstring>

namespace vernier::test {

ArenaWriter::ArenaWriter() : Nodes(1), Words(1) {
  Build.Sites.resize(8);
  for (unsigned I = 1; I < 8; ++I)
    Build.Sites[I].Function = "f" + std::to_string(I);
  Build.Sites[2].Successors = 3;
  Build.Sites[2].Cases = {{1, 1}, {5, 2}, {7, 2}};
  Build.Edges = 4;
  Build.Externals = {"getenv", "putenv"};
  Coverage.resize(4);
  Externals.resize(4);
}

Term ArenaWriter::leaf(unsigned Bits, const char *Name, std::uint64_t Value) {
  Leaves.push_back(Store.variable(Bits, Name, VariableKind::Input));
  Values.push_back(llvm::APInt(Bits, Value));
  return Leaves.back();
}

NodeId ArenaWriter::input(unsigned Leaf, unsigned Bits) {
  NodeId Id = node(VernierInput, Bits ? Bits : Leaves[Leaf].bits(), Leaf, 0, 0, Values[Leaf].getZExtValue(), 0, 0);
  at(Id).Flags = VernierSymbolic;
  return Id;
}

NodeId ArenaWriter::constant(unsigned Bits, std::uint64_t Value) {
  return node(VernierConstant, Bits, 0, 0, 0, Value, 0, 0);
}

NodeId ArenaWriter::node(unsigned Operation, unsigned Bits, NodeId A, NodeId B, std::uint32_t C, std::uint64_t Value,
                         NodeId Control, std::uint32_t Site) {
  VernierNode Node = {};
  Node.Site = Site;
  Node.Operation = static_cast<std::uint8_t>(Operation);
  Node.Bits = static_cast<std::uint16_t>(Bits);
  Node.A = A, Node.B = B, Node.C = C;
  Node.Control = Control;
  Node.Value = Value;
  const NodeShape &Shape = shapeOf(Node.Operation);
  for (auto [Kind, Field] : {std::pair(Shape.A, A), std::pair(Shape.B, B), std::pair(Shape.C, C)})
    if (Kind != FieldKind::Number && Kind != FieldKind::Unused && Kind != FieldKind::Table && isSymbolic(Field))
      Node.Flags = VernierSymbolic;
  Nodes.push_back(Node);
  return static_cast<NodeId>(Nodes.size() - 1);
}

NodeId ArenaWriter::decide(unsigned Operation, NodeId A, std::uint32_t C, std::uint64_t Value, NodeId Control,
                           std::uint32_t Site) {
  NodeId Id = node(Operation, 0, A, 0, C, Value, Control, Site);
  if (isSymbolic(Id))
    Decisions.push_back(Id);
  return Id;
}

std::uint32_t ArenaWriter::table(std::uint64_t First, std::uint32_t Stride,
                                 const std::vector<std::pair<NodeId, std::uint64_t>> &Elements) {
  auto Index = static_cast<std::uint32_t>(Words.size());
  Words.insert(Words.end(), {static_cast<std::uint32_t>(First), static_cast<std::uint32_t>(First >> 32), Stride,
                             static_cast<std::uint32_t>(Elements.size()), VernierTableOfNodes});
  for (auto [Node, Value] : Elements)
    Words.push_back(Node);
  for (auto [Node, Value] : Elements)
    Words.insert(Words.end(), {static_cast<std::uint32_t>(Value), static_cast<std::uint32_t>(Value >> 32)});
  return Index;
}

std::uint32_t ArenaWriter::constantTable(std::uint64_t First, std::uint32_t Stride,
                                         const std::vector<std::uint64_t> &Elements) {
  auto Index = static_cast<std::uint32_t>(Words.size());
  std::string Bytes;
  for (std::uint64_t Value : Elements)
    Bytes.append(reinterpret_cast<const char *>(&Value), Stride);
  Bytes.resize((Bytes.size() + 3) / 4 * 4);
  Words.insert(Words.end(), {static_cast<std::uint32_t>(First), static_cast<std::uint32_t>(First >> 32), Stride,
                             static_cast<std::uint32_t>(Elements.size()), VernierTableOfBytes});
  for (std::size_t I = 0; I < Bytes.size(); I += 4) {
    std::uint32_t Word;
    std::memcpy(&Word, Bytes.data() + I, 4);
    Words.push_back(Word);
  }
  return Index;
}

NodeId ArenaWriter::output(NodeId Before, const std::string &Bytes, const std::vector<NodeId> &Nodes,
                           std::uint32_t Descriptor, NodeId Control) {
  auto Index = static_cast<std::uint32_t>(Words.size());
  Words.insert(Words.end(), Nodes.begin(), Nodes.end());
  for (std::size_t I = 0; I < Bytes.size(); ++I) {
    if (I % 4 == 0)
      Words.push_back(0);
    Words.back() |= std::uint32_t(static_cast<unsigned char>(Bytes[I])) << (8 * (I % 4));
  }
  NodeId Id = node(VernierOutput, 0, Before, Index, Descriptor, Bytes.size(), Control);
  if (Descriptor < 3)
    Header.FinalOutput[Descriptor] = Id;
  return Id;
}

std::vector<std::uint8_t> ArenaWriter::bytes() const {
  VernierArena H = Header;
  std::uint64_t At = sizeof(H);
  std::vector<std::uint8_t> Result(At);
  auto Append = [&](const auto &Part) {
    At = Result.size();
    std::size_t Size = Part.size() * sizeof(Part[0]);
    Result.resize(At + (Size + 7) / 8 * 8 + 64); // room that nobody used
    if (Size != 0)
      std::memcpy(Result.data() + At, Part.data(), Size);
    return At;
  };
  H.Magic = VernierArenaMagic, H.Version = VernierArenaVersion;
  H.NodesAt = Append(Nodes), H.WordsAt = Append(Words), H.DecisionsAt = Append(Decisions);
  H.CoverageAt = Append(Coverage), H.ExternalsAt = Append(Externals);
  H.NodeCount = static_cast<std::uint32_t>(Nodes.size()), H.NodeCapacity = H.NodeCount + 2;
  H.WordCount = static_cast<std::uint32_t>(Words.size()), H.WordCapacity = H.WordCount + 16;
  H.DecisionCount = static_cast<std::uint32_t>(Decisions.size()), H.DecisionCapacity = H.DecisionCount + 16;
  H.CoverageSize = static_cast<std::uint32_t>(Coverage.size());
  H.ExternalCount = static_cast<std::uint32_t>(Externals.size() / 2);
  H.TableLimit = 1024;
  H.Total = Result.size();
  std::memcpy(Result.data(), &H, sizeof(H));
  return Result;
}

} // namespace vernier::test
