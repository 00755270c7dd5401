#include "execution/Confinement.h"

#include "execution/Sandbox.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

namespace vernier {

namespace {

// Landlock's interface grows; the headers of older systems lack the newer words.
constexpr long CreateRuleset = 444, AddRule = 445;
constexpr std::uint64_t Execute = 1 << 0, ReadFile = 1 << 2, ReadDirectory = 1 << 3, WriteFile = 1 << 1;
constexpr std::uint64_t Truncate = 1 << 14;
constexpr int PathBeneath = 1;
constexpr std::uint32_t FchmodatWithFlags = 452; // fchmodat2

struct RulesetAttributes {
  std::uint64_t Files, Network, Scope;
};

struct [[gnu::packed]] PathRule {
  std::uint64_t Allowed;
  std::int32_t Parent;
};

int landlockVersion() {
  static const int Version = static_cast<int>(syscall(CreateRuleset, nullptr, 0, 1));
  return Version;
}

/// All rights over files that this version of the interface knows.
std::uint64_t fileRights(int Version) {
  std::uint64_t Bits = 13; // version 1
  if (Version >= 2)
    ++Bits; // linking across directories
  if (Version >= 3)
    ++Bits; // truncation
  if (Version >= 5)
    ++Bits; // device controls
  return (std::uint64_t(1) << Bits) - 1;
}

bool allow(int Ruleset, const char *Path, std::uint64_t Rights) {
  int Parent = open(Path, O_PATH | O_CLOEXEC);
  if (Parent < 0)
    return false;
  PathRule Rule{Rights, Parent};
  bool Added = syscall(AddRule, Ruleset, PathBeneath, &Rule, 0) == 0;
  close(Parent);
  return Added;
}

sock_filter statement(std::uint16_t Code, std::uint32_t Value) {
  return {Code, 0, 0, Value};
}
sock_filter jump(std::uint16_t Code, std::uint32_t Value, std::uint8_t IfTrue, std::uint8_t IfFalse) {
  return {Code, IfTrue, IfFalse, Value};
}

#if defined(__x86_64__)
constexpr std::uint16_t Load = BPF_LD | BPF_W | BPF_ABS, Equal = BPF_JMP | BPF_JEQ | BPF_K;
constexpr std::uint32_t Refuse = SECCOMP_RET_ERRNO | EPERM;

/// The number of the system call is loaded.
void addServerRules(std::vector<sock_filter> &Filter, std::uint64_t GroupKey) {
  auto Add = [&](std::initializer_list<sock_filter> More) { Filter.insert(Filter.end(), More); };
  Add({jump(Equal, SYS_setpgid, 0, 6), statement(Load, offsetof(seccomp_data, args[4])),
       jump(Equal, static_cast<std::uint32_t>(GroupKey), 0, 3), statement(Load, offsetof(seccomp_data, args[5])),
       jump(Equal, static_cast<std::uint32_t>(GroupKey >> 32), 0, 1), statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
       statement(BPF_RET | BPF_K, Refuse)});
  // Who a descriptor of a process belongs to cannot be seen here; nor who is told of input by a signal of choice.
  Add({jump(Equal, SYS_pidfd_send_signal, 0, 1), statement(BPF_RET | BPF_K, Refuse)});
  Add({jump(Equal, SYS_fcntl, 0, 4), statement(Load, offsetof(seccomp_data, args[1])), jump(Equal, F_SETSIG, 0, 1),
       statement(BPF_RET | BPF_K, Refuse), statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)});
  for (std::uint32_t Number :
       {SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_pidfd_open})
    Add({jump(Equal, Number, 0, 6), statement(Load, offsetof(seccomp_data, args[0])), jump(Equal, OwnNumber, 2, 0),
         jump(Equal, OwnGroup, 1, 0), jump(Equal, ~std::uint32_t(0), 0, 1), statement(BPF_RET | BPF_K, Refuse),
         statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)});
}
#endif

} // namespace

int fileRules(const std::string &WritableDirectory) {
  int Version = landlockVersion();
  if (Version < 1)
    return -1;
  std::uint64_t All = fileRights(Version);
  RulesetAttributes Attributes{All, 0, 0};
  std::size_t Size = sizeof(std::uint64_t);
  if (Version >= 4) {
    Attributes.Network = 3; // binding and connecting TCP
    Size = 2 * sizeof(std::uint64_t);
  }
  if (Version >= 6) {
    Attributes.Scope = 3; // abstract sockets and signals stay inside
    Size = sizeof Attributes;
  }
  int Ruleset = static_cast<int>(syscall(CreateRuleset, &Attributes, Size, 0));
  if (Ruleset < 0)
    return -1;
  std::uint64_t Write = WriteFile | ReadFile | (All & Truncate);
  allow(Ruleset, "/dev/null", Write); // where there is none, nobody needs it
  if (allow(Ruleset, "/", Execute | ReadFile | ReadDirectory) && allow(Ruleset, WritableDirectory.c_str(), All))
    return Ruleset;
  close(Ruleset);
  return -1;
}

std::vector<sock_filter> systemCallFilter(std::uint64_t GroupKey) {
#if defined(__x86_64__)
  static const std::vector<std::uint32_t> Denied = {
      SYS_setsid, SYS_ptrace, SYS_process_vm_writev, SYS_io_uring_setup, SYS_mount, SYS_umount2, SYS_pivot_root,
      SYS_chroot, SYS_unshare, SYS_setns, SYS_reboot, SYS_kexec_load, SYS_init_module, SYS_finit_module,
      SYS_delete_module, SYS_swapon, SYS_swapoff, SYS_settimeofday, SYS_clock_settime, SYS_sethostname,
      SYS_setdomainname, SYS_bpf, SYS_perf_event_open, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_quotactl, SYS_acct,
      SYS_adjtimex, SYS_clock_adjtime, SYS_shmget, SYS_msgget, SYS_semget, SYS_mq_open, SYS_memfd_create,
      // attributes of files, wherever they are
      SYS_chmod, SYS_fchmod, SYS_fchmodat, SYS_chown, SYS_fchown, SYS_lchown, SYS_fchownat, SYS_utime, SYS_utimes,
      SYS_futimesat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr,
      SYS_fremovexattr, FchmodatWithFlags,
      // other processes
      SYS_ioprio_set, SYS_migrate_pages, SYS_move_pages, SYS_process_madvise};
  /// Allowed for the caller itself, which is number 0.
  static const std::vector<std::uint32_t> OnlyItself = {SYS_prlimit64,          SYS_sched_setaffinity,
                                                        SYS_sched_setscheduler, SYS_sched_setparam,
                                                        SYS_sched_setattr,      SYS_setpriority};
  std::vector<sock_filter> Filter = {
      statement(Load, offsetof(seccomp_data, arch)),
      jump(Equal, AUDIT_ARCH_X86_64, 1, 0),
      statement(BPF_RET | BPF_K, Refuse),
      statement(Load, offsetof(seccomp_data, nr)),
      // The numbers of the x32 interface would pass by the list.
      jump(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      statement(BPF_RET | BPF_K, Refuse),
  };
  auto FirstArgument = [&](std::uint32_t Number, std::uint32_t Allowed, std::uint32_t Answer) {
    Filter.push_back(jump(Equal, Number, 0, 4));
    Filter.push_back(statement(Load, offsetof(seccomp_data, args[0])));
    Filter.push_back(jump(Equal, Allowed, 1, 0));
    Filter.push_back(statement(BPF_RET | BPF_K, Answer));
    Filter.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  };
  FirstArgument(SYS_socket, AF_UNIX, SECCOMP_RET_ERRNO | EACCES);
  for (std::uint32_t Number : OnlyItself)
    FirstArgument(Number, 0, Refuse);
  auto Deny = [&](std::uint32_t Number) {
    Filter.push_back(jump(Equal, Number, 0, 1));
    Filter.push_back(statement(BPF_RET | BPF_K, Refuse));
  };
  for (std::uint32_t Number : Denied)
    Deny(Number);
  if (GroupKey)
    addServerRules(Filter, GroupKey);
  else
    Deny(SYS_setpgid);
  Filter.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  return Filter;
#else
  (void)GroupKey;
  return {};
#endif
}

std::vector<std::string> fixedEnvironment() {
  return {"LC_ALL=C", "PATH=/usr/bin:/bin"};
}

std::pair<int, rlimit> limitOf(__rlimit_resource Kind, std::uint64_t Value) {
  rlimit Own;
  auto Wanted = static_cast<rlim_t>(Value);
  if (getrlimit(Kind, &Own) == 0)
    Wanted = std::min(Wanted, Own.rlim_max);
  return {Kind, {Wanted, Wanted}};
}

std::vector<std::pair<int, rlimit>> usualLimits() {
  constexpr std::uint64_t LargestFile = 64 << 20, StackSize = 8 << 20, Descriptors = 256;
  return {limitOf(RLIMIT_CORE, 0), limitOf(RLIMIT_FSIZE, LargestFile), limitOf(RLIMIT_STACK, StackSize),
          limitOf(RLIMIT_NOFILE, Descriptors),
          // All processes of the user count, and for root none does: runs are watched besides.
          limitOf(RLIMIT_NPROC, processCount() + 2 * MostProcesses)};
}

unsigned processCount() {
  struct sysinfo Now;
  return sysinfo(&Now) == 0 ? Now.procs : 0;
}

std::vector<std::string> missingProtections() {
  std::vector<std::string> Missing;
  if (landlockVersion() < 1)
    Missing.push_back("no Landlock: runs can write wherever this user can");
  if (landlockVersion() < 6)
    Missing.push_back("no Landlock scopes: runs can signal other processes of this user");
  if (systemCallFilter().empty())
    Missing.push_back("no system call filter for this machine: runs can use the network");
  return Missing;
}

} // namespace vernier
