#include "explore/TracedProgram.h"

#include "trace/Gaps.h"
#include "verdict/Codes.h"

#include <llvm/Demangle/Demangle.h>

namespace vernier {

TracedProgram::TracedProgram(std::unique_ptr<ForkServer> Server, const Instrumentation &Build, TermStore &Store,
                             std::vector<Term> Leaves, UncoveredCode *Uncovered)
    : Server(std::move(Server)), Build(Build), Store(Store), Leaves(std::move(Leaves)),
      Unknown(Build.Unmodelled.begin(), Build.Unmodelled.end()), WholeProgram(this->Server->space().WholeProgram),
      Uncovered(Uncovered) {
  const ProgramInput &Input = this->Server->space().Program;
  for (const ProgramInput::Variable &Each : Input.Environment)
    SymbolicNames.Variables.push_back(Each.Name);
  for (const ProgramInput::File &Each : Input.Files)
    SymbolicNames.Files.push_back(Each.Name);
  HasStreams = Input.StdinLength || !Input.Files.empty() || !Input.Environment.empty();
}

Status TracedProgram::execute(const InputAssignment &Input) {
  Last = Server->run(Input);
  return Done{};
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
  addSurroundings(World, surroundingsOf(*Read, SymbolicNames));
  Result.Coverage.assign(Read->coverage().begin(), Read->coverage().end());
  if (Uncovered) {
    Uncovered->add(Read->coverage());
    Uncovered->addLeads(*Read, Result);
  }
  Result.Truncated = frozenCode(Read->frozen());
  if (Read->frozen() != VernierNotFrozen)
    Result.TruncatedSite = static_cast<std::uint32_t>(&Read->frozenAt() - Build.Sites.data());
  Result.Gaps = gapsOf(*Read, Build, {WholeProgram, HasStreams});
  for (Gap &Each : Result.Gaps)
    if (Each.Reason == reason::UnknownFunction)
      Each.Detail.clear(); // they are listed by name
  for (const VernierFinding &Found : Read->findings())
    Result.Findings.push_back(findingOf(Found));
  for (const ExternalUse &Use : Read->externals()) {
    if (Use.Lost)
      Result.Concretisations.push_back({"calls of " + llvm::demangle(Use.Function), Use.Lost});
    if (Use.Calls && Unknown.contains(Use.Function))
      Called.insert(llvm::demangle(Use.Function));
  }
  for (const PinnedValue &Pinned : Read->concretisations())
    if (std::string What = pinText(Pinned.Reason); !What.empty())
      Result.Concretisations.push_back({What, Pinned.Count});
  return Result;
}

} // namespace vernier
