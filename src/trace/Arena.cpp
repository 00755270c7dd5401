#include "trace/Arena.h"

#include "trace/Check.h"

#include <cstring>

namespace vernier {

static_assert(sizeof(VernierNode) == 32 && sizeof(VernierTable) == 4 * TableView::HeaderWords);

namespace {

/// Copies Count elements that lie At bytes from the beginning; false if they do not lie inside.
template <class T>
bool copyPart(llvm::ArrayRef<std::uint8_t> Bytes, std::uint64_t At, std::uint64_t Count, std::vector<T> &Into) {
  if (At > Bytes.size() || Count > (Bytes.size() - At) / sizeof(T))
    return false;
  Into.resize(Count);
  if (Count != 0)
    std::memcpy(Into.data(), Bytes.data() + At, Count * sizeof(T));
  return true;
}

Error corrupt(const char *What) {
  return analysisError(std::string("corrupt trace: ") + What);
}

} // namespace

Result<Arena> copyArena(llvm::ArrayRef<std::uint8_t> Bytes) {
  Arena Result;
  VernierArena &Header = Result.Header;
  if (Bytes.size() < sizeof(VernierArena))
    return corrupt("the memory is smaller than its header");
  std::memcpy(&Header, Bytes.data(), sizeof(VernierArena));
  if (Header.Magic != VernierArenaMagic || Header.Version != VernierArenaVersion)
    return corrupt("no trace of this version");
  if (Header.Total > Bytes.size())
    return corrupt("it says that it is larger than it is");
  if (Header.NodeCount > Header.NodeCapacity || Header.WordCount > Header.WordCapacity ||
      Header.DecisionCount > Header.DecisionCapacity)
    return corrupt("more entries than there is room for");
  if (Header.FindingCount > VernierFindingRoom)
    return corrupt("more findings than there is room for");
  if (Header.AskedCount > VernierAskedRoom)
    return corrupt("more questions than there is room for");
  if (!copyPart(Bytes, Header.NodesAt, Header.NodeCount, Result.Nodes) ||
      !copyPart(Bytes, Header.WordsAt, Header.WordCount, Result.Words) ||
      !copyPart(Bytes, Header.DecisionsAt, Header.DecisionCount, Result.Decisions) ||
      !copyPart(Bytes, Header.CoverageAt, Header.CoverageSize, Result.Coverage) ||
      !copyPart(Bytes, Header.ExternalsAt, 2 * std::uint64_t(Header.ExternalCount), Result.Externals))
    return corrupt("a part of it lies outside of the memory");
  if (Result.Nodes.empty())
    Result.Nodes.resize(1); // nothing was traced
  return Result;
}

} // namespace vernier
