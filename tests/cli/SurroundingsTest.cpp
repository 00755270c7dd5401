// What a program asks of the world is input or a named assumption (docs/traps.md#trap-19): each pair differs in some
// surroundings.

#include "CommandLine.h"

#include <gtest/gtest.h>

using namespace vernier::test;
namespace json = llvm::json;

namespace {

const char *Headers =
    "#define _GNU_SOURCE\n#include <errno.h>\n#include <fcntl.h>\n#include <locale.h>\n#include <signal.h>\n"
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/stat.h>\n"
    "#include <time.h>\n#include <unistd.h>\n";

std::vector<std::string> assumptions(const json::Object &Document) {
  std::vector<std::string> Codes;
  for (const json::Value &Each : *Document.getArray("assumptions"))
    Codes.push_back(Each.getAsString()->str());
  return Codes;
}

/// One program that asks many things one after the other; what it does with the answers has changed.
std::string asking(const std::vector<std::string> &Questions, const std::string &Text) {
  std::string Source = std::string(Headers) + "extern char **environ;\nint main(int argc, char **argv) {\n";
  for (const std::string &Each : Questions)
    Source += "  if (" + Each + ") puts(\"" + Text + "\");\n";
  return Source + "  return 0;\n}\n";
}

/// The world's answers lead to no change: nothing is proved of the change, and each of these is assumed.
void expectAssumed(const std::vector<std::pair<std::string, std::string>> &Asked) {
  CommandLine At;
  std::vector<std::string> Questions;
  for (const auto &[Question, Assumption] : Asked)
    Questions.push_back(Question);
  At.write("old.c", asking(Questions, "a"));
  At.write("new.c", asking(Questions, "b"));
  json::Object Document = At.json("verify old.c new.c --argv 0", 4);
  EXPECT_EQ(Document.getObject("reason")->getString("code"), "no-input-reaches-change");
  std::vector<std::string> Codes = assumptions(Document);
  for (const auto &[Question, Assumption] : Asked)
    EXPECT_TRUE(llvm::is_contained(Codes, "surroundings: " + Assumption)) << Question;
  EXPECT_EQ(llvm::count_if(Codes, [](llvm::StringRef Code) { return Code.starts_with("surroundings"); }),
            Document.getArray("surroundings")->size());
}

TEST(Surroundings, IdsTerminalsAndNames) {
  expectAssumed({{"getenv(\"DEBUG\")", "getenv(\"DEBUG\") is unset"},
                 {"secure_getenv(\"TRACE\")", "secure_getenv(\"TRACE\") is unset"},
                 {"isatty(0)", "isatty(0) is 0"},
                 {"fopen(\"app.conf\", \"r\")", "file app.conf does not exist"},
                 {"access(\"other.conf\", R_OK) == 0", "file other.conf does not exist"},
                 {"strcmp(argv[0], \"other\") == 0", "argv[0] is \"program\""},
                 {"strcmp(setlocale(LC_ALL, \"\"), \"C\") != 0", "setlocale(\"\") is \"C\""},
                 {"getchar() == 'h'", "standard input is empty"},
                 {"putchar('x') < 0", "output can be written"},
                 {"lseek(0, 0, SEEK_CUR) == 77", "lseek() as in the run"},
                 {"fcntl(9, F_GETFD) >= 0", "fcntl() as in the run"},
                 {"signal(SIGHUP, SIG_DFL) == SIG_IGN", "signal() as in the run"},
                 {"time(0) < 0", "time() as in the run"},
                 {"rand() < 0", "rand() as in the run"},
                 {"getpid() < 0", "getpid() as in the run"}});
}

TEST(Surroundings, WhatIsSeenWithoutACall) {
  expectAssumed({{"environ[77 - 77] == 0", "environ as in the run"},
                 {"program_invocation_name == 0", "program_invocation_name as in the run"}});
}

TEST(Surroundings, AFunctionCalledThroughAPointerAsksToo) {
  CommandLine At;
  const std::string Source = std::string(Headers) + "static char *(*const ask)(const char *) = getenv;\n"
                                                    "int main(void) { if (ask(\"DEBUG\")) puts(\"a\"); return 0; }\n";
  At.write("old.c", Source);
  At.write("new.c", std::string(Headers) + "static char *(*const ask)(const char *) = getenv;\n"
                                           "int main(void) { if (ask(\"DEBUG\")) puts(\"b\"); return 0; }\n");
  json::Object Document = At.json("verify old.c new.c", 4);
  EXPECT_TRUE(llvm::any_of(assumptions(Document),
                           [](llvm::StringRef Code) { return Code.starts_with("surroundings: getenv"); }));
}

TEST(Surroundings, ConstructorsAskForAllRuns) {
  CommandLine At;
  const std::string Source =
      std::string(Headers) +
      "static int tty; __attribute__((constructor)) static void init(void) { tty = isatty(1); }\n"
      "int main(void) { if (tty) puts(\"TEXT\"); return 0; }\n";
  At.write("old.c", Source);
  At.write("new.c", std::string(Source).replace(Source.find("TEXT"), 4, "NEW"));
  EXPECT_TRUE(llvm::is_contained(assumptions(At.json("verify old.c new.c", 4)), "surroundings: isatty(1) is 0"));
}

TEST(Surroundings, WhoAsksNothingAssumesNothing) {
  CommandLine At;
  const std::string Source = std::string(Headers) + "int main(int c, char **v) {\n"
                                                    "  for (int i = 1; i < c; i++) puts(v[i]);\n"
                                                    "  setlocale(LC_ALL, \"C\");\n";
  At.write("old.c", Source + "  if (c > 5) puts(\"a\");\n  return 0;\n}\n");
  At.write("new.c", Source + "  if (c > 5) puts(\"b\");\n  return 0;\n}\n");
  json::Object Document = At.json("verify old.c new.c --argv 1x1", 4);
  EXPECT_TRUE(Document.getArray("surroundings")->empty());
}

const char *OldDebug = "#include <stdio.h>\n#include <stdlib.h>\n"
                       "int main(void) { if (getenv(\"DEBUG\")) puts(\"a\"); return 0; }\n";
const char *NewDebug = "#include <stdio.h>\n#include <stdlib.h>\n"
                       "int main(void) { if (getenv(\"DEBUG\")) puts(\"b\"); return 0; }\n";

TEST(Surroundings, VariablesThatTheProgramNamesCanBeInput) {
  CommandLine At;
  At.write("old.c", OldDebug);
  At.write("new.c", NewDebug);
  json::Object Found = At.json("verify old.c new.c --env auto --out tests", 1);
  EXPECT_TRUE(Found.getArray("surroundings")->empty());
  ASSERT_EQ(Found.getArray("partitions")->size(), 2u); // set and not set
  ASSERT_EQ(At.run("clang-19 -o old old.c").Code, 0);
  Ran Tests = At.run("tests/run-tests.sh old");
  EXPECT_EQ(Tests.Code, 0) << Tests.Out << Tests.Err;
  EXPECT_EQ(At.run("vernier replay tests old.c").Code, 0);
}

TEST(Surroundings, CheckMakesFewVariablesInput) {
  CommandLine At;
  At.write("old.c", OldDebug);
  At.write("new.c", NewDebug);
  json::Object Document = At.json("check old.c new.c", 1);
  EXPECT_EQ(Document.getString("verdict"), "different");
}

TEST(Surroundings, CheckListsWhatWasAsked) {
  CommandLine At;
  const std::string Source = std::string(Headers) + "int main(void) { if (isatty(1)) puts(\"TEXT\"); return 0; }\n";
  At.write("old.c", Source);
  At.write("new.c", std::string(Source).replace(Source.find("TEXT"), 4, "NEW"));
  json::Object Document = At.json("check old.c new.c", 4);
  const json::Array &Asked = *Document.getArray("surroundings");
  ASSERT_EQ(Asked.size(), 1u);
  EXPECT_EQ(Asked[0].getAsObject()->getString("asked"), "isatty(1)");
  EXPECT_EQ(Asked[0].getAsObject()->getString("told"), "is 0");
  EXPECT_TRUE(Asked[0].getAsObject()->getObject("location"));
}

TEST(Surroundings, AFunctionReadsStandardInput) {
  CommandLine At;
  At.write("old.c", "#include <stdio.h>\nint f(int x) { return getchar() == 'q' ? 1 : x; }\n");
  At.write("new.c", "#include <stdio.h>\nint f(int x) { return getchar() == 'q' ? 2 : x; }\n");
  json::Object Empty = At.json("verify old.c new.c --entry f", 0);
  EXPECT_TRUE(llvm::is_contained(assumptions(Empty), "surroundings: standard input is empty"));
  json::Object Given = At.json("verify old.c new.c --entry f --stdin 1 --out tests", 1);
  EXPECT_EQ(Given.getString("verdict"), "different");
  EXPECT_EQ(At.run("vernier replay tests old.c").Code, 0);
}

TEST(Surroundings, WhatWasAssumedOnTheCommandLineIsNamed) {
  CommandLine At;
  At.write("old.c", "int f(int x) { return x > 5; }\n");
  At.write("new.c", "int f(int x) { return x > 6; }\n");
  json::Object Document = At.json("verify old.c new.c --entry f --no-bounded --assume 'x < 3'", 0);
  EXPECT_TRUE(llvm::is_contained(assumptions(Document), "assume x < 3"));
}

} // namespace
