#include "random/ProgramGenerator.h"

namespace vernier::test {

namespace {

const std::vector<std::string> Arithmetic = {"+", "-", "*", "&", "|", "^"};
const std::vector<std::string> Comparisons = {"<", "<=", ">", ">=", "==", "!="};
const std::vector<std::string> Assignments = {"=", "=", "=", "+=", "-=", "^=", "|=", "&=", "*="};

Expr element(const std::string &Name, std::int64_t Mask, Expr Index, const std::string &Field = {}) {
  Expr E;
  E.Kind = ExprKind::Element;
  E.Name = Name;
  E.Field = Field;
  E.Value = Mask;
  E.Kids = {std::move(Index)};
  return E;
}

void addVariable(Scope &S, const SourceProgram &P, const Variable &V, bool Global) {
  switch (V.Form) {
  case Shape::Scalar:
    S.Readable.push_back(name(V.Name));
    if (V.Const || V.Counter)
      return;
    S.Writable.push_back(name(V.Name));
    if (V.Type == IntType::Int)
      S.Ints.push_back(V.Name);
    return;
  case Shape::Array:
  case Shape::Text: {
    auto Size = static_cast<std::int64_t>(V.Form == Shape::Text ? V.Text.size() + 1 : V.Values.size());
    S.Readable.push_back(element(V.Name, Size - 1, literal(0)));
    if (V.Const)
      return;
    S.Writable.push_back(element(V.Name, Size - 1, literal(0)));
    S.Arrays.push_back({V.Name, V.Form == Shape::Text ? IntType::SChar : V.Type, Size});
    return;
  }
  case Shape::Pointer: {
    Expr E = name(V.Name);
    E.Kind = ExprKind::Dereference;
    S.Readable.push_back(E);
    S.Writable.push_back(E);
    if (!Global)
      S.Pointers.push_back(V.Name);
    return;
  }
  case Shape::Structure:
    for (const Structure &Type : P.Structures)
      if (Type.Name == V.TypeName)
        for (const Field &F : Type.Fields) {
          S.Readable.push_back(name(V.Name, "." + F.Name));
          S.Writable.push_back(name(V.Name, "." + F.Name));
        }
    return;
  case Shape::Union:
    S.Readable.push_back(element(V.Name, 3, literal(0), ".b"));
    S.Readable.push_back(element(V.Name, 1, literal(0), ".h"));
    S.Readable.push_back(name(V.Name, ".w"));
    S.Writable.push_back(name(V.Name, ".w"));
    S.Writable.push_back(element(V.Name, 3, literal(0), ".b"));
    return;
  }
}

void addParameter(Scope &S, const Parameter &P) {
  if (P.Pointer) {
    Expr E = name(P.Name);
    E.Kind = ExprKind::Dereference;
    S.Readable.push_back(E);
    S.Writable.push_back(E);
    return; // not among Pointers: it keeps pointing into its caller
  }
  S.Readable.push_back(name(P.Name));
  if (!P.Fuel)
    S.Writable.push_back(name(P.Name));
}

} // namespace

Scope scopeOf(const SourceProgram &P, const Function &Where) {
  Scope S;
  for (const Variable &V : P.Globals)
    addVariable(S, P, V, /*Global=*/true);
  for (const Macro &M : P.Macros) {
    if (M.Form == MacroForm::Object)
      S.Readable.push_back(name(M.Name));
    else if (M.Form == MacroForm::Expression)
      S.ExpressionMacros.push_back(M.Name);
    else
      S.StatementMacros.push_back(M.Name);
  }
  for (const Enumerator &E : P.Enumerators) {
    S.Readable.push_back(name(E.Name));
    S.Enumerators.push_back(E.Name);
  }
  // Twice: a function should mostly work on its own variables.
  for (int Times = 0; Times < 2; ++Times) {
    for (const Parameter &Own : Where.Parameters)
      addParameter(S, Own);
    for (const Variable &V : Where.Locals)
      addVariable(S, P, V, /*Global=*/false);
  }
  bool Entered = true;
  for (const Function &F : P.Functions) {
    Entered = Entered && F.Name != Where.Name;
    if (Entered)
      S.Callees.push_back(&F);
  }
  // The functions of the table must come before whoever calls through it.
  S.Table = !P.FunctionTable.empty() && !Where.InTable;
  for (const std::string &Entry : P.FunctionTable) {
    bool Before = false;
    for (const Function *F : S.Callees)
      Before |= F->Name == Entry;
    S.Table &= Before;
  }
  return S;
}

std::int64_t Grower::constant() {
  switch (Rng.below(10)) {
  case 0:
    return Rng.between(-128, 127);
  case 1:
    return Rng.between(-40000, 40000);
  case 2: {
    static const std::int64_t Edges[] = {127, 128, 255, 256, 32767, 65535, 2147483647, -2147483647, 4294967296, -1};
    return Edges[Rng.below(10)];
  }
  default:
    return Rng.between(-3, 12);
  }
}

Expr Grower::leaf(const Scope &S) {
  if (S.Readable.empty() || Rng.chance(25))
    return literal(constant());
  Expr E = pick(S.Readable);
  if (E.Kind == ExprKind::Element)
    E.Kids[0] = Rng.chance(30) ? literal(Rng.between(0, E.Value)) : expression(S, 0);
  return E;
}

Expr Grower::call(const Scope &S, const Function &Callee, unsigned Depth) {
  Expr E;
  E.Kind = ExprKind::Call;
  E.Name = Callee.Name;
  for (const Parameter &P : Callee.Parameters) {
    if (P.Fuel)
      E.Kids.push_back(masked(expression(S, 0), 3));
    else if (P.Pointer)
      E.Kids.push_back(pointerValue(S));
    else
      E.Kids.push_back(expression(S, Depth ? Depth - 1 : 0));
  }
  return E;
}

/// Every scope has a global `int`, so there is always something to point to.
Expr Grower::pointerValue(const Scope &S) {
  Expr E;
  E.Kind = ExprKind::Address;
  E.Fixed = true;
  if (!S.Pointers.empty() && Rng.chance(30)) {
    E = name(pick(S.Pointers));
    E.Fixed = true;
    return E;
  }
  for (int Tries = 0; Tries < 3 && !S.Arrays.empty() && Rng.chance(40); ++Tries) {
    const ArrayName &A = pick(S.Arrays);
    if (A.Type != IntType::Int || A.Size < 2)
      continue;
    E.Name = A.Name;
    E.Value = A.Size - 1;
    E.Kids = {expression(S, 0)};
    return E;
  }
  E.Name = pick(S.Ints);
  if (!Rng.chance(25))
    return E;
  Expr Other = E, Choice;
  Other.Name = pick(S.Ints);
  Choice.Kind = ExprKind::Conditional;
  Choice.Fixed = true;
  Choice.Kids = {condition(S, 0), std::move(E), std::move(Other)};
  return Choice;
}

Expr Grower::rarer(const Scope &S, unsigned Depth) {
  Expr E;
  switch (Rng.below(8)) {
  case 0:
    E.Kind = ExprKind::Shift;
    E.Op = Rng.chance(50) ? "<<" : ">>";
    break;
  case 1:
    E.Kind = ExprKind::Divide;
    E.Op = Rng.chance(50) ? "/" : "%";
    // The divisor of an unguarded division is a variable: a constant zero would be folded into an undefined value.
    if (Options.Traps && Rng.chance(60) && !S.Ints.empty()) {
      E.Kind = ExprKind::UncheckedDivide;
      Expr Divisor = name(pick(S.Ints));
      Divisor.Fixed = true;
      E.Kids = {expression(S, Depth - 1), std::move(Divisor)};
      return E;
    }
    break;
  case 2:
    E.Kind = ExprKind::Conditional;
    E.Kids = {condition(S, Depth - 1), expression(S, Depth - 1), expression(S, Depth - 1)};
    return E;
  case 3:
    E.Kind = ExprKind::Cast;
    E.Type = static_cast<IntType>(Rng.below(IntTypeCount));
    E.Kids = {expression(S, Depth - 1)};
    return E;
  case 4:
    E.Kind = ExprKind::Unary;
    E.Op = pick(std::vector<std::string>{"-", "~", "!"});
    E.Kids = {expression(S, Depth - 1)};
    return E;
  case 5:
    if (S.ExpressionMacros.empty())
      return leaf(S);
    E.Kind = ExprKind::Call;
    E.Name = pick(S.ExpressionMacros);
    E.Kids = {expression(S, Depth - 1)};
    return E;
  case 6:
    return condition(S, Depth - 1);
  default:
    if (!S.MayCall)
      return leaf(S);
    if (S.Table && Rng.chance(40)) {
      E.Kind = ExprKind::TableCall;
      E.Name = "table";
      E.Value = 3;
      E.Kids = {expression(S, 0), expression(S, 0), expression(S, 0)};
      return E;
    }
    for (int Tries = 0; Tries < 3 && !S.Callees.empty(); ++Tries)
      if (const Function *F = pick(S.Callees); !F->Void)
        return call(S, *F, Depth);
    return leaf(S);
  }
  E.Kids = {expression(S, Depth - 1), expression(S, Depth - 1)};
  return E;
}

Expr Grower::expression(const Scope &S, unsigned Depth) {
  if (Depth == 0 || Rng.chance(20))
    return leaf(S);
  if (Rng.chance(40))
    return rarer(S, Depth);
  // One draw after the other: the order in which a compiler evaluates arguments must not decide what a seed gives.
  std::string Op = pick(Arithmetic);
  Expr Left = expression(S, Depth - 1), Right = expression(S, Depth - 1);
  return binary(std::move(Op), std::move(Left), std::move(Right));
}

Expr Grower::condition(const Scope &S, unsigned Depth) {
  if (Depth > 0 && Rng.chance(30)) {
    std::string Op = Rng.chance(50) ? "&&" : "||";
    Expr First = condition(S, Depth - 1), Second = condition(S, Depth - 1);
    return binary(std::move(Op), std::move(First), std::move(Second));
  }
  if (Rng.chance(10))
    return leaf(S);
  // A constant near zero on the right splits small input ranges more often than two random sides would.
  Expr Right = Rng.chance(70) ? literal(Rng.between(-4, 9)) : expression(S, Depth);
  std::string Op = pick(Comparisons);
  Expr Left = expression(S, Depth);
  return binary(std::move(Op), std::move(Left), std::move(Right));
}

Stmt Grower::output(Expr Value) {
  Stmt Out;
  Out.Kind = Rng.chance(80) ? StmtKind::OutInt : StmtKind::OutChar;
  if (Options.PrintOnly || Rng.chance(15)) {
    Out.Kind = StmtKind::Print;
    static const std::vector<std::string> Formats = {"%d", "%d\n", "%x ", "[%d]", "%u;", "%c", "%5d|", "%02x"};
    Out.Text = pick(Formats);
  }
  Out.Exprs = {std::move(Value)};
  return Out;
}

Stmt Grower::assignment(const Scope &S) {
  Stmt A;
  if (!S.Pointers.empty() && Rng.chance(8)) {
    A.Kind = StmtKind::Assign;
    A.Op = "=";
    Expr Target = name(pick(S.Pointers));
    Target.Fixed = true;
    A.Exprs = {std::move(Target), pointerValue(S)};
    return A;
  }
  Expr Target = pick(S.Writable);
  if (Target.Kind == ExprKind::Element)
    Target.Kids[0] = Rng.chance(30) ? literal(Rng.between(0, Target.Value)) : expression(S, 0);
  Target.Fixed = true;
  if (Rng.chance(12)) {
    A.Kind = StmtKind::Increment;
    A.Op = Rng.chance(60) ? "++" : "--";
    A.Prefix = Rng.chance(50);
    A.Exprs = {std::move(Target)};
    return A;
  }
  A.Kind = StmtKind::Assign;
  A.Op = pick(Assignments);
  A.Exprs = {std::move(Target), expression(S, 2)};
  return A;
}

Stmt Grower::jump(const Scope &S, const Function &Where) {
  Stmt J;
  if (S.Loop && Rng.chance(60)) {
    J.Kind = Rng.chance(50) ? StmtKind::Break : StmtKind::Continue;
    return J;
  }
  J.Kind = StmtKind::Return;
  if (Options.Exit && Rng.chance(20)) {
    J.Kind = StmtKind::Exit;
    J.Value = Rng.between(0, 5);
    return J;
  }
  if (Options.Traps && Rng.chance(15)) {
    J.Kind = StmtKind::Abort;
    return J;
  }
  if (!Where.Void)
    J.Exprs = {expression(S, 1)};
  return J;
}

Stmt Grower::loop(Scope &S, Function &Where, unsigned Depth) {
  static const StmtKind Kinds[] = {StmtKind::For, StmtKind::For, StmtKind::While, StmtKind::DoWhile,
                                   StmtKind::GotoLoop};
  Stmt L;
  L.Kind = Kinds[Rng.below(5)];
  Variable Counter;
  Counter.Name = "k" + std::to_string(Where.Locals.size());
  Counter.Values = {0};
  Counter.Counter = true;
  L.Name = Counter.Name;
  L.Prefix = Rng.chance(50);
  Expr Bound = Rng.chance(60) ? literal(Rng.between(1, 6)) : masked(expression(S, 0), 7);
  Bound.Fixed = true;
  L.Exprs = {std::move(Bound)};
  if (L.Kind != StmtKind::For)
    L.Exprs.push_back(condition(S, 1));
  Scope Inner = S;
  Inner.Readable.push_back(name(Counter.Name));
  Where.Locals.push_back(std::move(Counter));
  // The goto loop is no loop to break and continue.
  Inner.Loop = L.Kind != StmtKind::GotoLoop ? true : S.Loop;
  Inner.LoopDepth = S.LoopDepth + 1;
  Inner.MayCall = Inner.LoopDepth < 2 && S.MayCall && Rng.chance(60);
  L.Lists = {statements(Inner, Where, Depth, 3)};
  return L;
}

Stmt Grower::switchStatement(Scope &S, Function &Where, unsigned Depth) {
  Stmt Sw;
  Sw.Kind = StmtKind::Switch;
  bool Named = S.Enumerators.size() >= 3 && Rng.chance(40);
  std::int64_t Mask = Rng.chance(50) ? 3 : 7;
  Sw.Exprs = {masked(expression(S, 1), Mask)};
  std::size_t Count = Named ? S.Enumerators.size() : 2 + Rng.below(3);
  std::size_t DefaultAt = Rng.below(Count + 2);
  for (std::size_t K = 0; K < Count; ++K) {
    SwitchCase Case;
    Case.Default = K == DefaultAt;
    Case.Value = static_cast<std::int64_t>(K);
    if (Named)
      Case.Enumerator = S.Enumerators[K];
    Case.Break = Rng.chance(65);
    Sw.Cases.push_back(Case);
    Sw.Lists.push_back(statements(S, Where, Depth, 2));
  }
  return Sw;
}

Stmt Grower::rarerStatement(Scope &S, Function &Where, unsigned Depth) {
  Stmt R;
  switch (Rng.below(6)) {
  case 0:
    if (S.StatementMacros.empty())
      return assignment(S);
    R.Kind = StmtKind::Evaluate;
    R.Exprs.resize(1);
    R.Exprs[0].Kind = ExprKind::Call;
    R.Exprs[0].Fixed = true;
    R.Exprs[0].Name = pick(S.StatementMacros);
    R.Exprs[0].Kids = {pick(S.Writable), expression(S, 1)};
    R.Exprs[0].Kids[0].Fixed = true;
    return R;
  case 1: {
    if (S.Arrays.empty())
      return assignment(S);
    const ArrayName &To = pick(S.Arrays);
    R.Kind = StmtKind::MemMove;
    R.Name = To.Name;
    R.Value = Rng.between(1, To.Size - 1);
    for (const ArrayName &From : S.Arrays)
      if (From.Name != To.Name && From.Type == To.Type && From.Size == To.Size && Rng.chance(50)) {
        R.Kind = StmtKind::MemCopy;
        R.Text = From.Name;
      }
    return R;
  }
  case 2: {
    R.Kind = StmtKind::Block;
    R.Name = "t" + std::to_string(Blocks++);
    R.Type = static_cast<IntType>(Rng.below(IntTypeCount));
    R.Exprs = {expression(S, 1)};
    Scope Inner = S;
    Inner.Readable.push_back(name(R.Name));
    Inner.Writable.push_back(name(R.Name));
    R.Lists = {statements(Inner, Where, Depth, 2)};
    return R;
  }
  case 3:
    R.Kind = StmtKind::GotoSkip;
    R.Exprs = {condition(S, 1)};
    R.Lists = {statements(S, Where, Depth, 2)};
    return R;
  default:
    if (!S.MayCall || S.Callees.empty())
      return assignment(S);
    R.Kind = StmtKind::Evaluate;
    R.Exprs = {call(S, *pick(S.Callees), 1)};
    return R;
  }
}

Stmt Grower::simpleStatement(const Scope &S, const Function &Where) {
  switch (Rng.below(6)) {
  case 0:
    return output(expression(S, 1));
  case 1: {
    Stmt If;
    If.Kind = StmtKind::If;
    If.Exprs = {condition(S, 1)};
    If.Lists = {{Rng.chance(30) ? jump(S, Where) : assignment(S)}, {}};
    return If;
  }
  default:
    return assignment(S);
  }
}

Stmt Grower::statement(Scope &S, Function &Where, unsigned Depth) {
  std::uint64_t Dice = Rng.below(100);
  if (Depth == 0 || Dice < 40)
    return Dice < 5 ? output(expression(S, 1)) : assignment(S);
  if (Dice < 50)
    return output(expression(S, 1));
  if (Dice < 68) {
    Stmt If;
    If.Kind = StmtKind::If;
    If.Exprs = {condition(S, 1)};
    If.Lists = {statements(S, Where, Depth - 1, 3), {}};
    if (Rng.chance(25))
      If.Lists[0].push_back(jump(S, Where));
    if (Rng.chance(45))
      If.Lists[1] = statements(S, Where, Depth - 1, 2);
    return If;
  }
  if (Dice < 78 && S.LoopDepth < 2)
    return loop(S, Where, Depth - 1);
  if (Dice < 86)
    return switchStatement(S, Where, Depth - 1);
  return rarerStatement(S, Where, Depth - 1);
}

std::vector<Stmt> Grower::statements(Scope S, Function &Where, unsigned Depth, unsigned Count) {
  std::vector<Stmt> List;
  for (std::uint64_t N = 1 + Rng.below(Count); N > 0; --N)
    List.push_back(statement(S, Where, Depth));
  return List;
}

} // namespace vernier::test
