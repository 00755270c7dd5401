"""Calling the tool and compilers, keeping what failed, counting."""
import json
import os
import shlex
import shutil
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


class Result:
    """What one call of the tool said."""
    def __init__(self, command, status, document, error, seconds):
        self.command, self.status, self.document, self.error, self.seconds = command, status, document, error, seconds


def call(arguments, folder, limit=120):
    """Runs the tool in a folder with --json -; no document when it printed none."""
    command = arguments + ['--json', '-']
    start = time.time()
    try:
        run = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=limit)
        status, output, error = run.returncode, run.stdout, run.stderr.decode(errors='replace')
    except subprocess.TimeoutExpired:
        status, output, error = None, b'', 'the tool did not end in %d seconds' % limit
    try:
        document = json.loads(output)
    except ValueError:
        document = None
    return Result(command, status, document, error, time.time() - start)


def build(compiler, arguments, folder):
    """True if it compiles."""
    command = [compiler, '-w'] + arguments
    return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE).returncode == 0


def write(folder, files):
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w') as file:
            file.write(text)


def read(*parts):
    with open(os.path.join(*parts)) as file:
        return file.read()


def shell(command):
    return ' '.join(shlex.quote(word) for word in command)


class Wrong:
    """A claim that runs contradict."""
    def __init__(self, kind, mode, command, claim, run):
        self.kind, self.mode, self.command, self.claim, self.run = kind, mode, command, claim, run

    def text(self):
        return 'wrong: %s (%s)\ncommand: %s\nclaim: %s\nrun: %s\n' % (self.kind, self.mode, shell(self.command), self.claim, self.run)


def keep(folder, name, kept, wrongs):
    """Moves a failing pair to the folder of failures, with its command, claim and run."""
    target = os.path.join(kept, name)
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(folder, target, symlinks=True)
    write(target, {'why.txt': '\n'.join(wrong.text() for wrong in wrongs), 'command': shell(wrongs[0].command) + '\n'})
    return target


class Table:
    """Counts of one mode."""
    def __init__(self):
        self.pairs = self.differing = self.claims = self.decided = self.wrong = self.failed = self.inputs = self.not_evaluated = 0
        self.unknown, self.seconds = {}, 0.0

    def add_unknown(self, code):
        self.unknown[code] = self.unknown.get(code, 0) + 1

    def merge(self, other):
        for name in ('pairs', 'differing', 'claims', 'decided', 'wrong', 'failed', 'inputs', 'not_evaluated', 'seconds'):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for code, count in other.unknown.items():
            self.unknown[code] = self.unknown.get(code, 0) + count


def print_tables(tables):
    print('%-12s %6s %9s %7s %8s %6s %7s %9s %8s  %s' % ('mode', 'pairs', 'differing', 'claims', 'decided', 'wrong', 'failed', 'inputs', 'seconds', 'unknown by reason'))
    for mode, table in tables.items():
        reasons = ', '.join('%s %d' % item for item in sorted(table.unknown.items(), key=lambda item: -item[1]))
        print('%-12s %6d %9d %7d %8s %6d %7d %9d %8.1f  %s' % (mode, table.pairs, table.differing, table.claims, '%d' % table.decided, table.wrong, table.failed,
                                                            table.inputs, table.seconds, reasons))
        if table.not_evaluated:
            print('%-12s %d conditions were not evaluated' % ('', table.not_evaluated))
