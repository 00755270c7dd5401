"""Makes a kept pair smaller: lines are taken out of both versions while the same kind of wrong claim is made."""
import difflib
import os
import re
import shutil

from . import tool


def kind_of(wrong):
    """What must stay the same: the sort of contradiction, not its details."""
    return wrong.mode, re.split(r',| with ', wrong.kind)[0]


def sources(folder):
    found = []
    for place, _, names in os.walk(folder):
        found += [os.path.relpath(os.path.join(place, name), folder) for name in names if name.endswith(('.c', '.cpp')) and not name.startswith('driver')]
    return sorted(found)


def partner(name):
    return name.replace('old', 'new', 1)


def groups(folder):
    """Sets of lines that go together: a line that both versions have, or one that only one has."""
    result = []
    for name in sources(folder):
        if not name.startswith('old'):
            continue
        old, new = [tool.read(folder, one).split('\n') for one in (name, partner(name))]
        for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if tag == 'equal':
                result += [{(name, i1 + k), (partner(name), j1 + k)} for k in range(i2 - i1)]
            else:
                result += [{(name, k)} for k in range(i1, i2)] + [{(partner(name), k)} for k in range(j1, j2)]
    return result


def without(folder, target, lines):
    if os.path.exists(os.path.join(folder, 'pair.json')):
        tool.write(target, {'pair.json': tool.read(folder, 'pair.json')})
    for name in sources(folder):
        rows = tool.read(folder, name).split('\n')
        tool.write(target, {name: '\n'.join(row for index, row in enumerate(rows) if (name, index) not in lines)})


def smaller(folder, campaign, seed, settings, say):
    """Writes the result to FOLDER-smaller."""
    target, trial = folder.rstrip('/') + '-smaller', folder.rstrip('/') + '-trial'
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(folder, target)
    answer = campaign.one_pair(seed, settings, target)
    if not answer or not answer[1]:
        return None
    wanted, size = kind_of(answer[1][0]), None
    settings.modes = wanted[0]
    while True:
        rows = groups(target)
        step = max(1, len(rows) // 2) if size is None else size
        progress, start = False, 0
        while start < len(rows):
            lines = set().union(*rows[start:start + step])
            shutil.rmtree(trial, ignore_errors=True)
            without(target, trial, lines)
            answer = campaign.one_pair(seed, settings, trial)
            if answer and any(kind_of(wrong) == wanted for wrong in answer[1]):
                shutil.rmtree(target)
                shutil.move(trial, target)
                rows, progress = groups(target), True
                say('%d groups of lines left' % len(rows))
            else:
                start += step
        if step == 1 and not progress:
            break
        size = max(1, step // 2) if not progress or step > 1 else 1
    shutil.rmtree(trial, ignore_errors=True)
    answer = campaign.one_pair(seed, settings, target)
    tool.write(target, {'why.txt': '\n'.join(wrong.text() for wrong in answer[1])})
    return target
