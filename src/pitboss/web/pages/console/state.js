// What the console works out from a view of its table, without a page: what the bet strip means,
// which commands that takes, which box is paid next. Nothing here touches the document.

import { amountText, cents } from "../shared/money.js";

// ── the bet strip ────────────────────────────────────────────────────────────────────────────────

/** What an anonymous guest at a box is called: nobody need be asked for a name. */
export const guest = (box) => `Box ${box}`;

/**
 * The letter of each wager that is laid before the deal, the opening one aside: J is the jackpot,
 * any other has the first letter of its label that is still free.
 * @param {Api.TablePage} view
 */
export function stripLetters(view) {
  const letters = new Map();
  const open = view.wagers.slice(1).filter((wager) => wager.kind !== "raise");
  for (const wager of open) {
    if (wager.kind === "progressive") {
      if (view.progressive_bet) letters.set("j", wager);
      continue;
    }
    const free = [...wager.label.toLowerCase()].find(
      (one) => /[a-ik-z]/.test(one) && !letters.has(one),
    );
    if (free) letters.set(free, wager);
  }
  return letters;
}

/** @typedef {{boxes: number[], amounts: object, player: string | null, again: boolean}} Strip */

/**
 * What a line of the strip asks for: `3 25 j` is box 3, 25, jackpot; `1-6 25` several boxes alike;
 * `3 0` takes everything off; `=` is the same again, for all boxes or those before it. Whatever is
 * no amount and no letter is the player's name. In words where something is wrong.
 * @param {Api.TablePage} view
 * @returns {{wrong: string} | Strip}
 */
export function readStrip(view, text) {
  const words = text.trim().split(/\s+/).filter(Boolean);
  if (words.length === 1 && words[0] === "=")
    return { boxes: [], amounts: {}, player: null, again: true };
  const boxes = boxesIn(words.shift() ?? "", view.boxes);
  if (typeof boxes === "string") return { wrong: boxes };
  if (words.length === 1 && words[0] === "=")
    return { boxes, amounts: {}, player: null, again: true };
  const letters = stripLetters(view);
  const opening = view.wagers[0].bet;
  const amounts = {};
  const names = [];
  for (const word of words) {
    const found = names.length ? null : amountOf(word, letters, view);
    if (found === null) {
      names.push(word);
      continue;
    }
    const bet = found.wager?.bet ?? opening;
    if (found.wrong) return { wrong: found.wrong };
    if (bet in amounts) return { wrong: `“${text.trim()}” has two amounts for one spot.` };
    amounts[bet] = found.amount;
  }
  if (!Object.keys(amounts).length) return { wrong: "Type a box and an amount, like 3 25." };
  return { boxes, amounts, player: names.join(" ") || null, again: false };
}

/** The boxes of `3`, `1-6` or `1,3,5`; in words where there are none. */
function boxesIn(text, most) {
  const parts = text.split(",").map((part) => /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(part));
  if (parts.includes(null)) return "Begin with the box, like 3 25 j.";
  const boxes = new Set();
  for (const [, first, last = first] of parts) {
    for (let box = Number(first); box <= Number(last); box += 1) boxes.add(box);
  }
  const wrong = [...boxes].find((box) => box < 1 || box > most);
  if (wrong !== undefined || !boxes.size) return `The boxes are 1 to ${most}.`;
  return [...boxes];
}

/** The amount of a word, and for which wager: `25` opens, `j` is the jackpot, `t5` a tie of 5. */
function amountOf(word, letters, view) {
  const plain = cents(word);
  if (!Number.isNaN(plain))
    return plain < 0 ? { wrong: `“${word}” is not an amount.` } : { amount: plain };
  const wager = letters.get(word[0].toLowerCase());
  if (!wager) return null;
  if (word.length > 1) {
    const amount = cents(word.slice(1));
    return Number.isNaN(amount) || amount < 0 ? null : { wager, amount };
  }
  if (wager.kind === "progressive") return { wager, amount: cents(view.progressive_bet) };
  return { wrong: `${wager.label}: how much? Type ${word}5 for 5.` };
}

/**
 * The commands after which exactly that lies on the boxes. Amounts are what lies there in the end,
 * not what is added; where less is to lie, what is there is taken off first.
 * @param {Api.TablePage} view
 */
export function stripCommands(view, { boxes, amounts, player }) {
  return boxes.flatMap((number) => {
    const held = view.round?.boxes.find((one) => one.box === number) ?? null;
    return boxCommands(view, number, held, amounts, player);
  });
}

function boxCommands(view, number, held, amounts, player) {
  const who = player ?? held?.player ?? guest(number);
  const opening = view.wagers[0].bet;
  const laid = Object.fromEntries(
    Object.entries(held?.bets ?? {}).map(([bet, amount]) => [bet, cents(amount)]),
  );
  const wanted = { ...laid, ...amounts };
  const off = (bet) => ({ do: "withdraw-bet", box: number, bet, player: held.player });
  const put = (bet, amount) => ({
    do: "place-bet",
    box: number,
    bet,
    amount: amountText(amount),
    player: who,
  });
  const moved = held && held.player !== who;
  const anew = moved || (held && (wanted[opening] ?? 0) < (laid[opening] ?? 0));
  if (anew) {
    // Whoever takes off the opening wager takes off all that is his.
    if (!wanted[opening]) return [off(opening)];
    const bets = Object.entries(wanted).filter(([, amount]) => amount);
    return [off(opening), ...bets.map(([bet, amount]) => put(bet, amount))];
  }
  return Object.entries(amounts).flatMap(([bet, amount]) => {
    const lies = laid[bet] ?? 0;
    if (amount === lies) return [];
    if (amount > lies) return [put(bet, amount - lies)];
    return amount ? [off(bet), put(bet, amount)] : [off(bet)];
  });
}

/** What lay on the boxes when betting was closed, to be laid again in another round. */
export function betsToRepeat(view) {
  const raises = new Set(view.wagers.filter((one) => one.kind === "raise").map((one) => one.bet));
  return (view.round?.boxes ?? []).map(({ box, player, bets }) => ({
    box,
    player,
    amounts: Object.fromEntries(
      Object.entries(bets)
        .filter(([bet]) => !raises.has(bet))
        .map(([bet, amount]) => [bet, cents(amount)]),
    ),
  }));
}

/**
 * The commands of "same again": for all boxes that were bet on, or those that are named.
 * @param {Api.TablePage} view
 */
export function againCommands(view, before, boxes) {
  const asked = before.filter((one) => !boxes.length || boxes.includes(one.box));
  return asked.flatMap(({ box, player, amounts }) => {
    const live = Object.entries(amounts).filter(([bet]) => view.wagers.some((w) => w.bet === bet));
    return stripCommands(view, { boxes: [box], amounts: Object.fromEntries(live), player });
  });
}

// ── paying ───────────────────────────────────────────────────────────────────────────────────────

/** What a line of a settlement has the dealer do, and with how much. */
export function lineAct(line) {
  if (cents(line.winnings) > 0) return { act: "pay", amount: line.winnings };
  if (line.result === "lose") return { act: "take", amount: line.stake };
  if (cents(line.returned) > 0) return { act: "return", amount: line.returned };
  return { act: "leave", amount: line.returned };
}

/** What goes to a player in chips and what the house takes, box by box. */
export function payRow(box) {
  const sum = (act) =>
    box.lines
      .map(lineAct)
      .filter((one) => one.act === act)
      .reduce((total, one) => total + cents(one.amount), 0);
  const [pay, take, back] = [sum("pay"), sum("take"), sum("return")];
  return {
    box: box.box,
    pay,
    take,
    back,
    lines: box.lines.map((line) => ({ ...lineAct(line), line })),
  };
}

/** The box to pay next; null where all have been. `paid` are the numbers of those that were. */
export function nextToPay(settlement, paid) {
  return settlement?.boxes.find((box) => !paid.has(box.box))?.box ?? null;
}

// ── keys ─────────────────────────────────────────────────────────────────────────────────────────

/**
 * Whether a key that is pressed in the empty card field is an answer and no card: no card begins
 * with such a letter.
 */
export const isNoCard = (key) => /^[befgilmnopruvwxyz]$/i.test(key);

/** A box's number before the cards of its hand, and the rest: "12 as10d". */
export const boxBefore = (text) => /^\s*(\d{1,2})\s+(.*)$/.exec(text);
