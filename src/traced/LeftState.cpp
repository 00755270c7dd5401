#include "traced/LeftState.h"

#include "analysis/Effects.h"
#include "input/Mentioned.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Instructions.h>

#include <csignal>
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
  case LibraryState::Stdin:
  case LibraryState::Files:
  case LibraryState::Children:
  case LibraryState::Other:
    return true;
  case LibraryState::Stdout: // compared
  case LibraryState::Stderr:
  case LibraryState::Errno:
  case LibraryState::Clock: // goes on by itself
  case LibraryState::Arguments:
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
      .Cases("mkdirat", "linkat", "symlinkat", "renameat", "renameat2", "mknod", "mknodat", "mkfifo", "mkfifoat", true)
      .Cases("chmod", "fchmod", "fchmodat", "lchmod", "chown", "fchown", "fchownat", "lchown", true)
      .Cases("utime", "utimes", "futimes", "lutimes", "futimens", "utimensat", true)
      .Cases("setxattr", "fsetxattr", "lsetxattr", "removexattr", "fremovexattr", "lremovexattr", true)
      .Default(false);
}

bool writesFiles(const StateLeft &Of) {
  auto IsToFile = [](const OutputPiece &Piece) {
    return Piece.Descriptor > 2 && Piece.Descriptor < VernierObserved && !Piece.Bytes.empty();
  };
  return !Of.Shown.Files.empty() || llvm::any_of(Of.Left.outputs(), IsToFile) ||
         llvm::any_of(Of.Left.externals(), [](const ExternalUse &Use) { return changesFiles(Use.Function); });
}

/// Something to callers.
bool leaves(llvm::StringRef Function) {
  // Their arguments say of what.
  bool Status = llvm::StringSwitch<bool>(Function)
                    .Cases("close", "dup", "dup2", "dup3", "fcntl", "lseek", true)
                    .Cases("setvbuf", "setbuf", "setbuffer", "setlinebuf", "freopen", "fclose", true)
                    .Cases("alarm", "ualarm", "setitimer", true)
                    .Cases("ungetc", "fseek", "fseeko", "rewind", "fsetpos", "fwide", true)
                    .Cases("clearerr", "clearerr_unlocked", "fpurge", "__fpurge", true)
                    .Default(false);
  if (Status)
    return true;
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
  for (const llvm::GlobalVariable *G : Code.Globals)
    if (G->isDeclaration() && llvm::any_of(G->users(), [&](const llvm::User *Use) {
          auto *Store = llvm::dyn_cast<llvm::StoreInst>(Use);
          return Store && Store->getPointerOperand() == G && Code.Functions.contains(Store->getFunction());
        }))
      Result.insert(G->getName().str());
  return Result;
}

namespace {

/// Nobody in the run caught an exception: a caller might, and would see what it holds, and memory as it is then.
bool leavesByException(const StateLeft &Of) {
  return Of.Shown.End == Ending::Signalled && Of.Shown.Code == SIGABRT &&
         (Of.Shown.Stderr.find("terminate called") != std::string::npos ||
          llvm::any_of(Of.Left.externals(), [](const ExternalUse &Use) {
            return llvm::StringRef(Use.Function).starts_with("__cxa_throw") || Use.Function == "__cxa_rethrow" ||
                   Use.Function == "_Unwind_RaiseException" || Use.Function == "_Unwind_Resume";
          }));
}

/// In which order how much went to the two streams.
std::vector<std::pair<std::uint32_t, std::size_t>> interleaving(const Trace &Of) {
  std::vector<std::pair<std::uint32_t, std::size_t>> Result;
  for (const OutputPiece &Piece : Of.outputs()) {
    if (Piece.Descriptor != 1 && Piece.Descriptor != 2)
      continue;
    if (Result.empty() || Result.back().first != Piece.Descriptor)
      Result.push_back({Piece.Descriptor, 0});
    Result.back().second += Piece.Bytes.size();
  }
  return Result;
}

} // namespace

Reason uncomparedState(StateLeft Old, StateLeft New, bool WholeProgram, const Observation &Observed,
                       std::vector<Surrounding> &World) {
  if (Observed.Files && (writesFiles(Old) || writesFiles(New)))
    return {"files-written", "what is written to files is not compared for all inputs"};
  if (interleaving(Old.Left) != interleaving(New.Left))
    addSurroundings(World, {{"standard output and standard error", "do not go to the same place"}});
  if (WholeProgram)
    return {};
  if (leavesByException(Old) || leavesByException(New))
    return {"exception-leaves", "an exception leaves the function; what it holds, and memory as it is then, are not "
                                "compared"};
  auto Before = leavingCalls(Old), After = leavingCalls(New);
  if (Before != After)
    return {"library-state", "what '" + (After.empty() ? Before : After).begin()->first +
                                 "' leaves to callers is not compared, and only one version does it"};
  for (const auto &[Function, Calls] : Before)
    addSurroundings(World, {{"what '" + Function + "' leaves", "is not looked at by callers"}});
  return {};
}

} // namespace vernier
