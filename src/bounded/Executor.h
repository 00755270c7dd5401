#pragma once

#include "bounded/Memory.h"
#include "bounded/Path.h"
#include "input/InputSpace.h"
#include "term/Table.h"
#include "verdict/Surroundings.h"
#include "verdict/Verdict.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vernier {

/// A call of a function with a name that begins like this gives a value that the program does not determine.
inline constexpr llvm::StringLiteral UndefinedPrefix = "vernier.undefined.";

/// Metadata of accesses that are volatile in the source, and to memory (input/VolatileAccess.h).
inline constexpr llvm::StringLiteral VolatileMark = "vernier.volatile";

/// The object that errno stands for, and what it holds before a function is called.
inline constexpr llvm::StringLiteral ErrorNumberName = "errno";
Term errorNumberBefore(TermStore &Store);

/// The value of an SSA name: one term for each scalar part. A vector is one term, its first lane in the low bits.
using SymbolicValue = llvm::SmallVector<Term, 1>;

/// One thing that the program shows, in the order of every path that passes it.
struct Atom {
  enum class Kind {
    Byte,   ///< Values[0] is the byte
    Number, ///< Values[0] printed by Text, a conversion of printf
    Call,   ///< of a function that nobody defines: Text is its name, Values its arguments
  } What = Kind::Byte;
  std::string Text;
  llvm::SmallVector<Term, 2> Values;

  /// What a known integer is printed as.
  std::optional<std::string> known() const;
};

/// Where an atom comes out. The last two are what no run of the function alone shows, and a caller may see.
enum class StreamId {
  Output,
  Error,
  Calls,  ///< of functions that nobody defines
  Events, ///< of the library: which functions print, flush and end, call by call
  Stack,  ///< a further 64 KiB of it are in use
};

struct OutputAtom {
  Term Guard; ///< the path condition at that point
  StreamId Stream = StreamId::Output;
  Atom What;
};

struct State {
  const PathNode *Path = nullptr;
  Memory Heap;
  Term InputPosition; ///< how many bytes of standard input were read
  Term Hidden;        ///< the state of code that is not here, as a value without meaning
};

/// An operation that has no meaning for its operands.
struct UndefinedOperation {
  const llvm::Instruction *At = nullptr; ///< null: which one it is, and on what, is not recorded
  std::optional<unsigned> Block;         ///< the object that an access leaves
  llvm::SmallVector<Term, 3> Operands;
};

/// A way to leave the program other than by returning.
struct End {
  enum class Kind {
    Exit,        ///< Code is the status
    Signal,      ///< Code is the signal
    Undefined,   ///< undefined behaviour: the run has no meaning that could be compared
    Unwound,     ///< the bound of a loop or of a recursion was reached
    Unsupported, ///< something that the proof does not understand
  } What = Kind::Exit;
  Term Guard;
  Term Code;            ///< 32 bits
  bool Flushes = false; ///< what stands in the buffers of the library still comes out
  Reason Why;
  std::optional<State> At{}; ///< of a function: what handlers of the caller would find
  UndefinedOperation Doing{};
};

/// What a run of a function takes for granted, and a caller or the world may break.
struct TakenForGranted {
  bool OutputSucceeds = false;    ///< the result of an output function was used
  bool ErrorNumberIsKept = false; ///< library functions ran that may set it although they succeed
  bool LocaleIsC = false;
  bool RoundsToNearest = false;
  bool WeakIsFinal = false;      ///< a definition that the linker may replace was used
  bool VolatileIsMemory = false; ///< nobody else changes it between two accesses
};

/// A function that need not be opened: it computes its result from its arguments and some globals, and does nothing
/// else.
struct Abstraction {
  std::string Name;     ///< the same in both versions
  bool IsEntry = false; ///< a step of an induction
  std::vector<const llvm::GlobalVariable *> Reads;
  bool MayLeave = false; ///< by a trap
  bool MayLoop = false;  ///< its equality is for runs that end
};

struct ExecutorOptions {
  unsigned Bound = 8; ///< iterations of a loop, depth of a recursion, where the input decides about another one
  std::chrono::steady_clock::time_point Deadline = std::chrono::steady_clock::time_point::max();
  std::size_t MostInstructions = 2'000'000;
  std::function<bool(Term)> Feasible; ///< false: the condition cannot hold; cheap or not, never wrong
  std::function<const Abstraction *(const llvm::Function &)> Abstract; ///< null: open it
  /// Why a function that nobody defines need not be the same one in both versions; empty: it is.
  std::string OtherSurroundings;
  /// How many bytes of stack the locals of a function take; without it nothing is counted.
  std::function<std::uint64_t(const llvm::Function &)> FrameBytes;
};

/// Runs one prepared version on symbolic inputs, all paths at once.
class Executor {
public:
  Executor(TermStore &Store, const llvm::Module &Module, const InputSpace &Space, Side Which,
           const std::vector<Term> &Leaves, ExecutorOptions Options);
  ~Executor();

  /// Runs the entry. False: the time or the instructions were used up, and nothing may be concluded.
  bool run();

  // What the run left.
  std::optional<State> Returned;
  SymbolicValue Result;
  std::vector<End> Ends;
  std::vector<OutputAtom> Outputs;
  struct FlushPoint {
    std::size_t Outputs; ///< how many atoms came before
    Term Guard;
  };
  std::vector<FlushPoint> Flushes;
  bool UsedAbstraction = false;
  bool AbstractionMayLoop = false;
  bool UsedFloats = false, AskedForRounding = false;
  bool CalledUnknown = false;     ///< code that is not here ran
  std::vector<Surrounding> World; ///< what was taken for the answer of the world
  TakenForGranted Granted;
  /// Calls of the entry inside of itself that stand for their results.
  struct RecursiveCall {
    Term Guard;
    std::vector<Term> Arguments;
  };
  std::vector<RecursiveCall> RecursiveCalls;
  /// Conditions that assertions of the program failed: name and when.
  struct FailedAssertion {
    std::string Name;
    Term Guard, Failed;
  };
  std::vector<FailedAssertion> Assertions;
  std::string GaveUp; ///< why run() returned false

  // Memory afterwards.
  const std::vector<Object> &objects() const { return Objects; }
  const Contents &contents(const State &S, unsigned Id) const;
  std::optional<unsigned> objectNamed(const std::string &Name) const;
  std::optional<unsigned> inputObject(unsigned Index) const;
  std::optional<unsigned> globalObject(const llvm::GlobalVariable &G);
  /// Only if the run mentioned it.
  std::optional<unsigned> knownGlobal(const llvm::GlobalVariable &G) const;

  /// Where a pointer may point to; unknown if that cannot be found out.
  struct Target {
    enum class Kind { Object, Null, Unknown } What = Kind::Unknown;
    unsigned Id = 0;
    Term Guard;
    Term Offset;
  };
  std::vector<Target> targets(Term Pointer);

private:
  struct Frame;
  struct Edge;
  struct FunctionShape;

  // Thrown inside of the executor only: this path cannot go on.
  struct GiveUp {
    std::string Code, Message;
  };
  struct OutOfBudget {
    std::string Why;
  };

  // Setting up.
  void makeStreams();
  void makeInputs();
  State initialState();
  SymbolicValue entryArguments(const llvm::Function &Entry);
  void runConstructors(State &S);
  void startGlobals(State &S);
  bool runEntry(const llvm::Function &Entry);

  // Control.
  struct CallResult {
    std::optional<State> After;
    SymbolicValue Value;
  };
  CallResult callFunction(const llvm::Function &F, llvm::ArrayRef<SymbolicValue> Arguments, State S,
                          const llvm::Instruction *Site);
  CallResult openFunction(const llvm::Function &F, llvm::ArrayRef<SymbolicValue> Arguments, State S);
  CallResult abstractFunction(const Abstraction &What, const llvm::Function &F, llvm::ArrayRef<SymbolicValue> Arguments,
                              State S);
  void runRegion(Frame &F, const llvm::Loop *L);
  void runLoop(Frame &F, const llvm::Loop &L);
  void runBlock(Frame &F, const llvm::BasicBlock &B);
  std::optional<State> enterBlock(Frame &F, const llvm::BasicBlock &B);
  void terminate(Frame &F, const llvm::Instruction &Terminator, State S);
  void goTo(Frame &F, const llvm::BasicBlock &From, const llvm::BasicBlock &To, State S);
  void runSwitch(Frame &F, const llvm::SwitchInst &Switch, State S);
  Edge joinEdges(std::vector<Edge> Edges);
  State joinStates(State A, State B, Term &First);
  Memory joinMemory(const Memory &A, const Memory &B, Term First);
  const FunctionShape &shapeOf(const llvm::Function &F);
  bool feasible(const State &S);
  void checkBudget();

  // Instructions.
  void execute(Frame &F, const llvm::Instruction &I, State &S);
  void executeCall(Frame &F, const llvm::CallBase &Call, State &S);
  bool executeIntrinsic(Frame &F, const llvm::IntrinsicInst &I, State &S);
  void endLocals(const Frame &F, State &S, Term Before);
  SymbolicValue value(Frame &F, const llvm::Value &V);
  Term scalar(Frame &F, const llvm::Value &V) { return value(F, V)[0]; }
  SymbolicValue constantValue(const llvm::Constant &C);
  Term constantExpression(const llvm::ConstantExpr &E);
  Term binaryOperation(const llvm::Instruction &I, unsigned Opcode, Term A, Term B, llvm::Type *Type, State &S);
  Term scalarBinary(unsigned Opcode, Term A, Term B, State &S, const llvm::Instruction &I);
  Term compare(llvm::CmpInst::Predicate Predicate, Term A, Term B);
  Term cast(unsigned Opcode, Term A, llvm::Type *From, llvm::Type *To, State &S, const llvm::Instruction &I);
  Term perLane(llvm::Type *Type, llvm::ArrayRef<Term> Operands, unsigned ResultLaneBits,
               const std::function<Term(llvm::ArrayRef<Term>)> &Each);
  Term elementAddress(const llvm::DataLayout &Layout, llvm::Type *Source, Term Base,
                      llvm::ArrayRef<std::pair<const llvm::Value *, Term>> Indices);
  void requireFloat(llvm::Type *Type);

  // Ways out. Each returns with the path narrowed to where it is not taken; the state may be dead then.
  void leave(State &S, End::Kind What, Term When, Term Code, bool Flushes, Reason Why);
  void signal(State &S, int Signal, Term When);
  void undefinedIf(State &S, Term When, const char *Code, const std::string &Message, UndefinedOperation Doing = {});
  UndefinedOperation accessOf(const Target &Goal, std::uint64_t Bytes, Term Stored) const;
  void mustFit(State &S, unsigned Opcode, Term A, Term B);
  [[noreturn]] static void giveUp(std::string Code, std::string Message) {
    throw GiveUp{std::move(Code), std::move(Message)};
  }
  Location here() const;

  // Memory.
  std::vector<Target> resolve(Term Pointer);
  unsigned addObject(Object What);
  const Contents &readable(const State &S, unsigned Id) const;
  Contents &writable(State &S, unsigned Id);
  Term loadBytes(State &S, Term Pointer, unsigned Bytes, const char *Doing = "read");
  void storeBytes(State &S, Term Pointer, Term Value);
  std::vector<Target> accessible(State &S, Term Pointer, std::uint64_t Bytes, bool Write, Term Stored = {});
  Term loadAt(const Contents &From, std::uint64_t Size, Term Offset, unsigned Bytes);
  void storeAt(Contents &To, std::uint64_t Size, Term Offset, Term Value, Term When);
  SymbolicValue loadType(State &S, Term Pointer, llvm::Type *Type);
  void storeType(State &S, Term Pointer, const SymbolicValue &Value, llvm::Type *Type);
  void flatten(llvm::Type *Type, std::uint64_t Offset,
               llvm::SmallVectorImpl<std::pair<std::uint64_t, llvm::Type *>> &Out) const;
  /// Where in an object of that size an access may lie; gives up if that is more than Most places.
  OffsetSteps offsetsOf(Term Offset, std::uint64_t Size, unsigned Bytes, std::uint64_t Most);
  Term allocate(State &S, StorageKind Kind, const std::string &Name, std::uint64_t Size, Contents::Background Rest);
  void copyBytes(State &S, Term To, Term From, Term Count);
  void fillBytes(State &S, Term To, Term Byte, Term Count);
  void fillInitial(Contents &Out, std::uint64_t Offset, const llvm::Constant &C);
  Term addressOf(const llvm::GlobalValue &G);
  std::string constantString(State &S, Term Pointer);

  // Output.
  void emit(const State &S, StreamId Stream, Atom What);
  void emitWhen(const State &S, Term When, StreamId Stream, Atom What);
  void emitText(const State &S, StreamId Stream, const std::string &Text);
  void emitEvent(const State &S, std::string Name, llvm::ArrayRef<Term> Values = {});
  void emitString(State &S, StreamId Stream, Term Pointer, std::optional<unsigned> Most);
  StreamId streamOf(Term Pointer);
  /// printf's output; gives the number of characters where it is known.
  /// The next argument of a format, of so many bytes; its type.
  using NextArgument = std::function<std::pair<Term, llvm::Type *>(llvm::Type *Wanted)>;
  Term formatted(State &S, StreamId Stream, const std::string &Format, const NextArgument &Next);
  /// A call of a library function, while it is carried out. Each group says whether the function is one of its own.
  struct LibraryCall {
    const llvm::CallBase &Call;
    llvm::StringRef Name;
    llvm::ArrayRef<SymbolicValue> Arguments;
    State &S;
    SymbolicValue &Result;
    Term argument(unsigned I) const { return Arguments[I][0]; }
  };
  bool callLibrary(const llvm::CallBase &Call, const llvm::Function &Callee, llvm::ArrayRef<SymbolicValue> Arguments,
                   State &S, SymbolicValue &Result);
  bool callEnding(LibraryCall &C);
  bool callAllocation(LibraryCall &C);
  bool callOutput(LibraryCall &C);
  bool callInput(LibraryCall &C);
  bool callMathematics(LibraryCall &C);
  unsigned errorNumberObject();
  void leaveErrorNumber(LibraryCall &C, llvm::StringRef Base);
  bool callProperty(LibraryCall &C);
  void noteEnvironment(llvm::StringRef Model);
  Term inputPointer(unsigned ObjectIndex);
  Contents inputContents(const InputObject &What);
  void releaseObject(State &S, Term Pointer, const char *Function);
  void callUnknown(const llvm::CallBase &Call, const llvm::Function &Callee, llvm::ArrayRef<SymbolicValue> Arguments,
                   State &S, SymbolicValue &Result);
  Term readInputByte(State &S);

  unsigned bitsOf(llvm::Type *Type) const;

  TermStore &Store;
  const llvm::Module &Module;
  const llvm::DataLayout &Layout;
  const InputSpace &Space;
  Side Which;
  const std::vector<Term> &Leaves;
  ExecutorOptions Options;
  Paths Conditions;

  std::vector<Object> Objects;
  llvm::DenseMap<Term, unsigned> ObjectOfAddress;
  llvm::DenseMap<const llvm::GlobalValue *, unsigned> GlobalObjects;
  std::vector<unsigned> InputObjects;
  llvm::StringMap<unsigned> NameCounts;
  std::map<const llvm::Function *, std::unique_ptr<FunctionShape>> Shapes;
  // Variable arguments.
  /// Where the ABI of x86-64 puts them, and how much of the registers the named ones take.
  struct VariableArguments {
    Term Registers, Stack; ///< addresses
    unsigned General, Vector;
  };
  void passVariableArguments(Frame &F, const llvm::CallBase &Call, const llvm::Function &Callee,
                             llvm::ArrayRef<SymbolicValue> Arguments, State &S);
  void startVariableArguments(const Frame &F, Term List, State &S);
  Term nextVariableArgument(State &S, Term List, llvm::Type *Wanted);
  std::optional<VariableArguments> Passed; ///< to the function that is called now

  std::vector<const llvm::Function *> CallStack;
  const llvm::Instruction *Current = nullptr;
  std::size_t Instructions = 0;
  std::uint64_t StackBytes = 0;        ///< of the functions on the call stack
  std::uintptr_t StackTop = 0;         ///< of this process, where the run began
  std::optional<unsigned> ProgramName; ///< the object that argv[0] points to
};

} // namespace vernier
