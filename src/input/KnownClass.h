#pragma once

#include <llvm/IR/DebugInfoMetadata.h>

#include <cstdint>
#include <optional>
#include <string>

namespace vernier {

/// A class of the C++ library whose values are told by their contents, laid out as libstdc++ does it (the ABI of GCC 5
/// and later). Offsets are in bytes; the debug information has been compared with them.
struct KnownClass {
  enum class Kind {
    String,  ///< std::string: pointer at 0, length at 8, and a buffer for short ones at 16
    View,    ///< std::string_view: length at 0, pointer at 8
    Vector,  ///< std::vector: pointers to the first element, behind the last one, and to the end of the memory
    Optional ///< std::optional: the value at 0
  } What = Kind::String;
  std::uint64_t Size = 0;
  const llvm::DIType *Element = nullptr; ///< of Vector and Optional
  std::uint64_t Engaged = 0;             ///< of Optional: where the bool is
};

/// Bytes of a std::string that need no memory beside it.
constexpr unsigned ShortString = 15;

std::optional<KnownClass> knownClass(const llvm::DIType *Type);

/// A class in it whose members are nobody's business, so that not every combination of their values occurs: one with
/// private or protected data members, or of the C++ library. Classes that are told by their contents do not count, nor
/// does what is behind pointers. Null: there is none.
const llvm::DICompositeType *hiddenClass(const llvm::DIType *Type);

/// Something of the program runs when a value of the type ends: it has a destructor, or a member of it has.
bool hasDestructor(const llvm::DIType *Type);

/// A class of the namespace std.
bool isOfLibrary(const llvm::DIType *Type);

} // namespace vernier
