"""The campaign `c++`: `verify` of a function over integers and `check` of the program around it, against all small inputs."""
import os
import shutil
import subprocess
import tempfile

from . import smt, tool
from .cxx_pairs import generate
from .result_pairs import Pair

MODES = {'default': [], 'no-bounded': ['--no-bounded'], 'no-slice': ['--no-bounded', '--no-slice'], 'only-bounded': ['--only-bounded'], 'check': []}
RANGE = range(-2, 8)
DRIVER = ('#define main original_main\n#include VERSION\n#undef main\n#include <sys/wait.h>\n#include <unistd.h>\n'
          'int main() {\n  int x, y;\n  while (std::scanf("%d %d", &x, &y) == 2) {\n    std::fflush(stdout);\n    pid_t child = fork();\n    if (!child) {\n      alarm(2);\n'
          '      try { int r = f(x, y); std::printf("%d %d", r, trace); } catch (...) { std::printf("throws %d", trace); }\n      std::fflush(stdout);\n      _exit(0);\n    }\n'
          '    int status;\n    waitpid(child, &status, 0);\n    std::printf(" status%d\\n", status);\n  }\n  return 0;\n}\n')
INPUTS = [(x, y) for x in RANGE for y in RANGE]


def missing():
    return None if shutil.which('g++') else 'g++ is not installed'


def plus(compiler):
    return {'gcc': 'g++'}.get(compiler, compiler.replace('clang', 'clang++'))


def build(folder, version, compiler, name, driven):
    files = ['-DVERSION="%s.cpp"' % version, 'driver.cpp'] if driven else [version + '.cpp']
    return tool.build(plus(compiler), ['-std=c++17', '-O0', '-fwrapv'] + files + ['-o', name], folder)


def table_of(folder, program):
    text = ''.join('%d %d\n' % row for row in INPUTS)
    run = subprocess.run([os.path.join(folder, program)], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120)
    return dict(zip(INPUTS, run.stdout.decode(errors='replace').split('\n')))


def truths(folder, compilers):
    """For each input: differs, is equal, or None where compilers disagree or a run does not end."""
    shown = {(version, compiler): table_of(folder, 'call-%s-%s' % (version, compiler)) for version in ('old', 'new') for compiler in compilers}
    result = {}
    for row in INPUTS:
        old, new = [{shown[version, compiler].get(row) for compiler in compilers} for version in ('old', 'new')]
        agreed = len(old) == 1 and len(new) == 1 and None not in old | new and not any('status14' in line for line in old | new)
        result[row] = (old != new) if agreed else None
    return result, {version: shown[version, compilers[0]] for version in ('old', 'new')}


def program_run(folder, version, row):
    run = subprocess.run([os.path.join(folder, 'main-' + version)] + [str(value) for value in row], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=10)
    return run.returncode, run.stdout


def judge_function(mode, result, truth, shown, table):
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
        for row in INPUTS:
            known = {'x': row[0] & smt.mask(32), 'y': row[1] & smt.mask(32)}
            if truth[row] is not None and set(widths) <= {'x', 'y'} and holds(known) and truth[row] != (part['kind'] == 'different'):
                wrong.append(tool.Wrong('%s but runs say otherwise' % part['kind'], mode, result.command, part['condition'][:400], 'x = %d, y = %d\n  old: %s\n  new: %s' % (
                    row + (shown['old'][row], shown['new'][row]))))
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
        tool.write(folder, {'old.cpp': pair.old, 'new.cpp': pair.new, 'driver.cpp': DRIVER})
        if not all(build(folder, version, compiler, 'call-%s-%s' % (version, compiler), True) for version in ('old', 'new') for compiler in settings.compilers):
            return None
        truth, shown = truths(folder, settings.compilers)
        tables, wrongs = {}, []
        for mode in settings.modes_of(seed, MODES):
            verb = ['check'] if mode == 'check' else ['verify']
            command = [settings.vernier] + verb + ['old.cpp', 'new.cpp', '--time', settings.time] + MODES[mode]
            if mode == 'check':
                if not all(build(folder, version, settings.compilers[0], 'main-' + version, False) for version in ('old', 'new')):
                    continue
            else:
                command += ['--entry', 'f', '--bound', 'x=-2..7', '--bound', 'y=-2..7']
            result = tool.call(command, folder)
            table = tables.setdefault(mode, tool.Table())
            table.pairs, table.seconds, table.inputs, table.differing = 1, result.seconds, len(INPUTS), int(True in truth.values())
            if result.document is None:
                table.failed += 1
                table.add_unknown('failed: ' + result.error.strip().split('\n')[-1][:80])
                continue
            settings.damage(result.document)
            found = judge_program(result, folder, table) if mode == 'check' else judge_function(mode, result, truth, shown, table)
            table.wrong += bool(found)
            if result.document['verdict'] == 'unknown':
                table.add_unknown(result.document['reason']['code'])
            else:
                table.decided += 1
            wrongs += found
        return tables, wrongs, tool.keep(folder, 'c++-%s' % seed, settings.kept, wrongs) if wrongs else None
    finally:
        shutil.rmtree(folder, ignore_errors=True)
