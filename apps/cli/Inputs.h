#pragma once

#include "check/Verify.h"
#include "input/InputSpace.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace vernier::cli {

/// The flags that describe the input space and what counts as output, as the user wrote them.
struct InputFlags {
  std::string Entry = "main";
  std::string Argv, ArgvBefore, ArgvAfter;
  int Stdin = -1;
  std::vector<std::string> Files, Environment;
  std::vector<std::string> Bounds, Lengths, Assume, SymbolicGlobals, Nullable, MayAlias, Map;
  bool RawFields = false;
  std::string Observe;
  std::string RunTime, QueryTime;
  unsigned Unwind = 0;
  bool CheckOverflow = false;
};

/// Entry: also --entry and what only makes sense for a single one.
void addInputFlags(CLI::App &Verb, InputFlags &Flags, bool Entry);
/// What of these describes the inputs of one version.
void addSpaceFlags(CLI::App &Verb, InputFlags &Flags, bool Entry);
void addObserveFlag(CLI::App &Verb, InputFlags &Flags);
void addRunTimeFlag(CLI::App &Verb, InputFlags &Flags, const std::string &Group = "Comparison");
void addQueryTimeFlag(CLI::App &Verb, InputFlags &Flags, const std::string &Group, const std::string &Usual);

Result<InputOptions> inputOptions(const InputFlags &Flags);
Result<VerifyOptions> verifyOptions(const InputFlags &Flags);

} // namespace vernier::cli
