"""Runs `vernier verify` on a pair and measures it; shared by the benchmarks of the bounded proof."""

import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Failure(Exception):
    """Vernier gave no document."""


class Cost:
    """What a process took: seconds, seconds of processors, MB of the largest process, with all that it started."""

    def __init__(self, wall, usage):
        self.wall, self.processor, self.peak = wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def vernier(arguments, seconds):
    """The JSON document of one run. $VERNIER names another executable than the one of this tree."""
    return vernier_with_cost(arguments, seconds)[0]


def vernier_with_cost(arguments, seconds):
    command = [os.environ.get("VERNIER", str(ROOT / "vernier")), *map(str, arguments), "--json", "-"]
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as messages:
        started = time.monotonic()
        process = subprocess.Popen(command, stdout=output, stderr=messages)
        late = threading.Timer(seconds, process.kill)
        late.start()
        _, status, usage = os.wait4(process.pid, 0)
        late.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        cost = Cost(time.monotonic() - started, usage)
        if cost.wall >= seconds:
            raise Failure(f"no answer within {seconds} s")
        output.seek(0), messages.seek(0)
        try:
            return json.loads(output.read()), cost
        except json.JSONDecodeError:
            said = messages.read().decode(errors="replace").strip().splitlines()
            raise Failure(f"exit code {process.returncode}: {said[-1] if said else 'no message'}") from None


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
