#include "bitcode/BuildTargets.h"

#include "bitcode/QuietContext.h"
#include "bitcode/Settings.h"
#include "project/Hash.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

namespace vernier {

namespace {

/// The hash of a unit's code without the names of files and without lines; empty if it cannot be read.
std::string codeHash(const Workspace &Space, const std::string &Unit) {
  auto Buffer = llvm::MemoryBuffer::getFile(Space.object(Unit));
  if (!Buffer)
    return {};
  llvm::LLVMContext Context;
  returnOnErrors(Context);
  auto Module = llvm::parseBitcodeFile((*Buffer)->getMemBufferRef(), Context);
  if (!Module) {
    llvm::consumeError(Module.takeError());
    return {};
  }
  llvm::StripDebugInfo(**Module);
  (*Module)->setSourceFileName("unit");
  (*Module)->setModuleIdentifier("unit");
  std::string Bitcode;
  llvm::raw_string_ostream Stream(Bitcode);
  llvm::WriteBitcodeToFile(**Module, Stream);
  return hashText(Stream.str());
}

bool isSameUnit(const Workspace &Space, const std::string &Old, const std::string &New) {
  if (Old == New)
    return true;
  std::string Hash = codeHash(Space, Old);
  return !Hash.empty() && Hash == codeHash(Space, New);
}

} // namespace

std::string_view toString(TargetKind Kind) {
  switch (Kind) {
  case TargetKind::Executable:
    return "executable";
  case TargetKind::SharedLibrary:
    return "shared-library";
  case TargetKind::StaticLibrary:
    return "static-library";
  case TargetKind::Objects:
    return "objects";
  }
  return "";
}

const BuildTarget *BuildInventory::find(const std::string &Name) const {
  auto At = llvm::find_if(Targets, [&](const BuildTarget &Each) { return Each.Name == Name; });
  return At == Targets.end() ? nullptr : &*At;
}

const BuildTarget *BuildInventory::findCalled(const std::string &Name) const {
  if (const BuildTarget *Exact = find(Name))
    return Exact;
  for (const BuildTarget &Each : Targets) {
    llvm::StringRef File = llvm::sys::path::filename(Each.Name);
    if (File == Name || File == "lib" + Name + ".a" || File.starts_with("lib" + Name + ".so") ||
        llvm::sys::path::stem(File) == Name)
      return &Each;
  }
  return nullptr;
}

bool isSameTarget(const BuildTarget &Old, const BuildTarget &New, const Workspace &Space) {
  if (!Old.Problem.empty() || !New.Problem.empty() || Old.Kind != New.Kind || Old.Link != New.Link ||
      Old.Units.size() != New.Units.size() || !settingDifferences(Old.Facts, New.Facts).empty())
    return false;
  for (std::size_t I = 0; I != Old.Units.size(); ++I)
    if (!isSameUnit(Space, Old.Units[I], New.Units[I]))
      return false;
  return true;
}

} // namespace vernier
