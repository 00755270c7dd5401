"""The campaign `programs`: what `check` says of a whole program, against runs of both versions in varied surroundings."""
import json
import os
import pty
import random as randomness
import re
import shutil
import subprocess
import tempfile

from . import tool
from .program_pairs import generate
from .result_pairs import Pair

# What surrounds a run: each dimension with the answer that an ordinary sandboxed run gets first.
DIMENSIONS = {'stdout': ['pipe', 'file', 'full', 'closed', 'terminal'], 'stderr': ['pipe', 'full', 'closed'], 'stdin': ['empty', 'text', 'closed', 'long'],
              'DEBUG': [None, '1', ''], 'MODE': [None, '1', 'x'], 'data.txt': [None, 'abc', ''],
              'arguments': [('', ''), (), ('1',), ('2', 'b'), ('0',), ('-3',), ('x', 'yy', 'zzz'), ('12345678',)]}
# Which words of an assumption speak about a dimension.
SPOKEN = {'stdout': r'stdout|standard output|output stream|streams?\b|write', 'stderr': r'stderr|standard error|output stream|streams?\b', 'stdin': r'stdin|standard input|bounded-input|getchar|read\b',
          'DEBUG': r'DEBUG', 'MODE': r'MODE', 'data.txt': r'data\.txt|files?\b', 'arguments': r'bounded-input|argv|arguments'}
TERMINAL = r'isatty|terminal'
STDIN = {'text': b'abc\n', 'long': b'b' * 5000, 'empty': b''}


def surroundings(random, count):
    usual = {name: values[0] for name, values in DIMENSIONS.items()}
    result = [dict(usual, arguments=arguments) for arguments in DIMENSIONS['arguments']]
    for name, values in DIMENSIONS.items():
        result += [dict(usual, **{name: value}) for value in values[1:]]
    for _ in range(count):
        result.append({name: random.choice(values) if random.random() < 0.5 else values[0] for name, values in DIMENSIONS.items()})
    return result


def read_terminal(master):
    data = b''
    while True:
        try:
            more = os.read(master, 65536)
        except OSError:
            break
        if not more:
            break
        data += more
    return data


def run(program, around, folder):
    """Everything that can be seen of one run."""
    place = tempfile.mkdtemp(dir=folder)
    try:
        if around['data.txt'] is not None:
            tool.write(place, {'data.txt': around['data.txt']})
        environment = {'PATH': '/usr/bin:/bin', 'LC_ALL': 'C'}
        environment.update({name: around[name] for name in ('DEBUG', 'MODE') if around[name] is not None})
        redirect = {'pipe': '', 'terminal': '', 'file': '>../stdout.txt', 'full': '>/dev/full', 'closed': '>&-'}[around['stdout']]
        redirect += {'pipe': '', 'full': ' 2>/dev/full', 'closed': ' 2>&-'}[around['stderr']] + (' <&-' if around['stdin'] == 'closed' else '')
        command = ['/bin/sh', '-c', 'exec "$0" "$@" ' + redirect, program] + list(around['arguments'])
        master = slave = None
        if around['stdout'] == 'terminal':
            master, slave = pty.openpty()
        process = subprocess.Popen(command, cwd=place, env=environment, stdin=subprocess.PIPE, stdout=slave if slave is not None else subprocess.PIPE, stderr=subprocess.PIPE)
        if slave is not None:
            os.close(slave)
        try:
            output, error = process.communicate(STDIN.get(around['stdin'], b''), timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return 'does not end'
        finally:
            screen = read_terminal(master) if master is not None else b''
            if master is not None:
                os.close(master)
        files = {}
        for name in sorted(os.listdir(place)):
            with open(os.path.join(place, name), 'rb') as file:
                files[name] = file.read()
        saved = os.path.join(folder, 'stdout.txt')
        if around['stdout'] == 'file':
            with open(saved, 'rb') as file:
                files['stdout'] = file.read()
        return process.returncode, output or screen, error, tuple(files.items())
    finally:
        shutil.rmtree(place, ignore_errors=True)


class Truth:
    def __init__(self, pair, folder, compilers):
        self.folder, self.compilers = folder, compilers
        self.ok = all(tool.build(compiler, ['-std=gnu11', '-O0', '-fwrapv', '-frounding-math'] + [os.path.join(version, name) for name in order]
                                 + ['-lm', '-o', 'truth-%s-%s' % (version, compiler)], folder)
                      for compiler in compilers for version, order in (('old', pair.old_order), ('new', pair.new_order)))

    def outcomes(self, around):
        return {(version, compiler): run(os.path.join(self.folder, 'truth-%s-%s' % (version, compiler)), around, self.folder)
                for compiler in self.compilers for version in ('old', 'new')}

    def differs(self, around):
        """Old and new of one compiler differ, for every compiler, and twice the same."""
        outcome = self.outcomes(around)
        if any(one == 'does not end' for one in outcome.values()):
            return None
        if any(outcome['old', compiler] == outcome['new', compiler] for compiler in self.compilers):
            return None
        return outcome if outcome == self.outcomes(around) else None

    def same(self, around):
        outcome = self.outcomes(around)
        return 'does not end' not in outcome.values() and all(outcome['old', compiler] == outcome['new', compiler] for compiler in self.compilers)

    def simplest(self, around):
        """Puts back to the usual answer whatever the difference does not need."""
        for name, values in DIMENSIONS.items():
            usual = dict(around, **{name: values[0]})
            if around[name] != values[0] and self.differs(usual):
                around = usual
        return around


def unusual(around):
    return [name for name, values in DIMENSIONS.items() if around[name] != values[0]]


def covered(around, spoken, pair):
    """Does an assumption speak of something that the difference needs?"""
    text = ' '.join(list(pair.old.values()) + list(pair.new.values()))
    for name in unusual(around):
        if re.search(SPOKEN[name], spoken):
            return True
        if name in ('stdout', 'stderr', 'stdin') and 'isatty' in text and re.search(TERMINAL, spoken):
            return True
    if 'getuid' in text and 'getuid' in spoken:
        return True
    return False


def witness_around(function):
    texts = function.get('witness_text') or {}
    names = sorted((name for name in texts if re.fullmatch(r'argv_\d+', name)), key=lambda name: int(name[5:]))
    arguments = tuple(bytes.fromhex(texts[name]['hex']).decode('latin-1') for name in names)
    if any('\0' in argument or not argument.isascii() for argument in arguments) or set(texts) - set(names):
        return None
    return dict({name: values[0] for name, values in DIMENSIONS.items()}, arguments=arguments)


def show(around, outcome, compiler):
    return '%s\n  old: %r\n  new: %r' % ({name: around[name] for name in around}, outcome['old', compiler], outcome['new', compiler])


def judge(pair, result, truth, tried, table):
    document, wrong = result.document, []
    verdict = document['verdict']
    spoken = repr(document.get('assumptions', [])) + repr(document.get('surroundings', ''))
    if verdict == 'equal':
        table.claims += 1
        for around, outcome in tried:
            simple = truth.simplest(around)
            if not covered(simple, spoken, pair):
                outcome = truth.differs(simple) or outcome
                why = 'in ordinary surroundings' if not unusual(simple) else 'with other ' + ' and '.join(unusual(simple))
                wrong.append(tool.Wrong('equal but runs differ ' + why, 'check', result.command, '%s, assuming %s' % (document['reason']['message'], spoken[:600]),
                                        show(simple, outcome, truth.compilers[0])))
                break
    for function in document.get('functions', []):
        if function.get('role') == 'program' and function['verdict'] == 'different':
            table.claims += 1
            around = witness_around(function)
            if around and truth.same(around):
                wrong.append(tool.Wrong('different but the witness is equal', 'check', result.command, repr(function['witness_text']), show(around, truth.outcomes(around), truth.compilers[0])))
    return wrong


def load(seed, kept):
    if not kept:
        return generate(seed)
    pair = Pair(seed=seed, **json.loads(tool.read(kept, 'pair.json')))
    for version in ('old', 'new'):
        setattr(pair, version, {name: tool.read(kept, version, name) for name in pair.old_order})
    return pair


def one_pair(seed, settings, kept=None):
    pair = load(seed, kept)
    folder = tempfile.mkdtemp(prefix='campaign-%s-' % seed, dir=settings.scratch)
    try:
        tool.write(folder, {os.path.join(version, name): text for version in ('old', 'new') for name, text in getattr(pair, version).items()})
        tool.write(folder, {'pair.json': json.dumps({'old_order': pair.old_order, 'new_order': pair.new_order}) + '\n'})
        truth = Truth(pair, folder, settings.compilers)
        if not truth.ok:
            return None
        names = [','.join('%s/%s' % (version, name) for name in order) for version, order in (('old', pair.old_order), ('new', pair.new_order))]
        result = tool.call([settings.vernier, 'check'] + names + ['--time', settings.time], folder)
        tried = [(around, truth.differs(around)) for around in surroundings(randomness.Random('runs-%s' % seed), settings.runs)]
        table = tool.Table()
        table.pairs, table.seconds, table.inputs = 1, result.seconds, len(tried)
        tried = [(around, outcome) for around, outcome in tried if outcome]
        table.differing = int(bool(tried))
        wrongs = []
        if result.document is None:
            table.failed += 1
            table.add_unknown('failed: ' + result.error.strip().split('\n')[-1][:80])
        else:
            settings.damage(result.document)
            wrongs = judge(pair, result, truth, tried, table)
            table.wrong += bool(wrongs)
            if result.document['verdict'] == 'unknown':
                table.add_unknown(result.document['reason']['code'])
            else:
                table.decided += 1
        return {'check': table}, wrongs, tool.keep(folder, 'programs-%s' % seed, settings.kept, wrongs) if wrongs else None
    finally:
        shutil.rmtree(folder, ignore_errors=True)
