#include "bitcode/LinkStatements.h"

#include "base/TextFile.h"
#include "project/CompileCommands.h"
#include "project/Hash.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Path.h>

#include <filesystem>
#include <map>
#include <optional>

namespace fs = std::filesystem;

namespace vernier {

namespace {

std::string absoluteFrom(const std::string &Directory, const std::string &Path) {
  return (fs::path(Directory) / Path).lexically_normal().string();
}

void takeInputs(LinkStatement &Statement) {
  for (LinkItem &Item : Statement.Command.Link)
    if (Item.What == LinkItem::Kind::Input) {
      Item.Words.front() = fs::path(Item.Words.front()).lexically_normal().string();
      Statement.Inputs.push_back(Item.Words.front());
    }
}

/// `ar qc libx.a a.o b.o`
std::optional<LinkStatement> archiveStatement(const std::vector<std::string> &Words, const std::string &Directory) {
  LinkStatement Statement;
  for (const std::string &Word : llvm::drop_begin(Words)) {
    llvm::StringRef Text = Word;
    if (Statement.Output.empty() && Text.ends_with(".a"))
      Statement.Output = absoluteFrom(Directory, Word);
    else if (Text.ends_with(".o"))
      Statement.Inputs.push_back(absoluteFrom(Directory, Word));
  }
  return Statement.Output.empty() ? std::nullopt : std::optional(std::move(Statement));
}

std::optional<LinkStatement> linkStatement(const std::vector<std::string> &Words, const std::string &Directory) {
  if (Words.empty())
    return std::nullopt;
  llvm::StringRef Program = llvm::sys::path::filename(Words.front());
  if (Program.ends_with("ar"))
    return archiveStatement(Words, Directory);
  LinkStatement Statement;
  Statement.Command =
      parseCompilerCommand({Words.begin() + 1, Words.end()}, Directory, isCPlusPlusDriver(Words.front()));
  if (Statement.Command.Makes != CompilerCommand::Product::Link)
    return std::nullopt;
  Statement.Output = absoluteFrom(Directory, Statement.Command.Output.empty() ? "a.out" : Statement.Command.Output);
  takeInputs(Statement);
  return Statement;
}

/// The words of a ninja line: `$ ` is a space within a word, `$:` a colon. Separators come out as words of their own.
std::vector<std::string> ninjaWords(llvm::StringRef Line) {
  std::vector<std::string> Words;
  std::string Word;
  auto Finish = [&] {
    if (!Word.empty())
      Words.push_back(std::move(Word));
    Word.clear();
  };
  for (size_t I = 0; I < Line.size(); ++I) {
    if (Line[I] == '$' && I + 1 < Line.size()) {
      Word += Line[++I];
    } else if (Line[I] == ' ') {
      Finish();
    } else if (Line[I] == ':' || Line[I] == '|') {
      Finish();
      Words.push_back(std::string(1, Line[I]));
    } else {
      Word += Line[I];
    }
  }
  Finish();
  return Words;
}

/// A `build` line with the variables below it.
struct NinjaBuild {
  std::vector<std::string> Outputs, Inputs;
  std::string Rule;
  std::map<std::string, std::string> Variables;
};

NinjaBuild readBuildLine(llvm::StringRef Line) {
  NinjaBuild Build;
  bool AfterColon = false, Implicit = false;
  for (const std::string &Word : ninjaWords(Line)) {
    if (Word == ":" && !AfterColon) {
      AfterColon = true;
      Implicit = false;
    } else if (Word == "|") {
      Implicit = true;
    } else if (!Implicit && !AfterColon) {
      Build.Outputs.push_back(Word);
    } else if (!Implicit && Build.Rule.empty()) {
      Build.Rule = Word;
    } else if (!Implicit) {
      Build.Inputs.push_back(Word);
    }
  }
  return Build;
}

std::string unescaped(llvm::StringRef Value) {
  std::string Text;
  for (size_t I = 0; I < Value.size(); ++I)
    Text += Value[I] == '$' && I + 1 < Value.size() ? Value[++I] : Value[I];
  return Text;
}

std::optional<LinkStatement> ninjaStatement(const NinjaBuild &Build, const std::string &Directory) {
  if (!llvm::StringRef(Build.Rule).contains("LINKER") || Build.Outputs.empty())
    return std::nullopt;
  bool CPlusPlus = llvm::StringRef(Build.Rule).starts_with("CXX") || llvm::StringRef(Build.Rule).starts_with("cpp");
  std::vector<std::string> Words = {CPlusPlus ? "c++" : "cc"};
  if (llvm::StringRef(Build.Outputs.front()).ends_with(".a"))
    Words = {"ar", Build.Outputs.front()};
  llvm::append_range(Words, Build.Inputs);
  // CMake's names, then Meson's.
  for (const char *Variable : {"LINK_PATH", "LINK_FLAGS", "LINK_LIBRARIES", "LINK_ARGS"})
    if (auto At = Build.Variables.find(Variable); At != Build.Variables.end())
      llvm::append_range(Words, splitCommandLine(At->second));
  if (Words.front() != "ar")
    llvm::append_range(Words, std::vector<std::string>{"-o", Build.Outputs.front()});
  return linkStatement(Words, Directory);
}

} // namespace

std::vector<LinkStatement> readLinkTexts(const std::vector<std::string> &TargetDirectories) {
  std::vector<LinkStatement> Statements;
  for (const std::string &Place : TargetDirectories) {
    auto Text = readTextFile(Place + "/link.txt");
    if (!Text)
      continue;
    // It stands in DIRECTORY/CMakeFiles/NAME.dir and runs in DIRECTORY; ranlib may follow on a line of its own.
    std::string Directory = fs::path(Place).parent_path().parent_path().string();
    if (auto Statement = linkStatement(splitCommandLine(Text->substr(0, Text->find('\n'))), Directory))
      Statements.push_back(std::move(*Statement));
  }
  return Statements;
}

std::vector<LinkStatement> readNinja(const std::string &Path) {
  std::vector<LinkStatement> Statements;
  auto Text = readTextFile(Path);
  if (!Text)
    return Statements;
  for (std::size_t At = Text->find("$\n"); At != std::string::npos; At = Text->find("$\n", At)) {
    std::size_t End = Text->find_first_not_of(' ', At + 2);
    Text->erase(At, (End == std::string::npos ? Text->size() : End) - At);
  }
  std::string Directory = fs::path(Path).parent_path().string();
  std::optional<NinjaBuild> Build;
  auto Finish = [&] {
    if (Build)
      if (auto Statement = ninjaStatement(*Build, Directory))
        Statements.push_back(std::move(*Statement));
    Build.reset();
  };
  for (llvm::StringRef Line : llvm::split(*Text, '\n')) {
    if (Line.starts_with(" ") && Build) {
      auto [Name, Value] = Line.trim().split('=');
      Build->Variables[Name.rtrim().str()] = unescaped(Value.ltrim());
      continue;
    }
    Finish();
    if (Line.consume_front("build "))
      Build = readBuildLine(Line);
  }
  Finish();
  return Statements;
}

} // namespace vernier
