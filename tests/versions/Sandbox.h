#pragma once

#include "bitcode/VersionBuilder.h"
#include "project/Subprocess.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>

namespace vernier::test {

/// A temporary directory with a cache of its own; the test's current directory while it lives.
class Sandbox : public ::testing::Test {
protected:
  Sandbox();
  ~Sandbox() override;

  void write(const std::string &Path, const std::string &Text) const;
  std::string path(const std::string &Name) const { return Root + "/" + Name; }
  /// Runs a shell command in the directory and expects it to succeed; what it printed.
  std::string shell(const std::string &Command) const;

  /// Parses and builds one version.
  Result<Program> build(const std::string &Version, const std::vector<std::string> &Paths = {});
  /// The error that building gives; fails the test if there is none.
  Error errorOf(const std::string &Version, const std::vector<std::string> &Paths = {});

  /// Makes an executable of the bitcode and the link options, runs it, and returns its exit status.
  int runAgain(const Program &P) const;

  std::string Root;
  std::optional<Workspace> Space;
  BuildOptions Options;
  BuildStatistics Statistics; ///< of the last build()

private:
  std::string Before;
};

/// The names of the functions that a program defines, as the source calls them.
std::set<std::string> definedFunctions(const Program &P);
/// The one file of a function's definition; empty if there is no such function.
std::string fileOfFunction(const Program &P, const std::string &Name);
/// Some constant string of the module contains the text.
bool mentions(const Program &P, const std::string &Text);

} // namespace vernier::test
