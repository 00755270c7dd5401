// Jumps within the page. A target is a part of the address, so that the browser's back button returns from a jump and
// an address can be sent to a colleague: #line/new/price.c:14, #function/3, #commit/1, or the id of a section.

import {h} from "./dom.js";

const showers = new Map();

/** The section that can show "#kind/rest" registers how. show(rest) returns whether there was something to show. */
export function onTarget(kind, show) {
  showers.set(kind, show);
}

export function lineTarget(side, place) {
  return `#line/${side}/${encodeURIComponent(place.file)}:${place.line}`;
}

function show(target) {
  const [kind, ...rest] = target.slice(1).split("/");
  return showers.get(kind)?.(rest.join("/")) ?? false;
}

export function go(target) {
  if (location.hash !== target) history.pushState(null, "", target);
  show(target);
}

export function link(target, text, attributes) {
  return h(
      "a", {
        href: target,
        onclick: event => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          event.stopPropagation();
          go(target);
        },
        ...attributes
      },
      text);
}

export function startNavigation() {
  addEventListener("hashchange", () => show(location.hash));
  if (location.hash) show(location.hash);
}

/** A place as a link where its source is shown, else as text. */
export function placeLink(text, side, place, files) {
  const shown = files.some(f => (side === "old" ? f.oldName : f.newName) === place?.file);
  return shown && place.line ? link(lineTarget(side, place), text, {class: "place"}) :
                               h("span", {class: "place"}, text);
}

/** Text in which `file.c:12` is a link where that file of the new version is shown. */
export function linked(text, files) {
  const names = files.map(f => f.newName).filter(Boolean).sort((a, b) => b.length - a.length);
  if (names.length === 0) return [text];
  const pattern = new RegExp(`(${names.map(n => n.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|")}):(\\d+)`, "g");
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(end, match.index));
    parts.push(link(lineTarget("new", {file: match[1], line: match[2]}), match[0], {class: "place"}));
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}
