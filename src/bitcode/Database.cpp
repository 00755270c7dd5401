#include "bitcode/BuildStages.h"
#include "project/Hash.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace fs = std::filesystem;

namespace vernier {

namespace {

/// A translation unit of the database.
struct DatabaseUnit {
  TranslationUnit Unit;
  std::string Target;      ///< empty if the output does not say it
  std::string TargetPlace; ///< the directory of the target's object files and link.txt
  std::string Output;      ///< absolute; may be empty
};

/// CMake keeps the objects of a target below CMakeFiles/NAME.dir/.
void findTarget(DatabaseUnit &Unit) {
  llvm::StringRef Output = Unit.Output;
  size_t Start = Output.rfind("CMakeFiles/");
  if (Start == llvm::StringRef::npos)
    return;
  size_t NameStart = Start + llvm::StringRef("CMakeFiles/").size();
  size_t End = Output.find(".dir/", NameStart);
  if (End == llvm::StringRef::npos)
    return;
  Unit.Target = Output.slice(NameStart, End).str();
  Unit.TargetPlace = Output.take_front(End + llvm::StringRef(".dir").size()).str();
}

DatabaseUnit readCommand(const CompileCommand &Command) {
  bool CPlusPlus = isCPlusPlusDriver(Command.Arguments.front());
  std::vector<std::string> Words(Command.Arguments.begin() + 1, Command.Arguments.end());
  CompilerCommand Parsed = parseCompilerCommand(Words, Command.Directory, CPlusPlus);
  DatabaseUnit Unit;
  Unit.Unit.File = Command.File;
  Unit.Unit.Directory = Command.Directory;
  Unit.Unit.CPlusPlus = CPlusPlus;
  Unit.Unit.Options = Parsed.Meaning;
  Unit.Unit.Includes = Parsed.Includes;
  if (!Parsed.Sources.empty())
    Unit.Unit.Language = Parsed.Sources.front().Language;
  if (!Command.Output.empty())
    Unit.Output = (fs::path(Command.Directory) / Command.Output).lexically_normal().string();
  findTarget(Unit);
  return Unit;
}

/// The directory that locations are relative to: the one that the user named if it holds all sources, else (a build
/// directory beside the sources) what sources and build directory have in common, or the sources alone.
std::string rootOf(const std::string &Directory, const std::vector<DatabaseUnit> &Units) {
  std::vector<std::string> Sources, Everything;
  for (const DatabaseUnit &Unit : Units) {
    Sources.push_back(fs::path(Unit.Unit.File).parent_path().string());
    Everything.push_back(Unit.Unit.Directory);
  }
  if (llvm::all_of(Sources, [&](const std::string &Source) { return isBelow(Source, Directory); }))
    return Directory;
  llvm::append_range(Everything, Sources);
  std::string Common = commonDirectory(Everything);
  bool TooWide = Common == "/" || fs::path(Common).parent_path() == "/";
  return TooWide ? commonDirectory(Sources) : Common;
}

std::vector<std::string> targetNames(const std::vector<DatabaseUnit> &Units) {
  std::vector<std::string> Names;
  for (const DatabaseUnit &Unit : Units)
    Names.push_back(Unit.Target.empty() ? fs::path(Unit.Unit.File).stem().string() : Unit.Target);
  llvm::sort(Names);
  Names.erase(llvm::unique(Names), Names.end());
  return Names;
}

/// A database without target names is asked by source or object: `main`, `main.c`, `src/main.c`, `main.o`.
bool isNamed(const DatabaseUnit &Unit, const std::string &Target) {
  if (!Unit.Target.empty())
    return Unit.Target == Target;
  auto Matches = [&](const std::string &Path) {
    fs::path Whole(Path);
    return Whole.filename() == Target || Whole.stem() == Target || Path.ends_with("/" + Target);
  };
  return Matches(Unit.Unit.File) || (!Unit.Output.empty() && Matches(Unit.Output));
}

/// link.txt of CMake's Makefile generators: one command per line; the one that runs a compiler counts.
std::optional<CompilerCommand> linkCommand(const DatabaseUnit &Unit) {
  if (Unit.TargetPlace.empty())
    return std::nullopt;
  auto Text = readTextFile(Unit.TargetPlace + "/link.txt");
  if (!Text)
    return std::nullopt;
  std::vector<std::string> Words = splitCommandLine(Text->substr(0, Text->find('\n')));
  if (Words.empty() || llvm::sys::path::filename(Words.front()).ends_with("ar"))
    return std::nullopt;
  std::string Program = Words.front();
  Words.erase(Words.begin());
  // link.txt stands in DIRECTORY/CMakeFiles/NAME.dir and runs in DIRECTORY.
  std::string Directory = fs::path(Unit.TargetPlace).parent_path().parent_path().string();
  return parseCompilerCommand(Words, Directory, isCPlusPlusDriver(Program));
}

/// Chooses and links what makes up the wanted program.
class DatabaseBuild {
public:
  DatabaseBuild(const BuildJob &Job, std::string Directory, std::vector<DatabaseUnit> Units)
      : Job(Job), Units(std::move(Units)), Root(rootOf(Directory, this->Units)) {
    for (DatabaseUnit &Unit : this->Units)
      Unit.Unit.Root = Root;
  }

  Result<Program> build() {
    auto Wanted = wantedUnits();
    if (!Wanted)
      return Wanted.takeError();
    if (auto Compiled = compile(*Wanted); !Compiled)
      return Compiled.takeError();
    auto Chosen =
        Job.Options.Target.empty() ? everything() : Result(resolveLikeArchive(Symbols, *Wanted, others(*Wanted)));
    if (!Chosen)
      return Chosen.takeError();
    return link(*Chosen);
  }

private:
  /// The units that must compile: those of the target, or all.
  Result<std::vector<std::size_t>> wantedUnits() const {
    std::vector<std::size_t> Wanted;
    for (std::size_t I = 0; I != Units.size(); ++I)
      if (Job.Options.Target.empty() || isNamed(Units[I], Job.Options.Target))
        Wanted.push_back(I);
    if (Wanted.empty())
      return analysisError("'" + Job.Label + "' has no target '" + Job.Options.Target + "'; it has " +
                           listOf(targetNames(Units)));
    return Wanted;
  }

  std::vector<std::size_t> others(const std::vector<std::size_t> &Wanted) const {
    std::vector<std::size_t> Others;
    for (std::size_t I = 0; I != Units.size(); ++I)
      if (!llvm::is_contained(Wanted, I) && !Parts[I].Hash.empty())
        Others.push_back(I);
    return Others;
  }

  Status compile(const std::vector<std::size_t> &Wanted) {
    std::vector<TranslationUnit> All;
    for (const DatabaseUnit &Unit : Units)
      All.push_back(Unit.Unit);
    auto Results = compileUnits(Job, All);
    Parts.resize(Units.size());
    Symbols.resize(Units.size());
    for (std::size_t I = 0; I != Units.size(); ++I) {
      if (!Results[I]) {
        if (llvm::is_contained(Wanted, I))
          return Results[I].takeError();
        Warnings.push_back("not compiled: " + nameOf(I) +
                           " (not part of the target, unless it is one of its libraries)");
        continue;
      }
      Parts[I] = {Results[I]->Hash, nameOf(I)};
      auto Found = symbolsOf(Job.Space, Parts[I]);
      if (!Found)
        return Found.takeError();
      Symbols[I] = std::move(*Found);
    }
    return Done{};
  }

  /// Without a target, all units make one program if they can.
  Result<std::vector<std::size_t>> everything() const {
    std::vector<std::size_t> All;
    std::vector<std::string> Mains;
    for (std::size_t I = 0; I != Units.size(); ++I) {
      All.push_back(I);
      if (Symbols[I].definesMain())
        Mains.push_back(Units[I].Target.empty() ? nameOf(I) : Units[I].Target);
    }
    llvm::sort(Mains);
    if (Mains.size() > 1)
      return analysisError("'" + Job.Label + "' has " + std::to_string(Mains.size()) +
                           " programs; choose one with --target: " + listOf(Mains));
    return All;
  }

  Result<Program> link(const std::vector<std::size_t> &Chosen) {
    std::vector<LinkUnit> Linked;
    LinkInfo Link;
    std::set<std::string> Seen;
    for (std::size_t I : Chosen) {
      // A file that several targets compile in the same way is one part of this program.
      if (Seen.insert(Parts[I].Hash).second)
        Linked.push_back(Parts[I]);
      Link.CPlusPlus |= Units[I].Unit.CPlusPlus || isCPlusPlusFile(Units[I].Unit.File);
    }
    bool CPlusPlus = Link.CPlusPlus;
    if (auto Command = linkCommand(Units[Chosen.front()])) {
      // Objects and archives of the project itself are in the bitcode.
      Link = linkInfoOf(*Command, [&](const std::string &Input) { return isOwnInput(Input); });
      Link.CPlusPlus |= CPlusPlus;
    }
    auto Built = finishProgram(Job, Linked, Root, std::move(Link));
    if (Built)
      Built->Warnings = Warnings;
    return Built;
  }

  bool isOwnInput(const std::string &Input) const {
    return isBelow(Input, Root) ||
           llvm::any_of(Units, [&](const DatabaseUnit &Unit) { return isBelow(Input, Unit.Unit.Directory); });
  }

  std::string nameOf(std::size_t I) const {
    const std::string &File = Units[I].Unit.File;
    return isBelow(File, Root) ? fs::path(File).lexically_relative(Root).string() : File;
  }

  const BuildJob &Job;
  std::vector<DatabaseUnit> Units;
  std::string Root;
  std::vector<LinkUnit> Parts; // by unit; without a hash where it does not compile
  std::vector<UnitSymbols> Symbols;
  std::vector<std::string> Warnings;
};

} // namespace

Result<Program> buildDatabase(const BuildJob &Job, const std::string &Directory, const std::string &Database) {
  auto Commands = readCompileCommands(Database);
  if (!Commands)
    return Commands.takeError();
  std::vector<DatabaseUnit> Units;
  for (const CompileCommand &Command : *Commands)
    if (isSourceFile(Command.File))
      Units.push_back(readCommand(Command));
  if (Units.empty())
    return analysisError("'" + Database +
                         "' compiles no C or C++ file; build the project once so that it is written again");
  return DatabaseBuild(Job, Directory, std::move(Units)).build();
}

} // namespace vernier
