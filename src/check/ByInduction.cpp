#include "check/ByInduction.h"

#include "check/StartPairs.h"
#include "induction/Induction.h"
#include "verdict/Codes.h"

namespace vernier {

std::optional<Verdict> judgeByInduction(const ChangeMap &Map, const InputSpace &Space, const Budget &Time) {
  auto Pairs = startPairs(Map, Space);
  if (!Pairs)
    return std::nullopt;
  InductionAnswer Proof = compareByInduction(Map, Space, *Pairs, Time);
  if (!Proof.Equal)
    return std::nullopt;
  Verdict Judged{Answer::Equal,
                 {reason::Induction, "the loops of both versions go together, by induction"},
                 std::move(Proof.Assumptions)};
  Judged.Reach = Extent::Complete;
  return Judged;
}

} // namespace vernier
