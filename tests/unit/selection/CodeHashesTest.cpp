// What records depend on: the hash of a function changes with everything that its runs may notice, and with nothing
// else.

#include "selection/CodeHashes.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

using namespace vernier;
using namespace vernier::test;

namespace {

std::map<std::string, std::string> hashesOf(const std::string &Text, const std::string &FileName = "test.c") {
  Program Version = compileText(Text, FileName);
  SlotTable Table(Version.module());
  CodeHashes Hashes = hashCode(Version, Table);
  std::map<std::string, std::string> Result{{"", Hashes.Surroundings}};
  for (std::size_t I = 0; I != Table.functions().size(); ++I)
    Result[Table.functions()[I].Id] = Hashes.Functions[I];
  return Result;
}

/// The functions that both have with other hashes; "" stands for the surroundings.
std::set<std::string> different(const std::string &Old, const std::string &New,
                                const std::string &FileName = "test.c") {
  auto A = hashesOf(Old, FileName), B = hashesOf(New, FileName);
  std::set<std::string> Names;
  for (const auto &[Name, Hash] : A)
    if (auto At = B.find(Name); At == B.end() || At->second != Hash)
      Names.insert(Name);
  return Names;
}

using Names = std::set<std::string>;

} // namespace

TEST(CodeHashes, LayoutAndOtherFunctionsDoNotMatter) {
  EXPECT_EQ(different("int f(int x) { return x + 1; } int g(void) { return f(2); }",
                      "\n/* here */ int f(int x)\n{ return x + 1;\n}\nint g(void) { return f(2); }"),
            Names{});
  EXPECT_EQ(different("int f(int x) { return x + 1; } int g(void) { return f(2); }",
                      "int f(int x) { return x + 2; } int g(void) { return f(2); }"),
            Names{"f"})
      << "whoever calls it has executed it, too";
}

TEST(CodeHashes, StringsCountByTheirContents) {
  std::string Put = "int puts(const char *); void f(void) { puts(\"one\"); } ";
  EXPECT_EQ(different(Put, "void first(void); int puts(const char *); void first(void) { puts(\"zero\"); } "
                           "void f(void) { puts(\"one\"); }"),
            Names{})
      << "they have other numbers now";
  EXPECT_EQ(different(Put, "int puts(const char *); void f(void) { puts(\"two\"); }"), Names{"f"});
}

TEST(CodeHashes, EachPartOfAnInstruction) {
  for (auto [Old, New] :
       std::initializer_list<std::pair<const char *, const char *>>{{"x < y", "x <= y"},
                                                                    {"x < y", "y < x"},
                                                                    {"x - y", "y - x"},
                                                                    {"x + 1", "x + 2"},
                                                                    {"x / y", "x % y"},
                                                                    {"x >> y", "(unsigned)x >> y"},
                                                                    {"(char)x", "(short)x"},
                                                                    {"x ? y : 1", "y ? x : 1"},
                                                                    {"*(volatile int *)&x", "x"},
                                                                    {"__builtin_bswap32(x)", "__builtin_popcount(x)"}})
    EXPECT_EQ(different(std::string("int f(int x, int y) { return ") + Old + "; }",
                        std::string("int f(int x, int y) { return ") + New + "; }"),
              Names{"f"})
        << Old << " against " << New;
}

TEST(CodeHashes, WaysThroughAFunction) {
  EXPECT_EQ(different("int f(int x) { while (x > 9) { if (x & 1) break; x -= 3; } return x; }",
                      "int f(int x) { while (x > 9) { if (x & 1) continue; x -= 3; } return x; }"),
            Names{"f"});
  EXPECT_EQ(different("int f(int x) { switch (x) { case 1: return 4; case 2: return 5; } return 6; }",
                      "int f(int x) { switch (x) { case 1: return 4; case 3: return 5; } return 6; }"),
            Names{"f"});
}

TEST(CodeHashes, VariablesWithWhatTheyLeadTo) {
  std::string Use = "static int *p = &t; int f(void) { return *p; } int g(void) { return 0; }";
  EXPECT_EQ(different("static int t = 1; " + Use, "static int t = 2; " + Use), Names{"f"});
  EXPECT_EQ(different("int t = 1; int f(void) { return t; }", "extern int t; int f(void) { return t; }"), Names{"f"});
  EXPECT_EQ(different("const int t[] = {1, 2}; int f(int i) { return t[i]; }",
                      "const int t[] = {1, 2, 3}; int f(int i) { return t[i]; }"),
            Names{"f"});
}

TEST(CodeHashes, TypesByTheirMembers) {
  std::string Use = "int f(struct s *a, int i) { return a[i].y; } int g(void) { return 0; }";
  EXPECT_EQ(different("struct s { int x, y; }; " + Use, "struct s { int x, y, z; }; " + Use), Names{"f"});
}

TEST(CodeHashes, AFunctionOfTheProgramInPlaceOfALibrarys) {
  std::string Use = "unsigned long strlen(const char *); unsigned long f(const char *s) { return strlen(s); } ";
  EXPECT_EQ(different(Use, Use + "unsigned long strlen(const char *s) { return *s; }"), (Names{"", "f"}));
}

TEST(CodeHashes, WhatRunsAroundMain) {
  EXPECT_EQ(different("static void f(void) {} int main(void) { f(); return 0; }",
                      "__attribute__((constructor)) static void f(void) {} int main(void) { f(); return 0; }")
                .count(""),
            1u);
}
