"""What the tests of the page share: one browser, which is started once, and an empty console after each test."""

import atexit
import pathlib
import unittest

from browser import Browser

WEB = pathlib.Path(__file__).resolve().parents[2] / "apps" / "web"


class PageTest(unittest.TestCase):
    browser = None

    @staticmethod
    def start(render):
        PageTest.browser = Browser(render)
        atexit.register(PageTest.browser.close)

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [], "the console should stay empty")
