#pragma once

#include "base/Result.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace vernier {

/// A byte for each slot of one executable (selection/SlotTable.h): not 0, it was executed.
using SlotBytes = std::vector<std::uint8_t>;

/// A directory that instrumented executables write to, one test after the other.
class HitsDirectory {
public:
  explicit HitsDirectory(std::string Path) : Path(std::move(Path)) {}

  const std::string &path() const { return Path; }
  /// Makes it, empty and open to everybody: suites may run programs as other users.
  Status clear() const;
  /// What the executables with these keys left since then; those that did not run are not there.
  std::map<std::string, SlotBytes> read(const std::vector<std::string> &Keys) const;

private:
  std::string Path;
};

/// A file without a name for one confined run, as RecordHits.h asks for it.
class HitsMemory {
public:
  static Result<HitsMemory> create(unsigned Slots);
  HitsMemory(HitsMemory &&Other) noexcept : Slots(Other.Slots), File(Other.File) { Other.File = -1; }
  HitsMemory &operator=(HitsMemory &&) = delete;
  ~HitsMemory();

  int descriptor() const { return File; }
  SlotBytes read() const;

private:
  HitsMemory(unsigned Slots, int File) : Slots(Slots), File(File) {}

  unsigned Slots;
  int File;
};

} // namespace vernier
