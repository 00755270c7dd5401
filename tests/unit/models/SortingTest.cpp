// Sorting and searching against the host: the result and every call of the comparison, also where it is no order.

#include "Machine.h"

#include "base/Random.h"

#include <gtest/gtest.h>

#include <stdlib.h>

using namespace vernier;
using namespace vernier::test;

namespace {

using Compare = int(const void *, const void *);
using Sort = void(void *, size_t, size_t, Compare *);
using Find = void *(const void *, const void *, size_t, size_t, Compare *);

/// An element of any size; the rest of it is filled with what depends on both.
struct Element {
  int Key, Tag;
};

std::vector<std::string> Calls;

int keyOf(const void *Item) {
  int Key;
  memcpy(&Key, Item, sizeof Key);
  return Key;
}

int logged(const void *A, const void *B, int Order, size_t Shown) {
  Calls.emplace_back(static_cast<const char *>(A), Shown);
  Calls.emplace_back(static_cast<const char *>(B), Shown);
  return Order;
}

int byKey(const void *A, const void *B) {
  return logged(A, B, (keyOf(A) > keyOf(B)) - (keyOf(A) < keyOf(B)), sizeof(Element));
}
int byWrappingDifference(const void *A, const void *B) {
  return logged(A, B, static_cast<int>(static_cast<unsigned>(keyOf(A)) - static_cast<unsigned>(keyOf(B))),
                sizeof(Element));
}
int byNoOrderAtAll(const void *A, const void *B) {
  unsigned Mixed = static_cast<unsigned>(keyOf(A)) * 2654435761u ^ static_cast<unsigned>(keyOf(B)) * 40503u;
  return logged(A, B, static_cast<int>(Mixed >> 13 & 3) - 1, sizeof(Element));
}
int byByte(const void *A, const void *B) {
  return logged(A, B, *static_cast<const unsigned char *>(A) / 16 - *static_cast<const unsigned char *>(B) / 16, 1);
}

struct Observed {
  std::string Bytes;
  std::vector<std::string> Calls;
  bool operator==(const Observed &) const = default;
};

Observed sorted(Sort *F, const std::string &Bytes, size_t Size, Compare *Order, GuardedMemory &Memory) {
  char *At = Memory.last(Bytes.size());
  memcpy(At, Bytes.data(), Bytes.size());
  Calls.clear();
  F(At, Bytes.size() / Size, Size, Order);
  return {std::string(At, Bytes.size()), std::move(Calls)};
}

std::string elements(const std::vector<int> &Keys, size_t Size) {
  std::string Bytes;
  for (std::size_t I = 0; I < Keys.size(); ++I) {
    std::string Item(Size, static_cast<char>('a' + I % 26));
    Element Head{Keys[I], static_cast<int>(I)};
    memcpy(Item.data(), &Head, sizeof Head);
    Bytes += Item;
  }
  return Bytes;
}

} // namespace

TEST(SortingModels, AllSmallArraysWithTies) {
  Both<Sort> F("qsort", qsort);
  GuardedMemory Memory;
  for (const std::string &Digits : allStrings("0123", 5))
    for (Compare *Order : {byKey, byWrappingDifference, byNoOrderAtAll}) {
      std::string Bytes = elements({Digits.begin(), Digits.end()}, sizeof(Element));
      ASSERT_EQ(sorted(F.Model, Bytes, sizeof(Element), Order, Memory),
                sorted(F.Host, Bytes, sizeof(Element), Order, Memory))
          << Digits;
    }
}

TEST(SortingModels, RandomArraysOfAllElementSizes) {
  Both<Sort> F("qsort", qsort);
  GuardedMemory Memory;
  Random Numbers(3);
  for (size_t Size : {8, 12, 16, 24, 31, 32, 33, 40, 100})
    for (int Round = 0; Round < 100; ++Round) {
      std::vector<int> Keys(Numbers.below(40));
      for (int &Key : Keys)
        Key = static_cast<int>(Round % 2 ? Numbers.below(10) : Numbers.below(1ull << 32));
      for (Compare *Order : {byKey, byWrappingDifference, byNoOrderAtAll})
        ASSERT_EQ(sorted(F.Model, elements(Keys, Size), Size, Order, Memory),
                  sorted(F.Host, elements(Keys, Size), Size, Order, Memory))
            << Size;
    }
}

TEST(SortingModels, Bytes) {
  Both<Sort> F("qsort", qsort);
  GuardedMemory Memory;
  Random Numbers(5);
  for (int Round = 0; Round < 1000; ++Round) {
    std::string Bytes(Numbers.below(30), 0);
    for (char &C : Bytes)
      C = static_cast<char>(Numbers.below(256));
    ASSERT_EQ(sorted(F.Model, Bytes, 1, byByte, Memory), sorted(F.Host, Bytes, 1, byByte, Memory));
  }
}

TEST(SortingModels, SearchFindsTheSameOneOfEqualElements) {
  Both<Find> F("bsearch", bsearch);
  GuardedMemory Memory;
  auto Found = [&](Find *Search, const std::string &Bytes, int Key, Compare *Order) {
    char *At = Memory.last(Bytes.size());
    memcpy(At, Bytes.data(), Bytes.size());
    Calls.clear();
    Element Wanted{Key, -1};
    auto *Result = static_cast<char *>(Search(&Wanted, At, Bytes.size() / sizeof(Element), sizeof(Element), Order));
    return std::pair(Result ? Result - At : -1, std::move(Calls));
  };
  // Sorted and unsorted ones.
  for (const std::string &Digits : allStrings("1357", 6))
    for (int Key = '0'; Key <= '8'; ++Key) {
      std::string Bytes = elements({Digits.begin(), Digits.end()}, sizeof(Element));
      ASSERT_EQ(Found(F.Model, Bytes, Key, byKey), Found(F.Host, Bytes, Key, byKey)) << Digits << " " << Key;
    }
}
