// What a run finds of an ordinary machine: a private /tmp, a home directory, files that everybody can read and no
// others.

#include "Served.h"

#include <fstream>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

using namespace vernier;
using namespace vernier::test;
namespace fs = std::filesystem;

namespace {

bool lacks(const std::string &Protection) {
  for (const std::string &Line : missingProtections())
    if (Line.find(Protection) != std::string::npos)
      return true;
  return false;
}

/// Fails if it finds what an earlier run has left, or if anything that it is offered does not work.
constexpr const char *Temporary = R"text(
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int count(const char *name) {
  DIR *d = opendir(name);
  int n = 0;
  while (d && readdir(d)) n++;
  return d ? n - 2 : -1;
}
int main(void) {
  char name[] = "/tmp/fileXXXXXX", file[100];
  if (count(".") != 0 || count("/tmp") != 2) return 1;
  FILE *t = tmpfile();
  if (!t || fputs("hello", t) < 0 || fseek(t, 0, SEEK_SET) || !fgets(file, sizeof file, t) || strcmp(file, "hello"))
    return 2;
  if (mkstemp(name) < 0 || access(name, F_OK)) return 3;
  const char *home = getenv("HOME");
  if (!home || count(home) != 0) return 4;
  snprintf(file, sizeof file, "%s/.config", home);
  if (mkdir(file, 0700) || count(home) != 1) return 5;
  if (!freopen("own", "w", stderr) || count(".") != 1) return 6;
  return 0;
}
)text";

TEST(ScratchArea, HasAPrivateTemporaryDirectoryAndAHome) {
  if (lacks("no mount namespaces"))
    GTEST_SKIP() << "this user can have no mount namespace here";
  Runnable Plain(Temporary, InputOptions{});
  Served Server(Temporary);
  for (int I = 0; I != 2; ++I) {
    EXPECT_EQ(Plain.run().Code, 0);
    EXPECT_EQ(Server.run().Shown.Code, 0);
  }
}

TEST(ScratchArea, ADirectoryThatWasMovedAwayIsMadeAgain) {
  if (lacks("no mount namespaces"))
    GTEST_SKIP() << "this user can have no mount namespace here";
  Served Server("#include <stdio.h>\n#include <unistd.h>\nint main(void) { if (access(\"/tmp/other\", F_OK) == 0)"
                " return 1; rename(\"/tmp/work\", \"/tmp/other\"); rmdir(\"/tmp/home\"); return 2; }");
  EXPECT_EQ(Server.run().Shown.Code, 2);
  RunResult Again = Server.run();
  if (Again.Shown.End == Ending::Failed)
    Again = Server.run();
  EXPECT_EQ(Again.Shown.Code, 2) << Again.Shown.Note;
}

/// Whom a run leaves behind becomes a child of the test, and stays in the group of the run until the test has reaped
/// him: a run that is over is never alone as long as this lives.
struct KeepsTheGroup {
  KeepsTheGroup() { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
  ~KeepsTheGroup() {
    prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
    while (waitpid(-1, nullptr, 0) > 0)
      ;
  }
};

/// Plain runs of one build use a directory after each other, but not one whose run has left somebody: he might still
/// write. The program shows when its directory was made.
TEST(ScratchArea, WhereSomebodyIsLeftNobodyRunsAgain) {
  InputOptions OneByte;
  OneByte.Stdin = 1;
  Runnable Plain("#include <stdio.h>\n#include <sys/stat.h>\n#include <unistd.h>\n"
                 "int main(void) { struct stat s; stat(\".\", &s);"
                 " printf(\"%lld.%09ld\\n\", (long long)s.st_mtim.tv_sec, s.st_mtim.tv_nsec); fflush(stdout);"
                 " usleep(20000); if (getchar() == 'f' && fork() == 0) { close(1); close(2); pause(); }"
                 " return 0; }",
                 OneByte);
  auto DirectoryOf = [&](char Letter) { return Plain.run({{"stdin_len", 1}, {"stdin_0", Letter}}).Stdout; };
  std::string First = DirectoryOf('n');
  EXPECT_EQ(DirectoryOf('n'), First);
  {
    KeepsTheGroup Keeping;
    EXPECT_EQ(DirectoryOf('f'), First);
  }
  EXPECT_NE(DirectoryOf('n'), First);
}

/// Who leaves the group of his run is not ended with it.
TEST(ScratchArea, NobodyWhoLeftAnEarlierPlainRunWritesIntoIt) {
  Runnable Plain("#include <fcntl.h>\n#include <unistd.h>\nint main(void) { if (access(\"late\", F_OK) == 0) return 1;"
                 " if (fork() == 0) { setsid(); close(0); close(1); close(2);"
                 " for (int i = 0; i != 400; i++) { close(creat(\"late\", 0600)); usleep(500); } _exit(0); }"
                 " usleep(10000); unlink(\"late\"); return 2; }",
                 InputOptions{});
  for (int I = 0; I != 12; ++I)
    ASSERT_EQ(Plain.run().Code, 2) << "run " << I;
}

TEST(ScratchArea, APlainRunThatMovesItAwayLeavesNothingToTheNext) {
  if (lacks("no mount namespaces"))
    GTEST_SKIP() << "this user can have no mount namespace here";
  Runnable Plain("#include <stdio.h>\n#include <unistd.h>\nint main(void) { if (access(\"/tmp/other\", F_OK) == 0)"
                 " return 1; rename(\"/tmp/work\", \"/tmp/other\"); rmdir(\"/tmp/home\"); return 2; }",
                 InputOptions{});
  for (int I = 0; I != 3; ++I)
    EXPECT_EQ(Plain.run().Code, 2);
}

TEST(ScratchArea, OnlyWhatEverybodyCanReadIsRead) {
  if (geteuid() != 0 || lacks("no Landlock:"))
    GTEST_SKIP() << "only root could read more, and Landlock has to stop it";
  std::string Text =
      "#include <dirent.h>\n#include <stdio.h>\nint main(void) { if (fopen(\"/etc/shadow\", \"r\")) return 1;"
      " if (!fopen(\"/etc/passwd\", \"r\")) return 2; if (!opendir(\"/usr/lib\")) return 3;"
      " if (!fopen(\"/proc/self/status\", \"r\")) return 4; if (!fopen(\"/dev/urandom\", \"r\")) return 5;"
      " return opendir(\"/root\") ? 6 : 0; }";
  int Wanted = (fs::status("/root").permissions() & fs::perms::others_read) == fs::perms::none ? 0 : 6;
  EXPECT_EQ(run(Text, InputOptions{}).Code, Wanted);
  EXPECT_EQ(Served(Text).run().Shown.Code, Wanted);
}

TEST(ScratchArea, HomeCanBeAnInput) {
  InputOptions Options;
  Options.Environment = {{"HOME", 2}};
  Runnable Plain("#include <stdlib.h>\nint main(void) { return getenv(\"HOME\")[0]; }", Options);
  std::map<std::string, std::int64_t> Input = {{"env_HOME_0", 'x'}};
  for (const InputLeaf &Leaf : Plain.Space.Leaves)
    if (Leaf.Bits == 1)
      Input[Leaf.Name] = 1; // it is set
  EXPECT_EQ(Plain.run(Input).Code, 'x');
}

} // namespace
