// Reads the document, builds the sections, and starts what moves.

import {h} from "./dom.js";
import {readModel} from "./model.js";
import {startNavigation} from "./navigation.js";
import {headline, overviewSection} from "./overview.js";
import {FunctionTable} from "./functions.js";
import {exposureSection} from "./exposure.js";
import {commitsSection} from "./commits.js";
import {Sources} from "./source.js";
import {GraphView} from "./graph.js";
import {startKeys} from "./keys.js";

function start() {
  const model = readModel(document.getElementById("document").textContent);
  document.title = `${headline(model.raw).text}: ${model.old} → ${model.new} (Vernier)`;
  document.getElementById("pair").append(
      h("span", {class: "version"}, model.old), " → ", h("span", {class: "version"}, model.new));

  const functions = new FunctionTable(model);
  const sources = new Sources(model);
  const graph = model.graph.nodes.length > 0 ? new GraphView(model) : null;
  const sections = [
    [overviewSection(model, category => functions.showOnly(category)), "Overview"],
    [functions.element, "Functions"],
    [exposureSection(model), "Changes"],
    [commitsSection(model), "Commits"],
    [sources.element, "Sources"],
    [graph?.element, "Graph"],
  ].filter(([section]) => section);
  document.getElementById("main").append(...sections.map(([section]) => section));
  document.getElementById("sections").append(...sections.map(([section,
                                                               title]) => h("a", {href: `#${section.id}`}, title)));

  graph?.start();
  startKeys(functions, sources);
  startNavigation();
  let afterPrint = () => {};
  addEventListener("beforeprint", () => {
    afterPrint = functions.openForPrint();
  });
  addEventListener("afterprint", () => afterPrint());
}

start();
