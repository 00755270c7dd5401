#include "bitcode/Dependencies.h"

#include "base/TextFile.h"
#include "bitcode/JsonLists.h"
#include "project/Hash.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace vernier {

namespace {

bool isSystemHeader(llvm::StringRef Path) {
  return Path.starts_with("/usr/include/") || Path.starts_with("/usr/lib/");
}

/// `x.h`, `sub/x.h`, ...: every name by which an #include may have asked for this file.
std::vector<llvm::StringRef> possibleNames(llvm::StringRef Path) {
  std::vector<llvm::StringRef> Names;
  size_t Slash = Path.rfind('/');
  while (Slash != llvm::StringRef::npos && Names.size() < 8) {
    Names.push_back(Path.drop_front(Slash + 1));
    if (Slash == 0)
      break;
    Slash = Path.rfind('/', Slash);
  }
  return Names;
}

/// The files that exist where an #include of this record could have looked, other than those it read. An
/// over-approximation: a search order is not known here, so later directories count too.
std::vector<std::string> unusedCandidates(const DependencyRecord &Record) {
  std::set<std::string> Used;
  for (const auto &[Path, Hash] : Record.Files)
    Used.insert(Path);
  std::set<std::string> Names(Record.TestedNames.begin(), Record.TestedNames.end());
  for (const auto &[Path, Hash] : Record.Files)
    for (llvm::StringRef Name : possibleNames(Path))
      Names.insert(Name.str());
  std::set<std::string> Found;
  for (const std::string &Directory : Record.SearchDirectories)
    for (const std::string &Name : Names) {
      std::string Path = Directory + "/" + Name;
      if (access(Path.c_str(), F_OK) == 0 && !Used.contains(Path))
        Found.insert(std::move(Path));
    }
  return {Found.begin(), Found.end()};
}

/// Collects the literal names that a file asks __has_include for; false if one is computed.
bool collectTestedNames(llvm::StringRef Text, std::set<std::string> &Names) {
  for (size_t At = Text.find("__has_include"); At != llvm::StringRef::npos; At = Text.find("__has_include", At + 1)) {
    llvm::StringRef Rest = Text.drop_front(At + llvm::StringRef("__has_include").size());
    Rest.consume_front("_next");
    Rest = Rest.ltrim(" \t");
    if (!Rest.consume_front("("))
      continue; // #ifdef __has_include
    Rest = Rest.ltrim(" \t");
    if (Rest.empty() || (Rest.front() != '"' && Rest.front() != '<'))
      return false;
    Names.insert(Rest.drop_front().take_until([](char C) { return C == '"' || C == '>' || C == '\n'; }).str());
  }
  return true;
}

std::int64_t modifiedAt(const std::string &Path) {
  struct stat Facts;
  if (stat(Path.c_str(), &Facts) != 0)
    return INT64_MAX;
  return Facts.st_mtim.tv_sec * 1'000'000'000 + Facts.st_mtim.tv_nsec;
}

std::set<std::string> searchDirectories(const std::vector<std::string> &Files,
                                        const std::vector<std::string> &Includes) {
  std::set<std::string> Directories = {"/usr/local/include"};
  auto AddWithParent = [&](llvm::StringRef Directory) {
    Directories.insert(Directory.str());
    Directories.insert(llvm::sys::path::parent_path(Directory).str()); // #include "../x.h"
  };
  for (const std::string &Directory : Includes)
    AddWithParent(Directory);
  for (const char *Variable : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    if (const char *Value = std::getenv(Variable))
      for (llvm::StringRef Directory : llvm::split(Value, ':'))
        AddWithParent(Directory.empty() ? "." : Directory);
  for (const std::string &Path : Files)
    if (!isSystemHeader(Path))
      AddWithParent(llvm::sys::path::parent_path(Path));
  return Directories;
}

} // namespace

std::int64_t fileClock() {
  timespec Now;
  clock_gettime(CLOCK_REALTIME, &Now);
  return Now.tv_sec * 1'000'000'000 + Now.tv_nsec;
}

Result<std::string> FileHashes::of(const std::string &Path) {
  {
    std::lock_guard Held(Guard);
    if (auto At = Known.find(Path); At != Known.end())
      return At->second;
  }
  auto Text = readTextFile(Path);
  if (!Text)
    return Text.takeError();
  std::string Hash = hashText(*Text);
  std::lock_guard Held(Guard);
  return Known.emplace(Path, std::move(Hash)).first->second;
}

bool DependencyRecord::holds(FileHashes &Hashes) const {
  for (const auto &[Path, Hash] : Files) {
    auto Now = Hashes.of(Path);
    if (!Now || *Now != Hash)
      return false;
  }
  return std::ranges::includes(Unused, unusedCandidates(*this));
}

Result<std::vector<std::string>> readDependencyFile(const std::string &Path, const std::string &Directory) {
  auto Text = readTextFile(Path);
  if (!Text)
    return Text.takeError();
  // `target: a.c b\ c.h \<newline> d.h`, with $ doubled and spaces and # escaped.
  std::vector<std::string> Files;
  std::string Name;
  auto Finish = [&] {
    if (!Name.empty()) {
      llvm::SmallString<128> Whole(Name);
      if (llvm::sys::path::is_relative(Whole)) {
        Whole = Directory;
        llvm::sys::path::append(Whole, Name);
      }
      Files.push_back(Whole.str().str());
    }
    Name.clear();
  };
  for (std::size_t I = Text->find(": ") == std::string::npos ? Text->size() : Text->find(": ") + 2; I < Text->size();
       ++I) {
    char C = (*Text)[I], Next = I + 1 < Text->size() ? (*Text)[I + 1] : '\0';
    if ((C == '\\' && (Next == ' ' || Next == '#')) || (C == '$' && Next == '$')) {
      Name += Next;
      ++I;
    } else if (C == ' ' || C == '\n' || (C == '\\' && Next == '\n')) {
      Finish();
    } else {
      Name += C;
    }
  }
  Finish();
  return Files;
}

bool describeDependencies(DependencyRecord &Record, const std::vector<std::string> &Files,
                          const std::vector<std::string> &Includes, std::int64_t StartNanoseconds) {
  std::set<std::string> Tested;
  for (const std::string &Path : Files) {
    if (modifiedAt(Path) > StartNanoseconds)
      return false;
    auto Text = readTextFile(Path);
    if (!Text)
      return false;
    if (!collectTestedNames(*Text, Tested) && !isSystemHeader(Path))
      return false;
    Record.Files.emplace_back(Path, hashText(*Text));
  }
  auto Directories = searchDirectories(Files, Includes);
  Record.SearchDirectories.assign(Directories.begin(), Directories.end());
  Record.TestedNames.assign(Tested.begin(), Tested.end());
  Record.Unused = unusedCandidates(Record);
  return true;
}

std::string writeRecords(const std::vector<DependencyRecord> &Records) {
  llvm::json::Array List;
  for (const DependencyRecord &Record : Records) {
    llvm::json::Array Files;
    for (const auto &[Path, Hash] : Record.Files)
      Files.push_back(llvm::json::Array{llvm::json::fixUTF8(Path), Hash});
    List.push_back(llvm::json::Object{{"object", Record.Object},
                                      {"files", std::move(Files)},
                                      {"directories", jsonList(Record.SearchDirectories)},
                                      {"tested", jsonList(Record.TestedNames)},
                                      {"unused", jsonList(Record.Unused)}});
  }
  std::string Text;
  llvm::raw_string_ostream(Text) << llvm::json::Value(std::move(List));
  return Text;
}

std::vector<DependencyRecord> readRecords(const std::string &Text) {
  std::vector<DependencyRecord> Records;
  auto Document = llvm::json::parse(Text);
  if (!Document) {
    llvm::consumeError(Document.takeError());
    return Records;
  }
  const llvm::json::Array *List = Document->getAsArray();
  if (!List)
    return Records;
  for (const llvm::json::Value &Value : *List) {
    const llvm::json::Object *Entry = Value.getAsObject();
    const llvm::json::Array *Files = Entry ? Entry->getArray("files") : nullptr;
    if (!Files || Files->empty())
      continue;
    DependencyRecord Record;
    Record.Object = Entry->getString("object").value_or("").str();
    for (const llvm::json::Value &File : *Files)
      if (const llvm::json::Array *Pair = File.getAsArray(); Pair && Pair->size() == 2)
        Record.Files.emplace_back((*Pair)[0].getAsString().value_or("").str(),
                                  (*Pair)[1].getAsString().value_or("").str());
    Record.SearchDirectories = textList(*Entry, "directories");
    Record.TestedNames = textList(*Entry, "tested");
    Record.Unused = textList(*Entry, "unused");
    Records.push_back(std::move(Record));
  }
  return Records;
}

} // namespace vernier
