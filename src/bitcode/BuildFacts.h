#pragma once

#include <string>
#include <vector>

namespace vernier {

/// One source file as a build compiled it.
struct CompiledFile {
  std::string File;                  ///< relative to the root of the version
  std::string Hash;                  ///< of its bitcode; empty if none could be made
  std::vector<std::string> Settings; ///< options that its bitcode does not show (bitcode/Settings.h)
  std::vector<std::string> Read;     ///< the files below the root that the compiler read, relative; sorted
};

/// What a program was built of and how, beyond its bitcode.
struct BuildFacts {
  std::vector<CompiledFile> Compiled;
  std::vector<std::string> LinkSettings; ///< options of the link that LinkInfo does not hold
};

/// The files below the root, relative to it, sorted and each once.
std::vector<std::string> filesBelow(const std::vector<std::string> &Files, const std::string &Root);

} // namespace vernier
