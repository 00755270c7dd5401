// Objects of the C++ library as inputs, results and out parameters: made as their constructors make them, and compared
// by their contents.

#include "CommandLine.h"

#include <gtest/gtest.h>

using namespace vernier::test;
namespace json = llvm::json;

namespace {

constexpr const char *Head =
    "#include <array>\n#include <optional>\n#include <string>\n#include <string_view>\n#include <utility>\n"
    "#include <vector>\n";

bool contains(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

struct Pair {
  const char *Name;
  const char *Old, *New; ///< the function `f`
  const char *Verdict;
  const char *Input = ""; ///< of a difference: what is shown of it
  const char *Flags = "";
};

/// What both do with contents is the same; what they do with memory is not.
const Pair Equal[] = {
    {"StringReturned", "std::string f(const std::string &s) { return s + \"!\"; }",
     "std::string f(const std::string &s) { std::string r; r.reserve(100); for (char c : s) r.push_back(c); "
     "r.push_back('!'); return r; }",
     "equal"},
    {"StringOut", "void f(std::string &s) { s += \"ab\"; }",
     "void f(std::string &s) { s.reserve(64); s.push_back('a'); s.push_back('b'); }", "equal"},
    {"StringByValue", "std::string f(std::string s) { s.push_back('x'); return s; }",
     "std::string f(std::string s) { std::string r = s + 'x'; s.clear(); return r; }", "equal"},
    {"StringByPointer", "void f(std::string *s) { s->clear(); }", "void f(std::string *s) { *s = std::string(); }",
     "equal"},
    {"UnusedPartOfTheSmallBuffer", "void f(std::string &s) { if (s.size() > 1) s.resize(1); }",
     "void f(std::string &s) { if (s.size() > 1) s = std::string(1, s[0]); }", "equal"},
    {"VectorReturned",
     "std::vector<int> f(const std::vector<int> &v) { std::vector<int> r; for (int x : v) "
     "r.push_back(x + 1); return r; }",
     "std::vector<int> f(const std::vector<int> &v) { std::vector<int> r(v); for (int &x : r) x++; return r; }",
     "equal"},
    {"VectorOut", "void f(std::vector<int> &v) { v.push_back(1); }",
     "void f(std::vector<int> &v) { v.reserve(30); v.resize(v.size() + 1, 1); }", "equal"},
    {"VectorByValue", "int f(std::vector<int> v) { v.push_back(3); return (int)v.size(); }",
     "int f(std::vector<int> v) { return (int)v.size() + 1; }", "equal"},
    {"OptionalByValue", "std::optional<int> f(std::optional<int> x) { if (x) return *x + 1; return std::nullopt; }",
     "std::optional<int> f(std::optional<int> x) { std::optional<int> r; if (x.has_value()) r = 1 + x.value(); "
     "return r; }",
     "equal"},
    {"OptionalOut", "void f(std::optional<int> &x) { x.reset(); }",
     "void f(std::optional<int> &x) { x = 7; x = std::nullopt; }", "equal"},
    {"OptionalOfString", "std::optional<std::string> f(const std::optional<std::string> &x) { return x; }",
     "std::optional<std::string> f(const std::optional<std::string> &x) { std::optional<std::string> r; if (x) { "
     "r.emplace(); r->reserve(50); *r += *x; } return r; }",
     "equal"},
    {"PairOfIntAndString", "std::pair<int, std::string> f(std::pair<int, std::string> p) { p.first++; return p; }",
     "std::pair<int, std::string> f(std::pair<int, std::string> p) { std::string s = p.second; s.reserve(40); return "
     "{p.first + 1, s}; }",
     "equal"},
    {"VectorOfStrings", "void f(std::vector<std::string> &v) { v.push_back(\"q\"); }",
     "void f(std::vector<std::string> &v) { v.reserve(9); v.emplace_back(1, 'q'); }", "equal", "",
     " --length v=2 --length v_0=1 --length v_1=1"},
    {"StringInANewStructure",
     "struct N { std::string key; N *next; }; N *f(const std::string &k) { return new N{k, nullptr}; }",
     "struct N { std::string key; N *next; }; N *f(const std::string &k) { N *n = new N{}; n->key.reserve(40); n->key "
     "= k; return n; }",
     "equal"},
    {"ViewReturned", "std::string_view f(const std::string &s) { return s; }",
     "std::string_view f(const std::string &s) { return {s.data(), s.size()}; }", "equal"},
    {"ArrayByValue", "int f(std::array<int, 3> a) { return a[0] + a[2]; }",
     "int f(std::array<int, 3> a) { return a[2] + a[0]; }", "equal"},
    {"GlobalString", "std::string g; void f(int x) { g = x > 3 ? \"aaaa\" : \"b\"; }",
     "std::string g; void f(int x) { g.reserve(100); g.clear(); if (x > 3) g.append(4, 'a'); else g += 'b'; }",
     "equal"},
};

const Pair Different[] = {
    {"StringOfOneLength", "int f(const std::string &s) { return (int)s.size(); }",
     "int f(const std::string &s) { return s.size() == 3 ? 0 : (int)s.size(); }", "different"},
    {"EmptyString", "int f(const std::string &s) { return s.empty() ? 1 : 0; }",
     "int f(const std::string &s) { return s.empty() ? 2 : 0; }", "different", "s = \"\""},
    {"EmbeddedZero", "int f(const std::string &s) { return (int)s.size(); }",
     "int f(const std::string &s) { return (int)std::string(s.c_str()).size(); }", "different", "\\00"},
    {"StringOut", "void f(std::string &s) { if (s == \"ab\") s += 'c'; }",
     "void f(std::string &s) { if (s == \"ab\") s += 'd'; }", "different", "s = \"ab\""},
    {"ShortAndLong", "std::string f(std::string s) { return s + std::string(20, 'a'); }",
     "std::string f(std::string s) { return s + std::string(s.size() == 2 ? 21 : 20, 'a'); }", "different"},
    {"WhatADestructorSees",
     "extern \"C\" int puts(const char *); struct S { std::string t; ~S() { puts(t.c_str()); } }; void f(S s) { s.t = "
     "\"a\"; }",
     "extern \"C\" int puts(const char *); struct S { std::string t; ~S() { puts(t.c_str()); } }; void f(S s) { s.t = "
     "\"b\"; }",
     "different"},
    {"View", "int f(std::string_view s) { return s == \"xy\"; }", "int f(std::string_view s) { return s == \"xz\"; }",
     "different", "s = \"x"},
    {"VectorElement", "int f(const std::vector<int> &v) { return v.size() == 2 && v[1] == 77; }",
     "int f(const std::vector<int> &v) { return v.size() == 2 && v[1] == 78; }", "different", "v = {"},
    {"VectorOut", "void f(std::vector<int> &v) { v.push_back(1); }",
     "void f(std::vector<int> &v) { v.push_back(v.size() == 2 ? 2 : 1); }", "different", "v = {0, 0}"},
    {"VectorOfStrings", "std::vector<std::string> f(std::vector<std::string> v) { return v; }",
     "std::vector<std::string> f(std::vector<std::string> v) { if (v.size() == 1 && v[0] == \"b\") v[0] = \"a\"; "
     "return v; }",
     "different", "v = {\"b\"}"},
    {"Optional", "std::optional<int> f(std::optional<int> x) { return x; }",
     "std::optional<int> f(std::optional<int> x) { if (x == 5) return std::nullopt; return x; }", "different", "x = 5"},
    {"OptionalNone", "int f(const std::optional<int> &x) { return x ? *x : 1; }",
     "int f(const std::optional<int> &x) { return x ? *x : 2; }", "different", "x = none"},
    {"OptionalOfString", "int f(std::optional<std::string> x) { return x && *x == \"no\"; }",
     "int f(std::optional<std::string> x) { return x && x->size() == 2; }", "different", "x = \""},
    {"Pair", "int f(std::pair<int, std::string> p) { return p.first == 4 && p.second == \"k\"; }",
     "int f(std::pair<int, std::string> p) { return 0; }", "different", "p.second = \"k\""},
    {"Array", "void f(std::array<int, 3> &a) { a[0] = a[1]; }",
     "void f(std::array<int, 3> &a) { if (a[1] != 9) a[0] = a[1]; }", "different", "a_1 = 9"},
    {"GlobalString", "std::string g; void f(int x) { g = x > 3 ? \"aaaa\" : \"b\"; }",
     "std::string g; void f(int x) { g = x > 4 ? \"aaaa\" : \"b\"; }", "different", "x = 4"},
};

std::string nameOf(const testing::TestParamInfo<Pair> &Info) {
  return Info.param.Name;
}

void writePair(const CommandLine &At, const Pair &What) {
  At.write("old.cpp", std::string(Head) + What.Old + "\n");
  At.write("new.cpp", std::string(Head) + What.New + "\n");
}

class SameContents : public testing::TestWithParam<Pair> {};
class OtherContents : public testing::TestWithParam<Pair> {};

} // namespace

TEST_P(SameContents, AreEqual) {
  CommandLine At;
  writePair(At, GetParam());
  json::Object Document = At.json("verify old.cpp new.cpp --entry f --time 30s" + std::string(GetParam().Flags), 0);
  EXPECT_EQ(Document.getString("verdict"), GetParam().Verdict);
  EXPECT_EQ(Document.getBoolean("complete"), true);
}
INSTANTIATE_TEST_SUITE_P(Contents, SameContents, testing::ValuesIn(Equal), nameOf);

TEST_P(OtherContents, DifferWithAWitnessThatCanBeReplayed) {
  CommandLine At;
  writePair(At, GetParam());
  Ran Shown = At.run("vernier verify old.cpp new.cpp --entry f --first --time 30s --out tests");
  EXPECT_EQ(Shown.Code, 1) << Shown.Out << Shown.Err;
  EXPECT_TRUE(contains(Shown.Out, GetParam().Input)) << Shown.Out;
  Ran Again = At.run("vernier replay tests old.cpp new.cpp");
  EXPECT_EQ(Again.Code, 1) << Again.Out << Again.Err;
}
INSTANTIATE_TEST_SUITE_P(Contents, OtherContents, testing::ValuesIn(Different), nameOf);

TEST(Contents, LengthsThatCannotBeAreNoInputs) {
  CommandLine At;
  writePair(At, {"", "int f(const std::string &s) { return s.size() > 1000; }",
                 "int f(const std::string &s) { return s.size() > 2000; }", ""});
  json::Object Document = At.json("verify old.cpp new.cpp --entry f", 0);
  EXPECT_EQ(Document.getString("verdict"), "equal");
  EXPECT_TRUE(contains(At.run("vernier verify old.cpp new.cpp --entry f").Out, "bounded-lengths"));
}

TEST(Contents, TheLengthIsAnOption) {
  CommandLine At;
  writePair(At, {"", "int f(const std::string &s) { return s.size() > 9; }",
                 "int f(const std::string &s) { return 0; }", ""});
  EXPECT_EQ(At.run("vernier verify old.cpp new.cpp --entry f").Code, 0);
  EXPECT_EQ(At.run("vernier verify old.cpp new.cpp --entry f --length s=12").Code, 1);
  Ran TooLong = At.run("vernier verify old.cpp new.cpp --entry f --length s=16");
  EXPECT_EQ(TooLong.Code, 3);
  EXPECT_TRUE(contains(TooLong.Err, "at most 15 bytes")) << TooLong.Err;
}

TEST(Contents, BoundsHoldForWhatIsThere) {
  CommandLine At;
  writePair(At, {"", "int f(const std::string &s) { return s.size() == 1 && s[0] == 'q'; }",
                 "int f(const std::string &s) { return s.size() == 1 && s[0] == 'a'; }", ""});
  json::Object Document = At.json("verify old.cpp new.cpp --entry f --bound s=97..99", 1);
  for (const json::Value &Each : *Document.getArray("partitions"))
    if (Each.getAsObject()->getString("kind") == "different") {
      EXPECT_EQ(Each.getAsObject()->getObject("witness")->getString("s_0"), "97");
    }
  EXPECT_EQ(At.run("vernier verify old.cpp new.cpp --entry f --bound s=98..99").Code, 0);
}

TEST(Contents, ReferencesMayBeTheSame) {
  CommandLine At;
  writePair(At, {"", "void f(std::string &a, const std::string &b) { a += b; a += b; }",
                 "void f(std::string &a, const std::string &b) { std::string t = b; a += t; a += t; }", ""});
  EXPECT_EQ(At.run("vernier verify old.cpp new.cpp --entry f --length a=2 --length b=2").Code, 0);
  EXPECT_EQ(At.run("vernier verify old.cpp new.cpp --entry f --length a=2 --length b=2 --may-alias a,b").Code, 1);
}

TEST(Contents, BeyondTheLastElementIsUndefined) {
  CommandLine At;
  writePair(At, {"", "int f(const std::vector<int> &v) { return v.size() == 2 ? v.data()[1] : 0; }",
                 "int f(const std::vector<int> &v) { return v.size() == 2 ? v.data()[2] : 0; }", ""});
  json::Object Document = At.json("verify old.cpp new.cpp --entry f", 1);
  EXPECT_EQ(Document.getString("verdict"), "different");
  EXPECT_TRUE(contains(At.run("vernier verify old.cpp new.cpp --entry f").Out, "buffer-overflow"));
}

TEST(Contents, ClassesWithPrivateMembersHaveNoInputs) {
  CommandLine At;
  const char *Old = "class Range { int low, high; public: int size() const { return high - low; } };\n"
                    "int f(const Range &r) { return r.size(); }\n";
  const char *New = "class Range { int low, high; public: int size() const { return high - low; } };\n"
                    "int f(const Range &r) { return r.size() < 0 ? 0 : r.size(); }\n";
  At.write("old.cpp", Old);
  At.write("new.cpp", New);
  Ran Refused = At.run("vernier verify old.cpp new.cpp --entry f");
  EXPECT_EQ(Refused.Code, 3);
  for (const char *Part : {"'r'", "'Range'", "--raw-fields"})
    EXPECT_TRUE(contains(Refused.Err, Part)) << Refused.Err;
  EXPECT_EQ(At.run("vernier verify old.cpp new.cpp --entry f --raw-fields").Code, 1);
  json::Object Document = At.json("check old.cpp new.cpp", 4);
  const json::Object *Function = (*Document.getArray("functions"))[0].getAsObject();
  EXPECT_EQ(Function->getString("verdict"), "unknown");
  EXPECT_EQ(Function->getObject("reason")->getString("code"), "no-input-space");
}

TEST(Contents, HiddenMembersAreFoundInside) {
  CommandLine At;
  const char *Class =
      "#include <map>\n#include <memory>\nclass Inner { int value; public: int get() { return value; } };\n"
      "struct Outer { int a; Inner inner[2]; };\nstruct Behind { Outer *outer; };\n";
  At.write("old.cpp", std::string(Class) + "int f(Behind *b) { return b->outer->a; }\n"
                                           "int g(std::unique_ptr<int> &p) { return *p; }\n"
                                           "int h(std::map<int, int> &m) { return m.size(); }\n");
  At.write("new.cpp", std::string(Class) + "int f(Behind *b) { return b->outer->a + 1; }\n"
                                           "int g(std::unique_ptr<int> &p) { return *p + 1; }\n"
                                           "int h(std::map<int, int> &m) { return m.size() + 1; }\n");
  for (const char *Entry : {"f", "g", "h"}) {
    Ran Refused = At.run(std::string("vernier verify old.cpp new.cpp --entry ") + Entry);
    EXPECT_EQ(Refused.Code, 3) << Entry << Refused.Out;
    EXPECT_TRUE(contains(Refused.Err, "--raw-fields")) << Refused.Err;
  }
}

TEST(Contents, CheckMakesThem) {
  CommandLine At;
  At.write("old.cpp", std::string(Head) + "std::string greet(const std::string &name) { return \"hello \" + name; }\n");
  At.write("new.cpp", std::string(Head) + "std::string greet(const std::string &name) { return name.empty() ? "
                                          "std::string(\"hello\") : \"hello \" + name; }\n");
  json::Object Document = At.json("check old.cpp new.cpp --time 40s", 1);
  const json::Object *Function = (*Document.getArray("functions"))[0].getAsObject();
  EXPECT_EQ(Function->getString("verdict"), "different");
  EXPECT_EQ(Function->getObject("witness")->getString("name_len"), "0");
}
