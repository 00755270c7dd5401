#pragma once

#include "base/Result.h"
#include "base/Side.h"
#include "bitcode/Program.h"
#include "input/Fields.h"
#include "verdict/Outcome.h"

#include <llvm/ADT/APInt.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vernier {

/// What the user says about the input space (docs/verify.md#the-input-space).
struct InputOptions {
  std::string Entry = "main";
  std::string OldEntry; ///< its name in the old version, if it has another there
  /// --map OLD=NEW: parameters that have another name in the old version.
  std::vector<std::pair<std::string, std::string>> Renamed;
  std::optional<std::pair<unsigned, unsigned>> Argv;           ///< --argv NxLEN
  std::vector<std::string> ArgvBefore, ArgvAfter;              ///< fixed arguments around them
  std::optional<unsigned> Stdin;                               ///< --stdin LEN
  std::vector<std::pair<std::string, unsigned>> Files;         ///< --file NAME=LEN
  std::vector<std::pair<std::string, std::string>> FixedFiles; ///< --file NAME=@PATH: name and contents
  std::vector<std::pair<std::string, unsigned>> Environment;   ///< --env NAME=LEN
  bool NamedVariables = false;                                 ///< --env auto; addNamedVariables says which these are
  /// --bound PARAM=MIN..MAX; the parameter may be any name of a leaf, or of an array (then each element).
  std::vector<std::pair<std::string, std::pair<std::string, std::string>>> Bounds;
  std::vector<std::pair<std::string, unsigned>> Lengths; ///< --length PARAM=N
  std::vector<std::string> Assume;                       ///< --assume 'EXPR'
  std::vector<std::string> SymbolicGlobals;              ///< --symbolic-global NAME
  bool AllGlobalsSymbolic = false;   ///< every global of plain data that the entry may read starts with any value
  std::vector<std::string> Nullable; ///< --nullable PARAM
  std::vector<std::pair<std::string, std::string>> MayAlias; ///< --may-alias P,Q
  unsigned DefaultLength = 4;                                ///< elements behind a pointer
  unsigned DefaultString = 8;                                ///< bytes of a `char *`, without the terminator
  bool RawFields = false; ///< --raw-fields: members of classes are inputs, also private ones

  bool operator==(const InputOptions &) const = default;
};

/// One symbolic value. Leaves are the variables of formulas and the names of witnesses.
struct InputLeaf {
  std::string Name; ///< `x`, `s_0`, `a_1`, `p.field`, `argv_1_0`, `stdin_len`
  unsigned Bits = 32;
  bool Signed = true;
  bool Floating = false;
  std::optional<llvm::APInt> Min, Max; ///< inclusive, in the signedness of the leaf; not for floating point
};

/// What stands at an offset of an object of the input.
struct InputCell {
  std::uint64_t Offset = 0;
  enum class Kind { Leaf, Pointer, Constant } What = Kind::Leaf;
  unsigned Index = 0;            ///< of the leaf, or of the object pointed to
  llvm::APInt Value;             ///< of Constant (terminators, padding, null pointers); its width is the cell's
  std::uint8_t Mask = WholeByte; ///< of what a run leaves there (Field::Mask)
  /// What a run leaves there is shown under this name (of a leaf: its own); empty: it is not observed.
  std::string Name;
  bool Address = false; ///< it holds a pointer: Kind::Pointer, or a constant null where a pointer may be stored
  const llvm::DIType *Pointee = nullptr; ///< of such a pointer, in the new version; null if it is not known
  std::uint64_t Addend = 0;              ///< of Kind::Pointer: bytes behind the beginning of the object
  /// Of Kind::Pointer: a leaf, and how many bytes each of what it counts adds.
  std::optional<std::pair<unsigned, std::uint64_t>> Scaled;
};

/// An object inside of an object of the input whose class is told by its contents (KnownClass).
struct InputClass {
  std::uint64_t Offset = 0;
  const llvm::DIType *Type = nullptr;
  std::string Name; ///< what a run leaves in it is shown under this name
};

/// What leaves mean together, for people: `s = "ab"`, `v = {1, 2}`.
struct InputContents {
  enum class Kind { Number, Record, Text, List, Optional } What = Kind::Number;
  std::string Name;
  unsigned Counter = 0;                ///< of Text, List: the leaf of the length; of Optional: whether there is a value
  std::vector<unsigned> Leaves;        ///< of Number: one; of Text: the bytes
  std::vector<InputContents> Elements; ///< of Record, List, Optional (one)
  unsigned Object = 0;                 ///< that it is a part of
};

/// While the leaf Counter is at most AtMost, Leaf stands for nothing, and is zero; else it is within the range.
struct InputGuard {
  unsigned Counter = 0;
  std::uint64_t AtMost = 0;
  unsigned Leaf = 0;
  std::optional<llvm::APInt> Min, Max; ///< beyond the leaf's own range, which has to hold zero
};

/// Memory that exists before the entry is called: behind a pointer parameter, or a global with any contents.
/// A pointer to an object is null if its NullLeaf is 1; else, if the leaf of its Alias is 1, it is what a pointer to
/// that other object is (which may have a NullLeaf and an Alias too; there are no cycles).
struct InputObject {
  std::string Name;
  std::uint64_t Size = 0;
  std::uint64_t Alignment = 16;
  std::vector<InputCell> Cells;     ///< ordered by offset, without overlap; bytes that none covers are zero
  std::optional<unsigned> NullLeaf; ///< a leaf of one bit: 1 means that the pointer is null instead
  std::optional<std::pair<unsigned, unsigned>> Alias; ///< leaf of one bit, object: 1 means that it is that object
  bool Text = false;                                  ///< a byte string: shown as text
  std::vector<InputClass> Classes;                    ///< told by their contents; cells of theirs have no names
  bool Chosen = false;                                ///< a caller chooses the pointer to it...
  bool Reference = false;                             ///< ...which C++ says is not null
  bool Owned = false;   ///< memory of such a class: it is looked at as a part of that only
  bool Carrier = false; ///< it is passed in registers, and exists nowhere
  /// Of Owned: only so many bytes are there, as a leaf and bytes for each of what it counts. If it is none, pointers to
  /// it are null.
  std::optional<std::pair<unsigned, std::uint64_t>> Length;
};

/// What a parameter of the LLVM function receives. A leaf that is narrower than the parameter is extended in the leaf's
/// signedness (a parameter that became wider: the space holds what both versions can take); a vector takes its bits.
struct InputArgument {
  enum class Kind {
    Leaf,
    Object,
    Constant,
    Part ///< what stands at Offset of an object, of which it carries a part
  } What = Kind::Leaf;
  unsigned Index = 0;
  llvm::APInt Value;        ///< of Constant
  std::uint64_t Offset = 0; ///< of Part
};

/// A whole program's input: argc is Arguments.size() + 1.
struct ProgramInput {
  struct Argument {
    bool Fixed = false;
    std::string Text;             ///< of a fixed one
    std::vector<unsigned> Leaves; ///< the bytes; the argument ends at the first zero byte, or after the last
  };
  /// In the directory that the program runs in.
  struct File {
    std::string Name;
    std::string Contents;           ///< of a fixed one
    std::vector<unsigned> Leaves;   ///< else the bytes
    std::optional<unsigned> Length; ///< of one that is not fixed: a leaf; only that many bytes are there
  };
  /// A variable of the environment. Its value ends at the first zero byte, or after the last.
  struct Variable {
    std::string Name;
    std::vector<unsigned> Leaves;
    unsigned SetLeaf = 0; ///< a leaf of one bit: 0 means that there is no such variable
  };
  std::vector<Argument> Arguments;
  std::vector<unsigned> StdinLeaves;
  std::optional<unsigned> StdinLength; ///< a leaf; only that many bytes are there
  std::vector<File> Files;
  std::vector<Variable> Environment;
};

/// The inputs that both versions read (docs/design.md#inputs-and-outputs).
struct InputSpace {
  std::string OldEntry, NewEntry;
  bool WholeProgram = false; ///< the entry is main, with Program as its input; else Arguments and Objects are
  ProgramInput Program;
  std::vector<InputLeaf> Leaves;
  std::vector<InputObject> Objects;
  std::vector<InputArgument> OldArguments, NewArguments; ///< one for each parameter of the LLVM function
  std::vector<std::pair<std::string, unsigned>>
      Globals; ///< globals (by name, in both versions) that start as an object
  std::vector<InputContents> Contents;
  std::vector<InputGuard> Guards;  ///< all hold
  std::vector<std::string> Assume; ///< C expressions over the parameters; both must hold
  std::vector<std::string>
      Assumptions; ///< codes of what the harness assumes: "globals-as-initialised", "no-alias", ...

  const std::string &entry(Side Which) const { return Which == Side::Old ? OldEntry : NewEntry; }
  const std::vector<InputArgument> &arguments(Side Which) const {
    return Which == Side::Old ? OldArguments : NewArguments;
  }
};

/// The codes of InputSpace::Assumptions:
///   globals-as-initialised  a variable global that the entry may mention starts as its initialiser says
///   no-alias                pointers point to different objects, and to no global
///   not-null                pointers are not null
///   bounded-lengths         objects behind pointers have the given number of elements, strings and vectors at most
///   that
///                           many; chains of pointers end
///   null-function-pointers  pointers to functions inside structures are null
///   enumerators-only        enumerations hold values between their smallest and largest enumerator
///   common-parameter-range  a parameter has different widths in the two versions; values are those that both can take
///   assume EXPR             what --assume says
///   parameters-by-name      parameters have come, gone or moved: a caller passes by name, and what is new anyhow
///
/// Finds out what the entry of both versions takes (Böhme 2014, section 3.2.4). A parameter name that both versions
/// have is one input, wherever it stands; a parameter that only one version has is an input that the other one does not
/// see. Where the types agree position by position and no name has moved, parameters pair by position: they may be
/// renamed. Errors name the parameter and the flag that helps.
Result<InputSpace> inputSpace(const Program &Old, const Program &New, const InputOptions &Options);

/// Positions of LLVM parameters at which the entries of the two versions are not given the same.
std::vector<unsigned> movedArguments(const InputSpace &Space);

/// The function of a version that the user means: by its symbol, else by its name in the source if only one has it.
Result<const llvm::Function *> findEntry(const Program &Version, const std::string &Name);

/// A variable of the environment that cannot be input.
bool isSameInEveryRun(const std::string &Variable);

/// A value for each leaf, in their order.
using InputAssignment = std::vector<llvm::APInt>;

/// The concrete input of a whole program.
struct ProgramTexts {
  std::vector<std::string> Arguments;                           ///< without the program's name
  std::optional<std::string> Stdin;                             ///< none: nothing was said about it, and it is empty
  std::vector<std::pair<std::string, std::string>> Files;       ///< name, contents
  std::vector<std::pair<std::string, std::string>> Environment; ///< name, value
  std::vector<std::string> Unset;                               ///< variables of the environment that are not there
};
ProgramTexts programTexts(const InputSpace &Space, const InputAssignment &Values);

/// Sets leaves that stand for nothing to zero, and those that do not into their ranges.
void settle(const InputSpace &Space, InputAssignment &Values);

/// As people and JSON read it.
std::vector<InputValue> describe(const InputSpace &Space, const InputAssignment &Values);
std::vector<InputText> describeTexts(const InputSpace &Space, const InputAssignment &Values);

/// The value of a scalar as text: decimal in its signedness, floating point as the shortest text that reads back,
/// `nan`.
std::string valueText(const llvm::APInt &Bits, bool Signed, bool Floating);

} // namespace vernier
