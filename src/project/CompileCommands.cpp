#include "project/CompileCommands.h"

#include "base/TextFile.h"
#include "project/Hash.h"

#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/StringSaver.h>

#include <filesystem>

namespace fs = std::filesystem;

namespace vernier {

namespace {

std::string outputOf(const std::vector<std::string> &Arguments) {
  for (std::size_t I = 1; I < Arguments.size(); ++I) {
    if (Arguments[I] == "-o" && I + 1 < Arguments.size())
      return Arguments[I + 1];
    if (Arguments[I].size() > 2 && Arguments[I].starts_with("-o"))
      return Arguments[I].substr(2);
  }
  return {};
}

/// Keeps symbolic links as they are spelled: the build meant this name.
std::string absoluteFrom(const std::string &Base, const std::string &Path) {
  return (fs::path(Base) / Path).lexically_normal().string();
}

std::optional<CompileCommand> readEntry(const llvm::json::Object &Entry, const std::string &DatabaseDirectory) {
  auto File = Entry.getString("file");
  if (!File || File->empty())
    return std::nullopt;
  CompileCommand Command;
  Command.Directory = absoluteFrom(DatabaseDirectory, Entry.getString("directory").value_or(".").str());
  Command.File = absoluteFrom(Command.Directory, File->str());
  if (const llvm::json::Array *Arguments = Entry.getArray("arguments")) {
    for (const llvm::json::Value &Argument : *Arguments)
      if (auto Text = Argument.getAsString())
        Command.Arguments.push_back(Text->str());
  } else if (auto Line = Entry.getString("command")) {
    Command.Arguments = splitCommandLine(Line->str());
  }
  if (Command.Arguments.empty())
    return std::nullopt;
  auto Output = Entry.getString("output");
  Command.Output = Output ? Output->str() : outputOf(Command.Arguments);
  return Command;
}

} // namespace

std::vector<std::string> splitCommandLine(const std::string &Text) {
  llvm::BumpPtrAllocator Memory;
  llvm::StringSaver Saver(Memory);
  llvm::SmallVector<const char *, 32> Words;
  llvm::cl::TokenizeGNUCommandLine(Text, Saver, Words);
  return {Words.begin(), Words.end()};
}

std::optional<std::string> findCompileCommands(const std::string &Directory) {
  for (const char *Place : {"/compile_commands.json", "/build/compile_commands.json"}) {
    std::error_code Ignored;
    if (fs::is_regular_file(Directory + Place, Ignored))
      return Directory + Place;
  }
  return std::nullopt;
}

Result<std::vector<CompileCommand>> readCompileCommands(const std::string &Path) {
  auto Text = readTextFile(Path);
  if (!Text)
    return Text.takeError();
  auto Broken = [&](const std::string &What) {
    return analysisError("'" + Path + "' is not a compilation database: " + What +
                         "; write it again (cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or bear -- make)");
  };
  auto Document = llvm::json::parse(*Text);
  if (!Document)
    return Broken(llvm::toString(Document.takeError()));
  const llvm::json::Array *Entries = Document->getAsArray();
  if (!Entries)
    return Broken("no list at its top");
  std::string DatabaseDirectory = fs::absolute(Path).lexically_normal().parent_path().string();
  std::vector<CompileCommand> Commands;
  for (const llvm::json::Value &Value : *Entries) {
    const llvm::json::Object *Entry = Value.getAsObject();
    auto Command = Entry ? readEntry(*Entry, DatabaseDirectory) : std::nullopt;
    if (!Command)
      return Broken("entry " + std::to_string(Commands.size() + 1) +
                    " lacks \"file\", or both \"arguments\" and \"command\"");
    Commands.push_back(std::move(*Command));
  }
  return Commands;
}

} // namespace vernier
