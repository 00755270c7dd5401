#pragma once

#include "efsm/language/Value.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vernier::efsm {

enum class TypeKind { Bool, Int, Range, Enum, Map, Record, Queue };

struct Type;
using TypeRef = std::shared_ptr<const Type>;

struct Field {
  std::string Name;
  TypeRef FieldType;
};

/// Types are compared by sameType (structure; the name that a declaration gave is for people only).
struct Type {
  TypeKind Kind = TypeKind::Int;
  std::string Name;                ///< of `type NAME = ...`; empty for a type that is written out
  Integer Low, High;               ///< Range: both included
  std::vector<std::string> Labels; ///< Enum
  TypeRef Key;                     ///< Map: Bool, Int, Range or Enum
  TypeRef Element;                 ///< Map and Queue
  std::vector<Field> Fields;       ///< Record
  /// What a map holds where nothing was stored: false, 0 (or the bound of a range that is nearest to it), the first
  /// label, a record of defaults, an empty queue, a map of defaults.
  Value Default;
};

TypeRef boolType();
TypeRef intType();
TypeRef rangeType(const Integer &Low, const Integer &High);
TypeRef enumType(std::vector<std::string> Labels);
TypeRef mapType(TypeRef Key, TypeRef Element);
TypeRef recordType(std::vector<Field> Fields);
TypeRef queueType(TypeRef Element);
/// The same type under the name of a declaration.
TypeRef namedType(const std::string &Name, const Type &Meaning);

bool sameType(const Type &A, const Type &B);
/// Int and Range: their values are integers.
bool isNumber(const Type &Of);

/// As it is written in a model. Expand: names are replaced by what they stand for.
std::string toString(const Type &Of, bool Expand = false);
/// A value of that type as it is written in a model or a test; `?` for what is unknown.
std::string toString(const Value &Of, const Type &In);

/// Whether the value is one of the type's (the ranges of its parts included). Unknown is one of every type.
bool isMember(const Value &Of, const Type &In);
/// The value of To that has the same meaning as Of has in From: numbers as they are, labels and fields by their names.
/// Nothing if there is none.
std::optional<Value> convert(const Value &Of, const Type &From, const Type &To);

Value select(const Value &Map, const Value &Key, const Type &MapType);
Value store(const Value &Map, const Value &Key, const Value &Element, const Type &MapType);

} // namespace vernier::efsm
