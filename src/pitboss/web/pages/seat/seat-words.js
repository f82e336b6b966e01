// What a seat says: how the round stands for whoever sits there.

import { t } from "../shared/language.js";
import { amountText, cents, money } from "../shared/money.js";
import { capital, handKind, phase } from "../shared/words.js";

/**
 * One sentence. player: whose seat it is; null for somebody who only looks on.
 * @param {Api.TablePage} view
 * @param {Api.LinkView} link
 */
export function stateWords(view, link, player) {
  const round = view.round;
  if (!view.open) return t("The table is closed.");
  if (!round) return t("Waiting for the dealer to open betting.");
  if (round.ruling) return t("Round on hold: ruling pending.");
  const mine = round.boxes.filter((box) => player && box.player === player);
  if (mine.some((box) => round.options[box.box])) return t("You have a choice.");
  if (Object.keys(round.options).length) return t("Other players have a choice.");
  switch (round.phase) {
    case "betting":
      if (!player) return t("Bets are open.");
      return mine.length
        ? t("Bets are open. Add chips, or wait for “No more bets”.")
        : t("Bets are open: put a chip on a box.");
    case "closed":
      return t("No more bets.");
    case "dealing":
      return view.step?.do === "turn-over"
        ? t("The dealer is turning cards over.")
        : t("The dealer is dealing.");
    case "deciding":
      return turnWords(view, mine);
    case "revealed":
      return view.claimed.length ? claimWords(view, link) : t("The dealer's hand is open.");
    case "settled":
      return resultWords(round.settlement.boxes.filter((box) => player && box.player === player));
    case "void":
      return t("Round void: all bets are returned.");
    default:
      return phase(round.phase);
  }
}

/** @param {Api.TablePage} view */
function turnWords(view, mine) {
  const [turn] = view.round.to_decide;
  const box = view.round.boxes.find((one) => one.box === turn);
  if (!box) return t("Players decide.");
  if (!mine.includes(box)) return t("Waiting for box {box}.", { box: turn });
  if (view.step?.asks === "set" && box.examined) {
    return t("Box {box}: pick three cards that make 10, 20 or 30, or take the House Way.", {
      box: turn,
    });
  }
  const blind = !box.examined && mine.some((one) => one.examined);
  return blind
    ? t("Box {box}: your turn, playing blind.", { box: turn })
    : t("Box {box}: your turn.", { box: turn });
}

function resultWords(settled) {
  if (!settled.length) return t("The dealer is taking and paying bets.");
  const net = settled.reduce((sum, box) => sum + cents(box.net), 0);
  if (net === 0) return t("You break even.");
  const amount = money(amountText(Math.abs(net)));
  return net > 0 ? t("You win {amount}.", { amount }) : t("You lose {amount}.", { amount });
}

/**
 * How it stands with the jackpot that was claimed in this round.
 * @param {Api.TablePage} view
 * @param {Api.LinkView} link
 */
function claimWords(view, link) {
  const hand = capital(handKind(view.claimed[0].hand));
  const here = (claim) => claim.round === view.round.id;
  if (link?.claims?.some(here)) return t("{hand}! The claim is being verified.", { hand });
  const paid = link?.last?.filter(here) ?? [];
  if (!paid.length) return t("The jackpot claim was not confirmed.");
  const amount = paid.map((claim) => money(claim.award)).join(t(" and "));
  return t("{hand}! The jackpot pays {amount}.", { hand, amount });
}
