#!/usr/bin/python3
"""SARIF, JUnit and annotations of every document: valid against their schemas, and saying what the document says.

usage: views_test.py RENDER_VIEW
"""

import copy
import json
import pathlib
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree as xml

import jsonschema

import documents

HERE = pathlib.Path(__file__).resolve().parent
RENDER = sys.argv.pop(1)


def render(document, view):
    return subprocess.run([RENDER, view], input=json.dumps(document).encode(), stdout=subprocess.PIPE,
                          check=True).stdout.decode()


def verdicts(document):
    """The verdicts that a view has to show: of the functions, and of the whole where no function has it."""
    found = [f["verdict"] for f in document.get("functions", [])]
    return found if document["verdict"] in found else found + [document["verdict"]]


class Sarif(unittest.TestCase):
    schema = jsonschema.Draft7Validator(json.loads((HERE / "sarif.schema.json").read_text()))

    def test_every_document_is_valid(self):
        for name, make in documents.ALL.items():
            with self.subTest(name):
                self.schema.validate(json.loads(render(make(), "sarif")))

    def test_the_schema_refuses_what_the_standard_refuses(self):
        good = json.loads(render(documents.sample(), "sarif"))

        def broken(change):
            log = copy.deepcopy(good)
            change(log["runs"][0])
            return log

        result = lambda run: run["results"][0]
        for name, change in {
                "a level that does not exist": lambda run: result(run).update(level="fatal"),
                "a result without a message": lambda run: result(run).pop("message"),
                "a property that does not exist": lambda run: result(run).update(verdict="different"),
                "line zero": lambda run: result(run)["locations"][0]["physicalLocation"]["region"].update(startLine=0),
                "a run without a tool": lambda run: run.pop("tool"),
                "a placeholder without its argument": lambda run: result(run)["message"].update(text="{0}"),
                "a path that is no URI": lambda run: result(run)["locations"][0]["physicalLocation"][
                    "artifactLocation"].update(uri="a b.c")}.items():
            with self.subTest(name):
                self.assertFalse(self.schema.is_valid(broken(change)))

    def test_a_result_for_everything_that_is_not_equal(self):
        levels = {"different": "error", "unknown": ("warning", "note")}
        for name, make in documents.ALL.items():
            with self.subTest(name):
                run = json.loads(render(make(), "sarif"))["runs"][0]
                wanted = [v for v in verdicts(make()) if v != "equal"]
                self.assertEqual([r["properties"]["verdict"] for r in run["results"]], wanted)
                for result in run["results"]:
                    self.assertIn(result["level"], levels[result["properties"]["verdict"]])
                    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
                    self.assertEqual(rule["id"], result["ruleId"])

    def test_a_difference_comes_with_input_outcomes_place_and_changes(self):
        results = json.loads(render(documents.sample(), "sarif"))["runs"][0]["results"]
        first = results[0]
        self.assertEqual(first["message"]["text"],
                         "percent_off behaves differently\ninput: member = 0, price = 100\nold: returned 0\n"
                         "new: returned 5\nassuming defined-behaviour")
        where = first["locations"][0]["physicalLocation"]
        self.assertEqual(where, {"artifactLocation": {"uri": "price.c"}, "region": {"startLine": 12}})
        self.assertEqual([r["message"]["text"] for r in first["relatedLocations"]],
                         ["change 5, modified: if (price >= THRESHOLD) (was: if (price > THRESHOLD))"])
        removed = [r for r in results if r["properties"]["function"] == "round_down"][0]
        self.assertEqual(removed["locations"][0]["physicalLocation"]["artifactLocation"],
                         {"uri": "price.c", "uriBaseId": "OLD_VERSION"})

    def test_a_fingerprint_survives_moved_lines_and_other_witnesses(self):
        def prints(document):
            return [r["partialFingerprints"]["vernierFinding/v1"]
                    for r in json.loads(render(document, "sarif"))["runs"][0]["results"]]
        before, moved = documents.sample(), documents.sample()
        for f in moved["functions"]:
            f["location"]["line"] += 7
        moved["functions"][0]["witness"]["price"] = "99"
        self.assertEqual(prints(before), prints(moved))
        self.assertEqual(len(set(prints(before))), len(prints(before)))

    def test_the_commit_that_brought_a_difference_is_named(self):
        results = json.loads(render(documents.ranged(), "sarif"))["runs"][0]["results"]
        self.assertIn("in commit 8be2d94a0f5d (The discount starts at 1.00)", results[0]["message"]["text"])
        self.assertNotIn("in commit", results[1]["message"]["text"])


class Junit(unittest.TestCase):
    def test_every_document_is_valid(self):
        for name, make in documents.ALL.items():
            with self.subTest(name):
                run = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", str(HERE / "junit.xsd"), "-"],
                                     input=render(make(), "junit").encode(), capture_output=True, check=False)
                self.assertEqual(run.returncode, 0, run.stderr.decode()[:2000])

    def test_verdicts_are_outcomes_of_tests(self):
        tags = {"equal": "system-out", "different": "failure", "unknown": "skipped"}
        for name, make in documents.ALL.items():
            with self.subTest(name):
                suite = xml.fromstring(render(make(), "junit"))[0]
                wanted = [tags[v] for v in verdicts(make())]
                if name == "failed":
                    wanted = ["error"]
                found = [case[0].tag for case in suite]
                self.assertEqual(found, wanted)
                self.assertEqual([int(suite.get(n)) for n in ("tests", "failures", "errors", "skipped")],
                                 [len(found), found.count("failure"), found.count("error"), found.count("skipped")])

    def test_a_failure_shows_its_witness_and_a_pass_how_far_it_reaches(self):
        cases = {c.get("name"): c for c in xml.fromstring(render(documents.sample(), "junit")).iter("testcase")}
        self.assertIn("input: item.cents = 100, item.count = 1, item.name = \"tea\", percent = 5\n",
                      cases["print_line"][0].text)
        self.assertIn("up to bound 16", cases["checksum"][0].text)
        self.assertNotIn("bound", cases["clamp"][0].text)
        self.assertIn("scanf is not modelled", cases["main"][0].get("message"))
        self.assertEqual((cases["main"].get("file"), cases["main"].get("line")), ("main.c", "7"))

    def test_each_commit_is_a_suite(self):
        root = xml.fromstring(render(documents.ranged(), "junit"))
        self.assertEqual([s.get("name") for s in root][1:],
                         ["commit 1f0c5a7be2d9 Clamp with conditional expressions",
                          "commit 8be2d94a0f5d The discount starts at 1.00",
                          "commit 94a0f5d1f6f6 Multiply instead of dividing"])
        self.assertEqual(int(root.get("tests")), sum(int(s.get("tests")) for s in root))

    def test_hostile_texts_come_back_as_they_were(self):
        shown = documents.HOSTILE.replace("\u0001", "\\x01").replace("\uffff", "\ufffd")
        case = next(xml.fromstring(render(documents.hostile(), "junit")).iter("testcase"))
        self.assertEqual(case.get("name"), "f" + shown)
        self.assertIn("old: " + shown, case[0].text)


class Github(unittest.TestCase):
    COMMAND = re.compile(r"::(error|warning|notice) ((?:[a-z]+=[^,:\n]*,?)+)::(.*)")

    def commands(self, document):
        """Reads the text as the runner does."""
        found = []
        text = render(document, "github")
        self.assertTrue(text.endswith("\n"))
        for line in text[:-1].split("\n"):
            match = self.COMMAND.fullmatch(line)
            self.assertTrue(match, line)
            level, properties, message = match.groups()
            properties = dict(p.split("=", 1) for p in properties.split(","))
            for code, char in [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")]:
                properties = {k: v.replace(code, char) for k, v in properties.items()}
                if code not in ("%3A", "%2C"):
                    message = message.replace(code, char)
            found.append((level, properties, message))
        return found

    def test_a_command_for_everything_that_is_not_equal_and_one_for_the_whole(self):
        for name, make in documents.ALL.items():
            with self.subTest(name):
                levels = [c[0] for c in self.commands(make())]
                wanted = [v for v in verdicts(make()) if v != "equal"]
                self.assertEqual(len(levels), len(wanted) + 1)
                self.assertEqual(levels[:wanted.count("different")], ["error"] * wanted.count("different"))
                self.assertNotIn("error", levels[wanted.count("different"):])

    def test_an_error_stands_at_its_function(self):
        level, properties, message = self.commands(documents.sample())[0]
        self.assertEqual((level, properties),
                         ("error", {"file": "price.c", "line": "12", "title": "percent_off behaves differently"}))
        self.assertTrue(message.startswith("percent_off behaves differently\ninput: member = 0, price = 100\n"))

    def test_what_was_removed_points_to_no_line_of_the_new_version(self):
        removed = [c for c in self.commands(documents.sample()) if c[1]["title"].startswith("round_down")][0]
        self.assertEqual(set(removed[1]), {"title"})
        self.assertIn("in the old version at price.c:24", removed[2])

    def test_hostile_texts_stay_in_their_command(self):
        level, properties, message = self.commands(documents.hostile())[0]
        self.assertEqual(properties["file"], "dir, with: odd%name/" + documents.HOSTILE + ".c")
        self.assertIn("old: " + documents.HOSTILE, message)


if __name__ == "__main__":
    unittest.main()
