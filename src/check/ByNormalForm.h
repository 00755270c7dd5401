#pragma once

#include "normal/NormalForm.h"
#include "verdict/Verdict.h"

#include <optional>
#include <string>

namespace vernier {

struct JudgedForms {
  std::optional<Verdict> Equal; ///< for every input; nothing: they are not equal
  std::string WhyNot;           ///< for people who look for the reason
};

/// Normal forms of an entry and of everything else that control may enter from outside. The space may be empty: then it
/// says nothing but the names of the entries.
JudgedForms judgeByNormalForm(const ChangeMap &Map, const InputSpace &Space);

} // namespace vernier
