#pragma once

#include "source/ClangFlow.h"

#include <llvm/Support/VirtualFileSystem.h>

#include <map>
#include <memory>
#include <string>

namespace vernier {

/// Where the version's files appear to Clang; nothing exists there on disk.
inline constexpr const char *RevisionRoot = "/vernier-version";
/// The text that includes standard headers, and its precompiled form.
inline constexpr const char *StandardHeadersName = "vernier-standard-headers.h";
inline constexpr const char *PrecompiledName = "vernier-standard-headers.pch";

/// Serves the files of a version from memory. Clang asks for many paths that do not exist; both answers are kept.
class RevisionFiles : public llvm::vfs::FileSystem {
public:
  explicit RevisionFiles(SourceReader TheReader) : Read(std::move(TheReader)) {}

  /// The contents to serve for Path from now on, whatever the version has.
  void set(const std::string &Path, std::string Text) { Files[Path] = std::move(Text); }

  /// A large file that others hold too.
  void share(const std::string &Path, std::shared_ptr<const std::string> Text) { Shared[Path] = std::move(Text); }

  /// The first of Folder + Name that exists; null if none does.
  const std::string *contents(const std::string &Name, const std::vector<std::string> &Folders);

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &Path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &, std::error_code &Failure) override;
  std::error_code setCurrentWorkingDirectory(const llvm::Twine &) override { return {}; }
  llvm::ErrorOr<std::string> getCurrentWorkingDirectory() const override { return std::string("/"); }

private:
  SourceReader Read;
  std::map<std::string, std::optional<std::string>> Files;
  std::map<std::string, std::shared_ptr<const std::string>> Shared;

  const std::optional<std::string> *find(const llvm::Twine &Path, std::string &Relative);
  const std::string *shared(const llvm::Twine &Path) const;
  const std::optional<std::string> &lookUp(const std::string &Relative);
};

} // namespace vernier
