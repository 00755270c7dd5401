"""Strings, vectors, views, optionals and pairs as inputs and results: the classes of `verify` against every small input, run
by what g++ makes of the sources. The pairs are fixed.

    python3 -B tests/campaign/contents.py VERNIER [NAME...]
"""
import itertools
import json
import os
import subprocess
import sys
import tempfile

from attack import smt

HEAD = '#include <algorithm>\n#include <optional>\n#include <string>\n#include <string_view>\n#include <utility>\n#include <vector>\n'
SHOW = '''#include <cstdio>
static void show(int v) { std::printf("%d;", v); }
static void show(std::string_view v) { std::printf("%zu:", v.size()); for (char c : v) std::printf("%d,", c); }
static void show(const std::string &v) { show(std::string_view(v)); }
template <class T> void show(const std::vector<T> &v) { std::printf("[%zu", v.size()); for (const T &e : v) show(e); std::printf("]"); }
template <class T> void show(const std::optional<T> &v) { if (v) { std::printf("some "); show(*v); } else std::printf("none"); }
template <class A, class B> void show(const std::pair<A, B> &v) { std::printf("("); show(v.first); show(v.second); std::printf(")"); }
'''
LETTERS, NUMBERS = (0, 97, 98), (-1, 0, 2)

# Parameter, old body, new body. The function is `auto f(PARAMETER)`; callers see what happens to references.
PAIRS = {
    'append': ('const std::string &p', 'return p + "a";', 'std::string r; r.reserve(99); r = p; r.push_back(\'a\'); return r;'),
    'one length': ('const std::string &p', 'return (int)p.size();', 'return p.size() == 2 ? 7 : (int)p.size();'),
    'zero inside': ('const std::string &p', 'return (int)p.size();', 'return (int)std::string(p.c_str()).size();'),
    'one letter': ('const std::string &p', 'return (int)p.find(\'a\');', 'return (int)p.rfind(\'a\');'),
    'compare': ('const std::string &p', 'return p < "ab" ? 1 : 0;', 'return p <= "ab" ? 1 : 0;'),
    'reverse': ('std::string &p', 'std::reverse(p.begin(), p.end()); return 0;', 'p = std::string(p.rbegin(), p.rend()); return 0;'),
    'resize': ('std::string &p', 'if (p.size() > 1) p.resize(1); return 0;', 'if (p.size() > 1) p.erase(0, p.size() - 1); return 0;'),
    'long': ('std::string p', 'return p + std::string(20, \'k\');', 'p.append(p.size() == 3 ? 19 : 20, \'k\'); return p;'),
    'moved': ('std::string &p', 'std::string r = p; p.clear(); return r;', 'std::string r = std::move(p); p.clear(); return r;'),
    'view': ('std::string_view p', 'return p.substr(0, p.size() / 2) == "a" ? 1 : 0;', 'return p.size() > 1 && p[0] == \'a\' ? 1 : 0;'),
    'sum': ('const std::vector<int> &p', 'int r = 0; for (int e : p) r += e; return r;', 'int r = 0; for (unsigned i = 0; i + 1 < p.size() + 1; i++) r += p[i]; return r;'),
    'sort': ('std::vector<int> &p', 'std::sort(p.begin(), p.end()); return 0;', 'std::stable_sort(p.begin(), p.end()); return 0;'),
    'last': ('std::vector<int> &p', 'if (!p.empty()) p.pop_back(); return 0;', 'if (!p.empty()) p.erase(p.begin()); return 0;'),
    'grow': ('std::vector<int> p', 'p.push_back(4); return p;', 'std::vector<int> r; for (int e : p) r.push_back(e); r.push_back(p.size() == 2 ? 5 : 4); return r;'),
    'room': ('std::vector<int> &p', 'p.reserve(50); p.push_back(1); return 0;', 'p.resize(p.size() + 1, 1); return 0;'),
    'optional': ('std::optional<int> p', 'return p ? std::optional<int>(*p + 1) : std::nullopt;', 'if (p == 2) p.reset(); else if (p) ++*p; return p;'),
    'default': ('const std::optional<int> &p', 'return p.value_or(0);', 'return p ? *p : 0;'),
    'reset': ('std::optional<int> &p', 'p = 3; return 0;', 'p.emplace(3); return 0;'),
    'pair': ('const std::string &p', 'return std::pair<int, std::string>((int)p.size(), p);', 'return std::pair<int, std::string>((int)p.size(), p == "b" ? "a" : p);'),
    'texts': ('const std::string &p', 'return std::vector<std::string>{p, "b"};', 'std::vector<std::string> r; r.reserve(8); r.push_back(p); r.emplace_back(1, \'b\'); return r;'),
    'maybe text': ('const std::string &p', 'return p.empty() ? std::nullopt : std::optional<std::string>(p);', 'std::optional<std::string> r; if (!p.empty()) r = p; return r;'),
}
MUST_DIFFER = {'one length', 'zero inside', 'one letter', 'compare', 'resize', 'long', 'last', 'grow', 'optional', 'pair'}
MAY_BE_OPEN = {'sort'}


def kind_of(parameter):
    return next(kind for kind in ('string_view', 'string', 'vector', 'optional') if 'std::' + kind in parameter)


def inputs_of(kind):
    values, most = (NUMBERS, 1) if kind == 'optional' else (NUMBERS, 3) if kind == 'vector' else (LETTERS, 3)
    return [row for size in range(most + 1) for row in itertools.product(values, repeat=size)]


def leaves_of(kind, row):
    if kind == 'optional':
        return {'p.engaged': len(row), 'p.value': (row[0] if row else 0) & smt.mask(32)}
    bits = 32 if kind == 'vector' else 8
    return dict({'p_%d' % i: (row[i] if i < len(row) else 0) & smt.mask(bits) for i in range(3)}, p_len=len(row))


def driver(parameter, rows):
    """Calls f on every input, and prints its result and the argument."""
    bare = parameter.replace('const ', '').replace('&', '').strip().rsplit(' ', 1)[0]
    calls = []
    for row in rows:
        values = ', '.join(map(str, row))
        if 'string' in bare:
            made = 'const char b[] = {%s}; %s p(b, %d);' % (values or '0', bare, len(row))
        else:
            made = '%s p{%s};' % (bare, values)
        seen = 'show(p);' if '&' in parameter else ''
        calls.append('  { %s show(f(p)); %s std::printf("\\n"); }\n' % (made, seen))
    return SHOW + 'int main() {\n%s}\n' % ''.join(calls)


def run(folder, name, text):
    with open(os.path.join(folder, name + '.cpp'), 'w') as file:
        file.write(text)
    subprocess.run(['g++', '-std=c++17', '-O0', '-fwrapv', '-w', name + '.cpp', '-o', name], cwd=folder, check=True)
    return subprocess.run([os.path.join(folder, name)], stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()


def wrong_claims(vernier, name):
    parameter, old, new = PAIRS[name]
    kind = kind_of(parameter)
    rows = inputs_of(kind)
    with tempfile.TemporaryDirectory() as folder:
        sources = [HEAD + 'auto f(%s) { %s }\n' % (parameter, body) for body in (old, new)]
        shown = [run(folder, version + '-main', source + driver(parameter, rows)) for version, source in zip(('old', 'new'), sources)]
        for version, source in zip(('old', 'new'), sources):
            with open(os.path.join(folder, version + '.cpp'), 'w') as file:
                file.write(source)
        length = [] if kind == 'optional' else ['--length', 'p=3']
        command = [vernier, 'verify', 'old.cpp', 'new.cpp', '--entry', 'f', '--time', '20s', '--json', '-', '--quiet'] + length
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if not done.stdout:
            return ['no answer: ' + done.stderr.decode()]
        document = json.loads(done.stdout)
    differs = {row: a != b for row, a, b in zip(rows, *shown)}
    assert any(differs.values()) == (name in MUST_DIFFER), name
    return judge(name, kind, document, differs)


def judge(name, kind, document, differs):
    wrong = []
    widths = {entry['name']: entry['bits'] for entry in document['input']}
    expected = 'different' if name in MUST_DIFFER else 'equal'
    if document['verdict'] != expected and not (name in MAY_BE_OPEN and document['verdict'] == 'unknown'):
        wrong.append('%s, not %s: %s' % (document['verdict'], expected, document.get('reason')))
    conditions = [(part['kind'], smt.function(part['condition'], widths)) for part in document['partitions']]
    for row, differ in differs.items():
        leaves = leaves_of(kind, row)
        holding = {part for part, holds in conditions if holds(leaves)}
        if ('equal' if differ else 'different') in holding:
            wrong.append('%s is called %s' % (row, holding))
        if document['complete'] and not holding:
            wrong.append('%s is in no class' % (row,))
    for part in document['partitions']:
        if part['kind'] == 'different' and int(part['witness'].get('p_len', 0)) > 3:
            wrong.append('a witness of an impossible length: %s' % part['witness'])
    return wrong


def main(vernier, names):
    failed = False
    for name in names or PAIRS:
        for wrong in wrong_claims(os.path.abspath(vernier), name):
            failed = True
            print('%s: %s' % (name, wrong))
    print('%d pairs, %s' % (len(names or PAIRS), 'wrong' if failed else 'all right'))
    return int(failed)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2:]))
