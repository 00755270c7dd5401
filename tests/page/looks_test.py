"""The page in a browser: on paper, in the dark, on small screens, and with hostile documents."""

import documents
from page import PageTest


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
