#include "bitcode/BuildStages.h"
#include "bitcode/LinkStatements.h"
#include "bitcode/RefusedOptions.h"
#include "bitcode/Settings.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Path.h>

#include <filesystem>
#include <numeric>
#include <set>

namespace fs = std::filesystem;

namespace vernier {

namespace {

/// A translation unit of the database.
struct DatabaseUnit {
  TranslationUnit Unit;
  std::string Target;      ///< empty if the output does not say it
  std::string TargetPlace; ///< the directory of the target's object files and link.txt
  std::string Output;      ///< absolute; may be empty
  std::vector<std::string> Settings;
};

/// CMake keeps the objects of a target below CMakeFiles/NAME.dir/, Meson below NAME.p/.
void findTarget(DatabaseUnit &Unit) {
  llvm::StringRef Output = Unit.Output;
  size_t NameStart = Output.rfind("CMakeFiles/");
  size_t End = llvm::StringRef::npos;
  if (NameStart != llvm::StringRef::npos) {
    NameStart += llvm::StringRef("CMakeFiles/").size();
    End = Output.find(".dir/", NameStart);
    Unit.TargetPlace = Output.take_front(End + llvm::StringRef(".dir").size()).str();
  } else if (End = Output.find(".p/"); End != llvm::StringRef::npos) {
    NameStart = Output.take_front(End).rfind('/') + 1;
    Unit.TargetPlace = Output.take_front(End + llvm::StringRef(".p").size()).str();
  }
  if (End == llvm::StringRef::npos)
    Unit.TargetPlace.clear();
  else
    Unit.Target = Output.slice(NameStart, End).str();
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
  Unit.Settings = Parsed.CompileSettings;
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

std::vector<LinkStatement> readStatements(const std::vector<DatabaseUnit> &Units, const std::string &Database) {
  auto Statements = readNinja(fs::path(Database).replace_filename("build.ninja").string());
  if (!Statements.empty())
    return Statements;
  std::set<std::string> Places;
  for (const DatabaseUnit &Unit : Units)
    if (!Unit.TargetPlace.empty())
      Places.insert(Unit.TargetPlace);
  return readLinkTexts({Places.begin(), Places.end()});
}

/// Chooses and links what makes up the wanted program.
class DatabaseBuild {
public:
  DatabaseBuild(const BuildJob &Job, const std::string &Directory, std::vector<DatabaseUnit> Units,
                std::vector<LinkStatement> Statements)
      : Job(Job), Units(std::move(Units)), Statements(std::move(Statements)), Root(rootOf(Directory, this->Units)) {
    for (DatabaseUnit &Unit : this->Units)
      Unit.Unit.Root = Root;
  }

  Result<Program> build() {
    Choice Wanted = Job.Options.Target.empty() ? Choice{allUnits(), {}} : targetUnits(Job.Options.Target);
    if (Wanted.Needed.empty())
      return analysisError("'" + Job.Label + "' has no target '" + Job.Options.Target + "'; it has " +
                           listOf(targetNames(Units)));
    if (auto Compiled = compile(Wanted); !Compiled)
      return Compiled.takeError();
    if (Job.Options.Target.empty())
      if (auto One = oneProgram(); !One)
        return One.takeError();
    return link(resolved(std::move(Wanted)));
  }

  Result<BuildInventory> inventory(const std::string &BuildDirectory) {
    Choice Everything{{}, allUnits()}; // what does not compile is the problem of its targets
    if (auto Compiled = compile(Everything); !Compiled)
      return Compiled.takeError();
    BuildInventory All;
    All.Root = Root;
    All.BuildDirectory = BuildDirectory == Root ? "" : BuildDirectory;
    for (std::size_t I : allUnits())
      All.Compiled.push_back(compiledFile(I));
    for (const std::string &Name : productNames())
      All.Targets.push_back(target(Name));
    llvm::stable_sort(All.Targets, [](const BuildTarget &A, const BuildTarget &B) { return A.Kind < B.Kind; });
    return All;
  }

private:
  /// Indices of units.
  struct Choice {
    std::vector<std::size_t> Needed;    ///< they are part of the program and must compile
    std::vector<std::size_t> Available; ///< they are if something needs them, in the order of a linker
  };

  std::vector<std::size_t> allUnits() const {
    std::vector<std::size_t> All(Units.size());
    std::iota(All.begin(), All.end(), 0);
    return All;
  }

  /// The units of a program, those of archives as far as they are needed.
  std::vector<std::size_t> resolved(Choice Wanted) const {
    llvm::erase_if(Wanted.Available, [&](std::size_t I) { return Parts[I].Hash.empty(); });
    return resolveLikeArchive(Symbols, Wanted.Needed, Wanted.Available);
  }

  /// What --target can name. An object library is no product: it is a part of others. Without names of targets, each
  /// main makes a program, and without several mains everything is one.
  std::set<std::string> productNames() const {
    std::set<std::string> Names, Mains;
    for (std::size_t I = 0; I != Units.size(); ++I) {
      if (!Units[I].Target.empty() && (Statements.empty() || statementOf({I})))
        Names.insert(Units[I].Target);
      if (Units[I].Target.empty() && Symbols[I].definesMain())
        Mains.insert(nameOf(I));
    }
    if (Mains.size() > 1 || !Names.empty())
      Names.insert(Mains.begin(), Mains.end());
    return Names.empty() ? std::set<std::string>{""} : Names;
  }

  CompiledFile compiledFile(std::size_t I) const {
    return {nameOf(I), Parts[I].Hash, comparableSettings(Units[I].Settings, Root), filesBelow(Read[I], Root)};
  }

  BuildFacts factsOf(const std::vector<std::size_t> &Chosen) const {
    BuildFacts Facts;
    for (std::size_t I : Chosen)
      Facts.Compiled.push_back(compiledFile(I));
    if (const LinkStatement *Statement = Chosen.empty() ? nullptr : statementOf(mainFirst(Chosen)))
      Facts.LinkSettings = comparableSettings(Statement->Command.LinkSettings, Root);
    return Facts;
  }

  BuildTarget target(const std::string &Name) const {
    BuildTarget Made;
    Made.Name = Name;
    Choice Wanted = Name.empty() ? Choice{allUnits(), {}} : targetUnits(Name);
    for (std::size_t I : Wanted.Needed)
      if (Parts[I].Hash.empty())
        Made.Problem = nameOf(I) + " cannot be compiled";
    std::vector<std::size_t> Chosen = resolved(Wanted);
    bool HasMain = false;
    for (std::size_t I : Chosen) {
      Made.Units.push_back(Parts[I].Hash);
      Made.Files.push_back(nameOf(I));
      HasMain |= Symbols[I].definesMain();
    }
    const LinkStatement *Statement = Wanted.Needed.empty() ? nullptr : statementOf(Wanted.Needed);
    Made.Kind = HasMain                  ? TargetKind::Executable
                : !Statement             ? TargetKind::Objects
                : Statement->isArchive() ? TargetKind::StaticLibrary
                                         : TargetKind::SharedLibrary;
    Made.Link = finishLink(Job, Root, linkInfo(Chosen)).Identity;
    Made.Facts = factsOf(Chosen);
    return Made;
  }

  Choice targetUnits(const std::string &Target) const {
    Choice Wanted;
    for (std::size_t I = 0; I != Units.size(); ++I)
      if (Units[I].Target.empty() && nameOf(I) == Target)
        Wanted.Needed.push_back(I);
    bool Exact = !Wanted.Needed.empty();
    for (std::size_t I = 0; I != Units.size(); ++I)
      if (!Exact && isNamed(Units[I], Target))
        Wanted.Needed.push_back(I);
    if (Wanted.Needed.empty())
      return Wanted;
    if (const LinkStatement *Statement = statementOf(Wanted.Needed)) {
      std::set<std::string> Seen;
      follow(*Statement, Wanted, Seen);
    } else {
      // Nothing says what it is linked with, so every other unit may be in one of its libraries.
      for (std::size_t I = 0; I != Units.size(); ++I)
        if (!llvm::is_contained(Wanted.Needed, I))
          Wanted.Available.push_back(I);
    }
    return Wanted;
  }

  /// The statement that links these units; an archive is not linked with anything.
  const LinkStatement *statementOf(const std::vector<std::size_t> &Needed) const {
    for (const LinkStatement &Statement : Statements)
      if (llvm::is_contained(Statement.Inputs, Units[Needed.front()].Output))
        return &Statement;
    return nullptr;
  }

  /// Objects and the build's own shared libraries are needed as a whole, archives where something needs a member.
  void follow(const LinkStatement &Statement, Choice &Wanted, std::set<std::string> &Seen) const {
    if (!Seen.insert(Statement.Output).second)
      return;
    for (const std::string &Input : Statement.Inputs) {
      auto &Place = Statement.isArchive() ? Wanted.Available : Wanted.Needed;
      for (std::size_t I = 0; I != Units.size(); ++I)
        if (Units[I].Output == Input && !llvm::is_contained(Wanted.Needed, I) &&
            !llvm::is_contained(Wanted.Available, I))
          Place.push_back(I);
      for (const LinkStatement &Library : Statements)
        if (Library.Output == Input)
          follow(Library, Wanted, Seen);
    }
  }

  Status compile(const Choice &Wanted) {
    std::vector<std::size_t> Chosen = Wanted.Needed;
    llvm::append_range(Chosen, Wanted.Available);
    std::vector<TranslationUnit> Sources;
    for (std::size_t I : Chosen)
      Sources.push_back(Units[I].Unit);
    auto Results = compileUnits(Job, Sources);
    Parts.resize(Units.size());
    Symbols.resize(Units.size());
    Read.resize(Units.size());
    for (std::size_t Position = 0; Position != Chosen.size(); ++Position) {
      std::size_t I = Chosen[Position];
      auto &Compiled = Results[Position];
      Read[I] = {Units[I].Unit.File};
      if (!Compiled) {
        if (Position < Wanted.Needed.size())
          return Compiled.takeError();
        Warnings.push_back("not compiled: " + nameOf(I) +
                           " (a member of a library, which counts only if the program uses it)");
        continue;
      }
      Parts[I] = {Compiled->Hash, nameOf(I)};
      Read[I] = std::move(Compiled->Read);
      auto Found = symbolsOf(Job.Space, Parts[I]);
      if (!Found)
        return Found.takeError();
      Symbols[I] = std::move(*Found);
    }
    return Done{};
  }

  /// Without a target, all units make one program if they can.
  Status oneProgram() const {
    std::vector<std::string> Mains;
    for (std::size_t I = 0; I != Units.size(); ++I)
      if (Symbols[I].definesMain())
        Mains.push_back(Units[I].Target.empty() ? nameOf(I) : Units[I].Target);
    llvm::sort(Mains);
    if (Mains.size() > 1)
      return analysisError("'" + Job.Label + "' has " + std::to_string(Mains.size()) +
                           " programs; choose one with --target: " + listOf(Mains));
    return Done{};
  }

  Result<Program> link(const std::vector<std::size_t> &Chosen) {
    std::vector<LinkUnit> Linked;
    std::set<std::string> Seen;
    for (std::size_t I : Chosen)
      // A file that several targets compile in the same way is one part of this program.
      if (Seen.insert(Parts[I].Hash).second)
        Linked.push_back(Parts[I]);
    auto Built = finishProgram(Job, Linked, Root, linkInfo(Chosen), factsOf(Chosen));
    if (Built)
      Built->Warnings = Warnings;
    return Built;
  }

  LinkInfo linkInfo(const std::vector<std::size_t> &Chosen) const {
    LinkInfo Link;
    for (std::size_t I : Chosen)
      Link.CPlusPlus |= Units[I].Unit.CPlusPlus || isCPlusPlusFile(Units[I].Unit.File);
    if (Chosen.empty())
      return Link;
    if (const LinkStatement *Statement = statementOf(mainFirst(Chosen)); Statement && !Statement->isArchive()) {
      bool CPlusPlus = Link.CPlusPlus;
      Link = linkInfoOf(Statement->Command, [&](const std::string &Input) { return isOwnInput(Input); });
      Link.CPlusPlus |= CPlusPlus;
    }
    return Link;
  }

  std::vector<std::size_t> mainFirst(std::vector<std::size_t> Chosen) const {
    llvm::stable_sort(
        Chosen, [&](std::size_t A, std::size_t B) { return Symbols[A].definesMain() && !Symbols[B].definesMain(); });
    return Chosen;
  }

  /// What the build makes itself is in the bitcode; a library that merely lies in the tree is not.
  bool isOwnInput(const std::string &Input) const {
    return llvm::any_of(Units, [&](const DatabaseUnit &Unit) { return Unit.Output == Input; }) ||
           llvm::any_of(Statements, [&](const LinkStatement &Statement) { return Statement.Output == Input; });
  }

  std::string nameOf(std::size_t I) const {
    const std::string &File = Units[I].Unit.File;
    return isBelow(File, Root) ? fs::path(File).lexically_relative(Root).string() : File;
  }

  const BuildJob &Job;
  std::vector<DatabaseUnit> Units;
  std::vector<LinkStatement> Statements;
  std::string Root;
  std::vector<LinkUnit> Parts; // by unit; without a hash where it does not compile
  std::vector<UnitSymbols> Symbols;
  std::vector<std::vector<std::string>> Read; // by unit: the files that its compilation read
  std::vector<std::string> Warnings;
};

Result<DatabaseBuild> readDatabase(const BuildJob &Job, const std::string &Directory, const std::string &Database) {
  auto Commands = readCompileCommands(Database);
  if (!Commands)
    return Commands.takeError();
  std::vector<DatabaseUnit> Units;
  std::vector<std::string> Roots = {Directory, fs::path(Database).parent_path().string()};
  for (const CompileCommand &Command : *Commands)
    if (isSourceFile(Command.File)) {
      if (Status Harmless = refuseForeignCode(Command, Roots); !Harmless)
        return Harmless.takeError();
      Units.push_back(readCommand(Command));
    }
  if (Units.empty())
    return analysisError("'" + Database +
                         "' compiles no C or C++ file; build the project once so that it is written again");
  auto Statements = readStatements(Units, Database);
  return DatabaseBuild(Job, Directory, std::move(Units), std::move(Statements));
}

} // namespace

Result<Program> buildDatabase(const BuildJob &Job, const std::string &Directory, const std::string &Database) {
  auto Build = readDatabase(Job, Directory, Database);
  return Build ? Build->build() : Build.takeError();
}

Result<BuildInventory> databaseInventory(const BuildJob &Job, const std::string &Directory,
                                         const std::string &Database) {
  auto Build = readDatabase(Job, Directory, Database);
  return Build ? Build->inventory(fs::path(Database).parent_path().string()) : Build.takeError();
}

} // namespace vernier
