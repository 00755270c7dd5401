#pragma once

#include "directed/RunnablePair.h"
#include "impact/Impact.h"
#include "interaction/Configurations.h"
#include "interaction/CriticalSequence.h"
#include "replay/Golden.h"

namespace vernier {

struct InteractOptions {
  std::optional<std::chrono::milliseconds> Time; ///< building does not count
  std::chrono::milliseconds QueryTime{2000}, RunTime{2000};
  std::uint64_t RunMemory = std::uint64_t(2) << 30;
  std::optional<std::uint64_t> MostRuns;
  Observation Observed;
  std::vector<InputAssignment> Tests;
  bool WholeTexts = true;
  bool Flat = false; ///< the baseline: changes are a set of targets, not a graph
  std::uint64_t Seed = 1;
  const GoldenJudge *Golden = nullptr;
  /// What the sanitizers say about a run of a version; an empty function: they are not asked.
  std::function<UndefinedUse(Side, const InputAssignment &)> Sanitized;
  /// The new version without some of its changes; an empty function: there is no such version.
  BuildWithout Without;
  bool StopAtError = false; ///< the first error is enough, and is not minimised
};

struct InteractTest {
  InputAssignment Input;
  ChangeSequence Sequence; ///< of changed statements that the new version executed
  Outcome Old, New;        ///< of plain builds
  bool Differs = false;
  ChangeClass Class = ChangeClass::Unclassified;
  std::optional<std::size_t> Error; ///< index
  UndefinedUse OldUndefined, NewUndefined;
  UndefinedUse OldSanitized, NewSanitized; ///< InteractOptions::Sanitized
  double Seconds = 0;                      ///< when it was found
};

/// What the new version does wrong that the old one does not.
enum class SequenceErrorKind {
  Golden,    ///< it shows something else than the golden version (a regression, or an incomplete fix)
  Crash,     ///< it dies of a signal
  Undefined, ///< it does something that has no meaning: an access outside of its object, ...
  Sanitizer, ///< a build with sanitizers says so
};
std::string_view toString(SequenceErrorKind Kind);

struct InteractionError {
  SequenceErrorKind Kind = SequenceErrorKind::Crash;
  std::string Code;               ///< `regression`, `SIGABRT`, `heap-buffer-overflow`, ...
  Location Where;                 ///< of something undefined
  std::vector<std::size_t> Tests; ///< indices of those that show it
  /// The changes that every input found so far that shows it executes in this order (Böhme 2014, definition 10).
  ChangeSequence Sequence;
  std::uint64_t Attempts = 0; ///< inputs that were made to show it without one of these
  /// For each change of the sequence inputs were looked for that skip it and show the error all the same, until none
  /// was left to try or the time was up: none did.
  bool Critical = false;
  bool Interaction = false; ///< it is critical, and several changes have to come together
  ConfirmedInteraction Configurations;
};

struct InteractResult {
  InputSpace Space;
  std::vector<ChangedStatement> Changes;
  std::vector<InteractTest> Tests;
  std::vector<InteractionError> Errors;
  struct SequenceCount {
    ChangeSequence Changes;
    std::uint64_t Tests = 0, Differences = 0, Errors = 0;
    bool Critical = false; ///< it exercises the critical sequence of an error
  };
  std::vector<SequenceCount> Sequences;
  std::size_t GraphNodes = 0, GraphEdges = 0, EdgesTaken = 0;
  std::vector<std::string> Assumptions;
  PairStatistics Statistics;
  std::optional<double> FirstErrorSeconds;
  bool OutOfTime = false;
  double Seconds = 0;
};

/// Inputs along the sequences of changed statements of a pair (Böhme 2014, algorithm 6), the differences and errors
/// that they show, and which changes each error needs. Errors are those of builds.
Result<InteractResult> interactChanges(const ChangeMap &Map, const InputSpace &Space, const InteractOptions &Options,
                                       const Workspace &Place);

} // namespace vernier
