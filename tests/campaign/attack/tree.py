"""Programs as small trees, and what is done to them between the old and the new version. A tree renders as text; an edit
changes one node. Whether an edit changes the behaviour is not known here: the runs say it."""
import copy


class Text:
    """Text that no edit touches."""
    def __init__(self, text):
        self.text = text

    def render(self):
        return self.text

    def kids(self):
        return []


class Number:
    def __init__(self, value):
        self.value, self.plain = value, True

    def render(self):
        text = str(self.value) if self.plain else '(%d - 1)' % (self.value + 1)
        return '(%s)' % text if self.value < 0 else text

    def kids(self):
        return []

    def edit(self, random):
        self.value += random.choice([1, 1, -1, 2, 7, -self.value or 3])

    def disguise(self, random):
        self.plain = not self.plain


class Quoted:
    """A string literal."""
    def __init__(self, value):
        self.value = value

    def render(self):
        return '"%s"' % self.value

    def kids(self):
        return []

    def edit(self, random):
        value = self.value
        choices = [value.upper(), value.swapcase(), value + 's', value[:-1], value[::-1], 'no']
        self.value = random.choice([other for other in choices if other != value] or ['other'])


class Binary:
    SWAPS = {'+', '*', '&', '|', '^', '==', '!=', '&&', '||'}

    def __init__(self, operator, left, right, operators):
        self.operator, self.left, self.right, self.operators = operator, left, right, operators

    def render(self):
        return '(%s %s %s)' % (self.left.render(), self.operator, self.right.render())

    def kids(self):
        return [self.left, self.right]

    def edit(self, random):
        if random.random() < 0.3:
            self.left, self.right = self.right, self.left
        else:
            self.operator = random.choice([one for one in self.operators if one != self.operator] or [self.operator])

    def disguise(self, random):
        if self.operator in self.SWAPS:
            self.left, self.right = self.right, self.left


class Choice:
    """One of several things that may stand in a place. With `alike`, they mean the same."""
    def __init__(self, options, index=0, alike=False):
        self.options = [Text(option) if isinstance(option, str) else option for option in options]
        self.index, self.alike = index, alike

    def render(self):
        return self.options[self.index].render()

    def kids(self):
        return [self.options[self.index]]

    def other(self, random):
        if len(self.options) > 1:
            self.index = random.choice([index for index in range(len(self.options)) if index != self.index])

    def edit(self, random):
        if not self.alike:
            self.other(random)

    def disguise(self, random):
        if self.alike:
            self.other(random)


class Row:
    """Pieces one behind the other. `%` in the form stands for the next piece."""
    def __init__(self, form, *pieces):
        self.form, self.pieces = form.split('%'), list(pieces)
        assert len(self.form) == len(self.pieces) + 1, form

    def render(self):
        text = self.form[0]
        for piece, after in zip(self.pieces, self.form[1:]):
            text += piece.render() + after
        return text

    def kids(self):
        return self.pieces


class If:
    def __init__(self, condition, then, other):
        self.condition, self.then, self.other, self.turned = condition, then, other, False

    def render(self):
        condition, then, other = self.condition.render(), self.then.render(), self.other.render()
        if self.turned:
            condition, then, other = '!' + condition, other, then
        return 'if (%s) { %s }' % (condition, then) + (' else { %s }' % other if other else '')

    def kids(self):
        return [self.condition, self.then, self.other]

    def edit(self, random):
        if random.random() < 0.5:
            self.then, self.other = self.other, self.then
        else:
            self.other = Block([])

    def disguise(self, random):
        self.turned = not self.turned


class Block:
    """Statements. Those marked as fixed (declarations, what others rest on) are neither deleted nor moved."""
    def __init__(self, statements):
        self.statements = statements

    def render(self):
        return '\n  '.join(statement.render() for statement in self.statements)

    def kids(self):
        return self.statements

    def edit(self, random):
        free = [index for index, statement in enumerate(self.statements) if not getattr(statement, 'fixed', False)]
        pairs = [index for index in free if index + 1 in free]
        if not free:
            return
        kind = random.choice(['delete', 'swap', 'swap', 'repeat'])
        if kind == 'swap' and pairs:
            index = random.choice(pairs)
            row = self.statements
            row[index], row[index + 1] = row[index + 1], row[index]
        elif kind == 'repeat':
            index = random.choice(free)
            self.statements.insert(index, copy.deepcopy(self.statements[index]))
        else:
            del self.statements[random.choice(free)]

    def disguise(self, random):
        self.statements.append(Text(";"))


def often(node, weight=15):
    """Edits like to come here."""
    node.weight = weight
    return node


def fixed(node):
    node.fixed = True
    return node


def nodes(root):
    found, stack = [], [root]
    while stack:
        node = stack.pop()
        found.append(node)
        stack.extend(node.kids())
    return found


# What is worth changing often: results sit in choices and constants, not in the arithmetic around them.
WEIGHT = {Choice: 5, Block: 3, Quoted: 4, Number: 2, Binary: 1, If: 2}


def edited(root, random, count, harmless):
    """A copy with some edits. Harmless ones only disguise what is there."""
    result = copy.deepcopy(root)
    for _ in range(count):
        method = 'disguise' if harmless else 'edit'
        candidates = [node for node in nodes(result) if hasattr(node, method)]
        if candidates:
            node = random.choices(candidates, [getattr(node, 'weight', WEIGHT.get(type(node), 1)) for node in candidates])[0]
            getattr(node, method)(random)
    return result
