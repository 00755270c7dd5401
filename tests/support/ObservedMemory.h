#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace vernier::test {

/// The child's side of observe(): which instruction wrote each byte last. Ids are positions of instructions in the
/// module.
class ObservedMemory {
public:
  struct Pair {
    std::uint32_t Write;
    std::uint32_t Read;
  };

  /// Pairs go to shared memory, so that they survive however the child ends.
  ObservedMemory(Pair *Shared, std::uint32_t *Count, std::uint32_t Capacity)
      : Shared(Shared), Count(Count), Capacity(Capacity) {}

  void read(std::uint32_t Id, std::uintptr_t Address, std::uint64_t Size);
  void readString(std::uint32_t Id, const char *Text);
  void wrote(std::uint32_t Id, std::uintptr_t Address, std::uint64_t Size);
  /// The bytes are new: nobody wrote them yet. From now on they are compared around library calls.
  void fresh(std::uintptr_t Address, std::uint64_t Size);
  /// The bytes are gone.
  void gone(std::uintptr_t Address, std::uint64_t Size);
  std::uint64_t sizeOf(std::uintptr_t Address) const;
  /// Everything on the stack below this address is gone.
  void trimStack(std::uintptr_t Frame);
  void beforeCall(std::uint32_t Id);
  void afterCall(std::uint32_t Id);

private:
  struct Snapshot {
    std::uint32_t Id;
    std::map<std::uintptr_t, std::vector<std::uint8_t>> Bytes;
  };

  Pair *Shared;
  std::uint32_t *Count;
  std::uint32_t Capacity;
  std::set<std::pair<std::uint32_t, std::uint32_t>> Known;
  std::map<std::uintptr_t, std::uint32_t> LastWrite;
  std::map<std::uintptr_t, std::uint64_t> Ranges;
  std::vector<Snapshot> Calls;
};

} // namespace vernier::test
