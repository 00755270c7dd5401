// All short memories against the host's functions, at the edge of an inaccessible page.

#include "Machine.h"

#include <gtest/gtest.h>

#include <string.h>

using namespace vernier::test;

namespace {

const std::string_view Letters("aA\0\xff", 4);

/// What glibc's memcmp returns besides the sign depends on the processor and on the size.
int sign(int Order) {
  return (Order > 0) - (Order < 0);
}

} // namespace

TEST(MemoryModels, Comparison) {
  Both<int(const void *, const void *, size_t)> Compare("memcmp", memcmp);
  GuardedMemory Left, Right;
  auto All = allStrings(Letters, 4);
  for (const std::string &L : All)
    for (const std::string &R : All) {
      std::size_t Size = std::min(L.size(), R.size());
      char *A = Left.last(Size), *B = Right.last(Size);
      memcpy(A, L.data(), Size);
      memcpy(B, R.data(), Size);
      ASSERT_EQ(sign(Compare.Model(A, B, Size)), sign(Compare.Host(A, B, Size))) << Size;
    }
}

TEST(MemoryModels, Search) {
  Both<void *(const void *, int, size_t)> First(
      "memchr", [](const void *M, int C, size_t N) -> void * { return const_cast<void *>(memchr(M, C, N)); });
  Both<void *(const void *, int, size_t)> Last(
      "memrchr", [](const void *M, int C, size_t N) -> void * { return const_cast<void *>(memrchr(M, C, N)); });
  GuardedMemory Memory;
  for (const std::string &Text : allStrings(Letters, 5)) {
    char *At = Memory.last(Text.size());
    memcpy(At, Text.data(), Text.size());
    for (int Wanted : std::initializer_list<int>{0, 'a', 'A', 'b', 255, -1, 256, 256 + 'a'}) {
      ASSERT_EQ(First.Model(At, Wanted, Text.size()), First.Host(At, Wanted, Text.size())) << Text << " " << Wanted;
      ASSERT_EQ(Last.Model(At, Wanted, Text.size()), Last.Host(At, Wanted, Text.size())) << Text << " " << Wanted;
      // Where the byte is found, the rest need not exist.
      if (void *Found = First.Host(At, Wanted, Text.size()))
        ASSERT_EQ(First.Model(At, Wanted, 1000), Found);
    }
  }
}
