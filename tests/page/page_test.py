#!/usr/bin/python3
"""The page in a browser. usage: page_test.py RENDER_VIEW [CLASS...]"""

import itertools
import pathlib
import random
import re
import sys
import unittest

from selenium.webdriver.common.keys import Keys

from browser import Browser
import documents

RENDER = sys.argv.pop(1)
WEB = pathlib.Path(__file__).resolve().parents[2] / "apps" / "web"


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser(RENDER)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [], "the console should stay empty")


class Overview(PageTest):
    def test_the_headline_is_the_verdict(self):
        for name, words in {"sample": "Behaves differently", "equal": "Behaves as before", "obstacle": "Not decided",
                            "bare": "Not decided"}.items():
            with self.subTest(name):
                self.browser.show(documents.ALL[name]())
                self.assertEqual(self.browser.text("h1"), words)
                self.assertTrue(self.browser.driver.title.startswith(words))

    def test_proved_up_to_a_bound_is_not_called_proved(self):
        document = documents.equal()
        document.update(complete=False, bound=8)
        self.browser.show(document)
        self.assertEqual(self.browser.text("h1"), "Behaves as before up to bound 8")

    def test_short_inputs_and_bounds_do_not_count_as_proved(self):
        document = documents.equal()
        document["functions"] = [
            documents.function("loop", documents.place("a.c", 1, "loop"), "changed", "unknown", extent="up-to-bound", bound=8),
            documents.function("main", documents.place("a.c", 9, "main"), "program", "equal", extent="complete",
                               assumptions=["bounded-input"]),
            documents.function("whole", documents.place("a.c", 5, "whole"), "changed", "equal", extent="complete")]
        self.browser.show(document)
        self.assertEqual(self.browser.one(".bar").get_attribute("aria-label"),
                         "3 functions: 2 proved up to a bound, 1 proved")

    def test_what_rests_on_assumptions_does_not_look_proved_and_names_them(self):
        document = documents.equal()
        document["functions"] = [
            documents.function("swap", documents.place("a.c", 1, "swap"), "changed", "equal", extent="complete",
                               assumptions=["no-alias", "not-null", "terminates"],
                               breakable_assumptions=["no-alias", "not-null"], state="proved-under-assumptions"),
            documents.function("whole", documents.place("a.c", 5, "whole"), "changed", "equal", extent="complete")]
        document.update(breakable_assumptions=["not-null"], assumptions=["not-null"])
        self.browser.show(document)
        self.assertEqual(self.browser.text("h1"), "Behaves as before, under assumptions")
        self.assertEqual(self.browser.one(".bar").get_attribute("aria-label"),
                         "2 functions: 1 proved under assumptions, 1 proved")
        self.assertIn("1 proved under assumptions (no-alias, not-null)", self.browser.text(".legend"))
        cells = self.browser.run("return [...document.querySelectorAll('tr.function[data-name=swap] td')].map(c => c.textContent)")
        self.assertEqual(cells[1:3], ["≈ proved under assumptions", "inputs with no-alias, not-null"])

    def test_a_difference_that_callers_can_avoid_says_so(self):
        document = documents.sample()
        document["functions"][0]["reason"]["message"] = "only if p is NULL: an input was found"
        self.browser.show(document)
        row = f"tr.function[data-name={document['functions'][0]['name']}] td.reason"
        self.assertIn("only if p is NULL: ", self.browser.text(row))

    def test_what_was_not_computed_is_not_nothing(self):
        document = documents.sample()
        document["impact"].update(complete=False, affected=None, interference=None, csg=None)
        self.browser.show(document)
        self.browser.click("button.change")
        self.assertIn("not computed", self.browser.text("#sources"))
        self.assertNotIn("0 lines", self.browser.text("#sources"))

    def test_the_bar_counts_the_functions(self):
        self.browser.show(documents.sample())
        self.assertEqual(self.browser.one(".bar").get_attribute("aria-label"),
                         "10 functions: 4 different, 4 unknown, 1 proved up to a bound, 1 proved")
        widths = self.browser.run("return [...document.querySelectorAll('.segment')].map(s => [s.textContent, s.offsetWidth])")
        self.assertEqual([text for text, _ in widths], ["4", "4", "1", "1"])
        self.assertGreater(widths[0][1], 2 * widths[2][1])
        self.assertIn("2 more functions cannot reach a change", self.browser.text(".legend"))

    def test_an_entry_of_the_legend_shows_only_its_functions(self):
        self.browser.show(documents.sample())
        self.browser.click(".legend li:nth-child(3) button")
        self.assertEqual(self.browser.functions(), ["checksum"])

    def test_what_to_look_at_first_leads_to_its_line(self):
        self.browser.show(documents.sample())
        self.browser.click(".first li:nth-child(2) a")
        self.assertEqual(self.browser.text("tr.target td.number.new"), "19")
        self.assertTrue(self.browser.in_view("tr.target"))

    def test_the_first_witness_is_there_without_a_click(self):
        self.browser.show(documents.sample())
        text = self.browser.text(".stack .panel:nth-child(2)")
        for part in ["percent_off", "price = 100", "member = 0", "returned 0", "returned 5"]:
            self.assertIn(part, text)

    def test_obstacles_are_told(self):
        document = documents.obstacle()
        document["impact"]["obstacles"] = [{"code": "constructors-differ", "message": "the constructors differ"}]
        self.browser.show(document)
        self.assertIn("the constructors differ", self.browser.text(".panel.warning"))

    def test_commits_are_shown_with_their_verdicts(self):
        self.browser.show(documents.ranged())
        rows = [e.text for e in self.browser.all(".commit > summary")]
        self.assertEqual(len(rows), 3)
        for part in ["different", "8be2d94a0f5d", "The discount starts at 1.00", "1 different, 1 unknown"]:
            self.assertIn(part, rows[1])
        self.browser.click(".commit:nth-child(2) > summary")
        self.assertIn("returned 5", self.browser.one(".commit:nth-child(2)").text)
        self.browser.show(documents.sample())
        self.assertEqual(self.browser.all("#commits"), [])


class Changes(PageTest):
    def exposed(self):
        document = documents.sample()
        first, second = (change["id"] for change in document["impact"]["changes"][:2])
        reason = documents.reason("not-reached", "every attempt to reach it failed; that proves nothing")
        test = {"id": 1, "entry": "main", "changes": [first], "exposes": [first], "differs": True, "plain": True,
                "witness": {"argv_1_0": "120"}, "witness_text": {"argv_1": {"text": "x", "hex": "78"}},
                "old": documents.returned("1"), "new": documents.returned("2")}
        states = {"reached": True, "infected": True, "exposed": True}
        document["expose"] = {
            "changes": [{"id": first, **states, "entry": "main", "test": 1, "reason": None},
                        {"id": second, **dict.fromkeys(states, False), "entry": "price", "test": None, "reason": reason}],
            "tests": [test]}
        return document

    def test_each_change_says_how_far_inputs_come(self):
        self.browser.show(self.exposed())
        rows = self.browser.run("return [...document.querySelectorAll('.exposure tbody tr')].map(r => r.textContent)")
        self.assertEqual(len(rows), 2)
        self.assertIn("✓ executed✓ other values✓ showntest 1 of the program", rows[0])
        self.assertIn("– not executed– not other values– not shown–every attempt to reach it failed", rows[1])
        self.assertIn("1 of 2 changed statements shown", self.browser.text("#changes .status"))

    def test_a_link_opens_the_test(self):
        self.browser.show(self.exposed())
        self.assertFalse(self.browser.run("return document.getElementById('test-1').open"))
        self.browser.run("document.querySelector('.exposure a[href=\"#test/1\"]').click()")
        self.assertTrue(self.browser.run("return document.getElementById('test-1').open"))
        self.assertIn("argv_1", self.browser.text("#test-1 .input"))
        self.assertIn("returned 2", self.browser.text("#test-1 .outcomes"))

    def test_without_a_search_there_is_no_section(self):
        self.browser.show(documents.sample())
        self.assertFalse(self.browser.run("return document.getElementById('changes') !== null"))


class Functions(PageTest):
    def setUp(self):
        self.browser.show(documents.sample())
        self.names = [f["name"] for f in documents.sample()["functions"]]

    def sorted_by(self, key, reverse=False):
        return [f["name"] for f in sorted(documents.sample()["functions"], key=key, reverse=reverse)]

    def test_differences_come_first(self):
        self.assertEqual(self.browser.functions(), ["percent_off", "total", "print_line", "sum_items", "parse_rate",
                                                    "round_half", "round_down", "main", "checksum", "clamp"])

    def test_a_click_on_a_header_sorts_and_another_turns_round(self):
        self.browser.click("[data-column=name]")
        self.assertEqual(self.browser.functions(), sorted(self.names))
        self.assertEqual(self.browser.one("th.name").get_attribute("aria-sort"), "ascending")
        self.assertEqual(self.browser.one("th.verdict").get_attribute("aria-sort"), "none")
        self.browser.click("[data-column=name]")
        self.assertEqual(self.browser.functions(), sorted(self.names, reverse=True))
        self.assertEqual(self.browser.one("th.name").get_attribute("aria-sort"), "descending")

    def test_times_are_numbers(self):
        self.browser.click("[data-column=time]")
        self.assertEqual(self.browser.functions(), self.sorted_by(lambda f: f["seconds"]))

    def test_the_keyboard_sorts_too(self):
        self.browser.run("document.querySelector('[data-column=name]').focus()")
        self.browser.press(Keys.ENTER)
        self.assertEqual(self.browser.functions(), sorted(self.names))
        self.assertEqual(self.browser.focused(), "Function")

    def test_text_filters_by_name_file_and_reason(self):
        for text, expected in {"PERCENT": ["percent_off"], "receipt.c": ["print_line", "sum_items"],
                               "scanf": ["main"], "price.c unknown-nothing": [], "price.c round": ["round_half", "round_down",
                                                                                                     "checksum"]}.items():
            with self.subTest(text):
                field = self.browser.one("#filter")
                field.clear()
                field.send_keys(text)
                self.assertEqual(sorted(self.browser.functions()), sorted(expected))
                self.assertEqual(self.browser.text("#functions .status"), f"{len(expected)} of 10 functions")

    def test_chips_filter_by_verdict_and_add_up(self):
        self.browser.click(".chip.unknown")
        self.assertEqual(self.browser.functions(), ["parse_rate", "round_half", "round_down", "main"])
        self.browser.click(".chip.proved")
        self.assertEqual(self.browser.functions(), ["parse_rate", "round_half", "round_down", "main", "clamp"])
        self.assertEqual(self.browser.one(".chip.proved").get_attribute("aria-pressed"), "true")
        self.browser.one("#filter").send_keys("price.c:6")
        self.assertEqual(self.browser.functions(), ["clamp"])
        self.browser.click(".chip.unknown")
        self.browser.click(".chip.proved")
        self.assertEqual(self.browser.functions(), ["clamp"])

    def test_a_row_shows_verdict_mode_extent_reason_and_time(self):
        cells = lambda name: self.browser.run(
            "return [...document.querySelector(`tr.function[data-name=${arguments[0]}]`).cells].slice(1).map(c => c.textContent)", name)
        self.assertEqual(cells("checksum"), ["≤ proved up to 16", "up to bound 16", "bounded proof",
                                             "equal for all inputs on which no loop takes more than 16 rounds", "1.40 s"])
        self.assertEqual(cells("clamp")[:2], ["= proved", "all inputs, any caller"])
        self.assertEqual(cells("percent_off"), ["≠ different", "", "bounded proof", "returned 0 → returned 5", "0.03 s"])

    def test_a_row_opens_and_closes(self):
        button = self.browser.one("tr.function[data-name=clamp] button.name")
        detail = self.browser.one("#" + button.get_attribute("aria-controls"))
        self.assertFalse(detail.is_displayed())
        button.click()
        self.assertTrue(detail.is_displayed())
        self.assertEqual(button.get_attribute("aria-expanded"), "true")
        self.browser.click("tr.function[data-name=clamp] td.reason")
        self.assertFalse(detail.is_displayed())
        self.assertEqual(button.get_attribute("aria-expanded"), "false")

    def test_an_open_row_stays_open_while_the_table_is_sorted(self):
        self.browser.click("tr.function[data-name=total] button.name")
        self.browser.click("[data-column=name]")
        self.assertEqual(len(self.browser.all("tr.opened:not([hidden])")), 1)
        self.assertIn("change 10", self.browser.one("tr.opened:not([hidden])").text)

    def test_no_function_is_said_in_words(self):
        self.browser.show(documents.equal())
        self.assertIn("No function is changed", self.browser.text("#functions"))
        self.browser.press("j")


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


class Graph(PageTest):
    def setUp(self):
        self.browser.show(documents.sample())
        self.nodes = {n["id"]: n for n in documents.sample()["impact"]["csg"]["nodes"]}

    def test_every_node_with_a_place_can_be_reached_and_says_what_it_is(self):
        for number, node in self.nodes.items():
            group = self.browser.one(f".csg g.node[data-node='{number}']")
            if "location" not in node:
                self.assertIsNone(group.get_attribute("tabindex"))
                continue
            self.assertEqual(group.get_attribute("tabindex"), "0")
            self.assertIn(f"{node['location']['file']}:{node['location']['line']}", group.get_attribute("aria-label"))

    def test_a_click_on_a_node_jumps_to_its_line(self):
        number = next(n for n, node in self.nodes.items() if node.get("location", {}).get("function") == "percent_off")
        group = self.browser.one(f".csg g.node[data-node='{number}']")
        self.browser.run("arguments[0].scrollIntoView({block: 'center', inline: 'center'})", group)
        group.click()
        self.assertEqual(self.browser.text("tr.target td.number.new"), "14")
        self.assertTrue(self.browser.in_view("tr.target"))
        self.assertIn("chosen", group.get_attribute("class"))
        self.browser.driver.back()
        self.assertTrue(self.browser.run("return document.querySelector('.frame').getBoundingClientRect().top < innerHeight"))

    def test_the_keyboard_follows_a_node_and_traces_its_edges(self):
        number = next(n for n, node in self.nodes.items() if node["kind"] == "output" and node["location"]["file"] == "main.c")
        self.browser.run("document.querySelector(`.csg g.node[data-node='${arguments[0]}']`).focus()", number)
        edges = sum(number in edge for edge in documents.sample()["impact"]["csg"]["edges"])
        self.assertEqual(len(self.browser.all(".csg .edge.traced")), edges)
        self.browser.press(Keys.ENTER)
        self.assertEqual(self.browser.text("tr.target td.number.new"), "14")
        self.assertEqual(self.browser.run("return document.activeElement.className"), "same affected target")

    def test_a_removed_statement_leads_to_the_old_side(self):
        number = next(n for n, node in self.nodes.items() if node.get("label") == "removed: return cents / 100;")
        self.browser.run("document.querySelector(`.csg g.node[data-node='${arguments[0]}']`).focus()", number)
        self.browser.press(Keys.ENTER)
        self.assertEqual(self.browser.text("tr.target td.number.old"), "25")

    def test_it_can_be_enlarged_and_fitted(self):
        width = lambda: self.browser.run("return document.querySelector('.csg').getBoundingClientRect().width")
        before = width()
        self.browser.click(".picture button[aria-label=Larger]")
        self.assertGreater(width(), before)
        self.browser.click(".picture button[aria-label^=Fit]")
        self.assertLessEqual(width(), self.browser.run("return document.querySelector('.frame').clientWidth"))

    def test_the_entry_is_in_view_on_a_phone(self):
        self.browser.show(documents.sample(), width=375)
        self.assertTrue(self.browser.run("""const a = document.querySelector('.frame').getBoundingClientRect(),
            b = document.querySelector(".csg g.node[data-node='0']").getBoundingClientRect();
            return b.left >= a.left && b.right <= a.right && b.top >= a.top && b.bottom <= a.bottom"""))

    def test_without_a_picture_the_list_has_everything(self):
        document = documents.sample()
        del document["csg_svg"]
        self.browser.show(document)
        self.assertIn("Graphviz was missing", self.browser.text("#graph"))
        self.assertEqual(len(self.browser.all("#graph details[open] tbody tr")), len(self.nodes))
        self.browser.click("#graph tbody tr:nth-child(6) a")
        self.assertTrue(self.browser.in_view("tr.target"))

    def test_a_picture_that_is_none_is_refused(self):
        document = documents.sample()
        document["csg_svg"] = "<svg><broken"
        self.browser.show(document)
        self.assertIn("cannot be read", self.browser.text("#graph"))


class Keyboard(PageTest):
    def setUp(self):
        self.browser.show(documents.sample())

    def test_slash_filters_and_escape_leaves(self):
        self.browser.press("/")
        self.assertEqual(self.browser.focused(), "filter")
        self.browser.press("j", "k", "?", "t")
        self.assertEqual(self.browser.one("#filter").get_attribute("value"), "jk?t")
        self.assertEqual(self.browser.functions(), [])
        self.browser.press(Keys.ESCAPE)
        self.assertEqual(len(self.browser.functions()), 10)
        self.browser.press(Keys.ESCAPE)
        self.assertNotEqual(self.browser.focused(), "filter")

    def test_j_and_k_move_between_functions(self):
        self.browser.press("j")
        self.assertEqual(self.browser.focused(), "percent_off")
        self.browser.press("j", "j")
        self.assertEqual(self.browser.focused(), "print_line")
        self.browser.press("k")
        self.assertEqual(self.browser.focused(), "total")
        self.browser.press(Keys.ENTER)
        self.assertTrue(self.browser.one("#detail-1").is_displayed())
        self.browser.press("k", "k", "k")
        self.assertEqual(self.browser.focused(), "percent_off")
        self.assertTrue(self.browser.in_view("#function-0"))

    def test_n_and_p_walk_through_the_changes(self):
        self.browser.press("n")
        self.assertEqual(self.browser.text("tr.target td.number.new"), "7")
        self.browser.press("n")
        self.assertEqual(self.browser.text("tr.target td.number.old"), "8")
        self.browser.press("p", "p")
        self.assertEqual(self.browser.text("tr.target td.number.new"), "10")
        self.assertEqual(self.browser.run("return document.querySelector('tr.target').closest('.file').querySelector('h3').textContent"), "receipt.c")

    def test_the_question_mark_shows_help(self):
        self.browser.press("?")
        self.assertTrue(self.browser.one("#help").is_displayed())
        self.browser.press("j")
        self.assertNotEqual(self.browser.focused(), "percent_off")
        self.browser.press(Keys.ESCAPE)
        self.assertFalse(self.browser.one("#help").is_displayed())
        self.browser.click("#help-button")
        self.assertTrue(self.browser.one("#help").is_displayed())

    def test_tab_reaches_everything_in_order_and_shows_where_it_is(self):
        seen = []
        for _ in range(40):
            self.browser.press(Keys.TAB)
            seen.append(self.browser.run("""const e = document.activeElement, s = getComputedStyle(e);
                return [e.id || e.className || e.textContent, s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) > 0]"""))
        names = [name for name, _ in seen]
        self.assertTrue(all(visible for _, visible in seen), seen)
        self.assertEqual(names[0], "skip")
        for earlier, later in [("skip", "theme"), ("theme", "help-button"), ("help-button", "filter"),
                               ("filter", "chip different"), ("chip different", "sort"), ("sort", "name")]:
            self.assertLess(names.index(earlier), names.index(later))

    def test_the_skip_link_leads_to_the_functions(self):
        self.browser.press(Keys.TAB, Keys.ENTER)
        self.assertEqual(self.browser.run("return document.activeElement.id"), "functions")

    def test_names_that_elements_refer_to_exist_once(self):
        for name, make in documents.ALL.items():
            if name == "large":
                continue
            self.browser.show(make())
            self.assertEqual(self.browser.run("""const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
                const wrong = ids.filter((id, i) => ids.indexOf(id) !== i);
                for (const a of ['aria-controls', 'aria-labelledby'])
                  for (const e of document.querySelectorAll(`[${a}]`)) if (!document.getElementById(e.getAttribute(a))) wrong.push(a);
                return wrong"""), [], name)


class Looks(PageTest):
    WRONG_CONTRAST = """
      const number = t => t.match(/[\\d.]+/g).map(Number);
      const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
      const rgb = colour => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
        const d = canvas.getImageData(0, 0, 1, 1).data; return [d[0], d[1], d[2], d[3] / 255]; };
      const behind = e => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c[3] > 0.99) return c; } return [255, 255, 255, 1]; };
      const light = c => { const f = c.slice(0, 3).map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * f[0] + 0.7152 * f[1] + 0.0722 * f[2]; };
      const wrong = [];
      for (const e of document.querySelectorAll('main *, header *')) {
        if (e.closest('svg') || e.closest('.spoken') || !e.checkVisibility() || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
        if (e.matches('.segment')) continue; // its background is a pattern
        const a = light(rgb(getComputedStyle(e).color)), b = light(behind(e));
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) wrong.push([e.className, e.textContent.slice(0, 20), ratio]);
      }
      return wrong"""

    def open_everything(self):
        self.browser.run("""document.querySelectorAll('button.name').forEach((b, i) => { if (i < 20) b.click(); });
            document.querySelectorAll('details').forEach(d => d.open = true);
            document.querySelectorAll('.depends button').forEach((b, i) => { if (i < 3) b.click(); })""")

    def test_no_page_is_wider_than_its_screen(self):
        for name, make in documents.ALL.items():
            self.browser.show(make() if name != "large" else documents.large(60, 500), width=375)
            self.open_everything()
            for width in (320, 375, 600, 820, 970, 1280):
                with self.subTest(f"{name} at {width}"):
                    self.browser.resize(width)
                    self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)

    def test_dark_and_light_follow_the_system_and_the_button(self):
        dark = lambda: self.browser.run("return getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 28)"
        self.browser.show(documents.sample(), scheme="dark")
        self.assertTrue(dark())
        self.browser.media("light")
        self.assertFalse(dark())
        button = self.browser.one("#theme")
        self.assertEqual(button.text, "Theme: auto")
        button.click()
        self.assertEqual(button.text, "Theme: light")
        button.click()
        self.assertEqual(button.text, "Theme: dark")
        self.assertTrue(dark())
        self.browser.driver.refresh()
        self.assertTrue(dark())
        self.browser.press("t")
        self.assertEqual(self.browser.one("#theme").text, "Theme: auto")
        self.assertFalse(dark())

    def test_text_can_be_read_in_both_themes(self):
        for scheme in ("light", "dark"):
            self.browser.show(documents.ranged(), scheme=scheme)
            self.open_everything()
            self.browser.run("document.querySelector('button.change').click(); document.querySelector('.chip').click(); document.querySelector('.chip').click()")
            self.assertEqual(self.browser.run(self.WRONG_CONTRAST), [], scheme)

    def test_the_graph_is_readable_in_the_dark(self):
        self.browser.show(documents.sample(), scheme="dark")
        fill = self.browser.run("return getComputedStyle(document.querySelector('.csg text')).fill")
        self.assertEqual(fill, "rgb(221, 226, 234)")

    def test_on_paper_differences_are_open_and_tools_are_gone(self):
        self.browser.show(documents.sample())
        self.browser.run("addEventListener('beforeprint', () => { window.printed = document.querySelectorAll('tr.opened:not([hidden])').length })")
        self.browser.driver.execute_cdp_cmd("Page.printToPDF", {})
        self.assertEqual(self.browser.run("return window.printed"), 4)
        self.assertEqual(len(self.browser.all("tr.opened:not([hidden])")), 0)
        self.browser.media("light", "print")
        for selector in ("#filter", "#theme", ".top nav"):
            self.assertFalse(self.browser.one(selector).is_displayed(), selector)
        self.browser.media("light")

    def test_four_hundred_functions_and_six_thousand_lines(self):
        self.browser.show(documents.large())
        self.assertEqual(len(self.browser.functions()), 400)
        self.browser.one("#filter").send_keys("function_0399")
        self.assertEqual(self.browser.functions(), ["function_0399"])


class Hostile(PageTest):
    def setUp(self):
        self.browser.show(documents.hostile())

    def shown(self):
        """As the page makes control characters visible."""
        return documents.HOSTILE.replace("\u2028", "\\u2028").replace("\u0001", "\u2401")

    def test_texts_stay_texts(self):
        self.browser.run("document.querySelectorAll('button.name').forEach(b => b.click())")
        self.assertEqual(self.browser.all("b"), [])
        self.assertEqual(self.browser.run("return document.scripts.length"), 3)  # codes, document, script
        self.assertEqual(self.browser.run("return document.querySelector('button.name').textContent"), "f" + documents.HOSTILE)
        self.assertIn(self.shown(), self.browser.text(".outcomes"))
        self.assertIn(self.shown(), self.browser.text(".input"))
        self.assertIn(documents.HOSTILE, self.browser.text(".facts"))
        self.assertIn("</script><b>bold</b>", self.browser.text("table.code"))

    def test_the_picture_brings_nothing_but_shapes(self):
        self.assertEqual(self.browser.run("return window.hacked ?? null"), None)
        self.assertEqual(self.browser.all("svg script, svg a, svg foreignObject, svg [onload], svg [onclick], iframe"), [])
        group = self.browser.one(".csg g.node")
        self.browser.run("arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", group)
        self.assertEqual(self.browser.run("return window.hacked ?? null"), None)

    def test_only_the_page_s_own_script_may_run(self):
        self.browser.run("""const s = document.createElement('script'); s.textContent = 'window.hacked = 6'; document.body.append(s);
            const d = document.createElement('div'); d.setAttribute('onclick', 'window.hacked = 7'); document.body.append(d); d.click()""")
        self.assertEqual(self.browser.run("return window.hacked ?? null"), None)

    def test_nothing_is_loaded_from_anywhere(self):
        self.assertEqual(self.browser.run("return performance.getEntriesByType('resource').map(r => r.name)"), [])

    def test_a_jump_to_an_odd_file_name_works(self):
        self.browser.run("document.querySelector('.statement-list a').click()")
        self.assertEqual(self.browser.text("tr.target td.number.new"), "2")


if __name__ == "__main__":
    unittest.main()
