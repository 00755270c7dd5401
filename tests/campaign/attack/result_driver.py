"""The driver of a pair of functions: builds the inputs from numbers, calls the entry, prints everything reachable."""
import os

TYPES = {'struct S *': 'p_S', 'struct L *': 'p_L', 'struct T *': 'p_T', 'struct H *': 'p_H', 'const char *': 'p_char', 'char *': 'p_char',
         'int *': 'p_int', 'const struct S *': 'p_S', 'void *': 'p_S', 'fn': 'p_fn'}
GLOBAL_DUMPS = {'gi': 'd_int(&gi);', 'gv': 'd_int(&gv[0]); d_int(&gv[1]);', 'gm': 'p_int(gm);', 'gs': 'd_S(&gs);', 'gp': 'p_S(gp);', 'gl': 'p_L(gl);',
                'gh': 'p_H(gh);', 'gz': 'p_char(gz);', 'gb': 'for (int i = 0; i < 8; i++) d_char(gb + i);', 'gc': 'p_char(gc);', 'gu': 'd_U(&gu);', 'gf': 'p_fn(gf);',
                'gt': 'for (int i = 0; i < 16; i++) d_char(gt + i);'}

# A pointer into a table reaches all of it: a caller may walk to another row.
TABLE_DUMPS = {'rows': 'd_S(&rows[0]); d_S(&rows[1]);', 'other': 'd_S(&other);', 'texts': 'for (unsigned i = 0; i < sizeof texts; i++) d_char((const char *)texts + i);'}


def fill_struct(pair, target, first):
    """Assignments to the fields of a struct S, from leaves."""
    lines = []
    for name, kind in pair.fields:
        if kind == 'array':
            lines.append('%s%s[0] = leaves[%d]; %s%s[1] = leaves[%d];' % (target, name, first, target, name, first + 1))
            first += 2
        else:
            lines.append('%s%s = leaves[%d];' % (target, name, first))
            first += 1
    return ' '.join(lines)


def prepare(pair, parameter, first):
    """C that builds one argument in a variable of the parameter's name."""
    name, kind = parameter.name, parameter.kind
    if kind == 'scalar':
        return '%s %s = leaves[%d];' % (parameter.ctype, name, first)
    if kind == 'array':
        return '\n  '.join(['static int m_%s[%d];' % (name, parameter.length), 'int *%s = m_%s;' % (name, name)]
                           + ['%s[%d] = leaves[%d];' % (name, index, first + index) for index in range(parameter.length)]
                           + ['add_block(%s, sizeof m_%s, INPUT, "in:%s");' % (name, name, name)])
    if kind == 'string':
        return '\n  '.join(['static char m_%s[%d];' % (name, parameter.length + 1), 'char *%s = m_%s;' % (name, name)]
                           + ['%s[%d] = leaves[%d];' % (name, index, first + index) for index in range(parameter.length)]
                           + ['add_block(%s, sizeof m_%s, INPUT, "in:%s");' % (name, name, name)])
    if kind == 'struct':
        return 'static struct S m_p; struct S *p = &m_p; %s add_block(p, sizeof *p, INPUT, "in:p");' % fill_struct(pair, 'p->', first)
    if kind == 'value':
        return 'struct S q; memset(&q, 0, sizeof q); ' + fill_struct(pair, 'q.', first)
    if kind == 'union':
        return 'union U u; u.i = leaves[%d];' % first
    if kind == 'out':
        return ('static struct S m_o; static struct S *m_out; struct S **out = &m_out; m_out = &m_o; %s add_block(&m_o, sizeof m_o, INPUT, "in:o"); '
                'add_block(out, sizeof *out, INPUT, "in:out");' % fill_struct(pair, 'm_o.', first))
    if kind == 'list':
        return ('static struct L m_l[3]; static char m_n[2][2]; struct L *head = m_l;\n  for (int i = 0; i < 3; i++) { m_l[i].v = leaves[%d + i]; m_l[i].next = i < 2 ? &m_l[i + 1] : 0; '
                'm_l[i].name = i < 2 ? m_n[i] : 0; static const char *const names_[] = {"in:head", "in:head.next", "in:head.next.next"}; '
                'add_block(&m_l[i], sizeof m_l[i], INPUT, names_[i]); }\n  for (int i = 0; i < 2; i++) { m_n[i][0] = leaves[%d + i]; m_n[i][1] = 0; '
                'add_block(m_n[i], 2, INPUT, i ? "in:name1" : "in:name0"); }' % (first, first + 3))
    # A tree of depth three, in the order of the leaves: root, l, ll, lr, r, rl, rr.
    return ('static struct T m_t[7]; struct T *t = m_t; for (int i = 0; i < 7; i++) { m_t[i].v = leaves[%d + i]; m_t[i].l = m_t[i].r = 0; '
            'static const char *const names_[] = {"in:t", "in:tl", "in:tll", "in:tlr", "in:tr", "in:trl", "in:trr"}; add_block(&m_t[i], sizeof m_t[i], INPUT, names_[i]); } '
            'm_t[0].l = &m_t[1]; m_t[0].r = &m_t[4]; m_t[1].l = &m_t[2]; m_t[1].r = &m_t[3]; m_t[4].l = &m_t[5]; m_t[4].r = &m_t[6];' % first)


def dump_parameter(parameter):
    name, kind = parameter.name, parameter.kind
    return {'array': 'for (int i = 0; i < %d; i++) d_int(m_%s + i);' % (parameter.length, name),
            'string': 'for (int i = 0; i < %d; i++) d_char(m_%s + i);' % (parameter.length + 1, name), 'struct': 'd_S(&m_p);',
            'out': 'd_S(&m_o); p_S(m_out);', 'list': 'for (int i = 0; i < 3; i++) d_L(&m_l[i]); d_char(m_n[0]); d_char(m_n[1]);',
            'tree': 'for (int i = 0; i < 7; i++) d_T(&m_t[i]);'}.get(kind, '')


def dump_result(pair):
    if pair.returns in TYPES:
        return '%s(result);' % TYPES[pair.returns]
    return {'void': '', 'int': 'd_int(&result);', 'struct S': 'd_S(&result);', 'union U': 'd_U(&result);', 'struct H': 'd_H(&result);'}[pair.returns]


def driver(pair):
    """The text of the driver; compile it with -DVERSION='"old.c"' beside result_driver.c."""
    with open(os.path.join(os.path.dirname(__file__), 'result_driver.c')) as file:
        text = file.read()
    start = text.index('int main(')
    lines = []
    for name, kind in pair.fields:
        form = '"%a", value->' if kind == 'double' else '"%lld", (long long)value->'
        lines += ['tok(%s%s);' % (form, use) for use in ([name + '[0]', name + '[1]'] if kind == 'array' else [name])]
    more = 'static void d_S(const struct S *value) { %s }\n' % ' '.join(lines)
    functions = [name for name in ('inc', 'twice', 'flip') if name in pair.declared]
    more += 'static void p_fn(int (*function)(int)) {\n  if (!function) tok("null");\n%s  else tok("function");\n}\n' % ''.join(
        '  else if (function == %s) tok("%s");\n' % (name, name) for name in functions)
    inside = ''.join('  if ((const char *)pointer >= (const char *)&%s && (const char *)pointer < (const char *)(&%s + 1)) {\n    extra("%s+%%ld", (long)((const char *)pointer - (const char *)&%s));\n    %s\n  }\n'
                     % (name, name, name, name, TABLE_DUMPS[name]) for name in ('rows', 'other', 'texts') if name in pair.declared)
    more += 'static void where_constant(const void *pointer) {\n  (void)pointer;\n%s}\n' % inside
    state = sorted(name for name in GLOBAL_DUMPS if name in pair.declared)
    more += ''.join('static char saved_%s[sizeof %s];\n' % (name, name) for name in state)
    more += '__attribute__((constructor)) static void save(void) { %s }\n' % ' '.join('memcpy(saved_%s, &%s, sizeof %s);' % ((name,) * 3) for name in state)
    body, first = [], 0
    for name in state:
        body.append('memcpy(&%s, saved_%s, sizeof %s); add_block(&%s, sizeof %s, GLOBAL, "%s");' % ((name,) * 6))
    for parameter in pair.parameters:
        body.append(prepare(pair, parameter, first))
        first += len(parameter.leaves)
    call = '%s(%s);' % (pair.entry, ', '.join(parameter.name for parameter in pair.parameters))
    kind = {'void': '', 'fn': 'int (*result)(int) = '}.get(pair.returns, pair.returns + ' result = ')
    body += ['errno = 0;', 'alarm_on();', kind + call, 'alarm_off();', 'int error = errno;', 'tok("r");', dump_result(pair), 'tok("m");']
    body += [dump_parameter(parameter) for parameter in pair.parameters]
    body += ['tok("g");'] + [GLOBAL_DUMPS[name] for name in state]
    body += ['if (!printed[0]) tok("errno%d", error); else extra("errno%d", error);', 'tok("<%s>", printed);']
    more += '#include <unistd.h>\nstatic void alarm_on(void) { alarm(5); }\nstatic void alarm_off(void) { alarm(0); }\n'
    more += 'static void run_once(const long long *leaves) {\n  %s\n}\n' % '\n  '.join(body)
    return text[:start] + more + text[start:]
