// The reports: the day, table by table; the jackpots; and whether the books agree.

import { openDay } from "../components/day-card.js";
import { whyAddress } from "../components/why-address.js";
import { whyFigureButton } from "../components/why-figure.js";
import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { asCsv, saveLink } from "../shared/download.js";
import { exact } from "../shared/money.js";
import { run } from "../shared/shell.js";
import { dateTime, today, zoneLong } from "../shared/times.js";
import { capital, plain } from "../shared/words.js";
import { openAccount } from "./account-card.js";
import { columnsOf, dayAfter } from "./state.js";

/** Reports of the day, the jackpots, and whether the books agree. */
export async function reportsPanel() {
  const parts = await Promise.all([dayPart(), jackpotsPart(), booksPart()]);
  return h("div", { class: "stack" }, parts);
}

// ── the day ──────────────────────────────────────────────────────────────────────────────────────

const NAMES = {
  "void-rounds": "Void",
  "win-percent": "Win %",
  "money-decisions": "Decisions in money",
  decided: "Paid by decision",
};
const MEANT =
  "Turnover: all chips staked. Handle: stakes won or lost; pushes and returned bets don't count. " +
  "Win: what the table took, less what it paid; jackpot awards are paid by the jackpot. " +
  "A round counts on the day it is concluded.";

async function dayPart() {
  const date = h("input", {
    type: "date",
    id: "report-date",
    value: today(),
    "data-test": "report-date",
    onchange: () => run(null, load),
  });
  const find = h("input", {
    type: "search",
    "aria-label": "Find a table",
    placeholder: "Find a table",
    autocomplete: "off",
    "data-test": "report-find",
    oninput: () => draw(),
  });
  const move = (by, label, words) =>
    h(
      "button",
      {
        "aria-label": label,
        title: label,
        "data-test": by < 0 ? "day-before" : "day-after",
        onclick: (event) =>
          run(event.currentTarget, async () => {
            date.value = dayAfter(date.value || today(), by);
            await load();
          }),
      },
      words,
    );
  const place = h("div", { class: "stack" });
  let found = null;
  const load = async () => {
    found = await get(`/api/reports/day?date=${encodeURIComponent(date.value)}`);
    draw();
  };
  const draw = () => place.replaceChildren(...dayTable(found, date.value, find.value));
  await load();
  return h(
    "section",
    { class: "sheet stack" },
    h(
      "div",
      { class: "spread" },
      h("h2", {}, "The day"),
      h(
        "div",
        { class: "row day-choice" },
        find,
        h("label", { for: "report-date" }, `Day in ${zoneLong()}`),
        h(
          "span",
          { class: "day-steps" },
          move(-1, "The day before", "◀"),
          date,
          move(1, "The day after", "▶"),
        ),
      ),
    ),
    place,
  );
}

function dayTable(found, date, text) {
  const columns = columnsOf(found.tables);
  const wanted = text.trim().toLowerCase();
  const rows = found.tables.filter((row) => row.table.toLowerCase().includes(wanted));
  const all = found.total ? { table: "All tables", total: true, ...found.total } : null;
  if (!found.tables.length)
    return [h("p", { class: "empty" }, "Nothing happened at any table on this day.")];
  return [
    rows.length
      ? h("div", { class: "scroll" }, table(columns, rows, whyDay(date), wanted ? null : all))
      : h("p", { class: "empty" }, "No table of this name played on this day."),
    h("p", { class: "faint small" }, MEANT),
    h(
      "div",
      { class: "row" },
      saveLink(
        "Save as CSV",
        `day-${date}.csv`,
        asCsv(columns, all ? [...found.tables, { ...all, table: "All" }] : found.tables),
      ),
      saveLink("Save as JSON", `day-${date}.json`, found),
    ),
  ];
}

/** What a table came to on a day: the sum, and its rounds. What was irregular has its own list. */
const whyDay = (date) => (column, row, words) => {
  const { table: name } = row;
  if (column === "table" || row.total || !row[column] || words === "–") return words;
  const told = { "data-test": `why-${column}-${name}`, "aria-label": `${name}, ${words}: why?` };
  if (column === "incidents") {
    const to = new URLSearchParams({ table: name, find: "irregular" });
    return h("a", { class: "why", href: `/audit?${to}`, ...told }, words);
  }
  return h(
    "button",
    { type: "button", class: "why", ...told, onclick: () => openDay(name, row, date) },
    words,
  );
};

// ── jackpots ─────────────────────────────────────────────────────────────────────────────────────

const LATEST = 20;

async function jackpotsPart() {
  const found = await get("/api/reports/jackpot");
  const hits = found
    .flatMap((link) => link.hits.map((hit) => ({ jackpot: link.link, ...hit })))
    .sort((a, b) => (b.paid ?? "\uffff").localeCompare(a.paid ?? "\uffff"));
  return h(
    "section",
    { class: "sheet stack" },
    h("h2", {}, "Jackpots"),
    found.length
      ? [
          h("div", { class: "scroll" }, jackpotsTable(found)),
          h("h3", {}, "Hits"),
          hits.length ? hitsTable(hits) : h("p", { class: "faint" }, "No hits yet."),
          h("div", { class: "row" }, saveLink("Save as JSON", "jackpots.json", found)),
        ]
      : h("p", { class: "empty" }, "No jackpot is open."),
  );
}

/** Where the parts of a jackpot beside the meter are booked. */
const ACCOUNTS = { reserve: "reserve", overflow: "overflow", "not-yet-entered": "feed" };

function jackpotsTable(found) {
  const rows = found.map((link) => ({
    jackpot: link.link,
    displayed: link.displayed,
    reserve: link.reserve,
    overflow: link.overflow,
    "not-yet-entered": link.waiting,
    check: link["adds-up"],
  }));
  const columns = ["jackpot", "displayed", "reserve", "overflow", "not-yet-entered", "check"];
  return table(columns, rows, (column, row, words) => {
    if (column === "check")
      return h(
        "span",
        { class: `badge ${row.check ? "good" : "bad"}` },
        row.check ? "Adds up" : "Does not add up",
      );
    if (column === "displayed") return whyFigureButton(row.jackpot, words);
    const account = ACCOUNTS[column];
    return account ? accountButton(`${account}/${row.jackpot}`, row[column], words) : words;
  });
}

/** The latest, and all of them on demand: a house has hits of many years. */
function hitsTable(hits) {
  const columns = ["jackpot", "paid", "hand", "table", "round", "box", "player", "award", "state"];
  const place = h("div", { class: "scroll" });
  const rows = hits.map((hit) => ({ ...hit, state: hit.standing }));
  const draw = (shown) =>
    place.replaceChildren(
      table(columns, shown, whyHit),
      rows.length > shown.length
        ? h(
            "button",
            { class: "small-button", "data-test": "all-hits", onclick: () => draw(rows) },
            `Show all ${rows.length.toLocaleString("en")}`,
          )
        : "",
    );
  draw(rows.slice(0, LATEST));
  return place;
}

/** What a hit was paid, with the card that says why; one that waits has none yet. */
const whyHit = (column, row, words) => {
  if (column === "round")
    return h("a", { href: `/audit?round=${encodeURIComponent(row.round)}` }, words);
  return column === "award" && row.paid
    ? h(
        "a",
        {
          class: "why",
          href: whyAddress(row.round, `${row.box}.progressive`),
          "aria-label": `${words}: why?`,
          "data-test": `why-hit-${row.round}`,
        },
        words,
      )
    : words;
};

// ── the books ────────────────────────────────────────────────────────────────────────────────────

async function booksPart() {
  const found = await get("/api/reports/reconcile");
  const accounts = Object.entries(found.accounts).map(([account, balance]) => ({
    account,
    balance,
  }));
  const place = h("div", { class: "scroll" });
  const draw = (text) => {
    const rows = accounts.filter((row) => row.account.toLowerCase().includes(text));
    place.replaceChildren(
      rows.length
        ? table(["account", "balance"], rows, whyAccount)
        : h("p", { class: "empty" }, "No account of this name."),
    );
  };
  draw("");
  return h(
    "section",
    { class: "sheet stack" },
    h("h2", {}, "Reconciliation"),
    h(
      "p",
      {},
      h(
        "span",
        { class: `badge ${found.right ? "good" : "bad"}`, "data-test": "reconcile-result" },
        found.right ? "The books agree" : "The books do not agree",
      ),
      ` ${found.verdict}`,
    ),
    found.wrong.length ? h("pre", { class: "mono" }, JSON.stringify(found.wrong, null, 1)) : "",
    h(
      "details",
      {},
      h("summary", {}, `Accounts (${accounts.length.toLocaleString("en")})`),
      h("input", {
        type: "search",
        "aria-label": "Find an account",
        placeholder: "Find: a player, a table, a jackpot",
        autocomplete: "off",
        "data-test": "account-find",
        oninput: ({ currentTarget }) => draw(currentTarget.value.trim().toLowerCase()),
      }),
      place,
    ),
    h("div", { class: "row" }, saveLink("Save as JSON", "reconciliation.json", found)),
  );
}

/** What an account is made of. */
const whyAccount = (column, row, words) =>
  column === "balance" ? accountButton(row.account, row.balance, words) : words;

const accountButton = (account, balance, words) =>
  h(
    "button",
    {
      type: "button",
      class: "why",
      "data-test": `why-${account}`,
      "aria-label": `${account} ${words}: why?`,
      onclick: () => openAccount(account, balance),
    },
    words,
  );

// ── tables of figures ────────────────────────────────────────────────────────────────────────────

const WORDS = new Set([
  "account",
  "check",
  "hand",
  "jackpot",
  "paid",
  "player",
  "round",
  "state",
  "table",
]);
const MONEY = new Set([
  "award",
  "awards",
  "balance",
  "contributions",
  "decided",
  "displayed",
  "handle",
  "not-yet-entered",
  "overflow",
  "reserve",
  "turnover",
  "win",
]);

function table(columns, rows, asked, total = null) {
  const kind = (column) => (WORDS.has(column) ? "" : "number");
  const line = (row) =>
    h(
      "tr",
      {},
      columns.map((column) =>
        h("td", { class: kind(column) }, asked(column, row, cell(column, row[column]))),
      ),
    );
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        columns.map((column) =>
          h("th", { scope: "col", class: kind(column) }, NAMES[column] ?? capital(plain(column))),
        ),
      ),
    ),
    h("tbody", {}, rows.map(line)),
    total ? h("tfoot", {}, line(total)) : "",
  );
}

function cell(column, value) {
  if (value === null || value === undefined) return "–";
  if (MONEY.has(column)) return exact(value);
  if (column === "hand") return capital(plain(value));
  if (column === "state") return capital(plain(value));
  if (column === "win-percent") return value.replace("-", "−");
  if (column === "paid") return dateTime(value);
  return typeof value === "number" ? value.toLocaleString("en") : String(value);
}
