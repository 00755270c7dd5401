#include "explore/UncoveredCode.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace vernier {

UncoveredCode::UncoveredCode(const Instrumentation &Build, const std::string &Entry)
    : Covered(Build.Edges), SiteOfEdge(Build.Edges), OpenSides(Build.Sites.size()), OfEntry(Build.Sites.size()) {
  auto InEntry = llvm::find_if(Build.Sites, [&](const Site &Each) { return !Each.Model && Each.Function == Entry; });
  for (std::uint32_t I = 0; I != Build.Sites.size(); ++I) {
    const Site &Branch = Build.Sites[I];
    OfEntry[I] = InEntry != Build.Sites.end() && Branch.Where.File == InEntry->Where.File;
    if (Branch.Model || Branch.Successors < 2)
      continue;
    OpenSides[I] = Branch.Successors;
    for (unsigned Side = 0; Side != Branch.Successors && Branch.FirstEdge + Side < Build.Edges; ++Side)
      SiteOfEdge[Branch.FirstEdge + Side] = I;
  }
}

void UncoveredCode::add(llvm::ArrayRef<std::uint8_t> Coverage) {
  for (std::size_t I = 0; I != std::min(Covered.size(), Coverage.size()); ++I)
    if (Coverage[I] && !Covered[I]) {
      Covered[I] = 1;
      OpenSides[SiteOfEdge[I]] -= SiteOfEdge[I] != 0;
    }
}

/// Those of the entry's file first.
std::vector<std::uint32_t> UncoveredCode::goalsOf(const Trace &Left) const {
  std::vector<std::uint32_t> Result;
  for (NodeId Id : Left.decided())
    if (isOpen(Left.node(Id).Site))
      Result.push_back(Left.node(Id).Site);
  llvm::sort(Result,
             [&](std::uint32_t A, std::uint32_t B) { return std::pair(!OfEntry[A], A) < std::pair(!OfEntry[B], B); });
  Result.erase(std::unique(Result.begin(), Result.end()), Result.end());
  if (Result.size() > MostGoals)
    Result.resize(MostGoals);
  return Result;
}

/// Operands are before their users, so that one pass from the last node to the first spreads all goals at once.
std::vector<std::uint64_t> UncoveredCode::spread(const Trace &Left, llvm::ArrayRef<std::uint32_t> Goals) {
  llvm::DenseMap<std::uint32_t, std::uint64_t> BitOf;
  for (std::size_t I = 0; I != Goals.size(); ++I)
    BitOf[Goals[I]] = std::uint64_t(1) << I;
  std::vector<std::uint64_t> Leads(Left.size()), Own(Left.size());
  for (NodeId Id : Left.decided())
    Own[Id] = BitOf.lookup(Left.node(Id).Site);
  for (NodeId Id = static_cast<NodeId>(Left.size()); Id-- > 1;) {
    std::uint64_t Value = Leads[Id] | Own[Id];
    if (!Value)
      continue;
    Left.forEachEdge(Id, [&](EdgeRole Role, NodeId On) {
      if (On < Id)
        Leads[On] |= Role == EdgeRole::Control ? Leads[Id] : Value;
    });
    Leads[Id] = Value;
  }
  return Leads;
}

void UncoveredCode::addLeads(Trace &Left, Run &To) const {
  std::vector<std::uint32_t> Goals = goalsOf(Left);
  if (Goals.empty())
    return;
  std::vector<std::uint64_t> Leads = spread(Left, Goals);
  for (const Decision &Each : To.Path)
    To.Leads.push_back(Each.Node < Leads.size() ? Leads[Each.Node] : 0);
  To.Goals = std::make_shared<const std::vector<std::uint32_t>>(std::move(Goals));
}

} // namespace vernier
