// The headline: the verdict, how much of what changed is proved, and what to look at first.

import {counted, h} from "./dom.js";
import {assumptionText, breakableOf, categories, categoryNamed, categoryOf, inputsOf, secondsText} from "./model.js";
import {link, linked} from "./navigation.js";
import {inputText} from "./outcome.js";
import {targetPanels} from "./targets.js";

export function headline(raw) {
  const upToBound = raw.verdict === "equal" && raw.complete === false;
  const category = categoryOf({...raw, extent: upToBound ? "up-to-bound" : "complete"});
  const words = {
    different: "Behaves differently",
    unknown: "Not decided",
    bound: raw.bound ? `Behaves as before up to bound ${raw.bound}` : "Behaves as before up to a bound",
    assumed: "Behaves as before, under assumptions",
    proved: "Behaves as before",
  };
  return {category, text: words[category]};
}

export function overviewSection(model, showOnly) {
  const {category, text} = headline(model.raw);
  return h(
      "section", {id: "overview", "aria-labelledby": "headline"},
      h("div", {class: "headline"},
        h("span", {class: `seal ${category}`, "aria-hidden": "true"}, categoryNamed(category).symbol),
        h("div", null, h("h1", {id: "headline"}, text),
          h("p", {class: "claim"}, linked(model.summary.verdict ?? model.raw.reason?.message ?? "", model.files)))),
      bar(model, showOnly),
      h("div", {class: "columns"}, h("div", {class: "stack"}, lookFirst(model), firstWitness(model)), facts(model)),
      obstacles(model), targetPanels(model));
}

/** The bar counts functions: those that changed, and those that call them. */
function bar(model, showOnly) {
  const all = model.functions.length;
  const present = categories.filter(c => model.counts[c.key] > 0);
  const spokenText = present.map(c => `${model.counts[c.key]} ${c.label}`).join(", ");
  const segments = present.map(c => {
    const segment = h("span", {class: `segment ${c.key}`}, model.counts[c.key]);
    segment.style.flexGrow = model.counts[c.key];
    return segment;
  });
  const beyond = model.raw.equal_functions ?? 0;
  return h(
      "div", {class: "proof"},
      all > 0 &&
          h("div", {class: "bar", role: "img", "aria-label": `${counted(all, "function")}: ${spokenText}`}, segments),
      h("ul", {class: "legend"},
        present.map(
            c =>
                h("li", null,
                  h("button", {
                    type: "button",
                    class: "quiet",
                    title: `${c.about}; show only these`,
                    onclick: () => showOnly(c.key)
                  },
                    h("span", {class: `swatch ${c.key}`, "aria-hidden": "true"}, c.symbol),
                    `${model.counts[c.key]} ${c.label}${assumptionNames(model, c.key)}`))),
        beyond > 0 && h("li", {class: "beyond"}, `${counted(beyond, "more function")} cannot reach a change`)));
}

/** What the proofs under assumptions rest on, next to their number. */
function assumptionNames(model, category) {
  if (category !== "assumed") return "";
  const names = new Set(model.functions.filter(f => f.category === category).flatMap(breakableOf));
  return ` (${[...names].join(", ")})`;
}

function lookFirst(model) {
  const items = model.summary.look_first ?? [];
  if (items.length === 0) return null;
  return h(
      "div", {class: "panel"}, h("h2", null, "What to look at first"),
      h("ol", {class: "first"}, items.map(text => h("li", null, linked(text, model.files)))));
}

/** The first difference, so that nobody has to search for it. */
function firstWitness(model) {
  const shown = model.functions.filter(f => f.category === "different" && f.witness && f.old && f.new);
  const first = shown.find(f => f.role === "changed") ?? shown[0];
  if (!first) return null;
  return h(
      "div", {class: "panel"}, h("h2", null, "First witness"),
      h("p", null, link(`#function/${first.index}`, first.name, {class: "place"}), " with ",
        inputsOf(first).map((input, i) => [i ? ", " : "", h("code", null, `${input.name} = ${inputText(input)}`)])),
      h("dl", {class: "facts"}, h("dt", null, "old"), h("dd", null, first.old.text), h("dt", null, "new"),
        h("dd", null, first.new.text)));
}

function facts(model) {
  const {raw, summary} = model;
  const rows = [
    ["Changed", summary.changed],
    ["Touches", summary.touched],
    ["Differs", summary.differs],
    ["Proved", summary.proved],
    ["Unknown", summary.unknown],
    [
      "Complexity",
      raw.complexity &&
          `cyclomatic change complexity ${raw.complexity.cycc}, ${counted(raw.complexity.cloc, "changed line")}`
    ],
    ["Assuming", (raw.assumptions ?? []).map(code => assumptionText(code) ?? code).join(" ")],
    ["Warnings", ["old", "new"].flatMap(side => (raw[side]?.warnings ?? []).map(w => `${side}: ${w}`)).join("; ")],
    ["Time", `${secondsText(raw.seconds)}${raw.tool?.version ? `, Vernier ${raw.tool.version}` : ""}`],
  ].filter(([, text]) => text);
  return h(
      "div", {class: "panel"}, h("h2", null, "In short"),
      h("dl", {class: "facts"},
        rows.map(([name, text]) => [h("dt", null, name), h("dd", null, linked(text, model.files))])));
}

function obstacles(model) {
  if (model.obstacles.length === 0) return null;
  return h(
      "div", {class: "panel warning"}, h("h2", null, "Nothing may be claimed equal"),
      h("ul", null, model.obstacles.map(o => h("li", null, o.message, " ", h("code", null, o.code)))));
}
