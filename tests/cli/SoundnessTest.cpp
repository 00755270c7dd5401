// Programs of which `explore` once said `complete` although an input took another way.

#include "CommandLine.h"

#include <gtest/gtest.h>

#include <set>

using namespace vernier::test;

namespace {

/// What the tests print, and whether the exploration is complete.
struct Explored {
  std::set<std::string> Printed;
  bool Complete = false;
};

Explored explored(const std::string &File, const std::string &Text, const std::string &Flags) {
  CommandLine Line;
  Line.write(File, Text);
  Ran Shown = Line.run("vernier explore " + File + " " + Flags + " --json out.json --quiet");
  EXPECT_LE(Shown.Code, 4) << Shown.Err;
  Explored Result;
  auto Parsed = llvm::json::parse(Line.read("out.json"));
  if (!Parsed) {
    ADD_FAILURE() << llvm::toString(Parsed.takeError()) << Shown.Err;
    return Result;
  }
  const llvm::json::Object &Document = *Parsed->getAsObject();
  Result.Complete = Document.getBoolean("complete").value_or(false);
  for (const llvm::json::Value &Test : *Document.getArray("tests"))
    Result.Printed.insert(Test.getAsObject()->getObject("outcome")->getString("stdout").value_or("").str());
  return Result;
}

TEST(Soundness, APointerBehindTheEndIsNotOneIntoTheNextObject) {
  Explored Found = explored("one.c",
                            "#include <stdio.h>\n"
                            "int pre[4] = {9, 9, 9, 9}; int a[4] = {1, 2, 3, 4};\n"
                            "int main(int n, char **v) { unsigned char c = v[1][0]; int *e = pre + 4;\n"
                            "  switch (e[-1 - (c & 3)]) { case 9: puts(\"9\"); break; default: puts(\"?\"); }\n"
                            "  if (c == 65) puts(\"A\"); return a[0]; }\n",
                            "--argv 1x1");
  EXPECT_TRUE(Found.Printed.contains("9\nA\n"));
  EXPECT_FALSE(Found.Printed.contains("?\n"));
}

TEST(Soundness, AConstructorThatReadsTheEnvironmentIsAHole) {
  Explored Found =
      explored("config.cpp",
               "#include <cstdio>\n#include <cstdlib>\n"
               "struct Config { bool debug; Config() { const char *m = std::getenv(\"MODE\"); debug = m && *m "
               "== 'd'; } } config;\n"
               "int main() { puts(config.debug ? \"debug\" : \"release\"); }\n",
               "--env MODE=1");
  EXPECT_TRUE(!Found.Complete || Found.Printed.contains("debug\n"));
}

TEST(Soundness, WhatIsReadBackFromAFileWasPinned) {
  Explored Found =
      explored("back.c",
               "#include <stdio.h>\n#include <fcntl.h>\n#include <unistd.h>\n"
               "int main(int n, char **v) { int o = open(\"o\", O_CREAT | O_RDWR, 0600); write(o, v[1], 1);\n"
               "  lseek(o, 0, SEEK_SET); char d = 0; read(o, &d, 1); if (d == 'K') puts(\"K\"); return 0; }\n",
               "--argv 1x1");
  EXPECT_TRUE(!Found.Complete || Found.Printed.contains("K\n"));
}

TEST(Soundness, TheSizeOfAFileIsInput) {
  Explored Found =
      explored("size.c",
               "#include <stdio.h>\n#include <sys/stat.h>\n"
               "int main(void) { struct stat s; stat(\"in.txt\", &s); puts(s.st_size ? \"one\" : \"none\"); }\n",
               "--file in.txt=1");
  EXPECT_TRUE(Found.Complete);
  EXPECT_EQ(Found.Printed, (std::set<std::string>{"one\n", "none\n"}));
}

TEST(Soundness, TheSizeOfAnOpenFileIsInputAndThatOfAPipeIsNot) {
  Explored Found =
      explored("open.c",
               "#include <stdio.h>\n#include <fcntl.h>\n#include <sys/stat.h>\n"
               "int main(void) { struct stat s, p; fstat(open(\"in.txt\", O_RDONLY), &s); fstat(0, &p);\n"
               "  puts(p.st_size ? \"pipe\" : s.st_size > 1 ? \"two\" : s.st_blocks ? \"one\" : \"none\"); }\n",
               "--file in.txt=2 --stdin 2");
  EXPECT_TRUE(Found.Complete);
  EXPECT_EQ(Found.Printed, (std::set<std::string>{"two\n", "one\n", "none\n"}));
}

TEST(Soundness, WhatIsReadWithoutATraceIsTakenAsItIs) {
  for (const char *Read : {"pread(d, t, 1, 0)", "t[0] = *(char *)mmap(0, 1, PROT_READ, MAP_PRIVATE, d, 0)",
                           "readv(d, &(struct iovec){t, 1}, 1)"}) {
    Explored Found = explored("untraced.c",
                              std::string("#include <stdio.h>\n#include <fcntl.h>\n#include <sys/mman.h>\n"
                                          "#include <sys/uio.h>\n#include <unistd.h>\n"
                                          "int main(void) { char t[1] = {0}; int d = open(\"in.txt\", O_RDONLY); ") +
                                  Read + "; puts(t[0] == 'K' ? \"K\" : \"other\"); }\n",
                              "--file in.txt=1");
    EXPECT_TRUE(!Found.Complete || Found.Printed.contains("K\n")) << Read;
  }
}

TEST(Soundness, AnAccessAtAnyPhase) {
  Explored Found =
      explored("phase.c",
               "#include <stdio.h>\n#include <string.h>\n"
               "static unsigned char b[16] = {1, 0, 0, 0, 0, 2, 0, 0, 0};\n"
               "int main(int n, char **v) { unsigned char c = v[1][0]; unsigned x = *(unsigned *)(b + (c % 6));\n"
               "  puts(x == 1 ? \"one\" : x == 2 ? \"two\" : x == 512 ? \"later\" : \"other\"); return 0; }\n",
               "--argv 1x1");
  EXPECT_TRUE(Found.Complete);
  EXPECT_EQ(Found.Printed, (std::set<std::string>{"one\n", "two\n", "later\n", "other\n"}));
}

TEST(Soundness, StandardInputIsExplored) {
  Explored Found =
      explored("in.c",
               "#include <stdio.h>\n"
               "int main(void) { int c = getchar(); puts(c == EOF ? \"none\" : c == 'x' ? \"x\" : \"other\"); }\n",
               "--stdin 2");
  EXPECT_TRUE(Found.Complete);
  EXPECT_EQ(Found.Printed, (std::set<std::string>{"none\n", "x\n", "other\n"}));
}

} // namespace
