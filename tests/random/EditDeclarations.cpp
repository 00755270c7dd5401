#include "random/Editor.h"

#include <algorithm>
#include <map>

namespace vernier::test {

std::vector<Expr *> Editor::callsOf(const std::string &Name) {
  std::vector<Expr *> Calls;
  forEachExpr(P, [&](Expr &E) {
    if (E.Kind == ExprKind::Call && E.Name == Name)
      Calls.push_back(&E);
  });
  return Calls;
}

std::string Editor::freshName(const std::string &Stem) {
  return Stem + "_" + std::to_string(Rng.below(100000));
}

Variable *Editor::anyVariable(const std::function<bool(const Variable &)> &Fits) {
  std::vector<Variable *> Found;
  for (Variable &V : P.Globals)
    if (Fits(V))
      Found.push_back(&V);
  for (Function &F : P.Functions)
    for (Variable &V : F.Locals)
      if (Fits(V))
        Found.push_back(&V);
  return Found.empty() ? nullptr : Found[Rng.below(Found.size())];
}

Edited Editor::initialiser() {
  // Statics and globals more often than locals.
  bool Global = Rng.chance(70);
  Variable *V = anyVariable([&](const Variable &V) {
    bool OfGlobal = V.Static || std::any_of(P.Globals.begin(), P.Globals.end(), [&](auto &G) { return &G == &V; });
    return V.Form != Shape::Array && !V.Values.empty() && !V.Counter && OfGlobal == Global;
  });
  if (!V)
    return {};
  V->Values[Rng.below(V->Values.size())] += 1;
  return "initialiser of " + V->Name;
}

Edited Editor::tableEntry() {
  Variable *V = anyVariable([](const Variable &V) { return V.Form == Shape::Array; });
  if (!V)
    return {};
  V->Values[Rng.below(V->Values.size())] += Rng.chance(50) ? 1 : -3;
  return "entry of the table " + V->Name;
}

Edited Editor::characterTable() {
  Variable *V = anyVariable([](const Variable &V) { return V.Form == Shape::Text; });
  if (!V)
    return {};
  char &C = V->Text[Rng.below(V->Text.size())];
  C = C == 'z' ? 'a' : static_cast<char>(C + 1);
  return "character of the table " + V->Name;
}

Edited Editor::enumerator() {
  Enumerator &E = P.Enumerators[Rng.below(P.Enumerators.size())];
  // A free value: two equal ones could meet in one switch.
  std::int64_t Value = 0;
  auto Taken = [&] {
    return std::any_of(P.Enumerators.begin(), P.Enumerators.end(), [&](auto &Other) { return Other.Value == Value; });
  };
  do
    Value = Rng.between(0, 12);
  while (Taken());
  E.Value = Value;
  return "value of the enumerator " + E.Name;
}

Edited Editor::macroBody() {
  Macro &M = P.Macros[Rng.below(P.Macros.size())];
  std::vector<Expr *> Literals, Operators;
  auto Visit = [&](Expr &E) {
    if (E.Kind == ExprKind::Literal && !E.Fixed)
      Literals.push_back(&E);
    if (E.Kind == ExprKind::Binary && (E.Op == "+" || E.Op == "-" || E.Op == "*"))
      Operators.push_back(&E);
  };
  forEachExpr(M.Body, Visit);
  forEachExpr(M.Steps, Visit);
  if (!Operators.empty() && Rng.chance(40)) {
    Expr *E = Operators[Rng.below(Operators.size())];
    E->Op = E->Op == "+" ? "-" : "+";
  } else if (M.Form == MacroForm::Object) {
    M.Body.Value = M.Body.Value % 7 + 1;
  } else if (M.Form == MacroForm::Expression && Literals.empty()) {
    M.Body = binary("+", M.Body, literal(1));
  } else if (!Literals.empty()) {
    Literals[Rng.below(Literals.size())]->Value += 1;
  } else {
    return {};
  }
  return "body of the macro " + M.Name;
}

Edited Editor::fieldOrder() {
  auto &Fields = P.Structures[0].Fields;
  if (Fields.size() < 2)
    return {};
  std::size_t K = Rng.below(Fields.size() - 1);
  std::swap(Fields[K], Fields[K + 1]);
  return "fields of " + P.Structures[0].Name + " reordered";
}

Edited Editor::addField() {
  auto &Fields = P.Structures[0].Fields;
  Field New{freshName("added"), static_cast<IntType>(Rng.below(IntTypeCount)), 0};
  Fields.insert(Fields.begin() + static_cast<std::ptrdiff_t>(Rng.below(Fields.size() + 1)), New);
  return "field added to " + P.Structures[0].Name;
}

Edited Editor::widenField() {
  Field &F = P.Structures[0].Fields[Rng.below(P.Structures[0].Fields.size())];
  if (F.Bits) {
    F.Bits += static_cast<unsigned>(1 + Rng.below(3));
    return "bit-field " + F.Name + " widened";
  }
  IntType Old = F.Type;
  F.Type = static_cast<IntType>((static_cast<unsigned>(Old) + 2) % IntTypeCount);
  return "type of the field " + F.Name;
}

Edited Editor::variableType() {
  // An `int` may have a pointer to it.
  Variable *V = anyVariable([](const Variable &V) { return V.Form == Shape::Scalar && V.Type != IntType::Int; });
  if (!V)
    return {};
  IntType Old = V->Type;
  while (V->Type == Old || V->Type == IntType::Int)
    V->Type = static_cast<IntType>(Rng.below(IntTypeCount));
  return "type of " + V->Name;
}

Edited Editor::swapParameters(bool WithCallers) {
  std::vector<std::pair<Function *, std::size_t>> Found;
  for (Function &F : P.Functions)
    for (std::size_t K = 0; K + 1 < F.Parameters.size(); ++K) {
      const Parameter &A = F.Parameters[K], &B = F.Parameters[K + 1];
      if (F.Name == "program" || A.Fuel || A.Pointer || B.Pointer)
        continue;
      if (!F.InTable || A.Type == B.Type)
        Found.push_back({&F, K});
    }
  if (Found.empty())
    return {};
  auto [F, K] = Found[Rng.below(Found.size())];
  std::swap(F->Parameters[K], F->Parameters[K + 1]);
  if (WithCallers) {
    // From the inside out: swapping the arguments of a call moves the calls inside them.
    auto Calls = callsOf(F->Name);
    for (auto Call = Calls.rbegin(); Call != Calls.rend(); ++Call)
      std::swap((*Call)->Kids[K], (*Call)->Kids[K + 1]);
  }
  return "parameters of " + F->Name + " swapped" + (WithCallers ? ", in its calls too" : ", its calls as before");
}

Edited Editor::swapParameters() {
  return swapParameters(true);
}
Edited Editor::swapParametersOnly() {
  return swapParameters(false);
}

Edited Editor::functionTable() {
  if (P.FunctionTable.empty())
    return {};
  std::string &Entry = P.FunctionTable[Rng.below(4)], Old = Entry;
  while (Entry == Old)
    Entry = "entry" + std::to_string(Rng.below(3));
  return "table of functions: " + Old + " to " + Entry;
}

namespace {

void renameCalls(SourceProgram &P, const std::string &Old, const std::string &New) {
  forEachExpr(P, [&](Expr &E) {
    if (E.Kind == ExprKind::Call && E.Name == Old)
      E.Name = New;
  });
  std::replace(P.FunctionTable.begin(), P.FunctionTable.end(), Old, New);
}

void substitute(Expr &E, const std::map<std::string, Expr> &By) {
  for (Expr &Kid : E.Kids)
    substitute(Kid, By);
  if (E.Kind == ExprKind::Name)
    if (auto Found = By.find(E.Name); Found != By.end())
      E = Found->second;
}

/// Only literals, globals and parameters by value: what makes sense in any other function.
bool portable(Expr Body, const Function &F) {
  bool Fine = true;
  forEachExpr(Body, [&](Expr &E) {
    if (E.Kind == ExprKind::Address || E.Kind == ExprKind::Dereference)
      Fine = false;
    for (const Variable &V : F.Locals)
      Fine &= E.Name != V.Name;
  });
  return Fine;
}

} // namespace

Edited Editor::renameFunction() {
  std::vector<Function *> Candidates;
  for (Function &F : P.Functions)
    if (F.Name != "program" && !F.InTable)
      Candidates.push_back(&F);
  if (Candidates.empty())
    return {};
  Function &F = *Candidates[Rng.below(Candidates.size())];
  std::string Old = F.Name, New = freshName("renamed");
  F.Name = New;
  renameCalls(P, Old, New);
  return "function " + Old + " renamed to " + New;
}

/// A call becomes the expression that the function returns. That is the whole function only if its body is empty; else
/// it is an edit that loses the rest.
Edited Editor::inlineCall() {
  for (Function &F : P.Functions) {
    bool Pointers = std::any_of(F.Parameters.begin(), F.Parameters.end(), [](auto &Own) { return Own.Pointer; });
    if (F.Void || Pointers || F.Recursive || F.Name == "program" || !portable(F.Result, F) || !Rng.chance(50))
      continue;
    auto Sites = exprs([&](const Expr &E) { return E.Kind == ExprKind::Call && E.Name == F.Name; });
    auto Site = choose(Sites);
    if (!Site)
      continue;
    std::map<std::string, Expr> By;
    for (std::size_t K = 0; K < F.Parameters.size(); ++K) {
      Expr Cast;
      Cast.Kind = ExprKind::Cast;
      Cast.Type = F.Parameters[K].Type;
      Cast.Kids = {Site->Where->Kids[K]};
      By[F.Parameters[K].Name] = Cast;
    }
    Expr Body = F.Result;
    substitute(Body, By);
    Expr Whole;
    Whole.Kind = ExprKind::Cast;
    Whole.Type = F.Returns;
    Whole.Kids = {std::move(Body)};
    *Site->Where = std::move(Whole);
    return "call of " + F.Name + " inlined by hand in " + Site->Owner->Name;
  }
  return {};
}

/// A sum or the like becomes a function of its own.
Edited Editor::extractFunction() {
  auto Site = choose(exprs([](const Expr &E) { return E.Kind == ExprKind::Binary; }));
  if (!Site)
    return {};
  std::map<std::string, IntType> Types;
  for (const Parameter &Own : Site->Owner->Parameters)
    if (!Own.Pointer)
      Types[Own.Name] = Own.Type;
  for (const Variable &V : Site->Owner->Locals)
    if (V.Form == Shape::Scalar)
      Types[V.Name] = V.Type;
  std::map<std::string, IntType> Used;
  bool Fine = true;
  forEachExpr(*Site->Where, [&](Expr &E) {
    if (E.Kind == ExprKind::Name && E.Field.empty() && Types.contains(E.Name))
      Used[E.Name] = Types[E.Name];
    else if (E.Kind != ExprKind::Literal && E.Kind != ExprKind::Binary && E.Kind != ExprKind::Cast)
      Fine = false;
  });
  if (!Fine || Used.empty())
    return {};
  Function New;
  New.Name = freshName("extracted");
  New.Returns = IntType::Long;
  Expr Call;
  Call.Kind = ExprKind::Call;
  Call.Name = New.Name;
  for (auto &[Name, Type] : Used) {
    New.Parameters.push_back({Name, Type, false, false});
    Call.Kids.push_back(name(Name));
  }
  New.Result = *Site->Where;
  *Site->Where = std::move(Call);
  std::string Owner = Site->Owner->Name;
  P.Functions.insert(P.Functions.begin(), std::move(New));
  return "expression of " + Owner + " extracted into a function";
}

Edited Editor::recursionDepth() {
  for (Function &F : P.Functions)
    if (F.Recursive && Rng.chance(60)) {
      F.FuelLimit = F.FuelLimit == 0 ? 1 : 0;
      return "depth of the recursion " + F.Name;
    }
  return {};
}

Edited Editor::linkage() {
  std::vector<Function *> Candidates;
  for (Function &F : P.Functions)
    if (F.Name != "program")
      Candidates.push_back(&F);
  Function &F = *Candidates[Rng.below(Candidates.size())];
  F.Static = !F.Static;
  return F.Name + (F.Static ? " made static" : " made external");
}

} // namespace vernier::test
