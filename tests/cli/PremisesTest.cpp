// What only a caller, another machine or another step of the build could see is named next to a claim, or nothing is
// claimed. Each pair differs for somebody.

#include "CommandLine.h"
#include "support/PairText.h"

#include <gtest/gtest.h>

using namespace vernier::test;
using vernier::Side;
namespace json = llvm::json;

namespace {

struct PremiseCase {
  const char *Name;
  std::string Text;       ///< of both versions (support/PairText.h)
  const char *Assumption; ///< what an `equal` must name; null: there must be none
  const char *File = "c";
  const char *Flags = "";
};

void PrintTo(const PremiseCase &Case, std::ostream *To) {
  *To << Case.Name;
}

const PremiseCase Cases[] = {
    {"AllocationThatFails",
     "#include <stdlib.h>\nint f(int x) { char *p = malloc(4); if (!p) return <<1||2>>; free(p); return x; }",
     "allocation-succeeds"},
    {"AnErrorNumberThatIsReset", "#include <errno.h>\nint f(int x) { <<errno = 0;||>> return x; }",
     "errno-starts-zero"},
    {"AnotherThread", "int v;\nint f(int x) { <<__sync_fetch_and_add(&v, x);||v += x;>> return 0; }", "one-thread"},
    {"AVolatileVariable", "volatile int v;\nint f(int x) { return <<v - v + x||x>>; }", "volatile-as-memory"},
    {"AVolatileVariableOfAProgram",
     "#include <stdio.h>\nint volatile v = 1;\nint main(int c, char **a) { <<if (v == v)||>> puts(\"a\"); return 0; }",
     "volatile-as-memory", "c", "--entry main --argv 1x1"},
    {"ARegisterOfADevice", "int f(int x) { return <<x + 0 * *(volatile int *)0x40001000||x>>; }", nullptr},
    {"ARegisterInATable",
     "static volatile int *const where[2] = {(volatile int *)0x40001000, (volatile int *)0x40002000};\n"
     "int f(int x) { <<int v = *where[x & 1]; return v - v||return 0>>; }",
     nullptr},
    {"AVolatileVariableThatAHandlerChanges",
     "#include <signal.h>\nstatic volatile sig_atomic_t v; static void h(int s) { v = s; }\n"
     "int main(int c, char **a) { signal(SIGINT, h); <<int p = v, q = v; return p != q||return 0>>; }",
     nullptr, "c", "--entry main --argv 1x1"},
    {"AVolatileVariableThatAThreadChanges",
     "#include <pthread.h>\nstatic volatile int v; static void *t(void *p) { v = 1; return p; }\n"
     "int main(int c, char **a) { pthread_t i; pthread_create(&i, 0, t, 0); <<int p = v, q = v; return p != q||"
     "return 0>>; }",
     nullptr, "c", "--entry main --argv 1x1"},
    {"AWeakConstant", "__attribute__((weak)) const int k = 3;\nint f(int x) { return x + <<k||3>>; }",
     "weak-definitions"},
    {"AWeakAlias",
     "int impl(int x) { return x + 1; }\nint g(int) __attribute__((weak, alias(\"impl\")));\n"
     "int f(int x) { return <<g||impl>>(x); }",
     "weak-definitions"},
    {"AWeakDeclaration", "extern int g(int) __attribute__((weak));\nint f(int x) { return <<g ? g(x) : x||x>>; }",
     "weak-definitions"},
    {"AProductAndASum",
     "int f(int x) { double a = 1 + x * 0x1p-40; <<double r = a * a - a * a;||double p = a * a, r = p - p;>> return r "
     "== 0; }",
     "fast-math", "c", "--cflag=-mfma"},
    {"BitsOfNoNumber",
     "#include <string.h>\nint f(float a, float c) { float s = <<a + c||c + a>>; int r; memcpy(&r, &s, 4); return r; }",
     "one-nan"},
    {"FlagsOfFloatingPoint", "int f(double x) { return <<x > 1.0||x == x ? x > 1.0 : 0>>; }", "round-to-nearest"},
    {"AHandlerOfAbort", "#include <stdlib.h>\nint g; int f(int x) { if (x == 4) { g = <<1||2>>; abort(); } return x; }",
     "no-handlers"},
    {"AHandlerOfATrap", "int g; int f(int x) { <<g = 1; return 8 / x;||int r = 8 / x; g = 1; return r;>> }",
     "no-handlers"},
    {"PiecesOfOutput",
     "#include <stdio.h>\nvoid f(int x) { <<printf(\"ab\");||printf(\"a\"); printf(\"b\");>> if (x == 3) puts(\"c\"); "
     "}",
     "events-unseen"},
    {"WritingPastTheStream",
     "#include <stdio.h>\n#include <unistd.h>\nvoid f(int x) { if (x == 3) <<write(1, \"a\", 1);||putchar('a');>> }",
     "events-unseen"},
    {"AnotherLocale", "#include <string.h>\nint f(char *a) { return <<strcoll||strcmp>>(a, \"b\") < 0; }", "c-locale"},
    {"AFunctionThatIsReturned",
     "static int a(int x) { return x; } static int b(int x) { return x <<||+ (x == 9)>>; }\n"
     "int (*f(int x))(int) { return x == 5 ? b : a; }",
     "left-functions: b"},
    {"AFunctionThatIsStored",
     "int (*g)(int); static int b(int x) { return x <<||+ (x == 9)>>; }\nint f(int x) { if (x == 5) g = b; return 0; }",
     "left-functions: b"},
    {"AVirtualFunction",
     "struct A { virtual int g(int x) { return x; } }; struct B : A { int g(int x) override { return x <<||+ (x == "
     "9)>>; } };\nA *f(int x) { return x == 5 ? new B : new A; }",
     "left-functions: B::g(int)", "cpp"},
    {"AComparatorIsNotLeft",
     "#include <stdlib.h>\nstatic int c(const void *a, const void *b) { return <<*(char *)a - *(char *)b||"
     "-(*(char *)b - *(char *)a)>>; }\nint f(char x) { char t[2] = {x, 1}; qsort(t, 2, 1, c); return t[0]; }",
     nullptr},
    {"AnExceptionWithAnotherValue", "int f(int x) { if (x == 4) throw <<1||2>>; return x; }", nullptr, "cpp"},
    {"AnExceptionAndMemory", "int g; int f(int x) { if (x == 4) { g = <<1||2>>; throw 1; } return x; }", nullptr,
     "cpp"},
    {"TheErrorNumberOfANumber",
     "#include <stdlib.h>\n#include <errno.h>\nlong f(const char *s) { if (s[0] != '9') return 0; <<||int e = errno;>> "
     "long v = strtol(s, 0, 10); <<||errno = e;>> return v; }",
     nullptr, "c", "--length s=21"},
    {"TheErrorNumberOfARoot", "#include <math.h>\nint f(double a) { <<return sqrt(a) < 0 ? 1 : 2||return 2>>; }",
     nullptr},
    {"TheErrorNumberOfALogarithm", "#include <math.h>\nint f(double a) { <<return log(a) == 0 ? 2 : 2||return 2>>; }",
     nullptr},
    {"TheErrorNumberOfABase", "#include <stdlib.h>\nint f(int b) { <<strtol(\"5\", 0, b); return 2||return 2>>; }",
     nullptr},
    {"TheEndOfAVeryLargeArray",
     "int big[70000]; int f(int x) { big[0] = x; <<||if (x == 9) big[69999] = 1;>> return x; }", nullptr},
    {"PointersInAVeryLargeArray",
     "char *big[70000]; int f(int x) { big[0] = 0; <<||if (x == 9) big[69999] = \"a\";>> return x; }", nullptr},
    {"AVariableThatOnlyOneVersionHas", "<<||int made;>>\nint f(int x) { <<||made = x;>> return x; }",
     "unpaired-globals"},
    {"TheModeOfAFile",
     "#include <fcntl.h>\n#include <unistd.h>\nvoid f(int x) { int d = open(\"o\", O_CREAT | O_WRONLY, x == 3 ? "
     "<<0600||0644>> : 0600); if (d >= 0) close(d); }",
     nullptr},
    {"WhoMayReadAFile", "#include <sys/stat.h>\nvoid f(int x) { if (x == 3) chmod(\"o\", <<0600||0644>>); }", nullptr},
    {"PointersIntoTheMiddle",
     "void f(int *p, int *q) { <<for (int i = 0; i < 3; i++)||for (int i = 2; i >= 0; i--)>> p[i] = q[i]; }",
     "no-partial-overlap", "c", "--may-alias p,q"},
    {"AVariableThatIsSetUnlessItIs",
     "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { setenv(\"A\", \"zz\", <<0||1>>); puts(getenv(\"A\")); "
     "return 0; }",
     nullptr, "c", "--entry main --env A=2"},
    {"AVariableThatTheLibraryReads",
     "#include <stdio.h>\n#include <time.h>\nint main(void) { time_t t = 18000; struct tm *m = "
     "<<localtime||gmtime>>(&t); printf(\"%d\", m->tm_hour); return 0; }",
     nullptr, "c", "--entry main --env TZ=4"},
    {"AFileThatIsNotThere",
     "#include <stdio.h>\nint main(void) { FILE *p = fopen(\"in.txt\", \"r\"); if (!p) { puts(\"<<a||b>>\"); return 1; "
     "} "
     "int c = fgetc(p); fclose(p); return <<c == 'a'||'a' == c>>; }",
     "surroundings: file in.txt is there, and can be read and written", "c", "--entry main --file in.txt=2"},
    {"TheEndOfInput", "#include <stdio.h>\nvoid f(int x) { <<||if (x == 3) clearerr(stdin);>> }", nullptr},
    {"TheOrderOfBothStreams",
     "#include <stdio.h>\nint main(void) { <<fputs(\"a\", stdout); fflush(stdout); fputs(\"b\", stderr);||"
     "fputs(\"b\", stderr); fputs(\"a\", stdout); fflush(stdout);>> return 0; }",
     "surroundings: standard output and standard error do not go to the same place", "c", "--entry main"},
    {"ReadingAhead",
     "#include <stdio.h>\n#include <unistd.h>\nint main(void) { char b = 0; int c = getchar(); long n = "
     "<<read(0, &b, 1)||(long)fread(&b, 1, 1, stdin)>>; printf(\"%d %ld\", c, n); return 0; }",
     nullptr, "c", "--entry main --stdin 2"},
};

class PremisesTest : public testing::TestWithParam<PremiseCase> {};

bool isNamed(const json::Object &Document, llvm::StringRef Assumption) {
  return llvm::any_of(*Document.getArray("assumptions"),
                      [&](const json::Value &Code) { return Code.getAsString() == Assumption; });
}

TEST_P(PremisesTest, AreNamedOrNothingIsClaimed) {
  const PremiseCase &Case = GetParam();
  CommandLine At;
  std::string Old = std::string("old.") + Case.File, New = std::string("new.") + Case.File;
  At.write(Old, textOf(Case.Text, Side::Old) + "\n");
  At.write(New, textOf(Case.Text, Side::New) + "\n");
  std::string Entry = std::string(Case.Flags).find("--entry") == std::string::npos ? " --entry f " : " ";
  bool IsEqualSomewhere = false;
  for (const char *Mode : {"", "--only-bounded", "--no-bounded", "--no-bounded --no-slice"}) {
    Ran Said = At.run("vernier verify " + Old + " " + New + Entry + Case.Flags + " --time 8s --json - " + Mode);
    auto Document = json::parse(Said.Out);
    ASSERT_TRUE(bool(Document)) << Said.Out << Said.Err;
    const json::Object &Result = *Document->getAsObject();
    if (Result.getString("verdict") != "equal")
      continue;
    IsEqualSomewhere = true;
    if (std::string(Case.Name) == "AComparatorIsNotLeft")
      EXPECT_FALSE(llvm::any_of(*Result.getArray("assumptions"), [](const json::Value &Code) {
        return Code.getAsString()->starts_with("left-functions");
      })) << Mode;
    else if (!Case.Assumption)
      ADD_FAILURE() << "equal: " << Mode;
    else
      EXPECT_TRUE(isNamed(Result, Case.Assumption)) << Mode << "\n" << Said.Out.substr(0, 2000);
  }
  // Else the premise is not what is tested.
  EXPECT_TRUE(IsEqualSomewhere || !Case.Assumption);
}

INSTANTIATE_TEST_SUITE_P(Premises, PremisesTest, testing::ValuesIn(Cases),
                         [](const auto &Info) { return Info.param.Name; });

TEST(FilesLeft, AreShownAndCompared) {
  CommandLine At;
  std::string Text = "#include <stdio.h>\nint main(int argc, char **argv) { if (argc > 1 && argv[1][0] == 'q') { FILE "
                     "*o = fopen(\"out.txt\", \"w\"); if (o) { fputs(\"<<yes||no>>\", o); fclose(o); } } return 0; }";
  At.write("old.c", textOf(Text, Side::Old) + "\n");
  At.write("new.c", textOf(Text, Side::New) + "\n");
  json::Object Document = At.json("verify old.c new.c --argv 1x1", 1);
  std::string Shown;
  for (const json::Value &Part : *Document.getArray("partitions"))
    if (const json::Object *After = Part.getAsObject()->getObject("new"))
      if (const json::Array *Files = After->getArray("files"))
        for (const json::Value &File : *Files)
          Shown += File.getAsObject()->getString("name")->str() + ": " + File.getAsObject()->getString("value")->str() +
                   "\n";
  EXPECT_NE(Shown.find("out.txt: file 0644 \"no\""), std::string::npos) << Shown;
  // Who does not want to know about files is not told.
  EXPECT_EQ(At.json("verify old.c new.c --argv 1x1 --observe stdout,stderr,exit", 0).getString("verdict"), "equal");
}

TEST(BuildSteps, ThatChangeWhatWasLinkedAreAssumedToBeTheSame) {
  CommandLine At;
  for (const char *Version : {"old", "new"}) {
    At.write(std::string(Version) + "/m.c", "#include <stdio.h>\nint main(void) { puts(\"VERSIONX\"); return 0; }\n");
    At.write(std::string(Version) + "/Makefile", "m: m.c\n\t$(CC) -o m m.c\n\tsed -i s/VERSIONX/VERSION" +
                                                     std::string(Version == std::string("old") ? "1" : "2") + "/ m\n");
  }
  json::Object Document = At.json("check old new --build make", 0);
  const json::Object *Summary = Document.getObject("summary");
  ASSERT_TRUE(Summary);
  std::string Text;
  llvm::raw_string_ostream(Text) << json::Value(json::Object(Document));
  EXPECT_NE(Text.find("build-steps: Makefile"), std::string::npos) << Text.substr(0, 2000);
}

TEST(PlainFiles, MacrosOfTheOptionsAreAssumed) {
  CommandLine At;
  std::string Text = "int f(int x) {\n#ifdef __OPTIMIZE__\nreturn <<x + 1||x + 2>>;\n#else\nreturn x;\n#endif\n}\n";
  At.write("old.c", textOf(Text, Side::Old));
  At.write("new.c", textOf(Text, Side::New));
  json::Object Document = At.json("verify old.c new.c --entry f", 0);
  std::string Said;
  llvm::raw_string_ostream(Said) << json::Value(json::Object(Document));
  EXPECT_NE(Said.find("predefined-macros: __OPTIMIZE__"), std::string::npos) << Said.substr(0, 2000);
  At.write("new.c", "int f(int x) { return x; }\n");
  At.write("old.c", "int f(int x) { return +x; }\n");
  EXPECT_EQ(At.run("vernier verify old.c new.c --entry f").Out.find("predefined-macros"), std::string::npos);
}

TEST(BuildSteps, MacrosOfTheOptionsAreAssumed) {
  CommandLine At;
  for (const char *Version : {"old", "new"}) {
    std::string Condition = Version == std::string("old") ? "__OPTIMIZE__" : "NOSUCH";
    At.write(std::string(Version) + "/m.c", "#include <stdio.h>\nint main(void) {\n#ifdef " + Condition +
                                                "\nputs(\"fast\");\n#else\nputs(\"slow\");\n#endif\nreturn 0; }\n");
    At.write(std::string(Version) + "/Makefile", "m: m.c\n\t$(CC) -O2 -o m m.c\n");
  }
  Ran Said = At.run("vernier check old new --build make --json -");
  EXPECT_NE(Said.Out.find("predefined-macros: __OPTIMIZE__"), std::string::npos) << Said.Out.substr(0, 2000);
}

} // namespace
