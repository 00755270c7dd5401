#include "execution/runs/TraceMemory.h"

#include "abi/Run.h"

#include <cstring>

namespace vernier {

Result<TraceMemory> TraceMemory::create(const TraceLimits &Limits, std::uint32_t Edges, std::uint32_t Externals) {
  TraceMemory Trace;
  VernierArena &Head = Trace.Header;
  Head.Magic = VernierArenaMagic;
  Head.Version = VernierArenaVersion;
  Head.NodeCapacity = Limits.Nodes;
  Head.WordCapacity = Limits.Words;
  Head.DecisionCapacity = Limits.Decisions;
  Head.CoverageSize = Edges;
  Head.ExternalCount = Externals;
  Head.Overflow = Limits.Overflow;
  Head.TableLimit = Limits.TableElements;
  Head.TableBytes = Limits.TableBytes;
  Head.Fill = Limits.Fill;
  Head.NodeCount = Head.WordCount = 1;
  std::uint64_t Next = sizeof(VernierArena);
  auto Place = [&Next](std::uint64_t Size) {
    std::uint64_t At = (Next + 63) / 64 * 64;
    Next = At + Size;
    return At;
  };
  // What is cleared lies together.
  Head.ExternalsAt = Place(std::uint64_t(Externals) * 2 * sizeof(std::uint32_t));
  Head.CoverageAt = Place(Edges);
  Head.DecisionsAt = Place(std::uint64_t(Limits.Decisions) * sizeof(std::uint32_t));
  Head.WordsAt = Place(std::uint64_t(Limits.Words) * sizeof(std::uint32_t));
  Head.NodesAt = Place(std::uint64_t(Limits.Nodes) * sizeof(VernierNode));
  Head.ProbesAt = Place(std::uint64_t(Edges) * VernierMostProbes);
  Head.Total = (Next + 4095) / 4096 * 4096;
  auto Memory = SharedMemory::create(Head.Total, /*OthersWrite=*/true);
  if (!Memory)
    return Memory.takeError();
  Trace.Memory = std::move(*Memory);
  Trace.reset();
  return Trace;
}

void TraceMemory::reset() {
  std::memcpy(Memory.data(), &Header, sizeof Header);
  std::memset(Memory.data() + sizeof Header, 0, Header.DecisionsAt - sizeof Header);
}

void TraceMemory::resetProbes(std::uint32_t Count) {
  std::memcpy(Memory.data(), &Header, sizeof Header);
  std::memset(Memory.data() + Header.ProbesAt, 0, probeAt(Count) - Header.ProbesAt);
}

} // namespace vernier
