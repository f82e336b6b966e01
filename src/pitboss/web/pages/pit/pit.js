// The pit desk: what needs this person, the tables, the jackpots.

import { command, get, post, tablePath } from "../shared/api.js";
import { $, h, show } from "../shared/dom.js";
import { drawOn, Live } from "../shared/live.js";
import "../components/meter.js";
import { money } from "../shared/money.js";
import { askSure, askText, may, notice, run, start } from "../shared/shell.js";
import { phase, wagerLabel } from "../shared/words.js";
import { openLimits, openNewTable } from "./dialogs.js";
import { openNewLink } from "./link-dialogs.js";
import { drawLinks } from "./links.js";
import { drawWaits } from "./waits.js";

const live = new Live({ tables: "*", links: "*" });
const roles = ["dealer", "pit-supervisor", "pit-manager", "shift-manager"];
const person = await start({ title: "Pit desk", roles, live });
// Names of rulebooks are asked for once, for the dialogs that open tables and jackpots.
const books = get("/api/rulebooks").catch(() => ({ rulebooks: [] }));
const takeLink = (view) => live.takeLink(view);
const desk = { live, person, books, takeLink, shift: may(person, "open-link") };

const opens = (may, test, label, work) =>
  may
    ? h(
        "button",
        {
          class: "small-button",
          "data-test": test,
          onclick: (event) => run(event.currentTarget, work),
        },
        label,
      )
    : "";
const runsTables = may(person, "open-table");
const newTable = opens(runsTables, "new-table", "Open a table …", () => openNewTable(desk, null));
const newLink = opens(desk.shift, "new-link", "Open a jackpot …", () => openNewLink(desk));

const waits = h("section", { class: "waiting", "aria-labelledby": "waits-head" });
const tables = h("div", { class: "stack" });
const links = h("div", { class: "stack" });
const column = (id, name, button, list) =>
  h(
    "section",
    { "aria-labelledby": id },
    h("div", { class: "spread" }, h("h2", { id }, name), button),
    list,
  );
$("#main").replaceChildren(
  h("h1", {}, "Pit desk"),
  waits,
  h(
    "div",
    { class: "pit-columns" },
    column("tables-head", "Tables", newTable, tables),
    column("links-head", "Jackpots", newLink, links),
  ),
);

drawOn(live, () => {
  if (!live.floor) return;
  drawWaits(waits, desk);
  drawTables();
  drawLinks(links, desk);
});

// ── tables ───────────────────────────────────────────────────────────────────────────────────────

function drawTables() {
  const rows = live.floor.tables;
  const empty = ({ table }) =>
    h("article", { class: "sheet table-row", "data-test": `pit-table-${table}` });
  show(
    tables,
    rows.map((row) => row.table),
    () => rows.map(empty),
  );
  rows.forEach((row, at) => {
    const view = live.tables.get(row.table);
    const key = [row, view?.limits, view?.next, view?.interrupted];
    show(tables.children[at], key, () => tableRow(row, view));
  });
}

/** @param {Api.TablePage} view */
function tableRow(row, view) {
  const badge = (kind, words, title = null) => h("span", { class: `badge ${kind}`, title }, words);
  const barred = view?.barred_boxes.join(", ");
  return [
    h(
      "div",
      { class: "spread" },
      h("div", {}, h("h3", {}, row.table), h("p", { class: "faint small" }, row.title)),
      h(
        "div",
        { class: "row" },
        view?.interrupted ? badge("wait", "Interrupted", view.interrupted.because) : "",
        row.pending ? badge("wait", "Round on hold") : "",
        row.open ? badge("info", phase(row.phase)) : badge("bad", "Closed"),
      ),
    ),
    h("p", { class: "small", "data-test": `seats-${row.table}` }, seats(row)),
    view ? limits(row, view) : "",
    barred ? h("p", { class: "small" }, `Barred: box ${barred}`) : "",
    row.notice ? h("p", {}, badge("bad", row.notice)) : "",
    h("div", { class: "row" }, tableButtons(row, view)),
  ];
}

function seats(row) {
  const taken = row.seats.length;
  return [
    taken ? `${taken} of ${row.boxes} boxes: ${who(row.seats)}` : `No players; ${row.boxes} boxes`,
    row.link ?? "",
    row.staff.length ? `at the console: ${row.staff.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Players with their boxes: ann (1, 2), bob (5). */
function who(taken) {
  const boxes = new Map();
  for (const { box, player } of taken) boxes.set(player, [...(boxes.get(player) ?? []), box]);
  return [...boxes].map(([player, own]) => `${player} (${own.join(", ")})`).join(", ");
}

/** @param {Api.TablePage} view */
function limits(row, view) {
  const entry = (name, amount) => h("div", {}, h("dt", {}, name), h("dd", {}, amount));
  return h(
    "dl",
    { class: "limits", "data-test": `limits-${row.table}` },
    Object.entries(view.limits).map(([bet, limit]) => entry(wagerLabel(view, bet), range(limit))),
    view.progressive_bet ? entry("Progressive", money(view.progressive_bet)) : "",
  );
}

/** @param {Api.LimitView} limit */
function range({ min, max }) {
  if (min && max) return `${money(min)} to ${money(max)}`;
  return max ? `up to ${money(max)}` : min ? `from ${money(min)}` : "any";
}

/** @param {Api.TablePage} view */
function tableButtons(row, view) {
  const between = row.open && !row.round;
  const send = async (body) => live.take((await command(tablePath(row.table), body)).view);
  const button = (test, label, work, kind = "") =>
    h(
      "button",
      {
        class: `small-button ${kind}`,
        "data-test": test,
        onclick: (event) => run(event.currentTarget, work, row.rulebook),
      },
      label,
    );
  const close = async () => {
    const text = `${row.table} takes no bets until it is opened again.`;
    const sure = await askSure("Close the table?", text, "Close the table");
    if (sure) await send({ do: "close-table" });
  };
  const admit = async () => {
    const test = { test: "walk-in" };
    const name = await askText(`Admit a walk-in at ${row.table}`, "Name", "Admit", test);
    if (!name) return;
    await post(`/api/tables/${encodeURIComponent(row.table)}/walk-ins`, { name });
    notice(`${name} may be bet for at ${row.table}.`);
  };
  const limits = async () => openLimits(desk, view);
  const open = () => openNewTable(desk, row);
  const restore = () => send({ do: "restore-progressive" });
  const restores = view?.next.some((step) => step.do === "restore-progressive");
  return [
    h(
      "a",
      { class: "button small-button", href: `/table/${encodeURIComponent(row.table)}` },
      "Console",
    ),
    runsTables && row.open ? button(`walk-in-${row.table}`, "Admit a walk-in …", admit) : "",
    runsTables && between ? button(`close-${row.table}`, "Close …", close) : "",
    runsTables && between && view ? button(`limits-of-${row.table}`, "Limits …", limits) : "",
    runsTables && row.open && row.round
      ? h("span", { class: "faint small" }, "Limits and closing: between rounds")
      : "",
    runsTables && !row.open ? button(`open-${row.table}`, "Open again …", open, "primary") : "",
    restores ? button(`restore-progressive-${row.table}`, "Resume progressive bets", restore) : "",
  ];
}
