#include "random/TrapShapes.h"

#include "random/ProgramGenerator.h"
#include "random/ShapeText.h"

#include <algorithm>

namespace vernier::test {

namespace {

const ShapeText Shapes[] = {
    {"1-propagation", Needs::Nothing, "", "int y = {{$x<>$x + 1}};\nint z = 0;\nif ($y > $c)\n  z = y;\nout_int(z);"},
    {"2-dependence-lost", Needs::Nothing, "", "int y = {{$x & 4<>0}};\nout_int(y);"},
    {"3-store-after-join", Needs::Nothing, "",
     "int a = 0, b = 0, *p = &b;\nif ($x > $c)\n  p = &a;\n*p = {{1<>2}};\nout_int(a);"},
    {"3-store-to-element", Needs::Nothing, "", "int a[2] = {0, 0};\na[$x & 1] = {{5<>6}};\nout_int(a[0]);"},
    {"4-concrete-value", Needs::Nothing, "",
     "int y = 0, z;\nif ($x > $c)\n  y = 1;\nz = y + {{1<>2}};\nout_int(z > 1);"},
    {"4-concrete-divisor", Needs::Traps, "",
     "int d = 1, r;\nif ($x > $c)\n  d = {{0<>2}};\nr = 10 / d;\nout_int(1);\n(void)r;"},
    {"5-after-a-loop", Needs::Nothing, "", "int i;\nfor (i = 0; i < ($x & 7); i++)\n  ;\nout_int(i < {{4<>6}});"},
    {"6-indirect-call", Needs::Nothing,
     "static int f6(void) { return $c; }\nstatic int g6(void) { return {{$d<>$d + 1}}; }\n"
     "static int (*tab6[2])(void) = {f6, g6};",
     "out_int(tab6[$x & 1]());"},
    {"6-indirect-call-leaves", Needs::Nothing,
     "static int s6;\nstatic void f6(void) { s6 = $c; }\nstatic void g6(void) {\n  {{exit(3)<>s6 = 77}};\n}\n"
     "static void (*tab6[2])(void) = {f6, g6};",
     "tab6[$x & 1]();\nout_int(s6);"},
    {"7-moved-across-branch", Needs::Nothing, "static int g7;",
     "{{if ($x > $c)\n  g7 = 1;<>g7 = 1;\nif ($x > $c)\n  ;}}\nout_int(g7);"},
    {"7-order-of-call", Needs::Nothing, "static int g7;\nstatic void h7(void) { out_int(g7); }",
     "{{g7 = $c;\nh7();<>h7();\ng7 = $c;}}\nout_int(g7);"},
    {"7-constructor", Needs::Nothing,
     "static int g7;\n{{<>__attribute__((constructor)) }}static void c7(void) { g7 += 2; }",
     "out_int(g7);\nif ($x > $c)\n  c7();"},
    {"7-initialiser-behind-pointer", Needs::Nothing, "static int t7 = {{1<>2}};\nstatic int *p7 = &t7;",
     "if ($x > $c)\n  out_int(*p7);"},
    {"7-parameter-names", Needs::Nothing, "static int f7(int {{a<>b}}, int {{b<>a}}) { return a - b; }",
     "out_int(f7($x, $y));"},
    {"7-operands-of-an-update", Needs::Nothing, "",
     "unsigned s = (unsigned)$y;\n{{s -= (unsigned)$x<>s = (unsigned)$x - s}};\nout_int((int)s);"},
    {"7-became-external", Needs::Nothing, "{{int toupper(int c) { return c; }<>int toupper(int c);}}",
     "out_int(toupper('a' + ($x & 7)));"},
    {"8-termination", Needs::Hangs, "",
     "int n = {{1<>0}}, i;\nfor (i = ($x & 15) - 5; i < 10; i += n)\n  ;\nout_int(i);"},
    {"9-hidden-state", Needs::Nothing, "int putenv(char *);\nchar *getenv(const char *);",
     "static char a[] = \"VERNIER_A=1\";\nif ($x > {{$c<>$c + 1}})\n  putenv(a);\nout_int(getenv(\"VERNIER_A\") != "
     "0);"},
    {"10-lost-buffer", Needs::Nothing, "void _exit(int);", "printf(\"a\");\nif ($x > $c)\n  {{exit<>_exit}}(0);"},
    {"10-split-output", Needs::Nothing, "", "{{printf(\"ab\");<>printf(\"a\");\nprintf(\"b\");}}"},
    {"10-rounded-output", Needs::Nothing, "", "printf(\"%.1f\", $x / 7.0{{<> + 0.01}});"},
    {"10-input-position", Needs::Nothing, "int getchar(void);",
     "if ({{$x > $c<>!($x > $c)}})\n  getchar();\nout_int(getchar());"},
    {"10-last-byte", Needs::Nothing, "", "out_char('a' + ($x & {{3<>7}}));\nif ($y > $c)\n  exit(0);"},
    {"11-deletion", Needs::Nothing, "", "int y = 7;\n{{if ($x == $c)\n  y = 0;\n<>}}out_int(y);"},
    {"11-insertion", Needs::Nothing, "", "int y = $x;\n{{<>y &= ~$e;\n}}out_int(y);"},
    {"12-adjacent", Needs::Nothing, "",
     "int o = 0;\nif ($x > 0) {\n  if ($y > $c)\n    o = {{1<>2}};\n} else if ($y == $c) {\n  o = {{3<>4}};\n}\n"
     "out_int(o);"},
    {"13-global-of-context", Needs::Nothing, "int g13 = 0;\nstatic int f13(int v) { return v{{ + g13<>}}; }",
     "if ($y > $c)\n  g13 = 1;\nout_int(f13($x));"},
    {"13-alias", Needs::Nothing,
     "static void h13(int *a, int *b) {\n  {{*a += 1;\n  *b += 1;<>int t = *b;\n  *a += 1;\n  *b = t + 1;}}\n}",
     "int u = 1, w = 1;\nh13(&u, $x > $c ? &u : &w);\nout_int(u * 10 + w);"},
    {"14-layout", Needs::Undefined, "",
     "{{int a[2] = {1, 1}, b = 7;<>int b = 7, a[2] = {1, 1};}}\na[$x & 3] = 0;\nout_int(b);"},
    {"14-uninitialised", Needs::Undefined, "", "int u;\nif ($x > $c)\n  u = {{1<>2}};\nout_int(u);"},
    {"15-number-of-times", Needs::Nothing, "", "int i;\nfor (i = 0; i < ($x & 7); i += {{1<>2}})\n  out_int(i);"},
    {"15-one-more-output", Needs::Nothing, "", "out_int(1);{{<>\nif ($x > $c)\n  out_int(2);}}"},
    {"15-break", Needs::Nothing, "",
     "int i, s = 0;\nfor (i = 0; i < 8; i++) {\n  if (i == ($x & 7))\n    {{break<>continue}};\n  s += i;\n}\n"
     "out_int(s);"},
    {"15-switch-default", Needs::Nothing, "",
     "int s = 0;\nswitch ($x & 3) {\ncase 0:\n  s = 1;\n  break;\n{{default<>case 2}}:\n  s = 2;\n}\nout_int(s);"},
    {"15-late-round", Needs::Nothing, "",
     "int i, s = 0;\nfor (i = 0; i < 6 + 6 * ($x & 1); i++)\n  if (i == 9)\n    s = {{1<>2}};\nout_int(s);"},
    {"15-recursion-depth", Needs::Nothing,
     "static int r15(int n) {\n  if (n <= {{0<>1}})\n    return 0;\n  return 1 + r15(n - 1);\n}",
     "out_int(r15($x & 7));"},
    {"15-macro-body", Needs::Nothing,
     "#define BUMP15(v) do { if ((v) > $c) (v) {{-<>+}}= 3; else (v) += 1; } while (0)",
     "int v = $x;\nBUMP15(v);\nout_int(v);\nif ($y > $d)\n  BUMP15(v);\nout_int(v);"},
    {"15-static-local", Needs::Nothing, "static int n15(void) {\n  static int n = {{1<>2}};\n  return n++;\n}",
     "if ($x > $c)\n  out_int(n15());\nif ($y > $d)\n  out_int(n15());"},
    {"15-realloc", Needs::Nothing,
     "void *malloc(unsigned long);\nvoid *realloc(void *, unsigned long);\nvoid free(void *);",
     "char *q = malloc(2);\nq[0] = (char)$x;\nq = realloc(q, {{4<>4000}});\nout_int(q[0]);\nfree(q);"},
    {"15-memmove-overlap", Needs::Nothing, "",
     "char m[8] = \"abcdefg\";\nmemmove(m + {{1<>2}}, m, 4);\nout_char(m[$x & 7]);"},
    {"15-strcpy-by-one", Needs::Nothing, "char *strcpy(char *, const char *);",
     "char s[8] = \"zzzzzzz\";\nif ($y > $c)\n  strcpy(s, {{\"abc\"<>\"abcd\"}});\nout_char(s[$x & 7]);"},
    {"15-union", Needs::Nothing, "",
     "union { int i; unsigned char b[4]; } u;\nu.i = {{$x<>$x + 256}};\nout_int(u.b[$y & 3]);"},
    {"15-bit-field", Needs::Nothing, "struct field15 { unsigned v : {{3<>4}}; };",
     "struct field15 s = {0};\nif ($y > $c)\n  s.v = (unsigned)$x;\nout_int(s.v);"},
};

bool allowed(const ShapeText &S, const GeneratorOptions &Options) {
  switch (S.Allowed) {
  case Needs::Nothing:
    return true;
  case Needs::Traps:
    return Options.Traps;
  case Needs::Hangs:
    return Options.Hangs;
  case Needs::Undefined:
    return Options.Undefined;
  }
  return false;
}

/// Those that may be in a pair. One that is asked for by name is always possible.
std::vector<const ShapeText *> possible(const GeneratorOptions &Options) {
  std::vector<const ShapeText *> Found;
  auto Add = [&](const ShapeText &S) {
    if (Options.TrapShape ? *Options.TrapShape == S.Name : allowed(S, Options))
      Found.push_back(&S);
  };
  for (const ShapeText &S : Shapes)
    Add(S);
  if (Options.SlicingShapes)
    for (const ShapeText &S : slicingTexts())
      Add(S);
  return Found;
}

void replaceAll(std::string &Text, const std::string &What, const std::string &By) {
  for (std::size_t At = Text.find(What); At != std::string::npos; At = Text.find(What, At + By.size()))
    Text.replace(At, What.size(), By);
}

/// How many statements of a body come before the first that always leaves it.
std::size_t reachedOf(const std::vector<Stmt> &Body) {
  auto Leaves = [](const Stmt &S) {
    return S.Kind == StmtKind::Return || S.Kind == StmtKind::Exit || S.Kind == StmtKind::Abort;
  };
  return static_cast<std::size_t>(std::find_if(Body.begin(), Body.end(), Leaves) - Body.begin());
}

/// Decided by an input.
Expr conditionOf(const std::vector<InputParameter> &Inputs, Random &Rng) {
  static const char *const Operators[] = {">", "<=", "!=", "=="};
  const InputParameter &In = Inputs[Rng.below(Inputs.size())];
  std::int64_t Bound = Rng.between(In.Min, In.Max);
  return binary(Operators[Rng.below(4)], name(In.Name), literal(Bound));
}

std::string versionOf(std::string Text, bool New) {
  for (std::size_t From = Text.find("{{"); From != std::string::npos; From = Text.find("{{", From)) {
    std::size_t Middle = Text.find("<>", From), To = Text.find("}}", Middle);
    std::string Kept = New ? Text.substr(Middle + 2, To - Middle - 2) : Text.substr(From + 2, Middle - From - 2);
    Text.replace(From, To + 2 - From, Kept);
  }
  return Text;
}

} // namespace

std::vector<std::string> trapShapeNames(const GeneratorOptions &Options) {
  std::vector<std::string> Names;
  for (const ShapeText *S : possible(Options))
    Names.push_back(S->Name);
  return Names;
}

std::string addTrapShape(SourceProgram &Old, SourceProgram &New, const std::vector<InputParameter> &Inputs, Random &Rng,
                         const GeneratorOptions &Options) {
  std::vector<const ShapeText *> Possible = possible(Options);
  if (Possible.empty())
    return {};
  const ShapeText &Chosen = *Possible[Rng.below(Possible.size())];

  Function &OldEntry = Old.Functions.back(), &NewEntry = New.Functions.back();
  const InputParameter &InX = Inputs[Rng.below(Inputs.size())], &InY = Inputs[Rng.below(Inputs.size())];
  // Within the ranges of both, so that `> $c` is decided by the input.
  std::int64_t Low = std::max({InX.Min, InY.Min, std::int64_t(-3)}),
               High = std::min({InX.Max, InY.Max, std::int64_t(6)});
  High = std::max(Low, High - 1);
  std::string C = std::to_string(Rng.between(Low, High)), D = std::to_string(Rng.between(Low, High));
  std::string E = Options.SlicingShapes ? std::to_string(Rng.between(1, 5)) : "1";
  auto Render = [&](std::string Text, bool IsNew) {
    Text = versionOf(std::move(Text), IsNew);
    replaceAll(Text, "$x", "in_x");
    replaceAll(Text, "$y", "in_y");
    replaceAll(Text, "$c", C);
    replaceAll(Text, "$d", D);
    replaceAll(Text, "$e", E);
    return Text;
  };

  bool Guarded = Rng.chance(50), Repeated = Options.SlicingShapes && Rng.chance(10);
  Grower Grow(Rng, Options);
  Expr Guard = Options.SlicingShapes ? conditionOf(Inputs, Rng) : Grow.condition(scopeOf(Old, OldEntry), 0);
  std::size_t At = Rng.below(reachedOf(OldEntry.Body) + 1);
  for (bool IsNew : {false, true}) {
    Stmt Raw;
    Raw.Kind = StmtKind::Raw;
    Raw.Fixed = true;
    // By names of their own: the locals of a shape may be called like parameters.
    Raw.Text =
        "{\nint in_x = (int)" + InX.Name + ", in_y = (int)" + InY.Name + ";\n" + Render(Chosen.Body, IsNew) + "\n}";
    if (Repeated)
      Raw.Text = "for (int again = 0; again < 2; again++)\n" + Raw.Text;
    if (Guarded) {
      Stmt If;
      If.Kind = StmtKind::If;
      If.Fixed = true;
      If.Exprs = {Guard};
      If.Lists = {{Raw}, {}};
      Raw = std::move(If);
    }
    auto &Body = (IsNew ? NewEntry : OldEntry).Body;
    Body.insert(Body.begin() + static_cast<std::ptrdiff_t>(At), std::move(Raw));
    (IsNew ? New : Old).RawTop = Render(Chosen.Top, IsNew);
  }
  return Chosen.Name;
}

} // namespace vernier::test
