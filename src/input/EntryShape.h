#pragma once

#include "base/Side.h"
#include "bitcode/Program.h"
#include "input/Fields.h"
#include "input/InputSpace.h"

#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// Something of the program that a pointer may lead to.
struct ReachablePlace {
  enum class Kind {
    Function,
    Variable, ///< that is not observed by itself
    Constant,
    Text ///< a constant that has no name in the source, mostly a string
  } What = Kind::Function;
  std::string Symbol;
  std::string Identity; ///< of a function: the same in both versions
  std::uint64_t Size = 0;
};

/// A global whose contents count as output: both versions have it, of the same size.
struct ObservedGlobal {
  std::string Symbol;
  std::string Name; ///< in the source
  std::uint64_t Size = 0;
  std::vector<Field> Fields;   ///< up to OnlyBytes
  std::uint64_t OnlyBytes = 0; ///< from here on bytes are compared, whatever they mean
  /// The versions may start with different contents. So it is shown even if a run leaves it as it was: what is shown
  /// must be the same exactly if the contents at the end are.
  bool StartsElsewhere = false;
  /// Their initialisers differ, and nothing else that runs before: numbers that are as they were are no outcome.
  bool InitialisedElsewhere = false;
};

/// What a function returns.
struct ReturnShape {
  enum class Kind { None, Number, Pointer, Record } What = Kind::None;
  unsigned Bits = 0;
  bool Signed = false;
  bool Floating = false;
  bool Text = false;                ///< of Pointer: to char
  bool Guessed = false;             ///< of Pointer: to void; what it leads to is known from the code alone
  std::vector<Field> Fields;        ///< of Record
  std::optional<unsigned> Argument; ///< of Record: the parameter that says where it is; else it comes in registers
};

/// What has to be known about an entry to run it, beyond the input space.
struct EntryShape {
  std::vector<unsigned> ArgumentBits; ///< of the LLVM parameters
  ReturnShape Return;
  std::vector<ObservedGlobal> Globals;
  std::vector<ReachablePlace> Places;
  /// A variable that both versions have, that some code may write, and that cannot be compared; and why. Empty: none.
  std::string NotCompared;
  bool Unpaired = false; ///< a variable that only one version has may be written

  /// What the harness has to know the addresses of (addHarness).
  std::vector<std::string> symbols() const;
};

EntryShape entryShape(const Program &Old, const Program &New, Side Which, const InputSpace &Space);

} // namespace vernier
