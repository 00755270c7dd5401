// The pieces of the executor against simple models: contents of objects against arrays of bytes, path conditions
// against truth tables.

#include "base/Random.h"
#include "bounded/Memory.h"
#include "bounded/Path.h"
#include "term/Evaluate.h"

#include <gtest/gtest.h>

using namespace vernier;
using llvm::APInt;

namespace {

constexpr unsigned Size = 24;

/// Contents and what they stand for under one assignment.
struct Modelled {
  Contents Real{Contents::Background::Zero};
  std::vector<std::uint8_t> Bytes = std::vector<std::uint8_t>(Size, 0);
  std::vector<bool> Written = std::vector<bool>(Size, false);
};

class MemoryModel : public testing::Test {
protected:
  /// A value of that many bytes: a constant, a variable, or a part of one that was stored before.
  Term value(unsigned Bytes) {
    switch (Generator.below(3)) {
    case 0:
      return Store.constant(Bytes * 8, Generator.next());
    case 1:
      for (Term Each : Variables)
        if (Each.bits() >= Bytes * 8)
          return Store.extract(Each, Each.bits() - Bytes * 8, Bytes * 8);
      [[fallthrough]];
    default: {
      Term Made = Store.fresh(Bytes * 8, "v", VariableKind::Input);
      Variables.push_back(Made);
      Given[Made] = APInt(Bytes * 8, Generator.next());
      return Made;
    }
    }
  }

  void store(Modelled &M) {
    unsigned Bytes = 1u << Generator.below(4);
    std::uint64_t Offset = Generator.below(Size - Bytes + 1);
    Term Value = value(Bytes);
    M.Real.store(Store, Offset, Value);
    APInt Concrete = evaluate(Value, Given);
    for (unsigned I = 0; I < Bytes; ++I) {
      M.Bytes[Offset + I] = static_cast<std::uint8_t>(Concrete.extractBitsAsZExtValue(8, I * 8));
      M.Written[Offset + I] = true;
    }
  }

  void compare(const Modelled &M, bool WrittenOnly) {
    for (unsigned Try = 0; Try < 12; ++Try) {
      unsigned Bytes = 1 + static_cast<unsigned>(Generator.below(8));
      std::uint64_t Offset = Generator.below(Size - Bytes + 1);
      APInt Found = evaluate(M.Real.load(Store, Offset, Bytes), Given);
      ASSERT_EQ(Found.getBitWidth(), Bytes * 8);
      for (unsigned I = 0; I < Bytes; ++I)
        if (!WrittenOnly || M.Written[Offset + I])
          ASSERT_EQ(Found.extractBitsAsZExtValue(8, I * 8), M.Bytes[Offset + I]) << Offset << " + " << I;
    }
  }

  Random Generator{7};
  TermStore Store;
  std::vector<Term> Variables;
  Assignment Given;
};

} // namespace

TEST_F(MemoryModel, LoadsGiveWhatWasStored) {
  for (unsigned Round = 0; Round < 200 && !HasFailure(); ++Round) {
    Modelled M;
    for (unsigned I = 0; I < 12 && !HasFailure(); ++I) {
      store(M);
      compare(M, false);
    }
  }
}

TEST_F(MemoryModel, MergesChooseByteByByte) {
  Term Choose = Store.variable(1, "choose", VariableKind::Input);
  for (unsigned Round = 0; Round < 300 && !HasFailure(); ++Round) {
    Modelled Common;
    for (unsigned I = 0; I < 4; ++I)
      store(Common);
    Modelled A = Common, B = Common;
    for (unsigned I = 0; I < 3; ++I) {
      store(A);
      store(B);
    }
    Contents Merged = Contents::merge(Store, Choose, A.Real, B.Real);
    for (bool First : {true, false}) {
      Given[Choose] = APInt(1, First);
      Modelled M = First ? A : B;
      M.Real = Merged;
      compare(M, false);
      // and the merged contents take stores as others do
      store(M);
      compare(M, false);
    }
  }
}

TEST_F(MemoryModel, WhatNobodyWroteIsUndefined) {
  for (unsigned Round = 0; Round < 100 && !HasFailure(); ++Round) {
    Modelled M;
    M.Real.clear(Contents::Background::Undefined);
    for (unsigned I = 0; I < 3; ++I)
      store(M);
    compare(M, true);
    for (std::uint64_t At = 0; At < Size; ++At) {
      Term Byte = M.Real.load(Store, At, 1);
      bool Undefined = Byte.is(Operation::Variable) && Byte.variableKind() == VariableKind::Undefined;
      EXPECT_EQ(Undefined, !M.Written[At]);
    }
  }
}

TEST_F(MemoryModel, UndefinedOnOneSideIsNotZero) {
  Contents Zero(Contents::Background::Zero), Undefined(Contents::Background::Undefined);
  Term Choose = Store.variable(1, "choose", VariableKind::Input);
  Term Byte = Contents::merge(Store, Choose, Zero, Undefined).load(Store, 0, 1);
  EXPECT_FALSE(Byte.isConstant());
  // A byte that the defined side wrote keeps its value there.
  Zero.store(Store, 0, Store.constant(8, 9));
  Term Mixed = Contents::merge(Store, Choose, Zero, Undefined).load(Store, 0, 1);
  EXPECT_EQ(evaluate(Mixed, {{Choose, APInt(1, 1)}}).getZExtValue(), 9u);
  EXPECT_FALSE(Mixed.isConstant());
}

TEST_F(MemoryModel, PiecesCoverTheCellsWithoutCrossing) {
  for (unsigned Round = 0; Round < 100; ++Round) {
    Modelled A, B;
    for (unsigned I = 0; I < 3; ++I) {
      store(A);
      store(B);
    }
    std::vector<bool> Covered(Size, false);
    for (Contents::Piece Each : Contents::pieces(A.Real, B.Real))
      for (unsigned I = 0; I < Each.Bytes; ++I) {
        EXPECT_FALSE(Covered[Each.Offset + I]);
        Covered[Each.Offset + I] = true;
      }
    for (unsigned I = 0; I < Size; ++I)
      EXPECT_EQ(Covered[I], A.Written[I] || B.Written[I]);
  }
}

TEST(MemoryOfAState, CopiesShareUntilOneIsWritten) {
  TermStore Store;
  auto Initial = std::make_shared<const Contents>(Contents::Background::Zero);
  Memory First;
  First.write(1, Initial).store(Store, 0, Store.constant(8, 1));
  Memory Second = First;
  EXPECT_TRUE(Second.sharesAll(First));
  Second.write(1, Initial).store(Store, 0, Store.constant(8, 2));
  EXPECT_FALSE(Second.sharesAll(First));
  EXPECT_EQ(First.find(1)->load(Store, 0, 1), Store.constant(8, 1));
  EXPECT_EQ(Second.find(1)->load(Store, 0, 1), Store.constant(8, 2));
  EXPECT_EQ(Initial->load(Store, 0, 1), Store.constant(8, 0));
  EXPECT_EQ(First.find(2), nullptr);
  Second.erase(1);
  EXPECT_TRUE(Second.isGone(1));
  EXPECT_FALSE(First.isGone(1));
}

namespace {

/// A path with the set of rows of the truth table in which it holds.
struct Row {
  const PathNode *Path;
  std::uint64_t Holds;
};

class PathModel : public testing::Test {
protected:
  static constexpr unsigned Conditions = 5;

  void SetUp() override {
    for (unsigned I = 0; I < Conditions; ++I)
      Variables.push_back(Store.variable(1, "c" + std::to_string(I), VariableKind::Input));
  }

  std::uint64_t table(Term Condition) {
    Evaluator Evaluate(Condition);
    std::uint64_t Result = 0;
    for (unsigned Code = 0; Code < 1u << Conditions; ++Code) {
      Assignment Values;
      for (unsigned I = 0; I < Conditions; ++I)
        Values[Variables[I]] = APInt(1, Code >> I & 1);
      Result |= std::uint64_t(Evaluate(Values).isOne()) << Code;
    }
    return Result;
  }

  Term literal() {
    Term Each = Variables[Generator.below(Conditions)];
    if (Generator.chance(30))
      Each = Store.orTerm(Each, Variables[Generator.below(Conditions)]);
    return Generator.chance(50) ? Each : Store.notTerm(Each);
  }

  Random Generator{11};
  TermStore Store;
  Paths All{Store};
  std::vector<Term> Variables;
};

} // namespace

TEST_F(PathModel, BranchesAndJoinsAgreeWithTruthTables) {
  constexpr std::uint64_t Everything = 0xffffffff;
  unsigned Joins = 0, Ended = 0;
  for (unsigned Round = 0; Round < 400 && !HasFailure(); ++Round) {
    // Paths that exclude each other, as those of one program do: a branch splits one, a join unites two.
    std::vector<Row> Open = {{All.root(), Everything}};
    for (unsigned I = 0; I < 14 && !HasFailure(); ++I) {
      std::size_t At = Generator.below(Open.size());
      if (Open.size() > 1 && Generator.chance(45)) {
        std::size_t Other = (At + 1 + Generator.below(Open.size() - 1)) % Open.size();
        Row A = Open[At], B = Open[Other];
        Paths::Join Joined = All.join(A.Path, B.Path);
        ++Joins;
        ASSERT_NE(Joined.Path, nullptr);
        ASSERT_EQ(table(Joined.Path->All), A.Holds | B.Holds);
        // Where the joined path holds, First says which of the two does.
        ASSERT_EQ(table(Joined.First) & (A.Holds | B.Holds), A.Holds);
        ASSERT_LE(Paths::common(A.Path, B.Path), std::min(A.Path->Depth, B.Path->Depth));
        Open[At] = {Joined.Path, A.Holds | B.Holds};
        Open.erase(Open.begin() + static_cast<std::ptrdiff_t>(Other));
        continue;
      }
      Term Literal = literal();
      Row Before = Open[At];
      std::uint64_t Taken = table(Literal);
      Open.erase(Open.begin() + static_cast<std::ptrdiff_t>(At));
      for (bool Side : {true, false}) {
        const PathNode *Next = All.extend(Before.Path, Side ? Literal : Store.notTerm(Literal));
        std::uint64_t Holds = Before.Holds & (Side ? Taken : ~Taken);
        if (!Next) {
          ++Ended;
          ASSERT_EQ(Holds, 0u); // null only for what cannot hold
          continue;
        }
        ASSERT_EQ(table(Next->All), Holds);
        if (Holds != 0) // what cannot hold need not be noticed, but excludes nothing
          Open.push_back({Next, Holds});
      }
    }
  }
  EXPECT_GT(Joins, 500u);
  EXPECT_GT(Ended, 100u);
}

TEST_F(PathModel, TheTwoSidesOfABranchJoinToWhatWasBefore) {
  const PathNode *Path = All.extend(All.root(), Variables[0]);
  for (unsigned I = 0; I < 100; ++I) {
    Term Literal = Store.fresh(1, "b", VariableKind::Input);
    Paths::Join Joined = All.join(All.extend(Path, Literal), All.extend(Path, Store.notTerm(Literal)));
    EXPECT_EQ(Joined.Path, Path); // so a thousand branches leave short conditions
    EXPECT_EQ(Joined.First, Literal);
  }
}
