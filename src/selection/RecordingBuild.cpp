#include "selection/RecordingBuild.h"

#include "execution/builds/Executable.h"
#include "execution/builds/HarnessModule.h"
#include "execution/builds/ObjectCode.h"
#include "execution/runs/ExchangeMemory.h"
#include "execution/runs/SandboxDescriptors.h"
#include "execution/runs/ScratchDirectory.h"
#include "project/Hash.h"
#include "selection/HitsAbi.h"
#include "selection/RecordHits.h"
#include "selection/SlotTable.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>

namespace vernier {

namespace {

Status makeRecording(const Program &Version, const std::string &Bitcode, const std::string &Entry,
                     const std::vector<std::string> &Symbols, const Workspace &Place, const std::string &Directory) {
  llvm::LLVMContext Context;
  auto Copy = llvm::parseBitcodeFile(llvm::MemoryBufferRef(Bitcode, "recorded"), Context);
  if (!Copy)
    return analysisError("the bitcode cannot be read back: " + llvm::toString(Copy.takeError()));
  // The file comes with each run.
  if (Status Changed = recordHits(**Copy, {}); !Changed)
    return Changed;
  llvm::StripDebugInfo(**Copy);
  if (!Entry.empty())
    addHarness(**Copy, Entry, Symbols);
  auto Code = objectCode(**Copy);
  if (!Code)
    return Code.takeError();
  return makeExecutable(Version, {{"program.o", *Code}}, !Entry.empty(), Place, Directory);
}

} // namespace

Result<RecordingBuild> RecordingBuild::create(const Program &Version, const InputSpace &Space, const Workspace &Place) {
  RecordingBuild Build(Space, Place);
  Build.Slots = SlotTable(Version.module()).total();
  std::string Entry;
  std::vector<std::string> Symbols;
  if (!Space.WholeProgram) {
    Build.Shape = entryShape(Version, Version, Side::Old, Space);
    Entry = Space.entry(Side::Old);
    Symbols = Build.Shape.symbols();
  }
  std::string Bitcode = bitcodeOf(Version.module());
  ContentHash Key;
  Key.add("recording 1").add(LLVM_VERSION_STRING).add(harnessObject()).add(Bitcode).add(Entry).addAll(Symbols);
  addLinking(Key, Version);
  std::string Home = Place.plainBuild(Key.text());
  Build.Executable = Home + "/program";
  auto Published = publishBuild(Place, Home, [&](const std::string &Directory) {
    return makeRecording(Version, Bitcode, Entry, Symbols, Place, Directory);
  });
  if (!Published)
    return Published.takeError();
  return Build;
}

Result<RecordingBuild::Recorded> RecordingBuild::run(const InputAssignment &Input, const RunLimits &Limits) const {
  auto Memory = HitsMemory::create(Slots);
  if (!Memory)
    return Memory.takeError();
  auto Directory = ScratchDirectory::create(Place);
  if (!Directory)
    return Directory.takeError();
  auto Exchange =
      Space.WholeProgram ? ExchangeMemory::create() : ExchangeMemory::create(Space, Side::Old, Shape, Input);
  if (!Exchange)
    return Exchange.takeError();
  SandboxRequest Request;
  Request.Executable = Executable;
  Request.Directory = Directory->path();
  Request.Time = Limits.Time;
  Request.Memory = Limits.Memory;
  Request.Output = Limits.Output;
  Request.Exchange = Exchange->descriptor();
  ProgramTexts Texts = programTexts(Space, Input);
  Request.Input = Texts.Stdin;
  if (Space.WholeProgram) {
    Request.Arguments = Texts.Arguments;
    for (const ProgramInput::Variable &Variable : Space.Program.Environment)
      Request.Variables.push_back(Variable.Name);
    for (auto &[Name, Value] : Texts.Environment)
      Request.Environment.push_back(Name + "=" + Value);
    for (auto &[Name, Contents] : Texts.Files)
      if (auto Put = Directory->put({Name, Contents}); !Put)
        return Put.takeError();
  }
  auto Ran = runInSandbox(Request, {{Memory->descriptor(), VernierHitsDescriptor}});
  if (!Ran)
    return Ran.takeError();
  return Recorded{outcomeOf(std::move(*Ran)), Memory->read()};
}

} // namespace vernier
