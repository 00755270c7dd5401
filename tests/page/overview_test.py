"""The page in a browser: the headline, the changes, the table of functions."""

from selenium.webdriver.common.keys import Keys

import documents
from page import PageTest


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
