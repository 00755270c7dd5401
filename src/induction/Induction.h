#pragma once

#include "base/Budget.h"
#include "normal/NormalForm.h"

#include <string>
#include <vector>

namespace vernier {

struct InductionAnswer {
  bool Equal = false;
  std::string WhyNot;                   ///< the last attempt; for people who look for the reason
  std::vector<std::string> Assumptions; ///< of an equality: codes, as for normal forms
};

/// Normal forms again; functions whose normal forms are not the same are proved by induction: their loops are paired,
/// and what relates both states holds at the start and after each step. Equality is for every input, without a bound,
/// and says that both versions end or neither does.
InductionAnswer compareByInduction(const ChangeMap &Map, const InputSpace &Space, const EntryPairs &Entries,
                                   const Budget &Time);

} // namespace vernier
