#include "execution/Spawn.h"

#include "execution/Confinement.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vernier {

namespace {

constexpr std::size_t StackSize = 64 << 10;
constexpr long RestrictSelf = 446; // landlock_restrict_self, which older headers do not name

struct Child {
  const SpawnPlan &Plan;
  char *const *Arguments;
  char *const *Environment;
  SystemCallFilter Filter;
  int Failure = 0;
};

std::vector<char *> pointers(const std::vector<std::string> &Texts) {
  std::vector<char *> Result;
  for (const std::string &Text : Texts)
    Result.push_back(const_cast<char *>(Text.c_str()));
  Result.push_back(nullptr);
  return Result;
}

/// What a signal does is not inherited from us: neither that it is ignored, nor a handler that would run on the wrong
/// stack.
void defaultSignals() {
  struct sigaction Default = {};
  Default.sa_handler = SIG_DFL;
  for (int Signal = 1; Signal < NSIG; ++Signal)
    sigaction(Signal, &Default, nullptr);
}

bool redirect(const SpawnPlan &Plan) {
  // The rest closes by itself when the program starts.
  syscall(SYS_close_range, 3u, ~0u, CLOSE_RANGE_CLOEXEC);
  for (const auto &[From, Number] : Plan.Extra)
    if (dup2(From, Number) < 0)
      return false;
  return dup2(Plan.Input, 0) >= 0 && dup2(Plan.Output, 1) >= 0 && dup2(Plan.Errors, 2) >= 0;
}

/// The kernel does not have it: the run goes on without (missingProtections says so).
bool isUnknown(int Failure) {
  return Failure == ENOSYS || Failure == EINVAL || Failure == EOPNOTSUPP;
}

/// Whoever runs us as root gives programs no more than what an ordinary user may do: nothing that they start has
/// capabilities either. An ordinary user has none to drop.
void dropCapabilities() {
  constexpr unsigned long NotForRoot = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_KEEP_CAPS_LOCKED;
  constexpr int Most = 64;
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  for (int Capability = 0; Capability != Most && prctl(PR_CAPBSET_DROP, Capability, 0, 0, 0) == 0; ++Capability)
    ;
  prctl(PR_SET_SECUREBITS, NotForRoot, 0, 0, 0);
  __user_cap_header_struct Head{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct None[_LINUX_CAPABILITY_U32S_3] = {};
  syscall(SYS_capset, &Head, None);
}

bool confine(const SpawnPlan &Plan, SystemCallFilter &Filter) {
  for (const auto &[Kind, Limit] : Plan.Limits)
    if (setrlimit(static_cast<__rlimit_resource>(Kind), &Limit) != 0)
      return false;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return false;
  if (Plan.Ruleset >= 0 && syscall(RestrictSelf, Plan.Ruleset, 0) != 0 && !isUnknown(errno))
    return false;
  dropCapabilities();
  if (Filter.empty())
    return true;
  nameOwnProcess(Filter);
  sock_fprog Program{static_cast<unsigned short>(Filter.size()), Filter.data()};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program) == 0 || isUnknown(errno);
}

/// Runs in the memory of its parent, which waits: nothing here may leave a trace in it but Failure.
int childMain(void *Given) {
  Child &Self = *static_cast<Child *>(Given);
  const SpawnPlan &Plan = Self.Plan;
  defaultSignals();
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  personality(ADDR_NO_RANDOMIZE);
  umask(022);
  if (redirect(Plan) && chdir(Plan.Directory.c_str()) == 0 && confine(Plan, Self.Filter)) {
    sigset_t None;
    sigemptyset(&None);
    sigprocmask(SIG_SETMASK, &None, nullptr);
    execve(Plan.Executable.c_str(), Self.Arguments, Self.Environment);
  }
  Self.Failure = errno;
  return 127;
}

} // namespace

Spawned spawn(const SpawnPlan &Plan) {
  Spawned Result;
  void *Stack = mmap(nullptr, StackSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (Stack == MAP_FAILED) {
    Result.Failure = errno;
    return Result;
  }
  std::vector<char *> Arguments = pointers(Plan.Arguments), Environment = pointers(Plan.Environment);
  Child Self{Plan, Arguments.data(), Environment.data(), Plan.Filter};
  // A handler of ours must not run in the child before it has reset them.
  sigset_t All, Before;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &Before);
  Result.Process = clone(childMain, static_cast<char *>(Stack) + StackSize, CLONE_VM | CLONE_VFORK | SIGCHLD, &Self);
  int Failure = Result.Process < 0 ? errno : Self.Failure;
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  munmap(Stack, StackSize);
  if (Failure) {
    if (Result.Process > 0)
      waitpid(Result.Process, nullptr, 0);
    Result.Process = -1;
    Result.Failure = Failure;
  }
  return Result;
}

} // namespace vernier
