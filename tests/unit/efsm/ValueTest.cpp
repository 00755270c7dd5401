#include "efsm/language/Type.h"

#include <gtest/gtest.h>

namespace vernier::efsm {

namespace {

Integer number(const std::string &Text) {
  return *parseInteger(Text);
}

TEST(Integers, AreExactBeyondEveryWidth) {
  Integer Big = number("123456789012345678901234567890");
  EXPECT_EQ(toString(Big), "123456789012345678901234567890");
  EXPECT_EQ(toString(Big * Big), "15241578753238836750495351562536198787501905199875019052100");
  EXPECT_EQ(toString(-Big + Big), "0");
  EXPECT_EQ(toString(number("-9223372036854775808") - Integer(1)), "-9223372036854775809");
  EXPECT_EQ(toString(number("1000000000000000000")), "1000000000000000000");
  EXPECT_FALSE(parseInteger("-"));
  EXPECT_FALSE(parseInteger("1x"));
}

TEST(Integers, DivideAsSmtLibDoes) {
  // The remainder is never negative, whatever the signs.
  for (int A : {-7, -6, -1, 0, 1, 6, 7})
    for (int B : {-3, -2, 2, 3}) {
      Integer Quotient = divide(Integer(A), Integer(B)), Rest = remainder(Integer(A), Integer(B));
      EXPECT_EQ(Quotient * Integer(B) + Rest, Integer(A));
      EXPECT_GE(Rest, Integer(0));
      EXPECT_LT(Rest, Integer(std::abs(B)));
    }
  EXPECT_EQ(toString(divide(number("-9223372036854775808"), Integer(-1))), "9223372036854775808");
}

TEST(Values, AreEqualAndHashAlikeHoweverTheyCameAbout) {
  Value Wide = Value::integer(number("9223372036854775808") - Integer(1)), Small = Value::integer(INT64_MAX);
  EXPECT_EQ(Wide, Small);
  EXPECT_EQ(Wide.hash(), Small.hash());
  TypeRef Map = mapType(intType(), intType());
  Value There = store(Map->Default, Value::integer(1), Value::integer(5), *Map);
  Value Back = store(There, Value::integer(1), Value::integer(0), *Map);
  EXPECT_EQ(Back, Map->Default) << "a map does not remember that the default was stored";
  EXPECT_FALSE(There == Map->Default);
  EXPECT_EQ(select(There, Value::integer(1), *Map), Value::integer(5));
  EXPECT_EQ(select(There, Value::integer(2), *Map), Value::integer(0));
  EXPECT_FALSE(Value::record({Value::integer(1)}) == Value::queue({Value::integer(1)}));
}

TEST(Types, TheDefaultOfARangeIsItsValueNearestToZero) {
  EXPECT_EQ(toString(rangeType(Integer(3), Integer(9))->Default, *intType()), "3");
  EXPECT_EQ(toString(rangeType(Integer(-9), Integer(-3))->Default, *intType()), "-3");
  EXPECT_EQ(toString(rangeType(Integer(-9), Integer(3))->Default, *intType()), "0");
}

TEST(Types, ValuesAreConvertedByTheirMeaning) {
  TypeRef Old = enumType({"red", "green"}), New = enumType({"green", "blue"});
  EXPECT_EQ(convert(Value::label(1), *Old, *New), Value::label(0));
  EXPECT_FALSE(convert(Value::label(0), *Old, *New));
  EXPECT_FALSE(convert(Value::integer(11), *intType(), *rangeType(Integer(0), Integer(10))));
  EXPECT_EQ(convert(Value::integer(10), *intType(), *rangeType(Integer(0), Integer(10))), Value::integer(10));
  TypeRef A = recordType({{"x", intType()}, {"y", boolType()}}), B = recordType({{"y", boolType()}, {"x", intType()}});
  EXPECT_EQ(convert(Value::record({Value::integer(1), Value::boolean(true)}), *A, *B),
            Value::record({Value::boolean(true), Value::integer(1)}));
  // What is not stored would be red in one and green in the other.
  EXPECT_FALSE(convert(Value::map({}), *mapType(intType(), Old), *mapType(intType(), New)));
  EXPECT_FALSE(convert(Value::boolean(true), *boolType(), *intType()));
}

} // namespace

} // namespace vernier::efsm
