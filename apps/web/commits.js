// The commits of a range, each with the verdicts of its own change.

import {counted, h} from "./dom.js";
import {categories, categoryOf} from "./model.js";
import {badge, functionDetail} from "./functions.js";

export function commitsSection(model) {
  if (!model.commits) return null;
  return h(
      "section", {id: "commits", "aria-labelledby": "commits-title"}, h("h2", {id: "commits-title"}, "Commits"),
      h("p", {class: "about"},
        `${counted(model.commits.length, "commit")}, each compared with the one before it, oldest first.`),
      h("div", {class: "commits"}, model.commits.map(commit => commitView(commit, model))));
}

function commitView(commit, model) {
  const functions = (commit.functions ?? []).map(f => ({...f, category: categoryOf(f)}));
  const tally = categories.filter(c => functions.some(f => f.category === c.key))
                    .map(c => `${functions.filter(f => f.category === c.key).length} ${c.label}`)
                    .join(", ");
  return h(
      "details", {class: "commit"},
      h("summary", null, badge(commit, categoryOf(commit)), h("code", null, (commit.id ?? "").slice(0, 12)),
        h("span", {class: "subject"}, commit.subject), h("span", {class: "note"}, tally)),
      functions.length === 0 ?
          h("p", null, commit.reason?.message ?? "No function is changed.") :
          functions.map(
              f =>
                  h("div", {class: "commit-function"}, h("h3", null, f.name, " ", badge(f, f.category)),
                    functionDetail(f, model, false))));
}
