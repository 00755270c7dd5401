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

// The table of codes comes with the page; the text of one that names something has NAMES in it.
const meanings = JSON.parse(document.getElementById("codes").textContent);

function meaningIn(table, code) {
  return Object.hasOwn(table, code) ? table[code] : null;
}

export function assumptionText(code) {
  const [front, separator, ...names] = code.split(/(:? )/);
  const text = meaningIn(meanings.assumptions, separator ? front : code);
  return text && text.replace("NAMES", () => names.join(""));
}

export function reasonMeaning(code) {
  return meaningIn(meanings.reasons, code);
}

const modeTexts = {
  "bounded": "bounded proof",
  "normal-form": "normal forms",
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
