#include "search/Resident.h"

#include <fstream>
#include <unistd.h>

namespace vernier {

std::uint64_t residentBytes() {
  std::ifstream Stream("/proc/self/statm");
  std::uint64_t Total = 0, Resident = 0;
  Stream >> Total >> Resident;
  return Resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

} // namespace vernier
