// Rulebooks: what each document says, in tables and clause by clause; two of them side by side.

import { get } from "../shared/api.js";
import { $, drawn, h, show } from "../shared/dom.js";
import { clauseChips, isStaff, run, start } from "../shared/shell.js";
import { capital, dealing, plain } from "../shared/words.js";
import { comparison, differences, lines } from "./comparison.js";
import { housePage } from "./house.js";
import { mathsPart } from "./maths.js";

const person = await start({ title: "Rulebooks" });
const lamp = $("#lamp");
if (lamp) lamp.hidden = true;

const asked = new URLSearchParams(location.search);
const { rulebooks } = await get("/api/rulebooks");
const ids = rulebooks.map((book) => book.id);
const titleOf = (id) => rulebooks.find((book) => book.id === id)?.title ?? id;
let book = ids.includes(asked.get("book")) ? asked.get("book") : ids[0];
const readsHouse = isStaff(person) || person.role === "auditor";
let house = readsHouse && asked.has("house");
let other = ids.includes(asked.get("with")) && asked.get("with") !== book ? asked.get("with") : "";

const list = h("nav", { class: "book-list", "aria-label": "Rulebooks" });
const content = h("article", { class: "book", "aria-live": "off" });
const compare = h("select", {
  id: "compare",
  "data-test": "compare",
  onchange: () => {
    other = compare.value;
    house = false;
    run(null, draw);
  },
});
$("#main").replaceChildren(
  h(
    "div",
    { class: "spread" },
    h("h1", {}, "Rulebooks"),
    h("div", { class: "row compare" }, h("label", { for: "compare" }, "Compare with"), compare),
  ),
  h("div", { class: "books" }, list, content),
);
run(null, draw).then(drawn);

async function draw() {
  show(list, [book, house], () => [
    ...rulebooks.map((one) =>
      h(
        "a",
        {
          href: `/rulebooks?book=${encodeURIComponent(one.id)}`,
          "aria-current": one.id === book && !house ? "page" : null,
          "data-test": `book-${one.id}`,
          onclick: (event) => {
            event.preventDefault();
            book = one.id;
            other = "";
            house = false;
            run(null, draw);
          },
        },
        h("b", {}, one.title),
        h(
          "small",
          { class: "faint" },
          `${one.operator}, version ${one.version}${one.own ? ", own" : ""}`,
          one.in_force ? "" : `, not in force before ${one.since}`,
        ),
      ),
    ),
    readsHouse ? houseLink() : "",
  ]);
  compare.replaceChildren(
    h("option", { value: "" }, "nothing"),
    ...rulebooks
      .filter((one) => one.id !== book)
      .map((one) =>
        h(
          "option",
          { value: one.id, selected: one.id === other },
          `${one.title} (${one.operator})`,
        ),
      ),
  );
  compare.closest(".compare").hidden = house;
  const address = new URLSearchParams(other ? { book, with: other } : { book });
  history.replaceState(null, "", `/rulebooks?${house ? "house" : address}`);
  if (house) return drawHouse();
  if (other) return drawComparison();
  const wanted = book;
  const found = await get(`/api/rulebooks/${encodeURIComponent(book)}`);
  const figures = found.maths
    ? await get(`/api/rulebooks/${encodeURIComponent(book)}/maths`)
    : null;
  if (wanted !== book || other || house) return undefined;
  content.replaceChildren(...bookPage(found, figures));
  const clause = asked.get("clause");
  if (clause) {
    asked.delete("clause");
    const row = content.querySelector(`[data-clause="${CSS.escape(clause)}"]`);
    row?.scrollIntoView({ block: "center" });
    row?.classList.add("found");
  }
  return undefined;
}

function houseLink() {
  return h(
    "a",
    {
      class: "to-house",
      href: "/rulebooks?house",
      "aria-current": house ? "page" : null,
      "data-test": "house-rules",
      onclick: (event) => {
        event.preventDefault();
        house = true;
        run(null, draw);
      },
    },
    h("b", {}, "House rules"),
    h("small", { class: "faint" }, "Which texts are in force, and who adopted them"),
  );
}

async function drawHouse() {
  const made = await housePage(person, rulebooks);
  if (house) content.replaceChildren(...made);
}

// ── one rulebook ─────────────────────────────────────────────────────────────────────────────────

const OPTIONS = [
  "document",
  "layouts",
  "deck",
  "dealing",
  "wagers",
  "limits",
  "caps",
  "conduct",
  "play",
  "jackpot",
  "operations",
  "powers",
];
const NAMES = {
  document: "The document",
  caps: "Most that is paid",
  conduct: "Conduct of a round",
  play: "How it is played",
  jackpot: "Order of jackpot awards",
  operations: "When the jackpot is down",
  powers: "Who may do what",
  layouts: "Layouts of the table",
};
const FOLDED = {
  rulings: "Irregularities, and what is ordered",
  outcomes: "Clauses behind each outcome",
  refusals: "Clauses behind each refusal",
};

function bookPage(found, figures) {
  const sections = new Map();
  for (const entry of found.entries) {
    if (!entry.value && !entry.clauses.length) continue;
    sections.set(entry.section, [...(sections.get(entry.section) ?? []), entry]);
  }
  const options = OPTIONS.filter((name) => sections.has(name));
  const folded = [...sections.keys()].filter(
    (name) => !options.includes(name) && !["pay tables", "readings", "notes"].includes(name),
  );
  const parts = [
    [
      "pay",
      "Pay tables",
      sections.has("pay tables") ? payTables(found.id, sections.get("pay tables")) : null,
    ],
    [
      "options",
      "Options",
      h(
        "div",
        { class: "options" },
        options.map((name) =>
          h(
            "div",
            { class: "sheet" },
            h("h4", {}, NAMES[name] ?? capital(name)),
            entryTable(found.id, sections.get(name)),
          ),
        ),
      ),
    ],
    [
      "readings",
      "Readings of open questions",
      readings(found.id, sections.get("readings") ?? [], sections.get("notes") ?? []),
    ],
    [
      "rulings",
      "Rulings and outcomes",
      h(
        "div",
        { class: "stack" },
        folded.map((name) =>
          h(
            "details",
            { class: "sheet" },
            h(
              "summary",
              {},
              h("h4", {}, FOLDED[name] ?? capital(name)),
              h("small", { class: "faint" }, String(sections.get(name).length)),
            ),
            entryTable(found.id, sections.get(name)),
          ),
        ),
      ),
    ],
    ["clauses", "Clauses", clauseList(found)],
    ["maths", "Mathematics", mathsPart(found.id, figures)],
  ].filter(([, , made]) => made);
  return [
    h(
      "header",
      {},
      h("h2", { class: "book-title" }, found.title),
      h("p", { class: "faint" }, `${found.operator} · ${found.id}`),
      h(
        "nav",
        { class: "parts", "aria-label": "Parts of this rulebook" },
        parts.map(([key, label]) => h("a", { href: `#${key}` }, label)),
      ),
    ),
    ...parts.map(([key, label, made]) =>
      h(
        "section",
        { id: key, class: "part", "aria-labelledby": `${key}-head`, "data-test": `part-${key}` },
        h("h3", { id: `${key}-head` }, label),
        made,
      ),
    ),
  ];
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
  if (single.length)
    bets.set(
      "main bets",
      single.map(([bet, [row]]) => ({ ...row, name: bet })),
    );
  return h(
    "div",
    { class: "pay-tables" },
    [...bets].map(([bet, rows]) =>
      h(
        "div",
        { class: "sheet" },
        h("h4", {}, capital(bet)),
        h(
          "table",
          {},
          h(
            "tbody",
            {},
            rows
              .filter((row) => row.value !== "nothing")
              .map((row) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, capital(row.name)),
                  h("td", { class: "number" }, row.value),
                  h("td", { class: "number" }, clauseChips(id, row.clauses)),
                ),
              ),
          ),
        ),
      ),
    ),
  );
}

function entryTable(id, entries) {
  return h(
    "table",
    { class: "entries" },
    h(
      "tbody",
      {},
      entries.map((entry) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, capital(dealing(entry.name))),
          h("td", {}, lines(entry.value)),
          h("td", { class: "number" }, clauseChips(id, entry.clauses)),
        ),
      ),
    ),
  );
}

/** What the document leaves open: how it is read here, and how else it could be. */
function readings(id, entries, notes) {
  const others = new Map(
    entries
      .filter((one) => one.name.endsWith(": alternatives"))
      .map((one) => [one.name.replace(/: alternatives$/, ""), one.value.split(", ")]),
  );
  const rows = entries.filter((one) => !one.name.endsWith(": alternatives"));
  if (!rows.length && !notes.length) return null;
  return h(
    "div",
    { class: "stack" },
    rows.length
      ? h(
          "div",
          { class: "sheet" },
          h(
            "p",
            { class: "faint small" },
            "Where the document can be understood in more than one way, the rulebook says " +
              "which way is taken. An operator's own rulebook can choose another.",
          ),
          h(
            "table",
            { class: "entries", "data-test": "readings" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                h("th", { scope: "col" }, "Question"),
                h("th", { scope: "col" }, "Read as"),
                h("th", { scope: "col" }, "Could be read as"),
                h("th", { scope: "col", class: "number" }, "Clauses"),
              ),
            ),
            h(
              "tbody",
              {},
              rows.map((entry) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, capital(plain(entry.name))),
                  h("td", {}, h("b", {}, plain(entry.value))),
                  h(
                    "td",
                    { class: "faint" },
                    (others.get(entry.name) ?? [])
                      .filter((one) => one !== entry.value)
                      .map(plain)
                      .join("; or "),
                  ),
                  h("td", { class: "number" }, clauseChips(id, entry.clauses)),
                ),
              ),
            ),
          ),
        )
      : "",
    notes.length
      ? h(
          "details",
          { class: "sheet" },
          h(
            "summary",
            {},
            h("h4", {}, "Further notes"),
            h("small", { class: "faint" }, String(notes.length)),
          ),
          entryTable(id, notes),
        )
      : "",
  );
}

function clauseList(found) {
  const rows = h("ol", { class: "clauses", "data-test": "clauses" });
  const field = h("input", {
    type: "search",
    "aria-label": "Find in the clauses",
    placeholder: "Find in the clauses",
    "data-test": "clause-find",
    oninput: () => fill(field.value),
  });
  const fill = (text) => {
    const wanted = text.trim().toLowerCase();
    const fits = found.clauses.filter((one) =>
      `${one.clause} ${one.says}`.toLowerCase().includes(wanted),
    );
    show(rows, wanted, () =>
      fits.length
        ? fits.map((one) =>
            h(
              "li",
              { "data-clause": one.clause },
              h("b", { class: "mono" }, one.clause.replace(":", " ")),
              h("p", {}, one.says),
              h("small", { class: "faint" }, plain(one.kind)),
            ),
          )
        : h("li", { class: "empty" }, "No matching clauses."),
    );
  };
  fill("");
  return h(
    "div",
    { class: "sheet stack" },
    h(
      "div",
      { class: "spread" },
      h("p", { class: "faint small" }, `${found.clauses.length} clauses, in our own words.`),
      h("div", { class: "find" }, field),
    ),
    rows,
  );
}

// ── two side by side ─────────────────────────────────────────────────────────────────────────────

const asText = (value) => (typeof value === "string" ? value : JSON.stringify(value));

async function drawComparison() {
  const [a, b] = [book, other];
  const found = await get(
    `/api/rulebooks/diff?a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}`,
  );
  if (a !== book || b !== other) return;
  content.replaceChildren(
    h(
      "header",
      {},
      h("h2", { class: "book-title" }, `${titleOf(a)} and ${titleOf(b)}`),
      h(
        "p",
        { class: "faint" },
        "Only what differs is shown. ",
        h(
          "a",
          {
            href: `/rulebooks?book=${encodeURIComponent(a)}`,
            "data-test": "compare-end",
            onclick: (event) => {
              event.preventDefault();
              other = "";
              run(null, draw);
            },
          },
          "Back to one rulebook",
        ),
      ),
    ),
    ...differences(found).map(([key, label]) =>
      h(
        "section",
        { class: "sheet" },
        h("h3", {}, `${label} (${found[key].length})`),
        comparison(found[key], label, [titleOf(a), titleOf(b)], [a, b]),
      ),
    ),
    ...(found.not_compared?.length
      ? [h("p", { class: "faint" }, `Not compared: ${found.not_compared.map(asText).join("; ")}`)]
      : []),
  );
}
