// Static covers dynamic: whatever a node of a run depends on, its instruction depends on in the static dependence
// graph.

#include "analysis/ProgramAnalysis.h"
#include "engine/Campaign.h"
#include "engine/EngineProgram.h"
#include "engine/Subject.h"
#include "execution/builds/HarnessModule.h"
#include "models/Models.h"

#include <gtest/gtest.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/InstIterator.h>

using namespace vernier;
using namespace vernier::test;

namespace {

/// The module that was instrumented, once more and without hooks.
class StaticView {
public:
  explicit StaticView(const Subject &Of) : Build(Of.Build->instrumentation()) {
    llvm::SmallVector<char, 0> Bytes;
    llvm::raw_svector_ostream Stream(Bytes);
    llvm::WriteBitcodeToFile(Of.Version.module(), Stream);
    auto Copy =
        llvm::parseBitcodeFile(llvm::MemoryBufferRef(llvm::StringRef(Bytes.data(), Bytes.size()), "static"), Context);
    EXPECT_TRUE(bool(Copy));
    M = std::move(*Copy);
    EntryShape Shape = entryShape(Of.Version, Of.Version, Side::New, Of.Space);
    addHarness(*M, Of.Space.NewEntry, Shape.symbols(), /*Main=*/false);
    EXPECT_TRUE(linkModels(*M, ModelSet::Engine, ErrorNumberReader::Caller));
    Instructions.push_back(nullptr);
    for (llvm::Function &F : *M)
      for (llvm::Instruction &I : llvm::instructions(F))
        Instructions.push_back(&I);
    EXPECT_EQ(Instructions.size(), Build.Sites.size()) << "this is not the module that was instrumented";
    AnalysisOptions Entries;
    Entries.Entries = {"vernier_call"};
    Analysis = std::make_unique<ProgramAnalysis>(*M, Entries);
  }

  bool mayDependOn(unsigned Site, unsigned Other) {
    std::unique_ptr<Slice> &Of = Slices[Site];
    if (!Of)
      Of = std::make_unique<Slice>(Analysis->backwardSlice({Instructions[Site]}));
    return Of->contains(*Instructions[Other]);
  }

  std::string text(unsigned Site) const {
    std::string Text = Build.Sites[Site].Function + " line " + std::to_string(Build.Sites[Site].Where.Line) + ":";
    llvm::raw_string_ostream(Text) << *Instructions[Site];
    return Text;
  }

private:
  const Instrumentation &Build;
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
  std::vector<const llvm::Instruction *> Instructions; ///< by site
  std::unique_ptr<ProgramAnalysis> Analysis;
  std::map<unsigned, std::unique_ptr<Slice>> Slices;
};

/// Dependences that a trace keeps more coarsely than the static graph: chains of classes of memory, the state of all
/// libraries as one, and the order of outputs.
bool isCoarse(const VernierNode &Node, EdgeRole Role) {
  return Role == EdgeRole::Potential || Node.Operation == VernierOutput ||
         (Node.Operation == VernierExternal && Role == EdgeRole::A) || Node.Operation == VernierPotentialMemory;
}

/// What an update left at a place that it did not write. A trace says that it might have.
bool isUntouched(const Trace &Of, NodeId Id) {
  const VernierNode &Node = Of.node(Id);
  if (Node.Operation == VernierStore && Node.A != 0 && Of.node(Node.A).Operation == VernierElement)
    return isUntouched(Of, Node.A);
  if (Node.Operation != VernierElement)
    return false;
  TableView Table = Of.table(Of.node(Node.A).C);
  return Of.node(Of.node(Node.A).B).Value != Table.first() + std::uint64_t(Table.stride()) * Node.C;
}

/// What a node depends on in this run, leaving out what the trace adds for others: the elements of a table that were
/// not read or written.
std::vector<NodeId> dependences(const Trace &Of, NodeId Id) {
  const VernierNode &Node = Of.node(Id);
  if (isUntouched(Of, Id))
    return {Node.Operation == VernierStore ? Node.A : Node.B};
  if (Node.Operation == VernierElement) // what was there before is overwritten
    return {Node.A, Node.Control};
  std::vector<NodeId> Result;
  Of.forEachEdge(Id, [&](EdgeRole Role, NodeId Target) {
    if (!isCoarse(Node, Role) && Role != EdgeRole::Element)
      Result.push_back(Target);
  });
  if (Node.Operation == VernierLookup) {
    TableView Table = Of.table(Node.B);
    std::uint64_t Index = (Of.node(Node.A).Value - Table.first()) / Table.stride();
    if (Index < Table.count())
      Result.push_back(Table.node(static_cast<std::uint32_t>(Index)));
  }
  return Result;
}

/// Nodes that the runtime made to look at memory: they have the site of the access, but the access need not have read
/// what they stand for.
llvm::BitVector lookedAt(const Trace &Of) {
  llvm::BitVector Found(static_cast<unsigned>(Of.size()));
  for (NodeId Id = 1; Id < Of.size(); ++Id) {
    const VernierNode &Node = Of.node(Id);
    if (Node.Operation == VernierPart || Node.Operation == VernierConcat)
      Found.set(Id);
    if (Node.Operation != VernierLookup && Node.Operation != VernierUpdate)
      continue;
    TableView Table = Of.table(Node.Operation == VernierLookup ? Node.B : Node.C);
    for (std::uint32_t I = 0; I < Table.count(); ++I)
      Found.set(Table.node(I));
  }
  return Found;
}

/// Pairs of sites: the first depends on the second. Nodes without a site pass on what they depend on.
void collect(const Trace &Of, std::set<std::pair<unsigned, unsigned>> &Pairs) {
  llvm::BitVector LookedAt = lookedAt(Of);
  std::vector<std::set<unsigned>> Through(Of.size());
  for (NodeId Id = 1; Id < Of.size(); ++Id) {
    unsigned Site = isUntouched(Of, Id) || LookedAt[Id] ? 0 : Of.node(Id).Site;
    std::set<unsigned> Others;
    for (NodeId Target : dependences(Of, Id))
      Others.insert(Through[Target].begin(), Through[Target].end());
    for (unsigned Other : Others)
      if (Site)
        Pairs.insert({Site, Other});
    Through[Id] = Site ? std::set<unsigned>{Site} : std::move(Others);
  }
}

} // namespace

TEST(StaticCoversDynamic, RandomPrograms) {
  CampaignSize Size = campaignSize(4);
  std::size_t Checked = 0;
  for (std::uint64_t Seed = Size.First; Seed < Size.First + Size.Programs; ++Seed) {
    InputOptions Options;
    Options.Entry = "program";
    auto Made = Subject::make(engineProgram(Seed), Options);
    ASSERT_TRUE(Made) << Made.error().Message;
    Random Generator(Seed);
    std::set<std::pair<unsigned, unsigned>> Pairs;
    for (unsigned I = 0; I < 20; ++I) {
      TracedRun Ran = (*Made)->run((*Made)->randomInput(Generator));
      ASSERT_TRUE(Ran.Left) << Ran.Why;
      collect(*Ran.Left, Pairs);
    }
    StaticView View(**Made);
    for (auto [Site, Other] : Pairs)
      EXPECT_TRUE(Site == Other || View.mayDependOn(Site, Other))
          << "seed " << Seed << ": " << View.text(Site) << "\n  depends on " << View.text(Other);
    Checked += Pairs.size();
    if (HasFailure() && !Size.GoOn)
      FAIL() << "the program is " << dump(engineProgram(Seed), Seed);
  }
  std::printf("campaign, static dependences: %zu pairs of sites\n", Checked);
  EXPECT_GT(Checked, 100 * Size.Programs);
}
