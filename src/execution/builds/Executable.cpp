#include "execution/builds/Executable.h"

#include "base/TextFile.h"
#include "execution/builds/HarnessModule.h"
#include "execution/builds/Link.h"
#include "execution/builds/MissingFunctions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfoMetadata.h>
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

class Linking {
public:
  Linking(const Program &Version, const Workspace &Place, const std::string &Directory)
      : Version(Version), Place(Place), Directory(Directory) {}

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

private:
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
  const Workspace &Place;
  std::string Directory;
  std::vector<std::string> Objects;
};

} // namespace

std::string bitcodeOf(const llvm::Module &M) {
  std::string Bytes;
  llvm::raw_string_ostream Stream(Bytes);
  llvm::WriteBitcodeToFile(M, Stream);
  return Stream.str();
}

Status makeExecutable(const Program &Version, llvm::ArrayRef<ObjectFile> Code, bool Harness, const Workspace &Place,
                      const std::string &Directory) {
  Linking Parts(Version, Place, Directory);
  for (const ObjectFile &File : Code)
    if (auto Written = Parts.object(File.Name, File.Bytes); !Written)
      return Written;
  return Parts.link(Harness);
}

void addLinking(ContentHash &Key, const Program &Version) {
  Key.addAll(Version.Link.Arguments).addAll(Version.Link.Identity).add(isCPlusPlus(Version) ? "c++" : "c");
}

namespace {

/// What was published as it was published.
std::string contentsOf(const std::string &Home) {
  ContentHash Contents;
  for (const char *Name : {"/program", "/missing"}) {
    auto Text = readTextFile(Home + Name);
    Contents.add(Text ? *Text : std::string("nothing"));
  }
  return Contents.text();
}

bool isIntact(const std::string &Home) {
  auto Seal = readTextFile(Home + "/seal");
  return Seal && *Seal == contentsOf(Home);
}

} // namespace

Result<bool> publishBuild(const Workspace &Place, const std::string &Home,
                          const std::function<Status(const std::string &Directory)> &Make) {
  if (isIntact(Home))
    return false;
  if (auto Removed = Place.remove(Home); !Removed)
    return Removed.takeError();
  auto Scratch = Place.scratchDirectory();
  if (!Scratch)
    return Scratch.takeError();
  if (auto Made = Make(*Scratch); !Made) {
    (void)Place.remove(*Scratch);
    return Made.takeError();
  }
  if (auto Sealed = Place.write(*Scratch + "/seal", contentsOf(*Scratch)); !Sealed)
    return Sealed.takeError();
  if (auto Published = Place.publish(*Scratch, Home); !Published)
    return Published.takeError();
  return true;
}

Result<std::vector<std::string>> missingOf(const std::string &Home) {
  auto Text = readTextFile(Home + "/missing");
  if (!Text)
    return Text.takeError();
  std::vector<std::string> Names;
  std::istringstream Stream(*Text);
  for (std::string Line; std::getline(Stream, Line);)
    Names.push_back(Line);
  return Names;
}

} // namespace vernier
