// What two texts say differently, side by side.

import { h } from "../shared/dom.js";
import { clauseChips } from "../shared/shell.js";
import { capital, dealing, plain } from "../shared/words.js";
import { datesForPeople } from "./state.js";

const PARTS = [
  ["values", "What is different"],
  ["clauses", "The same, by other clauses"],
  ["wording", "The same, in other words"],
];

/**
 * The parts of a comparison in which something differs, each with its heading.
 * @param {Api.WrittenDifference} found
 */
export const differences = (found) => PARTS.filter(([key]) => found[key]?.length);

// Values that are codes of ours read better without their hyphens; sentences and names stay as they
// are.
export const lines = (value) =>
  datesForPeople(value)
    .split("\n")
    .map((line) =>
      h("span", { class: "line" }, /^[a-z]+(-[a-z]+)+$/.test(line) ? plain(line) : line),
    );

/** Rows of a comparison; ``books`` are the rulebooks whose clauses the two sides name. */
export function comparison(rows, label, titles, books) {
  let section = "";
  const made = (row) => {
    const head =
      row.section === section
        ? []
        : [
            h(
              "tr",
              { class: "section" },
              h("th", { colspan: 3, scope: "colgroup" }, capital(row.section)),
            ),
          ];
    section = row.section;
    return [
      ...head,
      h(
        "tr",
        {},
        h("th", { scope: "row" }, capital(dealing(row.key))),
        side(books[0], row.a),
        side(books[1], row.b),
      ),
    ];
  };
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
    h(
      "table",
      { class: "diff", "data-test": "diff" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, h("span", { class: "unseen" }, "What")),
          titles.map((title) => h("th", { scope: "col" }, title)),
        ),
      ),
      h("tbody", {}, rows.flatMap(made)),
    ),
  );
}

function side(id, entry) {
  if (!entry) return h("td", { class: "faint" }, "not there");
  return h(
    "td",
    {},
    h(
      "div",
      { class: "said" },
      h("span", {}, lines(entry.value ?? entry.wording ?? "")),
      h("span", {}, clauseChips(id, entry.clauses)),
    ),
  );
}
