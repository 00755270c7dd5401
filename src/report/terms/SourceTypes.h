#pragma once

#include "input/InputSpace.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include <optional>
#include <string>

namespace vernier {

/// A number of the source as C++ writes its type.
struct NumberType {
  std::string Name; ///< `unsigned int`
  unsigned Bits = 32;
  bool Signed = true;
  bool Floating = false;
};

/// The type without typedefs and qualifiers; null for void.
const llvm::DIType *strippedType(const llvm::DIType *Type);

/// What the type is if it is a number that C++ has literals for; enumerations are the integer that holds them.
std::optional<NumberType> numberType(const llvm::DIType *Type);

/// A pointer: what it points to (null: nothing known).
struct PointerType {
  const llvm::DIType *To = nullptr;
};
std::optional<PointerType> pointerType(const llvm::DIType *Type);

/// `-5`, `4294967295U`, `true`, `0.1f`, `fromBits<double>(0x7ff8000000000001)`; the inverse of valueText.
std::string literal(const llvm::APInt &Value, const NumberType &Type);

/// A string literal of these bytes.
std::string stringLiteral(const std::string &Bytes);

/// A name that C++ accepts.
std::string identifier(const std::string &Name);

} // namespace vernier
