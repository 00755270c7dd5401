#include "input/InputSpace.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

InputOptions entry(const std::string &Name) {
  InputOptions Options;
  Options.Entry = Name;
  return Options;
}

InputSpace spaceOf(const std::string &Old, const std::string &New, const InputOptions &Options,
                   const std::string &File = "test.c") {
  Program A = compileText(Old, File), B = compileText(New, File);
  auto Space = inputSpace(A, B, Options);
  EXPECT_TRUE(Space) << Space.error().Message;
  return Space ? *Space : InputSpace{};
}

InputSpace spaceOf(const std::string &Text, const InputOptions &Options, const std::string &File = "test.c") {
  return spaceOf(Text, Text, Options, File);
}

Error errorOf(const std::string &Old, const std::string &New, const InputOptions &Options) {
  Program A = compileText(Old), B = compileText(New);
  auto Space = inputSpace(A, B, Options);
  EXPECT_FALSE(Space);
  return Space ? Error{} : Space.error();
}

Error errorOf(const std::string &Text, const InputOptions &Options) {
  return errorOf(Text, Text, Options);
}

/// "x:i32 b:u1 d:f64", with ranges: "c:u32[0,5]".
std::string leavesText(const InputSpace &Space) {
  std::string Text;
  for (const InputLeaf &Leaf : Space.Leaves) {
    Text += (Text.empty() ? "" : " ") + Leaf.Name + ":" +
            (Leaf.Floating ? "f"
             : Leaf.Signed ? "i"
                           : "u") +
            std::to_string(Leaf.Bits);
    if (Leaf.Min && Leaf.Max)
      Text += "[" + valueText(*Leaf.Min, Leaf.Signed, false) + "," + valueText(*Leaf.Max, Leaf.Signed, false) + "]";
  }
  return Text;
}

/// "0:x 4:y 8:&1 16:=0" where & is a pointer to an object and = a constant.
std::string cellsText(const InputSpace &Space, unsigned Object) {
  std::string Text;
  for (const InputCell &Cell : Space.Objects[Object].Cells) {
    Text += (Text.empty() ? "" : " ") + std::to_string(Cell.Offset) + ":";
    switch (Cell.What) {
    case InputCell::Kind::Leaf:
      Text += Space.Leaves[Cell.Index].Name;
      break;
    case InputCell::Kind::Pointer:
      Text += "&" + std::to_string(Cell.Index);
      break;
    case InputCell::Kind::Constant:
      Text += "=" + valueText(Cell.Value, false, false);
      break;
    }
  }
  return Text;
}

bool assumes(const InputSpace &Space, const std::string &Code) {
  return std::find(Space.Assumptions.begin(), Space.Assumptions.end(), Code) != Space.Assumptions.end();
}

TEST(Scalars, HaveTheWidthAndSignOfTheirType) {
  InputSpace Space = spaceOf("int f(char c, unsigned char u, short s, unsigned n, long l, float x, double y, _Bool b,"
                             "      enum { A = -2, B, C = 7 } e, enum color { RED, GREEN = 5 } g) { return 0; }",
                             entry("f"));
  EXPECT_EQ(leavesText(Space), "c:i8 u:u8 s:i16 n:u32 l:i64 x:f32 y:f64 b:u1 e:i32[-2,7] g:u32[0,5]");
  EXPECT_TRUE(Space.Objects.empty());
  EXPECT_EQ(Space.Assumptions, std::vector<std::string>{"enumerators-only"});
  EXPECT_FALSE(Space.WholeProgram);
  ASSERT_EQ(Space.NewArguments.size(), 10u);
  for (unsigned I = 0; I != 10; ++I) {
    EXPECT_EQ(Space.NewArguments[I].What, InputArgument::Kind::Leaf);
    EXPECT_EQ(Space.NewArguments[I].Index, I);
    EXPECT_EQ(Space.OldArguments[I].Index, I);
  }
}

TEST(Pointers, BecomeObjectsOfElements) {
  InputSpace Space = spaceOf("typedef unsigned short word; long f(const word *a, void *v) { return 0; }", entry("f"));
  ASSERT_EQ(Space.Objects.size(), 2u);
  EXPECT_EQ(Space.Objects[0].Name, "a");
  EXPECT_EQ(Space.Objects[0].Size, 8u);
  EXPECT_EQ(cellsText(Space, 0), "0:a_0 2:a_1 4:a_2 6:a_3");
  EXPECT_EQ(Space.Leaves[0].Bits, 16u);
  EXPECT_FALSE(Space.Leaves[0].Signed);
  EXPECT_EQ(Space.Objects[1].Size, 8u);
  EXPECT_EQ(Space.NewArguments[1].What, InputArgument::Kind::Object);
  EXPECT_EQ(Space.NewArguments[1].Index, 1u);
  EXPECT_TRUE(assumes(Space, "no-alias"));
  EXPECT_TRUE(assumes(Space, "not-null"));
  EXPECT_TRUE(assumes(Space, "bounded-lengths"));
}

TEST(Pointers, ACharPointerIsATerminatedString) {
  InputOptions Options = entry("f");
  Options.Lengths = {{"s", 2}};
  InputSpace Space = spaceOf("int f(const char *s, unsigned char *u) { return 0; }", Options);
  EXPECT_TRUE(Space.Objects[0].Text);
  EXPECT_EQ(Space.Objects[0].Size, 3u);
  EXPECT_EQ(cellsText(Space, 0), "0:s_0 1:s_1 2:=0");
  EXPECT_FALSE(Space.Objects[1].Text);
  EXPECT_EQ(spaceOf("int f(char *s) { return 0; }", entry("f")).Objects[0].Size, 9u);
}

TEST(Pointers, ToStructuresNameTheirFields) {
  InputOptions Options = entry("f");
  Options.Lengths = {{"p", 1}, {"q", 2}};
  InputSpace Space =
      spaceOf("struct in { char t[2]; };"
              "struct s { int x; struct in i; double d; unsigned a : 3, b : 9; union { int n; char c; } u; };"
              "int f(struct s *p, struct in *q) { return 0; }",
              Options);
  EXPECT_EQ(cellsText(Space, 0), "0:p.x 4:p.i.t_0 5:p.i.t_1 8:p.d 16:p.bits_16 17:p.bits_17 20:p.u_0 21:p.u_1 "
                                 "22:p.u_2 23:p.u_3");
  EXPECT_EQ(Space.Objects[0].Size, 24u);
  EXPECT_EQ(cellsText(Space, 1), "0:q_0.t_0 1:q_0.t_1 2:q_1.t_0 3:q_1.t_1");
}

TEST(Pointers, ChainsEndInNull) {
  InputSpace Space = spaceOf("struct node { int v; struct node *next; void (*done)(void); };"
                             "int f(struct node *p) { return 0; }",
                             entry("f"));
  ASSERT_EQ(Space.Objects.size(), 3u);
  EXPECT_EQ(cellsText(Space, 0), "0:p.v 8:&1 16:=0");
  EXPECT_EQ(cellsText(Space, 1), "0:p.next.v 8:&2 16:=0");
  EXPECT_EQ(cellsText(Space, 2), "0:p.next.next.v 8:=0 16:=0");
  EXPECT_TRUE(Space.Objects[2].Cells[1].Address);
  EXPECT_EQ(Space.Objects[2].Cells[1].Value.getBitWidth(), 64u);
  EXPECT_TRUE(assumes(Space, "null-function-pointers"));
}

TEST(Pointers, ToPointersAndRows) {
  InputSpace Space = spaceOf("int f(char **words, int m[][2]) { return 0; }", entry("f"));
  EXPECT_EQ(cellsText(Space, 0), "0:&1");
  EXPECT_EQ(Space.Objects[1].Name, "words_0");
  EXPECT_TRUE(Space.Objects[1].Text);
  EXPECT_EQ(cellsText(Space, 2), "0:m_0_0 4:m_0_1 8:m_1_0 12:m_1_1 16:m_2_0 20:m_2_1 24:m_3_0 28:m_3_1");
}

TEST(Structures, ByValueInRegistersOrInMemory) {
  InputSpace Space =
      spaceOf("struct small { int a, b; }; struct big { long a[3]; char c; }; struct two { double d; long l; };"
              "struct big f(struct small s, struct big b, struct two t, int x) { return b; }",
              entry("f"));
  EXPECT_EQ(leavesText(Space), "s.coerce0:i64 b.a_0:i64 b.a_1:i64 b.a_2:i64 b.c:i8 t.coerce0:f64 t.coerce1:i64 x:i32");
  ASSERT_EQ(Space.NewArguments.size(), 6u);
  EXPECT_EQ(Space.NewArguments[0].What, InputArgument::Kind::Object) << "the place for the result";
  EXPECT_TRUE(Space.Objects[Space.NewArguments[0].Index].Cells.empty());
  EXPECT_EQ(Space.Objects[Space.NewArguments[0].Index].Size, 32u);
  EXPECT_EQ(Space.NewArguments[1].What, InputArgument::Kind::Leaf);
  EXPECT_EQ(Space.NewArguments[2].What, InputArgument::Kind::Object);
  EXPECT_TRUE(Space.Assumptions.empty()) << "no pointer that a caller chooses";
}

TEST(Structures, OfCPlusPlusWithReferencesAndMethods) {
  InputSpace Space = spaceOf("struct base { int b; }; struct point : base { int x; int get(int &by) const; };"
                             "int point::get(int &by) const { return x + by; }",
                             entry("get"), "test.cpp");
  EXPECT_EQ(leavesText(Space), "this.b:i32 this.x:i32 by_0:i32");
}

TEST(Structures, AndArraysOfLongDoubles) {
  InputOptions Options = entry("f");
  Options.Lengths = {{"p", 1}, {"q", 2}};
  InputSpace Space = spaceOf("struct s { char c; long double d; }; int f(long double x, struct s *p, long double *q) { "
                             "return x > p->d + q[1]; }",
                             Options);
  EXPECT_EQ(leavesText(Space), "x:f80 p.c:i8 p.d:f80 q_0:f80 q_1:f80");
}

TEST(Refused, FunctionPointersStreamsAndTheLikeNameTheParameter) {
  for (auto [Text, Why] : std::vector<std::pair<std::string, std::string>>{
           {"int f(int x, int (*call)(int)) { return 0; }", "function"},
           {"#include <stdio.h>\nint f(FILE *call) { return 0; }", "FILE"},
           {"int f(__float128 call) { return 0; }", "__float128"},
           {"struct secret; int f(struct secret *call) { return 0; }", "declared"},
           {"int f(union { int i; char *p; } *call) { return 0; }", "union"}}) {
    Error Problem = errorOf(Text, entry("f"));
    EXPECT_EQ(Problem.Kind, ErrorKind::CannotAnalyse) << Text;
    EXPECT_NE(Problem.Message.find("'call'"), std::string::npos) << Problem.Message;
    EXPECT_NE(Problem.Message.find(Why), std::string::npos) << Problem.Message;
  }
  EXPECT_NE(errorOf("int f(int n, ...) { return 0; }", entry("f")).Message.find("variable number"), std::string::npos);
}

TEST(Entry, MissingOrOnlyDeclaredListsSimilarNames) {
  std::string Text =
      "int undefined(void); int parse_number(int x) { return undefined(); } int other(void) { return 1; }";
  Error Missing = errorOf(Text, entry("parse_numbr"));
  EXPECT_EQ(Missing.Kind, ErrorKind::Usage);
  EXPECT_NE(Missing.Message.find("'parse_number'"), std::string::npos) << Missing.Message;
  EXPECT_EQ(Missing.Message.find("other"), std::string::npos) << Missing.Message;
  EXPECT_NE(errorOf(Text, entry("undefined")).Message.find("only declared"), std::string::npos);
}

TEST(Pairing, ByPositionWhenTheTypesAgree) {
  InputSpace Space =
      spaceOf("int f(int a, int b) { return a - b; }", "int f(int a, int c) { return a - c; }", entry("f"));
  EXPECT_EQ(leavesText(Space), "a:i32 c:i32");
  EXPECT_EQ(Space.OldArguments[0].Index, 0u);
  EXPECT_EQ(Space.OldArguments[1].Index, 1u);
  EXPECT_TRUE(movedArguments(Space).empty());
  EXPECT_FALSE(assumes(Space, "parameters-by-name"));
}

/// Böhme 2014, section 3.2.4: a name that both versions have is one input, also where the types would fit in another
/// order.
TEST(Pairing, ByNameWhenANameMoves) {
  InputSpace Space =
      spaceOf("int f(int a, int b) { return a - b; }", "int f(int b, int a) { return a - b; }", entry("f"));
  EXPECT_EQ(leavesText(Space), "b:i32 a:i32");
  EXPECT_EQ(Space.OldArguments[0].Index, 1u);
  EXPECT_EQ(Space.OldArguments[1].Index, 0u);
  EXPECT_EQ(movedArguments(Space), (std::vector<unsigned>{0, 1}));
  EXPECT_TRUE(assumes(Space, "parameters-by-name"));
}

TEST(Pairing, ByHand) {
  InputOptions Options = entry("f");
  Options.Renamed = {{"n", "count"}};
  std::string Old = "int f(int n, long m) { return n; }", New = "int f(long m, int count) { return count; }";
  InputSpace Space = spaceOf(Old, New, Options);
  EXPECT_EQ(leavesText(Space), "m:i64 count:i32");
  EXPECT_EQ(Space.OldArguments[0].Index, 1u);
  EXPECT_EQ(Space.NewArguments[1].Index, 1u);
  // One version alone, as the pair calls its inputs.
  Program Alone = compileText(Old);
  auto One = inputSpace(Alone, Alone, Options);
  ASSERT_TRUE(One);
  EXPECT_EQ(leavesText(*One), "count:i32 m:i64");
  for (auto [Before, After] : {std::pair("k", "count"), std::pair("n", "k"), std::pair("n", "m")}) {
    Options.Renamed = {{Before, After}};
    EXPECT_NE(errorOf(Old, New, Options).Message.find("--map"), std::string::npos);
  }
}

TEST(Pairing, ByNameWhenParametersComeGoOrMove) {
  InputSpace Space = spaceOf("int f(int a, char *s, long gone) { return 0; }",
                             "int f(char *s, int a, short more) { return 0; }", entry("f"));
  EXPECT_EQ(Space.NewArguments[0].What, InputArgument::Kind::Object);
  EXPECT_EQ(Space.OldArguments[1].What, InputArgument::Kind::Object);
  EXPECT_EQ(Space.OldArguments[1].Index, Space.NewArguments[0].Index);
  EXPECT_EQ(Space.OldArguments[0].Index, Space.NewArguments[1].Index);
  EXPECT_EQ(Space.Leaves[Space.OldArguments[2].Index].Name, "gone");
  EXPECT_EQ(Space.Leaves[Space.NewArguments[2].Index].Name, "more");
}

TEST(Pairing, AWiderParameterTakesWhatBothCanTake) {
  InputSpace Space = spaceOf("int f(int n) { return 0; }", "int f(long n) { return 0; }", entry("f"));
  EXPECT_EQ(leavesText(Space), "n:i32");
  EXPECT_EQ(Space.OldArguments[0].Index, Space.NewArguments[0].Index);
  EXPECT_TRUE(assumes(Space, "common-parameter-range"));
  Error Layout = errorOf("struct s { int a; }; int f(struct s *p) { return 0; }",
                         "struct s { char c; int a; }; int f(struct s *p) { return 0; }", entry("f"));
  EXPECT_NE(Layout.Message.find("'p'"), std::string::npos) << Layout.Message;
  EXPECT_EQ(leavesText(spaceOf("enum e { A, B }; int f(enum e x) { return 0; }",
                               "enum e { A, B, C }; int f(enum e x) { return 0; }", entry("f"))),
            "x:u32[0,2]");
}

TEST(Pairing, ARenamedEntryHasAnOldName) {
  InputOptions Options = entry("f");
  Options.OldEntry = "before";
  InputSpace Space = spaceOf("int before(int a) { return a; }", "int f(int a) { return a; }", Options);
  EXPECT_EQ(Space.OldEntry, "before");
  EXPECT_EQ(Space.NewEntry, "f");
}

TEST(Bounds, ApplyToLeavesAndToEachElement) {
  InputOptions Options = entry("f");
  Options.Bounds = {{"x", {"-3", "0x10"}}, {"s", {"97", "122"}}, {"s_1", {"'0'", "'9'"}}};
  Options.Lengths = {{"s", 2}};
  EXPECT_EQ(leavesText(spaceOf("int f(int x, char *s) { return 0; }", Options)),
            "x:i32[-3,16] s_0:i8[97,122] s_1:i8[48,57]");
}

TEST(Bounds, TakeTheNamesThatReportsPrint) {
  InputOptions Options = entry("f");
  Options.Bounds = {{"p[0].a", {"0", "3"}}, {"p_1.b_0", {"1", "2"}}, {"t[1][0]", {"5", "6"}}};
  Options.Lengths = {{"p", 2}, {"t", 2}};
  EXPECT_EQ(
      leavesText(spaceOf("struct s { int a; char b[1]; }; int f(struct s *p, char t[2][1]) { return 0; }", Options)),
      "p_0.a:i32[0,3] p_0.b_0:i8 p_1.a:i32 p_1.b_0:i8[1,2] t_0_0:i8 t_1_0:i8[5,6]");
}

TEST(Entries, AreFoundByTheNameInTheSource) {
  Program Version = compileText("struct C { int k; int add(int x) const; int add(long x) const; };\n"
                                "int C::add(int x) const { return k + x; }\n"
                                "int C::add(long x) const { return k - (int)x; }\n"
                                "namespace n { int g(int (*h)(int)) { return h(2); } }\n",
                                "test.cpp");
  for (auto [Name, Symbol] : std::vector<std::pair<std::string, std::string>>{{"C::add(int)", "_ZNK1C3addEi"},
                                                                              {"C::add(long) const", "_ZNK1C3addEl"},
                                                                              {"C::add( long )", "_ZNK1C3addEl"},
                                                                              {"n::g", "_ZN1n1gEPFiiE"},
                                                                              {"n::g(int (*)(int))", "_ZN1n1gEPFiiE"},
                                                                              {"g", "_ZN1n1gEPFiiE"}}) {
    auto Found = findEntry(Version, Name);
    ASSERT_TRUE(Found) << Found.error().Message;
    EXPECT_EQ((*Found)->getName(), Symbol);
  }
  for (const char *Name : {"C::add", "add"}) {
    auto Found = findEntry(Version, Name);
    ASSERT_FALSE(Found) << Name;
    for (const char *Part : {"several", "'_ZNK1C3addEi' (C::add(int) const)", "'_ZNK1C3addEl' (C::add(long) const)"})
      EXPECT_NE(Found.error().Message.find(Part), std::string::npos) << Found.error().Message;
  }
  EXPECT_FALSE(findEntry(Version, "C::add(short)"));
}

TEST(Bounds, WrongOnesAreUsageErrors) {
  std::string Text = "int f(unsigned char x, int *a, double d) { return 0; }";
  for (auto [Name, Min, Max, Why] : std::vector<std::array<std::string, 4>>{{"y", "0", "1", "x"},
                                                                            {"x", "5", "4", "larger"},
                                                                            {"x", "-1", "4", "fit"},
                                                                            {"x", "0", "256", "fit"},
                                                                            {"x", "0", "9z", "number"},
                                                                            {"d", "0", "1", "floating"}}) {
    InputOptions Options = entry("f");
    Options.Bounds = {{Name, {Min, Max}}};
    Error Problem = errorOf(Text, Options);
    EXPECT_EQ(Problem.Kind, ErrorKind::Usage);
    EXPECT_NE(Problem.Message.find(Why), std::string::npos) << Problem.Message;
  }
  InputOptions Options = entry("f");
  Options.Lengths = {{"x", 3}};
  EXPECT_EQ(errorOf(Text, Options).Kind, ErrorKind::Usage);
}

TEST(Flags, NullableAndAliasesAddLeaves) {
  InputOptions Options = entry("f");
  Options.Nullable = {"a", "b"};
  Options.MayAlias = {{"a", "b"}};
  Options.Lengths = {{"a", 1}, {"b", 1}};
  InputSpace Space = spaceOf("void f(int *a, int *b) { *a += *b; }", Options);
  EXPECT_EQ(leavesText(Space), "a_0:i32 b_0:i32 a_null:u1 b_null:u1 b_is_a:u1");
  EXPECT_EQ(Space.Objects[0].NullLeaf, 2u);
  EXPECT_EQ(Space.Objects[1].Alias, std::pair(4u, 0u));
  EXPECT_FALSE(assumes(Space, "no-alias"));
  EXPECT_FALSE(assumes(Space, "not-null"));
  Options.Nullable = {"c"};
  EXPECT_EQ(errorOf("void f(int *a, int *b) { *a += *b; }", Options).Kind, ErrorKind::Usage);
}

TEST(Globals, AreAnAssumptionUnlessSymbolic) {
  std::string Text = "int g = 3; static char t[2]; int unused; const int c = 4; int *p = &g; int errno_like;"
                     "static int helper(void) { return t[0] + c; } int f(int x) { return x + g + helper(); }"
                     "int h(int x) { return *p + x; } int pure(int x) { return x + c; }";
  InputSpace Plain = spaceOf(Text, entry("f"));
  EXPECT_EQ(leavesText(Plain), "x:i32");
  EXPECT_TRUE(assumes(Plain, "globals-as-initialised"));
  EXPECT_FALSE(assumes(spaceOf(Text, entry("pure")), "globals-as-initialised"));

  InputOptions All = entry("f");
  All.AllGlobalsSymbolic = true;
  InputSpace Space = spaceOf(Text, All);
  EXPECT_EQ(leavesText(Space), "x:i32 g:i32 t_0:i8 t_1:i8");
  EXPECT_FALSE(assumes(Space, "globals-as-initialised"));
  EXPECT_EQ(Space.Globals, (std::vector<std::pair<std::string, unsigned>>{{"g", 0}, {"t", 1}}));
  All.Entry = "h";
  EXPECT_TRUE(assumes(spaceOf(Text, All), "globals-as-initialised")) << "p holds a pointer";

  InputOptions One = entry("f");
  One.SymbolicGlobals = {"t"};
  EXPECT_EQ(leavesText(spaceOf(Text, One)), "x:i32 t_0:i8 t_1:i8");
  EXPECT_TRUE(assumes(spaceOf(Text, One), "globals-as-initialised"));
  One.SymbolicGlobals = {"c"};
  EXPECT_EQ(errorOf(Text, One).Kind, ErrorKind::Usage);
  One.SymbolicGlobals = {"nothing"};
  EXPECT_EQ(errorOf(Text, One).Kind, ErrorKind::Usage);
}

TEST(Globals, StaticsOfOneNameAreNotMixedUp) {
  std::string Apart =
      "static int bump(int k) { static int n; return n += k; }"
      "static int drop(int k) { static int n; return n -= k; } int f(int x) { return bump(x) + drop(x); }";
  InputOptions All = entry("f");
  All.AllGlobalsSymbolic = true;
  InputSpace Space = spaceOf(Apart, All);
  EXPECT_EQ(leavesText(Space), "x:i32 n:i32 n~2:i32");
  ASSERT_EQ(Space.Globals.size(), 2u);
  EXPECT_EQ(Space.Globals[0].first, "bump.n");
  // In one function nothing tells them apart but their order, which may have changed: they stay as initialised.
  InputSpace Unclear =
      spaceOf("int f(int x) { { static int n = 1; x += n++; } { static int n = 7; x -= n++; } return x; }",
              "int f(int x) { { static int n = 7; x -= n++; } { static int n = 1; x += n++; } return x; }", All);
  EXPECT_EQ(leavesText(Unclear), "x:i32");
  EXPECT_TRUE(assumes(Unclear, "globals-as-initialised"));
}

TEST(Globals, AParameterOfTheSameNameStaysApart) {
  InputOptions All = entry("f");
  All.SymbolicGlobals = {"x"};
  EXPECT_EQ(leavesText(spaceOf("int x; int get(void) { return x; } int f(int x) { return x + get(); }", All)),
            "x:i32 x~2:i32");
}

TEST(WholeProgram, ArgumentsAndStandardInput) {
  std::string Text = "int main(int argc, char **argv) { return argc > 1 ? argv[1][0] : 0; }";
  InputOptions Options;
  InputSpace Usual = spaceOf(Text, Options);
  EXPECT_TRUE(Usual.WholeProgram);
  EXPECT_EQ(Usual.Program.Arguments.size(), 2u);
  EXPECT_EQ(Usual.Leaves.size(), 8u);
  EXPECT_TRUE(Usual.Assumptions.empty());

  Options.Argv = std::pair(1u, 2u);
  Options.ArgvBefore = {"-d", ","};
  Options.ArgvAfter = {"end"};
  Options.Stdin = 3;
  InputSpace Space = spaceOf(Text, Options);
  EXPECT_EQ(leavesText(Space), "argv_3_0:i8 argv_3_1:i8 stdin_0:u8 stdin_1:u8 stdin_2:u8 stdin_len:u32[0,3]");
  ASSERT_EQ(Space.Program.Arguments.size(), 4u);
  EXPECT_TRUE(Space.Program.Arguments[0].Fixed);
  EXPECT_EQ(Space.Program.Arguments[3].Text, "end");
  EXPECT_EQ(Space.Program.Arguments[2].Leaves, (std::vector<unsigned>{0, 1}));

  InputAssignment Values;
  for (char Byte : std::string("x\0a\0b", 5))
    Values.push_back(llvm::APInt(8, static_cast<unsigned char>(Byte)));
  Values.push_back(llvm::APInt(32, 2));
  auto Texts = describeTexts(Space, Values);
  ASSERT_EQ(Texts.size(), 5u);
  EXPECT_EQ(Texts[2].Name, "argv_3");
  EXPECT_EQ(Texts[2].Bytes, "x");
  EXPECT_EQ(Texts[4].Name, "stdin");
  EXPECT_EQ(Texts[4].Bytes, std::string("a\0", 2));
}

TEST(WholeProgram, WithoutParametersHasNoArguments) {
  InputOptions Options;
  EXPECT_TRUE(spaceOf("int main(void) { return 0; }", Options).Leaves.empty());
  EXPECT_TRUE(spaceOf("int main(int argc, char **argv) { return 0; }", Options).Leaves.empty()) << "nobody reads them";
  Options.Argv = std::pair(1u, 2u);
  EXPECT_EQ(errorOf("int main(void) { return 0; }", Options).Kind, ErrorKind::Usage);
}

TEST(Texts, OfValues) {
  EXPECT_EQ(valueText(llvm::APInt(8, 200), true, false), "-56");
  EXPECT_EQ(valueText(llvm::APInt(8, 200), false, false), "200");
  EXPECT_EQ(valueText(llvm::APInt(1, 1), false, false), "1");
  EXPECT_EQ(valueText(llvm::APInt(64, 0x3fb999999999999a), true, true), "0.1");
  EXPECT_EQ(valueText(llvm::APInt(32, 0x3dcccccd), true, true), "0.1");
  EXPECT_EQ(valueText(llvm::APInt(32, 0xffc00001), true, true), "nan");
  EXPECT_EQ(valueText(llvm::APInt(64, 0x7ff0000000000000), true, true), "inf");
  EXPECT_EQ(valueText(llvm::APInt(64, 0x8000000000000000), true, true), "-0");
  EXPECT_EQ(valueText(llvm::APInt(128, 1).shl(100), false, false), "1267650600228229401496703205376");
}

TEST(Texts, OfInputs) {
  InputOptions Options = entry("f");
  Options.Lengths = {{"s", 3}};
  InputSpace Space = spaceOf("int f(const char *s, int x) { return 0; }", Options);
  InputAssignment Values{llvm::APInt(8, 'a'), llvm::APInt(8, 0), llvm::APInt(8, 'c'), llvm::APInt(32, 0xffffffff)};
  auto Described = describe(Space, Values);
  ASSERT_EQ(Described.size(), 4u);
  EXPECT_EQ(Described[0].Name, "s_0");
  EXPECT_EQ(Described[0].Value, "97");
  EXPECT_EQ(Described[3].Value, "-1");
  EXPECT_EQ(Described[3].Bits, 32u);
  auto Texts = describeTexts(Space, Values);
  ASSERT_EQ(Texts.size(), 1u);
  EXPECT_EQ(Texts[0].Bytes, "a");
}

TEST(WholeProgram, FilesAndEnvironmentAreInput) {
  InputOptions Options;
  Options.Files = {{"data/in.txt", 2}};
  Options.FixedFiles = {{"conf", "a=1"}};
  Options.Environment = {{"MODE", 2}};
  InputSpace Space = spaceOf("int main(void) { return 0; }", Options);
  EXPECT_EQ(leavesText(Space), "file_data_in.txt_0:u8 file_data_in.txt_1:u8 file_data_in.txt_len:u32[0,2] "
                               "env_MODE_0:i8 env_MODE_1:i8 env_MODE_set:u1");
  InputAssignment Values = {llvm::APInt(8, 0),   llvm::APInt(8, 'b'), llvm::APInt(32, 1),
                            llvm::APInt(8, 'x'), llvm::APInt(8, 0),   llvm::APInt(1, 1)};
  ProgramTexts Texts = programTexts(Space, Values);
  EXPECT_FALSE(Texts.Stdin);
  ASSERT_EQ(Texts.Files.size(), 2u);
  EXPECT_EQ(Texts.Files[0], std::pair(std::string("conf"), std::string("a=1")));
  EXPECT_EQ(Texts.Files[1], std::pair(std::string("data/in.txt"), std::string(1, '\0')));
  ASSERT_EQ(Texts.Environment.size(), 1u);
  EXPECT_EQ(Texts.Environment[0], std::pair(std::string("MODE"), std::string("x")));
}

TEST(WholeProgram, FilesAreWhereRunsMayWrite) {
  Program Version = compileText("int main(void) { return 0; } int f(int x) { return x; }");
  for (const char *Name : {"/etc/passwd", "../up", "a/../../b", "a/", "."}) {
    InputOptions Options;
    Options.Files = {{Name, 2}};
    auto Space = inputSpace(Version, Version, Options);
    ASSERT_FALSE(Space) << Name;
    EXPECT_EQ(Space.error().Kind, ErrorKind::Usage);
    EXPECT_NE(Space.error().Message.find(Name), std::string::npos);
  }
  InputOptions Fixed;
  Fixed.Environment = {{"LC_ALL", 2}};
  EXPECT_FALSE(inputSpace(Version, Version, Fixed)) << "runs rely on it";
  InputOptions Function;
  Function.Entry = "f";
  Function.Environment = {{"MODE", 2}};
  EXPECT_FALSE(inputSpace(Version, Version, Function));
}

} // namespace
