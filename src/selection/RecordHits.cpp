#include "selection/RecordHits.h"

#include "selection/SlotTable.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace vernier {

namespace {

const unsigned char RuntimeBitcode[] = {
#include "hits.bc.inc"
};

constexpr unsigned PageSize = 4096;

class HitRecorder {
public:
  explicit HitRecorder(llvm::Module &M) : M(M), Table(M) {
    auto *Type = llvm::ArrayType::get(llvm::Type::getInt8Ty(M.getContext()), hitsSize(Table.total()));
    Slots = new llvm::GlobalVariable(M, Type, /*isConstant=*/false, llvm::GlobalValue::InternalLinkage,
                                     llvm::ConstantAggregateZero::get(Type), "vernier_hits");
    Slots->setAlignment(llvm::Align(PageSize));
  }

  void instrument() {
    std::vector<llvm::Function *> Recorded;
    for (llvm::Function &F : M)
      if (Table.find(F))
        Recorded.push_back(&F);
    for (llvm::Function *F : Recorded)
      instrument(*F, *Table.find(*F));
  }

  Status addStart(const HitsPlace &Place) {
    auto Runtime = llvm::parseBitcodeFile(
        llvm::MemoryBufferRef({reinterpret_cast<const char *>(RuntimeBitcode), sizeof RuntimeBitcode}, "hits"),
        M.getContext());
    if (!Runtime)
      return analysisError("the runtime of records cannot be read: " + llvm::toString(Runtime.takeError()));
    if (llvm::Linker::linkModules(M, std::move(*Runtime)))
      return analysisError("the runtime of records cannot be linked into the program");
    llvm::Function *Map = M.getFunction("vernier_hits_map");
    Map->setLinkage(llvm::GlobalValue::InternalLinkage);
    llvm::LLVMContext &Context = M.getContext();
    auto *Start = llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(Context), false),
                                         llvm::GlobalValue::InternalLinkage, "vernier_hits_start", M);
    llvm::IRBuilder<> Builder(llvm::BasicBlock::Create(Context, "", Start));
    Builder.CreateCall(Map, {Slots, Builder.getInt64(hitsSize(Table.total())), Builder.CreateGlobalString(Place.Key),
                             Builder.CreateGlobalString(Place.Directory)});
    Builder.CreateRetVoid();
    llvm::appendToGlobalCtors(M, Start, /*Priority=*/0);
    return Done{};
  }

private:
  void instrument(llvm::Function &F, const FunctionSlots &Own) {
    std::vector<llvm::BasicBlock *> Blocks;
    for (llvm::BasicBlock &Block : F)
      Blocks.push_back(&Block);
    for (unsigned I = 0; I != Blocks.size(); ++I)
      addHit(*Blocks[I], Own.First + I);
    for (unsigned I = 0; I != Own.Edges.size(); ++I) {
      auto [Block, Successor] = Own.Edges[I];
      if (llvm::BasicBlock *Between = llvm::SplitCriticalEdge(Blocks[Block]->getTerminator(), Successor))
        addHit(*Between, Own.First + Own.Blocks + I);
    }
  }

  void addHit(llvm::BasicBlock &Block, unsigned Slot) {
    llvm::IRBuilder<> Builder(&Block, Block.getFirstInsertionPt());
    Builder.SetCurrentDebugLocation(llvm::DebugLoc());
    auto *Store = Builder.CreateStore(Builder.getInt8(1),
                                      Builder.CreateConstInBoundsGEP2_64(Slots->getValueType(), Slots, 0, Slot));
    // The optimiser must not think that a byte which is 1 already needs no store, or move it: a process may be killed.
    Store->setVolatile(true);
  }

  llvm::Module &M;
  SlotTable Table;
  llvm::GlobalVariable *Slots = nullptr;
};

} // namespace

std::size_t hitsSize(unsigned Slots) {
  return (std::size_t(Slots) / PageSize + 1) * PageSize;
}

Status recordHits(llvm::Module &M, const HitsPlace &Place) {
  HitRecorder Recorder(M);
  Recorder.instrument();
  return Recorder.addStart(Place);
}

} // namespace vernier
