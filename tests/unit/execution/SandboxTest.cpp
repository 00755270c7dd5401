#include "execution/runs/Sandbox.h"

#include "Runs.h"

#include <csignal>
#include <fstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace vernier;
using namespace vernier::test;
namespace fs = std::filesystem;

namespace {

constexpr const char *Includes =
    "#define _GNU_SOURCE\n#include <errno.h>\n#include <fcntl.h>\n#include <signal.h>\n#include <stdio.h>\n"
    "#include <stdlib.h>\n#include <string.h>\n#include <sys/stat.h>\n#include <sys/socket.h>\n#include <sys/wait.h>\n"
    "#include <unistd.h>\n";

Outcome runProgram(const std::string &Body, std::chrono::milliseconds Time = std::chrono::seconds(5)) {
  RunLimits Limits;
  Limits.Time = Time;
  return Runnable(Includes + Body, InputOptions{}).run({}, Limits);
}

bool lacks(const std::string &What) {
  for (const std::string &Each : missingProtections())
    if (Each.find(What) != std::string::npos)
      return true;
  return false;
}

TEST(Limits, AnEndlessLoopIsStopped) {
  auto Start = std::chrono::steady_clock::now();
  Outcome Ran =
      runProgram("int main(void) { puts(\"x\"); fflush(stdout); for (;;) ; }", std::chrono::milliseconds(200));
  EXPECT_EQ(Ran.End, Ending::TimedOut);
  EXPECT_EQ(Ran.Stdout, "x\n") << "what was printed before is kept";
  EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::seconds(10));
}

TEST(Limits, AForkBombIsStoppedAsAWhole) {
  Outcome Ran = runProgram("int main(void) { for (;;) fork(); }", std::chrono::milliseconds(1500));
  EXPECT_FALSE(Ran.comparable());
  // All of it is gone: as many processes can be started as before.
  Outcome After = runProgram("int main(void) { if (fork() == 0) return 3; int s; wait(&s); return WEXITSTATUS(s); }");
  EXPECT_EQ(After.End, Ending::Returned);
  EXPECT_EQ(After.Code, 3);
}

TEST(Limits, NobodyOfARunSurvivesIt) {
  // A grandchild that closed its output, so that the run need not wait for it, and tries to leave the group.
  Outcome Ran = runProgram("int main(void) { pid_t p = fork(); if (p == 0) { setsid(); close(1); close(2); sleep(60); }"
                           "  printf(\"%d\", p); return 0; }");
  ASSERT_EQ(Ran.End, Ending::Returned);
  int Left = std::atoi(Ran.Stdout.c_str());
  ASSERT_GT(Left, 0);
  bool Gone = false;
  for (int I = 0; I != 100 && !Gone; ++I) {
    // A zombie that nobody has reaped yet is gone as well.
    std::ifstream Stat("/proc/" + std::to_string(Left) + "/stat");
    std::string Text;
    Gone = !std::getline(Stat, Text) || Text.find(") Z") != std::string::npos;
    usleep(10000);
  }
  EXPECT_TRUE(Gone);
}

TEST(Limits, EndlessOutputIsStopped) {
  Outcome Ran =
      runProgram("int main(void) { for (;;) puts(\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"); }", std::chrono::seconds(20));
  EXPECT_TRUE(Ran.Truncated);
  EXPECT_FALSE(Ran.comparable());
  EXPECT_EQ(Ran.Stdout.size(), RunLimits{}.Output);
}

TEST(Limits, MemoryIsBounded) {
  EXPECT_EQ(runProgram("int main(void) { return malloc(3UL << 30) ? 1 : 2; }").Code, 2);
}

TEST(Limits, OutputOfChildrenBelongsToTheRun) {
  Outcome Ran = runProgram("int main(void) { if (fork() == 0) { usleep(50000); puts(\"late\"); } return 0; }");
  EXPECT_EQ(Ran.Stdout, "late\n");
}

TEST(Confinement, OnlyItsOwnDirectoryCanBeWritten) {
  if (lacks("no Landlock:"))
    GTEST_SKIP() << "this kernel has no Landlock";
  std::string Outside = VERNIER_BINARY_DIR "/vernier-outside-" + std::to_string(getpid());
  Outcome Ran = runProgram(
      "int main(void) { FILE *in = fopen(\"own\", \"w\"); if (!in) return 1; fputs(\"x\", in); fclose(in);"
      "  if (fopen(\"" +
      Outside + "\", \"w\")) return 2; if (mkdir(\"" + Outside +
      "\", 0777) == 0) return 3;"
      "  if (!fopen(\"/etc/passwd\", \"r\")) return 4; if (!fopen(\"/dev/null\", \"w\")) return 5; return 0; }");
  EXPECT_EQ(Ran.Code, 0);
  EXPECT_FALSE(fs::exists(Outside));
}

TEST(Confinement, TheDirectoryIsFreshAndGoneAfterwards) {
  Runnable Program(std::string(Includes) + "int main(void) { char d[4096]; if (access(\"own\", F_OK) == 0) return 1;"
                                           "  fclose(fopen(\"own\", \"w\")); puts(getcwd(d, sizeof d)); return 0; }",
                   InputOptions{});
  Outcome First = Program.run(), Second = Program.run();
  EXPECT_EQ(First.Code, 0);
  EXPECT_EQ(Second.Code, 0);
  std::string Directory = First.Stdout.substr(0, First.Stdout.find('\n'));
  EXPECT_EQ(Directory, "/tmp/work");
  EXPECT_FALSE(fs::exists(Directory));
}

TEST(Confinement, ThereIsNoNetwork) {
  if (lacks("network"))
    GTEST_SKIP() << "no system call filter here";
  EXPECT_EQ(
      runProgram(
          "int main(void) { return socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_INET6, SOCK_DGRAM, 0) >= 0; }")
          .Code,
      0);
}

TEST(Confinement, SocketsOfOtherProcessesCannotBeReached) {
  if (lacks("network"))
    GTEST_SKIP() << "no system call filter here";
  std::string Path = testing::TempDir() + "vernier-socket-" + std::to_string(getpid());
  sockaddr_un Address{};
  Address.sun_family = AF_UNIX;
  Path.copy(Address.sun_path, sizeof Address.sun_path - 1);
  int Streams = socket(AF_UNIX, SOCK_STREAM, 0), Packets = socket(AF_UNIX, SOCK_DGRAM, 0);
  ASSERT_EQ(bind(Streams, reinterpret_cast<sockaddr *>(&Address), sizeof Address), 0);
  ASSERT_EQ(listen(Streams, 1), 0);
  std::string Other = Path + "-packets";
  Other.copy(Address.sun_path, sizeof Address.sun_path - 1);
  ASSERT_EQ(bind(Packets, reinterpret_cast<sockaddr *>(&Address), sizeof Address), 0);
  Outcome Ran = runProgram(
      "#include <sys/un.h>\nint main(void) { struct sockaddr_un a = {AF_UNIX, \"" + Path +
      "\"}; int s = socket(AF_UNIX, SOCK_STREAM, 0), p[2]; if (s >= 0 && connect(s, (void *)&a, sizeof a) == 0)"
      " return 1; strcat(a.sun_path, \"-packets\"); if (socketpair(AF_UNIX, SOCK_DGRAM, 0, p)) return 2;"
      " struct iovec v = {\"x\", 1}; struct msghdr m = {&a, sizeof a, &v, 1, 0, 0, 0};"
      " if (sendto(p[0], \"x\", 1, 0, (void *)&a, sizeof a) >= 0) return 3; if (sendmsg(p[0], &m, 0) >= 0) return 4;"
      " return connect(p[0], (void *)&a, sizeof a) == 0 ? 5 : 0; }");
  EXPECT_EQ(Ran.Code, 0);
  for (int Opened : {Streams, Packets})
    close(Opened);
  fs::remove(Path);
  fs::remove(Other);
}

TEST(Confinement, ThereAreNoPrivileges) {
  Outcome Ran = runProgram(
      "int main(void) { char l[200]; FILE *f = fopen(\"/proc/self/status\", \"r\"); while (fgets(l, sizeof l, f))"
      "  if (!strncmp(l, \"Cap\", 3) || !strncmp(l, \"NoNew\", 5)) fputs(l, stdout); return 0; }");
  std::string Zeros = "0000000000000000\n";
  std::string Bounding = Ran.Stdout.substr(Ran.Stdout.find("CapBnd:\t") + 8, Zeros.size());
  EXPECT_EQ(Ran.Stdout, "CapInh:\t" + Zeros + "CapPrm:\t" + Zeros + "CapEff:\t" + Zeros + "CapBnd:\t" + Bounding +
                            "CapAmb:\t" + Zeros + "NoNewPrivs:\t1\n");
  if (geteuid() == 0)
    EXPECT_EQ(Bounding, Zeros);
}

TEST(Confinement, OtherProcessesCannotBeRead) {
  if (lacks("no Landlock:"))
    GTEST_SKIP() << "this kernel has no Landlock";
  static char Secret[] = "secret";
  std::string Number = std::to_string(getpid());
  Outcome Ran = runProgram("#include <sys/uio.h>\nint main(void) { char b[6]; struct iovec h = {b, 6}, t = {(void *)" +
                           std::to_string(reinterpret_cast<std::uintptr_t>(Secret)) + "ul, 6};" +
                           " if (process_vm_readv(" + Number + ", &h, 1, &t, 1, 0) >= 0) return 1;" +
                           " if (open(\"/proc/" + Number + "/mem\", O_RDONLY) >= 0) return 2;" + " if (open(\"/proc/" +
                           Number + "/environ\", O_RDONLY) >= 0) return 3;" +
                           " t.iov_base = &h; return process_vm_readv(getpid(), &h, 1, &t, 1, 0) == 6 ? 0 : 4; }");
  EXPECT_EQ(Ran.Code, 0);
}

TEST(Confinement, OtherProcessesCannotBeSignalled) {
  if (lacks("signal"))
    GTEST_SKIP() << "this kernel cannot keep signals inside";
  EXPECT_EQ(runProgram("int main(void) { return kill(getppid(), 0) == 0; }").Code, 0);
  EXPECT_EQ(
      runProgram("int main(void) { pid_t p = fork(); if (p == 0) for (;;) pause(); return kill(p, SIGKILL) != 0; }")
          .Code,
      0)
      << "its own can";
}

TEST(Environment, IsTheSameEverywhere) {
  setenv("VERNIER_TEST_LEAK", "1", 1);
  signal(SIGPIPE, SIG_IGN);
  std::string Text =
      "extern char **environ; int main(void) { for (char **e = environ; *e; e++) puts(*e); struct sigaction a;"
      "  sigaction(SIGPIPE, 0, &a); int local; printf(\"%d %p %d\\n\", a.sa_handler == SIG_DFL, (void *)&local, "
      "open(\"/dev/null\", 0)); return 0; }";
  Outcome First = runProgram(Text), Second = runProgram(Text);
  signal(SIGPIPE, SIG_DFL);
  EXPECT_EQ(First.Stdout.substr(0, First.Stdout.find(" 0x")), "LC_ALL=C\nPATH=/usr/bin:/bin\nHOME=/tmp/home\n1");
  EXPECT_EQ(First.Stdout, Second.Stdout) << "addresses do not vary";
  EXPECT_EQ(First.Stdout.substr(First.Stdout.rfind(' ')), " 3\n") << "no descriptor is left open";
}

TEST(Failures, AreToldNotThrown) {
  SandboxRequest Request;
  Request.Executable = "/nonexistent/program";
  Request.Directory = testing::TempDir();
  auto Ran = runInSandbox(Request);
  ASSERT_FALSE(Ran);
  EXPECT_NE(Ran.error().Message.find("No such file"), std::string::npos);
  Outcome Wrong = Runnable("int f(int x) { return x; }", entry("f")).Build->run({});
  EXPECT_EQ(Wrong.End, Ending::Failed);
  EXPECT_FALSE(Wrong.Note.empty());
}

TEST(Failures, WhatCannotBeLinkedSaysWhy) {
  Program Version = compileText("int f(int x) { return x; }");
  Version.Link.Arguments = {"-lno-such-library-anywhere"};
  auto Space = inputSpace(Version, Version, entry("f"));
  auto Build = PlainBuild::create(Version, Version, Side::New, *Space, temporaryCache());
  ASSERT_FALSE(Build);
  EXPECT_NE(Build.error().Output.find("no-such-library-anywhere"), std::string::npos) << Build.error().Output;
}

} // namespace
