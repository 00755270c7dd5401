"""Documents `vernier.check/1` for the tests of the views: what `check` may produce, with verdicts written by hand."""

import copy
import json
import pathlib

SAMPLE = pathlib.Path(__file__).resolve().parent / "sample"


def place(file, line, function, column=0):
    return {"file": file, "line": line, "column": column, "function": function}


def outcome(text, **fields):
    empty = {"exit": None, "signal": None, "stdout": "", "stderr": "", "return": None, "timeout": False,
             "memory": [], "calls": []}
    return {**empty, "text": text, **fields}


def returned(value):
    return outcome("returned " + value, **{"return": value})


def function(name, where, role, verdict, **fields):
    base = {"name": name, "location": where, "role": role, "verdict": verdict,
            "reason": {"code": "", "message": "", "location": None}, "mode": "bounded",
            "extent": "complete" if verdict == "equal" else "none", "bound": None, "for_all_callers": False,
            "assumptions": ["defined-behaviour"], "breakable_assumptions": [], "witness": None, "witness_text": None, "old": None, "new": None,
            "seconds": 0.02}
    return {**base, **fields}


def reason(code, message, location=None):
    return {"code": code, "message": message, "location": location}


def sources(side):
    files = sorted(p for p in (SAMPLE / side).iterdir() if p.suffix == ".c")
    return [{"file": p.name, "text": p.read_text()} for p in files]


OLD_RECEIPT = "tea\n  1 x 1.00\n  minus 5%\n"
NEW_RECEIPT = "tea\n  -5%\n"


def sample_functions():
    return [
        function("percent_off", place("price.c", 12, "percent_off"), "changed", "different",
                 reason=reason("witness", "a witness was found and replayed on plain builds"),
                 witness={"price": "100", "member": "0"}, old=returned("0"), new=returned("5"), seconds=0.031),
        function("total", place("price.c", 26, "total"), "changed", "different",
                 reason=reason("witness", "a witness was found and replayed on plain builds"),
                 witness={"price": "10", "percent": "5"}, old=returned("10"), new=returned("9"), seconds=0.044),
        function("print_line", place("receipt.c", 5, "print_line"), "changed", "different",
                 reason=reason("witness", "a witness was found and replayed on plain builds"),
                 assumptions=["defined-behaviour", "no-alias"],
                 witness={"item.name_0": "116", "item.name_1": "101", "item.name_2": "97", "item.name_3": "0",
                          "item.cents": "100", "item.count": "1", "percent": "5"},
                 witness_text={"item.name": {"text": "tea", "hex": "746561"}},
                 old=outcome("ended, printed \"tea\\n  1 x 1.00\\n  minus 5%\\n\"", stdout=OLD_RECEIPT),
                 new=outcome("ended, printed \"tea\\n  -5%\\n\"", stdout=NEW_RECEIPT), seconds=0.213),
        function("clamp", place("price.c", 6, "clamp"), "changed", "equal",
                 reason=reason("proved", "no input makes an observed output differ"), for_all_callers=True,
                 seconds=0.012),
        function("checksum", place("price.c", 32, "checksum"), "changed", "equal", extent="up-to-bound", bound=16,
                 reason=reason("bound-reached", "equal for all inputs on which no loop takes more than 16 rounds",
                               place("price.c", 34, "checksum")),
                 assumptions=["defined-behaviour", "terminates"], seconds=1.402),
        function("parse_rate", place("price.c", 39, "parse_rate"), "changed", "unknown",
                 reason=reason("solver-timeout", "the solver did not decide within its time (10 s)",
                               place("price.c", 41, "parse_rate")), seconds=10.004),
        function("round_half", place("price.c", 22, "round_half"), "added", "unknown", mode=None,
                 reason=reason("no-counterpart", "there is no function to compare it with"), assumptions=[],
                 seconds=0),
        function("round_down", place("price.c", 24, "round_down"), "removed", "unknown", mode=None,
                 reason=reason("no-counterpart", "there is no function to compare it with"), assumptions=[],
                 seconds=0),
        function("sum_items", place("receipt.c", 13, "sum_items"), "caller", "different",
                 reason=reason("witness", "a witness was found and replayed on plain builds"),
                 assumptions=["defined-behaviour", "globals-as-initialised", "no-alias"],
                 witness={"items_0.name_0": "0", "items_0.cents": "100", "items_0.count": "1", "count": "1",
                          "member": "0"},
                 witness_text={"items_0.name": {"text": "", "hex": ""}},
                 old=outcome("returned 100, printed \"\\n  1 x 1.00\\n\"", stdout="\n  1 x 1.00\n",
                             **{"return": "100"}),
                 new=outcome("returned 95, printed \"\\n  -5%\\n\"", stdout="\n  -5%\n", **{"return": "95"}),
                 seconds=0.871),
        function("main", place("main.c", 7, "main"), "caller", "unknown",
                 reason=reason("library-call", "scanf is not modelled", place("main.c", 11, "main")),
                 seconds=0.105),
    ]


def common(verdict, **fields):
    base = {"schema": "vernier.check/1", "tool": {"name": "vernier", "version": "0.1.0"},
            "old": {"label": "old"}, "new": {"label": "new"}, "seconds": 0.4,
            "verdict": verdict, "complete": verdict == "equal", "bound": None, "assumptions": [],
            "reason": reason("", ""), "functions": [], "equal_functions": 0,
            "complexity": {"cycc": 0, "cloc": 0},
            "summary": {"changed": "", "touched": "", "verdict": verdict, "differs": "", "proved": "", "unknown": "",
                        "look_first": []},
            "impact": {"changes": [], "affected": [], "interference": [], "interference_left_out": 0,
                       "csg": {"nodes": [], "edges": []}, "obstacles": [], "complete": True,
                       "functions": {"changed": [], "added": [], "removed": [], "renamed": [], "unchanged": 0}}}
    return {**base, **fields}


def sample(with_sources=True):
    """The program of sample/: every verdict, extent and role occurs."""
    document = common(
        "different",
        old={"label": "v1.4", "warnings": ["price.c:40: unused result"]}, new={"label": "v1.5"}, seconds=12.71,
        reason=reason("witness", "percent_off returns 5 instead of 0 for price = 100, member = 0"),
        assumptions=["defined-behaviour"], functions=sample_functions(), equal_functions=2,
        complexity={"cycc": 9, "cloc": 10},
        summary={"changed": "14 statements in 2 files; functions: 6 changed, 1 added, 1 removed, 0 renamed, "
                            "2 unchanged; cyclomatic change complexity 9",
                 "touched": "25 lines in 9 functions may depend on it; 1 output statement is changed itself",
                 "verdict": "different: percent_off returns 5 instead of 0 for price = 100, member = 0",
                 "differs": "4 functions, 3 of them changed themselves",
                 "proved": "1 function for all inputs, 1 up to bound 16",
                 "unknown": "4 functions",
                 "look_first": ["percent_off (price.c:12): the smallest witness",
                                "receipt.c:19 (sum_items): 12 edits meet there"]},
        impact=json.loads((SAMPLE / "impact.json").read_text()))
    if with_sources:
        document["sources"] = {"old": sources("old"), "new": sources("new")}
        document["csg_svg"] = (SAMPLE / "csg.svg").read_text()
    return document


def ranged():
    """A range of commits, checked one by one: only the second one changes what percent_off returns."""
    document = sample()
    named = {f["name"]: f for f in document["functions"]}
    document["old"]["label"], document["new"]["label"] = "main~3", "main"
    document["commits"] = [
        {"id": "1f0c5a7be2d94a0f5d1f6f6a6c6c3b1f0e9d8c7b", "subject": "Clamp with conditional expressions",
         "verdict": "equal", "functions": [copy.deepcopy(named["clamp"])]},
        {"id": "8be2d94a0f5d1f6f6a6c6c3b1f0e9d8c7b1f0c5a", "subject": "The discount starts at 1.00",
         "verdict": "different", "functions": [copy.deepcopy(named["percent_off"]), copy.deepcopy(named["main"])]},
        {"id": "94a0f5d1f6f6a6c6c3b1f0e9d8c7b1f0c5a8be2d", "subject": "Multiply instead of dividing",
         "verdict": "unknown", "functions": [copy.deepcopy(named["parse_rate"])]},
    ]
    return document


def equal():
    """Nothing that is executed differs."""
    return common("equal", reason=reason("no-change", "the versions differ in nothing that is executed"),
                  equal_functions=12,
                  summary={"changed": "nothing that is executed", "touched": "",
                           "verdict": "equal: the versions differ in nothing that is executed", "differs": "",
                           "proved": "12 functions", "unknown": "", "look_first": []})


def obstacle():
    """Undecided for a reason outside of all functions."""
    return common("unknown", reason=reason("constructors-differ", "the constructors of the versions differ"))


def failed():
    """One function whose analysis could not be carried out."""
    where = place("a.c", 3, "f")
    return common("unknown", reason=reason("replay-failed", "the plain build of the old version could not be run"),
                  functions=[function("f", where, "changed", "unknown",
                                      reason=reason("replay-failed", "the plain build could not be run", where))])


def bare():
    """As little as a document may hold."""
    return {"schema": "vernier.check/1", "verdict": "unknown"}


HOSTILE = "</script><b>bold</b> <!-- \" ' & {0} [x](1) %0A ::error:: ]]> \u2028 \u0001 \ufffd \uffff äöü 🙂"


def hostile():
    """Texts that try to leave the place where they belong."""
    name = "f" + HOSTILE
    where = place("dir, with: odd%name/" + HOSTILE + ".c", 2, name)
    text = "int main(void) {\n  return '" + HOSTILE.replace("\u2028", "") + "';\n}\n"
    document = common(
        "different", old={"label": HOSTILE, "warnings": [HOSTILE]}, new={"label": HOSTILE},
        reason=reason("witness", HOSTILE), assumptions=[HOSTILE],
        summary={"changed": HOSTILE, "touched": HOSTILE, "verdict": HOSTILE, "differs": HOSTILE, "proved": HOSTILE,
                 "unknown": HOSTILE, "look_first": [HOSTILE]},
        functions=[
            function(name, where, "changed", "different", reason=reason("witness", HOSTILE), assumptions=[HOSTILE],
                     witness={name: "1", "s_0": "60"}, witness_text={"s": {"text": HOSTILE, "hex": "3c"}},
                     old=outcome(HOSTILE, stdout=HOSTILE + "\n\nsame\n", calls=[HOSTILE],
                                 memory=[{"name": HOSTILE, "value": HOSTILE}]),
                     new=outcome("other", stdout="same\n", stderr=HOSTILE)),
            function("g", where, "changed", "unknown", reason=reason("odd", HOSTILE, where)),
        ],
        sources={"old": [{"file": where["file"], "text": text.replace("return", "return 1 +")}],
                 "new": [{"file": where["file"], "text": text}]},
        csg_svg='<svg xmlns="http://www.w3.org/2000/svg" width="100pt" height="50pt" viewBox="0 0 100 50" '
                'onload="window.hacked = 1"><script>window.hacked = 2</script>'
                '<foreignObject><iframe src="javascript:parent.hacked = 3"></iframe></foreignObject>'
                '<g id="node-0" class="node" onclick="window.hacked = 4"><title>n0</title>'
                '<a href="javascript:window.hacked = 5"><text x="5" y="20">entry</text></a></g></svg>')
    document["impact"]["changes"] = [
        {"id": 1, "kind": "modified", "side": "new", "location": where, "text": HOSTILE,
         "old_location": where, "old_text": HOSTILE + " before"}]
    document["impact"]["affected"] = [{**where, "changes": [1]}]
    document["impact"]["csg"] = {"nodes": [{"id": 0, "kind": "change", "location": where, "label": HOSTILE,
                                            "changes": [1]}], "edges": []}
    return document


def large(functions=400, lines=6000):
    """As many functions and lines as a page has to bear."""
    verdicts = ["equal", "different", "unknown"]
    document = common("different", equal_functions=9000, seconds=301.2)
    document["functions"] = [
        function(f"function_{i:04}", place("big.c", 1 + 10 * i, f"function_{i:04}"), "changed", verdicts[i % 3],
                 seconds=i / 100, reason=reason("code", f"reason {i}"),
                 **({"witness": {"x": str(i)}, "old": returned("0"), "new": returned("1")} if i % 3 == 1 else {}))
        for i in range(functions)]
    old = [f"  line({i});" for i in range(lines)]
    new = [f"  line({i}, 1);" if i % 97 == 3 else line for i, line in enumerate(old)]
    document["sources"] = {"old": [{"file": "big.c", "text": "\n".join(old)}],
                           "new": [{"file": "big.c", "text": "\n".join(new)}]}
    document["impact"]["changes"] = [
        {"id": n + 1, "kind": "modified", "side": "new", "location": place("big.c", i + 1, "f"), "text": new[i],
         "old_location": place("big.c", i + 1, "f"), "old_text": old[i]}
        for n, i in enumerate(range(3, lines, 97))]
    return document


ALL = {"sample": sample, "ranged": ranged, "equal": equal, "obstacle": obstacle, "failed": failed, "bare": bare,
       "hostile": hostile, "large": large}
