#include "changes/Alignment.h"

#include "base/Diff.h"
#include "bitcode/Locations.h"
#include "changes/Labels.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/xxhash.h>

#include <map>

namespace vernier {

namespace {

struct Item {
  const llvm::Instruction *I = nullptr;
  std::uint64_t Label = 0;
  std::uint64_t Text = 0; ///< of the source line; 0 without one
};

/// A statement: neighbouring instructions of one block and one line, [First, Last) of the items.
struct Group {
  std::size_t First = 0, Last = 0;
  std::uint64_t Label = 0;
};

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;
using LocalPairs = llvm::DenseMap<const llvm::AllocaInst *, const llvm::AllocaInst *>; // old -> new

std::string nameOf(const llvm::AllocaInst &Slot) {
  auto Declared = llvm::findDVRDeclares(const_cast<llvm::AllocaInst *>(&Slot));
  return Declared.empty() ? Slot.getName().str() : Declared.front()->getVariable()->getName().str();
}

/// The items and groups of one side, under one way to name locals.
struct Sequence {
  std::vector<Item> Items;
  std::vector<Group> Groups;
};

template <class LocalName>
Sequence sequenceOf(const llvm::Function &F, const Labels &Canonical, SourceText &Text, LocalName Name) {
  Sequence Result;
  const llvm::BasicBlock *Block = nullptr;
  unsigned Line = 0;
  for (const llvm::Instruction &I : llvm::instructions(F)) {
    if (isTransparent(I))
      continue;
    auto Where = locationOf(I);
    Item Next{&I, llvm::xxh3_64bits(Canonical.instruction(I, Name)), 0};
    if (Where)
      if (llvm::StringRef Source = llvm::StringRef(Text.line(Where->File, Where->Line)).trim(); !Source.empty())
        Next.Text = llvm::xxh3_64bits(Source);
    if (Result.Groups.empty() || I.getParent() != Block || (Where ? Where->Line : 0) != Line)
      Result.Groups.push_back({Result.Items.size(), Result.Items.size(), 0});
    Block = I.getParent();
    Line = Where ? Where->Line : 0;
    Group &Statement = Result.Groups.back();
    Statement.Last = Result.Items.size() + 1;
    Statement.Label = Statement.Label * 0x9e3779b97f4a7c15ull + Next.Label + 1;
    Result.Items.push_back(Next);
  }
  return Result;
}

/// Within a region that no whole statement matches: the best non-crossing matching of equal labels, same text first.
void alignRegion(const Sequence &A, std::size_t FirstA, std::size_t LastA, const Sequence &B, std::size_t FirstB,
                 std::size_t LastB, Pairs &Result) {
  std::size_t N = LastA - FirstA, M = LastB - FirstB;
  auto Same = [&](std::size_t I, std::size_t J) { return A.Items[FirstA + I].Label == B.Items[FirstB + J].Label; };
  constexpr std::size_t MostCells = 4'000'000;
  if (N * M > MostCells) {
    for (auto [I, J] : commonSubsequence(N, M, Same))
      Result.emplace_back(FirstA + I, FirstB + J);
    return;
  }
  std::vector<std::uint32_t> Best((N + 1) * (M + 1), 0);
  auto At = [&](std::size_t I, std::size_t J) -> std::uint32_t & { return Best[I * (M + 1) + J]; };
  auto Gain = [&](std::size_t I, std::size_t J) -> std::uint32_t {
    if (!Same(I, J))
      return 0;
    std::uint64_t TextA = A.Items[FirstA + I].Text, TextB = B.Items[FirstB + J].Text;
    return TextA != 0 && TextA == TextB ? 7 : 4;
  };
  for (std::size_t I = N; I-- > 0;)
    for (std::size_t J = M; J-- > 0;) {
      std::uint32_t Score = std::max(At(I + 1, J), At(I, J + 1));
      if (std::uint32_t Here = Gain(I, J))
        Score = std::max(Score, At(I + 1, J + 1) + Here);
      At(I, J) = Score;
    }
  for (std::size_t I = 0, J = 0; I < N && J < M;) {
    std::uint32_t Here = Gain(I, J);
    if (Here && At(I, J) == At(I + 1, J + 1) + Here)
      Result.emplace_back(FirstA + I++, FirstB + J++);
    else if (At(I, J) == At(I + 1, J))
      ++I;
    else
      ++J;
  }
}

Pairs align(const Sequence &A, const Sequence &B) {
  Pairs Result;
  std::size_t DoneA = 0, DoneB = 0;
  auto Statements = commonSubsequence(A.Groups.size(), B.Groups.size(), [&](std::size_t I, std::size_t J) {
    const Group &X = A.Groups[I], &Y = B.Groups[J];
    return X.Label == Y.Label && X.Last - X.First == Y.Last - Y.First;
  });
  for (auto [I, J] : Statements) {
    const Group &X = A.Groups[I], &Y = B.Groups[J];
    alignRegion(A, DoneA, X.First, B, DoneB, Y.First, Result);
    for (std::size_t K = 0; K < X.Last - X.First; ++K)
      Result.emplace_back(X.First + K, Y.First + K);
    DoneA = X.Last;
    DoneB = Y.Last;
  }
  alignRegion(A, DoneA, A.Items.size(), B, DoneB, B.Items.size(), Result);
  return Result;
}

/// Pairs locals of the same type that matched instructions use in the same place, the most frequent pairs first.
void voteForLocals(const Sequence &A, const Sequence &B, const Pairs &Matched, const Labels &Canonical,
                   LocalPairs &Locals) {
  llvm::DenseSet<const llvm::AllocaInst *> TakenOld, TakenNew;
  for (auto [Old, New] : Locals) {
    TakenOld.insert(Old);
    TakenNew.insert(New);
  }
  using Candidate = std::pair<const llvm::AllocaInst *, const llvm::AllocaInst *>;
  llvm::DenseMap<Candidate, unsigned> Votes;
  std::vector<Candidate> Order; // deterministic, by first use
  for (auto [I, J] : Matched) {
    const llvm::Instruction &X = *A.Items[I].I, &Y = *B.Items[J].I;
    if (X.getNumOperands() != Y.getNumOperands())
      continue;
    for (unsigned K = 0; K < X.getNumOperands(); ++K) {
      const auto *Old = llvm::dyn_cast<llvm::AllocaInst>(X.getOperand(K));
      const auto *New = llvm::dyn_cast<llvm::AllocaInst>(Y.getOperand(K));
      if (!Old || !New || !isTransparent(*Old) || !isTransparent(*New) || TakenOld.contains(Old) ||
          TakenNew.contains(New))
        continue;
      if (Old->getAlign() != New->getAlign() ||
          Canonical.type(Old->getAllocatedType()) != Canonical.type(New->getAllocatedType()))
        continue;
      if (Votes[{Old, New}]++ == 0)
        Order.emplace_back(Old, New);
    }
  }
  std::stable_sort(Order.begin(), Order.end(),
                   [&](const Candidate &X, const Candidate &Y) { return Votes[X] > Votes[Y]; });
  for (auto [Old, New] : Order)
    if (TakenOld.insert(Old).second) {
      if (TakenNew.insert(New).second)
        Locals[Old] = New;
      else
        TakenOld.erase(Old);
    }
}

/// Matches stores that only changed places within a run of commuting ones. The runs belong together when they begin at
/// the same matched neighbour or share a store.
void matchReordered(ChangeMap &Map, const Sequence &A, const Sequence &B) {
  std::map<std::uint64_t, std::vector<std::size_t>> Left; // by label: stores of the new version without a counterpart
  for (std::size_t J = 0; J < B.Items.size(); ++J)
    if (!Map.counterpart(*B.Items[J].I) && isCommutingStore(*B.Items[J].I))
      Left[B.Items[J].Label].push_back(J);
  auto Together = [&](std::size_t I, std::size_t J) {
    // The nearest store of the run on either side that has a counterpart must have it in the other run.
    auto Block = B.Items[J].I->getParent();
    for (std::size_t K = I; K-- > 0 && isCommutingStore(*A.Items[K].I);)
      if (const llvm::Instruction *Other = Map.counterpart(*A.Items[K].I))
        return Other->getParent() == Block;
    for (std::size_t K = I + 1; K < A.Items.size() && isCommutingStore(*A.Items[K].I); ++K)
      if (const llvm::Instruction *Other = Map.counterpart(*A.Items[K].I))
        return Other->getParent() == Block;
    return false;
  };
  for (std::size_t I = 0; I < A.Items.size(); ++I) {
    const llvm::Instruction &Store = *A.Items[I].I;
    if (Map.counterpart(Store) || !isCommutingStore(Store))
      continue;
    for (std::size_t J : Left[A.Items[I].Label])
      if (!Map.counterpart(*B.Items[J].I) && Together(I, J)) {
        Map.match(Store, *B.Items[J].I);
        break;
      }
  }
}

} // namespace

void alignFunctions(ChangeMap &Map, const llvm::Function &Old, const llvm::Function &New, SourceText &OldText,
                    SourceText &NewText) {
  Labels Canonical(Map);
  LocalPairs Locals;
  llvm::DenseMap<const llvm::AllocaInst *, std::string> Paired;
  auto Type = [&](const llvm::AllocaInst &Slot) { return Canonical.type(Slot.getAllocatedType()); };

  // Locals are paired by what happens to them: first those that kept their name, then renamed ones; the last round
  // takes only paired ones for the same.
  enum class Round { ByName, Renamed, Final };
  for (Round Now : {Round::ByName, Round::Renamed, Round::Final}) {
    auto NameIn = [&](const std::string &Side) {
      return [&, Side](const llvm::AllocaInst &Slot) -> std::string {
        if (auto It = Paired.find(&Slot); It != Paired.end())
          return It->second;
        switch (Now) {
        case Round::ByName:
          return nameOf(Slot) + ":" + Type(Slot);
        case Round::Renamed:
          return "?" + Type(Slot);
        case Round::Final:
          return Side + Slot.getName().str() + Type(Slot);
        }
        return {};
      };
    };
    Sequence A = sequenceOf(Old, Canonical, OldText, NameIn("old ")),
             B = sequenceOf(New, Canonical, NewText, NameIn("new "));
    Pairs Matched = align(A, B);
    if (Now == Round::Final) {
      for (auto [I, J] : Matched)
        Map.match(*A.Items[I].I, *B.Items[J].I);
      matchReordered(Map, A, B);
      break;
    }
    voteForLocals(A, B, Matched, Canonical, Locals);
    for (auto [X, Y] : Locals)
      if (!Paired.contains(X)) {
        std::string Name = "local" + std::to_string(Paired.size());
        Paired[X] = Name;
        Paired[Y] = Name;
      }
  }
  for (auto [X, Y] : Locals)
    Map.match(*static_cast<const llvm::Instruction *>(X), *static_cast<const llvm::Instruction *>(Y));
}

} // namespace vernier
