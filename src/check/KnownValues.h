#pragma once

#include "check/Verify.h"

namespace vernier {

/// What a witness takes and what it shows, as words: what tells two versions of a function apart often does so for the
/// whole program, when it gets it as arguments.
std::vector<std::string> wordsOf(const Witness &Shown);

/// Runs plain builds of the whole program with arguments that are made of these words, until one run differs. That
/// input is then a class of its own, and the verdict is different. False: nothing was found, and nothing is known.
bool tryArguments(const ChangeMap &Map, const InputSpace &Space, std::vector<std::string> Words,
                  const VerifyOptions &Options, const Workspace &Place, VerifyResult &Into);

} // namespace vernier
