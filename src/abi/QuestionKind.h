#pragma once

namespace vernier {

/// What a library function asks of the world, and how its answer is told.
enum class QuestionKind {
  Variable, ///< a variable of the environment; the answer is a text or null
  Options,  ///< options are parsed, which a variable of the environment changes
  Number,   ///< the answer is a number that stays the same: an id, a limit, whether something is a terminal
  Varying,  ///< the answer is another one each time: clocks, process ids, random numbers
  File,     ///< something about a file with a name
  Locale,   ///< the answer is a text or null, and it changes what other functions do
  Output,   ///< whether something could be written
  Other,
};

} // namespace vernier
