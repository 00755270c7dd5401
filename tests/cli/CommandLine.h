#pragma once

#include <llvm/Support/JSON.h>

#include <filesystem>
#include <string>

namespace vernier::test {

struct Ran {
  int Code = -1;
  std::string Out;
  std::string Err;
};

/// A directory of its own, with a cache of its own, in which `vernier` is run as a user would.
class CommandLine {
public:
  CommandLine();
  ~CommandLine();

  /// Runs a shell command in the directory; `vernier` is the executable under test.
  Ran run(const std::string &Command) const;
  /// Runs `vernier ARGUMENTS --json -` and parses what it prints; fails the test if that is no JSON.
  llvm::json::Object json(const std::string &Arguments, int ExpectedCode) const;
  void write(const std::string &File, const std::string &Text) const;
  std::string read(const std::string &File) const;
  const std::filesystem::path &directory() const { return Directory; }

private:
  std::filesystem::path Directory;
};

} // namespace vernier::test
