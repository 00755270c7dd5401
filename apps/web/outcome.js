// A witness: the input, and what both versions did with it, as a difference.

import {counted, h, spoken, visible} from "./dom.js";
import {assumptionText, inputsOf, isByteOf, linesOf} from "./model.js";
import {diffLines, innerDifference, sideBySide} from "./diff.js";

/** An input as C would write it; the bytes where they are no text. */
export function inputText({value, text, hex}) {
  if (value !== undefined) return visible(String(value));
  return text === null ? `bytes ${spaced(hex)}` : `"${visible(text)}"`;
}

function spaced(hex) {
  return hex.replace(/..(?=.)/g, "$& ");
}

export function inputTable(judged) {
  const inputs = inputsOf(judged);
  const bytes = Object.keys(judged.witness ?? {}).filter(name => isByteOf(name, judged.witness_text ?? {})).length;
  if (inputs.length === 0) return h("p", null, "It takes no input.");
  return h(
      "table", {class: "input"},
      h("thead", null, h("tr", null, ["input", "value", "bytes"].map(title => h("th", {scope: "col"}, title)))),
      h("tbody", null,
        inputs.map(
            input =>
                h("tr", null, h("th", {scope: "row"}, visible(input.name)), h("td", null, inputText(input)),
                  h("td", {class: "note"}, input.text ? `bytes ${spaced(input.hex)}` : "")))),
      bytes > 0 && h("caption", null, `${counted(bytes, "byte")} of texts not listed one by one`));
}

/** What an outcome shows to the outside, part by part: [[title, lines], ...]. */
function partsOf(outcome) {
  if (!outcome) return [];
  const parts = [["result", endLines(outcome)]];
  for (const [field, title] of [["stdout", "standard output"], ["stderr", "standard error"]])
    parts.push([title, outputLines(outcome[field], outcome[`${field}_hex`])]);
  parts.push(["memory afterwards", (outcome.memory ?? []).map(m => `${m.name} = ${m.value}`)]);
  parts.push(["files left", (outcome.files ?? []).map(f => `${f.name}: ${f.value}`)]);
  parts.push(["calls", outcome.calls ?? []]);
  return parts;
}

function endLines(outcome) {
  const lines = [];
  if (outcome.timeout) lines.push("did not end in time");
  if (outcome.signal) lines.push(`killed by ${outcome.signal}`);
  if (outcome.return !== null && outcome.return !== undefined && outcome.return !== "")
    lines.push(`returned ${outcome.return}`);
  if (outcome.exit !== null && outcome.exit !== undefined) lines.push(`exit status ${outcome.exit}`);
  return lines.length > 0 ? lines : ["ended"];
}

function outputLines(text, hex) {
  const bytes = hex ?? text?.hex;
  if (bytes) return bytes.match(/.{1,32}/g).map(line => line.replace(/..(?=.)/g, "$& "));
  if (typeof text !== "string" || text === "") return [];
  return text.endsWith("\n") ? linesOf(text) : [...linesOf(text), "(no line break at the end)"];
}

/** Both outcomes side by side; what is only in one of them carries a sign, not only a colour. */
export function outcomeTable(judged, oldLabel, newLabel) {
  const before = partsOf(judged.old), after = partsOf(judged.new);
  const rows = [];
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const [title, oldLines] = before[i] ?? [after[i][0], []];
    const newLines = after[i]?.[1] ?? [];
    if (oldLines.length === 0 && newLines.length === 0) continue;
    rows.push(h("tr", {class: "part"}, h("th", {colspan: 2, scope: "colgroup"}, title)));
    for (const row of sideBySide(diffLines(oldLines, newLines), oldLines, newLines))
      rows.push(outcomeRow(row, oldLines, newLines));
  }
  return h(
      "table", {class: "outcomes"},
      h("thead", null,
        h("tr", null, h("th", {scope: "col"}, "old ", h("span", {class: "note"}, oldLabel)),
          h("th", {scope: "col"}, "new ", h("span", {class: "note"}, newLabel)))),
      h("tbody", null, rows));
}

function outcomeRow(row, oldLines, newLines) {
  const inner = row.kind === "changed" ? innerDifference(oldLines[row.old], newLines[row.new]) : null;
  const cell = (side, index, lines) => {
    if (index === null) return h("td", {class: "absent"});
    const changed = row.kind !== "same";
    const end = side === "old" ? inner?.oldEnd : inner?.newEnd;
    return h(
        "td", {class: changed ? (side === "old" ? "removed" : "added") : "same"},
        changed && spoken(side === "old" ? "only old: " : "only new: "), emphasised(lines[index], inner, end));
  };
  return h("tr", null, cell("old", row.old, oldLines), cell("new", row.new, newLines));
}

/** A line whose differing part stands out. */
export function emphasised(line, inner, end) {
  if (!inner || end <= inner.start) return visible(line);
  return [
    visible(line.slice(0, inner.start)), h("mark", null, visible(line.slice(inner.start, end))),
    visible(line.slice(end))
  ];
}

export function assumptionList(codes) {
  if (!codes || codes.length === 0) return null;
  return h(
      "dl", {class: "assumptions"},
      codes.map(
          code =>
              [h("dt", null, h("code", null, code)),
               h("dd", null, assumptionText(code) ?? "(this page has no words for it)")]));
}
