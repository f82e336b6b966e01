// Rulebooks: what each document says, in tables and clause by clause; two of them side by side.

import { get } from "./api.js";
import { $, h, show } from "./dom.js";
import { clauseChips, run, start } from "./shell.js";
import { capital, plain } from "./words.js";

await start({ title: "Rulebooks" });
const lamp = $("#lamp");
if (lamp) lamp.hidden = true;

const asked = new URLSearchParams(location.search);
const { rulebooks } = await get("/api/rulebooks");
const ids = rulebooks.map((book) => book.id);
const titleOf = (id) => rulebooks.find((book) => book.id === id)?.title ?? id;
let book = ids.includes(asked.get("book")) ? asked.get("book") : ids[0];
let other = ids.includes(asked.get("with")) ? asked.get("with") : "";

const list = h("nav", { class: "book-list", "aria-label": "Rulebooks" });
const content = h("article", { class: "book", "aria-live": "off" });
const compare = h("select", { id: "compare", "data-test": "compare", onchange: () => { other = compare.value; run(null, draw); } });
$("#main").replaceChildren(h("div", { class: "spread" }, h("h1", {}, "Rulebooks"), h("div", { class: "row compare" }, h("label", { for: "compare" }, "Compare with"), compare)), h("div", { class: "books" }, list, content));
run(null, draw);

async function draw() {
  show(list, [book], () => rulebooks.map((one) => h("a", { href: `/rulebooks?book=${encodeURIComponent(one.id)}`, "aria-current": one.id === book ? "page" : null, "data-test": `book-${one.id}`, onclick: (event) => { event.preventDefault(); book = one.id; other = ""; run(null, draw); } }, h("b", {}, one.title), h("small", { class: "faint" }, `${one.operator}, version ${one.version}`))));
  compare.replaceChildren(h("option", { value: "" }, "nothing"), ...rulebooks.filter((one) => one.id !== book).map((one) => h("option", { value: one.id, selected: one.id === other }, `${one.title} (${one.operator})`)));
  history.replaceState(null, "", `/rulebooks?book=${encodeURIComponent(book)}${other ? `&with=${encodeURIComponent(other)}` : ""}`);
  if (other) return drawComparison();
  const found = await get(`/api/rulebooks/${encodeURIComponent(book)}`);
  content.replaceChildren(...bookPage(found));
  const clause = asked.get("clause");
  if (clause) {
    asked.delete("clause");
    const row = content.querySelector(`[data-clause="${CSS.escape(clause)}"]`);
    row?.scrollIntoView({ block: "center" });
    row?.classList.add("found");
  }
  return undefined;
}

function bookPage(found) {
  const sections = Map.groupBy ? Map.groupBy(found.entries, (entry) => entry.section) : group(found.entries);
  const pay = sections.get("pay tables") ?? [];
  sections.delete("pay tables");
  return [
    h("header", {}, h("h2", { class: "book-title" }, found.title), h("p", { class: "faint" }, `${found.operator} · ${found.id}`)),
    pay.length ? payTables(found.id, pay) : "",
    ...[...sections].map(([name, entries]) => h("details", { class: "sheet", open: ["wagers", "readings", "dealing", "limits"].includes(name) }, h("summary", {}, h("h3", {}, capital(name)), h("small", { class: "faint" }, `${entries.length}`)), entryTable(found.id, entries))),
    clauseList(found),
    maths(found.id),
  ];
}

function group(entries) {
  const found = new Map();
  for (const entry of entries) found.set(entry.section, [...(found.get(entry.section) ?? []), entry]);
  return found;
}

/** Each wager's pay table by itself: hand and what it pays. */
function payTables(id, entries) {
  const bets = new Map();
  for (const entry of entries) {
    const [bet, ...rest] = entry.name.split(": ");
    bets.set(bet, [...(bets.get(bet) ?? []), { ...entry, name: rest.join(": ") || entry.name }]);
  }
  // Wagers that pay one thing alone stand together.
  const single = [...bets].filter(([, rows]) => rows.length === 1);
  for (const [bet] of single) bets.delete(bet);
  if (single.length) bets.set("main bets", single.map(([bet, [row]]) => ({ ...row, name: bet })));
  return h("section", { class: "pay-tables", "aria-label": "Pay tables" }, [...bets].map(([bet, rows]) => h("div", { class: "sheet" }, h("h3", {}, capital(bet)), h("table", {}, h("tbody", {}, rows.filter((row) => row.value !== "nothing").map((row) => h("tr", {}, h("th", { scope: "row" }, capital(row.name)), h("td", { class: "number" }, row.value), h("td", { class: "number" }, clauseChips(id, row.clauses)))))))));
}

function entryTable(id, entries) {
  return h("div", { class: "scroll" }, h("table", {}, h("tbody", {}, entries.map((entry) => h("tr", {}, h("th", { scope: "row" }, capital(plain(entry.name))), h("td", {}, entry.value.split("\n").map((line) => h("span", { class: "line" }, line))), h("td", { class: "number" }, clauseChips(id, entry.clauses)))))));
}

function clauseList(found) {
  const rows = h("ol", { class: "clauses", "data-test": "clauses" });
  const field = h("input", { type: "search", "aria-label": "Find in the clauses", placeholder: "Find in the clauses", "data-test": "clause-find", oninput: () => fill(field.value) });
  const fill = (text) => {
    const wanted = text.trim().toLowerCase();
    const fits = found.clauses.filter((one) => `${one.clause} ${one.says}`.toLowerCase().includes(wanted));
    show(rows, wanted, () => (fits.length ? fits.map((one) => h("li", { "data-clause": one.clause }, h("b", { class: "mono" }, one.clause.replace(":", " ")), h("p", {}, one.says), h("small", { class: "faint" }, plain(one.kind)))) : h("li", { class: "empty" }, "No clause fits.")));
  };
  fill("");
  return h("section", { class: "sheet stack" }, h("div", { class: "spread" }, h("h3", {}, `Clauses, in our own words (${found.clauses.length})`), h("div", { class: "find" }, field)), rows);
}

function maths(id) {
  const place = h("div", {});
  return h("section", { class: "sheet stack" }, h("div", { class: "spread" }, h("h3", {}, "Exact mathematics"), h("button", { class: "small-button", "data-test": "maths", onclick: (event) => run(event.currentTarget, async () => {
    const found = await get(`/api/rulebooks/${encodeURIComponent(id)}/maths`);
    place.replaceChildren(h("div", { class: "scroll" }, tree(found)));
  }) }, "Show")), place);
}

/** Whatever figures there are, as nested tables. */
function tree(value) {
  if (value === null || typeof value !== "object") return h("span", {}, String(value ?? "–"));
  if (Array.isArray(value) && value.every((one) => one === null || typeof one !== "object")) return h("span", {}, value.join(", "));
  return h("table", {}, h("tbody", {}, Object.entries(value).map(([name, inside]) => h("tr", {}, h("th", { scope: "row" }, capital(plain(name))), h("td", {}, tree(inside))))));
}

// ── two side by side ─────────────────────────────────────────────────────────────────────────────────────────────

async function drawComparison() {
  const found = await get(`/api/rulebooks/diff?a=${encodeURIComponent(book)}&b=${encodeURIComponent(other)}`);
  const parts = [["values", "What is different"], ["clauses", "The same, by other clauses"], ["wording", "The same, in other words"]];
  content.replaceChildren(
    h("header", {}, h("h2", { class: "book-title" }, `${titleOf(book)} and ${titleOf(other)}`), h("p", { class: "faint" }, "Only what differs is shown.")),
    ...parts.filter(([key]) => found[key]?.length).map(([key, label]) => h("section", { class: "sheet" }, h("h3", {}, `${label} (${found[key].length})`), comparison(found[key], label))),
    ...(found.not_compared?.length ? [h("p", { class: "faint" }, `Not compared: ${found.not_compared.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join("; ")}`)] : []));
}

function comparison(rows, label) {
  let section = "";
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, h("table", { class: "diff", "data-test": "diff" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "unseen" }, "What")), h("th", { scope: "col" }, titleOf(book)), h("th", { scope: "col" }, titleOf(other)))),
    h("tbody", {}, rows.flatMap((row) => {
      const made = [];
      if (row.section !== section) {
        section = row.section;
        made.push(h("tr", { class: "section" }, h("th", { colspan: 3, scope: "colgroup" }, capital(section))));
      }
      made.push(h("tr", {}, h("th", { scope: "row" }, capital(plain(row.key))), side(book, row.a), side(other, row.b)));
      return made;
    }))));
}

function side(id, entry) {
  if (!entry) return h("td", { class: "faint" }, "not there");
  return h("td", {}, (entry.value ?? entry.wording ?? "").split("\n").map((line) => h("span", { class: "line" }, line)), " ", clauseChips(id, entry.clauses));
}
