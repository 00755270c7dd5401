// The sources: the list of changed statements, and every file with changed or affected lines.

import {counted, h, visible} from "./dom.js";
import {placesOf, placeText} from "./model.js";
import {go, lineTarget, link, onTarget} from "./navigation.js";
import {FileView, Marks} from "./file.js";

// As wide as two columns of code need; page.css has the same number.
const narrow = matchMedia("(max-width: 800px)");

/** All files, and which change is selected. */
export class Sources {
  constructor(model) {
    this.model = model;
    this.selected = null;
    this.layout = null;  // as wide as the screen allows, until the user says otherwise
    const marks = new Marks(model);
    this.files = model.files.map(pair => new FileView(pair, marks, this));
    this.element = this.makeSection();
    for (const file of this.files) this.renderFile(file);
    narrow.addEventListener("change", () => this.renderAll());
    onTarget("line", target => this.showTarget(target));
  }

  makeSection() {
    this.layoutButton = h("button", {
      type: "button",
      class: "quiet",
      id: "layout",
      onclick: () => {
        this.layout = this.unified() ? "split" : "unified";
        this.renderAll();
      }
    });
    this.updateLayoutButton();
    this.note = h("p", {class: "status", role: "status"});
    return h(
        "section", {id: "sources", "aria-labelledby": "sources-title"}, h("h2", {id: "sources-title"}, "Sources"),
        this.changeList(), this.files.length === 0 ? h("p", null, "The document holds no source text.") : [
          h("div", {class: "toolbar"}, this.layoutButton, this.note), this.files.map(f => f.element)
        ]);
  }

  changeList() {
    const {changes} = this.model;
    if (changes.length === 0) return h("p", null, "No changed statement.");
    this.changeRows = new Map();
    const rows = changes.map(change => {
      const [side, place] = placesOf(change)[0];
      const row =
          h("tr", {dataset: {change: change.id}}, h("td", null, link(lineTarget(side, place), change.id, {
                                                      "aria-label": `Change ${change.id}: show its line`,
                                                      onclick: event => {
                                                        event.preventDefault();
                                                        this.select(change.id);
                                                        go(lineTarget(side, place));
                                                      }
                                                    })),
            h("td", {class: "kind"}, change.kind),
            h("td", {class: "place"}, side === "old" ? `${placeText(place)} (old)` : placeText(place)),
            h("td", null, h("code", null, visible(change.text)),
              change.kind === "modified" && change.old_text !== change.text &&
                  [h("span", {class: "note"}, " was "), h("code", {class: "was"}, visible(change.old_text ?? ""))]));
      this.changeRows.set(change.id, row);
      return row;
    });
    return [
      h("details", {class: "changes", open: changes.length <= 20},
        h("summary", null, h("h3", null, counted(changes.length, "changed statement"))),
        h("div", {class: "scroll"},
          h("table", {class: "statement-list"},
            h("thead", null, h("tr", null, ["id", "kind", "place", "statement"].map(t => h("th", {scope: "col"}, t)))),
            h("tbody", null, rows)))),
      this.interferenceList()
    ];
  }

  interferenceList() {
    const {interference, interferenceLeftOut} = this.model;
    if (interference.length === 0) return null;
    const most = 30;
    const left = interferenceLeftOut + Math.max(0, interference.length - most);
    return h(
        "details", {class: "changes"},
        h("summary", null,
          h("h3", null, `${counted(interference.length + interferenceLeftOut, "set")} of changes that may interfere`)),
        h("div", {class: "scroll"},
          h("ul", null,
            interference.slice(0, most).map(
                set =>
                    h("li", null, `changes ${set.changes.join(", ")} meet at `,
                      set.locations.slice(0, 6).map(
                          (place,
                           i) => [i ? ", " : "", link(lineTarget("new", place), placeText(place), {class: "place"})]),
                      set.locations.length > 6 && ` and ${set.locations.length - 6} more`)),
            left > 0 && h("li", null, `and ${counted(left, "more set")}`))));
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
    for (const button of this.element.querySelectorAll("button.change"))
      button.setAttribute("aria-pressed", String(Number(button.dataset.change) === id));
    for (const [change, row] of this.changeRows ?? []) row.classList.toggle("selected", change === id);
    const lines = id === null ? 0 : this.model.affected.filter(a => a.changes.includes(id)).length;
    const dependent = this.model.computed ? `${counted(lines, "line")} may depend on it` :
                                            "which lines depend on it was not computed";
    this.note.textContent = id === null ? "" : `change ${id} selected: ${dependent}`;
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
      return h(
          "li", null, link(lineTarget(side, place), `change ${c.id}`), ` ${c.kind}, ${placeText(place)}: `,
          h("code", null, visible(c.text)));
    }));
    row.after(
        h("tr", {class: "explained"},
          h("td", {colspan: row.cells.length}, h("p", null, "This line may depend on"), list)));
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
