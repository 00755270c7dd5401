#include "random/Editor.h"

#include <algorithm>
#include <map>

namespace vernier::test {

namespace {

bool isComparison(const Expr &E) {
  return E.Kind == ExprKind::Binary && std::string("< <= > >= == !=").find(E.Op) != std::string::npos;
}
bool isLogical(const Expr &E) {
  return E.Kind == ExprKind::Binary && (E.Op == "&&" || E.Op == "||");
}
bool isLoop(const Stmt &S) {
  return S.Kind == StmtKind::For || S.Kind == StmtKind::While || S.Kind == StmtKind::DoWhile;
}
bool isCounted(const Stmt &S) {
  return isLoop(S) || S.Kind == StmtKind::GotoLoop;
}
bool movable(const Stmt &S) {
  return !S.Fixed && S.Kind != StmtKind::Raw;
}

std::string in(const Function &F) {
  return " in " + F.Name;
}

} // namespace

void Editor::collect(std::vector<Stmt> &List, Function &Owner, unsigned Depth, bool Loop, std::vector<StmtSite> &Into) {
  for (std::size_t K = 0; K < List.size(); ++K) {
    Into.push_back({&List, K, &Owner, Depth, Loop});
    for (auto &Inner : List[K].Lists)
      collect(Inner, Owner, Depth + 1, Loop || isLoop(List[K]), Into);
  }
}

std::vector<Editor::StmtSite> Editor::stmts(const std::function<bool(const Stmt &)> &Fits) {
  std::vector<StmtSite> All;
  for (Function &F : P.Functions)
    collect(F.Body, F, F.Name == "program" ? 0 : 1, false, All);
  std::erase_if(All, [&](const StmtSite &S) { return !Fits(S.get()); });
  return All;
}

std::vector<Editor::ExprSite> Editor::exprs(const std::function<bool(const Expr &)> &Fits) {
  std::vector<ExprSite> Found;
  for (const StmtSite &S : stmts([](const Stmt &) { return true; }))
    for (Expr &Top : S.get().Exprs)
      forEachExpr(Top, [&](Expr &E) {
        if (!E.Fixed && Fits(E))
          Found.push_back({&E, S.Owner, S.Depth});
      });
  for (Function &F : P.Functions)
    if (!F.Void)
      forEachExpr(F.Result, [&](Expr &E) {
        if (!E.Fixed && Fits(E))
          Found.push_back({&E, &F, 0});
      });
  return Found;
}

Edited Editor::constant() {
  auto Site = choose(exprs([](const Expr &E) { return E.Kind == ExprKind::Literal; }));
  if (!Site)
    return {};
  std::int64_t Old = Site->Where->Value;
  std::int64_t New = Rng.chance(60) ? Old + (Rng.chance(50) ? 1 : -1) : Grow.constant();
  Site->Where->Value = New == Old ? Old + 2 : New;
  return "constant " + std::to_string(Old) + " to " + std::to_string(Site->Where->Value) + in(*Site->Owner);
}

Edited Editor::operation() {
  auto Site = choose(exprs([](const Expr &E) {
    return (E.Kind == ExprKind::Binary && !isComparison(E)) || E.Kind == ExprKind::Shift || E.Kind == ExprKind::Divide;
  }));
  if (!Site)
    return {};
  Expr &E = *Site->Where;
  std::string Old = E.Op;
  if (isLogical(E))
    E.Op = Old == "&&" ? "||" : "&&";
  else if (E.Kind == ExprKind::Shift)
    E.Op = Old == "<<" ? ">>" : "<<";
  else if (E.Kind == ExprKind::Divide)
    E.Op = Old == "/" ? "%" : "/";
  else
    do
      E.Op = pick(std::vector<std::string>{"+", "-", "*", "&", "|", "^"});
    while (E.Op == Old);
  return "operator " + Old + " to " + E.Op + in(*Site->Owner);
}

Edited Editor::comparison() {
  auto Site = choose(exprs(isComparison));
  if (!Site)
    return {};
  static const std::map<std::string, std::string> Boundary = {{"<", "<="}, {"<=", "<"},  {">", ">="},
                                                              {">=", ">"}, {"==", "!="}, {"!=", "=="}};
  std::string Old = Site->Where->Op;
  Site->Where->Op = Boundary.at(Old);
  return "boundary " + Old + " to " + Site->Where->Op + in(*Site->Owner);
}

Edited Editor::swapOperands() {
  auto Site = choose(exprs([](const Expr &E) { return E.Kind == ExprKind::Binary && !isLogical(E); }));
  if (!Site)
    return {};
  std::swap(Site->Where->Kids[0], Site->Where->Kids[1]);
  return "operands of " + Site->Where->Op + " swapped" + in(*Site->Owner);
}

Edited Editor::negateCondition() {
  auto Site = choose(stmts([](const Stmt &S) { return S.Kind == StmtKind::If || S.Kind == StmtKind::GotoSkip; }));
  if (!Site)
    return {};
  Expr Not;
  Not.Kind = ExprKind::Unary;
  Not.Op = "!";
  Not.Kids = {Site->get().Exprs[0]};
  Site->get().Exprs[0] = std::move(Not);
  return "condition negated" + in(*Site->Owner);
}

Edited Editor::replaceVariable() {
  auto Site = choose(exprs([](const Expr &E) { return E.Kind == ExprKind::Name; }));
  if (!Site)
    return {};
  std::vector<Expr> Names;
  for (const Expr &E : scopeOf(P, *Site->Owner).Readable)
    if (E.Kind == ExprKind::Name && E.Name + E.Field != Site->Where->Name + Site->Where->Field)
      Names.push_back(E);
  if (Names.empty())
    return {};
  std::string Old = Site->Where->Name + Site->Where->Field;
  *Site->Where = pick(Names);
  return "variable " + Old + " to " + Site->Where->Name + Site->Where->Field + in(*Site->Owner);
}

Edited Editor::addOne() {
  auto Site = choose(exprs([](const Expr &E) { return E.Kind == ExprKind::Name || E.Kind == ExprKind::Call; }));
  // A void call has no value; it is always a whole statement.
  if (!Site)
    return {};
  for (const Function &F : P.Functions)
    if (F.Void && F.Name == Site->Where->Name)
      return {};
  *Site->Where = binary(Rng.chance(50) ? "+" : "-", *Site->Where, literal(1));
  return "one added or subtracted" + in(*Site->Owner);
}

Edited Editor::castOperand() {
  auto Site = choose(exprs([](const Expr &E) { return E.Kind == ExprKind::Binary || E.Kind == ExprKind::Name; }));
  if (!Site)
    return {};
  Expr Cast;
  Cast.Kind = ExprKind::Cast;
  Cast.Type = static_cast<IntType>(Rng.below(IntTypeCount));
  Cast.Kids = {*Site->Where};
  *Site->Where = std::move(Cast);
  return "cast to " + std::string(spelling(Site->Where->Type)) + in(*Site->Owner);
}

Edited Editor::callee() {
  std::vector<std::string> Table;
  for (const Function &F : P.Functions)
    if (F.InTable)
      Table.push_back(F.Name);
  if (Table.empty())
    return {};
  auto Site = choose(exprs([&](const Expr &E) {
    return E.Kind == ExprKind::Call && std::find(Table.begin(), Table.end(), E.Name) != Table.end();
  }));
  // Only an earlier function: calls must not form a cycle.
  if (!Site || Site->Where->Name == Table.front() || Site->Owner->InTable)
    return {};
  std::string Old = Site->Where->Name;
  Site->Where->Name = Table.front();
  return "call of " + Old + " to call of " + Table.front() + in(*Site->Owner);
}

Edited Editor::swapArguments() {
  auto Site = choose(exprs([](const Expr &E) { return E.Kind == ExprKind::TableCall; }));
  if (!Site)
    return {};
  std::swap(Site->Where->Kids[1], Site->Where->Kids[2]);
  return "arguments swapped" + in(*Site->Owner);
}

Edited Editor::insertStatement() {
  auto Site = choose(stmts([](const Stmt &) { return true; }));
  if (!Site)
    return {};
  Stmt New = Grow.simpleStatement(scopeOf(P, *Site->Owner), *Site->Owner);
  Site->List->insert(Site->List->begin() + static_cast<std::ptrdiff_t>(Site->Index), std::move(New));
  return "statement inserted" + in(*Site->Owner);
}

Edited Editor::deleteStatement() {
  auto Site = choose(stmts(movable));
  if (!Site)
    return {};
  Site->List->erase(Site->List->begin() + static_cast<std::ptrdiff_t>(Site->Index));
  return "statement deleted" + in(*Site->Owner);
}

Edited Editor::duplicateStatement() {
  auto Site = choose(stmts([](const Stmt &S) { return movable(S) && S.Lists.empty(); }));
  if (!Site)
    return {};
  Stmt Copy = Site->get();
  Site->List->insert(Site->List->begin() + static_cast<std::ptrdiff_t>(Site->Index), std::move(Copy));
  return "statement duplicated" + in(*Site->Owner);
}

Edited Editor::moveStatement() {
  auto Sites = stmts(movable);
  std::erase_if(Sites,
                [](const StmtSite &S) { return S.Index + 1 >= S.List->size() || !movable((*S.List)[S.Index + 1]); });
  auto Site = choose(Sites);
  if (!Site)
    return {};
  std::swap((*Site->List)[Site->Index], (*Site->List)[Site->Index + 1]);
  return "statement moved" + in(*Site->Owner);
}

/// `S; if (c) T` becomes `if (c) { S; T }`, or the first statement of a branch moves out in front
/// (docs/traps.md#trap-7).
Edited Editor::moveIntoBranch() {
  auto Sites = stmts([](const Stmt &S) { return S.Kind == StmtKind::If; });
  std::erase_if(Sites, [](const StmtSite &S) { return S.Index == 0 || !movable((*S.List)[S.Index - 1]); });
  auto Site = choose(Sites);
  if (!Site)
    return {};
  auto Before = Site->List->begin() + static_cast<std::ptrdiff_t>(Site->Index) - 1;
  Stmt Moved = *Before;
  Site->get().Lists[0].insert(Site->get().Lists[0].begin(), std::move(Moved));
  Site->List->erase(Before);
  return "statement moved into the branch below it" + in(*Site->Owner);
}

Edited Editor::removeBranch() {
  auto Site = choose(stmts([](const Stmt &S) { return S.Kind == StmtKind::If; }));
  if (!Site)
    return {};
  std::vector<Stmt> Kept = Site->get().Lists[Rng.chance(70) ? 0 : 1];
  auto At = Site->List->erase(Site->List->begin() + static_cast<std::ptrdiff_t>(Site->Index));
  Site->List->insert(At, Kept.begin(), Kept.end());
  return "branch removed" + in(*Site->Owner);
}

Edited Editor::addBranch() {
  auto Site = choose(stmts(movable));
  if (!Site)
    return {};
  Stmt If;
  If.Kind = StmtKind::If;
  If.Exprs = {Grow.condition(scopeOf(P, *Site->Owner), 0)};
  If.Lists = {{Site->get()}, {}};
  Site->get() = std::move(If);
  return "branch added" + in(*Site->Owner);
}

Edited Editor::changeElse() {
  auto Site = choose(stmts([](const Stmt &S) { return S.Kind == StmtKind::If; }));
  if (!Site)
    return {};
  auto &Else = Site->get().Lists[1];
  if (Else.empty()) {
    Else.push_back(Grow.simpleStatement(scopeOf(P, *Site->Owner), *Site->Owner));
    return "else added" + in(*Site->Owner);
  }
  Else.clear();
  return "else removed" + in(*Site->Owner);
}

Edited Editor::loopBound() {
  auto Site = choose(stmts([](const Stmt &S) { return isCounted(S) && S.Exprs[0].Kind == ExprKind::Literal; }));
  if (!Site)
    return {};
  std::int64_t &Bound = Site->get().Exprs[0].Value, Old = Bound;
  while (Bound == Old)
    Bound = Rng.between(0, 7);
  return "loop bound " + std::to_string(Old) + " to " + std::to_string(Bound) + in(*Site->Owner);
}

Edited Editor::changeJump() {
  auto Sites = stmts([](const Stmt &S) { return S.Kind == StmtKind::Break || S.Kind == StmtKind::Continue; });
  if (auto Site = choose(Sites); Site && Rng.chance(70)) {
    bool Break = Site->get().Kind == StmtKind::Break;
    Site->get().Kind = Break ? StmtKind::Continue : StmtKind::Break;
    return (Break ? "break to continue" : "continue to break") + in(*Site->Owner);
  }
  auto InLoops = stmts([](const Stmt &) { return true; });
  std::erase_if(InLoops, [](const StmtSite &S) { return !S.Loop; });
  auto Site = choose(InLoops);
  if (!Site)
    return {};
  Stmt If;
  If.Kind = StmtKind::If;
  If.Exprs = {Grow.condition(scopeOf(P, *Site->Owner), 0)};
  If.Lists = {{Stmt{}}, {}};
  If.Lists[0][0].Kind = Rng.chance(50) ? StmtKind::Break : StmtKind::Continue;
  Site->List->insert(Site->List->begin() + static_cast<std::ptrdiff_t>(Site->Index), std::move(If));
  return "jump out of a loop added" + in(*Site->Owner);
}

Edited Editor::switchCase() {
  auto Site = choose(stmts([](const Stmt &S) { return S.Kind == StmtKind::Switch; }));
  if (!Site)
    return {};
  Stmt &S = Site->get();
  if (S.Cases.size() > 1 && Rng.chance(40)) {
    std::size_t K = Rng.below(S.Cases.size());
    S.Cases.erase(S.Cases.begin() + static_cast<std::ptrdiff_t>(K));
    S.Lists.erase(S.Lists.begin() + static_cast<std::ptrdiff_t>(K));
    return "switch case removed" + in(*Site->Owner);
  }
  for (std::size_t K = 0; K < S.Cases.size(); ++K)
    if (S.Cases[K].Default) {
      S.Lists[K].insert(S.Lists[K].begin(), Grow.simpleStatement(scopeOf(P, *Site->Owner), *Site->Owner));
      return "switch default changed" + in(*Site->Owner);
    }
  SwitchCase Default;
  Default.Default = true;
  Default.Break = Rng.chance(50);
  S.Cases.push_back(Default);
  S.Lists.push_back({Grow.simpleStatement(scopeOf(P, *Site->Owner), *Site->Owner)});
  return "switch default added" + in(*Site->Owner);
}

Edited Editor::fallThrough() {
  auto Site = choose(stmts([](const Stmt &S) { return S.Kind == StmtKind::Switch && !S.Cases.empty(); }));
  if (!Site)
    return {};
  SwitchCase &Case = Site->get().Cases[Rng.below(Site->get().Cases.size())];
  Case.Break = !Case.Break;
  return (Case.Break ? "break of a case added" : "break of a case removed") + in(*Site->Owner);
}

Edited Editor::assignmentOperator() {
  auto Site = choose(stmts([](const Stmt &S) {
    return S.Kind == StmtKind::Increment || (S.Kind == StmtKind::Assign && !S.Fixed && S.Op != "=");
  }));
  if (!Site)
    return {};
  Stmt &S = Site->get();
  std::string Old = S.Op;
  if (S.Kind == StmtKind::Increment)
    S.Op = Old == "++" ? "--" : "++";
  else
    S.Op = Old == "+=" ? "-=" : "+=";
  return Old + " to " + S.Op + in(*Site->Owner);
}

Edited Editor::formatString() {
  auto Site = choose(stmts([](const Stmt &S) { return S.Kind == StmtKind::Print; }));
  if (!Site)
    return {};
  Site->get().Text += Rng.chance(50) ? " " : "\n";
  return "format string" + in(*Site->Owner);
}

const std::vector<Editor::Edit> &Editor::behavioural() {
  static const std::vector<Edit> All = {&Editor::constant,
                                        &Editor::constant,
                                        &Editor::operation,
                                        &Editor::comparison,
                                        &Editor::comparison,
                                        &Editor::swapOperands,
                                        &Editor::negateCondition,
                                        &Editor::replaceVariable,
                                        &Editor::addOne,
                                        &Editor::castOperand,
                                        &Editor::callee,
                                        &Editor::swapArguments,
                                        &Editor::insertStatement,
                                        &Editor::insertStatement,
                                        &Editor::deleteStatement,
                                        &Editor::deleteStatement,
                                        &Editor::duplicateStatement,
                                        &Editor::moveStatement,
                                        &Editor::moveStatement,
                                        &Editor::moveIntoBranch,
                                        &Editor::removeBranch,
                                        &Editor::addBranch,
                                        &Editor::changeElse,
                                        &Editor::loopBound,
                                        &Editor::changeJump,
                                        &Editor::switchCase,
                                        &Editor::fallThrough,
                                        &Editor::assignmentOperator,
                                        &Editor::formatString,
                                        &Editor::initialiser,
                                        &Editor::tableEntry,
                                        &Editor::characterTable,
                                        &Editor::enumerator,
                                        &Editor::macroBody,
                                        &Editor::fieldOrder,
                                        &Editor::addField,
                                        &Editor::widenField,
                                        &Editor::variableType,
                                        &Editor::swapParameters,
                                        &Editor::swapParametersOnly,
                                        &Editor::functionTable,
                                        &Editor::renameFunction,
                                        &Editor::inlineCall,
                                        &Editor::extractFunction,
                                        &Editor::recursionDepth,
                                        &Editor::linkage};
  return All;
}

} // namespace vernier::test
