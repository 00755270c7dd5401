#include "selection/Hits.h"

#include "base/TextFile.h"
#include "selection/HitsAbi.h"
#include "selection/RecordHits.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sys/mman.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace vernier {

Status HitsDirectory::clear() const {
  std::error_code Failure;
  fs::remove_all(Path, Failure);
  if (!Failure)
    fs::create_directories(Path, Failure);
  if (!Failure)
    fs::permissions(Path, fs::perms::all, Failure);
  if (Failure)
    return analysisError("cannot make the directory for records '" + Path + "': " + Failure.message());
  return Done{};
}

std::map<std::string, SlotBytes> HitsDirectory::read(const std::vector<std::string> &Keys) const {
  std::map<std::string, SlotBytes> All;
  for (const std::string &Key : Keys)
    if (auto Bytes = readTextFile(Path + "/" + Key + ".hits"))
      All.emplace(Key, SlotBytes(Bytes->begin(), Bytes->end()));
  return All;
}

Result<HitsMemory> HitsMemory::create(unsigned Slots) {
  HitsMemory Memory(Slots, memfd_create("hits", MFD_CLOEXEC));
  std::size_t Size = hitsSize(Slots);
  if (Memory.File < 0 || ftruncate(Memory.File, static_cast<off_t>(Size)) != 0 ||
      pwrite(Memory.File, VERNIER_HITS_MARK, VernierHitsMarkSize, static_cast<off_t>(Size)) != VernierHitsMarkSize)
    return analysisError(std::string("no memory for records: ") + std::strerror(errno));
  return Memory;
}

HitsMemory::~HitsMemory() {
  if (File >= 0)
    close(File);
}

SlotBytes HitsMemory::read() const {
  SlotBytes Bytes(Slots);
  ssize_t Count = pread(File, Bytes.data(), Bytes.size(), 0);
  Bytes.resize(Count < 0 ? 0 : static_cast<std::size_t>(Count));
  return Bytes;
}

} // namespace vernier
