// The source of both versions, side by side or (on a narrow screen) one under the other, with changed and affected lines.

import {counted, h, spoken, visible} from "./dom.js";
import {linesOf, placesOf, placeText} from "./model.js";
import {diffLines, innerDifference, sideBySide} from "./diff.js";
import {emphasised} from "./outcome.js";
import {go, lineTarget, link, onTarget} from "./navigation.js";

const context = 3; // unchanged lines around what is shown
const smallestGap = 6;
const narrow = matchMedia("(max-width: 800px)");

/** Which changes stand on a line, and on which changes a line may depend. */
class Marks {
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

/** One file of both versions. */
class FileView {
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
    this.element = h("details", {class: "file", open: true}, h("summary", null, h("h3", null, this.title()), h("span", {class: "note"}, this.counts())), this.table);
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
      if (to - from < smallestGap) for (let i = from; i < to; i++) this.shown.add(i);
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
      if (shown) body.append(...(unified ? this.unifiedRows(i, end) : this.splitRows(i, end)));
      else body.append(this.gapRow(i, end, unified));
      i = end;
    }
    const widths = unified ? ["number", "number", "text"] : ["number", "text", "number", "text"];
    const head = unified ? [["old", 1], ["new", 1], ["", 1]] : [["old", 2], ["new", 2]];
    this.table.className = `code ${unified ? "unified" : "split"}`;
    this.table.replaceChildren(h("colgroup", null, widths.map(w => h("col", {class: w})), h("col", {class: "depends"})),
      h("thead", null, h("tr", null, head.map(([text, span]) => h("th", {scope: "col", colspan: span}, text)),
        h("th", {scope: "col", class: "depends", title: "Changes on which the line of the new version may depend"}, unified ? "by" : "affected by"))), body);
  }

  gapRow(from, to, unified) {
    return h("tr", {class: "gap"}, h("td", {colspan: unified ? 4 : 5},
      h("button", {type: "button", class: "quiet", onclick: () => {
        for (let i = from; i < to; i++) this.shown.add(i);
        this.sources.renderFile(this);
        this.focusRow(this.rows[from]);
      }}, `⋯ ${counted(to - from, "unchanged line")}`)));
  }

  splitRows(from, to) {
    return this.rows.slice(from, to).map(row => {
      const inner = this.inner(row);
      const element = h("tr", {class: row.kind, tabindex: "-1"}, this.numberCell("old", row.old), this.textCell("old", row, inner),
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
      if (this.rows[i].kind !== "same") while (end < to && this.rows[end].kind !== "same") end++;
      const stretch = this.rows.slice(i, end);
      if (stretch[0].kind === "same") result.push(this.unifiedRow(stretch[0], "new", true));
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
    const element = h("tr", {class: kind, tabindex: "-1"},
      this.numberCell("old", same || side === "old" ? row.old : null), this.numberCell("new", side === "new" ? row.new : null),
      this.textCell(side, row, this.inner(row)), side === "new" ? this.dependsCell(row) : h("td", {class: "depends"}));
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

  textCell(side, row, inner) {
    const index = row[side];
    if (index === null) return h("td", {class: `text ${side} absent`});
    const line = (side === "old" ? this.oldLines : this.newLines)[index];
    const name = side === "old" ? this.pair.oldName : this.pair.newName;
    const changed = row.kind !== "same";
    return h("td", {class: `text ${side}${changed ? (side === "old" ? " removed" : " added") : ""}`},
      changed && spoken(side === "old" ? "removed: " : "added: "),
      h("code", null, emphasised(line, inner, side === "old" ? inner?.oldEnd : inner?.newEnd)),
      this.marks.changesAt(side, name, index + 1).map(change => this.changeButton(change)));
  }

  changeButton(change) {
    return h("button", {type: "button", class: "change", dataset: {change: change.id}, "aria-pressed": String(this.sources.selected === change.id),
      "aria-label": `Change ${change.id}, ${change.kind}: show what may depend on it`, title: `change ${change.id}, ${change.kind}: show what may depend on it`,
      onclick: () => this.sources.select(this.sources.selected === change.id ? null : change.id)}, change.id);
  }

  dependsCell(row) {
    const ids = row.new === null ? null : this.marks.dependsAt(this.pair.newName, row.new + 1);
    if (!ids) return h("td", {class: "depends"});
    const text = ids.size <= 3 ? [...ids].join(", ") : `${ids.size} of ${this.marks.all}`;
    return h("td", {class: "depends"}, h("button", {type: "button", class: "quiet", title: `may depend on ${counted(ids.size, "change")}: ${[...ids].join(", ")}`,
      onclick: event => this.sources.explain(event.currentTarget, ids)}, spoken("may depend on "), text));
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
      for (let i = Math.max(0, index - context); i <= Math.min(this.rows.length - 1, index + context); i++) this.shown.add(i);
      this.sources.renderFile(this);
    }
    return this.elements.get(`${side}:${line}`);
  }
}

/** All files, and which change is selected. */
export class Sources {
  constructor(model) {
    this.model = model;
    this.selected = null;
    this.layout = null; // as wide as the screen allows, until the user says otherwise
    const marks = new Marks(model);
    this.files = model.files.map(pair => new FileView(pair, marks, this));
    this.element = this.makeSection();
    for (const file of this.files) this.renderFile(file);
    narrow.addEventListener("change", () => this.renderAll());
    onTarget("line", target => this.showTarget(target));
  }

  makeSection() {
    this.layoutButton = h("button", {type: "button", class: "quiet", id: "layout", onclick: () => {
      this.layout = this.unified() ? "split" : "unified";
      this.renderAll();
    }});
    this.updateLayoutButton();
    this.note = h("p", {class: "status", role: "status"});
    return h("section", {id: "sources", "aria-labelledby": "sources-title"},
      h("h2", {id: "sources-title"}, "Sources"),
      this.changeList(),
      this.files.length === 0 ? h("p", null, "The document holds no source text.") :
        [h("div", {class: "toolbar"}, this.layoutButton, this.note), this.files.map(f => f.element)]);
  }

  changeList() {
    const {changes} = this.model;
    if (changes.length === 0) return h("p", null, "No changed statement.");
    this.changeRows = new Map();
    const rows = changes.map(change => {
      const [side, place] = placesOf(change)[0];
      const row = h("tr", {dataset: {change: change.id}},
        h("td", null, link(lineTarget(side, place), change.id, {"aria-label": `Change ${change.id}: show its line`, onclick: event => {
          event.preventDefault();
          this.select(change.id);
          go(lineTarget(side, place));
        }})),
        h("td", {class: "kind"}, change.kind), h("td", {class: "place"}, side === "old" ? `${placeText(place)} (old)` : placeText(place)),
        h("td", null, h("code", null, visible(change.text)), change.kind === "modified" && change.old_text !== change.text &&
          [h("span", {class: "note"}, " was "), h("code", {class: "was"}, visible(change.old_text ?? ""))]));
      this.changeRows.set(change.id, row);
      return row;
    });
    return [h("details", {class: "changes", open: changes.length <= 20}, h("summary", null, h("h3", null, counted(changes.length, "changed statement"))),
      h("div", {class: "scroll"}, h("table", {class: "statement-list"}, h("thead", null, h("tr", null, ["id", "kind", "place", "statement"].map(t => h("th", {scope: "col"}, t)))), h("tbody", null, rows)))),
      this.interferenceList()];
  }

  interferenceList() {
    const {interference, interferenceLeftOut} = this.model;
    if (interference.length === 0) return null;
    const most = 30;
    const left = interferenceLeftOut + Math.max(0, interference.length - most);
    return h("details", {class: "changes"}, h("summary", null, h("h3", null, `${counted(interference.length + interferenceLeftOut, "set")} of changes that may interfere`)),
      h("div", {class: "scroll"}, h("ul", null, interference.slice(0, most).map(set => h("li", null, `changes ${set.changes.join(", ")} meet at `,
        set.locations.slice(0, 6).map((place, i) => [i ? ", " : "", link(lineTarget("new", place), placeText(place), {class: "place"})]),
        set.locations.length > 6 && ` and ${set.locations.length - 6} more`)), left > 0 && h("li", null, `and ${counted(left, "more set")}`))));
  }

  unified() {
    return this.layout ? this.layout === "unified" : narrow.matches;
  }

  updateLayoutButton() {
    this.layoutButton.textContent = this.unified() ? "Show side by side" : "Show one under the other";
  }

  renderFile(file) {
    file.render(this.unified());
  }

  renderAll() {
    this.updateLayoutButton();
    for (const file of this.files) this.renderFile(file);
  }

  /** Marks the lines that may depend on a change, or none. */
  select(id) {
    this.selected = id;
    for (const file of this.files)
      for (const [key, element] of file.elements) {
        if (!key.startsWith("new:")) continue;
        const depends = file.marks.dependsAt(file.pair.newName, Number(key.slice(4)));
        element.classList.toggle("selected", id !== null && (depends?.has(id) ?? false));
      }
    for (const button of this.element.querySelectorAll("button.change")) button.setAttribute("aria-pressed", String(Number(button.dataset.change) === id));
    for (const [change, row] of this.changeRows ?? []) row.classList.toggle("selected", change === id);
    const lines = id === null ? 0 : this.model.affected.filter(a => a.changes.includes(id)).length;
    this.note.textContent = id === null ? "" : `change ${id} selected: ${counted(lines, "line")} may depend on it`;
  }

  /** The changes that a line depends on, listed below it as links. */
  explain(button, ids) {
    const row = button.closest("tr");
    if (row.nextElementSibling?.classList.contains("explained")) {
      row.nextElementSibling.remove();
      return;
    }
    const changes = this.model.changes.filter(c => ids.has(c.id));
    const list = h("ul", {class: "statements"}, changes.map(c => {
      const [side, place] = placesOf(c)[0];
      return h("li", null, link(lineTarget(side, place), `change ${c.id}`), ` ${c.kind}, ${placeText(place)}: `, h("code", null, visible(c.text)));
    }));
    row.after(h("tr", {class: "explained"}, h("td", {colspan: row.cells.length}, h("p", null, "This line may depend on"), list)));
  }

  /** n and p: the next or the previous changed statement. */
  step(direction) {
    const {changes} = this.model;
    if (changes.length === 0) return;
    const at = changes.findIndex(c => c.id === this.selected);
    const next = at < 0 ? (direction > 0 ? 0 : changes.length - 1) : (at + direction + changes.length) % changes.length;
    this.select(changes[next].id);
    const [side, place] = placesOf(changes[next])[0];
    go(lineTarget(side, place));
  }

  showTarget(target) {
    const match = /^(old|new)\/(.*):(\d+)$/s.exec(target);
    if (!match) return false;
    const name = decodeURIComponent(match[2]);
    const file = this.files.find(f => (match[1] === "old" ? f.pair.oldName : f.pair.newName) === name);
    const row = file?.rowOf(match[1], Number(match[3]));
    if (!row) return false;
    for (const other of this.element.querySelectorAll("tr.target")) other.classList.remove("target");
    row.classList.add("target");
    row.scrollIntoView({block: "center"});
    row.focus({preventScroll: true});
    return true;
  }
}
