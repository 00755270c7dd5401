#include "term/Shares.h"

#include "base/Random.h"
#include "term/LargeProduct.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace vernier;
using llvm::APInt;

namespace {

APInt number(std::uint64_t Value) {
  return APInt(64, Value);
}

} // namespace

TEST(Shares, FractionsAreNothingOrEverythingOnlyWhereThatIsSo) {
  EXPECT_EQ(fractionOf(number(0), number(7)), 0);
  EXPECT_EQ(fractionOf(number(7), number(7)), 1);
  EXPECT_EQ(fractionOf(number(1), number(4)), 0.25);
  APInt Huge = APInt::getOneBitSet(5000, 4000);
  EXPECT_GT(fractionOf(APInt(5000, 1), Huge), 0);
  EXPECT_LT(fractionOf(Huge - 1, Huge), 1);
  EXPECT_EQ(fractionOf(Huge.lshr(1), Huge), 0.5);
}

TEST(Shares, TextsOfHugeSpacesAreExact) {
  APInt Huge = APInt::getOneBitSet(5000, 4000), One(5000, 1);
  std::vector<unsigned> Units = hundredthsOf({One, Huge - 1}, Huge);
  EXPECT_EQ(percentText(One, Huge, Units[0]), "less than 0.01 %");
  EXPECT_EQ(percentText(Huge - 1, Huge, Units[1]), "more than 99.99 %");
  EXPECT_EQ(percentText(Huge, Huge, hundredthsOf({Huge}, Huge)[0]), "100 %");
}

TEST(Shares, ThreeThirdsAreOneWhole) {
  EXPECT_EQ(hundredthsOf({number(1), number(1), number(1)}, number(3)), (std::vector<unsigned>{3334, 3333, 3333}));
  EXPECT_EQ(percentText(number(1), number(3), 3333), "33.33 %");
  EXPECT_EQ(percentText(number(1), number(2), 5000), "50 %");
  EXPECT_EQ(percentText(number(1), number(20), 500), "5 %");
  EXPECT_EQ(percentText(number(5), number(1000), 50), "0.5 %");
}

// Every way to share a small space that chance finds, against plain counting.
TEST(Shares, SumsNeverExceedTheWhole) {
  Random Choose(7);
  for (unsigned Round = 0; Round != 3000; ++Round) {
    std::uint64_t Whole = 1 + Choose.below(Round % 2 ? 300 : 40000);
    std::vector<APInt> Parts;
    std::uint64_t Left = Whole;
    bool All = Choose.below(2);
    for (unsigned I = 0, Count = 1 + static_cast<unsigned>(Choose.below(12)); I != Count; ++I) {
      std::uint64_t Size = I + 1 == Count && All ? Left : Choose.below(Left + 1);
      Left -= Size;
      Parts.push_back(number(Size));
    }
    std::vector<unsigned> Units = hundredthsOf(Parts, number(Whole));
    unsigned Sum = std::accumulate(Units.begin(), Units.end(), 0u);
    EXPECT_LE(Sum, 10000u);
    if (All) {
      EXPECT_EQ(Sum, 10000u);
    }
    for (std::size_t I = 0; I != Parts.size(); ++I) {
      std::uint64_t Size = Parts[I].getZExtValue();
      EXPECT_LT(std::abs(double(Units[I]) - 10000.0 * double(Size) / double(Whole)), 1);
      std::string Text = percentText(Parts[I], number(Whole), Units[I]);
      EXPECT_EQ(Text == "0 %", Size == 0) << Text;
      EXPECT_EQ(Text == "100 %", Size == Whole) << Text;
    }
  }
}

TEST(LargeProduct, IsTheProduct) {
  Random Any(7);
  for (unsigned Round = 0; Round != 200; ++Round) {
    APInt Plain(4000, 1);
    LargeProduct Product;
    for (unsigned I = 0; I != Round % 12; ++I) {
      APInt Factor = APInt(100, Any.next()) << static_cast<unsigned>(Any.below(36));
      if (Any.below(4) == 0) {
        Product.multiplyByPowerOfTwo(20);
        Factor = APInt(100, 1u << 20);
      } else {
        Product.multiply(Factor);
      }
      Plain *= Factor.zext(4000);
    }
    EXPECT_EQ(Product.value(4000), Plain);
    llvm::SmallString<64> Digits;
    Plain.toStringUnsigned(Digits);
    EXPECT_EQ(decimal(Plain), Digits.str().str());
  }
}

TEST(LargeProduct, NothingTimesSomethingIsNothing) {
  LargeProduct Product;
  Product.multiply(APInt(8, 6));
  Product.multiply(APInt(8, 0));
  EXPECT_TRUE(Product.value(70).isZero());
  EXPECT_EQ(decimal(APInt(70, 0)), "0");
}

/// The size of ten thousand numbers of 16 and 32 bits that are bounded: minutes at their full width.
TEST(LargeProduct, TenThousandFactorsAreQuick) {
  LargeProduct Product;
  for (unsigned I = 0; I != 10000; ++I)
    Product.multiply(APInt(33, 1000003));
  EXPECT_EQ(decimal(Product.value(210000)).size(), 60001u);
}
