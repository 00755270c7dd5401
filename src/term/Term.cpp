#include "term/Term.h"

#include <llvm/ADT/Hashing.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringMap.h>

#include <algorithm>
#include <cassert>
#include <llvm/ADT/DenseSet.h>

namespace vernier {

std::size_t TermStore::Hash::operator()(const TermNode *N) const {
  llvm::hash_code Code = llvm::hash_combine(static_cast<unsigned>(N->What), N->Bits, N->Aux, N->Extra);
  for (Term Operand : N->Operands)
    Code = llvm::hash_combine(Code, Operand.node());
  if (N->What == Operation::Constant)
    Code = llvm::hash_combine(Code, N->Value);
  return Code;
}

bool TermStore::Same::operator()(const TermNode *A, const TermNode *B) const {
  return A->What == B->What && A->Bits == B->Bits && A->Aux == B->Aux && A->Extra == B->Extra &&
         A->Operands == B->Operands && (A->What != Operation::Constant || A->Value == B->Value);
}

TermStore::TermStore() {
  FalseTerm = constant(llvm::APInt(1, 0));
  TrueTerm = constant(llvm::APInt(1, 1));
}

namespace {

std::uint64_t maskOf(unsigned Bits) {
  return Bits >= 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << Bits) - 1;
}

std::int64_t signExtended(std::uint64_t Value, unsigned Bits) {
  return Bits >= 64 ? static_cast<std::int64_t>(Value) : static_cast<std::int64_t>(Value << (64 - Bits)) >> (64 - Bits);
}

/// Both intervals of a node, each made as narrow as the other one allows.
struct Interval {
  unsigned Bits;
  std::uint64_t UMin, UMax;
  std::int64_t SMin, SMax;

  explicit Interval(unsigned Bits)
      : Bits(Bits), UMin(0), UMax(maskOf(Bits)), SMin(signExtended(std::uint64_t(1) << (Bits - 1), Bits)),
        SMax(static_cast<std::int64_t>(maskOf(Bits) >> 1)) {}

  void setUnsigned(std::uint64_t Low, std::uint64_t High) {
    UMin = std::max(UMin, Low);
    UMax = std::min(UMax, High);
  }
  void setSigned(std::int64_t Low, std::int64_t High) {
    SMin = std::max(SMin, Low);
    SMax = std::min(SMax, High);
  }
  void tighten() {
    std::uint64_t Half = maskOf(Bits) >> 1;
    if (UMax <= Half) // never negative
      setSigned(static_cast<std::int64_t>(UMin), static_cast<std::int64_t>(UMax));
    else if (UMin > Half) // always negative
      setSigned(signExtended(UMin, Bits), signExtended(UMax, Bits));
    if (SMin >= 0)
      setUnsigned(static_cast<std::uint64_t>(SMin), static_cast<std::uint64_t>(SMax));
    else if (SMax < 0)
      setUnsigned(static_cast<std::uint64_t>(SMin) & maskOf(Bits), static_cast<std::uint64_t>(SMax) & maskOf(Bits));
  }
};

void addIntervals(const TermNode &N, Interval &Out) {
  // Exact only where no partial sum leaves the width.
  unsigned __int128 Low = 0, High = 0;
  __int128 SLow = 0, SHigh = 0;
  for (Term Operand : N.Operands) {
    Low += Operand->UMin;
    High += Operand->UMax;
    SLow += Operand->SMin;
    SHigh += Operand->SMax;
  }
  if (High <= maskOf(N.Bits))
    Out.setUnsigned(static_cast<std::uint64_t>(Low), static_cast<std::uint64_t>(High));
  if (SLow >= Out.SMin && SHigh <= Out.SMax)
    Out.setSigned(static_cast<std::int64_t>(SLow), static_cast<std::int64_t>(SHigh));
}

void mulIntervals(const TermNode &N, Interval &Out) {
  const TermNode *A = N.Operands[0].node(), *B = N.Operands[1].node();
  unsigned __int128 High = static_cast<unsigned __int128>(A->UMax) * B->UMax;
  if (High <= maskOf(N.Bits))
    Out.setUnsigned(A->UMin * B->UMin, static_cast<std::uint64_t>(High));
  __int128 Products[] = {static_cast<__int128>(A->SMin) * B->SMin, static_cast<__int128>(A->SMin) * B->SMax,
                         static_cast<__int128>(A->SMax) * B->SMin, static_cast<__int128>(A->SMax) * B->SMax};
  __int128 Least = *std::min_element(std::begin(Products), std::end(Products));
  __int128 Most = *std::max_element(std::begin(Products), std::end(Products));
  if (Least >= Out.SMin && Most <= Out.SMax)
    Out.setSigned(static_cast<std::int64_t>(Least), static_cast<std::int64_t>(Most));
}

/// What a condition says about a term when it holds, or when it does not.
struct Fact {
  Term About;
  bool Signed;
  std::int64_t SMin = INT64_MIN, SMax = INT64_MAX;
  std::uint64_t UMin = 0, UMax = ~std::uint64_t(0);
};

void addFacts(Term Condition, bool Holds, llvm::SmallVectorImpl<Fact> &Facts) {
  bool Signed = Condition.is(Operation::Slt);
  if ((!Signed && !Condition.is(Operation::Ult)) || Condition.operand(0).bits() > 64)
    return;
  Term Left = Condition.operand(0), Right = Condition.operand(1);
  Fact OfLeft{Left, Signed}, OfRight{Right, Signed};
  if (Holds) { // Left < Right
    OfLeft.SMax = Right->SMax > INT64_MIN ? Right->SMax - 1 : INT64_MIN;
    OfLeft.UMax = Right->UMax > 0 ? Right->UMax - 1 : 0;
    OfRight.SMin = Left->SMin < INT64_MAX ? Left->SMin + 1 : INT64_MAX;
    OfRight.UMin = Left->UMin < ~std::uint64_t(0) ? Left->UMin + 1 : ~std::uint64_t(0);
  } else { // Right <= Left
    OfLeft.SMin = Right->SMin;
    OfLeft.UMin = Right->UMin;
    OfRight.SMax = Left->SMax;
    OfRight.UMax = Left->UMax;
  }
  Facts.push_back(OfLeft);
  Facts.push_back(OfRight);
}

Interval known(Term Value) {
  Interval Result(Value.bits());
  Result.setUnsigned(Value->UMin, Value->UMax);
  Result.setSigned(Value->SMin, Value->SMax);
  return Result;
}

/// The interval of a value where the facts hold: in x < 10 ? x : 9, the x lies below 10. So clamped values have narrow
/// intervals, and an index that was checked needs no solver.
Interval under(Term Value, llvm::SmallVectorImpl<Fact> &Facts, unsigned Depth) {
  Interval Result = known(Value);
  for (const Fact &Each : Facts)
    if (Each.About == Value) {
      if (Each.Signed)
        Result.setSigned(Each.SMin, Each.SMax);
      else
        Result.setUnsigned(Each.UMin, Each.UMax);
    }
  if (Value.is(Operation::Ite) && Depth > 0) {
    std::size_t Before = Facts.size();
    addFacts(Value.operand(0), true, Facts);
    Interval First = under(Value.operand(1), Facts, Depth - 1);
    Facts.truncate(Before);
    addFacts(Value.operand(0), false, Facts);
    Interval Second = under(Value.operand(2), Facts, Depth - 1);
    Facts.truncate(Before);
    Result.setUnsigned(std::min(First.UMin, Second.UMin), std::max(First.UMax, Second.UMax));
    Result.setSigned(std::min(First.SMin, Second.SMin), std::max(First.SMax, Second.SMax));
  }
  // Where no value is possible, what is known without the facts is right as well.
  if (Result.UMin > Result.UMax || Result.SMin > Result.SMax)
    return known(Value);
  Result.tighten();
  return Result.UMin > Result.UMax || Result.SMin > Result.SMax ? known(Value) : Result;
}

Interval chosen(const TermNode &N, unsigned Which) {
  llvm::SmallVector<Fact, 8> Facts;
  addFacts(N.Operands[0], Which == 1, Facts);
  return under(N.Operands[Which], Facts, 2);
}

void intervalsOf(const TermNode &N, Interval &Out) {
  auto Operand = [&](unsigned I) { return N.Operands[I].node(); };
  bool ConstantSecond = N.Operands.size() == 2 && N.Operands[1].isConstant();
  switch (N.What) {
  case Operation::Constant:
    Out.setUnsigned(N.Value.getZExtValue(), N.Value.getZExtValue());
    break;
  case Operation::And:
    Out.setUnsigned(0, std::min(Operand(0)->UMax, Operand(1)->UMax));
    break;
  case Operation::Or:
    Out.setUnsigned(std::max(Operand(0)->UMin, Operand(1)->UMin), Out.UMax);
    if (std::uint64_t High = Operand(0)->UMax | Operand(1)->UMax)
      Out.setUnsigned(0, maskOf(64 - static_cast<unsigned>(__builtin_clzll(High))));
    break;
  case Operation::Add:
    addIntervals(N, Out);
    break;
  case Operation::Mul:
    mulIntervals(N, Out);
    break;
  case Operation::UDiv:
    if (ConstantSecond && Operand(1)->UMin != 0)
      Out.setUnsigned(Operand(0)->UMin / Operand(1)->UMin, Operand(0)->UMax / Operand(1)->UMin);
    break;
  case Operation::URem:
    if (ConstantSecond && Operand(1)->UMin != 0)
      Out.setUnsigned(0, std::min(Operand(0)->UMax, Operand(1)->UMin - 1));
    break;
  case Operation::SDiv:
    if (ConstantSecond && Operand(1)->SMin > 0)
      Out.setSigned(Operand(0)->SMin / Operand(1)->SMin, Operand(0)->SMax / Operand(1)->SMin);
    break;
  case Operation::SRem:
    if (ConstantSecond && Operand(1)->SMin > 0)
      Out.setSigned(Operand(0)->SMin >= 0 ? 0 : -(Operand(1)->SMin - 1),
                    Operand(0)->SMax <= 0 ? 0 : Operand(1)->SMin - 1);
    break;
  case Operation::LShr:
    if (ConstantSecond && Operand(1)->UMin < N.Bits)
      Out.setUnsigned(Operand(0)->UMin >> Operand(1)->UMin, Operand(0)->UMax >> Operand(1)->UMin);
    break;
  case Operation::AShr:
    if (ConstantSecond && Operand(1)->UMin < N.Bits)
      Out.setSigned(Operand(0)->SMin >> Operand(1)->UMin, Operand(0)->SMax >> Operand(1)->UMin);
    break;
  case Operation::Shl:
    if (ConstantSecond && Operand(1)->UMin < N.Bits && Operand(0)->UMax <= (maskOf(N.Bits) >> Operand(1)->UMin))
      Out.setUnsigned(Operand(0)->UMin << Operand(1)->UMin, Operand(0)->UMax << Operand(1)->UMin);
    break;
  case Operation::Extract:
    if (N.Aux == 0 && Operand(0)->Bits <= 64 && Operand(0)->UMax <= maskOf(N.Bits))
      Out.setUnsigned(Operand(0)->UMin, Operand(0)->UMax);
    if (N.Aux == 0 && Operand(0)->Bits <= 64 && Operand(0)->SMin >= Out.SMin && Operand(0)->SMax <= Out.SMax)
      Out.setSigned(Operand(0)->SMin, Operand(0)->SMax);
    break;
  case Operation::ZExt:
    Out.setUnsigned(Operand(0)->UMin, Operand(0)->UMax);
    break;
  case Operation::SExt:
    Out.setSigned(Operand(0)->SMin, Operand(0)->SMax);
    break;
  case Operation::Ite: {
    Interval First = chosen(N, 1), Second = chosen(N, 2);
    Out.setUnsigned(std::min(First.UMin, Second.UMin), std::max(First.UMax, Second.UMax));
    Out.setSigned(std::min(First.SMin, Second.SMin), std::max(First.SMax, Second.SMax));
    break;
  }
  case Operation::Concat:
    if (Operand(0)->UMax == 0)
      Out.setUnsigned(Operand(1)->UMin, Operand(1)->UMax);
    break;
  case Operation::Variable:
  case Operation::Apply:
  case Operation::Not:
  case Operation::Xor:
  case Operation::Eq:
  case Operation::Ult:
  case Operation::Ule:
  case Operation::Slt:
  case Operation::Sle:
  case Operation::FAdd:
  case Operation::FMul:
  case Operation::FDiv:
  case Operation::FRem:
  case Operation::FSqrt:
  case Operation::FFma:
  case Operation::FRound:
  case Operation::FEq:
  case Operation::FLt:
  case Operation::FLe:
  case Operation::FConvert:
  case Operation::FToSInt:
  case Operation::FToUInt:
  case Operation::SIntToF:
  case Operation::UIntToF:
    break;
  }
}

void setIntervals(TermNode &N) {
  if (N.Bits > 64)
    return;
  Interval Found(N.Bits);
  intervalsOf(N, Found);
  Found.tighten();
  Found.tighten();
  if (Found.UMin > Found.UMax || Found.SMin > Found.SMax)
    return; // contradictory facts: no value at all, and any interval is right
  N.UMin = Found.UMin, N.UMax = Found.UMax, N.SMin = Found.SMin, N.SMax = Found.SMax;
}

} // namespace

Term TermStore::internNode(TermNode &Candidate) {
  if (auto Found = Known.find(&Candidate); Found != Known.end())
    return Term(*Found);
  OperandLists.emplace_back(Candidate.Operands.begin(), Candidate.Operands.end());
  Candidate.Operands = OperandLists.back();
  Candidate.Id = static_cast<unsigned>(Nodes.size());
  setIntervals(Candidate);
  Nodes.push_back(Candidate);
  Known.insert(&Nodes.back());
  return Term(&Nodes.back());
}

Term TermStore::intern(Operation What, unsigned Bits, llvm::ArrayRef<Term> Operands, unsigned Aux, unsigned Extra) {
  TermNode Candidate{What, static_cast<std::uint8_t>(Extra), Bits, 0, Aux, Operands, llvm::APInt()};
  Term Made = internNode(Candidate);
  // An interval of a single value is that value.
  if (Bits <= 64 && Made->UMin == Made->UMax && What != Operation::Variable)
    return constant(Bits, Made->UMin);
  return Made;
}

Term TermStore::constant(const llvm::APInt &Value) {
  TermNode Candidate{Operation::Constant, 0, Value.getBitWidth(), 0, 0, {}, Value};
  return internNode(Candidate);
}

unsigned TermStore::nameIndex(llvm::StringRef Name) {
  auto [Where, New] = NameIndices.try_emplace(Name, static_cast<unsigned>(Names.size()));
  if (New)
    Names.push_back(Name.str());
  return Where->second;
}

Term TermStore::variable(unsigned Bits, llvm::StringRef Name, VariableKind Kind) {
  return intern(Operation::Variable, Bits, {}, nameIndex(Name), static_cast<unsigned>(Kind));
}

Term TermStore::boundedVariable(unsigned Bits, llvm::StringRef Name, VariableKind Kind, bool Signed,
                                const llvm::APInt &Min, const llvm::APInt &Max) {
  std::size_t Before = Nodes.size();
  Term Made = variable(Bits, Name, Kind);
  if (Bits > 64)
    return Made;
  Interval Found(Bits);
  if (Signed)
    Found.setSigned(Min.getSExtValue(), Max.getSExtValue());
  else
    Found.setUnsigned(Min.getZExtValue(), Max.getZExtValue());
  Found.tighten();
  Found.tighten();
  if (Before == Nodes.size()) {
    assert(Made->UMin == Found.UMin && Made->UMax == Found.UMax && Made->SMin == Found.SMin &&
           Made->SMax == Found.SMax && "bounds come with the first mention of a variable");
    return Made;
  }
  // The node is the one thing that is narrowed after it was made; nothing was built on it before.
  auto &Node = const_cast<TermNode &>(*Made.node());
  Node.UMin = Found.UMin, Node.UMax = Found.UMax, Node.SMin = Found.SMin, Node.SMax = Found.SMax;
  return Made;
}

Term TermStore::fresh(unsigned Bits, llvm::StringRef Prefix, VariableKind Kind) {
  for (;;) {
    std::string Name = Prefix.str() + "!" + std::to_string(FreshCounters[Prefix]++);
    if (!NameIndices.contains(Name))
      return variable(Bits, Name, Kind);
  }
}

Term TermStore::apply(unsigned Bits, llvm::StringRef Function, llvm::ArrayRef<Term> Operands) {
  return intern(Operation::Apply, Bits, Operands, nameIndex(Function));
}

std::vector<Term> reachable(llvm::ArrayRef<Term> Roots) {
  std::vector<Term> Found;
  llvm::DenseSet<const TermNode *> Seen;
  llvm::SmallVector<Term, 32> Open(Roots.begin(), Roots.end());
  while (!Open.empty()) {
    Term Next = Open.pop_back_val();
    if (!Seen.insert(Next.node()).second)
      continue;
    Found.push_back(Next);
    Open.append(Next.operands().begin(), Next.operands().end());
  }
  std::sort(Found.begin(), Found.end(), [](Term A, Term B) { return A.id() < B.id(); });
  return Found;
}

bool admits(Term Variable, const llvm::APInt &Value) {
  if (Variable.bits() > 64)
    return true;
  std::uint64_t Unsigned = Value.getZExtValue();
  std::int64_t Signed = Value.getSExtValue();
  return Unsigned >= Variable->UMin && Unsigned <= Variable->UMax && Signed >= Variable->SMin &&
         Signed <= Variable->SMax;
}

std::optional<VariableBound> boundOf(Term Variable) {
  unsigned Bits = Variable.bits();
  if (Bits > 64)
    return std::nullopt;
  Interval Whole(Bits);
  // An interval of one kind implies that of the other, except where it crosses the border between them.
  if (Variable->UMin != Whole.UMin || Variable->UMax != Whole.UMax)
    return VariableBound{false, llvm::APInt(Bits, Variable->UMin), llvm::APInt(Bits, Variable->UMax)};
  if (Variable->SMin != Whole.SMin || Variable->SMax != Whole.SMax)
    return VariableBound{true, llvm::APInt(Bits, static_cast<std::uint64_t>(Variable->SMin), true),
                         llvm::APInt(Bits, static_cast<std::uint64_t>(Variable->SMax), true)};
  return std::nullopt;
}

} // namespace vernier
