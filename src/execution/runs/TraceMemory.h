#pragma once

#include "abi/Trace.h"
#include "execution/runs/SharedMemory.h"

#include <cstdint>
#include <span>

namespace vernier {

/// How much a run can leave in its trace, and how it is traced.
struct TraceLimits {
  std::uint32_t Nodes = 1 << 20;
  std::uint32_t Words = 1 << 20;
  std::uint32_t Decisions = 1 << 16;
  std::uint32_t TableElements = 256;  ///< most elements of an update, or of a lookup of what depends on the input
  std::uint32_t TableBytes = 1 << 20; ///< most bytes of a lookup of what does not
  VernierOverflow Overflow = VernierOverflowWraps;
  std::uint8_t Fill = VernierFillZero; ///< of memory that nobody wrote, until another one is set
};

/// The arena of traces (abi/Trace.h). It is used again for every run of one server; only what a reader looks at before
/// it knows the counts is cleared in between.
class TraceMemory {
public:
  static Result<TraceMemory> create(const TraceLimits &Limits, std::uint32_t Edges, std::uint32_t Externals);

  void reset();
  /// From the next reset on.
  void setFill(std::uint8_t Byte) { Header.Fill = Byte; }
  int descriptor() const { return Memory.descriptor(); }
  /// As the last run left it: nothing in it can be believed, the header included.
  std::span<const std::byte> bytes() const { return {Memory.data(), Memory.size()}; }
  /// Bytes of the coverage as the last run left them.
  std::span<const std::uint8_t> coverage() const {
    return {reinterpret_cast<const std::uint8_t *>(Memory.data()) + Header.CoverageAt, Header.CoverageSize};
  }
  /// The same of runs without a trace (VernierProbes).
  void resetProbes(std::uint32_t Count);
  std::span<const std::uint8_t> probe(std::uint32_t Number) const {
    return {reinterpret_cast<const std::uint8_t *>(Memory.data()) + probeAt(Number), Header.CoverageSize};
  }
  /// As it was given to the run.
  const VernierArena &header() const { return Header; }

private:
  std::uint64_t probeAt(std::uint32_t Number) const {
    return Header.ProbesAt + std::uint64_t(Number) * Header.CoverageSize;
  }

  SharedMemory Memory;
  VernierArena Header{};
};

} // namespace vernier
