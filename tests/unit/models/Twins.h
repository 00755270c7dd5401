#pragma once

#include <string>
#include <vector>

namespace vernier::test {

/// What a run of a program left behind.
struct RunResult {
  std::string Output, Errors; ///< everything is in Output if both went to the same pipe
  int Status = 0;             ///< as waitpid gives it
  long InputOffset = -1;      ///< where standard input stands, if it is a file
  std::string File;           ///< the contents of file.txt, "(none)" if there is none

  bool operator==(const RunResult &) const = default;
};

std::ostream &operator<<(std::ostream &Out, const RunResult &Result);

struct RunSetup {
  std::vector<std::string> Arguments;
  std::string Input;
  bool InputIsFile = false;
  bool OneOutput = false; ///< standard output and standard error are the same pipe
  std::vector<std::string> Environment = {};
};

/// One program of tests/unit/models/programs, built with the C library alone and with the models of the engine.
class Twins {
public:
  explicit Twins(const std::string &Source);
  ~Twins();
  Twins(const Twins &) = delete;

  RunResult runPlain(const RunSetup &Setup) const { return run("plain", Setup); }
  RunResult runModel(const RunSetup &Setup) const { return run("model", Setup); }
  /// Names of functions that the executable with models takes from libraries.
  std::vector<std::string> importsOfModel() const;

private:
  RunResult run(const std::string &Which, const RunSetup &Setup) const;

  std::string Directory;
};

} // namespace vernier::test
