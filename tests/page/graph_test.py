"""The page in a browser: the picture of the changes, and the page without a mouse."""

from selenium.webdriver.common.keys import Keys

import documents
from page import PageTest


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
