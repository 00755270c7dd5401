#pragma once

#include "project/Workspace.h"

#include <string>
#include <string_view>

namespace vernier {

// The cache may be damaged: a disk was full, a machine went down, somebody edited a file. What is damaged is made
// again.

/// The file is there, and its contents have the hash that it is named by.
bool hasContents(const std::string &Path, std::string_view Hash);

/// Writes a file, and its hash beside it.
Status writeSealed(const Workspace &Space, const std::string &Path, std::string_view Contents);
/// The file is as writeSealed wrote it.
bool isSealedFile(const std::string &Path);

/// Remembers in the file Seal what is in a directory.
Status sealDirectory(const Workspace &Space, const std::string &Directory, const std::string &Seal);
/// The directory holds what it held then.
bool isSealedDirectory(const std::string &Directory, const std::string &Seal);

} // namespace vernier
