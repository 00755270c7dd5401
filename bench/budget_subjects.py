"""The commands of bench/budgets: pairs of versions that are hard on purpose, written into a folder."""


class Subject:
    """A pair and a command. WHAT says why it is hard."""

    def __init__(self, name, what, old, new, flags=(), verb="verify", seconds=5, json=True, suffix="c"):
        self.name, self.what, self.verb, self.seconds, self.json = name, what, verb, seconds, json
        self._old, self._new, self._flags, self._suffix = old, new, list(flags), suffix

    def arguments(self, folder):
        """What Vernier is called with; writes the versions."""
        self.document = folder / "report.json"
        paths = []
        for version, text in (("old", self._old), ("new", self._new)):
            path = folder / f"{version}.{self._suffix}"
            path.write_text(text() if callable(text) else text)
            paths.append(str(path))
        entry = ["--entry", "f"] if self.verb == "verify" and "--entry" not in self._flags and "--argv" not in self._flags \
            and "--stdin" not in self._flags else []
        return [self.verb, *paths, *entry, *self._flags, "--time", f"{self.seconds}s", "--json", "-" if self.json else str(self.document)]


def swap(text, before, after):
    assert before in text, before
    return text.replace(before, after, 1)


def pair(text, before, after):
    return text, swap(text, before, after)


def lines(count, line):
    """Generated when it is written: the large ones are megabytes."""
    return "".join(line(k) for k in range(count))


MULTIPLY = "unsigned long f(unsigned long a, unsigned long b, unsigned long c) { return (a * b) * c + a * a * b; }\n"
FACTORS = "int f(unsigned long a, unsigned long b) {\n  if (a > 1 && b > 1 && a < 0x80000000ul && b < 0x80000000ul)\n" \
          "    return a * b == 0x3fffffff000000dul;\n  return 0;\n}\n"
CHAIN = "unsigned f(unsigned x, unsigned y) {\n  unsigned s = x;\n  for (int i = 0; i < 24; i++)\n    s = s * (y + i) + x * s;\n" \
        "  return s;\n}\n"
DIVIDE = "unsigned long f(unsigned long a, unsigned long b, unsigned long c) {\n  if (!b || !c)\n    return 0;\n" \
         "  return a / b / c;\n}\n"
DISTRIBUTE = "unsigned long f(unsigned long a, unsigned long b) { return (a + b) * (a + b) * (a + b); }\n"
FLOATS = "double f(double a, double b, double c) { return (a + b) * c / (a - b) + a * b * c; }\n"
SQRT = "#include <math.h>\ndouble f(double a, double b) { return sqrt(a * a + b * b) / (1 + sqrt(a + b)); }\n"
NEWTON = "double f(double x) {\n  double y = x;\n  for (int i = 0; i < 30; i++)\n    y = 0.5 * (y + x / y);\n  return y;\n}\n"
HORNER = "double f(double x, int n) {\n  double s = 0;\n  for (int i = 0; i < n; i++)\n    s = s * x + i;\n  return s;\n}\n"
STRING = "unsigned f(const char *s) {\n  unsigned h = 5381;\n  for (; *s; s++)\n    h = h * 33 + (unsigned char)*s;\n  return h;\n}\n"
WORDS = "int f(char *s) {\n  int words = 0, in = 0;\n  for (int i = 0; s[i]; i++) {\n    int space = s[i] == ' ' || s[i] == '\\t';\n" \
        "    words += !space && !in;\n    in = !space;\n    if (words > 3 && s[i] == '%')\n      s[i] = '_';\n  }\n  return words;\n}\n"
COLLATZ = "int f(unsigned n) {\n  int steps = 0;\n  while (n > 1) {\n    n = n % 2 ? 3 * n + 1 : n / 2;\n    steps++;\n  }\n" \
          "  return steps;\n}\n"
GCD = "unsigned long f(unsigned long a, unsigned long b) {\n  while (b) {\n    unsigned long t = a % b;\n    a = b;\n    b = t;\n  }\n" \
      "  return a;\n}\n"
PRIME = "int f(unsigned n) {\n  for (unsigned d = 2; (unsigned long)d * d <= n; d++)\n    if (n % d == 0)\n      return d;\n" \
        "  return 0;\n}\n"
ENDLESS = "int f(int x) { return f(x - 1); }\n"
DEEP = "int f(unsigned n) {\n  if (n == 0)\n    return 0;\n  return f(n - 1) * 3 + (int)n;\n}\n"
ACKERMANN = "unsigned f(unsigned m, unsigned n) {\n  if (!m)\n    return n + 1;\n  if (!n)\n    return f(m - 1, 1);\n" \
            "  return f(m - 1, f(m, n - 1));\n}\n"
MUTUAL = "int g(int);\nint f(int x) {\n  if (x < 2)\n    return x;\n  return g(x - 1) + f(x - 2);\n}\n" \
         "int g(int x) {\n  if (x < 2)\n    return 1;\n  return f(x - 1) ^ g(x - 2);\n}\n"
NESTED = "int f(const unsigned char *m) {\n  int s = 0;\n  for (int i = 0; i < 12; i++)\n    for (int j = 0; j < 12; j++)\n" \
         "      for (int k = 0; k < 12; k++)\n        s += m[i * 12 + k] * m[k * 12 + j];\n  return s;\n}\n"
TABLE = "static int t[60000];\nint f(unsigned a, unsigned b, unsigned c) {\n  t[a % 60000] = 1;\n  t[b % 60000] += 2;\n" \
        "  t[c % 60000] ^= t[(a + b) % 60000];\n  return t[(a ^ c) % 60000];\n}\n"
SORT = "void f(int *a) {\n  for (int i = 0; i < 24; i++)\n    for (int j = 0; j + 1 < 24 - i; j++)\n      if (a[j] > a[j + 1]) {\n" \
       "        int t = a[j];\n        a[j] = a[j + 1];\n        a[j + 1] = t;\n      }\n}\n"
HOG = "#include <stdlib.h>\n#include <string.h>\nint f(unsigned n) {\n  int s = 0;\n  for (unsigned i = 0; i < n; i++) {\n" \
      "    char *p = malloc(1 << 20);\n    if (!p)\n      return -1;\n    memset(p, (int)i, 1 << 20);\n    s += p[n % 1000];\n  }\n" \
      "  return s;\n}\n"
MASH = "unsigned f(const unsigned char *k) {\n  unsigned h = 0;\n  for (int i = 0; i < 64; i++) {\n    h += k[i];\n    h += h << 10;\n" \
       "    h ^= h >> 6;\n  }\n  h += h << 3;\n  h ^= h >> 11;\n  return h + (h << 15);\n}\n"
CRC = "unsigned f(const unsigned char *p) {\n  unsigned c = ~0u;\n  for (int i = 0; i < 40; i++) {\n    c ^= p[i];\n" \
      "    for (int k = 0; k < 8; k++)\n      c = c & 1 ? (c >> 1) ^ 0xedb88320u : c >> 1;\n  }\n  return ~c;\n}\n"
XTEA = "void f(unsigned v[2], const unsigned key[4]) {\n  unsigned a = v[0], b = v[1], sum = 0;\n  for (int i = 0; i < 32; i++) {\n" \
       "    a += ((b << 4 ^ b >> 5) + b) ^ (sum + key[sum & 3]);\n    sum += 0x9e3779b9u;\n" \
       "    b += ((a << 4 ^ a >> 5) + a) ^ (sum + key[sum >> 11 & 3]);\n  }\n  v[0] = a;\n  v[1] = b;\n}\n"
FORKS = "#include <unistd.h>\nint main(int argc, char **argv) {\n  for (int i = 0; argv[1][0] != 'q'; i++)\n    fork();\n" \
        "  return argv[1][0] == 'q';\n}\n"
PRINTS = "#include <stdio.h>\nint main(int argc, char **argv) {\n  if (argv[1][0] == 'x')\n    return 1;\n" \
         "  for (;;)\n    printf(\"%s again and again\\n\", argv[1]);\n}\n"
HANGS = "#include <stdio.h>\nint main(void) {\n  int c, s = 0;\n  while ((c = getchar()) != EOF) {\n    s = s * 7 + c;\n" \
        "    while (s == 42 * 7 + 'a')\n      ;\n    if (c == 'z')\n      for (;;)\n        ;\n  }\n  printf(\"%d\\n\", s);\n" \
        "  return 0;\n}\n"
PARSER = "#include <stdio.h>\n#include <stdlib.h>\n#include <ctype.h>\nstatic const char *p;\nstatic long sum(void);\n" \
         "static long atom(void) {\n  if (*p == '(') {\n    p++;\n    long v = sum();\n    if (*p == ')')\n      p++;\n    return v;\n" \
         "  }\n  long v = 0;\n  while (isdigit((unsigned char)*p))\n    v = v * 10 + *p++ - '0';\n  return v;\n}\n" \
         "static long product(void) {\n  long v = atom();\n  while (*p == '*' || *p == '/') {\n    char o = *p++;\n    long w = atom();\n" \
         "    v = o == '*' ? v * w : w ? v / w : 0;\n  }\n  return v;\n}\nstatic long sum(void) {\n  long v = product();\n" \
         "  while (*p == '+' || *p == '-') {\n    char o = *p++;\n    long w = product();\n    v = o == '+' ? v + w : v - w;\n  }\n" \
         "  return v;\n}\nint main(int argc, char **argv) {\n  if (argc < 2)\n    return 1;\n  p = argv[1];\n" \
         "  printf(\"%ld\\n\", sum());\n  return *p != 0;\n}\n"
CPLUSPLUS = "#include <string>\n#include <vector>\n#include <map>\n#include <algorithm>\n" \
            "int f(std::string text, std::vector<int> values) {\n  std::map<std::string, int> counts;\n" \
            "  std::string word;\n  for (char c : text) {\n    if (c == ' ') {\n      counts[word]++;\n      word.clear();\n" \
            "    } else {\n      word += c;\n    }\n  }\n  std::vector<int> sorted = values;\n  std::sort(sorted.begin(), sorted.end());\n" \
            "  int s = 0;\n  for (auto &one : counts)\n    s += one.second * (int)one.first.size();\n" \
            "  return s + (sorted.empty() ? 0 : sorted[sorted.size() / 2]);\n}\n"
STRUCTS = "struct cell { int a[64]; struct { short b[32]; char c[128]; } in[8]; };\nstruct big { struct cell cells[8]; int n; };\n" \
          "int f(struct big *p, unsigned i, unsigned j) {\n  struct big copy = *p;\n  copy.cells[i % 8].a[j % 64] += 3;\n" \
          "  copy.cells[j % 8].in[i % 8].c[(i + j) % 128] ^= 5;\n  *p = copy;\n" \
          "  return p->cells[(i + 1) % 8].a[(j * 3) % 64] + p->cells[j % 8].in[(i * 3) % 8].c[j % 128];\n}\n"
STATES = "int f(const char *s) {\n  int state = 0, out = 0;\n  for (int i = 0; i < 40; i++) {\n    switch (state) {\n" + \
         lines(24, lambda k: f"    case {k}: state = s[i] > {k * 5 % 97} ? {(k * 7 + 3) % 24} : {(k * 11 + 5) % 24}; "
                             f"out += s[i] * {k + 1}; break;\n") + "    }\n  }\n  return out;\n}\n"
BRANCHES = "int f(const int *v) {\n  int s = 0;\n" + \
           lines(60, lambda k: f"  if (v[{k}] * v[{(k + 1) % 60}] > {k * 37} + s)\n    s += v[{(k * 7) % 60}] % {k + 3};\n") + \
           "  return s;\n}\n"


def huge_function(change=""):
    return lambda: "int f(int x, int y) {\n  int s = 0;\n" + lines(
        10000, lambda k: f"  if (x + {k} > y)\n    s += x * {k % 91 + 1} + (s ^ y);\n") + f"  return s{change};\n}}\n" \
        "int main(int argc, char **argv) { return f(argc, argc + 1); }\n"


def straight_function(change=""):
    return lambda: "unsigned f(unsigned x, unsigned y) {\n  unsigned a = x, b = y;\n" + lines(
        20000, lambda k: f"  {'ab'[k % 2]} += {'ba'[k % 2]} * {k % 7 + 1} + {k};\n") + f"  return a{change};\n}}\n" \
        "int main(int argc, char **argv) { return f(argc, argc + 1); }\n"


def huge_switch(change=""):
    return lambda: "int f(int x, int y) {\n  switch (x) {\n" + lines(
        10000, lambda k: f"  case {k * 3}: y += {k * 7 % 1013}; break;\n") + f"  }}\n  return y{change};\n}}\n" \
        "int main(int argc, char **argv) { return f(argc, argc + 1); }\n"


def many_functions(count=5000, change="", body=1):
    return lambda: lines(count, lambda k: f"int f{k}(int x, int y) {{\n" + "".join(
        f"  if (x > {k + j})\n    y += x * {j + 1};\n  else\n    y ^= {k % 77};\n" for j in range(body)) +
        f"  return y{change if k % 50 == 7 else ''}{f' + f{k - 1}(y, x)' if k % 10 else ''};\n}}\n") + \
        "int main(int argc, char **argv) {\n  int s = 0;\n" + lines(count, lambda k: f"  s += f{k}(argc, s);\n") + "  return s;\n}\n"


def chain_of_calls(change=""):
    return lambda: f"int f0(int x) {{ return x{change}; }}\n" + lines(
        3000, lambda k: f"int f{k + 1}(int x) {{ return f{k}(x ^ {k}) + f{k}(x + 1); }}\n") + \
        "int main(int argc, char **argv) { return f3000(argc); }\n"


def large_expression(change=""):
    return lambda: "int f(int x, int y) {\n  return " + "(" * 240 + "x" + lines(
        240, lambda k: f" {'+^*'[k % 3]} (y > {k}))") + f"{change};\n}}\n"


def both(generate, change=" + 1", **more):
    return generate(**more), generate(change=change, **more)


HARD = ["--no-normal-form"]  # which would decide it at once

SUBJECTS = [
    Subject("multiplication", "64-bit products in another order", *pair(MULTIPLY, "(a * b) * c + a * a * b", "(c * a + a * a) * b"), HARD),
    Subject("factors", "the difference is a factorisation", *pair(FACTORS, "00dul;", "00dul && a > b;"), HARD),
    Subject("multiplication-chain", "24 products, one after the other", *pair(CHAIN, "s * (y + i) + x * s", "s * (y + i + x)"), HARD),
    Subject("division", "64-bit divisions", *pair(DIVIDE, "a / b / c", "a / c / b")),
    Subject("cube", "nonlinear, equal", *pair(DISTRIBUTE, "(a + b) * (a + b) * (a + b)", "a * a * a + 3 * a * a * b + 3 * a * b * b"
                                              " + b * b * b"), json=False),
    Subject("floating-point", "doubles in another order", *pair(FLOATS, "a * b * c", "c * b * a")),
    Subject("square-roots", "roots of symbolic doubles", *pair(SQRT, "/ (1 +", "/ (1.0000001 +")),
    Subject("newton", "30 divisions of doubles", *pair(NEWTON, "0.5 * (y + x / y)", "(y + x / y) * 0.5 + 1e-300"), json=False),
    Subject("horner", "a loop of doubles", *pair(HORNER, "s * x + i", "i + x * s - 0.0"), HARD),
    Subject("string-hash", "a loop over text with products", *pair(STRING, "h * 33", "(h << 5) + h"), ["--length", "s=40", *HARD]),
    Subject("string-words", "a loop over text that writes", *pair(WORDS, "words > 3", "words >= 4"), ["--length", "s=60", *HARD]),
    Subject("collatz", "nobody knows whether it ends", *pair(COLLATZ, "n % 2 ? 3 * n + 1 : n / 2", "n & 1 ? n + n + n + 1 : n >> 1"), HARD),
    Subject("gcd", "a loop of divisions", *pair(GCD, "return a", "return a + (a == 12345)"), json=False),
    Subject("trial-division", "a loop of remainders", *pair(PRIME, "d++", "d += 1 + (d > 1000)")),
    Subject("endless-recursion", "f(x) = f(x - 1)", *pair(ENDLESS, "f(x - 1)", "f(x - 2)")),
    Subject("deep-recursion", "four billion calls deep", *pair(DEEP, "f(n - 1) * 3 + (int)n", "(int)n + f(n - 1) * 3"), HARD),
    Subject("ackermann", "recursion in an argument", *pair(ACKERMANN, "n + 1", "n + 2"), json=False),
    Subject("mutual-recursion", "two functions that call each other", *pair(MUTUAL, "f(x - 1) ^ g(x - 2)", "g(x - 2) ^ f(x - 1)")),
    Subject("matrix", "1,728 products of bytes", *pair(NESTED, "m[i * 12 + k] * m[k * 12 + j]", "m[k * 12 + j] * m[k + i * 12]"),
            ["--length", "m=144", *HARD]),
    Subject("large-array", "symbolic indices of 60,000 elements", *pair(TABLE, "+= 2", "+= 3"), ["--symbolic-global", "t"]),
    Subject("sort", "24 symbolic numbers are sorted", *pair(SORT, "a[j] > a[j + 1]", "a[j + 1] < a[j]"), ["--length", "a=24", *HARD]),
    Subject("memory-hog", "a megabyte per step of a loop", *pair(HOG, "s += p[n % 1000]", "s -= p[n % 1000]")),
    Subject("hash-of-bytes", "64 symbolic bytes into one number", *pair(MASH, "h += h << 3", "h ^= h << 3"), ["--length", "k=64"]),
    Subject("crc", "320 choices, xor", *pair(CRC, "return ~c", "return ~c + (c == 0x12345678)"), ["--length", "p=40"]),
    Subject("cipher", "64 rounds of a block cipher", *pair(XTEA, "v[1] = b", "v[1] = b + (a == 1 && b == 2)"),
            ["--length", "v=2", "--length", "key=4"], json=False),
    Subject("forks", "a program that forks without end", *pair(FORKS, "== 'q';\n}", "!= 'q';\n}"), ["--argv", "1x2"]),
    Subject("prints", "a program that prints without end", *pair(PRINTS, "return 1", "return 2"), ["--argv", "1x3"]),
    Subject("hangs", "a program that hangs on many inputs", *pair(HANGS, "s * 7 + c", "s * 7 - c"), ["--stdin", "12"]),
    Subject("parser", "expressions of twelve symbolic bytes", *pair(PARSER, "v - w", "w - v"), ["--argv", "1x12"]),
    Subject("strings-and-vectors", "std::string, std::vector, std::map", *pair(CPLUSPLUS, "sorted.size() / 2", "sorted.size() - 1"),
            ["--length", "text=15", "--length", "values=6"], suffix="cpp"),
    Subject("large-structs", "copies of 11 KB with symbolic indices", *pair(STRUCTS, "+= 3", "+= 4")),
    Subject("state-machine", "24 states, 40 steps", *pair(STATES, "out += s[i] * 9;", "out += s[i] * 10;"), ["--length", "s=40"]),
    Subject("nonlinear-branches", "60 branches on products", *pair(BRANCHES, "s += v[14] % 5", "s += v[14] % 6"), ["--length", "v=60"]),
    Subject("large-expression", "an expression 240 levels deep", *both(large_expression), HARD),
    Subject("huge-function", "20,000 lines of branches", *both(huge_function)),
    Subject("straight-function", "20,000 lines of sums", *both(straight_function), json=False),
    Subject("check-huge-function", "20,000 lines of branches", *both(huge_function), verb="check", seconds=10),
    Subject("check-huge-switch", "10,000 cases", *both(huge_switch), verb="check", seconds=10),
    Subject("check-many-functions", "5,000 functions, 100 changed", *both(many_functions), verb="check", seconds=10),
    Subject("check-many-lines", "250,000 lines in 5,000 functions", *both(many_functions, body=12), verb="check", seconds=10,
            json=False),
    Subject("check-chain-of-calls", "3,000 functions that call each other twice", *both(chain_of_calls), verb="check", seconds=10),
    Subject("check-hard-functions", "multiplication, Collatz and recursion at once",
            (MULTIPLY + COLLATZ.replace(" f(", " g(") + ENDLESS.replace("f(", "h(") + "int main(int argc, char **argv)"
             " { return f(argc, 2, 3) + g(argc) + h(argc); }\n"),
            (MULTIPLY.replace("a * a * b", "a * (a * b)") + COLLATZ.replace(" f(", " g(").replace("n / 2", "n >> 1") +
             ENDLESS.replace("f(", "h(").replace("x - 1", "x - 2") +
             "int main(int argc, char **argv) { return f(argc, 2, 3) + g(argc) + h(argc); }\n"), verb="check", seconds=10),
]
