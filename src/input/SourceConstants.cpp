#include "input/SourceConstants.h"

#include "input/Mentioned.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <cmath>
#include <limits>
#include <set>

namespace vernier {

namespace {

constexpr std::size_t MostIntegers = 600, MostFloating = 200, MostTexts = 200;
constexpr std::size_t LongestText = 64;
constexpr unsigned ShortestTable = 96, LongestTable = 384; ///< that tell all letters apart

class Collector {
public:
  void add(const llvm::Function &F) {
    for (const llvm::Instruction &I : llvm::instructions(F)) {
      addLetters(I);
      // Offsets into structures, sizes of locals and arguments of intrinsics are no values of the source.
      if (llvm::isa<llvm::GetElementPtrInst, llvm::AllocaInst, llvm::IntrinsicInst>(I))
        continue;
      for (const llvm::Value *Operand : I.operands())
        if (auto *C = llvm::dyn_cast<llvm::Constant>(Operand))
          add(*C);
    }
  }

  void add(const llvm::GlobalVariable &Global) {
    if (Global.hasInitializer())
      addContents(*Global.getInitializer());
  }

  SourceConstants take() {
    SourceConstants Result;
    for (std::int64_t Value : Integers)
      Result.Integers.push_back(llvm::APInt(64, static_cast<std::uint64_t>(Value)));
    Result.Floating.assign(Floating.begin(), Floating.end());
    for (double Special : {-0.0, std::numeric_limits<double>::quiet_NaN()}) // no order among these
      Result.Floating.push_back(Special);
    Result.Texts.assign(Texts.begin(), Texts.end());
    Result.Letters.assign(Letters.begin(), Letters.end());
    return Result;
  }

private:
  void addLetter(std::uint64_t Value) {
    if ((Value >= ' ' && Value <= '~') || (Value >= '\t' && Value <= '\r'))
      Letters.insert(static_cast<char>(Value));
  }

  void addLetters(const llvm::Instruction &I) {
    if (auto *Switch = llvm::dyn_cast<llvm::SwitchInst>(&I))
      for (const auto &Case : Switch->cases())
        addLetter(Case.getCaseValue()->getValue().getLimitedValue());
    if (llvm::isa<llvm::ICmpInst>(I))
      if (auto *Integer = llvm::dyn_cast<llvm::ConstantInt>(I.getOperand(1)))
        addLetter(Integer->getValue().getLimitedValue());
  }

  /// A table by bytes: one letter of each end of a range of equal entries. The compiler cuts off zeros at the end.
  void addTable(const llvm::ConstantDataSequential &Table) {
    for (unsigned I = 1; I != Table.getNumElements(); ++I)
      if (Table.getElementAsInteger(I) != Table.getElementAsInteger(I - 1)) {
        addLetter(I - 1);
        addLetter(I);
      }
    addLetter(Table.getNumElements() - 1);
  }

  void add(const llvm::Constant &C) {
    if (auto *Integer = llvm::dyn_cast<llvm::ConstantInt>(&C)) {
      if (Integer->getBitWidth() > 1 && Integer->getBitWidth() <= 64)
        addInteger(Integer->getSExtValue());
    } else if (auto *Number = llvm::dyn_cast<llvm::ConstantFP>(&C)) {
      llvm::APFloat Value = Number->getValueAPF();
      bool Inexact;
      Value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &Inexact);
      addFloating(Value.convertToDouble());
    }
  }

  void addContents(const llvm::Constant &C) {
    if (auto *Data = llvm::dyn_cast<llvm::ConstantDataSequential>(&C)) {
      if (Data->getElementType()->isIntegerTy() && Data->getNumElements() >= ShortestTable &&
          Data->getNumElements() <= LongestTable)
        addTable(*Data);
      if (Data->isString()) {
        llvm::StringRef Text = Data->getAsString().rtrim('\0');
        if (!Text.empty() && Text.size() <= LongestText && Texts.size() < MostTexts)
          Texts.insert(Text.str());
        return;
      }
      for (unsigned I = 0; I != std::min(Data->getNumElements(), 64u); ++I)
        add(*Data->getElementAsConstant(I));
      return;
    }
    add(C);
    if (llvm::isa<llvm::ConstantAggregate>(C))
      for (const llvm::Use &Part : C.operands())
        addContents(*llvm::cast<llvm::Constant>(Part.get()));
  }

  void addInteger(std::int64_t Value) {
    if (Integers.size() >= MostIntegers)
      return;
    auto Unsigned = static_cast<std::uint64_t>(Value);
    for (std::uint64_t Near : {Unsigned, Unsigned - 1, Unsigned + 1, 0 - Unsigned})
      Integers.insert(static_cast<std::int64_t>(Near));
  }

  void addFloating(double Value) {
    if (Floating.size() >= MostFloating || std::isnan(Value))
      return;
    for (double Near : {Value, std::nextafter(Value, HUGE_VAL), std::nextafter(Value, -HUGE_VAL), -Value, Value + 1,
                        Value - 1, Value / 2, Value * 2})
      Floating.insert(Near);
  }

  std::set<std::int64_t> Integers{0, 1, 2, 3, 4, -1};
  std::set<double> Floating{0.0,
                            1.0,
                            -1.0,
                            2.0,
                            0.5,
                            1e-9,
                            1e9,
                            std::numeric_limits<double>::infinity(),
                            -std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::max(),
                            std::numeric_limits<double>::min(),
                            std::numeric_limits<double>::denorm_min()};
  std::set<std::string> Texts;
  std::set<char> Letters;
};

} // namespace

SourceConstants SourceConstants::of(llvm::ArrayRef<const llvm::Function *> Entries) {
  Collector All;
  for (const llvm::Function *Entry : Entries) {
    Mentioned Code;
    Code.add(*Entry);
    for (const llvm::Function *F : Code.Functions)
      if (!F->isDeclaration())
        All.add(*F);
    for (const llvm::GlobalVariable *Global : Code.Globals)
      All.add(*Global);
  }
  return All.take();
}

} // namespace vernier
