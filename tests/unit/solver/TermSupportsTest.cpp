#include "solver/TermSupports.h"

#include <gtest/gtest.h>

using namespace vernier;

namespace {

/// What the definition says, term by term.
std::set<Tie> variablesIn(Term Root) {
  std::set<Tie> Result;
  for (Term Part : reachable({Root}))
    if (Part.is(Operation::Variable))
      Result.insert(Part.id());
  return Result;
}

} // namespace

// Each condition of a long path holds all that was computed before: who walks through each anew needs hours.
TEST(TermSupports, LongChainsAreLookedAtOnce) {
  TermStore Store;
  Term X = Store.variable(32, "x", VariableKind::Input), Y = Store.variable(32, "y", VariableKind::Input);
  Term Sum = X;
  TermSupports Supports;
  for (unsigned I = 0; I < 200000; ++I) {
    Sum = Store.mul(Store.xorTerm(Sum, Store.constant(32, 2 * I + 1)), I == 100000 ? Y : X);
    const Support &Now = Supports.of(Sum);
    ASSERT_EQ(Now.Ties.size(), I < 100000 ? 1u : 2u);
    ASSERT_FALSE(Now.Uninterpreted);
  }
  EXPECT_EQ(std::set<Tie>({X.id(), Y.id()}), variablesIn(Sum));
}

TEST(TermSupports, AreUnionsOfThoseOfTheParts) {
  TermStore Store;
  std::vector<Term> Terms;
  for (const char *Name : {"a", "b", "c", "d", "e"})
    Terms.push_back(Store.variable(16, Name, VariableKind::Input));
  TermSupports Supports;
  std::uint64_t State = 7;
  auto Any = [&]() -> Term {
    State = State * 6364136223846793005u + 1442695040888963407u;
    return Terms[(State >> 33) % Terms.size()];
  };
  for (unsigned I = 0; I < 300; ++I) {
    Term A = Any(), B = Any();
    Terms.push_back(I % 3 == 0 ? Store.add(A, B) : I % 3 == 1 ? Store.ite(Store.ult(A, B), A, Any()) : Store.mul(A, B));
    const Support &Now = Supports.of(Terms.back());
    EXPECT_EQ(std::set<Tie>(Now.Ties.begin(), Now.Ties.end()), variablesIn(Terms.back()));
    EXPECT_TRUE(std::is_sorted(Now.Ties.begin(), Now.Ties.end()));
  }
}

TEST(TermSupports, FunctionsAndRemaindersTie) {
  TermStore Store;
  Term X = Store.variable(64, "x", VariableKind::Input), Y = Store.variable(64, "y", VariableKind::Input);
  TermSupports Supports;
  const Support &OfX = Supports.of(Store.frem(X, X)), &OfY = Supports.of(Store.frem(Y, Y));
  EXPECT_EQ(OfX.Ties.back(), OfY.Ties.back()) << "fmod of both";
  EXPECT_EQ(OfX.Ties.size(), 2u);
  Term Called = Store.apply(64, "f", {X});
  EXPECT_TRUE(Supports.of(Store.add(Called, Y)).Uninterpreted);
  EXPECT_EQ(Supports.of(Store.add(Called, Y)).Ties.size(), 3u);
}
