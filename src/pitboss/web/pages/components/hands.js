// What hands are called, from their cards: "pair of sixes, king kicker". Nothing here decides
// anything; what a hand is worth, the server says. It draws nothing and asks nobody, and a test
// holds it against the server's names over every kind of hand.

const ORDER = "23456789TJQKA";
const SINGULAR = {
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};
const plural = (rank) => (rank === "6" ? "sixes" : `${SINGULAR[rank]}s`);

/**
 * A point hand of Bullseye by its code: "point-5" is "5 points", "pair-10" is "pair of tens".
 * Nothing for what is none.
 */
export function pointName(code, t) {
  const [, kind, which] = /^(point|pair)-(.+)$/.exec(code) ?? [];
  if (kind === "point") return which === "1" ? t("1 point") : t(`${which} points`);
  if (kind !== "pair") return "";
  const rank = which === "10" ? "T" : which.toUpperCase();
  return t("pair of {rank}", { rank: t(plural(rank)) });
}

const rankOf = (card) => ORDER.indexOf(card[0]);

// By what their cards have in common: how often the ranks occur, the most frequent first.
const KINDS = ["high", "pair", "two-pairs", "three", "straight", "flush", "full-house", "four"];
const BY_COUNTS = { 41: "four", 32: "full-house", 311: "three", 221: "two-pairs", 2111: "pair" };
const FEWER = { 4: "four", 31: "three", 22: "two-pairs", 3: "three", 211: "pair", 21: "pair" };

/**
 * What up to seven cards make: {kind, ranks, five, core}. `five` are the cards that count, `core`
 * those that give the hand its name. Null where a card is not known.
 * @param {string[]} cards
 */
export function made(cards) {
  if (cards.length < 2 || cards.includes("??")) return null;
  const best = subsets(cards, Math.min(5, cards.length))
    .map(ofFive)
    .reduce((one, other) => (beats(other, one) ? other : one));
  return { kind: best.kind, ranks: best.ranks, five: best.five, core: core(best) };
}

function ofFive(five) {
  const counts = new Map();
  for (const card of five) counts.set(card[0], (counts.get(card[0]) ?? 0) + 1);
  let ranks = [...counts].sort(
    ([a, many], [b, few]) => few - many || ORDER.indexOf(b) - ORDER.indexOf(a),
  );
  const shape = ranks.map(([, count]) => count).join("");
  ranks = ranks.map(([rank]) => rank);
  const suited = five.length === 5 && five.every((card) => card[1] === five[0][1]);
  const high = five.length === 5 && shape === "11111" ? straight(ranks) : null;
  if (high) ranks = [high];
  const kind =
    suited && high
      ? high === "A"
        ? "royal-flush"
        : "straight-flush"
      : suited
        ? "flush"
        : high
          ? "straight"
          : (BY_COUNTS[shape] ?? FEWER[shape] ?? (shape === "2" ? "pair" : "high"));
  return { kind, ranks, five };
}

/** The highest rank of a straight; an ace is low only below a two. */
function straight(ranks) {
  const at = ranks.map((rank) => ORDER.indexOf(rank));
  if (at[0] - at[4] === 4) return ranks[0];
  return ranks.join("") === "A5432" ? "5" : null;
}

function beats(one, other) {
  const place = (kind) => (kind.endsWith("h-flush") ? 9 : kind === "straight-flush" ? 8 : -1);
  const order = (hand) => [
    hand.kind === "royal-flush" ? 9 : Math.max(place(hand.kind), KINDS.indexOf(hand.kind)),
    ...hand.ranks.map((rank) => ORDER.indexOf(rank)),
  ];
  const [mine, theirs] = [order(one), order(other)];
  const at = mine.findIndex((value, index) => value !== theirs[index]);
  return at >= 0 && mine[at] > (theirs[at] ?? -1);
}

const NAMED = { four: 1, three: 1, pair: 1, "two-pairs": 2, high: 0 };

/** The cards that a hand has its name from; all of them where it takes all five. */
function core({ kind, ranks, five }) {
  if (!(kind in NAMED)) return five;
  const named = ranks.slice(0, NAMED[kind]);
  return five.filter((card) => named.includes(card[0]));
}

function subsets(cards, size) {
  if (size === 0) return [[]];
  return cards.flatMap((card, at) =>
    subsets(cards.slice(at + 1), size - 1).map((rest) => [card, ...rest]),
  );
}

/**
 * A hand in words, by t(sentence, what stands in it).
 * @param {{kind: string, ranks: string[]} | null} hand
 * @param {(text: string, given?: Record<string, string>) => string} t
 */
export function handName(hand, t) {
  if (!hand) return "";
  const [first, second, third, fourth] = hand.ranks;
  const one = (rank) => t(SINGULAR[rank] ?? "");
  const many = (rank) => t(rank ? plural(rank) : "");
  const ranks = { high: one(first), rank: many(first) };
  switch (hand.kind) {
    case "royal-flush":
      return t("royal flush");
    case "straight-flush":
      return t("{high}-high straight flush", ranks);
    case "four":
      return kicked(t, second, "four {rank}", "four {rank}, {kicker} kicker", ranks, one);
    case "full-house":
      return t("full house, {rank} over {other}", { ...ranks, other: many(second) });
    case "flush":
      return t("{high}-high flush", ranks);
    case "straight":
      return t("{high}-high straight", ranks);
    case "three":
      return kicked(t, second, "three {rank}", "three {rank}, {kicker} kicker", ranks, one);
    case "two-pairs": {
      const both = { ...ranks, other: many(second) };
      const whole = "two pairs, {rank} and {other}, {kicker} kicker";
      return kicked(t, third, "two pairs, {rank} and {other}", whole, both, one);
    }
    case "pair":
      return kicked(t, second, "pair of {rank}", "pair of {rank}, {kicker} kicker", ranks, one);
    default:
      return fourth || second ? t("{high}-{next} high", { ...ranks, next: one(second) }) : "";
  }
}

/**
 * The same where there is little room: "pair of sixes", and not with which kicker.
 * @param {{kind: string, ranks: string[]} | null} hand
 * @param {(text: string, given?: Record<string, string>) => string} t
 */
export function shortName(hand, t) {
  const brief = { "two-pairs": "two pairs", "full-house": "full house" }[hand?.kind ?? ""];
  if (brief) return t(brief);
  const alone = hand && ["pair", "three", "four"].includes(hand.kind);
  return handName(alone ? { ...hand, ranks: hand.ranks.slice(0, 1) } : hand, t);
}

/**
 * A hand that the server has named, in the words that a dealer calls it by: "nines and sevens",
 * "pair of nines" and "queens full of nines". For a row that has no room for the whole name.
 * @param {string} name
 */
export const briefName = (name) =>
  name
    .replace(/^two pairs, /, "")
    .replace(/^full house, (\S+) over /, "$1 full of ")
    .replace(/, \S+ kicker$/, "");

function kicked(t, kicker, plain, full, given, one) {
  return kicker ? t(full, { ...given, kicker: one(kicker) }) : t(plain, given);
}

// ── Bullseye ─────────────────────────────────────────────────────────────────────────────────────

/** What a card may count for among three: a three as six and a six as three. */
function counts(card) {
  const rank = card[0];
  if (rank === "A") return [1];
  if ("TJQK".includes(rank)) return [10];
  return "36".includes(rank) ? [3, 6] : [Number(rank)];
}

/**
 * What picked cards add to, the sum that makes 10, 20 or 30 before any other, and whether three of
 * them make a hand.
 * @param {string[]} cards
 */
export function threeTotal(cards) {
  const sums = cards.reduce(
    (found, card) => found.flatMap((sum) => counts(card).map((value) => sum + value)),
    [0],
  );
  const good = sums.find((sum) => sum > 0 && sum % 10 === 0);
  const valid = cards.length === 3 && good !== undefined;
  return { total: valid ? good : sums[0], valid };
}

/** Every three of five cards that make 10, 20 or 30. */
export const threes = (cards) => subsets(cards, 3).filter((three) => threeTotal(three).valid);

export { rankOf };
