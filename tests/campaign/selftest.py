#!/usr/bin/python3 -B
"""Tests of the campaigns themselves: a campaign that finds nothing must be able to find something."""
import os
import subprocess
import sys
import tempfile
import types
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from attack import programs, result_pairs, results, smt, tool  # noqa: E402


class Conditions(unittest.TestCase):
    def holds(self, text, **inputs):
        return smt.function(text, {name: 8 for name in inputs})({name: value & 255 for name, value in inputs.items()})

    def test_order_is_signed_or_not(self):
        self.assertTrue(self.holds('(bvslt x #x00)', x=-1))
        self.assertFalse(self.holds('(bvult x #x7f)', x=-1))

    def test_division_follows_the_standard(self):
        self.assertTrue(self.holds('(= (bvudiv x #x00) #xff)', x=3))
        self.assertTrue(self.holds('(= (bvsdiv x #x02) #xff)', x=-3))
        self.assertTrue(self.holds('(= (bvsrem x #x02) #xff)', x=-3))

    def test_shared_terms_and_pieces(self):
        text = '(let ((a (bvadd x #x01))) (let ((b ((_ extract 3 0) a))) (= (concat b b) ((_ sign_extend 4) #xf))))'
        self.assertTrue(self.holds(text, x=14))
        self.assertFalse(self.holds(text, x=13))

    def test_what_is_not_known_is_refused(self):
        with self.assertRaises(smt.Unsupported):
            self.holds('(fp.lt x x)', x=1)
        with self.assertRaises(smt.Unsupported):
            self.holds('(bvult z x)', x=1)


def pair(old, new, returns, declared=()):
    x = result_pairs.Parameter('x', 'scalar', 'int', [('x', 32, True, 0, 3)])
    types_ = result_pairs.Generator(1)
    types_.fields = [('a', 'int'), ('b', 'int')]
    head = types_.types().render()
    return result_pairs.Pair(seed=0, old=head + old, new=head + new, parameters=[x], returns=returns, fields=types_.fields, declared=set(declared), entry='f')


class Truth(unittest.TestCase):
    """Outcomes of hand-made pairs, over all four inputs."""
    def truths(self, *arguments, **more):
        with tempfile.TemporaryDirectory() as folder:
            made = pair(*arguments, **more)
            tool.write(folder, {'old.c': made.old, 'new.c': made.new})
            truth = results.Truth(made, folder, ['gcc', 'clang-19'])
            self.assertTrue(truth.ok)
            inputs, every = results.inputs_of(made)
            self.assertTrue(every)
            truth.run(inputs)
            return [truth.of(values) for values in inputs]

    def test_contents_behind_a_pointer(self):
        make = 'struct S *f(int x) { struct S *r = malloc(sizeof *r); r->a = x; r->b = %s; return r; }'
        self.assertEqual(self.truths(make % '2', make % 'x', 'struct S *'), ['different', 'different', 'equal', 'different'])

    def test_sizes_sharing_and_text(self):
        self.assertEqual(set(self.truths('void *f(int x) { return calloc(1, 100); }', 'void *f(int x) { return calloc(1, 1); }', 'void *')), {'different'})
        share = 'struct T *f(int x) { struct T *r = calloc(1, sizeof *r); r->l = calloc(1, sizeof *r); r->r = %s; return r; }'
        self.assertEqual(set(self.truths(share % 'r->l', share % 'calloc(1, sizeof *r)', 'struct T *')), {'different'})
        name = 'const char *f(int x) { return x > 1 ? "%s" : "no"; }'
        self.assertEqual(self.truths(name % 'yes', name % 'YES', 'const char *'), ['equal', 'equal', 'different', 'different'])

    def test_all_rows_of_a_table(self):
        table = 'static const char texts[2][4] = {"no", "%s"}; const char *f(int x) { return texts[x == 3]; }'
        self.assertEqual(set(self.truths(table % 'yes', table % 'YES', 'const char *', declared=['texts'])), {'different'})
        self.assertEqual(set(self.truths(table % 'yes', table % 'yes', 'const char *', declared=['texts'])), {'equal'})

    def test_errno_functions_and_signals(self):
        self.assertEqual(set(self.truths('int f(int x) { errno = EINVAL; return x; }', 'int f(int x) { return x; }', 'int')), {'different'})
        pick = 'static int inc(int n) { return n; } static int flip(int n) { return n; } int (*f(int x))(int) { return %s; }'
        self.assertEqual(set(self.truths(pick % 'inc', pick % 'flip', 'fn', declared=['inc', 'flip'])), {'different'})
        self.assertEqual(self.truths('int f(int x) { return 6 / x; }', 'int f(int x) { return x ? 6 / x : 0; }', 'int'), ['different', 'equal', 'equal', 'equal'])

    def test_what_nobody_wrote(self):
        some = 'int *f(int x) { int *r = malloc(2 * sizeof(int)); r[0] = x; %s return r; }'
        self.assertEqual(set(self.truths(some % '', some % 'r[1] = 1;', 'int *')), {'different'})
        self.assertEqual(set(self.truths(some % '', some % ';', 'int *')), {'equal'})

    def test_leaks_contradict_neither_claim(self):
        leak = 'int f(int x) { int *r = malloc(8); r[0] = x; x = r[0]; %s return x; }'
        self.assertEqual(set(self.truths(leak % 'free(r);', leak % '', 'int')), {'either'})


class Registers(unittest.TestCase):
    def test_padding_of_a_witness_stays(self):
        q = result_pairs.Parameter('q', 'value', 'struct S', [('q.a', 8, False, None, None), ('q.b', 16, True, None, None)])
        made = types.SimpleNamespace(parameters=[q], fields=[('a', 'unsigned char'), ('b', 'short')])
        names = results.Names(made, {'input': [{'name': 'q.coerce0', 'bits': 32}]})
        witness = {'q.coerce0': '4294967295'}
        values = names.leaf_values(witness)
        self.assertEqual(values, (255, -1))
        self.assertEqual(names.values(values)['q.coerce0'], 0xffff00ff)
        self.assertEqual(names.witness_values(witness, values)['q.coerce0'], 0xffffffff)


class Surroundings(unittest.TestCase):
    def around(self, **more):
        return dict({name: values[0] for name, values in programs.DIMENSIONS.items()}, **more)

    def test_assumptions_cover_only_what_they_speak_of(self):
        made = types.SimpleNamespace(old={'main.c': 'getenv("DEBUG")'}, new={'main.c': ''})
        self.assertTrue(programs.covered(self.around(DEBUG='1'), 'surroundings: getenv("DEBUG") is unset', made))
        self.assertFalse(programs.covered(self.around(MODE='1'), 'surroundings: getenv("DEBUG") is unset', made))
        self.assertFalse(programs.covered(self.around(), 'surroundings: getenv("DEBUG") is unset', made))


class Lies(unittest.TestCase):
    """Claims that are turned around must turn a campaign red."""
    def test_the_results_campaign_notices(self):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([os.path.join(HERE, 'run'), 'results', '--pairs', '3', '--seed', '1', '--modes', 'only-bounded', '--lie', '--vernier', VERNIER, '--keep', folder],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
            self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
            self.assertIn('wrong: only-bounded', run.stdout)
            kept = os.path.join(folder, sorted(os.listdir(folder))[0])
            self.assertTrue({'old.c', 'new.c', 'command', 'why.txt'} <= set(os.listdir(kept)))

    def test_too_little_is_red(self):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([os.path.join(HERE, 'run'), 'results', '--pairs', '1', '--modes', 'only-bounded', '--need-differing', '1.1', '--vernier', VERNIER, '--keep', folder],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
            self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
            self.assertIn('too few pairs differ', run.stdout)


if __name__ == '__main__':
    VERNIER = sys.argv.pop(1)
    unittest.main()
