#pragma once

#include "base/Result.h"

#include <llvm/ADT/APInt.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// The mask of a byte of which all bits count.
constexpr std::uint8_t WholeByte = 0xff;

/// One scalar inside a value of a type.
struct Field {
  enum class Kind {
    Number,
    Pointer,
    FunctionPointer,
    Contents ///< an object of a class that is told by its contents (KnownClass)
  } What = Kind::Number;
  std::uint64_t Offset = 0; ///< in bytes
  unsigned Bits = 8;
  std::uint8_t Mask = WholeByte; ///< of one byte: the bits that count; the others lie between bit-fields
  bool Signed = false;
  bool Floating = false;
  std::string Path;                    ///< behind the name of the value: "", "_0", ".x_1"
  std::string Group;                   ///< the path without indices: all elements of an array share it
  std::optional<llvm::APInt> Min, Max; ///< of enumerations and booleans
  bool Enumeration = false;
  const llvm::DIType *Pointee = nullptr; ///< of Pointer; null for void. Of Contents: the class itself
  bool Reference = false;                ///< of Pointer: C++ says that it is not null
};

/// Without typedefs and qualifiers; null for void.
const llvm::DIType *withoutNames(const llvm::DIType *Type);
/// As the source would write it, roughly; for messages.
std::string typeName(const llvm::DIType *Type);
/// `char` itself, not `signed char` and not `unsigned char`.
bool isPlainChar(const llvm::DIType *Type);
/// A structure, class or union.
bool isRecord(const llvm::DIType *Type);
/// A structure whose last member is an array without elements: more of it may follow.
bool endsInFlexibleArray(const llvm::DIType *Type);
/// A pointer, to data or to a function.
inline bool isPointer(const Field &Place) {
  return Place.What == Field::Kind::Pointer || Place.What == Field::Kind::FunctionPointer;
}
std::uint64_t sizeInBytes(const llvm::DIType *Type);
/// By the debug information of the function; null for void, and where there is none.
const llvm::DIType *returnedType(const llvm::Function &F);

/// The type of a scalar as one field, with the range of its enumerators; an error for what has no supported form. The
/// error only says what is wrong with the type: callers add whose it is.
///
/// Unions and the storage of bit-fields are bytes; bits that no member has a name for do not count. A flexible array at
/// the end of a structure has no elements.
Result<std::vector<Field>> fieldsOf(const llvm::DIType *Type);
/// The same without debug information: integers count as unsigned.
std::vector<Field> fieldsOf(llvm::Type *Type, const llvm::DataLayout &Layout);

/// What a global variable holds; by its debug type if there is one of the same size.
Result<std::vector<Field>> fieldsOf(const llvm::GlobalVariable &Global);
const llvm::DIType *debugType(const llvm::GlobalVariable &Global);
/// As the source calls it.
std::string sourceName(const llvm::GlobalVariable &Global);
/// Two versions of the same variable. The symbols of static variables are numbered where several have one name, so that
/// then the file and the scope have to agree too; if these do not tell them apart, no.
bool isSameVariable(const llvm::GlobalVariable &Old, const llvm::GlobalVariable &New);
/// Objects that are told by their contents count, too.
bool holdsPointers(const std::vector<Field> &Fields);
/// Bits that count in the other version count, too.
void joinMasks(std::vector<Field> &Into, const std::vector<Field> &Other);
/// The bits of a value that count.
llvm::APInt masked(llvm::APInt Value, std::uint8_t Mask);

} // namespace vernier
