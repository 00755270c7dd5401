// The classes of inputs of one function: what share of the inputs is decided, and a table that sorts, filters and
// explains each class.

import {counted, h, visible} from "./dom.js";
import {breakableOf, categoryNamed, inputsOf, placeText, secondsText} from "./model.js";
import {placeLink} from "./navigation.js";
import {inputText, outcomeTable} from "./outcome.js";

const kindCategories = {
  different: "different",
  unknown: "unknown",
  equal: "proved"
};
/** A class that is equal only under assumptions does not look proved. */
function categoryOfPart(part) {
  if (part.state === "proved-under-assumptions") return "assumed";
  return kindCategories[part.kind] ?? "unknown";
}
const kindOrder = Object.keys(kindCategories);
const rowsAtOnce = 200;
const longestCell = 400;

const partitionColumns = [
  {key: "id", title: "Class", compare: (a, b) => a.id - b.id},
  {key: "kind", title: "Verdict", compare: (a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind)},
  {key: "size", title: "Inputs", compare: (a, b) => compareSizes(sizeOf(a), sizeOf(b))},
  {key: "condition", title: "Condition", compare: null},
  {key: "example", title: "Such an input", compare: null},
  {key: "outcome", title: "What both versions do with it", compare: null},
];

/** Sizes are too large for numbers. Of a size that is not known exactly, what is known to be there; -1: nothing. */
function sizeOf(part) {
  const size = part.size?.at_least ?? part.size;
  return typeof size === "string" && /^\d+$/.test(size) ? BigInt(size) : -1n;
}

function compareSizes(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

function numberText(digits) {
  if (digits.length <= 15) return digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  return `${digits[0]}.${digits[1]} × 10^${digits.length - 1}`;
}

function sizeText(size) {
  if (typeof size === "string") return numberText(size);
  return size ? `${numberText(size.at_least)} to ${numberText(size.at_most)}` : "not counted";
}

function exactSize(size) {
  return typeof size === "string" ? `${size} inputs` : size ? `${size.at_least} to ${size.at_most} inputs` : null;
}

/** Never 0 % of something, or 100 % of less than everything. */
export function percentText(share) {
  if (share <= 0) return "0 %";
  if (share >= 1) return "100 %";
  if (share < 0.0001) return "less than 0.01 %";
  if (share > 0.9999) return "more than 99.99 %";
  const percent = share * 100;
  return `${Number(percent.toFixed(percent < 1 || percent > 99 ? 2 : 1))} %`;
}

function shorten(text) {
  return text.length <= longestCell ? text : `${text.slice(0, longestCell)} …`;
}

function conditionOf(part) {
  return visible(part.readable ?? part.condition ?? "");
}

/** The witness, else an input that is in the class. */
function shownInput(part) {
  return part.witness ? part : {witness: part.example ?? null, witness_text: part.example_text ?? null};
}

function inputLine(part) {
  const shown = shownInput(part);
  return shown.witness ? inputsOf(shown).map(i => `${i.name} = ${inputText(i)}`).join(", ") || "none" : "";
}

/** A class that is everything explains nothing that the verdict does not say. */
function isWorthATable(verify) {
  const parts = verify?.partitions ?? [];
  return parts.length > 1 || parts.some(p => p.basis || p.kind !== "equal");
}

/** What functions show of their classes; null: there is nothing to show. `own`: places can be links. */
export function partitionsBlock(f, model, own) {
  if (!isWorthATable(f.verify)) return null;
  return h(
      "div", {class: "block wide"}, h("h3", null, "Classes of inputs"), shareBar(f.verify),
      new PartitionTable(f.verify.partitions, model, own, f.name).element);
}

function shareBar(verify) {
  const assumed = breakableOf(verify).length > 0;
  const shares =
      [
        assumed ?
            [
              "assumed", `proved equal under assumptions (${breakableOf(verify).join(", ")})`, verify.verified_fraction
            ] :
            ["proved", "proved equal", verify.verified_fraction],
        ["different", "different", verify.different_fraction], ["unknown", "unknown", verify.unknown_fraction]
      ].filter(([, , share]) => share > 0)
          .map(([category, label, share]) => {
            const text = verify.shares?.[category === "assumed" || category === "proved" ? "equal" : category];
            return [category, label, share, text ?? percentText(share)];
          });
  if (shares.length === 0) return null;
  const text = shares.map(([, label, , percent]) => `${percent} ${label}`).join(", ");
  const segments = shares.map(([category, , share, percent]) => {
    const segment = h("span", {class: `segment ${category}`}, share >= 0.12 && percent);
    segment.style.flexGrow = Math.max(share, 0.01);
    return segment;
  });
  return h(
      "div", {class: "shares"}, h("div", {class: "bar", role: "img", "aria-label": `Inputs: ${text}`}, segments),
      h("ul", {class: "legend"},
        shares.map(
            ([category, label, , percent]) =>
                h("li", null,
                  h("span", {class: `swatch ${category}`, "aria-hidden": "true"}, categoryNamed(category).symbol),
                  `${percent} of the inputs ${label}`))));
}

class PartitionTable {
  constructor(partitions, model, own, name) {
    this.model = model;
    this.own = own;
    this.sort = {key: "kind", descending: false};
    this.wanted = new Set();
    this.text = "";
    this.most = rowsAtOnce;
    this.rows = partitions.map(part => ({part, body: null, haystack: null}));
    this.element = this.makeElement(name);
    this.update();
  }

  makeElement(name) {
    this.filter = h("input", {
      type: "search",
      class: "partitions-filter",
      placeholder: "Filter by condition, input or outcome",
      "aria-label": `Filter the classes of ${name} by condition, input or outcome`,
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => this.refilter(() => this.text = this.filter.value)
    });
    this.chips = kindOrder.filter(kind => this.rows.some(r => r.part.kind === kind)).map(kind => this.makeChip(kind));
    this.status = h("p", {class: "status", role: "status"});
    this.headers = partitionColumns.map(
        c => h(
            "th", {scope: "col", class: c.key},
            c.compare ?
                h("button",
                  {type: "button", class: "sort", dataset: {partitionColumn: c.key}, onclick: () => this.sortBy(c.key)},
                  c.title) :
                h("span", {class: "title"}, c.title)));
    this.table =
        h("table", {class: "partitions", "aria-label": `Classes of inputs of ${name}`},
          h("thead", null, h("tr", null, this.headers)));
    this.more =
        h("button", {type: "button", class: "quiet show-all", onclick: () => this.refilter(() => {}, Infinity)},
          "Show all of them");
    return h(
        "div", null,
        h("div", {class: "toolbar"}, this.filter,
          h("div", {class: "chips", role: "group", "aria-label": "Show only"}, this.chips), this.status),
        h("div", {class: "scroll"}, this.table), this.more);
  }

  makeChip(kind) {
    const category = categoryNamed(kindCategories[kind]);
    return h(
        "button", {
          type: "button",
          class: `chip ${category.key}`,
          "aria-pressed": "false",
          dataset: {kind},
          onclick: () => this.refilter(() => this.wanted.delete(kind) || this.wanted.add(kind))
        },
        h("span", {"aria-hidden": "true"}, category.symbol), ` ${kind} `,
        h("span", {class: "count"}, this.rows.filter(r => r.part.kind === kind).length));
  }

  /** Rows are made when they are shown for the first time. */
  bodyOf(row) {
    if (row.body) return row.body;
    const {part} = row, category = categoryOfPart(part);
    const detail = h("tr", {class: "unfolded", hidden: true}, h("td", {colspan: partitionColumns.length}));
    const button =
        h("button", {
          type: "button",
          class: "name",
          "aria-expanded": "false",
          "aria-label": `Class ${part.id}: explain`,
          onclick: () => {
            if (!detail.firstChild.hasChildNodes()) detail.firstChild.append(this.explanation(part));
            detail.hidden = !detail.hidden;
            button.setAttribute("aria-expanded", String(!detail.hidden));
          }
        },
          part.id);
    const cells = [
      button,
      h("span", {class: `badge ${category}`}, h("span", {"aria-hidden": "true"}, categoryNamed(category).symbol), " ",
        part.kind),
      h("span", {title: exactSize(part.size)}, sizeText(part.size)),
      h("code", null, shorten(conditionOf(part))),
      h("code", null, shorten(inputLine(part))),
      this.outcomeCell(part),
    ];
    const summary =
        h("tr", {class: `partition ${category}`, dataset: {partition: part.id}},
          cells.map((cell, i) => h("td", {class: partitionColumns[i].key}, cell)));
    row.body = h("tbody", null, summary, detail);
    return row.body;
  }

  outcomeCell(part) {
    if (part.old?.text && part.new?.text)
      return [h("span", {class: "was"}, part.old.text), " → ", h("span", {class: "now"}, part.new.text)];
    return part.kind === "equal" ? "the same" : part.reason?.message ?? "";
  }

  haystackOf(row) {
    const {part} = row;
    row.haystack ??= [
      conditionOf(part), inputLine(part), part.kind, part.reason?.code, part.reason?.message, part.old?.text,
      part.new?.text
    ].join("\n").toLowerCase();
    return row.haystack;
  }

  explanation(part) {
    const place = part.reason?.location;
    const facts = [
      ["Rests on", part.rests_on],
      [
        "Why",
        part.kind === "unknown" && part.reason &&
            [
              part.reason.message, " ", h("code", null, part.reason.code),
              place?.file && [" at ", this.place("new", place)]
            ]
      ],
      ["Size", exactSize(part.size)],
      ["Time", secondsText(part.seconds)],
    ].filter(([, text]) => text);
    return h(
        "div", {class: "explanation"},
        h("dl", {class: "facts"}, facts.map(([name, text]) => [h("dt", null, name), h("dd", null, text)])),
        part.old && part.new && outcomeTable(part, this.model.old, this.model.new), this.conjuncts(part),
        this.changes(part));
  }

  place(side, place) {
    const text = placeText(place);
    return this.own ? placeLink(text, side, place, this.model.files) : h("span", {class: "place"}, text);
  }

  /** Each part of the condition with the decision of the program that it comes from. */
  conjuncts(part) {
    const parts = part.explanation ?? [];
    if (parts.length === 0) return h("p", null, "Condition: ", h("code", null, conditionOf(part)));
    return h(
        "table", {class: "conjuncts"}, h("caption", null, "Its condition: all of"),
        h("thead", null, h("tr", null, ["kind", "version", "at", "condition"].map(t => h("th", {scope: "col"}, t)))),
        h("tbody", null,
          parts.map(
              c =>
                  h("tr", null, h("td", null, c.decision ?? c.kind), h("td", null, c.version ?? ""),
                    h("td", null, c.location?.file && this.place(c.version === "old" ? "old" : "new", c.location)),
                    h("td", null, h("code", null, visible(c.readable ?? "")))))));
  }

  changes(part) {
    const changes = this.own ? this.model.changes.filter(c => (part.changes ?? []).includes(c.id)) : [];
    if (changes.length === 0) return null;
    return h(
        "div", null, h("p", {class: "note"}, "Changed statements that the outcomes depend on:"),
        h("ul", {class: "statements"},
          changes.map(
              c =>
                  h("li", null, this.place(c.side === "old" ? "old" : "new", c.location), " ",
                    h("code", null, c.text)))));
  }

  sortBy(key) {
    this.sort = {key, descending: this.sort.key === key && !this.sort.descending};
    this.update();
  }

  refilter(change, most = rowsAtOnce) {
    change();
    this.most = most;
    this.update();
  }

  visibleRows() {
    const words = this.text.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = this.rows.filter(
        r => (this.wanted.size === 0 || this.wanted.has(r.part.kind)) &&
            words.every(w => this.haystackOf(r).includes(w)));
    const {compare} = partitionColumns.find(c => c.key === this.sort.key);
    const direction = this.sort.descending ? -1 : 1;
    return shown.sort((a, b) => direction * compare(a.part, b.part) || a.part.id - b.part.id);
  }

  update() {
    const shown = this.visibleRows();
    for (const body of [...this.table.tBodies]) body.remove();
    this.table.append(...shown.slice(0, this.most).map(r => this.bodyOf(r)));
    this.more.hidden = shown.length <= this.most;
    partitionColumns.forEach((c, i) => {
      if (!c.compare) return;
      const direction = c.key !== this.sort.key ? "none" : this.sort.descending ? "descending" : "ascending";
      this.headers[i].setAttribute("aria-sort", direction);
    });
    for (const chip of this.chips) chip.setAttribute("aria-pressed", String(this.wanted.has(chip.dataset.kind)));
    const all = counted(this.rows.length, "class", "classes");
    const first = shown.length > this.most ? `, the first ${this.most} are shown` : "";
    this.status.textContent = (shown.length === this.rows.length ? all : `${shown.length} of ${all}`) + first;
  }
}
