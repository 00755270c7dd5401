#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// State inside the library that a program cannot name. An output stream is memory (docs/design.md#inputs-and-outputs),
/// and so is the position in an input stream. The standard streams are taken not to be files that the program opens
/// under another name, unless it rearranges descriptors (Effect::Rewires).
enum class LibraryState : std::uint8_t {
  Stdin,
  Stdout,
  Stderr,
  Files,       ///< the file system, all other streams and descriptors, other processes
  Errno,       ///< also what __errno_location returns a pointer to
  StdinStatus, ///< what the streams and descriptors are, whatever was written: open, connected, buffered, wide
  StdoutStatus,
  StderrStatus,
  FilesStatus,
  Environment, ///< environment variables, the host
  Process,     ///< working directory, root, file mode mask, users, limits
  Children,    ///< how processes ended
  Locale,      ///< also the tables behind isalpha and friends
  Tokenizer,   ///< where strtok goes on
  Random,      ///< seeds
  Clock,       ///< time, process id: what differs from run to run
  Arguments,   ///< the strings of argv
  Other,       ///< static buffers and everything else
};
constexpr unsigned LibraryStateCount = static_cast<unsigned>(LibraryState::Other) + 1;

llvm::StringRef toString(LibraryState State);

/// What one call of a library function does. Everything that is not said does not happen.
struct Effect {
  enum class Depth : std::uint8_t {
    Direct,    ///< what the argument points to
    Second,    ///< what those pointers point to
    Reachable, ///< everything that can be reached from there, the object itself included
  };
  /// Memory behind an argument. Without a size: the whole object.
  struct Access {
    unsigned Argument = 0;
    bool AndFollowing = false; ///< also all pointer arguments behind it (varargs)
    Depth How = Depth::Direct;
    int SizeArgument = -1; ///< this argument says how many bytes
    unsigned Size = 0;     ///< or: this many bytes
  };
  enum class Pointer : std::uint8_t {
    None,
    Same,   ///< the same pointer as an argument
    Into,   ///< somewhere in the object that an argument points to
    Second, ///< somewhere in an object that a pointer in that object points to
    Fresh,  ///< a new heap object
    State,  ///< into memory of the library
    Kept,   ///< into what was retained in a library state
  };
  struct Origin {
    Pointer Kind = Pointer::None;
    unsigned Argument = 0;
    LibraryState State = LibraryState::Other;
  };
  /// *Target receives a pointer.
  struct Put {
    unsigned Target;
    Origin What;
  };
  /// A variable that the library defines receives a pointer.
  struct GlobalPut {
    std::string Global;
    Origin What;
  };
  /// Bytes, hence pointers, of *From are copied to *To; ToResult: to the object that is returned.
  struct Copy {
    unsigned To = 0;
    unsigned From = 0;
    bool ToResult = false;
    int SizeArgument = -1;
  };
  struct Keep {
    unsigned Argument;
    LibraryState Where;
    bool Second; ///< not the argument, but the pointers in its object
  };
  /// Argument is a function that gets pointers into the objects of other arguments; Async: any time later.
  struct Callback {
    unsigned Argument;
    llvm::SmallVector<unsigned, 2> Passes;
    bool Async = false;
    bool Deep = false; ///< the function pointer lies in the memory behind the argument
  };

  std::vector<Access> Reads;
  std::vector<Access> Writes;
  std::vector<LibraryState> StateReads;
  std::vector<LibraryState> StateWrites;
  std::vector<LibraryState> KeptReads; ///< reads objects that were retained there
  std::vector<LibraryState> KeptWrites;
  std::vector<std::string> GlobalReads;
  std::vector<std::string> GlobalWrites;
  std::vector<Origin> Returns; ///< empty: no pointer
  std::vector<Put> Puts;
  std::vector<GlobalPut> GlobalPuts;
  std::vector<Copy> Copies;
  std::vector<Keep> Keeps;
  std::vector<unsigned> Escapes;
  std::vector<Callback> Callbacks;
  std::vector<unsigned> Streams;  ///< arguments that are streams
  bool Appends = false;           ///< streams and descriptors are only written: what was written before does not matter
  int Descriptor = -1;            ///< this argument is a descriptor
  int Format = -1;                ///< this argument is a printf format; pointer arguments behind it are read
  int ScanFormat = -1;            ///< this argument is a scanf format; with %m, nothing is known about the call
  bool InitialisesResult = false; ///< writes the fresh object (calloc, strdup)
  bool NeverReturns = false;
  bool MayNotReturn = false;
  bool ReturnsTwice = false;
  bool Output = false;        ///< the outside world sees something
  bool Input = false;         ///< something comes from the outside world
  bool Rewires = false;       ///< may make a standard stream and a file the same thing
  bool ChangesStatus = false; ///< what its streams and descriptors are changes; all of them, if it rewires
  bool Opens = false;         ///< takes a free descriptor
  bool Transparent = false;   ///< no meaning of its own (debug information, lifetime)
};

/// The effects of a function that is not part of the program, by its name or intrinsic; null means *unknown*: whatever
/// can be reached from its arguments and from escaped objects may be read and written, the arguments escape, any
/// escaped function may be called, it may not return, and it returns a pointer to anything escaped.
const Effect *effectOf(const llvm::Function &F);

/// The same by name (no intrinsics).
const Effect *libraryEffect(llvm::StringRef Name);

/// How many library functions are known.
std::size_t knownLibraryFunctions();

/// The format argument of the call is constant and has no %n.
bool formatOnlyReads(const llvm::CallBase &Call, unsigned FormatArgument);

/// The format argument of the call is constant and has no %m, which prints errno.
bool formatIgnoresErrno(const llvm::CallBase &Call, unsigned FormatArgument);

/// The effects do not describe this call: a scanf format that may allocate.
bool exceedsEffect(const llvm::CallBase &Call, const Effect &What);

/// Parses the notation of the table (EffectTable.cpp); nothing if it is malformed.
std::optional<Effect> parseEffect(llvm::StringRef Text);

/// Debug intrinsics, lifetime markers and the allocation of fixed-size locals: they have no place in a dependence.
bool hasNoMeaning(const llvm::Instruction &I);

} // namespace vernier
