// All short strings over a few letters, alone and in pairs, against the host's functions. Each string ends with the
// last byte before an inaccessible page, so that a model that reads or writes too far ends the test.

#include "Machine.h"

#include <gtest/gtest.h>

#include <string.h>
#include <strings.h>

using namespace vernier::test;

namespace {

using Compare = int(const char *, const char *);
using CompareMost = int(const char *, const char *, size_t);
using Measure = size_t(const char *, const char *);
using Search = char *(const char *, const char *);
using SearchByte = char *(const char *, int);

const std::string_view Letters = "aAb\xff";

/// Calls Check with all pairs of strings in guarded memory.
template <class F> void forAllPairs(unsigned Length, F Check) {
  GuardedMemory Left, Right;
  auto All = allStrings(Letters, Length);
  for (const std::string &L : All) {
    char *A = Left.string(L);
    for (const std::string &R : All) {
      Check(A, Right.string(R));
      if (::testing::Test::HasFailure())
        FAIL() << "with '" << L << "' and '" << R << "'";
    }
  }
}

/// Calls a copying function on a target of exactly Size bytes that holds Before, and gives the bytes afterwards and
/// what was returned, as an offset.
template <class F> std::pair<std::string, long> copied(GuardedMemory &Target, size_t Size, const char *Before, F Copy) {
  char *To = Target.last(Size);
  memset(To, '#', Size);
  memcpy(To, Before, std::min(Size, strlen(Before) + 1));
  char *Returned = Copy(To);
  return {std::string(To, Size), Returned - To};
}

} // namespace

TEST(StringModels, Length) {
  Both<size_t(const char *)> Length("strlen", strlen);
  Both<size_t(const char *, size_t)> Most("strnlen", strnlen);
  GuardedMemory Memory;
  for (const std::string &Text : allStrings(Letters, 5)) {
    char *At = Memory.string(Text);
    ASSERT_EQ(Length.Model(At), Length.Host(At));
    for (size_t N : {0u, 1u, 2u, 4u, 5u, 6u, 1000u})
      ASSERT_EQ(Most.Model(At, N), Most.Host(At, N));
    // Without an end, the count is the limit.
    char *Open = Memory.last(Text.size());
    memcpy(Open, Text.data(), Text.size());
    ASSERT_EQ(Most.Model(Open, Text.size()), Text.size());
  }
}

TEST(StringModels, Comparison) {
  Both<Compare> Exact("strcmp", strcmp), AnyCase("strcasecmp", strcasecmp);
  Both<CompareMost> ExactMost("strncmp", strncmp), AnyCaseMost("strncasecmp", strncasecmp);
  forAllPairs(4, [&](char *A, char *B) {
    EXPECT_EQ(Exact.Model(A, B), Exact.Host(A, B));
    EXPECT_EQ(AnyCase.Model(A, B), AnyCase.Host(A, B));
    for (size_t N = 0; N <= 5; ++N) {
      EXPECT_EQ(ExactMost.Model(A, B, N), ExactMost.Host(A, B, N)) << N;
      EXPECT_EQ(AnyCaseMost.Model(A, B, N), AnyCaseMost.Host(A, B, N)) << N;
    }
  });
}

TEST(StringModels, ComparisonOfAllPairsOfBytes) {
  Both<Compare> Exact("strcmp", strcmp), AnyCase("strcasecmp", strcasecmp);
  GuardedMemory Left, Right;
  for (int L = 0; L < 256; ++L)
    for (int R = 0; R < 256; ++R) {
      char *A = Left.string(std::string(1, static_cast<char>(L))),
           *B = Right.string(std::string(1, static_cast<char>(R)));
      ASSERT_EQ(Exact.Model(A, B), Exact.Host(A, B)) << L << " " << R;
      ASSERT_EQ(AnyCase.Model(A, B), AnyCase.Host(A, B)) << L << " " << R;
    }
}

TEST(StringModels, SearchForAByte) {
  Both<SearchByte> First("strchr", [](const char *S, int C) { return const_cast<char *>(strchr(S, C)); });
  Both<SearchByte> Last("strrchr", [](const char *S, int C) { return const_cast<char *>(strrchr(S, C)); });
  GuardedMemory Memory;
  for (const std::string &Text : allStrings(Letters, 5))
    for (int Wanted : std::initializer_list<int>{0, 'a', 'A', 'c', 255, -1, 256, 256 + 'a'}) {
      char *At = Memory.string(Text);
      ASSERT_EQ(First.Model(At, Wanted), First.Host(At, Wanted)) << Text << " " << Wanted;
      ASSERT_EQ(Last.Model(At, Wanted), Last.Host(At, Wanted)) << Text << " " << Wanted;
    }
}

TEST(StringModels, SearchForAString) {
  Both<Search> Find("strstr", [](const char *A, const char *B) { return const_cast<char *>(strstr(A, B)); });
  Both<Search> AnyOf("strpbrk", [](const char *A, const char *B) { return const_cast<char *>(strpbrk(A, B)); });
  Both<Measure> Accepted("strspn", strspn), Rejected("strcspn", strcspn);
  forAllPairs(4, [&](char *A, char *B) {
    EXPECT_EQ(Find.Model(A, B), Find.Host(A, B));
    EXPECT_EQ(AnyOf.Model(A, B), AnyOf.Host(A, B));
    EXPECT_EQ(Accepted.Model(A, B), Accepted.Host(A, B));
    EXPECT_EQ(Rejected.Model(A, B), Rejected.Host(A, B));
  });
}

TEST(StringModels, Copies) {
  Both<char *(char *, const char *)> Copy("strcpy", strcpy), CopyToEnd("stpcpy", stpcpy);
  Both<char *(char *, const char *, size_t)> CopyMost("strncpy", strncpy);
  GuardedMemory Source, Target;
  for (const std::string &Text : allStrings(Letters, 5)) {
    char *From = Source.string(Text);
    for (auto *F : {&Copy, &CopyToEnd})
      ASSERT_EQ(copied(Target, Text.size() + 1, "", [&](char *To) { return F->Model(To, From); }),
                copied(Target, Text.size() + 1, "", [&](char *To) { return F->Host(To, From); }));
    for (size_t N = 0; N <= 8; ++N)
      ASSERT_EQ(copied(Target, N, "", [&](char *To) { return CopyMost.Model(To, From, N); }),
                copied(Target, N, "", [&](char *To) { return CopyMost.Host(To, From, N); }));
  }
}

TEST(StringModels, Concatenations) {
  Both<char *(char *, const char *)> Append("strcat", strcat);
  Both<char *(char *, const char *, size_t)> AppendMost("strncat", strncat);
  GuardedMemory Target;
  forAllPairs(3, [&](char *A, char *B) {
    size_t Size = strlen(A) + strlen(B) + 1;
    EXPECT_EQ(copied(Target, Size, A, [&](char *To) { return Append.Model(To, B); }),
              copied(Target, Size, A, [&](char *To) { return Append.Host(To, B); }));
    for (size_t N = 0; N <= 4; ++N) {
      size_t Least = strlen(A) + std::min(N, strlen(B)) + 1;
      EXPECT_EQ(copied(Target, Least, A, [&](char *To) { return AppendMost.Model(To, B, N); }),
                copied(Target, Least, A, [&](char *To) { return AppendMost.Host(To, B, N); }));
    }
  });
}

TEST(StringModels, NothingBehindTheLimitIsRead) {
  Both<CompareMost> Exact("strncmp", strncmp), AnyCase("strncasecmp", strncasecmp);
  Both<char *(char *, const char *, size_t)> Append("strncat", strncat), Copy("strncpy", strncpy);
  GuardedMemory Source, Other, Target;
  for (size_t N = 0; N <= 6; ++N) {
    char *Open = Source.last(N), *Same = Other.last(N);
    memset(Open, 'a', N);
    memset(Same, 'a', N);
    EXPECT_EQ(Exact.Model(Open, Same, N), 0);
    EXPECT_EQ(AnyCase.Model(Open, Same, N), 0);
    EXPECT_EQ(copied(Target, N + 2, "b", [&](char *To) { return Append.Model(To, Open, N); }),
              copied(Target, N + 2, "b", [&](char *To) { return Append.Host(To, Open, N); }));
    EXPECT_EQ(copied(Target, N, "", [&](char *To) { return Copy.Model(To, Open, N); }),
              copied(Target, N, "", [&](char *To) { return Copy.Host(To, Open, N); }));
  }
}

TEST(StringModels, Duplicates) {
  Both<char *(const char *)> Duplicate("strdup", strdup);
  GuardedMemory Memory;
  for (const std::string &Text : allStrings(Letters, 4)) {
    char *Copy = Duplicate.Model(Memory.string(Text));
    ASSERT_NE(Copy, nullptr);
    EXPECT_EQ(Copy, Text);
    EXPECT_NE(Copy, Memory.string(Text));
    free(Copy);
  }
}
