// Keys, the help that names them, and light or dark.

import {h} from "./dom.js";
import {categories} from "./model.js";

const themes = ["auto", "light", "dark"];

function storedTheme() {
  try {
    return localStorage.getItem("vernier-theme") ?? "auto";
  } catch {  // a browser may refuse storage to pages that are files
    return "auto";
  }
}

function setTheme(theme) {
  if (theme === "auto")
    delete document.documentElement.dataset.theme;
  else
    document.documentElement.dataset.theme = theme;
  document.getElementById("theme").textContent = `Theme: ${theme}`;
}

function nextTheme() {
  const now = document.documentElement.dataset.theme ?? "auto";
  const next = themes[(themes.indexOf(now) + 1) % themes.length];
  setTheme(next);
  try {
    localStorage.setItem("vernier-theme", next);
  } catch {  // as above; the theme then lasts as long as the page
  }
}

const keyTexts = [
  ["/", "filter the functions"],
  ["j, k", "next, previous function; Enter opens it"],
  ["n, p", "next, previous changed statement in the sources"],
  ["t", "theme: auto, light, dark"],
  ["Esc", "empty the filter, or forget the selected change"],
  ["?", "this help"],
];

function helpDialog() {
  const dialog =
      h("dialog", {id: "help", "aria-labelledby": "help-title"}, h("h2", {id: "help-title"}, "Keys and marks"),
        h("dl", null,
          keyTexts.map(
              ([keys, text]) =>
                  [h("dt", null, keys.split(", ").map((k, i) => [i ? " " : "", h("kbd", null, k)])),
                   h("dd", null, text)])),
        h("h3", null, "Verdicts"),
        h("dl", null,
          categories.map(
              c =>
                  [h("dt", null, h("span", {class: `swatch ${c.key}`, "aria-hidden": "true"}, c.symbol)),
                   h("dd", null, `${c.label}: ${c.about}`)])),
        h("h3", null, "Lines"),
        h("dl", null, h("dt", null, "−  +"), h("dd", null, "only in the old version, only in the new one"),
          h("dt", null, h("span", {class: "change"}, "5")),
          h("dd", null, "changed statement 5: press it to see what may depend on it"),
          h("dt", null, h("span", {class: "stripe"})), h("dd", null, "the line may depend on a change")),
        h("form", {method: "dialog"}, h("button", {}, "Close")));
  return dialog;
}

export function startKeys(functions, sources) {
  const dialog = helpDialog();
  document.body.append(dialog);
  document.getElementById("help-button").addEventListener("click", () => dialog.showModal());
  document.getElementById("theme").addEventListener("click", nextTheme);
  setTheme(themes.includes(storedTheme()) ? storedTheme() : "auto");
  const actions = {
    "/": () => functions.filter.focus(),
    "j": () => functions.move(1),
    "k": () => functions.move(-1),
    "n": () => sources.step(1),
    "p": () => sources.step(-1),
    "t": nextTheme,
    "?": () => dialog.showModal(),
  };
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    if (event.key === "Escape") {
      if (document.activeElement === functions.filter && functions.filter.value !== "")
        functions.showAll();
      else if (document.activeElement === functions.filter)
        functions.filter.blur();
      else
        sources.select(null);
      return;
    }
    if (event.target.matches("input, textarea, select") || !Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  });
}
