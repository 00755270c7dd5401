#pragma once

#include "efsm/reasoning/Reasoner.h"
#include "efsm/reasoning/Smt.h"

#include "base/Result.h"

#include <map>

namespace vernier::efsm {

/// Whether one transition can follow another one at once (Guo 2017, section 3.4.3.1).
enum class Compatible {
  No,     ///< incompatible: in no run
  Some,   ///< compatible: in some runs
  Always, ///< strongly compatible: whatever the variables are, for all arguments that the guard's conditions on the
          ///< arguments alone allow
  Unknown ///< the solver gave no answer; to be treated as Some
};

/// What is known of pairs of transitions of any machines. A pair is named by the contents of the two transitions and of
/// what else decides whether one follows the other, so that after a change only the pairs are computed anew that it
/// concerns, and machines that share transitions share what is known of them.
class CompatibilityStore {
public:
  /// A file of an earlier run. One that does not exist is an empty store; one that cannot be read is an error.
  static Result<CompatibilityStore> load(const std::string &File);
  Status save(const std::string &File) const;

  std::optional<Compatible> find(const std::string &Key) const;
  void add(const std::string &Key, Compatible What) { Known[Key] = What; }
  std::size_t size() const { return Known.size(); }

private:
  std::map<std::string, Compatible> Known;
};

/// Compatibility of the transitions of one machine, computed when it is asked for and kept in the store.
///
/// Differs from Guo 2017, section 3.4.3.1, where that is not sound (docs/traps.md#compatible-transitions): internal
/// transitions have priority, so that an external transition follows only where none is enabled; and Always means that
/// the whole guard follows, except for conditions on the arguments alone (there, `i == id` is left out of PreElim(t8)
/// although it mentions a variable).
class Compatibility {
public:
  Compatibility(const Machine &Of, Reasoner &Solver, CompatibilityStore &Store);

  Compatible get(unsigned First, unsigned Then);
  /// All pairs.
  void compute();

  unsigned computed() const { return Computed; } ///< pairs that the store did not have
  const Machine &machine() const { return Of; }

private:
  Compatible ask(const Transition &First, const Transition &Then);
  std::string key(unsigned First, unsigned Then) const;

  const Machine &Of;
  Reasoner &Solver;
  CompatibilityStore &Store;
  std::vector<std::string> Signatures;
  std::map<std::pair<unsigned, unsigned>, Compatible> Cache;
  unsigned Computed = 0;
};

/// Of an external transition in a state of the machine: no internal transition is enabled there, and no guard that is
/// evaluated together with its own faults. Of an internal one: no guard of an internal transition faults.
std::string undisturbed(SmtText &Script, const Machine &Of, const Transition &Which, const SmtVariables &Variables,
                        const std::vector<SmtTerms> &Parameters);

/// The conditions of a guard that mention no variable.
std::string conditionsOnArguments(SmtText &Script, const Transition &Which, const SmtVariables &Variables,
                                  const std::vector<SmtTerms> &Parameters);

} // namespace vernier::efsm
