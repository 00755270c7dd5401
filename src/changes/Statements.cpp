#include "bitcode/Locations.h"
#include "bitcode/SourceText.h"
#include "changes/ChangeMap.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <map>
#include <set>

namespace vernier {

namespace {

/// A source line of a function; two functions on one line are two statements.
struct LineKey {
  const llvm::Function *F;
  std::string File;
  unsigned Line;
  auto operator<=>(const LineKey &) const = default;
};

struct LineInfo {
  unsigned Column = 0;
  std::vector<const llvm::Instruction *> Changed;
  std::map<LineKey, unsigned> MatchedWith; ///< lines of the other version, with the number of matched instructions
};

/// Where an instruction is told to stand; what the compiler made up stands where its function begins.
LineKey keyOf(const llvm::Instruction &I) {
  auto Where = locationOf(I);
  if (!Where)
    Where = locationOf(*I.getFunction());
  return {I.getFunction(), Where->File, Where->Line};
}

class LineTable {
public:
  LineTable(const Program &Version, const ChangeMap &Map) {
    for (const llvm::Function &F : Version.module())
      for (const llvm::Instruction &I : llvm::instructions(F))
        add(I, Map);
    for (auto [From, To] : Map.changedEdges())
      if (From->getModule() == &Version.module())
        addChanged(*From->getTerminator());
    for (const llvm::Function &F : Version.module())
      for (const llvm::BasicBlock &Block : F)
        addJump(Block, Map);
  }

  std::map<LineKey, LineInfo> Lines;

private:
  void add(const llvm::Instruction &I, const ChangeMap &Map) {
    if (isTransparent(I))
      return;
    if (Map.isChanged(I))
      return addChanged(I);
    LineInfo &Line = Lines[keyOf(I)];
    ++Line.MatchedWith[keyOf(*Map.counterpart(I))];
  }

  /// `break;`, `continue;`, `goto x;` are nothing but an edge. Their line is told as changed when it is reached by
  /// changes only.
  void addJump(const llvm::BasicBlock &Block, const ChangeMap &Map) {
    const llvm::Instruction *Jump = Block.getTerminator();
    if (!isTransparent(*Jump) || !locationOf(*Jump) || Lines.contains(keyOf(*Jump)))
      return;
    for (const llvm::Instruction &I : Block)
      if (&I != Jump && !isTransparent(I) && !Map.isChanged(I))
        return;
    bool Reached = false;
    for (const llvm::BasicBlock *From : llvm::predecessors(&Block)) {
      const llvm::Instruction *Way = From->getTerminator();
      if (!Map.isChanged(*Way) && !Map.isChangedEdge(*From, Block))
        return;
      Reached = true;
    }
    if (Reached)
      addChanged(*Jump);
  }

  void addChanged(const llvm::Instruction &I) {
    LineInfo &Line = Lines[keyOf(I)];
    if (llvm::is_contained(Line.Changed, &I))
      return;
    Line.Changed.push_back(&I);
    if (auto Where = locationOf(I); Where && (Line.Column == 0 || Where->Column < Line.Column))
      Line.Column = Where->Column;
  }
};

Location placeOf(const LineKey &Key, const LineInfo &Line) {
  return {Key.File, Key.Line, Line.Column, sourceName(*Key.F)};
}

/// The line of the other version that shares most matched instructions.
const LineKey *partner(const LineInfo &Line) {
  const LineKey *Best = nullptr;
  unsigned Most = 0;
  for (auto &[Key, Count] : Line.MatchedWith)
    if (Count > Most) {
      Best = &Key;
      Most = Count;
    }
  return Best;
}

std::string textOf(SourceText &Text, const LineKey &Key) {
  return llvm::StringRef(Text.line(Key.File, Key.Line)).trim().str();
}

/// Pairs up changed lines that share no matched instruction but stand between the same matched lines, in order: `a =
/// 1;` against `b = 2;` is one modified statement.
void pairReplaced(const LineTable &Old, const LineTable &New, const ChangeMap &Map, std::map<LineKey, LineKey> &OldOf,
                  std::set<LineKey> &OldUsed) {
  auto Lonely = [](const LineTable &Table, const llvm::Function *F, auto Used) {
    std::vector<std::pair<std::size_t, LineKey>> Result; // with the number of matched lines before it
    std::size_t Anchors = 0;
    for (auto It = Table.Lines.lower_bound({F, "", 0}); It != Table.Lines.end() && It->first.F == F; ++It) {
      if (!It->second.MatchedWith.empty())
        ++Anchors;
      else if (!It->second.Changed.empty() && !Used(It->first))
        Result.emplace_back(Anchors, It->first);
    }
    return Result;
  };
  for (const llvm::Function &F : Map.oldProgram().module()) {
    const llvm::Function *Other = Map.counterpart(F);
    if (!Other)
      continue;
    auto Olds = Lonely(Old, &F, [&](const LineKey &Key) { return OldUsed.contains(Key); });
    auto News = Lonely(New, Other, [&](const LineKey &Key) { return OldOf.contains(Key); });
    std::size_t J = 0;
    for (auto &[Anchor, Key] : News) {
      while (J < Olds.size() && Olds[J].first < Anchor)
        ++J;
      if (J < Olds.size() && Olds[J].first == Anchor) {
        OldOf.emplace(Key, Olds[J].second);
        OldUsed.insert(Olds[J].second);
        ++J;
      }
    }
  }
}

} // namespace

std::vector<ChangedStatement> changedStatements(const ChangeMap &Map) {
  LineTable Old(Map.oldProgram(), Map), New(Map.newProgram(), Map);
  SourceText OldText(Map.oldProgram()), NewText(Map.newProgram());

  // Which old line a changed line of the new version stands for.
  std::map<LineKey, LineKey> OldOf;
  std::set<LineKey> OldUsed;
  for (auto &[Key, Line] : New.Lines)
    if (!Line.Changed.empty())
      if (const LineKey *Partner = partner(Line); Partner && !OldUsed.contains(*Partner)) {
        OldOf.emplace(Key, *Partner);
        OldUsed.insert(*Partner);
      }
  // A line that only lost something is modified too: its counterpart in the new version has nothing changed of its own.
  for (auto &[Key, Line] : Old.Lines)
    if (!Line.Changed.empty() && !OldUsed.contains(Key))
      if (const LineKey *Partner = partner(Line); Partner && !OldOf.contains(*Partner)) {
        OldOf.emplace(*Partner, Key);
        OldUsed.insert(Key);
      }
  pairReplaced(Old, New, Map, OldOf, OldUsed);

  std::vector<ChangedStatement> Result;
  for (auto &[Key, Line] : New.Lines) {
    auto Partner = OldOf.find(Key);
    if (Line.Changed.empty() && Partner == OldOf.end())
      continue;
    ChangedStatement Statement;
    Statement.Kind = Partner == OldOf.end() ? ChangeKind::Added : ChangeKind::Modified;
    Statement.Where = Side::New;
    Statement.Place = placeOf(Key, Line);
    Statement.Text = textOf(NewText, Key);
    Statement.NewInstructions = Line.Changed;
    if (Partner != OldOf.end()) {
      const LineInfo &OldLine = Old.Lines[Partner->second];
      Statement.OldPlace = placeOf(Partner->second, OldLine);
      Statement.OldText = textOf(OldText, Partner->second);
      Statement.OldInstructions = OldLine.Changed;
    }
    Result.push_back(std::move(Statement));
  }
  for (auto &[Key, Line] : Old.Lines) {
    if (Line.Changed.empty() || OldUsed.contains(Key))
      continue;
    ChangedStatement Statement;
    Statement.Kind = ChangeKind::Removed;
    Statement.Where = Side::Old;
    Statement.Place = placeOf(Key, Line);
    Statement.Text = textOf(OldText, Key);
    Statement.OldInstructions = Line.Changed;
    Result.push_back(std::move(Statement));
  }
  std::stable_sort(Result.begin(), Result.end(), [](const ChangedStatement &A, const ChangedStatement &B) {
    // Headers of the system come last: they lie outside of the version.
    bool OutsideA = A.Place.File.starts_with("/"), OutsideB = B.Place.File.starts_with("/");
    return std::tie(OutsideA, A.Place.File, A.Place.Line, A.Where) <
           std::tie(OutsideB, B.Place.File, B.Place.Line, B.Where);
  });
  for (unsigned I = 0; I < Result.size(); ++I)
    Result[I].Id = I + 1;
  return Result;
}

} // namespace vernier
