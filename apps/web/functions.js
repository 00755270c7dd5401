// The table of functions: it sorts, filters, and each row opens to what is known about the function.

import {counted, h} from "./dom.js";
import {categories, categoryNamed, extentText, modeText, placeText, placesOf, reasonMeaning, roleText, secondsText, verdictLabel} from "./model.js";
import {lineTarget, link, linked, onTarget, placeLink} from "./navigation.js";
import {assumptionList, inputTable, outcomeTable} from "./outcome.js";
import {partitionsBlock} from "./partitions.js";

const compareNames = new Intl.Collator("en", {numeric: true}).compare;
const severity = f => categories.findIndex(c => c.key === f.category);
const roles = ["program", "changed", "added", "removed", "caller"];
const extents = ["none", "up-to-bound", "complete"];

const columns = [
  {key: "name", title: "Function", compare: (a, b) => compareNames(a.name, b.name)},
  {
    key: "verdict",
    title: "Verdict",
    compare: (a, b) => severity(a) - severity(b) || roles.indexOf(a.role) - roles.indexOf(b.role)
  },
  {
    key: "extent",
    title: "Holds for",
    compare: (a, b) => extents.indexOf(a.extent) - extents.indexOf(b.extent) || (a.bound ?? 0) - (b.bound ?? 0)
  },
  {key: "mode", title: "Shown by", compare: (a, b) => compareNames(modeText(a.mode), modeText(b.mode))},
  {key: "reason", title: "Why", compare: (a, b) => compareNames(a.reason?.code ?? "", b.reason?.code ?? "")},
  {key: "time", title: "Time", compare: (a, b) => (a.seconds ?? 0) - (b.seconds ?? 0)},
];

export function badge(judged, category) {
  return h(
      "span", {class: `badge ${category}`}, h("span", {"aria-hidden": "true"}, categoryNamed(category).symbol), " ",
      verdictLabel(judged));
}

/** What one function shows when it is opened; also used for the functions of a commit. */
export function functionDetail(f, model, own) {
  const parts = [];
  if (f.witness && f.old && f.new) {
    parts.push(h("div", {class: "block"}, h("h3", null, "Input"), inputTable(f)));
    parts.push(
        h("div", {class: "block wide"}, h("h3", null, "What both versions do with it"),
          outcomeTable(f, model.old, model.new)));
  }
  parts.push(h("div", {class: "block"}, h("h3", null, "Why"), reasonText(f, model, own)));
  const assumptions = assumptionList(f.assumptions);
  if (assumptions) parts.push(h("div", {class: "block"}, h("h3", null, "Assuming"), assumptions));
  return h("div", {class: "detail"}, parts, partitionsBlock(f, model, own), own ? statementsBlock(f, model) : null);
}

function reasonText(f, model, own) {
  const place = f.reason?.location;
  return h(
      "p", null, own ? linked(f.reason?.message || "no reason is given", model.files) : f.reason?.message,
      f.reason?.code && [" ", h("code", {title: reasonMeaning(f.reason.code)}, f.reason.code)],
      place?.file && [" at ", own ? placeLink(placeText(place), "new", place, model.files) : placeText(place)],
      f.for_all_callers && ". The equality holds for every caller, in every state of memory.");
}

function statementsBlock(f, model) {
  const changes = model.changes.filter(c => placesOf(c).some(([, place]) => place.function === f.name));
  if (changes.length === 0) return null;
  return h(
      "div", {class: "block wide"}, h("h3", null, "Its changed statements"),
      h("ul", {class: "statements"}, changes.map(c => h("li", null, changeLink(c), " ", h("code", null, c.text)))));
}

function changeLink(change) {
  const [side, place] = placesOf(change)[0];
  return link(lineTarget(side, place), `change ${change.id}`, {title: `${change.kind}, ${side} ${placeText(place)}`});
}

export class FunctionTable {
  constructor(model) {
    this.model = model;
    this.sort = {key: "verdict", descending: false};
    this.wanted = new Set();
    this.text = "";
    this.rows = model.functions.map(f => this.makeRow(f));
    this.element = this.makeSection();
    this.update();
    onTarget("function", index => this.open(Number(index), true));
  }

  makeSection() {
    this.filter = h("input", {
      type: "search",
      id: "filter",
      placeholder: "Filter by name, file or reason ( / )",
      "aria-label": "Filter functions by name, file or reason",
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => {
        this.text = this.filter.value;
        this.update();
      }
    });
    this.chips = categories.filter(c => this.model.counts[c.key] > 0)
                     .map(
                         c =>
                             h("button", {
                               type: "button",
                               class: `chip ${c.key}`,
                               "aria-pressed": "false",
                               dataset: {category: c.key},
                               onclick: () => this.toggle(c.key)
                             },
                               h("span", {"aria-hidden": "true"}, c.symbol), ` ${c.label} `,
                               h("span", {class: "count"}, this.model.counts[c.key])));
    this.status = h("p", {class: "status", role: "status"});
    this.headers = columns.map(
        c =>
            h("th", {scope: "col", role: "columnheader", class: c.key},
              h("button", {type: "button", class: "sort", dataset: {column: c.key}, onclick: () => this.sortBy(c.key)},
                c.title)));
    this.table =
        h("table", {class: "functions", role: "table", "aria-label": "Functions"},
          h("thead", {role: "rowgroup"}, h("tr", {role: "row"}, this.headers)));
    return h(
        "section", {id: "functions", tabindex: "-1", "aria-labelledby": "functions-title"},
        h("h2", {id: "functions-title"}, "Functions"),
        this.rows.length === 0 ? h("p", null, "No function is changed, and none calls a changed one.") : [
          h("div", {class: "toolbar"}, this.filter,
            h("div", {class: "chips", role: "group", "aria-label": "Show only"}, this.chips), this.status),
          this.table
        ]);
  }

  makeRow(f) {
    const detailId = `detail-${f.index}`;
    const button =
        h("button", {
          type: "button",
          class: "name",
          "aria-expanded": "false",
          "aria-controls": detailId,
          onclick: event => {
            event.stopPropagation();
            this.open(f.index, !this.isOpen(f.index));
          }
        },
          f.name);
    const side = f.role === "removed" ? "old" : "new";
    const where = placeText(f.location);
    const cell = (name, ...content) => h("td", {role: "cell", class: name}, content);
    const summary =
        h("tr", {
          role: "row",
          class: `function ${f.category}`,
          id: `function-${f.index}`,
          dataset: {name: f.name},
          onclick: event => {
            if (!event.target.closest("a") && getSelection().isCollapsed) this.open(f.index, !this.isOpen(f.index));
          }
        },
          cell(
              "name", button,
              h("span", {class: "where"},
                where && placeLink(side === "old" ? `${where} (old)` : where, side, f.location, this.model.files), " ",
                roleText(f.role))),
          cell("verdict", badge(f, f.category)), cell("extent", extentText(f)), cell("mode", modeText(f.mode)),
          cell("reason", this.shortReason(f)), cell("time", secondsText(f.seconds)));
    const detail =
        h("tr", {role: "row", class: "opened", id: detailId, hidden: true},
          h("td", {role: "cell", colspan: columns.length}));
    const haystack =
        [f.name, where, f.role, f.reason?.code, f.reason?.message, modeText(f.mode)].join("\n").toLowerCase();
    return {f, summary, detail, button, haystack, body: h("tbody", {role: "rowgroup"}, summary, detail)};
  }

  /** A difference explains itself by its outcomes, everything else by its reason. */
  shortReason(f) {
    const onlyIf = /^only [^:]*/.exec(f.reason?.message ?? "")?.[0];
    if (f.category === "different" && f.old?.text && f.new?.text)
      return [
        onlyIf && `${onlyIf}: `, h("span", {class: "was"}, f.old.text), " → ", h("span", {class: "now"}, f.new.text)
      ];
    return f.reason?.message ?? "";
  }

  isOpen(index) {
    return !this.rows[index].detail.hidden;
  }

  open(index, wanted) {
    const row = this.rows[index];
    if (!row) return false;
    if (wanted && row.body.parentNode !== this.table) this.showAll();
    const cell = row.detail.firstChild;
    if (wanted && !cell.hasChildNodes()) cell.append(functionDetail(row.f, this.model, true));
    row.detail.hidden = !wanted;
    row.button.setAttribute("aria-expanded", String(wanted));
    row.summary.classList.toggle("open", wanted);
    if (wanted && location.hash === `#function/${index}`) row.summary.scrollIntoView({block: "start"});
    return true;
  }

  toggle(category) {
    if (!this.wanted.delete(category)) this.wanted.add(category);
    this.update();
  }

  showOnly(category) {
    this.wanted = new Set([category]);
    this.text = this.filter.value = "";
    this.update();
    this.element.scrollIntoView();
    this.chips.find(c => c.dataset.category === category)?.focus({preventScroll: true});
  }

  showAll() {
    this.wanted.clear();
    this.text = this.filter.value = "";
    this.update();
  }

  sortBy(key) {
    this.sort = {key, descending: this.sort.key === key && !this.sort.descending};
    this.update();
  }

  visibleRows() {
    const words = this.text.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = this.rows.filter(
        r => (this.wanted.size === 0 || this.wanted.has(r.f.category)) && words.every(w => r.haystack.includes(w)));
    const {compare} = columns.find(c => c.key === this.sort.key);
    const direction = this.sort.descending ? -1 : 1;
    return shown.sort((a, b) => direction * compare(a.f, b.f) || a.f.index - b.f.index);
  }

  update() {
    if (this.rows.length === 0) return;
    const focused = document.activeElement;
    const shown = this.visibleRows();
    for (const body of [...this.table.tBodies]) body.remove();
    this.table.append(...shown.map(r => r.body));
    if (focused !== document.activeElement && this.table.contains(focused)) focused.focus({preventScroll: true});
    columns.forEach((c, i) => {
      const direction = c.key !== this.sort.key ? "none" : this.sort.descending ? "descending" : "ascending";
      this.headers[i].setAttribute("aria-sort", direction);
    });
    for (const chip of this.chips) chip.setAttribute("aria-pressed", String(this.wanted.has(chip.dataset.category)));
    this.status.textContent = shown.length === this.rows.length ?
        counted(shown.length, "function") :
        `${shown.length} of ${counted(this.rows.length, "function")}`;
  }

  /** j and k: the focus moves to the next or the previous function that is shown. */
  move(step) {
    const shown = this.visibleRows();
    if (shown.length === 0) return;
    const at = shown.findIndex(r => r.body.contains(document.activeElement));
    const next = at < 0 ? (step > 0 ? 0 : shown.length - 1) : Math.min(Math.max(at + step, 0), shown.length - 1);
    shown[next].button.focus({preventScroll: true});
    shown[next].summary.scrollIntoView({block: "nearest"});
  }

  /** On paper, nothing can be opened: open what a reader needs, and give back a function that closes it again. */
  openForPrint() {
    const closed = this.rows.filter(r => r.f.category === "different" && !this.isOpen(r.f.index));
    for (const row of closed) this.open(row.f.index, true);
    return () => closed.forEach(row => this.open(row.f.index, false));
  }
}
