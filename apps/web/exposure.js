// How far inputs come with each changed statement: executed, with other values, shown; and the tests.

import {counted, h, visible} from "./dom.js";
import {inputsOf, placesOf, placeText} from "./model.js";
import {lineTarget, link, onTarget, placeLink} from "./navigation.js";
import {inputTable, inputText, outcomeTable} from "./outcome.js";

const states = [["reached", "executed"], ["infected", "other values"], ["exposed", "shown"]];

/** Null if nobody looked. */
export function exposureSection(model) {
  const known = model.raw.expose;
  if (!known) return null;
  const statements = new Map(model.changes.map(c => [c.id, c]));
  const tests = new Map(known.tests.map(t => [t.id, t]));
  const shown = known.changes.filter(c => c.exposed).length;
  const rows = known.changes.filter(c => statements.has(c.id))
                   .map(c => changeRow(c, statements.get(c.id), tests.get(c.test), model));
  const used = [...new Set(known.changes.map(c => c.test))].filter(id => tests.has(id)).sort((a, b) => a - b);
  const blocks = new Map(used.map(id => [id, testBlock(tests.get(id), model)]));
  onTarget("test", id => open(blocks.get(Number(id))));
  return h(
      "section", {id: "changes", "aria-labelledby": "changes-title"}, h("h2", {id: "changes-title"}, "Changes"),
      h("p", {class: "status"},
        `${shown} of ${counted(rows.length, "changed statement")} shown by inputs on which both versions differ`),
      h("div", {class: "changes"},
        h("div", {class: "scroll"},
          h("table", {class: "exposure"},
            h("thead", null,
              h("tr", null,
                ["id", "statement", ...states.map(([, title]) => title), "test", "why not"].map(
                    t => h("th", {scope: "col"}, t)))),
            h("tbody", null, rows)))),
      [...blocks.values()]);
}

function changeRow(change, statement, test, model) {
  const [side, place] = placesOf(statement)[0];
  const where = side === "old" ? `${placeText(place)} (old)` : placeText(place);
  const mark = (key, title) =>
      h("td", {class: `state ${change[key] ? "yes" : "no"}`}, change[key] ? `✓ ${title}` : `– not ${title}`);
  return h(
      "tr", {dataset: {change: change.id}}, h("td", null, link(lineTarget(side, place), change.id)),
      h("td", null, h("code", null, visible(statement.text)), " ", placeLink(where, side, place, model.files)),
      states.map(([key, title]) => mark(key, title)),
      h("td", null, test ? [link(`#test/${test.id}`, `test ${test.id}`), ` of ${entryText(test.entry)}`] : "–"),
      h("td", null, change.exposed ? "" : change.reason?.message ?? ""));
}

function entryText(entry) {
  return entry === "main" ? "the program" : entry;
}

function testBlock(test, model) {
  const input = inputsOf(test).map(i => `${i.name} = ${inputText(i)}`).join(", ");
  const what = test.exposes.length > 0 ? `shows ${changeList(test.exposes)}` : `executes ${changeList(test.changes)}`;
  return h(
      "details", {class: "changes test", id: `test-${test.id}`},
      h("summary", null, h("h3", null, `Test ${test.id} of ${entryText(test.entry)}`), ` ${what}: ${input}`),
      h("div", {class: "detail"}, h("div", {class: "block"}, h("h3", null, "Input"), inputTable(test)),
        test.plain &&
            h("div", {class: "block wide"}, h("h3", null, "What both versions do with it"),
              outcomeTable(test, model.old, model.new))));
}

function changeList(ids) {
  return `${ids.length === 1 ? "change" : "changes"} ${ids.join(", ")}`;
}

function open(block) {
  if (!block) return false;
  block.open = true;
  block.scrollIntoView({block: "start"});
  return true;
}
