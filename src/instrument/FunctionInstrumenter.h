#pragma once

#include "abi/Trace.h"
#include "analysis/ProgramAnalysis.h"
#include "analysis/Questions.h"
#include "instrument/Classes.h"
#include "instrument/HookTable.h"
#include "instrument/Instrument.h"
#include "instrument/MayTrap.h"
#include "instrument/Regions.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/InstVisitor.h>

#include <map>
#include <set>

namespace vernier {

/// What all functions of a module share.
struct ModuleState {
  llvm::Module &M;
  const InstrumentOptions &Options;
  const ProgramAnalysis &Analysis;
  const HookTable &Hooks;
  Classes &Memory;
  Instrumentation &Result;
  const MayTrap &Traps;
  std::map<std::string, unsigned> ExternalNumbers;
  std::map<unsigned, unsigned> BlockNumbers; ///< by site: the byte of coverage of its block
  std::map<std::string, unsigned> AskingNumbers = {};
  std::set<unsigned> Marks = {}; ///< sites

  unsigned externalNumber(const std::string &Name);
  unsigned askingNumber(const llvm::Function &Callee, const Question &Asked);
};

/// Code that is compiled into the runtime and takes part in tracing like instrumented code: it is given nodes.
bool isPrimitive(const llvm::Function &F);
/// Where code that can be reached looks at the world without a call that is recorded. Before: what runs first.
void findWorldUses(llvm::Module &M, const ProgramAnalysis &Analysis, llvm::ArrayRef<const llvm::Function *> Before,
                   Instrumentation &Result);
/// A scalar that can have a node.
bool isTracked(const llvm::Type &T);
/// Successors of a switch that are the same block are one side: the number of the first of them.
unsigned sideOf(const llvm::Instruction &Terminator, unsigned Successor);
/// How many scalars a value consists of.
unsigned partCount(const llvm::Type &T);

/// Inserts hooks into one function. Phases: `prepare` while the analyses of the module still describe it (nothing of it
/// is changed), then `insert`, after which they do not.
class FunctionInstrumenter : public llvm::InstVisitor<FunctionInstrumenter> {
public:
  FunctionInstrumenter(ModuleState &State, llvm::Function &F);
  void prepare();
  void insert();

  void visitInstruction(llvm::Instruction &I);
  void visitAllocaInst(llvm::AllocaInst &I);
  void visitLoadInst(llvm::LoadInst &I);
  void visitStoreInst(llvm::StoreInst &I);
  void visitGetElementPtrInst(llvm::GetElementPtrInst &I);
  void visitBinaryOperator(llvm::BinaryOperator &I);
  void visitUnaryOperator(llvm::UnaryOperator &I);
  void visitICmpInst(llvm::ICmpInst &I);
  void visitFCmpInst(llvm::FCmpInst &I);
  void visitCastInst(llvm::CastInst &I);
  void visitSelectInst(llvm::SelectInst &I);
  void visitExtractValueInst(llvm::ExtractValueInst &I);
  void visitInsertValueInst(llvm::InsertValueInst &I);
  void visitFreezeInst(llvm::FreezeInst &I) { Parts[&I] = partsOf(I.getOperand(0)); }
  void visitCallBase(llvm::CallBase &I);
  void visitIntrinsicInst(llvm::IntrinsicInst &I);
  void visitReturnInst(llvm::ReturnInst &I);
  void visitBranchInst(llvm::BranchInst &I);
  void visitSwitchInst(llvm::SwitchInst &I);
  void visitIndirectBrInst(llvm::IndirectBrInst &I);
  void visitLandingPadInst(llvm::LandingPadInst &I);
  void visitResumeInst(llvm::ResumeInst &) {}
  void visitUnreachableInst(llvm::UnreachableInst &I);
  void visitVAArgInst(llvm::VAArgInst &I) { visitInstruction(I); }

private:
  using Builder = llvm::IRBuilder<>;
  using PartList = llvm::SmallVector<llvm::Value *, 2>;

  /// Facts about an edge of a branch that were found before anything was inserted.
  struct Edge {
    unsigned Side = 0;                      ///< the first successor that is the same block
    bool Leaving = false;                   ///< another side may leave
    std::vector<llvm::AllocaInst *> Locals; ///< that other sides assign
    unsigned Set = 0;                       ///< of memory that other sides may write
  };
  struct BranchPlan {
    llvm::BasicBlock *Join = nullptr;
    std::vector<Edge> Edges; ///< by successor
  };
  struct CallPlan {
    unsigned Set = 0; ///< memory that the possible targets of an indirect call may write
    bool Leaving = false;
  };

  /// A place where a variable is memory that nobody wrote and that somebody may read.
  struct Filling {
    llvm::AllocaInst *Local = nullptr;
    llvm::Instruction *Begin = nullptr; ///< of its scope; null: where the function begins, or behind the variable
    bool Again = false;                 ///< there may have been such a scope before, in the same frame
  };

  // Prepare.cpp
  void findCompanions();
  void planBranches();
  void planMemory();
  void planReads(llvm::CallBase &Call);

  // Fill.cpp
  void planFilling();
  llvm::Value *filling(Builder &B, llvm::Type *Type, unsigned Variant);
  llvm::Value *sizeOf(Builder &B, llvm::AllocaInst &Local);
  void fill(Builder &B, llvm::AllocaInst &Local);
  llvm::Value *filledValue(Builder &B, llvm::Type *Type, unsigned Variant);
  void fillUndefined();

  // Nodes of values.
  llvm::Value *zero() const { return llvm::ConstantInt::get(NodeType, 0); }
  llvm::Value *number(std::uint64_t Value) const { return llvm::ConstantInt::get(NodeType, Value); }
  llvm::Value *site(const llvm::Instruction &I) const;
  llvm::Value *nodeOf(llvm::Value *V) { return partsOf(V).front(); }
  PartList partsOf(llvm::Value *V);
  void setNode(llvm::Instruction &I, llvm::Value *Node) { Parts[&I] = {Node}; }
  static bool isNothing(llvm::Value *Node);
  bool hasNode(llvm::Value *V) { return !isNothing(nodeOf(V)); }
  llvm::Value *control(Builder &B) { return B.CreateLoad(NodeType, ControlSlot); }
  llvm::Value *low(Builder &B, llvm::Value *V);
  llvm::Value *high(Builder &B, llvm::Value *V);
  llvm::Value *what(unsigned Operation, unsigned Bits) const { return number(Operation | Bits << 8); }
  static unsigned bitsOf(const llvm::Value &V);

  // Values.cpp
  llvm::Value *unary(Builder &B, unsigned Operation, const llvm::Instruction &At, llvm::Value *Node,
                     llvm::Value *Result);
  llvm::Value *binary(Builder &B, unsigned Operation, const llvm::Instruction &At, llvm::Value *NodeA,
                      llvm::Value *NodeB, llvm::Value *A, llvm::Value *C, llvm::Value *Result, unsigned Extra = 0);
  void concretise(llvm::Instruction &I);
  void pin(Builder &B, const llvm::Instruction &At, llvm::Value *V, unsigned Reason);
  void pinPart(Builder &B, const llvm::Instruction &At, llvm::Value *Node, llvm::Value *V, unsigned Reason);
  llvm::Value *addressNode(llvm::Value *Pointer) { return nodeOf(Pointer); }
  void mustBeInside(llvm::Instruction &LoadOrStore, std::uint64_t Size);
  llvm::Value *baseOf(llvm::Value *Pointer) const;
  void dereference(Builder &Before, llvm::Instruction &I, llvm::Value *Pointer);
  void reach(Builder &Before, llvm::Instruction &I, llvm::Value *Pointer, std::uint64_t Size, bool Write);

  // Calls.cpp
  void enter();
  void settle(Builder &B, llvm::CallBase &Call, unsigned Argument, llvm::Value *Size);
  void passArguments(Builder &B, llvm::CallBase &Call, llvm::Value *Tag);
  void takeResults(Builder &B, llvm::CallBase &Call, llvm::Value *Tag, llvm::Value *Under);
  void callTraced(llvm::CallBase &Call, bool Certain);
  void callIndirect(llvm::CallBase &Call);
  void callExternal(llvm::CallBase &Call, const llvm::Function *Callee);
  void describeEffect(Builder &B, llvm::CallBase &Call, const Effect *What);
  void describeGlobals(Builder &B, llvm::CallBase &Call, const Effect &What);
  bool callMathematical(llvm::CallBase &Call, const llvm::Function &Callee);
  llvm::Instruction *afterCall(llvm::CallBase &Call);
  std::optional<Question> questionAt(const llvm::CallBase &Call) const;
  void recordQuestion(llvm::CallBase &Call, const Question &Asked);
  void instrumentCall(llvm::CallBase &Call);
  void memoryIntrinsic(llvm::MemIntrinsic &I);

  // Control.cpp
  void openEdges(llvm::Instruction &Terminator, llvm::function_ref<llvm::Value *(Builder &, unsigned)> Decide);
  void countEdge(Builder &B, unsigned Number);
  void openRegion(Builder &B, const BranchPlan &Plan, const Edge &Side, llvm::Value *Before, llvm::Value *Decision);
  void closeRegions();
  void coverBlocks();
  void markPlaces();
  llvm::AllocaInst *savedAt(llvm::BasicBlock &Join);

  ModuleState &State;
  llvm::Function &F;
  llvm::Type *NodeType, *LongType, *PointerType;
  llvm::DenseMap<llvm::Value *, PartList> Parts;
  llvm::MapVector<llvm::AllocaInst *, llvm::AllocaInst *> Companions; ///< of scalar locals that stay in the frame
  llvm::DenseMap<llvm::Instruction *, BranchPlan> Branches;
  llvm::DenseMap<llvm::Instruction *, unsigned> ClassOf;       ///< of loads and stores, and of what is written by fills
  llvm::DenseMap<llvm::Instruction *, unsigned> SourceClassOf; ///< of copies
  /// Sets of classes that pointers lead to which are given to code without instrumentation, or passed by value.
  llvm::DenseMap<std::pair<llvm::Instruction *, unsigned>, unsigned> ReadSets;
  llvm::DenseSet<llvm::Instruction *> MayNotReturn; ///< calls of code without instrumentation
  llvm::DenseMap<llvm::Instruction *, CallPlan> Calls;
  llvm::MapVector<llvm::BasicBlock *, llvm::AllocaInst *> Saved; ///< for each join the control before it
  std::vector<Filling> Fillings;
  std::vector<llvm::Use *> Undefined; ///< operands that have no value at all
  std::vector<llvm::Instruction *> Work;
  /// Blocks, and the bytes of coverage of those of the original that they contain something of.
  llvm::MapVector<llvm::BasicBlock *, std::set<unsigned>> Covered;
  llvm::AllocaInst *ControlSlot = nullptr;
  llvm::AllocaInst *VariadicPlace = nullptr;
  llvm::Value *Frame = nullptr;
  llvm::Instruction *Start = nullptr; ///< hooks of the entry go before it
};

} // namespace vernier
