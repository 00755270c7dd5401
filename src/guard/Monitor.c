/* Part of monitored programs: writes down what they see at points, and how often conditions fail. It must not disturb
   the program: no library functions but system calls, the error number stays as it was. */

#include "abi/Monitor.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern const struct VernierMonitorPlan vernier_monitor_plan;

static struct VernierMonitor *Memory;
static int Tried;

static struct VernierMonitor *mapped(int File, uint64_t Size) {
  long At = syscall(SYS_mmap, NULL, Size, PROT_READ | PROT_WRITE, MAP_SHARED, File, 0L);
  return At == -1 ? NULL : (struct VernierMonitor *)At;
}

static int isOurs(const struct VernierMonitor *Memory, uint64_t Size) {
  return Memory->Magic == VERNIER_MONITOR_MAGIC && Memory->Identity == vernier_monitor_plan.Identity &&
         Memory->Size == Size;
}

static const char *directory(void) {
  static const char Name[] = VERNIER_MONITOR_VARIABLE "=";
  for (char **Each = environ; Each && *Each; ++Each) {
    size_t I = 0;
    while (Name[I] && (*Each)[I] == Name[I])
      ++I;
    if (!Name[I])
      return *Each + I;
  }
  return NULL;
}

static char *number(char *To, uint64_t Value) {
  for (int Shift = 60; Shift >= 0; Shift -= 4)
    *To++ = "0123456789abcdef"[Value >> Shift & 15];
  return To;
}

/* A file that no other process has: numbers of processes come again, so that the address of a local and a count make
   the rest. */
static int newFile(const char *Directory) {
  char Path[4096], *End = Path;
  while (*Directory && End != Path + 4000)
    *End++ = *Directory++;
  *End++ = '/';
  char *Name = number(End, (uint64_t)syscall(SYS_getpid));
  *Name++ = '-';
  for (uint64_t I = 0; I != 100000; ++I) {
    *number(Name, I) = 0;
    long File = syscall(SYS_openat, AT_FDCWD, Path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (File >= 0 || errno != EEXIST)
      return (int)File;
  }
  return -1;
}

static void openMemory(void) {
  uint64_t Size = vernierMonitorSize(&vernier_monitor_plan);
  struct stat Given;
  if (syscall(SYS_fstat, VernierMonitorDescriptor, &Given) == 0 && (uint64_t)Given.st_size == Size) {
    struct VernierMonitor *Inherited = mapped(VernierMonitorDescriptor, Size);
    if (Inherited && isOurs(Inherited, Size)) {
      Inherited->Started = 1;
      Memory = Inherited;
      return;
    }
  }
  const char *Into = directory();
  int File = Into ? newFile(Into) : -1;
  if (File < 0)
    return;
  if (syscall(SYS_ftruncate, File, Size) == 0) {
    struct VernierMonitor *Own = mapped(File, Size);
    if (Own) {
      vernierMonitorLayOut(Own, &vernier_monitor_plan);
      Own->Started = 1;
      Memory = Own;
    }
  }
  syscall(SYS_close, File);
}

/* Before main: a program that reaches no point was run all the same. */
__attribute__((constructor)) static void startMonitor(void) {
  if (Tried)
    return;
  Tried = 1;
  int Before = errno;
  openMemory();
  errno = Before;
}

static uint64_t nextRandom(void) {
  uint64_t X = Memory->Random;
  X ^= X << 13;
  X ^= X >> 7;
  X ^= X << 17;
  return Memory->Random = X;
}

static void put(uint64_t *Row, const uint64_t *Values, uint32_t Count) {
  for (uint32_t I = 0; I != Count; ++I)
    Row[1 + I] = Values[I];
  Row[0] = 1;
}

static void keep(struct VernierMonitoredPoint *Point, uint64_t Visit, const uint64_t *Values) {
  uint64_t *Rows = (uint64_t *)((char *)Memory + Point->Rows), Width = 1 + (uint64_t)Point->Values;
  uint64_t Plain = VernierFirstRows + VernierSampledRows;
  if (Visit < Plain) {
    put(Rows + Visit * Width, Values, Point->Values);
  } else {
    uint64_t Chosen = nextRandom() % (Visit - VernierFirstRows + 1);
    if (Chosen < VernierSampledRows)
      put(Rows + (VernierFirstRows + Chosen) * Width, Values, Point->Values);
  }
  for (uint32_t I = 0; I != Point->Values; ++I) {
    uint64_t *Least = Rows + (Plain + 2 * I) * Width, *Greatest = Least + Width;
    if (!Least[0] || (int64_t)Values[I] < (int64_t)Least[1 + I])
      put(Least, Values, Point->Values);
    if (!Greatest[0] || (int64_t)Values[I] > (int64_t)Greatest[1 + I])
      put(Greatest, Values, Point->Values);
  }
}

/* A process may be killed while it has the lock: nobody waits for ever. */
static int lock(void) {
  for (int I = 0; I != 1000000; ++I)
    if (!__atomic_exchange_n(&Memory->Lock, 1, __ATOMIC_ACQUIRE))
      return 1;
  return 0;
}

void vernier_monitor_record(uint32_t Number, const uint64_t *Values) {
  startMonitor();
  if (!Memory)
    return;
  struct VernierMonitoredPoint *Point =
      (struct VernierMonitoredPoint *)((char *)Memory + Memory->PointTable) + Number;
  uint64_t Visit = __atomic_fetch_add(&Point->Visits, 1, __ATOMIC_RELAXED);
  if (!lock()) {
    __atomic_fetch_add(&Point->Lost, 1, __ATOMIC_RELAXED);
    return;
  }
  keep(Point, Visit, Values);
  __atomic_store_n(&Memory->Lock, 0, __ATOMIC_RELEASE);
}

void vernier_monitor_check(uint32_t Number, uint32_t Holds) {
  startMonitor();
  if (!Memory)
    return;
  struct VernierMonitoredCheck *Check =
      (struct VernierMonitoredCheck *)((char *)Memory + Memory->CheckTable) + Number;
  __atomic_fetch_add(&Check->Visits, 1, __ATOMIC_RELAXED);
  if (Holds)
    return;
  uint64_t Now = __atomic_add_fetch(&Memory->Failures, 1, __ATOMIC_RELAXED);
  if (!__atomic_fetch_add(&Check->Failed, 1, __ATOMIC_RELAXED))
    Check->FirstFailed = Now;
}
