"""The campaign `c++`: `verify` of a function over integers, strings, vectors and optionals, and `check` of the program around
it, against all small inputs."""
import itertools
import os
import re
import shutil
import subprocess
import tempfile

from . import smt, tool
from .cxx_pairs import generate
from .result_pairs import Pair

MODES = {'default': [], 'no-bounded': ['--no-bounded'], 'no-slice': ['--no-bounded', '--no-slice'], 'only-bounded': ['--only-bounded'], 'check': []}
RANGE = range(-2, 8)
# The first parameter comes as a list of numbers.
MAKE = {'plain': 'int p = list[0];', 'string': 'std::string p(list.begin(), list.end());', 'vector': 'std::vector<int> p(list);',
        'optional': 'std::optional<int> p; if (!list.empty()) p = list[0];', 'view': 'std::string held(list.begin(), list.end()); std::string_view p(held);'}
DRIVER = ('#define main original_main\n#include VERSION\n#undef main\n#include <sys/wait.h>\n#include <unistd.h>\n'
          'int main() {\n  int size, y;\n  while (std::scanf("%d", &size) == 1) {\n    std::vector<int> list(size);\n    for (int &e : list) if (std::scanf("%d", &e) != 1) return 1;\n'
          '    if (std::scanf("%d", &y) != 1) return 1;\n    std::fflush(stdout);\n    pid_t child = fork();\n    if (!child) {\n      alarm(2);\n      MAKE\n'
          '      int was = trace;\n      try { auto r = f(p, y); show(r); if (OUT) show(p); std::printf("trace %d %d", trace, was); } catch (...) { std::printf("throws trace %d %d", trace, was); }\n      std::fflush(stdout);\n      _exit(0);\n    }\n'
          '    int status;\n    waitpid(child, &status, 0);\n    std::printf(" status%d\\n", status);\n  }\n  return 0;\n}\n')
LETTERS, ELEMENTS = (0, 97, 98), (-1, 0, 3)


def lists(values, most):
    return [row for size in range(most + 1) for row in itertools.product(values, repeat=size)]


def kind_of(source):
    """Of the first parameter: what it is, and whether callers see what happens to it."""
    named = re.match(r'// first parameter: (\S+)', source)
    name = named.group(1) if named else 'plain'
    return name.split('-')[0], name.endswith('-out')


def inputs_of(kind):
    if kind == 'plain':
        return [((x,), y) for x in RANGE for y in RANGE]
    firsts = lists(LETTERS, 3) if kind in ('string', 'view') else lists(ELEMENTS, 3) if kind == 'vector' else lists(RANGE, 1)
    return [(first, y) for first in firsts for y in (-1, 0, 2, 5)]


def space_of(kind):
    flags = ['--bound', 'y=-2..7']
    return flags + {'plain': ['--bound', 'x=-2..7'], 'optional': ['--bound', 'p.value=-2..7']}.get(kind, ['--length', 'p=3'])


def leaves_of(kind, row):
    """The names of the input space with the values of one input."""
    first, y = row
    known = {'y': y & smt.mask(32)}
    if kind == 'plain':
        known['x'] = first[0] & smt.mask(32)
    elif kind == 'optional':
        known.update({'p.engaged': len(first), 'p.value': (first[0] if first else 0) & smt.mask(32)})
    else:
        known['p_len'] = len(first)
        bits = 32 if kind == 'vector' else 8
        known.update({'p_%d' % i: (first[i] if i < len(first) else 0) & smt.mask(bits) for i in range(3)})
    return known


def missing():
    return None if shutil.which('g++') else 'g++ is not installed'


def plus(compiler):
    return {'gcc': 'g++'}.get(compiler, compiler.replace('clang', 'clang++'))


def build(folder, version, compiler, name, driven):
    files = ['-DVERSION="%s.cpp"' % version, 'driver.cpp'] if driven else [version + '.cpp']
    return tool.build(plus(compiler), ['-std=c++17', '-O0', '-fwrapv', '-w'] + files + ['-o', name], folder)


def table_of(folder, program, inputs):
    text = ''.join(' '.join(map(str, (len(first),) + first + (y,))) + '\n' for first, y in inputs)
    run = subprocess.run([os.path.join(folder, program)], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120)
    return dict(zip(inputs, run.stdout.decode(errors='replace').split('\n')))


def differs_before(old, new):
    """Only the global that constructors set differs, and neither version assigns it: whether that counts depends on whether
    the function may come to it."""
    found = [re.match(r'(.*)trace (-?\d+) (-?\d+)(.*)', line) for line in list(old) + list(new)]
    return all(each and each.group(2) == each.group(3) for each in found) and len({each.group(1, 4) for each in found}) == 1 and old != new


def truths(folder, compilers, inputs):
    """For each input: differs, is equal, or None where compilers disagree or a run does not end."""
    shown = {(version, compiler): table_of(folder, 'call-%s-%s' % (version, compiler), inputs) for version in ('old', 'new') for compiler in compilers}
    result = {}
    for row in inputs:
        old, new = [{shown[version, compiler].get(row) for compiler in compilers} for version in ('old', 'new')]
        agreed = len(old) == 1 and len(new) == 1 and None not in old | new and not any('status14' in line for line in old | new)
        result[row] = (old != new) if agreed and not differs_before(old, new) else None
    return result, {version: shown[version, compilers[0]] for version in ('old', 'new')}


def program_run(folder, version, row):
    run = subprocess.run([os.path.join(folder, 'main-' + version)] + [str(value) for value in row], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=10)
    return run.returncode, run.stdout


def judge_function(mode, result, kind, truth, shown, table):
    document, wrong = result.document, []
    widths = {entry['name']: entry['bits'] for entry in document['input']}
    for part in document['partitions']:
        if part['kind'] == 'unknown':
            continue
        table.claims += 1
        try:
            holds = smt.function(part['condition'], widths)
        except (smt.Unsupported, RecursionError):
            table.not_evaluated += 1
            continue
        for row, differs in truth.items():
            known = leaves_of(kind, row)
            if differs is not None and set(widths) <= set(known) and holds(known) and differs != (part['kind'] == 'different'):
                wrong.append(tool.Wrong('%s but runs say otherwise' % part['kind'], mode, result.command, part['condition'][:400], '%s\n  old: %s\n  new: %s' % (
                    row, shown['old'][row], shown['new'][row])))
                break
    return wrong


def judge_program(result, folder, table):
    document, wrong = result.document, []
    if document['verdict'] == 'equal':
        table.claims += 1
        for row in [(), (1,), (0, 0), (2, 3), (5, 1), (-1, 7), (3, 2), (4, 4)]:
            old, new = program_run(folder, 'old', row), program_run(folder, 'new', row)
            if old != new:
                wrong.append(tool.Wrong('equal but programs differ', 'check', result.command, '%s, assuming %s' % (document['reason']['message'], document['assumptions']),
                                        '%r\n  old: %r\n  new: %r' % (row, old, new)))
                break
    return wrong


def load(seed, kept):
    return Pair(seed=seed, old=tool.read(kept, 'old.cpp'), new=tool.read(kept, 'new.cpp')) if kept else generate(seed)


def one_pair(seed, settings, kept=None):
    pair = load(seed, kept)
    folder = tempfile.mkdtemp(prefix='campaign-%s-' % seed, dir=settings.scratch)
    try:
        kind, out = kind_of(pair.old)
        inputs = inputs_of(kind)
        tool.write(folder, {'old.cpp': pair.old, 'new.cpp': pair.new, 'driver.cpp': DRIVER.replace('MAKE', MAKE[kind]).replace('OUT', str(int(out)))})
        if not all(build(folder, version, compiler, 'call-%s-%s' % (version, compiler), True) for version in ('old', 'new') for compiler in settings.compilers):
            return None
        truth, shown = truths(folder, settings.compilers, inputs)
        tables, wrongs = {}, []
        for mode in settings.modes_of(seed, MODES):
            verb = ['check'] if mode == 'check' else ['verify']
            command = [settings.vernier] + verb + ['old.cpp', 'new.cpp', '--time', settings.time] + MODES[mode]
            if mode == 'check':
                if not all(build(folder, version, settings.compilers[0], 'main-' + version, False) for version in ('old', 'new')):
                    continue
            else:
                command += ['--entry', 'f'] + space_of(kind)
            result = tool.call(command, folder)
            table = tables.setdefault(mode, tool.Table())
            table.pairs, table.seconds, table.inputs, table.differing = 1, result.seconds, len(inputs), int(True in truth.values())
            if result.document is None:
                table.failed += 1
                table.add_unknown('failed: ' + result.error.strip().split('\n')[-1][:80])
                continue
            settings.damage(result.document)
            found = judge_program(result, folder, table) if mode == 'check' else judge_function(mode, result, kind, truth, shown, table)
            table.wrong += bool(found)
            if result.document['verdict'] == 'unknown':
                table.add_unknown(result.document['reason']['code'])
            else:
                table.decided += 1
            wrongs += found
        return tables, wrongs, tool.keep(folder, 'c++-%s' % seed, settings.kept, wrongs) if wrongs else None
    finally:
        shutil.rmtree(folder, ignore_errors=True)
