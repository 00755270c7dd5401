#pragma once

#include "base/Side.h"
#include "bitcode/Program.h"
#include "input/Fields.h"
#include "input/InputSpace.h"

#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// A global whose contents count as output: both versions have it, of the same size, without pointers.
struct ObservedGlobal {
  std::string Symbol;
  std::string Name; ///< in the source
  std::uint64_t Size = 0;
  std::vector<Field> Fields;
  /// The versions may start with different contents. So it is shown even if a run leaves it as it was: what is shown
  /// must be the same exactly if the contents at the end are.
  bool StartsElsewhere = false;
};

/// What a function returns.
struct ReturnShape {
  enum class Kind { None, Number, Pointer, Record } What = Kind::None;
  unsigned Bits = 0;
  bool Signed = false;
  bool Floating = false;
  bool Text = false;                ///< of Pointer: to char
  std::vector<Field> Fields;        ///< of Record
  std::optional<unsigned> Argument; ///< of Record: the parameter that says where it is; else it comes in registers
};

/// What has to be known about an entry to run it, beyond the input space.
struct EntryShape {
  std::vector<unsigned> ArgumentBits; ///< of the LLVM parameters
  ReturnShape Return;
  std::vector<ObservedGlobal> Globals;
};

EntryShape entryShape(const Program &Old, const Program &New, Side Which, const InputSpace &Space);

} // namespace vernier
