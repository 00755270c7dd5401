#pragma once

#include "base/Result.h"

#include <string>
#include <utility>
#include <vector>

namespace vernier {

/// A program to run to its end. Nothing goes through a shell.
struct ProcessRequest {
  std::vector<std::string> Arguments; ///< the first one is the program, looked up in PATH unless it has a slash
  std::string Directory;              ///< where it runs; empty: here
  std::vector<std::pair<std::string, std::string>> Environment; ///< set on top of this process's environment
  std::string InputFile;  ///< its standard input; empty: /dev/null, unless ShareStandardStreams
  std::string OutputFile; ///< both output streams go there instead of into ProcessOutcome
  /// Not empty: it can write below these directories only, and start programs of the system only (WriteProtection.h).
  std::vector<std::string> Writable;
  bool ShareStandardStreams = false; ///< it reads and writes what this process does; nothing is captured
};

struct ProcessOutcome {
  int Exit = 0;   ///< meaningless if a signal ended it
  int Signal = 0; ///< 0: it ended by itself
  std::string Output;
  std::string Errors;

  bool succeeded() const { return Signal == 0 && Exit == 0; }
  /// "exit status 2", "signal 11 (Segmentation fault)".
  std::string describe() const;
};

/// An error means that the program could not be started; how it ended is part of the outcome.
Result<ProcessOutcome> runProcess(const ProcessRequest &Request);

} // namespace vernier
