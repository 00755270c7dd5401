#include "term/Box.h"

#include <llvm/ADT/DenseSet.h>

#include <algorithm>

namespace vernier {

namespace {

/// How often a condition is evaluated to find the values for which it holds.
constexpr unsigned MostTries = 1200;
constexpr unsigned MostNesting = 3000;

ValueSet ownBounds(Term Variable) {
  unsigned Bits = Variable.bits();
  ValueSet Result = ValueSet::between(Bits, Variable->UMin, Variable->UMax);
  // The signed interval, which may be two unsigned ones.
  std::uint64_t Mask = ValueSet::most(Bits);
  std::uint64_t Low = static_cast<std::uint64_t>(Variable->SMin) & Mask,
                High = static_cast<std::uint64_t>(Variable->SMax) & Mask;
  ValueSet Signed(Bits);
  if (Low <= High) {
    Signed.append(Low, High);
  } else {
    Signed.append(0, High);
    Signed.append(Low, Mask);
  }
  return Result.intersected(Signed);
}

} // namespace

Literal literalOf(Term Condition) {
  Literal Result{Condition, true};
  while (Result.Atom.is(Operation::Not))
    Result = {Result.Atom.operand(0), !Result.Holds};
  return Result;
}

Box::Box(llvm::ArrayRef<Term> Given) : Variables(Given.begin(), Given.end()) {
  for (unsigned I = 0; I < Variables.size(); ++I) {
    Numbers[Variables[I]] = I;
    Domains.push_back(Variables[I].bits() > 64 ? ValueSet() : ownBounds(Variables[I]));
  }
}

const ValueSet &Box::domain(unsigned Variable) const {
  auto Found = Here->Narrowed.find(Variable);
  return Found == Here->Narrowed.end() ? Domains[Variable] : Found->second;
}

std::optional<unsigned> Box::numberOf(Term Variable) const {
  auto Found = Numbers.find(Variable);
  return Found == Numbers.end() ? std::nullopt : std::optional(Found->second);
}

unsigned Box::slot(Term T) {
  auto [Where, New] = Slots.try_emplace(T, static_cast<unsigned>(Entries.size()));
  if (New)
    Entries.emplace_back();
  return Where->second;
}

Range Box::compute(Term T) {
  ++Operations;
  if (T.isConstant())
    return T.bits() > 64 ? Range::whole(T.bits()) : Range::single(T.bits(), T.value().getZExtValue());
  if (T.is(Operation::Variable)) {
    auto Number = numberOf(T);
    if (!Number || T.bits() > 64 || domain(*Number).empty())
      return Range::known(T);
    const ValueSet &Values = domain(*Number);
    Range Result = Range::between(T.bits(), Values.first(), Values.last());
    // Between the pieces there may be a gap around the border of the signs.
    std::uint64_t Half = ValueSet::most(T.bits()) >> 1;
    if (Values.last() > Half && Values.first() <= Half) {
      std::uint64_t MostPositive = 0, LeastNegative = Values.last();
      for (auto [First, Last] : Values.pieces()) {
        if (First <= Half)
          MostPositive = std::min(Last, Half);
        if (Last > Half)
          LeastNegative = std::min(LeastNegative, std::max(First, Half + 1));
      }
      Result.boundSigned(Range::single(T.bits(), LeastNegative).SMin, static_cast<std::int64_t>(MostPositive));
    }
    return Result;
  }
  llvm::SmallVector<Range, 4> Operands;
  for (Term Operand : T.operands())
    Operands.push_back(Entries[Slots.lookup(Operand)].Value);
  return intersected(applyToRanges(T, Operands), Range::known(T));
}

const Box::Entry &Box::evaluated(Term Root) {
  unsigned RootSlot = slot(Root);
  if (Entries[RootSlot].Stamp == Stamp)
    return Entries[RootSlot];
  llvm::SmallVector<Term, 32> Open{Root};
  while (!Open.empty()) {
    Term Next = Open.back();
    unsigned At = slot(Next);
    if (Entries[At].Stamp == Stamp) {
      Open.pop_back();
      continue;
    }
    if (Next.bits() == 1)
      if (auto Found = Here->Known.find(Next); Found != Here->Known.end()) {
        Entries[At] = {Range::single(1, Found->second), Stamp};
        Open.pop_back();
        continue;
      }
    std::size_t Before = Open.size();
    for (Term Operand : Next.operands())
      if (Entries[slot(Operand)].Stamp != Stamp)
        Open.push_back(Operand);
    if (Open.size() > Before)
      continue;
    Range Value = compute(Next);
    Entries[At] = {Value, Stamp};
    Open.pop_back();
  }
  return Entries[RootSlot];
}

Range Box::range(Term T) {
  return evaluated(T).Value;
}

std::optional<bool> Box::decidedByParts(Term Atom) {
  for (Term Operand : Atom.operands())
    evaluated(Operand);
  return compute(Atom).decided();
}

Term Box::resolved(Term T) {
  while (T.is(Operation::Ite)) {
    auto Chosen = decided(T.operand(0));
    if (!Chosen)
      break;
    T = T.operand(*Chosen ? 1 : 2);
  }
  return T;
}

void Box::support(Term Atom, llvm::BitVector &Found) {
  llvm::DenseSet<const TermNode *> Seen;
  llvm::SmallVector<Term, 16> Open;
  auto Push = [&](Term T) {
    T = resolved(T);
    if (!range(T).isSingle() && Seen.insert(T.node()).second)
      Open.push_back(T);
  };
  if (Atom.is(Operation::Variable))
    Push(Atom);
  for (Term Operand : Atom.operands())
    Push(Operand);
  while (!Open.empty()) {
    Term Next = Open.pop_back_val();
    if (auto Number = numberOf(Next))
      Found.set(*Number);
    for (Term Operand : Next.operands())
      Push(Operand);
  }
}

int Box::mentions(Term Root) {
  if (auto Found = Mentioned.find(Root); Found != Mentioned.end())
    return Found->second;
  llvm::SmallVector<Term, 32> Open{Root};
  while (!Open.empty()) {
    Term Next = Open.back();
    if (Mentioned.contains(Next)) {
      Open.pop_back();
      continue;
    }
    std::size_t Before = Open.size();
    for (Term Operand : Next.operands())
      if (!Mentioned.contains(Operand))
        Open.push_back(Operand);
    if (Open.size() > Before)
      continue;
    Open.pop_back();
    unsigned Depth = 0;
    for (Term Operand : Next.operands())
      Depth = std::max(Depth, Nesting.lookup(Operand) + 1);
    Nesting[Next] = Depth;
    int Result = Next.is(Operation::Apply) || Depth > MostNesting ? Opaque : None;
    if (Next.is(Operation::Variable)) {
      auto Number = numberOf(Next);
      Result = Number && Next.bits() <= 64 ? static_cast<int>(*Number) : Opaque;
    }
    for (Term Operand : Next.operands()) {
      int Other = Mentioned.lookup(Operand);
      if (Result == Opaque || Other == Opaque)
        Result = Opaque;
      else if (Result == None)
        Result = Other;
      else if (Other != None && Other != Result)
        Result = Many;
    }
    Mentioned[Next] = Result;
  }
  return Mentioned.lookup(Root);
}

std::optional<unsigned> Box::onlyVariable(Term T) {
  int Found = mentions(T);
  return Found >= 0 ? std::optional(static_cast<unsigned>(Found)) : std::nullopt;
}

bool Box::isOpaque(Term T) {
  return mentions(T) == Opaque;
}

std::optional<ValueSet> Box::solutions(Term Atom, unsigned Variable, const ValueSet &Within, const Place &Where) {
  Place Inner = Where;
  ValueSet Result(Within.bits());
  std::vector<ValueSet::Piece> Open(Within.pieces().rbegin(), Within.pieces().rend());
  bool Found = true;
  for (unsigned Tries = 0; !Open.empty() && Found; ++Tries) {
    auto [First, Last] = Open.back();
    Open.pop_back();
    Inner.Narrowed[Variable] = ValueSet::between(Within.bits(), First, Last);
    look(Inner);
    if (auto Holds = decidedByParts(Atom)) {
      if (*Holds)
        Result.append(First, Last);
    } else if (First == Last || Tries >= MostTries || isLate()) {
      Found = false;
    } else {
      // At the highest bit in which the ends differ: the halves agree with what signs and masks look at.
      unsigned Highest = 63 - static_cast<unsigned>(__builtin_clzll(First ^ Last));
      std::uint64_t Middle = Last >> Highest << Highest;
      Open.push_back({Middle, Last});
      Open.push_back({First, Middle - 1});
    }
  }
  look(Where);
  return Found ? std::optional(Result) : std::nullopt;
}

} // namespace vernier
