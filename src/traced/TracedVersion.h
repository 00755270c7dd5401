#pragma once

#include "execution/builds/InstrumentedBuild.h"
#include "execution/builds/PlainBuild.h"
#include "trace/Gaps.h"
#include "trace/Surroundings.h"
#include "traced/ChangedCode.h"
#include "traced/SharedBuilds.h"
#include "verdict/Verdict.h"

#include <memory>

namespace vernier {

/// One run of one version.
struct VersionRun {
  Outcome Shown;
  LeftMemory Memory; ///< of a function that returned
  std::optional<Trace> Left;
  std::vector<std::pair<Term, Term>> MustAgree; ///< Generalised::MustAgree
  Location MustAgreeAt;
  std::vector<Surrounding> World; ///< what it was told by the world
  Reason Problem;                 ///< why other inputs cannot be judged by it; empty: they can
  UndefinedUse Undefined;         ///< of a problem that is undefined behaviour, for certain: what it did
};

/// What is known about the code of a version before it is run.
struct AnalysedVersion {
  ChangedCode Changes;
  std::set<std::string> Leavers; ///< modelledLeavers
  Reason Undetermined;           ///< the input does not determine what the program does
};

/// One version that can be run with traces, and without.
class TracedVersion {
public:
  struct Source {
    const Program *Old = nullptr, *New = nullptr; ///< the pair that the space is of
    Side Which = Side::New;
    const InputSpace *Space = nullptr;
    std::vector<NeighbourMap> Maps;                    ///< one or two
    unsigned MergeFrom = 0;                            ///< InstrumentOptions
    bool CheckOverflow = false;                        ///< signed overflow is undefined
    std::vector<const llvm::Instruction *> Marks = {}; ///< traces say when control comes to them (VernierVisit)
    SharedBuilds *Builds = nullptr;                    ///< where builds of earlier explorations are; nothing: nowhere
  };
  static Result<std::unique_ptr<TracedVersion>> make(const Source &From, const RunLimits &Limits,
                                                     const Workspace &Place);

  VersionRun run(const InputAssignment &Input, TermStore &Store, const std::vector<Term> &Leaves);
  /// Only what it shows, and a trace that nobody has read yet.
  RunResult execute(const InputAssignment &Input);
  /// Only what they show and where they came by, of several inputs (ForkServer::probe).
  std::vector<ProbeResult> probe(std::span<const InputAssignment> Inputs, std::chrono::milliseconds Time);
  /// Without instrumentation. An error: it cannot be built.
  Result<Outcome> runPlain(const InputAssignment &Input);

  const Program &program() const { return From.Which == Side::Old ? *From.Old : *From.New; }
  const ProgramKind &kind() const { return Kind; }
  const std::set<std::string> &leavers() const { return Analysed->Leavers; }
  const ChangedCode &changes() const { return Analysed->Changes; }
  const Instrumentation &instrumentation() const { return Build->instrumentation(); }
  const std::string &executable() const { return Build->executable(); }

private:
  TracedVersion() = default;
  void runAgain(const InputAssignment &Input, TermStore &Store, const std::vector<Term> &Leaves, VersionRun &First);
  Reason problemOf(VersionRun &What) const;
  bool isFilling(const InputAssignment &Input, const Outcome &Zero, const Outcome &Negative);
  Location at(std::uint32_t Site) const;
  Location at(const VernierFinding &Found) const;

  Source From;
  RunLimits Limit;
  std::optional<Workspace> Place;
  std::optional<InstrumentedBuild> Build;
  std::unique_ptr<ForkServer> Server;
  std::optional<PlainBuild> Plain;
  std::shared_ptr<const AnalysedVersion> Analysed;
  ProgramKind Kind;
  InputNames SymbolicNames;
};

} // namespace vernier
