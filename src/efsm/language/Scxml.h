#pragma once

#include "efsm/language/Model.h"
#include "efsm/language/Source.h"

#include <optional>
#include <string>

namespace vernier::efsm {

/// Imports a state chart of the W3C's SCXML as far as it fits (docs/efsm.md): flat states, data that are integers or
/// booleans, events with their data as parameters. What does not fit is left out with a warning that names the element;
/// a text that is no state chart, or of which nothing can be used, is an error. Problems holds the text.
std::optional<Machine> importScxml(Diagnostics &Problems);

} // namespace vernier::efsm
