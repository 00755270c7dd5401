#include "selection/DataFiles.h"

#include "base/TextFile.h"
#include "project/Hash.h"

#include <filesystem>
#include <map>

namespace fs = std::filesystem;

namespace vernier {

Result<std::string> hashDataFiles(const std::string &Directory,
                                  const std::function<bool(const std::string &Name)> &IsData) {
  std::map<std::string, std::string> Hashes;
  std::error_code Failure;
  for (fs::recursive_directory_iterator At(Directory, Failure), End; !Failure && At != End; At.increment(Failure)) {
    std::error_code Ignored;
    if (At->path().filename() == ".git") {
      At.disable_recursion_pending();
      continue;
    }
    std::string Name = At->path().lexically_relative(Directory).string();
    if (!At->is_regular_file(Ignored) || !IsData(Name))
      continue;
    auto Bytes = readTextFile(At->path().string());
    if (!Bytes)
      return Bytes.takeError();
    if (!Bytes->starts_with("\x7f"
                            "ELF") &&
        !Bytes->starts_with("!<arch>"))
      Hashes[Name] = hashText(*Bytes);
  }
  if (Failure)
    return analysisError("cannot read '" + Directory + "': " + Failure.message());
  ContentHash All;
  for (const auto &[Name, Hash] : Hashes)
    All.add(Name).add(Hash);
  return All.text();
}

} // namespace vernier
