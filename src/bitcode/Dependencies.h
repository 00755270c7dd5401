#pragma once

#include "base/Result.h"

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace vernier {

/// Hashes of files, each read once. Safe to use from several threads.
class FileHashes {
public:
  Result<std::string> of(const std::string &Path);

private:
  std::mutex Guard;
  std::map<std::string, std::string> Known;
};

/// What a compilation read, and what came out: as long as it holds, compiling again gives the same bitcode.
struct DependencyRecord {
  std::string Object;                                     ///< hash of the bitcode
  std::vector<std::pair<std::string, std::string>> Files; ///< every file read, with its hash
  std::vector<std::string> SearchDirectories;             ///< where headers of the user's own were looked for
  std::vector<std::string> TestedNames;                   ///< what __has_include asked for
  std::vector<std::string> Unused; ///< files that an #include could have found first, but did not

  /// Every file has the contents it had, and no file has appeared that would be found instead of one of them.
  bool holds(FileHashes &Hashes) const;
};

/// The files that a dependency file (-MD) names, absolute.
Result<std::vector<std::string>> readDependencyFile(const std::string &Path, const std::string &Directory);

/// Completes the record of a compilation that read these files. False when the result cannot be reused: a file was
/// modified after the compilation started, or it tests for a header by a computed name.
bool describeDependencies(DependencyRecord &Record, const std::vector<std::string> &Files,
                          const std::vector<std::string> &Includes, std::int64_t StartNanoseconds);

/// Nanoseconds since 1970. Files are stamped by this clock or by one that lags behind it by a tick; a file written
/// within a tick after the compiler was started is written before the compiler, which takes longer to load, reads it.
std::int64_t fileClock();

std::string writeRecords(const std::vector<DependencyRecord> &Records);
/// Unreadable text is an empty list: the cache has been damaged, and compiling again repairs it.
std::vector<DependencyRecord> readRecords(const std::string &Text);

} // namespace vernier
