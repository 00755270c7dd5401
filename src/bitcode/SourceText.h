#pragma once

#include "bitcode/Program.h"

#include <map>
#include <string>
#include <vector>

namespace vernier {

/// The source lines of a version, read when they are first asked for. A file that cannot be read has no lines.
class SourceText {
public:
  explicit SourceText(const Program &Version) : Version(Version) {}

  /// Line 1 is the first; empty if there is no such line.
  const std::string &line(const std::string &File, unsigned Number);
  const std::vector<std::string> &lines(const std::string &File);

private:
  const Program &Version;
  std::map<std::string, std::vector<std::string>> Files;
};

} // namespace vernier
