#pragma once

#include "term/Term.h"

#include <cstdint>
#include <optional>

namespace vernier {

/// Values of a term of at most 64 bits: they lie in both intervals. Of a wider term nothing is known.
struct Range {
  unsigned Bits = 1;
  std::uint64_t UMin = 0, UMax = 0;
  std::int64_t SMin = 0, SMax = 0;

  static Range whole(unsigned Bits);
  static Range between(unsigned Bits, std::uint64_t First, std::uint64_t Last);
  static Range single(unsigned Bits, std::uint64_t Value) { return between(Bits, Value, Value); }
  /// What the store knows about the term whatever the variables are.
  static Range known(Term T);

  bool isSingle() const { return Bits <= 64 && UMin == UMax; }
  bool contains(std::uint64_t Value) const;
  /// Of one bit.
  std::optional<bool> decided() const { return UMin == UMax ? std::optional(UMin != 0) : std::nullopt; }

  void boundUnsigned(std::uint64_t Low, std::uint64_t High);
  void boundSigned(std::int64_t Low, std::int64_t High);
  /// Each interval is made as narrow as the other one allows.
  void tighten();
};

/// Where an operation's value lies if its operands lie in the given ranges. Sound; arithmetic wraps around.
Range applyToRanges(Term Node, llvm::ArrayRef<Range> Operands);

/// The common part, if there is one. (Nothing has a value where there is none: then any range is right.)
Range intersected(const Range &A, const Range &B);
/// The smallest range that holds both.
Range joined(const Range &A, const Range &B);

} // namespace vernier
