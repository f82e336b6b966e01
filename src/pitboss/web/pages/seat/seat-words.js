// What a seat says: how the round stands for whoever sits there.

import { amountText, cents, money } from "../shared/money.js";
import { capital, phase, plain } from "../shared/words.js";

/**
 * One sentence. player: whose seat it is; null for somebody who only looks on.
 * @param {Api.TablePage} view
 * @param {Api.LinkView} link
 */
export function stateWords(view, link, player) {
  const round = view.round;
  if (!view.open) return "The table is closed.";
  if (!round) return "Waiting for the dealer to open betting.";
  if (round.ruling) return "Round on hold: ruling pending.";
  const mine = round.boxes.filter((box) => player && box.player === player);
  if (mine.some((box) => round.options[box.box])) return "You have a choice.";
  if (Object.keys(round.options).length) return "Other players have a choice.";
  switch (round.phase) {
    case "betting":
      if (!player) return "Bets are open.";
      return mine.length
        ? "Bets are open. Add chips, or wait for “No more bets”."
        : "Bets are open: put a chip on a box.";
    case "closed":
      return "No more bets.";
    case "dealing":
      return view.step?.do === "turn-over"
        ? "The dealer is turning cards over."
        : "The dealer is dealing.";
    case "deciding":
      return turnWords(view, mine);
    case "revealed":
      return view.claimed.length ? claimWords(view, link) : "The dealer's hand is open.";
    case "settled":
      return resultWords(round.settlement.boxes.filter((box) => player && box.player === player));
    case "void":
      return "Round void: all bets are returned.";
    default:
      return phase(round.phase);
  }
}

/** @param {Api.TablePage} view */
function turnWords(view, mine) {
  const [turn] = view.round.to_decide;
  const box = view.round.boxes.find((one) => one.box === turn);
  if (!box) return "Players decide.";
  if (!mine.includes(box)) return `Waiting for box ${turn} (${box.player}).`;
  if (view.step?.asks === "set" && box.examined) {
    return `Box ${turn}: pick three cards that make 10, 20 or 30, or take the House Way.`;
  }
  const blind = !box.examined && mine.some((one) => one.examined);
  return `Box ${turn}: your turn${blind ? ", playing blind" : ""}.`;
}

function resultWords(settled) {
  if (!settled.length) return "The dealer is taking and paying bets.";
  const net = settled.reduce((sum, box) => sum + cents(box.net), 0);
  if (net === 0) return "You break even.";
  return net > 0 ? `You win ${money(amountText(net))}.` : `You lose ${money(amountText(-net))}.`;
}

/**
 * How it stands with the jackpot that was claimed in this round.
 * @param {Api.TablePage} view
 * @param {Api.LinkView} link
 */
function claimWords(view, link) {
  const hand = capital(plain(view.claimed[0].hand));
  const here = (claim) => claim.round === view.round.id;
  if (link?.claims?.some(here)) return `${hand}! The claim is being verified.`;
  const paid = link?.last?.filter(here) ?? [];
  if (!paid.length) return "The jackpot claim was not confirmed.";
  return `${hand}! The jackpot pays ${paid.map((claim) => money(claim.award)).join(" and ")}.`;
}
