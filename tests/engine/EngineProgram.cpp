#include "engine/EngineProgram.h"

#include "base/Random.h"

#include <initializer_list>

namespace vernier::test {

namespace {

const char *const Declarations = R"C(#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { short s; int i; unsigned char c; };
struct wide { long a; double d; int k[3]; };
struct bits { unsigned p : 3; int q : 5; unsigned r : 11; };
union pun { unsigned u; float f; unsigned char b[4]; unsigned short h[2]; };
int g0 = 3, garr[8] = {1, -2, 3, -4, 5, -6, 7, -8};
unsigned char g1 = 200;
long g2;
short g3 = -5;
double gd = 0.5;
char gtext[12] = "start";
static const unsigned char ctab[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
static const int wtab[5] = {-1, 100, 0, 0, 77};
static int toint(double x) { return x > -1e6 && x < 1e6 ? (int)x : 7; }
static int sum(int n, ...) {
  va_list l;
  int r = 0;
  va_start(l, n);
  while (n-- > 0)
    r += n & 1 ? va_arg(l, int) : (int)va_arg(l, long);
  va_end(l);
  return r;
}
static double mix(int n, ...) {
  va_list l;
  double r = 0;
  va_start(l, n);
  for (int i = 0; i < n; i++)
    r = r / 2 + va_arg(l, double);
  va_end(l);
  return r;
}
static struct pair mk(int a, short b) { struct pair p = {b, a, (unsigned char)(a + b)}; return p; }
static int fold(struct pair p) { p.i ^= p.s; return p.i + p.c; }
static struct wide grow(struct wide w, int by) { w.a += by; w.d *= 2; w.k[by & 1] = by; return w; }
static long fold2(struct wide w) { return w.a + w.k[0] * 3 - w.k[1] + w.k[2] + toint(w.d); }
static void put(int *p, int v) { if (v > 10) *p = v; else if (v < -10) *p -= 1; }
static int cmp(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return x < y ? -1 : x > y; }
)C";

class Writer {
public:
  explicit Writer(std::uint64_t Seed) : Rng(Seed) {}

  std::string program() {
    Strings = Rng.chance(40), Floats = Rng.chance(40), Pointers = Rng.chance(40), Wide = Rng.chance(50);
    Text = Declarations;
    for (int I = 0; I < 4; ++I)
      function("f" + std::to_string(I));
    Text += "static int (*const table[4])(int, int) = {f0, f1, f2, f3};\n";
    recursion();
    entry();
    return Text;
  }

private:
  std::string pick(std::initializer_list<const char *> From) { return From.begin()[Rng.below(From.size())]; }
  std::string number(std::int64_t Low, std::int64_t High) {
    std::int64_t Value = Rng.between(Low, High);
    return Value < 0 ? "(" + std::to_string(Value) + ")" : std::to_string(Value);
  }
  static std::string in(const std::string &Inner) { return "(" + Inner + ")"; }

  std::string constant() {
    switch (Rng.below(4)) {
    case 0:
      return pick({"0", "1", "(-1)", "255", "127", "128", "65535", "0x7fffffff", "(-2147483647 - 1)"});
    default:
      return number(-20, 20);
    }
  }

  std::string variable() {
    if (InFunction)
      return pick({"x", "y", "x", "y", "g0", "g1", "g3"});
    switch (Rng.below(8)) {
    case 0:
      return pick({"g0", "g1", "g2", "g3"});
    case 1:
      return pick({"ps.s", "ps.i", "ps.c", "pt.i", "pt.c"});
    case 2:
      return pick({"bb.p", "bb.q", "bb.r", "uu.u", "uu.b[1]", "uu.h[1]"});
    case 3:
    case 4:
      return pick({"x0", "x1", "x2", "y", "z", "w"});
    default:
      return parameter();
    }
  }

  std::string parameter() {
    if (Wide && Rng.chance(30))
      return pick({"d", "e"});
    if (Strings && Rng.chance(30))
      return pick({"s[0]", "s[1]", "t[2]"});
    if (Pointers && Rng.chance(30))
      return pick({"v[0]", "v[1]", "q->s", "q->i", "q->c"});
    return pick({"a", "b", "c"});
  }

  std::string expression(unsigned Depth) {
    if (Depth == 0)
      return Rng.chance(25) ? constant() : variable();
    auto Sub = [&] { return expression(Depth - 1); };
    switch (Rng.below(20)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return in(Sub() + pick({" + ", " - ", " * ", " & ", " | ", " ^ ", " + ", " - "}) + Sub());
    case 4:
      return in(Sub() + pick({" << (", " >> ("}) + Sub() + " & " + pick({"7", "15", "31"}) + ")");
    case 5:
      return in(Sub() + pick({" / ((", " % (("}) + Sub() + " & 15) + 1)");
    case 6:
      return in("(unsigned)" + Sub() + pick({" / ", " % "}) + "((" + Sub() + ") | 1u)");
    case 7:
    case 8:
      return in(condition(Depth - 1));
    case 9:
      return in(condition(Depth - 1) + " ? " + Sub() + " : " + Sub());
    case 10:
    case 11:
      return "((" + pick({"signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long"}) + ")" +
             Sub() + ")";
    case 12:
      return in(pick({"-", "~", "!"}) + Sub());
    case 13:
      return pick({"garr[(", "garr[("}) + Sub() + ") & 7]";
    case 14:
      return "ctab[(" + Sub() + ") & 15]";
    case 15:
      return InFunction ? Sub() : "arr[(" + Sub() + ") & 3]";
    case 16:
      return Floats && !InFunction ? "toint(" + real(Depth - 1) + ")" : "wtab[(unsigned)(" + Sub() + ") % 5]";
    default:
      return InFunction ? variable() : call(Depth);
    }
  }

  std::string call(unsigned Depth) {
    auto Sub = [&] { return expression(Depth - 1); };
    switch (Rng.below(12)) {
    case 0:
    case 1:
      return "f" + std::to_string(Rng.below(4)) + "(" + Sub() + ", " + Sub() + ")";
    case 2:
      return "table[(" + Sub() + ") & 3](" + Sub() + ", " + Sub() + ")";
    case 3:
      return "rec((" + Sub() + ") & 3, " + Sub() + ")";
    case 4:
      return "sum(3, (long)" + Sub() + ", (int)" + Sub() + ", (long)" + Sub() + ")";
    case 5:
      return "fold(mk(" + Sub() + ", " + Sub() + "))";
    case 6:
      return "fold(" + pick({"ps", "pt", "mk(a, c)"}) + ")";
    case 7:
      return "(int)fold2(grow(ww, " + Sub() + "))";
    case 8:
      return pick({"!!isalpha(", "!!isdigit(", "!!isupper(", "!!isspace(", "toupper(", "tolower("}) + "(" + Sub() +
             ") & 127)";
    case 9:
      return Strings ? pick({"(int)strlen(s)", "strcmp(s, t) > 0", "(strchr(s, 'a') != 0)", "atoi(s)",
                             "memcmp(s, t, 2) < 0", "(int)strtol(t, 0, 0)"})
                     : "abs((" + Sub() + ") % 1000)";
    case 10:
      return Floats ? "toint(mix(2, " + real(Depth - 1) + ", " + real(Depth - 1) + "))" : Sub();
    default:
      return "(int)buf[(" + Sub() + ") & 15]";
    }
  }

  std::string condition(unsigned Depth) {
    auto Sub = [&] { return expression(Depth); };
    switch (Rng.below(10)) {
    case 0:
      return Depth ? in(condition(Depth - 1) + pick({" && ", " || "}) + condition(Depth - 1)) : variable();
    case 1:
      return "(unsigned)" + Sub() + pick({" < ", " >= "}) + number(0, 100) + "u";
    case 2:
      return Floats && !InFunction ? real(Depth) + pick({" < ", " <= ", " == ", " != ", " > "}) + real(Depth) : Sub();
    default:
      return Sub() + pick({" < ", " <= ", " == ", " != ", " > ", " >= "}) + Sub();
    }
  }

  std::string real(unsigned Depth) {
    if (Depth == 0)
      return pick({"f", "h", "gd", "r", "1.5", "(-0.25)", "1e10", "0.1f"});
    switch (Rng.below(6)) {
    case 0:
      return in("(double)" + in(expression(Depth - 1)));
    case 1:
      return in("-" + real(Depth - 1));
    case 2:
      return in("(float)" + real(Depth - 1));
    default:
      return in(real(Depth - 1) + pick({" + ", " - ", " * ", " / "}) + real(Depth - 1));
    }
  }

  void line(const std::string &What) { Text += std::string(2 * Indent, ' ') + What + "\n"; }

  void function(const std::string &Name) {
    InFunction = true;
    Text += "static int " + Name + "(int x, int y) {\n";
    Indent = 1;
    if (Rng.chance(50))
      line("if (" + condition(1) + ") " + pick({"g0 += 1;", "x = y;", "return y;", "g1 ^= 3;", "garr[x & 7] = y;"}));
    if (Rng.chance(30))
      line("static int calls; g0 += ++calls;");
    if (Rng.chance(6))
      line("if (x == " + number(-3, 9) + ") exit(" + number(0, 9) + ");");
    line("return " + expression(2) + ";");
    Text += "}\n";
    InFunction = false;
  }

  void recursion() {
    InFunction = true;
    Text += "static int rec(int x, int y) {\n  if (x <= 0" + (Rng.chance(50) ? " || y == 5" : std::string()) +
            ")\n    return " + expression(1) + ";\n  return rec(x - 1, " + expression(1) + ")" +
            pick({" + ", " ^ ", " - "}) + "y;\n}\n";
    InFunction = false;
  }

  void entry() {
    Text += "int program(int a, unsigned char b, short c";
    Text += Wide ? ", long d, unsigned e" : "";
    Text += Floats ? ", double f, float h" : "";
    Text += Strings ? ", const char *s, char *t" : "";
    Text += Pointers ? ", int *v, struct pair *q" : "";
    Text += ") {\n";
    Indent = 1;
    line("int x0 = 0, x1 = a, x2 = 7, arr[4] = {1, 2, 3, a};");
    line("long y = b; unsigned char z = 9; short w = c; char buf[17] = \"0123456789abcdef\";");
    line("struct pair ps = {1, 2, 3}, pt = mk(b, c); struct bits bb = {5, -3, 1000}; union pun uu = {77};");
    line("struct wide ww = {a, 1.5, {b, 2, 3}}; double r = " + std::string(Floats ? "f" : "0.75") + ";");
    line("(void)x0, (void)x1, (void)x2, (void)arr, (void)y, (void)z, (void)w, (void)buf, (void)ps, (void)pt, (void)bb, "
         "(void)uu, (void)ww, (void)r;");
    auto Count = 4 + Rng.below(9);
    for (std::uint64_t I = 0; I < Count; ++I)
      statement(2);
    line("return " + expression(2) + ";");
    Text += "}\n";
  }

  void block(unsigned Depth) {
    ++Indent;
    for (auto Left = 1 + Rng.below(2); Left > 0; --Left)
      statement(Depth);
    --Indent;
  }

  void statement(unsigned Depth) {
    switch (Rng.below(Depth ? 16 : 11)) {
    case 0:
    case 1:
    case 2:
      return assignment();
    case 3:
      return line("arr[(" + expression(1) + ") & 3] " + pick({"= ", "+= ", "^= "}) + expression(1) + ";");
    case 4:
      return line("garr[(" + expression(1) + ") & 7] = " + expression(1) + ";");
    case 5:
    case 6:
      return output();
    case 7:
      return memory();
    case 8:
      return line("put(" + pick({"&x0", "&x1", "&g0", "&arr[1]", "&ps.i"}) + ", " + expression(1) + ");");
    case 9:
      return line("{ int *p = " + condition(1) + " ? &x0 : " + pick({"&x1", "&g0", "&arr[2]", "&pt.i"}) + "; *p " +
                  pick({"= ", "+= "}) + expression(1) + "; }");
    case 10:
      return rare();
    case 11:
    case 12:
      line("if (" + condition(2) + ") {");
      block(Depth - 1);
      if (Rng.chance(50)) {
        line("} else {");
        block(Depth - 1);
      }
      return line("}");
    case 13:
      return loop(Depth);
    case 14:
      return choice(Depth);
    default:
      return heap();
    }
  }

  void assignment() {
    std::string Target = pick({"x0",   "x1",   "x2",   "y",    "z",    "w",    "g0",   "g1",   "g2",      "g3",
                               "ps.i", "ps.s", "ps.c", "pt.i", "bb.p", "bb.q", "bb.r", "uu.u", "uu.b[2]", "uu.h[0]"});
    if (Floats && Rng.chance(25))
      return line(pick({"r", "gd", "ww.d"}) + " = " + real(2) + ";");
    if (Pointers && Rng.chance(25))
      Target = pick({"v[1]", "v[2]", "q->i", "q->c"});
    line(Target + pick({" = ", " = ", " += ", " ^= ", " -= "}) + expression(2) + ";");
  }

  void output() {
    switch (Rng.below(6)) {
    case 0:
      return line("printf(\"%d\\n\", (int)" + expression(2) + ");");
    case 1:
      return line("printf(\"%u %lx;\", (unsigned)" + expression(1) + ", (long)" + expression(1) + ");");
    case 2:
      return line("putchar('a' + ((" + expression(1) + ") & 15));");
    case 3:
      return line("fputs(" + condition(1) + " ? \"yes\" : \"no\", stdout);");
    case 4:
      return line("if (" + condition(1) + ") puts(\"here\");");
    default:
      return line("printf(\"%5d|%c|%s\\n\", (int)" + expression(1) + ", 65 + (" + expression(1) + " & 7), buf);");
    }
  }

  void memory() {
    std::string Size = "(" + expression(1) + ") & 7";
    switch (Rng.below(8)) {
    case 0:
      return line("memset(buf + 4, 'x', " + Size + ");");
    case 1:
      return line("memcpy(buf, &x1, sizeof x1);");
    case 2:
      return line("memmove(buf + 2, buf + " + pick({"0", "1", "3"}) + ", " + pick({"4", "7", "1"}) + ");");
    case 3:
      return line("memcpy(arr, garr + 2, " + pick({"8", "16", "4"}) + ");");
    case 4:
      return line("ps = " + pick({"pt", "mk(x0, z)"}) + ";");
    case 5:
      return line("ww = grow(ww, " + expression(1) + ");");
    case 6:
      return line("snprintf(buf, sizeof buf, \"%d,%d\", (int)" + expression(1) + ", (int)" + variable() + ");");
    default:
      return line(Strings ? pick({"memcpy(gtext, s, 4);", "strncpy(buf, t, 8);", "if (strlen(s) < 6) strcpy(gtext, s);",
                                  "t[1] = s[0];"})
                          : std::string("memset(&uu, a, 2);"));
    }
  }

  void rare() {
    switch (Rng.below(5)) {
    case 0:
      return line("if (" + condition(1) + " && a == " + number(-2, 40) + ") exit(" + number(0, 5) + ");");
    case 1:
      return line("if (" + condition(1) + ") return " + expression(1) + ";");
    case 2:
      return line("{ int sorted[4] = {x0, x1, b & 3, 2}; qsort(sorted, 4, sizeof(int), cmp); x2 = sorted[1]; }");
    case 3:
      return line("x" + std::to_string(Rng.below(3)) + " = " + "table[(" + expression(1) + ") & 3](b, c);");
    default:
      return line("x0 = sum(2, (int)" + expression(1) + ", (long)" + expression(1) + ") + (int)ww.k[1];");
    }
  }

  void loop(unsigned Depth) {
    std::string I = "i" + std::to_string(Loops++);
    if (Rng.chance(60))
      line("for (int " + I + " = 0; " + I + " < (" + expression(1) + " & 3); " + I + "++) {");
    else
      line("for (unsigned " + I + " = " + expression(1) + " & 7; " + I + " > 0; " + I + " /= 2) {");
    block(Depth - 1);
    if (Rng.chance(30))
      line("  if (" + condition(1) + ") " + pick({"break;", "continue;"}));
    line("  x1 += (int)" + I + ";");
    line("}");
  }

  void choice(unsigned Depth) {
    line("switch (" + expression(1) + pick({"", " & 7"}) + ") {");
    for (unsigned Case = 0; Case < 3; ++Case) {
      line("case " + std::to_string(Case * 2) + ":");
      block(Depth - 1);
      if (Rng.chance(70))
        line("  break;");
    }
    if (Rng.chance(60))
      line("default: x2 = " + expression(1) + ";");
    else
      line("case 77:;");
    line("}");
  }

  void heap() {
    line("{ int *m = calloc(4, sizeof *m); if (m) { m[(" + expression(1) + ") & 3] = " + expression(1) +
         "; m[1] += a;");
    if (Rng.chance(40))
      line("  m = realloc(m, 32); m[5] = b; x1 = m[(" + expression(1) + " & 1) + 1];");
    line("  x0 += m[" + number(0, 3) + "]; free(m); } }");
  }

  Random Rng;
  std::string Text;
  unsigned Indent = 0, Loops = 0;
  bool InFunction = false, Strings = false, Floats = false, Pointers = false, Wide = false;
};

} // namespace

std::string engineProgram(std::uint64_t Seed) {
  return Writer(Seed).program();
}

} // namespace vernier::test
