#include "input/Expression.h"

#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <map>

using namespace vernier;
using namespace vernier::test;

namespace {

struct Inputs {
  InputSpace Space;

  explicit Inputs(const std::string &Parameters, InputOptions Options = {}) {
    Options.Entry = "f";
    Program P = compileText("struct s { int x; char t[2]; struct s *next; }; struct flat { short x, y; };"
                            "int f(" +
                            Parameters + ") { return 0; }");
    auto Found = inputSpace(P, P, Options);
    EXPECT_TRUE(Found) << Found.error().Message;
    if (Found)
      Space = *Found;
  }

  InputAssignment values(const std::map<std::string, std::int64_t> &Named) const {
    InputAssignment Values;
    for (const InputLeaf &Leaf : Space.Leaves) {
      auto Given = Named.find(Leaf.Name);
      Values.push_back(
          llvm::APInt(64, static_cast<std::uint64_t>(Given == Named.end() ? 0 : Given->second)).sextOrTrunc(Leaf.Bits));
    }
    return Values;
  }

  std::string evaluated(const std::string &Text, const std::map<std::string, std::int64_t> &Named = {}) const {
    auto Parsed = parseExpression(Text, Space);
    if (!Parsed)
      return Parsed.error().Message;
    return valueText(evaluate(*Parsed, values(Named)), Parsed->Signed, Parsed->Floating);
  }

  Error error(const std::string &Text) const {
    auto Parsed = parseExpression(Text, Space);
    EXPECT_FALSE(Parsed) << Text;
    return Parsed ? Error{} : Parsed.error();
  }
};

TEST(Expressions, MeanWhatTheCompilerSays) {
  // Clang is the oracle: each text is also the initialiser of a constant.
  const std::vector<std::string> Texts = {"1 + 2 * 3 - 4 / 3 % 5",
                                          "(1 + 2) * 3",
                                          "7 / -2",
                                          "-7 % 3",
                                          "-7 / 2u",
                                          "1 ? 2 : 3",
                                          "0 ? 1 : 0 ? 2 : 3",
                                          "1 << 4 >> 2",
                                          "-8 >> 1",
                                          "-8u >> 1",
                                          "5 & 3 ^ 1 | 8",
                                          "5 & 3 == 3",
                                          "1 < 2 == 1",
                                          "3 > 2 > 1",
                                          "-1 < 0u",
                                          "-1 < 0ul",
                                          "-1L < 0u",
                                          "!5 + ~0",
                                          "- -3",
                                          "+'a'",
                                          "'\\n' + '\\x41' + '\\101' + '\\''",
                                          "'\\xff'",
                                          "0x10 + 010 + 0b11",
                                          "2147483647 + 1L",
                                          "2147483648 > 0",
                                          "0x80000000 > 0",
                                          "0xffffffff == -1",
                                          "4294967295 == -1",
                                          "0xffffffffffffffff == -1",
                                          "(char)300",
                                          "(unsigned char)-1 + 0",
                                          "(unsigned char)-1 == -1",
                                          "(short)70000",
                                          "(_Bool)256",
                                          "(unsigned)-1 > 0",
                                          "(long)-1 < 0u",
                                          "(unsigned long)-1 == (unsigned)-1",
                                          "1 && 0 || 1",
                                          "1 || 0 && 0",
                                          "!0 && !1",
                                          "2 && 3",
                                          "(1 ? -1 : 0u) > 0",
                                          "1.5 > 1",
                                          "0.1 + 0.2 == 0.3",
                                          "0.1f == 0.1",
                                          "-0.0 == 0",
                                          "1 / 2 * 2.0 == 0",
                                          "!0.5",
                                          "0.5 && 1",
                                          "1e3 == 1000",
                                          "(float)16777217 == 16777216.0f",
                                          "(1 ? 1 : 2.5) == 1.0",
                                          "(signed char)200 < 0",
                                          "1 - 2 - 3",
                                          "100 / 10 / 2",
                                          "1 ? 0 : 1 ? 2 : 3",
                                          "~0u == -1",
                                          "(unsigned short)-1 >> 15",
                                          "(int8_t)-1 >> 1",
                                          "1u << 31 > 0",
                                          "sizeless"};
  std::string Program = "typedef signed char int8_t;";
  for (std::size_t I = 0; I + 1 != Texts.size(); ++I)
    Program += "const long c" + std::to_string(I) + " = (long)(" + Texts[I] + "); const long *p" + std::to_string(I) +
               " = &c" + std::to_string(I) + ";\n";
  auto Compiled = compileText(Program);
  Inputs Empty("void");
  for (std::size_t I = 0; I + 1 != Texts.size(); ++I) {
    auto *Constant = Compiled.module().getGlobalVariable("c" + std::to_string(I), true);
    ASSERT_TRUE(Constant);
    auto *Value = llvm::dyn_cast<llvm::ConstantInt>(Constant->getInitializer());
    ASSERT_TRUE(Value) << Texts[I];
    auto Parsed = parseExpression(Texts[I], Empty.Space);
    ASSERT_TRUE(Parsed) << Parsed.error().Message;
    llvm::APInt Ours = evaluate(*Parsed, {});
    EXPECT_EQ(Parsed->Signed ? Ours.getSExtValue() : static_cast<std::int64_t>(Ours.getZExtValue()),
              Value->getSExtValue())
        << Texts[I];
  }
  EXPECT_FALSE(parseExpression(Texts.back(), Empty.Space));
}

TEST(Expressions, ReadLeavesElementsAndFields) {
  InputOptions Options;
  Options.Lengths = {{"one", 1}};
  Inputs All("int n, unsigned char *a, struct s *p, struct flat *q, struct flat *one, char **words, int m[][2]",
             Options);
  std::map<std::string, std::int64_t> Values = {{"n", 5},          {"a_1", 200},  {"p.x", 7},    {"p.t_1", 8},
                                                {"p.next.x", 9},   {"q_0.y", 10}, {"q_2.x", 11}, {"one.x", 12},
                                                {"words_0_1", 13}, {"m_1_1", 14}, {"a_0", 3}};
  for (auto [Text, Expected] : std::vector<std::pair<std::string, std::string>>{{"n", "5"},
                                                                                {"a[1]", "200"},
                                                                                {"a_1", "200"},
                                                                                {"*a", "3"},
                                                                                {"(*a) + 1", "4"},
                                                                                {"p->x", "7"},
                                                                                {"(*p).x", "7"},
                                                                                {"p[0].x", "7"},
                                                                                {"p->t[1]", "8"},
                                                                                {"p->next->x", "9"},
                                                                                {"(p->next)->x", "9"},
                                                                                {"q->y", "10"},
                                                                                {"q[2].x", "11"},
                                                                                {"one->x", "12"},
                                                                                {"one.x", "12"},
                                                                                {"words[0][1]", "13"},
                                                                                {"(*words)[1]", "13"},
                                                                                {"m[1][1]", "14"},
                                                                                {"a[2 - 1]", "200"},
                                                                                {"-n", "-5"},
                                                                                {"n > 0 && n < 10 || a[1] != n", "1"},
                                                                                {"(char)a[1] < 0", "1"},
                                                                                {"-a[1] < 0", "1"}})
    EXPECT_EQ(All.evaluated(Text, Values), Expected) << Text;
}

TEST(Expressions, ConversionsAreInTheTree) {
  Inputs All("unsigned char c, long l, unsigned u, double d");
  auto Parsed = parseExpression("c + u < l", All.Space);
  ASSERT_TRUE(Parsed);
  using Op = Expression::Op;
  EXPECT_EQ(Parsed->What, Op::Less);
  EXPECT_EQ(Parsed->Bits, 32u);
  ASSERT_EQ(Parsed->Operands.size(), 2u);
  const Expression &Widened = Parsed->Operands[0];
  EXPECT_EQ(Widened.What, Op::Cast);
  EXPECT_EQ(Widened.Bits, 64u);
  EXPECT_TRUE(Widened.Signed);
  const Expression &Sum = Widened.Operands[0];
  EXPECT_EQ(Sum.What, Op::Add);
  EXPECT_FALSE(Sum.Signed);
  EXPECT_EQ(Sum.Operands[0].What, Op::Cast);
  EXPECT_EQ(Sum.Operands[1].What, Op::Leaf);
  EXPECT_EQ(All.evaluated("c + u < l", {{"c", 255}, {"u", -1}, {"l", 255}}), "1") << "unsigned arithmetic wraps";
  EXPECT_EQ(All.evaluated("d < 0.5", {{"d", 0x3fd0000000000000}}), "1");
  EXPECT_EQ(All.evaluated("d == d", {{"d", 0x7ff8000000000000}}), "0") << "no NaN is equal to itself";
  EXPECT_EQ(All.evaluated("!(d >= 0)", {{"d", 0x7ff8000000000000}}), "1");
}

TEST(Expressions, DivisionByZeroHasAValue) {
  Inputs All("int a, unsigned u");
  EXPECT_EQ(All.evaluated("a / 0", {{"a", 5}}), "-1");
  EXPECT_EQ(All.evaluated("a / 0", {{"a", -5}}), "1");
  EXPECT_EQ(All.evaluated("a % 0", {{"a", -5}}), "-5");
  EXPECT_EQ(All.evaluated("u / 0", {{"u", 5}}), "4294967295");
  EXPECT_EQ(All.evaluated("u != 0 && 10 / u > 2", {{"u", 0}}), "0");
  EXPECT_EQ(All.evaluated("a << 40", {{"a", 5}}), "0");
  EXPECT_EQ(All.evaluated("a >> 40", {{"a", -5}}), "-1");
}

TEST(Expressions, PointersCanBeComparedWithNull) {
  InputOptions Options;
  Options.Nullable = {"p"};
  Inputs All("int *p, int *q, int n", Options);
  EXPECT_EQ(All.evaluated("p != NULL || n > 0", {{"p_null", 1}}), "0");
  EXPECT_EQ(All.evaluated("p == 0", {{"p_null", 1}}), "1");
  EXPECT_EQ(All.evaluated("!p || p[0] > 3", {{"p_0", 4}}), "1");
  EXPECT_NE(All.error("q == 0").Message.find("--nullable"), std::string::npos);
}

TEST(Expressions, ErrorsShowThePlace) {
  Inputs All("int n, int *a, double d");
  for (auto [Text, Column, Why] :
       std::vector<std::tuple<std::string, std::size_t, std::string>>{{"n > m", 5, "there is no input 'm'"},
                                                                      {"n >", 4, "missing"},
                                                                      {"a[9] > 0", 1, "a_0"},
                                                                      {"(n", 3, "')'"},
                                                                      {"n @ 2", 3, "'@'"},
                                                                      {"a[n]", 3, "constant"},
                                                                      {"n = 3", 3, "'='"},
                                                                      {"f(n)", 1, "no input 'f'"},
                                                                      {"1x + 1", 1, "1x"},
                                                                      {"'ab'", 1, "character"},
                                                                      {"'a", 1, "quote"},
                                                                      {"d % 2", 3, "integers"},
                                                                      {"(int)d", 1, "floating"},
                                                                      {"(struct s)n", 2, "struct"},
                                                                      {"n n", 3, "not expected"},
                                                                      {"", 1, "missing"},
                                                                      {"3[n]", 2, "inputs"},
                                                                      {"99999999999999999999", 1, "fits"}}) {
    Error Problem = All.error(Text);
    EXPECT_EQ(Problem.Kind, ErrorKind::Usage);
    EXPECT_NE(Problem.Message.find("column " + std::to_string(Column)), std::string::npos) << Problem.Message;
    EXPECT_NE(Problem.Message.find(Why), std::string::npos) << Problem.Message;
    EXPECT_EQ(Problem.Output, Text + "\n" + std::string(Column - 1, ' ') + "^\n");
  }
  EXPECT_NE(All.error(std::string(5000, '(') + "n").Message.find("deep"), std::string::npos);
  EXPECT_NE(All.error(std::string(5000, '!') + "n").Message.find("deep"), std::string::npos);
}

TEST(Expressions, BelongToTheInputSpace) {
  InputOptions Options;
  Options.Assume = {"n > 0", "n < limit"};
  Options.Bounds = {{"n", {"-5", "5"}}};
  Inputs All("int n, int limit", Options);
  auto Assumptions = assumptionsOf(All.Space);
  ASSERT_TRUE(Assumptions);
  EXPECT_TRUE(admits(All.Space, *Assumptions, All.values({{"n", 3}, {"limit", 9}})));
  EXPECT_FALSE(admits(All.Space, *Assumptions, All.values({{"n", 3}, {"limit", 3}})));
  EXPECT_FALSE(admits(All.Space, *Assumptions, All.values({{"n", 6}, {"limit", 9}}))) << "beyond its bound";
  Program P = compileText("int f(int n) { return n; }");
  Options = {};
  Options.Entry = "f";
  Options.Assume = {"m > 0"};
  auto Wrong = inputSpace(P, P, Options);
  ASSERT_FALSE(Wrong);
  EXPECT_EQ(Wrong.error().Kind, ErrorKind::Usage);
}

} // namespace
