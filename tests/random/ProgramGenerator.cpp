#include "random/ProgramGenerator.h"

#include <algorithm>

namespace vernier::test {

namespace {

class ProgramGenerator {
public:
  ProgramGenerator(Random &Rng, const GeneratorOptions &Options) : Rng(Rng), Options(Options), Grow(Rng, Options) {}

  SourceProgram run(std::vector<InputParameter> &Inputs) {
    macros();
    types();
    globals();
    tableFunctions();
    for (std::uint64_t N = 1 + Rng.below(Options.MaxFunctions); N > 0; --N)
      callee();
    entry(Inputs);
    return std::move(P);
  }

private:
  std::int64_t small() { return Rng.between(-5, 9); }
  IntType anyType() { return Rng.chance(50) ? IntType::Int : static_cast<IntType>(Rng.below(IntTypeCount)); }
  void macros();
  void types();
  void globals();
  void tableFunctions();
  void callee();
  void entry(std::vector<InputParameter> &Inputs);
  void inputs(Function &F, std::vector<InputParameter> &Inputs);
  void locals(Function &F, unsigned Count);
  Variable variable(std::string Name, bool Global);
  void recursiveCall(Function &F);
  void callEach(Function &Entry);
  void finish(Function F, unsigned Statements, unsigned Depth);

  Random &Rng;
  const GeneratorOptions &Options;
  Grower Grow;
  SourceProgram P;
};

void ProgramGenerator::macros() {
  P.Macros.push_back({"LIMIT", MacroForm::Object, literal(Rng.between(1, 7)), {}});
  Scope OfX;
  OfX.Readable = {name("(x)")};
  OfX.MayCall = false;
  P.Macros.push_back({"SCALE", MacroForm::Expression, Grow.expression(OfX, 2), {}});
  Scope OfStep;
  OfStep.Readable = {name("(v)"), name("(e)")};
  OfStep.Writable = {name("(v)")};
  OfStep.MayCall = false;
  Stmt Choose;
  Choose.Kind = StmtKind::If;
  Choose.Exprs = {Grow.condition(OfStep, 0)};
  Stmt Step;
  Step.Kind = StmtKind::Assign;
  Step.Op = "+=";
  Step.Exprs = {name("(v)"), Grow.expression(OfStep, 1)};
  Step.Exprs[0].Fixed = true;
  Choose.Lists = {{Step}, {}};
  Step.Op = "=";
  Step.Exprs[1] = Grow.expression(OfStep, 1);
  P.Macros.push_back({"STEP", MacroForm::Statement, {}, {Choose, Step}});
}

void ProgramGenerator::types() {
  for (int K = 0; K < 4; ++K)
    P.Enumerators.push_back({std::string(1, static_cast<char>('A' + K)) + "_KIND", K + Rng.between(0, 1) * 4});
  Structure S{"pack", {}};
  for (std::uint64_t K = 0, N = 2 + Rng.below(4); K < N; ++K) {
    Field F{"f" + std::to_string(K), anyType(), 0};
    if (Rng.chance(35)) {
      F.Type = Rng.chance(50) ? IntType::UInt : IntType::Int;
      F.Bits = static_cast<unsigned>(2 + Rng.below(9));
    }
    S.Fields.push_back(F);
  }
  P.Structures.push_back(S);
  P.Unions.push_back({"mix", {}});
}

Variable ProgramGenerator::variable(std::string Name, bool Global) {
  Variable V;
  V.Name = std::move(Name);
  V.Static = Global ? Rng.chance(60) : Rng.chance(10);
  std::uint64_t Dice = Rng.below(100);
  if (Dice < 55) {
    V.Type = anyType();
    V.Values = {small()};
    V.Rank = static_cast<unsigned>(P.Globals.size());
    V.AssignLater = !Global && !V.Static && Rng.chance(40);
  } else if (Dice < 75) {
    V.Form = Shape::Array;
    V.Type = anyType();
    V.Const = Global && Rng.chance(40);
    V.Values.resize(Rng.chance(50) ? 4 : 8);
    for (auto &Value : V.Values)
      Value = small();
  } else if (Dice < 82) {
    V.Form = Shape::Text;
    V.Const = Rng.chance(70);
    for (int K = 0; K < 7; ++K)
      V.Text += static_cast<char>('a' + Rng.below(26));
  } else if (Dice < 93) {
    V.Form = Shape::Structure;
    V.TypeName = P.Structures[0].Name;
    V.Values.resize(P.Structures[0].Fields.size());
    for (auto &Value : V.Values)
      Value = Rng.between(0, 3);
  } else {
    V.Form = Shape::Union;
    V.TypeName = P.Unions[0].Name;
    V.Values = {Rng.between(0, 100000)};
  }
  return V;
}

void ProgramGenerator::globals() {
  Variable First;
  First.Name = "g0";
  First.Values = {small()};
  P.Globals.push_back(First);
  for (std::uint64_t K = 1, N = 3 + Rng.below(4); K < N; ++K)
    P.Globals.push_back(variable("g" + std::to_string(K), true));
  if (Rng.chance(40)) {
    Variable Pointer;
    Pointer.Name = "gp";
    Pointer.Form = Shape::Pointer;
    Pointer.Target = "g0";
    Pointer.Static = true;
    P.Globals.push_back(Pointer);
  }
}

void ProgramGenerator::locals(Function &F, unsigned Count) {
  for (unsigned K = 0; K < Count; ++K) {
    F.Locals.push_back(variable("v" + std::to_string(K), false));
    F.Locals.back().Rank = K;
  }
  Variable Int;
  Int.Name = "n0";
  Int.Values = {small()};
  F.Locals.push_back(Int);
  if (!Rng.chance(40))
    return;
  Variable Pointer;
  Pointer.Name = "p0";
  Pointer.Form = Shape::Pointer;
  Pointer.Target = Rng.chance(50) ? "n0" : "g0";
  F.Locals.push_back(Pointer);
}

/// The result has no call in it, because a recursive function evaluates it also when its fuel is used up.
void ProgramGenerator::finish(Function F, unsigned Statements, unsigned Depth) {
  Scope S = scopeOf(P, F);
  std::vector<Stmt> Body = Grow.statements(S, F, Depth, Statements);
  F.Body = std::move(Body);
  Scope AtEnd = scopeOf(P, F);
  AtEnd.MayCall = false;
  F.Result = Grow.expression(AtEnd, 1);
  if (F.Recursive)
    recursiveCall(F);
  P.Functions.push_back(std::move(F));
}

void ProgramGenerator::recursiveCall(Function &F) {
  Scope S = scopeOf(P, F);
  for (std::uint64_t N = 1 + Rng.below(2); N > 0; --N) {
    Expr Call = Grow.call(S, F, 1);
    Call.Kids[0] = binary("-", name(F.Parameters[0].Name), literal(1));
    forEachExpr(Call.Kids[0], [](Expr &E) { E.Fixed = true; });
    Stmt Use;
    Use.Kind = StmtKind::Assign;
    Use.Op = "+=";
    Use.Exprs = {name("n0"), std::move(Call)};
    Use.Exprs[0].Fixed = true;
    // Not movable: inside a loop the number of calls would explode.
    Use.Fixed = true;
    F.Body.insert(F.Body.begin() + static_cast<std::ptrdiff_t>(Rng.below(F.Body.size() + 1)), std::move(Use));
  }
}

void ProgramGenerator::tableFunctions() {
  if (!Rng.chance(50))
    return;
  for (int K = 0; K < 3; ++K) {
    Function F;
    F.Name = "entry" + std::to_string(K);
    F.InTable = true;
    F.Parameters = {{"x", IntType::Int, false, false}, {"y", IntType::Int, false, false}};
    locals(F, 1);
    finish(std::move(F), 2, 1);
  }
  for (int K = 0; K < 4; ++K)
    P.FunctionTable.push_back("entry" + std::to_string(Rng.below(3)));
}

void ProgramGenerator::callee() {
  Function F;
  F.Name = "fn" + std::to_string(P.Functions.size());
  F.Static = Rng.chance(65);
  F.Void = Rng.chance(20);
  F.Returns = anyType();
  if (Rng.chance(25)) {
    F.Recursive = true;
    F.Void = false;
    F.Parameters.push_back({"fuel", IntType::Int, false, true});
  }
  for (std::uint64_t K = 0, N = 1 + Rng.below(3); K < N; ++K)
    F.Parameters.push_back({"a" + std::to_string(K), anyType(), false, false});
  if (Rng.chance(20))
    F.Parameters.push_back({"out", IntType::Int, true, false});
  locals(F, static_cast<unsigned>(1 + Rng.below(3)));
  finish(std::move(F), std::min(5u, Options.Statements), 2);
}

void ProgramGenerator::inputs(Function &F, std::vector<InputParameter> &Inputs) {
  std::uint64_t Space = 1;
  for (std::uint64_t K = 0, N = Options.MinParameters + Rng.below(5 - Options.MinParameters); K < N; ++K) {
    InputParameter In;
    In.Name = std::string(1, static_cast<char>('a' + K));
    IntType Type = Rng.chance(60) ? IntType::Int : static_cast<IntType>(Rng.below(IntTypeCount));
    In.Type = spelling(Type);
    In.Bits = bitsOf(Type);
    In.Signed = isSigned(Type);
    static const std::int64_t Widths[] = {2, 8, 16, 32, 256};
    std::int64_t Width = Widths[Rng.below(5)];
    while (Space * static_cast<std::uint64_t>(Width) > Options.MaxInputs && Width > 1)
      Width /= 2;
    In.Min = In.Signed ? -(Width / 2) : 0;
    In.Max = In.Min + Width - 1;
    Space *= static_cast<std::uint64_t>(Width);
    Inputs.push_back(In);
    F.Parameters.push_back({In.Name, Type, false, false});
  }
}

/// Most functions are called for some inputs and not for others.
void ProgramGenerator::callEach(Function &Entry) {
  Scope S = scopeOf(P, Entry);
  Scope Inputs;
  for (const Parameter &In : Entry.Parameters)
    Inputs.Readable.push_back(name(In.Name));
  Inputs.MayCall = false;
  for (const Function *F : S.Callees) {
    if (!Rng.chance(70))
      continue;
    Stmt Call, If;
    Call.Kind = StmtKind::Evaluate;
    Call.Exprs = {Grow.call(S, *F, 1)};
    If.Kind = StmtKind::If;
    If.Exprs = {Grow.condition(Inputs, 1)};
    If.Lists = {{Call}, {}};
    if (!F->Void)
      If.Lists[0].push_back(Grow.output(Call.Exprs[0]));
    Entry.Body.insert(Entry.Body.begin() + static_cast<std::ptrdiff_t>(Rng.below(Entry.Body.size() + 1)),
                      std::move(If));
  }
}

void ProgramGenerator::entry(std::vector<InputParameter> &Inputs) {
  Function F;
  F.Name = "program";
  F.Static = false;
  F.Void = Rng.chance(30);
  inputs(F, Inputs);
  locals(F, static_cast<unsigned>(2 + Rng.below(3)));
  finish(std::move(F), Options.Statements, Options.Statements < 8 ? 2 : 3);
  Function &Entry = P.Functions.back();
  callEach(Entry);
  // What happened to the globals and to some locals is to be seen.
  Scope S = scopeOf(P, Entry);
  for (std::uint64_t K = 0, N = 2 + Rng.below(3); K < N; ++K) {
    Expr Seen = S.Readable[Rng.below(S.Readable.size())];
    Entry.Body.push_back(Grow.output(std::move(Seen)));
  }
}

} // namespace

SourceProgram generateProgram(Random &Rng, const GeneratorOptions &Options, std::vector<InputParameter> &Inputs) {
  return ProgramGenerator(Rng, Options).run(Inputs);
}

} // namespace vernier::test
