#include "support/PairText.h"
#include "unit/partition/SmallVersions.h"

#include "partition/Partition.h"
#include "traced/SharedBuilds.h"

#include <gtest/gtest.h>

namespace vernier::test {

namespace {

/// Two versions of a function of one byte whose results lie behind pointers, or where only a caller can see them.
struct ResultCase {
  const char *Name;
  std::string Text;       ///< of both versions (support/PairText.h)
  bool (*Differs)(int X); ///< for these inputs
  bool MayBeUnknown = false;
};

void PrintTo(const ResultCase &Case, std::ostream *To) {
  *To << Case.Name;
}

std::string version(const std::string &Text, Side Which) {
  return "#include <errno.h>\n#include <signal.h>\n#include <stdlib.h>\n#include <string.h>\n"
         "struct pair { int a, b; }; struct node { int v; struct node *next; };\n" +
         textOf(Text, Which);
}

bool always(int) {
  return true;
}
bool never(int) {
  return false;
}

const std::string Make = "struct pair *f(signed char x) { struct pair *r = malloc(sizeof *r); ";
const std::string Callbacks = "static int p(int v) { return v; } static int q(int v) { return v + 1; }";

const ResultCase Cases[] = {
    {"FieldsThatAreSwapped", Make + "<<r->a = x; r->b = 1;||r->a = 1; r->b = x;>> return r; }",
     [](int X) { return X != 1; }},
    {"FieldsInAnotherOrder", Make + "<<r->a = x; r->b = 1;||r->b = 1; r->a = x;>> return r; }", never},
    {"AListThatGetsMore",
     "struct node *f(signed char x) { struct node *n = 0; for (int i = 0; i < 2; i++) { struct node *m = malloc(sizeof "
     "*m); m->v = x <<+ i||+ i * (x != 3)>>; m->next = n; n = m; } return n; }",
     [](int X) { return X == 3; }},
    {"AnOutParameter",
     "int f(struct pair **out, signed char x) { *out = malloc(8); (*out)->a = x; (*out)->b = <<0||x == 7>>; return 0; "
     "}",
     [](int X) { return X == 7; }},
    {"AGlobalPointer", "struct pair *g; void f(signed char x) { g = malloc(8); g->a = x; g->b = <<1||1 + (x > 9)>>; }",
     [](int X) { return X > 9; }},
    {"AConstantText", "const char *f(signed char x) { return x > 3 ? \"<<yes||YES>>\" : \"no\"; }",
     [](int X) { return X > 3; }},
    {"ARowOfATable",
     "static const int t[2][2] = {{1, 2}, {3, 4}}, u[2] = {<<5||6>>, 7}; const int *f(signed char x) { return x > 3 ? "
     "u : t[x & 1]; }",
     [](int X) { return X > 3; }},
    {"TheSizeOfABlock", "char *f(signed char x) { char *r = malloc(x > 3 ? <<100||1>> : 1); *r = x; return r; }",
     [](int X) { return X > 3; }},
    {"ASizeOfTheInput", "char *f(signed char x) { return calloc(<<(unsigned char)x & 7||5>>, 1); }",
     [](int X) { return (X & 7) != 5; }},
    {"TheErrorNumber", "int f(signed char x) { if (x < 0) { <<errno = EINVAL;||>> return -1; } return x; }",
     [](int X) { return X < 0; }},
    {"ARecordInRegisters", "struct pair f(signed char x) { struct pair r = {x, <<x||x == 77 ? 0 : x>>}; return r; }",
     [](int X) { return X == 77; }},
    {"ARecordInMemory",
     "struct big { int a[8]; }; struct big f(signed char x) { struct big r = {{x}}; <<||if (x == 9) r.a[7] = 1;>> "
     "return r; }",
     [](int X) { return X == 9; }},
    {"ATextBehindARecord",
     "struct s { char *t; long n; }; struct s f(signed char x) { struct s r = {malloc(4), x}; memset(r.t, 0, 4); "
     "r.t[2] = <<0||x == 5>>; return r; }",
     [](int X) { return X == 5; }},
    {"WhatIsShared",
     "struct two { int *a, *b; }; struct two *f(signed char x) { struct two *r = malloc(sizeof *r); r->a = malloc(4); "
     "*r->a = x; <<r->b = r->a;||if (x > 3) r->b = r->a; else { r->b = malloc(4); *r->b = x; }>> return r; }",
     [](int X) { return X <= 3; }},
    {"ACycle",
     "struct node *f(signed char x) { struct node *a = malloc(16), *b = malloc(16); a->v = x; b->v = 2; a->next = b; "
     "b->next = <<a||x == 4 ? b : a>>; return a; }",
     [](int X) { return X == 4; }},
    {"AFunction", Callbacks + "int (*f(signed char x))(int) { return x > <<3||4>> ? p : q; }",
     [](int X) { return X == 4; }},
    {"WhatIsGivenBack", "void f(char *s, signed char x) { if (x > <<3||4>>) free(s); }", [](int X) { return X == 4; }},
    {"AHandler", "void f(signed char x) { if (x > <<3||4>>) signal(SIGUSR1, SIG_IGN); }", [](int X) { return X == 4; },
     true},
    {"AFieldThatNobodyWrites", Make + "r->a = x; <<r->b = 0;||if (x != 3) r->b = 0;>> return r; }",
     [](int X) { return X == 3; }},
    {"APieceThatNobodyWrites",
     "char *f(signed char x) { char *r = malloc(40); strcpy(r, \"ab\"); r[2] = <<x||x == 5 ? 6 : x>>; return r; }",
     [](int X) { return X == 5; }},
    {"PaddingDoesNotCount",
     "struct wide { char c; double d; }; struct wide *f(signed char x) { struct wide *r = <<malloc(16)||calloc(1, "
     "16)>>; r->c = x; r->d = x; return r; }",
     never},
    {"PaddingBehindAVoidPointer",
     "struct pad { unsigned char a; short b; }; void *f(signed char x) { struct pad *r = <<malloc(4)||calloc(1, 4)>>; "
     "r->a = x; r->b = x; return x > 3 ? r : 0; }",
     never},
    {"AFieldBehindAVoidPointer",
     "struct pad { unsigned char a; short b; }; void *f(signed char x) { struct pad *r = <<malloc(4)||calloc(1, 4)>>; "
     "r->a = x; r->b = <<x||x + (x == 5)>>; return r; }",
     [](int X) { return X == 5; }},
    {"BytesBehindAVoidPointer",
     "struct pad { unsigned char a; short b; }; void *f(signed char x) { char *r = calloc(1, 4); r[1] = <<0||x == 5>>; "
     "return r; }",
     [](int X) { return X == 5; }},
    {"PaddingThatIsWrittenBehindAVoidPointer",
     "struct pad { unsigned char a; short b; }; void *f(signed char x) { struct pad *r = malloc(4); char *t = (char "
     "*)r; "
     "t[0] = 1; t[1] = <<2||2 + (x == 5)>>; t[2] = t[3] = x; return r; }",
     [](int X) { return X == 5; }, true},
    {"ATextBehindAHeader",
     "struct head { unsigned char a; short b; }; struct head *f(signed char x) { struct head *r = malloc(8); r->a = 1; "
     "r->b = 4; char *t = (char *)(r + 1); t[0] = t[2] = t[3] = x; t[1] = <<2||2 + (x == 5)>>; return r; }",
     [](int X) { return X == 5; }, true},
    {"ATextBehindAHeaderThatIsWrittenNow",
     "struct head { unsigned char a; short b; }; struct head *f(signed char x) { struct head *r = malloc(8); r->a = 1; "
     "r->b = 4; char *t = (char *)(r + 1); t[0] = t[2] = t[3] = x; <<||t[1] = 2;>> return r; }",
     always, true},
    {"AFlexibleArrayInThePadding",
     "struct flex { int n; char k, t[]; }; struct flex *f(signed char x) { struct flex *r = malloc(8); r->n = 3; r->k "
     "= "
     "x; r->t[0] = r->t[2] = 1; r->t[1] = <<2||2 + (x == 5)>>; return r; }",
     [](int X) { return X == 5; }, true},
    {"AnArrayWithPadding",
     "struct pad { unsigned char a; short b; }; struct pad *f(signed char x) { struct pad *r = malloc(8); r[0].a = "
     "r[1].a = <<x||x + 0>>; r[0].b = r[1].b = <<x||x - 0>>; return r; }",
     never},
    {"TheEndOfALargeArray", "char t[9000]; void f(signed char x) { t[8000] = x; t[8500] = <<1||1 + (x == 6)>>; }",
     [](int X) { return X == 6; }},
    {"ATree",
     "struct tree { int v; struct tree *l, *r; }; static struct tree *leaf(int v) { struct tree *t = calloc(1, 24); "
     "t->v = v; return t; } struct tree *f(signed char x) { struct tree *t = leaf(5); if (x <<<||<=>> 5) t->l = "
     "leaf(x); else t->r = leaf(x); return t; }",
     [](int X) { return X == 5; }},
    {"ACopyOfAText",
     "char *f(const char *s, signed char x) { char *r = malloc(strlen(s) + 1); strcpy(r, s); r[0] = <<x||x | (x == "
     "8)>>; "
     "return r; }",
     [](int X) { return X == 8; }},
    {"ReallocThatGrows",
     "int *f(signed char x) { int *r = malloc(4); r[0] = x; r = realloc(r, 8); r[1] = <<x||x + (x == 2)>>; return r; }",
     [](int X) { return X == 2; }},
    {"HeapAgainstStatic",
     "static char b[4]; char *f(signed char x) { char *r = <<b||x == 1 ? malloc(4) : b>>; memset(r, 0, 4); r[0] = x; "
     "return r; }",
     [](int X) { return X == 1; }},
    {"TheEnvironment", "int f(signed char x) { <<if (x == 3) setenv(\"A\", \"1\", 1);||>> return x; }",
     [](int X) { return X == 3; }, true},
    {"AStreamWithoutABuffer",
     "#include <stdio.h>\nint f(signed char x) { <<if (x == 3) setvbuf(stdout, 0, _IONBF, 0);||>> return x; }",
     [](int X) { return X == 3; }, true},
    {"WhereATokenizerGoesOn",
     "static char t[] = \"a,b\"; int f(signed char x) { <<if (x == 3) strtok(t, \",\");||if (x == 3) t[1] = 0;>> "
     "return x; }",
     [](int X) { return X == 3; }, true},
    {"AFile",
     "#include <stdio.h>\nint f(signed char x) { if (x == 3) { FILE *g = fopen(\"o\", \"w\"); if (g) { "
     "fputs(<<\"a\"||\"b\">>, g); fclose(g); } } return x; }",
     [](int X) { return X == 3; }, true},
    {"AFunctionInARecordInMemory",
     Callbacks + "struct big { long a[3]; int (*fn)(int); }; struct big f(signed char x) { struct big r = {{0}}; r.fn "
                 "= x <<<=||<>> 1 ? p : q; return r; }",
     [](int X) { return X == 1; }},
    {"AFunctionInARecordInRegisters",
     Callbacks + "struct two { long a; int (*fn)(int); }; struct two f(signed char x) { struct two r = {0}; r.fn "
                 "= x <<<=||<>> 1 ? p : q; return r; }",
     [](int X) { return X == 1; }},
    {"ATextInARecordInMemory",
     "struct big { long a[3]; const char *t; }; struct big f(signed char x) { struct big r = {{0}}; r.t = x <<<=||<>> "
     "1 "
     "? \"low\" : \"high\"; return r; }",
     [](int X) { return X == 1; }},
    {"ABlockInARecordInMemory",
     "struct big { long a[3]; char *t; }; struct big f(signed char x) { struct big r = {{0}}; char *a = malloc(1), *b "
     "= "
     "malloc(2); *a = 1; b[0] = b[1] = 2; r.t = x <<<=||<>> 1 ? a : b; return r; }",
     [](int X) { return X == 1; }},
    {"AFunctionInATableThatIsWritten",
     Callbacks + "int (*t[4])(int); void f(signed char x) { t[x & 3] = <<p||x == 6 ? q : p>>; }",
     [](int X) { return X == 6; }},
    {"APointerFarInsideOfAGlobal",
     "struct far { char c[5000]; const char *t; } g; void f(signed char x) { g.t = x <<<=||<>> 1 ? \"low\" : \"high\"; "
     "}",
     [](int X) { return X == 1; }, true},
    {"ABlockFarInsideOfAGlobal",
     "struct far { char c[5000]; char *t; } g; void f(signed char x) { g.t = malloc(1); *g.t = <<x||x == 5 ? 6 : x>>; "
     "}",
     [](int X) { return X == 5; }, true},
    {"APointerInAUnion",
     "union u { long n; const char *t; }; union u f(signed char x) { union u r; r.t = x <<<=||<>> 1 ? \"low\" : "
     "\"high\"; "
     "return r; }",
     [](int X) { return X == 1; }, true},
    {"APointerInAUnionOnTheHeap",
     "union u { long n; const char *t; }; union u *f(signed char x) { union u *r = malloc(sizeof *r); r->t = x "
     "<<<=||<>> "
     "1 ? \"low\" : \"high\"; return r; }",
     [](int X) { return X == 1; }, true},
    {"AnArrayOfBlocks",
     "char **f(signed char x) { char **r = malloc(16); r[0] = malloc(2); r[1] = malloc(2); strcpy(r[0], \"a\"); "
     "strcpy(r[1], \"b\"); <<||if (x == 7) { char *t = r[0]; r[0] = r[1]; r[1] = t; }>> return r; }",
     [](int X) { return X == 7; }},
    {"APointerIntoItself",
     "struct self { char b[8]; char *at; }; struct self *f(signed char x) { struct self *r = calloc(1, sizeof *r); "
     "r->at "
     "= r->b + (<<x & 3||x == 9 ? 2 : x & 3>>); return r; }",
     [](int X) { return X == 9; }},
    {"AWideResult",
     "__int128 f(signed char x) { __int128 w = x; w *= 1l * 1000000000000; w *= 1000000000000; return w + <<0||(x == "
     "3)>>; }",
     [](int X) { return X == 3; }, true},
    {"ALongDouble", "long double f(signed char x) { return x / <<2.0L||(x == 3 ? 4.0L : 2.0L)>>; }",
     [](int X) { return X == 3; }, true},
    {"AComplexNumber", "double _Complex f(signed char x) { return x + <<1||(x == 3 ? 2 : 1)>> * 1.0i; }",
     [](int X) { return X == 3; }, true},
    {"ABitField",
     "struct bits { unsigned a : 3, b : 5; }; struct bits f(signed char x) { struct bits r = {x, <<x||x + (x == 3)>>}; "
     "return r; }",
     [](int X) { return X == 3; }, true},
    {"BitsBetweenBitFieldsOnTheHeap",
     "struct bits { int k; unsigned a : 3, : 2, b : 4; }; struct bits *f(signed char x) { struct bits *r = "
     "<<malloc(8)||calloc(1, 8)>>; r->k = x; r->a = x; r->b = 5; return r; }",
     never},
    {"ABitFieldOnTheHeap",
     "struct bits { int k; unsigned a : 3, : 2, b : 4; }; struct bits *f(signed char x) { struct bits *r = "
     "<<malloc(8)||calloc(1, 8)>>; r->k = x; r->a = x; r->b = <<5||x == 9 ? 6 : 5>>; return r; }",
     [](int X) { return X == 9; }},
    {"BitsBetweenBitFieldsOfAGlobal",
     "struct bits { unsigned a : 3, : 2, b : 4; } g; void f(signed char x) { struct bits n; memset(&n, <<0||255>>, "
     "sizeof n); n.a = x; n.b = 1; g = n; }",
     never},
    {"BitsBetweenBitFieldsOfAResult",
     "struct bits { unsigned a : 3, : 2, b : 4; }; struct bits f(signed char x) { struct bits n; memset(&n, "
     "<<0||255>>, "
     "sizeof n); n.a = x; n.b = 1; return n; }",
     never},
    {"BitsBetweenBitFieldsOfAnArgument",
     "struct bits { unsigned a : 3, : 2, b : 4; }; void f(struct bits *p, signed char x) { <<||memset(p, 255, sizeof "
     "*p);>> p->a = x; p->b = 1; }",
     never},
    {"BitsBetweenBitFieldsOfAUnion",
     "union bits { struct { unsigned a : 3; } s; unsigned b : 5; }; union bits *f(signed char x) { union bits *r = "
     "malloc(4); memset(r, <<0||255>>, 4); r->b = x; return r; }",
     never},
    {"ABitFieldThatGetsWider", "struct bits { unsigned a : <<3||4>>; } g; void f(signed char x) { g.a = x & 15; }",
     [](int X) { return (X & 8) != 0; }},
    {"ABool", "_Bool f(signed char x) { return <<x > 3||x >= 3>>; }", [](int X) { return X == 3; }},
    {"AFlexibleArray",
     "struct flex { int n; char t[]; }; struct flex *f(signed char x) { struct flex *r = malloc(4 + 4); r->n = 4; "
     "memset(r->t, 0, 4); r->t[3] = <<x||x ^ (x == 5)>>; return r; }",
     [](int X) { return X == 5; }},
    {"AStaticLocal", "int f(signed char x) { static int n; n += <<x||x + (x == 5)>>; return 0; }",
     [](int X) { return X == 5; }},
    {"APointerToALocalStatic", "int *f(signed char x) { static int n[2]; n[1] = <<x||x + (x == 5)>>; return n; }",
     [](int X) { return X == 5; }},
    {"AllOfIt",
     "struct node *f(signed char x) { struct node *r = malloc(16); r->v = <<1||2>>; r->next = 0; return r; }", always},
};

class ResultsTest : public testing::TestWithParam<ResultCase> {};

TEST_P(ResultsTest, AreWhatCallersCanSee) {
  SmallVersions Pair({version(GetParam().Text, Side::Old), version(GetParam().Text, Side::New)});
  InputOptions Wanted;
  Wanted.Lengths = {{"s", 2}};
  if (GetParam().Text.find("char *s") != std::string::npos)
    Wanted.Bounds = {{"s_0", {"65", "66"}}, {"s_1", {"0", "0"}}};
  else
    Wanted.Lengths.clear();
  InputSpace Space = Pair.space(Wanted);
  std::size_t X = 0;
  while (X != Space.Leaves.size() && Space.Leaves[X].Name != "x")
    ++X;
  ASSERT_LT(X, Space.Leaves.size());
  auto Builds = std::make_shared<SharedBuilds>();
  for (PartitionMode Mode : {PartitionMode::Sliced, PartitionMode::Path}) {
    PartitionPairOptions Options;
    Options.Mode = Mode;
    Options.Builds = Builds;
    Options.Time = std::chrono::seconds(6);
    auto Found = partitionPair(*Pair.Maps.front(), Space, Options, temporaryCache());
    ASSERT_TRUE(Found) << Found.error().Message;
    for (int Value = -128; Value != 128; ++Value) {
      Assignment Values;
      for (std::size_t I = 0; I != Space.Leaves.size(); ++I)
        Values[Found->Leaves[I]] = Space.Leaves[I].Min.value_or(llvm::APInt(Space.Leaves[I].Bits, 0));
      Values[Found->Leaves[X]] = llvm::APInt(8, static_cast<std::uint64_t>(Value) & 255);
      unsigned Claims = 0;
      for (const DifferentialPartition &Part : Found->Found.Partitions)
        if (Part.What != Answer::Unknown &&
            llvm::all_of(Part.terms(), [&](Term Each) { return evaluate(Each, Values).isOne(); })) {
          ++Claims;
          EXPECT_EQ(Part.What == Answer::Different, GetParam().Differs(Value)) << Value;
        }
      EXPECT_TRUE(Claims > 0 || GetParam().MayBeUnknown) << Value;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Results, ResultsTest, testing::ValuesIn(Cases),
                         [](const auto &Info) { return Info.param.Name; });

} // namespace

} // namespace vernier::test
