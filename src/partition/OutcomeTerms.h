#pragma once

#include "execution/runs/LeftMemory.h"
#include "input/EntryShape.h"
#include "input/InputSpace.h"
#include "trace/Trace.h"
#include "verdict/Verdict.h"

namespace vernier {

/// What an outcome is made of besides streams and status: scalars in memory that is observed at the end.
struct OutcomeParts {
  struct Scalar {
    std::uint64_t Offset = 0; ///< bytes
    unsigned Bits = 8;
    bool Floating = false;
    /// Of a global that the versions initialise differently: what it holds before. It is a part of the outcome where
    /// the run has changed it.
    std::optional<llvm::APInt> OldStart = std::nullopt, NewStart = std::nullopt;
    std::uint8_t Mask = WholeByte; ///< the bits of a byte that count
  };
  /// By number of the observed memory: objects of the input, globals, the result, the error number.
  std::vector<std::vector<Scalar>> Memory;
  /// Of these: from here on bytes count, whatever they mean.
  std::vector<std::optional<std::uint64_t>> OnlyBytes;
  /// Objects of the input that are looked at only as a part of others.
  std::set<std::size_t> Owned;
  /// Where pointers are. They are compared by what they point to, as the outcome names it.
  struct Pointer {
    std::size_t Object;
    std::uint64_t Offset;
    std::string Name;
  };
  std::vector<Pointer> Pointers;
  std::vector<Pointer> ReturnedPointers; ///< in a record that comes back through a parameter
  std::size_t Result = 0;                ///< its number; the next is the error number, then come other blocks
  ReturnShape Return;
  bool Unpaired = false; ///< variables that only one version has may be written, and are not compared

  static OutcomeParts of(const Program &Old, const Program &New, const InputSpace &Space);
};

/// The outcomes of two runs, for all inputs for which both runs compute the same terms.
struct ComparedOutcomes {
  Term Differs;               ///< one bit: they show something different
  std::vector<Term> Required; ///< this must hold too
  Reason Unknown;             ///< the terms do not tell
};

/// One run: its trace, what it showed, and the memory that it left.
struct RunRecord {
  Trace &Left;
  const Outcome &Shown;
  const LeftMemory &Memory;
};

/// What the runs showed says how what has no term compares.
ComparedOutcomes compareOutcomes(TermStore &Store, const OutcomeParts &Parts, bool WholeProgram,
                                 const Observation &Observed, RunRecord Old, RunRecord New);

} // namespace vernier
