#pragma once

#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <utility>

namespace vernier {

/// A set of values of one width (at most 64 bits): ascending unsigned intervals that neither overlap nor touch.
class ValueSet {
public:
  using Piece = std::pair<std::uint64_t, std::uint64_t>; ///< first and last value

  explicit ValueSet(unsigned Bits = 1) : Bits(Bits) {}
  static ValueSet whole(unsigned Bits) { return between(Bits, 0, most(Bits)); }
  static ValueSet between(unsigned Bits, std::uint64_t First, std::uint64_t Last) {
    ValueSet Result(Bits);
    Result.append(First, Last);
    return Result;
  }
  static std::uint64_t most(unsigned Bits) { return Bits >= 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << Bits) - 1; }

  /// Adds values that are larger than all there are.
  void append(std::uint64_t First, std::uint64_t Last);

  unsigned bits() const { return Bits; }
  bool empty() const { return Pieces.empty(); }
  std::uint64_t first() const { return Pieces.front().first; }
  std::uint64_t last() const { return Pieces.back().second; }
  unsigned __int128 size() const;
  const llvm::SmallVector<Piece, 2> &pieces() const { return Pieces; }
  bool operator==(const ValueSet &) const = default;

  ValueSet intersected(const ValueSet &Other) const;
  ValueSet complement() const;

private:
  unsigned Bits;
  llvm::SmallVector<Piece, 2> Pieces;
};

} // namespace vernier
