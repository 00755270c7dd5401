#include "source/RevisionFiles.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/Path.h>

namespace vernier {

namespace {

class MemoryFile : public llvm::vfs::File {
public:
  MemoryFile(llvm::vfs::Status TheStatus, llvm::StringRef TheText, bool Stays = false)
      : Status(std::move(TheStatus)), Text(TheText), Stays(Stays) {}
  llvm::ErrorOr<llvm::vfs::Status> status() override { return Status; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &Name, int64_t, bool, bool) override {
    return Stays ? llvm::MemoryBuffer::getMemBuffer(Text, Name.str())
                 : llvm::MemoryBuffer::getMemBufferCopy(Text, Name);
  }
  std::error_code close() override { return {}; }

private:
  llvm::vfs::Status Status;
  llvm::StringRef Text;
  bool Stays; ///< as long as anybody reads the file
};

llvm::vfs::Status describe(llvm::StringRef Path, std::size_t Size, bool Directory) {
  using namespace llvm::sys::fs;
  std::uint64_t Id = std::hash<std::string>()(Path.str());
  return llvm::vfs::Status(Path, UniqueID(0x7665726e, Id), llvm::sys::TimePoint<>(), 0, 0, Size,
                           Directory ? file_type::directory_file : file_type::regular_file, all_read);
}

} // namespace

const std::optional<std::string> *RevisionFiles::find(const llvm::Twine &Path, std::string &Relative) {
  llvm::SmallString<128> Clean;
  Path.toVector(Clean);
  llvm::sys::path::remove_dots(Clean, /*remove_dot_dot=*/true);
  llvm::StringRef Below = Clean;
  if (!Below.consume_front(RevisionRoot) || !(Below.empty() || Below.consume_front("/")))
    return nullptr;
  Relative = Below.str();
  return &lookUp(Relative);
}

const std::optional<std::string> &RevisionFiles::lookUp(const std::string &Relative) {
  auto [Entry, New] = Files.try_emplace(Relative);
  if (New && !Relative.empty())
    Entry->second = Read ? Read(Relative) : std::nullopt;
  return Entry->second;
}

const std::string *RevisionFiles::contents(const std::string &Name, const std::vector<std::string> &Folders) {
  for (auto &Folder : Folders)
    if (const auto &Found = lookUp(Folder + Name))
      return &*Found;
  return nullptr;
}

const std::string *RevisionFiles::shared(const llvm::Twine &Path) const {
  for (auto &[Name, Text] : Shared)
    if (Path.str() == std::string(RevisionRoot) + "/" + Name)
      return Text.get();
  return nullptr;
}

llvm::ErrorOr<llvm::vfs::Status> RevisionFiles::status(const llvm::Twine &Path) {
  if (const std::string *Text = shared(Path))
    return describe(Path.str(), Text->size(), false);
  std::string Relative;
  const auto *Found = find(Path, Relative);
  if (!Found)
    return std::make_error_code(std::errc::no_such_file_or_directory);
  if (*Found)
    return describe(Path.str(), (*Found)->size(), false);
  // Clang looks at the directories of a path first; whether they exist does not matter, since their files do not.
  if (llvm::sys::path::extension(Relative).empty())
    return describe(Path.str(), 0, true);
  return std::make_error_code(std::errc::no_such_file_or_directory);
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> RevisionFiles::openFileForRead(const llvm::Twine &Path) {
  if (const std::string *Text = shared(Path))
    return std::unique_ptr<llvm::vfs::File>(
        std::make_unique<MemoryFile>(describe(Path.str(), Text->size(), false), *Text, /*Stays=*/true));
  std::string Relative;
  const auto *Found = find(Path, Relative);
  if (!Found || !*Found)
    return std::make_error_code(std::errc::no_such_file_or_directory);
  return std::unique_ptr<llvm::vfs::File>(
      std::make_unique<MemoryFile>(describe(Path.str(), (*Found)->size(), false), **Found));
}

llvm::vfs::directory_iterator RevisionFiles::dir_begin(const llvm::Twine &, std::error_code &Failure) {
  Failure = std::make_error_code(std::errc::no_such_file_or_directory);
  return {};
}

} // namespace vernier
