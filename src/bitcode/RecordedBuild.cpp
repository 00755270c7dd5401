#include "base/TextFile.h"
#include "bitcode/BuildStages.h"
#include "bitcode/Flags.h"
#include "bitcode/Recording.h"
#include "bitcode/Settings.h"
#include "project/Hash.h"
#include "project/Intact.h"
#include "project/Subprocess.h"
#include "project/Tree.h"

#include <clang/Basic/Version.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>

namespace fs = std::filesystem;

namespace vernier {

namespace {

/// Something that the build made out of bitcode that we have.
struct BuildProduct {
  std::string Path; ///< relative to the tree
  BinaryKind Kind = BinaryKind::Executable;
  TraceNote Note;

  /// libtool keeps the real program in .libs.
  std::string name() const {
    fs::path Whole(Path);
    if (Whole.parent_path().filename() == ".libs")
      Whole = Whole.parent_path().parent_path() / Whole.filename();
    return Whole.string();
  }
};

llvm::StringRef kindName(BinaryKind Kind) {
  switch (Kind) {
  case BinaryKind::Object:
    return "object";
  case BinaryKind::Executable:
    return "executable";
  case BinaryKind::SharedLibrary:
    return "shared";
  case BinaryKind::Archive:
    return "archive";
  }
  llvm_unreachable("all kinds are above");
}

std::string writeProducts(const std::vector<BuildProduct> &Products) {
  llvm::json::Array List;
  for (const BuildProduct &Product : Products)
    List.push_back(llvm::json::Object{{"path", llvm::json::fixUTF8(Product.Path)},
                                      {"kind", kindName(Product.Kind)},
                                      {"note", llvm::json::fixUTF8(Product.Note.text())}});
  std::string Text;
  llvm::raw_string_ostream(Text) << llvm::json::Value(std::move(List));
  return Text;
}

std::vector<BuildProduct> readProducts(const std::string &Text) {
  std::vector<BuildProduct> Products;
  auto Document = llvm::json::parse(Text);
  if (!Document) {
    llvm::consumeError(Document.takeError());
    return Products;
  }
  if (const llvm::json::Array *List = Document->getAsArray())
    for (const llvm::json::Value &Value : *List)
      if (const llvm::json::Object *Object = Value.getAsObject()) {
        BuildProduct Product;
        Product.Path = Object->getString("path").value_or("").str();
        Product.Note = TraceNote::parse(Object->getString("note").value_or(""));
        for (BinaryKind Kind :
             {BinaryKind::Object, BinaryKind::Executable, BinaryKind::SharedLibrary, BinaryKind::Archive})
          if (Object->getString("kind") == kindName(Kind))
            Product.Kind = Kind;
        Products.push_back(std::move(Product));
      }
  return Products;
}

/// Everything in the tree that carries a note, in the order of the names.
std::vector<BuildProduct> findProducts(const std::string &Tree) {
  std::vector<BuildProduct> Products;
  std::error_code Failure;
  for (fs::recursive_directory_iterator At(Tree, Failure), End; !Failure && At != End; At.increment(Failure)) {
    std::error_code Ignored;
    if (!At->is_regular_file(Ignored) || At->is_symlink(Ignored))
      continue;
    auto Binary = readTrace(At->path().string());
    if (Binary && !Binary->Note.Units.empty())
      Products.push_back({At->path().lexically_relative(Tree).string(), Binary->Kind, Binary->Note});
  }
  llvm::sort(Products, [](const BuildProduct &A, const BuildProduct &B) { return A.Path < B.Path; });
  return Products;
}

std::string tailOf(const std::string &LogFile) {
  auto Text = readTextFile(LogFile);
  if (!Text)
    return {};
  std::size_t At = Text->size();
  for (int Lines = 0; Lines != 40 && At != std::string::npos && At != 0; ++Lines)
    At = Text->rfind('\n', At - 1);
  return At == std::string::npos || At == 0 ? *Text : Text->substr(At + 1);
}

std::vector<std::string> namesOf(const std::vector<BuildProduct> &Products) {
  std::vector<std::string> Names;
  for (const BuildProduct &Product : Products)
    Names.push_back(Product.name());
  llvm::sort(Names);
  Names.erase(llvm::unique(Names), Names.end());
  return Names;
}

/// Copies of one file (an installed one, say) are one product.
std::vector<BuildProduct> ofKind(const std::vector<BuildProduct> &Products, std::initializer_list<BinaryKind> Kinds) {
  std::vector<BuildProduct> Found;
  for (const BuildProduct &Product : Products) {
    bool Copy = llvm::any_of(Found, [&](const BuildProduct &Other) {
      return Other.Note.text() == Product.Note.text() && Other.Kind == Product.Kind;
    });
    if (llvm::is_contained(Kinds, Product.Kind) && !Copy)
      Found.push_back(Product);
  }
  return Found;
}

bool isCalled(const BuildProduct &Product, const std::string &Target) {
  std::string Name = Product.name(), File = fs::path(Name).filename().string();
  return Name == Target || Product.Path == Target || File == Target || File == "lib" + Target + ".a" ||
         llvm::StringRef(File).starts_with("lib" + Target + ".so");
}

/// Builds a tree with the user's command and puts the chosen product together from its bitcode.
class RecordedBuild {
public:
  RecordedBuild(const BuildJob &Job, const std::string &Directory) : Job(Job), Directory(Directory) {
    // What is exported from git is a version as it is; in a directory, an earlier build may have left its objects.
    Filter.SkipObjects = !isBelow(Directory, Job.Space.root());
    if (Filter.SkipObjects)
      Filter.Except = Job.Space.root();
  }

  Result<Program> build() {
    if (auto Prepared = prepare(); !Prepared)
      return Prepared.takeError();
    auto Product = choose();
    if (!Product)
      return Product.takeError();
    return assemble(*Product);
  }

  Result<BuildInventory> inventory() {
    if (auto Prepared = prepare(); !Prepared)
      return Prepared.takeError();
    BuildInventory All;
    All.Root = Directory;
    All.Compiled = Compiled;
    std::vector<BuildProduct> Chosen = ofKind(Products, {BinaryKind::Executable});
    llvm::append_range(Chosen, ofKind(Products, {BinaryKind::SharedLibrary, BinaryKind::Archive}));
    if (Chosen.empty())
      Chosen = {objectsAlone()};
    for (const BuildProduct &Product : Chosen)
      All.Targets.push_back(target(Product));
    return All;
  }

  Result<RecordedTree> tree() {
    if (auto Prepared = prepare(); !Prepared)
      return Prepared.takeError();
    RecordedTree Tree{home() + "/tree", Place + "/tree", lockName(), {}};
    for (const BuildProduct &Chosen : ofKind(Products, {BinaryKind::Executable})) {
      RecordedExecutable Executable{Chosen.name(), {}};
      for (const BuildProduct &Product : Products)
        if (Product.Kind == Chosen.Kind && Product.Note.text() == Chosen.Note.text())
          Executable.Files.push_back(Product.Path);
      Tree.Executables.push_back(std::move(Executable));
    }
    return Tree;
  }

private:
  std::string lockName() const { return "place-" + hashText(Job.Options.BuildCommand); }

  Status prepare() {
    auto Tree = hashTree(Directory, Filter);
    if (!Tree)
      return Tree.takeError();
    std::string Command = Job.Options.BuildCommand;
    Key = ContentHash()
              .add("build 2")
              .add(clang::getClangFullVersion())
              .addAll(meaningFlags())
              .add(*Tree)
              .add(Command)
              .text();
    Place = Job.Space.buildPlace(hashText(Command));
    if (!isKnown())
      if (auto Built = buildOnce(); !Built)
        return Built;
    return Done{};
  }

  std::string home() const { return Job.Space.build(Key); }

  /// Reads what an earlier run found; false if it has to be built (again).
  bool isKnown() {
    auto Text = readTextFile(home() + "/products.json");
    if (!Text || !isSealedFile(home() + "/products.json") ||
        !isSealedDirectory(home() + "/record", home() + "/record.seal"))
      return false;
    Products = readProducts(*Text);
    readRecords();
    return !Products.empty() && llvm::all_of(Products, [&](const BuildProduct &Product) {
      return llvm::all_of(Product.Note.Units,
                          [&](const auto &Unit) { return hasContents(Job.Space.object(Unit.first), Unit.first); });
    });
  }

  /// Runs the build unless another process does it first.
  Status buildOnce() {
    auto Lock = Job.Space.lock(lockName());
    if (!Lock)
      return Lock.takeError();
    if (isKnown())
      return Done{};
    for (const std::string &Old : {Place, home()})
      if (auto Removed = Job.Space.remove(Old); !Removed)
        return Removed;
    if (auto Copied = copyTree(Directory, Place + "/tree", Filter); !Copied)
      return Copied;
    if (auto Ran = runCommand(); !Ran)
      return Ran;
    Products = findProducts(Place + "/tree");
    if (Products.empty())
      return nothingBuilt();
    if (auto Written = writeSealed(Job.Space, Place + "/products.json", writeProducts(Products)); !Written)
      return Written;
    if (auto Sealed = sealDirectory(Job.Space, Place + "/record", Place + "/record.seal"); !Sealed)
      return Sealed;
    if (auto Published = Job.Space.publish(Place, home()); !Published)
      return Published;
    readRecords();
    return Done{};
  }

  void readRecords() {
    Links = readLinkRecords(home() + "/record");
    Compiled = readCompiledFiles(home() + "/record");
  }

  std::string wrapper(const char *Name) const {
    std::string Directory = Job.Options.WrapperDirectory;
    if (Directory.empty()) {
      static int Anchor;
      Directory = llvm::sys::path::parent_path(llvm::sys::fs::getMainExecutable("vernier", &Anchor)).str();
    }
    return Directory + "/" + Name;
  }

  Status runCommand() {
    std::string Log = Job.Space.buildLog(Key);
    if (auto Emptied = Job.Space.write(Log, ""); !Emptied)
      return Emptied;
    for (const char *Name : {"vernier-cc", "vernier-c++"})
      if (!llvm::sys::fs::can_execute(wrapper(Name)))
        return analysisError("the compiler wrapper '" + wrapper(Name) + "' is missing; build Vernier again");
    ProcessRequest Request;
    Request.Arguments = {"/bin/sh", "-c", Job.Options.BuildCommand};
    Request.Directory = Place + "/tree";
    Request.Environment = {
        {"CC", wrapper("vernier-cc")},     {"CXX", wrapper("vernier-c++")},     {"VERNIER_RECORD", Place + "/record"},
        {"VERNIER_ROOT", Place + "/tree"}, {"VERNIER_CACHE", Job.Space.root()}, {"CCACHE_DISABLE", "1"},
        {"PWD", Place + "/tree"}};
    Request.OutputFile = Log;
    ++Job.Statistics.BuildCommands;
    Job.say("building " + Job.Label + ": " + Job.Options.BuildCommand + " (log: " + Log + ")");
    auto Outcome = runProcess(Request);
    if (!Outcome)
      return Outcome.takeError();
    if (!Outcome->succeeded())
      return analysisError("the build of '" + Job.Label + "' failed: '" + Job.Options.BuildCommand + "' ended with " +
                               Outcome->describe() + "; the whole log is in " + Log,
                           tailOf(Log));
    return Done{};
  }

  Error nothingBuilt() const {
    std::string Log = Job.Space.buildLog(Key);
    auto Failures = readFailures(Place + "/record");
    if (!Failures.empty())
      return analysisError("the build of '" + Job.Label + "' worked, but no bitcode could be made of " +
                               Failures.front().File + "; the log is in " + Log,
                           Failures.front().Output);
    if (hasRecordedUnits(Place + "/record"))
      return analysisError("the build of '" + Job.Label +
                           "' compiled sources but left no program, library or object "
                           "behind; see the log in " +
                           Log);
    return analysisError(
        "'" + Job.Options.BuildCommand + "' compiled nothing of '" + Job.Label +
        "' with $CC or $CXX; if it calls a compiler by name, try --build 'make CC=\"$CC\" "
        "CXX=\"$CXX\"'; if everything was built already, --build 'make clean && make'; the log is in " +
        Log);
  }

  Result<BuildProduct> choose() const {
    const std::string &Target = Job.Options.Target;
    auto Programs = ofKind(Products, {BinaryKind::Executable});
    auto Libraries = ofKind(Products, {BinaryKind::SharedLibrary, BinaryKind::Archive});
    if (!Target.empty()) {
      for (const BuildProduct &Product : Products)
        if (Product.Kind != BinaryKind::Object && Product.name() == Target)
          return Product;
      for (const auto *Kind :
           std::initializer_list<const std::vector<BuildProduct> *>{&Programs, &Libraries, &Products})
        for (const BuildProduct &Product : *Kind)
          if (isCalled(Product, Target))
            return Product;
      auto All = Programs;
      llvm::append_range(All, Libraries);
      return analysisError("the build of '" + Job.Label + "' makes no '" + Target + "'; it makes " +
                           listOf(namesOf(All)));
    }
    const auto &Choice = Programs.empty() ? Libraries : Programs;
    if (Choice.size() == 1)
      return Choice.front();
    if (Choice.empty())
      return objectsAlone();
    return analysisError("the build of '" + Job.Label + "' makes " + std::to_string(Choice.size()) +
                         (Programs.empty() ? " libraries" : " programs") +
                         "; choose one with --target: " + listOf(namesOf(Choice)));
  }

  /// A build that stops at objects: all of them.
  BuildProduct objectsAlone() const {
    BuildProduct All;
    All.Kind = BinaryKind::Object;
    for (const BuildProduct &Product : Products)
      All.Note.add(Product.Note);
    return All;
  }

  /// The link that made the product itself: the last one, combined objects (ld -r) aside.
  const LinkRecord *linkOf(const TraceNote &Note) const {
    for (const std::string &Id : llvm::reverse(Note.Links))
      if (auto At = Links.find(Id); At != Links.end() && !At->second.Relocatable)
        return &At->second;
    return nullptr;
  }

  /// The bitcode of the product and of the build's own shared libraries that it needs.
  TraceNote wholeNote(const TraceNote &Note) const {
    TraceNote Whole = Note;
    std::set<std::string> Seen;
    for (std::size_t I = 0; I < Whole.Links.size(); ++I) {
      auto At = Links.find(Whole.Links[I]);
      if (At != Links.end() && Seen.insert(At->first).second)
        Whole.add(TraceNote(At->second.Libraries));
    }
    return Whole;
  }

  /// Units of shared libraries whose every definition the program has already do not count: the program's own win, as
  /// they do when it runs.
  Result<std::vector<LinkUnit>> units(const TraceNote &Note) const {
    std::vector<LinkUnit> Units;
    std::vector<UnitSymbols> AllSymbols;
    std::set<std::string> Defined;
    TraceNote Whole = wholeNote(Note);
    for (const auto &[Hash, File] : Whole.Units) {
      LinkUnit Unit{Hash, File};
      auto Symbols = symbolsOf(Job.Space, Unit);
      if (!Symbols)
        return Symbols.takeError();
      bool Library = !llvm::is_contained(Note.Units, std::pair(Hash, File));
      if (Library && !Symbols->Defined.empty() && std::ranges::includes(Defined, Symbols->Defined))
        continue;
      Defined.insert(Symbols->Defined.begin(), Symbols->Defined.end());
      Units.push_back(std::move(Unit));
      AllSymbols.push_back(std::move(*Symbols));
    }
    if (Status Added = addMembers(Whole, Units, AllSymbols); !Added)
      return Added.takeError();
    return Units;
  }

  /// The word of a link names this archive of the build.
  static bool names(llvm::StringRef Word, const BuildProduct &Archive) {
    return Word.ends_with("/tree/" + Archive.Path) ||
           (Word.starts_with("-l") &&
            llvm::sys::path::filename(Archive.Path) == ("lib" + Word.drop_front(2) + ".a").str());
  }

  /// What archives of the link offer beyond the members that the build took: it was optimised and may have inlined what
  /// the bitcode still calls.
  Status addMembers(const TraceNote &Whole, std::vector<LinkUnit> &Units, std::vector<UnitSymbols> &Symbols) const {
    std::vector<std::size_t> Chosen(Units.size()), Further;
    std::iota(Chosen.begin(), Chosen.end(), 0);
    TraceNote Offered;
    for (const std::string &Id : Whole.Links)
      if (auto At = Links.find(Id); At != Links.end())
        for (const BuildProduct &Product : Products)
          if (Product.Kind == BinaryKind::Archive &&
              llvm::any_of(At->second.Own, [&](const std::string &Word) { return names(Word, Product); }))
            Offered.add(Product.Note);
    for (const auto &[Hash, File] : Offered.Units) {
      if (llvm::is_contained(Whole.Units, std::pair(Hash, File)))
        continue;
      Units.push_back({Hash, File});
      auto Found = symbolsOf(Job.Space, Units.back());
      if (!Found)
        return Found.takeError();
      Further.push_back(Symbols.size());
      Symbols.push_back(std::move(*Found));
    }
    std::vector<LinkUnit> Result;
    for (std::size_t Unit : resolveLikeArchive(Symbols, Chosen, Further))
      Result.push_back(Units[Unit]);
    Units = std::move(Result);
    return Done{};
  }

  /// The build has moved from its place to its home.
  std::string moved(std::string Word) const {
    for (std::size_t At = Word.find(Place); At != std::string::npos; At = Word.find(Place, At + home().size()))
      Word.replace(At, Place.size(), home());
    return Word;
  }

  LinkInfo linkInfo(const LinkRecord &Record) const {
    CompilerCommand Command = parseCompilerCommand(Record.Words, Record.Directory, Record.CPlusPlus);
    auto IsOwn = [&](const std::string &Word) { return llvm::is_contained(Record.Own, Word); };
    llvm::erase_if(Command.Link, [&](const LinkItem &Item) {
      return Item.What == LinkItem::Kind::Option && IsOwn(llvm::join(Item.Words, ""));
    });
    LinkInfo Link = linkInfoOf(Command, IsOwn);
    for (std::string &Word : Link.Arguments)
      Word = moved(Word);
    return Link;
  }

  /// How these units were compiled, and how the product was linked.
  BuildFacts factsOf(const BuildProduct &Product, const std::vector<LinkUnit> &Units) const {
    BuildFacts Facts;
    std::vector<std::string> Missing = wholeNote(Product.Note).Missing;
    for (const CompiledFile &Each : Compiled) {
      bool IsUnit =
          llvm::any_of(Units, [&](const LinkUnit &Unit) { return Unit.Hash == Each.Hash && Unit.File == Each.File; });
      if (IsUnit || (Each.Hash.empty() && llvm::is_contained(Missing, Each.File)))
        Facts.Compiled.push_back(Each);
    }
    if (const LinkRecord *Record = linkOf(Product.Note))
      Facts.LinkSettings = comparableSettings(
          parseCompilerCommand(Record->Words, Record->Directory, Record->CPlusPlus).LinkSettings, Place + "/tree");
    return Facts;
  }

  LinkInfo linkInfo(const BuildProduct &Product) const {
    const LinkRecord *Record = linkOf(Product.Note);
    return Record ? linkInfo(*Record) : LinkInfo();
  }

  BuildTarget target(const BuildProduct &Product) const {
    BuildTarget Made;
    Made.Name = Product.Path.empty() ? "" : Product.name();
    Made.Kind = Product.Kind == BinaryKind::Executable      ? TargetKind::Executable
                : Product.Kind == BinaryKind::SharedLibrary ? TargetKind::SharedLibrary
                : Product.Kind == BinaryKind::Archive       ? TargetKind::StaticLibrary
                                                            : TargetKind::Objects;
    auto Parts = units(Product.Note);
    if (!Parts) {
      Made.Problem = Parts.error().Message;
      return Made;
    }
    for (const LinkUnit &Unit : *Parts) {
      Made.Units.push_back(Unit.Hash);
      Made.Files.push_back(Unit.File);
    }
    Made.Link = finishLink(Job, home() + "/tree", linkInfo(Product)).Identity;
    Made.Facts = factsOf(Product, *Parts);
    return Made;
  }

  Result<Program> assemble(const BuildProduct &Product) const {
    auto Parts = units(Product.Note);
    if (!Parts)
      return Parts.takeError();
    auto Built = finishProgram(Job, *Parts, home() + "/tree", linkInfo(Product), factsOf(Product, *Parts));
    if (!Built)
      return Built;
    for (const std::string &File : wholeNote(Product.Note).Missing)
      Built->Warnings.push_back("not instrumented: " + File + " (no bitcode could be made of it)");
    std::set<std::string> Plain;
    for (const std::string &Id : wholeNote(Product.Note).Links)
      if (auto At = Links.find(Id); At != Links.end())
        Plain.insert(At->second.Plain.begin(), At->second.Plain.end());
    for (const std::string &File : Plain) {
      std::string Tree = Place + "/tree/";
      Built->Warnings.push_back("not instrumented: " + (File.starts_with(Tree) ? File.substr(Tree.size()) : File));
    }
    return Built;
  }

  const BuildJob &Job;
  const std::string &Directory;
  TreeFilter Filter;
  std::string Key;
  std::string Place; ///< where builds of this command run
  std::vector<BuildProduct> Products;
  std::map<std::string, LinkRecord> Links;
  std::vector<CompiledFile> Compiled;
};

} // namespace

Result<Program> buildRecorded(const BuildJob &Job, const std::string &Directory) {
  return RecordedBuild(Job, Directory).build();
}

Result<BuildInventory> recordedInventory(const BuildJob &Job, const std::string &Directory) {
  return RecordedBuild(Job, Directory).inventory();
}

Result<RecordedTree> recordedTree(const BuildJob &Job, const std::string &Directory) {
  return RecordedBuild(Job, Directory).tree();
}

} // namespace vernier
