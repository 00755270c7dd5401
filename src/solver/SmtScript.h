#pragma once

#include "solver/Solver.h"

#include <map>
#include <string_view>

namespace vernier {

/// A value of a model as SMT-LIB writes it: an integer ("-5"), "true", "false", the name of a constant; or an
/// application such as ("store" ARRAY INDEX VALUE) and ("const" VALUE) of arrays.
struct SmtValue {
  std::string Head;
  std::vector<SmtValue> Items = {};

  std::string text() const;
};

struct SmtAnswer {
  Satisfiable What = Satisfiable::Unknown;
  /// Of Yes, if they were asked for: constants of the script. One that is missing may have any value.
  std::map<std::string, SmtValue> Values;
  std::string Why; ///< of Unknown
};

/// Questions in the form of SMT-LIB 2 scripts (declarations, definitions and assertions, no commands), for theories
/// that terms do not have: unbounded integers and arrays. Each script is a question of its own; the context behind them
/// is kept, since making one takes longer than answering a small question. A script with an error has the answer
/// Unknown and says why: it never counts as unsatisfiable.
class SmtScripts {
public:
  SmtScripts();
  ~SmtScripts();
  SmtScripts(const SmtScripts &) = delete;
  SmtScripts &operator=(const SmtScripts &) = delete;

  enum class Want { Answer, Values };
  SmtAnswer check(const std::string &Script, std::chrono::milliseconds Limit, Want What = Want::Answer);

  /// Queries, Unknown and Seconds only.
  const SolverStatistics &statistics() const { return Statistics; }

private:
  struct State;
  SmtAnswer ask(const std::string &Script, std::chrono::milliseconds Limit, Want What);

  std::unique_ptr<State> Core;
  SolverStatistics Statistics;
};

} // namespace vernier
