// One file of both versions: its lines side by side or one under the other, what changed, and what may depend on it.

import {counted, h, spoken} from "./dom.js";
import {linesOf, placesOf} from "./model.js";
import {diffLines, innerDifference, sideBySide} from "./diff.js";
import {emphasised} from "./outcome.js";

const context = 3;  // unchanged lines around what is shown
const smallestGap = 6;

/** Which changes stand on a line, and on which changes a line may depend. */
export class Marks {
  constructor(model) {
    this.changes = new Map();
    this.depends = new Map();
    this.all = model.changes.length;
    for (const change of model.changes)
      for (const [side, place] of placesOf(change)) this.add(this.changes, side, place, change);
    for (const line of model.affected) this.depends.set(this.key("new", line), new Set(line.changes));
  }
  key(side, place) {
    return `${side}\n${place.file}\n${place.line}`;
  }
  add(map, side, place, what) {
    const key = this.key(side, place);
    if (!map.has(key)) map.set(key, []);
    map.get(key).push(what);
  }
  changesAt(side, file, line) {
    return this.changes.get(this.key(side, {file, line})) ?? [];
  }
  dependsAt(file, line) {
    return this.depends.get(this.key("new", {file, line})) ?? null;
  }
}

/** One file. `sources` draws it again when something unfolds, and knows which change is selected. */
export class FileView {
  constructor(pair, marks, sources) {
    this.pair = pair;
    this.marks = marks;
    this.sources = sources;
    this.oldLines = linesOf(pair.oldText);
    this.newLines = linesOf(pair.newText);
    this.rows = sideBySide(diffLines(this.oldLines, this.newLines), this.oldLines, this.newLines);
    this.shown = new Set();
    this.keep();
    this.table = h("table", {class: "code", "aria-label": this.title()});
    this.element =
        h("details", {class: "file", open: true},
          h("summary", null, h("h3", null, this.title()), h("span", {class: "note"}, this.counts())), this.table);
  }

  title() {
    const {oldName, newName} = this.pair;
    if (!oldName) return `${newName} (added)`;
    if (!newName) return `${oldName} (removed)`;
    return oldName === newName ? newName : `${oldName} → ${newName}`;
  }

  counts() {
    const removed = this.rows.filter(r => r.old !== null && r.kind !== "same").length;
    const added = this.rows.filter(r => r.new !== null && r.kind !== "same").length;
    const affected = this.newLines.filter((_, i) => this.marks.dependsAt(this.pair.newName, i + 1)).length;
    return `−${removed} +${added}${affected ? `, ${counted(affected, "line")} may depend on a change` : ""}`;
  }

  isMarked(row) {
    return row.kind !== "same" || this.marks.changesAt("old", this.pair.oldName, row.old + 1).length > 0 ||
        this.marks.changesAt("new", this.pair.newName, row.new + 1).length > 0 ||
        this.marks.dependsAt(this.pair.newName, row.new + 1) !== null;
  }

  /** Shows what is marked, with some lines around it; a gap that saves little is shown too. */
  keep() {
    this.rows.forEach((row, i) => {
      if (!this.isMarked(row)) return;
      for (let j = Math.max(0, i - context); j <= Math.min(this.rows.length - 1, i + context); j++) this.shown.add(j);
    });
    for (const [from, to] of this.gaps())
      if (to - from < smallestGap)
        for (let i = from; i < to; i++) this.shown.add(i);
  }

  gaps() {
    const gaps = [];
    for (let i = 0; i < this.rows.length; i++) {
      if (this.shown.has(i)) continue;
      const from = i;
      while (i < this.rows.length && !this.shown.has(i)) i++;
      gaps.push([from, i]);
    }
    return gaps;
  }

  render(unified) {
    this.elements = new Map();
    const body = h("tbody");
    for (let i = 0; i < this.rows.length;) {
      let end = i;
      const shown = this.shown.has(i);
      while (end < this.rows.length && this.shown.has(end) === shown) end++;
      if (shown)
        body.append(...(unified ? this.unifiedRows(i, end) : this.splitRows(i, end)));
      else
        body.append(this.gapRow(i, end, unified));
      i = end;
    }
    const widths = unified ? ["number", "number", "text"] : ["number", "text", "number", "text"];
    const head = unified ? [["old", 1], ["new", 1], ["", 1]] : [["old", 2], ["new", 2]];
    this.table.className = `code ${unified ? "unified" : "split"}`;
    this.table.replaceChildren(
        h("colgroup", null, widths.map(w => h("col", {class: w})), h("col", {class: "depends"})),
        h("thead", null,
          h("tr", null, head.map(([text, span]) => h("th", {scope: "col", colspan: span}, text)),
            h("th", {scope: "col", class: "depends", title: "Changes on which the line of the new version may depend"},
              unified ? "by" : "affected by"))),
        body);
  }

  gapRow(from, to, unified) {
    return h(
        "tr", {class: "gap"},
        h("td", {colspan: unified ? 4 : 5},
          h("button", {
            type: "button",
            class: "quiet",
            onclick: () => {
              for (let i = from; i < to; i++) this.shown.add(i);
              this.sources.renderFile(this);
              this.focusRow(this.rows[from]);
            }
          },
            `⋯ ${counted(to - from, "unchanged line")}`)));
  }

  splitRows(from, to) {
    return this.rows.slice(from, to).map(row => {
      const inner = this.inner(row);
      const element =
          h("tr", {class: row.kind, tabindex: "-1"}, this.numberCell("old", row.old), this.textCell("old", row, inner),
            this.numberCell("new", row.new), this.textCell("new", row, inner), this.dependsCell(row));
      this.remember(element, row.old, row.new);
      return element;
    });
  }

  /** In a stretch of changed lines, all old ones come before all new ones. */
  unifiedRows(from, to) {
    const result = [];
    for (let i = from; i < to;) {
      let end = i + 1;
      if (this.rows[i].kind !== "same")
        while (end < to && this.rows[end].kind !== "same") end++;
      const stretch = this.rows.slice(i, end);
      if (stretch[0].kind === "same")
        result.push(this.unifiedRow(stretch[0], "new", true));
      else {
        result.push(...stretch.filter(r => r.old !== null).map(r => this.unifiedRow(r, "old", false)));
        result.push(...stretch.filter(r => r.new !== null).map(r => this.unifiedRow(r, "new", false)));
      }
      i = end;
    }
    return result;
  }

  unifiedRow(row, side, same) {
    const kind = same ? "same" : side === "old" ? "removed" : "added";
    const element =
        h("tr", {class: kind, tabindex: "-1"}, this.numberCell("old", same || side === "old" ? row.old : null),
          this.numberCell("new", side === "new" ? row.new : null), this.textCell(side, row, this.inner(row), same),
          side === "new" ? this.dependsCell(row) : h("td", {class: "depends"}));
    this.remember(element, same || side === "old" ? row.old : null, side === "new" ? row.new : null);
    return element;
  }

  remember(element, oldIndex, newIndex) {
    if (oldIndex !== null) this.elements.set(`old:${oldIndex + 1}`, element);
    if (newIndex !== null) this.elements.set(`new:${newIndex + 1}`, element);
    const depends = newIndex === null ? null : this.marks.dependsAt(this.pair.newName, newIndex + 1);
    if (depends) element.classList.add("affected");
    const selected = this.sources.selected;
    if (selected !== null && depends?.has(selected)) element.classList.add("selected");
  }

  inner(row) {
    return row.kind === "changed" ? innerDifference(this.oldLines[row.old], this.newLines[row.new]) : null;
  }

  numberCell(side, index) {
    return h("td", {class: `number ${side}`}, index === null ? "" : index + 1);
  }

  /** `both`: the cell stands for both sides, and shows the changes of both. */
  textCell(side, row, inner, both = false) {
    const index = row[side];
    if (index === null) return h("td", {class: `text ${side} absent`});
    const line = (side === "old" ? this.oldLines : this.newLines)[index];
    const changes = new Set(both || side === "old" ? this.marks.changesAt("old", this.pair.oldName, row.old + 1) : []);
    if (both || side === "new")
      for (const change of this.marks.changesAt("new", this.pair.newName, row.new + 1)) changes.add(change);
    const changed = row.kind !== "same";
    return h(
        "td", {class: `text ${side}${changed ? (side === "old" ? " removed" : " added") : ""}`},
        changed && spoken(side === "old" ? "removed: " : "added: "),
        h("code", null, emphasised(line, inner, side === "old" ? inner?.oldEnd : inner?.newEnd)),
        [...changes].map(change => this.changeButton(change)));
  }

  changeButton(change) {
    return h(
        "button", {
          type: "button",
          class: "change",
          dataset: {change: change.id},
          "aria-pressed": String(this.sources.selected === change.id),
          "aria-label": `Change ${change.id}, ${change.kind}: show what may depend on it`,
          title: `change ${change.id}, ${change.kind}: show what may depend on it`,
          onclick: () => this.sources.select(this.sources.selected === change.id ? null : change.id)
        },
        change.id);
  }

  dependsCell(row) {
    const ids = row.new === null ? null : this.marks.dependsAt(this.pair.newName, row.new + 1);
    if (!ids) return h("td", {class: "depends"});
    const text = ids.size <= 3 ? [...ids].join(", ") : `${ids.size} of ${this.marks.all}`;
    return h(
        "td", {class: "depends"},
        h("button", {
          type: "button",
          class: "quiet",
          title: `may depend on ${counted(ids.size, "change")}: ${[...ids].join(", ")}`,
          onclick: event => this.sources.explain(event.currentTarget, ids)
        },
          spoken("may depend on "), text));
  }

  focusRow(row) {
    const element = this.elements.get(row.new !== null ? `new:${row.new + 1}` : `old:${row.old + 1}`);
    element?.focus({preventScroll: true});
  }

  /** Opens whatever hides the line, and gives its row. */
  rowOf(side, line) {
    const index = this.rows.findIndex(r => r[side] === line - 1);
    if (index < 0) return null;
    this.element.open = true;
    if (!this.shown.has(index)) {
      for (let i = Math.max(0, index - context); i <= Math.min(this.rows.length - 1, index + context); i++)
        this.shown.add(i);
      this.sources.renderFile(this);
    }
    return this.elements.get(`${side}:${line}`);
  }
}
