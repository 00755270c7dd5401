#pragma once

#include "base/Result.h"
#include "check/Verify.h"
#include "project/Workspace.h"

#include <chrono>
#include <string>
#include <vector>

namespace vernier {

/// Something that must be unsatisfiable for a claim to hold, as a complete SMT-LIB script.
struct ProofObligation {
  enum class Kind {
    Claim,   ///< the condition of a class, and the opposite of what is claimed of it
    Implied, ///< the condition of a class, and not all of what was left out because the rest implies it
    Defined, ///< the condition of a class, and something undefined is read
    Cover,   ///< an input of the space that is in no class
  };
  Kind What = Kind::Claim;
  unsigned Partition = 0; ///< 0: of all
  std::string Name;       ///< of its file: `class-000003-claim.smt2`
  std::string Script;
};

/// What was proved by the solver, of an exploration of partitions. Classes that reach no change rest on what their runs
/// executed and on the change map, others on both versions computing the same terms: there is nothing in them that a
/// solver could confirm.
std::vector<ProofObligation> proofObligations(const PartitionResult &Explored);

struct RecheckedObligation {
  enum class Answer { Confirmed, Undecided, Contradicted } What = Answer::Undecided;
  ProofObligation::Kind Kind = ProofObligation::Kind::Claim;
  unsigned Partition = 0;
  std::string File;
  std::string Detail; ///< of what is not confirmed: what the program said
  double Seconds = 0;
};

struct Rechecked {
  std::string Directory;
  std::string Program; ///< with its version
  std::vector<RecheckedObligation> All;
  unsigned Confirmed = 0, Undecided = 0, Contradicted = 0;
  unsigned Nothing = 0; ///< classes without an obligation of their own
};

/// The second solver, by its first line of `--version`. An error if it is not there.
Result<std::string> recheckProgram();

/// Writes the obligations into a directory and asks another solver (cvc5) about each. An error: nothing could be
/// written, or the program cannot be started.
Result<Rechecked> recheck(const PartitionResult &Explored, const std::string &Directory,
                          std::chrono::milliseconds TimeOfEach);

} // namespace vernier
