#pragma once

#include "base/Result.h"
#include "input/InputSpace.h"

#include <llvm/ADT/APInt.h>

#include <string>
#include <vector>

namespace vernier {

/// A C expression over the leaves of an input space, with every conversion that C makes explicit: whoever translates it
/// needs to know nothing about C. Bits, Signed and Floating are the type of the result; floating point is IEEE of 32 or
/// 64 bits, carried as its bits, rounded to nearest even.
struct Expression {
  enum class Op {
    Constant, ///< Value
    Leaf,     ///< the value of Leaves[LeafIndex]
    /// The operand in this type. Integers are cut off, or extended in the signedness of the *operand*; to _Bool (one
    /// unsigned bit) it is `!= 0`. To floating point from integers (in the operand's signedness) or floating point;
    /// never from floating point to integers.
    Cast,
    // Operands of the result's type.
    Negate,
    Complement,
    Add,
    Sub,
    Mul,
    Div, ///< integers: in the signedness of the type; by zero as SMT-LIB's bvudiv and bvsdiv
    Rem, ///< the same, as bvurem and bvsrem
    And,
    Or,
    Xor,
    Shl, ///< the second operand is as wide and counts as unsigned; shifting too far as bvshl, bvlshr, bvashr
    Shr, ///< arithmetic if the type is signed
    // Two operands of one type; the result is an int, 0 or 1. Less and LessEqual in the signedness of the operands.
    Equal,
    NotEqual,
    Less,
    LessEqual,
    // Operands are integers of any width, true if not zero; the result is an int, 0 or 1.
    LogicalNot,
    LogicalAnd,
    LogicalOr,
    Select, ///< an integer of any width that decides, and two operands of the result's type
  };
  Op What = Op::Constant;
  unsigned Bits = 32;
  bool Signed = true;
  bool Floating = false;
  llvm::APInt Value{32, 0};
  unsigned LeafIndex = 0;
  std::vector<Expression> Operands;
};

/// Reads `n > 0 && a[1] != p->x || (unsigned char)c == 'x'`: literals, names of leaves, elements with constant
/// indices, fields, `*p`, casts to arithmetic types, and all operators of C without side effects. A pointer that may be
/// null (--nullable) can be compared with 0 or NULL. The result is an integer. An error names the column; its Output
/// shows the place.
Result<Expression> parseExpression(const std::string &Text, const InputSpace &Space);

/// Both must hold: one expression for each --assume.
Result<std::vector<Expression>> assumptionsOf(const InputSpace &Space);

llvm::APInt evaluate(const Expression &What, const InputAssignment &Values);

/// The values are within the ranges of their leaves and satisfy the expressions.
bool admits(const InputSpace &Space, const std::vector<Expression> &Assumptions, const InputAssignment &Values);

} // namespace vernier
