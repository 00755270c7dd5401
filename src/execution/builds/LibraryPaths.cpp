#include "execution/builds/LibraryPaths.h"

#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/Path.h>

#include <map>
#include <mutex>

namespace vernier {

namespace {

using Elf = llvm::object::ELFFile<llvm::object::ELF64LE>;

std::string textAt(const Elf &File, std::uint64_t Table, std::uint64_t Offset) {
  auto Start = File.toMappedAddr(Table + Offset);
  if (Start)
    return reinterpret_cast<const char *>(*Start);
  llvm::consumeError(Start.takeError());
  return {};
}

void addDirectories(std::vector<std::string> &Directories, std::uint64_t Tag, llvm::StringRef Text) {
  if (Tag == llvm::ELF::DT_NEEDED)
    Text = llvm::sys::path::parent_path(Text); // of a library that is named by its path
  llvm::SmallVector<llvm::StringRef> Parts;
  Text.split(Parts, ':', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Part : Parts)
    if (Part.starts_with("/"))
      Directories.push_back(Part.str());
}

std::vector<std::string> readDirectories(const std::string &Executable) {
  std::vector<std::string> Directories;
  auto Opened = llvm::object::ObjectFile::createObjectFile(Executable);
  if (!Opened) {
    llvm::consumeError(Opened.takeError());
    return Directories;
  }
  const auto *Object = llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(Opened->getBinary());
  if (!Object)
    return Directories;
  auto Entries = Object->getELFFile().dynamicEntries();
  if (!Entries) {
    llvm::consumeError(Entries.takeError());
    return Directories;
  }
  std::uint64_t Table = 0;
  for (const auto &Entry : *Entries)
    if (Entry.getTag() == llvm::ELF::DT_STRTAB)
      Table = Entry.getPtr();
  for (const auto &Entry : *Entries) {
    auto Tag = static_cast<std::uint64_t>(Entry.getTag());
    if (Tag == llvm::ELF::DT_RUNPATH || Tag == llvm::ELF::DT_RPATH || Tag == llvm::ELF::DT_NEEDED)
      addDirectories(Directories, Tag, textAt(Object->getELFFile(), Table, Entry.getVal()));
  }
  return Directories;
}

} // namespace

std::vector<std::string> libraryDirectories(const std::string &Executable) {
  static std::mutex Guard;
  static std::map<std::string, std::vector<std::string>> Known;
  std::lock_guard Held(Guard);
  auto At = Known.find(Executable);
  if (At == Known.end())
    At = Known.emplace(Executable, readDirectories(Executable)).first;
  return At->second;
}

} // namespace vernier
