#include "guard/Variables.h"

#include "input/Fields.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <map>

namespace vernier {

namespace {

const std::string EntryPrefix = "entry_";

/// A variable of a scalar type; nothing for others.
std::optional<PointVariable> scalar(const std::string &Name, const llvm::DIType *Type) {
  if (Name.empty() || !Type)
    return std::nullopt;
  auto Fields = fieldsOf(Type);
  if (!Fields || Fields->size() != 1 || Fields->front().Offset || Fields->front().Mask != WholeByte)
    return std::nullopt;
  const Field &Only = Fields->front();
  if (Only.What == Field::Kind::Contents || isRecord(withoutNames(Type)) || !Only.Path.empty())
    return std::nullopt;
  PointVariable Variable;
  Variable.Name = Name;
  Variable.Pointer = isPointer(Only);
  Variable.Bits = Variable.Pointer ? 64 : Only.Bits;
  Variable.Signed = Only.Signed && !Variable.Pointer;
  Variable.Floating = Only.Floating;
  bool Width = Variable.Bits == 8 || Variable.Bits == 16 || Variable.Bits == 32 || Variable.Bits == 64;
  if (!Width || (Variable.Floating && Variable.Bits < 32))
    return std::nullopt;
  return Variable;
}

/// The type that the code gives it is the one that the debug information says.
bool agrees(const PointVariable &Variable, const llvm::Type &Type) {
  if (Variable.Pointer)
    return Type.isPointerTy();
  if (Variable.Floating)
    return Variable.Bits == 32 ? Type.isFloatTy() : Type.isDoubleTy();
  return Type.isIntegerTy(Variable.Bits);
}

unsigned depth(const llvm::DILocalScope *Scope) {
  unsigned Depth = 0;
  while (auto *Block = llvm::dyn_cast_or_null<llvm::DILexicalBlockBase>(Scope)) {
    Scope = Block->getScope();
    ++Depth;
  }
  return Depth;
}

bool encloses(const llvm::DILocalScope *Outer, const llvm::DILocalScope *Inner) {
  for (;;) {
    if (Inner == Outer)
      return true;
    auto *Block = llvm::dyn_cast_or_null<llvm::DILexicalBlockBase>(Inner);
    if (!Block)
      return false;
    Inner = Block->getScope();
  }
}

const llvm::DIType *pointee(const llvm::DIType *Type) {
  Type = withoutNames(Type);
  auto *Derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(Type);
  return Derived && Derived->getTag() == llvm::dwarf::DW_TAG_pointer_type ? withoutNames(Derived->getBaseType())
                                                                          : nullptr;
}

/// A number or a pointer that stands at that offset of a record.
std::optional<PointVariable> memberAt(const std::string &Object, const llvm::DIType *Record, std::uint64_t Offset) {
  if (!Record || !isRecord(Record) ||
      llvm::cast<llvm::DICompositeType>(Record)->getTag() == llvm::dwarf::DW_TAG_union_type)
    return std::nullopt;
  for (const llvm::DINode *Element : llvm::cast<llvm::DICompositeType>(Record)->getElements()) {
    auto *Member = llvm::dyn_cast<llvm::DIDerivedType>(Element);
    if (Member && Member->getTag() == llvm::dwarf::DW_TAG_member && !Member->isBitField() &&
        !Member->isStaticMember() && Member->getOffsetInBits() == 8 * Offset && !Member->getName().empty())
      return scalar(Object + Member->getName().str(), Member->getBaseType());
  }
  return std::nullopt;
}

} // namespace

const PointVariable *PointAnchor::find(const std::string &Name) const {
  auto Found = llvm::find_if(Variables, [&](const PointVariable &Each) { return Each.Name == Name; });
  return Found == Variables.end() ? nullptr : &*Found;
}

FunctionVariables::FunctionVariables(const llvm::Function &F) {
  addSlots(F);
  addGlobals(F);
  addParametersAtEntry(F);
  findAssigned(F);
}

void FunctionVariables::addSlots(const llvm::Function &F) {
  for (const llvm::Instruction &I : llvm::instructions(F)) {
    auto *Place = llvm::dyn_cast<llvm::AllocaInst>(&I);
    if (!Place || !Place->isStaticAlloca())
      continue;
    auto Records = llvm::findDVRDeclares(const_cast<llvm::AllocaInst *>(Place));
    if (Records.size() != 1 || Records.front()->getExpression()->getNumElements())
      continue;
    const llvm::DILocalVariable *Variable = Records.front()->getVariable();
    if (Variable->getScope()->getSubprogram() != F.getSubprogram())
      continue;
    Declared[Place] = Variable;
    auto Scalar = scalar(Variable->getName().str(), Variable->getType());
    if (!Scalar || !agrees(*Scalar, *Place->getAllocatedType()))
      continue;
    Scalar->Where = PointVariable::Holder::Slot;
    Scalar->Value = Place;
    Slots.push_back({std::move(*Scalar), Variable});
  }
}

void FunctionVariables::addGlobals(const llvm::Function &F) {
  llvm::DenseSet<const llvm::GlobalVariable *> Seen;
  for (const llvm::Instruction &I : llvm::instructions(F)) {
    auto *Global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(llvm::getLoadStorePointerOperand(&I));
    if (!Global || Global->isConstant() || Global->isThreadLocal() || !Seen.insert(Global).second)
      continue;
    auto Scalar = scalar(sourceName(*Global), debugType(*Global));
    if (!Scalar || !agrees(*Scalar, *Global->getValueType()))
      continue;
    Scalar->Where = PointVariable::Holder::Global;
    Scalar->Value = Global;
    Globals.push_back(*Scalar);
    Scalar->Name = EntryPrefix + Scalar->Name;
    Scalar->Where = PointVariable::Holder::AtEntry;
    AtEntry.push_back(std::move(*Scalar));
  }
}

/// Of parameters that the function changes: all others are what they were anyhow.
void FunctionVariables::addParametersAtEntry(const llvm::Function &F) {
  for (const Slot &Each : Slots) {
    if (!Each.Declared->getArg())
      continue;
    const llvm::StoreInst *First = nullptr;
    unsigned Others = 0;
    for (const llvm::User *User : Each.Variable.Value->users()) {
      auto *Store = llvm::dyn_cast<llvm::StoreInst>(User);
      if (!Store || Store->getPointerOperand() != Each.Variable.Value)
        continue;
      if (llvm::isa<llvm::Argument>(Store->getValueOperand()) && Store->getParent() == &F.getEntryBlock())
        First = Store;
      else
        ++Others;
    }
    if (!First || !Others)
      continue;
    PointVariable Before = Each.Variable;
    Before.Name = EntryPrefix + Before.Name;
    Before.Where = PointVariable::Holder::AtEntry;
    Before.Value = First->getValueOperand();
    AtEntry.push_back(std::move(Before));
  }
}

/// A slot whose address is given away counts as written there: what is in it then is what the program will see.
void FunctionVariables::step(const llvm::Instruction &I, SlotSet &Assigned) const {
  if (auto *Scope = llvm::dyn_cast<llvm::LifetimeIntrinsic>(&I)) {
    if (auto *Place = llvm::dyn_cast<llvm::AllocaInst>(Scope->getArgOperand(1)->stripPointerCasts()))
      Assigned.erase(Place);
    return;
  }
  if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I)) {
    if (auto *Place = llvm::dyn_cast<llvm::AllocaInst>(Store->getPointerOperand()))
      Assigned.insert(Place);
    return;
  }
  if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
    for (const llvm::Use &Operand : Call->args())
      if (auto *Place = llvm::dyn_cast<llvm::AllocaInst>(Operand.get()))
        Assigned.insert(Place);
}

/// What every way from the start has written.
void FunctionVariables::findAssigned(const llvm::Function &F) {
  llvm::ReversePostOrderTraversal<const llvm::Function *> Order(&F);
  AssignedBefore[&F.getEntryBlock()] = {};
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const llvm::BasicBlock *Block : Order) {
      SlotSet After = AssignedBefore[Block];
      for (const llvm::Instruction &I : *Block)
        step(I, After);
      for (const llvm::BasicBlock *Next : llvm::successors(Block)) {
        auto [Known, New] = AssignedBefore.try_emplace(Next, After);
        if (New) {
          Changed = true;
          continue;
        }
        SlotSet Both;
        for (const llvm::AllocaInst *Place : Known->second)
          if (After.contains(Place))
            Both.insert(Place);
        Changed |= Both.size() != Known->second.size();
        Known->second = std::move(Both);
      }
    }
  }
}

FunctionVariables::SlotSet FunctionVariables::assignedAt(const llvm::Instruction &Before) const {
  auto Known = AssignedBefore.find(Before.getParent());
  if (Known == AssignedBefore.end())
    return {};
  SlotSet Assigned = Known->second;
  for (const llvm::Instruction &I : *Before.getParent()) {
    if (&I == &Before)
      break;
    step(I, Assigned);
  }
  return Assigned;
}

const FunctionVariables::Slot *FunctionVariables::slot(const llvm::Value &Address) const {
  auto Found = llvm::find_if(Slots, [&](const Slot &Each) { return Each.Variable.Value == &Address; });
  return Found == Slots.end() ? nullptr : &*Found;
}

/// `p->member` and `s.member`, by what a load or store goes to.
std::optional<PointVariable> FunctionVariables::member(const llvm::Instruction &Access) const {
  const llvm::Value *Pointer = llvm::getLoadStorePointerOperand(&Access);
  llvm::APInt Offset(64, 0);
  const llvm::Value *Base =
      Pointer->stripAndAccumulateConstantOffsets(Access.getDataLayout(), Offset, /*AllowNonInbounds=*/true);
  if (Base == Pointer && !llvm::isa<llvm::LoadInst>(Base))
    return std::nullopt;
  std::optional<PointVariable> Found;
  if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(Base)) {
    if (const Slot *Holder = slot(*Load->getPointerOperand()))
      Found = memberAt(Holder->Variable.Name + "->", pointee(Holder->Declared->getType()), Offset.getZExtValue());
  } else if (auto *Place = llvm::dyn_cast<llvm::AllocaInst>(Base)) {
    if (const llvm::DILocalVariable *Variable = Declared.lookup(Place))
      Found = memberAt(Variable->getName().str() + ".", withoutNames(Variable->getType()), Offset.getZExtValue());
  } else if (auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(Base)) {
    Found = memberAt(sourceName(*Global) + ".", withoutNames(debugType(*Global)), Offset.getZExtValue());
  }
  if (!Found || !agrees(*Found, *llvm::getLoadStoreType(const_cast<llvm::Instruction *>(&Access))))
    return std::nullopt;
  Found->Where = PointVariable::Holder::Value;
  auto *Store = llvm::dyn_cast<llvm::StoreInst>(&Access);
  Found->Value = Store ? Store->getValueOperand() : static_cast<const llvm::Value *>(&Access);
  return Found;
}

/// What the statement itself has read or written, as long as nothing behind that may have changed it or what it is
/// reached through.
void FunctionVariables::addMembers(llvm::ArrayRef<const llvm::Instruction *> Group,
                                   std::vector<PointVariable> &To) const {
  std::map<std::string, PointVariable> Members;
  for (const llvm::Instruction *I : Group) {
    bool Access = llvm::isa<llvm::LoadInst>(I) || llvm::isa<llvm::StoreInst>(I);
    if (Access && (I->isVolatile() || I->isAtomic()))
      Members.clear();
    else if (llvm::isa<llvm::StoreInst>(I) || llvm::isa<llvm::CallBase>(I))
      if (!llvm::isa<llvm::DbgInfoIntrinsic>(I) && !llvm::isa<llvm::LifetimeIntrinsic>(I))
        Members.clear();
    if (!Access || I->isVolatile())
      continue;
    if (auto Named = member(*I); Named && !llvm::isa<llvm::Constant>(Named->Value))
      Members.insert_or_assign(Named->Name, *Named);
  }
  for (auto &[Name, Variable] : Members)
    To.push_back(Variable);
}

std::vector<PointVariable> FunctionVariables::at(const llvm::Instruction &Before,
                                                 llvm::ArrayRef<const llvm::Instruction *> Group) const {
  std::vector<PointVariable> Result;
  const llvm::DebugLoc &Place = Group.back()->getDebugLoc();
  if (!Place || Place->getInlinedAt())
    return Result;
  SlotSet Assigned = assignedAt(Before);
  std::map<std::string, std::pair<unsigned, const Slot *>> Visible;
  for (const Slot &Each : Slots) {
    const llvm::DILocalScope *Scope = Each.Declared->getScope();
    if (!Assigned.contains(llvm::cast<llvm::AllocaInst>(Each.Variable.Value)) || !encloses(Scope, Place->getScope()))
      continue;
    auto &Known = Visible[Each.Variable.Name];
    if (!Known.second || depth(Scope) > Known.first)
      Known = {depth(Scope), &Each};
  }
  for (const Slot &Each : Slots)
    if (auto Known = Visible.find(Each.Variable.Name); Known != Visible.end() && Known->second.second == &Each)
      Result.push_back(Each.Variable);
  for (const PointVariable &Global : Globals)
    if (!Visible.contains(Global.Name))
      Result.push_back(Global);
  addMembers(Group, Result);
  auto IsThere = [&](const std::string &Name) {
    return llvm::any_of(Result, [&](const PointVariable &Now) { return Now.Name == Name; });
  };
  for (const PointVariable &Each : AtEntry)
    if (IsThere(Each.Name.substr(EntryPrefix.size())) && !IsThere(Each.Name))
      Result.push_back(Each);
  if (auto *Return = llvm::dyn_cast<llvm::ReturnInst>(&Before); Return && Return->getReturnValue()) {
    const llvm::DISubprogram *Function = Before.getFunction()->getSubprogram();
    auto Types = Function->getType()->getTypeArray();
    auto Returned = Types && Types.size() ? scalar("return", Types[0]) : std::nullopt;
    if (Returned && agrees(*Returned, *Return->getReturnValue()->getType())) {
      Returned->Where = PointVariable::Holder::Value;
      Returned->Value = Return->getReturnValue();
      Result.push_back(std::move(*Returned));
    }
  }
  constexpr std::size_t Most = 24;
  if (Result.size() > Most)
    Result.resize(Most);
  return Result;
}

} // namespace vernier
