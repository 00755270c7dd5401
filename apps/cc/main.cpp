// The compiler wrapper: clang-19 (called as vernier-cc) or clang++-19 (called as vernier-c++) in every respect, except
// that C is taken as leniently as the distribution's cc takes it while a build is recorded. While the environment
// variable VERNIER_RECORD names a directory, it also leaves there the bitcode of every source that it compiles and the
// command of every link, and notes in what it produces which bitcode that is made of (bitcode/Recording.h).
// VERNIER_ROOT names the root of the tree that is built (the current directory if it is not set), VERNIER_CACHE the
// cache.

#include "bitcode/CompilerCommand.h"
#include "bitcode/Flags.h"
#include "bitcode/Recording.h"
#include "bitcode/UnitCompiler.h"
#include "project/Subprocess.h"
#include "project/Workspace.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

using namespace vernier;

namespace {

int complain(const Error &Why) {
  std::fprintf(stderr, "vernier-cc: %s\n", Why.Message.c_str());
  return 1;
}

/// Becomes the real compiler.
int become(const std::string &Compiler, char **Words) {
  std::string Name = Compiler;
  Words[0] = Name.data();
  execv(Compiler.c_str(), Words);
  return complain(analysisError("cannot run '" + Compiler + "'"));
}

/// What standard input holds, in a file, because two compilers read it.
Result<std::string> saveStandardInput(const Workspace &Space) {
  auto Path = Space.scratchFile("in");
  if (!Path)
    return Path;
  std::string Text;
  char Buffer[65536];
  for (ssize_t Count; (Count = read(0, Buffer, sizeof Buffer)) > 0;)
    Text.append(Buffer, static_cast<std::size_t>(Count));
  if (auto Written = Space.write(*Path, Text); !Written)
    return Written.takeError();
  return Path;
}

bool readsStandardInput(const CompilerCommand &Command) {
  for (const SourceInput &Source : Command.Sources)
    if (Source.File == "-")
      return true;
  return false;
}

int endAs(const ProcessOutcome &Outcome) {
  if (Outcome.Signal == 0)
    return Outcome.Exit;
  std::signal(Outcome.Signal, SIG_DFL);
  std::raise(Outcome.Signal);
  return 128 + Outcome.Signal;
}

int compileAndRecord(const std::string &Compiler, const std::vector<std::string> &Words, const CompilerCommand &Command,
                     const std::string &Directory, const std::string &RecordDirectory, const Workspace &Space) {
  RecordedInvocation Invocation{Command, Words, Directory, {}, {}};
  const char *Root = std::getenv("VERNIER_ROOT");
  Invocation.Root = Root ? Root : Directory;
  ProcessRequest Request;
  if (readsStandardInput(Command)) {
    auto Saved = saveStandardInput(Space);
    if (!Saved)
      return complain(Saved.error());
    Invocation.StandardInput = Request.InputFile = *Saved;
  }
  Request.Arguments = Command.CPlusPlus ? std::vector<std::string>() : leniencyFlags();
  Request.Arguments.insert(Request.Arguments.begin(), Compiler);
  Request.Arguments.insert(Request.Arguments.end(), Words.begin(), Words.end());
  if (Command.LinkTimeOptimised) { // objects have to be ELF files, so that the note can be added
    auto EndOfOptions = std::find(Request.Arguments.begin(), Request.Arguments.end(), "--");
    Request.Arguments.insert(EndOfOptions, "-fno-lto");
  }
  Request.ShareStandardStreams = true;
  auto Outcome = runProcess(Request);
  int Exit = Outcome ? endAs(*Outcome) : complain(Outcome.error());
  if (Outcome && Outcome->succeeded())
    recordInvocation(RecordDirectory, Space, Invocation);
  if (!Invocation.StandardInput.empty())
    std::remove(Invocation.StandardInput.c_str());
  return Exit;
}

} // namespace

int main(int Count, char **Arguments) {
  bool CPlusPlus = isCPlusPlusDriver(Arguments[0]);
  auto Compiler = findClang(CPlusPlus);
  if (!Compiler)
    return complain(Compiler.error());
  const char *RecordDirectory = std::getenv("VERNIER_RECORD");
  if (!RecordDirectory || !*RecordDirectory)
    return become(*Compiler, Arguments);

  std::vector<std::string> Words(Arguments + 1, Arguments + Count);
  // The compiler sees the leniency first, and then what the build says.
  std::vector<std::string> Lenient = CPlusPlus ? std::vector<std::string>() : leniencyFlags();
  std::vector<char *> Pointers{Arguments[0]};
  for (std::string &Flag : Lenient)
    Pointers.push_back(Flag.data());
  Pointers.insert(Pointers.end(), Arguments + 1, Arguments + Count + 1); // with the final null
  Arguments = Pointers.data();
  std::error_code Failure;
  std::string Directory = std::filesystem::current_path(Failure).string();
  CompilerCommand Command = parseCompilerCommand(Words, Directory, CPlusPlus);
  if (Failure || Command.Makes == CompilerCommand::Product::Other || isProbe(Command, Directory))
    return become(*Compiler, Arguments);
  // The build must go on even if nothing can be recorded; that nothing was is noticed when it has ended.
  auto Space = Workspace::open();
  if (!Space)
    return become(*Compiler, Arguments);
  return compileAndRecord(*Compiler, Words, Command, Directory,
                          std::filesystem::absolute(RecordDirectory).lexically_normal().string(), *Space);
}
