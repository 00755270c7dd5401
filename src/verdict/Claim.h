#pragma once

#include "verdict/Verdict.h"

#include <string>
#include <string_view>
#include <vector>

namespace vernier {

/// What people are told of a verdict. A proof that a caller or the world can make void is not called one without naming
/// what it rests on.
enum class ClaimState {
  Proved,
  ProvedUnderAssumptions,
  Open,
  Different,
};

/// `proved`, `proved-under-assumptions`, `open`, `different`.
std::string_view toString(ClaimState State);

/// Whether a caller, or the world around the program, can make the assumption false while both versions are correct C.
/// The table says so (verdict/Codes.h); codes that are not in it are.
bool isBreakable(std::string_view Assumption);

/// Those of the assumptions that are breakable, in their order.
std::vector<std::string> breakableOf(const std::vector<std::string> &Assumptions);

ClaimState stateOf(Answer What, const std::vector<std::string> &Assumptions);
ClaimState stateOf(const Verdict &Judged);

} // namespace vernier
