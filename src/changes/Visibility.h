#pragma once

#include "bitcode/Program.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string>
#include <vector>

namespace vernier {

/// What code outside of a module can see of it although no instruction shows it: by name (the dynamic linker, a library
/// that reads `opterr`, callers of a library), by place (`__start_section`), or from assembly text.
class Visibility {
public:
  /// Entry names a function that the program is started at; with it, or with a main, the module is a whole program.
  Visibility(const Program &Version, const std::string &Entry);

  bool isWholeProgram() const { return Whole; }
  /// The definition may be read, written or called from outside.
  bool isVisible(const llvm::GlobalValue &G) const;
  /// The function may be entered by something that the call graph does not show.
  bool isEntered(const llvm::Function &F) const;
  /// Definitions in sections that have a name of their own, in order.
  const std::map<std::string, std::vector<const llvm::GlobalVariable *>> &sections() const { return Sections; }
  /// Assembly text that takes in files, whose contents are not compared.
  bool includesFiles() const { return IncludesFiles; }

private:
  void readAssembly(llvm::StringRef Text);

  bool Whole = false;
  bool ExportsAll = false;
  bool IncludesFiles = false;
  llvm::SmallPtrSet<const llvm::GlobalValue *, 8> Used;
  llvm::StringSet<> NamesInAssembly;
  llvm::SmallPtrSet<const llvm::Function *, 4> WithAssembly;
  std::map<std::string, std::vector<const llvm::GlobalVariable *>> Sections;
};

/// The C or C++ library of this machine defines the name, so that a definition of the program takes its place.
bool isLibraryName(const std::string &Name);

} // namespace vernier
