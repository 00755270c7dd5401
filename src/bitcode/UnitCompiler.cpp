#include "bitcode/UnitCompiler.h"

#include "base/TextFile.h"
#include "bitcode/Flags.h"
#include "project/Hash.h"
#include "project/Intact.h"
#include "project/Subprocess.h"

#include <clang/Basic/Version.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Program.h>

#include <cstdlib>
#include <filesystem>

namespace vernier {

namespace {

/// How many different sets of headers one main file and one set of options are remembered with.
constexpr std::size_t RecordsPerManifest = 8;

std::vector<std::string> placeOptions(const TranslationUnit &Unit) {
  std::vector<std::string> Options = {"-fdebug-compilation-dir=.", "-fcoverage-compilation-dir=."};
  if (!Unit.Root.empty() && Unit.Root != "/") {
    Options.push_back("-fdebug-prefix-map=" + Unit.Root + "=.");
    Options.push_back("-fmacro-prefix-map=" + Unit.Root + "=.");
  }
  if (!Unit.FileMacro.empty())
    Options.push_back("-fmacro-prefix-map=" + Unit.File + "=" + Unit.FileMacro);
  return Options;
}

/// Paths below the current directory the way the user would write them.
std::string shortenPaths(std::string Text) {
  llvm::SmallString<128> Here;
  if (llvm::sys::fs::current_path(Here) || Here == "/")
    return Text;
  std::string Prefix = Here.str().str() + "/";
  for (std::size_t At = Text.find(Prefix); At != std::string::npos; At = Text.find(Prefix, At))
    Text.erase(At, Prefix.size());
  return Text;
}

struct ScratchFiles {
  std::string Bitcode, Dependencies;
  ~ScratchFiles() {
    for (const std::string &Path : {Bitcode, Dependencies})
      if (!Path.empty())
        llvm::sys::fs::remove(Path);
  }
};

} // namespace

Result<std::string> findClang(bool CPlusPlus) {
  const char *Name = CPlusPlus ? "clang++-19" : "clang-19";
  if (auto Path = llvm::sys::findProgramByName(Name))
    return *Path;
  if (auto Path = llvm::sys::findProgramByName(CPlusPlus ? "clang++" : "clang", {VERNIER_LLVM_TOOLS}))
    return *Path;
  return analysisError(std::string("the compiler ") + Name + " is not installed; apt-get install clang-19");
}

std::vector<std::string> compileCommandLine(const TranslationUnit &Unit, const std::string &Output,
                                            const std::string &DependencyFile) {
  std::vector<std::string> Words = Unit.Options;
  llvm::append_range(Words, meaningFlags());
  if (Unit.Sanitize)
    llvm::append_range(Words, sanitizerFlags());
  llvm::append_range(Words, placeOptions(Unit));
  // The user's build shows warnings; here only what stands in the way counts.
  llvm::append_range(Words, std::vector<std::string>{"-w", "-Qunused-arguments", "-c", "-emit-llvm", "-MD", "-MT",
                                                     "unit", "-MF", DependencyFile, "-o", Output});
  if (!Unit.Language.empty())
    llvm::append_range(Words, std::vector<std::string>{"-x", Unit.Language});
  Words.push_back(Unit.File);
  return Words;
}

std::string UnitCompiler::keyOf(const TranslationUnit &Unit, const std::string &MainHash) const {
  ContentHash Key;
  // The compiler comes from the same packages as the libraries in this process.
  Key.add("unit 1").add(clang::getClangFullVersion()).add(Unit.CPlusPlus ? "c++" : "c").add(MainHash);
  Key.add(Unit.Directory).addAll(compileCommandLine(Unit, "out", "dependencies"));
  for (const char *Variable : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS"}) {
    const char *Value = std::getenv(Variable);
    Key.add(Value ? Value : "");
  }
  return Key.text();
}

Result<CompiledUnit> UnitCompiler::compile(const TranslationUnit &Unit) {
  auto MainHash = Hashes.of(Unit.File == "-" ? Unit.Input : Unit.File);
  if (!MainHash)
    return MainHash.takeError();
  if (auto Known = lookUp(Space.manifest(keyOf(Unit, *MainHash)))) {
    ++Counters.CachedUnits;
    CompiledUnit Found{Known->Object, Unit.File, {}};
    for (const auto &File : Known->Files)
      Found.Read.push_back(File.first);
    return Found;
  }
  return run(Unit, *MainHash);
}

std::optional<DependencyRecord> UnitCompiler::lookUp(const std::string &Manifest) {
  auto Text = readTextFile(Manifest);
  if (!Text)
    return std::nullopt;
  for (const DependencyRecord &Record : readRecords(*Text))
    if (hasContents(Space.object(Record.Object), Record.Object) && Record.holds(Hashes))
      return Record;
  return std::nullopt;
}

Result<CompiledUnit> UnitCompiler::run(const TranslationUnit &Unit, const std::string &MainHash) {
  auto Clang = findClang(Unit.CPlusPlus);
  if (!Clang)
    return Clang.takeError();
  ScratchFiles Scratch;
  for (std::string *Path : {&Scratch.Bitcode, &Scratch.Dependencies}) {
    auto Name = Space.scratchFile(Path == &Scratch.Bitcode ? "bc" : "d");
    if (!Name)
      return Name.takeError();
    *Path = *Name;
  }
  ProcessRequest Request;
  Request.Arguments = compileCommandLine(Unit, Scratch.Bitcode, Scratch.Dependencies);
  Request.Arguments.insert(Request.Arguments.begin(), *Clang);
  Request.Directory = Unit.Directory;
  Request.InputFile = Unit.Input;
  Request.Writable = {std::filesystem::path(Scratch.Bitcode).parent_path()};
  std::int64_t Start = fileClock();
  ++Counters.CompilerProcesses;
  auto Outcome = runProcess(Request);
  if (!Outcome)
    return Outcome.takeError();
  if (!Outcome->succeeded())
    return analysisError("cannot compile '" + shortenPaths(Unit.File) + "': clang ended with " + Outcome->describe() +
                             "; correct the source, or give the options it is built with",
                         shortenPaths(Outcome->Errors));
  auto Bitcode = readTextFile(Scratch.Bitcode);
  if (!Bitcode)
    return Bitcode.takeError();
  std::string Object = hashText(*Bitcode);
  if (auto Published = Space.publish(Scratch.Bitcode, Space.object(Object)); !Published)
    return Published.takeError();
  CompiledUnit Compiled{Object, Unit.File, {}};
  if (auto Files = readDependencyFile(Scratch.Dependencies, Unit.Directory)) {
    llvm::erase_if(*Files, [](const std::string &Path) { return llvm::StringRef(Path).ends_with("/-"); });
    Compiled.Read = std::move(*Files);
    remember(Unit, keyOf(Unit, MainHash), Object, Compiled.Read, Start);
  }
  return Compiled;
}

void UnitCompiler::remember(const TranslationUnit &Unit, const std::string &Key, const std::string &Object,
                            const std::vector<std::string> &Read, std::int64_t Start) {
  DependencyRecord Record;
  Record.Object = Object;
  if (!describeDependencies(Record, Read, Unit.Includes, Start) || Record.Files.empty())
    return;
  std::vector<DependencyRecord> Records;
  if (auto Text = readTextFile(Space.manifest(Key)))
    Records = readRecords(*Text);
  Records.insert(Records.begin(), std::move(Record));
  if (Records.size() > RecordsPerManifest)
    Records.resize(RecordsPerManifest);
  // What cannot be remembered is compiled again next time; the result at hand is good.
  (void)static_cast<bool>(Space.write(Space.manifest(Key), writeRecords(Records)));
}

} // namespace vernier
