"""The page in a browser: what a difference shows, and the sources of both versions."""

import itertools
import random
import re

from selenium.webdriver.common.keys import Keys

import documents
from page import PageTest, WEB


class Witness(PageTest):
    def open(self, name):
        self.browser.show(documents.sample())
        self.browser.click(f"tr.function[data-name={name}] button.name")

    def rows(self, table):
        return self.browser.run("""return [...document.querySelectorAll(`tr.opened:not([hidden]) ${arguments[0]} tbody tr`)].map(row =>
            [...row.cells].map(cell => { const copy = cell.cloneNode(true); copy.querySelectorAll('.spoken').forEach(e => e.remove());
              const sign = getComputedStyle(cell, '::before').content.split('/')[0].replaceAll('"', '').trim();
              return (sign === 'none' ? '' : sign) + copy.textContent; }))""", table)

    def test_the_input_is_a_table(self):
        self.open("percent_off")
        self.assertEqual(self.rows(".input"), [["member", "0", ""], ["price", "100", ""]])

    def test_strings_are_shown_as_text_and_not_byte_by_byte(self):
        self.open("print_line")
        self.assertEqual(self.rows(".input"), [["item.cents", "100", ""], ["item.count", "1", ""],
                                               ["item.name", '"tea"', "bytes 74 65 61"], ["percent", "5", ""]])
        self.assertIn("4 bytes", self.browser.text("tr.opened:not([hidden]) .input caption"))

    def test_outcomes_stand_side_by_side_with_signs(self):
        self.open("print_line")
        self.assertEqual(self.rows(".outcomes"), [
            ["result"], ["ended", "ended"], ["standard output"], ["tea", "tea"], ["−  1 x 1.00", "+  -5%"], ["−  minus 5%", ""]])

    def test_the_differing_part_of_a_line_stands_out(self):
        self.open("percent_off")
        self.assertEqual(self.rows(".outcomes"), [["result"], ["−returned 0", "+returned 5"]])
        marks = self.browser.run("return [...document.querySelectorAll('tr.opened:not([hidden]) mark')].map(m => m.textContent)")
        self.assertEqual(marks, ["0", "5"])

    def test_every_part_of_an_outcome_is_compared(self):
        document = documents.sample()
        document["functions"][0]["old"] = documents.outcome(
            "", exit=0, stdout="a", stderr="warn\n", calls=["log(1)", "log(2)"], memory=[{"name": "p.x", "value": "1"}])
        document["functions"][0]["new"] = documents.outcome(
            "", signal="SIGFPE", stdout="a\n", calls=["log(1)"], memory=[{"name": "p.x", "value": "2"}])
        self.browser.show(document)
        self.browser.click("tr.function[data-name=percent_off] button.name")
        self.assertEqual(self.rows(".outcomes"), [
            ["result"], ["−exit status 0", "+killed by SIGFPE"],
            ["standard output"], ["a", "a"], ["−(no line break at the end)", ""],
            ["standard error"], ["−warn", ""],
            ["memory afterwards"], ["−p.x = 1", "+p.x = 2"],
            ["calls"], ["log(1)", "log(1)"], ["−log(2)", ""]])

    def test_assumptions_are_explained_and_unknown_ones_shown(self):
        document = documents.sample()
        document["functions"][0]["assumptions"] = ["no-alias", "constructor", "assume x > 3"]
        self.browser.show(document)
        self.browser.click("tr.function[data-name=percent_off] button.name")
        shown = self.browser.run("return [...document.querySelectorAll('tr.opened:not([hidden]) .assumptions > *')].map(e => e.textContent)")
        self.assertEqual(shown, ["no-alias", "Pointers that are passed in point to different objects, and to no global variable.",
                                 "constructor", "(this page has no words for it)", "assume x > 3", "Given on the command line (--assume)."])

    def test_there_are_words_for_every_assumption_that_the_input_makes(self):
        folder = WEB.parents[1] / "src" / "input"
        codes = sorted(set(re.findall(r'assume\("([a-z-]+)"\)', "".join(p.read_text() for p in folder.glob("*.cpp")))))
        self.assertIn("no-alias", codes)
        document = documents.sample()
        document["functions"][0]["assumptions"] = codes
        self.browser.show(document)
        self.browser.click("tr.function[data-name=percent_off] button.name")
        self.assertNotIn("no words", self.browser.text("tr.opened:not([hidden]) .assumptions"))

    def test_reason_and_changed_statements_lead_to_the_source(self):
        self.open("parse_rate")
        self.browser.click("tr.opened:not([hidden]) .block .place")
        self.assertEqual(self.browser.text("tr.target td.number.new"), "41")
        self.browser.driver.back()
        self.open("clamp")
        links = self.browser.run("return [...document.querySelectorAll('tr.opened:not([hidden]) .statements a')].map(a => a.textContent)")
        self.assertEqual(links, ["change 1", "change 2", "change 3", "change 4"])


class Sources(PageTest):
    """Reads the lines of a side as the page shows them, with its gaps opened."""

    def open_gaps(self):
        while self.browser.all(".gap button"):
            self.browser.run("document.querySelector('.gap button').click()")

    def lines(self, side, unified=False):
        return self.browser.run("""const [side, unified] = arguments; const files = {};
            for (const file of document.querySelectorAll('.file')) {
              const lines = files[file.querySelector('h3').textContent] = [];
              for (const row of file.querySelectorAll('tbody tr')) {
                const number = row.querySelector(`td.number.${side}`)?.textContent;
                const text = row.querySelector(unified ? 'td.text' : `td.text.${side}`);
                if (number) lines.push([Number(number), text.querySelector('code').textContent]);
              }
            } return files""", side, unified)

    def check_sides(self, document, unified):
        self.open_gaps()
        for side in ("old", "new"):
            shown = self.lines(side, unified)
            for source in document["sources"][side]:
                expected = [[i + 1, line] for i, line in enumerate(source["text"].removesuffix("\n").split("\n"))]
                self.assertEqual(shown[source["file"]], expected, side)

    def test_each_side_shows_its_source_line_by_line(self):
        self.browser.show(documents.sample())
        self.check_sides(documents.sample(), unified=False)

    def test_on_a_narrow_screen_both_stand_one_under_the_other(self):
        self.browser.show(documents.sample(), width=375)
        self.assertEqual(len(self.browser.all("table.code.unified")), 3)
        self.check_sides(documents.sample(), unified=True)

    def test_the_layout_follows_the_width_until_the_user_chooses(self):
        self.browser.show(documents.sample())
        self.assertEqual(len(self.browser.all("table.code.split")), 3)
        self.browser.resize(375)
        self.assertEqual(len(self.browser.all("table.code.unified")), 3)
        self.browser.resize(1280)
        self.browser.click("#layout")
        self.assertEqual(len(self.browser.all("table.code.unified")), 3)
        self.check_sides(documents.sample(), unified=True)

    def test_a_large_file_keeps_its_unchanged_lines_folded(self):
        document = documents.large(lines=800)
        self.browser.show(document)
        self.assertLess(len(self.browser.all("table.code tr")), 200)
        self.browser.run("location.hash = '#line/new/big.c:540'")
        self.assertEqual(self.browser.text("tr.target td.number.new"), "540")
        self.assertTrue(self.browser.in_view("tr.target"))
        self.check_sides(document, unified=False)

    def test_lines_are_aligned_and_marked_by_sign(self):
        self.browser.show(documents.sample())
        rows = self.browser.run("""return [...document.querySelectorAll('.file:nth-of-type(n) tbody tr.changed')].map(row => {
            const sign = side => getComputedStyle(row.querySelector(`td.text.${side}`), '::before').content.split('/')[0].replaceAll('"', '').trim();
            return [row.closest('.file').querySelector('h3').textContent, row.querySelector('.number.old').textContent, sign('old'),
                    row.querySelector('.number.new').textContent, sign('new')]; })""")
        self.assertIn(["price.c", "17", "−", "14", "+"], rows)   # percent_off
        self.assertIn(["receipt.c", "7", "−", "8", "+"], rows)   # the printf that moved into the if
        self.assertIn(["receipt.c", "9", "−", "10", "+"], rows)

    def test_changed_statements_carry_their_number_on_both_sides(self):
        self.browser.show(documents.sample())
        found = self.browser.run("""const found = {}; for (const b of document.querySelectorAll('button.change')) {
            const cell = b.closest('td'), side = cell.classList.contains('old') ? 'old' : 'new';
            (found[b.dataset.change] ??= []).push(side + ' ' + b.closest('.file').querySelector('h3').textContent + ':' +
              b.closest('tr').querySelector('.number.' + side).textContent) } return found""")
        for change in documents.sample()["impact"]["changes"]:
            place = lambda where: f"{where['file']}:{where['line']}"
            expected = [f"{change['side']} {place(change['location'])}"]
            if change["kind"] == "modified":
                expected.append(f"old {place(change['old_location'])}")
            self.assertEqual(sorted(found[str(change["id"])]), sorted(expected))

    def test_one_under_the_other_no_change_is_lost_where_the_text_stays(self):
        document = documents.sample()
        document["impact"]["changes"] += [
            {"id": 15, "kind": "removed", "side": "old", "location": documents.place("main.c", 9, "main"), "text": "by a macro"},
            {"id": 16, "kind": "modified", "side": "new", "location": documents.place("main.c", 8, "main"), "text": "by a macro",
             "old_location": documents.place("main.c", 8, "main"), "old_text": "by a macro"}]
        self.browser.show(document, width=375)
        shown = self.browser.run("""return [...document.querySelectorAll('.file button.change')].map(b => Number(b.dataset.change))
            .filter(id => id > 14)""")
        self.assertEqual(shown, [16, 15])

    def test_affected_lines_are_marked_with_what_they_depend_on(self):
        self.browser.show(documents.sample())
        shown = self.browser.run("""return [...document.querySelectorAll('tr.affected')].map(row =>
            row.closest('.file').querySelector('h3').textContent + ':' + row.querySelector('.number.new').textContent)""")
        expected = [f"{a['file']}:{a['line']}" for a in documents.sample()["impact"]["affected"]]
        self.assertEqual(sorted(shown), sorted(expected))

    def test_a_chosen_change_shows_what_may_depend_on_it(self):
        self.browser.show(documents.sample())
        for change in (5, 13):
            self.browser.click(f"td.new button.change[data-change='{change}']")
            shown = self.browser.run("""return [...document.querySelectorAll('.code tr.selected')].map(row =>
                row.closest('.file').querySelector('h3').textContent + ':' + row.querySelector('.number.new').textContent)""")
            expected = [f"{a['file']}:{a['line']}" for a in documents.sample()["impact"]["affected"] if change in a["changes"]]
            self.assertEqual(sorted(shown), sorted(expected))
            self.assertIn(f"change {change} selected: {len(expected)} lines", self.browser.text("#sources .status"))
        self.browser.press(Keys.ESCAPE)
        self.assertEqual(self.browser.all(".code tr.selected"), [])

    def test_a_line_explains_its_dependences(self):
        self.browser.show(documents.sample())
        self.browser.run("""[...document.querySelectorAll('tr.affected')].find(r => r.querySelector('.depends').textContent.endsWith('13 of 14'))
            .querySelector('.depends button').click()""")
        self.assertEqual(len(self.browser.all(".explained li")), 13)
        self.browser.click(".explained li:first-child a")
        self.assertTrue(self.browser.in_view("tr.target"))

    def test_a_click_in_the_list_of_changes_jumps_and_back_returns(self):
        self.browser.show(documents.sample())
        self.browser.click(".statement-list tr[data-change='12'] a")
        before = self.browser.run("return scrollY")
        self.assertEqual(self.browser.text("tr.target td.number.new"), "41")
        self.assertTrue(self.browser.in_view("tr.target"))
        self.assertGreater(len(self.browser.all(".code tr.selected")), 0)
        self.browser.driver.back()
        self.assertLess(self.browser.run("return scrollY"), before)

    def test_a_removed_statement_jumps_to_the_old_side(self):
        self.browser.show(documents.sample())
        self.browser.click(".statement-list tr[data-change='9'] a")
        self.assertEqual(self.browser.text("tr.target td.number.old"), "25")

    def test_files_of_other_names_are_paired_by_the_changes(self):
        document = documents.sample()
        for source in document["sources"]["old"]:
            source["file"] = "old-" + source["file"]
        for change in document["impact"]["changes"]:
            if change["side"] == "old":
                change["location"]["file"] = "old-" + change["location"]["file"]
            elif "old_location" in change:
                change["old_location"]["file"] = "old-" + change["old_location"]["file"]
        self.browser.show(document)
        titles = self.browser.run("return [...document.querySelectorAll('.file h3')].map(h => h.textContent)")
        self.assertEqual(titles, ["old-main.c → main.c", "old-price.c → price.c", "old-receipt.c → receipt.c"])

    def test_without_sources_it_says_so(self):
        self.browser.show(documents.sample(with_sources=False))
        self.assertIn("holds no source text", self.browser.text("#sources"))
        self.assertEqual(len(self.browser.all(".statement-list tbody tr")), 14)


class Differences(PageTest):
    """The line difference itself, against a table of longest common subsequences."""

    @staticmethod
    def longest(a, b):
        best = [0] * (len(b) + 1)
        for x in a:
            row = [0]
            for j, y in enumerate(b):
                row.append(best[j] + 1 if x == y else max(best[j + 1], row[j]))
            best = row
        return best[-1]

    def test_it_is_a_shortest_one_and_loses_no_line(self):
        code = (WEB / "diff.js").read_text().replace("export function", "function")
        randomness = random.Random(3)
        pairs = [([], []), (["a"], []), ([], ["a"])]
        for _ in range(400):
            letters = "abcde"[:randomness.randint(1, 5)]
            pairs.append(tuple([randomness.choice(letters) for _ in range(randomness.randint(0, 12))] for _ in range(2)))
        self.browser.driver.get("about:blank")
        results = self.browser.run(code + """; return arguments[0].map(([a, b]) => {
            const steps = diffLines(a, b); return [steps, sideBySide(steps, a, b)]; })""", pairs)
        for (a, b), (steps, rows) in zip(pairs, results):
            for listed in (steps, rows):
                self.assertEqual([r["old"] for r in listed if r["old"] is not None], list(range(len(a))))
                self.assertEqual([r["new"] for r in listed if r["new"] is not None], list(range(len(b))))
            same = [s for s in steps if s["kind"] == "same"]
            self.assertTrue(all(a[s["old"]] == b[s["new"]] for s in same))
            self.assertEqual(len(same), self.longest(a, b), (a, b))

    def test_too_many_differences_are_one_replacement(self):
        code = (WEB / "diff.js").read_text().replace("export function", "function")
        self.browser.driver.get("about:blank")
        kinds = self.browser.run(code + """; const lines = n => Array.from({length: 3000}, (_, i) => n + i);
            return diffLines(['x', ...lines('a'), 'y'], ['x', ...lines('b'), 'y']).map(s => s.kind)""")
        self.assertEqual([(k, len(list(g))) for k, g in itertools.groupby(kinds)],
                         [("same", 1), ("removed", 3000), ("added", 3000), ("same", 1)])
