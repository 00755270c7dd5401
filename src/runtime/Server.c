/* The main function of an instrumented executable: a server that forks a child for each run. The server has run the
   program's constructors and nothing else of the program. What it must survive is its child: that one can neither
   signal it, nor stay, nor leave anything behind that the next one sees. Only system calls are used, for the program
   may have functions of its own called read or poll. */

#define _GNU_SOURCE
#include "runtime/Server.h"

#include "runtime/Runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A whole program's main, under the name that the pass gave it; or the harness of a function. */
__attribute__((weak)) int vernier_program_main(int Count, char **Arguments, char **Environment);
__attribute__((weak)) int vernier_run(void);

/* The hook (abi/Hooks.h). */
void vernier_status(uint32_t Site, uint32_t Status, Node Value, Node Control);

enum { KernelSignals = 64 };

static const struct VernierRun *Run;
static struct VernierArena *Arena;
static volatile uint64_t GroupKey;
static uint64_t MostProcesses;
static long Priority; /* of runs; as kernels say it, 20 minus the niceness. The server may be given a higher one */
static uint64_t SignalsBefore;

static void setSignals(uint64_t Mask, uint64_t *Before) {
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &Mask, Before, KernelSignals / 8);
}

static void leave(int Status) {
  for (;;)
    syscall(SYS_exit_group, Status);
}

static void answer(struct VernierAnswer Answer) {
  if (syscall(SYS_write, VernierAnswerDescriptor, &Answer, sizeof Answer) != (long)sizeof Answer)
    leave(1);
}

static void refuse(int Why) {
  answer((struct VernierAnswer){VernierRefused, Why, 0, 0});
  leave(1);
}

static void *map(int Descriptor, uint64_t Size, int Protection) {
  long Place = syscall(SYS_mmap, NULL, Size, Protection, MAP_SHARED, Descriptor, 0L);
  syscall(SYS_close, Descriptor);
  return Place == -1 ? NULL : (void *)Place;
}

/* After beginFilling (Core.c) and before the constructors of the program, so that they do not see the descriptors. */
__attribute__((constructor(102))) static void mapMemory(void) {
  struct VernierRun Head;
  if (syscall(SYS_pread64, VernierRunDescriptor, &Head, sizeof Head, 0L) != (long)sizeof Head ||
      Head.Magic != VernierRunMagic || Head.Version != VernierRunVersion)
    leave(1);
  Run = map(VernierRunDescriptor, Head.Total, PROT_READ);
  struct VernierArena ArenaHead;
  if (syscall(SYS_pread64, VernierArenaDescriptor, &ArenaHead, sizeof ArenaHead, 0L) == (long)sizeof ArenaHead)
    Arena = map(VernierArenaDescriptor, ArenaHead.Total, PROT_READ | PROT_WRITE);
  if (!Run || !Arena)
    refuse(VernierNoMemory);
}

/* A constructor of the program may have started what a fork does not copy, or what could not be told from a run. */
static void checkConstructors(void) {
  if (syscall(SYS_wait4, -1, NULL, WNOHANG, NULL) != -1 || errno != ECHILD)
    refuse(VernierConstructorProcesses);
  int Tasks = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (Tasks < 0)
    return;
  _Alignas(8) char Entries[512];
  int Count = 0;
  long Size;
  while ((Size = syscall(SYS_getdents64, Tasks, Entries, sizeof Entries)) > 0)
    for (long At = 0; At < Size; At += *(unsigned short *)(Entries + At + 16))
      ++Count;
  syscall(SYS_close, Tasks);
  if (Count > 3) /* itself, and the two dots */
    refuse(VernierConstructorThreads);
}

/* How much address space this process has, in bytes. */
static uint64_t sizeNow(void) {
  char Text[32];
  int File = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/statm", O_RDONLY | O_CLOEXEC, 0);
  long Size = File < 0 ? 0 : syscall(SYS_read, File, Text, sizeof Text);
  if (File >= 0)
    syscall(SYS_close, File);
  uint64_t Pages = 0;
  for (long I = 0; I < Size && Text[I] >= '0' && Text[I] <= '9'; ++I)
    Pages = Pages * 10 + (uint64_t)(Text[I] - '0');
  return Pages * 4096;
}

static void limit(int Kind, uint64_t Most) {
  struct rlimit Limit = {Most, Most};
  syscall(SYS_prlimit64, 0, Kind, &Limit, NULL);
}

/* In the child, before anything of the program. What it must not do, it cannot since the server was started: no
   signals to the server, no leaving of the group. */
static int separate(void) {
  int Grouped = syscall(SYS_setpgid, 0, 0, 0L, 0L, (uint32_t)GroupKey, GroupKey >> 32) == 0;
  if (syscall(SYS_getpriority, PRIO_PROCESS, 0) != Priority)
    syscall(SYS_setpriority, PRIO_PROCESS, 0, (int)(20 - Priority), 0L, (uint32_t)GroupKey, GroupKey >> 32);
  GroupKey = 0; /* nobody makes another one */
  syscall(SYS_close, VernierCommandDescriptor);
  syscall(SYS_close, VernierAnswerDescriptor);
  syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0L, 0L, 0L);
  return Grouped;
}

static const struct VernierRun *inputOf(uint32_t Number) {
  return (const struct VernierRun *)((const char *)Run + Number * Run->Stride);
}

static int runChild(uint32_t Number, int IsProbe) {
  const struct VernierRun *Input = inputOf(Number);
  if (!separate() || !vernier_give_streams(Input))
    leave(VernierChildFailed);
  if (IsProbe)
    vernier_attach_probe(Arena, Number);
  else
    vernier_attach(Arena);
  setSignals(SignalsBefore, NULL);
  if (!vernier_program_main)
    return vernier_run();
  char **Arguments, **Environment;
  int Count = vernier_give_texts(Input, &Arguments, &Environment);
  vernier_argument_tag = NULL;
  vernier_result_tag = NULL;
  int Status = vernier_program_main(Count, Arguments, Environment);
  Node Value = vernier_result_tag == (const void *)vernier_program_main ? vernier_results[0] : 0;
  vernier_status(0, (uint32_t)Status, Value, vernier_control);
  return Status;
}

/* The last of all destructors: what was buffered is written by now. */
__attribute__((destructor(101))) static void ended(void) {
  if (vernier_arena)
    vernier_arena->Finished = 1;
}

static int64_t now(void) {
  struct timespec Time;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &Time);
  return Time.tv_sec * (int64_t)1000000000 + Time.tv_nsec;
}

static unsigned processes(void) {
  struct sysinfo Now;
  return syscall(SYS_sysinfo, &Now) == 0 ? Now.procs : 0;
}

/* Until the child has ended, its time is up, there are too many of it, or the explorer says stop (or is gone). */
static uint32_t watch(int Life, int64_t Deadline) {
  const int64_t Look = 10000000; /* how often a long run is looked at */
  unsigned Before = processes();
  for (;;) {
    int64_t Left = Deadline - now();
    if (Left <= 0)
      return VernierTimeUp;
    struct timespec Time = {0, Left < Look ? Left : Look};
    struct pollfd Waiting[] = {{Life, POLLIN, 0}, {VernierCommandDescriptor, POLLIN, 0}};
    if (syscall(SYS_ppoll, Waiting, 2, &Time, NULL, KernelSignals / 8) > 0)
      return Waiting[0].revents ? VernierNotStopped : VernierAsked;
    if (processes() > Before + MostProcesses)
      return VernierTooMany;
  }
}

/* Kills the whole group and reaps it. Whoever of it lost its parent is a child of the server by now. */
static struct VernierAnswer finish(pid_t Child, uint32_t Stopped) {
  struct VernierAnswer Answer = {VernierEnded, 0, Stopped, 0};
  /* It is not reaped yet: the number still belongs to it. */
  if (syscall(SYS_kill, -Child, SIGKILL) != 0)
    syscall(SYS_kill, Child, SIGKILL); /* it has no group yet */
  for (;;) {
    int Status = 0;
    long Ended = syscall(SYS_wait4, -1, &Status, 0, NULL);
    if (Ended == -1 && errno == EINTR)
      continue;
    if (Ended == -1)
      return Answer;
    if (Ended == Child)
      Answer.Status = Status;
    else
      ++Answer.Left;
  }
}

/* How many bytes wait in the pipe to be read. */
static uint32_t waitingIn(int Descriptor) {
  int Bytes = 0;
  return syscall(SYS_ioctl, Descriptor, FIONREAD, &Bytes) == 0 ? (uint32_t)Bytes : UINT32_MAX;
}

static struct {
  struct VernierAnswer Head;
  struct VernierProbe Rows[VernierMostProbes];
} Probed;

/* The row of one run; false: there is to be no other one. */
static int noteProbe(uint32_t Number, struct VernierAnswer Ended) {
  Probed.Rows[Number] = (struct VernierProbe){Ended.Status, Ended.Stopped, waitingIn(1), waitingIn(2)};
  Probed.Head = (struct VernierAnswer){VernierProbed, (int32_t)Number + 1, VernierNotStopped, 0};
  return Ended.Stopped == VernierNotStopped;
}

static void answerProbes(void) {
  long Size = (long)(sizeof Probed.Head + (uint64_t)Probed.Head.Status * sizeof *Probed.Rows);
  if (syscall(SYS_write, VernierAnswerDescriptor, &Probed, Size) != Size)
    leave(1);
}

/* Serves the commands. Returns in a child, with the status that the program ends with. */
static int serve(void) {
  struct VernierCommand Command;
  for (;;) {
    long Size = syscall(SYS_read, VernierCommandDescriptor, &Command, sizeof Command);
    if (Size == -1 && errno == EINTR)
      continue;
    if (Size != (long)sizeof Command)
      leave(0);
    int IsProbe = Command.Kind == VernierProbes;
    if (Command.Kind != VernierStart && !IsProbe)
      continue; /* a stop that came when the run was over */
    uint32_t Count = !IsProbe ? 1 : Command.Count < VernierMostProbes ? Command.Count : VernierMostProbes;
    Probed.Head = (struct VernierAnswer){VernierProbed, 0, VernierNotStopped, 0};
    for (uint32_t I = 0; I != Count; ++I) {
      int64_t Deadline = now() + (int64_t)Command.Milliseconds * 1000000;
      pid_t Child = _Fork();
      if (Child == 0)
        return runChild(I, IsProbe);
      int Life = Child < 0 ? -1 : (int)syscall(SYS_pidfd_open, Child, 0);
      if (Life < 0)
        refuse(VernierNoProcess);
      uint32_t Stopped = watch(Life, Deadline);
      syscall(SYS_close, Life);
      struct VernierAnswer Ended = finish(Child, Stopped);
      if (!IsProbe)
        answer(Ended);
      else if (!noteProbe(I, Ended))
        break;
    }
    if (IsProbe)
      answerProbes();
  }
}

/* For all runs: they have no more than the server has, and this. */
static void limitMemory(void) {
  vernier_limit_heap(Run->Memory ? Run->Memory : UINT64_MAX); /* its addresses are all taken from the beginning */
  if (Run->Memory)
    limit(RLIMIT_AS, sizeNow() + Run->Memory);
}

static void hello(void) {
  struct VernierCommand Command;
  if (syscall(SYS_read, VernierCommandDescriptor, &Command, sizeof Command) != (long)sizeof Command ||
      Command.Kind != VernierHello)
    leave(1);
  MostProcesses = Command.Processes;
  GroupKey = Command.GroupKey;
  *(volatile uint64_t *)&Command.GroupKey = 0;
}

int main(void) {
  hello();
  checkConstructors();
  setSignals(~(uint64_t)0, &SignalsBefore);
  /* It ends with its commands, not with the thread that started it. */
  syscall(SYS_prctl, PR_SET_PDEATHSIG, 0L, 0L, 0L, 0L);
  syscall(SYS_prctl, PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
  Priority = syscall(SYS_getpriority, PRIO_PROCESS, 0);
  if (!vernier_prepare_texts(Run))
    refuse(VernierNoMemory);
  limitMemory();
  answer((struct VernierAnswer){VernierReady, 0, 0, 0});
  return serve();
}
