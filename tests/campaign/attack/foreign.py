"""The campaign `foreign`: programs of csmith with a few mutations. They are made when the campaign runs; none is kept in
the repository."""
import os
import random as randomness
import re
import shutil
import subprocess
import tempfile

from . import smt, tool

WIDTHS = {'int8_t': (8, True), 'int16_t': (16, True), 'int32_t': (32, True), 'int64_t': (64, True),
          'uint8_t': (8, False), 'uint16_t': (16, False), 'uint32_t': (32, False), 'uint64_t': (64, False)}
MODES = {'program': [], 'program-no-bounded': ['--no-bounded'], 'function': [], 'function-no-bounded': ['--no-bounded'], 'function-no-slice': ['--no-bounded', '--no-slice'],
         'function-only-bounded': ['--only-bounded'], 'check': []}
OPERATORS = [('==', '!='), ('!=', '=='), ('<=', '<'), ('>=', '>'), ('&&', '||'), ('||', '&&'), (' & ', ' | '), (' | ', ' ^ '), (' ^ ', ' & '), ('safe_add', 'safe_sub'),
             ('safe_sub', 'safe_add'), ('safe_mul', 'safe_add'), ('safe_div', 'safe_mod'), ('safe_rshift', 'safe_lshift'), (' += ', ' -= ')]
SAMPLE = 60


def missing():
    return None if shutil.which('csmith') else 'csmith is not installed (Debian: apt install csmith)'


def source(seed, random, folder):
    flags = ['--seed', str(seed), '--no-argc', '--concise', '--no-volatiles', '--no-packed-struct', '--max-funcs', str(random.randint(2, 4)),
             '--max-block-depth', '2', '--max-block-size', str(random.randint(2, 3)), '--max-expr-complexity', str(random.randint(2, 5)), '--max-array-len-per-dim', '4', '--max-array-dim', '2']
    for switch in ('pointers', 'bitfields', 'structs', 'unions', 'jumps', 'arrays', 'longlong'):
        if random.random() < 0.4:
            flags.append('--no-' + switch)
    try:
        return subprocess.run(['csmith'] + flags, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=20).stdout.decode()
    except subprocess.TimeoutExpired:
        return ''


def inside(line):
    """A line of a function body that may be changed: no declaration, no table."""
    return line.startswith('    ') and not re.match(r'\s+(const )?(struct|union|u?int\d+_t|int) ', line) and '{{' not in line


def mutate_line(line, random):
    kinds = []
    numbers = [match for match in re.finditer(r'(?<![\w\[.])(-?\d+|0x[0-9A-F]+)(U?L{0,2})\b(?!\])', line)]
    if numbers:
        kinds.append('constant')
    operators = [pair for pair in OPERATORS if pair[0] in line]
    if operators:
        kinds.append('operator')
    if re.match(r'\s+[\w(*][^{}]*;\s*$', line) and not re.match(r'\s+(return|goto|break|continue|for|if)\b', line):
        kinds += ['delete']
    swap = re.search(r'(safe_(?:sub|div|mod)_func_\w+\()(\w+|\(-?\w+\)), (\w+|\(-?\w+\))\)', line)
    if swap:
        kinds.append('swap')
    if not kinds:
        return line
    kind = random.choice(kinds)
    if kind == 'constant':
        match = random.choice(numbers)
        value = int(match.group(1), 16 if match.group(1).startswith('0x') else 10)
        return line[:match.start()] + str(random.choice([value + 1, abs(value) // 2, value ^ 1, 0])) + match.group(2) + line[match.end():]
    if kind == 'operator':
        old, new = random.choice(operators)
        places = [match.start() for match in re.finditer(re.escape(old), line)]
        place = random.choice(places)
        return line[:place] + new + line[place + len(old):]
    if kind == 'swap':
        return line[:swap.start()] + '%s%s, %s)' % (swap.group(1), swap.group(3), swap.group(2)) + line[swap.end():]
    return re.match(r'\s+', line).group(0) + ';'


def mutate(text, random):
    lines = text.split('\n')
    end = next(index for index, line in enumerate(lines) if line.startswith('int main'))
    places = [index for index in range(end) if inside(lines[index])]
    for _ in range(random.choice([1, 1, 2, 3])):
        for _ in range(20):
            if not places:
                break
            index = random.choice(places)
            changed = mutate_line(lines[index], random)
            if changed != lines[index]:
                lines[index] = changed
                break
    return '\n'.join(lines)


def mutant(old, random, folder, compiler):
    """A mutation that compiles; mostly one that the program shows, because many change what is never executed."""
    if not build(folder, 'old', compiler, 'first', [], None):
        return None
    shown, quiet = program_outcome(folder, 'first'), None
    for _ in range(5):
        new = mutate(old, random)
        tool.write(folder, {'new.c': new})
        if new == old or not build(folder, 'new', compiler, 'first', [], None):
            continue
        outcome = program_outcome(folder, 'first')
        if outcome is None:
            continue
        quiet = new
        if outcome != shown or random.random() < 0.25:
            return new
    if quiet:
        tool.write(folder, {'new.c': quiet})
    return quiet


class Entry:
    """A function whose parameters are all integers."""
    def __init__(self, match):
        self.returns, self.name = match.group(1), match.group(2)
        self.parameters = [tuple(part.split()[-2:]) for part in match.group(3).split(',')]


def entries(text):
    found = []
    for match in re.finditer(r'^static ((?:const )?[\w ]+?[ *]*) +(func_\d+)\(([^)]*)\);', text, re.M):
        if re.fullmatch(r'(\s*(const\s+)?u?int\d+_t\s+\w+\s*,?)+', match.group(3)):
            found.append(Entry(match))
    return found


def driver(text, entry):
    """Calls the entry with the arguments given, each call in a process of its own; prints result and checksummed globals."""
    body = text[text.index('int main (void)'):]
    sums = body[body.index('func_1();') + len('func_1();'):body.index('platform_main_end')]
    shown = 'transparent_crc((uint64_t)result, "result", 1);' if entry.returns.strip().split()[-1] in WIDTHS else ''
    keep = 'const __auto_type result = ' if 'void' != entry.returns.strip() else ''
    call = '%s(%s)' % (entry.name, ', '.join('(%s)value[%d]' % (kind, index) for index, (kind, _) in enumerate(entry.parameters)))
    return ('#define main original_main\n#include VERSION\n#undef main\n#include <unistd.h>\n#include <stdlib.h>\n#include <sys/wait.h>\n'
            'static void sums(void) { int i, j, k; int print_hash_value = 1; (void)i; (void)j; (void)k; (void)print_hash_value; %s }\n'
            'int main(void) {\n  long long value[16];\n  for (;;) {\n    for (int i = 0; i < %d; i++) if (scanf("%%lld", &value[i]) != 1) return 0;\n    fflush(stdout);\n'
            '    pid_t child = fork();\n    if (!child) { alarm(2); %s%s; (void)result; %s sums(); fflush(stdout); _exit(0); }\n'
            '    int status; waitpid(child, &status, 0); printf("\\1%%d\\2", status); }\n}\n'
            % (sums.replace('int i, j;', ''), len(entry.parameters), keep or '__auto_type result = 0; ', call, shown))


def build(folder, version, compiler, name, flags, main='driver.c'):
    arguments = ['-std=gnu11', '-O0', '-fwrapv', '-I.'] + flags + (['-DVERSION="%s.c"' % version, main] if main else [version + '.c'])
    return tool.build(compiler, arguments + ['-o', name], folder)


def program_outcome(folder, name):
    try:
        run = subprocess.run([os.path.join(folder, name)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=5)
        return run.returncode, run.stdout, run.stderr
    except subprocess.TimeoutExpired:
        return None


def judge_program(mode, result, folder, compilers):
    outcomes = {(version, compiler): program_outcome(folder, 'main-%s-%s' % (version, compiler)) for version in ('old', 'new') for compiler in compilers}
    if None in outcomes.values() or any(outcomes[version, compilers[0]] != outcomes[version, compiler] for version in ('old', 'new') for compiler in compilers):
        return [], None
    differs = outcomes['old', compilers[0]] != outcomes['new', compilers[0]]
    document, wrong = result.document, []
    verdict = document['verdict']
    if mode == 'check' and verdict == 'different':
        verdict = next((function['verdict'] for function in document['functions'] if function.get('role') == 'program'), 'unknown')
    text = 'old: %r\n  new: %r' % (outcomes['old', compilers[0]], outcomes['new', compilers[0]])
    if verdict == 'equal' and differs:
        wrong.append(tool.Wrong('equal but the programs differ', mode, result.command, document['reason']['message'], text))
    if verdict == 'different' and not differs:
        wrong.append(tool.Wrong('different but the programs are equal', mode, result.command, document['reason']['message'], text))
    return wrong, differs


def inputs_of(entry, random):
    rows = []
    for _ in range(SAMPLE):
        row = []
        for kind, _ in entry.parameters:
            bits, is_signed = WIDTHS[kind]
            value = random.choice([random.randint(-3, 9), random.getrandbits(bits), 1 << random.randrange(bits)]) & smt.mask(bits)
            row.append(smt.signed(value, bits) if is_signed else value)
        rows.append(tuple(row))
    return rows


def function_outcomes(folder, program, rows):
    text = '\n'.join(' '.join(map(str, row)) for row in rows) + '\n'
    run = subprocess.run([os.path.join(folder, program)], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=300)
    return run.stdout.decode(errors='replace').split('\2')[:len(rows)]


def witness_row(entry, witness):
    return tuple(int(witness[name]) for _, name in entry.parameters) if all(name in witness for _, name in entry.parameters) else None


def judge_function(mode, result, entry, folder, compilers, random, pointers, table):
    document, wrong = result.document, []
    rows = inputs_of(entry, random)
    rows += [row for part in document['partitions'] for key in ('witness', 'example') if part.get(key) for row in [witness_row(entry, part[key])] if row]
    outcomes = {(version, compiler): function_outcomes(folder, 'call-%s-%s' % (version, compiler), rows) for version in ('old', 'new') for compiler in compilers}
    if any(len(lines) != len(rows) for lines in outcomes.values()):
        return [], None
    widths = {entry['name']: entry['bits'] for entry in document['input']}
    truth = []
    for index in range(len(rows)):
        old, new = [[outcomes[version, compiler][index] for compiler in compilers] for version in ('old', 'new')]
        agreed = len(set(old)) == 1 and len(set(new)) == 1 and not any(one.endswith('\1%d' % 14) for one in old + new)
        truth.append((old[0] != new[0]) if agreed else None)
    printed = entry.returns.strip().split()[-1] in WIDTHS or entry.returns.strip() == 'void'
    for part in document['partitions']:
        if part['kind'] == 'unknown':
            continue
        table.claims += 1
        try:
            holds = smt.function(part['condition'], widths)
        except (smt.Unsupported, RecursionError):
            table.not_evaluated += 1
            continue
        for row, differs in zip(rows, truth):
            known = {name: row[index] & smt.mask(WIDTHS[kind][0]) for index, (kind, name) in enumerate(entry.parameters)}
            if differs is None or not set(widths) <= set(known) or not holds(known):
                continue
            if (part['kind'] == 'equal' and differs) or (part['kind'] == 'different' and not differs and printed and not pointers):
                index = rows.index(row)
                wrong.append(tool.Wrong('%s but runs say otherwise' % part['kind'], mode, result.command, part['condition'][:400], '%s %r\n  old: %s\n  new: %s' % (
                    entry.name, row, outcomes['old', compilers[0]][index], outcomes['new', compilers[0]][index])))
                break
    return wrong, any(truth)


def one_pair(seed, settings, kept=None):
    random = randomness.Random('foreign-%s' % seed)
    folder = tempfile.mkdtemp(prefix='campaign-%s-' % seed, dir=settings.scratch)
    try:
        old = tool.read(kept, 'old.c') if kept else source(seed, random, folder)
        if 'int main (void)' not in old:
            return None
        tool.write(folder, {'old.c': old, 'csmith.h': tool.read(os.path.dirname(__file__), 'csmith.h')})
        new = tool.read(kept, 'new.c') if kept else mutant(old, random, folder, settings.compilers[0])
        if new is None:
            return None
        tool.write(folder, {'new.c': new})
        return compare(seed, settings, folder, random, old, new)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def defined(folder, compilers):
    """No sanitizer complains about either program, and both end."""
    for version in ('old', 'new'):
        if not build(folder, version, compilers[0], 'main-sanitized', ['-fsanitize=address,undefined', '-fno-sanitize=alignment,signed-integer-overflow,shift'], None):
            return False
        outcome = program_outcome(folder, 'main-sanitized')
        if outcome is None or outcome[2]:
            return False
    return True


def compare(seed, settings, folder, random, old, new):
    modes = settings.modes_of(seed, MODES)
    # Declared, defined and called: compilers drop static functions that nobody calls.
    candidates = [entry for entry in entries(old) if min(text.count(entry.name + '(') for text in (old, new)) > 2]
    entry = random.choice(candidates) if candidates else None
    compilers, tables, wrongs = settings.compilers, {}, []
    if not all(build(folder, version, compiler, 'main-%s-%s' % (version, compiler), [], None) for version in ('old', 'new') for compiler in compilers) or not defined(folder, compilers):
        return None
    if entry:
        tool.write(folder, {'driver.c': driver(old, entry)})
        if not all(build(folder, version, compiler, 'call-%s-%s' % (version, compiler), []) for version in ('old', 'new') for compiler in compilers):
            entry = None
    for mode in modes:
        if mode.startswith('function') and not entry:
            mode = mode.replace('function', 'program') if mode.replace('function', 'program') in MODES else 'program'
        verb = ['check'] if mode == 'check' else ['verify']
        command = [settings.vernier] + verb + ['old.c', 'new.c', '--time', settings.time] + MODES[mode]
        command += ['--entry', entry.name] if mode.startswith('function') else []
        result = tool.call(command, folder)
        table = tables.setdefault(mode, tool.Table())
        table.pairs, table.seconds, table.inputs = 1, result.seconds, 1
        if result.document is None:
            table.failed += 1
            table.add_unknown('failed: ' + result.error.strip().split('\n')[-1][:80])
            continue
        settings.damage(result.document)
        if mode.startswith('function'):
            found, differs = judge_function(mode, result, entry, folder, compilers, random, '*' in old, table)
        else:
            table.claims += result.document['verdict'] != 'unknown'
            found, differs = judge_program(mode, result, folder, compilers)
        table.differing, table.wrong = int(bool(differs)), int(bool(found))
        if result.document['verdict'] == 'unknown':
            table.add_unknown(result.document['reason']['code'])
        else:
            table.decided += 1
        wrongs += found
    return tables, wrongs, tool.keep(folder, 'foreign-%s' % seed, settings.kept, wrongs) if wrongs else None
