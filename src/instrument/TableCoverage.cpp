#include "instrument/TableCoverage.h"

#include "models/Models.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

namespace vernier {

namespace {

/// Of one table, and of all together.
constexpr std::uint64_t LeastElements = 4, MostElements = 65536;
constexpr unsigned MostRanges = 2048, MostRangesOfAll = 16384;

/// A constant array of integers, maybe of arrays of them.
struct Table {
  llvm::IntegerType *Element = nullptr;
  std::uint64_t Count = 0;
  std::uint64_t Row = 0; ///< elements of the innermost array
};

std::optional<Table> tableIn(const llvm::GlobalVariable &Global) {
  if (!Global.isConstant() || !Global.hasDefinitiveInitializer())
    return std::nullopt;
  Table Result;
  Result.Count = Result.Row = 1;
  llvm::Type *Inner = Global.getValueType();
  for (; auto *Array = llvm::dyn_cast<llvm::ArrayType>(Inner); Inner = Array->getElementType()) {
    Result.Row = Array->getNumElements();
    if (Result.Row == 0 || Result.Row > MostElements / Result.Count)
      return std::nullopt;
    Result.Count *= Result.Row;
  }
  Result.Element = llvm::dyn_cast<llvm::IntegerType>(Inner);
  if (!Result.Element || Result.Element->getBitWidth() > 64 || Result.Element->getBitWidth() % 8 != 0 ||
      Result.Count < LeastElements)
    return std::nullopt;
  return Result;
}

void addElements(const llvm::Constant &C, std::vector<const llvm::Constant *> &To) {
  auto *Array = llvm::dyn_cast<llvm::ArrayType>(C.getType());
  if (!Array)
    return To.push_back(&C);
  for (unsigned I = 0; I != Array->getNumElements(); ++I)
    addElements(*C.getAggregateElement(I), To);
}

/// For each element the number of its range; one more for what lies outside. Ranges end with rows.
std::vector<std::uint16_t> rangesOf(const llvm::GlobalVariable &Global, const Table &Of) {
  std::vector<const llvm::Constant *> Elements;
  addElements(*Global.getInitializer(), Elements);
  std::vector<std::uint16_t> Result;
  std::uint16_t Range = 0;
  for (std::uint64_t I = 0; I != Elements.size() && Range < MostRanges; ++I) {
    if (I != 0 && (Elements[I] != Elements[I - 1] || I % Of.Row == 0))
      ++Range;
    Result.push_back(Range);
  }
  Result.push_back(++Range);
  return Result;
}

class TableCover {
public:
  TableCover(llvm::Module &M, HookTable &Hooks, unsigned First) : M(M), Hooks(Hooks), Next(First), Start(First) {}

  unsigned run() {
    std::vector<llvm::LoadInst *> Loads;
    for (llvm::Function &F : M)
      if (!isModel(F))
        for (llvm::Instruction &I : llvm::instructions(F))
          if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I); Load && !Load->isVolatile())
            Loads.push_back(Load);
    for (llvm::LoadInst *Load : Loads)
      cover(*Load);
    return Next - Start;
  }

private:
  struct Ranges {
    Table Of;
    llvm::GlobalVariable *Numbers = nullptr; ///< none: it is not covered
    unsigned First = 0;
  };

  /// The table that a computed address leads into.
  static llvm::GlobalVariable *tableBehind(llvm::Value *Pointer) {
    bool Computed = false;
    while (auto *Step = llvm::dyn_cast<llvm::GEPOperator>(Pointer)) {
      Computed |= !Step->hasAllConstantIndices();
      Pointer = Step->getPointerOperand();
    }
    return Computed ? llvm::dyn_cast<llvm::GlobalVariable>(Pointer) : nullptr;
  }

  const Ranges &rangesIn(llvm::GlobalVariable &Global) {
    auto [Known, New] = Tables.try_emplace(&Global);
    if (!New)
      return Known->second;
    auto Of = tableIn(Global);
    if (!Of)
      return Known->second;
    std::vector<std::uint16_t> Numbers = rangesOf(Global, *Of);
    unsigned Count = Numbers.back() + 1;
    if (Numbers.size() != Of->Count + 1 || Next - Start + Count > MostRangesOfAll)
      return Known->second;
    llvm::Constant *Contents = llvm::ConstantDataArray::get(M.getContext(), Numbers);
    auto *Made = new llvm::GlobalVariable(M, Contents->getType(), true, llvm::GlobalValue::PrivateLinkage, Contents,
                                          "vernier.ranges");
    Known->second = {*Of, Made, Next};
    Next += Count;
    return Known->second;
  }

  void cover(llvm::LoadInst &Load) {
    llvm::GlobalVariable *Global = tableBehind(Load.getPointerOperand());
    if (!Global)
      return;
    const Ranges &Of = rangesIn(*Global);
    if (!Of.Numbers || Load.getType() != Of.Of.Element)
      return;
    llvm::IRBuilder<> B(&Load);
    llvm::Type *Long = B.getInt64Ty();
    llvm::Value *Offset = B.CreateSub(B.CreatePtrToInt(Load.getPointerOperand(), Long), B.CreatePtrToInt(Global, Long));
    llvm::Value *Index = B.CreateUDiv(Offset, B.getInt64(Of.Of.Element->getBitWidth() / 8));
    llvm::Value *Last = B.getInt64(Of.Of.Count);
    Index = B.CreateSelect(B.CreateICmpULT(Index, Last), Index, Last);
    llvm::Value *Number = B.CreateLoad(
        B.getInt16Ty(), B.CreateInBoundsGEP(Of.Numbers->getValueType(), Of.Numbers, {B.getInt64(0), Index}));
    llvm::Value *Bytes = B.CreateLoad(B.getPtrTy(), Hooks.Coverage);
    llvm::Value *Place = B.CreateAdd(B.CreateZExt(Number, Long), B.getInt64(Of.First));
    B.CreateStore(B.getInt8(1), B.CreateGEP(B.getInt8Ty(), Bytes, Place));
  }

  llvm::Module &M;
  HookTable &Hooks;
  unsigned Next, Start;
  llvm::MapVector<llvm::GlobalVariable *, Ranges> Tables;
};

} // namespace

unsigned coverTables(llvm::Module &M, HookTable &Hooks, unsigned First) {
  return TableCover(M, Hooks, First).run();
}

} // namespace vernier
