// Players who may choose after an irregularity first see what happened, and what each choice does.

import { h } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { clauseChips } from "../shared/shell.js";
import { since } from "../shared/since.js";
import { capital, incident, option } from "../shared/words.js";
import { boxName, laidOn } from "./stakes.js";
import { whyButton } from "./why.js";

/**
 * What was reported, why that gives players a choice, and the clauses.
 * @param {Api.TablePage} view
 */
export function offerWords(view) {
  const why = view.round.options_because;
  if (!why) return "";
  const where = why.box ? ` (${t("box {box}", { box: why.box })})` : "";
  const what = `${incident(why.incident)}${where}`;
  return h(
    "div",
    { class: "offer-why", "data-test": "offer" },
    h(
      "p",
      {},
      h("b", { "data-test": "offer-incident" }, what),
      " ",
      h("span", { class: "faint small" }, t("reported"), " ", since(why.reported_at_ms)),
    ),
    why.description ? h("blockquote", { "data-test": "offer-said" }, why.description) : "",
    h(
      "p",
      { "data-test": "offer-because" },
      t(why.because),
      " ",
      clauseChips(view.rulebook, why.clauses),
      " ",
      whyButton(view.round.id, what, why),
    ),
  );
}

/**
 * The boxes of a player that have a choice to make.
 * @param {Api.TablePage} view
 */
function choosing(view, player) {
  const { boxes, options } = view.round;
  return boxes.filter((box) => box.player === player && options[box.box]);
}

/**
 * What a choice does to a box; or to all boxes of a player, if it is all or none.
 * @param {Api.TablePage} view
 */
export function optionDoes(view, box, chosen) {
  const together = view.round.options_because?.all_or_none ?? false;
  const boxes = together ? choosing(view, box.player) : [box];
  const several = boxes.length > 1;
  const numbers = boxes.map((one) => one.box).join(t(" and "));
  const where = several
    ? t("boxes {boxes} together", { boxes: numbers })
    : t("box {box}", { box: box.box });
  const given = { where, amount: laidOn(boxes) };
  const returned = several
    ? t(
        "the bets on {where} are returned ({amount}), and these hands are out of this round.",
        given,
      )
    : t("the bets on {where} are returned ({amount}), and the hand is out of this round.", given);
  return (
    {
      continue: t("the cards and bets of {where} stay as they are.", given),
      "continue-reconstructed": t("the cards are put right, and the bets on {where} stay.", given),
      "return-and-invalidate": returned,
      withdraw: returned,
      stay: t("the bets on {where} stay, and the round goes on.", given),
    }[chosen] ?? ""
  );
}

/**
 * A player's own boxes with their choices; choose(button, box, option) makes one.
 * @param {Api.TablePage} view
 */
export function offerPanel(view, player, choose) {
  const boxes = choosing(view, player);
  const choice = (box, chosen) => {
    const id = `does-${box.box}-${chosen}`;
    return h(
      "div",
      { class: "offer-choice" },
      h(
        "button",
        {
          class: "next",
          "data-test": `choose-${box.box}-${chosen}`,
          "aria-describedby": id,
          onclick: (event) => choose(event.currentTarget, box.box, chosen),
        },
        option(chosen),
      ),
      h("p", { id, class: "small", "data-test": id }, capital(optionDoes(view, box, chosen))),
    );
  };
  return h(
    "section",
    { class: "offer", "aria-label": t("Your choice") },
    offerWords(view),
    boxes.map((box) =>
      h(
        "div",
        { class: "offer-box" },
        boxes.length > 1 ? h("b", {}, boxName(box)) : "",
        view.round.options[box.box].map((chosen) => choice(box, chosen)),
      ),
    ),
  );
}
