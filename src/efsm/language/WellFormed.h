#pragma once

#include "efsm/language/Model.h"
#include "efsm/language/Source.h"

#include <vector>

namespace vernier::efsm {

/// What looks like a mistake in a model that can be read, from its graph alone: states that no initial state reaches or
/// that reach none (no test through them can be complete), variables that nothing reads, messages that no
/// transition has, guards that are the literal false. All are warnings.
std::vector<Diagnostic> lint(const Machine &Of);

} // namespace vernier::efsm
