#pragma once

#include "base/Result.h"
#include "project/FileChange.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vernier {

/// What of a directory is part of a version.
struct TreeFilter {
  /// Leave out what an earlier build made (*.o, *.a, *.lo, *.la, *.so): it would be taken for up to date.
  bool SkipObjects = true;
  /// A directory that is never entered (the cache itself may lie inside the tree); absolute.
  std::string Except;
};

/// The hash of all names, kinds, executable bits and contents; .git is left out.
Result<std::string> hashTree(const std::string &Directory, const TreeFilter &Filter);

/// Copies what hashTree() sees, with modification times, into a directory that does not exist yet.
Status copyTree(const std::string &From, const std::string &To, const TreeFilter &Filter);

/// The files of two directories that differ, by their names, in order. What compilers and archivers make does not
/// count.
Result<std::vector<FileChange>> changedFiles(const std::string &OldDirectory, const std::string &NewDirectory,
                                             const TreeFilter &Filter);

/// Gives every file the same modification time (seconds since 1970), so that make takes generated files that are part
/// of the version (configure, parser.c) for up to date, as in an unpacked archive.
Status setTimes(const std::string &Directory, std::int64_t Seconds);

} // namespace vernier
