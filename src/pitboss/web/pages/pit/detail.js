// One table of the board in full: who sits where, its limits, and what may be done about it.

import { openMoneyDecision } from "../components/money-decision.js";
import { command, post, tablePath } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { askSure, askText, may, notice, run } from "../shared/shell.js";
import { wagerLabel } from "../shared/words.js";
import { openLimits, openNewTable } from "./dialogs.js";

/** @param {Api.TablePage | undefined} view */
export function tableDetail(desk, row, view) {
  const barred = view?.barred_boxes.join(", ");
  return [
    h("p", { class: "small", "data-test": `seats-${row.table}` }, seats(row)),
    view ? limits(row, view) : "",
    barred ? h("p", { class: "small" }, `Barred: box ${barred}`) : "",
    row.notice ? h("p", {}, h("span", { class: "badge bad" }, row.notice)) : "",
    h("div", { class: "row" }, buttons(desk, row, view)),
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

/** @param {Api.TablePage | undefined} view */
function buttons(desk, row, view) {
  const { live, runsTables, person } = desk;
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
  const setLimits = async () => openLimits(desk, view);
  const open = () => openNewTable(desk, row);
  const pays = () => openMoneyDecision(row, send);
  const restore = () => send({ do: "restore-progressive" });
  const restores = view?.next.some((step) => step.do === "restore-progressive");
  const to = (path, label) => h("a", { class: "button small-button", href: path }, label);
  const decides = may(person, "decide-money") && row.rounds > 0;
  return [
    to(`/table/${encodeURIComponent(row.table)}`, "Console"),
    to(`/audit?table=${encodeURIComponent(row.table)}`, "Rounds"),
    runsTables && row.open ? button(`walk-in-${row.table}`, "Admit a walk-in …", admit) : "",
    runsTables && between ? button(`close-${row.table}`, "Close …", close) : "",
    runsTables && between && view ? button(`limits-of-${row.table}`, "Limits …", setLimits) : "",
    runsTables && row.open && row.round
      ? h("span", { class: "faint small" }, "Limits and closing: between rounds")
      : "",
    runsTables && !row.open ? button(`open-${row.table}`, "Open again …", open, "primary") : "",
    decides ? button(`money-${row.table}`, "Decide money …", pays) : "",
    restores ? button(`restore-progressive-${row.table}`, "Resume progressive bets", restore) : "",
  ];
}
