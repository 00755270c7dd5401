#pragma once

#include "bounded/Classes.h"
#include "bounded/Premises.h"
#include "bounded/Questions.h"

namespace vernier {

/// What a proof does when a comparison was judged.
enum class NextStep {
  Done,
  Deeper, ///< a bound was reached, or something closed has to be opened
  Stop,   ///< that is all that can be said
};

/// What every judgement of a proof needs.
struct ProofContext {
  TermStore &Store;
  const std::vector<Term> &Leaves;
  const InputSpace &Space;
  const BoundedOptions &Options;
  Questions &Ask;
  const ClassMaker &Classes;
};

/// A way in which both runs were made.
struct ProofAttempt {
  unsigned Bound = 0;
  bool Closed = false; ///< unchanged callees stand for their results
};

/// Whether a condition can hold for an input on which both runs have a meaning; a second at most.
MayHold mayHoldFor(const ProofContext &Proof, const Comparison &Compared);

/// What follows from one comparison: the verdict with its classes, its difference and its assumptions go into the
/// result. A difference is one only if the plain builds confirm it.
NextStep judge(const ProofContext &Proof, const ProofAttempt &Attempt, const Comparison &Compared, const Executor &Old,
               const Executor &New, BoundedResult &Into);

/// An answer that is unknown, and why.
Verdict unknownVerdict(std::string Code, std::string Message);

} // namespace vernier
