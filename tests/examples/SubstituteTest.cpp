// What the change files of examples/substitute claim, tried on the compiled programs: witnesses and their outcomes, and
// random inputs for those that are expected to be equal.

#include "SeededChanges.h"

#include "base/Random.h"

#include <gtest/gtest.h>

#include <array>
#include <span>
#include <sstream>

using namespace vernier;
using namespace vernier::test;

namespace {

const SeededExample Example{VERNIER_SOURCE_DIR "/examples/substitute", "substitute.c"};

/// The input bounds of the README.
constexpr std::array<std::size_t, 3> Longest = {4, 2, 2};

using Texts = std::array<std::string, 3>; ///< pattern, replacement, text
using Shown = std::pair<int, std::string>;

std::string Printed;

int capture(int Byte) {
  Printed += static_cast<char>(Byte);
  return Byte;
}

/// One version of the program.
class Substitution {
public:
  explicit Substitution(const std::string &Text)
      : Code(Text, {{"putchar", reinterpret_cast<void *>(&capture)}}),
        Entry(Code.find<int(const char *, const char *, const char *)>("substitute")) {}
  Shown operator()(const Texts &In) const {
    Printed.clear();
    int Returned = Entry(In[0].c_str(), In[1].c_str(), In[2].c_str());
    return {Returned, Printed};
  }

private:
  Machine Code;
  int (*Entry)(const char *, const char *, const char *);
};

Texts witness(const SeededChange &Change) {
  std::istringstream Words(Change.Fields.at("witness"));
  return {quoted(Words), quoted(Words), quoted(Words)};
}

std::pair<Shown, Shown> outcomes(const SeededChange &Change) {
  std::istringstream Words(Change.Fields.at("outcomes"));
  std::pair<Shown, Shown> Both;
  for (Shown *Which : {&Both.first, &Both.second}) {
    EXPECT_TRUE(Words >> Which->first) << Change.Name;
    Which->second = quoted(Words);
  }
  return Both;
}

std::string joined(Random &Numbers, std::span<const char *const> Words, unsigned Most) {
  std::string Text;
  for (std::uint64_t Left = Numbers.below(Most + 1); Left > 0; --Left)
    Text += Words[Numbers.below(Words.size())];
  return Text;
}

/// Short, of what means something, so that a wrong case shows.
Texts meaningful(Random &Numbers) {
  static constexpr const char *OfPatterns[] = {
      "a",  "b",   "A",  "Z",  "z",   "_",   "0",   "9",   "-",     "\n",     "\xe9",   ".",   "[",   "]",
      "^",  "$",   "*",  "+",  "?",   "{",   "}",   ",",   "|",     "\\",     "\\d",    "\\w", "\\s", "\\b",
      " ",  "\\i", "[^", "-]", "{0}", "{2}", "{1,", "a|b", "\\x41", "\\x4f",  "x",      "&",   "|^",  "\\iA",
      "[A", "s",   "a*", "{}", "\\t", "a?",  "\t",  "[a",  "-c",    "\\x6F*", "\\i[A]", "^a",  "$|b"};
  static constexpr const char *OfReplacements[] = {"&", "\\r", "\\u", "\\l", "\\#", "\\&", "x", "\\", "\\n", "\\x4f"};
  static constexpr const char *OfTexts[] = {"a", "b", "A", "Z", "z",  "_", "0", "-",  "\n",
                                            "O", "[", "&", " ", "\\", "^", "$", "\t", "\xe9"};
  return {joined(Numbers, OfPatterns, 4), joined(Numbers, OfReplacements, 2), joined(Numbers, OfTexts, 6)};
}

} // namespace

TEST(SubstituteExample, ThirtyChangesOfBothKinds) {
  auto All = seededChanges(Example);
  EXPECT_EQ(All.size(), 30u);
  EXPECT_EQ(llvm::count_if(All, [](const SeededChange &C) { return C.isEqual(); }), 6);
}

TEST(SubstituteExample, DoesWhatItsCommentSays) {
  Substitution Program(Example.text());
  for (auto &[In, Expected] : std::vector<std::pair<Texts, Shown>>{
           {{".", "x", "a\nb"}, {2, "x\nx"}},
           {{"[a-cx]+", "<&>", "abdxe"}, {2, "<ab>d<x>e"}},
           {{"[^a-c]", "", "a\nde"}, {2, "a\n"}},
           {{"[]a", "x", "]a["}, {2, "xx["}},
           {{"^a|b$", "x", "aab\nab"}, {4, "xax\nxx"}},
           {{"a{2}", "x", "aaaaa"}, {2, "xxa"}},
           {{"a{2,}|b{1,2}", "x", "aaabbb"}, {3, "xxx"}},
           {{"a*", "-", "baac"}, {3, "-b-c-"}},
           {{"\\d\\s?\\w", "\\#", "1 a2b"}, {2, "12"}},
           {{"\\b", "'", "to do"}, {4, "'to' 'do'"}},
           {{"a\\ib", "x", "aBAB"}, {1, "xAB"}},
           {{"ab", "\\u\\l\\r\\&\\t", "ab"}, {1, "ABabba&\t"}},
           {{"\\x41", "\\x42\\n", "A"}, {1, "B\n"}},
           {{"a**", "", "a"}, {-6, ""}},
           {{"[b-a]", "", "a"}, {-5, ""}},
           {{"a", "\\", "a"}, {-2, ""}},
           {{"\\x4", "", "a"}, {-3, ""}},
           {{"a{2,1}", "", "a"}, {-7, ""}},
           {{"[^", "", "a"}, {-4, ""}},
           {{std::string(201, 'a'), "", "a"}, {-1, ""}},
       })
    EXPECT_EQ(Program(In), Expected) << testing::PrintToString(In);
}

TEST(SubstituteExample, WitnessesWithinTheBoundsShowTheirDifferences) {
  Substitution Old(Example.text());
  for (const SeededChange &C : seededChanges(Example)) {
    if (C.isEqual())
      continue;
    Texts In = witness(C);
    for (std::size_t I = 0; I < In.size(); ++I)
      EXPECT_LE(In[I].size(), Longest[I]) << C.Name;
    Substitution New(applied(Example, C));
    EXPECT_EQ(std::pair(Old(In), New(In)), outcomes(C)) << C.Name;
    EXPECT_NE(Old(In), New(In)) << C.Name;
  }
}

TEST(SubstituteExample, RandomInputsDoNotTellEqualOnesApart) {
  Substitution Old(Example.text());
  for (const SeededChange &C : seededChanges(Example)) {
    Substitution New(applied(Example, C));
    Random Numbers(11);
    unsigned Differences = 0;
    for (int Round = 0; Round < 20000; ++Round) {
      Texts In = meaningful(Numbers);
      Differences += Old(In) != New(In);
    }
    // The inputs are good enough to find each difference, so that they say something about the others.
    EXPECT_EQ(Differences == 0, C.isEqual()) << C.Name << ": " << Differences;
  }
}

TEST(SubstituteExample, TheScriptMakesTheSameChange) {
  for (const SeededChange &C : seededChanges(Example))
    expectThatTheScriptAgrees(Example, C);
}
