#include "directed/WholeTexts.h"

#include "input/Mentioned.h"
#include "input/SourceConstants.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <set>

namespace vernier {

namespace {

constexpr std::size_t LongestWord = 24;

/// Bytes that are read as one text, with the leaf that says how many of them there are, if there is one.
struct TextSlot {
  std::vector<unsigned> Leaves;
  std::optional<unsigned> Length;
  bool Argument = false;
};

std::vector<TextSlot> slotsOf(const InputSpace &Space) {
  std::vector<TextSlot> Result;
  for (const ProgramInput::Argument &Each : Space.Program.Arguments)
    if (!Each.Fixed)
      Result.push_back({Each.Leaves, std::nullopt, true});
  for (const InputObject &Object : Space.Objects) {
    TextSlot Slot;
    for (const InputCell &Cell : Object.Cells)
      if (Object.Text && Cell.What == InputCell::Kind::Leaf)
        Slot.Leaves.push_back(Cell.Index);
    Result.push_back(std::move(Slot));
  }
  if (Space.Program.StdinLength)
    Result.push_back({Space.Program.StdinLeaves, Space.Program.StdinLength});
  for (const ProgramInput::File &Each : Space.Program.Files)
    if (Each.Length)
      Result.push_back({Each.Leaves, Each.Length});
  llvm::erase_if(Result, [](const TextSlot &Slot) { return Slot.Leaves.empty(); });
  return Result;
}

bool fits(const TextSlot &Slot, const std::string &Text) {
  return Text.size() <= Slot.Leaves.size();
}

void put(const InputSpace &Space, const TextSlot &Slot, const std::string &Text, InputAssignment &To) {
  for (std::size_t I = 0; I != Slot.Leaves.size(); ++I)
    To[Slot.Leaves[I]] =
        llvm::APInt(Space.Leaves[Slot.Leaves[I]].Bits, I < Text.size() ? static_cast<unsigned char>(Text[I]) : 0);
  if (Slot.Length)
    To[*Slot.Length] = llvm::APInt(Space.Leaves[*Slot.Length].Bits, Text.size());
}

std::string constantText(const llvm::Value *Pointer) {
  auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(Pointer->stripPointerCasts());
  auto *Data =
      Global && Global->hasInitializer() ? llvm::dyn_cast<llvm::ConstantDataArray>(Global->getInitializer()) : nullptr;
  return Data && Data->isCString() ? Data->getAsCString().str() : "";
}

/// The lists of options that calls of getopt are given.
std::set<std::string> optionLists(llvm::ArrayRef<const llvm::Function *> Entries) {
  Mentioned All;
  for (const llvm::Function *Entry : Entries)
    All.add(*Entry);
  std::set<std::string> Result;
  for (const llvm::Function *F : All.Functions)
    for (const llvm::Instruction &I : llvm::instructions(*F)) {
      auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
      const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (Callee && Callee->getName().contains("getopt") && Call->arg_size() >= 3)
        if (std::string List = constantText(Call->getArgOperand(2)); !List.empty())
          Result.insert(std::move(List));
    }
  return Result;
}

bool isWord(llvm::StringRef Text) {
  return !Text.empty() && Text.size() <= LongestWord &&
         llvm::all_of(Text, [](char C) { return llvm::isPrint(C) && C != ' ' && C != '%'; });
}

bool isName(llvm::StringRef Text) {
  return llvm::isAlpha(Text.front()) && llvm::all_of(Text, [](char C) { return llvm::isAlnum(C) || C == '-'; });
}

/// What the code names, the options first.
std::vector<std::string> wordsOf(const InputSpace &Space, llvm::ArrayRef<const llvm::Function *> Entries) {
  std::vector<std::string> Words;
  std::set<std::string> Known, Lists = optionLists(Entries);
  auto Add = [&](const std::string &Word) {
    if (isWord(Word) && Known.insert(Word).second)
      Words.push_back(Word);
  };
  for (const std::string &List : Lists)
    for (const std::string &Option : shortOptions(List))
      Add("-" + Option);
  std::vector<std::string> Texts = SourceConstants::of(Entries).Texts;
  for (const std::string &Text : Texts)
    if (!Lists.contains(Text))
      Add(Text);
  for (const ProgramInput::File &Each : Space.Program.Files)
    Add(Each.Name);
  for (const std::string &Text : Texts)
    if (!Lists.empty() && isWord(Text) && isName(Text))
      Add("--" + Text);
  return Words;
}

} // namespace

std::vector<std::string> shortOptions(llvm::StringRef List) {
  std::vector<std::string> Result;
  for (char C : List.ltrim("+-:")) {
    if (C == ':')
      continue;
    if (!llvm::isAlnum(C) && C != '?')
      return {};
    Result.emplace_back(1, C);
  }
  return Result;
}

std::vector<InputAssignment> wholeTexts(const InputSpace &Space, llvm::ArrayRef<const llvm::Function *> Entries,
                                        const InputAssignment &Others, std::size_t Most) {
  std::vector<TextSlot> Slots = slotsOf(Space);
  std::vector<std::string> Words = wordsOf(Space, Entries);
  std::vector<InputAssignment> Result;
  for (const std::string &Word : Words)
    for (const TextSlot &Slot : Slots)
      if (Result.size() < Most && fits(Slot, Word)) {
        Result.push_back(Others);
        put(Space, Slot, Word, Result.back());
      }
  for (const std::string &First : Words)
    for (const std::string &Second : Words)
      for (std::size_t I = 0; I + 1 < Slots.size(); ++I)
        if (Result.size() < Most && Slots[I].Argument && Slots[I + 1].Argument && fits(Slots[I], First) &&
            fits(Slots[I + 1], Second)) {
          Result.push_back(Others);
          put(Space, Slots[I], First, Result.back());
          put(Space, Slots[I + 1], Second, Result.back());
        }
  return Result;
}

} // namespace vernier
