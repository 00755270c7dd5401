#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vernier::test {

/// One integer input of a random program and the values that it takes.
struct InputParameter {
  std::string Name;
  std::string Type; ///< as C spells it
  unsigned Bits = 32;
  bool Signed = true;
  std::int64_t Min = 0;
  std::int64_t Max = 0;

  std::uint64_t size() const { return static_cast<std::uint64_t>(Max - Min) + 1; }
};

struct GeneratorOptions {
  bool Traps = false;             ///< unguarded divisions and abort()
  bool Undefined = false;         ///< shapes with undefined behaviour (docs/traps.md#trap-14)
  bool Hangs = false;             ///< shapes that do not terminate for some inputs (docs/traps.md#trap-8)
  bool Exit = true;               ///< exit() in callees
  bool PrintOnly = false;         ///< all output through printf instead of out_int and out_char
  bool WholeProgram = false;      ///< adds a main that reads the inputs from argv, and defines out_int and out_char
  unsigned TrapShapePercent = 20; ///< pairs made around a shape of docs/traps.md
  bool SlicingShapes = false;     ///< ... or around one of those that are made to break slices of runs
  unsigned IdentityPercent = 10;  ///< pairs whose versions mean the same by construction
  unsigned MaxFunctions = 5;      ///< besides the entry
  unsigned Statements = 8;        ///< of the entry, before anything is nested in them; other functions have fewer
  unsigned MaxEdits = 4;
  unsigned MinParameters = 1; ///< of the entry, which has at most 4
  std::uint64_t MaxInputs = 1u << 16;
  std::optional<std::string> TrapShape; ///< this shape only (a name from trapShapeNames)
};

/// Two versions of one program. The entry is `program`; its outputs are calls of out_int and out_char, what it writes
/// to standard output, its result, and how it ends. Unless the options allow it, no input runs into undefined behaviour
/// or into an endless loop.
struct RandomPair {
  std::uint64_t Seed = 0;
  std::string OldText;
  std::string NewText;
  std::vector<std::string> Edits; ///< what was done to the old version, in words
  bool Identity = false;          ///< nothing that the compiler sees has changed
  std::string TrapShape;          ///< the shape that the pair is made around, or empty
  std::vector<InputParameter> Parameters;
  std::string Entry = "program";

  /// The size of the input space.
  std::uint64_t inputs() const;
};

/// The same pair for the same seed and options, on every machine.
RandomPair generatePair(std::uint64_t Seed, const GeneratorOptions &Options = {});

/// The shapes that the options allow. A number before the dash is that of docs/traps.md.
std::vector<std::string> trapShapeNames(const GeneratorOptions &Options = {});

} // namespace vernier::test
