#pragma once

#include "partition/GroundTruth.h"
#include "partition/Partition.h"

namespace vernier::test {

/// Something that the exploration of a pair says and the machine denies.
struct Complaint {
  enum class Kind {
    WrongEqual,     ///< an input of an equal partition behaves differently
    WrongDifferent, ///< an input of a different partition behaves equally
    NotCovered,     ///< said to be covered, but an input is in no partition
    WrongExample,   ///< the input that a partition was made from is not in it, or not in the space
    WrongOutcome,   ///< what a run showed is not what the plain program shows
    WrongSize,      ///< the number of inputs that a partition adds
    Malformed,      ///< a condition over something else than inputs, an unknown without a reason, ...
  } What;
  std::string Text; ///< with the condition, the input and both outcomes
};

/// What a result claims about the inputs of a space, all of them.
struct Review {
  std::vector<Complaint> Complaints;
  std::size_t Equal = 0, Different = 0, Unknown = 0; ///< partitions
  std::size_t Inputs = 0;                            ///< of the space
  std::size_t Claimed = 0;                           ///< of them: in a partition that is equal or different
  std::size_t Conjuncts = 0;                         ///< of all partitions that are equal or different
  std::size_t ExactSizes = 0;                        ///< partitions whose size was counted exactly
};

Review review(const PartitionResult &Result, const GroundTruth &Truth);

/// The inputs (by number) for which a term of one bit over the leaves holds. Nothing if it mentions anything else.
/// Leaves are named like the parameters.
std::optional<llvm::BitVector> satisfying(const TermStore &Store, Term Condition, const GroundTruth &Truth);

std::string toString(Complaint::Kind What);

} // namespace vernier::test
