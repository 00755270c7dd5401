// Strings beyond ISO C, tokens, sorting with an argument, and the C locale against the host.

#include "Machine.h"

#include "base/Random.h"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <climits>
#include <inttypes.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
#include <wctype.h>

using namespace vernier;
using namespace vernier::test;

namespace {

const std::string_view Letters = "aAb\xff";

template <class T> T *plain(const T *P) {
  return const_cast<T *>(P);
}

/// All texts cut into tokens until there are none, with the memory afterwards.
template <class F> std::vector<std::string> tokens(const std::string &Text, F Next) {
  std::string Memory = Text + std::string(1, '\0');
  std::vector<std::string> Result;
  char *First = Memory.data();
  for (int I = 0; I < 20; ++I) {
    const char *Token = Next(First);
    Result.push_back(Token ? Token : "(none)");
    if (!Token)
      break;
  }
  Result.push_back(Memory);
  return Result;
}

} // namespace

TEST(ExtensionModels, SearchForAByte) {
  using Search = char *(const char *, int);
  std::vector<Both<Search>> All;
  All.emplace_back("strchrnul", [](const char *S, int C) { return plain(strchrnul(S, C)); });
  All.emplace_back("index", [](const char *S, int C) { return plain(index(S, C)); });
  All.emplace_back("rindex", [](const char *S, int C) { return plain(rindex(S, C)); });
  Both<void *(const void *, int)> Raw("rawmemchr",
                                      [](const void *S, int C) { return const_cast<void *>(rawmemchr(S, C)); });
  GuardedMemory Memory;
  for (const std::string &Text : allStrings(Letters, 4))
    for (int Wanted : {0, static_cast<int>('a'), static_cast<int>('b'), 255, -1, 256 + 'a'}) {
      char *At = Memory.string(Text);
      for (const auto &F : All)
        ASSERT_EQ(F.Model(At, Wanted), F.Host(At, Wanted)) << Text << " " << Wanted;
      if (memchr(At, Wanted, Text.size() + 1))
        ASSERT_EQ(Raw.Model(At, Wanted), Raw.Host(At, Wanted));
    }
}

TEST(ExtensionModels, SearchAndCompare) {
  Both<void *(const void *, size_t, const void *, size_t)> Find(
      "memmem",
      [](const void *A, size_t N, const void *B, size_t M) { return const_cast<void *>(memmem(A, N, B, M)); });
  Both<char *(const char *, const char *)> FindText(
      "strcasestr", [](const char *A, const char *B) { return plain(strcasestr(A, B)); });
  Both<int(const char *, const char *)> Collate("strcoll", strcoll);
  Both<int(const void *, const void *, size_t)> Compare("bcmp", bcmp);
  GuardedMemory Left, Right;
  auto Sign = [](int Value) { return (Value > 0) - (Value < 0); };
  for (const std::string &A : allStrings(Letters, 4))
    for (const std::string &B : allStrings(Letters, 3)) {
      char *L = Left.string(A), *R = Right.string(B);
      ASSERT_EQ(FindText.Model(L, R), FindText.Host(L, R)) << A << " " << B;
      ASSERT_EQ(Collate.Model(L, R), Collate.Host(L, R)) << A << " " << B;
      size_t Common = std::min(A.size(), B.size());
      ASSERT_EQ(Compare.Model(L, R, Common) != 0, Compare.Host(L, R, Common) != 0);
      ASSERT_EQ(Sign(Compare.Model(L, R, Common)), Sign(memcmp(L, R, Common)));
      char *OpenL = Left.last(A.size()), *OpenR = Right.last(B.size());
      memcpy(OpenL, A.data(), A.size());
      memcpy(OpenR, B.data(), B.size());
      ASSERT_EQ(Find.Model(OpenL, A.size(), OpenR, B.size()), Find.Host(OpenL, A.size(), OpenR, B.size()))
          << A << " " << B;
    }
}

TEST(ExtensionModels, Copies) {
  Both<char *(char *, const char *, size_t)> CopyMost("stpncpy", stpncpy);
  Both<void *(void *, const void *, int, size_t)> CopyUntil("memccpy", memccpy);
  Both<void *(void *, const void *, size_t)> CopyAll("mempcpy", mempcpy);
  Both<size_t(char *, const char *, size_t)> Transform("strxfrm", strxfrm);
  Both<char *(const char *, size_t)> Duplicate("strndup", strndup);
  GuardedMemory Source, Target;
  auto Copied = [&](size_t Size, auto Copy) {
    char *To = Target.last(Size);
    memset(To, '#', Size);
    long Returned = Copy(To);
    return std::pair(std::string(To, Size), Returned);
  };
  auto Offset = [](auto *At, char *To) { return At ? static_cast<char *>(At) - To : -1l; };
  for (const std::string &Text : allStrings(Letters, 4)) {
    char *From = Source.string(Text);
    for (size_t N = 0; N <= 7; ++N) {
      ASSERT_EQ(Copied(N, [&](char *To) { return Offset(CopyMost.Model(To, From, N), To); }),
                Copied(N, [&](char *To) { return Offset(CopyMost.Host(To, From, N), To); }));
      ASSERT_EQ(Copied(N, [&](char *To) { return static_cast<long>(Transform.Model(To, From, N)); }),
                Copied(N, [&](char *To) { return static_cast<long>(Transform.Host(To, From, N)); }));
      size_t There = std::min(N, Text.size() + 1);
      for (int Last : {0, static_cast<int>('b'), 255})
        ASSERT_EQ(Copied(There, [&](char *To) { return Offset(CopyUntil.Model(To, From, Last, There), To); }),
                  Copied(There, [&](char *To) { return Offset(CopyUntil.Host(To, From, Last, There), To); }));
      ASSERT_EQ(Copied(There, [&](char *To) { return Offset(CopyAll.Model(To, From, There), To); }),
                Copied(There, [&](char *To) { return Offset(CopyAll.Host(To, From, There), To); }));
      char *Mine = Duplicate.Model(From, N), *Hosts = Duplicate.Host(From, N);
      ASSERT_STREQ(Mine, Hosts);
      free(Mine);
      free(Hosts);
    }
  }
}

TEST(ExtensionModels, Tokens) {
  Both<char *(char *, const char *, char **)> Next("strtok_r", strtok_r);
  Both<char *(char *, const char *)> NextHidden("strtok", strtok);
  Both<char *(char **, const char *)> Separate("strsep", strsep);
  for (const std::string &Text : allStrings("a,; ", 6))
    for (const char *Separators : {",", ",;", "", " ,;"}) {
      auto WithRest = [&](auto *F) {
        char *Rest = nullptr;
        bool Started = false;
        return tokens(
            Text, [&](char *First) { return F(std::exchange(Started, true) ? nullptr : First, Separators, &Rest); });
      };
      auto Hidden = [&](auto *F) {
        bool Started = false;
        return tokens(Text, [&](char *First) { return F(std::exchange(Started, true) ? nullptr : First, Separators); });
      };
      auto Separated = [&](auto *F) {
        char *Rest = nullptr;
        bool Started = false;
        return tokens(Text, [&](char *First) {
          if (!std::exchange(Started, true))
            Rest = First;
          return F(&Rest, Separators);
        });
      };
      ASSERT_EQ(WithRest(Next.Model), WithRest(Next.Host)) << Text;
      ASSERT_EQ(Hidden(NextHidden.Model), Hidden(NextHidden.Host)) << Text;
      ASSERT_EQ(Separated(Separate.Model), Separated(Separate.Host)) << Text;
    }
}

TEST(ExtensionModels, LowestBits) {
  Both<int(int)> Int("ffs", ffs);
  Both<int(long)> Long("ffsl", ffsl);
  Random Chance(3);
  for (int I = 0; I < 2000; ++I) {
    long Value = static_cast<long>(Chance.next() << Chance.below(64));
    ASSERT_EQ(Long.Model(Value), Long.Host(Value)) << Value;
    ASSERT_EQ(Int.Model(static_cast<int>(Value)), Int.Host(static_cast<int>(Value))) << Value;
  }
  for (long Value : {0L, 1L, LONG_MIN, -1L, 1L << 32})
    EXPECT_EQ(Long.Model(Value), Long.Host(Value));
}

TEST(ExtensionModels, BinaryNumbersOfNewHeaders) {
  auto *Read = reinterpret_cast<long (*)(const char *, char **, int)>(modelCode("__isoc23_strtol"));
  const std::tuple<const char *, int, long, long> Cases[] = {
      {"0b101", 0, 5, 5}, {"-0B11x", 0, -3, 5}, {"0b", 0, 0, 1},     {"0b2", 0, 0, 1},
      {"0b101", 2, 5, 5}, {"0x1f", 0, 31, 4},   {"0b1", 16, 177, 3}, {"0b1", 10, 0, 1},
      {"0x1", 2, 0, 1},   {"0b0x1", 0, 0, 3},   {"0777", 0, 511, 4}, {"+0b1", 2, 1, 4}};
  for (auto [Text, Base, Value, Length] : Cases) {
    char *End = nullptr;
    EXPECT_EQ(Read(Text, &End, Base), Value) << Text << " in " << Base;
    EXPECT_EQ(End - Text, Length) << Text << " in " << Base;
  }
}

namespace {

int compareAndCount(const void *A, const void *B, void *Log) {
  int L = *static_cast<const int *>(A), R = *static_cast<const int *>(B);
  static_cast<std::vector<std::pair<int, int>> *>(Log)->emplace_back(L, R);
  return L / 10 - R / 10;
}

} // namespace

TEST(ExtensionModels, SortingWithAnArgument) {
  Both<void(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *)> Sort("qsort_r", qsort_r);
  Random Chance(5);
  for (int Round = 0; Round < 200; ++Round) {
    std::vector<int> Mine(Chance.below(30));
    for (int &Number : Mine)
      Number = static_cast<int>(Chance.below(60));
    std::vector<int> Hosts = Mine;
    std::vector<std::pair<int, int>> MyCalls, HostsCalls;
    Sort.Model(Mine.data(), Mine.size(), sizeof(int), compareAndCount, &MyCalls);
    Sort.Host(Hosts.data(), Hosts.size(), sizeof(int), compareAndCount, &HostsCalls);
    ASSERT_EQ(Mine, Hosts);
    ASSERT_EQ(MyCalls, HostsCalls);
  }
}

TEST(LocaleModels, WideCharacters) {
  using Class = int(wint_t);
  for (auto [Name, Host] : {std::pair<const char *, Class *>{"iswalnum", iswalnum},
                            {"iswalpha", iswalpha},
                            {"iswblank", iswblank},
                            {"iswcntrl", iswcntrl},
                            {"iswdigit", iswdigit},
                            {"iswgraph", iswgraph},
                            {"iswlower", iswlower},
                            {"iswprint", iswprint},
                            {"iswpunct", iswpunct},
                            {"iswspace", iswspace},
                            {"iswupper", iswupper},
                            {"iswxdigit", iswxdigit},
                            {"wctob", wctob}}) {
    Both<Class> F(Name, Host);
    for (wint_t C : {WEOF, 0x2028u, 0x10ffffu, 0x80000041u})
      EXPECT_EQ(F.Model(C), F.Host(C)) << Name << " " << C;
    for (wint_t C = 0; C < 700; ++C)
      ASSERT_EQ(F.Model(C), F.Host(C)) << Name << " " << C;
  }
  Both<wint_t(wint_t)> Lower("towlower", towlower), Upper("towupper", towupper);
  Both<int(wchar_t)> Width("wcwidth", wcwidth);
  Both<wint_t(int)> Widen("btowc", btowc);
  for (int C = -1; C < 700; ++C) {
    ASSERT_EQ(Lower.Model(static_cast<wint_t>(C)), Lower.Host(static_cast<wint_t>(C))) << C;
    ASSERT_EQ(Upper.Model(static_cast<wint_t>(C)), Upper.Host(static_cast<wint_t>(C))) << C;
    ASSERT_EQ(Width.Model(C), Width.Host(C)) << C;
    if (C < 256)
      ASSERT_EQ(Widen.Model(C), Widen.Host(C)) << C;
  }
}

TEST(LocaleModels, Characters) {
  Both<size_t(wchar_t *, const char *, size_t, mbstate_t *)> Decode("mbrtowc", mbrtowc);
  Both<size_t(const char *, size_t, mbstate_t *)> Length("mbrlen", mbrlen);
  Both<int(wchar_t *, const char *, size_t)> DecodeOne("mbtowc", mbtowc);
  Both<int(const char *, size_t)> LengthOfOne("mblen", mblen);
  Both<size_t(char *, wchar_t, mbstate_t *)> Encode("wcrtomb", wcrtomb);
  Both<int(char *, wchar_t)> EncodeOne("wctomb", wctomb);
  auto WithError = [](auto Call) {
    errno = 0;
    auto Result = Call();
    return std::pair(Result, errno);
  };
  for (int C = 0; C < 256; ++C)
    for (size_t Count : {size_t(0), size_t(1), size_t(3)}) {
      const char Text[4] = {static_cast<char>(C), 'x', 'y', 0};
      auto Decoded = [&](auto *F) {
        return WithError([&] {
          wchar_t Wide = 0x4711;
          mbstate_t State{};
          size_t Result = F(&Wide, Text, Count, &State);
          return std::tuple(Result, Wide, mbsinit(&State));
        });
      };
      ASSERT_EQ(Decoded(Decode.Model), Decoded(Decode.Host)) << C << " " << Count;
      mbstate_t Mine{}, Hosts{};
      ASSERT_EQ(WithError([&] { return Length.Model(Text, Count, &Mine); }),
                WithError([&] { return Length.Host(Text, Count, &Hosts); }));
      wchar_t W = 0, V = 0;
      ASSERT_EQ(WithError([&] { return DecodeOne.Model(&W, Text, Count); }),
                WithError([&] { return DecodeOne.Host(&V, Text, Count); }))
          << C << " " << Count;
      ASSERT_EQ(W, V);
      ASSERT_EQ(WithError([&] { return LengthOfOne.Model(Text, Count); }),
                WithError([&] { return LengthOfOne.Host(Text, Count); }))
          << C << " " << Count;
      auto Encoded = [&](auto *F) {
        return WithError([&] {
          std::array<char, 16> To{};
          mbstate_t State{};
          size_t Result = F(To.data(), C * 7, &State);
          return std::tuple(Result, To);
        });
      };
      ASSERT_EQ(Encoded(Encode.Model), Encoded(Encode.Host)) << C;
    }
  EXPECT_EQ(Decode.Model(nullptr, nullptr, 0, nullptr), Decode.Host(nullptr, nullptr, 0, nullptr));
  EXPECT_EQ(EncodeOne.Model(nullptr, L'x'), EncodeOne.Host(nullptr, L'x'));
}

TEST(LocaleModels, NamesAndTexts) {
  Both<char *(nl_item)> Info("nl_langinfo", nl_langinfo);
  std::vector<nl_item> Items = {CODESET, RADIXCHAR, THOUSEP, YESEXPR,    NOEXPR, CRNCYSTR, ERA,
                                D_T_FMT, D_FMT,     T_FMT,   T_FMT_AMPM, AM_STR, PM_STR};
  for (nl_item Item = ABDAY_1; Item <= MON_12; ++Item)
    Items.push_back(Item);
  for (nl_item Item : Items)
    EXPECT_STREQ(Info.Model(Item), Info.Host(Item)) << Item;
  Both<char *(int, const char *)> Set("setlocale", setlocale);
  for (int Category : {LC_ALL, LC_CTYPE, LC_MESSAGES, -1, 13})
    for (const char *Name : {static_cast<const char *>(nullptr), "C", "POSIX", "xx_YY.none"}) {
      const char *Mine = Set.Model(Category, Name), *Hosts = Set.Host(Category, Name);
      EXPECT_STREQ(Mine, Hosts) << Category << " " << (Name ? Name : "null");
    }
  Both<char *(const char *)> Translate("gettext", gettext);
  Both<char *(const char *, const char *, unsigned long)> Plural("ngettext", ngettext);
  EXPECT_STREQ(Translate.Model("text"), Translate.Host("text"));
  for (unsigned long Count : {0ul, 1ul, 2ul, ULONG_MAX})
    EXPECT_STREQ(Plural.Model("one", "many", Count), Plural.Host("one", "many", Count));
  Both<char *(const char *)> Domain("textdomain", textdomain);
  for (const char *Name : {static_cast<const char *>(nullptr), "abc", static_cast<const char *>(nullptr), ""})
    EXPECT_STREQ(Domain.Model(Name), Domain.Host(Name));
  EXPECT_EQ(reinterpret_cast<size_t (*)()>(modelCode("__ctype_get_mb_cur_max"))(), MB_CUR_MAX);
}
