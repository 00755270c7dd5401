// Reading numbers against the host: value, where the reading ended, and the error number.

#include "Machine.h"

#include "base/Random.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <climits>
#include <optional>
#include <stdlib.h>
#include <tuple>

using namespace vernier;
using namespace vernier::test;

namespace {

constexpr int Untouched = 4711;

template <class Number> using Reader = Number(const char *, char **, int);

template <class Number> std::tuple<Number, long, int> read(Reader<Number> *F, char *Text, int Base) {
  char Nowhere;
  char *End = &Nowhere;
  errno = Untouched;
  Number Value = F(Text, &End, Base);
  int Error = errno;
  return {Value, End == &Nowhere ? -1 : End - Text, Error};
}

struct Readers {
  Both<Reader<long>> Long{"strtol", strtol};
  Both<Reader<long long>> LongLong{"strtoll", strtoll};
  Both<Reader<unsigned long>> Unsigned{"strtoul", strtoul};
  Both<Reader<unsigned long long>> UnsignedLong{"strtoull", strtoull};
  Both<int(const char *)> Int{"atoi", atoi};
  Both<long(const char *)> PlainLong{"atol", atol};
  Both<long long(const char *)> PlainLongLong{"atoll", atoll};
  GuardedMemory Memory;

  void expectSame(const std::string &Text, int Base) {
    char *At = Memory.string(Text);
    auto Same = [&](auto &F) { ASSERT_EQ(read(F.Model, At, Base), read(F.Host, At, Base)) << Text << " in " << Base; };
    Same(Long);
    Same(LongLong);
    Same(Unsigned);
    Same(UnsignedLong);
    EXPECT_EQ(Long.Model(At, nullptr, Base), Long.Host(At, nullptr, Base));
  }
  void expectSame(const std::string &Text) {
    char *At = Memory.string(Text);
    ASSERT_EQ(Int.Model(At), Int.Host(At)) << Text;
    ASSERT_EQ(PlainLong.Model(At), PlainLong.Host(At)) << Text;
    ASSERT_EQ(PlainLongLong.Model(At), PlainLongLong.Host(At)) << Text;
    for (int Base = 0; Base <= 36 && !::testing::Test::HasFailure(); ++Base)
      expectSame(Text, Base);
  }
};

std::string inBase(unsigned __int128 Value, unsigned Base) {
  std::string Digits;
  do
    Digits.insert(Digits.begin(), "0123456789abcdefghijklmnopqrstuvwxyz"[static_cast<unsigned>(Value % Base)]);
  while (Value /= Base);
  return Digits;
}

} // namespace

TEST(NumberModels, AllShortTexts) {
  Readers All;
  for (const std::string &Text : allStrings(" -+0x8z", 5)) {
    All.expectSame(Text);
    ASSERT_FALSE(HasFailure());
  }
}

TEST(NumberModels, AllBytesInFrontAndBehind) {
  Readers All;
  for (int C = 1; C < 256; ++C)
    for (const char *Rest : {"12", "", "x1", "-7"}) {
      std::string Byte(1, static_cast<char>(C));
      All.expectSame(Byte + Rest);
      All.expectSame(Rest + Byte);
      All.expectSame("0x" + Byte);
      ASSERT_FALSE(HasFailure());
    }
}

TEST(NumberModels, BasesThatDoNotExist) {
  Readers All;
  for (int Base : {-1, 1, 37, 100, INT_MIN, INT_MAX, -16})
    All.expectSame(" 12", Base);
}

TEST(NumberModels, TheEdgesOfTheRange) {
  Readers All;
  unsigned __int128 Edges[] = {INT_MAX, UINT_MAX, LONG_MAX, ULONG_MAX};
  for (unsigned __int128 Edge : Edges)
    for (int Off = -40; Off <= 40; ++Off)
      for (unsigned Base = 2; Base <= 36; ++Base) {
        std::string Digits = inBase(Edge + static_cast<unsigned __int128>(Off), Base);
        for (const char *Before : {"", "-", "  +", "000000000000000000000000", "-0"})
          for (const char *Behind : {"", "0", "!", "00000000000000000000000000"}) {
            std::string Text = Before + Digits + Behind;
            All.expectSame(Text, static_cast<int>(Base));
            if (Base == 16)
              All.expectSame((*Before == '-' ? "-0x" : "0X") + Digits + Behind, Off % 2 ? 0 : 16);
            if (Base == 8)
              All.expectSame("0" + Digits + Behind, 0);
            if (Base == 10)
              All.expectSame(Text);
            ASSERT_FALSE(HasFailure());
          }
      }
}

TEST(NumberModels, LongRandomTexts) {
  Readers All;
  Random Numbers(7);
  const std::string Letters = "0123456789abcdefxzXZ -+\t\n";
  for (int Round = 0; Round < 20000; ++Round) {
    std::string Text(Numbers.below(70), '1');
    unsigned Kinds = 2 + static_cast<unsigned>(Numbers.below(Letters.size() - 1));
    for (char &C : Text)
      C = Letters[Numbers.below(Kinds)];
    All.expectSame(Text);
    ASSERT_FALSE(HasFailure());
  }
}

TEST(NumberModels, Arithmetic) {
  Both<int(int)> Int("abs", abs);
  Both<long(long)> Long("labs", labs);
  Both<long long(long long)> LongLong("llabs", llabs);
  Both<div_t(int, int)> Divide("div", div);
  Both<ldiv_t(long, long)> DivideLong("ldiv", ldiv);
  Both<lldiv_t(long long, long long)> DivideLongLong("lldiv", lldiv);
  const long Values[] = {0, 1, -1, 2, -2, 7, -7, 100, INT_MAX, INT_MIN, LONG_MAX, LONG_MIN, LONG_MIN + 1};
  for (long A : Values) {
    EXPECT_EQ(Int.Model(static_cast<int>(A)), Int.Host(static_cast<int>(A)));
    EXPECT_EQ(Long.Model(A), Long.Host(A));
    EXPECT_EQ(LongLong.Model(A), LongLong.Host(A));
    for (long B : {1l, 2l, -2l, 7l, -7l, 100l, 1l << 31, LONG_MAX, LONG_MIN}) {
      auto Ours = DivideLong.Model(A, B), Theirs = DivideLong.Host(A, B);
      EXPECT_EQ(std::pair(Ours.quot, Ours.rem), std::pair(Theirs.quot, Theirs.rem)) << A << " " << B;
      auto Ours2 = DivideLongLong.Model(A, B), Theirs2 = DivideLongLong.Host(A, B);
      EXPECT_EQ(std::pair(Ours2.quot, Ours2.rem), std::pair(Theirs2.quot, Theirs2.rem)) << A << " " << B;
      int C = static_cast<int>(A), D = static_cast<int>(B);
      if (D == 0 || (C == INT_MIN && D == -1))
        continue;
      auto Small = Divide.Model(C, D), SmallHost = Divide.Host(C, D);
      EXPECT_EQ(std::pair(Small.quot, Small.rem), std::pair(SmallHost.quot, SmallHost.rem)) << C << " " << D;
    }
  }
}
