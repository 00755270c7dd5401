// Formatted output into memory against the host: random formats with random arguments, and the corners by name.

#include "Machine.h"

#include "base/Random.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <stdio.h>

extern "C" int __sprintf_chk(char *, int, size_t, const char *, ...);

using namespace vernier;
using namespace vernier::test;

namespace {

using Format = int(char *, size_t, const char *, ...);

constexpr std::size_t Integers = 12, Reals = 8;

/// On x86-64 integers and floating-point numbers are passed in different places, so one call serves every format that
/// has at most this many of each.
struct Arguments {
  std::array<long, Integers> Numbers{};
  std::array<double, Reals> Reals{};
};

int call(Format *F, char *To, size_t Size, const char *Text, const Arguments &A) {
  const auto &[N, D] = A;
  return F(To, Size, Text, N[0], N[1], N[2], N[3], N[4], N[5], N[6], N[7], N[8], N[9], N[10], N[11], D[0], D[1], D[2],
           D[3], D[4], D[5], D[6], D[7]);
}

struct Formatted {
  std::string Memory;
  int Result, Error;
  std::array<long, Integers> Counts;

  bool operator==(const Formatted &) const = default;
};

std::ostream &operator<<(std::ostream &Out, const Formatted &F) {
  return Out << F.Result << " errno " << F.Error << " '" << F.Memory << "'";
}

/// A format, and which of its integers are places for %n.
struct Case {
  std::string Text;
  Arguments Values;
  std::array<bool, Integers> IsPlace{};
};

constexpr std::size_t Room = 4096;

Formatted format(Format *F, Case C, size_t Size) {
  Formatted Result;
  Result.Memory.assign(Room, '#');
  Result.Counts.fill(-1);
  for (std::size_t I = 0; I < Integers; ++I)
    if (C.IsPlace[I])
      C.Values.Numbers[I] = reinterpret_cast<long>(&Result.Counts[I]);
  errno = 11;
  Result.Result = call(F, Result.Memory.data(), Size, C.Text.c_str(), C.Values);
  Result.Error = errno;
  Result.Memory.resize(Result.Memory.find_last_not_of('#') + 1);
  return Result;
}

class FormatModels : public ::testing::Test {
protected:
  Both<Format> Print{"snprintf", snprintf};

  void expectSame(const Case &C, size_t Size = Room) {
    ASSERT_EQ(format(Print.Model, C, Size), format(Print.Host, C, Size)) << "with '" << C.Text << "' in " << Size;
  }
};

class Generator {
public:
  explicit Generator(std::uint64_t Seed) : Chance(Seed) {}

  Case next() {
    C = Case();
    NumberCount = RealCount = 0;
    int Pieces = 1 + static_cast<int>(Chance.below(4));
    // Behind a letter that it does not know, the C library is not sure of its arguments any more.
    for (int I = 0; I < Pieces && C.Text.find_first_of("yk") == std::string::npos; ++I) {
      C.Text += pick({"", "", "text ", ":"});
      conversion();
    }
    C.Text += pick({"", "\n"});
    return C;
  }

private:
  std::string pick(std::initializer_list<const char *> Choices) {
    return Choices.begin()[Chance.below(Choices.size())];
  }

  long number() {
    switch (Chance.below(6)) {
    case 0:
      return static_cast<long>(Chance.next());
    case 1:
      return static_cast<long>(Chance.below(100)) - 50;
    case 2: {
      static const long Corners[] = {0,        1, -1, INT_MAX, INT_MIN, LONG_MAX, LONG_MIN,
                                     UINT_MAX, 9, 10, 99,      100,     255,      256};
      return Corners[Chance.below(std::size(Corners))];
    }
    case 3: { // around the powers of ten
      std::uint64_t Power = 1;
      for (std::uint64_t Digits = Chance.below(20); Digits; --Digits)
        Power *= 10;
      return static_cast<long>(Power + Chance.below(3) - 1);
    }
    default:
      return static_cast<long>(Chance.next() >> Chance.below(64));
    }
  }

  double real() {
    static const double Corners[] = {0.0,       -0.0,     1.0,    -1.5,      0.5,     1e10,    1e-10,
                                     123456.0,  999999.5, 0.0001, 1e-5,      DBL_MAX, DBL_MIN, DBL_EPSILON,
                                     9.9999995, INFINITY, NAN,    -INFINITY, 100.0,   1e6};
    if (Chance.below(2))
      return Corners[Chance.below(std::size(Corners))];
    double Any =
        (static_cast<double>(Chance.next() >> 11) - 4e15) * std::pow(10.0, static_cast<double>(Chance.below(40)) - 30);
    return Chance.below(3) ? Any : std::trunc(Any);
  }

  void star() {
    if (NumberCount < Integers)
      C.Values.Numbers[NumberCount++] = static_cast<long>(Chance.below(40)) - 15;
    C.Text += "*";
  }

  void conversion() {
    if (NumberCount + 3 > Integers || RealCount == Reals)
      return;
    C.Text += "%";
    for (int I = 0; I < 3; ++I)
      C.Text += pick({"", "", "", "-", "+", " ", "#", "0", "'"});
    std::string Width = pick({"", "", "1", "7", "23", "*"});
    Width == "*" ? star() : void(C.Text += Width);
    std::string Precision = pick({"", "", ".", ".0", ".3", ".15", ".*"});
    C.Text += Precision == ".*" ? "." : Precision;
    if (Precision == ".*")
      star();
    letter();
  }

  void letter() {
    std::uint64_t Which = Chance.below(20);
    if (Which < 9) {
      C.Text += pick({"", "", "", "hh", "h", "l", "ll", "j", "z", "t", "q"}) + pick({"d", "i", "u", "o", "x", "X"});
      C.Values.Numbers[NumberCount++] = number();
    } else if (Which < 13) {
      C.Text += pick({"e", "f", "g", "a", "E", "F", "G", "A"});
      C.Values.Reals[RealCount++] = real();
    } else if (Which < 16) {
      static const char *Texts[] = {"", "x", "some text", "a longer text with more letters", nullptr};
      C.Text += "s";
      C.Values.Numbers[NumberCount++] = reinterpret_cast<long>(Texts[Chance.below(5)]);
    } else if (Which == 16) {
      C.Text += "c";
      C.Values.Numbers[NumberCount++] = static_cast<long>(Chance.below(300));
    } else if (Which == 17) {
      C.Text += "p";
      C.Values.Numbers[NumberCount++] = Chance.below(4) ? number() : 0;
    } else if (Which == 18) {
      C.Text += pick({"hh", "h", "", "l", "ll", "z"}) + "n";
      C.IsPlace[NumberCount++] = true;
    } else {
      bool HasStar = C.Text.find('*') != std::string::npos; // what is unknown is printed, with a width as it may be
      C.Text += HasStar ? pick({"%", "m"}) : pick({"%", "m", "y", "k", "lc", "ls", "C"});
      static const wchar_t Wide[] = L"wide";
      if (C.Text.back() == 'c' || C.Text.back() == 'C')
        C.Values.Numbers[NumberCount++] = static_cast<long>(Chance.below(150));
      else if (C.Text.back() == 's')
        C.Values.Numbers[NumberCount++] = reinterpret_cast<long>(Wide);
    }
  }

  Random Chance;
  Case C;
  std::size_t NumberCount = 0, RealCount = 0;
};

int withList(int (*F)(char *, size_t, const char *, va_list), char *To, size_t Size, const char *Text, ...) {
  va_list List;
  va_start(List, Text);
  int Length = F(To, Size, Text, List);
  va_end(List);
  return Length;
}

} // namespace

TEST_F(FormatModels, RandomFormats) {
  Generator Cases(7);
  Random Chance(8);
  const size_t Sizes[] = {Room, Room, 0, 1, 2, 10, 31};
  for (int I = 0; I < 60000; ++I) {
    expectSame(Cases.next(), Sizes[Chance.below(std::size(Sizes))]);
    if (HasFatalFailure())
      return;
  }
}

TEST_F(FormatModels, AllIntegersNearTheirLengths) {
  for (const char *Text : {"%d", "%u", "%x", "%o", "%ld", "%lu", "%lX", "%#lo", "%hd", "%hhu"})
    for (int Bit = 0; Bit < 64; ++Bit)
      for (long Around = -2; Around <= 2; ++Around)
        for (bool Negative : {false, true}) {
          Case C{Text, {}, {}};
          C.Values.Numbers[0] = static_cast<long>(1ul << Bit) + Around;
          if (Negative)
            C.Values.Numbers[0] = static_cast<long>(-static_cast<unsigned long>(C.Values.Numbers[0]));
          expectSame(C);
        }
}

TEST_F(FormatModels, NumberedArguments) {
  Case C{"%2$d %1$s %2$x %4$*3$d|%4$-*3$d|%5$.*3$d", {}, {}};
  C.Values.Numbers = {reinterpret_cast<long>("text"), 42, 7, -5, 1234};
  expectSame(C);
  C.Text = "%3$d and %1$d";
  C.Values.Numbers = {1, 2, 3};
  expectSame(C);
  C.Text = "%1$ld %2$g %1$5ld %3$.2f";
  C.Values.Reals = {2.5, 3.25};
  expectSame(C);
}

TEST_F(FormatModels, FormatsThatEndEarlyOrGoTooFar) {
  for (const char *Text :
       {"%",   "abc%",  "%-",    "%5",     "%.",   "%l",     "%2147483648d", "%.2147483648d", "%99999999999d",
        "%*d", "%5%",   "%-5%|", "%05d%%", "% +d", "%+ d",   "%-05d",        "%I5d",          "%Id",
        "%#y", "%5.3y", "%hhy",  "%lm",    "%#m",  "%#5.2m|"})
    for (long First : {0L, 7L, -7L, 3000L}) {
      Case C{Text, {}, {}};
      C.Values.Numbers = {First, 3};
      expectSame(C);
    }
}

TEST_F(FormatModels, LongDoubles) {
  for (const char *Text : {"%Lf", "%.3Le", "%Lg", "%La", "%#.10Lg", "%+020.4Lf", "%-12Lg|", "%LE"})
    for (long double Value : {0.0L, -1.5L, 1.0L / 3, LDBL_MAX, LDBL_MIN, (long double)INFINITY, 1e100L, -0.0L, 7.0L,
                              999999.0L, 1e6L, 0x1p62L - 1, 0x1p62L, -123456789012345678.0L, 0x1p63L + 2}) {
      char Mine[6000], Hosts[6000];
      int Length = Print.Model(Mine, sizeof Mine, Text, Value);
      EXPECT_EQ(Length, Print.Host(Hosts, sizeof Hosts, Text, Value));
      EXPECT_STREQ(Mine, Hosts) << Text;
    }
}

TEST_F(FormatModels, LongTexts) {
  for (const char *Text : {"%.1000f", "%1000.3e", "%#.500g", "%.800g", "%f", "%#.0f", "%#g", "%#.3g", "%#a", "%#.0e",
                           "%.0a", "%020a", "%'f"})
    for (double Value : {1e300, 1.0 / 3, 0.0, 123456789.0, 99999.95, 0.00012345, static_cast<double>(INFINITY)}) {
      Case C{Text, {}, {}};
      C.Values.Reals[0] = Value;
      expectSame(C);
    }
}

TEST(FormatModelsOnTheHeap, MakeTheirOwnRoom) {
  Both<int(char **, const char *, ...)> Make("asprintf", asprintf);
  for (int Width : {0, 1, 126, 127, 128, 129, 1000, 5000}) {
    char *Mine = nullptr, *Hosts = nullptr;
    ASSERT_EQ(Make.Model(&Mine, "<%*d|%s>", Width, 42, "text"), Make.Host(&Hosts, "<%*d|%s>", Width, 42, "text"));
    EXPECT_STREQ(Mine, Hosts);
    free(Mine);
    free(Hosts);
  }
}

TEST(FormatModelsWithChecks, EndTheProgramWhereTheHostDoes) {
  Both<int(char *, int, size_t, const char *, ...)> Print("__sprintf_chk", __sprintf_chk);
  char Text[8];
  EXPECT_EQ(Print.Model(Text, 1, sizeof Text, "%d", 1234567), 7);
  EXPECT_STREQ(Text, "1234567");
  EXPECT_DEATH(Print.Model(Text, 1, sizeof Text, "%d", 12345678), "buffer overflow detected");
  EXPECT_DEATH(Print.Host(Text, 1, sizeof Text, "%d", 12345678), "buffer overflow detected");
}

TEST(FormatModelsWithLists, TakeMoreArgumentsThanThereAreRegisters) {
  Both<int(char *, size_t, const char *, va_list)> Print("vsnprintf", vsnprintf);
  const char *Text = "%d %d %d %d %d %d %d %g %g %g %g %g %g %g %g %g %g %s";
  auto Run = [&](auto *F) {
    std::array<char, 200> Memory{};
    int Length = withList(F, Memory.data(), Memory.size(), Text, 1, 2, 3, 4, 5, 6, 7, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0,
                          8.0, 9.0, 10.5, "end");
    return std::pair(Length, std::string(Memory.data()));
  };
  EXPECT_EQ(Run(Print.Model), Run(Print.Host));
}
