// Bad input gets one line that names the thing and the way out, and the documented exit code.

#include "CommandLine.h"

#include <gtest/gtest.h>

using namespace vernier::test;

namespace {

/// The exit code, and a single line `vernier: error: ...` with all the given parts.
void expectError(const Ran &Result, int Code, std::initializer_list<const char *> Parts) {
  EXPECT_EQ(Result.Code, Code) << Result.Err;
  EXPECT_EQ(Result.Out, "");
  auto At = Result.Err.find("vernier: error: ");
  ASSERT_NE(At, std::string::npos) << Result.Err;
  std::string Message = Result.Err.substr(At);
  EXPECT_EQ(Message.find('\n'), Message.size() - 1) << "not one line: " << Message;
  for (const char *Part : Parts)
    EXPECT_NE(Message.find(Part), std::string::npos) << "expected '" << Part << "' in: " << Message;
}

const char *Good = "int f(int x) { return x; }\n";

} // namespace

TEST(BadInput, MissingFile) {
  CommandLine At;
  At.write("old.c", Good);
  for (const char *Verb : {"impact", "check", "complexity"})
    expectError(At.run(std::string("vernier ") + Verb + " old.c missing.c"), 3, {"missing.c"});
  expectError(At.run("vernier slice missing.c --at missing.c:1"), 3, {"missing.c"});
}

TEST(BadInput, AFileThatDoesNotCompileIsShownAsClangPrintsIt) {
  CommandLine At;
  At.write("old.c", Good);
  At.write("new.c", "int f(int x) { return y; }\n");
  Ran Result = At.run("vernier impact old.c new.c");
  expectError(Result, 3, {"new.c"});
  EXPECT_NE(Result.Err.find("new.c:1:23: error: use of undeclared identifier 'y'"), std::string::npos) << Result.Err;
}

TEST(BadInput, VersionsWithNothingInCommon) {
  CommandLine At;
  At.write("old.c", Good);
  At.write("new.c", "double g(double *x) { return *x * 2; }\n");
  expectError(At.run("vernier impact old.c new.c"), 3, {"no function in common", "old.c", "new.c"});
  expectError(At.run("vernier check old.c new.c"), 3, {"no function in common"});
}

TEST(BadInput, AVersionWithoutAnyFunction) {
  CommandLine At;
  At.write("old.c", Good);
  At.write("new.c", "int x;\n");
  expectError(At.run("vernier impact old.c new.c"), 3, {"new.c", "function"});
}

TEST(BadInput, UnknownTarget) {
  CommandLine At;
  At.write("v/a.c", "int main(void) { return 0; }\n");
  At.write("v/Makefile", "prog: a.c\n\t$(CC) -o prog a.c\n");
  expectError(At.run("vernier impact v v --build make --target nope"), 3, {"nope", "prog"});
}

TEST(BadInput, NotAGitRepository) {
  CommandLine At;
  expectError(At.run("vernier impact HEAD~1..HEAD"), 3, {"not a git repository"});
  expectError(At.run("vernier complexity HEAD"), 3, {"not a git repository"});
}

TEST(BadInput, ARevisionThatDoesNotExist) {
  CommandLine At;
  At.write("a.c", Good);
  ASSERT_EQ(At.run("git init -q . && git add a.c && git -c user.name=n -c user.email=e@x commit -qm one").Code, 0);
  expectError(At.run("vernier impact nosuch..HEAD"), 3, {"nosuch"});
  expectError(At.run("vernier complexity nosuch"), 3, {"nosuch"});
}

TEST(BadInput, ADirectoryWithoutADatabase) {
  CommandLine At;
  At.write("old/a.c", Good);
  At.write("new/a.c", Good);
  expectError(At.run("vernier impact old new"), 3, {"compile_commands.json", "--build"});
}

TEST(BadInput, ABuildThatFailsShowsItsLog) {
  CommandLine At;
  At.write("old/a.c", Good);
  Ran Result = At.run("vernier impact old old --build 'echo broken here >&2; false'");
  expectError(Result, 3, {"build"});
  EXPECT_NE(Result.Err.find("broken here"), std::string::npos);
}

TEST(BadInput, UsageErrorsHaveTheirOwnCode) {
  CommandLine At;
  At.write("a.c", Good);
  expectError(At.run("vernier"), 2, {"--help"});
  expectError(At.run("vernier frobnicate"), 2, {"--help"});
  expectError(At.run("vernier impact"), 2, {"--help"});
  expectError(At.run("vernier impact a.c a.c --nonsense"), 2, {"--help"});
  expectError(At.run("vernier impact a.c a.c a.c"), 2, {"OLD NEW"});
  expectError(At.run("vernier impact a.c a.c --time soon"), 2, {"soon", "30s"});
  expectError(At.run("vernier slice a.c"), 2, {"--at"});
  expectError(At.run("vernier slice a.c --at a.c"), 2, {"a.c", "FILE:LINE"});
}

TEST(BadInput, FilesAndVariablesThatMakeNoInput) {
  CommandLine At;
  At.write("a.c", "int main(void) { return 0; }\n");
  expectError(At.run("vernier verify a.c a.c --file in=many"), 2, {"in=many", "=8"});
  expectError(At.run("vernier verify a.c a.c --file in=@nowhere"), 2, {"nowhere"});
  expectError(At.run("vernier verify a.c a.c --file /tmp/in=4"), 2, {"/tmp/in", "relative"});
  expectError(At.run("vernier verify a.c a.c --env MODE"), 2, {"MODE"});
}

TEST(BadInput, ALineWithoutCode) {
  CommandLine At;
  At.write("a.c", "/* nothing */\nint f(int x) {\n  return x;\n}\n");
  expectError(At.run("vernier slice a.c --at a.c:1"), 3, {"a.c:1", "3"});
  expectError(At.run("vernier slice a.c --at b.c:1"), 3, {"b.c", "a.c"});
}

TEST(BadInput, OutputThatCannotBeWritten) {
  CommandLine At;
  At.write("a.c", Good);
  At.write("b.c", "int f(int x) { return x + 1; }\n");
  expectError(At.run("vernier impact -q a.c b.c --json nowhere/out.json"), 3, {"nowhere/out.json"});
  expectError(At.run("vernier impact -q a.c b.c --dot nowhere/out.dot"), 3, {"nowhere/out.dot"});
}

TEST(BadInput, BitcodeThatIsNone) {
  CommandLine At;
  At.write("a.bc", "BC but not really");
  expectError(At.run("vernier impact a.bc a.bc"), 3, {"a.bc", "clang-19"});
}
