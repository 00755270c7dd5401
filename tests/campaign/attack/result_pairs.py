"""Random functions whose results lie behind pointers: structures, lists, trees, strings, tables, unions, heap, errno,
functions, globals. Everything is defined, ends, and has a small space of inputs."""
import random as randomness
import re

from .tree import Binary, Block, Choice, If, Number, Quoted, Row, Text, edited, fixed

INTEGERS = {'int': (32, True), 'unsigned': (32, False), 'short': (16, True), 'unsigned char': (8, False),
            'signed char': (8, True), 'long': (64, True)}
WORDS = ['yes', 'no', 'red', 'green', 'on', 'off', 'north', 'a', 'ab', 'error', 'none']
ARITHMETIC = ['+', '-', '*', '&', '|', '^']
COMPARE = ['<', '<=', '>', '>=', '==', '!=']
GLOBALS = {'gi': 'int gi', 'gv': 'int gv[2]', 'gm': 'int *gm', 'gs': 'struct S gs', 'gp': 'struct S *gp', 'gl': 'struct L *gl', 'gh': 'struct H *gh',
           'gz': 'char *gz', 'gb': 'char gb[8] = "global"', 'gc': 'const char *gc', 'gu': 'union U gu', 'gf': 'int (*gf)(int)', 'gt': 'static char gt[16]'}
RETURNS = ['void', 'int', 'struct S', 'struct S *', 'struct L *', 'struct T *', 'const char *', 'char *', 'int *',
           'fn', 'union U', 'const struct S *', 'struct H *', 'struct H', 'void *']


class Parameter:
    """One parameter: its C type, the leaves of its input (name as in the tool, bits, signed, smallest, largest)."""
    def __init__(self, name, kind, ctype, leaves, length=1, bounds=()):
        self.name, self.kind, self.ctype, self.leaves = name, kind, ctype, leaves
        self.length, self.bounds = length, list(bounds)


class Pair:
    """What a generator hands on: two texts, the entry, and what the driver must know about types and names."""
    def __init__(self, **fields):
        self.__dict__.update(fields)


class Generator:
    def __init__(self, seed):
        self.random = randomness.Random(seed)
        self.counter = 0
        self.fields = self.structure()
        self.returns = self.random.choice(RETURNS)
        self.parameters = self.make_parameters()
        self.ints = [self.int_use(parameter) for parameter in self.parameters]
        self.ints = [use for uses in self.ints for use in uses]
        self.depth = 0
        self.helpers = self.make_helpers()

    # Types and inputs.

    def structure(self):
        """The fields of struct S: scalars, sometimes a small array or a bit-field."""
        fields = []
        for name in 'abcd'[:self.random.randint(2, 4)]:
            fields.append((name, self.random.choice(list(INTEGERS) + ['int', 'int', 'bits', 'array', 'double'])))
        return fields

    def scalars(self):
        """Text behind the dot of every scalar inside of struct S."""
        result = []
        for name, kind in self.fields:
            result += [name + '[0]', name + '[1]'] if kind == 'array' else [name]
        return result

    def make_parameters(self):
        parameters = [self.scalar('x')]
        if self.random.random() < 0.5:
            parameters.append(self.scalar('y'))
        extra = self.random.choice(['none', 'none', 'array', 'string', 'struct', 'list', 'value', 'out', 'union', 'tree'])
        maker = getattr(self, 'parameter_' + extra, None)
        if maker:
            parameters.insert(self.random.randrange(len(parameters) + 1), maker())
        return parameters

    def scalar(self, name):
        ctype = self.random.choice(['int', 'int', 'unsigned', 'signed char', 'short', 'unsigned char'])
        bits, is_signed = INTEGERS[ctype]
        low = self.random.choice([0, 0, -2]) if is_signed else 0
        high = low + self.random.choice([3, 5, 8])
        return Parameter(name, 'scalar', ctype, [(name, bits, is_signed, low, high)], bounds=['%s=%d..%d' % (name, low, high)])

    def parameter_array(self):
        length = self.random.randint(1, 3)
        leaves = [('v_%d' % index, 32, True, 0, 3) for index in range(length)]
        return Parameter('v', 'array', 'int *', leaves, length, ['v=0..3'])

    def parameter_string(self):
        length = self.random.randint(1, 3)
        leaves = [('s_%d' % index, 8, True, 97, 99) for index in range(length)]
        return Parameter('s', 'string', self.random.choice(['const char *', 'char *']), leaves, length, ['s=97..99'])

    def field_leaves(self, prefix, low, high):
        leaves, bounds = [], []
        for name, kind in self.fields:
            if kind == 'array':
                leaves += [('%s.%s_%d' % (prefix, name, index), 8, True, low, high) for index in (0, 1)]
            else:
                bits, is_signed = INTEGERS.get(kind, (3, False))
                leaves.append(('%s.%s' % (prefix, name), bits, is_signed, low, high))
            bounds.append('%s.%s=%s..%s' % (prefix, name, low, high))
        return leaves, bounds

    def parameter_struct(self):
        self.plain_structure()
        leaves, bounds = self.field_leaves('p', 0, 2)
        return Parameter('p', 'struct', 'struct S *', leaves, 1, bounds)

    def plain_structure(self):
        """Structures that are passed in have no bit-fields and no floating point: their leaves are plain integers."""
        self.fields = [(name, 'int' if kind in ('bits', 'double') else kind) for name, kind in self.fields]

    def parameter_value(self):
        """By value: how the tool names what is passed in registers is not relied on, so there are no bounds."""
        self.plain_structure()
        leaves, _ = self.field_leaves('q', None, None)
        return Parameter('q', 'value', 'struct S', leaves)

    def parameter_union(self):
        return Parameter('u', 'union', 'union U', [('u.i', 32, True, None, None)])

    def parameter_list(self):
        leaves = [(name, 32, True, 0, 2) for name in ('head.v', 'head.next.v', 'head.next.next.v')]
        leaves += [(name + '_0', 8, True, 97, 98) for name in ('head.name', 'head.next.name')]
        bounds = ['%s=%d..%d' % (name.replace('_0', ''), low, high) for name, _, _, low, high in leaves]
        return Parameter('head', 'list', 'struct L *', leaves, 1, bounds)

    def parameter_tree(self):
        leaves = [('t.%sv' % path, 32, True, 0, 1) for path in ('', 'l.', 'l.l.', 'l.r.', 'r.', 'r.l.', 'r.r.')]
        return Parameter('t', 'tree', 'struct T *', leaves, 1, ['%s=0..1' % name for name, *_ in leaves])

    def parameter_out(self):
        self.plain_structure()
        leaves, _ = self.field_leaves('out_0', None, None)
        return Parameter('out', 'out', 'struct S **', leaves, 1)

    def int_use(self, parameter):
        name = parameter.name
        if parameter.kind == 'scalar':
            return [name, name]
        if parameter.kind in ('array', 'string'):
            return ['%s[%d]' % (name, index) for index in range(parameter.length)]
        if parameter.kind in ('struct', 'value'):
            return ['(int)%s%s%s' % (name, '->' if parameter.kind == 'struct' else '.', scalar) for scalar in self.scalars()]
        return {'list': ['head->v', 'head->next->v'], 'tree': ['t->v', 't->l->v'], 'union': ['u.i', 'u.c[1]'],
                'out': ['(int)(*out)->' + self.scalars()[0]]}[parameter.kind]

    # Expressions.

    def number(self, low=0, high=9):
        return Number(self.random.randint(low, high))

    def expression(self, depth=2):
        roll = self.random.random()
        if depth == 0 or roll < 0.3:
            return Text(self.random.choice(self.ints)) if self.random.random() < 0.7 else self.number()
        if roll < 0.4:
            return Row('%(%)', Choice(['inc', 'twice', 'flip'], self.random.randrange(3)), self.expression(depth - 1))
        return Binary(self.random.choice(ARITHMETIC), self.expression(depth - 1), self.expression(depth - 1), ARITHMETIC)

    def condition(self):
        return Binary(self.random.choice(COMPARE), self.expression(1), self.number(0, 6), COMPARE)

    def word(self):
        return Quoted(self.random.choice(WORDS))

    def text(self):
        """Something of type const char *."""
        return self.random.choice([self.word, lambda: Row('(% ? % : %)', self.condition(), self.word(), self.word()),
                                   lambda: Row('names[% & 3]', self.expression(1)),
                                   lambda: Row('texts[% & 1]', self.expression(1))])()

    def function(self):
        return self.random.choice([lambda: Choice(['inc', 'twice', 'flip'], self.random.randrange(3)),
                                   lambda: Row('ops[(unsigned)% % 3]'.replace('% 3', '\0 3'), self.expression(1)),
                                   lambda: Row('(% ? % : %)', self.condition(), Choice(['inc', 'twice']), Choice(['flip', 'inc']))])()

    def row(self):
        return Choice([Row('&rows[% & 1]', self.expression(1)), Row('rows + %', Choice(['0', '1'])), '&other'], self.random.choice([0, 0, 1, 2]))

    def fresh(self, prefix):
        self.counter += 1
        return '%s%d' % (prefix, self.counter)

    # New memory. Each returns the declaration statements and the name of the pointer.

    def size(self, ctype):
        return Choice(['sizeof(%s)' % ctype, 'sizeof(%s) + 8' % ctype, '2 * sizeof(%s)' % ctype], self.random.choice([0, 0, 0, 1, 2]))

    def new_struct(self):
        name = self.fresh('n')
        allocate = Choice([Row('malloc(%)', self.size('struct S')), Row('calloc(1, %)', self.size('struct S'))], self.random.randrange(2))
        rows = [fixed(Row('struct S *%s = %%;' % name, allocate))]
        if self.random.random() < 0.25:
            return rows + [fixed(Row('*%s = make(%%, %%);' % name, self.expression(1), self.expression(1)))], name
        return rows + [Row('%s->%s = %%;' % (name, field), self.expression(1)) for field in self.scalars()], name

    def new_list(self):
        name, cell, index = self.fresh('l'), self.fresh('c'), self.fresh('i')
        name_of = Choice([self.text(), '0'])
        front = Row('{ struct L *%s = malloc(sizeof *%s); %s->v = %%; %s->name = %%; %s->next = %s; %s = %s; }' % ((cell,) * 5 + (name, name, cell)),
                    self.with_int(index), name_of)
        back = Row('{ struct L *%s = malloc(sizeof *%s); %s->v = %%; %s->name = %%; %s->next = 0; struct L **e = &%s; while (*e) e = &(*e)->next; *e = %s; }'
                   % ((cell,) * 5 + (name, cell)), self.with_int(index), name_of)
        body = Choice([front, back, Row('%s = cons(%%, %%, %s);' % (name, name), self.with_int(index), name_of)], self.random.randrange(3))
        tail = self.random.choice([p.name for p in self.parameters if p.kind == 'list'] + ['0', 'gl'])
        count = Choice([Row('(% & 3)', self.expression(1)), self.number(1, 3)])
        return [fixed(Row('struct L *%s = %%;' % name, Choice([tail, '0']))),
                Row('for (int %s = 0; %s < %%; %s++) %%' % ((index,) * 3), count, body)], name

    def with_int(self, name):
        self.ints.append(name)
        result = self.expression(2)
        self.ints.remove(name)
        return result

    def new_tree(self):
        name = self.fresh('t')
        rows = [fixed(Row('struct T *%s = calloc(1, sizeof *%s);' % (name, name))), Row('%s->v = %%;' % name, self.expression())]
        share = Choice(['%s->r = %s->l;' % (name, name), '%s->r = leaf(%s->l->v);' % (name, name), '%s->r = 0;' % name, '%s->r = %s;' % (name, name)],
                       self.random.randrange(4))
        if self.random.random() < 0.4:
            rows.append(Row('%s->r = grow(%% & 1, %%);' % name, self.expression(1), self.expression(1)))
        return rows + [fixed(Row('%s->l = leaf(%%);' % name, self.expression())), share], name

    def new_string(self):
        name = self.fresh('z')
        size = Choice(['16', '20', '12'])
        fill = Choice([Row('strcpy(%s, %%);' % name, self.text()),
                       Row('{ strcpy(%s, %%); strcat(%s, %%); }' % (name, name), self.text(), self.word()),
                       Row('sprintf(%s, "%%", %%);'.replace('"%%"', '"\0d"') % name, self.expression(1)),
                       Row('{ memset(%s, 0, 12); memcpy(%s, %%, 3); }' % (name, name), self.word()),
                       Row('strncpy(%s, %%, 8);' % name, self.text())], self.random.randrange(5))
        rows = [fixed(Row('char *%s = %%;' % name, Choice([Row('malloc(%)', size), Row('calloc(%, 1)', size)], self.random.randrange(2)))), fixed(fill)]
        if self.random.random() < 0.4:
            rows.append(Row('%s[%%] = %%;' % name, self.number(0, 3), self.number(65, 70)))
        return rows, name

    def new_ints(self):
        name, index = self.fresh('m'), self.fresh('i')
        rows = [fixed(Row('int *%s = malloc(% * sizeof(int));'.replace('%s', name), Choice(['4', '6', '5'])))]
        rows.append(fixed(Row('for (int %s = 0; %s < 4; %s++) %s[%s] = %%;' % (index, index, index, name, index), self.with_int(index))))
        rows.append(Row('%s[%%] = %%;' % name, Choice(['0', '1', '3']), self.expression(1)))
        if self.random.random() < 0.5:
            rows.append(Row('%s = realloc(%s, % * sizeof(int));'.replace('%s', name), Choice(['8', '4', '2', '16'], self.random.randrange(4))))
        return rows, name

    def new_holder(self):
        name = self.fresh('h')
        first, one = self.new_struct()
        second, two = self.new_struct()
        rows = [fixed(Row('struct H *%s = calloc(1, %%);' % name, self.size('struct H')))] + first + second
        free = Choice(['', 'free(%s);' % two], 0)
        rows += [Row('%s->k = %%;' % name, self.expression()), Row('%s->one = %s;' % (name, one)),
                 Choice([Row('%s->two = %s;' % (name, two)), Row('%s->two = %s;' % (name, one)),
                         Row('{ %s->two = calloc(1, sizeof(struct S)); *%s->two = *%s; }' % (name, name, one))], self.random.randrange(3)),
                 Row('%s->name = %%;' % name, self.text()), Row('%s->fn = %%;' % name, self.function()),
                 Row('%s->u.%%;' % name, Choice([Row('i = %', self.expression(1)), Row('c[1] = %', self.expression(1)), Row('h[1] = %', self.expression(1))]))]
        return rows, name

    # Statements.

    def statement(self):
        makers = [self.assign, self.assign, self.choose, self.loop, self.global_int, self.global_struct, self.write_parameter, self.write_parameter,
                  self.set_errno, self.global_pointer, self.global_pointer, self.union_write, self.callback, self.scratch, self.copy_memory, self.print]
        return self.random.choice(makers)()

    def assign(self):
        return [Row('% = %;', Choice(['a', 'b'], self.random.randrange(2)), self.expression())]

    def choose(self):
        if self.depth > 1:
            return self.assign()
        self.depth += 1
        then = Block([row for _ in range(self.random.randint(1, 2)) for row in self.statement()])
        other = Block([row for row in self.statement()] if self.random.random() < 0.5 else [])
        self.depth -= 1
        return [If(self.condition(), then, other)]

    def loop(self):
        index = self.fresh('i')
        count = Choice([Row('(% & 3)', self.expression(1)), self.number(1, 3)])
        return [Row('for (int %s = 0; %s < %%; %s++) { a = %%; b = %%; }' % ((index,) * 3), count, self.with_int(index), self.with_int(index))]

    def global_int(self):
        return [Row('% = %;', Choice(['gi', 'gv[0]', 'gv[1]', 'gi'], self.random.randrange(4)), self.expression())]

    def global_struct(self):
        return [self.random.choice([lambda: Row('gs.%s = %%;' % self.random.choice(self.scalars()), self.expression()),
                                    lambda: Row('gs = make(%, %);', self.expression(1), self.expression(1)),
                                    lambda: Row('gs = %;', Choice(['rows[0]', 'rows[1]', 'other']))])()]

    def write_parameter(self):
        rows = []
        for parameter in self.parameters:
            name, kind = parameter.name, parameter.kind
            if kind == 'array':
                rows.append(Row('v[%d] = %%;' % self.random.randrange(parameter.length), self.expression()))
            elif kind == 'string' and parameter.ctype == 'char *':
                rows.append(Row('s[%d] = %%;' % self.random.randrange(parameter.length), self.number(97, 120)))
            elif kind == 'struct':
                rows.append(self.random.choice([Row('p->%s = %%;' % self.random.choice(self.scalars()), self.expression()),
                                                Row('*p = make(%, %);', self.expression(1), self.expression(1))]))
            elif kind == 'list':
                rows.append(self.random.choice([Row('%->v = %;', Choice(['head', 'head->next']), self.expression()),
                                                Row('head->name = %;', self.text()),
                                                Row('head->next = cons(%, %, %);', self.expression(1), self.text(), Choice(['head->next', '0', 'head']))]))
            elif kind == 'tree':
                rows.append(self.random.choice([Row('%->v = %;', Choice(['t', 't->l', 't->r']), self.expression()),
                                                Row('t->l = %;', Choice(['t->r', '0', 't', Row('leaf(%)', self.expression(1))]))]))
            elif kind == 'out':
                new, one = self.new_struct()
                rows.append(Block([fixed(Text('{'))] + new + [Row('*out = %s; }' % one)]))
        return [fixed(row) if isinstance(row, Block) else row for row in rows] or self.global_pointer()

    def set_errno(self):
        return [Choice([Row('errno = %;', Choice(['EINVAL', 'ERANGE', '0', 'ENOMEM'])), If(self.condition(), Block([Text('errno = EINVAL;')]), Block([]))],
                       self.random.randrange(2))]

    def global_pointer(self):
        maker, target, cast = self.random.choice([(self.new_struct, 'gp', ''), (self.new_list, 'gl', ''), (self.new_string, 'gz', ''),
                                                  (self.new_ints, 'gm', ''), (self.new_holder, 'gh', ''), (None, 'gf', ''), (None, 'gc', ''), (None, 'gm', '')])
        if maker is None:
            value = {'gf': self.function, 'gc': self.text, 'gm': lambda: Choice(['&gi', '&gv[0]', '&gv[1]', 'gv', '0'], self.random.randrange(5))}[target]()
            return [Row('%s = %%;' % target, value)]
        rows, name = maker()
        return [fixed(Block([fixed(Text('{'))] + rows + [Choice(['%s = %s;' % (target, name), ';'] if self.random.random() < 0.2 else ['%s = %s;' % (target, name)]),
                                                         fixed(Text('}'))]))]

    def union_write(self):
        return [Row('gu.%;', Choice([Row('i = %', self.expression()), Row('c[%] = %', Choice(['0', '1', '3']), self.expression(1)), Row('h[1] = %', self.expression(1))],
                                    self.random.randrange(3)))]

    def callback(self):
        return [Row('% = apply(%, %);', Choice(['a', 'b', 'gi']), self.function(), self.expression(1))]

    def scratch(self):
        """Memory that nobody keeps, or that is kept and freed."""
        rows, name = self.new_ints()
        return [fixed(Block([fixed(Text('{'))] + rows + [Row('a = %s[%%];' % name, Choice(['0', '1'])), Choice(['free(%s);' % name, ';']), fixed(Text('}'))]))]

    def copy_memory(self):
        return [self.random.choice([Row('memcpy(gv, %, sizeof gv);', Choice(['numbers', 'numbers + 1', 'numbers + 2'])),
                                    Row('memset(&gs, %, sizeof gs);', Choice(['0', '1', '255'])),
                                    Row('memmove(gb + %, gb + %, 3);', Choice(['0', '1', '2']), Choice(['1', '2', '0'])),
                                    Row('gb[%] = %;', self.number(0, 5), self.expression(1)),
                                    Row('sprintf(gt, "\0d", %);', self.expression(1)), Row('strcpy(gt, %);', self.text())])]

    def print(self):
        if self.random.random() < 0.6:
            return self.assign()
        return [Choice([Row('printf("\0d\\n", %);', self.expression(1)), Row('puts(%);', self.text())], self.random.randrange(2))]

    # Functions.

    def make_helpers(self):
        saved, self.ints = self.ints, ['x', 'y']
        body = [Row('r.%s = %%;' % scalar, self.expression(1)) for scalar in self.scalars()]
        make = Row('static struct S make(int x, int y) {\n  struct S r = {0};\n  %\n  return r;\n}\n', Block(body))
        cons = Row('static struct L *cons(int v, const char *name, struct L *next) {\n  struct L *r = malloc(sizeof *r);\n  r->v = %;\n  r->name = %;\n'
                   '  r->next = %;\n  return r;\n}\n', Choice(['v', 'v + 1', 'v']), Choice(['name', 'name']), Choice(['next', 'next']))
        leaf = Row('static struct T *leaf(int v) {\n  struct T *r = calloc(1, sizeof *r);\n  r->v = %;\n  return r;\n}\n', Choice(['v', 'v ^ 1']))
        grow = Row('static struct T *grow(int n, int v) {\n  if (n < 0)\n    return %;\n  struct T *r = leaf(%);\n  r->l = grow(n - 1, %);\n  r->r = %;\n  return r;\n}\n',
                   Choice(['0', '0', 'leaf(v)']), Choice(['v', 'v + n', 'n']), Choice(['v + 1', 'v', 'v * 2']), Choice(['r->l', 'grow(n - 1, v)', '0'], self.random.randrange(3)))
        self.ints = saved
        return [('make', make), ('cons', cons), ('leaf', leaf), ('grow', grow)]

    def return_value(self):
        kind = self.returns
        parameter = {p.kind: p.name for p in self.parameters}
        if kind == 'void':
            return [], Text('')
        if kind == 'int':
            return [], self.expression()
        if kind == 'struct S':
            return [], self.random.choice([lambda: Row('make(%, %)', self.expression(1), self.expression(1)), lambda: Choice(['gs', 'rows[0]', 'rows[1]'])])()
        if kind == 'fn':
            return [], self.function()
        if kind == 'const char *':
            return [], self.text()
        if kind == 'const struct S *':
            return [], self.row()
        if kind == 'union U':
            return [fixed(Text('union U w; w.i = 0;')), Row('w.%;', Choice([Row('c[%] = %', Choice(['0', '2']), self.expression(1)), Row('i = %', self.expression(1))]))], Text('w')
        if kind == 'struct H':
            rows, name = self.new_holder()
            return rows, Text('*' + name)
        maker = {'struct S *': self.new_struct, 'struct L *': self.new_list, 'struct T *': self.new_tree, 'char *': self.new_string,
                 'int *': self.new_ints, 'struct H *': self.new_holder, 'void *': self.new_struct}[kind]
        rows, name = maker()
        others = {'struct S *': ['&gs', '0', parameter.get('struct', '0')], 'struct L *': [parameter.get('list', 'gl'), '0'], 'int *': ['&gi', 'gv', '0'],
                  'struct T *': [parameter.get('tree', '0')], 'char *': ['0', 'gb', 'gt'], 'struct H *': ['0', 'gh'], 'void *': ['0']}[kind]
        value = Text(name)
        if kind == 'char *' and self.random.random() < 0.3:
            return [fixed(Row('sprintf(gt, %, %);', Choice(['"\0d"', '"\0x"', '"<\0d>"']), self.expression(1)))], Text('gt')
        if self.random.random() < 0.4:
            value = Row('(% ? % : %)', self.condition(), value, Choice(others))
        return rows, value

    def body(self):
        rows = [fixed(Row('int a = %, b = %;', self.expression(1), self.expression(1)))]
        self.ints += ['a', 'b']
        for _ in range(self.random.randint(1, 4)):
            rows += self.statement()
        more, value = self.return_value()
        if self.returns == 'void':
            return Block(rows)
        return Block(rows + more + [fixed(Row('return %;', value))])

    # What a program declares: only what its body may mention, so that edits matter.

    def types(self):
        fields = ' '.join({'bits': 'unsigned %s : 3;', 'array': 'signed char %s[2];'}.get(kind, kind + ' %s;') % name for name, kind in self.fields)
        return Text('#include <errno.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n'
                    'struct S { ' + fields + ' };\nstruct L { int v; struct L *next; const char *name; };\nstruct T { int v; struct T *l, *r; };\n'
                    'union U { int i; unsigned char c[4]; short h[2]; };\n'
                    'struct H { int k; struct S *one, *two; const char *name; int (*fn)(int); union U u; };\n')

    def tables(self):
        initial = ', '.join('{%d, %d}' % (index, index + 1) if kind == 'array' else str(index + 1) for index, (_, kind) in enumerate(self.fields))
        last = Text('{9, 9}') if self.fields[0][1] == 'array' else Choice(['6', '7'])
        return [('rows', Row('static const struct S rows[2] = {{' + initial + '}, {%}};\n', last)),
                ('other', Text('static const struct S other = {' + initial + '};\n')),
                ('names', Row('static const char *const names[4] = {%, %, %, %};\n', *[self.word() for _ in range(4)])),
                ('texts', Row('static const char texts[2][6] = {"one", %};\n', Quoted('two'))),
                ('numbers', Row('static const int numbers[4] = {1, 2, 3, %};\n', Choice(['7', '8'])))]

    def functions(self):
        return [('inc', Row('static int inc(int n) { return n + %; }\n', Number(1))), ('twice', Row('static int twice(int n) { return n * %; }\n', Number(2))),
                ('flip', Row('static int flip(int n) { return n ^ %; }\n', Number(5))),
                ('ops', Row('static int (*const ops[3])(int) = {inc, %, flip};\n', Choice(['twice', 'inc']))),
                ('apply', Row('static int apply(int (*fn)(int), int n) { return fn(n) %; }\n', Choice(['+ 0', '- 1'])))]

    def program(self):
        body = self.body()
        types = ', '.join('%s %s' % (parameter.ctype, parameter.name) for parameter in self.parameters)
        head = 'int (*f(%s))(int)' % types if self.returns == 'fn' else '%s f(%s)' % (self.returns, types)
        globals_ = [(name, Text(text + ';\n')) for name, text in GLOBALS.items()]
        pieces = globals_ + self.tables() + self.functions() + self.helpers
        wanted, words = set(), words_of(body)
        while True:
            more = {name for name, piece in pieces if name in words} - wanted
            if not more:
                break
            wanted |= more
            for name, piece in pieces:
                if name in more:
                    words |= words_of(piece)
        self.declared = wanted
        return Row('%%%\n{\n  %\n}\n', self.types(), fixed(Block([fixed(piece) for name, piece in pieces if name in wanted])), Text(head), body)


def words_of(node):
    """Every word that a tree may mention, after any edit."""
    words, stack = set(), [node]
    while stack:
        node = stack.pop()
        for text in [getattr(node, 'text', '')] + (node.form if isinstance(node, Row) else []):
            words |= set(re.findall(r'[A-Za-z_]\w*', text))
        stack.extend(node.options if isinstance(node, Choice) else node.kids())
    return words


def render(tree):
    return tree.render().replace('\0', '%')


def generate(seed):
    """The pair of a seed, the same everywhere."""
    generator = Generator('results-%s' % seed)
    tree = generator.program()
    random = generator.random
    harmless = random.random() < 0.2
    old, new = tree, tree
    for _ in range(10):
        new = edited(tree, random, random.choice([1, 1, 2, 3]), harmless)
        if random.random() < 0.15:
            old, new = new, old
        if render(old) != render(new):
            break
    return Pair(seed=seed, old=render(old), new=render(new), parameters=generator.parameters, returns=generator.returns,
                fields=generator.fields, declared=generator.declared, harmless=harmless, entry='f')
