#include "explore/TracedProgram.h"

#include "trace/Trace.h"

#include <llvm/Demangle/Demangle.h>

namespace vernier {

TracedProgram::TracedProgram(std::unique_ptr<ForkServer> Server, const Instrumentation &Build, TermStore &Store,
                             std::vector<Term> Leaves)
    : Server(std::move(Server)), Build(Build), Store(Store), Leaves(std::move(Leaves)),
      Unknown(Build.Unmodelled.begin(), Build.Unmodelled.end()), WholeProgram(this->Server->space().WholeProgram) {
  const ProgramInput &Input = this->Server->space().Program;
  HasStreams = WholeProgram && (Input.StdinLength || !Input.Files.empty() || !Input.Environment.empty());
}

Status TracedProgram::execute(const InputAssignment &Input) {
  Last = Server->run(Input);
  return Done{};
}

std::string frozenCode(std::uint32_t Reason) {
  switch (static_cast<VernierFrozen>(Reason)) {
  case VernierNotFrozen:
    return "";
  case VernierNodesFull:
  case VernierWordsFull:
  case VernierDecisionsFull:
    return "trace-full";
  case VernierShadowFull:
    return "shadow-full";
  case VernierJumped:
    return "longjmp";
  case VernierThreaded:
    return "threads";
  case VernierForked:
    return "fork";
  case VernierHandler:
    return "signal-handler";
  }
  return "corrupt-trace";
}

std::string findingKind(std::uint32_t Kind) {
  switch (static_cast<VernierTrapKind>(Kind)) {
  case VernierTrapDivision:
    return "division-by-zero";
  case VernierTrapOverflow:
    return "division-overflow";
  case VernierTrapBounds:
    return "out-of-bounds";
  case VernierTrapAssertion:
    return "assertion";
  case VernierTrapSigned:
    return "signed-overflow";
  }
  return "unknown";
}

static std::string pinText(std::uint32_t Reason) {
  switch (static_cast<VernierPinReason>(Reason)) {
  case VernierPinExternal:
    return ""; // counted by function
  case VernierPinAddress:
    return "addresses";
  case VernierPinSize:
    return "sizes of memory";
  case VernierPinUnsupported:
    return "operations without terms";
  case VernierPinDescriptor:
    return "arguments of the operating system";
  }
  return "";
}

static RunFinding findingOf(const VernierFinding &Found) {
  RunFinding Result{findingKind(Found.Kind), Found.Site, ""};
  if (Found.Kind == VernierTrapBounds)
    Result.Detail = "byte " + std::to_string(static_cast<std::int64_t>(Found.Address - Found.Base)) +
                    " of an object of " + std::to_string(Found.Size) + " bytes";
  return Result;
}

Result<Run> TracedProgram::finished() {
  Run Result;
  Result.End = Last.Shown;
  Result.Seconds = Last.Seconds;
  auto Read =
      readTrace({reinterpret_cast<const std::uint8_t *>(Last.Trace.data()), Last.Trace.size()}, Build, Store, Leaves);
  if (!Read) {
    Result.Truncated = "corrupt-trace";
    Result.TruncatedDetail = Read.error().Message;
    return Result;
  }
  Result.Path = Read->decisions();
  Result.Coverage.assign(Read->coverage().begin(), Read->coverage().end());
  Result.Truncated = frozenCode(Read->frozen());
  if (Read->frozen() != VernierNotFrozen)
    Result.TruncatedSite = static_cast<std::uint32_t>(&Read->frozenAt() - Build.Sites.data());
  if (!Read->problems().empty())
    Result.Gaps.push_back({"engine-problem", 0, Read->problems().front()});
  for (const VernierFinding &Found : Read->findings())
    Result.Findings.push_back(findingOf(Found));
  if (Build.ConstructorsReadInput && WholeProgram)
    Result.Gaps.push_back({"constructor-reads-input", 0});
  for (const ExternalUse &Use : Read->externals()) {
    if (Use.Calls && HasStreams && llvm::is_contained(Build.InputReaders, Use.Function))
      Result.Gaps.push_back({"external-reads-input", 0});
    if (Use.Lost)
      Result.Concretisations.push_back({"calls of " + llvm::demangle(Use.Function), Use.Lost});
    if (Use.Calls && Unknown.contains(Use.Function)) {
      Result.Gaps.push_back({"unknown-function", 0});
      Called.insert(llvm::demangle(Use.Function));
    }
  }
  for (const PinnedValue &Pinned : Read->concretisations())
    if (std::string What = pinText(Pinned.Reason); !What.empty())
      Result.Concretisations.push_back({What, Pinned.Count});
  return Result;
}

} // namespace vernier
