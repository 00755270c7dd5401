#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace vernier {

/// Notices programs that a suite makes or makes again while it runs: nobody has changed those.
class NewPrograms {
public:
  /// Programs that are below the directory now are not new.
  explicit NewPrograms(std::string Directory);

  /// Executable files of machine code that are there or are others since then, relative to the directory, sorted.
  std::vector<std::string> find() const;

private:
  struct Stamp {
    std::int64_t Time = 0;
    std::uint64_t Size = 0;
    bool operator==(const Stamp &) const = default;
  };
  std::map<std::string, Stamp> look() const;

  std::string Directory;
  std::map<std::string, Stamp> Before;
};

} // namespace vernier
