#pragma once

#include "csg/StatementSequences.h"

namespace vernier {

/// Interaction locations that merely repeat one that they depend on, directly or through others with the same set of
/// changes. Of a cycle of such statements, those do not repeat that something outside the cycle enters; if nothing
/// does, none of them repeats.
///
/// SetOf: for each interaction location a number of the set of changes that reach it; NoSet: it is none. Takes time for
/// each relay and set that meet, not for each pair of statements.
std::vector<bool> repeatingInteractions(const StatementGraph &Graph, const std::vector<unsigned> &SetOf);
constexpr unsigned NoSet = ~0u;

} // namespace vernier
