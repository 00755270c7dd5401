#pragma once

#include "efsm/language/Model.h"
#include "efsm/language/Test.h"

#include <string>
#include <vector>

namespace vernier::efsm {

/// Each prints what the parser reads back as the same thing.
std::string toString(const Expression &Of, const Machine &In, const std::vector<std::string> &Parameters = {});
std::string toString(const Transition &Of, const Machine &In);
/// `ack(B[id])`.
std::string toString(const OutputCall &Of, const Machine &In, const std::vector<std::string> &Parameters = {});
/// `open(v: int)`.
std::string toString(const Message &Of);
/// `open(100) / ack(1)`.
std::string toString(const TestStep &Of, const Suite &In, const Machine &For);
/// Declarations in their order in the text, with their comments; canonical order for a machine that was not read.
std::string printMachine(const Machine &Of);
std::string printTest(const Suite &Tests, const Test &Which, const Machine &For);
std::string printTests(const Suite &Tests, const Machine &For);

/// A text that is equal for two transitions, even of different machines, exactly if they are the same up to the name of
/// the transition and of its parameters: the states, the message, guard, actions and outputs, with the types of every
/// variable, message and label that they mention written out.
std::string signature(const Transition &Of, const Machine &In);

} // namespace vernier::efsm
