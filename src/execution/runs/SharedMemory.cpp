#include "execution/runs/SharedMemory.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>

namespace vernier {

namespace {

constexpr int SealFutureWrite = 0x10; // F_SEAL_FUTURE_WRITE, which older headers do not name

Error noMemory() {
  return analysisError(std::string("no memory to share with a run: ") + std::strerror(errno));
}

} // namespace

Result<SharedMemory> SharedMemory::create(std::uint64_t Size, bool OthersWrite) {
  SharedMemory Memory;
  Memory.File = Descriptor(memfd_create("vernier", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!Memory.File || ftruncate(Memory.File.get(), static_cast<off_t>(Size)) != 0)
    return noMemory();
  void *Place = mmap(nullptr, Size, PROT_READ | PROT_WRITE, MAP_SHARED, Memory.File.get(), 0);
  if (Place == MAP_FAILED)
    return noMemory();
  Memory.Mapped = static_cast<std::byte *>(Place);
  Memory.Size = Size;
  // Our own mapping stays writable.
  int Seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL | (OthersWrite ? 0 : SealFutureWrite);
  if (fcntl(Memory.File.get(), F_ADD_SEALS, Seals) != 0)
    return noMemory();
  return Memory;
}

SharedMemory::SharedMemory(SharedMemory &&Other) noexcept
    : File(std::move(Other.File)), Mapped(std::exchange(Other.Mapped, nullptr)), Size(std::exchange(Other.Size, 0)) {}

SharedMemory &SharedMemory::operator=(SharedMemory &&Other) noexcept {
  std::swap(File, Other.File);
  std::swap(Mapped, Other.Mapped);
  std::swap(Size, Other.Size);
  return *this;
}

SharedMemory::~SharedMemory() {
  if (Mapped)
    munmap(Mapped, Size);
}

} // namespace vernier
