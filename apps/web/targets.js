// What a build consists of, what of it was compared, and what changed beside that.

import {h} from "./dom.js";
import {linked} from "./navigation.js";

export function targetPanels(model) {
  return [targetList(model), outsideList(model)];
}

function targetList(model) {
  const rows = model.raw.targets ?? [];
  if (rows.length < 2) return null;
  const compared = rows.filter(t => t.compared);
  const names = code => rows.filter(t => t.reason?.code === code).map(t => t.name).join(", ");
  return h(
      "div", {class: "panel", id: "targets"}, h("h2", null, "Targets of the build"),
      h("ul", null,
        compared.map(t => h("li", null, h("code", null, t.name), `: ${t.verdict}, ${t.reason?.message ?? ""}`))),
      names("unchanged") && h("p", null, `Without changed code: ${names("unchanged")}`),
      names("test-program") && h("p", null, `Test programs that changed, not compared: ${names("test-program")}`));
}

function outsideList(model) {
  const missed = model.raw.not_compared ?? [], aside = model.raw.not_in_build ?? [];
  if (missed.length + aside.length === 0) return null;
  const list = items =>
      h("ul", null, items.map(i => h("li", null, linked(i.name, model.files), ` (${i.change}): ${i.reason}`)));
  return h(
      "div", {class: missed.length ? "panel warning" : "panel", id: "not-compared"},
      missed.length > 0 && [h("h2", null, "Changed and not compared"), list(missed)],
      aside.length > 0 && [h("h2", null, "Changed, but part of no target"), list(aside)]);
}
