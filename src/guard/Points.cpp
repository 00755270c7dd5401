#include "guard/Points.h"

#include "bitcode/Locations.h"
#include "guard/Variables.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>

namespace vernier {

namespace {

using FunctionSet = llvm::SetVector<const llvm::Function *>;
using Group = std::vector<const llvm::Instruction *>;

/// The parts of statements that a block executes, in order: instructions of one line that stand together.
std::vector<Group> groupsOf(const llvm::BasicBlock &Block) {
  std::vector<Group> Groups;
  unsigned Line = 0;
  for (const llvm::Instruction &I : Block) {
    if (isTransparent(I) || !locationOf(I))
      continue;
    if (Groups.empty() || locationOf(I)->Line != Line)
      Groups.emplace_back();
    Line = locationOf(I)->Line;
    Groups.back().push_back(&I);
  }
  return Groups;
}

unsigned lineOf(const Group &Statement) {
  return locationOf(*Statement.front())->Line;
}

bool beginsWithLine(const llvm::BasicBlock &Block, unsigned Line) {
  for (const llvm::Instruction &I : Block)
    if (!isTransparent(I) && locationOf(I))
      return locationOf(I)->Line == Line;
  return false;
}

/// Whether control is still inside of a statement when it leaves the block: where its ways meet again, a value is
/// chosen (a conditional expression, && and ||; statements leave no phi), or what it decides about stands in the same
/// line.
bool endsInsideOfStatement(const llvm::BasicBlock &Block, const llvm::PostDominatorTree &Joins, unsigned Line) {
  const auto *Node = Joins.getNode(&Block);
  const auto *Join = Node ? Node->getIDom() : nullptr;
  if (Join && Join->getBlock() && !Join->getBlock()->phis().empty())
    return true;
  const llvm::Instruction &Last = *Block.getTerminator();
  return Last.getNumSuccessors() > 1 && llvm::any_of(llvm::successors(&Block), [&](const llvm::BasicBlock *Next) {
           return beginsWithLine(*Next, Line);
         });
}

/// The groups behind which a statement is over. One that the same or an earlier line follows in its block is an operand
/// of what stands there.
std::vector<Group> wholeStatementsOf(const llvm::BasicBlock &Block, const llvm::PostDominatorTree &Joins) {
  std::vector<Group> Groups = groupsOf(Block), Whole;
  if (Groups.empty())
    return Whole;
  unsigned LastLine = lineOf(Groups.back()), Later = endsInsideOfStatement(Block, Joins, LastLine) ? LastLine : ~0u;
  for (Group &Statement : llvm::reverse(Groups)) {
    unsigned Line = lineOf(Statement);
    if (Line < Later)
      Whole.push_back(std::move(Statement));
    Later = std::min(Later, Line);
  }
  std::reverse(Whole.begin(), Whole.end());
  return Whole;
}

/// Something is computed or decided there that is worth a look.
bool acts(const Group &Statement) {
  return llvm::any_of(Statement, [](const llvm::Instruction *I) {
    return llvm::isa<llvm::StoreInst>(I) || llvm::isa<llvm::CallBase>(I) || I->isTerminator();
  });
}

/// Where control is when it has executed the group: in front of what it ends with, if that leaves the block.
const llvm::Instruction *behind(const llvm::Instruction &Last) {
  return Last.isTerminator() ? &Last : Last.getNextNode();
}

/// With what stands between its instructions, which may belong to a change.
Group wholeGroup(const Group &Statement) {
  const llvm::Instruction &Last = *Statement.back();
  const llvm::Instruction *First = Statement.front();
  Group Whole;
  for (const llvm::Instruction &I : *Last.getParent()) {
    if (&I == First || First->getParent() != Last.getParent())
      Whole.push_back(&I);
    else if (!Whole.empty())
      Whole.push_back(&I);
    if (&I == &Last)
      break;
  }
  return Whole;
}

class Collector {
public:
  explicit Collector(const ChangeMap &Map) : Map(Map) {}

  MonitoredScope run() {
    MonitoredScope Scope;
    findChanged();
    FunctionSet Looked = Changed;
    findNeighbours(Map.oldProgram().module(), Side::Old, Looked);
    findNeighbours(Map.newProgram().module(), Side::New, Looked);
    for (const llvm::Function *F : Looked)
      addPoints(*F, Scope.Points);
    Scope.Changed.assign(Changed.begin(), Changed.end());
    for (const llvm::Function *F : Changed) {
      const std::vector<const llvm::Function *> &Own = Callers[F];
      if (Own.empty())
        Roots.insert(F);
      Roots.insert(Own.begin(), Own.end());
    }
    Scope.Roots.assign(Roots.begin(), Roots.end());
    return Scope;
  }

private:
  void findChanged() {
    for (const llvm::Function &F : Map.oldProgram().module()) {
      const llvm::Function *Other = Map.counterpart(F);
      if (!F.isDeclaration() && Other && !Other->isDeclaration() && F.getSubprogram() &&
          (Map.hasChange(F) || Map.hasChange(*Other)))
        Changed.insert(&F);
    }
  }

  /// The function of the base, if both versions have it with a body.
  const llvm::Function *inBase(const llvm::Function &F, Side Which) const {
    const llvm::Function *Other = Map.counterpart(F);
    if (!Other || F.isDeclaration() || Other->isDeclaration() || !F.getSubprogram() || !Other->getSubprogram())
      return nullptr;
    return Which == Side::Old ? &F : Other;
  }

  void findNeighbours(const llvm::Module &M, Side Which, FunctionSet &Looked) {
    for (const llvm::Function &F : M)
      for (const llvm::Instruction &I : llvm::instructions(F)) {
        auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
        const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
        if (!Callee || Callee == &F)
          continue;
        const llvm::Function *From = inBase(F, Which), *To = inBase(*Callee, Which);
        if (!From || !To)
          continue;
        if (Changed.contains(To)) {
          Looked.insert(From);
          if (!llvm::is_contained(Callers[To], From))
            Callers[To].push_back(From);
        }
        if (Changed.contains(From))
          Looked.insert(To);
      }
  }

  bool isUnchanged(const Group &Statement) const {
    return llvm::all_of(Statement, [&](const llvm::Instruction *I) {
      const llvm::Instruction *Other = Map.counterpart(*I);
      return Other && Other->getFunction() == Map.counterpart(*I->getFunction()) && locationOf(*Other);
    });
  }

  void addPoints(const llvm::Function &F, std::vector<MonitoredPoint> &To) const {
    const llvm::Function &Other = *Map.counterpart(F);
    FunctionVariables Own(F), InUpgrade(Other);
    // LLVM computes it for functions that may be changed, and changes nothing.
    llvm::PostDominatorTree Joins(const_cast<llvm::Function &>(F));
    for (const llvm::BasicBlock &Block : F)
      for (const Group &Statement : wholeStatementsOf(Block, Joins)) {
        if (!acts(Statement) || !isUnchanged(Statement))
          continue;
        Group There;
        for (const llvm::Instruction *I : Statement)
          There.push_back(Map.counterpart(*I));
        MonitoredPoint Point;
        Point.InChangedFunction = Changed.contains(&F);
        Point.Base = anchorOf(Statement, Own);
        Point.Upgrade = anchorOf(There, InUpgrade);
        if (!Point.Base.Variables.empty())
          To.push_back(std::move(Point));
      }
  }

  static PointAnchor anchorOf(const Group &Statement, const FunctionVariables &Variables) {
    PointAnchor Anchor;
    Anchor.Before = behind(*Statement.back());
    Anchor.Where = *locationOf(*Statement.back());
    Anchor.Variables = Variables.at(*Anchor.Before, wholeGroup(Statement));
    return Anchor;
  }

  const ChangeMap &Map;
  FunctionSet Changed, Roots;
  llvm::DenseMap<const llvm::Function *, std::vector<const llvm::Function *>> Callers;
};

} // namespace

MonitoredScope monitoredScope(const ChangeMap &Map) {
  return Collector(Map).run();
}

} // namespace vernier
