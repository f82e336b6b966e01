// Rounds in a table: what was staked, how it ended for the players, and a link to the reasons.

import { h } from "../shared/dom.js";
import { money, signed } from "../shared/money.js";
import { time } from "../shared/times.js";
import { whyAddress } from "./why-address.js";

/**
 * Rounds, each linked to what happened and why.
 * @param {readonly Api.RoundSummary[]} rounds
 */
export function roundsTable(rounds) {
  const row = (one) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: whyAddress(one.round, "") }, one.round)),
      h("td", {}, time(one.at_ms)),
      h("td", { class: "number" }, one.staked ? money(one.staked) : one.outcome),
      h("td", { class: "number" }, one.net ? signed(one.net) : "–"),
    );
  return h(
    "div",
    { class: "log-frame", tabindex: 0, role: "region", "aria-label": "Rounds" },
    h(
      "table",
      { class: "log-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          [
            ["Round", ""],
            ["Began", ""],
            ["Staked", "number"],
            ["Players' win/loss", "number"],
          ].map(([label, kind]) => h("th", { scope: "col", class: kind }, label)),
        ),
      ),
      h("tbody", {}, rounds.map(row)),
    ),
  );
}
