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

// ── what signs displayed ─────────────────────────────────────────────────────────────────────────

const SECOND_MS = 1_000;
const AROUND_MS = 600_000;

const moved = (text, ms) => new Date(Date.parse(`${text}Z`) + ms).toISOString().slice(0, 19);

/**
 * What to ask for: the second of a moment of the casino's own clock, "2026-11-17T14:32:05", and
 * ten minutes before and after it. Without a moment it is now, and the last hour.
 */
export function aboutMoment(text) {
  if (!text) return { moment: {}, around: {} };
  const whole = text.length === 16 ? `${text}:00` : text;
  return {
    moment: { from: whole, to: moved(whole, SECOND_MS) },
    around: { from: moved(whole, -AROUND_MS), to: moved(whole, AROUND_MS) },
  };
}

const screenOf = ({ sign, screen, link }) => `${sign}/${screen}/${link}`;

/** What stood last on each screen of those reports, and what it came to next. */
export function stoodThen(moment, around) {
  const last = new Map();
  for (const one of moment.toSorted((a, b) => a["at-ms"] - b["at-ms"]))
    last.set(screenOf(one), one);
  const later = around.toSorted((a, b) => a["at-ms"] - b["at-ms"]);
  return [...last].map(([key, shown]) => ({
    shown,
    next: later.find((one) => screenOf(one) === key && one["at-ms"] > shown["at-ms"]) ?? null,
  }));
}

// ── reports ──────────────────────────────────────────────────────────────────────────────────────

const ALWAYS = [
  "table",
  "rounds",
  "void-rounds",
  "turnover",
  "handle",
  "win",
  "win-percent",
  "contributions",
  "hits",
  "awards",
  "incidents",
  "refusals",
];
const SELDOM = ["interruptions", "corrections", "money-decisions", "decided"];

/** The columns of a day: what seldom happens has one where it did. */
export const columnsOf = (rows) => [
  ...ALWAYS,
  ...SELDOM.filter((column) => rows.some((row) => Number(row[column]) !== 0)),
];

/** The date so many days after one: ("2026-02-28", 1) is "2026-03-01". */
export const dayAfter = (date, days) =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
