#pragma once

#include "abi/Trace.h"

#include <cstdint>

namespace vernier {

/// What a field of a node holds.
enum class FieldKind : std::uint8_t {
  Unused,   ///< not looked at
  Operand,  ///< a node; the term of the node is a function of its term. 0 only if the node is not symbolic.
  Node,     ///< a node, or 0
  Chain,    ///< an entry of a chain of potential definitions, or 0
  Table,    ///< an index into the words
  Update,   ///< a node that is an update
  Decision, ///< a node that is a decision
  Number,   ///< its meaning is checked by itself
};

/// How wide the operands of a node are.
enum class WidthRule : std::uint8_t {
  Free,
  Same,    ///< all operands as wide as the node
  Compare, ///< all operands of one width, the node has one bit
  Narrow,  ///< the operand is wider than the node (or equal)
  Widen,   ///< the operand is narrower than the node (or equal)
  Special, ///< checked by itself
};

/// How to read the nodes of one operation (abi/Trace.h).
struct NodeShape {
  FieldKind A = FieldKind::Unused, B = FieldKind::Unused, C = FieldKind::Unused;
  WidthRule Width = WidthRule::Free;
  bool Floating = false; ///< its operands are IEEE numbers
  bool Value = false;    ///< the field Value holds the value of the node, and the node may have a term
  bool Decision = false;
};

/// Operation is below VernierOperationCount.
const NodeShape &shapeOf(std::uint8_t Operation);

/// Which way a decision went (Decision::Side).
std::uint64_t sideOf(const VernierNode &Decision);

} // namespace vernier
