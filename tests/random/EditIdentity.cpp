#include "random/Editor.h"

#include <algorithm>

namespace vernier::test {

namespace {

void shuffle(Random &Rng, std::size_t Size, const std::function<void(std::size_t, std::size_t)> &Swap) {
  for (std::size_t K = Size; K > 1; --K)
    Swap(K - 1, Rng.below(K));
}

} // namespace

Edited Editor::renameLocals() {
  for (Function &F : P.Functions) {
    std::vector<std::pair<std::string, std::string>> Names;
    auto Rename = [&](std::string &Name) {
      Names.push_back({Name, freshName("local")});
      Name = Names.back().second;
    };
    for (Variable &V : F.Locals)
      Rename(V.Name);
    auto Apply = [&](std::string &Name) {
      for (auto &[Old, New] : Names)
        if (Name == Old) {
          Name = New;
          return;
        }
    };
    for (Variable &V : F.Locals)
      Apply(V.Target);
    forEachStmt(F.Body, [&](Stmt &S) {
      if (S.Kind != StmtKind::Block)
        Apply(S.Name);
      if (S.Kind == StmtKind::MemCopy)
        Apply(S.Text);
    });
    auto Visit = [&](Expr &E) {
      if (E.Kind != ExprKind::Call && E.Kind != ExprKind::TableCall)
        Apply(E.Name);
    };
    forEachExpr(F.Body, Visit);
    forEachExpr(F.Result, Visit);
  }
  return "locals renamed";
}

Edited Editor::renameStatic() {
  for (Function &F : P.Functions) {
    if (!F.Static || !Rng.chance(40))
      continue;
    std::string Old = F.Name, New = freshName("helper");
    F.Name = New;
    for (Expr *Call : callsOf(Old))
      Call->Name = New;
    std::replace(P.FunctionTable.begin(), P.FunctionTable.end(), Old, New);
    return "static function " + Old + " renamed";
  }
  return {};
}

Edited Editor::reorderGlobals() {
  shuffle(Rng, P.Globals.size(), [&](auto A, auto B) { std::swap(P.Globals[A], P.Globals[B]); });
  return "globals reordered";
}

Edited Editor::reorderFunctions() {
  shuffle(Rng, P.Functions.size(), [&](auto A, auto B) { std::swap(P.Functions[A], P.Functions[B]); });
  return "functions reordered";
}

/// Only declarations without an initialiser: an initialiser is a statement.
Edited Editor::reorderLocals() {
  bool Done = false;
  for (Function &F : P.Functions) {
    std::vector<Variable *> Free;
    for (Variable &V : F.Locals)
      if (V.AssignLater)
        Free.push_back(&V);
    Done |= Free.size() > 1;
    shuffle(Rng, Free.size(), [&](auto A, auto B) { std::swap(*Free[A], *Free[B]); });
  }
  return Done ? Edited("declarations of locals reordered") : std::nullopt;
}

Edited Editor::incrementForm() {
  bool Done = false;
  for (Function &F : P.Functions)
    forEachStmt(F.Body, [&](Stmt &S) {
      if (S.Kind != StmtKind::Increment && S.Kind != StmtKind::For)
        return;
      // The value of ++b for a bit-field b is cut to its width, also where nobody uses it.
      if (S.Kind == StmtKind::Increment && !S.Exprs[0].Field.empty())
        return;
      S.Prefix = !S.Prefix;
      Done = true;
    });
  return Done ? Edited("x++ against ++x") : std::nullopt;
}

Edited Editor::renameMacro() {
  Macro &M = P.Macros[Rng.below(P.Macros.size())];
  std::string Old = M.Name;
  M.Name = freshName("MACRO");
  forEachExpr(P, [&](Expr &E) {
    if ((E.Kind == ExprKind::Call || E.Kind == ExprKind::Name) && E.Name == Old)
      E.Name = M.Name;
  });
  return "macro " + Old + " renamed";
}

const std::vector<Editor::Edit> &Editor::identical() {
  static const std::vector<Edit> All = {&Editor::renameLocals,     &Editor::renameStatic,  &Editor::reorderGlobals,
                                        &Editor::reorderFunctions, &Editor::reorderLocals, &Editor::incrementForm,
                                        &Editor::renameMacro};
  return All;
}

} // namespace vernier::test
