"""Conditions of classes: SMT-LIB terms over bit-vectors, translated to Python functions. Written for the campaigns only:
it shares nothing with the tool that prints them."""
import re

TOKEN = re.compile(r'\|[^|]*\||[()]|[^\s()|]+')


class Unsupported(Exception):
    """The term uses something that is not known here; nothing is said about it."""


def parse(text):
    stack, done = [[]], None
    for token in TOKEN.findall(text):
        if token == '(':
            stack.append([])
        elif token == ')':
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise Unsupported('not one term')
    return stack[0][0]


def mask(bits):
    return (1 << bits) - 1


def signed(value, bits):
    return value - (1 << bits) if value >> (bits - 1) else value


def udiv(a, b, bits):
    return a // b if b else mask(bits)


def urem(a, b, bits):
    return a % b if b else a


def sdiv(a, b, bits):
    x, y = signed(a, bits), signed(b, bits)
    if y == 0:
        return mask(bits) if x >= 0 else 1
    quotient = abs(x) // abs(y)
    return (quotient if (x < 0) == (y < 0) else -quotient) & mask(bits)


def srem(a, b, bits):
    x, y = signed(a, bits), signed(b, bits)
    if y == 0:
        return a
    rest = abs(x) % abs(y)
    return (rest if x >= 0 else -rest) & mask(bits)


def smod(a, b, bits):
    x, y = signed(a, bits), signed(b, bits)
    return (x % y) & mask(bits) if y else a


def shl(a, b, bits):
    return (a << b) & mask(bits) if b < bits else 0


def lshr(a, b, bits):
    return a >> b if b < bits else 0


def ashr(a, b, bits):
    return (signed(a, bits) >> min(b, bits)) & mask(bits)


ARITHMETIC = {'bvadd': '({0} + {1}) & {m}', 'bvsub': '({0} - {1}) & {m}', 'bvmul': '({0} * {1}) & {m}',
              'bvand': '{0} & {1}', 'bvor': '{0} | {1}', 'bvxor': '{0} ^ {1}',
              'bvnand': '~({0} & {1}) & {m}', 'bvnor': '~({0} | {1}) & {m}', 'bvxnor': '~({0} ^ {1}) & {m}',
              'bvudiv': 'udiv({0}, {1}, {w})', 'bvurem': 'urem({0}, {1}, {w})', 'bvsdiv': 'sdiv({0}, {1}, {w})',
              'bvsrem': 'srem({0}, {1}, {w})', 'bvsmod': 'smod({0}, {1}, {w})', 'bvshl': 'shl({0}, {1}, {w})',
              'bvlshr': 'lshr({0}, {1}, {w})', 'bvashr': 'ashr({0}, {1}, {w})'}
ORDER = {'bvult': ('<', False), 'bvule': ('<=', False), 'bvugt': ('>', False), 'bvuge': ('>=', False),
         'bvslt': ('<', True), 'bvsle': ('<=', True), 'bvsgt': ('>', True), 'bvsge': ('>=', True)}
BOOL = 0  # the width of a boolean


class Translation:
    """Every application becomes one assignment of a straight line program, so that depth and sharing cost nothing."""

    def __init__(self, widths):
        self.widths, self.lines, self.known = widths, [], {}

    def assign(self, code, width):
        name = self.known.get(code)
        if name is None:
            name = 't%d' % len(self.lines)
            self.lines.append('    %s = %s' % (name, code))
            self.known[code] = name
        return name, width

    def atom(self, token, scope):
        if token in ('true', 'false'):
            return token.capitalize(), BOOL
        if token.startswith('#x'):
            return str(int(token[2:], 16)), 4 * (len(token) - 2)
        if token.startswith('#b'):
            return str(int(token[2:], 2)), len(token) - 2
        name = token[1:-1] if token.startswith('|') else token
        for names in reversed(scope):
            if name in names:
                return names[name]
        if name in self.widths:
            return self.assign('inputs[%r]' % name, self.widths[name])
        raise Unsupported('name ' + name)

    def term(self, term, scope):
        if isinstance(term, str):
            return self.atom(term, scope)
        head = term[0]
        if head == 'let':
            names = {binding[0].strip('|'): self.term(binding[1], scope) for binding in term[1]}
            return self.term(term[2], scope + [names])
        if head == '_' and term[1].startswith('bv'):
            return term[1][2:], int(term[2])
        operands = [self.term(operand, scope) for operand in term[1:]]
        if isinstance(head, list) and head[0] == '_':
            return self.indexed(head, operands)
        if not isinstance(head, str):
            raise Unsupported(str(head))
        return self.apply(head, [code for code, _ in operands], [width for _, width in operands])

    def indexed(self, head, operands):
        (code, width), name = operands[0], head[1]
        if name == 'extract':
            high, low = int(head[2]), int(head[3])
            return self.assign('(%s >> %d) & %d' % (code, low, mask(high - low + 1)), high - low + 1)
        count = int(head[2])
        if name == 'zero_extend':
            return code, width + count
        if name == 'sign_extend':
            return self.assign('signed(%s, %d) & %d' % (code, width, mask(width + count)), width + count)
        if name in ('rotate_left', 'rotate_right'):
            turn = count % width if name == 'rotate_left' else -count % width
            return self.assign('((%s << %d) | (%s >> %d)) & %d' % (code, turn, code, width - turn, mask(width)), width)
        raise Unsupported(name)

    def apply(self, head, codes, widths):
        if head in ('and', 'or'):
            return self.assign('(%s)' % ((' %s ' % head).join(codes)), BOOL)
        if head == 'not':
            return self.assign('not ' + codes[0], BOOL)
        if head == '=>':
            return self.assign('(not %s) or %s' % (codes[0], codes[1]), BOOL)
        if head == 'xor':
            return self.assign('%s != %s' % (codes[0], codes[1]), BOOL)
        if head == '=':
            return self.assign(' == '.join(codes), BOOL)
        if head == 'distinct' and len(codes) == 2:
            return self.assign('%s != %s' % (codes[0], codes[1]), BOOL)
        if head == 'ite':
            return self.assign('%s if %s else %s' % (codes[1], codes[0], codes[2]), widths[1])
        if head in ORDER:
            sign, as_signed = ORDER[head]
            if as_signed:
                codes = ['signed(%s, %d)' % (code, widths[0]) for code in codes]
            return self.assign('%s %s %s' % (codes[0], sign, codes[1]), BOOL)
        if head == 'bvnot':
            return self.assign('~%s & %d' % (codes[0], mask(widths[0])), widths[0])
        if head == 'bvneg':
            return self.assign('-%s & %d' % (codes[0], mask(widths[0])), widths[0])
        if head == 'bvcomp':
            return self.assign('int(%s == %s)' % tuple(codes), 1)
        if head == 'concat':
            return self.concat(codes, widths)
        if head in ARITHMETIC:
            result = codes[0]
            for code in codes[1:]:
                result, _ = self.assign(ARITHMETIC[head].format(result, code, w=widths[0], m=mask(widths[0])), widths[0])
            return result, widths[0]
        raise Unsupported(head)

    def concat(self, codes, widths):
        result, width = codes[0], widths[0]
        for code, more in zip(codes[1:], widths[1:]):
            result, width = self.assign('(%s << %d) | %s' % (result, more, code), width + more)
        return result, width


def function(text, widths):
    """A condition as a function of a dictionary of inputs (unsigned values). Names that it does not use may be missing."""
    translation = Translation(widths)
    result, width = translation.term(parse(text), [])
    if width != BOOL:
        raise Unsupported('not a condition')
    code = 'def condition(inputs):\n%s\n    return %s\n' % ('\n'.join(translation.lines) or '    pass', result)
    scope = dict(udiv=udiv, urem=urem, sdiv=sdiv, srem=srem, smod=smod, shl=shl, lshr=lshr, ashr=ashr, signed=signed)
    exec(code, scope)
    return scope['condition']
