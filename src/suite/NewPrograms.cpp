#include "suite/NewPrograms.h"

#include <filesystem>
#include <fstream>
#include <string_view>

namespace fs = std::filesystem;

namespace vernier {

namespace {

bool isMachineCode(const fs::path &File) {
  char Begin[4] = {};
  std::ifstream(File, std::ios::binary).read(Begin, sizeof Begin);
  return std::string_view(Begin, sizeof Begin) == "\x7f"
                                                  "ELF";
}

} // namespace

NewPrograms::NewPrograms(std::string Directory) : Directory(std::move(Directory)), Before(look()) {}

std::map<std::string, NewPrograms::Stamp> NewPrograms::look() const {
  std::map<std::string, Stamp> Executables;
  std::error_code Failure;
  for (fs::recursive_directory_iterator At(Directory, Failure), End; !Failure && At != End; At.increment(Failure)) {
    std::error_code Ignored;
    if (At->is_symlink(Ignored) || !At->is_regular_file(Ignored))
      continue;
    if ((At->status(Ignored).permissions() & fs::perms::owner_exec) == fs::perms::none)
      continue;
    Executables[At->path().lexically_relative(Directory).string()] = {
        At->last_write_time(Ignored).time_since_epoch().count(), At->file_size(Ignored)};
  }
  return Executables;
}

std::vector<std::string> NewPrograms::find() const {
  std::vector<std::string> New;
  for (const auto &[Name, Stamp] : look())
    if (auto At = Before.find(Name); At == Before.end() || At->second != Stamp)
      if (isMachineCode(fs::path(Directory) / Name))
        New.push_back(Name);
  return New;
}

} // namespace vernier
