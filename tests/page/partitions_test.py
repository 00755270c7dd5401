"""The classes of inputs of a function, in a browser."""

import documents
from page import PageTest

HUGE = str(2 ** 70)


def partition(number, kind, readable, size, **fields):
    base = {"id": number, "kind": kind, "reason": documents.reason("", ""), "condition": "(= price #x0)",
            "readable": readable, "size": size, "assumptions": ["terminates"], "witness": None, "old": None, "new": None,
            "changes": [], "basis": "outcome", "conjuncts": 1, "seconds": 0.01, "rests_on": "outcomes that were compared",
            "explanation": []}
    return {**base, **fields}


def conjunct(version, line, readable):
    return {"kind": "decision", "decision": "branch", "version": version, "readable": readable,
            "location": documents.place("price.c", line, "percent_off")}


def partitions():
    return [
        partition(1, "equal", "price > 100", HUGE, example={"price": "101"}),
        partition(2, "different", "price = 100 and member = 0", "9", witness={"price": "100", "member": "0"},
                  old=documents.returned("0"), new=documents.returned("5"), changes=[1],
                  explanation=[conjunct("old", 13, "price >= 100"), conjunct("new", 14, "price > 99")]),
        partition(3, "unknown", "price < 0 </script><b>bold</b>", None,
                  reason=documents.reason("budget", "the time was used up", documents.place("price.c", 14, "percent_off"))),
        partition(4, "different", "price = 100 and member = 1", "10", witness={"price": "100", "member": "1"},
                  old=documents.returned("5"), new=documents.returned("10")),
        partition(5, "equal", "0 <= price and price < 100", {"at_least": "100", "at_most": "200"}),
    ]


def document(parts, **fields):
    shown = documents.sample()
    verify = {"mode": "sliced", "complete": False, "verified_fraction": 0.75, "different_fraction": 0.2,
              "unknown_fraction": 0.05, "partitions": parts, **fields}
    shown["functions"][0].update(mode="sliced", verify=verify)
    return shown


class Partitions(PageTest):
    def open(self, shown):
        self.browser.show(shown)
        self.browser.click("#function-0 button.name")

    def setUp(self):
        self.open(document(partitions()))

    def ids(self):
        return self.browser.run("return [...document.querySelectorAll('tr.partition')].map(r => Number(r.dataset.partition))")

    def sort(self, column):
        self.browser.click(f"[data-partition-column={column}]")
        return self.ids()

    def filter(self, text):
        field = self.browser.one(".partitions-filter")
        field.clear()
        field.send_keys(text)
        return self.ids()

    def test_the_engine_has_a_name(self):
        self.assertEqual(self.browser.text("#function-0 td.mode"), "classes of inputs")

    def test_the_bar_tells_the_shares(self):
        self.assertEqual(self.browser.one(".shares .bar").get_attribute("aria-label"),
                         "Inputs: 75 % proved equal, 20 % different, 5 % unknown")
        widths = self.browser.run("return [...document.querySelectorAll('.shares .segment')].map(s => s.offsetWidth)")
        self.assertGreater(widths[0], 2 * widths[1])
        self.assertGreater(widths[1], widths[2])

    def test_little_is_not_nothing_and_much_not_everything(self):
        self.open(document(partitions(), verified_fraction=0.999999, different_fraction=0.000001, unknown_fraction=0))
        self.assertEqual(self.browser.one(".shares .bar").get_attribute("aria-label"),
                         "Inputs: more than 99.99 % proved equal, less than 0.01 % different")

    def test_no_bar_where_shares_are_not_known(self):
        self.open(document(partitions(), verified_fraction=None, different_fraction=None, unknown_fraction=None))
        self.assertEqual(self.browser.all(".shares"), [])
        self.assertEqual(len(self.ids()), 5)

    def test_a_class_shows_its_condition_input_and_outcomes(self):
        text = self.browser.text("tr.partition[data-partition='2']")
        for part in ["different", "price = 100 and member = 0", "member = 0, price = 100", "returned 0", "returned 5"]:
            self.assertIn(part, text)
        self.assertIn("price = 101", self.browser.text("tr.partition[data-partition='1']"))
        self.assertIn("the time was used up", self.browser.text("tr.partition[data-partition='3']"))

    def test_differences_come_first_and_headers_sort(self):
        self.assertEqual(self.ids(), [2, 4, 3, 1, 5])
        self.assertEqual(self.sort("id"), [1, 2, 3, 4, 5])
        self.assertEqual(self.sort("id"), [5, 4, 3, 2, 1])
        # As numbers, however large; what was not counted is smallest.
        self.assertEqual(self.sort("size"), [3, 2, 4, 5, 1])
        self.assertEqual(self.browser.one(".partitions th.size").get_attribute("aria-sort"), "ascending")
        self.assertEqual(self.sort("size"), [1, 5, 4, 2, 3])
        self.assertEqual(self.sort("kind"), [2, 4, 3, 1, 5])

    def test_kinds_filter(self):
        self.browser.click(".chip[data-kind=equal]")
        self.assertEqual(self.ids(), [1, 5])
        self.assertIn("2 of 5 classes", self.browser.text(".detail .status"))
        self.browser.click(".chip[data-kind=unknown]")
        self.assertEqual(self.ids(), [3, 1, 5])
        self.browser.click(".chip[data-kind=equal]")
        self.browser.click(".chip[data-kind=unknown]")
        self.assertEqual(len(self.ids()), 5)

    def test_text_filters_conditions_inputs_and_outcomes(self):
        self.assertEqual(self.filter("MEMBER price"), [2, 4])
        self.assertEqual(self.filter("returned"), [2, 4])
        self.assertEqual(self.filter("budget"), [3])
        self.assertEqual(self.filter("101"), [1])
        self.assertEqual(self.filter("nothing of it"), [])

    def test_a_class_is_explained_by_the_decisions_it_comes_from(self):
        self.browser.click("tr.partition[data-partition='2'] button.name")
        rows = self.browser.run("""return [...document.querySelectorAll('.conjuncts tbody tr')].map(
            r => [...r.cells].map(c => c.textContent))""")
        self.assertEqual(rows, [["branch", "old", "price.c:13", "price >= 100"], ["branch", "new", "price.c:14", "price > 99"]])
        text = self.browser.text(".explanation")
        for part in ["outcomes that were compared", "9 inputs", "Changed statements"]:
            self.assertIn(part, text)
        self.browser.click(".conjuncts tbody tr:nth-child(2) a")
        self.assertEqual(self.browser.text("tr.target td.number.new"), "14")
        self.browser.click("tr.partition[data-partition='2'] button.name")
        self.assertFalse(self.browser.one(".explanation").is_displayed())

    def test_an_open_class_stays_open_when_sorted(self):
        self.browser.click("tr.partition[data-partition='3'] button.name")
        self.sort("id")
        self.assertIn("budget", self.browser.text(".explanation"))
        self.assertTrue(self.browser.one(".explanation").is_displayed())

    def test_texts_stay_texts(self):
        self.browser.click("tr.partition[data-partition='3'] button.name")
        self.assertEqual(self.browser.all("b"), [])
        self.assertIn("</script><b>bold</b>", self.browser.text("tr.partition[data-partition='3'] td.condition"))

    def test_a_thousand_classes_are_shown_when_asked_for(self):
        self.open(document([partition(i, "equal", f"n = {i}", "1") for i in range(1, 1001)]))
        self.assertEqual(len(self.ids()), 200)
        self.assertEqual(self.filter("777"), [777])
        self.filter(" ")
        self.browser.click(".detail .show-all")
        self.assertEqual(len(self.ids()), 1000)

    def test_one_class_of_everything_needs_no_table(self):
        whole = partition(1, "equal", None, "100")
        del whole["basis"]
        self.open(document([whole], mode="bounded"))
        self.assertEqual(self.browser.all(".partitions"), [])

    def test_nothing_is_wider_than_the_page(self):
        for width in (1280, 400):
            with self.subTest(width):
                self.browser.resize(width)
                self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
        self.browser.resize(1280)
