#!/usr/bin/env python3
"""Makes the pair of a failure smaller: reduce.py TEST_BINARY FOLDER

FOLDER is what a failure of the campaign left (old.c, new.c, space.txt, why.txt). Lines that both versions have are taken out of both,
blocks first, as long as both compile and the test still complains about the same thing. The result is FOLDER-reduced.
"""
import difflib
import os
import re
import shutil
import subprocess
import sys

KINDS = ["wrong-equal", "wrong-different", "not-covered", "wrong-example", "wrong-outcome", "wrong-size", "malformed"]


def compiles(path):
    flags = ["-w", "-fsyntax-only", "-Werror=implicit-function-declaration"]
    return subprocess.run(["clang-19", *flags, path], capture_output=True).returncode == 0


def complaint(binary, folder):
    if not all(compiles(os.path.join(folder, name)) for name in ("old.c", "new.c")):
        return None
    environment = dict(os.environ, VERNIER_PARTITION_FOLDER=folder)
    try:
        ran = subprocess.run([binary, "--gtest_filter=PartitionFolder.*"], capture_output=True, env=environment,
                             timeout=120)
    except subprocess.TimeoutExpired:
        return None
    text = ran.stdout.decode("utf-8", "replace")
    return next((kind for kind in KINDS if re.search(r"(sliced|path), " + kind, text)), None)


def block_end(lines, start):
    depth = 0
    for at in range(start, len(lines)):
        depth += lines[at].count("{") - lines[at].count("}")
        if depth <= 0:
            return at
    return None


def candidates(old, new):
    """Pairs of lists of line numbers to take out."""
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    other = {}
    for a, b, size in matcher.get_matching_blocks():
        other.update({a + k: b + k for k in range(size)})
    spans = []
    for start in range(len(old)):
        if "{" in old[start]:
            end = block_end(old, start)
            if end is not None:
                spans.append(list(range(start, end + 1)))
                if end > start:
                    spans.append([start, end])
        spans.append([start])
    spans.sort(key=lambda span: -len(span))
    for span in spans:
        if all(line in other for line in span):
            yield set(span), {other[line] for line in span}


def write(folder, name, lines):
    with open(os.path.join(folder, name), "w") as file:
        file.write("\n".join(lines) + "\n")


def main():
    binary, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]).rstrip("/")
    trial, best = folder + "-trial", folder + "-reduced"
    for copy in (trial, best):
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(folder, copy)
    wanted = complaint(binary, folder)
    if not wanted:
        sys.exit("the test does not complain about this folder")
    read = lambda name: open(os.path.join(folder, name)).read().splitlines()
    old, new = read("old.c"), read("new.c")
    smaller = True
    while smaller:
        smaller = False
        for without_old, without_new in candidates(old, new):
            shorter_old = [line for at, line in enumerate(old) if at not in without_old]
            shorter_new = [line for at, line in enumerate(new) if at not in without_new]
            write(trial, "old.c", shorter_old)
            write(trial, "new.c", shorter_new)
            if complaint(binary, trial) == wanted:
                old, new, smaller = shorter_old, shorter_new, True
                write(best, "old.c", old)
                write(best, "new.c", new)
                print(len(old), "lines", flush=True)
                break
    shutil.rmtree(trial)
    print(wanted, "in", best)


if __name__ == "__main__":
    main()
