// Why a jackpot stands where it does: what it consists of, the clauses, the proof.

import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { exact, money } from "../shared/money.js";
import { dialog, run } from "../shared/shell.js";
import { dateTime } from "../shared/times.js";
import { whyFigureAddress } from "./why-address.js";
import { clauseRows, proofWords, shareRow } from "./why-parts.js";

/** What each part of a figure is, by its name on the wire. */
const PARTS = {
  start: () => t("The jackpot started with"),
  bets: () => t("Put in by jackpot bets"),
  "on-its-way": () => t("Bets of the rounds that are on"),
  cap: () => t("Kept out by the cap"),
  house: () => t("Paid in by the house for bets that went back"),
  corrections: () => t("Corrections by two persons"),
  "put-in": () => t("Put in after awards"),
  awards: () => t("Won and paid out"),
  "below-a-cent": () => t("Fractions of a cent, not shown"),
};

/** @returns {Promise<Api.FigureReasons>} */
export const figureTold = (link) => get(`/api/links/${encodeURIComponent(link)}/why`);

/** Opens the card of a jackpot's figure. */
export function openWhyFigure(link) {
  const rest = h("div", { class: "why-told" }, "…");
  dialog(t("{link}: why this figure?", { link }), [rest, shareRow(whyFigureAddress(link))], {
    test: "why",
    wide: true,
  });
  run(null, async () => rest.replaceChildren(...figureParts(await figureTold(link))));
}

/** Asks why a jackpot stands where it does; the element's content is what is asked about. */
export const whyFigureButton = (link, ...inside) =>
  h(
    "button",
    {
      type: "button",
      class: "why why-figure",
      "data-test": `why-${link}`,
      // Screen readers read the figure first, and then what pressing it does.
      "aria-label": inside.length ? null : t("{link}: why this figure?", { link }),
      title: t("Why?"),
      onclick: () => openWhyFigure(link),
    },
    ...(inside.length ? [...inside, h("span", { class: "unseen" }, ` ${t("Why?")}`)] : [t("Why?")]),
  );

/**
 * The sum, what the rules say, and where it is on record.
 * @param {Api.FigureReasons} told
 */
export function figureParts(told) {
  const row = (label, amount, kind = "") =>
    h("tr", { class: kind }, h("th", { scope: "row" }, label), h("td", {}, amount));
  return [
    h(
      "table",
      { class: "why-sum-table", "data-test": "why-sum" },
      h(
        "tbody",
        {},
        told.parts.map(({ what, amount }, at) =>
          row(
            PARTS[what]?.() ?? what,
            `${at && !amount.startsWith("-") ? "+ " : ""}${exact(amount)}`,
          ),
        ),
        row(t("The signs show"), money(told.displayed), "total"),
      ),
    ),
    told.tables.length
      ? h(
          "p",
          { class: "small faint", "data-test": "why-tables" },
          told.tables.map(({ table, amount }) => `${table} ${exact(amount)}`).join(" · "),
        )
      : "",
    h(
      "p",
      { class: "small faint" },
      t("This jackpot began on {when}.", { when: dateTime(told.since_ms) }),
      " ",
      told.locked ? t("The figure stands still while a claim is looked at.") : "",
    ),
    h("h3", {}, t("By the rules")),
    ...told.rules.map(({ title, clauses }, at) =>
      h(
        "details",
        { class: "why-book", open: at === 0 },
        h("summary", {}, t(title)),
        clauseRows(Object.entries(clauses)),
      ),
    ),
    h("h3", {}, t("On the record")),
    h(
      "p",
      { class: "faint small", "data-test": "why-proof" },
      proofWords(
        t("{link}, journal position {position}:", {
          link: told.link,
          position: told.record.position,
        }),
        told.record,
      ),
    ),
  ].filter(Boolean);
}
