// The change sequence graph: the picture of Graphviz, whose nodes lead to the source.

import {counted, h} from "./dom.js";
import {placeText} from "./model.js";
import {go, lineTarget, placeLink} from "./navigation.js";

const svgSpace = "http://www.w3.org/2000/svg";
const allowedElements =
    new Set(["svg", "g", "title", "path", "polygon", "polyline", "ellipse", "circle", "rect", "line", "text", "tspan"]);
const allowedAttributes = new Set([
  "class",
  "d",
  "points",
  "cx",
  "cy",
  "r",
  "rx",
  "ry",
  "x",
  "y",
  "x1",
  "x2",
  "y1",
  "y2",
  "width",
  "height",
  "viewBox",
  "transform",
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "text-anchor",
  "font-size",
  "font-family"
]);

/** A copy of only what draws: no scripts, no handlers, no links, no references to anything outside. */
function safeCopy(element) {
  if (!allowedElements.has(element.localName)) return null;
  const copy = document.createElementNS(svgSpace, element.localName);
  for (const {name, value} of element.attributes)
    if (allowedAttributes.has(name) && !/url\s*\(/i.test(value)) copy.setAttribute(name, value);
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE)
      copy.append(child.data);
    else if (child.nodeType === Node.ELEMENT_NODE)
      copy.append(safeCopy(child) ?? "");
  }
  return copy;
}

/** The number of the node that a group of the picture stands for: id="node-3", or Graphviz' own title n3. */
function nodeNumber(group) {
  const match = /^node-(\d+)$/.exec(group.id) ?? /^n(\d+)$/.exec(group.querySelector("title")?.textContent ?? "");
  return match ? Number(match[1]) : null;
}

export class GraphView {
  constructor(model) {
    this.model = model;
    this.removed = new Set(model.changes.filter(c => c.side === "old").map(c => c.id));
    this.scale = 1;
    const {nodes, edges} = model.graph;
    this.element = h(
        "section", {id: "graph", "aria-labelledby": "graph-title"},
        h("h2", {id: "graph-title"}, "Change sequence graph"),
        h("p", {class: "about"},
          "In which order changes can be executed, where they can interact, and which outputs follow. A node leads to its line."),
        this.picture() ??
            h("p", {class: "note"},
              model.graphSvg ?
                  "The picture cannot be read." :
                  "There is no picture (Graphviz was missing); the list has everything that it would show."),
        h("details", {class: "changes", open: this.svg === undefined},
          h("summary", null,
            h("h3", null, `As a list: ${counted(nodes.length, "node")}, ${counted(edges.length, "edge")}`)),
          h("div", {class: "scroll"}, this.list())));
  }

  sideOf(node) {
    return node.changes?.length > 0 && node.kind === "change" && node.changes.every(id => this.removed.has(id)) ?
        "old" :
        "new";
  }

  label(node) {
    const where = placeText(node.location);
    return where ?
        `${node.kind}, ${where}${node.location.function ? ` in ${node.location.function}` : ""}: ${node.label ?? ""}` :
        node.kind;
  }

  picture() {
    if (!this.model.graphSvg) return null;
    const root = new DOMParser().parseFromString(this.model.graphSvg, "image/svg+xml").documentElement;
    if (root.localName !== "svg" || root.querySelector("parsererror")) return null;
    const numbers = [...root.querySelectorAll("g.node")].map(nodeNumber);
    this.svg = safeCopy(root);
    this.groups = [...this.svg.querySelectorAll("g.node")];
    this.groups.forEach((group, i) => this.prepare(group, numbers[i]));
    this.edges = [...this.svg.querySelectorAll("g.edge")].map(
        group => ({group, ends: /^n(\d+)->n(\d+)$/.exec(group.querySelector("title")?.textContent ?? "")}));
    for (const {group} of this.edges) group.querySelector("title")?.remove();
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", "Change sequence graph");
    this.svg.classList.add("csg");
    const [, , width, height] = (this.svg.getAttribute("viewBox") ?? "0 0 400 300").split(/[\s,]+/).map(Number);
    this.size = {width: width * 4 / 3, height: height * 4 / 3};  // Graphviz measures in points
    this.frame = h("div", {class: "frame", tabindex: "-1"}, this.svg);
    const button = (text, title, act) =>
        h("button", {type: "button", class: "quiet", title, "aria-label": title, onclick: act}, text);
    this.setScale(1);
    return h(
        "div", {class: "picture"},
        h("div", {class: "toolbar"}, button("−", "Smaller", () => this.setScale(this.scale / 1.25)),
          button("+", "Larger", () => this.setScale(this.scale * 1.25)),
          button("Fit", "Fit the whole picture into the width", () => this.fit()),
          button("1:1", "Original size", () => this.setScale(1)), h("ul", {class: "kinds"}, this.kinds())),
        this.frame);
  }

  kinds() {
    const texts = {change: "change", interaction: "changes may interact", output: "output"};
    return Object.entries(texts).map(
        ([kind, text]) => h("li", null, h("span", {class: `swatch ${kind}`, "aria-hidden": "true"}), text));
  }

  prepare(group, number) {
    const node = this.model.graph.nodes.find(n => n.id === number);
    if (!node) return;
    group.classList.add(node.kind);
    group.dataset.node = number;
    const title = group.querySelector("title");
    if (title) title.textContent = this.label(node);
    if (!node.location?.file) return;
    group.setAttribute("tabindex", "0");
    group.setAttribute("role", "link");
    group.setAttribute("aria-label", this.label(node));
    const act = () => {
      this.choose(number);
      go(lineTarget(this.sideOf(node), node.location));
    };
    group.addEventListener("click", act);
    group.addEventListener("keydown", event => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      act();
    });
    group.addEventListener("focus", () => this.trace(number));
    group.addEventListener("blur", () => this.trace(null));
    group.addEventListener("mouseenter", () => this.trace(number));
    group.addEventListener("mouseleave", () => this.trace(null));
  }

  choose(number) {
    for (const group of this.groups) group.classList.toggle("chosen", Number(group.dataset.node) === number);
  }

  /** The edges of a node stand out while it is pointed at. */
  trace(number) {
    for (const {group, ends} of this.edges)
      group.classList.toggle("traced", ends !== null && (Number(ends[1]) === number || Number(ends[2]) === number));
  }

  setScale(scale) {
    this.scale = Math.min(4, Math.max(0.1, scale));
    this.svg.setAttribute("width", Math.round(this.size.width * this.scale));
    this.svg.setAttribute("height", Math.round(this.size.height * this.scale));
  }

  fit() {
    const style = getComputedStyle(this.frame);
    const room = this.frame.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (room > 0) this.setScale(Math.min(1, room / this.size.width));
  }

  /** Once the page is laid out: as large as fits, but not too small to read. */
  start() {
    if (!this.svg) return;
    this.fit();
    if (this.scale < 0.8) this.setScale(0.8);
    // The picture may be larger than its frame: begin where the program begins.
    const frame = this.frame.getBoundingClientRect(), entry = this.groups[0]?.getBoundingClientRect();
    if (!entry) return;
    this.frame.scrollLeft += entry.left + entry.width / 2 - frame.left - frame.width / 2;
    this.frame.scrollTop += entry.top + entry.height / 2 - frame.top - frame.height / 2;
  }

  list() {
    const {nodes, edges} = this.model.graph;
    const following = new Map(nodes.map(n => [n.id, []]));
    for (const [from, to] of edges) following.get(from)?.push(to);
    return h(
        "table", null,
        h("thead", null,
          h("tr", null, ["node", "kind", "place", "statement", "followed by"].map(t => h("th", {scope: "col"}, t)))),
        h("tbody", null,
          nodes.map(
              n =>
                  h("tr", null, h("td", null, n.id), h("td", null, n.kind),
                    h("td", null,
                      n.location?.file ? placeLink(
                                             placeText(n.location) + (this.sideOf(n) === "old" ? " (old)" : ""),
                                             this.sideOf(n), n.location, this.model.files) :
                                         ""),
                    h("td", null, h("code", null, n.label ?? "")), h("td", null, following.get(n.id).join(", "))))));
  }
}
