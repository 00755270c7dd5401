#pragma once

#include "directed/SiteMap.h"
#include "search/Exploration.h"
#include "traced/TracedVersion.h"

#include <map>
#include <memory>
#include <set>

namespace vernier {

struct RunnablePairOptions {
  Budget Time;
  std::chrono::milliseconds QueryTime{2000}, RunTime{2000};
  std::uint64_t RunMemory = std::uint64_t(2) << 30;
  Observation Observed;
  /// A question that comes again from another run is answered again: with what it says, and the rest from that run.
  bool CombineAnswers = false;
  /// InstrumentOptions: with branches that only choose between values as values, one question sees through them.
  unsigned MergeFrom = 0;
  /// Traces say when control comes to these, beside the changed statements.
  std::vector<const llvm::Instruction *> OldMarks, NewMarks;
};

/// One traced run of one version.
struct DirectedRun {
  Side Which = Side::New;
  InputAssignment Input;
  Outcome Shown;
  std::optional<Trace> Left; ///< nothing: it cannot be read
  /// Sites of the marks, in the order in which control came to them, and the nodes that say so.
  std::vector<std::pair<std::uint32_t, NodeId>> Marks;
  UndefinedUse Undefined; ///< of an access outside of its object and the like: what ended the traced run
  bool wholeTrace() const { return Left && Left->frozen() == VernierNotFrozen; }
};

/// What the plain builds of both versions show on an input.
struct PlainOutcomes {
  Outcome Old, New;
  bool Differ = false; ///< both comparable, and each shows the same twice
  Reason Problem;      ///< why they do not differ although the first runs did; empty else
};

struct PairStatistics {
  std::uint64_t Runs = 0; ///< traced runs of one version
  std::uint64_t PlainRuns = 0;
  std::uint64_t Queries = 0, Unsatisfiable = 0, UnknownQueries = 0;
  std::uint64_t Relaxed = 0;        ///< conflicts with earlier branches that were resolved by letting those go
  std::uint64_t UntaintedSaved = 0; ///< branches on the way that no input can flip by itself: not asked about
  std::uint64_t Repeated = 0;       ///< questions that had been asked before
  double SolverSeconds = 0, RunSeconds = 0;

  PairStatistics &operator+=(const PairStatistics &Other);
};

/// Conditions that a solver was asked about.
struct RelaxedAnswer {
  std::optional<InputAssignment> Input;
  std::vector<Term> Conflicts; ///< of the soft conditions: those that contradict the hard ones, as far as is known
};

/// Both versions of a pair on one input space: they are run with traces whose terms are in one store, and asked about.
class RunnablePair {
public:
  static Result<std::unique_ptr<RunnablePair>> make(const ChangeMap &Map, const InputSpace &Space,
                                                    const RunnablePairOptions &Options, const Workspace &Place);

  DirectedRun run(Side Which, const InputAssignment &Input);
  PlainOutcomes runPlain(const InputAssignment &Input);

  /// An input of the space that satisfies all conditions, as near to the given one as the solver likes. Soft conditions
  /// describe the way to a place; where they contradict the hard ones, those in the unsatisfiable core are left out
  /// (Qi et al. 2010, section 4.3): the branches that they belong to have to go another way. So the input has to be run
  /// to see where it leads. A question is solved once.
  /// Again: also if it was solved before.
  RelaxedAnswer ask(llvm::ArrayRef<Term> Hard, llvm::ArrayRef<Term> Soft, const InputAssignment &Near,
                    bool Again = false);

  bool isOver() const { return Options.Time.exhausted(); }
  /// As RunnablePairOptions::CombineAnswers, from now on.
  void combineAnswers() { Options.CombineAnswers = true; }
  /// Questions end then; from now on.
  void limit(const Budget &Time) { Options.Time = Time; }
  const ChangeMap &map() const { return Map; }
  const InputSpace &space() const { return Space; }
  const SymbolicInput &inputs() const { return *Inputs; }
  TermStore &store() { return *Store; }
  const Observation &observed() const { return Options.Observed; }
  const RunnablePairOptions &options() const { return Options; }
  const SiteMap &sites(Side Which) const { return *Sites[index(Which)]; }
  const TracedVersion &version(Side Which) const { return *Versions[index(Which)]; }
  const ProgramAnalysis &analysis(Side Which) const { return *Analyses[index(Which)]; }
  PairStatistics &statistics() { return Statistics; }

private:
  RunnablePair(const ChangeMap &Map, const InputSpace &Space, const RunnablePairOptions &Options)
      : Map(Map), Space(Space), Options(Options) {}
  static unsigned index(Side Which) { return Which == Side::New; }
  RelaxedAnswer askSolver(llvm::ArrayRef<Term> Hard, llvm::ArrayRef<Term> Soft, const InputAssignment &Near,
                          Assignment &Told);
  SolverAnswer solve(llvm::ArrayRef<Term> Query, const InputAssignment &Near);
  std::optional<InputAssignment> inputOf(const Assignment &Model, InputAssignment Near) const;
  UndefinedUse undefinedIn(Side Which, const Trace &Left) const;

  const ChangeMap &Map;
  const InputSpace &Space;
  RunnablePairOptions Options;
  std::unique_ptr<TermStore> Store;
  std::vector<Term> Leaves;
  std::optional<SymbolicInput> Inputs;
  std::unique_ptr<Solver> PathSolver;
  std::unique_ptr<TracedVersion> Versions[2];
  std::unique_ptr<SiteMap> Sites[2];
  std::unique_ptr<ProgramAnalysis> Analyses[2];
  std::map<std::size_t, Assignment> Asked; ///< by the hash of the question: what was answered about its variables
  std::set<std::size_t> Combined;          ///< hashes of the inputs that came of answers that were known
  PairStatistics Statistics;
};

/// The symbolic decisions in front of a node that it depends on, with what could have left the way before.
std::vector<Decision> decisionsBefore(Trace &Of, NodeId Node);

} // namespace vernier
