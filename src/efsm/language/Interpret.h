#pragma once

#include "efsm/language/Model.h"
#include "efsm/language/Test.h"

#include <llvm/ADT/ArrayRef.h>

#include <optional>
#include <string>
#include <vector>

namespace vernier::efsm {

enum class FaultKind {
  DivisionByZero,
  EmptyQueue, ///< head or pop of an empty queue
  OutOfRange, ///< a value outside of the range of what it is assigned to
  Unknown,    ///< a variable without a value was read: nothing can be said
};
std::string toString(FaultKind Kind);

struct Fault {
  FaultKind Kind = FaultKind::Unknown;
  SourceRange Where;
  std::string Detail; ///< for people: `11 is outside of 0..10`
};

/// A concrete global state (Guo 2017, section 3.2), except that variables may be unknown.
struct Configuration {
  unsigned State = 0;
  std::vector<Value> Variables;

  bool operator==(const Configuration &) const = default;
};

/// The value, or nothing and the fault.
std::optional<Value> evaluate(const Expression &Of, llvm::ArrayRef<Value> Variables, llvm::ArrayRef<Value> Parameters,
                              Fault &Why);

struct Output {
  unsigned Message = 0; ///< in Machine::Outputs
  std::vector<Value> Arguments;

  bool operator==(const Output &) const = default;
};

enum class StepEnd {
  Rest,             ///< the input was processed and no internal transition is enabled any more
  Dead,             ///< no transition processes the input (the implicit dead state)
  Nondeterministic, ///< two transitions are enabled: the model is wrong
  Faulted,          ///< a guard, an action or an output failed (Why)
  Unknown,          ///< a variable without a value decides
  NoRest,           ///< more internal transitions than the bound
};

/// One transition of a run, with what it sent and the variables right after it.
struct Fired {
  unsigned Transition = 0;
  std::vector<Output> Outputs;
  Configuration After;
};

/// What one input did: one external transition and then internal ones as long as there are any. A transition whose
/// actions or outputs fault was executed: it is in Transitions, its outputs are not, and Fired::After is what the
/// actions before the fault left. A guard that faults is evaluated before anything is executed.
struct StepOutcome {
  StepEnd End = StepEnd::Rest;
  std::vector<Fired> Transitions;
  Fault Why;                        ///< Faulted and Unknown
  std::vector<unsigned> Candidates; ///< Nondeterministic: those that are enabled; faults of guards: the transition
};

struct RunOptions {
  unsigned MaxInternal = 10000; ///< internal transitions in a row
};

/// The transitions that are enabled: internal ones without an input, external ones for it. A guard that faults ends the
/// search: then Candidates of the outcome is that transition.
StepOutcome settle(const Machine &Of, Configuration &At, const RunOptions &Options = {});
/// At must be at rest. Changes At as far as the step came.
StepOutcome step(const Machine &Of, Configuration &At, const TestInput &Input, const RunOptions &Options = {});

/// The values of the start, else the initial values of the machine, else unknown.
Configuration initialConfiguration(const Machine &Of, const TestStart &Start);
/// In an initial state and its predicate holds; nothing if that is a fault.
std::optional<bool> isInitial(const Machine &Of, const Configuration &At, Fault &Why);

enum class Agreement { Equal, Different, Unknown };
struct OutputComparison {
  Agreement Outcome = Agreement::Equal;
  std::string Detail; ///< for people: `expected ack(90), got ack(60)`
};
/// The outputs that the transitions sent against the expected ones.
OutputComparison compareOutputs(const Machine &Of, const std::vector<Fired> &Transitions, const Expectation &Expected);

enum class TestEnd {
  Complete,   ///< every input was processed, and it ends in an initial state
  NotInitial, ///< every input was processed, but it does not end in an initial state
  Stopped,    ///< step FailedStep did not end in Rest: Outcomes.back() says how
  Unknown,    ///< that depends on a variable without a value
};

/// The application of a test (Guo 2017, section 3.3.2): internal transitions first, then input by input.
struct TestRun {
  TestEnd End = TestEnd::Complete;
  /// Outcomes[0] is of the internal transitions before the first input, Outcomes[k] of step k (from 1 on). As many as
  /// were begun.
  std::vector<StepOutcome> Outcomes;
  Configuration Final;
  Fault Why;                              ///< NotInitial, Unknown: of the predicate, if it had one
  std::optional<unsigned> MismatchedStep; ///< the first step with other outputs than expected (0: before the first)
  std::string Mismatch;                   ///< what was expected and what came
  bool OutputsUnknown = false;            ///< an expected output mentions a variable without a value

  bool passed() const { return End == TestEnd::Complete && !MismatchedStep && !OutputsUnknown; }
};
TestRun applyTest(const Machine &Of, const Suite &Tests, const Test &Which, const RunOptions &Options = {});

/// `ack(150)`.
std::string toString(const Output &Sent, const Machine &Of);
std::string toString(const TestInput &Input, const Machine &Of);
/// One line for people: how the run ended and why.
std::string describe(const TestRun &Run, const Suite &Tests, const Test &Which, const Machine &Of);

} // namespace vernier::efsm
