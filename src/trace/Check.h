#pragma once

#include "abi/Sites.h"
#include "trace/Arena.h"

#include <llvm/ADT/BitVector.h>

#include <cstring>

namespace vernier {

/// What is known of the nodes of a trace once every one of them has been looked at.
struct CheckedNodes {
  /// The node has a term that is not a constant: it is a function of the input.
  llvm::BitVector Symbolic;
  /// Nodes that are computed from something symbolic and are not marked so. Their term is the value that the run saw;
  /// that is only right if the engine says somewhere else what it took for granted.
  std::vector<std::uint32_t> Unmarked;
};

/// One pass over all nodes: ids, kinds and widths of operands, tables, sites. After it, nothing needs to be checked
/// again: every place that a node mentions is there. The error says what is malformed.
Result<CheckedNodes> checkNodes(const Arena &Trace, const Instrumentation &Build, llvm::ArrayRef<unsigned> LeafBits);

/// A table of a lookup or an update, which lies in the words.
class TableView {
public:
  static constexpr std::size_t HeaderWords = 5;

  TableView(llvm::ArrayRef<std::uint32_t> Words, std::uint32_t Index) : Words(Words.drop_front(Index)) {}
  std::uint64_t first() const { return Words[0] | std::uint64_t(Words[1]) << 32; }
  std::uint32_t stride() const { return Words[2]; }
  std::uint32_t count() const { return Words[3]; }
  /// No element has a node.
  bool isConcrete() const { return Words[4] == VernierTableOfBytes; }
  std::uint32_t node(std::uint32_t I) const { return isConcrete() ? 0 : Words[HeaderWords + I]; }
  std::uint64_t value(std::uint32_t I) const {
    if (isConcrete())
      return bytes(std::size_t(I) * stride());
    std::size_t At = HeaderWords + std::size_t(count()) + 2 * std::size_t(I);
    return Words[At] | std::uint64_t(Words[At + 1]) << 32;
  }

private:
  std::uint64_t bytes(std::size_t Offset) const {
    std::uint64_t Value = 0;
    std::memcpy(&Value, reinterpret_cast<const char *>(Words.data() + HeaderWords) + Offset, stride());
    return Value;
  }

  llvm::ArrayRef<std::uint32_t> Words;
};

} // namespace vernier
