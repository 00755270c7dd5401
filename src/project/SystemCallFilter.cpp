#include "project/SystemCallFilter.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <memory>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

namespace vernier {

namespace {

/// Allowed whatever their arguments are. Landlock and file modes decide about files, Landlock about processes.
// clang-format off
constexpr auto AlwaysAllowed = std::to_array<const char *>({
    // files
    "access", "chdir", "close", "close_range", "copy_file_range", "creat", "dup", "dup2", "dup3", "faccessat",
    "faccessat2", "fadvise64", "fallocate", "fchdir", "fcntl", "fdatasync", "fgetxattr", "flistxattr", "flock",
    "fstat", "fstatfs", "fsync", "ftruncate", "getcwd", "getdents", "getdents64", "getxattr", "inotify_add_watch",
    "inotify_init", "inotify_init1", "inotify_rm_watch", "lgetxattr", "link", "linkat", "listxattr", "llistxattr",
    "lseek", "lstat", "mkdir", "mkdirat", "newfstatat", "open", "openat", "openat2", "pread64", "preadv", "preadv2",
    "pwrite64", "pwritev", "pwritev2", "read", "readahead", "readlink", "readlinkat", "readv", "rename", "renameat",
    "renameat2", "rmdir", "sendfile", "splice", "stat", "statfs", "statx", "symlink", "symlinkat", "sync_file_range",
    "tee", "truncate", "umask", "unlink", "unlinkat", "vmsplice", "write", "writev",
    // memory
    "brk", "madvise", "membarrier", "mincore", "mlock", "mlock2", "mlockall", "mmap", "mprotect", "mremap", "msync",
    "munlock", "munlockall", "munmap", "pkey_alloc", "pkey_free", "pkey_mprotect",
    // its own processes and threads
    "arch_prctl", "capget", "execve", "execveat", "exit", "exit_group", "fork", "futex", "futex_waitv",
    "get_robust_list", "getcpu", "getegid", "geteuid", "getgid", "getgroups", "getpgid", "getpgrp", "getpid",
    "getppid", "getpriority", "getresgid", "getresuid", "getrlimit", "getrusage", "getsid", "gettid", "getuid",
    "pidfd_open", "process_vm_readv", "restart_syscall", "rseq", "sched_get_priority_max", "sched_get_priority_min",
    "sched_getaffinity", "sched_getattr", "sched_getparam", "sched_getscheduler", "sched_rr_get_interval",
    "sched_yield", "set_robust_list", "set_tid_address", "setfsgid", "setfsuid", "setgid", "setregid", "setresgid",
    "setresuid", "setreuid", "setrlimit", "setuid", "vfork", "wait4", "waitid",
    // signals
    "alarm", "getitimer", "kill", "pause", "pidfd_send_signal", "rt_sigaction", "rt_sigpending", "rt_sigprocmask",
    "rt_sigqueueinfo", "rt_sigreturn", "rt_sigsuspend", "rt_sigtimedwait", "rt_tgsigqueueinfo", "setitimer",
    "sigaltstack", "signalfd", "signalfd4", "tgkill", "tkill",
    // time
    "clock_getres", "clock_gettime", "clock_nanosleep", "gettimeofday", "nanosleep", "time", "timer_create",
    "timer_delete", "timer_getoverrun", "timer_gettime", "timer_settime", "timerfd_create", "timerfd_gettime",
    "timerfd_settime", "times",
    // waiting and talking to itself
    "epoll_create", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait", "eventfd", "eventfd2",
    "getpeername", "getsockname", "getsockopt", "pipe", "pipe2", "poll", "ppoll", "pselect6", "recvfrom", "recvmmsg",
    "recvmsg", "select", "setsockopt", "shutdown",
    // the machine
    "getrandom", "sysinfo", "uname",
});
// clang-format on

/// Allowed if one argument, as far as the mask shows it, has this value.
struct ArgumentRule {
  const char *Name;
  unsigned Argument;
  std::uint64_t Mask, Value;
};

/// What the kernel takes as an int has nothing above.
constexpr std::uint64_t Int = 0xffffffff, Whole = ~std::uint64_t(0);
constexpr std::uint64_t Namespaces =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
constexpr std::uint64_t NameMapping = 0x53564d41; // PR_SET_VMA, which older headers do not name

constexpr auto Conditional = std::to_array<ArgumentRule>({
    {"clone", 0, Namespaces, 0},
    // No other socket than a pair can be made, and none can be sent elsewhere (sendmsg could).
    {"socketpair", 0, Int, AF_UNIX},
    {"sendto", 4, Whole, 0},
    {"prlimit64", 0, Int, 0},
    // Which interface of an older system it has (personality asks with all bits).
    {"personality", 0, Int, Int},
    // Pipes with names and files, no devices.
    {"mknod", 1, S_IFMT, S_IFIFO},
    {"mknod", 1, S_IFMT, S_IFREG},
    {"mknod", 1, S_IFMT, 0},
    {"mknodat", 2, S_IFMT, S_IFIFO},
    {"mknodat", 2, S_IFMT, S_IFREG},
    {"mknodat", 2, S_IFMT, 0},
    // Terminals are asked about, never changed; attributes of files neither.
    {"ioctl", 1, Int, TCGETS},
    {"ioctl", 1, Int, TIOCGWINSZ},
    {"ioctl", 1, Int, TIOCGPGRP},
    {"ioctl", 1, Int, TIOCOUTQ},
    {"ioctl", 1, Int, FIONREAD},
    {"ioctl", 1, Int, FIONBIO},
    {"ioctl", 1, Int, FIOCLEX},
    {"ioctl", 1, Int, FIONCLEX},
    {"prctl", 0, Int, PR_SET_PDEATHSIG},
    {"prctl", 0, Int, PR_GET_PDEATHSIG},
    {"prctl", 0, Int, PR_GET_DUMPABLE},
    {"prctl", 0, Int, PR_SET_DUMPABLE},
    {"prctl", 0, Int, PR_SET_NAME},
    {"prctl", 0, Int, PR_GET_NAME},
    {"prctl", 0, Int, PR_GET_SECCOMP},
    {"prctl", 0, Int, PR_CAPBSET_READ},
    {"prctl", 0, Int, PR_SET_CHILD_SUBREAPER},
    {"prctl", 0, Int, PR_GET_CHILD_SUBREAPER},
    {"prctl", 0, Int, PR_SET_NO_NEW_PRIVS},
    {"prctl", 0, Int, PR_GET_NO_NEW_PRIVS},
    {"prctl", 0, Int, PR_GET_TID_ADDRESS},
    {"prctl", 0, Int, NameMapping},
});

/// Programs ask for these and fall back to others, whose arguments a filter can see.
constexpr auto NotThere = std::to_array<const char *>({"clone3"});

constexpr auto Signalling =
    std::to_array<const char *>({"kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open"});

/// Compilers and linkers talk to nobody, signal nobody, look into no other process and stay who they are. They do make
/// threads and start programs.
// clang-format off
constexpr auto NotForCompilers = std::to_array<const char *>({
    "capget", "getpeername", "getsockname", "getsockopt", "inotify_add_watch", "inotify_init", "inotify_init1",
    "inotify_rm_watch", "kill", "mknod", "mknodat", "mlock", "mlock2", "mlockall", "personality", "pidfd_open",
    "pidfd_send_signal", "pkey_alloc", "pkey_free", "pkey_mprotect", "process_vm_readv", "recvfrom", "recvmmsg",
    "recvmsg", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "sendto", "setfsgid", "setfsuid", "setgid", "setregid",
    "setresgid", "setresuid", "setreuid", "setsockopt", "setuid", "shutdown", "socketpair", "tgkill", "tkill",
});
// clang-format on

/// Stand in a filter for what is known later: the process that it is installed in, the negative of its number, and the
/// two halves of the key.
constexpr std::uint32_t OwnNumber = 0x7f4e0001, OwnGroup = 0x7f4e0002, KeyLow = 0x7f4e0003, KeyHigh = 0x7f4e0004;

using FilterHandle = std::unique_ptr<void, decltype(&seccomp_release)>;

FilterHandle startFilter(std::uint32_t Otherwise) {
  FilterHandle Filter(seccomp_init(Otherwise), seccomp_release);
  if (!Filter)
    return Filter;
  // Other interfaces of this machine (32 bits, x32) are not there. Large filters are searched, not walked.
  bool Ready = seccomp_attr_set(Filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)) == 0 &&
               seccomp_attr_set(Filter.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2) == 0;
  if (!Ready)
    Filter.reset();
  return Filter;
}

/// A name that this machine or this version of the library does not have stays refused.
void addRule(const FilterHandle &Filter, std::uint32_t Answer, const char *Name,
             const std::vector<scmp_arg_cmp> &Conditions = {}) {
  int Number = seccomp_syscall_resolve_name(Name);
  if (Filter && Number >= 0)
    seccomp_rule_add_exact_array(Filter.get(), Answer, Number, static_cast<unsigned>(Conditions.size()),
                                 Conditions.empty() ? nullptr : Conditions.data());
}

scmp_arg_cmp isValue(unsigned Argument, std::uint64_t Mask, std::uint64_t Value) {
  return {Argument, SCMP_CMP_MASKED_EQ, Mask, Value};
}

SystemCallFilter programOf(const FilterHandle &Filter) {
  int File = memfd_create("filter", MFD_CLOEXEC);
  SystemCallFilter Program;
  if (Filter && File >= 0 && seccomp_export_bpf(Filter.get(), File) == 0) {
    off_t Size = lseek(File, 0, SEEK_END);
    Program.resize(static_cast<std::size_t>(std::max<off_t>(Size, 0)) / sizeof(sock_filter));
    if (pread(File, Program.data(), Program.size() * sizeof(sock_filter), 0) != Size)
      Program.clear();
  }
  if (File >= 0)
    close(File);
  return Program;
}

enum class Caller { Run, Server, Compiler };

bool mayCall(Caller Who, std::string_view Name) {
  return Who != Caller::Compiler || std::ranges::find(NotForCompilers, Name) == NotForCompilers.end();
}

SystemCallFilter allowList(Caller Who) {
  FilterHandle Filter = startFilter(SCMP_ACT_ERRNO(EPERM));
  for (const char *Name : AlwaysAllowed)
    if (mayCall(Who, Name))
      addRule(Filter, SCMP_ACT_ALLOW, Name);
  for (const ArgumentRule &Rule : Conditional)
    if (mayCall(Who, Rule.Name))
      addRule(Filter, SCMP_ACT_ALLOW, Rule.Name, {isValue(Rule.Argument, Rule.Mask, Rule.Value)});
  if (Who == Caller::Server)
    for (const char *Name : {"setpgid", "setpriority"})
      addRule(Filter, SCMP_ACT_ALLOW, Name, {isValue(4, Int, KeyLow), isValue(5, Int, KeyHigh)});
  return programOf(Filter);
}

/// Lets all numbers through that mean something: the others are not there, instead of forbidden.
SystemCallFilter knownNumbers() {
  constexpr int Most = 1024;
  FilterHandle Filter = startFilter(SCMP_ACT_ERRNO(ENOSYS));
  for (int Number = 0; Number != Most; ++Number) {
    std::unique_ptr<char, decltype(&free)> Name(seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, Number), free);
    if (Name && std::ranges::find(NotThere, std::string_view(Name.get())) == NotThere.end())
      addRule(Filter, SCMP_ACT_ALLOW, Name.get());
  }
  return programOf(Filter);
}

/// What runs cannot do to the server that forked them.
SystemCallFilter serverProtection() {
  FilterHandle Filter = startFilter(SCMP_ACT_ALLOW);
  for (const char *Name : Signalling)
    for (std::uint32_t Process : {OwnNumber, OwnGroup, ~std::uint32_t(0)})
      addRule(Filter, SCMP_ACT_ERRNO(EPERM), Name, {isValue(0, Int, Process)});
  // Who a descriptor of a process belongs to cannot be seen here; nor who is told of input by a signal of choice.
  addRule(Filter, SCMP_ACT_ERRNO(EPERM), "pidfd_send_signal");
  addRule(Filter, SCMP_ACT_ERRNO(EPERM), "fcntl", {isValue(1, Int, F_SETSIG)});
  return programOf(Filter);
}

void replace(SystemCallFilter &Filter, std::uint32_t Name, std::uint32_t Value) {
  for (sock_filter &Step : Filter)
    if (Step.code == (BPF_JMP | BPF_JEQ | BPF_K) && Step.k == Name)
      Step.k = Value;
}

/// What one lets through is put to the next; nothing passes where one of them could not be made.
SystemCallFilter chain(const std::vector<SystemCallFilter> &Parts) {
  SystemCallFilter Whole;
  for (std::size_t I = Parts.size(); I-- != 0;) {
    SystemCallFilter Part = Parts[I];
    if (Part.empty())
      return {};
    if (!Whole.empty())
      for (std::size_t At = 0; At != Part.size(); ++At)
        if (Part[At].code == (BPF_RET | BPF_K) && Part[At].k == SECCOMP_RET_ALLOW)
          Part[At] = {BPF_JMP | BPF_JA, 0, 0, static_cast<std::uint32_t>(Part.size() - At - 1)};
    Part.insert(Part.end(), Whole.begin(), Whole.end());
    Whole = std::move(Part);
  }
  return Whole;
}

} // namespace

SystemCallFilter systemCallFilter(std::uint64_t GroupKey) {
  if (!GroupKey) {
    static const SystemCallFilter Plain = chain({knownNumbers(), allowList(Caller::Run)});
    return Plain;
  }
  static const SystemCallFilter Serving = chain({serverProtection(), knownNumbers(), allowList(Caller::Server)});
  SystemCallFilter Filter = Serving;
  replace(Filter, KeyLow, static_cast<std::uint32_t>(GroupKey));
  replace(Filter, KeyHigh, static_cast<std::uint32_t>(GroupKey >> 32));
  return Filter;
}

const SystemCallFilter &compilerFilter() {
  static const SystemCallFilter Filter = chain({knownNumbers(), allowList(Caller::Compiler)});
  return Filter;
}

void nameOwnProcess(SystemCallFilter &Filter) {
  auto Number = static_cast<std::uint32_t>(syscall(SYS_getpid));
  replace(Filter, OwnNumber, Number);
  replace(Filter, OwnGroup, ~Number + 1);
}

std::vector<std::string> refusedToCompilers() {
  return {NotForCompilers.begin(), NotForCompilers.end()};
}

std::vector<std::string> allowedSystemCalls() {
  std::vector<std::string> Names(AlwaysAllowed.begin(), AlwaysAllowed.end());
  for (const ArgumentRule &Rule : Conditional)
    Names.push_back(Rule.Name);
  std::ranges::sort(Names);
  Names.erase(std::unique(Names.begin(), Names.end()), Names.end());
  return Names;
}

} // namespace vernier
