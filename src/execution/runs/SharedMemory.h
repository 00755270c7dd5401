#pragma once

#include "base/Result.h"
#include "execution/runs/Descriptor.h"

#include <cstddef>
#include <cstdint>

namespace vernier {

/// Memory without a name that another process maps too. Its size never changes: nobody can take it away under a reader.
class SharedMemory {
public:
  SharedMemory() = default;
  /// OthersWrite: else only this process can.
  static Result<SharedMemory> create(std::uint64_t Size, bool OthersWrite);

  SharedMemory(SharedMemory &&Other) noexcept;
  SharedMemory &operator=(SharedMemory &&Other) noexcept;
  ~SharedMemory();

  int descriptor() const { return File.get(); }
  std::byte *data() { return Mapped; }
  const std::byte *data() const { return Mapped; }
  std::uint64_t size() const { return Size; }

private:
  Descriptor File;
  std::byte *Mapped = nullptr;
  std::uint64_t Size = 0;
};

} // namespace vernier
