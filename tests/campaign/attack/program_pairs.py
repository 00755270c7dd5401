"""Random programs of three files in which the order of things outside of function bodies matters: constructors, destructors,
handlers, buffered and unbuffered output, ways to end, environment, files, arguments."""
import random as randomness

from .result_pairs import ARITHMETIC, COMPARE, WORDS, Pair
from .tree import Binary, Block, Choice, If, Number, Quoted, Row, Text, edited, fixed, often

SEPARATOR = '\1'
HEADER = ('#include <errno.h>\n#include <fenv.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n'
          'extern int g0, g1;\nextern char trail[64];\nvoid note(int c);\nint work(int n);\n')


class Order(Block):
    """Definitions: edits move them, no edit deletes them."""
    def edit(self, random):
        if len(self.statements) > 1:
            index = random.randrange(len(self.statements) - 1)
            row = self.statements
            row[index], row[index + 1] = row[index + 1], row[index]

    def disguise(self, random):
        pass


class Generator:
    def __init__(self, seed):
        self.random = randomness.Random(seed)
        self.hooks = ['hook%d' % index for index in range(self.random.randint(1, 3))]
        self.steps = ['step%d' % index for index in range(self.random.randint(1, 3))]

    def pick(self, *makers):
        return self.random.choice(makers)()

    def letter(self):
        return Number(self.random.randint(97, 110))

    def word(self):
        return Quoted(self.random.choice(WORDS))

    def expression(self, depth=1):
        if depth == 0 or self.random.random() < 0.4:
            return self.pick(lambda: Text('n'), lambda: Text('n'), lambda: Text('g0'), lambda: Number(self.random.randint(0, 9)))
        return Binary(self.random.choice(ARITHMETIC), self.expression(depth - 1), self.expression(depth - 1), ARITHMETIC)

    def condition(self):
        return Binary(self.random.choice(COMPARE), Text(self.random.choice(['n', 'n', 'g0'])), Number(self.random.randint(0, 4)), COMPARE)

    def output(self):
        """One output, buffered or not, with or without a flush behind it."""
        put = self.pick(lambda: Row('printf("\0d,", %);', self.expression()), lambda: Row('puts(%);', self.word()), lambda: Row('putchar(%);', self.letter()),
                        lambda: Row('write(1, %, 2);', Choice(['"w1"', '"w2"'])), lambda: Row('fputs(%, stderr);', self.word()),
                        lambda: Row('fputs(%, stdout);', self.word()), lambda: Row('{ char c = %; write(1, &c, 1); }', self.letter()),
                        lambda: Row('fprintf(%, "\0d;", %);', Choice(['stdout', 'stderr']), self.expression()))
        flush = often(Choice(['', 'fflush(stdout);', 'fflush(0);'], self.random.choice([0, 0, 0, 1])), 8)
        return Row('% %', put, flush)

    def world(self):
        """Something that depends on the surroundings."""
        return self.pick(lambda: Row('if (%getenv("DEBUG")) puts(%);', Choice(['', '!']), self.word()),
                         lambda: Row('{ const char *m = getenv("MODE"); if (m && m[0] == %) puts(%); }', Choice(["'1'", "'x'"]), self.word()),
                         lambda: Row('if (isatty(%)) puts(%);', Choice(['1', '0', '2']), self.word()),
                         lambda: Row('{ FILE *f = fopen("data.txt", "r"); if (f) { int c = fgetc(f); fclose(f); printf("\0d", c + %); } }', Number(0)),
                         lambda: Row('if (access("data.txt", %) == 0) puts(%);', Choice(['F_OK', 'R_OK', 'W_OK']), self.word()),
                         lambda: Row('{ int c = getchar(); if (c == %) puts(%); }', Choice(["'a'", "EOF", "'b'"]), self.word()),
                         lambda: Row('{ char c = 0; if (read(0, &c, 1) == 1) { c += %; write(1, &c, 1); } }', Number(0)),
                         lambda: Row('if (fflush(stdout) == EOF) { fputs(%, stderr); }', self.word()),
                         lambda: Row('if (puts(%) == EOF) { g0 = %; }', self.word(), Number(5)),
                         lambda: Row('if (getuid() == 0) g0 = %; else g0 = %;', Number(3), Number(4)),
                         lambda: Row('{ FILE *f = fopen("out.txt", %); if (f) { fputs(%, f); fclose(f); } }', Choice(['"w"', '"a"']), self.word()))

    def ending(self):
        end = often(Choice(['exit(3);', '_exit(3);', 'exit(4);', 'abort();', 'raise(SIGTERM);', 'quick_exit(3);'], self.random.choice([0, 0, 1, 1, 2, 3])))
        return If(self.condition(), Block([end]), Block([]))

    def risky(self):
        """Equal as a function, perhaps, but not inside of a program."""
        divisor = Choice(['(n - 1)', 'n', '(n & 1)'])
        return self.pick(lambda: often(Choice([Row('g0 = %; r = 10 / %;', Number(1), divisor), Row('r = 10 / %; g0 = %;', divisor, Number(1))], self.random.randrange(2))),
                         lambda: often(Choice([Row('r = printf("\0d", n);'), Row('r = 1; printf("\0d", n);')])),
                         lambda: Row('{ char big[%]; memset(big, n, sizeof big); r += big[n & 7]; }', often(Choice(['64', '16 << 20', '4096'], self.random.choice([0, 0, 1, 2])))),
                         lambda: Row('{ double d = n / 3.0; r += (int)(d * 1e16) & %; }', Choice(['1', '3'])),
                         lambda: Row('{ static int calls = %; r += calls++; }', Number(0)),
                         lambda: Row('errno = %; r += errno;', Choice(['0', 'EINVAL'])),
                         lambda: Row('raise(SIGUSR1);'),
                         lambda: Row('atexit(%);', Choice(self.hooks)),
                         lambda: Row('signal(%, SIG_IGN);', Choice(['SIGPIPE', 'SIGUSR1'])),
                         lambda: Row('setvbuf(stdout, 0, %, 64);', Choice(['_IONBF', '_IOFBF', '_IOLBF'])),
                         lambda: Choice(['r = (n + n) / 2;', 'r = n;', 'r = (n * 2) >> 1;']),
                         lambda: often(Choice(['g0 = n; g1 = r;', 'g1 = r; g0 = n;'])))

    def statement(self):
        return self.pick(self.output, self.output, self.world, self.ending, self.risky, self.risky, lambda: Row('note(%);', self.letter()),
                         lambda: Row('g0 = %;', self.expression()), lambda: Row('r = %;', self.expression(2)),
                         lambda: If(self.condition(), Block([self.output()]), Block([])))

    def hook(self, name):
        kinds = ['', '__attribute__((constructor)) ', '__attribute__((destructor)) ', '__attribute__((constructor(200))) ', '__attribute__((constructor(300))) ',
                 '__attribute__((destructor(200))) ']
        body = Block([fixed(Text('int n = g0, r = 0; (void)n;'))] + [self.pick(self.output, lambda: Row('note(%);', self.letter()), lambda: Row('g0 = g0 * 2 + %;', Number(1)),
                                                                             self.world) for _ in range(self.random.randint(1, 2))] + [fixed(Text('(void)r;'))])
        return Row('%void %s(void) {\n  %\n}\n'.replace('%s', name), often(Choice(kinds, self.random.choice([0, 1, 1, 2, 3, 4, 5]))), body)

    def step(self, name):
        body = Block([fixed(Text('int r = n;'))] + [self.statement() for _ in range(self.random.choice([1, 1, 2]))] + [fixed(Text('return r;'))])
        return Row('int %s(int n) {\n  %\n}\n'.replace('%s', name), body)

    def main(self):
        start = [lambda: Text('signal(SIGFPE, on_fault);'), lambda: Text('signal(SIGUSR1, on_signal);'), lambda: Row('atexit(%);', Choice(self.hooks)),
                 lambda: Row('fesetround(%);', Choice(['FE_UPWARD', 'FE_DOWNWARD'])), lambda: Text('setvbuf(stdout, 0, _IOFBF, 128);'),
                 lambda: Text('close(1);'), lambda: Text('dup2(2, 1);')]
        weights = [4, 3, 4, 1, 1, 0.3, 0.5]
        rows = [fixed(maker()) for maker in self.random.choices(start, weights, k=self.random.randint(0, 3))]
        rows += [fixed(Row('int n = %, r = 0;', Choice(['argc', 'argc > 1 ? atoi(argv[1]) : 0', 'argc > 1 ? argv[1][0] : 2'], self.random.randrange(3))))]
        rows.append(fixed(Text('printf("start ");')) if self.random.random() < 0.5 else fixed(Text('(void)argv;')))
        for name in self.steps:
            rows.append(fixed(Text('r += %s(n);' % name)))
            rows.append(fixed(self.pick(lambda: Text('printf("\0d\\n", r);'), lambda: Text('write(1, "|", 1);'), lambda: Text('if (r < 0) puts("neg");'))))
        rows += [fixed(Text('puts(trail);')), fixed(Choice(['return 0;', 'return r & 7;', 'exit(0);', 'return fflush(stdout) ? 5 : 0;'], self.random.randrange(4)))]
        handlers = 'static void on_fault(int s) { char c = (char)(48 + g0); (void)s; write(1, &c, 1); _exit(9); }\nstatic void on_signal(int s) { (void)s; g1++; write(1, "!", 1); }\n'
        return Row(handlers + 'int main(int argc, char **argv) {\n  (void)on_fault; (void)on_signal;\n  %\n}\n', fixed(Block(rows)))

    def program(self):
        places = {'main.c': [], 'a.c': [], 'b.c': []}
        for name in self.hooks:
            places[self.random.choice(list(places))].append(self.hook(name))
        for name in self.steps:
            places[self.random.choice(['a.c', 'b.c', 'b.c'])].append(self.step(name))
        places['a.c'].insert(0, Text('int g0 = 1, g1;\nchar trail[64];\nvoid note(int c) { size_t n = strlen(trail); if (n < 60) trail[n] = (char)c; }\n'))
        declare = HEADER + ''.join('void %s(void);\n' % name for name in self.hooks) + ''.join('int %s(int n);\n' % name for name in self.steps)
        main = self.main()
        orders = often(Choice(['main.c,a.c,b.c', 'main.c,b.c,a.c', 'a.c,b.c,main.c']), 6)
        files = [Row(declare + '%' + '%', Order(places[name]), main if name == 'main.c' else Text('')) for name in places]
        return Row('%' + SEPARATOR + '%' + SEPARATOR + '%' + SEPARATOR + '%', orders, *files)


def render(tree):
    order, *files = tree.render().replace('\0', '%').split(SEPARATOR)
    return order.split(','), dict(zip(('main.c', 'a.c', 'b.c'), files))


def generate(seed):
    generator = Generator('programs-%s' % seed)
    random, tree = generator.random, generator.program()
    harmless, new = random.random() < 0.15, tree
    for _ in range(10):
        new = edited(tree, random, random.choice([1, 1, 2]), harmless)
        if render(new) != render(tree):
            break
    old_order, old = render(tree)
    new_order, new = render(new)
    return Pair(seed=seed, old=old, new=new, old_order=old_order, new_order=new_order, harmless=harmless)
