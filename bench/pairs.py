"""The pairs of examples/numeric and examples/loops, as subjects of benchmarks."""

import tomllib

from measured import ROOT

COLLECTIONS = ["numeric", "loops"]


class Pair:
    def __init__(self, collection, name, fields):
        self.collection, self.name = collection, name
        self.entry, self.expected, self.kind = fields["entry"], fields["expected"], fields["kind"]
        self.flags = fields.get("flags", [])  # what verify needs beside the entry
        self.lengths = fields.get("lengths", {})  # of an array: the parameter that has its number of elements
        self.trips = fields.get("trips", [])  # parameters that say how often a loop goes round
        folder = ROOT / "examples" / collection / name
        self.old, self.new = folder / "old.c", folder / "new.c"


def pairs(collections=None, only=None):
    """Those of these collections with these names; all, if none are given."""
    found = []
    for collection in collections or COLLECTIONS:
        table = tomllib.loads((ROOT / "examples" / collection / "expected.toml").read_text())
        found += [Pair(collection, name, fields) for name, fields in table.items() if not only or name in only]
    return found
