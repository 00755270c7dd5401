#include "execution/builds/PlainBuild.h"

#include "abi/Trace.h"
#include "bitcode/QuietContext.h"
#include "execution/builds/Executable.h"
#include "execution/builds/HarnessModule.h"
#include "execution/builds/ObjectCode.h"
#include "execution/runs/ExchangeMemory.h"
#include "project/Hash.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>

#include <mutex>

namespace vernier {

namespace {

/// Makes one executable in a scratch directory. Entry is empty for a whole program.
Status makePlain(const Program &Version, const std::string &Bitcode, const std::string &Entry,
                 const std::vector<std::string> &Symbols, const Workspace &Place, const std::string &Directory) {
  llvm::LLVMContext Context;
  returnOnErrors(Context);
  auto Copy = llvm::parseBitcodeFile(llvm::MemoryBufferRef(Bitcode, "plain"), Context);
  if (!Copy)
    return analysisError("the bitcode cannot be read back: " + llvm::toString(Copy.takeError()));
  llvm::StripDebugInfo(**Copy);
  if (!Entry.empty())
    addHarness(**Copy, Entry, Symbols);
  auto Code = objectCode(**Copy);
  if (!Code)
    return Code.takeError();
  return makeExecutable(Version, {{"program.o", *Code}}, !Entry.empty(), Place, Directory);
}

std::string keyOf(const Program &Version, const std::string &Bitcode, const std::string &Entry,
                  const std::vector<std::string> &Symbols) {
  ContentHash Key;
  Key.add("plain 2").add(LLVM_VERSION_STRING).add(harnessObject()).add(Bitcode).add(Entry).addAll(Symbols);
  addLinking(Key, Version);
  return Key.text();
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

/// Directories of runs that are over, which others can work in: to make one takes longer than most runs.
class PlainBuild::IdleDirectories {
public:
  Result<ScratchDirectory> take(const Workspace &Place) {
    {
      std::lock_guard<std::mutex> Only(Access);
      if (!Waiting.empty()) {
        ScratchDirectory Last = std::move(Waiting.back());
        Waiting.pop_back();
        return Last;
      }
    }
    return ScratchDirectory::create(Place);
  }

  /// One that cannot be emptied is left to its end.
  void giveBack(ScratchDirectory Directory) {
    if (!Directory.clean())
      return;
    std::lock_guard<std::mutex> Only(Access);
    if (Waiting.size() < Most)
      Waiting.push_back(std::move(Directory));
  }

private:
  static constexpr std::size_t Most = 8;
  std::mutex Access;
  std::vector<ScratchDirectory> Waiting;
};

PlainBuild::PlainBuild(Side Which, const InputSpace &Space, const Workspace &Place)
    : Which(Which), Space(Space), Place(Place), Idle(std::make_shared<IdleDirectories>()) {}

Result<PlainBuild> PlainBuild::create(const Program &Old, const Program &New, Side Which, const InputSpace &Space,
                                      const Workspace &Place) {
  const Program &Version = Which == Side::Old ? Old : New;
  PlainBuild Build(Which, Space, Place);
  std::string Entry;
  std::vector<std::string> Symbols;
  if (!Old.module().getFunction(Space.OldEntry) || !New.module().getFunction(Space.NewEntry))
    return analysisError("the input space is not one of these versions: there is no '" + Space.entry(Which) + "'");
  if (!Space.WholeProgram) {
    Build.Shape = entryShape(Old, New, Which, Space);
    Entry = Space.entry(Which);
    Symbols = Build.Shape.symbols();
  }
  std::string Bitcode = bitcodeOf(Version.module());
  std::string Home = Place.plainBuild(keyOf(Version, Bitcode, Entry, Symbols));
  Build.Executable = Home + "/program";
  auto Fresh = publishBuild(Place, Home, [&](const std::string &Directory) {
    return makePlain(Version, Bitcode, Entry, Symbols, Place, Directory);
  });
  if (!Fresh)
    return Fresh.takeError();
  Build.Fresh = *Fresh;
  auto Missing = missingOf(Home);
  if (!Missing)
    return Missing.takeError();
  Build.Missing = std::move(*Missing);
  return Build;
}

Outcome PlainBuild::run(const InputAssignment &Input, const RunLimits &Limits, int Monitor) const {
  if (Input.size() != Space.Leaves.size())
    return failedRun("the input has " + std::to_string(Input.size()) + " values for " +
                     std::to_string(Space.Leaves.size()) + " names");
  auto Directory = Idle->take(Place);
  if (!Directory)
    return failedRun(Directory.error().Message);
  bool Alone = true;
  SandboxRequest Request = requestFor(Executable, Directory->path(), Limits);
  Request.Monitor = Monitor;
  Outcome Result = Space.WholeProgram ? runProgram(Input, std::move(Request), *Directory, Alone)
                                      : runFunction(Input, std::move(Request), *Directory, Alone);
  if (Alone)
    Idle->giveBack(std::move(*Directory));
  return Result;
}

Outcome PlainBuild::runFunction(const InputAssignment &Input, SandboxRequest Request, ScratchDirectory &Directory,
                                bool &Alone) const {
  auto Memory = ExchangeMemory::create(Space, Which, Shape, Input);
  if (!Memory)
    return failedRun(Memory.error().Message);
  Request.Exchange = Memory->descriptor();
  Request.Input = programTexts(Space, Input).Stdin;
  auto Once = [&](std::uint8_t Filling) -> std::pair<Outcome, LeftMemory> {
    Memory->refill(Input);
    Memory->setFilling(Filling);
    auto Ran = runInSandbox(Request);
    if (!Ran)
      return {failedRun(Ran.error().Message), {}};
    Alone &= Ran->Alone;
    Outcome Result = outcomeOf(std::move(*Ran));
    Result.Files = Directory.changes();
    LeftMemory Left = addFunctionResults(Result, *Memory);
    return {std::move(Result), std::move(Left)};
  };
  auto [First, Left] = Once(VernierFillZero);
  if (!Left.hasHeap())
    return First;
  if (auto Cleaned = Directory.clean(); !Cleaned)
    return failedRun(Cleaned.error().Message);
  auto [Second, Other] = Once(VernierFillNegative);
  if (First.comparable() && !mergeFillings(First, Left, Second, Other)) {
    First.Truncated = true;
    First.Note = "what it leaves depends on memory that nobody wrote";
  }
  return First;
}

Outcome PlainBuild::runProgram(const InputAssignment &Input, SandboxRequest Request, ScratchDirectory &Directory,
                               bool &Alone) const {
  ProgramTexts Texts = programTexts(Space, Input);
  Request.Arguments = Texts.Arguments;
  Request.Input = Texts.Stdin;
  for (const ProgramInput::Variable &Variable : Space.Program.Environment)
    Request.Variables.push_back(Variable.Name);
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
  Alone &= Ran->Alone;
  Outcome Result = outcomeOf(std::move(*Ran));
  Result.Files = Directory.changes();
  addProgramResults(Result, Memory ? &**Memory : nullptr);
  return Result;
}

} // namespace vernier
