// The settlement as a list to pay from: box after box in the server's order, each line with amount,
// reason and clause.

import { h, show } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { cents, money, signed } from "../shared/money.js";
import { clauseChips } from "../shared/shell.js";
import { capital, handKind } from "../shared/words.js";
import { called, dealerName, dealerWords, handWords } from "./felt.js";
import { openWhy, reason } from "./why.js";

export class PayList extends HTMLElement {
  /** only: a player's name, to show only that player's boxes. */
  draw(view, { only = null, heading = t("Pay list") } = {}) {
    const settlement = view.round?.settlement ?? null;
    show(this, [settlement, view.round?.id, only], () =>
      settlement ? make(view, settlement, only, heading) : [],
    );
    this.hidden = !settlement;
  }
}
customElements.define("pit-pay-list", PayList);

/** @param {Api.TablePage} view */
function make(view, settlement, only, heading) {
  const acts = only ? MINE : DEALERS;
  const boxes = settlement.boxes.filter((box) => !only || box.player === only);
  const awards = settlement.jackpot?.awards ?? [];
  return h(
    "section",
    { class: "paylist", "data-test": "pay-list", "aria-label": heading },
    h("h2", {}, heading),
    settlement.dealer
      ? h(
          "p",
          { class: "faint" },
          t("Dealer: {hand}.", {
            hand: dealerWords(settlement.dealer, dealerName(view)),
          }),
        )
      : "",
    h(
      "ol",
      { class: "pay-boxes" },
      boxes.map((box) => boxItem(view, box, acts)),
    ),
    awards.length
      ? h(
          "p",
          { class: "awards" },
          h("b", {}, `${t("Jackpot")}: `),
          awards.map((award) => [
            `${capital(handKind(award.hand))}, ${t("box {box}", { box: award.box })}: `,
            h(
              "button",
              {
                type: "button",
                class: "amount why",
                "aria-label": t("{amount}: why?", { amount: money(award.amount) }),
                onclick: () => openWhy(view, { box: award.box, bet: "progressive" }),
              },
              money(award.amount),
            ),
            " ",
          ]),
        )
      : "",
  );
}

/** @param {Api.TablePage} view */
function boxItem(view, box, acts) {
  return h(
    "li",
    {},
    h(
      "div",
      { class: "pay-head" },
      h("span", { class: "box-number" }, String(box.box)),
      h("span", { class: "pay-player" }, acts === MINE ? t("Your box") : (box.player ?? "")),
      box.hand ? h("span", { class: "faint" }, boxHand(view, box)) : "",
      h(
        "button",
        {
          type: "button",
          class: `net why ${cents(box.net) > 0 ? "up" : cents(box.net) < 0 ? "down" : ""}`,
          "data-test": `net-${box.box}`,
          "aria-label": t("{amount}: why?", { amount: signed(box.net) }),
          onclick: () => openWhy(view, { box: box.box }),
        },
        signed(box.net),
      ),
    ),
    h(
      "ul",
      {},
      box.lines.map((line) => lineItem(view, box, line, acts)),
    ),
  );
}

/**
 * In full if the hand lies open: "pair of sixes, king kicker".
 * @param {Api.TablePage} view
 */
function boxHand(view, settled) {
  const box = view.round?.boxes.find((one) => one.box === settled.box);
  if (!box?.hand) return handWords(settled.hand);
  return called(view, box.cards, box.hand);
}

const DEALERS = { pay: "Pay", take: "Take", return: "Return", leave: "Leave" };
const MINE = { pay: "Won", take: "Lost", return: "Back", leave: "Stays" };

/** @param {Api.TablePage} view */
function lineItem(view, box, line, acts) {
  const won = cents(line.winnings) > 0;
  const back = cents(line.returned) > 0;
  const act = won ? "pay" : line.result === "lose" ? "take" : back ? "return" : "leave";
  const amount = won ? line.winnings : line.result === "lose" ? line.stake : line.returned;
  return h(
    "li",
    { class: `pay-line ${act}`, "data-test": `pay-${box.box}-${line.bet}` },
    h("span", { class: "act" }, t(acts[act])),
    h(
      "button",
      {
        type: "button",
        class: "amount why",
        "aria-label": t("{amount}: why?", { amount: money(amount) }),
        onclick: () => openWhy(view, { box: box.box, bet: line.bet }),
      },
      money(amount),
    ),
    h("span", { class: "reason" }, reason(view, line, won && back)),
    h("span", { class: "chips-of" }, clauseChips(view.rulebook, line.clauses)),
  );
}
