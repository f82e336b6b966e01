// What lies on boxes, in words: for whoever is asked whether to give it up or to give it back.

import { h } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { amountText, cents, money } from "../shared/money.js";
import { wagerLabel } from "../shared/words.js";

const total = (boxes) =>
  boxes.flatMap((box) => Object.values(box.bets)).reduce((sum, bet) => sum + cents(bet), 0);

/** All that lies on some boxes: "75.00". */
export const laidOn = (boxes) => money(amountText(total(boxes)));

/**
 * The bets of a box, one by one: "Ante 25.00, Progressive 5.00".
 * @param {Api.TablePage} view
 */
export function betsOf(view, box) {
  const one = ([bet, amount]) => `${wagerLabel(view, bet)} ${money(amount)}`;
  return Object.entries(box.bets).map(one).join(", ");
}

/** Whether nobody has given a name for a box: its chips are those of "Box 3". */
const unnamed = (box) => box.player === `Box ${box.box}`;

/** Box and player, where that is for whoever reads it: "Box 3, ann". */
export const boxName = (box) =>
  [t("Box {box}", { box: box.box }), unnamed(box) ? "" : box.player].filter(Boolean).join(", ");

/** The same on a button: "3 · ann". */
export const boxLabel = (box) => (unnamed(box) ? box.player : `${box.box} · ${box.player}`);

/** Who plays a box, beside its number: nothing where nobody has said. */
export const playerBeside = (box) => (unnamed(box) ? "" : (box.player ?? t("Player")));

/** "1 box", "3 boxes". */
export const boxCount = (count) => (count === 1 ? "1 box" : `${count} boxes`);

/**
 * What a void round does: how many boxes, how much goes back to whom, what becomes of a claim.
 * @param {Api.TablePage} view
 */
export function voidWords(view) {
  const boxes = (view.round?.boxes ?? []).filter((box) => Object.keys(box.bets).length);
  const players = new Set(boxes.map((box) => box.player)).size;
  const to = players === 1 ? boxes[0].player : `${players} players`;
  const returned = boxes.length
    ? `All bets on ${boxCount(boxes.length)} are returned: ${laidOn(boxes)} to ${to}.`
    : "There are no bets to return.";
  const claimed = (view.claimed ?? []).map((one) => one.box).join(" and ");
  return [
    h("p", { "data-test": "void-does" }, `The round ends without a result. ${returned}`),
    claimed ? h("p", {}, `The jackpot claim on box ${claimed} is withdrawn.`) : "",
    h("p", {}, "This can't be undone."),
  ];
}
