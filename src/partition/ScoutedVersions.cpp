#include "partition/ScoutedVersions.h"

namespace vernier {

namespace {

/// Sites of all versions are told apart by their first bits.
constexpr unsigned SiteBits = 26;

} // namespace

Status ScoutedVersions::execute(const InputAssignment &Input) {
  Last.clear();
  for (const auto &Each : Versions)
    Last.push_back(Each->execute(Input));
  return Done{};
}

/// What a version decides under a condition that is known already goes without saying.
void ScoutedVersions::add(std::size_t Version, llvm::DenseSet<Term> &Known, Run &To) {
  TracedVersion &Of = *Versions[Version];
  const RunResult &Ran = Last[Version];
  auto Read = readTrace({reinterpret_cast<const std::uint8_t *>(Ran.Trace.data()), Ran.Trace.size()},
                        Of.instrumentation(), Store, Leaves);
  if (!Read) {
    To.Truncated = "corrupt-trace";
    return;
  }
  Reaches |= Of.changes().isReached(Read->coverage());
  To.Coverage.insert(To.Coverage.end(), Read->coverage().begin(), Read->coverage().end());
  bool Newest = Version + 1 == Versions.size();
  for (Decision Each : Read->decisions()) {
    if (!Known.insert(Each.Taken).second && !Newest)
      continue;
    Each.Site |= static_cast<std::uint32_t>(Version << SiteBits);
    To.Path.push_back(Each);
  }
  if (std::string Code = frozenCode(Read->frozen()); !Code.empty())
    To.Truncated = Code;
}

Result<Run> ScoutedVersions::finished() {
  Run Result;
  Differs = Reaches = false;
  llvm::DenseSet<Term> Known;
  for (std::size_t I = Versions.size(); I-- != 0;) {
    add(I, Known, Result);
    Result.Seconds += Last[I].Seconds;
  }
  Result.End = Last.back().Shown;
  for (std::size_t I = 1; I < Last.size(); ++I)
    Differs |= Last[I - 1].Shown.comparable() && Last[I].Shown.comparable() &&
               !sameBehaviour(Last[I - 1].Shown, Last[I].Shown, Observed);
  return Result;
}

bool ScoutedVersions::leadsToChange(std::uint32_t Site) const {
  return Versions[Site >> SiteBits]->changes().distanceOf(Site & ((1u << SiteBits) - 1)) != ~0u;
}

} // namespace vernier
