#include "bitcode/VersionBuilder.h"

#include "base/TextFile.h"
#include "bitcode/BuildStages.h"
#include "bitcode/Settings.h"
#include "project/Git.h"
#include "project/Hash.h"
#include "project/Intact.h"
#include "project/Tree.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/ThreadPool.h>

#include <filesystem>

namespace fs = std::filesystem;

namespace vernier {

namespace {

Error noDatabase(const std::string &What, bool Revision) {
  std::string Way = Revision ? "give --build 'CMD' (for example --build make), or name its source files after --"
                             : "give --build 'CMD' (for example --build make), or write one with cmake "
                               "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON";
  return analysisError(What + " has no compile_commands.json; " + Way);
}

Result<Program> buildDirectory(const BuildJob &Job, const std::string &Directory) {
  if (!Job.Options.BuildCommand.empty())
    return buildRecorded(Job, Directory);
  auto Database = findCompileCommands(Directory);
  if (!Database)
    return noDatabase("directory '" + Job.Label + "'", /*Revision=*/false);
  return buildDatabase(Job, Directory, *Database);
}

/// The exported tree of a commit, made at most once, and what could not be exported.
struct Checkout {
  std::string Directory;
  std::vector<std::string> Notes;
};

Result<Checkout> exportCommit(const BuildJob &Job, const VersionSpec &Spec) {
  Checkout Tree{Job.Space.checkout(Spec.Commit), {}};
  std::string NotesFile = Tree.Directory + ".notes";
  auto Lock = Job.Space.lock("checkout-" + Spec.Commit);
  if (!Lock)
    return Lock.takeError();
  std::string Seal = Tree.Directory + ".seal";
  if (!isSealedDirectory(Tree.Directory, Seal)) {
    if (auto Removed = Job.Space.remove(Tree.Directory); !Removed)
      return Removed.takeError();
    Job.say("exporting " + Spec.Label);
    auto Repository = GitRepository::open(Spec.Directory);
    if (!Repository)
      return Repository.takeError();
    auto Scratch = Job.Space.scratchDirectory();
    if (!Scratch)
      return Scratch.takeError();
    auto Report = Spec.WorkTree ? Repository->exportWorkTree(Spec.Commit, *Scratch)
                                : Repository->exportTree(Spec.Commit, *Scratch);
    if (!Report) {
      (void)static_cast<bool>(Job.Space.remove(*Scratch));
      return Report.takeError();
    }
    auto Head = Spec.WorkTree ? Repository->resolve("HEAD") : Result<std::string>(Spec.Commit);
    if (!Head)
      return Head.takeError();
    auto Commit = Repository->info(*Head);
    if (!Commit)
      return Commit.takeError();
    if (auto Timed = setTimes(*Scratch, Commit->AuthorTime); !Timed)
      return Timed.takeError();
    if (auto Noted = Job.Space.write(NotesFile, llvm::join(Report->Notes, "\n")); !Noted)
      return Noted.takeError();
    if (auto Sealed = sealDirectory(Job.Space, *Scratch, Seal); !Sealed)
      return Sealed.takeError();
    if (auto Published = Job.Space.publish(*Scratch, Tree.Directory); !Published)
      return Published.takeError();
  }
  if (auto Notes = readTextFile(NotesFile))
    for (llvm::StringRef Note : llvm::split(*Notes, '\n'))
      if (!Note.empty())
        Tree.Notes.push_back(Note.str());
  return Tree;
}

/// The source files that the paths after `--` name in an exported tree. A file may exist in one version only.
struct NamedSources {
  std::vector<std::string> Files;
  std::vector<std::string> Missing;
};

NamedSources namedSources(const VersionSpec &Spec, const std::string &Tree) {
  NamedSources Named;
  for (const std::string &Path : Spec.Paths) {
    std::error_code Failure;
    fs::path Whole = fs::path(Tree) / Path;
    if (!fs::exists(Whole, Failure))
      Named.Missing.push_back(Path);
    else if (fs::is_directory(Whole, Failure)) {
      for (const auto &Entry : fs::recursive_directory_iterator(Whole, Failure))
        if (Entry.is_regular_file(Failure) && isSourceFile(Entry.path().string()))
          Named.Files.push_back(Entry.path().lexically_normal().string());
    } else if (isSourceFile(Path)) {
      Named.Files.push_back(Whole.lexically_normal().string());
    }
  }
  llvm::sort(Named.Files);
  Named.Files.erase(llvm::unique(Named.Files), Named.Files.end());
  return Named;
}

Result<Program> buildNamedSources(const BuildJob &Job, const VersionSpec &Spec, const std::string &Tree) {
  NamedSources Named = namedSources(Spec, Tree);
  if (Named.Files.empty() && !Named.Missing.empty())
    return analysisError("revision '" + Spec.Label + "' has no '" + Named.Missing.front() +
                         "'; name source files that it has after --, or give --build 'CMD'");
  if (Named.Files.empty())
    return noDatabase("revision '" + Spec.Label + "'", /*Revision=*/true);
  auto Built = buildFiles(Job, Named.Files);
  if (Built)
    for (const std::string &Path : Named.Missing)
      Built->Warnings.push_back("revision '" + Spec.Label + "' has no '" + Path + "'");
  return Built;
}

Result<Program> buildRevision(const BuildJob &Job, const VersionSpec &Spec) {
  auto Tree = exportCommit(Job, Spec);
  if (!Tree)
    return Tree.takeError();
  bool Buildable = !Job.Options.BuildCommand.empty() || findCompileCommands(Tree->Directory);
  auto Built = Buildable ? buildDirectory(Job, Tree->Directory) : buildNamedSources(Job, Spec, Tree->Directory);
  if (Built)
    llvm::append_range(Built->Warnings, Tree->Notes);
  return Built;
}

bool hasDebugInfo(const llvm::Module &Module) {
  return Module.debug_compile_units_begin() != Module.debug_compile_units_end();
}

bool hasFunction(const llvm::Module &Module) {
  return llvm::any_of(Module, [](const llvm::Function &F) { return !F.isDeclaration(); });
}

Error noFunction(const std::string &Label) {
  return analysisError("version '" + Label +
                       "' defines no function, so there is nothing to compare; check which files it names");
}

/// The file in the version's own tree that -lNAME means; empty if it is a library of the system.
std::string ownLibrary(const std::vector<std::string> &Arguments, llvm::StringRef Name, const std::string &Root) {
  for (llvm::StringRef Argument : Arguments)
    if (Argument.consume_front("-L") && isBelow(Argument.str(), Root))
      for (const char *Suffix : {".so", ".a"})
        if (std::string Path = Argument.str() + "/lib" + Name.str() + Suffix; fs::is_regular_file(Path))
          return Path;
  return {};
}

/// Two versions lie in different places; what matters is what is linked from there.
std::vector<std::string> identityOf(const std::vector<std::string> &Arguments, const std::string &Root) {
  std::vector<std::string> Identity;
  for (const std::string &Argument : Arguments) {
    std::string Name = Argument, File = Argument;
    for (std::size_t At = Name.find(Root); Root != "/" && At != std::string::npos; At = Name.find(Root, At + 1))
      Name.replace(At, Root.size(), ".");
    if (llvm::StringRef Library = Argument; Library.consume_front("-l"))
      File = ownLibrary(Arguments, Library, Root);
    std::vector<std::string> Files = filesInLinkerWord(Argument);
    Files.push_back(File);
    for (const std::string &Linked : Files)
      if (isBelow(Linked, Root) && fs::is_regular_file(Linked))
        if (auto Contents = readTextFile(Linked))
          Name += "=" + hashText(*Contents);
    Identity.push_back(std::move(Name));
  }
  return Identity;
}

Result<Program> buildBitcode(const BuildJob &Job, const std::string &File) {
  auto Loaded = loadBitcodeFile(File, Job.Label);
  if (!Loaded)
    return Loaded;
  if (!hasFunction(Loaded->module()))
    return noFunction(Job.Label);
  if (!hasDebugInfo(Loaded->module()))
    Loaded->Warnings.push_back("'" + Job.Label +
                               "' has no debug information, so nothing in it has a source line; compile it with -g");
  Loaded->Link.Arguments = Job.Options.LinkOptions;
  return Loaded;
}

} // namespace

std::vector<Result<CompiledUnit>> compileUnits(const BuildJob &Job, const std::vector<TranslationUnit> &Units) {
  CompileCounters Counters;
  UnitCompiler Compiler(Job.Space, Counters);
  std::vector<Result<CompiledUnit>> Results(Units.size(), analysisError("not compiled"));
  {
    llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Job.Options.Jobs));
    for (std::size_t I = 0; I != Units.size(); ++I)
      Pool.async([&, I] {
        TranslationUnit Unit = Units[I];
        Unit.Sanitize = Job.Options.Sanitize;
        Results[I] = Compiler.compile(Unit);
      });
    Pool.wait();
  }
  Job.Statistics.CompilerProcesses += Counters.CompilerProcesses;
  Job.Statistics.CachedUnits += Counters.CachedUnits;
  Job.say("compiled " + std::to_string(Counters.CompilerProcesses) + " of " + std::to_string(Units.size()) +
          " files of " + Job.Label + ", the others are known");
  return Results;
}

LinkInfo finishLink(const BuildJob &Job, const std::string &Root, LinkInfo Link) {
  llvm::append_range(Link.Arguments, Job.Options.LinkOptions);
  Link.Identity = identityOf(Link.Arguments, Root);
  return Link;
}

Result<Program> finishProgram(const BuildJob &Job, const std::vector<LinkUnit> &Units, const std::string &Root,
                              LinkInfo Link, BuildFacts Facts) {
  auto Linked = linkUnits(Job.Space, Units, Job.Label);
  if (!Linked)
    return Linked;
  if (!hasFunction(Linked->module()))
    return noFunction(Job.Label);
  Linked->SourceRoot = Root;
  Linked->Link = finishLink(Job, Root, std::move(Link));
  Linked->Facts = std::make_shared<BuildFacts>(std::move(Facts));
  return Linked;
}

std::string commonDirectory(const std::vector<std::string> &Directories) {
  if (Directories.empty())
    return "/";
  fs::path Common = Directories.front();
  for (const std::string &Directory : Directories)
    while (!isBelow(Directory, Common.string()))
      Common = Common.parent_path();
  return Common.string();
}

bool isBelow(const std::string &Path, const std::string &Directory) {
  if (Directory == "/" || Path == Directory)
    return true;
  return Path.size() > Directory.size() && Path.starts_with(Directory) && Path[Directory.size()] == '/';
}

std::string listOf(const std::vector<std::string> &Names) {
  constexpr std::size_t Most = 40; // a line still has to be read
  if (Names.size() > Most)
    return listOf({Names.begin(), Names.begin() + Most}) + " (" + std::to_string(Names.size() - Most) + " more)";
  std::string Text;
  for (std::size_t I = 0; I != Names.size(); ++I)
    Text += (I == 0 ? "" : I + 1 == Names.size() ? " and " : ", ") + Names[I];
  return Text;
}

LinkInfo linkInfoOf(const CompilerCommand &Command, const std::function<bool(const std::string &)> &DropInput) {
  LinkInfo Link;
  Link.CPlusPlus = Command.CPlusPlus;
  for (const LinkItem &Item : Command.Link)
    if (Item.What == LinkItem::Kind::Option || !DropInput(Item.Words.front()))
      llvm::append_range(Link.Arguments, Item.Words);
  return Link;
}

Result<Program> buildFiles(const BuildJob &Job, const std::vector<std::string> &Files) {
  std::error_code Ignored;
  std::string Here = fs::current_path(Ignored).string();
  CompilerCommand Given = parseCompilerCommand(Job.Options.CompilerOptions, Here, /*CPlusPlusDriver=*/false);
  std::vector<std::string> Directories;
  for (const std::string &File : Files)
    Directories.push_back(fs::path(File).parent_path().string());
  std::string Root = commonDirectory(Directories);

  std::vector<TranslationUnit> Units;
  for (const std::string &File : Files) {
    TranslationUnit Unit;
    Unit.File = File;
    Unit.Directory = Here;
    Unit.CPlusPlus = isCPlusPlusFile(File);
    Unit.Options = Given.Meaning;
    Unit.Includes = Given.Includes;
    Unit.Root = Root;
    // old.c and new.c are the same file of the program, whatever they are called.
    Unit.FileMacro = "source" + std::to_string(Units.size()) + llvm::sys::path::extension(File).str();
    Units.push_back(std::move(Unit));
  }
  std::vector<LinkUnit> Parts;
  BuildFacts Facts;
  for (auto &Compiled : compileUnits(Job, Units)) {
    if (!Compiled)
      return Compiled.takeError();
    Parts.push_back({Compiled->Hash, fs::path(Compiled->File).lexically_relative(Root).string()});
    Facts.Compiled.push_back({Parts.back().File, Compiled->Hash, comparableSettings(Given.CompileSettings, Root),
                              filesBelow(Compiled->Read, Root)});
  }
  LinkInfo Link = linkInfoOf(Given, [](const std::string &) { return false; });
  Link.CPlusPlus = llvm::any_of(Files, isCPlusPlusFile);
  return finishProgram(Job, Parts, Root, std::move(Link), std::move(Facts));
}

Result<RecordedTree> recordedTree(const VersionSpec &Spec, const BuildOptions &Options, const Workspace &Space,
                                  BuildStatistics *Statistics) {
  BuildStatistics Unused;
  BuildJob Job{Options, Space, Statistics ? *Statistics : Unused, Spec.Label};
  if (Spec.What != VersionSpec::Kind::Revision)
    return recordedTree(Job, Spec.Directory);
  auto Tree = exportCommit(Job, Spec);
  if (!Tree)
    return Tree.takeError();
  return recordedTree(Job, Tree->Directory);
}

Result<BuildInventory> takeInventory(const VersionSpec &Spec, const BuildOptions &Options, const Workspace &Space,
                                     BuildStatistics *Statistics) {
  BuildStatistics Unused;
  BuildJob Job{Options, Space, Statistics ? *Statistics : Unused, Spec.Label};
  std::string Directory = Spec.Directory;
  if (Spec.What == VersionSpec::Kind::Revision) {
    auto Tree = exportCommit(Job, Spec);
    if (!Tree)
      return Tree.takeError();
    Directory = Tree->Directory;
  }
  if (!Options.BuildCommand.empty())
    return recordedInventory(Job, Directory);
  if (auto Database = findCompileCommands(Directory))
    return databaseInventory(Job, Directory, *Database);
  return noDatabase("'" + Spec.Label + "'", Spec.What == VersionSpec::Kind::Revision);
}

Result<Program> buildVersion(const VersionSpec &Spec, const BuildOptions &Options, const Workspace &Space,
                             BuildStatistics *Statistics) {
  BuildStatistics Unused;
  BuildJob Job{Options, Space, Statistics ? *Statistics : Unused, Spec.Label};
  switch (Spec.What) {
  case VersionSpec::Kind::Files:
    return buildFiles(Job, Spec.Files);
  case VersionSpec::Kind::Directory:
    return buildDirectory(Job, Spec.Directory);
  case VersionSpec::Kind::Bitcode:
    return buildBitcode(Job, Spec.Files.front());
  case VersionSpec::Kind::Revision:
    return buildRevision(Job, Spec);
  }
  llvm_unreachable("every kind of version is built above");
}

} // namespace vernier
