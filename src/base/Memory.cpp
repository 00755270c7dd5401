#include "base/Memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

namespace vernier {

namespace {

std::uint64_t pageBytes() {
  return static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

struct Pages {
  std::uint64_t Addressed = 0, Resident = 0;
};

Pages ownPages() {
  std::ifstream Stream("/proc/self/statm");
  Pages Own;
  Stream >> Own.Addressed >> Own.Resident;
  return Own;
}

} // namespace

std::uint64_t residentBytes() {
  return ownPages().Resident * pageBytes();
}

std::uint64_t addressedBytes() {
  return ownPages().Addressed * pageBytes();
}

std::uint64_t machineBytes() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * pageBytes();
}

std::uint64_t usualResidentLimit() {
  return machineBytes() / 2;
}

std::uint64_t residentLimit() {
  rlimit Limit = {};
  if (getrlimit(RLIMIT_RSS, &Limit) != 0 || Limit.rlim_cur == RLIM_INFINITY)
    return usualResidentLimit();
  return Limit.rlim_cur;
}

void setResidentLimit(std::uint64_t Bytes) {
  rlimit Limit = {};
  getrlimit(RLIMIT_RSS, &Limit);
  Limit.rlim_cur = Bytes < Limit.rlim_max ? Bytes : Limit.rlim_max;
  setrlimit(RLIMIT_RSS, &Limit);
}

} // namespace vernier
