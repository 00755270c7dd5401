// Formatted input from texts against the host: what is stored, what is returned, how far it was read.

#include "Machine.h"

#include "base/Random.h"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <stdio.h>

extern "C" int __isoc99_sscanf(const char *, const char *, ...);

using namespace vernier;
using namespace vernier::test;

namespace {

using Scan = int(const char *, const char *, ...);
constexpr std::size_t Places = 6, Size = 64;

struct Scanned {
  int Result, Error;
  std::string Memory;

  bool operator==(const Scanned &) const = default;
};

std::ostream &operator<<(std::ostream &Out, const Scanned &S) {
  Out << S.Result << " errno " << S.Error;
  for (std::size_t I = 0; I < Places; ++I) {
    std::string Place = S.Memory.substr(I * Size, Size);
    Out << "\n  ";
    for (unsigned char C : Place.substr(0, 20))
      Out << (C == '#' ? "." : std::string(1, "0123456789abcdef"[C >> 4]) + "0123456789abcdef"[C & 15]) << " ";
  }
  return Out;
}

Scanned scan(Scan *F, const std::string &Text, const std::string &Format) {
  Scanned Result;
  Result.Memory.assign(Places * Size, '#');
  char *At = Result.Memory.data();
  errno = 11;
  Result.Result =
      F(Text.c_str(), Format.c_str(), At, At + Size, At + 2 * Size, At + 3 * Size, At + 4 * Size, At + 5 * Size);
  Result.Error = errno;
  return Result;
}

class ScanModels : public ::testing::Test {
protected:
  Both<Scan> Read{"__isoc99_sscanf", __isoc99_sscanf};

  void expectSame(const std::string &Text, const std::string &Format) {
    ASSERT_EQ(scan(Read.Model, Text, Format), scan(Read.Host, Text, Format))
        << "'" << Text << "' with '" << Format << "'";
  }
};

std::string pick(Random &Chance, std::initializer_list<const char *> Choices) {
  return Choices.begin()[Chance.below(Choices.size())];
}

std::string randomFormat(Random &Chance) {
  std::string Format;
  for (std::uint64_t I = 1 + Chance.below(4); I; --I) {
    Format += pick(Chance, {"", "", "", " ", "  ", ",", "x", "%%", ":"});
    Format += "%" + pick(Chance, {"", "", "", "*"}) + pick(Chance, {"", "", "", "1", "2", "3", "5", "20"});
    switch (Chance.below(4)) {
    case 0:
    case 1:
      Format += pick(Chance, {"", "", "hh", "h", "l", "ll", "j", "z", "t"}) +
                pick(Chance, {"d", "i", "u", "o", "x", "X", "d", "i"});
      break;
    case 2:
      Format += pick(Chance,
                     {"s", "c", "[a-f]", "[^,]", "[]x]", "[^]x]", "[0-9-]", "[-+0-9]", "[a-]", "[c-a]", "[^-a]", "p"});
      break;
    default:
      Format += pick(Chance, {"f", "lf", "Lg", "e", "la", "n", "hhn", "ln", "lg"});
      break;
    }
  }
  return Format + pick(Chance, {"", "", " ", "%n", "!"});
}

std::string randomText(Random &Chance) {
  std::string Text;
  for (std::uint64_t I = Chance.below(6); I; --I)
    Text += pick(Chance, {" ",
                          "\n",
                          ",",
                          "x",
                          "%",
                          ":",
                          "-",
                          "+",
                          "0",
                          "0x",
                          "0x1f",
                          "12",
                          "7",
                          "089",
                          "-45",
                          "+6",
                          "999999999999999999999",
                          "-9223372036854775809",
                          "4294967296",
                          "abc",
                          "word",
                          "]",
                          "(nil)",
                          "(ni",
                          "1.5",
                          ".5",
                          "1e5",
                          "1e",
                          "1e+",
                          "-.",
                          "inf",
                          "infin",
                          "Infinity",
                          "nan",
                          "0x1.8p3",
                          "0x",
                          "\xff",
                          "0b1",
                          "1.2.3"});
  return Text;
}

} // namespace

TEST_F(ScanModels, RandomFormatsAndTexts) {
  Random Chance(11);
  for (int I = 0; I < 200000; ++I) {
    expectSame(randomText(Chance), randomFormat(Chance));
    if (HasFatalFailure())
      return;
  }
}

TEST_F(ScanModels, AllShortTextsAsNumbers) {
  for (const std::string &Text : allStrings("-+0x1a ", 5))
    for (const char *Format : {"%d%n", "%i%n", "%x%n", "%2i%n", "%3x%n", "%o%n", "%p%n"}) {
      expectSame(Text, Format);
      if (HasFatalFailure())
        return;
    }
}

TEST_F(ScanModels, AllShortTextsAsReals) {
  for (const std::string &Text : allStrings("-.1e0xp", 5))
    for (const char *Format : {"%lf%n", "%3lf%n", "%f%n"}) {
      expectSame(Text, Format);
      if (HasFatalFailure())
        return;
    }
}

TEST_F(ScanModels, Corners) {
  for (auto [Text, Format] : {std::pair<const char *, const char *>{"12 34", "%2$d %1$d"},
                              {"abc", "%ls"},
                              {"a\xffz", "%ls"},
                              {"xyz", "%2lc"},
                              {"abc", "%"},
                              {"abc", "%[abc"},
                              {"abc", "%y"},
                              {"5", "%b"},
                              {"  ", " "},
                              {"", ""},
                              {"", "%d"},
                              {"", "%n"},
                              {"  x", " %c"},
                              {" %", "%%"},
                              {"%", "%%"},
                              {"abc", "%5c%n"},
                              {"0000000000000000000000000000000000000000000000000000000000012", "%d"}})
    expectSame(Text, Format);
  std::string Long(1000, '7');
  expectSame("1." + Long + "e3 x", "%lf %c");
}

TEST_F(ScanModels, MakeTheirOwnRoom) {
  std::string Word(450, 'w');
  for (const char *Format : {"%ms%d", "%m[w]%d", "%300mc%d", "%7ms%d"}) {
    std::string Text = Word + " 5";
    char *Mine = nullptr, *Hosts = nullptr;
    int MyNumber = -1, HostsNumber = -1;
    EXPECT_EQ(Read.Model(Text.c_str(), Format, &Mine, &MyNumber),
              Read.Host(Text.c_str(), Format, &Hosts, &HostsNumber));
    ASSERT_TRUE(Mine && Hosts);
    std::size_t Length = Format[3] == '0' || Format[1] == '3' ? 300 : strlen(Hosts) + 1;
    EXPECT_EQ(std::string(Mine, Length), std::string(Hosts, Length)) << Format;
    EXPECT_EQ(MyNumber, HostsNumber);
    free(Mine);
    free(Hosts);
  }
  char *Nothing = reinterpret_cast<char *>(1);
  EXPECT_EQ(Read.Model("abc", "%m[x]", &Nothing), 0);
  EXPECT_EQ(Nothing, nullptr);
}

TEST(ScanModelsOfC23, ReadBinaryNumbers) {
  auto *Read = reinterpret_cast<Scan *>(modelCode("__isoc23_sscanf"));
  int First = -1, Second = -1;
  EXPECT_EQ(Read("0b101 11x", "%i %b", &First, &Second), 2);
  EXPECT_EQ(First, 5);
  EXPECT_EQ(Second, 3);
}
