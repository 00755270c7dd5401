// The solver against the rules themselves, on random systems of constraints.

#include "analysis/PointsToSolver.h"

#include "PlainPointsTo.h"
#include "base/Random.h"
#include "support/CompileText.h"

#include <gtest/gtest.h>

using namespace vernier;
using namespace vernier::test;

namespace {

/// Objects of many shapes, functions among them.
const char *const ProgramText =
    "struct S { int n; char *a; char *b; }; struct T { struct S s; char buf[8]; void *p; };\n"
    "struct S s1, s2, s3[4]; struct T t1, t2[2]; char bytes[16]; void *p1, *p2, *p3[5];\n"
    "union { long n; char *p; } u; int x, y, z; long *q;\n"
    "int f(char *a) { return *a; } int g(char *a) { return !*a; } int h(char *a) { return 2; }\n";

struct Operation {
  enum Kind { Add, Copy, Move, Into, Load, Store, CopyMemory, Call, Escape } What;
  unsigned A, B; ///< variables; B: a cell for Add
  std::uint64_t Size;
  PointerStep Step;
};

struct Script {
  unsigned Variables;
  std::vector<Operation> Operations;
};

PointerStep randomStep(Random &R) {
  PointerStep Step;
  Step.Constant = static_cast<std::int64_t>(R.below(5)) * 8 - 8;
  if (R.below(3) == 0)
    Step.Stride = R.below(2) ? 8 : 1;
  return Step;
}

Script randomScript(Random &R, const Objects &Memory, bool Unknown) {
  Script Result;
  Result.Variables = 4 + R.below(8);
  std::uint64_t Count = Result.Variables * (1 + R.below(3));
  for (std::uint64_t I = 0; I != Count; ++I) {
    Operation O{Operation::Kind(R.below(8)), unsigned(R.below(Result.Variables)), unsigned(R.below(Result.Variables)),
                std::uint64_t(8) * R.below(4), randomStep(R)};
    if (R.below(3) == 0)
      O.What = Operation::Add;
    if (O.What == Operation::Add)
      O.B = 1 + R.below(Memory.cellCount() - 1);
    Result.Operations.push_back(O);
  }
  for (std::uint64_t Left = Unknown ? 1 + R.below(3) : 0; Left != 0; --Left)
    if (R.below(2))
      Result.Operations.push_back({Operation::Add, unsigned(R.below(Result.Variables)), Objects::UnknownCell, 0, {}});
    else
      Result.Operations.push_back({Operation::Escape, unsigned(R.below(Result.Variables)), 0, 0, {}});
  return Result;
}

/// Runs a script, with calls connected as ConstraintBuilder does: functions have one parameter and one result.
template <typename Solver> class Solved {
public:
  Solved(const Script &Of, Objects &Memory) : Memory(Memory), Solve(Memory) {
    for (unsigned I = 0; I != Of.Variables; ++I)
      Variables.push_back(Solve.make());
    for (ObjectId Object = 0; Object != Memory.size(); ++Object)
      if (Memory[Object].Kind == ObjectKind::Code)
        Functions[Object] = {Solve.make(), Solve.make()};
    Solve.whenEscaped([this](ObjectId Object) {
      if (auto F = Functions.find(Object); F != Functions.end()) {
        Solve.add(F->second.first, Objects::UnknownCell);
        Solve.copy(F->second.second, Solve.escaped());
      }
    });
    for (auto &[Object, Parts] : Functions) // what is given is what is returned
      Solve.copy(Parts.first, Parts.second);
    for (const Operation &O : Of.Operations)
      perform(O);
    Solve.solve();
  }

  /// Expanded: a set with the unknown cell has all escaped cells.
  std::set<CellId> cells(unsigned Variable) const { return expanded(Solve.cells(Variables[Variable])); }
  std::set<CellId> contents(CellId Cell) { return expanded(Solve.contents(Cell)); }
  std::set<CellId> parameter(ObjectId F) const { return expanded(Solve.cells(Functions.find(F)->second.first)); }
  bool hasEscaped(ObjectId Object) const { return Solve.hasEscaped(Object); }

private:
  void perform(const Operation &O) {
    auto A = Variables[O.A];
    auto B = O.What == Operation::Add ? 0 : Variables[O.B];
    switch (O.What) {
    case Operation::Add:
      return Solve.add(A, O.B);
    case Operation::Copy:
      return Solve.copy(A, B);
    case Operation::Move:
      return Solve.move(A, B, O.Step);
    case Operation::Into:
      return Solve.into(A, B);
    case Operation::Load:
      return Solve.load(A, B, O.Size);
    case Operation::Store:
      return Solve.store(A, B, O.Size);
    case Operation::CopyMemory:
      return Solve.copyMemory(A, B, O.Size);
    case Operation::Call:
      return Solve.whenCode(A, [this, B](CellId Target) { connect(Target, B); });
    case Operation::Escape:
      return Solve.copy(A, Solve.escaped());
    }
  }
  void connect(CellId Target, unsigned Passed) {
    if (Target == Objects::UnknownCell) {
      Solve.copy(Passed, Solve.escaped());
      return Solve.add(Passed, Objects::UnknownCell);
    }
    auto &[Parameter, Result] = Functions[Memory.objectOf(Target)];
    Solve.copy(Passed, Parameter);
    Solve.copy(Result, Passed);
  }
  template <typename Set> std::set<CellId> expanded(const Set &Cells) const {
    std::set<CellId> Result(Cells.begin(), Cells.end());
    if (Result.contains(Objects::UnknownCell))
      for (CellId Cell : Solve.escapedCells())
        Result.insert(Cell);
    return Result;
  }

  Objects &Memory;
  Solver Solve;
  std::vector<unsigned> Variables;
  std::map<ObjectId, std::pair<unsigned, unsigned>> Functions; ///< parameter and result
};

/// Beyond that many cells on a side, a copy of memory is not followed by pairs of cells.
bool copiesFewCells(const Script &S, const Solved<PlainPointsTo> &R) {
  return llvm::none_of(S.Operations, [&](const Operation &O) {
    return O.What == Operation::CopyMemory && (R.cells(O.A).size() > 12 || R.cells(O.B).size() > 12);
  });
}

} // namespace

TEST(PointsToSolver, AgreesWithTheRulesOnRandomConstraints) {
  Program P = compileText(ProgramText);
  unsigned Compared = 0, Escaped = 0;
  for (std::uint64_t Seed = 1; Seed <= 1200; ++Seed) {
    Random R(Seed);
    Objects Memory(P.module());
    Script S = randomScript(R, Memory, Seed % 3 != 0);
    Solved<PlainPointsTo> Plain(S, Memory);
    Solved<PointsToSolver> Fast(S, Memory);
    bool Exact = copiesFewCells(S, Plain);
    auto Compare = [&](const std::set<CellId> &Is, const std::set<CellId> &Wanted) {
      return Exact ? Is == Wanted : std::includes(Is.begin(), Is.end(), Wanted.begin(), Wanted.end());
    };
    for (unsigned I = 0; I != S.Variables; ++I)
      ASSERT_TRUE(Compare(Fast.cells(I), Plain.cells(I)))
          << "seed " << Seed << ", variable " << I << ": " << testing::PrintToString(Fast.cells(I)) << " for "
          << testing::PrintToString(Plain.cells(I));
    for (ObjectId Object = 1; Object != Memory.size(); ++Object) {
      const MemoryObject &O = Memory[Object];
      ASSERT_TRUE(Exact ? Fast.hasEscaped(Object) == Plain.hasEscaped(Object)
                        : Fast.hasEscaped(Object) >= Plain.hasEscaped(Object))
          << "seed " << Seed;
      Escaped += Plain.hasEscaped(Object);
      if (O.Kind == ObjectKind::Code)
        ASSERT_TRUE(Compare(Fast.parameter(Object), Plain.parameter(Object))) << "seed " << Seed;
      for (CellId Cell = O.First; O.contains(Cell); ++Cell)
        ASSERT_TRUE(Compare(Fast.contents(Cell), Plain.contents(Cell))) << "seed " << Seed << ", cell " << Cell;
    }
    Compared += Exact;
  }
  EXPECT_GT(Compared, 300u);
  EXPECT_GT(Escaped, 1000u);
}

TEST(PointsToSolver, WhatUnknownMemoryHoldsIsUnknown) {
  Program P = compileText(ProgramText);
  Objects Memory(P.module());
  PointsToSolver Solve(Memory);
  Solve.solve();
  EXPECT_TRUE(Solve.contents(Objects::UnknownCell).test(Objects::UnknownCell));
}
