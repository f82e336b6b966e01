// Ask the table why: for an amount the cards, the sum, the clauses in words, its proof in the
// journal, and an address that opens the same for whoever it is passed on to.

import { faultOf } from "../seat/shuffle-check.js";
import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { cents, money } from "../shared/money.js";
import { dialog, notice, run } from "../shared/shell.js";
import { capital, incident, payRow, plain, wagerLabel } from "../shared/words.js";
import { card } from "./cards.js";
import { called, dealerName, dealerWords, handWords } from "./felt.js";
import { whyAddress } from "./why-address.js";
import { clauseRows, proofWords, shareRow } from "./why-parts.js";

const toldOf = (round) => get(`/api/rounds/${encodeURIComponent(round)}/why`);

/**
 * Opens the card of one wager of a settled round, or of a whole box.
 * @param {Api.TablePage} view
 * @param {{box: number, bet?: string}} about
 */
export function openWhy(view, { box: number, bet }) {
  const { round } = view;
  const found = lineOf(view, number, bet);
  if (!found)
    return void notice(t("Round {round} has no such bet.", { round: round?.id ?? "" }), {
      kind: "bad",
    });
  const rest = h("div", { class: "why-told" }, "…");
  dialog(
    whyTitle(view, number, bet),
    [
      h("div", { class: "why-told" }, whyHand(view, found)),
      rest,
      shareRow(whyAddress(round.id, bet ? `${number}.${bet}` : String(number))),
    ],
    { test: "why", wide: true },
  );
  run(null, async () => rest.replaceChildren(...whyRest(await toldOf(round.id), clausesOf(found))));
}

/**
 * Opens the card of a ruling.
 * @param {{because: string, clauses: string[]}} ruling
 */
export function openWhyRuling(round, title, ruling) {
  const rest = h("div", { class: "why-told" }, "…");
  dialog(
    t("{what}: why?", { what: title }),
    [
      h(
        "div",
        { class: "why-told" },
        h("p", { class: "says", "data-test": "why-sum" }, t(ruling.because)),
      ),
      rest,
      shareRow(whyAddress(round, "ruling")),
    ],
    { test: "why", wide: true },
  );
  run(null, async () =>
    rest.replaceChildren(...whyRest(await toldOf(round), ruling.clauses, "incident-reported/")),
  );
}

/** Asks why something was ruled. */
export const whyButton = (round, title, ruling) =>
  h(
    "button",
    {
      type: "button",
      class: "why",
      "data-test": "why-ruled",
      onclick: () => openWhyRuling(round, title, ruling),
    },
    t("Why?"),
  );

/**
 * A wager of a settled round and its box; all wagers of the box where none is named.
 * @param {Api.TablePage} view
 */
export function lineOf(view, number, bet) {
  const settled = view.round?.settlement?.boxes.find((one) => one.box === number);
  if (!settled) return null;
  const lines = bet ? settled.lines.filter((one) => one.bet === bet) : settled.lines;
  return lines.length ? { settled, lines: [...lines], whole: !bet } : null;
}

export const clausesOf = ({ lines }) => [...new Set(lines.flatMap((line) => line.clauses))];

/** @param {Api.TablePage} view */
export const whyTitle = (view, box, bet) =>
  bet
    ? t("Box {box}, {wager}: why?", { box, wager: wagerLabel(view, bet) })
    : t("Box {box}: why?", { box });

/**
 * The cards and the sum.
 * @param {Api.TablePage} view
 */
export const whyHand = (view, { settled, lines, whole }) => [
  cards(view, settled),
  ...lines.map((line) => sum(view, line)),
  whole || settled.lines.length > 1
    ? h("p", { class: whole ? "says" : "faint", "data-test": "why-box" }, boxSum(settled))
    : "",
];

/** What the rules say, where it is on record, and whether the shuffle is right. */
export function whyRest(told, numbers, kind = "round-settled/") {
  return [
    h("h3", {}, t("By the rules")),
    clauseRows((numbers ?? []).map((number) => [number, told.clauses[number] ?? ""])),
    h("h3", {}, t("On the record")),
    h("p", { class: "faint small", "data-test": "why-proof" }, proofOf(told, kind)),
    told.shuffle ? shuffleOf(told.shuffle) : "",
  ].filter(Boolean);
}

/** What was ruled, each with its reason and clauses. */
export const rulingWords = (ruling) =>
  h(
    "div",
    { class: "why-ruling", "data-test": "why-ruling" },
    h(
      "h3",
      {},
      incident(ruling.incident),
      ruling.box ? ` (${t("box {box}", { box: ruling.box })})` : "",
    ),
    h("p", { class: "says", "data-test": "why-sum" }, t(ruling.because)),
  );

/** Where the journal has what decided it. */
function proofOf({ round, records }, kind) {
  const found = records.findLast((one) => one.event.startsWith(kind)) ?? records.at(-1);
  const where = { round, position: found?.position ?? "" };
  return proofWords(t("Round {round}, journal position {position}:", where), found);
}

/** Worked out here: the server is asked for the figures and believed in nothing. */
function shuffleOf(found) {
  const fault = faultOf(found);
  return h(
    "p",
    { class: "small" },
    h(
      "span",
      { class: `badge ${fault ? "bad" : "good"}`, "data-test": "why-shuffle" },
      fault
        ? t("It does not fit: {fault}", { fault })
        : t("The deck follows from the secret and the seeds"),
    ),
    ` ${t("Worked out in this browser.")}`,
  );
}

/** The cards that decided it, as far as they lie open. */
function cards(view, settled) {
  const { round } = view;
  const box = round.boxes.find((one) => one.box === settled.box);
  const name = box?.hand
    ? called(view, box.cards, box.hand)
    : settled.hand
      ? handWords(settled.hand)
      : "";
  const row = (title, codes, words) =>
    codes?.length
      ? h(
          "figure",
          { class: "why-hand" },
          h(
            "div",
            { class: "why-row" },
            codes.map((code) => card(code)),
          ),
          h("figcaption", {}, h("b", {}, title), " ", capital(words)),
        )
      : "";
  return h(
    "div",
    { class: "why-cards", "data-test": "why-cards" },
    row(t("Box {box}", { box: settled.box }), box?.cards, name),
    row(t("Community"), round.community, ""),
    row(t("Dealer"), round.dealer, dealerWords(round.settlement.dealer, dealerName(view))),
  );
}

/** Rows of a pay table that are no hands. */
/**
 * What becomes of a wager, in one sentence.
 * @param {Api.TablePage} view
 */
export function reason(view, line, withStake) {
  const label = wagerLabel(view, line.bet);
  const what = t(
    { win: "wins", lose: "loses", push: "pushes", return: "is returned" }[line.result] ??
      plain(line.result),
  );
  const row = line.row && line.row !== line.bet ? `${t(": ")}${payRow(line.row)}` : "";
  const stays =
    withStake && line.result === "win"
      ? t("; the stake of {amount} comes back", { amount: money(line.returned) })
      : "";
  return `${label} ${money(line.stake)} ${what}${row}${stays}`;
}

/** What the wager comes to, as a sum that can be checked in the head. */
function sum(view, line) {
  const [stake, won, back] = [cents(line.stake), cents(line.winnings), cents(line.returned)];
  const kept = won > 0 && back < stake;
  const odds =
    stake && won && won % stake === 0 ? ` (${t("{times} to 1", { times: won / stake })})` : "";
  return h(
    "p",
    { class: "says", "data-test": "why-sum" },
    h("span", { class: "reason" }, reason(view, line, won > 0 && back > 0)),
    t(". "),
    won ? `${t("{amount} is won", { amount: money(line.winnings) })}${odds}${t(". ").trim()}` : "",
    kept ? ` ${t("The stake of {amount} does not come back.", { amount: money(line.stake) })}` : "",
  );
}

function boxSum(settled) {
  // What is won stands in the sum as its line has it, and a stake that is not returned by itself.
  const parts = settled.lines.flatMap((one) => {
    const [won, kept] = [cents(one.winnings), cents(one.returned) - cents(one.stake)];
    return won && kept ? [won, kept] : [won + kept];
  });
  return t("The whole box: {sum}.", { sum: sumWords(parts) });
}

/** A sum as one writes it down, 25.00 + 0.00 − 5.00 = 20.00; no line ends with a sign. */
function sumWords(parts) {
  const total = parts.reduce((one, other) => one + other, 0);
  const figure = (part) => money(String(part / 100));
  if (parts.length === 1) return figure(total);
  const [first, ...rest] = parts;
  const added = (part) => `${part < 0 ? "−" : "+"}\u00a0${figure(Math.abs(part))}`;
  return [figure(first), ...rest.map(added), `=\u00a0${figure(total)}`].join(" ");
}
