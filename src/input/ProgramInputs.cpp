#include "input/SpaceBuilder.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace vernier {

namespace {

constexpr std::pair<unsigned, unsigned> UsualArguments{2, 4};

/// In unpromoted code every parameter is stored into its slot; what counts is whether the slot is read.
bool readsParameters(const llvm::Function &Main) {
  for (const llvm::Argument &A : Main.args())
    for (const llvm::User *User : A.users()) {
      auto *Store = llvm::dyn_cast<llvm::StoreInst>(User);
      auto *Slot = Store ? llvm::dyn_cast<llvm::AllocaInst>(Store->getPointerOperand()) : nullptr;
      if (!Slot)
        return true;
      for (const llvm::User *Use : Slot->users())
        if (llvm::isa<llvm::LoadInst>(Use) || llvm::isa<llvm::GetElementPtrInst>(Use))
          return true;
    }
  return false;
}

void addFixed(InputSpace &Space, const std::vector<std::string> &Texts) {
  for (const std::string &Text : Texts) {
    ProgramInput::Argument Argument;
    Argument.Fixed = true;
    Argument.Text = Text;
    Space.Program.Arguments.push_back(std::move(Argument));
  }
}

unsigned addByte(SpaceBuilder &Builder, const std::string &Array, unsigned Index, bool Signed) {
  InputLeaf Leaf;
  Leaf.Name = Array + "_" + std::to_string(Index);
  Leaf.Bits = 8;
  Leaf.Signed = Signed;
  unsigned Number = Builder.addLeaf(std::move(Leaf));
  Builder.addToGroup(Array, Number);
  return Number;
}

void addArguments(SpaceBuilder &Builder, std::pair<unsigned, unsigned> Size, const InputOptions &Options) {
  InputSpace &Space = Builder.Space;
  addFixed(Space, Options.ArgvBefore);
  for (unsigned I = 0; I != Size.first; ++I) {
    ProgramInput::Argument Argument;
    // The name is the place in argv, where element 0 is the program.
    std::string Name = "argv_" + std::to_string(Space.Program.Arguments.size() + 1);
    for (unsigned Byte = 0; Byte != Size.second; ++Byte)
      Argument.Leaves.push_back(addByte(Builder, Name, Byte, true));
    Space.Program.Arguments.push_back(std::move(Argument));
  }
  addFixed(Space, Options.ArgvAfter);
}

void addStdin(SpaceBuilder &Builder, unsigned Length) {
  for (unsigned Byte = 0; Byte != Length; ++Byte)
    Builder.Space.Program.StdinLeaves.push_back(addByte(Builder, "stdin", Byte, false));
  InputLeaf Leaf;
  Leaf.Name = "stdin_len";
  Leaf.Bits = 32;
  Leaf.Signed = false;
  Leaf.Min = llvm::APInt(32, 0);
  Leaf.Max = llvm::APInt(32, Length);
  Builder.Space.Program.StdinLength = Builder.addLeaf(std::move(Leaf));
}

} // namespace

Status addProgramInputs(SpaceBuilder &Builder, const llvm::Function &Old, const llvm::Function &New,
                        const InputOptions &Options) {
  bool Takes = !Old.arg_empty() || !New.arg_empty();
  bool Asked = Options.Argv || !Options.ArgvBefore.empty() || !Options.ArgvAfter.empty();
  if (Asked && !Takes)
    return usageError("--argv: main takes no arguments in either version; leave the flag out");
  if (!Options.Lengths.empty())
    return usageError("--length " + Options.Lengths.front().first +
                      ": a whole program has no parameters; use --argv NxLEN and --stdin LEN");
  if (Asked)
    addArguments(Builder, Options.Argv.value_or(std::pair(0u, 0u)), Options);
  else if (readsParameters(Old) || readsParameters(New))
    addArguments(Builder, UsualArguments, Options);
  if (Options.Stdin)
    addStdin(Builder, *Options.Stdin);
  return Done{};
}

} // namespace vernier
