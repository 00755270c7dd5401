#include "term/Table.h"

#include <cassert>

namespace vernier {

using llvm::APInt;

namespace {

/// Tells whether the index of the element that an address means is below a number, in the simplest words. The offset
/// of an element is small and not negative, so that signed comparisons will do; they see through extensions.
class IndexTest {
public:
  IndexTest(TermStore &Store, Term Address, std::uint64_t First, std::uint64_t Stride)
      : Store(Store), Offset(Store.sub(Address, Store.constant(64, First))) {
    divide(APInt(64, Stride));
    shift();
  }

  Term below(std::uint64_t Index) { return Store.slt(Offset, Store.constant(APInt(64, Index) * Scale - Added)); }

private:
  /// stride * x is below stride * k just if x is below k, where the product cannot wrap around.
  void divide(const APInt &Stride) {
    Scale = Stride;
    TermStore::Linear Sum = Store.linear(Offset);
    if (Stride.isOne() || !Stride.isStrictlyPositive() || !Sum.Constant.srem(Stride).isZero())
      return;
    Sum.Constant = Sum.Constant.sdiv(Stride);
    for (auto &[Part, Factor] : Sum.Parts) {
      if (!Factor.srem(Stride).isZero())
        return;
      Factor = Factor.sdiv(Stride);
    }
    Term Quotient = Store.fromLinear(Sum);
    std::int64_t By = Stride.getSExtValue();
    if (Quotient->SMin < INT64_MIN / By || Quotient->SMax > INT64_MAX / By)
      return;
    Offset = Quotient;
    Scale = APInt(64, 1);
  }

  /// x + k is below n just if x is below n - k, where nothing wraps around.
  void shift() {
    TermStore::Linear Sum = Store.linear(Offset);
    if (Sum.Constant.isZero() || Sum.Parts.empty())
      return;
    APInt Constant = Sum.Constant;
    Sum.Constant = APInt::getZero(64);
    Term Rest = Store.fromLinear(Sum);
    std::int64_t Sink;
    if (__builtin_add_overflow(Rest->SMin, Constant.getSExtValue(), &Sink) ||
        __builtin_add_overflow(Rest->SMax, Constant.getSExtValue(), &Sink))
      return;
    Offset = Rest;
    Added = Constant;
  }

  TermStore &Store;
  Term Offset;
  APInt Scale = APInt(64, 1), Added = APInt(64, 0);
};

/// Elements that are equal and follow each other.
struct Run {
  std::uint64_t First;
  Term Value;
};

Term choose(TermStore &Store, IndexTest &Test, llvm::ArrayRef<Run> Runs) {
  if (Runs.size() == 1)
    return Runs.front().Value;
  std::size_t Middle = Runs.size() / 2; // the depth is the logarithm of the number of runs
  Term Low = choose(Store, Test, Runs.take_front(Middle));
  Term High = choose(Store, Test, Runs.drop_front(Middle));
  return Store.ite(Test.below(Runs[Middle].First), Low, High);
}

} // namespace

Term tableTerm(TermStore &Store, Term Address, std::uint64_t First, std::uint64_t Stride,
               llvm::ArrayRef<Term> Elements) {
  assert(!Elements.empty() && Stride > 0 && Address.bits() == 64);
  std::vector<Run> Runs;
  for (std::size_t I = 0; I < Elements.size(); ++I)
    if (Runs.empty() || Runs.back().Value != Elements[I])
      Runs.push_back({I, Elements[I]});
  IndexTest Test(Store, Address, First, Stride);
  return choose(Store, Test, Runs);
}

} // namespace vernier
