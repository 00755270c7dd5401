#pragma once

#include "base/Result.h"
#include "random/RandomPair.h"

#include <llvm/IR/Module.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Runs small programs on given inputs, as machine code made from their bitcode without optimisation: the ground truth
/// that claims are compared with.
namespace vernier::test {

/// One value for each parameter of the entry.
using Input = std::vector<std::int64_t>;

struct OutputEvent {
  bool Char = false; ///< out_char rather than out_int
  std::int32_t Value = 0;
  bool operator==(const OutputEvent &) const = default;
};

enum class Ending {
  Returned,  ///< the entry returned
  Exited,    ///< Code is the status
  Signalled, ///< Code is the signal
  TimedOut,
  Failed, ///< the run could not be carried out
};

struct Outcome {
  Ending End = Ending::Failed;
  int Code = 0;
  std::int64_t Returned = 0; ///< of an entry that returns an integer
  std::vector<OutputEvent> Events;
  std::string Stdout;
  bool Truncated = false; ///< there was more output than is kept
  bool Changed = false;   ///< a mark of markChanged was passed

  /// Time limits are no behaviour.
  bool comparable() const { return End != Ending::TimedOut && End != Ending::Failed; }
  bool sameBehaviour(const Outcome &Other) const;
  std::string text() const;
};

/// The object code of a program. Made from a module once, run often.
struct CompiledProgram {
  std::string Object;
  std::size_t Parameters = 0;
  /// The program keeps its state in its own globals only, so that resetting these makes a fresh run; else each run is a
  /// process of its own.
  bool Resettable = false;
};

/// A part of a global whose contents count as output when the entry returns: an event for each byte.
struct ObservedBytes {
  std::string Symbol;
  std::uint64_t Offset = 0;
  std::uint64_t Size = 0;
};

/// Consumes the module. Entry takes integers and returns an integer or nothing.
Result<CompiledProgram> compileForExecution(std::unique_ptr<llvm::Module> Module, const std::string &Entry = "program",
                                            const std::vector<ObservedBytes> &Observed = {});
Result<CompiledProgram> compileForExecution(const llvm::Module &Module, const std::string &Entry = "program",
                                            const std::vector<ObservedBytes> &Observed = {});

struct RunLimits {
  std::chrono::milliseconds CpuPerInput{1000};
  bool ForkPerInput = false; ///< a process for each run even if the program is Resettable
  std::string Stdin = "The quick brown fox jumps over the lazy dog.\n";
};

/// One outcome per input, in a forked process: whatever the program does, the caller survives.
std::vector<Outcome> runAll(const CompiledProgram &Program, const std::vector<Input> &Inputs,
                            const RunLimits &Limits = {});
Outcome run(const CompiledProgram &Program, const Input &In, const RunLimits &Limits = {});

/// A copy of the module that leaves a mark (Outcome::Changed) when control reaches a changed instruction, or takes a
/// changed edge. A changed phi marks on entering its block.
std::unique_ptr<llvm::Module>
markChanged(const llvm::Module &Module, const std::function<bool(const llvm::Instruction &)> &IsChanged,
            const std::function<bool(const llvm::BasicBlock &From, const llvm::BasicBlock &To)> &IsChangedEdge);

/// The whole input space, in order.
std::vector<Input> allInputs(const std::vector<InputParameter> &Parameters);
/// At most Count different inputs, boundary values first; all if the space is that small.
std::vector<Input> sampleInputs(const std::vector<InputParameter> &Parameters, std::size_t Count, std::uint64_t Seed);
std::string text(const Input &In);

struct Comparison {
  std::size_t Equal = 0;
  std::vector<Input> Different;
  std::vector<Input> Undecided; ///< one side has no comparable outcome
};

/// Runs both programs on the inputs.
Comparison bruteForce(const CompiledProgram &Old, const CompiledProgram &New, const std::vector<Input> &Inputs,
                      const RunLimits &Limits = {});

} // namespace vernier::test
