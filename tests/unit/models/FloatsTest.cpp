// Reading floating-point numbers, and square roots, against the host: every bit of the value, where the reading ended,
// the error number.

#include "Machine.h"

#include "base/Random.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cmath>
#include <limits>
#include <stdlib.h>
#include <tuple>

using namespace vernier;
using namespace vernier::test;

namespace {

constexpr int Untouched = 4711;

template <class Number> using Reader = Number(const char *, char **);

template <class Number> std::string bits(Number Value) {
  return {reinterpret_cast<const char *>(&Value), sizeof Value == 16 ? 10 : sizeof Value};
}

template <class Number> std::tuple<std::string, long, int> read(Reader<Number> *F, char *Text) {
  char *End = nullptr;
  errno = Untouched;
  Number Value = F(Text, &End);
  int Error = errno;
  return {bits(Value), End - Text, Error};
}

struct Readers {
  Both<Reader<double>> Double{"strtod", strtod};
  Both<Reader<float>> Float{"strtof", strtof};
  Both<Reader<long double>> LongDouble{"strtold", strtold};
  Both<double(const char *)> Plain{"atof", atof};
  GuardedMemory Memory;

  void expectSame(const std::string &Text) {
    char *At = Memory.string(Text);
    ASSERT_EQ(read(Double.Model, At), read(Double.Host, At)) << "'" << Text << "' as double";
    ASSERT_EQ(read(Float.Model, At), read(Float.Host, At)) << "'" << Text << "' as float";
    ASSERT_EQ(read(LongDouble.Model, At), read(LongDouble.Host, At)) << "'" << Text << "' as long double";
    ASSERT_EQ(bits(Plain.Model(At)), bits(Plain.Host(At))) << "'" << Text << "'";
    ASSERT_EQ(bits(LongDouble.Model(At, nullptr)), bits(LongDouble.Host(At, nullptr))) << "'" << Text << "'";
  }
};

} // namespace

TEST(FloatModels, AllShortTexts) {
  Readers All;
  for (const char *Letters : {" -.07e", "+1.E-x", "0xp.-a"})
    for (const std::string &Text : allStrings(Letters, 6)) {
      All.expectSame(Text);
      ASSERT_FALSE(HasFailure());
    }
}

TEST(FloatModels, WordsAndWhatLooksLikeThem) {
  Readers All;
  for (const char *Text : {"inf",      "-INF",        "infinity",  "+Infinityx",
                           "infinit",  "in",          "i",         "nan",
                           "-nan",     "nan(12)",     "nan(1_a)",  "nan(",
                           "nan(+)",   "na",          "nano",      "0x1.8p3",
                           "0x",       "0xg",         "0x.",       "0x.8",
                           "-0X1P-3",  "0x1p",        "0x1p+",     "00x1",
                           "1x",       "0x1.8p3q",    "0x1p99999", "0x1p-99999",
                           "\t\n -1",  "- 1",         "+-1",       "1e400",
                           "1e-400",   "1e5000",      "1e-5000",   "1e40",
                           "1e-50",    "1e",          "1e+",       "1e+-1",
                           "1ee1",     "1e1e1",       "1..2",      "1,2",
                           "1e999999", "0e999999999", "1e-999999", "1e99999999999999999999",
                           "-0",       "-0.0e-7",     "4.9e-324",  "2.5e-324",
                           "1.4e-45",  "0.7e-45",     "3.6e-4951", "1.7976931348623159e308"}) {
    All.expectSame(Text);
    ASSERT_FALSE(HasFailure());
  }
}

// Where one operation would not be enough, and just before.
TEST(FloatModels, ManyDigitsAndHalfwayCases) {
  Readers All;
  for (const char *Digits : {"9007199254740991", "9007199254740992", "9007199254740993", "9007199254740995", "16777215",
                             "16777216", "16777217", "16777219", "9999999999999999999", "18446744073709551615",
                             "18446744073709551616", "9223372036854775809", "1234567890123456789",
                             "12345678901234567890123", "0000000000000000000000000123", "1", "5", "123"})
    for (int Scale = -45; Scale <= 45; ++Scale)
      for (const char *Sign : {"", "-"}) {
        std::string Text = std::string(Sign) + Digits;
        All.expectSame(Text + "e" + std::to_string(Scale));
        if (Scale > 0 && static_cast<std::size_t>(Scale) <= Text.size() - (*Sign ? 1 : 0))
          All.expectSame(Text.substr(0, Text.size() - static_cast<std::size_t>(Scale)) + "." +
                         Text.substr(Text.size() - static_cast<std::size_t>(Scale)));
        ASSERT_FALSE(HasFailure());
      }
}

TEST(FloatModels, RandomTexts) {
  Readers All;
  Random Numbers(11);
  const std::string Letters = "0123456789.5555e-+ xXpPaAinfINF()_";
  for (int Round = 0; Round < 30000; ++Round) {
    std::string Text(Numbers.below(Round % 50 ? 24 : 300), '1');
    unsigned Kinds = 2 + static_cast<unsigned>(Numbers.below(Letters.size() - 1));
    for (char &C : Text)
      C = Letters[Numbers.below(Kinds)];
    All.expectSame(Text);
    ASSERT_FALSE(HasFailure());
  }
}

namespace {

template <class Number> void expectSameRoots(const char *Name, Number (*Host)(Number)) {
  Both<Number(Number)> Root(Name, Host);
  auto Of = [](Number (*F)(Number), Number X) {
    errno = Untouched;
    Number Value = F(X);
    int Error = errno;
    return std::pair(bits(Value), Error);
  };
  using Limits = std::numeric_limits<Number>;
  std::vector<Number> Values = {0,
                                1,
                                2,
                                Number(0.1),
                                3,
                                Limits::min(),
                                Limits::denorm_min(),
                                Limits::max(),
                                Limits::infinity(),
                                Limits::quiet_NaN()};
  Random Choose(7);
  for (unsigned I = 0; I != 2000; ++I)
    Values.push_back(Number(Choose.below(1 << 30)) / Number(1 + Choose.below(1 << 20)));
  for (Number Value : Values)
    for (Number Signed : {Value, -Value})
      ASSERT_EQ(Of(Root.Model, Signed), Of(Root.Host, Signed)) << Name << " of " << Signed;
}

} // namespace

TEST(FloatModels, Roots) {
  expectSameRoots<double>("sqrt", sqrt);
  expectSameRoots<float>("sqrtf", sqrtf);
  expectSameRoots<long double>("sqrtl", sqrtl);
}
