#include "execution/runs/Spawn.h"

#include "execution/runs/Confinement.h"
#include "execution/runs/Descriptor.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
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

/// Without privileges a mount namespace needs a user namespace, in which everybody keeps his number.
struct UserMap {
  std::string Users, Groups;
  static UserMap own() {
    auto Line = [](auto Number) { return std::to_string(Number) + " " + std::to_string(Number) + " 1"; };
    return geteuid() == 0 ? UserMap{} : UserMap{Line(geteuid()), Line(getegid())};
  }
  int namespaces() const { return CLONE_NEWNS | (Users.empty() ? 0 : CLONE_NEWUSER); }
};

struct Child {
  const SpawnPlan &Plan;
  char *const *Arguments;
  char *const *Environment;
  SystemCallFilter Filter;
  UserMap Map;
  int Executable = -1; ///< opened where its name will be hidden
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

bool writeText(const char *Path, const char *Text, std::size_t Size) {
  int File = open(Path, O_WRONLY | O_CLOEXEC);
  bool Written = File >= 0 && write(File, Text, Size) == ssize_t(Size);
  close(File);
  return Written;
}

/// In a mount namespace of its own: its /tmp is this directory.
bool hideTemporary(const UserMap &Map, const char *Directory) {
  if (!Map.Users.empty() && !(writeText("/proc/self/setgroups", "deny", 4) &&
                              writeText("/proc/self/uid_map", Map.Users.data(), Map.Users.size()) &&
                              writeText("/proc/self/gid_map", Map.Groups.data(), Map.Groups.size())))
    return false;
  return mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount(Directory, PrivateTemporary, nullptr, MS_BIND | MS_NOSUID | MS_NODEV, nullptr) == 0;
}

int tryToHide(void *Given) {
  return hideTemporary(*static_cast<UserMap *>(Given), PrivateTemporary) ? 0 : 1;
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
  if (Plan.Readable && syscall(RestrictSelf, Plan.Readable.get(), 0) != 0 && !isUnknown(errno))
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
  bool Placed = Plan.Temporary.empty() || hideTemporary(Self.Map, Plan.Temporary.c_str());
  if (Placed && redirect(Plan) && chdir(Plan.Directory.c_str()) == 0 && confine(Plan, Self.Filter)) {
    sigset_t None;
    sigemptyset(&None);
    sigprocmask(SIG_SETMASK, &None, nullptr);
    if (Self.Executable >= 0)
      syscall(SYS_execveat, Self.Executable, "", Self.Arguments, Self.Environment, AT_EMPTY_PATH);
    else
      execve(Plan.Executable.c_str(), Self.Arguments, Self.Environment);
  }
  Self.Failure = errno;
  return 127;
}

/// The process runs Main in our memory, on a stack of its own, until it has a program or has ended; -1: errno says why.
pid_t startInOurMemory(int (*Main)(void *), void *Given, int Namespaces) {
  void *Stack = mmap(nullptr, StackSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (Stack == MAP_FAILED)
    return -1;
  // A handler of ours must not run in the child before it has reset them.
  sigset_t All, Before;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &Before);
  pid_t Process =
      clone(Main, static_cast<char *>(Stack) + StackSize, CLONE_VM | CLONE_VFORK | SIGCHLD | Namespaces, Given);
  int Failure = errno;
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  munmap(Stack, StackSize);
  errno = Failure;
  return Process;
}

bool isHidden(const std::string &Path) {
  return Path.starts_with(std::string(PrivateTemporary) + "/");
}

} // namespace

bool canHideTemporary() {
  static const bool Possible = [] {
    UserMap Map = UserMap::own();
    int Status = 1;
    pid_t Process = startInOurMemory(tryToHide, &Map, Map.namespaces());
    return Process > 0 && waitpid(Process, &Status, 0) == Process && Status == 0;
  }();
  return Possible;
}

Spawned spawn(const SpawnPlan &Plan) {
  Spawned Result;
  std::vector<char *> Arguments = pointers(Plan.Arguments), Environment = pointers(Plan.Environment);
  bool Hides = !Plan.Temporary.empty();
  Child Self{Plan, Arguments.data(), Environment.data(), Plan.Filter, Hides ? UserMap::own() : UserMap{}};
  Descriptor Executable;
  if (Hides && isHidden(Plan.Executable))
    Executable = Descriptor(open(Plan.Executable.c_str(), O_PATH | O_CLOEXEC));
  Self.Executable = Executable.get();
  Result.Process = startInOurMemory(childMain, &Self, Hides ? Self.Map.namespaces() : 0);
  int Failure = Result.Process < 0 ? errno : Self.Failure;
  if (Failure) {
    if (Result.Process > 0)
      waitpid(Result.Process, nullptr, 0);
    Result.Process = -1;
    Result.Failure = Failure;
  }
  return Result;
}

} // namespace vernier
