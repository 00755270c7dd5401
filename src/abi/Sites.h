#pragma once

#include "abi/QuestionKind.h"
#include "base/Location.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vernier {

/// An instruction that traces mention. Sites are numbered from 1 in the order of the module: the same program gets the
/// same numbers in every build.
struct Site {
  std::string Function; ///< its symbol
  unsigned Ordinal = 0; ///< of the instruction in its function, before instrumentation
  Location Where;
  bool Model = false; ///< in a model of a library function
  /// Of a switch: value and successor of each case (the first that is the same block). Successor 0 is the default.
  std::vector<std::pair<std::uint64_t, unsigned>> Cases;
  unsigned Successors = 0; ///< of a branch or switch
  unsigned FirstEdge = 0;  ///< of a branch or switch: number of its first edge in the coverage
};

/// A library function that asks the world.
struct AskingFunction {
  std::string Name;
  QuestionKind Kind = QuestionKind::Other;
  bool Named = false, Numbered = false; ///< a text, a number says what is asked for
};

/// Where a program looks at the world without a call that could be recorded: a variable of the library, a pointer to a
/// function that asks.
struct WorldUse {
  std::string Asked;
  Location Where;
};

/// Where buffers of streams matter: a terminal has other ones.
inline constexpr const char *NoTerminal = "standard output (no terminal)";

/// What the pass did to one module: what it takes to read its traces.
struct Instrumentation {
  std::vector<Site> Sites;             ///< Sites[0] is none
  unsigned Edges = 0;                  ///< of branches: the first bytes of the coverage
  std::vector<unsigned> Blocks;        ///< sites of the first instructions of blocks: the bytes behind those of edges
  unsigned TableRanges = 0;            ///< ranges of equal entries of constant tables: the last bytes
  std::vector<std::string> Externals;  ///< functions without instrumentation that are called, by index
  std::vector<std::string> Functions;  ///< number of a target minus 1
  std::vector<std::string> Unmodelled; ///< externals without a summary of their effects
  /// Externals that may read standard input, files or the environment behind the back of the engine.
  std::vector<std::string> InputReaders;
  std::vector<AskingFunction> Asking; ///< VernierQuestion::Function
  std::vector<WorldUse> WorldUses;    ///< in code that can be reached
  bool BuffersOutput = false;         ///< streams with buffers: whether output is a terminal matters to them
  bool Constructors = false;          ///< some of the program runs before runs begin
  bool ConstructorsReadInput = false; ///< before a run begins, where nothing is traced
  std::vector<std::string> Notes;     ///< constructs that are not understood (inline assembly in f, ...)

  std::size_t coverageSize() const { return Edges + Blocks.size() + TableRanges; }
};

} // namespace vernier
