// Values that were written down are read back as what they were, and only into inputs that they were made for.

#include "input/ReadInput.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

#include <random>

using namespace vernier;
using namespace vernier::test;

namespace {

InputSpace spaceOf(const std::string &Text, const std::string &Entry = "f") {
  static std::vector<Program> Keep;
  Keep.push_back(compileText(Text));
  InputOptions Options;
  Options.Entry = Entry;
  auto Space = inputSpace(Keep.back(), Keep.back(), Options);
  EXPECT_TRUE(bool(Space)) << Space.error().Message;
  return *Space;
}

std::vector<InputValue> written(const InputSpace &Space, const InputAssignment &Values) {
  std::vector<InputValue> Result = describe(Space, Values);
  for (std::size_t I = 0; I != Result.size(); ++I)
    Result[I].Value = exactValueText(Values[I], Result[I].Signed, Result[I].Floating);
  return Result;
}

} // namespace

TEST(ReadInput, WhatWasWrittenComesBackBitByBit) {
  InputSpace Space = spaceOf("int f(_Bool b, char c, unsigned short s, long l, unsigned long u, __int128 w, float x, "
                             "double y, int *a) { return 0; }\n");
  ASSERT_EQ(Space.Leaves.size(), 12u);
  std::mt19937_64 Random(1);
  for (unsigned Round = 0; Round != 2000; ++Round) {
    InputAssignment Values;
    for (const InputLeaf &Leaf : Space.Leaves) {
      std::uint64_t Words[2] = {Random(), Random()};
      llvm::APInt Value(Leaf.Bits, llvm::ArrayRef(Words).take_front((Leaf.Bits + 63) / 64));
      if (Round % 4 == 0) // the ends of ranges; of floating point: not a number, infinity
        Value = Round % 8 ? llvm::APInt::getAllOnes(Leaf.Bits) << (Leaf.Bits / 2) : llvm::APInt::getSignMask(Leaf.Bits);
      Values.push_back(Value);
    }
    std::vector<InputValue> Written = written(Space, Values);
    std::shuffle(Written.begin(), Written.end(), Random); // names decide, not places
    auto Read = readInput(Space, Written);
    ASSERT_TRUE(bool(Read)) << Read.error().Message;
    for (std::size_t I = 0; I != Values.size(); ++I)
      EXPECT_EQ((*Read)[I], Values[I]) << Space.Leaves[I].Name << " " << Written[I].Value;
  }
}

TEST(ReadInput, NumbersThatAreNoneAndNumbersThatDoNotFitAreRefused) {
  for (const char *Bad : {"", "-", "x", "1x", " 1", "0x10", "1.5", "128", "-129", "99999999999999999999999"})
    EXPECT_FALSE(bool(readValue(Bad, 8, true, false))) << Bad;
  for (const char *Bad : {"256", "-1", "--1"})
    EXPECT_FALSE(bool(readValue(Bad, 8, false, false))) << Bad;
  for (const char *Bad : {"", "x", "nan:", "nan:xyz", "nan:123456789012345678901234567890", "1.5.2"})
    EXPECT_FALSE(bool(readValue(Bad, 64, true, true))) << Bad;
  EXPECT_EQ(*readValue("-128", 8, true, false), llvm::APInt(8, 128));
  EXPECT_EQ(*readValue("255", 8, false, false), llvm::APInt(8, 255));
  EXPECT_EQ(*readValue("1.5", 32, true, true), llvm::APInt(32, 0x3fc00000));
}

TEST(ReadInput, AnotherSignatureIsAnErrorThatNamesIt) {
  InputSpace Two = spaceOf("int f(int x, int y) { return x + y; }\n");
  std::vector<InputValue> One = {{"x", "1", 32, true, false}};
  auto Missing = readInput(Two, One);
  ASSERT_FALSE(bool(Missing));
  EXPECT_NE(Missing.error().Message.find("no value for 'y'"), std::string::npos) << Missing.error().Message;
  std::vector<InputValue> Three = {
      {"x", "1", 32, true, false}, {"y", "1", 32, true, false}, {"z", "1", 32, true, false}};
  auto Unknown = readInput(Two, Three);
  ASSERT_FALSE(bool(Unknown));
  EXPECT_NE(Unknown.error().Message.find("no input 'z'"), std::string::npos) << Unknown.error().Message;
  std::vector<InputValue> Wide = {{"x", "1", 32, true, false}, {"y", "1", 64, true, false}};
  auto Other = readInput(Two, Wide);
  ASSERT_FALSE(bool(Other));
  EXPECT_NE(Other.error().Message.find("64 bits"), std::string::npos) << Other.error().Message;
  Wide[1].Bits = 0; // written by hand, without types
  EXPECT_TRUE(bool(readInput(Two, Wide)));
}
