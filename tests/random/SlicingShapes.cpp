#include "random/ShapeText.h"

namespace vernier::test {

const std::vector<ShapeText> &slicingTexts() {
  static const std::vector<ShapeText> Shapes = {
      {"alias-on-the-side-not-taken", Needs::Nothing, "",
       "int a = 1, b = 2, *p = &b;\n"
       "if ($y > $c)\n"
       "  p = &a;\n"
       "if ($x > $d)\n"
       "  *p = {{$e<>$e + 1}};\n"
       "out_int(a);"},
      {"alias-in-a-callee", Needs::Nothing,
       "static void set_s(int *p, int *q, int v) {\n"
       "  *p = v;\n"
       "  if (v > $c)\n"
       "    *q = {{v<>v + $e}};\n"
       "}",
       "int a = 0, b = 0;\n"
       "set_s(&a, $y > $d ? &a : &b, $x);\n"
       "out_int(a);\n"
       "out_int(b);"},
      {"alias-element-of-array", Needs::Nothing, "",
       "int t[4] = {1, 2, 3, 4}, *p = &t[$y & 3];\n"
       "if ($x > $c)\n"
       "  *p = {{7<>7 + $e}};\n"
       "out_int(t[($d) & 3]);"},
      {"pointer-to-pointer", Needs::Nothing, "",
       "int a = 1, b = 2, *p = &a, **q = &p;\n"
       "if ($x > $c)\n"
       "  *q = &b;\n"
       "*p = {{5<>5 + $e}};\n"
       "out_int(a);\n"
       "if ($y > $d)\n"
       "  out_int(b);"},
      {"pointer-in-structure", Needs::Nothing, "struct link_s { int v; struct link_s *next; };",
       "struct link_s last = {3, 0}, mid = {2, &last}, first = {1, &mid}, *p = &first;\n"
       "if ($x > $c)\n"
       "  first.next = &last;\n"
       "p->next->v = {{8<>8 + $e}};\n"
       "out_int($y > $d ? mid.v : last.v);"},
      {"store-after-two-joins", Needs::Nothing, "",
       "int a[4] = {0, 0, 0, 0}, *p = a;\n"
       "if ($x > $c)\n"
       "  p++;\n"
       "if ($y > $d)\n"
       "  p++;\n"
       "*p = {{1<>2}};\n"
       "out_int(a[1]);"},
      {"index-from-a-branch", Needs::Nothing, "",
       "int t[2] = {0, 0}, i = 0;\n"
       "if ($x > $c)\n"
       "  i = 1;\n"
       "t[i] = {{1<>1 + $e}};\n"
       "out_int(t[0]);"},
      {"callee-exits", Needs::Nothing,
       "static void leave_s(int v) {\n"
       "  if (v == $c)\n"
       "    exit({{$e<>$e + 1}});\n"
       "}",
       "leave_s($x);\n"
       "leave_s($y + 1);\n"
       "out_int(1);"},
      {"callee-exits-for-others", Needs::Nothing,
       "static int deeper_s(int v) {\n"
       "  if (v > {{$c<>$c + 1}})\n"
       "    exit(3);\n"
       "  return v;\n"
       "}\n"
       "static int leave_s(int v) { return v > $d ? deeper_s(v) : 0; }",
       "int unused = leave_s($x);\n"
       "(void)unused;\n"
       "out_int($y);"},
      {"exit-hides-the-change", Needs::Nothing, "",
       "int r = {{$x<>$x + $e}};\n"
       "if ($y > $c)\n"
       "  exit(4);\n"
       "out_int(r > $d);"},
      {"exit-status", Needs::Nothing, "",
       "if ($y > $c)\n"
       "  exit(($x & 7) {{+<>^}} $e);\n"
       "out_int(2);"},
      {"dead-division", Needs::Traps, "",
       "int d = {{$x & 3<>$x & 7}}, r = 100 / d;\n"
       "(void)r;\n"
       "out_int($y > $c);"},
      {"dead-remainder-in-a-callee", Needs::Traps,
       "static int rest_s(int v, int d) {\n"
       "  int r = v % d;\n"
       "  if (v > $c)\n"
       "    return r;\n"
       "  return 0;\n"
       "}",
       "out_int(rest_s($y, ($x & 3) {{-<>+}} 1));"},
      {"dead-dereference", Needs::Traps, "",
       "int v = $e, *p = &v, r;\n"
       "if ($x > {{$c<>$c + 1}})\n"
       "  p = 0;\n"
       "r = *p;\n"
       "(void)r;\n"
       "out_int($y > $d);"},
      {"abort-for-others", Needs::Traps, "",
       "if ($x > {{$c<>$c + 1}} && $y > $d)\n"
       "  abort();\n"
       "out_int($e);"},
      {"loop-bound", Needs::Nothing, "",
       "int i, s = 0;\n"
       "for (i = 0; i < ($x & {{3<>7}}); i++)\n"
       "  s += i * $e + ($y & 1);\n"
       "out_int(s);"},
      {"loop-bound-in-a-global", Needs::Nothing, "static int most_s = {{$e<>$e + 1}};",
       "int i, s = 0;\n"
       "for (i = 0; i < ($x & 7) && i < most_s; i++)\n"
       "  s += 2;\n"
       "out_int(s);"},
      {"loop-changes-its-bound", Needs::Nothing, "",
       "int i, n = $x & 7, s = 0;\n"
       "for (i = 0; i < n; i++) {\n"
       "  if (i == ($y & 3))\n"
       "    n -= {{1<>2}};\n"
       "  s++;\n"
       "}\n"
       "out_int(s);"},
      {"loop-carries-a-value", Needs::Nothing, "",
       "int i, k = 0;\n"
       "for (i = 0; i < 4; i++)\n"
       "  if (i == ($x & 3))\n"
       "    k = {{i<>i + 1}};\n"
       "out_int(k > ($y & 3));"},
      {"search-loop", Needs::Nothing, "",
       "static const int t[6] = {4, 1, 7, 0, 2, 5};\n"
       "int n = 0;\n"
       "while (n < 6 && t[n] != ($x & 7))\n"
       "  n++;\n"
       "out_int(n > {{$e<>$e + 1}});"},
      {"return-from-nested-loops", Needs::Nothing,
       "static int find_s(int a, int b) {\n"
       "  for (int i = 0; i < 3; i++)\n"
       "    for (int j = 0; j < 3; j++) {\n"
       "      if (i * j == (a & 3))\n"
       "        return i + {{j<>j + 1}};\n"
       "      if (i + j == b)\n"
       "        return -1;\n"
       "    }\n"
       "  return 7;\n"
       "}",
       "out_int(find_s($x, $y));"},
      {"output-in-a-loop", Needs::Nothing, "",
       "int i;\n"
       "for (i = 0; i < ($x & 3); i++) {\n"
       "  out_int(i);\n"
       "  if (i == {{0<>1}} && $y > $c)\n"
       "    out_char('!');\n"
       "}"},
      {"continue-in-a-loop", Needs::Nothing, "",
       "int i, s = 0;\n"
       "for (i = 0; i < 5; i++) {\n"
       "  if (i == ($x & 7))\n"
       "    continue;\n"
       "  if (s > {{$e<>$e + 2}})\n"
       "    break;\n"
       "  s += i;\n"
       "}\n"
       "out_int(s);"},
      {"global-set-by-a-callee", Needs::Nothing,
       "static int g_s;\n"
       "static void set_s(int v) {\n"
       "  if (v > $c)\n"
       "    g_s = {{v<>v + 1}};\n"
       "}",
       "g_s = $d;\n"
       "set_s($x);\n"
       "if ($y > $d)\n"
       "  set_s($y);\n"
       "out_int(g_s);"},
      {"global-read-on-the-other-side", Needs::Nothing,
       "int g_s = 1;\n"
       "static int get_s(void) { return g_s; }",
       "if ($x > $c)\n"
       "  g_s = {{2<>2 + $e}};\n"
       "if ($y > $d)\n"
       "  out_int(get_s());"},
      {"recursion-through-a-pointer", Needs::Nothing,
       "static int down_s(int n, int *s) {\n"
       "  if (n <= 0)\n"
       "    return *s;\n"
       "  *s += {{n<>n + $e}};\n"
       "  return down_s(n - 1, s);\n"
       "}",
       "int s = 0;\n"
       "out_int(down_s($x & 5, &s));\n"
       "out_int(s > $c);"},
      {"recursion-in-both-ways", Needs::Nothing,
       "static int odd_s(int n);\n"
       "static int even_s(int n) { return n <= 0 ? 1 : odd_s(n - 1); }\n"
       "static int odd_s(int n) { return n <= 0 ? {{0<>n}} : even_s(n - {{1<>2}}); }",
       "out_int(even_s($x & 7));"},
      {"chosen-function", Needs::Nothing,
       "static int up_s(int v) { return v + {{1<>1 + $e}}; }\n"
       "static int same_s(int v) { return v; }",
       "int (*f)(int) = same_s;\n"
       "if ($x > $c)\n"
       "  f = up_s;\n"
       "out_int(f($y));"},
      {"function-of-a-structure", Needs::Nothing,
       "static int seen_s;\n"
       "static void one_s(int v) { seen_s += v; }\n"
       "static void two_s(int v) { seen_s {{-<>+}}= v + $e; }\n"
       "struct ops_s { void (*run)(int); int weight; };\n"
       "static const struct ops_s ops_s[2] = { {one_s, 1}, {two_s, 2} };",
       "const struct ops_s *o = &ops_s[$x & 1];\n"
       "o->run($y);\n"
       "out_int(seen_s * o->weight);"},
      {"callback-of-the-library", Needs::Nothing,
       "void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));\n"
       "static int order_s(const void *a, const void *b) {\n"
       "  int x = *(const int *)a, y = *(const int *)b;\n"
       "  return {{x < y ? -1 : x > y<>x > y ? -1 : x < y}};\n"
       "}",
       "int v[3] = {$x, $y, $c};\n"
       "qsort(v, 3, sizeof v[0], order_s);\n"
       "out_int(v[1]);\n"
       "if ($x > $d)\n"
       "  out_int(v[0]);"},
      {"callback-with-a-key", Needs::Nothing,
       "void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));\n"
       "static int key_s = {{3<>1}};\n"
       "static int order_s(const void *a, const void *b) {\n"
       "  return (*(const int *)a & key_s) - (*(const int *)b & key_s);\n"
       "}",
       "int v[2] = {$x, $y};\n"
       "qsort(v, 2, sizeof v[0], order_s);\n"
       "out_int((v[0] & 3) > ($e & 3));"},
      {"goto-forward", Needs::Nothing, "",
       "int r = 0;\n"
       "if ($x > $c)\n"
       "  goto skip_s;\n"
       "r = {{1<>2}};\n"
       "if ($y > $d)\n"
       "  goto out_s;\n"
       "r += 4;\n"
       "skip_s:\n"
       "r += 8;\n"
       "out_s:\n"
       "out_int(r);"},
      {"goto-backward", Needs::Nothing, "",
       "int n = 0;\n"
       "again_s:\n"
       "n++;\n"
       "if (n < ($x & 7){{<> + 1}})\n"
       "  goto again_s;\n"
       "out_int(n > $e);"},
      {"goto-into-a-loop", Needs::Nothing, "",
       "int i = 0, s = 0;\n"
       "if ($x > $c)\n"
       "  goto inside_s;\n"
       "for (; i < 3; i++) {\n"
       "  s += {{1<>2}};\n"
       "inside_s:\n"
       "  s += 10;\n"
       "  if (s > 25 + $y)\n"
       "    break;\n"
       "}\n"
       "out_int(s);"},
      {"goto-computed", Needs::Nothing, "",
       "int r = 0;\n"
       "goto *($x > $d ? &&one_s : &&two_s);\n"
       "one_s:\n"
       "r = {{1<>1 + $e}};\n"
       "if ($y > $c)\n"
       "  goto end_s;\n"
       "two_s:\n"
       "r += 8;\n"
       "end_s:\n"
       "out_int(r);"},
      {"fall-through", Needs::Nothing, "",
       "int s = 0;\n"
       "switch ($x & 3) {\n"
       "case 0:\n"
       "  s = 1;\n"
       "case 1:\n"
       "  s += 2;\n"
       "  {{<>break;}}\n"
       "case 2:\n"
       "  s += 4;\n"
       "  break;\n"
       "default:\n"
       "  s = 9;\n"
       "}\n"
       "out_int(s);"},
      {"fall-through-into-default", Needs::Nothing, "",
       "int s = $e;\n"
       "switch ($x) {\n"
       "case $c:\n"
       "  s += {{1<>2}};\n"
       "default:\n"
       "  s *= 2;\n"
       "  break;\n"
       "case $c + 1:\n"
       "  s -= {{1<>2}};\n"
       "}\n"
       "out_int(s > $y);"},
      {"switch-in-a-loop", Needs::Nothing, "",
       "int i, state = 0;\n"
       "for (i = 0; i < 3; i++)\n"
       "  switch (state) {\n"
       "  case 0:\n"
       "    state = ($x >> i) & 1 ? {{1<>2}} : 0;\n"
       "    continue;\n"
       "  case 1:\n"
       "    state = 2;\n"
       "    break;\n"
       "  default:\n"
       "    state = $y > $c ? 0 : 1;\n"
       "  }\n"
       "out_int(state);"},
      {"narrow-unsigned", Needs::Nothing, "",
       "unsigned char u = (unsigned char)(({{$x<>$x + 1}}) * 64);\n"
       "out_int(u > 100);\n"
       "out_int(u == 0);"},
      {"narrow-signed", Needs::Nothing, "",
       "signed char s = (signed char)($x * {{37<>39}});\n"
       "short h = (short)(s * 300);\n"
       "out_int(h < 0);"},
      {"narrow-return", Needs::Nothing, "static {{signed char<>short}} cut_s(int v) { return v; }",
       "out_int(cut_s($x * 50 + $y) > $c);"},
      {"narrow-parameter", Needs::Nothing, "static int cut_s({{unsigned char<>unsigned short}} v) { return v; }",
       "out_int(cut_s($x * 100 + $y) > 100);"},
      {"sign-of-char", Needs::Nothing, "",
       "{{char<>unsigned char}} c = (char)($x * 37);\n"
       "out_int(c < 0 ? -1 : c > 100);"},
      {"unsigned-wraps", Needs::Nothing, "",
       "unsigned u = (unsigned)$x - {{$eu<>1u}};\n"
       "out_int(u > 100u);\n"
       "out_int($y > $c ? u < 3u : 0);"},
      {"signed-compared-as-unsigned", Needs::Nothing, "", "out_int({{$x < $y<>(unsigned)$x < (unsigned)$y}});"},
      {"shift-left", Needs::Nothing, "",
       "int s = (int)((unsigned)$x << ({{3<>4}} + ($y & 1)));\n"
       "out_int(s > 60);"},
      {"shift-right", Needs::Nothing, "", "out_int({{$x >> $e<>(int)((unsigned)$x >> $e)}});"},
      {"shift-loses-the-change", Needs::Nothing, "", "out_int(({{$x<>$x + 1}}) >> $e);"},
      {"wide-product", Needs::Nothing, "",
       "long l = (long)$x * {{3000000000L<>4000000000L}};\n"
       "out_int((int)(l >> 32));\n"
       "out_int((int)l > $c);"},
      {"floating", Needs::Nothing, "",
       "double d = $x * 0.5;\n"
       "if (d > {{1.5<>2.5}})\n"
       "  out_int(1);\n"
       "out_int((int)(d * d) > $y);"},
      {"overlapping-move", Needs::Nothing, "",
       "char m[10] = \"abcdefghi\";\n"
       "if ($x > $c)\n"
       "  memmove(m + 1, m, {{4<>5}});\n"
       "else\n"
       "  memmove(m, m + 2, 4);\n"
       "out_char(m[$y & 7]);"},
      {"move-of-chosen-length", Needs::Nothing, "",
       "char m[10] = \"abcdefghi\";\n"
       "memmove(m + {{1<>2}}, m, (unsigned long)($x & 3));\n"
       "out_char(m[2]);\n"
       "out_char(m[$y & 3]);"},
      {"copy-of-bytes", Needs::Nothing, "",
       "int v = {{$x<>$x + $e}}, w = 0;\n"
       "unsigned char b[4];\n"
       "memcpy(b, &v, 4);\n"
       "if ($y > $c)\n"
       "  b[0] = 0;\n"
       "memcpy(&w, b, 4);\n"
       "out_int(w & 255);"},
      {"set-of-chosen-length", Needs::Nothing, "void *memset(void *, int, unsigned long);",
       "char m[8] = \"abcdefg\";\n"
       "memset(m, 'z', (unsigned long)(($x & 3){{<> + 1}}));\n"
       "out_char(m[$y & 3]);"},
      {"compared-text", Needs::Nothing, "int strcmp(const char *, const char *);",
       "char s[3] = {(char)('a' + ($x & 3)), (char)($y > $c ? 'x' : 0), 0};\n"
       "out_int(strcmp(s, {{\"b\"<>\"bx\"}}) > 0);"},
      {"copied-structure", Needs::Nothing, "struct copy_s { int a; char b[3]; short c; };",
       "struct copy_s u = {$x, {1, 2, 3}, (short)$y}, w = {0, {0, 0, 0}, 0};\n"
       "if ($x > $c)\n"
       "  w = u;\n"
       "u.a = {{1<>2}};\n"
       "u.c = {{w.c<>3}};\n"
       "out_int(w.a + u.a);\n"
       "out_int(w.b[1] + u.c);"},
      {"structure-by-value", Needs::Nothing,
       "struct copy_s { int a, b; char c; };\n"
       "static int take_s(struct copy_s v) {\n"
       "  v.a += {{1<>2}};\n"
       "  if (v.c > $c)\n"
       "    v.b = v.a;\n"
       "  return v.b;\n"
       "}",
       "struct copy_s s = {$x, $y, (char)$x};\n"
       "out_int(take_s(s));\n"
       "out_int(s.a);"},
      {"structure-returned", Needs::Nothing,
       "struct both_s { int q, r; };\n"
       "static struct both_s parts_s(int v) {\n"
       "  struct both_s p = {v / 3, v % 3};\n"
       "  if (v < 0)\n"
       "    p.r {{=<>+=}} 3;\n"
       "  return p;\n"
       "}",
       "struct both_s p = parts_s($x);\n"
       "out_int(p.q);\n"
       "if ($y > $c)\n"
       "  out_int(p.r);"},
      {"static-local-counts", Needs::Nothing,
       "static int count_s(int v) {\n"
       "  static int n;\n"
       "  if (v > $c)\n"
       "    n += {{1<>2}};\n"
       "  return n;\n"
       "}",
       "count_s($x);\n"
       "if ($y > $d)\n"
       "  out_int(count_s($y));\n"
       "out_int(count_s($x) > 2);"},
      {"macro-with-break", Needs::Nothing,
       "#define TRY_S(v) do { if ((v) > $c) break; (v) = {{$d<>$d + 1}}; } while (0)",
       "int v = $x, w = $y;\n"
       "TRY_S(v);\n"
       "if (v > 0)\n"
       "  TRY_S(w);\n"
       "out_int(v + w);"},
      {"short-circuit-calls", Needs::Nothing,
       "static int calls_s;\n"
       "static int touch_s(int v) {\n"
       "  calls_s += {{1<>2}};\n"
       "  return v > $c;\n"
       "}",
       "if ($x > $d && touch_s($y))\n"
       "  out_int(1);\n"
       "if ($y > $c || touch_s($x))\n"
       "  out_int(2);\n"
       "out_int(calls_s);"},
      {"short-circuit-order", Needs::Nothing,
       "static int calls_s;\n"
       "static int touch_s(int v) {\n"
       "  calls_s = calls_s * 2 + 1;\n"
       "  return v > $c;\n"
       "}",
       "if ({{touch_s($x) && $y > $d<>$y > $d && touch_s($x)}})\n"
       "  out_int(1);\n"
       "out_int(calls_s);"},
      {"ternary-chooses-the-place", Needs::Nothing, "",
       "int a = 0, b = 0;\n"
       "*($x > $c ? &a : &b) = {{1<>1 + $e}};\n"
       "out_int($y > $d ? a : 7);"},
      {"ternary-nested", Needs::Nothing, "",
       "out_int($x > $c ? ($y > $d ? {{1<>2}} : 3) : ($y == {{$c<>$d}}) ? 4 : 5);"},
      {"called-from-two-places", Needs::Nothing,
       "static int step_s(int v) {\n"
       "  if (v > $c)\n"
       "    return v + {{1<>1 + $e}};\n"
       "  return v;\n"
       "}",
       "out_int(step_s($x));\n"
       "if ($y > $d)\n"
       "  out_int(step_s($y) - step_s($x));"},
      {"result-through-a-parameter", Needs::Nothing,
       "static int parse_s(int v, int *o) {\n"
       "  if (v < $c)\n"
       "    return 0;\n"
       "  *o = {{v<>v + 1}};\n"
       "  return 1;\n"
       "}",
       "int o = $e;\n"
       "if (parse_s($x, &o))\n"
       "  out_int(o > $y);\n"
       "else\n"
       "  out_int(-o);"},
      {"changes-that-cancel", Needs::Nothing, "",
       "int y = $x + {{1<>2}};\n"
       "if ($y > $c)\n"
       "  y -= {{1<>2}};\n"
       "out_int(y);"},
      {"comparison-by-one", Needs::Nothing, "",
       "int r = 0;\n"
       "if ({{$x > $c<>$x >= $c}})\n"
       "  r = $y & 3;\n"
       "out_int(r);"},
      {"dependence-under-two-branches", Needs::Nothing, "",
       "int a = {{$x<>$x + $e}}, b = 0, r = 0;\n"
       "if ($x > $c) {\n"
       "  b = a;\n"
       "  if ($y > $d)\n"
       "    r = b;\n"
       "}\n"
       "out_int(r);"},
      {"heap-object", Needs::Nothing,
       "void *malloc(unsigned long);\n"
       "void free(void *);",
       "int *p = malloc(2 * sizeof(int)), *q = p;\n"
       "p[0] = $x;\n"
       "p[1] = {{$y<>$y + 1}};\n"
       "if ($x > $c)\n"
       "  q = p + 1;\n"
       "out_int(*q > $d);\n"
       "free(p);"},
      {"variable-arguments", Needs::Nothing,
       "static int sum_s(int n, ...) {\n"
       "  __builtin_va_list l;\n"
       "  int s = 0;\n"
       "  __builtin_va_start(l, n);\n"
       "  while (n-- > 0)\n"
       "    s += {{__builtin_va_arg(l, int)<>2 * __builtin_va_arg(l, int)}};\n"
       "  __builtin_va_end(l);\n"
       "  return s;\n"
       "}",
       "out_int(sum_s($x & 3, $y, $c, $d) > $e);"},
      {"output-in-another-order", Needs::Nothing, "",
       "{{out_int($x);\n"
       "if ($y > $c)\n"
       "  out_char('a');<>if ($y > $c)\n"
       "  out_char('a');\n"
       "out_int($x);}}"},
      {"never-ending-step", Needs::Hangs, "",
       "int i;\n"
       "for (i = $x & 7; i < 8; i += {{1<>(i == $e ? 0 : 1)}})\n"
       "  ;\n"
       "out_int(i);"},
  };
  return Shapes;
}

} // namespace vernier::test
