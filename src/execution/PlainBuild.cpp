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

#include <filesystem>
#include <sstream>

namespace vernier {

namespace {

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
      if (auto Written = object("harness.o", harnessObject()); !Written)
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
      if (auto Written = object("harness.o", harnessObject()); !Written)
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
  Key.add("plain 1").add(LLVM_VERSION_STRING).add(harnessObject()).add(Bitcode).add(Entry).addAll(Globals);
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

SandboxRequest requestFor(const std::string &Executable, const std::string &Directory, const RunLimits &Limits) {
  SandboxRequest Request;
  Request.Executable = Executable;
  Request.Directory = Directory;
  Request.Time = Limits.Time;
  Request.Memory = Limits.Memory;
  Request.Output = Limits.Output;
  return Request;
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
    return failedRun("the input has " + std::to_string(Input.size()) + " values for " +
                     std::to_string(Space.Leaves.size()) + " names");
  auto Directory = ScratchDirectory::create(Place);
  if (!Directory)
    return failedRun(Directory.error().Message);
  return Space.WholeProgram ? runProgram(Input, Limits, *Directory) : runFunction(Input, Limits, *Directory);
}

Outcome PlainBuild::runFunction(const InputAssignment &Input, const RunLimits &Limits,
                                ScratchDirectory &Directory) const {
  auto Memory = ExchangeMemory::create(Space, Which, Shape, Input);
  if (!Memory)
    return failedRun(Memory.error().Message);
  SandboxRequest Request = requestFor(Executable, Directory.path(), Limits);
  Request.Exchange = Memory->descriptor();
  auto Ran = runInSandbox(Request);
  if (!Ran)
    return failedRun(Ran.error().Message);
  Outcome Result = outcomeOf(std::move(*Ran));
  addFunctionResults(Result, *Memory);
  return Result;
}

Outcome PlainBuild::runProgram(const InputAssignment &Input, const RunLimits &Limits,
                               ScratchDirectory &Directory) const {
  SandboxRequest Request = requestFor(Executable, Directory.path(), Limits);
  ProgramTexts Texts = programTexts(Space, Input);
  Request.Arguments = Texts.Arguments;
  Request.Input = Texts.Stdin;
  for (auto &[Name, Value] : Texts.Environment)
    Request.Environment.push_back(Name + "=" + Value);
  for (auto &[Name, Contents] : Texts.Files)
    if (auto Put = Directory.put({Name, Contents}); !Put)
      return failedRun(Put.error().Message);
  std::optional<Result<ExchangeMemory>> Memory;
  if (!Missing.empty()) {
    Memory.emplace(ExchangeMemory::create());
    if (!*Memory)
      return failedRun(Memory->error().Message);
    Request.Exchange = (**Memory).descriptor();
  }
  auto Ran = runInSandbox(Request);
  if (!Ran)
    return failedRun(Ran.error().Message);
  Outcome Result = outcomeOf(std::move(*Ran));
  addProgramResults(Result, Memory ? &**Memory : nullptr);
  return Result;
}

} // namespace vernier
