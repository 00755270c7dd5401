#include "term/CountModels.h"

#include "term/Box.h"
#include "term/Enumeration.h"
#include "term/LinearConditions.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallString.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <numeric>

// The conditions are units, which hold, and clauses, of which one literal holds (an excluded conjunction is one). What
// a unit says about a single variable narrows its values. Groups of variables that no condition connects multiply. A
// clause that is left is taken away by subtraction: the models without it, less those that satisfy none of its literals
// (these are units again, and mostly decide the other clauses). What then remains is linear and counted as such, or
// splits at a condition inside, or is small and enumerated, or is cut into halves until the effort is used up.

namespace vernier {

using llvm::APInt;

namespace {

using Clause = std::vector<Literal>;

struct Problem {
  std::vector<unsigned> Variables;
  std::vector<Literal> Units; ///< all are known in Where
  std::vector<Clause> Clauses;
  Place Where;
};

/// So few assignments are tried before anything else; so many if there is no other way.
constexpr unsigned FewAssignments = 256, ManyAssignments = 1 << 22;
/// With less effort nothing is begun.
constexpr std::size_t LeastEffort = 100;
/// A variable with so many values is cut first, so that what it is combined with becomes linear.
constexpr unsigned FewValues = 4096;
constexpr unsigned MostRecursion = 300;

APInt fromInteger(unsigned __int128 Value, unsigned Bits) {
  std::uint64_t Words[] = {static_cast<std::uint64_t>(Value), static_cast<std::uint64_t>(Value >> 64)};
  return APInt(128, llvm::ArrayRef<std::uint64_t>(Words)).zextOrTrunc(Bits);
}

unsigned __int128 limitedProduct(unsigned __int128 A, unsigned __int128 B) {
  constexpr unsigned __int128 Limit = static_cast<unsigned __int128>(1) << 119;
  unsigned __int128 Result;
  return __builtin_mul_overflow(A, B, &Result) ? Limit : std::min(Result, Limit);
}

/// Runs a part of the work on a part of the effort; what it leaves is there for others.
template <typename Work> auto withShare(std::size_t &Effort, std::size_t Parts, Work Do) {
  std::size_t Share = Effort / Parts, Rest = Effort - Share;
  auto Result = Do(Share);
  Effort = Rest + Share;
  return Result;
}

} // namespace

class ModelCounter::Search {
public:
  explicit Search(llvm::ArrayRef<Term> Variables) : Values(Variables) {}

  ModelCount count(llvm::ArrayRef<Term> Conjuncts, llvm::ArrayRef<TermList> Excluded, std::size_t Effort) {
    // What cannot be looked into may hold or not. So at most are those without it, at least are those that do not need
    // it.
    Problem Most;
    Most.Variables.resize(Values.size());
    std::iota(Most.Variables.begin(), Most.Variables.end(), 0);
    Problem Least = Most;
    bool MostPossible = true, LeastPossible = true, Same = true;
    for (Term Each : Conjuncts) {
      if (Values.isOpaque(Each)) {
        LeastPossible = Same = false;
        continue;
      }
      MostPossible &= addUnit(Most, literalOf(Each));
    }
    Least.Units = Most.Units;
    Least.Where = Most.Where;
    for (const TermList &Each : Excluded) {
      if (llvm::any_of(Each, [&](Term T) { return contradicts(Most, literalOf(T)); }))
        continue;
      Clause Certain;
      for (Term T : Each)
        if (!Values.isOpaque(T))
          Certain.push_back(literalOf(T).opposite());
      if (Certain.size() == Each.size())
        Most.Clauses.push_back(Certain);
      else
        Same = false;
      Least.Clauses.push_back(std::move(Certain));
    }
    ModelCount Result = MostPossible ? solve(std::move(Most), Effort) : none(Most);
    if (!Same)
      Result.AtLeast = LeastPossible && MostPossible ? solve(std::move(Least), Effort).AtLeast : none(Least).AtLeast;
    return Result;
  }

  APInt space() {
    Problem Whole;
    Whole.Variables.resize(Values.size());
    std::iota(Whole.Variables.begin(), Whole.Variables.end(), 0);
    return everything(Whole).AtMost;
  }

  void stopAt(Box::Clock::time_point Deadline) { Values.Deadline = Deadline; }

private:
  // Numbers of a problem have a width in which the size of its space fits.

  unsigned widthOf(const Problem &P) const {
    unsigned Bits = 1;
    for (unsigned Each : P.Variables)
      Bits += Values.variable(Each).bits();
    return Bits;
  }

  ModelCount none(const Problem &P) const {
    APInt Zero = APInt::getZero(widthOf(P));
    return {Zero, Zero};
  }

  /// All values of its variables.
  ModelCount everything(const Problem &P) {
    Values.look(P.Where);
    LargeProduct Product;
    for (unsigned Each : P.Variables)
      if (unsigned Bits = Values.variable(Each).bits(); Bits > 64)
        Product.multiplyByPowerOfTwo(Bits);
      else
        Product.multiply(fromInteger(Values.domain(Each).size(), 128));
    APInt Size = Product.value(widthOf(P));
    return {Size, Size};
  }

  ModelCount unknown(const Problem &P) {
    ModelCount Result = everything(P);
    Result.AtLeast = APInt::getZero(Result.AtMost.getBitWidth());
    return Result;
  }

  /// Of two parts of a problem. What is not known of either part may count twice, but there is no more than all of it.
  ModelCount sum(const Problem &Of, const ModelCount &A, const ModelCount &B) {
    return {A.AtLeast + B.AtLeast, llvm::APIntOps::umin(A.AtMost.uadd_sat(B.AtMost), everything(Of).AtMost)};
  }

  static ModelCount difference(const ModelCount &A, const ModelCount &B) {
    return {A.AtLeast.ugt(B.AtMost) ? A.AtLeast - B.AtMost : APInt::getZero(A.AtLeast.getBitWidth()),
            A.AtMost - B.AtLeast};
  }

  /// B is of a part of A's variables.
  static void multiply(ModelCount &A, const ModelCount &B) {
    A.AtLeast *= B.AtLeast.zextOrTrunc(A.AtLeast.getBitWidth());
    A.AtMost *= B.AtMost.zextOrTrunc(A.AtMost.getBitWidth());
  }

  static bool contradicts(const Problem &P, Literal L) {
    if (L.Atom.isConstant())
      return L.Atom.isTrue() != L.Holds;
    auto Found = P.Where.Known.find(L.Atom);
    return Found != P.Where.Known.end() && Found->second != L.Holds;
  }

  /// False: it cannot hold.
  static bool addUnit(Problem &P, Literal L) {
    if (L.Atom.isConstant())
      return L.Atom.isTrue() == L.Holds;
    auto [Where, New] = P.Where.Known.try_emplace(L.Atom, L.Holds);
    if (New)
      P.Units.push_back(L);
    return Where->second == L.Holds;
  }

  void spend(std::size_t &Effort) {
    std::size_t Used = Values.Operations - Charged;
    Charged = Values.Operations;
    Effort -= std::min(Effort, Used);
  }

  /// The values of its only variable for which a condition holds, anywhere.
  const std::optional<ValueSet> &solutions(Term Atom, unsigned Variable, const Place &Where) {
    auto Found = Solved.find(Atom);
    if (Found == Solved.end()) {
      Place Anywhere;
      auto Set = Values.solutions(Atom, Variable, Values.ownDomain(Variable), Anywhere);
      Found = Solved.try_emplace(Atom, std::move(Set)).first;
      Values.look(Where);
    }
    return Found->second;
  }

  /// Of a condition on one variable, all of whose values are known.
  std::optional<bool> decidedByDomain(Literal L, const Place &Where) {
    auto Variable = Values.onlyVariable(L.Atom);
    if (!Variable)
      return std::nullopt;
    const std::optional<ValueSet> &Set = solutions(L.Atom, *Variable, Where);
    if (!Set)
      return std::nullopt;
    const ValueSet &Domain = Values.domain(*Variable);
    ValueSet Both = Domain.intersected(*Set);
    if (Both.empty())
      return !L.Holds;
    if (Both == Domain)
      return L.Holds;
    return std::nullopt;
  }

  enum class Use { Keep, Drop, Empty };

  bool narrow(Problem &P, unsigned Variable, const ValueSet &To) {
    P.Where.Narrowed[Variable] = To;
    Values.look(P.Where);
    return !To.empty();
  }

  /// Replaces a unit by what it says, if that is simpler.
  Use simplify(Problem &P, Literal L, std::size_t &Effort) {
    if (auto Decided = Values.decidedByParts(L.Atom))
      return *Decided == L.Holds ? Use::Drop : Use::Empty;
    Term Atom = L.Atom;
    auto Both = [&](Literal A, Literal B) { return addUnit(P, A) && addUnit(P, B) ? Use::Drop : Use::Empty; };
    auto Part = [&](Term T) {
      Literal Result = literalOf(T);
      return L.Holds ? Result : Result.opposite();
    };
    if (auto Variable = Values.onlyVariable(Atom)) {
      if (const auto &Set = solutions(Atom, *Variable, P.Where))
        return narrow(P, *Variable, Values.domain(*Variable).intersected(L.Holds ? *Set : Set->complement()))
                   ? Use::Drop
                   : Use::Empty;
    }
    if (Atom.is(L.Holds ? Operation::And : Operation::Or))
      return Both(Part(Atom.operand(0)), Part(Atom.operand(1)));
    if (Atom.is(L.Holds ? Operation::Or : Operation::And)) {
      P.Clauses.push_back({Part(Atom.operand(0)), Part(Atom.operand(1))});
      return Use::Drop;
    }
    if (Atom.is(Operation::Ite))
      if (auto Chosen = Values.decided(Atom.operand(0)))
        return addUnit(P, Part(Atom.operand(*Chosen ? 1 : 2))) ? Use::Drop : Use::Empty;
    if (Atom.is(Operation::Eq) && Atom.operand(0).bits() == 1)
      for (unsigned I : {0u, 1u})
        if (auto Side = Values.decided(Atom.operand(I))) {
          Literal Other = Part(Atom.operand(1 - I));
          return addUnit(P, *Side ? Other : Other.opposite()) ? Use::Drop : Use::Empty;
        }
    return narrowBySingle(P, L, Effort);
  }

  /// Where all variables but one are decided, the condition is one on that variable.
  Use narrowBySingle(Problem &P, Literal L, std::size_t &Effort) {
    llvm::BitVector Mentioned(Values.size());
    Values.support(L.Atom, Mentioned);
    if (Mentioned.count() != 1 || Effort < LeastEffort)
      return Use::Keep;
    unsigned Variable = static_cast<unsigned>(Mentioned.find_first());
    ValueSet Domain = Values.domain(Variable);
    auto Set = Values.solutions(L.Atom, Variable, Domain, P.Where);
    spend(Effort);
    if (!Set)
      return Use::Keep;
    return narrow(P, Variable, L.Holds ? *Set : Domain.intersected(Set->complement())) ? Use::Drop : Use::Empty;
  }

  Use simplifyUnits(Problem &P, bool &Changed, std::size_t &Effort) {
    std::vector<Literal> Kept;
    for (std::size_t I = 0; I < P.Units.size(); ++I) { // grows meanwhile
      Use Result = simplify(P, P.Units[I], Effort);
      if (Result == Use::Empty)
        return Use::Empty;
      if (Result == Use::Keep)
        Kept.push_back(P.Units[I]);
      else
        Changed = true;
    }
    P.Units = std::move(Kept);
    Values.look(P.Where);
    return Use::Keep;
  }

  /// Drop: one of its literals holds.
  Use simplify(Problem &P, Clause &Each) {
    Clause Left;
    for (std::size_t I = 0; I < Each.size(); ++I) {
      Literal L = Each[I];
      auto Decided = Values.decided(L.Atom);
      if (Decided)
        Decided = *Decided == L.Holds;
      else
        Decided = decidedByDomain(L, P.Where);
      if (Decided && *Decided)
        return Use::Drop;
      if (Decided)
        continue;
      if (L.Atom.is(L.Holds ? Operation::Or : Operation::And)) {
        for (Term Operand : L.Atom.operands()) {
          Literal Part = literalOf(Operand);
          Each.push_back(L.Holds ? Part : Part.opposite());
        }
        continue;
      }
      Left.push_back(L);
    }
    Each = std::move(Left);
    return Each.empty() ? Use::Empty : Use::Keep;
  }

  Use simplifyClauses(Problem &P, bool &Changed) {
    std::vector<Clause> Given = std::move(P.Clauses);
    P.Clauses.clear();
    for (Clause &Each : Given) {
      Use Result = simplify(P, Each);
      if (Result == Use::Empty)
        return Use::Empty;
      if (Result == Use::Drop)
        continue;
      if (Each.size() > 1) {
        P.Clauses.push_back(std::move(Each));
        continue;
      }
      if (!addUnit(P, Each.front()))
        return Use::Empty;
      Values.look(P.Where);
      Changed = true;
    }
    return Use::Keep;
  }

  /// Until nothing changes. Empty: there is no model.
  Use settle(Problem &P, std::size_t &Effort) {
    for (unsigned Each : P.Variables)
      if (auto Found = P.Where.Narrowed.find(Each); Found != P.Where.Narrowed.end() && Found->second.empty())
        return Use::Empty;
    bool Changed = true;
    while (Changed) {
      Changed = false;
      Values.look(P.Where);
      if (simplifyUnits(P, Changed, Effort) == Use::Empty || simplifyClauses(P, Changed) == Use::Empty)
        return Use::Empty;
      spend(Effort);
    }
    return Use::Keep;
  }

  ModelCount solve(Problem P, std::size_t &Effort) {
    Values.look(P.Where);
    if (Effort < LeastEffort || Depth >= MostRecursion || Values.isLate())
      return unknown(P);
    Effort -= std::min(Effort, LeastEffort / 2); // what is not evaluation
    Use Left = settle(P, Effort);
    if (Left == Use::Empty)
      return none(P);
    if (P.Units.empty() && P.Clauses.empty())
      return everything(P);
    ++Depth;
    ModelCount Result = solveGroups(P, Effort);
    --Depth;
    return Result;
  }

  /// Variables that conditions connect.
  class Groups {
  public:
    explicit Groups(unsigned Size) : Parent(Size) { std::iota(Parent.begin(), Parent.end(), 0); }
    unsigned find(unsigned I) {
      while (Parent[I] != I)
        I = Parent[I] = Parent[Parent[I]];
      return I;
    }
    void join(const llvm::BitVector &Some) {
      int First = Some.find_first();
      for (unsigned Each : Some.set_bits())
        Parent[find(Each)] = find(static_cast<unsigned>(First));
    }

  private:
    std::vector<unsigned> Parent;
  };

  ModelCount solveGroups(Problem &P, std::size_t &Effort) {
    Groups Connected(Values.size());
    std::vector<unsigned> UnitOf, ClauseOf; // some variable that it mentions
    llvm::BitVector Constrained(Values.size());
    bool Hopeless = false; // not decided, and depends on nothing that could be looked into further
    auto Join = [&](llvm::ArrayRef<Literal> Literals) {
      llvm::BitVector Mentioned(Values.size());
      for (const Literal &Each : Literals)
        Values.support(Each.Atom, Mentioned);
      if (Mentioned.none()) {
        Hopeless = true;
        return 0u;
      }
      Connected.join(Mentioned);
      Constrained |= Mentioned;
      return static_cast<unsigned>(Mentioned.find_first());
    };
    for (const Literal &Each : P.Units)
      UnitOf.push_back(Join(Each));
    for (const Clause &Each : P.Clauses)
      ClauseOf.push_back(Join(Each));
    if (Hopeless)
      return unknown(P);

    std::map<unsigned, Problem> Parts;
    Problem Free;
    Free.Where = P.Where;
    for (unsigned Each : P.Variables)
      (Constrained.test(Each) ? Parts[Connected.find(Each)] : Free).Variables.push_back(Each);
    for (std::size_t I = 0; I < P.Units.size(); ++I)
      Parts[Connected.find(UnitOf[I])].Units.push_back(P.Units[I]);
    for (std::size_t I = 0; I < P.Clauses.size(); ++I)
      Parts[Connected.find(ClauseOf[I])].Clauses.push_back(std::move(P.Clauses[I]));

    ModelCount Product{APInt(widthOf(P), 1), APInt(widthOf(P), 1)};
    multiply(Product, everything(Free));
    std::size_t Left = Parts.size();
    for (auto &[Some, Part] : Parts) {
      Part.Where = P.Where;
      Values.look(Part.Where);
      multiply(Product, withShare(Effort, Left--, [&](std::size_t &Share) { return solveConnected(Part, Share); }));
      if (Product.AtMost.isZero())
        break;
    }
    return Product;
  }

  unsigned __int128 sizeOf(const Problem &P) const {
    unsigned __int128 Size = 1;
    for (unsigned Each : P.Variables)
      Size = limitedProduct(Size, Values.domain(Each).size());
    return Size;
  }

  ModelCount solveConnected(Problem &P, std::size_t &Effort) {
    unsigned __int128 Size = sizeOf(P);
    if (Size <= FewAssignments)
      return enumerated(P, Effort);
    if (!P.Clauses.empty())
      return withoutClauses(P, Effort);
    LinearCount Found =
        withShare(Effort, 2, [&](std::size_t &Share) { return countLinear(Values, P.Variables, P.Units, Share); });
    spend(Effort);
    if (Found.Number) {
      APInt Number = Found.Number->zextOrTrunc(widthOf(P));
      return {Number, Number};
    }
    if (Found.Undecided)
      return splitAt(P, literalOf(Found.Undecided), Effort);
    if (Term Inside = undecidedInside(P))
      return splitAt(P, literalOf(Inside), Effort);
    if (Size <= ManyAssignments && Size * P.Units.size() * 2 <= Effort)
      return enumerated(P, Effort);
    return halved(P, Effort);
  }

  ModelCount enumerated(const Problem &P, std::size_t &Effort) {
    std::vector<Clause> All = P.Clauses;
    for (const Literal &Each : P.Units)
      All.push_back({Each});
    unsigned Bits = widthOf(P);
    EnumeratedCount Found = enumerate(Values, P.Variables, All, Effort);
    return {fromInteger(Found.Found, Bits), fromInteger(Found.Found + Found.Unseen, Bits)};
  }

  /// The models of the units, less those that do not satisfy a clause (the first one that they do not satisfy).
  ModelCount withoutClauses(Problem &P, std::size_t &Effort) {
    std::vector<Clause> Clauses = std::move(P.Clauses);
    P.Clauses.clear();
    std::sort(Clauses.begin(), Clauses.end(), [](const Clause &A, const Clause &B) { return A.size() < B.size(); });
    std::size_t Left = Clauses.size() + 1;
    ModelCount Result = withShare(Effort, Left--, [&](std::size_t &Share) { return solve(P, Share); });
    for (std::size_t I = 0; I < Clauses.size(); ++I) {
      Problem Violating = P;
      Violating.Clauses.assign(Clauses.begin(), Clauses.begin() + static_cast<std::ptrdiff_t>(I));
      bool Possible = true;
      for (const Literal &Each : Clauses[I])
        Possible = Possible && addUnit(Violating, Each.opposite());
      if (!Possible)
        continue;
      Result = difference(
          Result, withShare(Effort, Left--, [&](std::size_t &Share) { return solve(std::move(Violating), Share); }));
    }
    return Result;
  }

  /// Where the condition holds, and where it does not.
  ModelCount splitAt(const Problem &P, Literal Condition, std::size_t &Effort) {
    ModelCount Result = none(P);
    std::size_t Left = 2;
    for (Literal Each : {Condition, Condition.opposite()}) {
      Problem Part = P;
      if (addUnit(Part, Each))
        Result =
            sum(P, Result, withShare(Effort, Left, [&](std::size_t &Share) { return solve(std::move(Part), Share); }));
      --Left;
    }
    return Result;
  }

  /// A condition inside of a unit: of an if-then-else, or one that is computed with.
  Term undecidedInside(const Problem &P) {
    llvm::DenseSet<const TermNode *> Seen;
    std::vector<Term> Open;
    auto Push = [&](Term T) {
      if (!Values.range(T).isSingle() && Seen.insert(T.node()).second)
        Open.push_back(T);
    };
    for (const Literal &Each : P.Units)
      for (Term Operand : Each.Atom.operands())
        Push(Operand);
    while (!Open.empty()) {
      Term Next = Values.resolved(Open.back());
      Open.pop_back();
      if (Next.bits() == 1 && !Next.is(Operation::Variable) && !Values.range(Next).isSingle())
        return Next;
      for (Term Operand : Next.operands())
        Push(Operand);
    }
    return {};
  }

  ModelCount halved(const Problem &P, std::size_t &Effort) {
    unsigned Fewest = P.Variables.front(), Most = Fewest;
    for (unsigned Each : P.Variables) {
      unsigned __int128 Size = Values.domain(Each).size();
      if (Size > Values.domain(Most).size())
        Most = Each;
      if (Size > 1 && (Values.domain(Fewest).size() == 1 || Size < Values.domain(Fewest).size()))
        Fewest = Each;
    }
    unsigned Chosen = Values.domain(Fewest).size() <= FewValues ? Fewest : Most;
    ValueSet Domain = Values.domain(Chosen);
    ModelCount Result = none(P);
    std::size_t Left = 2;
    for (const ValueSet &Half : halves(Domain)) {
      Problem Part = P;
      Part.Where.Narrowed[Chosen] = Half;
      Result =
          sum(P, Result, withShare(Effort, Left--, [&](std::size_t &Share) { return solve(std::move(Part), Share); }));
    }
    return Result;
  }

  static std::array<ValueSet, 2> halves(const ValueSet &Domain) {
    unsigned Highest = 63 - static_cast<unsigned>(__builtin_clzll(Domain.first() ^ Domain.last()));
    std::uint64_t Middle = Domain.last() >> Highest << Highest;
    return {Domain.intersected(ValueSet::between(Domain.bits(), 0, Middle - 1)),
            Domain.intersected(ValueSet::between(Domain.bits(), Middle, ValueSet::most(Domain.bits())))};
  }

  Box Values;
  llvm::DenseMap<Term, std::optional<ValueSet>> Solved;
  std::size_t Charged = 0;
  unsigned Depth = 0;
};

ModelCounter::ModelCounter(llvm::ArrayRef<Term> Variables) : Inner(std::make_unique<Search>(Variables)) {}
ModelCounter::~ModelCounter() = default;

ModelCount ModelCounter::count(llvm::ArrayRef<Term> Conjuncts, llvm::ArrayRef<TermList> Excluded, std::size_t Effort) {
  return Inner->count(Conjuncts, Excluded, Effort);
}

void ModelCounter::stopAt(std::chrono::steady_clock::time_point Deadline) {
  Inner->stopAt(Deadline);
}

APInt ModelCounter::space() {
  return Inner->space();
}

ModelCount countModels(llvm::ArrayRef<Term> Variables, llvm::ArrayRef<Term> Conjuncts,
                       llvm::ArrayRef<TermList> Excluded, std::size_t Effort) {
  return ModelCounter(Variables).count(Conjuncts, Excluded, Effort);
}

APInt spaceOf(llvm::ArrayRef<Term> Variables) {
  return ModelCounter(Variables).space();
}

} // namespace vernier
