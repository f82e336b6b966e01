// Ask the table why: for an amount the cards, the sum, the clauses in words, its proof in the
// journal, and an address that opens the same card.

import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { cents, money } from "../shared/money.js";
import { clauseChip, dialog, notice, run } from "../shared/shell.js";
import { plain, wagerLabel } from "../shared/words.js";
import { card } from "./cards.js";
import { dealerWords, handWords } from "./felt.js";

/**
 * Opens the card of one wager of a settled round.
 * @param {Api.TablePage} view
 * @param {{box: number, bet: string}} about
 */
export function openWhy(view, { box: number, bet }) {
  const { round, rulebook } = view;
  const settled = round?.settlement?.boxes.find((one) => one.box === number);
  const line = settled?.lines.find((one) => one.bet === bet);
  if (!line)
    return void notice(t("Round {round} has no such bet.", { round: round?.id ?? "" }), {
      kind: "bad",
    });
  const words = h("div", { class: "why-clauses", "data-test": "why-clauses" }, "…");
  const proof = h("p", { class: "faint small", "data-test": "why-proof" }, "…");
  dialog(
    t("Box {box}, {wager}: why?", { box: number, wager: wagerLabel(view, bet) }),
    [
      cards(view, settled),
      sum(view, settled, line),
      h("h3", {}, t("By the rules")),
      words,
      h("h3", {}, t("On the record")),
      proof,
      share(`/audit?${new URLSearchParams({ round: round.id, why: `${number}.${bet}` })}`),
    ],
    { test: "why", wide: true },
  );
  run(null, async () => words.replaceChildren(...(await clauses(rulebook, line.clauses))));
  run(null, async () => proof.replaceChildren(await proofOf(round.id, "round-settled/1")));
}

/**
 * Opens the card of a ruling.
 * @param {{because: string, clauses: string[], rulebook: string}} ruling
 */
export function openWhyRuling(round, title, ruling) {
  const words = h("div", { class: "why-clauses", "data-test": "why-clauses" }, "…");
  const proof = h("p", { class: "faint small", "data-test": "why-proof" }, "…");
  dialog(
    `${title}: why?`,
    [
      h("p", { class: "says", "data-test": "why-sum" }, ruling.because),
      h("h3", {}, t("By the rules")),
      words,
      h("h3", {}, t("On the record")),
      proof,
      share(`/audit?${new URLSearchParams({ round, why: "ruling" })}`),
    ],
    { test: "why", wide: true },
  );
  run(null, async () => words.replaceChildren(...(await clauses(ruling.rulebook, ruling.clauses))));
  run(null, async () => proof.replaceChildren(await proofOf(round, "incident-reported/")));
}

/** The cards that decided it, as far as they lie open. */
function cards(view, settled) {
  const { round } = view;
  const box = round.boxes.find((one) => one.box === settled.box);
  const name = box?.hand ?? (settled.hand ? handWords(settled.hand) : "");
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
          h("figcaption", {}, h("b", {}, title), words ? ` ${words}` : ""),
        )
      : "";
  return h(
    "div",
    { class: "why-cards", "data-test": "why-cards" },
    row(t("Box {box}", { box: settled.box }), box?.cards, name),
    row(t("Community"), round.community, ""),
    row(t("Dealer"), round.dealer, dealerWords(round.settlement.dealer, round.dealer_hand)),
  );
}

/** Rows of a pay table that are no hands. */
const ROWS = {
  "ante-dealer-not-qualified": "the dealer does not qualify",
  "ante-dealer-qualified": "the hand beats the dealer's",
};

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
  const row = line.row && line.row !== line.bet ? `: ${t(ROWS[line.row] ?? plain(line.row))}` : "";
  const stays =
    withStake && line.result === "win"
      ? t("; the bet of {amount} stays", { amount: money(line.returned) })
      : "";
  return `${label} ${money(line.stake)} ${what}${row}${stays}`;
}

/** What the wager comes to, as a sum that can be checked in the head. */
function sum(view, settled, line) {
  const [stake, won, back] = [cents(line.stake), cents(line.winnings), cents(line.returned)];
  const odds =
    stake && won && won % stake === 0 ? ` (${t("{times} to 1", { times: won / stake })})` : "";
  const parts = settled.lines.map(
    (one) => cents(one.winnings) + cents(one.returned) - cents(one.stake),
  );
  return h(
    "p",
    { class: "says", "data-test": "why-sum" },
    h("span", { class: "reason" }, reason(view, line, won > 0 && back > 0)),
    ". ",
    won ? `${t("{amount} is won", { amount: money(line.winnings) })}${odds}. ` : "",
    parts.length > 1 ? t("The whole box: {sum}.", { sum: sumWords(parts) }) : "",
  );
}

function sumWords(parts) {
  const total = parts.reduce((one, other) => one + other, 0);
  const written = (part) => `${part < 0 ? "− " : "+ "}${money(String(Math.abs(part) / 100))}`;
  if (parts.length === 1) return money(String(total / 100));
  return `${parts.map(written).join(" ")} = ${money(String(total / 100))}`;
}

async function clauses(book, numbers) {
  const of = async (number) => {
    const path = `/api/rulebooks/${encodeURIComponent(book)}/clauses/${encodeURIComponent(number)}`;
    const { says } = await get(path);
    return h("p", {}, clauseChip(book, number), " ", says);
  };
  return Promise.all((numbers ?? []).map(of));
}

/** Where the journal has it, and the hash that binds it to all that came before. */
async function proofOf(round, kind) {
  const { records } = await get(`/api/rounds/${encodeURIComponent(round)}/proof`);
  const found = records.findLast((one) => one.event.startsWith(kind));
  if (!found) return t("Not on the record yet.");
  return h(
    "span",
    {},
    `${t("Round {round}, journal position {position}:", { round, position: found.position })} `,
    h("code", { class: "hash" }, found.hash),
  );
}

function share(address) {
  const url = new URL(address, location.href).href;
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    notice(t("The address is copied."));
  };
  const field = h("input", {
    readonly: true,
    value: url,
    "aria-label": t("Address of this card"),
    "data-test": "why-link",
  });
  return h(
    "div",
    { class: "why-share" },
    field,
    navigator.clipboard
      ? h(
          "button",
          { type: "button", onclick: (event) => run(event.currentTarget, copy) },
          t("Copy the link"),
        )
      : "",
  );
}
