// What a seat works out by itself, without a page: which hand is meant, what the bet tools send,
// what is remembered of a round. It asks nobody and draws nothing.

import { amountText, cents } from "../shared/money.js";

/**
 * The own hand that matters now: the one that is asked, else the one that was looked at.
 * @param {Api.TablePage} view
 * @param {string} player
 */
export function ownHand(view, player) {
  const mine = (view.round?.boxes ?? []).filter((box) => box.player === player && box.cards.length);
  const turn = view.round?.to_decide?.[0];
  const asked = mine.find((box) => box.box === turn);
  return asked ?? mine.find((box) => box.examined) ?? mine[0] ?? null;
}

/** @param {Api.TablePage} view */
const mine = (view, player) => (view.round?.boxes ?? []).filter((box) => box.player === player);

/**
 * What a player has laid, spot by spot, in the order of the layout; raises are no bets to lay.
 * @param {Api.TablePage} view
 */
export function laidBy(view, player) {
  const spots = view.wagers.filter((wager) => wager.kind !== "raise").map((wager) => wager.bet);
  return mine(view, player).flatMap((box) =>
    spots
      .filter((bet) => box.bets[bet])
      .map((bet) => ({ box: box.box, bet, amount: box.bets[bet] })),
  );
}

const take = ({ box, bet }) => ({ do: "withdraw-bet", box, bet });
const place = ({ box, bet, amount }) => ({ do: "place-bet", box, bet, amount });

/**
 * Whether so much more may lie on a spot.
 * @param {Api.TablePage} view
 */
function fits(view, bet, laid, more) {
  const most = view.limits[bet]?.max;
  return most === undefined || cents(laid) + cents(more) <= cents(most);
}

/**
 * Takes the last chip back: what else lies on its spot is laid again.
 * @param {Api.TablePage} view
 * @param {{box: number, bet: string, amount: string}[]} chips laid in this round, the last one last
 */
export function undo(view, player, chips) {
  const last = chips.at(-1);
  const spot = last && laidBy(view, player).find((one) => same(one, last));
  if (!spot) return [];
  const left = cents(spot.amount) - cents(last.amount);
  return left > 0 ? [take(spot), place({ ...spot, amount: amountText(left) })] : [take(spot)];
}

/**
 * The boxes of a player in a round that is settled.
 * @param {Api.TablePage} view
 */
export const settledBoxes = (view, player) =>
  (view.round?.settlement?.boxes ?? [])
    .filter((box) => box.player === player)
    .map((box) => box.box);

/**
 * How the settled round ends for a player: "up", "down", or nothing to tell.
 * @param {Api.TablePage} view
 */
export function endsUp(view, player) {
  const boxes = (view.round?.settlement?.boxes ?? []).filter((box) => box.player === player);
  const net = boxes.reduce((sum, box) => sum + cents(box.net), 0);
  return net > 0 ? "up" : net < 0 ? "down" : "";
}

const same = (one, other) => one.box === other.box && one.bet === other.bet;

/**
 * The bets of the round before, where their spots are free.
 * @param {Api.TablePage} view
 * @param {{box: number, bet: string, amount: string}[]} before
 */
export function rebet(view, player, before) {
  if (!before?.length || laidBy(view, player).length) return [];
  const taken = new Set((view.round?.boxes ?? []).map((box) => box.box));
  return before
    .filter((one) => one.box <= view.boxes && !taken.has(one.box))
    .filter((one) => !view.barred_boxes.includes(one.box))
    .filter((one) => one.bet !== "progressive" || (view.progressive_bet && !view.notice))
    .map(place);
}

/**
 * As much again on every spot where that is within the limit; the progressive bet has one amount.
 * @param {Api.TablePage} view
 */
export function double(view, player) {
  return laidBy(view, player)
    .filter((one) => one.bet !== "progressive" && fits(view, one.bet, one.amount, one.amount))
    .map(place);
}

/**
 * Everything back; the opening wager of a box last, as the others rest on it.
 * @param {Api.TablePage} view
 */
export const clear = (view, player) => laidBy(view, player).reverse().map(take);

/**
 * What of a settled round a player's own history keeps.
 * @param {Api.TablePage} view
 */
export function remembered(view, player) {
  const settled = view.round?.settlement?.boxes.filter((box) => box.player === player) ?? [];
  if (!settled.length) return null;
  const net = settled.reduce((sum, box) => sum + cents(box.net), 0);
  return { round: view.round.id, net: amountText(net), boxes: settled.map((box) => box.box) };
}

const MOST_KEPT = 30;

/** The boxes of a player that the round goes on without, as one text; "" if there are none. */
export const leftBehind = (view, player) =>
  (view.round?.boxes ?? [])
    .filter((box) => box.player === player && box.standing === "left")
    .map((box) => box.box)
    .join(" ");

/** Whether a player has a choice to make at one of their boxes. */
export const mayChoose = (view, player) =>
  (view.round?.boxes ?? []).some((box) => box.player === player && view.round.options[box.box]);

/** A history with one more round at its front; the same round twice is one. */
export const withRound = (history, one) =>
  [one, ...history.filter((other) => other.round !== one.round)].slice(0, MOST_KEPT);

/**
 * What each wager pays, wager by wager: hands that win nothing are left out, and a clause is named
 * once.
 * @param {{name: string, value: string, clauses: string[]}[]} entries of a rulebook's pay tables
 */
export function payGroups(entries) {
  const groups = new Map();
  for (const { name, value, clauses } of entries) {
    const [, bet, hand] = /^([^:]+): (.*)$/.exec(name) ?? [null, "", name];
    const group = groups.get(bet) ?? { bet, from: null, rows: [], clauses: [] };
    groups.set(bet, group);
    if (hand === "from category") group.from = value;
    else if (value !== "nothing") group.rows.push({ hand, value });
    const numbers = clauses.map((clause) => clause.split(":")[0]);
    group.clauses = [...new Set([...group.clauses, ...numbers])];
  }
  return [...groups.values()].filter(({ rows }) => rows.length);
}

/**
 * Whether a hand can still be looked at: then looking is what the seat offers first.
 * @param {Api.TablePage} view
 */
export const mayLook = (view, box) =>
  view.next.some((step) => step.do === "examine" && step.box === box);
