// The settlement as the dealer pays it: one row a box, with its hand, each wager and the total. Why
// a wager comes to what it comes to is asked of the wager itself.

import { dealerWords, handWords } from "../components/felt.js";
import { briefName } from "../components/hands.js";
import { openWhy } from "../components/why.js";
import { h, show } from "../shared/dom.js";
import { amountText, money, short } from "../shared/money.js";
import { capital, plain, wagerLabel } from "../shared/words.js";
import { guest, nextToPay, payRow } from "./state.js";

const ACTS = { pay: "Pay", take: "Take", return: "Return", leave: "Leave" };

export class PayRows extends HTMLElement {
  /**
   * @param {Api.TablePage} view
   * @param {Set<number>} paid boxes that have been paid
   */
  draw(view, paid) {
    const settlement = view.round?.settlement ?? null;
    this.hidden = !settlement;
    show(this, [settlement, view.round?.id, [...paid]], () =>
      settlement ? make(view, settlement, paid) : [],
    );
  }
}
customElements.define("pit-pay-rows", PayRows);

/** What is said of a box that is to be paid: "Box 3: pay 125.00", "Box 3: take 5, pay 125.00". */
export function payWords(settlement, number) {
  const row = payRow(settlement.boxes.find((one) => one.box === number));
  const [act, amount] = total(row);
  return `Box ${number}: ${actWords(row, act).toLowerCase()} ${money(amountText(amount))}`;
}

/** What is lost is collected before anything is paid. */
const actWords = ({ pay, take }, act) =>
  pay && take ? `Take ${short(amountText(take))}, pay` : ACTS[act];

function total({ pay, take, back }) {
  if (pay) return ["pay", pay];
  if (take) return ["take", take];
  return back ? ["return", back] : ["leave", 0];
}

/** @param {Api.TablePage} view */
function make(view, settlement, paid) {
  const next = nextToPay(settlement, paid);
  const { dealer, boxes, jackpot } = settlement;
  const awards = jackpot?.awards ?? [];
  // Many wagers of many boxes: their letters, as on the bet strip.
  const letters = view.wagers.length > 3 && boxes.length > 9;
  const rows = boxes.map((box) => rowOf(view, box, paid.has(box.box), box.box === next, letters));
  return h(
    "section",
    { class: "payrows", "data-test": "pay-list", "aria-label": "Collect and pay" },
    h(
      "header",
      {},
      h("h2", { class: "unseen" }, "Collect and pay"),
      dealer
        ? h("p", { class: "faint" }, `Dealer: ${dealerWords(dealer, view.round?.dealer_hand)}.`)
        : "",
    ),
    h("ol", { "data-many": boxes.length > 9, "data-letters": letters }, rows),
    awards.length
      ? h(
          "p",
          { class: "awards" },
          h("b", {}, "Jackpot: "),
          awards.map((award) => [
            `${capital(plain(award.hand))}, box ${award.box}: `,
            h(
              "button",
              {
                type: "button",
                class: "amount why",
                "aria-label": `${money(award.amount)}: why?`,
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
function rowOf(view, box, isPaid, isNext, letters) {
  const row = payRow(box);
  const [act, amount] = total(row);
  const seen = view.round?.boxes.find((one) => one.box === box.box);
  const hand = seen?.hand ?? (box.hand ? handWords(box.hand) : "");
  const named = box.player && box.player !== guest(box.box) ? box.player : "";
  return h(
    "li",
    {
      class: "pay-row",
      "data-test": `pay-row-${box.box}`,
      "data-paid": isPaid ? "yes" : "no",
      "data-next": isNext ? "yes" : "no",
      "aria-current": isNext ? "step" : null,
    },
    h(
      "span",
      { class: "box-number" },
      String(box.box),
      isPaid ? h("span", { class: "paid-mark", role: "img", "aria-label": "paid" }, "✓") : "",
    ),
    h("span", { class: "pay-hand" }, handOf(hand), named ? h("small", {}, named) : ""),
    h(
      "span",
      { class: `pay-total ${act}` },
      h("small", {}, actWords(row, act)),
      h("b", {}, money(amountText(amount))),
    ),
    h(
      "span",
      { class: "pay-lines" },
      row.lines.map((one) => wager(view, box, one, letters)),
    ),
  );
}

/** A hand by its whole name, and where a row is narrow by a brief one; read out, always whole. */
function handOf(hand) {
  const [whole, brief] = [capital(hand), capital(briefName(hand))];
  if (whole === brief) return h("b", {}, whole || "No hand shown");
  return h(
    "b",
    { title: whole },
    h("span", { class: "whole" }, whole),
    h("span", { class: "brief", "aria-hidden": "true" }, brief),
  );
}

/** @param {Api.TablePage} view */
function wager(view, box, { act, amount, line }, letters) {
  const label = wagerLabel(view, line.bet).replace(/^Progressive.*/, "Jackpot");
  return h(
    "button",
    {
      type: "button",
      class: `pay-line ${act}`,
      "data-test": `pay-${box.box}-${line.bet}`,
      onclick: () => openWhy(view, { box: box.box, bet: line.bet }),
    },
    h("span", { class: "bet", "aria-hidden": letters }, letters ? label.charAt(0) : label),
    h("span", { class: "unseen" }, letters ? `${label}: ` : ": "),
    h("span", { class: "unseen act" }, ACTS[act]),
    " ",
    h("span", { class: "amount" }, short(amount)),
    h("span", { class: "unseen" }, ". Why?"),
  );
}
