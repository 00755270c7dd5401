#include "check/ReachesChange.h"

#include "input/Assume.h"
#include "verdict/Codes.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace vernier {

namespace {

/// A copy of a version in which an assertion that cannot hold stands in front of everything that is changed.
class MarkedVersion {
public:
  MarkedVersion(const Program &Version, const ChangeMap &Map)
      : Map(Map), Copy(llvm::CloneModule(Version.module(), Ids)) {
    auto *Type = llvm::FunctionType::get(llvm::Type::getVoidTy(Copy->getContext()),
                                         {llvm::Type::getInt1Ty(Copy->getContext())}, false);
    Assert = Copy->getOrInsertFunction("vernier.assert.change", Type);
    for (const llvm::Function &F : Version.module())
      for (const llvm::BasicBlock &Block : F)
        markBlock(Block);
    for (const llvm::Function &F : Version.module())
      for (const llvm::BasicBlock &Block : F)
        markEdges(Block);
  }

  Program take() { return Program(std::make_unique<llvm::LLVMContext>(), std::move(Copy), "marked"); }

private:
  static bool counts(const llvm::Instruction &I) {
    return !llvm::isa<llvm::AllocaInst>(I) && !llvm::isa<llvm::DbgInfoIntrinsic>(I);
  }

  void markBlock(const llvm::BasicBlock &Block) {
    for (const llvm::Instruction &I : Block)
      if (counts(I) && Map.isChanged(I)) {
        auto *Here = llvm::cast<llvm::Instruction>(Ids[&I]);
        bool First = llvm::isa<llvm::PHINode>(Here) || Here->isEHPad();
        mark(First ? &*Here->getParent()->getFirstInsertionPt() : Here);
        return;
      }
  }

  void markEdges(const llvm::BasicBlock &Block) {
    for (const llvm::BasicBlock *Next : llvm::successors(&Block))
      if (Map.isChangedEdge(Block, *Next))
        if (auto *Between =
                llvm::SplitEdge(llvm::cast<llvm::BasicBlock>(Ids[&Block]), llvm::cast<llvm::BasicBlock>(Ids[Next])))
          mark(&*Between->getFirstInsertionPt());
  }

  void mark(llvm::Instruction *Before) {
    llvm::IRBuilder<> Build(Before);
    Build.CreateCall(Assert, {Build.getFalse()});
  }

  const ChangeMap &Map;
  llvm::ValueToValueMapTy Ids;
  std::unique_ptr<llvm::Module> Copy;
  llvm::FunctionCallee Assert;
};

/// Assertions are asked about in the new version of a space.
InputSpace asNew(InputSpace Space, Side Which) {
  if (Which == Side::Old) {
    Space.NewEntry = Space.OldEntry;
    Space.NewArguments = Space.OldArguments;
  }
  return Space;
}

ChangeReach reachIn(const ChangeMap &Map, Side Which, const VerifyResult &Equal, const BoundedOptions &Options) {
  const Program &Version = Which == Side::Old ? Map.oldProgram() : Map.newProgram();
  Program Marked = MarkedVersion(Version, Map).take();
  unsigned Bound = std::max(Equal.Statistics.Bound, 1u);
  for (const AssertionVerdict &Each : proveAssertions(Marked, asNew(Equal.Space, Which), Options, Bound))
    switch (Each.What) {
    case AssertionVerdict::Status::Refuted:
      return ChangeReach::Some;
    case AssertionVerdict::Status::Proved:
    case AssertionVerdict::Status::Unreached:
      return ChangeReach::None;
    case AssertionVerdict::Status::ProvedUpToBound:
    case AssertionVerdict::Status::Unknown:
      return ChangeReach::Unknown;
    }
  return ChangeReach::None; // the entry was prepared, and nothing that is marked is left of it
}

ChangeReach reachOfClasses(const VerifyResult &Equal) {
  for (const VerifiedPartition &Part : Equal.Partitions)
    if (Part.Basis == PartitionBasis::Outcome || Part.Basis == PartitionBasis::Input)
      return ChangeReach::Some;
  return ChangeReach::None;
}

} // namespace

ChangeReach reachOfChange(const ChangeMap &Map, const VerifyResult &Equal, const VerifyOptions &Options) {
  if (Equal.Explored)
    return reachOfClasses(Equal);
  auto Assumed = assumptionsOf(Equal.Space);
  if (!Assumed)
    return ChangeReach::Unknown;
  BoundedOptions Wanted;
  Wanted.Time = std::max(Options.Time / 4, std::chrono::milliseconds(500));
  Wanted.QueryTime = std::min(Options.QueryTime, Wanted.Time);
  if (!Assumed->empty())
    Wanted.Assume = [&](TermStore &Store, const std::vector<Term> &Leaves) { return allHold(Store, *Assumed, Leaves); };
  ChangeReach New = reachIn(Map, Side::New, Equal, Wanted);
  if (New == ChangeReach::Some)
    return New;
  ChangeReach Old = reachIn(Map, Side::Old, Equal, Wanted);
  return Old == ChangeReach::None ? New : Old;
}

void refuseVacuous(const ChangeMap &Map, const VerifyOptions &Options, VerifyResult &Into) {
  if (!Into.Space.WholeProgram || Into.Judged.What != Answer::Equal || Into.Judged.Why.Code == reason::NoChangeReached)
    return;
  switch (reachOfChange(Map, Into, Options)) {
  case ChangeReach::Some:
    return;
  case ChangeReach::None:
    Into.Judged.Why = {reason::NoInputReachesChange, "no input within these bounds reaches a change"};
    break;
  case ChangeReach::Unknown:
    Into.Judged.Why = {reason::NoInputReachesChange, "no input within these bounds is known to reach a change"};
    break;
  }
  Into.Judged.What = Answer::Unknown;
  Into.Judged.Reach = Extent::None;
}

} // namespace vernier
