#include "execution/PlainBuild.h"

#include "execution/ExchangeMemory.h"
#include "execution/HarnessModule.h"
#include "execution/Link.h"
#include "execution/MissingFunctions.h"
#include "execution/ObjectCode.h"
#include "execution/Sandbox.h"
#include "project/Hash.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/Support/FileSystem.h>

#include <csignal>
#include <filesystem>
#include <sstream>

namespace vernier {

namespace {

const unsigned char HarnessObject[] = {
#include "Harness.o.inc"
};

std::string_view harnessBytes() {
  return {reinterpret_cast<const char *>(HarnessObject), sizeof HarnessObject};
}

bool isCPlusPlus(const Program &Version) {
  if (Version.Link.CPlusPlus)
    return true;
  return llvm::any_of(Version.module().debug_compile_units(), [](const llvm::DICompileUnit *Unit) {
    return llvm::dwarf::isCPlusPlus(static_cast<llvm::dwarf::SourceLanguage>(Unit->getSourceLanguage()));
  });
}

/// Makes one executable in a scratch directory.
class Maker {
public:
  Maker(const Program &Version, const std::string &Bitcode, const Workspace &Place, const std::string &Directory)
      : Version(Version), Bitcode(Bitcode), Place(Place), Directory(Directory) {}

  /// Entry is empty for a whole program.
  Status make(const std::string &Entry, const std::vector<std::string> &Globals) {
    llvm::LLVMContext Context;
    auto Copy = llvm::parseBitcodeFile(llvm::MemoryBufferRef(Bitcode, "plain"), Context);
    if (!Copy)
      return analysisError("the bitcode cannot be read back: " + llvm::toString(Copy.takeError()));
    llvm::StripDebugInfo(**Copy);
    if (!Entry.empty())
      addHarness(**Copy, Entry, Globals);
    auto Code = objectCode(**Copy);
    if (!Code)
      return Code.takeError();
    if (auto Written = object("program.o", *Code); !Written)
      return Written;
    return link(!Entry.empty());
  }

private:
  Status object(const std::string &Name, std::string_view Bytes) {
    std::string Path = Directory + "/" + Name;
    if (auto Written = Place.write(Path, Bytes); !Written)
      return Written;
    Objects.push_back(Path);
    return Done{};
  }

  Result<LinkAnswer> tryLink(bool Harness) {
    LinkJob Job;
    Job.Objects = Objects;
    Job.Output = Directory + "/program";
    Job.Link = &Version.Link;
    Job.CPlusPlus = isCPlusPlus(Version);
    Job.Harness = Harness;
    return linkExecutable(Job);
  }

  Status link(bool Harness) {
    if (Harness)
      if (auto Written = object("harness.o", harnessBytes()); !Written)
        return Written;
    auto Answer = tryLink(Harness);
    if (!Answer)
      return Answer.takeError();
    return Answer->Linked ? finish({}) : linkWithMissing(Harness, Answer->Undefined);
  }

  Status linkWithMissing(bool Harness, const std::vector<std::string> &Names) {
    auto Code = defineMissing(Version.module(), Names);
    if (!Code)
      return Code.takeError();
    if (auto Written = object("missing.o", *Code); !Written)
      return Written;
    if (!Harness)
      if (auto Written = object("harness.o", harnessBytes()); !Written)
        return Written;
    auto Answer = tryLink(/*Harness=*/true);
    if (!Answer)
      return Answer.takeError();
    if (!Answer->Linked)
      return analysisError("this version cannot be linked into an executable: '" + Answer->Undefined.front() +
                           "' is not defined; give its library with --link");
    return finish(Names);
  }

  /// What is published says which names were missing.
  Status finish(const std::vector<std::string> &Names) {
    std::error_code Ignored;
    for (const std::string &Path : Objects)
      std::filesystem::remove(Path, Ignored);
    std::string Text;
    for (const std::string &Name : Names)
      Text += Name + "\n";
    return Place.write(Directory + "/missing", Text);
  }

  const Program &Version;
  const std::string &Bitcode;
  const Workspace &Place;
  std::string Directory;
  std::vector<std::string> Objects;
};

std::string bitcodeOf(const llvm::Module &M) {
  std::string Bytes;
  llvm::raw_string_ostream Stream(Bytes);
  llvm::WriteBitcodeToFile(M, Stream);
  return Stream.str();
}

std::string keyOf(const Program &Version, const std::string &Bitcode, const std::string &Entry,
                  const std::vector<std::string> &Globals) {
  ContentHash Key;
  Key.add("plain 1").add(LLVM_VERSION_STRING).add(harnessBytes()).add(Bitcode).add(Entry).addAll(Globals);
  Key.addAll(Version.Link.Arguments).addAll(Version.Link.Identity).add(isCPlusPlus(Version) ? "c++" : "c");
  return Key.text();
}

std::vector<std::string> lines(const std::string &Text) {
  std::vector<std::string> Result;
  std::istringstream Stream(Text);
  for (std::string Line; std::getline(Stream, Line);)
    Result.push_back(Line);
  return Result;
}

/// A directory for one run, gone afterwards.
class RunDirectory {
public:
  explicit RunDirectory(const Workspace &Place) : Made(Place.scratchDirectory()) {}
  ~RunDirectory() {
    std::error_code Ignored;
    if (Made)
      std::filesystem::remove_all(*Made, Ignored);
  }
  RunDirectory(const RunDirectory &) = delete;
  RunDirectory &operator=(const RunDirectory &) = delete;
  const Result<std::string> &path() const { return Made; }

private:
  Result<std::string> Made;
};

Outcome failed(const std::string &Why) {
  Outcome Result;
  Result.Note = Why;
  return Result;
}

SandboxRequest requestFor(const std::string &Executable, const std::string &Directory, const RunLimits &Limits) {
  SandboxRequest Request;
  Request.Executable = Executable;
  Request.Directory = Directory;
  Request.Time = Limits.Time;
  Request.Memory = Limits.Memory;
  Request.Output = Limits.Output;
  return Request;
}

/// How a run ended, before the harness has its say.
Outcome outcomeOf(SandboxOutcome &&Ran) {
  Outcome Result;
  Result.Stdout = std::move(Ran.Output);
  Result.Stderr = std::move(Ran.Errors);
  Result.Truncated = Ran.Truncated;
  if (Ran.Truncated || Ran.TooMany) {
    Result.Note = Ran.Truncated ? "it printed more than is kept" : "it started too many processes";
    return Result;
  }
  if (Ran.TimedOut || Ran.Signal == SIGXCPU) {
    Result.End = Ending::TimedOut;
    return Result;
  }
  // Nobody but the kernel in need of memory, or the user, kills a run from outside.
  if (Ran.Signal == SIGKILL) {
    Result.Note = "it was killed";
    return Result;
  }
  Result.End = Ran.Signal ? Ending::Signalled : Ending::Exited;
  Result.Code = Ran.Signal ? Ran.Signal : Ran.Exit;
  return Result;
}

} // namespace

Result<PlainBuild> PlainBuild::create(const Program &Old, const Program &New, Side Which, const InputSpace &Space,
                                      const Workspace &Place) {
  const Program &Version = Which == Side::Old ? Old : New;
  PlainBuild Build(Which, Space, Place);
  std::string Entry;
  std::vector<std::string> Globals;
  if (!Old.module().getFunction(Space.OldEntry) || !New.module().getFunction(Space.NewEntry))
    return analysisError("the input space is not one of these versions: there is no '" + Space.entry(Which) + "'");
  if (!Space.WholeProgram) {
    Build.Shape = entryShape(Old, New, Which, Space);
    Entry = Space.entry(Which);
    for (const ObservedGlobal &Global : Build.Shape.Globals)
      Globals.push_back(Global.Symbol);
  }
  std::string Bitcode = bitcodeOf(Version.module());
  std::string Home = Place.plainBuild(keyOf(Version, Bitcode, Entry, Globals));
  Build.Executable = Home + "/program";
  if (!llvm::sys::fs::exists(Home)) {
    auto Scratch = Place.scratchDirectory();
    if (!Scratch)
      return Scratch.takeError();
    if (auto Made = Maker(Version, Bitcode, Place, *Scratch).make(Entry, Globals); !Made) {
      (void)Place.remove(*Scratch);
      return Made.takeError();
    }
    if (auto Published = Place.publish(*Scratch, Home); !Published)
      return Published.takeError();
    Build.Fresh = true;
  }
  auto Missing = readTextFile(Home + "/missing");
  if (!Missing)
    return Missing.takeError();
  Build.Missing = lines(*Missing);
  return Build;
}

Outcome PlainBuild::run(const InputAssignment &Input, const RunLimits &Limits) const {
  if (Input.size() != Space.Leaves.size())
    return failed("the input has " + std::to_string(Input.size()) + " values for " +
                  std::to_string(Space.Leaves.size()) + " names");
  RunDirectory Directory(Place);
  if (!Directory.path())
    return failed(Directory.path().error().Message);
  return Space.WholeProgram ? runProgram(Input, Limits, *Directory.path())
                            : runFunction(Input, Limits, *Directory.path());
}

Outcome PlainBuild::runFunction(const InputAssignment &Input, const RunLimits &Limits,
                                const std::string &Directory) const {
  auto Memory = ExchangeMemory::create(Space, Which, Shape, Input);
  if (!Memory)
    return failed(Memory.error().Message);
  SandboxRequest Request = requestFor(Executable, Directory, Limits);
  Request.Exchange = Memory->descriptor();
  auto Ran = runInSandbox(Request);
  if (!Ran)
    return failed(Ran.error().Message);
  Outcome Result = outcomeOf(std::move(*Ran));
  Result.Calls = Memory->calls();
  Result.Truncated |= Memory->lostCalls();
  if (Result.End == Ending::Exited && Memory->returned()) {
    Result.End = Ending::Returned;
    Result.Code = 0;
    Result.Return = Memory->returnText();
    Result.Memory = Memory->changedMemory();
  } else if (Result.End == Ending::Exited && !Memory->called() && Result.Code == 125)
    return failed("the harness could not prepare the input");
  return Result;
}

Outcome PlainBuild::runProgram(const InputAssignment &Input, const RunLimits &Limits,
                               const std::string &Directory) const {
  SandboxRequest Request = requestFor(Executable, Directory, Limits);
  for (const ProgramInput::Argument &Argument : Space.Program.Arguments) {
    std::string Bytes = Argument.Text;
    for (unsigned Leaf : Argument.Leaves)
      Bytes += static_cast<char>(Input[Leaf].getZExtValue());
    Request.Arguments.push_back(Bytes.substr(0, Bytes.find('\0')));
  }
  if (Space.Program.StdinLength) {
    std::string Bytes;
    for (unsigned Leaf : Space.Program.StdinLeaves)
      Bytes += static_cast<char>(Input[Leaf].getZExtValue());
    Request.Input = Bytes.substr(0, Input[*Space.Program.StdinLength].getZExtValue());
  }
  std::optional<Result<ExchangeMemory>> Memory;
  if (!Missing.empty()) {
    Memory.emplace(ExchangeMemory::create());
    if (!*Memory)
      return failed(Memory->error().Message);
    Request.Exchange = (**Memory).descriptor();
  }
  auto Ran = runInSandbox(Request);
  if (!Ran)
    return failed(Ran.error().Message);
  Outcome Result = outcomeOf(std::move(*Ran));
  if (Result.End == Ending::Exited)
    Result.End = Ending::Returned;
  if (Memory) {
    Result.Calls = (**Memory).calls();
    Result.Truncated |= (**Memory).lostCalls();
  }
  return Result;
}

} // namespace vernier
