#pragma once

#include "efsm/language/Interpret.h"
#include "efsm/reasoning/Compatibility.h"

namespace vernier::efsm {

/// Global states as a formula (Guo 2017, section 3.2): a control state and terms for the variables; the conditions are
/// in the script that goes with it.
struct SymbolicState {
  unsigned State = 0;
  SmtVariables Variables;
  std::optional<unsigned> Last; ///< the transition that led here
};

struct SymbolicFired {
  unsigned Transition = 0;
  std::vector<std::vector<SmtTerms>> Outputs; ///< empty if it faulted
  SmtVariables After;
};

/// One of the ways that an input can take, with the condition under which it does (in its script).
struct SymbolicWay {
  StepEnd End = StepEnd::Rest; ///< Unknown: the solver gave no answer (Why)
  SmtText Script;
  SymbolicState At;
  std::vector<SymbolicFired> Fired;
  std::string Why;
};

struct SymbolicOptions {
  unsigned MaxInternal = 64;
  unsigned MaxWays = 64; ///< of one input; more make it NoRest
  /// The script has one model (no value is unknown): then there is one way, and the search ends with it.
  bool Single = false;
  /// The machine is known to be deterministic. If not, overlaps are looked for at each step.
  bool Deterministic = false;
};

/// Applies inputs to formulas (Guo 2017, section 3.4.2: images extended by test inputs), one machine. The transitions
/// that are asked about are those that the compatibility graph leaves open after the last one.
class SymbolicMachine {
public:
  SymbolicMachine(const Machine &Of, Reasoner &Solver, Compatibility *Graph) : Of(Of), Solver(Solver), Graph(Graph) {}

  /// Internal transitions as long as there are any.
  std::vector<SymbolicWay> settle(const SmtText &Script, const SymbolicState &From, const SymbolicOptions &Options);
  /// From must be at rest.
  std::vector<SymbolicWay> step(const SmtText &Script, const SymbolicState &From, const TestInput &Input,
                                const SymbolicOptions &Options);
  /// Whether one of these internal transitions is enabled.
  Satisfiable isAnyEnabled(SmtText Script, const SymbolicState &At, const std::vector<unsigned> &Transitions);

  const Machine &machine() const { return Of; }
  std::size_t steps() const { return Steps; }

private:
  struct Candidate {
    unsigned Transition = 0;
    SmtGuard Guard;
  };
  void settleAll(SymbolicWay From, std::vector<SymbolicWay> &Done, const SymbolicOptions &Options);
  /// The ways by which one of the candidates fires; the last one is the way by which none does, if there is one.
  struct Ways {
    std::vector<SymbolicWay> Fires;
    std::optional<SymbolicWay> None;
  };
  Ways choose(const SymbolicWay &From, const std::vector<unsigned> &Candidates, const std::vector<SmtTerms> &Parameters,
              const SymbolicOptions &Options);
  /// Two of them at once: the ways where that happens. The base is left without them.
  void findOverlaps(SymbolicWay &Base, const std::vector<Candidate> &Candidates, std::vector<SymbolicWay> &Found);
  void fire(SymbolicWay From, unsigned Transition, const std::vector<SmtTerms> &Parameters,
            std::vector<SymbolicWay> &Result, const SymbolicOptions &Options);
  Compatible follows(const SymbolicState &At, unsigned Transition);

  const Machine &Of;
  Reasoner &Solver;
  Compatibility *Graph; ///< may be null
  std::size_t Steps = 0;
};

} // namespace vernier::efsm
