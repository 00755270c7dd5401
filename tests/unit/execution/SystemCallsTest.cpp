// Which system calls a run can make: every number is tried, in plain runs and in runs of a server.

#include "Served.h"
#include "project/Subprocess.h"
#include "project/SystemCallFilter.h"

#include <fstream>
#include <set>
#include <sstream>
#include <sys/syscall.h>

using namespace vernier;
using namespace vernier::test;

namespace {

/// Tries a system call in a process of its own, with arguments that are all the same: '+' it was let through, 'E' it is
/// refused, 'N' there is none.
constexpr const char *Prober = R"(
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
static char answer(long got) { return got != -1 ? '+' : errno == EPERM ? 'E' : errno == ENOSYS ? 'N' : '+'; }
static char probe(long number, long a, long b, long c, long d, long e, long f) {
  int ends[2];
  char said = '+'; // whoever does not come back was let through
  if (pipe(ends)) return '?';
  pid_t child = fork();
  if (child == 0) {
    alarm(1); // who may not signal waits for that
    close(1); // after vfork it may go on anywhere
    errno = 0;
    said = answer(syscall(number, a, b, c, d, e, f));
    syscall(SYS_write, ends[1], &said, 1);
    syscall(SYS_exit_group, 0);
  }
  close(ends[1]);
  struct pollfd wait = {ends[0], POLLIN, 0};
  if (poll(&wait, 1, 500) > 0 && read(ends[0], &said, 1) < 0) said = '?';
  close(ends[0]);
  kill(child, SIGKILL);
  waitpid(child, 0, 0);
  return said;
}
static char any(long number) {
  char first = probe(number, -1, -1, -1, -1, -1, -1);
  return first == '+' ? first : probe(number, 0, 0, 0, 0, 0, 0);
}
)";

constexpr const char *Walk = R"(
int main(void) {
  for (long n = 0; n <= 600; n++) printf("%ld %c\n", n, any(n));
  for (long n = 0; n <= 600; n += 7) if (any(n | 0x40000000) != 'N') printf("x32 %ld\n", n);
  for (long n = 601; n < 100000; n = n * 3 / 2) if (any(n) != 'N') printf("far %ld\n", n);
  return 0;
}
)";

#if defined(__x86_64__)
/// Let through with any argument, or with arguments that are all 0 or all -1.
// clang-format off
const std::set<long> LetThrough = {
    SYS_access, SYS_alarm, SYS_arch_prctl, SYS_brk, SYS_capget, SYS_chdir, SYS_clock_getres, SYS_clock_gettime,
    SYS_clock_nanosleep, SYS_clone, SYS_close, SYS_close_range, SYS_copy_file_range, SYS_creat, SYS_dup, SYS_dup2,
    SYS_dup3, SYS_epoll_create, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_epoll_pwait2, SYS_epoll_wait,
    SYS_eventfd, SYS_eventfd2, SYS_execve, SYS_execveat, SYS_exit, SYS_exit_group, SYS_faccessat, SYS_faccessat2,
    SYS_fadvise64, SYS_fallocate, SYS_fchdir, SYS_fcntl, SYS_fdatasync, SYS_fgetxattr, SYS_flistxattr, SYS_flock,
    SYS_fork, SYS_fstat, SYS_fstatfs, SYS_fsync, SYS_ftruncate, SYS_futex, SYS_futex_waitv, SYS_get_robust_list,
    SYS_getcpu, SYS_getcwd, SYS_getdents, SYS_getdents64, SYS_getegid, SYS_geteuid, SYS_getgid, SYS_getgroups,
    SYS_getitimer, SYS_getpeername, SYS_getpgid, SYS_getpgrp, SYS_getpid, SYS_getppid, SYS_getpriority, SYS_getrandom,
    SYS_getresgid, SYS_getresuid, SYS_getrlimit, SYS_getrusage, SYS_getsid, SYS_getsockname, SYS_getsockopt,
    SYS_gettid, SYS_gettimeofday, SYS_getuid, SYS_getxattr, SYS_inotify_add_watch, SYS_inotify_init,
    SYS_inotify_init1, SYS_inotify_rm_watch, SYS_kill, SYS_lgetxattr, SYS_link, SYS_linkat, SYS_listxattr,
    SYS_llistxattr, SYS_lseek, SYS_lstat, SYS_madvise, SYS_membarrier, SYS_mincore, SYS_mkdir, SYS_mkdirat, SYS_mknod,
    SYS_mknodat, SYS_mlock, SYS_mlock2, SYS_mlockall, SYS_mmap, SYS_mprotect, SYS_mremap, SYS_msync, SYS_munlock,
    SYS_munlockall, SYS_munmap, SYS_nanosleep, SYS_newfstatat, SYS_open, SYS_openat, SYS_openat2, SYS_pause,
    SYS_personality, SYS_pidfd_open, SYS_pidfd_send_signal, SYS_pipe, SYS_pipe2, SYS_pkey_alloc, SYS_pkey_free,
    SYS_pkey_mprotect, SYS_poll, SYS_ppoll, SYS_pread64, SYS_preadv, SYS_preadv2, SYS_prlimit64, SYS_process_vm_readv,
    SYS_pselect6, SYS_pwrite64, SYS_pwritev, SYS_pwritev2, SYS_read, SYS_readahead, SYS_readlink, SYS_readlinkat,
    SYS_readv, SYS_recvfrom, SYS_recvmmsg, SYS_recvmsg, SYS_rename, SYS_renameat, SYS_renameat2, SYS_restart_syscall,
    SYS_rmdir, SYS_rseq, SYS_rt_sigaction, SYS_rt_sigpending, SYS_rt_sigprocmask, SYS_rt_sigqueueinfo,
    SYS_rt_sigreturn, SYS_rt_sigsuspend, SYS_rt_sigtimedwait, SYS_rt_tgsigqueueinfo, SYS_sched_get_priority_max,
    SYS_sched_get_priority_min, SYS_sched_getaffinity, SYS_sched_getattr, SYS_sched_getparam, SYS_sched_getscheduler,
    SYS_sched_rr_get_interval, SYS_sched_yield, SYS_select, SYS_sendfile, SYS_sendto, SYS_set_robust_list,
    SYS_set_tid_address, SYS_setfsgid, SYS_setfsuid, SYS_setgid, SYS_setitimer, SYS_setregid, SYS_setresgid,
    SYS_setresuid, SYS_setreuid, SYS_setrlimit, SYS_setsockopt, SYS_setuid, SYS_shutdown, SYS_sigaltstack,
    SYS_signalfd, SYS_signalfd4, SYS_splice, SYS_stat, SYS_statfs, SYS_statx, SYS_symlink, SYS_symlinkat,
    SYS_sync_file_range, SYS_sysinfo, SYS_tee, SYS_tgkill, SYS_time, SYS_timer_create, SYS_timer_delete,
    SYS_timer_getoverrun, SYS_timer_gettime, SYS_timer_settime, SYS_timerfd_create, SYS_timerfd_gettime,
    SYS_timerfd_settime, SYS_times, SYS_tkill, SYS_truncate, SYS_umask, SYS_uname, SYS_unlink, SYS_unlinkat,
    SYS_vfork, SYS_vmsplice, SYS_wait4, SYS_waitid, SYS_write, SYS_writev};
// clang-format on

/// The kernel's own traps for probes (uretprobe, uprobe): newer ones do not ask a filter about them.
const std::set<long> KernelsOwn = {335, 336};

/// From elsewhere than the kernel's own code they do nothing: they are not there, fail, or end whoever calls them.
constexpr const char *KernelsOwnCalls = R"(
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  for (long n = 335; n <= 336; n++) {
    for (long a = -1; a <= 1; a++) {
      int status = 0;
      pid_t child = fork();
      if (child == 0) {
        long got = syscall(n, a, a, a, a, a, a);
        _exit(got == -1 && (errno == ENOSYS || errno == ENXIO || errno == EPERM) ? 0 : 1);
      }
      waitpid(child, &status, 0);
      if (!(WIFEXITED(status) && WEXITSTATUS(status) == 0) && !(WIFSIGNALED(status) && WTERMSIG(status) == SIGILL))
        return printf("%ld with %ld: %x\n", n, a, status), 1;
    }
  }
  return 0;
}
)";

void expectTable(const Outcome &Ran, std::set<long> Table) {
  ASSERT_EQ(Ran.End, Ending::Returned) << Ran.Note;
  std::istringstream Lines(Ran.Stdout);
  std::string Number, Answer;
  long Count = 0;
  for (; Lines >> Number >> Answer; ++Count) {
    ASSERT_EQ(Number, std::to_string(Count)) << Answer << ": a number that is none of this interface is let through";
    if (KernelsOwn.contains(Count))
      continue;
    EXPECT_EQ(Answer == "+", Table.contains(Count)) << "system call " << Count << " answers " << Answer;
    EXPECT_NE(Answer, "?") << Count;
  }
  EXPECT_EQ(Count, 601);
  // Refused is not the same as not there.
  for (long Refused : {SYS_socket, SYS_mount, SYS_ptrace, SYS_bpf, SYS_io_uring_setup, SYS_keyctl, SYS_setpriority})
    EXPECT_NE(Ran.Stdout.find("\n" + std::to_string(Refused) + " E\n"), std::string::npos) << Refused;
  for (long Absent : {SYS_clone3, 400, 599})
    EXPECT_NE(Ran.Stdout.find("\n" + std::to_string(Absent) + " N\n"), std::string::npos) << Absent;
}

TEST(SystemCalls, APlainRunCanMakeThoseOfTheTable) {
  if (systemCallFilter().empty())
    GTEST_SKIP() << "no system call filter here";
  RunLimits Limits;
  Limits.Time = std::chrono::seconds(60);
  expectTable(Runnable(std::string(Prober) + Walk, InputOptions{}).run({}, Limits), LetThrough);
}

TEST(SystemCalls, TrapsOfTheKernelDoNothing) {
  Outcome Plain = Runnable(KernelsOwnCalls, InputOptions{}).run();
  EXPECT_EQ(Plain.Code, 0) << Plain.Stdout;
  Outcome InServer = Served(KernelsOwnCalls).run().Shown;
  EXPECT_EQ(InServer.Code, 0) << InServer.Stdout;
}

/// Runs a program as compilers and linkers are run: what it printed, with how it ended.
Outcome runAsCompiler(const std::string &Directory, const std::vector<std::string> &Arguments) {
  ProcessRequest Request;
  Request.Arguments = Arguments;
  Request.Directory = Directory;
  Request.OutputFile = Directory + "/printed";
  Request.Writable = {Directory};
  std::filesystem::remove(Request.OutputFile);
  auto Ended = runProcess(Request);
  EXPECT_TRUE(Ended) << (Ended ? "" : Ended.error().Message);
  Outcome Result;
  Result.End = Ended && Ended->Signal == 0 ? Ending::Returned : Ending::Signalled;
  Result.Code = Ended ? Ended->Exit : -1;
  std::ifstream File(Request.OutputFile);
  Result.Stdout.assign(std::istreambuf_iterator<char>(File), {});
  return Result;
}

struct CompilerDirectory {
  std::string Path = testing::TempDir() + "vernier-compilers-" + std::to_string(getpid());
  CompilerDirectory() { std::filesystem::create_directories(Path); }
  ~CompilerDirectory() { std::filesystem::remove_all(Path); }
  void write(const std::string &Name, const std::string &Text) const { std::ofstream(Path + "/" + Name) << Text; }
};

TEST(SystemCalls, ACompilerCanMakeFewer) {
  if (compilerFilter().empty())
    GTEST_SKIP() << "no system call filter here";
  CompilerDirectory At;
  At.write("walk.c", std::string(Prober) + Walk);
  for (std::vector<std::string> Step : {std::vector<std::string>{"clang-19", "-w", "-c", "walk.c", "-o", "walk.o"},
                                        std::vector<std::string>{"clang-19", "walk.o", "-o", "walk"}}) {
    Outcome Built = runAsCompiler(At.Path, Step);
    ASSERT_EQ(Built.Code, 0) << Built.Stdout;
  }
  std::filesystem::permissions(At.Path + "/walk", std::filesystem::perms::owner_all);
  std::set<long> Table = LetThrough;
  for (long Number : {SYS_capget,
                      SYS_getpeername,
                      SYS_getsockname,
                      SYS_getsockopt,
                      SYS_inotify_add_watch,
                      SYS_inotify_init,
                      SYS_inotify_init1,
                      SYS_inotify_rm_watch,
                      SYS_kill,
                      SYS_mknod,
                      SYS_mknodat,
                      SYS_mlock,
                      SYS_mlock2,
                      SYS_mlockall,
                      SYS_personality,
                      SYS_pidfd_open,
                      SYS_pidfd_send_signal,
                      SYS_pkey_alloc,
                      SYS_pkey_free,
                      SYS_pkey_mprotect,
                      SYS_process_vm_readv,
                      SYS_recvfrom,
                      SYS_recvmmsg,
                      SYS_recvmsg,
                      SYS_rt_sigqueueinfo,
                      SYS_rt_tgsigqueueinfo,
                      SYS_sendto,
                      SYS_setfsgid,
                      SYS_setfsuid,
                      SYS_setgid,
                      SYS_setregid,
                      SYS_setresgid,
                      SYS_setresuid,
                      SYS_setreuid,
                      SYS_setsockopt,
                      SYS_setuid,
                      SYS_shutdown,
                      SYS_socketpair,
                      SYS_tgkill,
                      SYS_tkill})
    Table.erase(Number);
  expectTable(runAsCompiler(At.Path, {At.Path + "/walk"}), Table);
}

TEST(SystemCalls, CompilersAndLinkersWork) {
  CompilerDirectory At;
  At.write("a.c", "#include <stdio.h>\nint main(void) { puts(\"c\"); return 0; }\n");
  At.write("b.cpp", "#include <iostream>\n#include <vector>\nint main() { std::vector<int> v{7}; std::cout << v[0] << "
                    "std::endl; }\n");
  for (const char *Linker : {"", "-fuse-ld=lld", "-fuse-ld=bfd"}) {
    for (auto [Compiler, Source, Prints] :
         {std::tuple{"clang-19", "a.c", "c\n"}, std::tuple{"clang++-19", "b.cpp", "7\n"}}) {
      SCOPED_TRACE(std::string(Compiler) + " " + Linker);
      Outcome Compiled = runAsCompiler(At.Path, {Compiler, "-g", "-O2", "-c", Source, "-o", "part.o"});
      ASSERT_EQ(Compiled.Code, 0) << Compiled.Stdout;
      std::vector<std::string> Link = {Compiler, "part.o", "-o", "program"};
      if (*Linker)
        Link.push_back(Linker);
      Outcome Linked = runAsCompiler(At.Path, Link);
      ASSERT_EQ(Linked.Code, 0) << Linked.Stdout;
      std::filesystem::permissions(At.Path + "/program", std::filesystem::perms::owner_all);
      EXPECT_EQ(runAsCompiler(At.Path, {At.Path + "/program"}).Stdout, Prints);
    }
  }
}

TEST(SystemCalls, ARunOfAServerCanMakeTheSameButSignalThroughDescriptors) {
  if (systemCallFilter().empty())
    GTEST_SKIP() << "no system call filter here";
  RunLimits Limits;
  Limits.Time = std::chrono::seconds(60);
  std::set<long> Table = LetThrough;
  Table.erase(SYS_pidfd_send_signal); // it could be its server's
  Served Program(std::string(Prober) + Walk, {}, Limits);
  expectTable(Program.run().Shown, Table);
}
#endif

/// Each line: a call by its arguments, and what it has to answer.
constexpr const char *Arguments = R"text(
static int bad;
static void expect(int line, char wanted, char got) { if (wanted != got) { printf("%d: %c\n", line, got); bad = 1; } }
#define E(wanted, ...) expect(__LINE__, wanted, probe(__VA_ARGS__))
int main(void) {
  long fifo = S_IFIFO | 0600, disk = S_IFBLK | 0600, tty = S_IFCHR | 0600, name = (long)"node";
  long limits[2] = {1, 1}, pair[2], out = (long)pair, address = (long)"\1\0/run/x";
  E('+', SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, out, 0, 0);
  E('+', SYS_socketpair, AF_UNIX, SOCK_DGRAM, 0, out, 0, 0);
  E('E', SYS_socketpair, AF_INET, SOCK_STREAM, 0, out, 0, 0);
  E('E', SYS_socket, AF_UNIX, SOCK_STREAM, 0, 0, 0, 0);
  E('E', SYS_socket, AF_UNIX, SOCK_DGRAM, 0, 0, 0, 0);
  E('E', SYS_socket, 16 /* netlink */, SOCK_RAW, 0, 0, 0, 0);
  E('E', SYS_connect, 0, address, 20, 0, 0, 0);
  E('E', SYS_sendto, 0, name, 1, 0, address, 20);
  E('E', SYS_sendmsg, 0, address, 0, 0, 0, 0);
  E('+', SYS_prlimit64, 0, RLIMIT_CORE, 0, out, 0, 0);
  E('E', SYS_prlimit64, getppid(), RLIMIT_CORE, (long)limits, 0, 0, 0);
  E('E', SYS_prlimit64, getppid() | 1L << 32, RLIMIT_CORE, (long)limits, 0, 0, 0);
  E('E', SYS_personality, 0x40000, 0, 0, 0, 0, 0);
  E('+', SYS_mknod, name, fifo, 0, 0, 0, 0);
  E('E', SYS_mknod, name, disk, 0x801, 0, 0, 0);
  E('E', SYS_mknodat, AT_FDCWD, name, tty, 0x101, 0, 0);
  E('+', SYS_ioctl, 0, TCGETS, out, 0, 0, 0);
  E('+', SYS_ioctl, 0, FIONREAD, out, 0, 0, 0);
  E('E', SYS_ioctl, 0, TIOCSTI, name, 0, 0, 0);
  E('E', SYS_ioctl, 0, FS_IOC_SETFLAGS, out, 0, 0, 0);
  E('+', SYS_prctl, PR_SET_NAME, name, 0, 0, 0, 0);
  E('E', SYS_prctl, PR_SET_SECCOMP, 1, 0, 0, 0, 0);
  E('E', SYS_prctl, PR_SET_PTRACER, -1, 0, 0, 0, 0);
  E('+', SYS_clone, SIGCHLD, 0, 0, 0, 0, 0);
  E('E', SYS_clone, SIGCHLD | CLONE_NEWUSER, 0, 0, 0, 0, 0);
  E('E', SYS_clone, SIGCHLD | CLONE_NEWNS, 0, 0, 0, 0, 0);
  E('E', SYS_setpriority, PRIO_PROCESS, 0, 1, 0, 0, 0);
  E('E', SYS_setpriority, PRIO_PROCESS, getppid(), 1, 0, 0, 0);
  E('E', SYS_sched_setaffinity, 0, 8, out, 0, 0, 0);
  E('E', SYS_setpgid, 0, 0, 0, 0, 0, 0);
  return bad;
}
)text";

TEST(SystemCalls, ArgumentsDecideAboutSome) {
  if (systemCallFilter().empty())
    GTEST_SKIP() << "no system call filter here";
  std::string Text = std::string(Prober) + Arguments;
  Outcome Plain = Runnable(Text, InputOptions{}).run();
  EXPECT_EQ(Plain.Code, 0) << Plain.Stdout;
  Outcome InServer = Served(Text).run().Shown;
  EXPECT_EQ(InServer.Code, 0) << InServer.Stdout;
}

TEST(SystemCalls, OrdinaryProgramsWork) {
  std::string Text = R"(
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static int seen;
static void handler(int s) { seen = s; }
static void *body(void *p) { return p; }
int main(void) {
  pthread_t t; void *r = 0;
  if (pthread_create(&t, 0, body, &t) || pthread_join(t, &r) || r != &t) return 1;
  signal(SIGUSR1, handler);
  if (raise(SIGUSR1) || seen != SIGUSR1) return 2;
  int ends[2]; char c = 0;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) || send(ends[0], "x", 1, 0) != 1 || recv(ends[1], &c, 1, 0) != 1) return 3;
  FILE *from = popen("echo hello | tr a-z A-Z", "r");
  char line[20] = "";
  if (!from || !fgets(line, sizeof line, from) || line[0] != 'H' || pclose(from)) return 4;
  if (mkfifo("pipe", 0600) || mkdir("d", 0700) || rename("d", "e") || symlink("e", "l") || unlink("l") || rmdir("e"))
    return 5;
  struct timespec brief = {0, 1000};
  if (nanosleep(&brief, 0) || time(0) < 1000 || !getenv("PATH")) return 6;
  void *m = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (m == MAP_FAILED || mprotect(m, 4096, PROT_READ) || munmap(m, 8192)) return 7;
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) || (limit.rlim_cur--, setrlimit(RLIMIT_NOFILE, &limit))) return 8;
  if (setgid(getgid()) || setuid(getuid())) return 9;
  if (system("exit 3") != 3 << 8) return 10;
  return 0;
})";
  EXPECT_EQ(run(Text, InputOptions{}).Code, 0);
  EXPECT_EQ(Served(Text).run().Shown.Code, 0);
}

/// Names in the tables below a heading.
std::set<std::string> listedBelow(const std::string &Heading) {
  std::ifstream File(VERNIER_SOURCE_DIR "/docs/isolation.md");
  std::set<std::string> Listed;
  bool Inside = false;
  for (std::string Line; std::getline(File, Line);) {
    if (Line.starts_with("## "))
      Inside = Line == "## " + Heading;
    for (std::size_t At = Line.find('`'); Inside && Line.starts_with("| ") && At != std::string::npos;) {
      std::size_t End = Line.find('`', At + 1);
      Listed.insert(Line.substr(At + 1, End - At - 1));
      At = End == std::string::npos ? End : Line.find('`', End + 1);
    }
  }
  return Listed;
}

TEST(SystemCalls, TheDocumentListsWhatIsLetThrough) {
  std::vector<std::string> Allowed = allowedSystemCalls(), Refused = refusedToCompilers();
  EXPECT_EQ(listedBelow("What compilers and linkers may call"), std::set<std::string>(Refused.begin(), Refused.end()));
  EXPECT_EQ(listedBelow("What a sandboxed run may call"), std::set<std::string>(Allowed.begin(), Allowed.end()));
}

} // namespace
