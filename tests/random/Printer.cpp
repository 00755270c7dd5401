#include "base/Random.h"
#include "random/Syntax.h"

#include <algorithm>

namespace vernier::test {

namespace {

std::string number(std::int64_t Value) {
  std::string Digits = std::to_string(Value);
  if (Value > INT32_MAX || Value <= INT32_MIN)
    Digits += "L";
  return Value < 0 ? "(" + Digits + ")" : Digits;
}

std::string text(const Expr &E);

std::string arguments(const Expr &E, std::size_t First) {
  std::string Out = "(";
  for (std::size_t K = First; K < E.Kids.size(); ++K)
    Out += (K > First ? ", " : "") + text(E.Kids[K]);
  return Out + ")";
}

std::string index(const Expr &E) {
  return "[(" + text(E.Kids[0]) + ") & " + std::to_string(E.Value) + "]";
}

/// Everything that is not a primary expression stands in parentheses.
std::string text(const Expr &E) {
  switch (E.Kind) {
  case ExprKind::Literal:
    return number(E.Value);
  case ExprKind::Name:
    return E.Name + E.Field;
  case ExprKind::Element:
    return E.Name + E.Field + index(E);
  case ExprKind::Dereference:
    return "(*" + E.Name + ")";
  case ExprKind::Address:
    return E.Kids.empty() ? "&" + E.Name : "&" + E.Name + index(E);
  case ExprKind::Unary:
    return "(" + E.Op + text(E.Kids[0]) + ")";
  case ExprKind::Binary:
    return "(" + text(E.Kids[0]) + " " + E.Op + " " + text(E.Kids[1]) + ")";
  case ExprKind::Shift:
    return "(" + text(E.Kids[0]) + " " + E.Op + " (" + text(E.Kids[1]) + " & 7))";
  case ExprKind::Divide:
    return "(" + text(E.Kids[0]) + " " + E.Op + " ((" + text(E.Kids[1]) + " & 15) + 1))";
  case ExprKind::UncheckedDivide:
    return "(" + text(E.Kids[0]) + " " + E.Op + " " + text(E.Kids[1]) + ")";
  case ExprKind::Conditional:
    return "(" + text(E.Kids[0]) + " ? " + text(E.Kids[1]) + " : " + text(E.Kids[2]) + ")";
  case ExprKind::Cast:
    return "((" + std::string(spelling(E.Type)) + ")" + text(E.Kids[0]) + ")";
  case ExprKind::Call:
    return E.Name + arguments(E, 0);
  case ExprKind::TableCall:
    return E.Name + index(E) + arguments(E, 1);
  case ExprKind::Masked:
    return "(" + text(E.Kids[0]) + " & " + std::to_string(E.Value) + ")";
  }
  return "0";
}

std::string quoted(const std::string &Raw) {
  std::string Out = "\"";
  for (char C : Raw)
    Out += C == '\n' ? std::string("\\n") : std::string(1, C);
  return Out + "\"";
}

std::string list(const std::vector<std::int64_t> &Values) {
  std::string Out;
  for (std::size_t K = 0; K < Values.size(); ++K)
    Out += (K ? ", " : "") + number(Values[K]);
  return Out;
}

std::string fieldInitialisers(const Variable &V) {
  std::string Out;
  for (std::size_t K = 0; K < V.Values.size(); ++K)
    Out += (K ? ", .f" : ".f") + std::to_string(K) + " = " + number(V.Values[K]);
  return Out;
}

std::string declaration(const Variable &V) {
  std::string Out = V.Static ? "static " : "";
  Out += V.Const ? "const " : "";
  std::string Type(spelling(V.Type));
  switch (V.Form) {
  case Shape::Scalar:
    Out += Type + " " + V.Name;
    return V.AssignLater ? Out + ";" : Out + " = " + number(V.Values[0]) + ";";
  case Shape::Array:
    return Out + Type + " " + V.Name + "[" + std::to_string(V.Values.size()) + "] = {" + list(V.Values) + "};";
  case Shape::Text:
    return Out + "char " + V.Name + "[" + std::to_string(V.Text.size() + 1) + "] = " + quoted(V.Text) + ";";
  case Shape::Pointer:
    return Out + Type + " *" + V.Name + " = &" + V.Target + ";";
  case Shape::Structure:
    return Out + "struct " + V.TypeName + " " + V.Name + " = {" + fieldInitialisers(V) + "};";
  case Shape::Union:
    return Out + "union " + V.TypeName + " " + V.Name + " = {.w = " + number(V.Values[0]) + "};";
  }
  return Out;
}

std::string signature(const Function &F) {
  std::string Out = F.Static ? "static " : "";
  Out += F.Void ? "void" : std::string(spelling(F.Returns));
  Out += " " + F.Name + "(";
  for (std::size_t K = 0; K < F.Parameters.size(); ++K) {
    const Parameter &P = F.Parameters[K];
    Out += (K ? ", " : "") + std::string(spelling(P.Type)) + (P.Pointer ? " *" : " ") + P.Name;
  }
  return Out + (F.Parameters.empty() ? "void)" : ")");
}

class Printer {
public:
  explicit Printer(const Style &Look) : Look(Look), Noise(Look.Seed) {}

  void function(const Function &F);
  void program(const SourceProgram &P);
  void statements(const std::vector<Stmt> &List) {
    for (const Stmt &S : List)
      statement(S);
  }

  std::string Out;

private:
  void line(const std::string &Text) {
    if (Look.Comments && Noise.chance(15))
      Out += std::string(Depth * Look.Indent, ' ') + "/* " + std::to_string(Noise.below(1000)) + " */\n";
    if (Look.BlankLines && Noise.chance(15))
      Out += "\n";
    Out += std::string(Depth * Look.Indent, ' ') + Text + "\n";
  }
  void open(const std::string &Head) {
    if (Look.BraceOnOwnLine) {
      line(Head);
      line("{");
    } else {
      line(Head + " {");
    }
    ++Depth;
  }
  void close(const std::string &Tail = {}) {
    --Depth;
    line("}" + Tail);
  }
  void nested(const std::string &Head, const std::vector<Stmt> &List) {
    open(Head);
    statements(List);
    close();
  }
  void raw(const std::string &Text);
  void statement(const Stmt &S);
  void loop(const Stmt &S);
  void switchStatement(const Stmt &S);
  void locals(const Function &F);
  void macro(const Macro &M);
  void types(const SourceProgram &P);

  Style Look;
  Random Noise;
  unsigned Depth = 0;
  unsigned Labels = 0;
};

void Printer::raw(const std::string &Text) {
  for (std::size_t From = 0; From < Text.size();) {
    std::size_t To = std::min(Text.find('\n', From), Text.size());
    line(Text.substr(From, To - From));
    From = To + 1;
  }
}

void Printer::loop(const Stmt &S) {
  std::string Counter = S.Name;
  if (S.Kind == StmtKind::For) {
    std::string Step = S.Prefix ? "++" + Counter : Counter + "++";
    nested("for (" + Counter + " = " + number(S.Value) + "; " + Counter + " < " + text(S.Exprs[0]) + "; " + Step + ")",
           S.Lists[0]);
    return;
  }
  std::string Condition = Counter + " > 0 && " + text(S.Exprs[1]);
  std::string Label = "L" + std::to_string(Labels++);
  line(Counter + " = " + text(S.Exprs[0]) + ";");
  if (S.Kind == StmtKind::GotoLoop)
    line(Label + ":;");
  else
    open(S.Kind == StmtKind::While ? "while (" + Condition + ")" : "do");
  line(Counter + " -= 1;"); // first, so that a continue does not skip it
  statements(S.Lists[0]);
  if (S.Kind == StmtKind::GotoLoop) {
    line("if (" + Condition + ")");
    line("  goto " + Label + ";");
  } else {
    close(S.Kind == StmtKind::While ? "" : " while (" + Condition + ");");
  }
}

void Printer::switchStatement(const Stmt &S) {
  open("switch (" + text(S.Exprs[0]) + ")");
  for (std::size_t K = 0; K < S.Cases.size(); ++K) {
    const SwitchCase &Case = S.Cases[K];
    std::string Label = Case.Enumerator.empty() ? number(Case.Value) : Case.Enumerator;
    open(Case.Default ? "default:" : "case " + Label + ":");
    statements(S.Lists[K]);
    if (Case.Break)
      line("break;");
    close();
  }
  close();
}

void Printer::statement(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Assign:
    return line(text(S.Exprs[0]) + " " + S.Op + " " + text(S.Exprs[1]) + ";");
  case StmtKind::Increment:
    return line(S.Prefix ? S.Op + text(S.Exprs[0]) + ";" : text(S.Exprs[0]) + S.Op + ";");
  case StmtKind::Evaluate:
    return line(text(S.Exprs[0]) + ";");
  case StmtKind::OutInt:
    return line("out_int(" + text(S.Exprs[0]) + ");");
  case StmtKind::OutChar:
    return line("out_char(" + text(S.Exprs[0]) + ");");
  case StmtKind::Print: {
    std::string Call = "printf(" + quoted(S.Text);
    for (const Expr &E : S.Exprs)
      Call += ", (int)" + text(E);
    return line(Call + ");");
  }
  case StmtKind::If:
    nested("if (" + text(S.Exprs[0]) + ")", S.Lists[0]);
    if (!S.Lists[1].empty())
      nested("else", S.Lists[1]);
    return;
  case StmtKind::For:
  case StmtKind::While:
  case StmtKind::DoWhile:
  case StmtKind::GotoLoop:
    return loop(S);
  case StmtKind::GotoSkip: {
    std::string Label = "L" + std::to_string(Labels++);
    line("if (" + text(S.Exprs[0]) + ")");
    line("  goto " + Label + ";");
    statements(S.Lists[0]);
    return line(Label + ":;");
  }
  case StmtKind::Switch:
    return switchStatement(S);
  case StmtKind::Block:
    line("{");
    ++Depth;
    line(std::string(spelling(S.Type)) + " " + S.Name + " = " + text(S.Exprs[0]) + ";");
    statements(S.Lists[0]);
    return close();
  case StmtKind::Break:
    return line("break;");
  case StmtKind::Continue:
    return line("continue;");
  case StmtKind::Return:
    return line(S.Exprs.empty() ? "return;" : "return " + text(S.Exprs[0]) + ";");
  case StmtKind::Exit:
    return line("exit(" + number(S.Value) + ");");
  case StmtKind::Abort:
    return line("abort();");
  case StmtKind::MemCopy:
    return line("memcpy(" + S.Name + ", " + S.Text + ", " + number(S.Value) + " * sizeof(" + S.Name + "[0]));");
  case StmtKind::MemMove:
    return line("memmove(" + S.Name + " + 1, " + S.Name + ", " + number(S.Value) + " * sizeof(" + S.Name + "[0]));");
  case StmtKind::Raw:
    return raw(S.Text);
  }
}

void Printer::locals(const Function &F) {
  for (const Variable &V : F.Locals)
    line(declaration(V));
  // In an order of their own, so that another order of the declarations changes nothing else.
  std::vector<const Variable *> Later;
  for (const Variable &V : F.Locals)
    if (V.AssignLater)
      Later.push_back(&V);
  std::sort(Later.begin(), Later.end(), [](auto *A, auto *B) { return A->Rank < B->Rank; });
  for (const Variable *V : Later)
    line(V->Name + " = " + number(V->Values[0]) + ";");
}

void Printer::function(const Function &F) {
  Labels = 0;
  open(signature(F));
  locals(F);
  std::string Result = F.Void ? "return;" : "return " + text(F.Result) + ";";
  if (F.Recursive) {
    line("if (" + F.Parameters[0].Name + " <= " + number(F.FuelLimit) + ")");
    line("  " + Result);
  }
  statements(F.Body);
  if (!F.Void)
    line(Result);
  close();
}

void Printer::macro(const Macro &M) {
  if (M.Form == MacroForm::Object)
    return line("#define " + M.Name + " " + text(M.Body));
  if (M.Form == MacroForm::Expression)
    return line("#define " + M.Name + "(x) " + text(M.Body));
  Printer Inner{Style{}};
  Inner.statements(M.Steps);
  std::replace(Inner.Out.begin(), Inner.Out.end(), '\n', ' ');
  line("#define " + M.Name + "(v, e) do { " + Inner.Out + "} while (0)");
}

void Printer::types(const SourceProgram &P) {
  for (std::size_t K = 0; K < P.Enumerators.size(); ++K)
    line((K ? "  " : "enum kind { ") + P.Enumerators[K].Name + " = " + number(P.Enumerators[K].Value) +
         (K + 1 < P.Enumerators.size() ? "," : " };"));
  for (const Structure &S : P.Structures) {
    open("struct " + S.Name);
    for (const Field &F : S.Fields)
      line(std::string(spelling(F.Type)) + " " + F.Name + (F.Bits ? " : " + std::to_string(F.Bits) : "") + ";");
    close(";");
  }
  for (const Structure &U : P.Unions)
    line("union " + U.Name + " { unsigned int w; unsigned char b[4]; short h[2]; };");
}

void Printer::program(const SourceProgram &P) {
  // Declared by hand: a system header would take most of the compile time.
  raw("#pragma clang diagnostic ignored \"-Weverything\"\nvoid out_int(int);\nvoid out_char(int);\nint printf(const "
      "char *, ...);\nvoid exit(int);\nvoid abort(void);\n"
      "void *memcpy(void *, const void *, unsigned long);\nvoid *memmove(void *, const void *, unsigned long);");
  for (const Macro &M : P.Macros)
    macro(M);
  types(P);
  for (const Function &F : P.Functions)
    line(signature(F) + ";");
  for (bool Pointers : {false, true})
    for (const Variable &V : P.Globals)
      if ((V.Form == Shape::Pointer) == Pointers)
        line(declaration(V));
  if (!P.FunctionTable.empty()) {
    std::string Entries;
    for (const std::string &Entry : P.FunctionTable)
      Entries += (Entries.empty() ? "" : ", ") + Entry;
    line("static int (*table[4])(int, int) = {" + Entries + "};");
  }
  raw(P.RawTop);
  for (const Function &F : P.Functions)
    function(F);
}

} // namespace

std::string print(const SourceProgram &Program, const Style &Look) {
  Printer P(Look);
  P.program(Program);
  return P.Out;
}

} // namespace vernier::test
