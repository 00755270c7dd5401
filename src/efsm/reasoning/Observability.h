#pragma once

#include "efsm/language/Interpret.h"
#include "efsm/reasoning/Compatibility.h"

namespace vernier::efsm {

/// The transitions that match each input of a test (Guo 2017, definition 2): the message is theirs, and the guard with
/// the arguments put in is satisfiable. What the solver has no answer to is kept.
using MatchingSequence = std::vector<std::vector<unsigned>>;

/// Matching sets, each computed once per input of a suite.
class Matching {
public:
  Matching(const Machine &Of, const Suite &Tests, Reasoner &Solver) : Of(Of), Tests(Tests), Solver(Solver) {}
  const std::vector<unsigned> &of(unsigned Input);
  MatchingSequence of(const Test &Which);

private:
  bool matches(const Transition &Each, const TestInput &Input);

  const Machine &Of;
  const Suite &Tests;
  Reasoner &Solver;
  std::map<unsigned, std::vector<unsigned>> Known;
};

/// The transition compatibility graph of a test (Guo 2017, section 3.4.3.2): level k holds the transitions that match
/// input k, and an edge leads from a transition to one that can follow it.
struct TransitionGraph {
  struct Edge {
    unsigned Level = 0;           ///< of the transition it leads to, from 1 on
    std::optional<unsigned> From; ///< none: the start
    unsigned To = 0;
    Compatible Label = Compatible::Some; ///< Some or Always
  };
  MatchingSequence Levels;
  std::vector<Edge> Edges;

  std::vector<const Edge *> from(unsigned Level, std::optional<unsigned> Node) const;
  /// Without nodes that no path from the start reaches, and those from which none leads to the last level.
  TransitionGraph reduced() const;
};

/// `start -> t1 (always)`, one line for each edge.
std::string toString(const TransitionGraph &Graph, const Machine &Of);

TransitionGraph transitionGraph(const Machine &Of, const Suite &Tests, const Test &Which, Matching &Sets,
                                Compatibility &Graph, Reasoner &Solver);

enum class Observable { Yes, No, Unknown };

struct Observation {
  Observable What = Observable::Unknown;
  std::vector<unsigned> Path; ///< the marked transitions, as far as there are any
  std::string Why;            ///< No and Unknown
};

/// The procedure of Guo 2017, figure 3.3: level by level through the graph. Yes: the run of the test on the machine has
/// only external transitions and completes (Guo 2017, definition 1). Start values that the test leaves open make it
/// Unknown where it depends on them.
Observation observe(const Machine &Of, const Suite &Tests, const Test &Which, const TransitionGraph &Graph,
                    Reasoner &Solver);

/// The same by evaluation, for tests without open values: what the procedure must say.
Observation observeByRun(const Machine &Of, const Suite &Tests, const Test &Which);

/// The structural invariant psi of Guo 2017, section 3.4.2, as a script: satisfiable exactly if the test is fully
/// observable (Guo 2017, theorem 3). The disjunction over all sequences of matching transitions is put together level
/// by level, so that it does not grow with their number. Unlike there, it says too that no internal transition is
/// enabled where an external one is executed, nor at the end; else it would hold for tests whose runs have internal
/// transitions.
std::string structuralInvariant(const Machine &Of, const Suite &Tests, const Test &Which,
                                const MatchingSequence &Matching);

} // namespace vernier::efsm
