#include "check/NotCompared.h"

#include "check/ConditionalText.h"
#include "check/PredefinedMacros.h"
#include "project/Tree.h"
#include "verdict/Codes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

#include <filesystem>
#include <set>

namespace vernier {

namespace {

namespace path = llvm::sys::path;

bool isOneOf(llvm::StringRef Text, std::initializer_list<const char *> List) {
  return llvm::any_of(List, [&](const char *Each) { return Text == Each; });
}

bool startsWithOneOf(llvm::StringRef Text, std::initializer_list<const char *> List) {
  return llvm::any_of(List, [&](const char *Each) { return Text.starts_with(Each); });
}

bool isBuildFile(llvm::StringRef Name, llvm::StringRef Suffix) {
  return Name.starts_with("Makefile") || Name.starts_with("GNUmakefile") || Name.starts_with("makefile") ||
         isOneOf(Name, {"CMakeLists.txt", "meson.build",  "meson_options.txt",
                        "meson.options",  "configure",    "compile_commands.json",
                        "build.ninja",    "BUILD",        "BUILD.bazel",
                        "WORKSPACE",      "SConstruct",   "SConscript",
                        "aclocal.m4",     "config.guess", "config.sub",
                        "install-sh",     "missing",      "depcomp",
                        "ltmain.sh",      "compile",      "ar-lib",
                        "autogen.sh",     "bootstrap",    "rules",
                        "link.txt"}) ||
         isOneOf(Suffix, {".mk", ".cmake", ".am", ".ac", ".m4", ".ninja", ".bzl", ".gn", ".gni", ".pro"}) ||
         Name == "configure.in" || Name.ends_with(".pc.in");
}

bool isCode(llvm::StringRef Suffix) {
  return isOneOf(Suffix, {".c",   ".cc",  ".cpp", ".cxx", ".c++", ".C",    ".h",   ".hh",  ".hpp", ".hxx", ".h++",
                          ".H",   ".inc", ".inl", ".ipp", ".tcc", ".tpp",  ".def", ".s",   ".S",   ".asm", ".sx",
                          ".ld",  ".lds", ".map", ".sym", ".ver", ".syms", ".y",   ".yy",  ".l",   ".ll",  ".lex",
                          ".ypp", ".lpp", ".f",   ".f90", ".rs",  ".go",   ".m",   ".mm",  ".d",   ".cu",  ".cl",
                          ".i",   ".ii",  ".x",   ".rc",  ".a",   ".o",    ".so",  ".lib", ".in.h"});
}

bool isDocumentation(llvm::StringRef Path, llvm::StringRef Name, llvm::StringRef Suffix) {
  if (startsWithOneOf(Name, {"README",    "LICENSE",   "LICENCE", "COPYING",      "COPYRIGHT", "NEWS",
                             "ChangeLog", "CHANGELOG", "CHANGES", "Changes",      "AUTHORS",   "THANKS",
                             "TODO",      "INSTALL",   "HACKING", "CONTRIBUTING", "SECURITY",  "MAINTAINERS",
                             "CREDITS",   "FAQ",       "BUGS",    "CODEOWNERS",   "HISTORY",   "VERSION."}))
    return true;
  if (startsWithOneOf(Name, {".git", ".clang-", ".editorconfig", ".mailmap", ".travis", ".cirrus", ".appveyor",
                             "appveyor.yml", ".gitlab-ci", ".codecov", ".vscode", ".dockerignore", ".vernier"}))
    return true;
  if (isOneOf(Suffix, {".md",  ".markdown", ".rst", ".adoc", ".asciidoc", ".texi", ".texinfo", ".info",
                       ".pod", ".tex",      ".pdf", ".ps",   ".dox",      ".1",    ".2",       ".3",
                       ".4",   ".5",        ".6",   ".7",    ".8",        ".man",  ".html",    ".htm"}))
    return true;
  for (llvm::StringRef Part : llvm::split(path::parent_path(Path), '/'))
    if (isOneOf(Part, {"doc", "docs", "man", "manual", ".github", ".gitlab", ".ci", ".circleci"}))
      return true;
  return Path.starts_with("debian/") && isOneOf(Name, {"changelog", "control", "copyright", "watch", "NEWS"});
}

bool isTest(llvm::StringRef Path, llvm::StringRef Name) {
  for (llvm::StringRef Part : llvm::split(path::parent_path(Path), '/'))
    if (isOneOf(Part, {"test", "tests", "testing", "testsuite", "testdata", "t", "unittest", "unittests", "regress",
                       "fuzz", "fuzzing", "fuzzers", "bench", "benchmark", "benchmarks", "example", "examples"}))
      return true;
  llvm::StringRef Stem = path::stem(Name);
  return Stem.starts_with("test_") || Stem.starts_with("test-") || Stem.ends_with("_test") || Stem.ends_with("-test") ||
         Stem.ends_with("_tests");
}

bool isMadeOf(const BuildTarget &Target, const std::string &File) {
  return llvm::any_of(Target.Facts.Compiled,
                      [&](const CompiledFile &Each) { return llvm::is_contained(Each.Read, File); });
}

/// One of the sources of a test program lies where tests lie.
bool isTestProgram(const BuildTarget &Target) {
  return Target.Kind == TargetKind::Executable &&
         (roleOf(Target.Name) == FileRole::Test ||
          llvm::any_of(Target.Files, [](const std::string &File) { return roleOf(File) == FileRole::Test; }));
}

/// Who reads a file when both versions are built.
struct Readers {
  std::vector<std::string> Targets;
  bool Compared = false; ///< one of them was compared, or is known to be the same
  bool Compiled = false; ///< at least some compilation read it
};

Readers readersOf(const std::string &File, const BuildInventory &Version, const std::set<std::string> &Settled) {
  Readers Found;
  for (const BuildTarget &Target : Version.Targets)
    if (isMadeOf(Target, File)) {
      Found.Targets.push_back(Target.Name);
      Found.Compared |= Settled.contains(Target.Name);
    }
  Found.Compiled =
      llvm::any_of(Version.Compiled, [&](const CompiledFile &Each) { return llvm::is_contained(Each.Read, File); });
  return Found;
}

const char *unreadReason(llvm::StringRef Suffix) {
  if (isOneOf(Suffix, {".s", ".S", ".sx", ".asm"}))
    return "assembly, of which there is no bitcode";
  if (isOneOf(Suffix, {".ld", ".lds", ".map", ".sym", ".ver", ".syms"}))
    return "it is for the linker, and no bitcode shows what it does";
  return "it is part of no target";
}

/// No target is made of it: only its name and place can tell what it is good for.
void addUnread(const FileChange &Change, bool Compiled, NotCompared &To) {
  NotComparedItem Item{NotComparedItem::Kind::File, Change.path(), Change.Status, {}};
  FileRole Role = roleOf(Change.path());
  switch (Role) {
  case FileRole::Code:
    Item.Reason = Compiled ? "it is compiled, but in no target" : unreadReason(path::extension(Change.path()));
    To.Items.push_back(std::move(Item));
    return;
  case FileRole::Data:
    Item.Reason = "no target is made of it; the program, or the build, may read it";
    To.Items.push_back(std::move(Item));
    return;
  case FileRole::BuildFile:
    Item.Reason = "a build file: the commands to compile and link that it leads to were compared";
    break;
  case FileRole::Documentation:
    Item.Reason = "documentation: not part of any build target";
    break;
  case FileRole::Test:
    Item.Reason = "tests: not part of any build target";
    break;
  }
  To.NotInBuild.push_back(std::move(Item));
}

/// Some source of the version has a text that ends with the name of the file: the program may read it.
bool isNamedInCode(const std::string &File, const BuildInventory &Version) {
  std::string Quoted = (path::filename(File) + "\"").str();
  std::set<std::string> Sources;
  for (const CompiledFile &Each : Version.Compiled)
    Sources.insert(Each.Read.begin(), Each.Read.end());
  return llvm::any_of(Sources, [&](const std::string &Source) {
    auto Text = llvm::MemoryBuffer::getFile(Version.Root + "/" + Source, /*IsText=*/true);
    return Text && (*Text)->getBuffer().contains(Quoted);
  });
}

void addMacros(const BuildInventory &Version, const std::string &File, std::set<std::string> &To) {
  if (File.empty() || roleOf(File) != FileRole::Code)
    return;
  if (auto Text = llvm::MemoryBuffer::getFile(Version.Root + "/" + File, /*IsText=*/true))
    addPredefinedMacros((*Text)->getBuffer(), To);
}

std::vector<std::string> linesOf(const BuildInventory &Version, const std::string &File) {
  std::vector<std::string> Lines;
  if (auto Text = llvm::MemoryBuffer::getFile(Version.Root + "/" + File, /*IsText=*/true))
    for (llvm::StringRef Line : llvm::split((*Text)->getBuffer(), '\n'))
      Lines.push_back(Line.str());
  return Lines;
}

/// Of targets whose bitcode is the same, nobody looks at the code of the file.
void addInactive(const FileChange &Change, const BuildInventory &Old, const BuildInventory &New, NotCompared &To) {
  if (roleOf(Change.path()) != FileRole::Code || Change.OldPath.empty() || Change.NewPath.empty())
    return;
  auto Nothing = [](unsigned, unsigned) { return false; };
  std::vector<std::string> Before = linesOf(Old, Change.OldPath), After = linesOf(New, Change.NewPath);
  ConditionalText A{Before, Nothing}, B{After, Nothing};
  for (unsigned Line : changedTextLeftOut(A, B))
    To.Inactive.insert(Change.OldPath + ":" + std::to_string(Line));
  for (unsigned Line : changedTextLeftOut(B, A))
    To.Inactive.insert(Change.NewPath + ":" + std::to_string(Line));
}

void addFile(const FileChange &Change, const BuildInventory &Old, const BuildInventory &New,
             const std::set<std::string> &Settled, NotCompared &To) {
  Readers Before, After;
  if (!Change.OldPath.empty())
    Before = readersOf(Change.OldPath, Old, Settled);
  if (!Change.NewPath.empty())
    After = readersOf(Change.NewPath, New, Settled);
  // Every target that is made of the file is told by itself.
  if (!Before.Targets.empty() || !After.Targets.empty()) {
    if (roleOf(Change.path()) == FileRole::Test)
      To.NotInBuild.push_back({NotComparedItem::Kind::File, Change.path(), Change.Status, "part of a test program"});
    else if (!Before.Compared && !After.Compared)
      To.Items.push_back({NotComparedItem::Kind::File, Change.path(), Change.Status,
                          "it is only part of " +
                              llvm::join(After.Targets.empty() ? Before.Targets : After.Targets, ", ") +
                              ", which was not compared"});
    return;
  }
  if (roleOf(Change.path()) == FileRole::Documentation &&
      (isNamedInCode(Change.path(), Old) || isNamedInCode(Change.path(), New)))
    To.Items.push_back(
        {NotComparedItem::Kind::File, Change.path(), Change.Status, "the program names it, and may read it"});
  else
    addUnread(Change, Before.Compiled || After.Compiled, To);
}

} // namespace

std::string_view toString(NotComparedItem::Kind What) {
  switch (What) {
  case NotComparedItem::Kind::File:
    return "file";
  case NotComparedItem::Kind::Target:
    return "target";
  case NotComparedItem::Kind::Setting:
    return "setting";
  }
  return "";
}

std::string_view changeName(FileStatus Status) {
  switch (Status) {
  case FileStatus::Added:
    return "added";
  case FileStatus::Removed:
    return "removed";
  case FileStatus::Modified:
    return "modified";
  case FileStatus::Renamed:
    return "renamed";
  }
  return "";
}

FileRole roleOf(const std::string &Path) {
  llvm::StringRef Name = path::filename(Path), Suffix = path::extension(Path);
  if (Name.ends_with(".in") && !isBuildFile(Name, Suffix))
    Suffix = path::extension(Name.drop_back(3)); // config.h.in is as good as config.h
  if (isTest(Path, Name))
    return FileRole::Test;
  if (isBuildFile(Name, Suffix))
    return FileRole::BuildFile;
  if (isCode(Suffix))
    return FileRole::Code;
  return isDocumentation(Path, Name, Suffix) ? FileRole::Documentation : FileRole::Data;
}

TargetChoice chooseTargets(const BuildInventory &Old, const BuildInventory &New, const Workspace &Space) {
  TargetChoice Choice;
  for (const BuildTarget &Target : New.Targets) {
    const BuildTarget *Before = Old.find(Target.Name);
    if (!Before)
      (isTestProgram(Target) ? Choice.Tests : Choice.Alone).push_back(Target.Name);
    else if (isSameTarget(*Before, Target, Space))
      Choice.Unchanged.push_back(Target.Name);
    else if (!Before->Problem.empty() || !Target.Problem.empty())
      Choice.Broken.push_back(Target.Name);
    else if (isTestProgram(Target) && isTestProgram(*Before))
      Choice.Tests.push_back(Target.Name);
    else
      Choice.Compare.push_back(Target.Name);
  }
  for (const BuildTarget &Target : Old.Targets)
    if (!New.find(Target.Name))
      (isTestProgram(Target) ? Choice.Tests : Choice.Alone).push_back(Target.Name);
  return Choice;
}

NotCompared findNotCompared(const BuildInventory &Old, const BuildInventory &New, const TargetChoice &Choice,
                            const std::vector<std::string> &Compared, const std::vector<FileChange> &Changed) {
  NotCompared Result;
  auto Add = [&](const std::string &Name, FileStatus Status, const std::string &Reason) {
    Result.Items.push_back({NotComparedItem::Kind::Target, Name, Status, Reason});
  };
  for (const std::string &Name : Choice.Compare)
    if (!llvm::is_contained(Compared, Name))
      Add(Name, FileStatus::Modified, "it contains changed code, and --target chose another");
  for (const std::string &Name : Choice.Alone)
    Add(Name, Old.find(Name) ? FileStatus::Removed : FileStatus::Added,
        std::string("only the ") + (Old.find(Name) ? "old" : "new") + " version makes it");
  for (const std::string &Name : Choice.Broken) {
    const BuildTarget *Target = New.find(Name);
    Add(Name, FileStatus::Modified, Target->Problem.empty() ? Old.find(Name)->Problem : Target->Problem);
  }
  std::set<std::string> Settled(Compared.begin(), Compared.end());
  Settled.insert(Choice.Unchanged.begin(), Choice.Unchanged.end());
  for (const FileChange &Change : Changed) {
    addFile(Change, Old, New, Settled, Result);
    addMacros(Old, Change.OldPath, Result.Macros);
    addMacros(New, Change.NewPath, Result.Macros);
    if (llvm::none_of(New.Targets, [&](const BuildTarget &Target) {
          return llvm::is_contained(Compared, Target.Name) && isMadeOf(Target, Change.NewPath);
        }))
      addInactive(Change, Old, New, Result);
  }
  return Result;
}

Verdict joinVerdicts(const std::vector<std::pair<std::string, Verdict>> &Targets) {
  for (Answer What : {Answer::Different, Answer::Unknown})
    for (const auto &[Name, Judged] : Targets)
      if (Judged.What == What) {
        Verdict Whole = Judged;
        if (Targets.size() > 1)
          Whole.Why.Message = Name + ": " + Whole.Why.Message;
        return Whole;
      }
  Verdict Whole = Targets.front().second;
  if (Targets.size() == 1)
    return Whole;
  Whole.Why.Message = "all " + std::to_string(Targets.size()) + " targets that contain changed code are equal";
  for (const auto &[Name, Judged] : Targets)
    for (const std::string &Code : Judged.Assumptions)
      if (!llvm::is_contained(Whole.Assumptions, Code))
        Whole.Assumptions.push_back(Code);
  return Whole;
}

/// A build does more than compile and link: it may edit what it made, or write other programs.
static void assumeBuild(Verdict &Whole, const NotCompared &Outside) {
  std::vector<std::string> Names;
  for (const NotComparedItem &Item : Outside.NotInBuild)
    if (Item.What == NotComparedItem::Kind::File && roleOf(Item.Name) == FileRole::BuildFile)
      Names.push_back(Item.Name);
  if (!Names.empty())
    Whole.Assumptions.push_back("build-steps: " + llvm::join(Names, ", "));
  std::vector<std::string> OfText;
  if (!Outside.Macros.empty())
    OfText.push_back(predefinedMacrosCode(Outside.Macros));
  if (!Outside.Inactive.empty())
    OfText.push_back(inactiveCode(Outside.Inactive));
  for (const std::string &Code : OfText)
    if (!llvm::is_contained(Whole.Assumptions, Code))
      Whole.Assumptions.push_back(Code);
}

void limitVerdict(Verdict &Whole, const NotCompared &Outside) {
  if (Whole.What != Answer::Equal)
    return;
  if (Outside.Items.empty())
    return assumeBuild(Whole, Outside);
  const NotComparedItem &First = Outside.Items.front();
  std::string Others = Outside.Items.size() == 1 ? "" : " (and " + std::to_string(Outside.Items.size() - 1) + " more)";
  Whole = {Answer::Unknown,
           {reason::NotCompared,
            "what was compared is equal, but " + First.Name + " changed and was not compared: " + First.Reason + Others,
            {}},
           {},
           Extent::None,
           0};
}

NotCompared findNotRead(const std::vector<FileChange> &Changed, const std::vector<std::string> &Read) {
  NotCompared Result;
  for (const FileChange &Change : Changed)
    if (!llvm::is_contained(Read, Change.path()))
      addUnread(Change, false, Result);
  return Result;
}

Result<std::vector<FileChange>> changedSources(const BuildInventory &Old, const BuildInventory &New) {
  auto Changes = changedFiles(Old.Root, New.Root, TreeFilter());
  if (!Changes)
    return Changes;
  std::vector<std::string> Left; // relative names of build directories
  for (const BuildInventory *Version : {&Old, &New})
    if (!Version->BuildDirectory.empty())
      Left.push_back(std::filesystem::path(Version->BuildDirectory).lexically_relative(Version->Root).string() + "/");
  llvm::erase_if(*Changes, [&](const FileChange &Change) {
    return Change.path() == "compile_commands.json" ||
           llvm::any_of(Left, [&](const std::string &Prefix) { return Change.path().starts_with(Prefix); });
  });
  return Changes;
}

} // namespace vernier
