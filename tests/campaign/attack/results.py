"""The campaign `results`: what `verify` claims about functions, against every input (or many) on builds of the sources."""
import itertools
import json
import os
import random as randomness
import shutil
import subprocess
import tempfile

from . import smt, tool
from .result_driver import driver
from .result_pairs import INTEGERS, Pair, Parameter, generate

MODES = {'default': [], 'no-bounded': ['--no-bounded'], 'no-slice': ['--no-bounded', '--no-slice'], 'only-bounded': ['--only-bounded']}
RUNGS = {'only-normal-form': ['--only', 'normal-form'], 'only-induction': ['--only', 'induction']}  # if asked for: they say little
EVERY_INPUT, SAMPLE = 4096, 600


def leaves_of(pair):
    return [leaf for parameter in pair.parameters for leaf in parameter.leaves]


def arguments(pair):
    words = []
    for parameter in pair.parameters:
        for bound in parameter.bounds:
            words += ['--bound', bound]
        if parameter.kind in ('array', 'string', 'struct', 'out'):
            words += ['--length', '%s=%d' % (parameter.name, parameter.length)]
        if parameter.kind == 'list':
            words += ['--length', 'head.name=1', '--length', 'head.next.name=1']
    return words


def inputs_of(pair):
    """All inputs if there are few, else a sample; and whether it is all of them."""
    random = randomness.Random('inputs-%s' % pair.seed)
    leaves, size = leaves_of(pair), 1
    for _, bits, _, low, high in leaves:
        size *= high - low + 1 if low is not None else 1 << bits
    if size <= EVERY_INPUT:
        return list(itertools.product(*[range(low, high + 1) for _, _, _, low, high in leaves])), True
    return [tuple(draw(random, leaf) for leaf in leaves) for _ in range(SAMPLE)], False


def draw(random, leaf):
    _, bits, is_signed, low, high = leaf
    if low is not None:
        return random.randint(low, high)
    value = random.choice([random.randint(-4, 9), random.randint(-4, 9), random.getrandbits(bits)]) & smt.mask(bits)
    return smt.signed(value, bits) if is_signed else value


class Names:
    """How the tool calls the leaves of the driver, in both directions. Structures in registers are one or two words there."""
    def __init__(self, pair, document):
        self.leaves = leaves_of(pair)
        self.widths = {entry['name']: entry['bits'] for entry in document['input']}
        self.index = {name: index for index, (name, *_) in enumerate(self.leaves)}
        self.layouts = {}
        for parameter in pair.parameters:
            if parameter.kind in ('value', 'union') and any(name.startswith(parameter.name + '.coerce') for name in self.widths):
                self.layouts[parameter.name] = layout(pair, parameter)
        self.unmapped = [name for name in self.widths if self.alias(name) not in self.index and not self.words(name)]

    def words(self, name):
        prefix, dot, rest = name.partition('.coerce')
        return dot and prefix in self.layouts and rest.isdigit()

    @staticmethod
    def alias(name):
        return name

    def values(self, values):
        """The tool's inputs for the values of the driver's leaves."""
        result = {}
        for name, bits in self.widths.items():
            if self.alias(name) in self.index:
                result[name] = values[self.index[self.alias(name)]] & smt.mask(bits)
            elif self.words(name):
                parts, word = self.layouts[name.partition('.')[0]], int(name.partition('.coerce')[2])
                packed = sum((values[self.index[leaf]] & smt.mask(width)) << (8 * offset) for leaf, offset, width in parts)
                result[name] = (packed >> (64 * word)) & smt.mask(bits)
        return result

    def witness_values(self, witness, values):
        """The tool's inputs of a witness as they are: registers hold padding, too, which no leaf of the driver tells."""
        known = self.values(values)
        known.update((name, int(witness[name]) & smt.mask(bits)) for name, bits in self.widths.items() if self.words(name) and name in witness)
        return known

    def leaf_values(self, witness):
        """The driver's leaves for a witness; None where a name is missing."""
        result = []
        for name, bits, is_signed, *_ in self.leaves:
            if name in witness:
                value = int(witness[name])
            elif name.partition('.')[0] in self.layouts:
                prefix = name.partition('.')[0]
                packed = sum((int(witness.get('%s.coerce%d' % (prefix, word), 0)) & smt.mask(64)) << (64 * word) for word in (0, 1))
                offset, width = next((offset, width) for leaf, offset, width in self.layouts[prefix] if leaf == name)
                value = (packed >> (8 * offset)) & smt.mask(width)
            else:
                return None
            value &= smt.mask(bits)
            result.append(smt.signed(value, bits) if is_signed else value)
        return tuple(result)


def layout(pair, parameter):
    """Offsets of the leaves of a structure that is passed by value."""
    if parameter.kind == 'union':
        return [('u.i', 0, 32)]
    parts, offset = [], 0
    for name, kind in pair.fields:
        bits = 8 if kind == 'array' else INTEGERS[kind][0]
        offset = -(-offset // (bits // 8)) * (bits // 8)
        names = ['q.%s_0' % name, 'q.%s_1' % name] if kind == 'array' else ['q.' + name]
        for leaf in names:
            parts.append((leaf, offset, bits))
            offset += bits // 8
    return parts


class Truth:
    """What both versions do on each input, as built by gcc and by clang."""
    EQUAL, DIFFERENT, EITHER, OPEN = 'equal', 'different', 'either', 'open'

    def __init__(self, pair, folder, compilers):
        self.pair, self.folder, self.outcomes = pair, folder, {}
        tool.write(folder, {'driver.c': driver(pair)})
        self.programs = [(version, compiler) for compiler in compilers for version in ('old', 'new')]
        self.ok = all(tool.build(compiler, ['-std=gnu11', '-O0', '-fwrapv', '-DVERSION="%s.c"' % version, 'driver.c', '-o', 'truth-%s-%s' % (version, compiler)], folder)
                      for version, compiler in self.programs)
        self.compilers = compilers

    def run(self, inputs):
        wanted = [values for values in dict.fromkeys(inputs) if values not in self.outcomes]
        text = ''.join(' '.join(map(str, values)) + '\n' for values in wanted)
        count = str(len(leaves_of(self.pair)))
        shown = {}
        for version, compiler in self.programs:
            program = os.path.join(self.folder, 'truth-%s-%s' % (version, compiler))
            try:
                output = subprocess.run([program, count], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120).stdout
            except subprocess.TimeoutExpired as late:
                output = late.stdout or b''  # of what comes behind, nothing is said
            shown[version, compiler] = output.decode(errors='replace').split('\n')
        for index, values in enumerate(wanted):
            self.outcomes[values] = {key: lines[index] if index < len(lines) - 1 else None for key, lines in shown.items()}

    def of(self, values):
        outcome = self.outcomes[values]
        if any(line is None for line in outcome.values()):
            return self.OPEN
        old = [outcome['old', compiler] for compiler in self.compilers]
        new = [outcome['new', compiler] for compiler in self.compilers]
        # Compilers disagree: unspecified behaviour of the pair, nothing is said.
        if any(line != old[0] for line in old) or any(line != new[0] for line in new):
            return self.OPEN
        core = [line.split('\t')[0] for line in (old[0], new[0])]
        if any('INDETERMINATE' in line for line in core) or all('UNDEFINED' in line for line in core):
            return self.OPEN
        if core[0] != core[1]:
            return self.DIFFERENT
        # What is leaked, and where constants lie, may count or not.
        return self.EQUAL if old[0] == new[0] else self.EITHER

    def category(self, values):
        """Where the first difference of two outcomes lies: in the result, the arguments (memory), globals; directly or behind pointers."""
        outcome = self.outcomes[values]
        old, new = [outcome[version, self.compilers[0]].split('\t')[0].split(' ') for version in ('old', 'new')]
        section, depth = '', 0
        for one, two in zip(old, new):
            if one != two:
                break
            section = {'r': 'result', 'm': 'memory', 'g': 'global'}.get(one, section)
            depth += one.endswith('{') - (one == '}')
        else:
            one, two = '', ''
        kind = 'value'
        for sign, name in (('UNDEFINED', 'definedness'), ('?', 'unwritten'), ('signal', 'signal'), ('errno', 'errno'), ('<', 'output'), ('text:', 'text'), ('freed', 'freed'),
                           ('#', 'block'), ('null', 'null'), ('in:', 'pointer'), ('constant', 'constant')):
            if sign in one or sign in two:
                kind = name
                break
        return '%s%s %s' % (section, ' behind a pointer' if depth else '', kind)

    def text(self, values):
        outcome = self.outcomes[values]
        names = [name for name, *_ in leaves_of(self.pair)]
        return '%s\n  old:%s\n  new:%s' % (', '.join('%s = %s' % item for item in zip(names, values)), outcome['old', self.compilers[0]], outcome['new', self.compilers[0]])


def examples(document, names):
    for part in document['partitions']:
        for key in ('witness', 'example'):
            if part.get(key):
                values = names.leaf_values(part[key])
                if values is not None:
                    yield values


def wrong_shares(mode, result, shares, size):
    """Shares of the inputs that do not fit the conditions of the classes (an input counts for the first class it is in)."""
    document = result.document
    for name, kind in (('verified_fraction', 'equal'), ('different_fraction', 'different')):
        claimed = document.get(name)
        if claimed is not None and abs(claimed - shares[kind] / size) > 1e-6:
            return [tool.Wrong('share', mode, result.command, '%s is %s' % (name, claimed), '%d of %d inputs are in such classes' % (shares[kind], size))]
    return []


def judge(pair, mode, result, truth, inputs, every, table):
    """Compares each claim with the truth; returns what is wrong."""
    document, wrong = result.document, []
    names = Names(pair, document)
    rows = [(values, names.values(values), truth.of(values)) for values in inputs]
    covered, shares, skipped = set(), {'equal': 0, 'different': 0}, table.not_evaluated

    def complain(kind, claim, values):
        if truth.of(values) == truth.DIFFERENT:
            kind += ', ' + truth.category(values)
        wrong.append(tool.Wrong(kind, mode, result.command, claim, truth.text(values)))

    verdict = document['verdict']
    for part in document['partitions']:
        if part['kind'] == 'unknown':
            continue
        table.claims += 1
        claim = 'class %s is %s: %s' % (part['id'], part['kind'], part['condition'][:400])
        try:
            if names.unmapped and any(name in part['condition'] for name in names.unmapped):
                raise smt.Unsupported('unmapped')
            holds = smt.function(part['condition'], names.widths)
        except (smt.Unsupported, RecursionError):
            table.not_evaluated += 1
            holds = None
        if holds is not None:
            members = [(values, true) for values, known, true in rows if holds(known)]
            inside = {values for values, _ in members}
            shares[part['kind']] += len(inside - covered)
            covered |= inside
            opposite = truth.DIFFERENT if part['kind'] == 'equal' else truth.EQUAL
            against = next((values for values, true in members if true == opposite), None)
            if against:
                complain('%s but runs say %s' % (part['kind'], opposite), claim, against)
            elif every and not names.unmapped and isinstance(part.get('size'), str) and int(part['size']) > len(members):
                wrong.append(tool.Wrong('size', mode, result.command, claim + ' size ' + part['size'], '%d inputs satisfy it' % len(members)))
        if part.get('witness'):
            values = names.leaf_values(part['witness'])
            if values is not None and truth.of(values) == truth.EQUAL and part['kind'] == 'different':
                complain('witness does not differ', claim, values)
            elif holds is not None and values is not None and not holds(names.witness_values(part['witness'], values)):
                complain('witness outside of its class', claim, values)
    if verdict == 'equal':
        against = next((values for values, _, true in rows if true == truth.DIFFERENT), None)
        if against and not wrong:
            complain('verdict equal but runs differ', 'verdict equal', against)
    if document.get('complete') and document['partitions'] and not table.not_evaluated and not names.unmapped:
        outside = next((values for values, _, _ in rows if values not in covered), None)
        if outside:
            complain('complete, but an input is in no class', 'complete', outside)
    if every and not names.unmapped and skipped == table.not_evaluated and document.get('input_size') == str(len(set(inputs))):
        wrong += wrong_shares(mode, result, shares, len(set(inputs)))
    if verdict == 'unknown' or not document.get('complete'):
        codes = {part['reason']['code'] for part in document['partitions'] if part['kind'] == 'unknown'} or {hole['code'] for hole in document.get('holes', [])} \
            or {(document.get('reason') or {}).get('code')}
        for code in codes:
            table.add_unknown(code)
    else:
        table.decided += 1
    return wrong


def load(seed, kept):
    """The pair of a seed, with the texts of a folder that was kept or made smaller."""
    if not kept:
        return generate(seed)
    fields = json.loads(tool.read(kept, 'pair.json'))
    fields['parameters'] = [Parameter(**parameter) for parameter in fields['parameters']]
    return Pair(seed=seed, old=tool.read(kept, 'old.c'), new=tool.read(kept, 'new.c'), entry='f', **fields)


def description(pair):
    """What `load` needs to know beside the texts, so that a kept pair does not depend on the generator of its day."""
    return json.dumps({'returns': pair.returns, 'fields': pair.fields, 'declared': sorted(pair.declared), 'parameters': [vars(parameter) for parameter in pair.parameters]}) + '\n'


def one_pair(seed, settings, kept=None):
    """Returns a table per mode, and what is wrong. None if the pair does not compile."""
    pair = load(seed, kept)
    folder = tempfile.mkdtemp(prefix='campaign-%s-' % seed, dir=settings.scratch)
    try:
        tool.write(folder, {'old.c': pair.old, 'new.c': pair.new, 'pair.json': description(pair)})
        truth = Truth(pair, folder, settings.compilers)
        if not truth.ok:
            return None
        inputs, every = inputs_of(pair)
        base = [settings.vernier, 'verify', 'old.c', 'new.c', '--entry', pair.entry] + arguments(pair) + ['--time', settings.time]
        results = {mode: tool.call(base + {**MODES, **RUNGS}[mode], folder) for mode in settings.modes_of(seed, MODES)}
        more = [values for result in results.values() if result.document for values in examples(result.document, Names(pair, result.document))]
        truth.run(inputs + more)
        differing = sum(truth.of(values) == truth.DIFFERENT for values in inputs)
        tables, wrongs = {}, []
        for mode, result in results.items():
            table = tables.setdefault(mode, tool.Table())
            table.pairs, table.seconds, table.inputs, table.differing = 1, result.seconds, len(inputs), int(differing > 0)
            if result.document is None or 'partitions' not in result.document:
                table.failed += 1
                table.add_unknown('failed: ' + result.error.strip().split('\n')[-1][:80])
                continue
            settings.damage(result.document)
            found = judge(pair, mode, result, truth, inputs + more, every, table)
            table.wrong += bool(found)
            wrongs += found
        kept = tool.keep(folder, 'results-%s' % seed, settings.kept, wrongs) if wrongs else None
        return tables, wrongs, kept
    finally:
        shutil.rmtree(folder, ignore_errors=True)
