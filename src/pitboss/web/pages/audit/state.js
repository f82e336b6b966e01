// What a step of a round comes to, without a page.

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** A card as people write it: "A♠", "10♥". */
export const cardWords = (code) =>
  `${code.slice(0, -1) === "T" ? "10" : code.slice(0, -1)}${SUITS[code.slice(-1)] ?? ""}`;

function open(view) {
  const round = view?.round;
  if (!round) return [];
  const all = [...round.dealer, ...round.community, ...round.boxes.flatMap((box) => box.cards)];
  return all.filter((code) => code !== "??");
}

/** The cards that lie open after a step and did not before it; what stays hidden stays so. */
export function turnedUp(before, after) {
  const seen = new Set(open(before));
  return open(after).filter((code) => !seen.has(code));
}

/** Why something was refused, where it was. */
export const refusalWords = ({ message = "", code = "" }) =>
  message ? `refused: ${message}` : code ? `refused: ${code.replaceAll("-", " ")}` : "";

/** How much of the round was paid, where a step has settled it. */
export function paidWords(before, after, money) {
  const settled = after?.round?.settlement;
  if (!settled || before?.round?.settlement) return "";
  const cents = (text) => Math.round(Number(text) * 100);
  const sum = settled.boxes
    .flatMap((box) => box.lines)
    .reduce((all, line) => all + cents(line.returned) + cents(line.winnings), 0);
  return `${money((sum / 100).toFixed(2))} goes to players`;
}
