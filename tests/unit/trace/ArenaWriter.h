#pragma once

#include "trace/Trace.h"

namespace vernier::test {

/// Writes arenas as the runtime does, by hand.
class ArenaWriter {
public:
  ArenaWriter();

  /// A leaf of the input with its concrete value.
  Term leaf(unsigned Bits, const char *Name, std::uint64_t Value);
  NodeId input(unsigned Leaf, unsigned Bits = 0);
  NodeId constant(unsigned Bits, std::uint64_t Value);
  /// Symbolic if A, B or (where it is a node) C is.
  NodeId node(unsigned Operation, unsigned Bits, NodeId A, NodeId B, std::uint32_t C, std::uint64_t Value,
              NodeId Control = 0, std::uint32_t Site = 1);
  NodeId decide(unsigned Operation, NodeId A, std::uint32_t C, std::uint64_t Value, NodeId Control = 0,
                std::uint32_t Site = 1);
  std::uint32_t table(std::uint64_t First, std::uint32_t Stride,
                      const std::vector<std::pair<NodeId, std::uint64_t>> &Elements);
  /// Of elements that depend on nothing.
  std::uint32_t constantTable(std::uint64_t First, std::uint32_t Stride, const std::vector<std::uint64_t> &Elements);
  NodeId output(NodeId Before, const std::string &Bytes, const std::vector<NodeId> &Nodes, std::uint32_t Descriptor = 1,
                NodeId Control = 0);

  VernierNode &at(NodeId Id) { return Nodes[Id]; }
  bool isSymbolic(NodeId Id) const { return Nodes[Id].Flags & VernierSymbolic; }
  std::vector<std::uint8_t> bytes() const;
  Result<Trace> read() { return readTrace(bytes(), Build, Store, Leaves); }

  TermStore Store;
  Instrumentation Build;
  std::vector<Term> Leaves;
  std::vector<llvm::APInt> Values; ///< of the leaves
  VernierArena Header = {};
  std::vector<VernierNode> Nodes;
  std::vector<std::uint32_t> Words, Decisions, Externals;
  std::vector<std::uint8_t> Coverage;
};

} // namespace vernier::test
