#include "project/ProjectGuess.h"

#include "base/TextFile.h"
#include "project/VersionSpec.h"

#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <filesystem>

namespace vernier {

namespace fs = std::filesystem;

namespace {

std::string textOf(const fs::path &File) {
  auto Text = readTextFile(File.string());
  return Text ? *Text : std::string();
}

/// Whether the makefile has a rule for the target.
bool makes(const std::string &Makefile, llvm::StringRef Target) {
  llvm::SmallVector<llvm::StringRef, 64> Lines;
  llvm::StringRef(Makefile).split(Lines, '\n');
  return std::any_of(Lines.begin(), Lines.end(), [&](llvm::StringRef Line) {
    return Line.consume_front(Target) && Line.ltrim(' ').starts_with(":") && !Line.ltrim(' ').starts_with(":=");
  });
}

ProjectGuess ofCMake(const std::string &Text) {
  bool Tests = llvm::StringRef(Text).contains_insensitive("enable_testing") ||
               llvm::StringRef(Text).contains_insensitive("include(ctest");
  return {"CMake", "cmake -S . -B build && cmake --build build", Tests ? "ctest --test-dir build" : "", {}};
}

ProjectGuess ofMeson(const std::string &Text) {
  bool Tests = llvm::StringRef(Text).contains("test(");
  return {"Meson", "meson setup build && meson compile -C build", Tests ? "meson test -C build" : "", {}};
}

ProjectGuess ofMake(const std::string &Makefile) {
  const char *Test = makes(Makefile, "check") ? "make check" : makes(Makefile, "test") ? "make test" : "";
  return {"make", "make", Test, {}};
}

/// `name = "value"`, quoted as TOML wants it.
std::string setting(const std::string &Name, const std::string &Value) {
  std::string Quoted;
  for (char C : Value)
    Quoted += C == '"' || C == '\\' ? std::string("\\") + C : std::string(1, C);
  return Name + " = \"" + Quoted + "\"\n";
}

} // namespace

ProjectGuess guessProject(const std::string &Directory) {
  fs::path Root(Directory);
  std::error_code Failure;
  auto Has = [&](const char *Name) { return fs::exists(Root / Name, Failure); };
  if (Has("CMakeLists.txt"))
    return ofCMake(textOf(Root / "CMakeLists.txt"));
  if (Has("meson.build"))
    return ofMeson(textOf(Root / "meson.build"));
  if (Has("configure"))
    return {"autotools", "./configure && make", "make check", {}};
  if (Has("configure.ac") || Has("configure.in"))
    return {"autotools", "autoreconf -fi && ./configure && make", "make check", {}};
  for (const char *Name : {"GNUmakefile", "makefile", "Makefile"})
    if (Has(Name))
      return ofMake(textOf(Root / Name));
  ProjectGuess Guess;
  for (const auto &Entry : fs::directory_iterator(Root, Failure))
    if (Entry.is_regular_file(Failure) && isSourceFile(Entry.path().string()))
      Guess.Sources.push_back(Entry.path().filename().string());
  std::sort(Guess.Sources.begin(), Guess.Sources.end());
  return Guess;
}

std::string projectFileText(const ProjectGuess &Guess) {
  std::string Text =
      "# Flags of vernier for this project: any flag by its long name (vernier VERB --help).\n"
      "# Flags on the command line win. A section [VERB] is for one verb, [function.NAME] for one function.\n\n";
  if (Guess.Build.empty())
    Text += "# How a fresh copy of the tree is built; CC and CXX are set.\n# build = \"make\"\n";
  else
    Text += "# How a fresh copy of the tree is built (" + Guess.System + "); CC and CXX are set.\n" +
            setting("build", Guess.Build);
  Text += "# Which executable or library is compared, if not all that changed.\n# target = \"prog\"\n";
  Text += Guess.Test.empty() ? "# The project's tests, for the verbs that run them.\n# test = \"make check\"\n"
                             : "# The project's tests, for the verbs that run them.\n" + setting("test", Guess.Test);
  Text += "\n[check]\n# time = \"60s\"\n# html = \"report.html\"\n"
          "\n# What a function takes, when it is the entry.\n# [function.parse]\n# length = [\"text=6\"]\n"
          "# bound = [\"depth=0..8\"]\n";
  return Text;
}

} // namespace vernier
