#include "suite/SuitePlace.h"

#include "bitcode/QuietContext.h"
#include "bitcode/RecordedTree.h"
#include "execution/builds/Executable.h"
#include "execution/builds/ObjectCode.h"
#include "project/Hash.h"
#include "project/Tree.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>

#include <filesystem>

namespace fs = std::filesystem;

namespace vernier {

namespace {

/// Makes the executable, or finds it in the cache; its path. The real build left nothing undefined, so nothing may be
/// missing here either.
Result<std::string> makeChanged(const SuiteExecutable &Executable, const Workspace &Space,
                                const ExecutableChange &Change) {
  const Program &Version = *Executable.Version;
  std::string Bitcode = bitcodeOf(Version.module());
  llvm::LLVMContext Context;
  returnOnErrors(Context);
  auto Copy = llvm::parseBitcodeFile(llvm::MemoryBufferRef(Bitcode, "suite"), Context);
  if (!Copy)
    return analysisError("the bitcode cannot be read back: " + llvm::toString(Copy.takeError()));
  if (Change)
    if (Status Changed = Change(Executable.Name, Version, **Copy); !Changed)
      return Changed.takeError();
  llvm::StripDebugInfo(**Copy);
  ContentHash Key;
  Key.add("suite 1").add(LLVM_VERSION_STRING).add(bitcodeOf(**Copy));
  addLinking(Key, Version);
  std::string Home = Space.plainBuild(Key.text());
  auto Published = publishBuild(Space, Home, [&](const std::string &Directory) -> Status {
    auto Code = objectCode(**Copy, /*Optimise=*/true);
    if (!Code)
      return Code.takeError();
    return makeExecutable(Version, {{"program.o", *Code}}, /*Harness=*/false, Space, Directory);
  });
  if (!Published)
    return Published.takeError();
  auto Missing = missingOf(Home);
  if (!Missing)
    return Missing.takeError();
  if (!Missing->empty())
    return analysisError("'" + Missing->front() + "' is defined nowhere; give its library with --ldflag");
  return Home + "/program";
}

/// With a new name first: the old file may be a link to another one.
Status putInPlace(const std::string &From, const std::string &To) {
  std::error_code Failure;
  std::string New = To + ".vernier-new";
  fs::copy_file(From, New, fs::copy_options::overwrite_existing, Failure);
  if (!Failure)
    fs::permissions(New, fs::status(To, Failure).permissions(), Failure);
  if (!Failure)
    fs::rename(New, To, Failure);
  if (Failure)
    return analysisError("cannot replace '" + To + "': " + Failure.message());
  return Done{};
}

} // namespace

Result<std::unique_ptr<SuitePlace>> SuitePlace::prepare(const VersionSpec &Spec, const BuildOptions &Options,
                                                        const Workspace &Space, const ExecutableChange &Change) {
  std::unique_ptr<SuitePlace> Place(new SuitePlace(Spec, Options, Space));
  Status Prepared = Options.BuildCommand.empty() ? Place->prepareProgram(Change) : Place->prepareTree(Change);
  if (!Prepared)
    return Prepared.takeError();
  return Place;
}

SuitePlace::~SuitePlace() {
  if (!Tree.empty())
    (void)Space.remove(Tree);
}

Status SuitePlace::prepareTree(const ExecutableChange &Change) {
  auto Built = recordedTree(Spec, Options, Space);
  if (!Built)
    return Built.takeError();
  // What is put together takes the same lock.
  for (const RecordedExecutable &Recorded : Built->Executables) {
    SuiteExecutable Executable{Recorded.Name, nullptr, {}, {}};
    for (const std::string &File : Recorded.Files)
      Executable.Files.push_back(Built->Place + "/" + File);
    if (Change) {
      BuildOptions Only = Options;
      Only.Target = Recorded.Name;
      auto Version = buildVersion(Spec, Only, Space);
      if (Version)
        Executable.Version = std::make_shared<Program>(std::move(*Version));
      else
        Executable.Problem = Version.error().Message;
    }
    Executables.push_back(std::move(Executable));
  }
  auto Locked = Space.lock(Built->LockName);
  if (!Locked)
    return Locked.takeError();
  Lock.emplace(std::move(*Locked));
  if (auto Removed = Space.remove(Built->Place); !Removed)
    return Removed;
  Tree = Directory = Built->Place;
  TreeFilter Everything;
  Everything.SkipObjects = false;
  if (auto Copied = copyTree(Built->Finished, Tree, Everything); !Copied)
    return Copied;
  for (SuiteExecutable &Executable : Executables)
    if (Change && Executable.Problem.empty())
      if (Status Replaced = replace(Executable, Change); !Replaced)
        Executable.Problem = Replaced.error().Message;
  return Done{};
}

Status SuitePlace::replace(SuiteExecutable &Executable, const ExecutableChange &Change) {
  auto Made = makeChanged(Executable, Space, Change);
  if (!Made)
    return Made.takeError();
  for (const std::string &File : Executable.Files)
    if (Status Put = putInPlace(*Made, File); !Put)
      return Put;
  return Done{};
}

Status SuitePlace::prepareProgram(const ExecutableChange &Change) {
  auto Version = buildVersion(Spec, Options, Space);
  if (!Version)
    return Version.takeError();
  SuiteExecutable Executable{{}, std::make_shared<Program>(std::move(*Version)), {}, {}};
  auto Made = makeChanged(Executable, Space, Change);
  if (!Made)
    return Made.takeError();
  Executable.Files = {*Made};
  Executables.push_back(std::move(Executable));
  std::error_code Ignored;
  Directory = fs::current_path(Ignored).string();
  return Done{};
}

std::vector<std::pair<std::string, std::string>> SuitePlace::environment() const {
  auto Program = [&](const SuiteExecutable &Executable) {
    return std::vector<std::pair<std::string, std::string>>{{"VERNIER_PROGRAM", Executable.Files.front()}};
  };
  if (Executables.size() == 1)
    return Program(Executables.front());
  for (const SuiteExecutable &Executable : Executables)
    if (!Options.Target.empty() &&
        (Executable.Name == Options.Target || fs::path(Executable.Name).filename() == Options.Target))
      return Program(Executable);
  return {};
}

} // namespace vernier
