#include "invariant/Entailment.h"

#include "invariant/Reduction.h"
#include "invariant/Replacement.h"
#include "invariant/Widths.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <map>

namespace vernier {

namespace {

/// Of one function, so many applications are compared with each other.
constexpr std::size_t MostApplications = 40;
constexpr unsigned MostRounds = 200;
/// Of so many products, the order is looked at.
constexpr std::size_t MostProducts = 12;
/// Results that are equal because results are equal that ...
constexpr unsigned MostMerges = 4;

/// Facts in a form that can be used: equations as replacements, the rest as conditions.
class Context {
public:
  Context(TermStore &Store, llvm::ArrayRef<Term> Given) : Store(Store) {
    for (Term Fact : Given)
      add(Fact);
    for (unsigned Round = 0; Round != MostRounds && solveOne(); ++Round)
      ;
    for (Term Fact : Facts) {
      Contradiction |= Fact.isFalse();
      Sums.add(Fact);
    }
  }

  /// A condition about the same values, without what the facts say of it.
  Term simplified(Term Condition) {
    for (Replacement &Each : Steps)
      Condition = Each(Condition);
    return Sums.follows(Condition) ? Store.boolean(true) : Literals(Condition);
  }

  TermStore &Store;
  std::vector<Term> Facts;
  bool Contradiction = false;

private:
  void add(Term Fact) {
    if (Fact.is(Operation::And) && Fact.bits() == 1) {
      for (Term Part : Fact.operands())
        add(Part);
      return;
    }
    if (!Fact.isTrue() && !llvm::is_contained(Facts, Fact))
      Facts.push_back(Fact);
  }

  struct Equation {
    Term Variable, Value;
  };

  std::optional<Equation> equation(Term Fact) {
    if (Fact.is(Operation::Variable))
      return Equation{Fact, Store.boolean(true)};
    if (Fact.is(Operation::Not) && Fact.operand(0).is(Operation::Variable))
      return Equation{Fact.operand(0), Store.boolean(false)};
    if (!Fact.is(Operation::Eq))
      return std::nullopt;
    Term A = Fact.operand(0), B = Fact.operand(1);
    if (A.is(Operation::Variable) && B.is(Operation::Variable) && A.id() < B.id())
      std::swap(A, B);
    for (auto [X, Y] : {std::pair(A, B), std::pair(B, A)})
      if (X.is(Operation::Variable) && !mentions(Y, X))
        return Equation{X, Y};
    return A.bits() == 1 ? std::nullopt : solved(Store.linear(Store.sub(A, B)));
  }

  /// A sum that is 0, for one of its variables.
  std::optional<Equation> solved(const TermStore::Linear &Sum) {
    for (std::size_t I = Sum.Parts.size(); I-- != 0;) {
      auto [Part, Factor] = Sum.Parts[I];
      if (!Part.is(Operation::Variable) || !Factor[0])
        continue;
      TermStore::Linear Rest = Sum;
      Rest.Parts.erase(Rest.Parts.begin() + static_cast<std::ptrdiff_t>(I));
      llvm::APInt Inverse = -Factor.multiplicativeInverse();
      Term Value = Store.mul(Store.fromLinear(Rest), Store.constant(Inverse));
      if (!mentions(Value, Part))
        return Equation{Part, Value};
    }
    return std::nullopt;
  }

  bool solveOne() {
    for (std::size_t I = 0; I != Facts.size(); ++I) {
      auto Found = equation(Facts[I]);
      if (!Found)
        continue;
      Replacement Step(Store);
      Step.set(Found->Variable, Found->Value);
      std::vector<Term> Before = std::move(Facts);
      Facts.clear();
      for (std::size_t J = 0; J != Before.size(); ++J)
        if (J != I)
          add(Step(Before[J]));
      Steps.push_back(std::move(Step));
      return true;
    }
    if (joinOrders())
      return true;
    // Conditions that are facts are true inside of others.
    for (Term Fact : Facts) {
      Term Positive = Fact.is(Operation::Not) ? Fact.operand(0) : Fact;
      if (!Fact.isFalse())
        Literals.set(Positive, Store.boolean(Positive == Fact));
    }
    return false;
  }

  /// Neither less nor greater: equal.
  bool joinOrders() {
    auto IsOrder = [](Term Fact) {
      return Fact.is(Operation::Not) && (Fact.operand(0).is(Operation::Ult) || Fact.operand(0).is(Operation::Slt));
    };
    for (Term Fact : Facts) {
      if (!IsOrder(Fact))
        continue;
      Term A = Fact.operand(0).operand(0), B = Fact.operand(0).operand(1);
      Term Opposite = Store.notTerm(Fact.operand(0).is(Operation::Ult) ? Store.ult(B, A) : Store.slt(B, A));
      if (Opposite == Fact || !llvm::is_contained(Facts, Opposite))
        continue;
      llvm::erase_if(Facts, [&](Term Each) { return Each == Fact || Each == Opposite; });
      add(Store.eq(A, B));
      return true;
    }
    return false;
  }

  std::vector<Replacement> Steps;
  Replacement Literals{Store};
  Reduction Sums{Store};
};

/// Replaces operations by variables, and says that equal operands give equal results.
class Abstraction {
public:
  Abstraction(TermStore &Store, bool Everything) : Store(Store), Everything(Everything) {}

  Term operator()(Term Root) {
    llvm::SmallVector<Term, 4> Operands;
    for (Term Each : reachable({Root})) {
      if (Known.contains(Each))
        continue;
      Operands.clear();
      for (Term Operand : Each.operands())
        Operands.push_back(Known.find(Operand)->second);
      if (isAbstract(Each))
        Known[Each] = abstract(Each, Operands);
      else
        Known[Each] = llvm::equal(Operands, Each.operands()) ? Each : rebuild(Store, Each, Operands);
    }
    return Known.find(Root)->second;
  }

  /// Two applications of one function, and that their operands are equal.
  struct Likeness {
    Term First, Second, Operands;
  };
  std::vector<Likeness> likenesses() {
    std::vector<Likeness> Result;
    for (auto &[Name, All] : Functions)
      for (std::size_t I = 0; I < All.size() && I < MostApplications; ++I)
        for (std::size_t J = 0; J < I; ++J)
          if (Term Equal = sameOperands(All[I], All[J], Name); All[I].Result != All[J].Result && !Equal.isFalse())
            Result.push_back({All[J].Result, All[I].Result, Equal});
    return Result;
  }

  /// Some results are known to be equal.
  void replace(Replacement &Merged) {
    for (auto &[Name, All] : Functions)
      for (Application &Each : All) {
        for (Term &Operand : Each.Operands)
          Operand = Merged(Operand);
        Each.Result = Merged(Each.Result);
      }
    for (Term &Law : Laws)
      Law = Merged(Law);
  }

  /// Equal operands, equal results; and what holds for divisions and products.
  std::vector<Term> consistency() {
    std::vector<Term> Result = Laws;
    addOrderOfProducts(Result);
    for (const Likeness &Each : likenesses())
      Result.push_back(Store.implies(Each.Operands, Store.eq(Each.First, Each.Second)));
    return Result;
  }

  bool Hard = false; ///< some operation lost its meaning

private:
  struct Application {
    std::vector<Term> Operands;
    Term Result;
  };

  static std::string nameOf(Operation What) { return "o:" + std::to_string(static_cast<unsigned>(What)) + ":"; }

  /// Of products of halves, which do not wrap: a < b gives a * c + c <= b * c, and a + 1 < b the same with 2 * c.
  void addOrderOfProducts(std::vector<Term> &Result) {
    for (auto &[Name, All] : Functions)
      if (llvm::StringRef(Name).starts_with(nameOf(Operation::Mul)) && All.size() <= MostProducts)
        for (const Application &A : All)
          for (const Application &B : All)
            addOrder(A, B, Result);
  }

  void addOrder(const Application &A, const Application &B, std::vector<Term> &Result) {
    unsigned Bits = A.Result.bits();
    auto IsHalf = [&](Term Factor) {
      return Store.ult(Factor, Store.constant(llvm::APInt::getOneBitSet(Bits, Bits / 2)));
    };
    for (unsigned I : {0, 1})
      for (unsigned J : {0, 1}) {
        Term Less = A.Operands[I], More = B.Operands[J], Shared = A.Operands[1 - I];
        if (Shared != B.Operands[1 - J] || Less == More || A.Result == B.Result)
          continue;
        Term Fits = Store.andTerm(IsHalf(More), IsHalf(Shared)), Next = A.Result;
        for (unsigned Apart : {1, 2}) {
          Term Before = Next;
          Next = Store.add(Next, Shared);
          Term IsLess = Store.ult(Less, More);
          if (Apart == 2) // where it is less, one more does not wrap
            IsLess = Store.andTerm(IsLess, Store.ult(Store.add(Less, Store.constant(Bits, 1)), More));
          Term Ordered = Store.andTerm(Store.ule(Before, Next), Store.ule(Next, B.Result));
          Result.push_back(Store.implies(Store.andTerm(Fits, IsLess), Ordered));
        }
      }
  }

  static bool isHard(Term Each) {
    constexpr Operation Hard[] = {Operation::UDiv,    Operation::URem,    Operation::SDiv,    Operation::SRem,
                                  Operation::FAdd,    Operation::FMul,    Operation::FDiv,    Operation::FRem,
                                  Operation::FSqrt,   Operation::FFma,    Operation::FRound,  Operation::FConvert,
                                  Operation::FToSInt, Operation::FToUInt, Operation::SIntToF, Operation::UIntToF};
    if (Each.is(Operation::Mul))
      return !Each.operand(0).isConstant() && !Each.operand(1).isConstant();
    return llvm::is_contained(Hard, Each.operation());
  }

  bool isAbstract(Term Each) {
    if (Each.is(Operation::Apply))
      return true;
    Hard |= isHard(Each);
    return Everything && isHard(Each);
  }

  /// A quotient is some value; a remainder is what it leaves: a % b == a - a / b * b, also where b is 0.
  Term abstract(Term Each, llvm::ArrayRef<Term> Operands) {
    bool Unsigned = Each.is(Operation::URem) || Each.is(Operation::UDiv);
    if (Each.bits() == 1 || (!Unsigned && !Each.is(Operation::SRem)))
      return variableFor(Each, Each.operation(), Operands);
    Term A = Operands[0], B = Operands[1];
    Term Quotient = variableFor(Each, Unsigned ? Operation::UDiv : Operation::SDiv, Operands);
    Term Product = Store.mul(Quotient, B);
    if (!B.isConstant())
      Product = variableFor(Product, Operation::Mul, Product.operands());
    Term Remainder = Store.sub(A, Product);
    Term Defined = Store.ne(B, Store.constant(B.bits(), 0));
    if (Unsigned)
      for (Term Law : {Store.ult(Remainder, B), Store.ule(Quotient, A)})
        Laws.push_back(Store.implies(Defined, Law));
    return Each.is(Operation::UDiv) ? Quotient : Remainder;
  }

  Term variableFor(Term Each, Operation What, llvm::ArrayRef<Term> Operands) {
    std::string Name =
        Each.is(Operation::Apply) ? "f:" + Store.name(Each).str() : nameOf(What) + std::to_string(Each->Extra);
    Name += ":" + std::to_string(Each.bits());
    for (Term Operand : Operands)
      Name += ":" + std::to_string(Operand.bits());
    std::vector<Application> &Same = Functions[Name];
    for (const Application &Before : Same)
      if (llvm::equal(Before.Operands, Operands))
        return Before.Result;
    Term Result = Store.fresh(Each.bits(), "value", VariableKind::Undefined);
    Same.push_back({{Operands.begin(), Operands.end()}, Result});
    if (What == Operation::Mul)
      addProductLaws(Operands[0], Operands[1], Result);
    return Result;
  }

  /// The lowest bit of a product; and its low half, where the factors are no wider.
  void addProductLaws(Term A, Term B, Term Product) {
    Laws.push_back(
        Store.eq(Store.extract(Product, 0, 1), Store.andTerm(Store.extract(A, 0, 1), Store.extract(B, 0, 1))));
    auto Narrow = [](Term Factor) { return Factor.is(Operation::ZExt) || Factor.is(Operation::SExt); };
    if (!Narrow(A) || !Narrow(B))
      return;
    unsigned Bits = std::max(A.operand(0).bits(), B.operand(0).bits());
    Term Low = expandedProduct(Store, Store.extract(A, 0, Bits), Store.extract(B, 0, Bits));
    Laws.push_back(Store.eq(Store.extract(Product, 0, Bits), (*this)(Low)));
  }

  Term sameOperands(const Application &A, const Application &B, const std::string &Name) {
    Term Equal = Store.boolean(true);
    for (auto [X, Y] : llvm::zip(A.Operands, B.Operands))
      Equal = Store.andTerm(Equal, Store.eq(X, Y));
    if (llvm::StringRef(Name).contains(CommutesPrefix) && A.Operands.size() == 2)
      Equal = Store.orTerm(
          Equal, Store.andTerm(Store.eq(A.Operands[0], B.Operands[1]), Store.eq(A.Operands[1], B.Operands[0])));
    return Equal;
  }

  TermStore &Store;
  bool Everything;
  llvm::DenseMap<Term, Term> Known;
  std::map<std::string, std::vector<Application>> Functions;
  std::vector<Term> Laws;
};

} // namespace

std::chrono::milliseconds Entailment::limit(unsigned Share) const {
  auto Left = Time.left();
  return Left ? std::min(*Left, PerQuestion / Share) : PerQuestion / Share;
}

bool Entailment::all(llvm::ArrayRef<Term> Facts, llvm::ArrayRef<Term> Goals) {
  return llvm::all_of(which(Facts, Goals), [](bool Holds) { return Holds; });
}

std::vector<bool> Entailment::which(llvm::ArrayRef<Term> Facts, llvm::ArrayRef<Term> Goals) {
  std::vector<bool> Result(Goals.size(), false);
  Context Known(Store, Facts);
  if (Known.Contradiction)
    return std::vector<bool>(Goals.size(), true);
  std::vector<Term> Simple;
  std::vector<unsigned> Open;
  for (unsigned I = 0; I != Goals.size(); ++I) {
    Simple.push_back(Known.simplified(Goals[I]));
    Result[I] = Simple[I].isTrue();
    if (!Result[I])
      Open.push_back(I);
  }
  if (Open.empty())
    return Result;
  widen(Known.Facts, Simple);
  ask(Meaning::Abstract, Known.Facts, Simple, Open, Result);
  return Result;
}

/// Sums that do not wrap where the facts hold may be computed with more bits: then products of them can be expanded.
void Entailment::widen(std::vector<Term> &Facts, std::vector<Term> &Goals) {
  std::vector<Term> Roots = Facts;
  llvm::append_range(Roots, Goals);
  Replacement Widened(Store);
  std::vector<Term> Extensions = extendedSums(Store, Roots);
  std::vector<bool> Fits = whichFit(Facts, Extensions);
  for (std::size_t I = 0; I != Extensions.size(); ++I)
    if (Fits[I])
      Widened.set(Extensions[I], sumOfExtensions(Store, Extensions[I]));
  WidthNormaliser Normal(Store);
  for (std::vector<Term> *Some : {&Facts, &Goals})
    for (Term &Each : *Some)
      Each = Normal(Widened.empty() ? Each : Widened(Each));
}

/// Which extended sums are sums of extensions.
std::vector<bool> Entailment::whichFit(llvm::ArrayRef<Term> Facts, llvm::ArrayRef<Term> Extensions) {
  std::vector<bool> Result(Extensions.size(), false);
  if (Extensions.empty())
    return Result;
  Abstraction Abstract(Store, /*Everything=*/true);
  std::vector<Term> Known, Claims;
  for (Term Fact : Facts)
    Known.push_back(Abstract(Fact));
  for (Term Extension : Extensions)
    Claims.push_back(Abstract(Store.eq(Extension, sumOfExtensions(Store, Extension))));
  std::vector<Holds> Answers = decide(Known, Claims, 3);
  for (std::size_t I = 0; I != Extensions.size(); ++I)
    Result[I] = Answers[I] == Holds::Yes;
  return Result;
}

std::vector<Entailment::Holds> Entailment::decide(llvm::ArrayRef<Term> Facts, llvm::ArrayRef<Term> Goals,
                                                  unsigned Share) {
  std::vector<Holds> Result(Goals.size(), Holds::Unknown);
  std::vector<unsigned> Open;
  for (unsigned I = 0; I != Goals.size(); ++I)
    if (Goals[I].isTrue())
      Result[I] = Holds::Yes;
    else
      Open.push_back(I);
  while (!Open.empty() && !Time.exhausted()) {
    std::vector<Term> Question(Facts.begin(), Facts.end());
    Term Fails = Store.boolean(false);
    for (unsigned Goal : Open)
      Fails = Store.orTerm(Fails, Store.notTerm(Goals[Goal]));
    Question.push_back(Fails);
    ++Questions;
    SolverAnswer Answer = Core->check(Question, limit(Share));
    if (Answer.What == Satisfiable::No) {
      for (unsigned Goal : Open)
        Result[Goal] = Holds::Yes;
      return Result;
    }
    std::size_t Before = Open.size();
    if (Answer.What == Satisfiable::Yes) {
      Valuation Model(Answer.Model);
      llvm::erase_if(Open, [&](unsigned Goal) {
        bool Refuted = !Model.holds(Goals[Goal]);
        if (Refuted)
          Result[Goal] = Holds::No;
        return Refuted;
      });
    }
    if (Open.size() != Before)
      continue;
    // One by one: some may be easy.
    for (unsigned Goal : Open)
      if (Before > 1)
        Result[Goal] = decide(Facts, {Goals[Goal]}, 3 * Share).front();
    return Result;
  }
  return Result;
}

void Entailment::ask(Meaning Level, llvm::ArrayRef<Term> Facts, llvm::ArrayRef<Term> Goals,
                     llvm::ArrayRef<unsigned> Open, std::vector<bool> &Result) {
  Abstraction Abstract(Store, Level == Meaning::Abstract);
  std::vector<Term> Known, Claims;
  for (Term Fact : Facts)
    Known.push_back(Abstract(Fact));
  for (unsigned Goal : Open)
    Claims.push_back(Abstract(Goals[Goal]));
  // First which operands are equal: that is easy, and afterwards equal results are one.
  for (unsigned Round = 0; Round != MostMerges; ++Round) {
    std::vector<Abstraction::Likeness> Alike = Abstract.likenesses();
    std::vector<Term> Equal;
    for (const Abstraction::Likeness &Each : Alike)
      Equal.push_back(Each.Operands);
    std::vector<Holds> Answers = decide(Known, Equal, 3);
    Replacement Merged(Store);
    llvm::DenseSet<Term> Gone;
    for (std::size_t I = 0; I != Alike.size(); ++I)
      if (Answers[I] == Holds::Yes && !Gone.contains(Alike[I].First) && Gone.insert(Alike[I].Second).second)
        Merged.set(Alike[I].Second, Alike[I].First);
    if (Merged.empty())
      break;
    for (std::vector<Term> *Some : {&Known, &Claims})
      for (Term &Each : *Some)
        Each = Merged(Each);
    Abstract.replace(Merged);
  }
  llvm::append_range(Known, Abstract.consistency());
  std::vector<Holds> Answers = decide(Known, Claims, Level == Meaning::Exact ? 3 : 1);
  std::vector<unsigned> Refuted;
  for (std::size_t I = 0; I != Open.size(); ++I)
    if (Answers[I] == Holds::Yes)
      Result[Open[I]] = true;
    else if (Answers[I] == Holds::No)
      Refuted.push_back(Open[I]);
  if (Level == Meaning::Abstract && Abstract.Hard && !Refuted.empty() && !Time.exhausted())
    ask(Meaning::Exact, Facts, Goals, Refuted, Result);
}

} // namespace vernier
