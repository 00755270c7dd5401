#include "check/ByNormalForm.h"

#include "check/StartPairs.h"
#include "verdict/Codes.h"

namespace vernier {

JudgedForms judgeByNormalForm(const ChangeMap &Map, const InputSpace &Space) {
  auto Pairs = startPairs(Map, Space);
  if (!Pairs)
    return {std::nullopt, "control may enter other functions from outside"};
  NormalFormAnswer Forms = compareNormalForms(Map, Space, *Pairs);
  if (!Forms.Equal)
    return {std::nullopt, std::move(Forms.WhyNot)};
  Verdict Judged{
      Answer::Equal, {reason::NormalForm, "both versions have the same normal form"}, std::move(Forms.Assumptions)};
  Judged.Reach = Extent::Complete;
  return {std::move(Judged), ""};
}

} // namespace vernier
