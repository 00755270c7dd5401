#include "explore/ProgramConstants.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace vernier {

namespace {

/// What a function of the library does with the texts that it is given.
enum class TextUse { None, Options, Compared };

TextUse useOf(llvm::StringRef Function) {
  return llvm::StringSwitch<TextUse>(Function)
      .Cases("getopt", "getopt_long", "getopt_long_only", TextUse::Options)
      .Cases("strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcoll", "memcmp", "strstr", TextUse::Compared)
      .Default(TextUse::None);
}

class Constants {
public:
  Constants(const llvm::Module &M, unsigned MostBytes) : MostBytes(MostBytes) {
    eachCall(M, [&](const llvm::CallBase &Call, const llvm::Function &Callee) {
      if (useOf(Callee.getName()) == TextUse::Options)
        addOptions(Call);
    });
    eachCall(M, [&](const llvm::CallBase &Call, const llvm::Function &Callee) {
      if (useOf(Callee.getName()) == TextUse::Compared || !Callee.isDeclaration())
        for (const llvm::Use &Argument : Call.args())
          addText(*Argument);
    });
    for (const llvm::GlobalVariable &Table : M.globals())
      if (Table.hasInitializer() && !Options.contains(&Table))
        addTable(*Table.getInitializer());
  }

  std::vector<std::string> Found;

private:
  template <class Visitor> static void eachCall(const llvm::Module &M, Visitor Visit) {
    for (const llvm::Function &F : M)
      for (const llvm::Instruction &I : llvm::instructions(F))
        if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
          if (const llvm::Function *Callee = Call->getCalledFunction(); Callee && !Callee->isIntrinsic())
            Visit(*Call, *Callee);
  }

  void add(const std::string &Text) {
    if (!Text.empty() && Text.size() <= MostBytes && Known.insert(Text).second)
      Found.push_back(Text);
  }

  static std::optional<std::string> textOf(const llvm::Value &V) {
    llvm::StringRef Text;
    if (!V.getType()->isPointerTy() || !llvm::getConstantStringInfo(&V, Text))
      return std::nullopt;
    return Text.str();
  }

  /// A text that could be an argument; what is printed has other characters.
  void addText(const llvm::Value &V) {
    if (auto Text = textOf(V); Text && llvm::all_of(*Text, [](char C) { return llvm::isPrint(C) && C != ' '; }))
      add(*Text);
  }

  void addTable(const llvm::Constant &Initialiser) {
    if (llvm::isa<llvm::ConstantAggregate>(Initialiser))
      for (const llvm::Use &Element : Initialiser.operands())
        if (const auto *Inner = llvm::dyn_cast<llvm::Constant>(&*Element)) {
          addText(*Inner);
          addTable(*Inner);
        }
  }

  void addOptions(const llvm::CallBase &Call) {
    if (Call.arg_size() > 2)
      if (auto Letters = textOf(*Call.getArgOperand(2)))
        addLetters(*Letters);
    if (Call.arg_size() > 3)
      if (const auto *Table = llvm::dyn_cast<llvm::GlobalVariable>(Call.getArgOperand(3)->stripPointerCasts()))
        addNames(*Table);
    add("--");
    add("-");
  }

  void addLetters(llvm::StringRef Letters) {
    for (std::size_t I = 0; I != Letters.size(); ++I) {
      if (!llvm::isAlnum(Letters[I]))
        continue;
      std::string Option = std::string("-") + Letters[I];
      add(Option);
      if (I + 1 < Letters.size() && Letters[I + 1] == ':')
        add(Option + "1");
    }
  }

  void addNames(const llvm::GlobalVariable &Table) {
    Options.insert(&Table);
    if (!Table.hasInitializer() || !llvm::isa<llvm::ConstantAggregate>(Table.getInitializer()))
      return;
    std::vector<std::string> Names;
    for (const llvm::Use &Row : Table.getInitializer()->operands())
      if (const auto *Fields = llvm::dyn_cast<llvm::ConstantAggregate>(&*Row))
        if (auto Name = textOf(*Fields->getOperand(0)); Name && !Name->empty())
          Names.push_back(*Name);
    for (const std::string &Name : Names)
      addName(Name, Names);
  }

  /// As much of it as fits, if no other name begins alike.
  void addName(const std::string &Name, llvm::ArrayRef<std::string> All) {
    std::string Whole = "--" + Name;
    if (Whole.size() > MostBytes) {
      Whole.resize(MostBytes);
      llvm::StringRef Start = llvm::StringRef(Whole).drop_front(std::min<std::size_t>(2, Whole.size()));
      if (Start.empty() || llvm::count_if(All, [&](llvm::StringRef Each) { return Each.starts_with(Start); }) != 1)
        return;
    }
    add(Whole);
  }

  unsigned MostBytes;
  llvm::StringSet<> Known;
  llvm::SmallPtrSet<const llvm::GlobalVariable *, 4> Options;
};

} // namespace

std::vector<std::string> argumentConstants(const llvm::Module &M, unsigned MostBytes) {
  return Constants(M, MostBytes).Found;
}

} // namespace vernier
