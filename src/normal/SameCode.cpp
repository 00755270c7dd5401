#include "normal/SameCode.h"

#include "normal/Guards.h"
#include "normal/SharedNames.h"
#include "normal/Steps.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <set>

namespace vernier {

namespace {

using Key = std::vector<std::uint64_t>;

/// Equal keys have equal numbers, in both versions.
class Numbers {
public:
  std::uint64_t of(const Key &Wanted) { return Known.try_emplace(Wanted, Known.size() + 1).first->second; }
  std::uint64_t of(llvm::StringRef Text) {
    return Texts.try_emplace(Text.str(), Texts.size() + 1).first->second | TextBit;
  }
  std::size_t size() const { return Known.size(); }
  void forgetKeys() { Known.clear(); }

private:
  static constexpr std::uint64_t TextBit = std::uint64_t(1) << 62;
  std::map<Key, std::uint64_t> Known;
  std::map<std::string, std::uint64_t> Texts;
};

/// First of all, so that different kinds of things never have the same key.
enum Kind : std::uint64_t {
  IntegerKind,
  FloatingKind,
  NullKind,
  UndefKind,
  GlobalKind,
  ContentsKind,
  AggregateKind,
  ConstantOperationKind,
  ArgumentKind,
  LocalKind,
  UnwrittenKind,
  PhiKind,
  LoadKind,
  EffectKind,
  OperationKind,
  AddressKind,
  ComparisonKind,
  NegationKind,
  OtherKind,
  TypeKind,
};

/// A comparison in one of few forms: equal, less; the rest is their negation, or has its operands swapped. A constant
/// stands at the right side and may be another one than in the code.
struct CanonicalComparison {
  llvm::CmpInst::Predicate Predicate;
  const llvm::Value *Left, *Right;
  std::optional<llvm::APInt> Constant{}; ///< instead of Right
  bool Negated = false;
};

CanonicalComparison canonicalInteger(const llvm::ICmpInst &I) {
  using Cmp = llvm::CmpInst;
  CanonicalComparison Result{I.getPredicate(), I.getOperand(0), I.getOperand(1)};
  auto Swap = [&] {
    std::swap(Result.Left, Result.Right);
    Result.Predicate = Cmp::getSwappedPredicate(Result.Predicate);
  };
  auto Negate = [&] {
    Result.Predicate = Cmp::getInversePredicate(Result.Predicate);
    Result.Negated = !Result.Negated;
  };
  if (llvm::isa<llvm::ConstantInt>(Result.Left) && !llvm::isa<llvm::ConstantInt>(Result.Right))
    Swap();
  if (Result.Predicate == Cmp::ICMP_NE)
    Negate();
  if (Result.Predicate == Cmp::ICMP_EQ)
    return Result;
  bool Signed = Cmp::isSigned(Result.Predicate);
  if (Result.Predicate == Cmp::ICMP_SGE || Result.Predicate == Cmp::ICMP_UGE)
    Negate();
  auto *Constant = llvm::dyn_cast<llvm::ConstantInt>(Result.Right);
  bool Less = Result.Predicate == Cmp::ICMP_SLT || Result.Predicate == Cmp::ICMP_ULT;
  if (!Constant && !Less) {
    Swap(); // a > b, a <= b
    if (Result.Predicate == Cmp::ICMP_SGE || Result.Predicate == Cmp::ICMP_UGE)
      Negate();
  } else if (!Less && !(Signed ? Constant->getValue().isMaxSignedValue() : Constant->getValue().isMaxValue())) {
    // x > 3 is not x < 4, x <= 3 is x < 4
    if (Result.Predicate == Cmp::ICMP_SGT || Result.Predicate == Cmp::ICMP_UGT)
      Negate();
    Result.Predicate = Signed ? Cmp::ICMP_SLT : Cmp::ICMP_ULT;
    Result.Constant = Constant->getValue() + 1;
  }
  return Result;
}

CanonicalComparison canonical(const llvm::CmpInst &I) {
  using Cmp = llvm::CmpInst;
  if (auto *Integer = llvm::dyn_cast<llvm::ICmpInst>(&I))
    return canonicalInteger(*Integer);
  CanonicalComparison Result{I.getPredicate(), I.getOperand(0), I.getOperand(1)};
  if (llvm::FCmpInst::isUnordered(Result.Predicate)) {
    Result.Predicate = Cmp::getInversePredicate(Result.Predicate);
    Result.Negated = true;
  }
  if (Result.Predicate == Cmp::FCMP_OGT || Result.Predicate == Cmp::FCMP_OGE) {
    std::swap(Result.Left, Result.Right);
    Result.Predicate = Cmp::getSwappedPredicate(Result.Predicate);
  }
  return Result;
}

/// What a condition negates, and whether it does.
std::pair<const llvm::Value *, bool> withoutNegation(const llvm::Value &Condition) {
  const llvm::Value *Inner = &Condition;
  bool Negated = false;
  for (;;) {
    auto *Operation = llvm::dyn_cast<llvm::BinaryOperator>(Inner);
    auto *One = Operation && Operation->getOpcode() == llvm::Instruction::Xor
                    ? llvm::dyn_cast<llvm::ConstantInt>(Operation->getOperand(1))
                    : nullptr;
    if (!One || !Operation->getType()->isIntegerTy(1) || !One->isOne())
      break;
    Inner = Operation->getOperand(0);
    Negated = !Negated;
  }
  if (auto *Compared = llvm::dyn_cast<llvm::CmpInst>(Inner); Compared && !Compared->getType()->isVectorTy())
    Negated ^= canonical(*Compared).Negated;
  return {Inner, Negated};
}

/// In an order that does not depend on how a condition is written.
std::vector<const llvm::BasicBlock *> successorsOf(const llvm::BasicBlock &Block) {
  std::vector<const llvm::BasicBlock *> Result(llvm::succ_begin(&Block), llvm::succ_end(&Block));
  auto *Branch = llvm::dyn_cast<llvm::BranchInst>(Block.getTerminator());
  if (Branch && Branch->isConditional() && withoutNegation(*Branch->getCondition()).second)
    std::swap(Result[0], Result[1]);
  return Result;
}

/// One function of one version, whose values get numbers.
struct FunctionSide {
  FunctionSide(const llvm::Function &Code, const SharedNames &Shared) : Code(Code), Shared(Shared) {}

  const llvm::Function &Code;
  const SharedNames &Shared;
  std::vector<const llvm::BasicBlock *> Blocks; ///< by their numbers
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> BlockNumbers;
  llvm::DenseMap<const llvm::Instruction *, std::pair<unsigned, unsigned>> Places; ///< block, effects before
  llvm::DenseMap<const llvm::Value *, std::uint64_t> Order;                        ///< of locals and unwritten values
  llvm::DenseMap<const llvm::Value *, std::uint64_t> Value;
  std::set<const llvm::Function *> Mentioned;
};

class FunctionPair {
public:
  FunctionPair(FunctionSide &Old, FunctionSide &New, SameCodeFacts &Facts) : Old(Old), New(New), Facts(Facts) {}

  std::string whyNot() {
    if (typeKey(*Old.Code.getFunctionType()) != typeKey(*New.Code.getFunctionType()) ||
        Old.Code.getCallingConv() != New.Code.getCallingConv() ||
        passing(Old.Code.getAttributes(), Old.Code.arg_size()) !=
            passing(New.Code.getAttributes(), New.Code.arg_size()))
      return "other parameters";
    if (!pairBlocks())
      return "another flow of control";
    for (FunctionSide *Side : {&Old, &New})
      arrange(*Side);
    number();
    for (std::size_t I = 0; I != Old.Blocks.size(); ++I)
      if (std::string Why = compare(*Old.Blocks[I], *New.Blocks[I]); !Why.empty())
        return Why;
    return "";
  }

private:
  /// In lock step from the entries; each block has one partner.
  bool pairBlocks() {
    std::vector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>> Open{
        {&Old.Code.getEntryBlock(), &New.Code.getEntryBlock()}};
    while (!Open.empty()) {
      auto [A, B] = Open.back();
      Open.pop_back();
      auto KnownA = Old.BlockNumbers.find(A);
      auto KnownB = New.BlockNumbers.find(B);
      if (KnownA != Old.BlockNumbers.end() || KnownB != New.BlockNumbers.end()) {
        if (KnownA == Old.BlockNumbers.end() || KnownB == New.BlockNumbers.end() || KnownA->second != KnownB->second)
          return false;
        continue;
      }
      Old.BlockNumbers[A] = New.BlockNumbers[B] = static_cast<unsigned>(Old.Blocks.size());
      Old.Blocks.push_back(A);
      New.Blocks.push_back(B);
      const llvm::Instruction *EndA = A->getTerminator(), *EndB = B->getTerminator();
      if (EndA->getOpcode() != EndB->getOpcode() || EndA->getNumSuccessors() != EndB->getNumSuccessors() ||
          !llvm::isa<llvm::BranchInst, llvm::SwitchInst, llvm::ReturnInst, llvm::UnreachableInst>(EndA))
        return false;
      auto NextA = successorsOf(*A), NextB = successorsOf(*B);
      for (std::size_t I = NextA.size(); I-- != 0;)
        Open.push_back({NextA[I], NextB[I]});
    }
    return true;
  }

  static void arrange(FunctionSide &Side) {
    for (unsigned Number = 0; Number != Side.Blocks.size(); ++Number) {
      unsigned Effects = 0;
      for (const llvm::Instruction &I : *Side.Blocks[Number]) {
        Side.Places[&I] = {Number, Effects};
        Effects += isEffect(I);
        for (const llvm::Value *Operand : I.operands())
          if (isNamedByOrder(*Operand))
            Side.Order.try_emplace(Operand, Side.Order.size());
      }
    }
  }

  static bool isNamedByOrder(const llvm::Value &V) {
    if (llvm::isa<llvm::AllocaInst>(V))
      return true;
    auto *Call = llvm::dyn_cast<llvm::CallBase>(&V);
    return Call && isGuard(*Call, UnwrittenPrefix);
  }

  /// Optimistic: phis of one block are the same until their operands tell them apart. Ends when no number tells more
  /// than in the round before.
  void number() {
    for (FunctionSide *Side : {&Old, &New})
      for (const llvm::BasicBlock *Block : Side->Blocks)
        for (const llvm::PHINode &Phi : Block->phis())
          Side->Value[&Phi] = Names.of(Key{PhiKind, Side->BlockNumbers[Block], type(*Phi.getType())});
    for (std::size_t Classes = 0;;) {
      for (FunctionSide *Side : {&Old, &New})
        forgetAllButPhis(*Side);
      numberInOrder();
      std::set<std::uint64_t> Different;
      std::vector<std::pair<std::uint64_t *, std::uint64_t>> Next;
      for (FunctionSide *Side : {&Old, &New})
        for (const llvm::BasicBlock *Block : Side->Blocks)
          for (const llvm::PHINode &Phi : Block->phis()) {
            std::uint64_t Number = phi(*Side, Phi);
            Different.insert(Number);
            Pending.push_back({Side, &Phi, Number});
          }
      for (auto [Side, Phi, Number] : Pending)
        Side->Value[Phi] = Number;
      Pending.clear();
      if (Different.size() == Classes)
        break;
      Classes = Different.size();
    }
    for (FunctionSide *Side : {&Old, &New})
      forgetAllButPhis(*Side);
    numberInOrder();
  }

  /// Operands come before what uses them, so that no chain is as deep as the function is long.
  void numberInOrder() {
    for (FunctionSide *Side : {&Old, &New})
      for (const llvm::BasicBlock *Block : Side->Blocks)
        for (const llvm::Instruction &I : *Block)
          if (!I.getType()->isVoidTy() && !llvm::isa<llvm::PHINode>(I))
            value(*Side, I);
  }

  static void forgetAllButPhis(FunctionSide &Side) {
    llvm::DenseMap<const llvm::Value *, std::uint64_t> Phis;
    for (auto [V, Number] : Side.Value)
      if (llvm::isa<llvm::PHINode>(V))
        Phis[V] = Number;
    Side.Value = std::move(Phis);
  }

  std::uint64_t phi(FunctionSide &Side, const llvm::PHINode &Phi) {
    std::map<unsigned, std::uint64_t> Incoming;
    for (unsigned I = 0; I != Phi.getNumIncomingValues(); ++I) {
      auto From = Side.BlockNumbers.find(Phi.getIncomingBlock(I));
      if (From != Side.BlockNumbers.end())
        Incoming[From->second] = value(Side, *Phi.getIncomingValue(I));
    }
    // What was told apart before stays apart.
    Key Wanted{PhiKind, Side.BlockNumbers[Phi.getParent()], type(*Phi.getType()), Side.Value[&Phi]};
    for (auto [Block, Number] : Incoming) {
      Wanted.push_back(Block);
      Wanted.push_back(Number);
    }
    return Names.of(Wanted);
  }

  std::uint64_t type(llvm::Type &Type) { return Names.of(typeKey(Type)); }

  /// The versions may live in contexts of their own, where equal types are not the same object. Names of structures
  /// mean nothing.
  static Key typeKey(llvm::Type &Type) {
    Key Result{TypeKind, Type.getTypeID(), Type.getPrimitiveSizeInBits().getKnownMinValue()};
    if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(&Type))
      Result.push_back(Array->getNumElements());
    if (auto *Vector = llvm::dyn_cast<llvm::VectorType>(&Type))
      Result.push_back(Vector->getElementCount().getKnownMinValue());
    if (auto *Record = llvm::dyn_cast<llvm::StructType>(&Type))
      Result.push_back(Record->isPacked());
    if (auto *Function = llvm::dyn_cast<llvm::FunctionType>(&Type))
      Result.push_back(Function->isVarArg());
    if (Type.isPointerTy())
      Result.push_back(Type.getPointerAddressSpace());
    Result.push_back(Type.getNumContainedTypes());
    for (llvm::Type *Part : Type.subtypes())
      llvm::append_range(Result, typeKey(*Part));
    return Result;
  }

  std::uint64_t value(FunctionSide &Side, const llvm::Value &V) {
    if (auto Known = Side.Value.find(&V); Known != Side.Value.end())
      return Known->second;
    // There is nothing that could be frozen: values that nobody wrote are calls.
    auto *Frozen = llvm::dyn_cast<llvm::FreezeInst>(&V);
    std::uint64_t Number = Frozen ? value(Side, *Frozen->getOperand(0)) : Names.of(key(Side, V));
    Side.Value[&V] = Number;
    return Number;
  }

  Key key(FunctionSide &Side, const llvm::Value &V) {
    if (auto *Constant = llvm::dyn_cast<llvm::Constant>(&V))
      return constant(Side, *Constant);
    if (auto *Parameter = llvm::dyn_cast<llvm::Argument>(&V))
      return {ArgumentKind, Parameter->getArgNo()};
    if (auto *I = llvm::dyn_cast<llvm::Instruction>(&V))
      return instruction(Side, *I);
    return {OtherKind, Names.of(("value " + llvm::Twine(reinterpret_cast<std::uintptr_t>(&V))).str())};
  }

  static void append(Key &To, const llvm::APInt &Value) {
    To.push_back(Value.getBitWidth());
    To.insert(To.end(), Value.getRawData(), Value.getRawData() + Value.getNumWords());
  }

  Key constant(FunctionSide &Side, const llvm::Constant &C) {
    if (auto *Integer = llvm::dyn_cast<llvm::ConstantInt>(&C)) {
      Key Result{IntegerKind};
      append(Result, Integer->getValue());
      return Result;
    }
    if (auto *Floating = llvm::dyn_cast<llvm::ConstantFP>(&C)) {
      Key Result{FloatingKind, type(*C.getType())};
      append(Result, Floating->getValueAPF().bitcastToAPInt());
      return Result;
    }
    if (llvm::isa<llvm::UndefValue>(C)) {
      Facts.Unwritten = true;
      return {UndefKind, type(*C.getType())};
    }
    if (C.isNullValue())
      return {NullKind, type(*C.getType())};
    if (auto *Global = llvm::dyn_cast<llvm::GlobalValue>(&C))
      return global(Side, *Global);
    if (auto *Data = llvm::dyn_cast<llvm::ConstantDataSequential>(&C)) {
      Key Result{AggregateKind, type(*C.getType()), Names.of(Data->getRawDataValues())};
      return Result;
    }
    Key Result{llvm::isa<llvm::ConstantExpr>(C) ? ConstantOperationKind : AggregateKind, type(*C.getType())};
    if (auto *Expression = llvm::dyn_cast<llvm::ConstantExpr>(&C)) {
      if (auto *Address = llvm::dyn_cast<llvm::GEPOperator>(Expression))
        if (auto Known = address(Side, *Address))
          return *Known;
      Result.push_back(Expression->getOpcode());
    } else if (!llvm::isa<llvm::ConstantAggregate>(C)) {
      return {OtherKind, Names.of(("value " + llvm::Twine(reinterpret_cast<std::uintptr_t>(&C))).str())};
    }
    for (const llvm::Use &Part : C.operands())
      Result.push_back(value(Side, *Part));
    return Result;
  }

  /// Constants whose address nobody looks at are what they hold.
  Key global(FunctionSide &Side, const llvm::GlobalValue &Global) {
    if (auto *Function = llvm::dyn_cast<llvm::Function>(&Global))
      Side.Mentioned.insert(Function);
    auto *Variable = llvm::dyn_cast<llvm::GlobalVariable>(&Global);
    if (Variable && Variable->isConstant() && Variable->hasDefinitiveInitializer() &&
        Variable->hasGlobalUnnamedAddr() && Variable->hasLocalLinkage() &&
        llvm::isa<llvm::ConstantData>(Variable->getInitializer()))
      return {ContentsKind, value(Side, *Variable->getInitializer())};
    if (Variable && Variable->hasInitializer() && Initialisers.insert(Variable).second)
      mention(Side, *Variable->getInitializer());
    if (llvm::isa<llvm::GlobalAlias, llvm::GlobalIFunc>(Global))
      return {OtherKind, Names.of(("value " + llvm::Twine(reinterpret_cast<std::uintptr_t>(&Global))).str())};
    return {GlobalKind, Names.of(Side.Shared.of(Global))};
  }

  /// The map says that both initialisers are the same; the functions in them have to be.
  void mention(FunctionSide &Side, const llvm::Constant &C) {
    if (auto *Function = llvm::dyn_cast<llvm::Function>(&C)) {
      Side.Mentioned.insert(Function);
      return;
    }
    if (auto *Variable = llvm::dyn_cast<llvm::GlobalVariable>(&C)) {
      if (Variable->hasInitializer() && Initialisers.insert(Variable).second)
        mention(Side, *Variable->getInitializer());
      return;
    }
    for (const llvm::Use &Part : C.operands())
      if (auto *Inner = llvm::dyn_cast<llvm::Constant>(Part.get()))
        mention(Side, *Inner);
  }

  /// A base, a number of bytes, and indices with their factors in any order.
  std::optional<Key> address(FunctionSide &Side, const llvm::GEPOperator &Address) {
    if (!Address.getType()->isPointerTy())
      return std::nullopt;
    llvm::MapVector<llvm::Value *, llvm::APInt> Variable;
    llvm::APInt Constant(64, 0);
    if (!Address.collectOffset(Side.Code.getDataLayout(), 64, Variable, Constant))
      return std::nullopt;
    std::vector<Key> Parts;
    for (const auto &[Index, Factor] : Variable)
      Parts.push_back({value(Side, *Index), type(*Index->getType()), Factor.getZExtValue()});
    llvm::sort(Parts);
    Key Result{AddressKind, value(Side, *Address.getPointerOperand()), Constant.getZExtValue()};
    for (const Key &Part : Parts)
      llvm::append_range(Result, Part);
    return Result;
  }

  Key instruction(FunctionSide &Side, const llvm::Instruction &I) {
    auto Place = Side.Places.lookup(&I);
    if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&I)) {
      Key Result{LocalKind, Side.Order.lookup(&I), type(*Local->getAllocatedType()), Local->getAlign().value()};
      Result.push_back(value(Side, *Local->getArraySize()));
      return Result;
    }
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I); Call && isGuard(*Call, UnwrittenPrefix)) {
      Facts.Unwritten = true;
      return {UnwrittenKind, Side.Order.lookup(&I), type(*I.getType())};
    }
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I); Load && Load->isSimple())
      return {LoadKind, Place.first, Place.second, type(*I.getType()), value(Side, *Load->getPointerOperand())};
    if (isRead(I)) {
      Key Result{LoadKind, Place.first, Place.second};
      llvm::append_range(Result, operation(Side, I));
      return Result;
    }
    if (isEffect(I))
      return {EffectKind, Place.first, Place.second};
    auto *Operation = llvm::dyn_cast<llvm::CallBase>(&I);
    Facts.Undefined |= Operation && isGuard(*Operation, OpaquePrefix);
    if (auto *Address = llvm::dyn_cast<llvm::GEPOperator>(&I))
      if (auto Known = address(Side, *Address))
        return *Known;
    return operation(Side, I);
  }

  /// What it does, and to what.
  Key operation(FunctionSide &Side, const llvm::Instruction &I) {
    if (auto *Compared = llvm::dyn_cast<llvm::CmpInst>(&I); Compared && !I.getType()->isVectorTy())
      return comparison(Side, *Compared, false);
    if (I.getOpcode() == llvm::Instruction::Xor && withoutNegation(I).first != &I)
      return negation(Side, I);
    Key Result{OperationKind, I.getOpcode(), type(*I.getType())};
    std::vector<std::uint64_t> Operands;
    for (const llvm::Value *Operand : I.operands())
      if (auto *Word = llvm::dyn_cast<llvm::MetadataAsValue>(Operand))
        Operands.push_back(metadata(I, *Word));
      else if (!llvm::isa<llvm::BasicBlock>(Operand))
        Operands.push_back(value(Side, *Operand));
    if (auto *Compared = llvm::dyn_cast<llvm::CmpInst>(&I)) { // of vectors
      Result.push_back(Compared->getPredicate());
    } else if (auto *Branch = llvm::dyn_cast<llvm::BranchInst>(&I); Branch && Branch->isConditional()) {
      Operands[0] = condition(Side, *Branch->getCondition());
    } else if (auto *Choice = llvm::dyn_cast<llvm::SelectInst>(&I);
               Choice && Choice->getCondition()->getType()->isIntegerTy(1)) {
      Operands[0] = condition(Side, *Choice->getCondition());
      if (withoutNegation(*Choice->getCondition()).second)
        std::swap(Operands[1], Operands[2]);
    } else if (I.isCommutative() && Operands.size() >= 2 && Operands[0] > Operands[1]) {
      std::swap(Operands[0], Operands[1]);
    }
    if (auto *Floating = llvm::dyn_cast<llvm::FPMathOperator>(&I))
      Result.push_back(Floating->getFastMathFlags().any() ? unique(I) : 0);
    addDetails(Side, I, Result);
    llvm::append_range(Result, Operands);
    return Result;
  }

  Key comparison(FunctionSide &Side, const llvm::CmpInst &I, bool WithoutNegation) {
    CanonicalComparison Form = canonical(I);
    std::uint64_t Left = value(Side, *Form.Left), Right = 0;
    if (Form.Constant) {
      Key Constant{IntegerKind};
      append(Constant, *Form.Constant);
      Right = Names.of(Constant);
    } else {
      Right = value(Side, *Form.Right);
    }
    if (llvm::CmpInst::getSwappedPredicate(Form.Predicate) == Form.Predicate && Left > Right)
      std::swap(Left, Right);
    auto *Floating = llvm::dyn_cast<llvm::FPMathOperator>(&I);
    return {ComparisonKind,
            Form.Predicate,
            type(*Form.Left->getType()),
            Form.Negated && !WithoutNegation,
            Floating && Floating->getFastMathFlags().any() ? unique(I) : 0,
            Left,
            Right};
  }

  /// The number of a condition without its negations.
  std::uint64_t condition(FunctionSide &Side, const llvm::Value &Condition) {
    const llvm::Value *Inner = withoutNegation(Condition).first;
    if (auto *Compared = llvm::dyn_cast<llvm::CmpInst>(Inner))
      return Names.of(comparison(Side, *Compared, true));
    return value(Side, *Inner);
  }

  Key negation(FunctionSide &Side, const llvm::Instruction &I) {
    auto [Inner, Negated] = withoutNegation(I);
    if (auto *Compared = llvm::dyn_cast<llvm::CmpInst>(Inner)) {
      Key Result = comparison(Side, *Compared, true);
      Result[3] = Negated;
      return Result;
    }
    return {NegationKind, value(Side, *Inner), Negated};
  }

  /// A word: which comparison, which rounding. Anything else is the same as nothing.
  std::uint64_t metadata(const llvm::Instruction &I, const llvm::MetadataAsValue &Operand) {
    auto *Word = llvm::dyn_cast<llvm::MDString>(Operand.getMetadata());
    return Word ? Names.of(("word " + Word->getString()).str()) : unique(I);
  }

  std::uint64_t unique(const llvm::Instruction &I) {
    return Names.of(("value " + llvm::Twine(reinterpret_cast<std::uintptr_t>(&I))).str());
  }

  /// What an instruction says beside its operands.
  void addDetails(FunctionSide &, const llvm::Instruction &I, Key &Result) {
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
      Result.insert(Result.end(), {Load->isVolatile(), std::uint64_t(Load->getOrdering())});
    else if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
      Result.insert(Result.end(), {Store->isVolatile(), std::uint64_t(Store->getOrdering()),
                                   type(*Store->getValueOperand()->getType())});
    else if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I)) {
      Result.insert(Result.end(), {Call->getCallingConv(), type(*Call->getFunctionType()), Call->arg_size()});
      for (std::uint64_t Detail : passing(Call->getAttributes(), Call->arg_size()))
        Result.push_back(Detail);
      if (Call->isInlineAsm() || Call->hasOperandBundles())
        Result.push_back(unique(I));
    } else if (auto *Shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&I)) {
      for (int Index : Shuffle->getShuffleMask())
        Result.push_back(static_cast<std::uint64_t>(Index));
    } else if (auto *Extract = llvm::dyn_cast<llvm::ExtractValueInst>(&I)) {
      llvm::append_range(Result, Extract->indices());
    } else if (auto *Insert = llvm::dyn_cast<llvm::InsertValueInst>(&I)) {
      llvm::append_range(Result, Insert->indices());
    } else if (auto *Address = llvm::dyn_cast<llvm::GetElementPtrInst>(&I)) {
      Result.push_back(type(*Address->getSourceElementType()));
    } else if (llvm::isa<llvm::CastInst>(I)) {
      Result.push_back(type(*I.getOperand(0)->getType()));
    } else if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::FenceInst, llvm::LandingPadInst>(I)) {
      Result.push_back(unique(I));
    }
  }

  /// How values are passed, as far as attributes say it.
  Key passing(const llvm::AttributeList &Attributes, std::size_t Parameters) {
    Key Result;
    auto Add = [&](unsigned Index) {
      for (auto Kind : {llvm::Attribute::SExt, llvm::Attribute::ZExt, llvm::Attribute::InReg, llvm::Attribute::Nest})
        Result.push_back(Attributes.hasAttributeAtIndex(Index, Kind));
      for (auto Kind : {llvm::Attribute::ByVal, llvm::Attribute::StructRet, llvm::Attribute::InAlloca})
        Result.push_back(Attributes.hasAttributeAtIndex(Index, Kind)
                             ? type(*Attributes.getAttributeAtIndex(Index, Kind).getValueAsType())
                             : 0);
    };
    Add(llvm::AttributeList::ReturnIndex);
    for (unsigned I = 0; I != Parameters; ++I)
      Add(llvm::AttributeList::FirstArgIndex + I);
    return Result;
  }

  /// What a block does that others see: effects in their order; between them, what is checked.
  struct Step {
    std::vector<Key> Touches, Traps, Mixed;
    Key Effect;
    bool operator==(const Step &) const = default;
  };

  std::vector<Step> steps(FunctionSide &Side, const llvm::BasicBlock &Block) {
    std::vector<Step> Result(1);
    for (const llvm::Instruction &I : Block) {
      bool Checks = isTouch(I) || isTrap(I);
      if (!Checks && !isEffect(I) && !I.isTerminator())
        continue;
      Facts.Undefined |= mayBeUndefined(I);
      Key Done = operation(Side, I);
      if (auto *Switch = llvm::dyn_cast<llvm::SwitchInst>(&I))
        for (const auto &Case : Switch->cases())
          append(Done, Case.getCaseValue()->getValue());
      if (Checks) {
        Result.back().Mixed.push_back(Done);
        (isTouch(I) ? Result.back().Touches : Result.back().Traps).push_back(std::move(Done));
        continue;
      }
      Result.back().Effect = std::move(Done);
      Result.emplace_back();
    }
    for (Step &Each : Result)
      settle(Each);
    return Result;
  }

  /// Several accesses may come in any order: a run with one that is undefined is undefined. So may several divisions:
  /// one that traps ends the run in the same way. Only the order of both together counts.
  static void settle(Step &Each) {
    if (Each.Touches.empty() || Each.Traps.empty())
      Each.Mixed.clear();
    for (std::vector<Key> *Checks : {&Each.Touches, &Each.Traps}) {
      llvm::sort(*Checks);
      Checks->erase(std::unique(Checks->begin(), Checks->end()), Checks->end());
    }
  }

  std::string compare(const llvm::BasicBlock &A, const llvm::BasicBlock &B) {
    std::vector<Step> OldSteps = steps(Old, A), NewSteps = steps(New, B);
    if (OldSteps.size() != NewSteps.size())
      return "another number of effects";
    for (std::size_t I = 0; I != OldSteps.size(); ++I) {
      if (OldSteps[I].Effect != NewSteps[I].Effect)
        return "another effect";
      if (OldSteps[I] != NewSteps[I])
        return "other accesses or traps";
    }
    return "";
  }

  FunctionSide &Old;
  FunctionSide &New;
  SameCodeFacts &Facts;
  Numbers Names;
  std::set<const llvm::GlobalVariable *> Initialisers;
  struct PendingPhi {
    FunctionSide *Side;
    const llvm::PHINode *Phi;
    std::uint64_t Number;
  };
  std::vector<PendingPhi> Pending;
};

} // namespace

namespace {

/// All functions that code mentions, also through the initialisers of globals.
class MentionedFunctions {
public:
  explicit MentionedFunctions(const llvm::Function &F) {
    for (const llvm::Instruction &I : llvm::instructions(F))
      for (const llvm::Use &Operand : I.operands())
        if (auto *Constant = llvm::dyn_cast<llvm::Constant>(Operand.get()))
          add(*Constant);
  }

  std::set<const llvm::Function *> Functions;

private:
  void add(const llvm::Constant &C) {
    if (!Seen.insert(&C).second)
      return;
    if (auto *Function = llvm::dyn_cast<llvm::Function>(&C)) {
      Functions.insert(Function);
      return;
    }
    for (const llvm::Use &Part : C.operands())
      if (auto *Inner = llvm::dyn_cast<llvm::Constant>(Part.get()))
        add(*Inner);
  }

  std::set<const llvm::Constant *> Seen;
};

using FunctionPairs = std::vector<std::pair<const llvm::Function *, const llvm::Function *>>;

/// Compares functions and what they mention until nothing is left.
class CodeComparison {
public:
  CodeComparison(const ChangeMap &Map, const llvm::Module &New, FunctionPairs Functions, SameCodeFacts &Facts,
                 const FunctionProof &Otherwise)
      : OldNames(Map, Side::Old), NewNames(Map, Side::New), Known(Functions.begin(), Functions.end()),
        Open(std::move(Functions)), Facts(Facts), Otherwise(Otherwise) {
    for (const llvm::Function &F : New)
      ByName[NewNames.of(F)] = &F;
  }

  std::string whyNot() {
    while (!Open.empty()) {
      auto [A, B] = Open.back();
      Open.pop_back();
      if (A->isDeclaration() != B->isDeclaration())
        return A->getName().str() + ": only one version defines it";
      if (A->isDeclaration())
        continue;
      if (std::string Why = compare(*A, *B); !Why.empty())
        return Why;
    }
    return "";
  }

private:
  std::string compare(const llvm::Function &A, const llvm::Function &B) {
    FunctionSide OldSide(A, OldNames), NewSide(B, NewNames);
    std::string Why = FunctionPair(OldSide, NewSide, Facts).whyNot();
    if (!Why.empty() && Otherwise) {
      Why = Otherwise.WhyNot(A, OldNames, B, NewNames, Facts);
      if (Why.empty())
        return addCommonMentions(A, B);
    }
    return Why.empty() ? addMentions(OldSide) : A.getName().str() + ": " + Why;
  }

  std::string addMentions(const FunctionSide &OldSide) {
    for (const llvm::Function *Callee : OldSide.Mentioned) {
      auto Partner = ByName.find(OldNames.of(*Callee));
      if (Partner == ByName.end())
        return Callee->getName().str() + ": only one version has it";
      add(*Callee, *Partner->second);
    }
    return "";
  }

  /// What only one of both mentions was not taken for anything in the other.
  std::string addCommonMentions(const llvm::Function &A, const llvm::Function &B) {
    MentionedFunctions InOld(A), InNew(B);
    for (const llvm::Function *Callee : InOld.Functions)
      if (auto Partner = ByName.find(OldNames.of(*Callee));
          Partner != ByName.end() && InNew.Functions.contains(Partner->second))
        add(*Callee, *Partner->second);
    return "";
  }

  void add(const llvm::Function &A, const llvm::Function &B) {
    if (Known.insert({&A, &B}).second)
      Open.push_back({&A, &B});
  }

  SharedNames OldNames, NewNames;
  std::map<std::string, const llvm::Function *> ByName;
  std::set<std::pair<const llvm::Function *, const llvm::Function *>> Known;
  FunctionPairs Open;
  SameCodeFacts &Facts;
  const FunctionProof &Otherwise;
};

} // namespace

std::string whyNotSameCode(const ChangeMap &Map, const llvm::Module &New, FunctionPairs Functions, SameCodeFacts &Facts,
                           const FunctionProof &Otherwise) {
  return CodeComparison(Map, New, std::move(Functions), Facts, Otherwise).whyNot();
}

} // namespace vernier
