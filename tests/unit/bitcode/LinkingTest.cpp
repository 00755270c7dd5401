#include "bitcode/Linking.h"
#include "bitcode/Trace.h"

#include "project/Hash.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <llvm/Bitcode/BitcodeWriter.h>

#include <filesystem>
#include <fstream>

using namespace vernier;
using namespace vernier::test;

namespace {

using Indices = std::vector<std::size_t>;

UnitSymbols symbols(std::set<std::string> Defined, std::set<std::string> Undefined) {
  return {Defined, Undefined};
}

class Links : public ::testing::Test {
protected:
  Links() {
    std::string Model = (std::filesystem::temp_directory_path() / "vernier-links-XXXXXX").string();
    Root = mkdtemp(Model.data());
    Space.emplace(std::move(*Workspace::at(Root)));
  }
  ~Links() override { std::filesystem::remove_all(Root); }
  LinkUnit unit(const std::string &Text, const std::string &File) {
    Program P = compileText(Text, File);
    std::string Bitcode;
    llvm::raw_string_ostream Stream(Bitcode);
    llvm::WriteBitcodeToFile(P.module(), Stream);
    LinkUnit Unit{hashText(Stream.str()), File};
    EXPECT_TRUE(Space->write(Space->object(Unit.Hash), Stream.str()));
    return Unit;
  }
  std::string Root;
  std::optional<Workspace> Space;
};

} // namespace

TEST(Archives, OnlyWhatIsNeededIsTakenAndNeverASecondMain) {
  std::vector<UnitSymbols> Units = {
      symbols({"main"}, {"a", "printf"}),   symbols({"a"}, {"b"}),     symbols({"b"}, {}),
      symbols({"main", "b"}, {"unneeded"}), symbols({"other"}, {"a"}), symbols({"b"}, {}),
  };
  EXPECT_EQ(resolveLikeArchive(Units, {0}, {1, 2, 3, 4, 5}), (Indices{0, 1, 2}));
  // A later unit can need an earlier one.
  EXPECT_EQ(resolveLikeArchive(Units, {0}, {2, 1}), (Indices{0, 1, 2}));
  // A library without main may not get one that defines something it wants either, unless it wants main.
  EXPECT_EQ(resolveLikeArchive(Units, {4}, {1, 2}), (Indices{4, 1, 2}));
}

TEST_F(Links, SymbolsOfAUnit) {
  auto Found =
      symbolsOf(*Space, unit("extern int e; extern int weak(void) __attribute__((weak));\nint printf(const char *, "
                             "...);\nstatic int s(void) { return e; }\nint f(void) { printf(\"x\"); return s() + "
                             "(weak ? weak() : 0); }\nint tentative;\n",
                             "a.c"));
  ASSERT_TRUE(Found) << Found.error().Message;
  EXPECT_EQ(Found->Defined, (std::set<std::string>{"f", "tentative"}));
  EXPECT_EQ(Found->Undefined, (std::set<std::string>{"e", "printf"}));
}

TEST_F(Links, CommonThingsOfSeveralUnitsAreFine) {
  std::string Header =
      "template <class T> T twice(T x) { return x + x; }\ninline int shared() { static int n; return ++n; }\n";
  auto Linked = linkUnits(*Space,
                          {unit(Header + "int a() { return twice(1) + shared(); }", "a.cpp"),
                           unit(Header + "int b() { return twice(2) + shared(); }", "b.cpp")},
                          "both");
  ASSERT_TRUE(Linked) << Linked.error().Message << Linked.error().Output;
  EXPECT_EQ(Linked->label(), "both");
}

TEST_F(Links, ConflictsAreErrorsOfOneLine) {
  auto Twice = linkUnits(*Space, {unit("int f(void) { return 1; }", "a.c"), unit("int f = 3;", "b.c")}, "x");
  ASSERT_FALSE(Twice);
  EXPECT_EQ(Twice.error().Message.find("'f' is defined twice, in 'a.c' and in 'b.c'"), 0u) << Twice.error().Message;
  auto Missing = linkUnits(*Space, {{"00112233", "gone.c"}}, "x");
  ASSERT_FALSE(Missing);
  EXPECT_NE(Missing.error().Message.find("gone.c"), std::string::npos);
}

TEST(Traces, SurviveConcatenationAndPadding) {
  TraceNote A, B;
  A.Units = {{"11", "a.c"}, {"22", "dir with space/b.c"}};
  A.Links = {"one"};
  B.Units = {{"22", "dir with space/b.c"}};
  B.Missing = {"c.c"};
  B.Links = {"two"};
  TraceNote Read = TraceNote::parse("\n" + A.text() + std::string("\0\0\0", 3) + "\n" + B.text());
  EXPECT_EQ(Read.Units, A.Units);
  EXPECT_EQ(Read.Missing, B.Missing);
  EXPECT_EQ(Read.Links, (std::vector<std::string>{"one", "two"}));
  EXPECT_TRUE(TraceNote::parse("").empty());
}

TEST_F(Links, FilesThatAreNoBinariesHaveNoTrace) {
  std::ofstream(Root + "/script") << "#!/bin/sh\n";
  EXPECT_FALSE(readTrace(Root + "/script"));
  EXPECT_FALSE(readTrace(Root + "/missing"));
  EXPECT_FALSE(appendTrace(Root + "/script", {}));
}
