// Nodes of what instructions compute.

#include "instrument/FunctionInstrumenter.h"

#include "bitcode/SignedArithmetic.h"
#include "instrument/Accesses.h"
#include "instrument/Lower.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>

namespace vernier {

llvm::Value *FunctionInstrumenter::site(const llvm::Instruction &I) const {
  return number(siteOf(I));
}

bool FunctionInstrumenter::isNothing(llvm::Value *Node) {
  auto *Constant = llvm::dyn_cast<llvm::ConstantInt>(Node);
  return Constant && Constant->isZero();
}

FunctionInstrumenter::PartList FunctionInstrumenter::partsOf(llvm::Value *V) {
  auto Known = Parts.find(V);
  if (Known != Parts.end())
    return Known->second;
  return PartList(std::max(1u, partCount(*V->getType())), zero());
}

unsigned FunctionInstrumenter::bitsOf(const llvm::Value &V) {
  llvm::Type *Type = V.getType();
  return Type->isPointerTy() ? 64 : Type->getScalarSizeInBits();
}

/// The low 64 bits of a tracked value.
llvm::Value *FunctionInstrumenter::low(Builder &B, llvm::Value *V) {
  llvm::Type *Type = V->getType();
  if (Type->isPointerTy())
    return B.CreatePtrToInt(V, LongType);
  if (Type->isFloatingPointTy())
    V = B.CreateBitCast(V, B.getIntNTy(Type->getScalarSizeInBits()));
  return B.CreateZExtOrTrunc(V, LongType);
}

llvm::Value *FunctionInstrumenter::high(Builder &B, llvm::Value *V) {
  if (V->getType()->isX86_FP80Ty())
    V = B.CreateBitCast(V, B.getIntNTy(80));
  if (!V->getType()->isIntegerTy() || V->getType()->getIntegerBitWidth() <= 64)
    return llvm::ConstantInt::get(LongType, 0);
  return B.CreateZExtOrTrunc(B.CreateLShr(V, 64), LongType);
}

llvm::Value *FunctionInstrumenter::unary(Builder &B, unsigned Operation, const llvm::Instruction &At, llvm::Value *Node,
                                         llvm::Value *Result) {
  if (isNothing(Node))
    return zero();
  return State.Hooks.call(B, Hook::h_unary,
                          {what(Operation, bitsOf(*Result)), site(At), Node, low(B, Result), control(B)});
}

llvm::Value *FunctionInstrumenter::binary(Builder &B, unsigned Operation, const llvm::Instruction &At,
                                          llvm::Value *NodeA, llvm::Value *NodeB, llvm::Value *A, llvm::Value *C,
                                          llvm::Value *Result, unsigned Extra) {
  if (isNothing(NodeA) && isNothing(NodeB))
    return zero();
  unsigned Width = bitsOf(*A), Bits = bitsOf(*Result);
  if (Width > 64)
    return State.Hooks.call(B, Hook::h_binary_wide,
                            {number(Operation | Bits << 8 | Extra << 16 | (Width == Bits ? 0 : Width << 24)), site(At),
                             NodeA, NodeB, low(B, A), high(B, A), low(B, C), high(B, C), low(B, Result), control(B)});
  return State.Hooks.call(B, Hook::h_binary,
                          {what(Operation, Bits), site(At), NodeA, NodeB, low(B, A), low(B, C), low(B, Result),
                           number(Width | Extra << 16), control(B)});
}

void FunctionInstrumenter::pinPart(Builder &B, const llvm::Instruction &At, llvm::Value *Node, llvm::Value *V,
                                   unsigned Reason) {
  if (isNothing(Node))
    return;
  if (bitsOf(*V) > 64)
    State.Hooks.call(B, Hook::h_pin_wide,
                     {site(At), number(bitsOf(*V)), Node, low(B, V), high(B, V), number(Reason), control(B)});
  else
    State.Hooks.call(B, Hook::h_pin, {site(At), number(bitsOf(*V)), Node, low(B, V), number(Reason), control(B)});
}

static llvm::Type *partType(llvm::Type *T, unsigned &Index, llvm::SmallVectorImpl<unsigned> &Path) {
  if (!T->isStructTy() && !T->isArrayTy()) {
    if (Index == 0)
      return T;
    --Index;
    return nullptr;
  }
  unsigned Count = T->isStructTy() ? T->getStructNumElements() : T->getArrayNumElements();
  for (unsigned I = 0; I != Count; ++I) {
    Path.push_back(I);
    if (llvm::Type *Found = partType(llvm::GetElementPtrInst::getTypeAtIndex(T, I), Index, Path))
      return Found;
    Path.pop_back();
  }
  return nullptr;
}

void FunctionInstrumenter::pin(Builder &B, const llvm::Instruction &At, llvm::Value *V, unsigned Reason) {
  PartList Nodes = partsOf(V);
  for (unsigned I = 0; I != Nodes.size(); ++I) {
    if (isNothing(Nodes[I]))
      continue;
    unsigned Index = I;
    llvm::SmallVector<unsigned, 4> Path;
    llvm::Type *Type = partType(V->getType(), Index, Path);
    if (Type && isTracked(*Type))
      pinPart(B, At, Nodes[I], Path.empty() ? V : B.CreateExtractValue(V, Path), Reason);
  }
}

/// The instruction has no term: its operands are taken as they are.
void FunctionInstrumenter::concretise(llvm::Instruction &I) {
  Builder B(&I);
  for (llvm::Use &Operand : I.operands())
    if (!llvm::isa<llvm::Constant, llvm::BasicBlock, llvm::MetadataAsValue>(Operand.get()))
      pin(B, I, Operand.get(), VernierPinUnsupported);
}

void FunctionInstrumenter::visitInstruction(llvm::Instruction &I) {
  concretise(I);
}

void FunctionInstrumenter::visitBinaryOperator(llvm::BinaryOperator &I) {
  static const std::map<unsigned, unsigned> Operations = {
      {llvm::Instruction::Add, VernierAdd},   {llvm::Instruction::Sub, VernierSub},
      {llvm::Instruction::Mul, VernierMul},   {llvm::Instruction::UDiv, VernierUDiv},
      {llvm::Instruction::SDiv, VernierSDiv}, {llvm::Instruction::URem, VernierURem},
      {llvm::Instruction::SRem, VernierSRem}, {llvm::Instruction::Shl, VernierShl},
      {llvm::Instruction::LShr, VernierLShr}, {llvm::Instruction::AShr, VernierAShr},
      {llvm::Instruction::And, VernierAnd},   {llvm::Instruction::Or, VernierOr},
      {llvm::Instruction::Xor, VernierXor},   {llvm::Instruction::FAdd, VernierFAdd},
      {llvm::Instruction::FSub, VernierFSub}, {llvm::Instruction::FMul, VernierFMul},
      {llvm::Instruction::FDiv, VernierFDiv}, {llvm::Instruction::FRem, VernierFRem}};
  if (!isTracked(*I.getType()))
    return concretise(I);
  llvm::Value *A = I.getOperand(0), *C = I.getOperand(1);
  llvm::Value *NodeA = nodeOf(A), *NodeB = nodeOf(C);
  unsigned Operation = Operations.at(I.getOpcode()), Bits = bitsOf(I);
  Builder Before(&I);
  // Values that do not depend on the input overflow, too.
  if (isSignedArithmetic(I) && Bits <= 64)
    State.Hooks.call(Before, Hook::h_overflow,
                     {what(Operation, Bits), site(I), NodeA, NodeB, low(Before, A), low(Before, C), control(Before)});
  if (isNothing(NodeA) && isNothing(NodeB))
    return;
  if (I.isIntDivRem() && Bits <= 64)
    State.Hooks.call(Before, Hook::h_division,
                     {what(Operation, Bits), site(I), NodeA, NodeB, low(Before, A), low(Before, C), control(Before)});
  Builder B(I.getNextNode());
  setNode(I, binary(B, Operation, I, NodeA, NodeB, A, C, &I));
}

void FunctionInstrumenter::visitUnaryOperator(llvm::UnaryOperator &I) {
  if (!isTracked(*I.getType()) || I.getOpcode() != llvm::Instruction::FNeg)
    return concretise(I);
  Builder B(I.getNextNode());
  setNode(I, unary(B, VernierFNeg, I, nodeOf(I.getOperand(0)), &I));
}

void FunctionInstrumenter::visitICmpInst(llvm::ICmpInst &I) {
  static const std::map<unsigned, unsigned> Operations = {
      {llvm::CmpInst::ICMP_EQ, VernierEq},   {llvm::CmpInst::ICMP_NE, VernierNe},
      {llvm::CmpInst::ICMP_UGT, VernierUgt}, {llvm::CmpInst::ICMP_UGE, VernierUge},
      {llvm::CmpInst::ICMP_ULT, VernierUlt}, {llvm::CmpInst::ICMP_ULE, VernierUle},
      {llvm::CmpInst::ICMP_SGT, VernierSgt}, {llvm::CmpInst::ICMP_SGE, VernierSge},
      {llvm::CmpInst::ICMP_SLT, VernierSlt}, {llvm::CmpInst::ICMP_SLE, VernierSle}};
  llvm::Value *A = I.getOperand(0), *C = I.getOperand(1);
  if (!isTracked(*A->getType()))
    return concretise(I);
  Builder B(I.getNextNode());
  setNode(I, binary(B, Operations.at(I.getPredicate()), I, nodeOf(A), nodeOf(C), A, C, &I));
}

void FunctionInstrumenter::visitFCmpInst(llvm::FCmpInst &I) {
  llvm::Value *A = I.getOperand(0), *C = I.getOperand(1);
  if (!isTracked(*A->getType()))
    return concretise(I);
  Builder B(I.getNextNode());
  setNode(I, binary(B, VernierFCompare, I, nodeOf(A), nodeOf(C), A, C, &I, I.getPredicate()));
}

void FunctionInstrumenter::visitCastInst(llvm::CastInst &I) {
  llvm::Value *From = I.getOperand(0);
  if (!isTracked(*I.getType()) || !isTracked(*From->getType()))
    return concretise(I);
  llvm::Value *Node = nodeOf(From);
  if (isNothing(Node))
    return;
  unsigned Before = bitsOf(*From), After = bitsOf(I);
  Builder B(I.getNextNode());
  auto Become = [&](unsigned Operation) { setNode(I, unary(B, Operation, I, Node, &I)); };
  switch (I.getOpcode()) {
  case llvm::Instruction::Trunc:
    return Become(VernierTrunc);
  case llvm::Instruction::ZExt:
    return Become(VernierZExt);
  case llvm::Instruction::SExt:
    return Become(VernierSExt);
  case llvm::Instruction::FPTrunc:
  case llvm::Instruction::FPExt:
    return Become(VernierFConvert);
  case llvm::Instruction::FPToSI:
    return After <= 64 ? Become(VernierFToSInt) : concretise(I);
  case llvm::Instruction::FPToUI:
    return After <= 64 ? Become(VernierFToUInt) : concretise(I);
  case llvm::Instruction::SIToFP:
    return Before <= 64 ? Become(VernierSIntToF) : concretise(I);
  case llvm::Instruction::UIToFP:
    return Before <= 64 ? Become(VernierUIntToF) : concretise(I);
  case llvm::Instruction::BitCast:
    return setNode(I, Node);
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
    return Before == After ? setNode(I, Node) : Become(Before > After ? VernierTrunc : VernierZExt);
  case llvm::Instruction::AddrSpaceCast:
  case llvm::Instruction::CastOpsEnd:
    return concretise(I);
  }
}

void FunctionInstrumenter::visitSelectInst(llvm::SelectInst &I) {
  if (!isTracked(*I.getType()) || !I.getCondition()->getType()->isIntegerTy(1))
    return concretise(I);
  llvm::Value *Condition = nodeOf(I.getCondition()), *A = nodeOf(I.getTrueValue()), *C = nodeOf(I.getFalseValue());
  if (isNothing(Condition) && isNothing(A) && isNothing(C))
    return;
  Builder B(I.getNextNode());
  if (bitsOf(I) > 64) {
    Builder Before(&I);
    pin(Before, I, I.getCondition(), VernierPinUnsupported);
    setNode(I, B.CreateSelect(I.getCondition(), A, C));
    return;
  }
  // Without a node of its own, the condition chooses one operand whatever the input is.
  if (isNothing(Condition)) {
    setNode(I, B.CreateSelect(I.getCondition(), A, C));
    return;
  }
  setNode(I, State.Hooks.call(B, Hook::h_ternary,
                              {what(VernierSelect, bitsOf(I)), site(I), Condition, A, C, low(B, I.getCondition()),
                               low(B, I.getTrueValue()), low(B, I.getFalseValue()), low(B, &I), control(B)}));
}

void FunctionInstrumenter::visitGetElementPtrInst(llvm::GetElementPtrInst &I) {
  if (I.getType()->isVectorTy())
    return concretise(I);
  Builder B(I.getNextNode());
  const llvm::DataLayout &Layout = F.getParent()->getDataLayout();
  llvm::Value *Base = I.getPointerOperand();
  llvm::Value *Node = nodeOf(Base), *Address = low(B, Base);
  bool Any = !isNothing(Node);
  for (llvm::Value *Index : I.indices())
    Any |= !isNothing(nodeOf(Index));
  if (!Any)
    return;
  auto Add = [&](llvm::Value *Offset, llvm::Value *OffsetNode) {
    llvm::Value *Sum = B.CreateAdd(Address, Offset);
    Node = binary(B, VernierAdd, I, Node, OffsetNode, Address, Offset, Sum);
    Address = Sum;
  };
  for (auto Step = llvm::gep_type_begin(I); Step != llvm::gep_type_end(I); ++Step) {
    llvm::Value *Index = Step.getOperand();
    if (llvm::StructType *Struct = Step.getStructTypeOrNull()) {
      unsigned Field = llvm::cast<llvm::ConstantInt>(Index)->getZExtValue();
      if (std::uint64_t Offset = Layout.getStructLayout(Struct)->getElementOffset(Field))
        Add(llvm::ConstantInt::get(LongType, Offset), zero());
      continue;
    }
    llvm::Value *IndexNode = nodeOf(Index), *Wide = B.CreateSExtOrTrunc(Index, LongType);
    unsigned Bits = Index->getType()->getIntegerBitWidth();
    if (Bits != 64)
      IndexNode = unary(B, Bits < 64 ? VernierSExt : VernierTrunc, I, IndexNode, Wide);
    llvm::Value *Size = llvm::ConstantInt::get(LongType, Step.getSequentialElementStride(Layout).getFixedValue());
    llvm::Value *Offset = B.CreateMul(Wide, Size);
    if (!llvm::cast<llvm::ConstantInt>(Size)->isOne())
      IndexNode = binary(B, VernierMul, I, IndexNode, zero(), Wide, Size, Offset);
    if (!isNothing(IndexNode) || !llvm::isa<llvm::ConstantInt>(Offset) ||
        !llvm::cast<llvm::ConstantInt>(Offset)->isZero())
      Add(Offset, IndexNode);
  }
  setNode(I, Node);
}

/// The pointer that an address was computed from: whatever object it points into is meant.
llvm::Value *FunctionInstrumenter::baseOf(llvm::Value *Pointer) const {
  while (auto *Step = llvm::dyn_cast<llvm::GEPOperator>(Pointer))
    Pointer = Step->getPointerOperand();
  return Pointer;
}

/// An access outside of a variable is found also where nothing of its place depends on the input. (The hooks of loads
/// and stores find those that do.)
void FunctionInstrumenter::mustBeInside(llvm::Instruction &I, std::uint64_t Size) {
  if (cannotFail(I))
    return;
  AccessedVariable To = accessedVariable(I);
  if (!To.Variable)
    return;
  Builder B(&I);
  State.Hooks.call(B, Hook::h_inside,
                   {site(I), llvm::getLoadStorePointerOperand(&I), To.Variable,
                    llvm::ConstantInt::get(LongType, To.Size), llvm::ConstantInt::get(LongType, Size),
                    number(llvm::isa<llvm::StoreInst>(I))});
}

/// Before an access: that it does not fail depends on what the pointer depends on.
void FunctionInstrumenter::dereference(Builder &Before, llvm::Instruction &I, llvm::Value *Pointer) {
  llvm::Value *Base = baseOf(Pointer);
  if (hasNode(Base))
    State.Hooks.call(Before, Hook::h_dereference, {site(I), Base, nodeOf(Base), control(Before)});
}

/// Before an access: that it stays inside of the object that the pointer was derived from. An access outside may kill
/// the run before the hook behind it is reached. Variables themselves are checked by mustBeInside, if nothing depends
/// on anything.
void FunctionInstrumenter::reach(Builder &Before, llvm::Instruction &I, llvm::Value *Pointer, std::uint64_t Size,
                                 bool Write) {
  if (hasNode(Pointer) || (!cannotFail(I) && !accessedVariable(I).Variable))
    State.Hooks.call(Before, Hook::h_reach,
                     {site(I), Pointer, nodeOf(Pointer), baseOf(Pointer), nodeOf(baseOf(Pointer)), number(Size),
                      number(Write), control(Before)});
}

void FunctionInstrumenter::visitLoadInst(llvm::LoadInst &I) {
  auto *Local = llvm::dyn_cast<llvm::AllocaInst>(I.getPointerOperand());
  Builder B(I.getNextNode());
  if (Local && Companions.count(Local)) {
    setNode(I, B.CreateLoad(NodeType, Companions[Local]));
    return;
  }
  std::uint64_t Size = F.getParent()->getDataLayout().getTypeStoreSize(I.getType());
  llvm::Value *Pointer = I.getPointerOperand();
  mustBeInside(I, Size);
  Builder Before(&I);
  dereference(Before, I, Pointer);
  reach(Before, I, Pointer, Size, /*Write=*/false);
  if (!isTracked(*I.getType())) {
    pin(Before, I, Pointer, VernierPinAddress);
    State.Hooks.call(Before, Hook::h_lose, {}); // also what another side of a branch might have stored there
    State.Hooks.call(
        Before, Hook::h_pin_memory,
        {site(I), Pointer, llvm::ConstantInt::get(LongType, Size), number(VernierPinUnsupported), control(Before)});
    return;
  }
  llvm::Value *Node = State.Hooks.call(B, Hook::h_load,
                                       {site(I), Pointer, nodeOf(Pointer), baseOf(Pointer), nodeOf(baseOf(Pointer)),
                                        number(Size), number(ClassOf[&I]), low(B, &I), control(B)});
  if (bitsOf(I) != 8 * Size)
    Node = unary(B, VernierTrunc, I, Node, &I);
  setNode(I, Node);
}

void FunctionInstrumenter::visitStoreInst(llvm::StoreInst &I) {
  auto *Local = llvm::dyn_cast<llvm::AllocaInst>(I.getPointerOperand());
  llvm::Value *Value = I.getValueOperand(), *Pointer = I.getPointerOperand();
  Builder B(&I);
  if (Local && Companions.count(Local)) {
    llvm::Value *Node = State.Hooks.call(B, Hook::h_define,
                                         {site(I), number(bitsOf(*Value)), nodeOf(Value), low(B, Value), control(B)});
    B.CreateStore(Node, Companions[Local]);
    return;
  }
  dereference(B, I, Pointer);
  std::uint64_t Size = F.getParent()->getDataLayout().getTypeStoreSize(Value->getType());
  mustBeInside(I, Size);
  if (!hasNode(Pointer)) // else the hook of the store asks
    reach(B, I, Pointer, Size, /*Write=*/true);
  bool Tracked = isTracked(*Value->getType());
  if (!Tracked)
    pin(B, I, Value, VernierPinUnsupported);
  llvm::Value *None = llvm::ConstantInt::get(LongType, 0);
  State.Hooks.call(B, Hook::h_store,
                   {site(I), Pointer, nodeOf(Pointer), baseOf(Pointer), nodeOf(baseOf(Pointer)), number(Size),
                    number(ClassOf[&I]), Tracked ? nodeOf(Value) : zero(), Tracked ? low(B, Value) : None,
                    Tracked ? high(B, Value) : None, control(B)});
}

/// Position of the first scalar of an element.
static unsigned partBefore(llvm::Type *Type, llvm::ArrayRef<unsigned> Indices) {
  unsigned Before = 0;
  for (unsigned Index : Indices) {
    for (unsigned I = 0; I != Index; ++I)
      Before += partCount(*llvm::GetElementPtrInst::getTypeAtIndex(Type, I));
    Type = llvm::GetElementPtrInst::getTypeAtIndex(Type, Index);
  }
  return Before;
}

void FunctionInstrumenter::visitExtractValueInst(llvm::ExtractValueInst &I) {
  PartList All = partsOf(I.getAggregateOperand());
  unsigned First = partBefore(I.getAggregateOperand()->getType(), I.getIndices());
  unsigned Count = std::max(1u, partCount(*I.getType()));
  if (First + Count <= All.size())
    Parts[&I] = PartList(All.begin() + First, All.begin() + First + Count);
}

void FunctionInstrumenter::visitInsertValueInst(llvm::InsertValueInst &I) {
  PartList All = partsOf(I.getAggregateOperand()), New = partsOf(I.getInsertedValueOperand());
  unsigned First = partBefore(I.getType(), I.getIndices());
  for (unsigned N = 0; N != New.size() && First + N < All.size(); ++N)
    All[First + N] = New[N];
  Parts[&I] = All;
}

void FunctionInstrumenter::visitAllocaInst(llvm::AllocaInst &I) {
  if (Companions.count(&I) || &I == ControlSlot)
    return;
  bool InEntry = I.isStaticAlloca();
  Builder B(InEntry ? Start : I.getNextNode());
  if (I.isArrayAllocation()) {
    Builder Before(&I);
    pin(Before, I, I.getArraySize(), VernierPinSize);
  }
  State.Hooks.call(B, Hook::h_local, {&I, sizeOf(B, I)});
}

} // namespace vernier
