#include "input/Shape.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vernier {

namespace {

using llvm::dyn_cast;

/// Which parameter of the source a slot or a value belongs to, counting from 1.
using SlotNumbers = llvm::DenseMap<const llvm::Value *, unsigned>;

void note(SlotNumbers &Slots, const llvm::Value *Address, const llvm::DILocalVariable *Variable,
          const llvm::DISubprogram *Own) {
  if (Address && Variable && Variable->getArg() && Variable->getScope()->getSubprogram() == Own)
    Slots[Address] = Variable->getArg();
}

SlotNumbers declaredSlots(const llvm::Function &F) {
  SlotNumbers Slots;
  for (const llvm::Instruction &I : llvm::instructions(F)) {
    for (const llvm::DbgVariableRecord &Record : llvm::filterDbgVars(I.getDbgRecordRange()))
      if (Record.getType() == llvm::DbgVariableRecord::LocationType::Declare)
        note(Slots, Record.getAddress(), Record.getVariable(), F.getSubprogram());
    if (auto *Declare = dyn_cast<llvm::DbgDeclareInst>(&I))
      note(Slots, Declare->getAddress(), Declare->getVariable(), F.getSubprogram());
  }
  return Slots;
}

/// The slot that a value is stored to, possibly extended before, or copied on from there.
unsigned slotOf(const llvm::Value &V, const SlotNumbers &Slots) {
  if (auto Found = Slots.find(&V); Found != Slots.end())
    return Found->second;
  for (const llvm::User *User : V.users()) {
    if (llvm::isa<llvm::CastInst>(User)) {
      if (unsigned Number = slotOf(*User, Slots))
        return Number;
      continue;
    }
    auto *Store = dyn_cast<llvm::StoreInst>(User);
    if (!Store || Store->getValueOperand() != &V)
      continue;
    const llvm::Value *Slot = llvm::getUnderlyingObject(Store->getPointerOperand());
    if (auto Found = Slots.find(Slot); Found != Slots.end())
      return Found->second;
    for (const llvm::User *Copied : Slot->users())
      if (auto *Copy = dyn_cast<llvm::MemCpyInst>(Copied); Copy && Copy->getSource() == Slot)
        if (auto Found = Slots.find(llvm::getUnderlyingObject(Copy->getDest())); Found != Slots.end())
          return Found->second;
  }
  return 0;
}

std::map<unsigned, std::string> declaredNames(const llvm::DISubprogram &Own) {
  std::map<unsigned, std::string> Names;
  for (const llvm::DINode *Node : Own.getRetainedNodes())
    if (auto *Variable = dyn_cast<llvm::DILocalVariable>(Node); Variable && Variable->getArg())
      Names[Variable->getArg()] = Variable->getName().str();
  return Names;
}

/// Slots name parameters too: retained nodes exist for optimised code only.
void addNames(std::map<unsigned, std::string> &Names, const llvm::Function &F) {
  for (const llvm::Instruction &I : llvm::instructions(F)) {
    auto Note = [&](const llvm::DILocalVariable *Variable) {
      if (Variable && Variable->getArg() && Variable->getScope()->getSubprogram() == F.getSubprogram())
        Names.emplace(Variable->getArg(), Variable->getName().str());
    };
    for (const llvm::DbgVariableRecord &Record : llvm::filterDbgVars(I.getDbgRecordRange()))
      Note(Record.getVariable());
    if (auto *Variable = dyn_cast<llvm::DbgVariableIntrinsic>(&I))
      Note(Variable->getVariable());
  }
}

std::string sourceName(const llvm::Argument &A) {
  llvm::StringRef Name = A.getName();
  Name = Name.take_front(Name.find(".coerce")).take_front(Name.find(".indirect"));
  return Name.empty() ? "arg" + std::to_string(A.getArgNo() + 1) : Name.str();
}

/// As the source declares them, without the LLVM parameters they became.
std::vector<SourceParameter> declared(const llvm::Function &F) {
  std::vector<SourceParameter> Result;
  const llvm::DISubprogram *Own = F.getSubprogram();
  if (!Own || !Own->getType())
    return Result;
  auto Names = declaredNames(*Own);
  addNames(Names, F);
  llvm::DITypeRefArray Types = Own->getType()->getTypeArray();
  for (unsigned I = 1; I < Types.size(); ++I) {
    if (!Types[I])
      continue; // the mark of a variadic function
    SourceParameter Parameter;
    auto Named = Names.find(I);
    Parameter.Name = Named == Names.end() || Named->second.empty() ? "arg" + std::to_string(I) : Named->second;
    Parameter.Type = Types[I];
    Result.push_back(std::move(Parameter));
  }
  return Result;
}

SourceParameter undeclared(const llvm::Argument &A) {
  SourceParameter Parameter;
  Parameter.Name = sourceName(A);
  Parameter.Arguments = {&A};
  return Parameter;
}

} // namespace

std::vector<SourceParameter> sourceParameters(const llvm::Function &F) {
  std::vector<SourceParameter> Result = declared(F), Others;
  std::vector<const llvm::Argument *> Given;
  for (const llvm::Argument &A : F.args())
    if (A.hasStructRetAttr()) {
      Others.push_back(undeclared(A));
      Others.back().Name = "return";
      Others.back().Result = true;
    } else
      Given.push_back(&A);
  if (Given.size() == Result.size())
    for (std::size_t I = 0; I != Given.size(); ++I)
      Result[I].Arguments = {Given[I]};
  else {
    SlotNumbers Slots = declaredSlots(F);
    for (const llvm::Argument *A : Given) {
      unsigned Number = slotOf(*A, Slots);
      for (std::size_t I = 0; I != Result.size() && !Number; ++I)
        if (Result[I].Name == sourceName(*A))
          Number = static_cast<unsigned>(I + 1);
      if (Number && Number <= Result.size())
        Result[Number - 1].Arguments.push_back(A);
      else
        Others.push_back(undeclared(*A));
    }
  }
  Result.insert(Result.end(), Others.begin(), Others.end());
  return Result;
}

} // namespace vernier
