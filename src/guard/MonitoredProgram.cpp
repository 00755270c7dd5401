#include "guard/MonitoredProgram.h"

#include "abi/Monitor.h"
#include "bitcode/Locations.h"
#include "guard/ExpressionCode.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cstring>
#include <map>

namespace vernier {

namespace {

const unsigned char Bitcode[] = {
#include "monitor.bc.inc"
};

llvm::StringRef monitorBitcode() {
  return {reinterpret_cast<const char *>(Bitcode), sizeof Bitcode};
}

std::string serialised(const llvm::Module &M) {
  std::string Bytes;
  llvm::raw_string_ostream Stream(Bytes);
  llvm::WriteBitcodeToFile(M, Stream);
  return Stream.str();
}

/// The plan as the program knows it, in words of 32 bits.
std::vector<std::uint32_t> planWords(const PointPlan &Plan, Side Which, PointAction Action) {
  std::uint64_t Identity = monitorIdentity(Plan, Which, Action);
  std::vector<std::uint32_t> Words{static_cast<std::uint32_t>(Identity), static_cast<std::uint32_t>(Identity >> 32), 0,
                                   0};
  if (Action == PointAction::Record) {
    Words[2] = static_cast<std::uint32_t>(Plan.Points.size());
    for (const MonitoredPoint &Point : Plan.Points)
      Words.push_back(static_cast<std::uint32_t>(Point.anchor(Which).Variables.size()));
  } else {
    Words[3] = static_cast<std::uint32_t>(Plan.Chosen.size());
  }
  return Words;
}

/// Puts code in front of the instructions of a copy of a version.
class Weaver {
public:
  Weaver(llvm::Module &M, const llvm::ValueToValueMapTy &Copies, Side Which) : M(M), Copies(Copies), Which(Which) {}

  void record(std::size_t Number, const MonitoredPoint &Point) {
    llvm::IRBuilder<> Builder(instructionAt(Point));
    Builder.SetCurrentDebugLocation(placeOf(Point));
    const std::vector<PointVariable> &Variables = Point.anchor(Which).Variables;
    llvm::AllocaInst *Room = roomIn(*Builder.GetInsertBlock()->getParent(), Variables.size());
    for (std::size_t I = 0; I != Variables.size(); ++I) {
      llvm::Value *Wide = asWord(Builder, Variables[I], value(Builder, Variables[I]));
      Builder.CreateStore(Wide, Builder.CreateConstGEP1_64(Builder.getInt64Ty(), Room, I));
    }
    Builder.CreateCall(function("vernier_monitor_record", {Builder.getInt32Ty(), Builder.getPtrTy()}),
                       {Builder.getInt32(static_cast<std::uint32_t>(Number)), Room});
  }

  void check(std::size_t Number, const MonitoredPoint &Point, const Property &Checked) {
    llvm::IRBuilder<> Builder(instructionAt(Point));
    Builder.SetCurrentDebugLocation(placeOf(Point));
    llvm::Value *Holds = condition(Builder, Point, Checked);
    Builder.CreateCall(
        function("vernier_monitor_check", {Builder.getInt32Ty(), Builder.getInt32Ty()}),
        {Builder.getInt32(static_cast<std::uint32_t>(Number)), Builder.CreateZExt(Holds, Builder.getInt32Ty())});
  }

  void assertThere(std::size_t Number, const MonitoredPoint &Point, const Property &Checked) {
    llvm::IRBuilder<> Builder(instructionAt(Point));
    Builder.SetCurrentDebugLocation(placeOf(Point));
    llvm::Value *Holds = condition(Builder, Point, Checked);
    Builder.CreateCall(function("vernier.assert." + std::to_string(Number), {Builder.getInt1Ty()}), {Holds});
  }

private:
  llvm::Instruction *instructionAt(const MonitoredPoint &Point) const {
    return llvm::cast<llvm::Instruction>(Copies.lookup(Point.anchor(Which).Before));
  }

  llvm::DebugLoc placeOf(const MonitoredPoint &Point) const {
    llvm::DISubprogram *Scope = instructionAt(Point)->getFunction()->getSubprogram();
    if (!Scope)
      return {};
    return llvm::DILocation::get(M.getContext(), Point.anchor(Which).Where.Line, 0, Scope);
  }

  llvm::FunctionCallee function(const std::string &Name, llvm::ArrayRef<llvm::Type *> Parameters) {
    return M.getOrInsertFunction(
        Name, llvm::FunctionType::get(llvm::Type::getVoidTy(M.getContext()), Parameters, /*isVarArg=*/false));
  }

  llvm::AllocaInst *roomIn(llvm::Function &F, std::size_t Words) {
    auto &[Room, Size] = Rooms[&F];
    llvm::IRBuilder<> Builder(&*F.getEntryBlock().getFirstInsertionPt());
    if (!Room || Size < Words) {
      Room = Builder.CreateAlloca(llvm::ArrayType::get(Builder.getInt64Ty(), Words));
      Size = Words;
    }
    return Room;
  }

  static llvm::Type *typeOf(llvm::IRBuilder<> &Builder, const PointVariable &Variable) {
    if (Variable.Pointer)
      return Builder.getPtrTy();
    if (Variable.Floating)
      return Variable.Bits == 32 ? Builder.getFloatTy() : Builder.getDoubleTy();
    return Builder.getIntNTy(Variable.Bits);
  }

  llvm::Value *copyOf(const llvm::Value &V) {
    if (llvm::Value *Copy = Copies.lookup(&V))
      return Copy;
    return const_cast<llvm::Value *>(&V); // a constant
  }

  /// A number of its width; floating point as such.
  llvm::Value *value(llvm::IRBuilder<> &Builder, const PointVariable &Variable) {
    llvm::Value *Found = nullptr;
    switch (Variable.Where) {
    case PointVariable::Holder::Slot:
    case PointVariable::Holder::Global:
      Found = Builder.CreateLoad(typeOf(Builder, Variable), copyOf(*Variable.Value));
      break;
    case PointVariable::Holder::Value:
      Found = copyOf(*Variable.Value);
      break;
    case PointVariable::Holder::AtEntry:
      Found = atEntry(*Builder.GetInsertBlock()->getParent(), Variable);
      break;
    }
    return Variable.Pointer ? Builder.CreatePtrToInt(Found, Builder.getInt64Ty()) : Found;
  }

  llvm::Value *atEntry(llvm::Function &F, const PointVariable &Variable) {
    if (llvm::isa<llvm::Argument>(Variable.Value))
      return copyOf(*Variable.Value);
    llvm::Value *&Known = Entries[{&F, Variable.Value}];
    if (!Known) {
      llvm::IRBuilder<> Builder(&*F.getEntryBlock().getFirstInsertionPt());
      Known = Builder.CreateLoad(typeOf(Builder, Variable), copyOf(*Variable.Value));
    }
    return Known;
  }

  static llvm::Value *asWord(llvm::IRBuilder<> &Builder, const PointVariable &Variable, llvm::Value *V) {
    if (Variable.Floating)
      V = Builder.CreateBitCast(V, Builder.getIntNTy(Variable.Bits));
    return Builder.CreateIntCast(V, Builder.getInt64Ty(), Variable.Signed && !Variable.Floating);
  }

  llvm::Value *condition(llvm::IRBuilder<> &Builder, const MonitoredPoint &Point, const Property &Checked) {
    std::vector<bool> Used(Point.anchor(Which).Variables.size());
    markUsed(*Checked.in(Which), Used);
    std::vector<llvm::Value *> Leaves;
    for (std::size_t I = 0; I != Used.size(); ++I)
      Leaves.push_back(Used[I] ? value(Builder, Point.anchor(Which).Variables[I]) : nullptr);
    llvm::Value *Result = codeOf(Builder, *Checked.in(Which), Leaves);
    return Builder.CreateICmpNE(Result, llvm::ConstantInt::get(Result->getType(), 0));
  }

  static void markUsed(const Expression &What, std::vector<bool> &Used) {
    if (What.What == Expression::Op::Leaf)
      Used[What.LeafIndex] = true;
    for (const Expression &Operand : What.Operands)
      markUsed(Operand, Used);
  }

  llvm::Module &M;
  const llvm::ValueToValueMapTy &Copies;
  Side Which;
  std::map<llvm::Function *, std::pair<llvm::AllocaInst *, std::size_t>> Rooms;
  std::map<std::pair<llvm::Function *, const llvm::Value *>, llvm::Value *> Entries;
};

/// The code that writes down what is seen, and the plan that it knows.
Status addMonitor(llvm::Module &M, const PointPlan &Plan, Side Which, PointAction Action) {
  auto Monitor = llvm::parseBitcodeFile(llvm::MemoryBufferRef(monitorBitcode(), "monitor"), M.getContext());
  if (!Monitor)
    return analysisError("the monitor cannot be read: " + llvm::toString(Monitor.takeError()));
  if (llvm::Linker::linkModules(M, std::move(*Monitor)))
    return analysisError("the monitor cannot be linked into the program");
  std::vector<std::uint32_t> Numbers = planWords(Plan, Which, Action);
  auto *Words = llvm::ConstantDataArray::get(M.getContext(), Numbers);
  auto *Known = new llvm::GlobalVariable(M, Words->getType(), /*isConstant=*/true, llvm::GlobalValue::InternalLinkage,
                                         Words, "vernier_monitor_plan_words");
  Known->setAlignment(llvm::Align(8));
  if (llvm::GlobalVariable *Declared = M.getNamedGlobal("vernier_monitor_plan")) {
    Declared->replaceAllUsesWith(Known);
    Declared->eraseFromParent();
  }
  for (const char *Name : {"vernier_monitor_record", "vernier_monitor_check"})
    if (llvm::Function *F = M.getFunction(Name))
      F->setLinkage(llvm::GlobalValue::InternalLinkage);
  return Done{};
}

} // namespace

std::uint64_t monitorIdentity(const PointPlan &Plan, Side Which, PointAction Action) {
  std::string Text = Action == PointAction::Record ? "record" : "check";
  for (const MonitoredPoint &Point : Plan.Points) {
    const PointAnchor &Anchor = Point.anchor(Which);
    Text += "\n" + stableId(*Anchor.Before);
    if (Action == PointAction::Record)
      for (const PointVariable &Variable : Anchor.Variables)
        Text += " " + Variable.Name + ":" + std::to_string(Variable.Bits);
  }
  if (Action != PointAction::Record)
    for (std::size_t Number : Plan.Chosen)
      Text += "\n" + std::to_string(Plan.Properties[Number].Point) + " " + Plan.Properties[Number].Text;
  return llvm::xxh3_64bits(Text);
}

std::vector<std::uint64_t> monitorMemory(const PointPlan &Plan, Side Which, PointAction Action) {
  std::vector<std::uint32_t> Words = planWords(Plan, Which, Action);
  if (Words.size() % 2)
    Words.push_back(0);
  std::vector<std::uint64_t> Aligned(Words.size() / 2);
  std::memcpy(Aligned.data(), Words.data(), 4 * Words.size());
  auto *Known = reinterpret_cast<const VernierMonitorPlan *>(Aligned.data());
  std::vector<std::uint64_t> Memory(vernierMonitorSize(Known) / sizeof(std::uint64_t));
  vernierMonitorLayOut(reinterpret_cast<VernierMonitor *>(Memory.data()), Known);
  return Memory;
}

namespace {

/// Points of functions that have no copy are left out.
Status weave(llvm::Module &Into, const llvm::ValueToValueMapTy &Copies, Side Which, const PointPlan &Plan,
             PointAction Action) {
  Weaver Woven(Into, Copies, Which);
  auto HasCopy = [&](const MonitoredPoint &Point) { return Copies.count(Point.anchor(Which).Before) != 0; };
  if (Action == PointAction::Record)
    for (std::size_t I = 0; I != Plan.Points.size(); ++I)
      if (HasCopy(Plan.Points[I]))
        Woven.record(I, Plan.Points[I]);
  for (std::size_t I = 0; Action != PointAction::Record && I != Plan.Chosen.size(); ++I) {
    const Property &Chosen = Plan.Properties[Plan.Chosen[I]];
    if (!HasCopy(Plan.Points[Chosen.Point]))
      continue;
    if (Action == PointAction::Check)
      Woven.check(I, Plan.Points[Chosen.Point], Chosen);
    else
      Woven.assertThere(I, Plan.Points[Chosen.Point], Chosen);
  }
  return Action == PointAction::Assert ? Status(Done{}) : addMonitor(Into, Plan, Which, Action);
}

bool sameShape(const llvm::Function &A, const llvm::Function &B) {
  return A.arg_size() == B.arg_size() && A.getInstructionCount() == B.getInstructionCount() &&
         llvm::equal(llvm::instructions(A), llvm::instructions(B), [](const auto &I, const auto &J) {
           return I.getOpcode() == J.getOpcode() && I.getNumOperands() == J.getNumOperands();
         });
}

void addCopies(const llvm::Function &From, llvm::Function &To, llvm::ValueToValueMapTy &Copies) {
  for (unsigned I = 0; I != From.arg_size(); ++I)
    Copies[From.getArg(I)] = To.getArg(I);
  auto Other = llvm::inst_begin(To);
  for (const llvm::Instruction &I : llvm::instructions(From)) {
    Copies[&I] = &*Other;
    for (unsigned Operand = 0; Operand != I.getNumOperands(); ++Operand)
      if (llvm::isa<llvm::GlobalVariable>(I.getOperand(Operand)))
        Copies[I.getOperand(Operand)] = Other->getOperand(Operand);
    ++Other;
  }
}

} // namespace

Status weaveByShape(const llvm::Module &Version, llvm::Module &Into, Side Which, const PointPlan &Plan,
                    PointAction Action) {
  llvm::ValueToValueMapTy Copies;
  llvm::DenseSet<const llvm::Function *> Functions;
  for (const MonitoredPoint &Point : Plan.Points)
    Functions.insert(&Point.function(Which));
  for (const llvm::Function &F : Version)
    if (llvm::Function *Other = Functions.contains(&F) ? Into.getFunction(F.getName()) : nullptr;
        Other && !Other->isDeclaration() && sameShape(F, *Other))
      addCopies(F, *Other, Copies);
  return weave(Into, Copies, Which, Plan, Action);
}

Result<Program> monitoredProgram(const Program &Version, Side Which, const PointPlan &Plan, PointAction Action) {
  llvm::ValueToValueMapTy Copies;
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(Version.module(), Copies);
  if (Status Woven = weave(*Copy, Copies, Which, Plan, Action); !Woven)
    return Woven.takeError();
  auto Context = std::make_unique<llvm::LLVMContext>();
  auto Own = llvm::parseBitcodeFile(llvm::MemoryBufferRef(serialised(*Copy), "monitored"), *Context);
  if (!Own)
    return analysisError("the bitcode cannot be read back: " + llvm::toString(Own.takeError()));
  Program Result(std::move(Context), std::move(*Own), Version.label());
  Result.SourceRoot = Version.SourceRoot;
  Result.Texts = Version.Texts;
  Result.Link = Version.Link;
  Result.Facts = Version.Facts;
  return Result;
}

} // namespace vernier
