#pragma once

#include "verdict/Definedness.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vernier {

/// How a run ended.
enum class Ending {
  Returned,  ///< the entry function returned (of a whole program: main did, or it called exit)
  Exited,    ///< a function under test called exit; Code is the status
  Signalled, ///< Code is the signal
  TimedOut,  ///< no behaviour that could be compared
  Failed,    ///< the run could not be carried out; Note says why
};

/// `returned`, `exited`, `signalled`, `timed-out`, `failed`.
std::string_view endingCode(Ending What);

/// A value that can be read after the run: what a pointer parameter points to, or a global.
struct NamedValue {
  std::string Name;  ///< as the input names it: `a_0`, `p.next`, or the name of a global
  std::string Value; ///< decimal; floating point as the shortest text that reads back; `nan` for every NaN
  /// Of a global that the versions initialise differently: the run left it as it was.
  bool AsAtStart = false;
  bool operator==(const NamedValue &) const = default;
};

/// What both left is the same, or both left it as it was. Values that are as they were need not be listed.
bool sameMemory(const std::vector<NamedValue> &Old, const std::vector<NamedValue> &New);

/// What one run of one version showed to the outside.
struct Outcome {
  Ending End = Ending::Failed;
  int Code = 0; ///< exit status or signal
  std::string Stdout;
  std::string Stderr;
  std::string Return; ///< of a function: the value, as NamedValue::Value; empty for void and for whole programs
  std::vector<NamedValue> Memory; ///< of a function that returned
  /// Calls of functions that neither the program nor its libraries define, in order, as text.
  std::vector<std::string> Calls;
  bool Truncated = false; ///< there was more output than is kept
  std::string
      NotCompared; ///< why it left more than Memory shows, so that equality cannot be claimed; empty: it did not
  std::string Note;
  /// What the run created, changed or removed below its own directories: `out.txt`, `file 0644 "abc"`.
  std::vector<NamedValue> Files{};

  /// Time limits are no behaviour.
  bool comparable() const { return End != Ending::TimedOut && End != Ending::Failed && !Truncated; }
  bool operator==(const Outcome &) const = default;
};

/// What counts as behaviour (--observe).
struct Observation {
  bool Return = true;
  bool Stdout = true;
  bool Stderr = true;
  bool Exit = true;   ///< how the run ends: status, signal, return
  bool Memory = true; ///< what a function leaves behind pointers and in globals
  bool Files = true;  ///< what is left in files

  bool operator==(const Observation &) const = default;
};

/// The two outcomes are comparable and show the same.
bool sameBehaviour(const Outcome &Old, const Outcome &New, const Observation &Observed = {});

/// "SIGFPE", ... for the signals that programs die of.
std::string signalName(int Signal);

/// One line for people: "returned 5", "exit 2, printed \"x\"", "SIGFPE".
std::string outcomeText(const Outcome &What);

/// One input with its value, as the user reads and writes it.
struct InputValue {
  std::string Name;
  std::string Value; ///< decimal, signed where the source type is; floating point as text
  unsigned Bits = 0;
  bool Signed = false;
  bool Floating = false;
};

/// A byte string of the input (a string parameter, an argument, standard input), for people: its bytes are inputs too.
struct InputText {
  std::string Name;
  std::string Bytes;
  std::optional<std::string> List = std::nullopt; ///< no bytes, but several values: `{1, 2}`
  std::vector<std::string> Leaves = {};           ///< whose values it tells, if it names them
};

/// A concrete input with both outcomes.
struct Witness {
  std::vector<InputValue> Input;
  std::vector<InputText> Texts;
  Outcome Old, New;
  /// Of a difference in definedness: what a traced run of the version did. The outcomes then are what plain builds show
  /// by accident; they may be the same.
  UndefinedUse OldUndefined{}, NewUndefined{};
};

DifferenceKind differenceKind(const Witness &Shown);

} // namespace vernier
