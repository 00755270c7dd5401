#include "invariant/Candidates.h"

#include "invariant/LinearRelations.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>

#include <map>
#include <set>

namespace vernier {

using llvm::APInt;

namespace {

constexpr std::size_t MostRows = 160;
/// Linear relations among fewer visits than columns and these are chance.
constexpr std::size_t SpareRows = 3;
constexpr std::size_t MostColumns = 48;
constexpr std::size_t MostOrdered = 14;
constexpr unsigned LowBits = 3;

class Guesser {
public:
  Guesser(TermStore &Store, llvm::ArrayRef<ObservedTerm> Observed) : Store(Store) {
    for (const ObservedTerm &Each : Observed)
      if (Each.Seen.size() > 0)
        All.push_back(Each);
  }

  std::vector<Term> guess() {
    if (All.empty())
      return {};
    addEqualities();
    std::set<unsigned> Widths;
    for (const ObservedTerm &Each : All)
      if (Each.Value.bits() > 1)
        Widths.insert(Each.Value.bits());
    for (unsigned Bits : Widths) {
      for (bool Signed : {true, false})
        addLinear(Bits, Signed);
      addOrder(Bits);
    }
    return {Result.begin(), Result.end()};
  }

private:
  void add(Term Candidate) {
    if (!Candidate.isConstant())
      Result.insert(Candidate);
  }

  static bool isConstant(const ObservedTerm &Each) {
    return llvm::all_of(Each.Seen, [&](const APInt &Value) { return Value == Each.Seen.front(); });
  }

  /// Leaves one of each class of equal terms in Different.
  void addEqualities() {
    for (const ObservedTerm &Each : All) {
      auto Same = llvm::find_if(Different, [&](const ObservedTerm *Other) {
        return Other->Value.bits() == Each.Value.bits() && Other->Seen == Each.Seen;
      });
      if (Same != Different.end()) {
        add(Store.eq(Each.Value, (*Same)->Value));
        continue;
      }
      Different.push_back(&Each);
      if (Each.What == ObservedTerm::Role::Variable && isConstant(Each))
        add(Store.eq(Each.Value, Store.constant(Each.Seen.front())));
    }
  }

  struct Column {
    Term Value;
    std::vector<APInt> Seen;
  };

  /// Narrower values as signed or as unsigned ones: while they are small, both are the same.
  std::vector<Column> columns(unsigned Bits, bool Signed) const {
    std::vector<Column> Columns;
    auto Add = [&](const ObservedTerm &Each, Term Value, llvm::function_ref<APInt(const APInt &)> Convert) {
      if (Columns.size() == MostColumns)
        return;
      Columns.push_back({Value, {}});
      for (std::size_t I = 0; I < rows(); I += every())
        Columns.back().Seen.push_back(Convert(Each.Seen[I]));
    };
    Columns.push_back({Store.constant(Bits, 1), std::vector((rows() + every() - 1) / every(), APInt(Bits, 1))});
    for (auto Role : {ObservedTerm::Role::Fixed, ObservedTerm::Role::Variable, ObservedTerm::Role::Computed})
      for (const ObservedTerm *Each : Different) {
        unsigned From = Each->Value.bits();
        if (Each->What != Role || (Role != ObservedTerm::Role::Fixed && isConstant(*Each)))
          continue;
        if (From == Bits)
          Add(*Each, Each->Value, [](const APInt &Value) { return Value; });
        else if (From == 1 || Role == ObservedTerm::Role::Computed)
          continue;
        else if (From < Bits) {
          Add(*Each, Signed ? Store.sext(Each->Value, Bits) : Store.zext(Each->Value, Bits),
              [&](const APInt &Value) { return Signed ? Value.sext(Bits) : Value.zext(Bits); });
        } else if (Bits >= 32) {
          Add(*Each, Store.extract(Each->Value, 0, Bits), [&](const APInt &Value) { return Value.trunc(Bits); });
        }
      }
    return Columns;
  }

  void addLinear(unsigned Bits, bool Signed) {
    std::vector<Column> Columns = columns(Bits, Signed);
    std::size_t Rows = Columns.front().Seen.size();
    if (Rows < SpareRows + 1)
      return;
    if (Columns.size() + SpareRows > Rows)
      Columns.resize(Rows - SpareRows);
    std::vector<std::vector<APInt>> Seen;
    for (const Column &Each : Columns)
      Seen.push_back(Each.Seen);
    for (const LinearRelation &Relation : linearRelations(Seen)) {
      Term Sum = Store.constant(Bits, 0);
      for (const auto &[Index, Factor] : Relation.Factors)
        Sum = Store.add(Sum, Store.mul(Columns[Index].Value, Store.constant(Factor)));
      add(Store.eq(Sum, Store.constant(Bits, 0)));
    }
  }

  std::size_t rows() const { return All.front().Seen.size(); }
  std::size_t every() const { return rows() / MostRows + 1; }

  template <typename Relation> static bool always(const ObservedTerm &A, const ObservedTerm &B, const Relation &Holds) {
    for (std::size_t I = 0; I != A.Seen.size(); ++I)
      if (!Holds(A.Seen[I], B.Seen[I]))
        return false;
    return true;
  }

  void addOrder(unsigned Bits) {
    std::vector<ObservedTerm> Ordered;
    for (std::uint64_t Value : {0, 1, -1}) {
      APInt Constant(Bits, Value, true);
      Ordered.push_back({Store.constant(Constant), ObservedTerm::Role::Fixed, true, {rows(), Constant}});
    }
    for (const ObservedTerm *Each : Different)
      if (Each->Value.bits() == Bits && Each->Decides && Ordered.size() < MostOrdered)
        Ordered.push_back(*Each);
    for (const ObservedTerm &A : Ordered)
      for (const ObservedTerm &B : Ordered) {
        bool Moves = A.What == ObservedTerm::Role::Variable || B.What == ObservedTerm::Role::Variable;
        bool Both = A.What == ObservedTerm::Role::Fixed && B.What == ObservedTerm::Role::Fixed;
        if (&A == &B || (!Moves && !Both))
          continue;
        addOrder(A, B);
        if (&A < &B)
          addLowBits(A, B);
      }
  }

  void addOrder(const ObservedTerm &A, const ObservedTerm &B) {
    if (always(A, B, [](const APInt &X, const APInt &Y) { return X.slt(Y); }))
      add(Store.slt(A.Value, B.Value));
    if (always(A, B, [](const APInt &X, const APInt &Y) { return X.sle(Y); }))
      add(Store.sle(A.Value, B.Value));
    if (always(A, B, [](const APInt &X, const APInt &Y) { return X.ult(Y); }))
      add(Store.ult(A.Value, B.Value));
    if (always(A, B, [](const APInt &X, const APInt &Y) { return X.ule(Y); }))
      add(Store.ule(A.Value, B.Value));
    if (A.Value.isZero() && always(A, B, [](const APInt &X, const APInt &Y) { return X != Y; }))
      add(Store.ne(A.Value, B.Value));
  }

  /// Their difference is a multiple of 2, 4 or 8.
  void addLowBits(const ObservedTerm &A, const ObservedTerm &B) {
    for (unsigned Bits = LowBits; Bits != 0; --Bits) {
      if (A.Value.bits() <= Bits)
        continue;
      if (always(A, B, [&](const APInt &X, const APInt &Y) { return (X - Y).countr_zero() >= Bits; })) {
        Term Low = Store.extract(Store.sub(A.Value, B.Value), 0, Bits);
        return add(Store.eq(Low, Store.constant(Bits, 0)));
      }
    }
  }

  TermStore &Store;
  std::vector<ObservedTerm> All;
  std::vector<const ObservedTerm *> Different;
  struct ById {
    bool operator()(Term A, Term B) const { return A.id() < B.id(); }
  };
  std::set<Term, ById> Result;
};

} // namespace

std::vector<Term> guessInvariants(TermStore &Store, llvm::ArrayRef<ObservedTerm> Observed) {
  return Guesser(Store, Observed).guess();
}

} // namespace vernier
