#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/Type.h>

#include <cstdint>
#include <vector>

namespace vernier {

/// How far a pointer moves: by Constant bytes, plus any multiple of Stride if that is not zero. With a Span, the
/// multiples stay within that many bytes (an index into an array of known length). Within is the size of the array that
/// is indexed from its start, zero if it is not an array that is indexed.
struct PointerStep {
  std::int64_t Constant = 0;
  std::uint64_t Stride = 0;
  std::uint64_t Span = 0;
  std::uint64_t Within = 0;

  bool isIdentity() const { return Constant == 0 && Stride == 0; }
};

/// The step of an address computation. An index outside of an array of known length (longer than one element) is
/// undefined in C and taken not to happen; an index on a plain pointer may go anywhere in the object.
PointerStep stepOf(const llvm::GEPOperator &Address, const llvm::DataLayout &Data);

/// A partition of the bytes of an object into parts, the grain at which memory is analysed. Byte b lies in the part
/// that contains b modulo the period, so the elements of an array share their parts. *Any* partition is sound, because
/// every access is mapped to all parts that its bytes may lie in; a partition that follows the fields of a type is
/// precise.
///
/// Invariant for sets of parts that a pointer may point to: either the pointer stands at the start of a unit of one of
/// the parts, or the set contains all parts of the object.
class Layout {
public:
  struct Part {
    std::uint64_t Begin;
    std::uint64_t End;
    std::uint64_t Unit; ///< bytes of one scalar
    bool Many;          ///< several units (an array inside a struct): a pointer may stand at the start of any of them
  };
  using PartList = llvm::SmallVector<unsigned, 8>;

  /// One part, all bytes alike.
  static Layout flat();
  /// Follows the fields of the type; all elements of an array share one element's parts.
  static Layout of(llvm::Type *T, const llvm::DataLayout &Data);

  const std::vector<Part> &parts() const { return Parts; }
  std::uint64_t period() const { return Period; }
  /// A part stands for the same bytes of several elements.
  bool repeats() const { return Repeats; }

  /// The parts that a pointer to a part may point to after a step; false if only "somewhere in the object" is known.
  bool move(unsigned From, const PointerStep &Step, PartList &Out) const;
  /// The parts that an access of Size bytes at a pointer to this part may touch.
  void touch(unsigned At, std::uint64_t Size, PartList &Out) const;
  /// The part of a byte offset and whether a unit starts there.
  std::pair<unsigned, bool> locate(std::uint64_t Offset) const;
  /// An access of that size at a pointer to the part overwrites every byte the part can hold data in.
  bool covers(unsigned At, std::uint64_t Size) const;

private:
  void collect(llvm::Type *T, std::uint64_t Offset, const llvm::DataLayout &Data, bool Last);
  void addPadding();
  bool landings(std::uint64_t First, std::uint64_t Last, std::uint64_t Step, PartList &Out) const;

  std::vector<Part> Parts;
  std::uint64_t Period = 1;
  bool Repeats = false;
  bool Open = false; ///< ends in an array of unknown length
};

} // namespace vernier
