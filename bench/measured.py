"""Runs `vernier verify` on a pair and measures it; shared by the benchmarks of the bounded proof."""

import json
import os
import pathlib
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Failure(Exception):
    """Vernier gave no document."""


def vernier(arguments, seconds):
    """The JSON document of one run. $VERNIER names another executable than the one of this tree."""
    command = [os.environ.get("VERNIER", str(ROOT / "vernier")), *map(str, arguments), "--json", "-"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Failure(f"no answer within {seconds} s") from None
    try:
        return json.loads(run.stdout)
    except json.JSONDecodeError:
        said = run.stderr.strip().splitlines()
        raise Failure(f"exit code {run.returncode}: {said[-1] if said else 'no message'}") from None


class Measured:
    """Verdict and median time of the bounded proof for one pair. The first run fills the cache of builds and does not count."""

    def __init__(self, old, new, entry, flags=(), repeat=3, limit=120):
        self.verdict, self.complete, self.seconds, self.problem = "none", False, None, None
        arguments = ["verify", old, new, "--only-bounded", "--entry", entry, "--time", f"{limit}s", *flags]
        try:
            runs = [vernier(arguments, 4 * limit) for _ in range(repeat + 1)][1:]
        except Failure as problem:
            self.problem = str(problem)
            return
        verdicts = {(run["verdict"], run["complete"]) for run in runs}
        if len(verdicts) != 1:
            self.problem = f"the runs disagree: {sorted(verdicts)}"
            return
        self.verdict, self.complete = verdicts.pop()
        self.seconds = statistics.median(run["seconds"] for run in runs)

    def is_decided_as(self, expected):
        """A difference needs no complete search; equality does."""
        return self.verdict == expected and (expected == "different" or self.complete)
