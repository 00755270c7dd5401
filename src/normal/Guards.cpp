#include "normal/Guards.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>

namespace vernier {

namespace {

/// Structures and arrays up to so many values are taken apart.
constexpr unsigned MostLeaves = 32;

std::string typeName(const llvm::Type &Type) {
  std::string Name;
  llvm::raw_string_ostream(Name) << Type;
  return Name;
}

/// Library functions that read memory and do nothing else.
bool isReaderName(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name).Cases("strlen", "strnlen", "strcmp", "strncmp", "memcmp", true).Default(false);
}

bool isReader(const llvm::CallBase &Call) {
  const llvm::Function *Callee = Call.getCalledFunction();
  return Callee && Callee->isDeclaration() && isReaderName(Callee->getName()) &&
         Callee->getFunctionType() == Call.getFunctionType() && !Callee->isVarArg() && Call.getType()->isIntegerTy() &&
         !Call.hasOperandBundles();
}

/// The bytes that an instruction accesses behind a pointer, if their number is constant.
struct Access {
  llvm::Value *Pointer = nullptr;
  llvm::Value *Bytes = nullptr; ///< of 64 bits
};

enum class AccessKind { Read, Write };

bool isInside(const llvm::Value &Pointer, std::uint64_t Bytes, AccessKind Kind, const llvm::DataLayout &Layout,
              const KnownBytes &Known) {
  llvm::APInt Offset(64, 0);
  const llvm::Value *Base = Pointer.stripAndAccumulateConstantOffsets(Layout, Offset, true);
  std::uint64_t Size = 0;
  if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(Base)) {
    auto Allocated = Local->getAllocationSize(Layout);
    Size = Allocated && !Allocated->isScalable() ? Allocated->getFixedValue() : 0;
  } else if (auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(Base)) {
    if (Global->hasDefinitiveInitializer() && !Global->isThreadLocal() &&
        !(Kind == AccessKind::Write && Global->isConstant()))
      Size = Layout.getTypeAllocSize(Global->getValueType());
  } else if (auto *Parameter = llvm::dyn_cast<llvm::Argument>(Base)) {
    Size = Parameter->hasByValAttr() ? Layout.getTypeAllocSize(Parameter->getParamByValType()).getFixedValue()
                                     : Known(*Parameter);
  }
  return Offset.isNonNegative() && Bytes <= Size && Offset.ule(Size - Bytes);
}

class Guards {
public:
  explicit Guards(llvm::Module &M) : M(M), Context(M.getContext()), Size(llvm::Type::getInt64Ty(Context)) {}

  void guard(llvm::Function &F) {
    std::vector<llvm::Instruction *> All;
    for (llvm::Instruction &I : llvm::instructions(F))
      All.push_back(&I);
    for (llvm::Instruction *I : All)
      guard(*I);
  }

private:
  void guard(llvm::Instruction &I) {
    I.dropUnknownNonDebugMetadata();
    I.dropPoisonGeneratingFlags();
    if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&I))
      return unwritten(*Local, I);
    if (auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(&I))
      return guardIntrinsic(*Call);
    if (llvm::isa<llvm::UnreachableInst>(I)) {
      auto *Before = llvm::dyn_cast_or_null<llvm::CallBase>(I.getPrevNode());
      if (!Before || !Before->doesNotReturn())
        llvm::IRBuilder<>(&I).CreateCall(never());
      return;
    }
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
      return touch(I, *Load->getPointerOperand(), sizeOf(*Load->getType()), AccessKind::Read);
    if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
      return touch(I, *Store->getPointerOperand(), sizeOf(*Store->getValueOperand()->getType()), AccessKind::Write);
    if (auto *Call = llvm::dyn_cast<llvm::CallInst>(&I); Call && isReader(*Call))
      return guardReader(*Call);
    if (I.isIntDivRem())
      return guardDivision(I);
    if (I.isShift())
      return guardShift(I);
    if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(I))
      return replace(I, OpaquePrefix, opaqueAttributes());
  }

  void guardIntrinsic(llvm::IntrinsicInst &Call) {
    if (auto *Copy = llvm::dyn_cast<llvm::MemTransferInst>(&Call)) {
      touchRange(Call, *Copy->getRawDest(), *Copy->getLength(), AccessKind::Write);
      return touchRange(Call, *Copy->getRawSource(), *Copy->getLength(), AccessKind::Read);
    }
    if (auto *Set = llvm::dyn_cast<llvm::MemSetInst>(&Call))
      return touchRange(Call, *Set->getRawDest(), *Set->getLength(), AccessKind::Write);
    if (Call.isLifetimeStartOrEnd()) {
      auto *Local = llvm::dyn_cast<llvm::AllocaInst>(Call.getArgOperand(1)->stripPointerCasts());
      if (Local && Call.getIntrinsicID() == llvm::Intrinsic::lifetime_start)
        unwritten(*Local, Call);
      else if (Local)
        ScopeEnds.push_back(&Call);
    }
  }

  std::uint64_t sizeOf(llvm::Type &Type) const { return M.getDataLayout().getTypeStoreSize(&Type).getFixedValue(); }

  void touch(llvm::Instruction &Before, llvm::Value &Pointer, std::uint64_t Bytes, AccessKind Kind) {
    if (!isInside(Pointer, Bytes, Kind, M.getDataLayout(), [](const llvm::Argument &) { return 0; }))
      llvm::IRBuilder<>(&Before).CreateCall(touchFunction(Kind), {&Pointer, llvm::ConstantInt::get(Size, Bytes)});
  }

  void touchRange(llvm::Instruction &Before, llvm::Value &Pointer, llvm::Value &Length, AccessKind Kind) {
    if (auto *Constant = llvm::dyn_cast<llvm::ConstantInt>(&Length))
      return touch(Before, Pointer, Constant->getZExtValue(), Kind);
    llvm::IRBuilder<> Builder(&Before);
    Builder.CreateCall(touchFunction(Kind), {&Pointer, Builder.CreateZExtOrTrunc(&Length, Size)});
  }

  void guardReader(llvm::CallInst &Call) {
    std::vector<llvm::Value *> Operands(Call.arg_begin(), Call.arg_end());
    llvm::StringRef Name = Call.getCalledFunction()->getName();
    std::vector<llvm::Type *> Types = Call.getFunctionType()->params();
    auto Touch = M.getOrInsertFunction((TouchName + "." + Name).str(),
                                       llvm::FunctionType::get(llvm::Type::getInt1Ty(Context), Types, false),
                                       attributes(llvm::MemoryEffects::readOnly(), false));
    auto Reads = M.getOrInsertFunction((ReadsPrefix + Name).str(), Call.getFunctionType(),
                                       attributes(llvm::MemoryEffects::argMemOnly(llvm::ModRefInfo::Ref), true));
    llvm::IRBuilder<> Builder(&Call);
    Builder.CreateCall(Touch, Operands);
    Call.replaceAllUsesWith(Builder.CreateCall(Reads, Operands));
    Call.eraseFromParent();
  }

  void guardDivision(llvm::Instruction &I) {
    bool Signed = I.getOpcode() == llvm::Instruction::SDiv || I.getOpcode() == llvm::Instruction::SRem;
    if (auto *By = llvm::dyn_cast<llvm::ConstantInt>(I.getOperand(1)))
      if (!By->isZero() && !(Signed && By->isMinusOne()))
        return;
    replace(I, TrapPrefix, trapAttributes());
  }

  void guardShift(llvm::Instruction &I) {
    if (auto *By = llvm::dyn_cast<llvm::ConstantInt>(I.getOperand(1)))
      if (By->getValue().ult(I.getType()->getIntegerBitWidth()))
        return;
    replace(I, OpaquePrefix, opaqueAttributes());
  }

  void replace(llvm::Instruction &I, llvm::StringRef Prefix, const llvm::AttributeList &Attributes) {
    std::vector<llvm::Type *> Types;
    for (llvm::Value *Operand : I.operands())
      Types.push_back(Operand->getType());
    std::string Name = (Prefix + I.getOpcodeName() + "." + typeName(*I.getType()) + "." + typeName(*Types[0])).str();
    auto Callee =
        M.getOrInsertFunction(Name, llvm::FunctionType::get(I.getType(), Types, /*isVarArg=*/false), Attributes);
    std::vector<llvm::Value *> Operands(I.op_begin(), I.op_end());
    llvm::CallInst *Call = llvm::IRBuilder<>(&I).CreateCall(Callee, Operands);
    I.replaceAllUsesWith(Call);
    I.eraseFromParent();
  }

  /// Every value of the local starts as one that nobody knows.
  void unwritten(llvm::AllocaInst &Local, llvm::Instruction &After) {
    llvm::IRBuilder<> Builder(After.getNextNode());
    std::vector<llvm::Value *> Path{Builder.getInt32(0)};
    std::vector<std::pair<std::uint64_t, llvm::Type *>> Leaves;
    if (!Local.isArrayAllocation() && collect(*Local.getAllocatedType(), 0, Leaves)) {
      for (auto [Offset, Type] : Leaves) {
        auto Value = M.getOrInsertFunction((UnwrittenPrefix + typeName(*Type)).str(),
                                           llvm::FunctionType::get(Type, {Size}, false), opaqueAttributes());
        llvm::Value *Place = Offset ? Builder.CreatePtrAdd(&Local, Builder.getInt64(Offset)) : &Local;
        Builder.CreateStore(Builder.CreateCall(Value, {Builder.getInt64(++Unwritten)}), Place);
      }
      return;
    }
    auto Fill = M.getOrInsertFunction(
        FillName, llvm::FunctionType::get(Builder.getVoidTy(), {Builder.getPtrTy(), Size}, false), fillAttributes());
    Builder.CreateCall(Fill, {&Local, Builder.getInt64(++Unwritten)});
  }

  bool collect(llvm::Type &Type, std::uint64_t Offset, std::vector<std::pair<std::uint64_t, llvm::Type *>> &Leaves) {
    const llvm::DataLayout &Layout = M.getDataLayout();
    if (Leaves.size() >= MostLeaves)
      return false;
    if (auto *Record = llvm::dyn_cast<llvm::StructType>(&Type)) {
      const llvm::StructLayout *Places = Layout.getStructLayout(Record);
      for (unsigned I = 0; I != Record->getNumElements(); ++I)
        if (!collect(*Record->getElementType(I), Offset + Places->getElementOffset(I), Leaves))
          return false;
      return true;
    }
    if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(&Type)) {
      std::uint64_t Stride = Layout.getTypeAllocSize(Array->getElementType());
      for (std::uint64_t I = 0; I != Array->getNumElements(); ++I)
        if (!collect(*Array->getElementType(), Offset + I * Stride, Leaves))
          return false;
      return true;
    }
    if (!Type.isSingleValueType())
      return false;
    Leaves.push_back({Offset, &Type});
    return true;
  }

  llvm::AttributeList attributes(llvm::MemoryEffects Memory, bool Returns) const {
    llvm::AttrBuilder Builder(Context);
    Builder.addAttribute(llvm::Attribute::NoUnwind);
    Builder.addMemoryAttr(Memory);
    if (Returns)
      Builder.addAttribute(llvm::Attribute::WillReturn);
    return llvm::AttributeList::get(Context, llvm::AttributeList::FunctionIndex, Builder);
  }
  llvm::AttributeList trapAttributes() const { return attributes(llvm::MemoryEffects::none(), false); }
  llvm::AttributeList opaqueAttributes() const {
    return attributes(llvm::MemoryEffects::none(), true).addFnAttribute(Context, llvm::Attribute::Speculatable);
  }
  llvm::AttributeList fillAttributes() const {
    return attributes(llvm::MemoryEffects::argMemOnly(llvm::ModRefInfo::Mod), true)
        .addParamAttribute(Context, 0, llvm::Attribute::NoCapture);
  }

  llvm::FunctionCallee touchFunction(AccessKind Kind) {
    auto *Pointer = llvm::PointerType::get(Context, 0);
    auto Attributes = attributes(llvm::MemoryEffects::inaccessibleMemOnly(llvm::ModRefInfo::Ref), false)
                          .addParamAttribute(Context, 0, llvm::Attribute::NoCapture)
                          .addParamAttribute(Context, 0, llvm::Attribute::ReadNone);
    return M.getOrInsertFunction(Kind == AccessKind::Write ? WriteTouchName : TouchName,
                                 llvm::FunctionType::get(llvm::Type::getInt1Ty(Context), {Pointer, Size}, false),
                                 Attributes);
  }

  llvm::FunctionCallee never() {
    return M.getOrInsertFunction(NeverName, llvm::FunctionType::get(llvm::Type::getVoidTy(Context), false));
  }

public:
  std::vector<llvm::IntrinsicInst *> ScopeEnds;

private:
  llvm::Module &M;
  llvm::LLVMContext &Context;
  llvm::Type *Size;
  std::uint64_t Unwritten = 0;
};

/// What passes values stays; what promises something about them goes.
llvm::AttributeList passing(llvm::LLVMContext &Context, const llvm::AttributeList &All, unsigned Parameters) {
  llvm::AttributeList Result;
  auto Keep = [&](unsigned Index) {
    for (auto Kind : {llvm::Attribute::ByVal, llvm::Attribute::StructRet, llvm::Attribute::SExt, llvm::Attribute::ZExt,
                      llvm::Attribute::InReg, llvm::Attribute::InAlloca, llvm::Attribute::Nest})
      if (All.hasAttributeAtIndex(Index, Kind))
        Result = Result.addAttributeAtIndex(Context, Index, All.getAttributeAtIndex(Index, Kind));
  };
  Keep(llvm::AttributeList::ReturnIndex);
  for (unsigned I = 0; I != Parameters; ++I)
    Keep(llvm::AttributeList::FirstArgIndex + I);
  for (auto Kind : {llvm::Attribute::NoReturn, llvm::Attribute::ReturnsTwice})
    if (All.hasFnAttr(Kind))
      Result = Result.addFnAttribute(Context, Kind);
  return Result;
}

} // namespace

static void addEnds(llvm::Instruction &Before, llvm::AllocaInst &Local) {
  llvm::Module &M = *Before.getModule();
  llvm::LLVMContext &Context = M.getContext();
  llvm::IRBuilder<> Builder(&Before);
  llvm::AttrBuilder Function(Context);
  Function.addAttribute(llvm::Attribute::NoUnwind).addAttribute(llvm::Attribute::WillReturn);
  Function.addMemoryAttr(llvm::MemoryEffects::argMemOnly(llvm::ModRefInfo::Mod));
  auto Attributes = llvm::AttributeList::get(Context, llvm::AttributeList::FunctionIndex, Function)
                        .addParamAttribute(Context, 0, llvm::Attribute::NoCapture);
  auto Ends = M.getOrInsertFunction(EndsName, llvm::FunctionType::get(Builder.getVoidTy(), {Builder.getPtrTy()}, false),
                                    Attributes);
  Builder.CreateCall(Ends, {&Local});
}

void guardMeaning(llvm::Module &M) {
  llvm::StripDebugInfo(M);
  for (llvm::Function &F : M) {
    if (!F.isIntrinsic())
      F.setAttributes(passing(M.getContext(), F.getAttributes(), static_cast<unsigned>(F.arg_size())));
    for (llvm::Instruction &I : llvm::instructions(F))
      if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I); Call && !llvm::isa<llvm::IntrinsicInst>(Call))
        Call->setAttributes(passing(M.getContext(), Call->getAttributes(), Call->arg_size()));
  }
  Guards All(M);
  std::vector<llvm::Function *> Defined;
  for (llvm::Function &F : M)
    if (!F.isDeclaration())
      Defined.push_back(&F);
  for (llvm::Function *F : Defined)
    All.guard(*F);
  for (llvm::IntrinsicInst *End : All.ScopeEnds) {
    auto *Local = llvm::cast<llvm::AllocaInst>(End->getArgOperand(1)->stripPointerCasts());
    // A local that is only read and written by name ends without anybody noticing.
    if (llvm::any_of(Local->users(), [&](const llvm::User *User) {
          auto *Store = llvm::dyn_cast<llvm::StoreInst>(User);
          return !llvm::isa<llvm::LoadInst, llvm::IntrinsicInst>(User) &&
                 !(Store && Store->getPointerOperand() == Local);
        }))
      addEnds(*End, *Local);
  }
  for (llvm::Function *F : Defined)
    for (llvm::Instruction &I : llvm::make_early_inc_range(llvm::instructions(*F)))
      if (auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(&I); Call && Call->isLifetimeStartOrEnd())
        Call->eraseFromParent();
}

bool dropNeedlessTouches(llvm::Function &F, const KnownBytes &Known) {
  bool Changed = false;
  for (llvm::Instruction &I : llvm::make_early_inc_range(llvm::instructions(F))) {
    auto *Call = llvm::dyn_cast<llvm::CallInst>(&I);
    const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || (Callee->getName() != TouchName && Callee->getName() != WriteTouchName))
      continue;
    AccessKind Kind = Callee->getName() == WriteTouchName ? AccessKind::Write : AccessKind::Read;
    auto *Bytes = llvm::dyn_cast<llvm::ConstantInt>(Call->getArgOperand(1));
    bool Needless = Bytes && (Bytes->isZero() ||
                              isInside(*Call->getArgOperand(0), Bytes->getZExtValue(), Kind, F.getDataLayout(), Known));
    if (!Needless)
      continue;
    Call->eraseFromParent();
    Changed = true;
  }
  return Changed;
}

void markEnds(llvm::Function &F) {
  std::vector<llvm::AllocaInst *> Outlived;
  for (llvm::Instruction &I : llvm::instructions(F))
    if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&I);
        Local && llvm::PointerMayBeCaptured(Local, /*ReturnCaptures=*/true, /*StoreCaptures=*/true))
      Outlived.push_back(Local);
  if (Outlived.empty())
    return;
  std::vector<llvm::Instruction *> Returns;
  for (llvm::BasicBlock &Block : F)
    if (llvm::isa<llvm::ReturnInst>(Block.getTerminator()))
      Returns.push_back(Block.getTerminator());
  for (llvm::Instruction *Return : Returns)
    for (llvm::AllocaInst *Local : Outlived)
      if (Local->getParent() == &F.getEntryBlock())
        addEnds(*Return, *Local);
}

} // namespace vernier
