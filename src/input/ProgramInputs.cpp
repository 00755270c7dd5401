#include "input/SpaceBuilder.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <filesystem>

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

unsigned addLength(SpaceBuilder &Builder, const std::string &Stream, unsigned Most) {
  InputLeaf Leaf;
  Leaf.Name = Stream + "_len";
  Leaf.Bits = 32;
  Leaf.Signed = false;
  Leaf.Min = llvm::APInt(32, 0);
  Leaf.Max = llvm::APInt(32, Most);
  return Builder.addLeaf(std::move(Leaf));
}

/// Names become names of variables in formulas.
std::string plainName(const std::string &Name) {
  std::string Plain = Name;
  for (char &C : Plain)
    if (!llvm::isAlnum(C) && C != '_' && C != '.' && C != '-')
      C = '_';
  return Plain;
}

/// Runs may write to one directory only, and a file of the input is in it.
Status checkFileName(const std::string &Name) {
  std::filesystem::path Path(Name);
  bool Outside = Path.is_absolute() || llvm::is_contained(Path, "..") || !Path.has_filename() || Name == ".";
  if (Outside)
    return usageError("--file " + Name + ": the name has to be relative to the directory that the program runs in");
  return Done{};
}

/// As many as a run can tell apart (runtime/Input.c).
constexpr std::size_t MostFiles = 16;

Status addFiles(SpaceBuilder &Builder, const InputOptions &Options) {
  if (Options.Files.size() > MostFiles)
    return usageError("there are more than " + std::to_string(MostFiles) +
                      " files with --file NAME=LEN; give the rest " + "fixed contents with --file NAME=@PATH");
  for (const auto &[Name, Contents] : Options.FixedFiles) {
    if (Status Good = checkFileName(Name); !Good)
      return Good;
    Builder.Space.Program.Files.push_back({Name, Contents, {}, {}});
  }
  for (const auto &[Name, Length] : Options.Files) {
    if (Status Good = checkFileName(Name); !Good)
      return Good;
    std::string Group = "file_" + plainName(Name);
    ProgramInput::File File{Name, {}, {}, {}};
    for (unsigned Byte = 0; Byte != Length; ++Byte)
      File.Leaves.push_back(addByte(Builder, Group, Byte, false));
    File.Length = addLength(Builder, Group, Length);
    Builder.Space.Program.Files.push_back(std::move(File));
  }
  for (const ProgramInput::File &File : Builder.Space.Program.Files)
    Builder.assume("surroundings: file " + File.Name + " is there, and can be read and written");
  return Done{};
}

Status addEnvironment(SpaceBuilder &Builder, const InputOptions &Options) {
  for (const auto &[Name, Length] : Options.Environment) {
    if (Name.empty() || Name.find('=') != std::string::npos)
      return usageError("--env " + Name + ": this is no name of a variable");
    if (isSameInEveryRun(Name))
      return usageError("--env " + Name + ": this variable is the same in every run");
    ProgramInput::Variable Variable{Name, {}, 0};
    std::string Group = "env_" + plainName(Name);
    for (unsigned Byte = 0; Byte != Length; ++Byte)
      Variable.Leaves.push_back(addByte(Builder, Group, Byte, true));
    InputLeaf Set;
    Set.Name = Group + VariableIsSet;
    Set.Bits = 1;
    Set.Signed = false;
    Variable.SetLeaf = Builder.addLeaf(std::move(Set));
    Builder.Space.Program.Environment.push_back(std::move(Variable));
  }
  return Done{};
}

} // namespace

void addStdin(SpaceBuilder &Builder, unsigned Length) {
  for (unsigned Byte = 0; Byte != Length; ++Byte)
    Builder.Space.Program.StdinLeaves.push_back(addByte(Builder, "stdin", Byte, false));
  Builder.Space.Program.StdinLength = addLength(Builder, "stdin", Length);
}

bool isSameInEveryRun(const std::string &Variable) {
  return Variable == "LC_ALL" || Variable == "PATH";
}

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
  if (Status Added = addFiles(Builder, Options); !Added)
    return Added;
  return addEnvironment(Builder, Options);
}

} // namespace vernier
