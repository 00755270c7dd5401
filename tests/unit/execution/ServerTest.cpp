// What a server has to survive: programs that attack it, its runs, or what is outside.

#include "Served.h"

#include <csignal>
#include <fstream>
#include <sys/stat.h>

using namespace vernier;
using namespace vernier::test;
namespace fs = std::filesystem;

namespace {

constexpr const char *Includes =
    "#define _GNU_SOURCE\n#include <errno.h>\n#include <fcntl.h>\n#include <pthread.h>\n#include <signal.h>\n"
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/mman.h>\n#include <sys/prctl.h>\n"
    "#include <sys/resource.h>\n#include <sys/socket.h>\n#include <sys/stat.h>\n#include <sys/syscall.h>\n"
    "#include <sys/wait.h>\n#include <unistd.h>\n";

InputOptions oneByte() {
  InputOptions Options;
  Options.Stdin = 1;
  return Options;
}

/// A program that does something bad if the byte of its input is 1, and else prints "fine" and returns 7.
struct Attack : Served {
  explicit Attack(const std::string &Bad, const RunLimits &Limits = {}, const std::string &More = "")
      : Served(Includes + More + "static int bad(void) { " + Bad +
                   " return 0; }\n"
                   "int main(void) { int c = getchar(); if (c == 1) return bad(); puts(\"fine\"); return 7; }",
               oneByte(), Limits) {}

  RunResult attack() { return run({{"stdin_0", 1}, {"stdin_len", 1}}); }

  /// The server that was there is there, and does its work.
  void expectFine(bool SameServer = true) {
    pid_t Before = Server->process();
    RunResult Ran = run({{"stdin_0", 2}, {"stdin_len", 1}});
    EXPECT_EQ(Ran.Shown.End, Ending::Returned) << Ran.Shown.Note;
    EXPECT_EQ(Ran.Shown.Code, 7);
    EXPECT_EQ(Ran.Shown.Stdout, "fine\n");
    EXPECT_EQ(Ran.Shown.Stderr, "");
    if (SameServer)
      EXPECT_EQ(Server->process(), Before);
  }
};

RunLimits shortly(int Milliseconds) {
  RunLimits Limits;
  Limits.Time = std::chrono::milliseconds(Milliseconds);
  return Limits;
}

bool lacks(const std::string &What) {
  for (const std::string &Each : missingProtections())
    if (Each.find(What) != std::string::npos)
      return true;
  return false;
}

/// A zombie that nobody has reaped yet is gone as well.
bool isGone(int Process) {
  for (int I = 0; I != 100; ++I) {
    std::ifstream Stat("/proc/" + std::to_string(Process) + "/stat");
    std::string Text;
    if (!std::getline(Stat, Text) || Text.find(") Z") != std::string::npos)
      return true;
    usleep(10000);
  }
  return false;
}

TEST(Server, ManyRunsGiveTheirOwnResults) {
  Served Program("#include <stdio.h>\nint main(void) { int c = getchar(); printf(\"<%d>\", c); return c; }", oneByte());
  for (int I = 0; I != 200; ++I) {
    RunResult Ran = Program.run({{"stdin_0", I}, {"stdin_len", 1}});
    ASSERT_EQ(Ran.Shown.End, Ending::Returned) << Ran.Shown.Note;
    EXPECT_EQ(Ran.Shown.Code, I);
    EXPECT_EQ(Ran.Shown.Stdout, "<" + std::to_string(I) + ">");
    EXPECT_FALSE(Ran.Restarted);
  }
  EXPECT_EQ(Program.run().Shown.Stdout, "<-1>");
}

/// Probes of bytes, one after the other.
std::vector<ProbeResult> probe(Served &Program, const std::vector<int> &Bytes, int Milliseconds = 5000) {
  std::vector<InputAssignment> Inputs;
  for (int Byte : Bytes)
    Inputs.push_back(Program.input({{"stdin_0", Byte}, {"stdin_len", 1}}));
  return Program.Server->probe(Inputs, std::chrono::milliseconds(Milliseconds));
}

TEST(Server, ProbesShowWhatSingleRunsShow) {
  Served Program("#include <stdio.h>\n#include <stdlib.h>\nint Count;\n"
                 "int main(void) { int c = getchar(); if (c == 9) abort(); if (c != 5) printf(\"<%d>\", c + Count++);\n"
                 "  fprintf(stderr, \"%d\", c); return c; }",
                 oneByte());
  std::vector<int> Bytes = {3, 5, 9, 200, 4};
  std::vector<ProbeResult> Probes = probe(Program, Bytes);
  ASSERT_EQ(Probes.size(), Bytes.size());
  for (std::size_t I = 0; I != Bytes.size(); ++I) {
    RunResult Alone = Program.run({{"stdin_0", Bytes[I]}, {"stdin_len", 1}});
    EXPECT_TRUE(Probes[I].Shown == Alone.Shown) << outcomeText(Probes[I].Shown);
    EXPECT_EQ(Probes[I].Shown.Stderr, Bytes[I] == 9 ? "" : std::to_string(Bytes[I]));
    ASSERT_EQ(Probes[I].Coverage.size(), 100u);
    EXPECT_EQ(Probes[I].Coverage.front(), I + 1) << "each has its own";
  }
}

TEST(Server, ProbesEndWithOneThatHasToBeStopped) {
  Served Program("#include <stdio.h>\nint main(void) { int c = getchar(); while (c == 1) ; puts(\"fine\"); return c; }",
                 oneByte());
  std::vector<ProbeResult> Probes = probe(Program, {2, 1, 3}, 100);
  ASSERT_EQ(Probes.size(), 2u);
  EXPECT_EQ(Probes.front().Shown.Code, 2);
  EXPECT_EQ(Probes.back().Shown.End, Ending::TimedOut);
  EXPECT_EQ(probe(Program, {4}).front().Shown.Code, 4) << "the server goes on";
}

TEST(Server, ProbesDoNotFindFilesOfOthers) {
  Served Program("#include <stdio.h>\nint main(void) { FILE *Left = fopen(\"left\", \"r\");\n"
                 "  int c = getchar(); if (c == 1) fclose(fopen(\"left\", \"w\")); return Left ? 99 : c; }",
                 oneByte());
  for (int Round = 0; Round != 2; ++Round) {
    std::vector<ProbeResult> Probes = probe(Program, {1, 2, 1, 3});
    ASSERT_EQ(Probes.size(), 4u);
    EXPECT_EQ(Probes[1].Shown.Code, 2);
    EXPECT_EQ(Probes[3].Shown.Code, 3);
    EXPECT_EQ(Probes[0].Shown.Files.size(), 1u);
  }
}

TEST(Server, WhatConstructorsPrintBelongsToEveryProbe) {
  Served Program("#include <unistd.h>\n__attribute__((constructor)) static void begin(void) { write(1, \"a\", 1); }"
                 "int main(void) { char c; read(0, &c, 1); write(1, &c, 1); return 0; }",
                 oneByte());
  std::vector<ProbeResult> Probes = probe(Program, {'b', 'c'});
  ASSERT_EQ(Probes.size(), 2u);
  EXPECT_EQ(Probes[0].Shown.Stdout, "ab");
  EXPECT_EQ(Probes[1].Shown.Stdout, "ac");
}

TEST(Server, GlobalsStartAnewInEachRun) {
  Served Program("int Count; int main(void) { return ++Count; }");
  for (int I = 0; I != 3; ++I)
    EXPECT_EQ(Program.run().Shown.Code, 1);
}

TEST(Server, ConstructorsRunOnceBeforeAllRuns) {
  Served Program("int Value = 1; __attribute__((constructor)) static void begin(void) { Value = 5; }"
                 "int main(void) { return Value++; }");
  EXPECT_EQ(Program.run().Shown.Code, 5);
  EXPECT_EQ(Program.run().Shown.Code, 5);
}

TEST(Server, WhatConstructorsPrintBelongsToEveryRun) {
  Served Program("#include <unistd.h>\n__attribute__((constructor)) static void begin(void) { write(1, \"a\", 1); }"
                 "int main(void) { write(1, \"b\", 1); return 0; }");
  EXPECT_EQ(Program.run().Shown.Stdout, "ab");
  EXPECT_EQ(Program.run().Shown.Stdout, "ab");
}

TEST(Server, SignalsAreOutcomes) {
  Attack Program("volatile int Zero = 0; return 1 / Zero;");
  RunResult Ran = Program.attack();
  EXPECT_EQ(Ran.Shown.End, Ending::Signalled);
  EXPECT_EQ(Ran.Shown.Code, SIGFPE);
  Program.expectFine();
  // abort signals the thread by its number, which has to be the child's.
  Attack Aborts("abort();");
  EXPECT_EQ(Aborts.attack().Shown.Code, SIGABRT);
  Aborts.expectFine();
}

TEST(Server, AnExitInASignalHandlerIsAnExit) {
  Attack Program("signal(SIGALRM, leave); raise(SIGALRM);", {},
                 "static void leave(int s) { exit(30 + (s == SIGALRM)); }\n");
  RunResult Ran = Program.attack();
  EXPECT_EQ(Ran.Shown.End, Ending::Returned);
  EXPECT_EQ(Ran.Shown.Code, 31);
  Program.expectFine();
}

TEST(Server, AnEndlessLoopIsStopped) {
  Attack Program("puts(\"x\"); fflush(stdout); for (;;) ;", shortly(150));
  RunResult Ran = Program.attack();
  EXPECT_EQ(Ran.Shown.End, Ending::TimedOut);
  EXPECT_EQ(Ran.Shown.Stdout, "x\n");
  EXPECT_LT(Ran.Seconds, 5);
  Program.expectFine();
}

TEST(Server, WhoeverStopsHimselfIsEnded) {
  Attack Program("raise(SIGSTOP);", shortly(150));
  EXPECT_EQ(Program.attack().Shown.End, Ending::TimedOut);
  Program.expectFine();
}

TEST(Server, AForkBombIsStoppedAsAWhole) {
  Attack Program("for (;;) fork();", shortly(20000));
  RunResult Ran = Program.attack();
  EXPECT_EQ(Ran.Shown.Note, "it started too many processes");
  EXPECT_LT(Ran.Seconds, 15);
  Program.expectFine();
}

TEST(Server, NobodyOfARunSurvivesIt) {
  Attack Program(
      "pid_t p = fork(); if (p == 0) { setsid(); setpgid(0, 0); if (fork() == 0) { prctl(PR_SET_PDEATHSIG, 0);"
      " sleep(60); } sleep(60); } printf(\"%d\", p); fflush(stdout); _exit(0);");
  RunResult Ran = Program.attack();
  ASSERT_EQ(Ran.Shown.End, Ending::Returned) << Ran.Shown.Note;
  int Left = std::atoi(Ran.Shown.Stdout.c_str());
  ASSERT_GT(Left, 0);
  EXPECT_TRUE(isGone(Left));
  Program.expectFine();
}

TEST(Server, NobodySurvivesTheServer) {
  int Left = 0;
  {
    Attack Program("pid_t p = fork(); if (p == 0) { prctl(PR_SET_PDEATHSIG, 0); for (;;) sleep(60); }"
                   "printf(\"%d\", p); fflush(stdout); kill(getppid(), SIGKILL); sleep(60);",
                   shortly(300));
    Left = std::atoi(Program.attack().Shown.Stdout.c_str());
    ASSERT_GT(Left, 0);
  }
  EXPECT_TRUE(isGone(Left));
}

TEST(Server, ARunCannotSignalItsServer) {
  Attack Program("int r = 0; pid_t s = getppid();"
                 "r |= kill(s, SIGKILL) == 0; r |= (kill(-s, SIGKILL) == 0) << 1; r |= (kill(-1, SIGKILL) == 0) << 2;"
                 "r |= (syscall(SYS_tgkill, s, s, SIGKILL) == 0) << 3; r |= (syscall(SYS_tkill, s, SIGKILL) == 0) << 4;"
                 "int d = syscall(SYS_pidfd_open, s, 0); r |= (d >= 0) << 5;"
                 "struct rlimit z = {0, 0}; r |= (prlimit(s, RLIMIT_CPU, &z, 0) == 0) << 6;"
                 "return r;");
  RunResult Ran = Program.attack();
  EXPECT_EQ(Ran.Shown.End, Ending::Returned) << Ran.Shown.Note;
  EXPECT_EQ(Ran.Shown.Code, 0);
  EXPECT_FALSE(Ran.Restarted);
  Program.expectFine();
}

TEST(Server, ARunCannotSignalAnyoneOutside) {
  if (lacks("Landlock scopes"))
    GTEST_SKIP() << "this kernel has no Landlock scopes: signals to other processes are not stopped";
  pid_t Other = fork();
  if (Other == 0)
    for (;;)
      pause();
  Attack Program("return kill(" + std::to_string(Other) + ", SIGKILL) == 0 || kill(" + std::to_string(getpid()) +
                 ", SIGTERM) == 0;");
  EXPECT_EQ(Program.attack().Shown.Code, 0);
  EXPECT_EQ(kill(Other, 0), 0);
  EXPECT_EQ(waitpid(Other, nullptr, WNOHANG), 0) << "it lives";
  kill(Other, SIGKILL);
  waitpid(Other, nullptr, 0);
}

TEST(Server, WhereTheServerDiesTheNextRunHasAnother) {
  Attack Program("return 0;");
  kill(Program.Server->process(), SIGKILL);
  RunResult Ran = Program.attack();
  EXPECT_EQ(Ran.Shown.End, Ending::Failed);
  EXPECT_TRUE(Ran.Restarted);
  EXPECT_NE(Ran.Shown.Note.find("server"), std::string::npos) << Ran.Shown.Note;
  Program.expectFine(/*SameServer=*/false);
}

TEST(Server, ThereIsNoNetwork) {
  if (lacks("network"))
    GTEST_SKIP() << "this kernel cannot take the network away";
  Attack Program("return socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_INET6, SOCK_DGRAM, 0) >= 0;");
  EXPECT_EQ(Program.attack().Shown.Code, 0);
}

TEST(Server, NothingOutsideIsChanged) {
  if (lacks("no Landlock:"))
    GTEST_SKIP() << "this kernel has no Landlock: files are not protected";
  std::string Outside = VERNIER_BINARY_DIR "/vernier-outside-" + std::to_string(getpid());
  std::ofstream(Outside) << "mine";
  chmod(Outside.c_str(), 0644);
  Attack Program(
      "int r = 0; int d = open(FILE_, O_WRONLY); r |= d >= 0;"
      "r |= (open(FILE_ \"2\", O_CREAT | O_WRONLY, 0600) >= 0) << 1; r |= (unlink(FILE_) == 0) << 2;"
      "r |= (truncate(FILE_, 0) == 0) << 3; r |= (chmod(FILE_, 0) == 0) << 4;"
      "d = open(FILE_, O_RDONLY); r |= (fchmod(d, 0) == 0) << 5;"
      "r |= (utimensat(AT_FDCWD, FILE_, 0, 0) == 0) << 6; r |= (rename(FILE_, \"here\") == 0) << 7; return r;",
      {}, "#define FILE_ \"" + Outside + "\"\n");
  RunResult Ran = Program.attack();
  EXPECT_EQ(Ran.Shown.Code, 0);
  struct stat Found;
  ASSERT_EQ(stat(Outside.c_str(), &Found), 0);
  EXPECT_EQ(Found.st_mode & 07777, 0644u);
  EXPECT_EQ(Found.st_size, 4);
  fs::remove(Outside);
}

TEST(Server, WhatARunLeavesIsNotThereForTheNext) {
  Attack Program(
      "mkdir(\"d\", 0700); mkdir(\"d/e\", 0); int f = open(\"d/x\", O_CREAT | O_WRONLY, 0); write(f, \"x\", 1);"
      "symlink(\"/\", \"d/link\"); FILE *o = fopen(\"left\", \"w\"); return o == 0 || access(\"d/x\", F_OK);");
  EXPECT_EQ(Program.attack().Shown.Code, 0);
  Program.expectFine();
  // It would fail if it found its own traces.
  Attack Again("if (access(\"left\", F_OK) == 0) return 1; fclose(fopen(\"left\", \"w\")); return 2;");
  EXPECT_EQ(Again.attack().Shown.Code, 2);
  EXPECT_EQ(Again.attack().Shown.Code, 2);
}

TEST(Server, AFullDirectoryEndsTheRun) {
  Attack Program(
      "static char b[1 << 20]; memset(b, 1, sizeof b);"
      "for (int i = 0;; i++) { char n[20]; sprintf(n, \"f%d\", i); int d = open(n, O_CREAT | O_WRONLY, 0600);"
      "for (int j = 0; j < 32; j++) write(d, b, sizeof b); close(d); }",
      shortly(20000));
  RunResult Ran = Program.attack();
  EXPECT_EQ(Ran.Shown.End, Ending::Failed);
  EXPECT_NE(Ran.Shown.Note.find("directory"), std::string::npos) << Ran.Shown.Note;
  EXPECT_LT(Ran.Seconds, 15);
  Program.expectFine();
}

TEST(Server, EndlessOutputEnds) {
  Attack Program("for (;;) if (puts(\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\") < 0) return 1;",
                 shortly(20000));
  RunResult Ran = Program.attack();
  EXPECT_TRUE(Ran.Shown.Truncated);
  EXPECT_FALSE(Ran.Shown.comparable());
  EXPECT_EQ(Ran.Shown.Stdout.size(), RunLimits{}.Output);
  Program.expectFine();
}

TEST(Server, OutputCannotBeTakenFromTheNextRun) {
  Attack Program("fcntl(1, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW); fcntl(1, F_SETFL, O_APPEND | O_NONBLOCK);"
                 "ftruncate(1, 100000); lseek(1, 5000, SEEK_SET); fcntl(1, F_SETPIPE_SZ, 4096);"
                 "fcntl(2, F_SETFL, O_NONBLOCK | O_ASYNC);");
  Program.attack();
  Program.expectFine();
}

TEST(Server, MemoryIsBounded) {
  RunLimits Limits;
  Limits.Memory = 256 << 20;
  Limits.Time = std::chrono::seconds(30); // a busy machine is slow to give memory
  Attack Program(
      "long n = 0; for (;;) { char *p = mmap(0, 16 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, "
      "-1, 0); if (p == MAP_FAILED) return n < 20 ? 3 : 4; memset(p, 1, 16 << 20); n++; }",
      Limits);
  EXPECT_EQ(Program.attack().Shown.Code, 3);
  Program.expectFine();
}

TEST(Server, ACorruptedArenaHurtsNobody) {
  Attack Program(
      "memset(vernier_arena, 0xff, vernier_arena->Total);", {},
      "#include <stdint.h>\nstruct A { uint32_t m, v; uint64_t Total; };\nextern struct A *vernier_arena;\n");
  RunResult Ran = Program.attack();
  EXPECT_EQ(Ran.Shown.End, Ending::Returned) << Ran.Shown.Note;
  VernierArena Head;
  std::memcpy(&Head, Ran.Trace.data(), sizeof Head);
  EXPECT_EQ(Head.NodeCount, 0xffffffffu) << "the reader gets what the run left";
  RunResult After = Program.run({{"stdin_0", 2}, {"stdin_len", 1}});
  std::memcpy(&Head, After.Trace.data(), sizeof Head);
  EXPECT_EQ(Head.Magic, unsigned(VernierArenaMagic));
  EXPECT_LT(Head.NodeCount, 10u);
  Program.expectFine();
}

TEST(Server, ConstructorsThatCannotBeSharedAreRefused) {
  Served Threads(
      std::string(Includes) +
      "static void *wait_(void *p) { pause(); return p; }"
      "__attribute__((constructor)) static void begin(void) { pthread_t t; pthread_create(&t, 0, wait_, 0); }"
      "int main(void) { return 0; }");
  EXPECT_FALSE(Threads.Server);
  EXPECT_NE(Threads.Failure.find("thread"), std::string::npos) << Threads.Failure;
  Served Exits("#include <stdlib.h>\n__attribute__((constructor)) static void begin(void) { exit(3); }"
               "int main(void) { return 0; }");
  EXPECT_FALSE(Exits.Server);
  EXPECT_NE(Exits.Failure.find("status 3"), std::string::npos) << Exits.Failure;
}

TEST(Server, WhatIsNotDeterminedByTheInputIsSeen) {
  Served Steady("#include <stdio.h>\nint main(void) { int x; printf(\"%p %p\", (void *)&x, (void *)main); return 0; }");
  Repetition Same = Steady.Server->runTwice(Steady.input());
  EXPECT_TRUE(Same.SameOutcome) << Same.First.Shown.Stdout << " / " << Same.Second.Shown.Stdout;
  EXPECT_TRUE(Same.SameTrace);
  Served Varying("#include <stdio.h>\n#include <unistd.h>\nint main(void) { printf(\"%d\", getpid()); return 0; }");
  EXPECT_FALSE(Varying.Server->runTwice(Varying.input()).SameOutcome);
}

TEST(Server, SeveralServersWorkAtTheSameTime) {
  Served First("int main(void) { return 1; }"), Second("int main(void) { return 2; }");
  for (int I = 0; I != 5; ++I) {
    EXPECT_EQ(First.run().Shown.Code, 1);
    EXPECT_EQ(Second.run().Shown.Code, 2);
  }
}

} // namespace
