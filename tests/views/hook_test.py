#!/usr/bin/python3
"""The pre-push hook of docs/ci with a Vernier that ends as the test wants.

usage: hook_test.py
"""

import os
import pathlib
import shutil
import stat
import subprocess
import tempfile
import unittest

HOOK = pathlib.Path(__file__).resolve().parents[2] / "docs" / "ci" / "pre-push"


class PrePush(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.environment = {"PATH": os.environ["PATH"], "HOME": folder.name, "GIT_CONFIG_NOSYSTEM": "1",
                            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a",
                            "GIT_COMMITTER_EMAIL": "a@b"}
        self.git("init", "-q", "--bare", "-b", "main", str(self.root / "remote"), where=self.root)
        self.work = self.root / "work"
        self.git("init", "-q", "-b", "main", str(self.work), where=self.root)
        self.git("remote", "add", "origin", str(self.root / "remote"))
        self.base = self.commit("one")
        self.git("push", "-q", "origin", "main")
        self.git("remote", "set-head", "origin", "main")
        hook = self.work / ".git" / "hooks" / "pre-push"
        hook.parent.mkdir(exist_ok=True)
        shutil.copy(HOOK, hook)
        fake = self.root / "fake vernier"
        fake.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >>"{self.root}/calls"\nexit "$(cat "{self.root}/code")"\n')
        fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
        self.git("config", "vernier.command", str(fake))

    def git(self, *arguments, where=None, check=True):
        return subprocess.run(["git", *arguments], cwd=where or self.work, env=self.environment, check=check,
                              capture_output=True, text=True)

    def commit(self, text):
        (self.work / "a.c").write_text(text)
        self.git("add", "a.c")
        self.git("commit", "-q", "-m", text)
        return self.git("rev-parse", "HEAD").stdout.strip()

    def push(self, code, *arguments):
        (self.root / "code").write_text(str(code))
        (self.root / "calls").write_text("")
        run = self.git("push", "origin", *(arguments or ["main"]), check=False)
        return run.returncode == 0, run.stderr

    def calls(self):
        return (self.root / "calls").read_text().splitlines()

    def test_what_behaves_as_before_is_pushed(self):
        head = self.commit("two")
        self.git("config", "vernier.build", "make -j2")
        self.git("config", "vernier.target", "prog")
        self.assertTrue(self.push(0)[0])
        self.assertEqual(self.calls(), ["check", f"{self.base}..{head}", "--time", "60s", "--build", "make -j2",
                                        "--target", "prog", "--html", ".git/vernier.html"])

    def test_a_difference_stops_the_push_unless_told_otherwise(self):
        self.commit("two")
        pushed, said = self.push(1)
        self.assertFalse(pushed)
        self.assertIn("--no-verify", said)
        self.assertTrue(self.push(1, "--no-verify", "main")[0])

    def test_what_is_undecided_or_failed_stops_only_where_that_is_wanted(self):
        for code, words in ((4, "not decided"), (3, "could not be checked")):
            self.commit(f"undecided {code}")
            self.git("config", "vernier.strict", "true")
            self.assertFalse(self.push(code)[0])
            self.git("config", "vernier.strict", "false")
            pushed, said = self.push(code)
            self.assertTrue(pushed)
            self.assertIn(words, said)

    def test_a_new_branch_is_compared_with_where_it_left_the_main_one(self):
        self.git("checkout", "-q", "-b", "topic")
        head = self.commit("topic")
        self.assertFalse(self.push(1, "topic")[0])
        self.assertEqual(self.calls()[1], f"{self.base}..{head}")

    def test_deleting_and_pushing_nothing_new_need_no_check(self):
        self.git("push", "-q", "--no-verify", "origin", "main:old")
        self.assertTrue(self.push(1, ":old")[0])
        self.assertTrue(self.push(1, "main:same")[0])
        self.assertEqual(self.calls(), [])

    def test_a_history_of_its_own_is_not_checked_and_that_is_said(self):
        self.git("checkout", "-q", "--orphan", "alone")
        self.commit("alone")
        pushed, said = self.push(1, "alone")
        self.assertTrue(pushed)
        self.assertIn("nothing in common", said)


if __name__ == "__main__":
    unittest.main()
