#pragma once

#include "base/Result.h"
#include "input/InputSpace.h"
#include "trace/Decision.h"
#include "trace/Gaps.h"
#include "verdict/Outcome.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vernier {

/// Something wrong that a run did, whether it died of it or not.
struct RunFinding {
  std::string Kind;       ///< "division-by-zero", "out-of-bounds", ...
  std::uint32_t Site = 0; ///< of the instruction
  std::string Detail;
  bool operator==(const RunFinding &) const = default;
};

/// Calls of one function, or operations of one kind, that were carried out on concrete values.
struct Concretisation {
  std::string What;
  std::uint64_t Count = 0;
};

/// One run on one input.
struct Run {
  std::vector<Decision> Path;
  Outcome End;
  std::vector<std::uint8_t> Coverage; ///< one byte for each edge, not 0 if the run took it
  std::string Truncated;              ///< why the trace ends before the run does (a code); empty: it does not
  std::uint32_t TruncatedSite = 0;
  std::string TruncatedDetail;
  std::vector<Gap> Gaps;
  std::vector<RunFinding> Findings;
  std::vector<Concretisation> Concretisations;
  /// Branches and switches (their sites) that the run came by and that have a side which no run has taken: behind them
  /// is what is not covered yet. At most 64; nothing: nobody looked.
  std::shared_ptr<const std::vector<std::uint32_t>> Goals;
  /// For each decision of the path: which goals depend on it, as bits. Empty: nobody looked.
  std::vector<std::uint64_t> Leads;
  double Seconds = 0;
};

/// A program that can be run on inputs, one at a time. For runs in parallel there are several of them.
class Explored {
public:
  virtual ~Explored() = default;
  /// Runs the program on the input until it ends. Makes no terms, so that other threads may: it is called in a thread
  /// of its own if there are several programs. (A process that is to die with the thread that made it must not be made
  /// here.) An error: this run could not be carried out.
  virtual Status execute(const InputAssignment &Input) = 0;
  /// What the run that execute() ended with did. Makes terms: called in the thread that owns the store of terms, once,
  /// before the next run.
  virtual Result<Run> finished() = 0;
};

} // namespace vernier
