// What the document of `check` says, in the words of the page. The schema is described in docs/json.md.

export const categories = [
  {key: "different", symbol: "≠", label: "different", about: "an input shows a difference"},
  {key: "unknown", symbol: "?", label: "unknown", about: "neither proved nor refuted"},
  {
    key: "bound",
    symbol: "≤",
    label: "proved up to a bound",
    about: "equal while no loop and no input goes beyond a bound"
  },
  {
    key: "assumed",
    symbol: "≈",
    label: "proved under assumptions",
    about: "equal as long as what is assumed holds: a caller or the world can break it"
  },
  {key: "proved", symbol: "=", label: "proved", about: "equal for all inputs"},
];

export function categoryOf(judged) {
  if (judged.verdict === "different") return "different";
  if (judged.extent === "up-to-bound") return "bound";
  if (judged.verdict !== "equal") return "unknown";
  if ((judged.assumptions ?? []).includes("bounded-input")) return "bound";
  return breakableOf(judged).length > 0 ? "assumed" : "proved";
}

/** What a caller or the world can break of what a proof assumes. */
export function breakableOf(judged) {
  return judged.breakable_assumptions ?? [];
}

export function categoryNamed(key) {
  return categories.find(c => c.key === key);
}

export function verdictLabel(judged) {
  const category = categoryOf(judged);
  if (judged.reason?.code === "differs-on-its-own") return "differs on its own";
  if (category === "bound") return judged.bound ? `proved up to ${judged.bound}` : "proved up to a bound";
  return category === "assumed" ? categoryNamed(category).label : category;
}

const assumptionTexts = {
  "defined-behaviour":
      "No run does what C leaves undefined: no access outside of an object, no use of memory that nobody wrote.",
  "terminates": "Both versions end. Nothing is said about inputs on which one of them runs forever.",
  "addresses-are-not-data": "Addresses are not printed, hashed or otherwise used as data.",
  "allocation-succeeds": "Memory that is asked for is given.",
  "external-code-apart":
      "Functions whose code is not here neither touch the program's variables nor call back into it, and come back.",
  "unpaired-globals": "Variables that only one version has and writes are not compared.",
  "events-unseen": "Callers do not see in which calls, pieces and order the function prints, flushes and ends.",
  "no-handlers": "No handler of a signal or of exit sees memory where the function ends without returning.",
  "output-succeeds": "Streams take what is printed.",
  "errno-kept": "Output and allocation leave errno alone.",
  "stack-suffices": "There is enough stack, although one version needs more of it.",
  "c-locale": "Callers set no other locale.",
  "round-to-nearest": "Callers set no other rounding of floating point, and do not look at its flags.",
  "weak-definitions": "Weak definitions are not replaced when the function is linked.",
  "compiler-transformations": "The transformations of LLVM that bring both versions into one form are right.",
  "errno-starts-zero": "The error number is 0 when the function is called.",
  "one-thread": "No other thread uses the memory of functions that have atomic operations.",
  "one-nan": "All values of floating point that are no number count as the same one.",
  "globals-as-initialised": "Global variables start with their initial values, whatever the program did before.",
  "no-alias": "Pointers that are passed in point to different objects, and to no global variable.",
  "no-partial-overlap": "Pointers that may be equal do not lead into the middle of each other's object.",
  "not-null": "Pointers that are passed in are not null.",
  "null-function-pointers": "Pointers to functions inside of structures that are passed in are null.",
  "enumerators-only": "Enumerations that are passed in hold values between their smallest and largest enumerator.",
  "bounded-input": "Arguments and standard input are no longer than what was tried (--argv, --stdin).",
  "bounded-lengths":
      "What pointers that are passed in point to has the length that was given, and chains of pointers end.",
  "parameters-by-name": "Parameters have come, gone or moved, and are paired by their names.",
  "wrapping-arithmetic": "Signed arithmetic wraps around, or does not overflow: the user's build does not say -fwrapv.",
  "fast-math": "Floating point is computed as written, although the build allows compilers to do otherwise.",
  "strict-aliasing": "Memory that is accessed as another type than it has holds what was written there.",
  "linker-options":
      "The linker takes the symbols that the code names, although it is told otherwise (--wrap, --defsym).",
  "common-parameter-range": "A parameter whose type changed has only values that both types can hold.",
};

// Codes that name something.
const namedTexts = {
  "left-functions": names => `What ${names} do when a caller calls them is not part of this claim; they have changed.`,
  "build-steps": names => `The build does nothing beside compiling and linking that ${names} changed.`,
  "predefined-macros": names => `The user's compiler and its options define ${names} as our builds do.`,
};

export function assumptionText(code) {
  if (code.startsWith("assume ")) return "Given on the command line (--assume).";
  if (code.startsWith("surroundings: "))
    return `The world answers as it did here: ${code.slice("surroundings: ".length)}. ` +
        "Elsewhere the versions may differ.";
  for (const [front, text] of Object.entries(namedTexts))
    if (code.startsWith(`${front}: `)) return text(code.slice(front.length + 2));
  return Object.hasOwn(assumptionTexts, code) ? assumptionTexts[code] : null;
}

const modeTexts = {
  "bounded": "bounded proof",
  "change-map": "change map",
  "sliced": "classes of inputs",
  "path": "classes of inputs, by paths"
};

export function modeText(mode) {
  if (!mode) return "none";
  return Object.hasOwn(modeTexts, mode) ? modeTexts[mode] : mode;
}

export function extentText(judged) {
  if (judged.verdict === "different") return "";
  if ((judged.assumptions ?? []).includes("bounded-input")) return "short inputs";
  const breakable = breakableOf(judged);
  if (judged.extent === "complete" && breakable.length > 0) return `inputs with ${breakable.join(", ")}`;
  if (judged.extent === "complete") return judged.for_all_callers ? "all inputs, any caller" : "all inputs";
  if (judged.extent === "up-to-bound") return judged.bound ? `up to bound ${judged.bound}` : "up to a bound";
  return "";
}

export function roleText(role) {
  return role === "program" ? "whole program" : role ?? "";
}

export function placeText(place) {
  return place?.file ? (place.line ? `${place.file}:${place.line}` : place.file) : "";
}

export function secondsText(seconds) {
  if (!seconds) return "";
  if (seconds >= 100) return `${Math.round(seconds)} s`;
  return seconds >= 10 ? `${seconds.toFixed(1)} s` : `${seconds.toFixed(2)} s`;
}

/** The witness, one entry for each input: strings as a whole, not byte by byte. */
export function inputsOf(judged) {
  const texts = judged.witness_text ?? {};
  const inputs = Object.entries(texts).map(([name, shown]) => ({name, text: shown.text ?? null, hex: shown.hex ?? ""}));
  for (const [name, value] of Object.entries(judged.witness ?? {}))
    if (!isByteOf(name, texts)) inputs.push({name, value});
  return inputs.sort((a, b) => byName(a.name, b.name));
}

const byName = new Intl.Collator("en", {numeric: true}).compare;

/** s_3 is a byte of the string s, which is shown as a whole. */
export function isByteOf(name, texts) {
  const match = /^(.*)_\d+$/s.exec(name);
  return match !== null && Object.hasOwn(texts, match[1]);
}

/** Reads the document once; what is missing is empty. */
export function readModel(text) {
  const raw = JSON.parse(text);
  const impact = raw.impact ?? {};
  const functions = (raw.functions ?? []).map((f, index) => ({...f, index, category: categoryOf(f)}));
  const counts = Object.fromEntries(categories.map(c => [c.key, functions.filter(f => f.category === c.key).length]));
  return {
    raw,
    functions,
    counts,
    summary: raw.summary ?? {},
    changes: impact.changes ?? [],
    affected: impact.affected ?? [],
    computed: impact.complete !== false,
    interference: impact.interference ?? [],
    interferenceLeftOut: impact.interference_left_out ?? 0,
    obstacles: impact.obstacles ?? [],
    graph: impact.csg ?? {nodes: [], edges: []},
    graphSvg: raw.csg_svg ?? null,
    files: pairFiles(raw.sources ?? {}, impact.changes ?? []),
    commits: raw.commits ?? null,
    old: raw.old?.label ?? "old",
    new: raw.new?.label ?? "new",
  };
}

/** Where a change stands: [["old" | "new", place], ...]. */
export function placesOf(change) {
  if (change.side === "old") return [["old", change.location]];
  const places = [["new", change.location]];
  if (change.old_location?.file) places.push(["old", change.old_location]);
  return places;
}

/** Files of both versions side by side: by name, then as the changes say, then whatever is left over on both sides. */
function pairFiles(sources, changes) {
  const before = new Map((sources.old ?? []).map(f => [f.file, f.text]));
  const after = new Map((sources.new ?? []).map(f => [f.file, f.text]));
  const pairs = [];
  const pair = (oldName, newName) => {
    pairs.push({oldName, newName, oldText: before.get(oldName) ?? null, newText: after.get(newName) ?? null});
    before.delete(oldName);
    after.delete(newName);
  };
  for (const name of [...after.keys()])
    if (before.has(name)) pair(name, name);
  for (const change of changes) {
    const oldName = change.old_location?.file, newName = change.location?.file;
    if (before.has(oldName) && after.has(newName)) pair(oldName, newName);
  }
  if (before.size === 1 && after.size === 1) pair([...before.keys()][0], [...after.keys()][0]);
  for (const name of [...after.keys()]) pair(null, name);
  for (const name of [...before.keys()]) pair(name, null);
  return pairs.sort((a, b) => (a.newName ?? a.oldName).localeCompare(b.newName ?? b.oldName));
}

/** Lines of a text; what follows the last line break is a line only if there is something. */
export function linesOf(text) {
  const lines = (text ?? "").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
