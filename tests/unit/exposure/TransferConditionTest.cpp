// The transfer condition of each operation against its meaning: all values of small widths.

#include "exposure/TransferCondition.h"

#include "term/Evaluate.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>

namespace vernier::test {

namespace {

constexpr unsigned Bits = 4, Values = 16;

std::int64_t asSigned(std::uint64_t Value) {
  return Value & 8 ? std::int64_t(Value) - 16 : std::int64_t(Value);
}

/// What the operation gives; nothing: it has no meaning.
using Meaning = std::function<std::optional<std::uint64_t>(std::uint64_t, std::uint64_t)>;

struct OperationCase {
  const char *Name;
  std::uint8_t Operation;
  Meaning Compute;
};

void PrintTo(const OperationCase &Case, std::ostream *To) {
  *To << Case.Name;
}

std::optional<std::uint64_t> some(std::uint64_t Value) {
  return Value & 15;
}

const OperationCase Cases[] = {
    {"Add", VernierAdd, [](auto A, auto B) { return some(A + B); }},
    {"Sub", VernierSub, [](auto A, auto B) { return some(A - B); }},
    {"Mul", VernierMul, [](auto A, auto B) { return some(A * B); }},
    {"UDiv", VernierUDiv, [](auto A, auto B) { return B ? some(A / B) : std::nullopt; }},
    {"URem", VernierURem, [](auto A, auto B) { return B ? some(A % B) : std::nullopt; }},
    {"SDiv", VernierSDiv,
     [](auto A, auto B) {
       bool Traps = B == 0 || (asSigned(A) == -8 && asSigned(B) == -1);
       return Traps ? std::nullopt : some(static_cast<std::uint64_t>(asSigned(A) / asSigned(B)));
     }},
    {"SRem", VernierSRem,
     [](auto A, auto B) {
       bool Traps = B == 0 || (asSigned(A) == -8 && asSigned(B) == -1);
       return Traps ? std::nullopt : some(static_cast<std::uint64_t>(asSigned(A) % asSigned(B)));
     }},
    {"Shl", VernierShl, [](auto A, auto B) { return B < Bits ? some(A << B) : std::nullopt; }},
    {"LShr", VernierLShr, [](auto A, auto B) { return B < Bits ? some(A >> B) : std::nullopt; }},
    {"AShr", VernierAShr,
     [](auto A, auto B) { return B < Bits ? some(static_cast<std::uint64_t>(asSigned(A) >> B)) : std::nullopt; }},
    {"And", VernierAnd, [](auto A, auto B) { return some(A & B); }},
    {"Or", VernierOr, [](auto A, auto B) { return some(A | B); }},
    {"Xor", VernierXor, [](auto A, auto B) { return some(A ^ B); }},
    {"Eq", VernierEq, [](auto A, auto B) { return some(A == B); }},
    {"Ne", VernierNe, [](auto A, auto B) { return some(A != B); }},
    {"Ult", VernierUlt, [](auto A, auto B) { return some(A < B); }},
    {"Ule", VernierUle, [](auto A, auto B) { return some(A <= B); }},
    {"Ugt", VernierUgt, [](auto A, auto B) { return some(A > B); }},
    {"Uge", VernierUge, [](auto A, auto B) { return some(A >= B); }},
    {"Slt", VernierSlt, [](auto A, auto B) { return some(asSigned(A) < asSigned(B)); }},
    {"Sle", VernierSle, [](auto A, auto B) { return some(asSigned(A) <= asSigned(B)); }},
    {"Sgt", VernierSgt, [](auto A, auto B) { return some(asSigned(A) > asSigned(B)); }},
    {"Sge", VernierSge, [](auto A, auto B) { return some(asSigned(A) >= asSigned(B)); }},
};

/// Two values of one operand give different results, with the other as it is.
bool passes(const OperationCase &Case, bool First, std::uint64_t Other) {
  std::optional<std::uint64_t> Seen;
  for (std::uint64_t Value = 0; Value != Values; ++Value) {
    auto Result = First ? Case.Compute(Value, Other) : Case.Compute(Other, Value);
    if (Result && Seen && *Result != *Seen)
      return true;
    if (Result)
      Seen = Result;
  }
  return false;
}

class EachOperation : public testing::TestWithParam<OperationCase> {};

} // namespace

TEST_P(EachOperation, ItsConditionIsThatSomeTwoValuesGiveDifferentResults) {
  const OperationCase &Case = GetParam();
  TermStore Store;
  Term A = Store.variable(Bits, "a", VariableKind::Input), B = Store.variable(Bits, "b", VariableKind::Input);
  for (bool First : {true, false}) {
    Term Condition = transferCondition(Store, Case.Operation, First ? OperandPlace::A : OperandPlace::B, A, B, Term());
    for (std::uint64_t Other = 0; Other != Values; ++Other) {
      Assignment Given{{First ? B : A, llvm::APInt(Bits, Other)}};
      Given[First ? A : B] = llvm::APInt(Bits, 0); // does not matter
      EXPECT_EQ(evaluate(Condition, Given).isOne(), passes(Case, First, Other))
          << Case.Name << (First ? ", first" : ", second") << " operand, other " << Other;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(TransferCondition, EachOperation, testing::ValuesIn(Cases),
                         [](const auto &Info) { return std::string(Info.param.Name); });

TEST(TransferCondition, ASelectionPassesTheSideThatItTakes) {
  TermStore Store;
  Term C = Store.variable(1, "c", VariableKind::Input), X = Store.variable(Bits, "x", VariableKind::Input),
       Y = Store.variable(Bits, "y", VariableKind::Input);
  auto Of = [&](OperandPlace Place) { return transferCondition(Store, VernierSelect, Place, C, X, Y); };
  EXPECT_TRUE(Of(OperandPlace::A) == Store.ne(X, Y));
  EXPECT_TRUE(Of(OperandPlace::B) == C);
  EXPECT_TRUE(Of(OperandPlace::C) == Store.notTerm(C));
}

TEST(TransferCondition, WhatHasOneOperandPassesEverything) {
  TermStore Store;
  Term X = Store.variable(Bits, "x", VariableKind::Input);
  for (std::uint8_t Operation : {VernierZExt, VernierSExt, VernierTrunc, VernierDefine, VernierRead})
    EXPECT_TRUE(transferCondition(Store, Operation, OperandPlace::A, X, Term(), Term()).isTrue());
}

TEST(TransferCondition, NoNumberDecidesEverything) {
  TermStore Store;
  Term X = Store.variable(32, "x", VariableKind::Input), Y = Store.variable(32, "y", VariableKind::Input);
  Term Condition = transferCondition(Store, VernierFMul, OperandPlace::A, X, Y, Term());
  EXPECT_TRUE(Condition == Store.notTerm(Store.isNaN(Y)));
}

} // namespace vernier::test
