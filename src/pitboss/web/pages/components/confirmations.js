// A dealer who acts for players at their seats is asked to confirm: whose hand, and what it costs.

import { h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { askSure } from "../shared/shell.js";
import { option, wagerLabel } from "../shared/words.js";
import { card } from "./cards.js";
import { offerWords, optionDoes } from "./offer.js";
import { betsOf, boxName, laidOn } from "./stakes.js";

const boxAt = (view, number) => view.round.boxes.find((one) => one.box === Number(number));

/**
 * The hand as the dealer sees it, and everything on its box.
 * @param {Api.TablePage} view
 */
function atStake(view, box) {
  return [
    h("p", {}, h("b", {}, boxName(box))),
    box.cards.length
      ? h(
          "div",
          { class: "claim-cards", "data-test": "hand-at-stake" },
          box.cards.map((code) => card(code)),
        )
      : "",
    h("p", { "data-test": "at-stake" }, `On the box: ${betsOf(view, box)}.`),
  ];
}

/**
 * Whether to answer for a player, if players act at their own seats. With real cards an answer is
 * what the dealer sees on the layout, and is taken back with one key.
 * @param {Api.TablePage} view
 */
export function askAnswer(view, number, body, label) {
  const box = boxAt(view, number);
  if (view.cards !== "virtual") return true;
  if (body.do === "fold") return askFold(view, box);
  const text = {
    raise: `${label} of ${money(body.amount ?? "0")} is placed with ${box.player}'s chips.`,
    check: `The hand stays in without a further bet.`,
    "set-hand": "The hand is set the House Way.",
  }[body.do];
  return askSure(
    `${label} for ${box.player}?`,
    [
      atStake(view, box),
      h("p", {}, text),
      h(
        "p",
        {},
        `${box.player} can still decide at the seat. Answer only at the player's request.`,
      ),
    ],
    `${label} for box ${box.box}`,
    { test: "answer", keep: "Let the player decide" },
  );
}

/** @param {Api.TablePage} view */
function askFold(view, box) {
  const { bet } = view.wagers[0];
  const lost = `${wagerLabel(view, bet)} of ${money(box.bets[bet] ?? "0")}`;
  return askSure(
    `Fold box ${box.box}?`,
    [
      atStake(view, box),
      h(
        "p",
        { "data-test": "stake-lost" },
        `${box.player} gives up the hand and loses the ${lost}.`,
      ),
    ],
    `Fold box ${box.box}`,
    { bad: true, test: "fold", keep: "Keep the hand" },
  );
}

/**
 * Whether a hand is to count as not shown.
 * @param {Api.TablePage} view
 */
export function askNotShown(view, number) {
  const box = boxAt(view, number);
  return askSure(
    `Mark box ${box.box} as not shown?`,
    [
      atStake(view, box),
      h(
        "p",
        { "data-test": "stake-lost" },
        `A hand that is not shown can't win: ${laidOn([box])} is at stake.`,
      ),
    ],
    "Mark as not shown",
    { bad: true, test: "not-shown", keep: "Keep the hand" },
  );
}

/**
 * Whether to choose for a player, who must first be told what happened.
 * @param {Api.TablePage} view
 */
export function askOption(view, number, chosen) {
  const box = boxAt(view, number);
  return askSure(
    `${option(chosen)} for box ${box.box}?`,
    [
      offerWords(view),
      h("p", {}, h("b", {}, boxName(box))),
      h("p", { "data-test": "option-does" }, `${option(chosen)}: ${optionDoes(view, box, chosen)}`),
      h("p", {}, "Choose only at the player's request."),
    ],
    option(chosen),
    { test: "option", keep: "Let the player choose" },
  );
}

/**
 * Whether those who have not chosen are to play on.
 * @param {Api.TablePage} view
 */
export function askCloseOptions(view) {
  const names = Object.keys(view.round.options).map((number) => boxName(boxAt(view, number)));
  return askSure(
    "Close the choice?",
    [
      offerWords(view),
      h("p", {}, `No choice yet: ${names.join("; ")}. Time's up, everyone else plays on.`),
    ],
    "Play on",
    { test: "close-options", keep: "Keep waiting" },
  );
}
