#pragma once

#include "check/PairReplay.h"
#include "check/SpotCheck.h"
#include "check/Verify.h"

#include <llvm/ADT/ArrayRef.h>

namespace vernier {

/// One entry that is to be decided: what all rungs of the ladder are given, and the result that they fill.
struct EntryJob {
  EntryJob(llvm::ArrayRef<const ChangeMap *> Maps, llvm::ArrayRef<InputSpace> Spaces, const InputOptions &Input,
           const VerifyOptions &Options, const Workspace &Place, VerifyResult &Into)
      : Maps(Maps), Spaces(Spaces), Map(*Maps.front()), Input(Input), Options(Options), Place(Place), Into(Into),
        Confirm(Map, Into.Space, Options, Place) {}

  bool interrupted() const {
    const std::atomic<bool> *Flag = Options.Exploration.Search.Interrupt;
    return Flag && *Flag;
  }
  void setExample(VerifiedPartition &Part, const InputAssignment &Values) const;
  /// One class of all inputs.
  void addWhole(Verdict Judged, Rung Evidence);
  /// Plain builds against what is claimed, by samples. What they contradict is not claimed any more.
  Status sampleClaims(const std::vector<SampledClass> &Classes, TermStore &Store, const std::vector<Term> &Leaves);
  Error noInput() const;

  llvm::ArrayRef<const ChangeMap *> Maps;
  llvm::ArrayRef<InputSpace> Spaces;
  const ChangeMap &Map; ///< of a pair
  const InputOptions &Input;
  const VerifyOptions &Options;
  const Workspace &Place;
  VerifyResult &Into;
  PairReplay Confirm;

private:
  void withdraw(const SpotContradiction &Contradicted, TermStore &Store, const std::vector<Term> &Leaves);
};

} // namespace vernier
