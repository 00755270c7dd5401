"""A headless Chromium that shows a document as a page, and what the tests do with it."""

import json
import pathlib
import subprocess
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "views"))


class Browser:
    def __init__(self, render):
        self.render = render
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.folder = tempfile.TemporaryDirectory()
        self.refusals = False

    def close(self):
        self.driver.quit()
        self.folder.cleanup()

    def show(self, document, width=1280, height=900, scheme="light"):
        """Renders the document, and opens it as the file that a user would open."""
        self.refusals |= "onload" in document.get("csg_svg", "")
        page = pathlib.Path(self.folder.name) / "page.html"
        page.write_bytes(subprocess.run([self.render, "html"], input=json.dumps(document).encode(),
                                        stdout=subprocess.PIPE, check=True).stdout)
        self.resize(width, height)
        self.media(scheme)
        self.driver.get("about:blank")
        self.driver.get(page.as_uri())
        if self.run("const full = localStorage.length > 0; localStorage.clear(); return full"):
            self.driver.refresh()

    def resize(self, width, height=900):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def media(self, scheme, medium=""):
        features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": medium, "features": features})

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        """What is in the element, whether it is in view or not, without what is only spoken."""
        return self.run("""const copy = document.querySelector(arguments[0]).cloneNode(true);
            copy.querySelectorAll('.spoken').forEach(e => e.remove()); return copy.textContent""", selector)

    def click(self, selector):
        element = self.one(selector)
        self.run("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def press(self, *keys):
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def functions(self):
        """The names of the functions in the table, from top to bottom."""
        return self.run("return [...document.querySelectorAll('tr.function')].map(r => r.dataset.name)")

    def focused(self):
        return self.run("const e = document.activeElement; return e.textContent || e.id || e.localName")

    def in_view(self, selector):
        return self.run("""const box = document.querySelector(arguments[0]).getBoundingClientRect();
            return box.top >= 0 && box.bottom <= innerHeight && box.height > 0""", selector)

    def complaints(self):
        """What the console got since the last time. That the browser refuses what a hostile picture tries is as it should be."""
        refusals, self.refusals = self.refusals, False
        return [c for c in self.driver.get_log("browser") if not refusals or "Content Security Policy" not in c["message"]]
