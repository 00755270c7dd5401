#pragma once

#include "random/RandomPair.h"

namespace vernier::test {

/// Several pairs as one pair: building a program is most of the work of exploring it. The entry `program` takes the
/// number of a member first, and then what that member takes; the entry of member k is program_k.
struct Batch {
  std::string OldText, NewText;
  std::vector<RandomPair> Members;                     ///< with their own texts
  std::vector<std::vector<InputParameter>> Parameters; ///< of the entry, so that it is the member
};

/// Whether a pair can stand beside others: it does not define a function of the library, and both versions use the same
/// ones.
bool canBeBatched(const RandomPair &Pair);

/// Ends is put behind everything: what the members print with.
Batch batchOf(std::vector<RandomPair> Members, const std::string &Ends);

/// The text of a program with another ending of all names that are its own.
std::string withEnding(const std::string &Text, const std::string &Ending);

} // namespace vernier::test
