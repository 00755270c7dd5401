#include "versions/Sandbox.h"

#include <llvm/ADT/STLExtras.h>

using namespace vernier;
using namespace vernier::test;

namespace {

class Database : public Sandbox {
protected:
  /// A CMake project with a library and two programs, configured with a database.
  void cmakeProject(const std::string &BuildDirectory, const std::string &More = "",
                    const std::string &Generator = "Unix Makefiles") {
    write("proj/CMakeLists.txt", "cmake_minimum_required(VERSION 3.20)\nproject(P C CXX)\n"
                                 "add_library(util STATIC lib/util.c lib/unused.c)\n"
                                 "target_include_directories(util PUBLIC lib)\n"
                                 "add_executable(one one.c)\ntarget_link_libraries(one util m)\n"
                                 "add_executable(two two.cpp)\ntarget_link_libraries(two util)\n" +
                                     More);
    write("proj/lib/util.h", "#ifdef __cplusplus\nextern \"C\"\n#endif\nint util(int);\n");
    write("proj/lib/util.c", "#include \"util.h\"\nint util(int x) { return x * 2; }\n");
    write("proj/lib/unused.c", "int unused(void) { return 7; }\n");
    write("proj/one.c",
          "#include <math.h>\n#include \"util.h\"\nint main(int c, char **v) { return util(c) + (int)sin(c); }\n");
    write("proj/two.cpp",
          "#include \"util.h\"\nstruct T { int x; int get() const { return util(x); } };\nint main(int c, char "
          "**) { T t{c}; return t.get(); }\n");
    shell("cmake -S proj -B " + BuildDirectory + " -G '" + Generator +
          "' -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_BUILD_TYPE=Release > log 2>&1");
  }
};

} // namespace

TEST_F(Database, ATargetTakesWhatItNeedsOfTheLibraries) {
  cmakeProject("proj/build");
  Options.Target = "one";
  auto Built = build("proj");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  EXPECT_EQ(definedFunctions(*Built), (std::set<std::string>{"main", "util"}));
  EXPECT_EQ(fileOfFunction(*Built, "main"), "one.c");
  EXPECT_EQ(fileOfFunction(*Built, "util"), "lib/util.c");
  EXPECT_EQ(Built->SourceRoot, path("proj"));
  EXPECT_TRUE(llvm::is_contained(Built->Link.Arguments, "-lm"));
  EXPECT_FALSE(Built->Link.CPlusPlus);
  EXPECT_EQ(runAgain(*Built), 2) << "util(1) + (int)sin(1)";
}

TEST_F(Database, TheBuildDirectoryNamesTheProjectToo) {
  cmakeProject("proj/build");
  Options.Target = "two";
  auto Built = build("proj/build");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  EXPECT_EQ(definedFunctions(*Built), (std::set<std::string>{"main", "util", "T::get() const"}));
  EXPECT_EQ(fileOfFunction(*Built, "main"), "two.cpp");
  EXPECT_TRUE(Built->Link.CPlusPlus);
}

TEST_F(Database, SeveralProgramsNeedATarget) {
  cmakeProject("proj/build");
  Error Why = errorOf("proj");
  EXPECT_NE(Why.Message.find("--target: one and two"), std::string::npos) << Why.Message;
}

TEST_F(Database, AnUnknownTargetListsTheKnownOnes) {
  cmakeProject("proj/build");
  Options.Target = "three";
  Error Why = errorOf("proj");
  EXPECT_EQ(Why.Kind, ErrorKind::CannotAnalyse);
  EXPECT_NE(Why.Message.find("no target 'three'; it has one, two and util"), std::string::npos) << Why.Message;
}

TEST_F(Database, ALibraryIsATarget) {
  cmakeProject("proj/build");
  Options.Target = "util";
  auto Built = build("proj");
  ASSERT_TRUE(Built) << Built.error().Message;
  EXPECT_EQ(definedFunctions(*Built), (std::set<std::string>{"unused", "util"}));
}

TEST_F(Database, AnotherTargetNeedNotCompile) {
  write("proj/broken.c", "int main(void) { return oops; }\n");
  cmakeProject("proj/build", "add_executable(broken broken.c)\n");
  Options.Target = "one";
  auto Built = build("proj");
  ASSERT_TRUE(Built) << Built.error().Message;
  EXPECT_TRUE(Built->Warnings.empty());
  Options.Target = "broken";
  EXPECT_NE(errorOf("proj").Output.find("use of undeclared identifier"), std::string::npos);
}

TEST_F(Database, WithoutLinkStatementsEveryOtherUnitMayBeInALibrary) {
  write("p/main.c", "int helper(void);\nint main(void) { return helper(); }\n");
  write("p/helper.c", "int helper(void) { return 1; }\n");
  write("p/other.c", "int helper2(void);\nint main(void) { return helper2(); }\n");
  write("p/broken.c", "int f(void) { return oops; }\n");
  std::string Entries;
  for (const char *Name : {"main.c", "helper.c", "other.c", "broken.c"})
    Entries += std::string(Entries.empty() ? "" : ",") + "{\"directory\": \".\", \"file\": \"" + Name +
               "\", \"command\": \"cc -c " + Name + "\"}";
  write("p/compile_commands.json", "[" + Entries + "]");
  Options.Target = "main.c";
  auto Built = build("p");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  EXPECT_EQ(definedFunctions(*Built), (std::set<std::string>{"helper", "main"}));
  ASSERT_EQ(Built->Warnings.size(), 1u);
  EXPECT_NE(Built->Warnings[0].find("not compiled: broken.c"), std::string::npos) << Built->Warnings[0];
}

TEST_F(Database, OnlyTheLibrariesOfATargetCount) {
  for (const char *Generator : {"Unix Makefiles", "Ninja"}) {
    SCOPED_TRACE(Generator);
    // `sin` and `unused` are defined by a target that `one` is not linked with; an object library is needed as a whole.
    write("proj/fake.c", "double sin(double x) { return x; }\nint unused2(void) { return 1; }\n");
    write("proj/always.c", "__attribute__((constructor)) static void always(void) {}\n");
    write("proj/shared.c", "int shared(void) { return 1; }\nint alone(void) { return 2; }\n");
    std::string BuildDirectory = std::string("proj/") + (*Generator == 'N' ? "ninja" : "make");
    cmakeProject(BuildDirectory,
                 "add_library(fake STATIC fake.c)\nadd_library(obj OBJECT always.c)\n"
                 "add_library(named SHARED shared.c)\nset_target_properties(named PROPERTIES OUTPUT_NAME other)\n"
                 "target_link_libraries(one obj named)\n",
                 Generator);
    Options.Target = "one";
    auto Built = build(BuildDirectory);
    ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
    EXPECT_EQ(definedFunctions(*Built), (std::set<std::string>{"alone", "always", "main", "shared", "util"}));
    EXPECT_TRUE(llvm::is_contained(Built->Link.Arguments, "-lm"));
    for (const std::string &Word : Built->Link.Arguments)
      EXPECT_FALSE(llvm::StringRef(Word).ends_with(".a") || llvm::StringRef(Word).ends_with(".o") ||
                   llvm::StringRef(Word).ends_with(".so"))
          << Word;
  }
}

TEST_F(Database, ALibraryThatTheBuildDoesNotMakeIsLinked) {
  write("proj/vendor.c", "int vendor(void) { return 1; }\n");
  shell("cd proj && clang-19 -c vendor.c && ar rcs libvendor.a vendor.o && rm vendor.c vendor.o");
  cmakeProject("proj/build", "target_link_libraries(one ${CMAKE_SOURCE_DIR}/libvendor.a)\n");
  Options.Target = "one";
  auto Built = build("proj");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  EXPECT_TRUE(llvm::is_contained(Built->Link.Arguments, path("proj/libvendor.a")));
}

TEST_F(Database, BothFormsOfEntriesAndRelativeNames) {
  write("p/inc/n.h", "#define N 5\n");
  write("p/a b.c", "#include \"n.h\"\n#ifndef TEXT\n#error no TEXT\n#endif\nconst char *f(void) { return TEXT; }\n");
  write("p/b.c", "#include \"n.h\"\nint g(void) { return N; }\n");
  write("p/compile_commands.json",
        "[{\"directory\": \".\", \"file\": \"a b.c\", \"command\": \"gcc -O3 -fsanitize=address -flto -Wall -Werror "
        "-Iinc "
        "-DTEXT=\\\\\\\"x\\\\\\\" -MD -MF a.d -fanalyzer -c 'a b.c' -o a.o\"},\n"
        "{\"directory\": \"inc\", \"file\": \"../b.c\", \"arguments\": [\"cc\", \"-I.\", \"-c\", \"../b.c\"]}]\n");
  auto Built = build("p");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  EXPECT_EQ(definedFunctions(*Built), (std::set<std::string>{"f", "g"}));
  EXPECT_TRUE(mentions(*Built, "x"));
  EXPECT_EQ(fileOfFunction(*Built, "f"), "a b.c");
  EXPECT_EQ(fileOfFunction(*Built, "g"), "b.c");
}

TEST_F(Database, PrecompiledHeadersOfTheBuildAreNotUsed) {
  cmakeProject("proj/build", "target_precompile_headers(one PRIVATE <stdio.h>)\n");
  shell("cmake --build proj/build > log 2>&1");
  Options.Target = "one";
  auto Built = build("proj");
  ASSERT_TRUE(Built) << Built.error().Message << Built.error().Output;
  EXPECT_TRUE(definedFunctions(*Built).contains("main"));
}

TEST_F(Database, ADirectoryWithoutADatabaseSaysWhatToDo) {
  write("d/a.c", "int f(void) { return 1; }\n");
  Error Why = errorOf("d");
  EXPECT_EQ(Why.Kind, ErrorKind::CannotAnalyse);
  EXPECT_NE(Why.Message.find("--build"), std::string::npos);
  EXPECT_NE(Why.Message.find("CMAKE_EXPORT_COMPILE_COMMANDS"), std::string::npos);
}

TEST_F(Database, ADamagedDatabaseIsAnError) {
  for (const char *Text : {"{", "{}", "[1]", "[{\"file\": \"a.c\"}]", "[]"}) {
    write("d/compile_commands.json", Text);
    EXPECT_NE(errorOf("d").Message.find("compile_commands.json"), std::string::npos) << Text;
  }
}
