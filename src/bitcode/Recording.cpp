#include "bitcode/Recording.h"

#include "base/TextFile.h"
#include "bitcode/BuildStages.h"
#include "bitcode/Flags.h"
#include "bitcode/JsonLists.h"
#include "bitcode/Settings.h"
#include "bitcode/UnitCompiler.h"
#include "project/Hash.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/Path.h>

#include <filesystem>
#include <tuple>

namespace fs = std::filesystem;

namespace vernier {

namespace {

std::string text(const llvm::json::Object &Object, llvm::StringRef Key) {
  return Object.getString(Key).value_or("").str();
}

/// Writes a file of its own, complete at once; returns its id.
std::string writeRecord(const Workspace &Space, const std::string &Directory, llvm::json::Object Record) {
  llvm::SmallString<128> Unique;
  llvm::sys::fs::createUniquePath("%%%%%%%%%%%%%%%%", Unique, /*MakeAbsolute=*/false);
  std::string Text;
  llvm::raw_string_ostream(Text) << llvm::json::Value(std::move(Record));
  // There is no one to tell: a record that is missing shows up as a program without links.
  (void)static_cast<bool>(Space.write(Directory + "/" + Unique.str().str() + ".json", Text));
  return Unique.str().str();
}

template <class Visit> void forEachRecord(const std::string &Directory, Visit Each) {
  std::error_code Ignored;
  std::vector<fs::path> Paths;
  for (const auto &Entry : fs::directory_iterator(Directory, Ignored))
    Paths.push_back(Entry.path());
  llvm::sort(Paths);
  for (const fs::path &Path : Paths) {
    auto Text = readTextFile(Path.string());
    if (!Text)
      continue;
    auto Document = llvm::json::parse(*Text);
    if (!Document) {
      llvm::consumeError(Document.takeError());
      continue;
    }
    if (const llvm::json::Object *Record = Document->getAsObject())
      Each(Path.stem().string(), *Record);
  }
}

class Recorder {
public:
  Recorder(const std::string &RecordDirectory, const Workspace &Space, const RecordedInvocation &Invocation)
      : RecordDirectory(RecordDirectory), Space(Space), Invocation(Invocation), Compiler(Space, Counters) {}

  void record() {
    const CompilerCommand &Command = Invocation.Command;
    if (Command.Makes == CompilerCommand::Product::Object) {
      for (const SourceInput &Source : Command.Sources)
        mark(absolute(objectOf(Source)), unitNote(Source));
    } else if (Command.Makes == CompilerCommand::Product::Link) {
      std::string Output = absolute(Command.Output.empty() ? "a.out" : Command.Output);
      TraceNote Note;
      for (const SourceInput &Source : Command.Sources)
        Note.add(unitNote(Source));
      Note.Links.push_back(recordLink(Output));
      mark(Output, Note);
    }
  }

private:
  std::string absolute(const std::string &Path) const {
    return (fs::path(Invocation.Directory) / Path).lexically_normal().string();
  }

  std::string objectOf(const SourceInput &Source) const {
    return Invocation.Command.Output.empty() ? fs::path(Source.File).stem().string() + ".o" : Invocation.Command.Output;
  }

  /// How the source is called in messages.
  std::string nameOf(const SourceInput &Source) const {
    std::string Path = absolute(Source.File);
    return isBelow(Path, Invocation.Root) ? fs::path(Path).lexically_relative(Invocation.Root).string() : Path;
  }

  TraceNote unitNote(const SourceInput &Source) {
    const CompilerCommand &Command = Invocation.Command;
    TranslationUnit Unit;
    Unit.File = Source.File == "-" ? "-" : absolute(Source.File);
    if (Source.File == "-")
      Unit.Input = Invocation.StandardInput;
    Unit.Language = Source.Language;
    Unit.Directory = Invocation.Directory;
    Unit.CPlusPlus = Command.CPlusPlus;
    Unit.Options = Command.Meaning;
    if (!Command.CPlusPlus)
      llvm::append_range(Unit.Options, leniencyFlags());
    Unit.Includes = Command.Includes;
    Unit.Root = Invocation.Root;
    auto Compiled = Compiler.compile(Unit);
    TraceNote Note;
    recordCompiled(nameOf(Source), Compiled ? &*Compiled : nullptr);
    if (Compiled) {
      Note.Units.emplace_back(Compiled->Hash, nameOf(Source));
      keep(Compiled->Hash);
    } else {
      Note.Missing.push_back(nameOf(Source));
      fail(nameOf(Source), Compiled.error().Message + "\n" + Compiled.error().Output);
    }
    return Note;
  }

  void recordCompiled(const std::string &File, const CompiledUnit *Unit) const {
    llvm::json::Object Record{
        {"file", llvm::json::fixUTF8(File)},
        {"unit", Unit ? Unit->Hash : ""},
        {"settings", jsonList(comparableSettings(Invocation.Command.CompileSettings, Invocation.Root))},
        {"read", jsonList(Unit ? filesBelow(Unit->Read, Invocation.Root) : std::vector<std::string>{File})}};
    writeRecord(Space, RecordDirectory + "/compiled", std::move(Record));
  }

  void keep(const std::string &Hash) const {
    std::error_code Failure;
    fs::create_directories(RecordDirectory + "/units", Failure);
    std::string Place = RecordDirectory + "/units/" + Hash + ".bc";
    fs::create_hard_link(Space.object(Hash), Place, Failure);
    if (Failure && !fs::exists(Place))
      fs::copy_file(Space.object(Hash), Place, Failure);
  }

  void mark(const std::string &Binary, const TraceNote &Note) {
    std::error_code Ignored;
    if (!fs::is_regular_file(Binary, Ignored))
      return; // -o /dev/null
    if (auto Marked = appendTrace(Binary, Note); !Marked)
      fail(Binary, Marked.error().Message);
  }

  void fail(const std::string &File, const std::string &Output) const {
    writeRecord(Space, RecordDirectory + "/failures",
                llvm::json::Object{{"file", llvm::json::fixUTF8(File)}, {"output", llvm::json::fixUTF8(Output)}});
  }

  std::string recordLink(const std::string &Output) {
    LinkRecord Record;
    for (const LinkItem &Item : Invocation.Command.Link)
      readLinkItem(Item, Record);
    return writeRecord(Space, RecordDirectory + "/links",
                       llvm::json::Object{{"output", llvm::json::fixUTF8(Output)},
                                          {"directory", llvm::json::fixUTF8(Invocation.Directory)},
                                          {"words", jsonList(Invocation.Words)},
                                          {"cplusplus", Invocation.Command.CPlusPlus},
                                          {"relocatable", Invocation.Command.Relocatable},
                                          {"own", jsonList(Record.Own)},
                                          {"plain", jsonList(Record.Plain)},
                                          {"libraries", Record.Libraries.text()}});
  }

  void readLinkItem(const LinkItem &Item, LinkRecord &Record) {
    llvm::StringRef Word = Item.Words.front();
    if (Item.What == LinkItem::Kind::Input) {
      readInput(Word.str(), Word.str(), Record);
    } else if (Word.starts_with("-L")) {
      LibraryDirectories.push_back(Word.drop_front(2).str());
    } else if (Word.starts_with("-l")) {
      std::string Name = Item.Words.size() > 1 ? Item.Words[1] : Word.drop_front(2).str();
      // Only the build's own libraries can have notes.
      for (const std::string &Directory : LibraryDirectories)
        for (const char *Suffix : {".so", ".a"})
          if (std::string Path = Directory + "/lib" + Name + Suffix;
              isBelow(Path, Invocation.Root) && fs::exists(Path)) {
            readInput(Path, "-l" + Name, Record);
            return;
          }
    }
  }

  void readInput(const std::string &Path, const std::string &Word, LinkRecord &Record) {
    auto Binary = readTrace(Path);
    if (!Binary)
      return; // a linker script or the like
    bool Traced = !Binary->Note.empty();
    // What is not all bitcode is linked as it is too: an archive then gives the members that are missing.
    if (Traced && Binary->Note.Missing.empty() && Binary->Untraced.empty())
      Record.Own.push_back(Word);
    if (Traced && Binary->Kind == BinaryKind::SharedLibrary)
      Record.Libraries.add(Binary->Note);
    if (!isBelow(Path, Invocation.Root) && Binary->Kind != BinaryKind::Object)
      return; // a library of the system
    if (!Traced)
      Record.Plain.push_back(Path);
    else
      for (const std::string &Member : Binary->Untraced)
        Record.Plain.push_back(Path + "(" + Member + ")");
  }

  const std::string &RecordDirectory;
  const Workspace &Space;
  const RecordedInvocation &Invocation;
  CompileCounters Counters;
  UnitCompiler Compiler;
  std::vector<std::string> LibraryDirectories;
};

} // namespace

void recordInvocation(const std::string &RecordDirectory, const Workspace &Space,
                      const RecordedInvocation &Invocation) {
  Recorder(RecordDirectory, Space, Invocation).record();
}

bool isProbe(const CompilerCommand &Command, const std::string &Directory) {
  for (const char *Place :
       {"/CMakeFiles/CMakeScratch/", "/CMakeFiles/CMakeTmp", "/CMakeFiles/3.", "/CMakeFiles/4.", "/meson-private/"})
    if (llvm::StringRef(Directory + "/").contains(Place))
      return true;
  if (llvm::sys::path::filename(Command.Output).starts_with("conftest"))
    return true;
  return llvm::any_of(Command.Sources, [](const SourceInput &Source) {
    llvm::StringRef Name = llvm::sys::path::filename(Source.File);
    return Name.starts_with("conftest") || Name.starts_with("CMakeCCompilerId") ||
           Name.starts_with("CMakeCXXCompilerId");
  });
}

std::map<std::string, LinkRecord> readLinkRecords(const std::string &RecordDirectory) {
  std::map<std::string, LinkRecord> Records;
  forEachRecord(RecordDirectory + "/links", [&](const std::string &Id, const llvm::json::Object &Object) {
    LinkRecord Record;
    Record.Id = Id;
    Record.Output = text(Object, "output");
    Record.Directory = text(Object, "directory");
    Record.Words = textList(Object, "words");
    Record.CPlusPlus = Object.getBoolean("cplusplus").value_or(false);
    Record.Relocatable = Object.getBoolean("relocatable").value_or(false);
    Record.Own = textList(Object, "own");
    Record.Plain = textList(Object, "plain");
    Record.Libraries = TraceNote::parse(text(Object, "libraries"));
    Records[Id] = std::move(Record);
  });
  return Records;
}

std::vector<CompiledFile> readCompiledFiles(const std::string &RecordDirectory) {
  std::vector<CompiledFile> Files;
  forEachRecord(RecordDirectory + "/compiled", [&](const std::string &, const llvm::json::Object &Object) {
    Files.push_back(
        {text(Object, "file"), text(Object, "unit"), textList(Object, "settings"), textList(Object, "read")});
  });
  llvm::sort(Files, [](const CompiledFile &A, const CompiledFile &B) {
    return std::tie(A.File, A.Settings, A.Hash) < std::tie(B.File, B.Settings, B.Hash);
  });
  return Files;
}

std::vector<RecordedFailure> readFailures(const std::string &RecordDirectory) {
  std::vector<RecordedFailure> Failures;
  forEachRecord(RecordDirectory + "/failures", [&](const std::string &, const llvm::json::Object &Object) {
    Failures.push_back({text(Object, "file"), text(Object, "output")});
  });
  return Failures;
}

bool hasRecordedUnits(const std::string &RecordDirectory) {
  std::error_code Ignored;
  fs::directory_iterator Entries(RecordDirectory + "/units", Ignored);
  return Entries != fs::directory_iterator();
}

} // namespace vernier
