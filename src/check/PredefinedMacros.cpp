#include "check/PredefinedMacros.h"

#include "bitcode/BuildFacts.h"
#include "bitcode/Settings.h"
#include "bitcode/SourceText.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>

namespace vernier {

namespace {

bool isOfTheBuild(llvm::StringRef Macro) {
  return llvm::StringSwitch<bool>(Macro)
      .Cases("__OPTIMIZE__", "__OPTIMIZE_SIZE__", "__NO_INLINE__", "__FAST_MATH__", "__FINITE_MATH_ONLY__", true)
      .Cases("__SSP__", "__SSP_STRONG__", "__SSP_ALL__", "__NO_MATH_ERRNO__", "__CET__", true)
      .Cases("__PIC__", "__pic__", "__PIE__", "__pie__", "__SANITIZE_ADDRESS__", "__SANITIZE_THREAD__", true)
      .Cases("__DATE__", "__TIME__", "__TIMESTAMP__", "__VERSION__", true)
      .Cases("__clang__", "__clang_major__", "__clang_minor__", "__GNUC__", "__GNUC_MINOR__", true)
      .Cases("__GNUC_PATCHLEVEL__", "__GNUC_PREREQ", "__GNUG__", "__llvm__", "__clang_patchlevel__", true)
      .Cases("__has_builtin", "__has_attribute", "__has_feature", "__has_extension", "__has_cpp_attribute", true)
      .Default(false);
}

bool isOfLevels(llvm::StringRef Macro) {
  return Macro == "__OPTIMIZE__" || Macro == "__OPTIMIZE_SIZE__" || Macro == "__NO_INLINE__";
}

bool isPart(char C) {
  return llvm::isAlnum(C) || C == '_';
}

template <class Wanted> void addMacros(llvm::StringRef Text, std::set<std::string> &To, const Wanted &IsWanted) {
  for (std::size_t At = Text.find("__"); At != llvm::StringRef::npos; At = Text.find("__", At)) {
    llvm::StringRef Name = Text.drop_front(At).take_while(isPart);
    if ((At == 0 || !isPart(Text[At - 1])) && IsWanted(Name))
      To.insert(Name.str());
    At += Name.size();
  }
}

void addMacrosOfLevels(llvm::StringRef Text, std::set<std::string> &To) {
  addMacros(Text, To, isOfLevels);
}

/// Its sources, as its locations name them.
std::set<std::string> filesOf(const Program &Version) {
  std::set<std::string> Result;
  if (Version.Facts)
    for (const CompiledFile &Each : Version.Facts->Compiled) {
      Result.insert(Each.File);
      Result.insert(Each.Read.begin(), Each.Read.end());
    }
  return Result;
}

} // namespace

void addPredefinedMacros(llvm::StringRef Text, std::set<std::string> &To) {
  addMacros(Text, To, isOfTheBuild);
}

std::set<std::string> predefinedMacros(const ChangeMap &Map) {
  SourceText Old(Map.oldProgram()), New(Map.newProgram());
  std::set<std::string> Before = filesOf(Map.oldProgram()), After = filesOf(Map.newProgram()), Result;
  auto AddAll = [&](SourceText &Version, const std::string &File) {
    for (const std::string &Line : Version.lines(File))
      addPredefinedMacros(Line, Result);
  };
  bool Levels = Map.oldProgram().Facts && Map.newProgram().Facts &&
                levelsDiffer(*Map.oldProgram().Facts, *Map.newProgram().Facts);
  for (const std::string &File : Levels ? After : std::set<std::string>())
    for (const std::string &Line : New.lines(File))
      addMacrosOfLevels(Line, Result);
  auto IsInBoth = [&](const std::string &File) { return After.contains(File) && Old.lines(File) == New.lines(File); };
  for (const std::string &File : Before)
    if (!IsInBoth(File))
      AddAll(Old, File);
  for (const std::string &File : After)
    if (!Before.contains(File) || !IsInBoth(File))
      AddAll(New, File);
  return Result;
}

std::string predefinedMacrosCode(const std::set<std::string> &Macros) {
  return "predefined-macros: " + llvm::join(Macros, ", ");
}

} // namespace vernier
