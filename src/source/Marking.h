#pragma once

#include "csg/BlockSequences.h"
#include "source/BodyFlow.h"
#include "source/FileDiff.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace vernier {

/// The names whose users are changed, gathered from all changed files.
struct ChangedNames {
  std::set<std::string, std::less<>> Values;
  std::set<std::string, std::less<>> Types;

  bool has(std::string_view Name) const { return Values.count(Name) || Types.count(Name); }
  bool empty() const { return Values.empty() && Types.empty(); }
};

/// What a token may call: the function of that name, or those that a macro of that name calls.
using CallTargets = std::function<std::vector<unsigned>(std::string_view Name)>;

struct MarkingInput {
  const FileDiff *File = nullptr;
  const Region *Function = nullptr;
  const FunctionChange *Change = nullptr;      ///< null for a function whose own text is the same
  const std::vector<bool> *Inactive = nullptr; ///< by token; null when unknown
  const ChangedNames *Names = nullptr;
  CallTargets Targets;
};

/// The flow of one function with its changed blocks. Changed tokens mark the block they belong to, tokens that execute
/// nothing (braces, else) the block before them, mentions of changed names theirs. Removed code marks the block it was
/// part of; where it stood between blocks, a block of its own represents it (Böhme 2014, definition 13). So does
/// changed code that conditional directives leave out.
FlowFunction markFunction(BodyFlow Flow, const MarkingInput &Input);

} // namespace vernier
