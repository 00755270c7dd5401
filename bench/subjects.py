"""The examples with seeded changes, as subjects of benchmarks."""

import pathlib
import subprocess

from measured import ROOT


class Change:
    def __init__(self, subject, file):
        self.subject, self.name, self.number = subject, file.stem, int(file.name[:2])
        self.fields = dict(line.split(": ", 1) for line in file.read_text().splitlines())
        self.expected = self.fields["expected"]
        self._file = file

    def write(self, folder):
        """The new version, as a file in the folder."""
        made = subprocess.run([self.subject.folder / "apply", self._file], check=True, capture_output=True, text=True)
        new = pathlib.Path(folder) / f"{self.subject.name}-{self.name}.c"
        new.write_text(made.stdout)
        return new


class Subject:
    def __init__(self, name, entry, flags=(), longest=None):
        self.name, self.entry, self.flags = name, entry, list(flags)
        self.longest = longest  # bytes of standard input, of programs
        self.folder = ROOT / "examples" / name
        self.old = self.folder / f"{name}.c"

    def changes(self, numbers=None):
        """All of them, or those with these numbers."""
        found = [Change(self, file) for file in sorted((self.folder / "changes").glob("*.change"))]
        return [change for change in found if not numbers or change.number in numbers]


# The bounds of substitute are those within which its README says that every difference shows.
SUBJECTS = {
    "avoidance": Subject("avoidance", "advise"),
    "substitute": Subject("substitute", "substitute",
                          ["--length", "pattern=4", "--length", "replacement=2", "--length", "text=2"]),
}


def program(name, longest):
    """A program that reads standard input; every difference shows within so many bytes."""
    return Subject(name, "main", ["--stdin", str(longest)], longest)


PROGRAMS = {made.name: made for made in (program("scanner", 6), program("scheduler", 10), program("statistics", 8))}
