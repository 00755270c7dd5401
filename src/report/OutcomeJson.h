#pragma once

#include "verdict/Surroundings.h"
#include "verdict/Verdict.h"

#include <llvm/Support/JSON.h>

namespace vernier {

/// An outcome as docs/json.md has it, with `memory`, `calls` and one line of `text` for people.
llvm::json::Object toJson(const Outcome &What);
llvm::json::Object toJson(const Reason &Why);
/// `{kind, undefined: [{version, code, message, location}]}`.
llvm::json::Object differenceJson(const Witness &Shown);
/// Every name with its value as a decimal string.
llvm::json::Object witnessJson(const std::vector<InputValue> &Input);
/// The byte strings of the input, as text where they are text, and as hexadecimal digits.
llvm::json::Object textsJson(const std::vector<InputText> &Texts);

/// What was asked of the world, what it was told, and where.
llvm::json::Array surroundingsJson(const std::vector<Surrounding> &World);

/// `x = 5, s = "ab"`: what a person wants to see of an input.
std::string inputText(const Witness &Shown);
/// Of a difference in definedness, for people: who does what; empty for other differences.
std::string definednessText(const Witness &Shown);

} // namespace vernier
