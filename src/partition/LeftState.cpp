#include "partition/LeftState.h"

#include "analysis/Effects.h"
#include "input/Mentioned.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>

#include <map>

namespace vernier {

namespace {

/// State of the process that a caller can ask for after a function has returned.
bool isLeftToCallers(LibraryState State) {
  switch (State) {
  case LibraryState::StdinStatus:
  case LibraryState::StdoutStatus:
  case LibraryState::StderrStatus:
  case LibraryState::FilesStatus:
  case LibraryState::Environment:
  case LibraryState::Process:
  case LibraryState::Locale:
  case LibraryState::Tokenizer:
  case LibraryState::Random:
    return true;
  case LibraryState::Stdin:
  case LibraryState::Stdout:
  case LibraryState::Stderr:
  case LibraryState::Files:
  case LibraryState::Errno:
  case LibraryState::Children:
  case LibraryState::Clock:
  case LibraryState::Arguments:
  case LibraryState::Other:
    return false;
  }
  return false;
}

/// Changes the file system.
bool changesFiles(llvm::StringRef Function) {
  return llvm::StringSwitch<bool>(Function)
      .Cases("fprintf", "vfprintf", "fputs", "fputc", "putc", "fwrite", true)
      .Cases("dprintf", "vdprintf", "pwrite", "writev", "pwritev", "sendfile", true)
      .Cases("ftruncate", "truncate", "unlink", "unlinkat", "remove", "rename", true)
      .Cases("mkdir", "rmdir", "link", "symlink", "creat", "mkstemp", true)
      .Default(false);
}

bool writesFiles(const Trace &Of) {
  return llvm::any_of(Of.outputs(),
                      [](const OutputPiece &Piece) {
                        return Piece.Descriptor > 2 && Piece.Descriptor < VernierObserved && !Piece.Bytes.empty();
                      }) ||
         llvm::any_of(Of.externals(), [](const ExternalUse &Use) { return changesFiles(Use.Function); });
}

/// Something to callers.
bool leaves(llvm::StringRef Function) {
  const Effect *Known = libraryEffect(Function);
  return Known && llvm::any_of(Known->StateWrites, isLeftToCallers);
}

std::map<std::string, std::uint32_t> leavingCalls(const StateLeft &Of) {
  std::map<std::string, std::uint32_t> Result;
  for (const ExternalUse &Use : Of.Left.externals())
    if (leaves(Use.Function))
      Result[Use.Function] += Use.Calls;
  for (const std::string &Function : Of.Modelled)
    Result[Function] = 1;
  return Result;
}

} // namespace

std::set<std::string> modelledLeavers(const llvm::Function &Entry, const std::vector<std::string> &Externals) {
  Mentioned Code;
  Code.add(Entry);
  std::set<std::string> Result;
  for (const llvm::Function *F : Code.Functions)
    if (F->isDeclaration() && leaves(F->getName()) && !llvm::is_contained(Externals, F->getName()))
      Result.insert(F->getName().str());
  return Result;
}

Reason uncomparedState(StateLeft Old, StateLeft New, bool WholeProgram, std::vector<Surrounding> &World) {
  if (writesFiles(Old.Left) || writesFiles(New.Left))
    return {"files-written", "what is written to files is not compared"};
  if (WholeProgram)
    return {};
  auto Before = leavingCalls(Old), After = leavingCalls(New);
  if (Before != After)
    return {"library-state", "what '" + (After.empty() ? Before : After).begin()->first +
                                 "' leaves to callers is not compared, and only one version does it"};
  for (const auto &[Function, Calls] : Before)
    addSurroundings(World, {{"what " + Function + "() leaves", "is not looked at by callers"}});
  return {};
}

} // namespace vernier
