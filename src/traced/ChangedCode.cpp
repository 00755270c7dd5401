#include "traced/ChangedCode.h"

#include "instrument/Accesses.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vernier {

std::vector<const llvm::Instruction *> instructionsOfSites(const llvm::Module &M, const Instrumentation &Build) {
  llvm::StringMap<std::vector<const llvm::Instruction *>> ByFunction;
  std::vector<const llvm::Instruction *> Result(Build.Sites.size());
  for (std::size_t I = 0; I != Build.Sites.size(); ++I) {
    const Site &Place = Build.Sites[I];
    if (Place.Model || Place.Function.empty())
      continue;
    auto [Known, New] = ByFunction.try_emplace(Place.Function);
    if (New)
      if (const llvm::Function *F = M.getFunction(Place.Function))
        for (const llvm::Instruction &Each : llvm::instructions(*F))
          Known->second.push_back(&Each);
    if (Place.Ordinal < Known->second.size())
      Result[I] = Known->second[Place.Ordinal];
  }
  return Result;
}

namespace {

/// Functions that run before or after main, where nothing is traced, and what they call.
llvm::DenseSet<const llvm::Function *> outsideOfMain(const llvm::Module &M, const CallGraph &Calls) {
  std::vector<const llvm::Function *> Open;
  for (const char *Name : {"llvm.global_ctors", "llvm.global_dtors"})
    if (auto *List = M.getGlobalVariable(Name); List && List->hasInitializer())
      if (auto *Entries = llvm::dyn_cast<llvm::ConstantArray>(List->getInitializer()))
        for (const llvm::Use &Entry : Entries->operands())
          if (auto *F =
                  llvm::dyn_cast<llvm::Function>(llvm::cast<llvm::Constant>(Entry)->getOperand(1)->stripPointerCasts()))
            Open.push_back(F);
  llvm::DenseSet<const llvm::Function *> Found(Open.begin(), Open.end());
  while (!Open.empty()) {
    const llvm::Function *F = Open.back();
    Open.pop_back();
    if (!F->isDeclaration())
      for (const CallGraph::Site &Call : Calls.callsFrom(*F))
        if (Found.insert(Call.Callee).second)
          Open.push_back(Call.Callee);
  }
  return Found;
}

} // namespace

namespace {

std::vector<std::uint64_t> frameOf(const llvm::Function &F) {
  std::vector<std::uint64_t> Sizes;
  for (const llvm::Instruction &I : llvm::instructions(F))
    if (auto *Local = llvm::dyn_cast<llvm::AllocaInst>(&I)) {
      auto Size = Local->getAllocationSize(F.getDataLayout());
      Sizes.push_back(Size ? Size->getFixedValue() : 0);
    }
  return Sizes;
}

/// Locals lie elsewhere than in the other version: what an access outside of an array hits is another thing.
bool hasOtherFrame(const llvm::Function &F, const ChangeMap &Map) {
  const llvm::Function *Other = Map.counterpart(F);
  return Other && frameOf(F) != frameOf(*Other);
}

/// An access to a local at a place that is computed, or that lies outside of it for sure.
bool mayLeaveLocal(const llvm::Instruction &I) {
  const llvm::Value *Pointer = llvm::getLoadStorePointerOperand(&I);
  if (!Pointer)
    return false;
  return !cannotFail(I) && llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(Pointer));
}

/// Gives memory back: whether it is executed decides about accesses elsewhere.
bool givesBack(const llvm::Instruction &I) {
  static const std::set<std::string, std::less<>> Names = {"free",   "realloc", "reallocarray", "_ZdlPv",
                                                           "_ZdaPv", "_ZdlPvm", "_ZdaPvm"};
  auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Names.contains(Callee->getName().str());
}

/// An access that may leave its object, or meet memory that cannot be accessed like this.
bool mayFail(const llvm::Instruction &I) {
  if (llvm::getLoadStorePointerOperand(&I))
    return !cannotFail(I);
  return llvm::isa<llvm::MemIntrinsic>(I) || givesBack(I);
}

/// The store dies if it meets a constant.
bool mayMeetConstant(const llvm::Instruction &I, const PointsTo &Pointers) {
  const llvm::Value *To = llvm::isa<llvm::StoreInst>(I) ? llvm::getLoadStorePointerOperand(&I) : nullptr;
  if (auto *Memory = llvm::dyn_cast<llvm::MemIntrinsic>(&I))
    To = Memory->getRawDest();
  if (!To)
    return false;
  for (CellId Cell : Pointers.touched(*To, 0)) {
    const llvm::Value *Site = Pointers.objects().owner(Cell).Site;
    auto *Global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(Site);
    if (Global && Global->isConstant())
      return true;
  }
  return false;
}

} // namespace

std::vector<const llvm::Instruction *> touchedInstructions(const llvm::Module &M, const ChangeMap &Map) {
  std::vector<const llvm::Instruction *> Result;
  for (const llvm::Function &F : M) {
    bool OtherFrame = hasOtherFrame(F, Map);
    for (const llvm::Instruction &I : llvm::instructions(F))
      if (Map.isChanged(I) || (OtherFrame && mayLeaveLocal(I)))
        Result.push_back(&I);
  }
  for (const auto &[From, To] : Map.changedEdges())
    if (From->getModule() == &M)
      Result.push_back(From->getTerminator());
  return Result;
}

ChangedCode::ChangedCode(const Program &Version, const Instrumentation &Build, llvm::ArrayRef<NeighbourMap> Maps)
    : Build(Build), Deciding(static_cast<unsigned>(Build.Sites.size())),
      Framed(static_cast<unsigned>(Build.Sites.size())), FrameDeciding(static_cast<unsigned>(Build.Sites.size())),
      Distances(Build.Sites.size(), ~0u), Statements(Build.Sites.size()) {
  std::vector<const llvm::Instruction *> Sites = instructionsOfSites(Version.module(), Build);
  for (std::uint32_t I = 0; I != Sites.size(); ++I)
    if (Sites[I])
      SiteOf[Sites[I]] = I;
  for (unsigned I = 0; I != Build.Blocks.size(); ++I)
    if (const llvm::Instruction *First = Sites[Build.Blocks[I]])
      BlockSpots[First->getParent()] = Build.Edges + I;
  for (const NeighbourMap &Each : Maps) {
    addMap(Version, Each);
    addMovedArguments(Version, Each);
  }
  ProgramAnalysis Analysis(Version);
  auto Outside = outsideOfMain(Version.module(), Analysis.calls());
  Everything |= llvm::any_of(Targets, [&](const llvm::Instruction *I) { return Outside.contains(I->getFunction()); });
  Distance Far = Analysis.distanceTo(Targets);
  // A model that calls back decides about what is called. Which ones do is not looked at.
  bool ThroughPointers = false;
  for (const llvm::Function &F : Version.module())
    if (!F.isDeclaration() && F.hasAddressTaken())
      for (const llvm::BasicBlock &Block : F)
        ThroughPointers |= Far.of(Block).has_value();
  for (const llvm::Function &F : Version.module())
    for (const llvm::BasicBlock &Block : F)
      if (const auto *End = Block.getTerminator(); llvm::isa<llvm::InvokeInst>(End))
        Caught |= Far.of(*End).has_value();
  for (std::uint32_t I = 1; I < Sites.size(); ++I) {
    std::optional<unsigned> Branches = Sites[I] ? Far.of(*Sites[I]) : std::nullopt;
    if (Branches)
      Distances[I] = *Branches;
    if (Branches || (!Sites[I] && Build.Sites[I].Model && ThroughPointers))
      Deciding.set(I);
  }
  for (const NeighbourMap &Each : Maps)
    for (const llvm::Function &F : Version.module())
      if (!F.isDeclaration() && Each.Map->hasChange(F))
        for (const llvm::Instruction &I : llvm::instructions(F))
          if (givesBack(I) || mayMeetConstant(I, Analysis.pointers()))
            FrameTargets.push_back(&I);
  if (FrameTargets.empty())
    return;
  Distance ToFrame = Analysis.distanceTo(FrameTargets);
  for (std::uint32_t I = 1; I < Sites.size(); ++I)
    if (Sites[I] && ToFrame.of(*Sites[I]))
      FrameDeciding.set(I);
}

void ChangedCode::addEdge(const llvm::BasicBlock &From, const llvm::BasicBlock &To) {
  const llvm::Instruction *End = From.getTerminator();
  auto Site = SiteOf.find(End);
  bool Counted = Site != SiteOf.end() && Build.Sites[Site->second].Successors > 1 &&
                 (llvm::isa<llvm::BranchInst>(End) || llvm::isa<llvm::SwitchInst>(End));
  if (!Counted)
    return addBlock(From);
  for (unsigned I = 0; I != End->getNumSuccessors(); ++I)
    if (End->getSuccessor(I) == &To)
      Spots.insert(Build.Sites[Site->second].FirstEdge + I);
}

void ChangedCode::addTarget(const llvm::Instruction &I) {
  Targets.push_back(&I);
  if (BlockSpots.contains(I.getParent()))
    addBlock(*I.getParent());
  else
    Everything = true;
}

void ChangedCode::addMap(const Program &Version, const NeighbourMap &To) {
  const ChangeMap &Map = *To.Map;
  for (const llvm::Function &F : Version.module()) {
    bool OtherFrame = hasOtherFrame(F, Map);
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      bool OfFrame = OtherFrame && mayLeaveLocal(I);
      if (Map.isChanged(I) || OfFrame)
        addTarget(I);
      if (OfFrame || (Map.isChanged(I) && mayFail(I)))
        FrameTargets.push_back(&I);
      if (auto Site = SiteOf.find(&I); OfFrame && Site != SiteOf.end())
        Framed.set(Site->second);
    }
  }
  for (const auto &[From, Next] : Map.changedEdges())
    if (From->getModule() == &Version.module()) {
      Targets.push_back(From->getTerminator());
      if (BlockSpots.contains(From))
        addEdge(*From, *Next);
      else
        Everything = true;
    }
  Everything |= !Map.obstacles().empty();
  addStatements(To, &Map.newProgram() == &Version);
}

/// The map pairs parameters by position, the input space may pair those of the entry by name. What gets another input
/// there is like a change, whatever the code looks like.
void ChangedCode::addMovedArguments(const Program &Version, const NeighbourMap &To) {
  if (To.Space->WholeProgram)
    return;
  bool IsNew = &To.Map->newProgram() == &Version;
  const llvm::Function *Entry = Version.module().getFunction(To.Space->entry(IsNew ? Side::New : Side::Old));
  for (unsigned Position : movedArguments(*To.Space))
    if (Entry && Position < Entry->arg_size())
      for (const llvm::User *Use : Entry->getArg(Position)->users())
        addTarget(*llvm::cast<llvm::Instruction>(Use));
}

void ChangedCode::addStatements(const NeighbourMap &To, bool IsNew) {
  for (const ChangedStatement &Each : changedStatements(*To.Map))
    for (const llvm::Instruction *I : IsNew ? Each.NewInstructions : Each.OldInstructions) {
      unsigned Id = To.IdsFrom + Each.Id;
      if (auto Site = SiteOf.find(I); Site != SiteOf.end() && !llvm::is_contained(Statements[Site->second], Id))
        Statements[Site->second].push_back(Id);
      if (auto Spot = BlockSpots.find(I->getParent()); Spot != BlockSpots.end())
        StatementsAt[Spot->second].insert(Id);
    }
}

bool ChangedCode::isReached(llvm::ArrayRef<std::uint8_t> Coverage) const {
  return Everything ||
         llvm::any_of(Spots, [&](unsigned Spot) { return Spot >= Coverage.size() || Coverage[Spot] != 0; });
}

std::set<unsigned> ChangedCode::executed(llvm::ArrayRef<std::uint8_t> Coverage) const {
  std::set<unsigned> Result;
  for (const auto &[Spot, Ids] : StatementsAt)
    if (Spot < Coverage.size() && Coverage[Spot])
      Result.insert(Ids.begin(), Ids.end());
  return Result;
}

} // namespace vernier
