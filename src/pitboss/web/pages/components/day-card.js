// Why a table's figures for the day are what they are: the sum, and the rounds in it.

import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { dialog, run } from "../shared/shell.js";
import { today } from "../shared/times.js";
import { sumOfDay } from "./day-sum.js";
import { roundsTable } from "./rounds-table.js";

const AT_A_TIME = 50;

/** Opens the card of a table's day: today's, or that of another date. */
export function openDay(table, figures, date = today()) {
  const rounds = h("div", { "data-test": "day-rounds" }, "…");
  dialog(
    date === today() ? `${table} today: why?` : `${table} on ${date}: why?`,
    [
      sum(figures),
      h("p", { class: "small faint" }, "Awards are the jackpot's: they are no loss of the table."),
      h("h3", {}, "Its rounds"),
      rounds,
      h(
        "p",
        {},
        h("a", { class: "button", href: `/audit?${new URLSearchParams({ table })}` }, "All rounds"),
      ),
    ],
    { test: "day-dialog", wide: true },
  );
  run(null, async () => rounds.replaceChildren(await list(table, date)));
}

function sum(figures) {
  const row = ({ label, amount, total }) =>
    h("tr", { class: total ? "total" : "" }, h("th", { scope: "row" }, label), h("td", {}, amount));
  return h(
    "table",
    { class: "why-sum-table", "data-test": "day-sum" },
    h("tbody", {}, sumOfDay(figures).map(row)),
  );
}

async function list(table, date) {
  const asked = new URLSearchParams({ table, from: `${date}T00:00`, limit: String(AT_A_TIME) });
  if (date !== today()) asked.set("to", `${date}T23:59:59.999`);
  const { rounds } = await get(`/api/rounds?${asked}`);
  if (!rounds.length) return h("p", { class: "faint" }, "No round began on this day.");
  return roundsTable(rounds);
}
