#pragma once

#include "efsm/language/Model.h"
#include "efsm/language/Test.h"

#include <vector>

namespace vernier::efsm {

/// The operands of a chain of `and`, in the order in which they are evaluated.
std::vector<const Expression *> conjuncts(const Expression &Guard);
bool mentionsVariables(const Expression &Of);
/// No operator of it can fault.
bool isTotal(const Expression &Of);

/// Whether the transition matches an input as far as the arguments alone can tell (Guo 2017, section 3.4.1, without
/// asking for values of the variables): false only if its guard is false for these arguments whatever the variables
/// are.
bool mayMatch(const Transition &Which, const TestInput &Input);

} // namespace vernier::efsm
