#pragma once

#include "term/Ranges.h"
#include "term/ValueSet.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>

#include <chrono>
#include <limits>
#include <optional>
#include <vector>

namespace vernier {

/// A condition or its opposite.
struct Literal {
  Term Atom; ///< of one bit
  bool Holds = true;
  Literal opposite() const { return {Atom, !Holds}; }
};
/// The literal that a term is, without negations.
Literal literalOf(Term Condition);

/// A part of the space: values that variables are confined to, and conditions that hold or do not hold there.
struct Place {
  llvm::DenseMap<unsigned, ValueSet> Narrowed; ///< by the number of the variable; all others have their own bounds
  llvm::DenseMap<Term, bool> Known;
};

/// What terms can be in a part of the space. One place is looked at at a time.
class Box {
public:
  /// Only variables of at most 64 bits are looked into.
  explicit Box(llvm::ArrayRef<Term> Variables);

  void look(const Place &Where) {
    Here = &Where;
    ++Stamp;
  }
  const ValueSet &domain(unsigned Variable) const;
  const ValueSet &ownDomain(unsigned Variable) const { return Domains[Variable]; }
  Term variable(unsigned Number) const { return Variables[Number]; }
  unsigned size() const { return static_cast<unsigned>(Variables.size()); }
  std::optional<unsigned> numberOf(Term Variable) const;

  Range range(Term T);
  /// Of a condition, from its parts: that it is known itself does not count.
  std::optional<bool> decidedByParts(Term Atom);
  std::optional<bool> decided(Term Atom) { return range(Atom).decided(); }
  /// What an if-then-else whose condition is decided stands for.
  Term resolved(Term T);
  /// The variables that what is not decided of a condition depends on.
  void support(Term Atom, llvm::BitVector &Found);

  /// The only variable that a term mentions, if it is one.
  std::optional<unsigned> onlyVariable(Term T);
  /// It mentions something that has no value here (another variable, one of more than 64 bits, an uninterpreted
  /// function), or is nested so deeply that walking into it is not safe.
  bool isOpaque(Term T);
  /// The values of a variable, among those of Within, for which a condition holds here (that the condition is known
  /// itself does not count). Nothing if they are too many pieces, or the condition depends on more.
  std::optional<ValueSet> solutions(Term Atom, unsigned Variable, const ValueSet &Within, const Place &Where);

  std::size_t Operations = 0; ///< evaluated so far

  /// From then on, or after so many operations, nothing is looked into that takes long.
  using Clock = std::chrono::steady_clock;
  Clock::time_point Deadline = Clock::time_point::max();
  std::size_t MostOperations = std::numeric_limits<std::size_t>::max();
  bool isLate() const {
    return Operations > MostOperations || (Deadline != Clock::time_point::max() && Clock::now() >= Deadline);
  }

private:
  struct Entry {
    Range Value;
    unsigned Stamp = 0;
  };
  static constexpr int None = -1, Many = -2, Opaque = -3;

  Range compute(Term T);
  const Entry &evaluated(Term T);
  unsigned slot(Term T);
  int mentions(Term T);

  std::vector<Term> Variables;
  llvm::DenseMap<Term, unsigned> Numbers;
  std::vector<ValueSet> Domains;
  const Place *Here = nullptr;
  unsigned Stamp = 0;
  llvm::DenseMap<Term, unsigned> Slots;
  std::vector<Entry> Entries;
  llvm::DenseMap<Term, int> Mentioned;
  llvm::DenseMap<Term, unsigned> Nesting;
};

} // namespace vernier
