#include "bitcode/Locations.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>

namespace vernier {

std::string fileOf(const llvm::DIFile *File) {
  if (!File)
    return {};
  llvm::SmallString<128> Path(File->getFilename());
  // Relative names are relative to the version's root already; "./a.c" and "a.c" are one file.
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  if (llvm::sys::path::is_relative(Path) && llvm::sys::path::is_absolute(File->getDirectory())) {
    llvm::SmallString<128> Whole(File->getDirectory());
    llvm::sys::path::append(Whole, Path);
    llvm::sys::path::remove_dots(Whole, true);
    return Whole.str().str();
  }
  if (!File->getDirectory().empty() && File->getDirectory() != "." && llvm::sys::path::is_relative(Path)) {
    llvm::SmallString<128> Whole(File->getDirectory());
    llvm::sys::path::append(Whole, Path);
    llvm::sys::path::remove_dots(Whole, true);
    return Whole.str().str();
  }
  return Path.str().str();
}

std::optional<Location> locationOf(const llvm::Instruction &I) {
  const llvm::DebugLoc &Where = I.getDebugLoc();
  if (!Where || Where.getLine() == 0)
    return std::nullopt;
  const auto *Scope = llvm::cast<llvm::DIScope>(Where.getScope());
  return Location{fileOf(Scope->getFile()), Where.getLine(), Where.getCol(), sourceName(*I.getFunction())};
}

Location locationOf(const llvm::Function &F) {
  Location Where;
  Where.Function = sourceName(F);
  if (const llvm::DISubprogram *Program = F.getSubprogram()) {
    Where.File = fileOf(Program->getFile());
    Where.Line = Program->getLine();
  }
  return Where;
}

std::string sourceName(const llvm::Function &F) {
  std::string Mangled = F.getName().str();
  if (const llvm::DISubprogram *Program = F.getSubprogram(); Program && Program->getLinkageName().empty())
    return Program->getName().str(); // internal functions of several files get a suffix when they are linked
  return llvm::demangle(Mangled);
}

std::string stableId(const llvm::Function &F) {
  if (!F.hasLocalLinkage())
    return F.getName().str();
  const llvm::DISubprogram *Program = F.getSubprogram();
  if (!Program)
    return F.getName().str();
  llvm::StringRef Name = Program->getLinkageName().empty() ? Program->getName() : Program->getLinkageName();
  return fileOf(Program->getFile()) + ":" + Name.str();
}

std::string stableId(const llvm::Instruction &I) {
  std::size_t Position = 0;
  for (const llvm::Instruction &Other : llvm::instructions(*I.getFunction())) {
    if (&Other == &I)
      break;
    ++Position;
  }
  return stableId(*I.getFunction()) + "#" + std::to_string(Position);
}

} // namespace vernier
