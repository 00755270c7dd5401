#include "check/ByNormalForm.h"

#include "check/StartPairs.h"

namespace vernier {

std::optional<Verdict> judgeByNormalForm(const ChangeMap &Map, const InputSpace &Space) {
  auto Pairs = startPairs(Map, Space);
  if (!Pairs)
    return std::nullopt;
  NormalFormAnswer Forms = compareNormalForms(Map, Space, *Pairs);
  if (!Forms.Equal)
    return std::nullopt;
  Verdict Judged{
      Answer::Equal, {"normal-form", "both versions have the same normal form"}, std::move(Forms.Assumptions)};
  Judged.Reach = Extent::Complete;
  return Judged;
}

} // namespace vernier
