"""Random C++: classes, virtual calls, exceptions, containers, templates, overloads, constructors of globals. The entry takes
an integer and an integer, a string, a vector or an optional, and returns one of them; a main prints what the entry gives for
its arguments, so that a pair is a function and a program at once."""
import random as randomness

from .result_pairs import ARITHMETIC, COMPARE, Pair
from .tree import Binary, Block, Choice, If, Number, Row, Text, edited, fixed

# The first parameter of the entry: its declaration, how it becomes the integer x, how main makes it of its arguments.
KINDS = {
    'plain': ('int x', '', 'int p = argc > 1 ? std::atoi(argv[1]) : 0;'),
    'string': ('const std::string &p', 'int x = (int)p.size() + (p.empty() ? 0 : p[0] - 97);', 'std::string p(argc > 1 ? argv[1] : "ab");'),
    'string-value': ('std::string p', 'int x = p.empty() ? 3 : p.back() - 97;', 'std::string p(argc > 1 ? argv[1] : "ab");'),
    'string-out': ('std::string &p', 'int x = (int)p.size();', 'std::string p(argc > 1 ? argv[1] : "ab");'),
    'view': ('std::string_view p', 'int x = (int)p.size() + (p.empty() ? 0 : p[0] - 97);', 'std::string_view p(argc > 1 ? argv[1] : "ab");'),
    'vector': ('const std::vector<int> &p', 'int x = (int)p.size() + (p.empty() ? 0 : p.back());', 'std::vector<int> p; for (int i = 1; i < argc; i++) p.push_back(std::atoi(argv[i]));'),
    'vector-out': ('std::vector<int> &p', 'int x = (int)p.size();', 'std::vector<int> p; for (int i = 1; i < argc; i++) p.push_back(std::atoi(argv[i]));'),
    'optional': ('std::optional<int> p', 'int x = p.value_or(1);', 'std::optional<int> p; if (argc > 1) p = std::atoi(argv[1]);'),
}
SHOW = ('static void show(int v) { std::printf("%d ", v); }\nstatic void show(std::string_view v) { for (char c : v) std::printf("%d.", c); std::printf("| "); }\n'
        'static void show(const std::vector<int> &v) { for (int e : v) std::printf("%d,", e); std::printf("| "); }\n'
        'static void show(std::optional<int> v) { if (v) std::printf("%d! ", *v); else std::printf("none "); }\n')


class Generator:
    def __init__(self, seed):
        self.random = randomness.Random(seed)
        self.names = ['x', 'y']
        self.used = set()
        self.kind = self.random.choice(['plain'] * 3 + sorted(KINDS))
        self.result = self.random.choice(['int', 'int', 'std::string', 'std::vector<int>', 'std::optional<int>'])

    def pick(self, *makers):
        return self.random.choice(makers)()

    def number(self, low=0, high=9):
        return Number(self.random.randint(low, high))

    def expression(self, depth=2):
        if depth == 0 or self.random.random() < 0.3:
            return Text(self.random.choice(self.names)) if self.random.random() < 0.7 else self.number()
        return Binary(self.random.choice(ARITHMETIC), self.expression(depth - 1), self.expression(depth - 1), ARITHMETIC)

    def condition(self):
        return Binary(self.random.choice(COMPARE), self.expression(1), self.number(0, 6), COMPARE)

    # Declarations that statements ask for.

    def shapes(self):
        """A base class with virtual functions and two derived ones; the order of destruction is visible."""
        return Row('struct Base {\n  int value;\n  explicit Base(int v) : value(v) {}\n  virtual int area(int n) const { return value + n; }\n  %int twice(int n) const { return n * %; }\n'
                   '  virtual ~Base() { trace = trace * 3 + %; }\n};\nstruct Left : Base {\n  Left(int v) : Base(v) {}\n  int area(int n) const override { return %; }\n'
                   '  int twice(int n) const { return n * %; }\n  ~Left() { trace = trace * 5 + %; }\n};\n'
                   'struct Right : Base {\n  int more = %;\n  Right(int v) : Base(%) {}\n  int area(int n) const override { return value - n + more; }\n};\n',
                   Choice(['', 'virtual ']), self.number(), self.number(1, 3), self.over('value', 'n'), self.number(), self.number(1, 3), self.number(), self.over('v'))

    def over(self, *names):
        saved, self.names = self.names, list(names)
        result = self.expression(1)
        self.names = saved
        return result

    def overloads(self):
        return Row('static int pick(int n) { return n + %; }\nstatic int pick(long n) { return (int)n + %; }\nstatic int pick(unsigned char n) { return n + %; }\n'
                   'template <typename T> T clamp_to(T v, T low, T high) { return v < low ? low : high < v ? high : %; }\n'
                   'template <int N> int repeat(int v) { int r = v; for (int i = 0; i < N; i++) r = r * 2 + %; return r; }\n',
                   self.number(), self.number(), self.number(), Choice(['v', 'low']), self.number())

    def errors(self):
        return Row('struct Failure { int code; };\nstruct Worse : Failure { Worse(int c) : Failure{c} {} };\nstatic int risky(int n) {\n  if (%) throw Failure{%};\n'
                   '  if (n == %) throw Worse(n);\n  if (n == %) throw n;\n  return %;\n}\n', self.over_condition('n'), self.over('n'), self.number(0, 4), self.number(0, 4), self.over('n'))

    def over_condition(self, name):
        return Binary(self.random.choice(COMPARE), Text(name), self.number(0, 4), COMPARE)

    def guard(self):
        return Row('struct Guard {\n  int *at;\n  int back;\n  Guard(int *p, int v) : at(p), back(*p) { *p = v; }\n  ~Guard() { *at = %; }\n};\n', Choice(['back', 'back + 1', '*at']))

    def counted(self):
        """Copies and moves count."""
        return Row('struct Counted {\n  int v;\n  Counted(int n) : v(n) {}\n  Counted(const Counted &o) : v(o.v) { trace += %; }\n  Counted(Counted &&o) : v(o.v) { o.v = 0; trace += %; }\n'
                   '  Counted &operator=(const Counted &o) { v = o.v; trace += 7; return *this; }\n  Counted operator+(const Counted &o) const { return Counted(v % o.v); }\n'
                   '  bool operator<(const Counted &o) const { return v < o.v; }\n};\nstatic int take(Counted c) { return c.v; }\nstatic int look(const Counted &c) { return c.v; }\n',
                   self.number(1, 3), self.number(0, 2), Choice(['+', '-']))

    # Statements.

    def statement(self):
        return self.pick(self.assign, self.call_virtual, self.call_overload, self.catch, self.scope, self.count, self.vector, self.text, self.mapping, self.lambda_, self.choose)

    # What the first parameter is asked, and what is done to it.

    def on_parameter(self):
        if self.kind.startswith('vector'):
            asked = [lambda: Row('for (int e : p) a % e;', Choice(['+=', '-=', '^='])), lambda: Row('if (p.size() % %) b += p[%];', Choice(['>', '>=']), Choice(['1', '2']), Choice(['0', '1'])),
                     lambda: Row('b += (int)std::count(p.begin(), p.end(), %);', self.number(0, 3))]
            done = [lambda: Row('p.push_back(%);', self.expression(1)), lambda: Row('if (!p.empty()) p.%;', Choice(['pop_back()', 'erase(p.begin())'])), lambda: Row('p.%(%);', Choice(['reserve', 'resize']), Choice(['3', '8']))]
        elif self.kind == 'optional':
            asked = [lambda: Row('if (p) a += *p * %;', self.number(1, 3)), lambda: Row('if (p % %) b++;', Choice(['==', '<', '!=']), self.number(0, 3))]
            done = [lambda: Row('if (p == %) p.reset();', self.number(0, 3)), lambda: Row('p = %;', self.expression(1))]
        else:
            asked = [lambda: Row('if (p % "%") a++;', Choice(['==', '<', '!=']), Choice(['a', 'ab', 'b', ''])), lambda: Row("b += (int)p.find('%');", Choice(['a', 'b', 'c'])),
                     lambda: Row('if (p.size() % %) b += p[%];', Choice(['>', '>=']), Choice(['1', '2']), Choice(['0', '1'])), lambda: Row('for (char c : p) a = a * 3 + c % %;', Choice(['-', '+']), self.number()),
                     lambda: Row('{ std::string t(p); t.%; a += (int)t.size() + (t == p); }', Choice(["push_back('a')", 'append("xyz")', 'resize(20)', 'reserve(40)', 'clear()']))]
            done = [lambda: Row("p.push_back('%');", Choice(['a', 'b'])), lambda: Row('p.%;', Choice(['append("ab")', 'reserve(40)', "insert(0, 1, 'c')", 'clear()'])), lambda: Row('if (p.size() > %) p.resize(%);', Choice(['1', '2']), Choice(['1', '0', '20']))]
        changed = self.kind.endswith('-out') or self.kind in ('string-value', 'optional')
        return [self.pick(*(asked + (done if changed else [])))]

    def end(self):
        sum_ = Binary('+', Text('a'), Row('b * %', self.number(1, 3)), ['+', '-', '^'])
        if self.result == 'std::string':
            return Row("std::string r(%, 'k'); r.%; r += std::to_string(%); return r;", Choice(['1', '2', '17']), Choice(['reserve(60)', 'append("m")', "push_back('m')", 'shrink_to_fit()']), sum_)
        if self.result == 'std::vector<int>':
            return Row('std::vector<int> r; % r.push_back(%); % return r;', Choice(['', 'r.reserve(9);', 'r.resize(1);']), sum_, Choice(['r.push_back(b);', 'r.insert(r.end(), b);', '']))
        if self.result == 'std::optional<int>':
            return Row('if (%) return std::nullopt; return %;', self.condition(), sum_)
        return Row('return %;', sum_)

    def assign(self):
        return [Row('% = %;', Choice(['a', 'b', 'trace']), self.expression())]

    def choose(self):
        return [If(self.condition(), Block(self.assign()), Block(self.assign() if self.random.random() < 0.5 else []))]

    def call_virtual(self):
        self.used.add('shapes')
        return [self.pick(lambda: Row('{ Left l(%); Right r(%); const Base *p = % ? static_cast<const Base *>(&l) : &r; a += p->%(%); }', self.expression(1), self.expression(1),
                                      self.condition(), Choice(['area', 'twice']), self.expression(1)),
                          lambda: Row('{ std::unique_ptr<Base> p(% ? static_cast<Base *>(new Left(%)) : new Right(%)); a += p->area(%); }', self.condition(), self.expression(1),
                                      self.expression(1), self.expression(1)),
                          lambda: Row('{ Right r(%); const % = r; b += s.area(%); }', self.expression(1), Choice(['Base &s', 'Right &s']), self.expression(1)))]

    def call_overload(self):
        self.used.add('overloads')
        return [self.pick(lambda: Row('a += pick(%(%));', Choice(['int', 'long', '(unsigned char)']), self.expression(1)),
                          lambda: Row('b = clamp_to(%, %, %);', self.expression(1), self.number(0, 3), self.number(4, 9)),
                          lambda: Row('a = repeat<%>(%);', Choice(['1', '2', '3']), self.expression(1)))]

    def catch(self):
        self.used.add('errors')
        handlers = [Row('catch (const % &e) { a = e.code + %; }', Choice(['Failure', 'Worse']), self.number()), Row('catch (int e) { b = e + %; }', self.number()),
                    Row('catch (...) { trace = %; }', self.number())]
        chosen = [handler for handler in handlers if self.random.random() < 0.6] or [handlers[2]]
        if handlers[2] not in chosen and self.random.random() < 0.8:
            chosen.append(handlers[2])
        return [Row('try { a += risky(%); b++; } ' + '%' * len(chosen), self.expression(1), *chosen)]

    def scope(self):
        self.used.update(['guard', 'errors'])
        return [Row('try { Guard g(&trace, %); a += risky(%); b += trace; } catch (...) { a = trace + %; }', self.expression(1), self.expression(1), self.number())]

    def count(self):
        self.used.add('counted')
        return [self.pick(lambda: Row('{ Counted c(%); a += %(c); }', self.expression(1), Choice(['take', 'look'])),
                          lambda: Row('{ Counted c(%), d(%); a += %; }', self.expression(1), self.expression(1), Choice(['take(c + d)', 'look(d + c)', 'look(c + d)'])),
                          lambda: Row('{ std::vector<Counted> v; v.reserve(%); for (int i = 0; i < 3; i++) v.push_back(Counted(i + x)); b += v[%].v; }', Choice(['4', '2', '3']), Choice(['0', '2'])))]

    def vector(self):
        order = Choice(['std::sort(v.begin(), v.end());', 'std::reverse(v.begin(), v.end());', 'v.erase(v.begin());', 'v.insert(v.begin(), %s);' % 'y', ';'], self.random.randrange(5))
        return [Row('{ std::vector<int> v{%, %, %}; % a += v[%] * 10 + v.back(); }', self.expression(1), self.expression(1), self.number(), order, Choice(['0', '1']))]

    def text(self):
        return [self.pick(lambda: Row('{ std::string s(%, %); s += std::to_string(%); a += (int)s.size(); b += s[0]; }', Choice(['2', '3', '20']), Choice(["'a'", "'b'"]), self.expression(1)),
                          lambda: Row('{ std::string s = % ? "left" : "right"; trace += (int)s.find(%); }', self.condition(), Choice(["'t'", "'g'", "'h'"])),
                          lambda: Row('{ std::string s = std::to_string(%); a += s % "5" ? 1 : 2; }', self.expression(1), Choice(['<', '==', '>'])))]

    def mapping(self):
        return [Row('{ std::map<int, int> m; m[%] = %; m[%] += %; for (const auto &e : m) b = b * 3 + e.%; }', self.expression(1), self.number(), self.expression(1), self.number(),
                    Choice(['first', 'second']))]

    def lambda_(self):
        return [Row('{ int k = %; auto f = [%k](int n) { return n * 2 + k; }; k = %; a += f(%); }', self.expression(1), Choice(['', '&']), self.number(), self.expression(1))]

    def globals_(self):
        """Constructors of globals, in an order that the file decides."""
        rows = [Row('static int setup%d = (trace = trace * %% + %%);\n' % index, self.number(1, 4), self.number(0, 5)) for index in range(self.random.randint(0, 2))]
        return Block(rows)

    def program(self):
        body = [fixed(Row('int a = %, b = %;', self.expression(1), self.expression(1)))]
        self.names += ['a', 'b']
        for _ in range(self.random.randint(1, 4)):
            body += self.statement()
            if self.kind != 'plain' and self.random.random() < 0.7:
                body += self.on_parameter()
        self.names = ['x', 'y']
        declared, as_integer, made = KINDS[self.kind]
        pieces = [getattr(self, name)() for name in ('shapes', 'overloads', 'errors', 'guard', 'counted') if name in self.used]
        head = '// first parameter: %s\n' % self.kind + ''.join('#include <%s>\n' % name for name in (
            'algorithm', 'cstdio', 'cstdlib', 'map', 'memory', 'optional', 'string', 'string_view', 'vector')) + SHOW + 'int trace = 1;\n'
        end = 'int main(int argc, char **argv) {\n  %s\n  int y = argc > 2 ? std::atoi(argv[2]) : 1;\n  show(f(p, y));\n  show(p);\n  std::printf("%%d\\n", trace);\n  return 0;\n}\n' % made
        return Row(head.replace('%', '\0') + '%%' + '%s f(%s, int y) {\n%s\n  ' % (self.result, declared, as_integer) + '%\n}\n' + end.replace('%', '\0'), self.globals_(),
                   fixed(Block([fixed(piece) for piece in pieces])), Block(body + [fixed(self.end())]))


def generate(seed):
    generator = Generator('c++-%s' % seed)
    random, tree = generator.random, generator.program()
    harmless, new = random.random() < 0.2, tree
    for _ in range(10):
        new = edited(tree, random, random.choice([1, 1, 2]), harmless)
        if new.render() != tree.render():
            break
    return Pair(seed=seed, old=tree.render().replace('\0', '%'), new=new.render().replace('\0', '%'), harmless=harmless)
