// What a sign shows, worked out without a page: which scene is on, how a
// hit is celebrated, and what is reported of all that.

// ── what is reported ─────────────────────────────────────────────────────────────────────────────

export const SAMPLE_MS = 5_000;
export const IDLE_MS = 60_000;
export const REPORT_MS = 10_000;
export const MOST_SAMPLES = 60;
const MOST_KEPT = 600;

export const noSamples = () => ({ waiting: [], last: null, sentAt: 0 });

/**
 * Takes note of what stands on the sign. Between two notes the figure only rises, so a fall is
 * noted with what stood there just before; otherwise every few seconds while something moves.
 */
export function noted(log, { at, cents, position, state }, before = null) {
  const sample = { at_ms: at, cents, position, state };
  const { last } = log;
  const fell = last !== null && cents < last.cents;
  const other = last === null || state !== last.state || fell;
  const moved = last !== null && (cents !== last.cents || position !== last.position);
  const due = last !== null && at - last.at_ms >= (moved ? SAMPLE_MS : IDLE_MS);
  if (!other && !due) return log;
  const news = fell && before ? [{ at_ms: at, ...before }, sample] : [sample];
  return { ...log, waiting: [...log.waiting, ...news].slice(-MOST_KEPT), last: sample };
}

/** What is to be sent now; nothing where the last report was a moment ago. */
export function due(log, now) {
  return now - log.sentAt < REPORT_MS ? [] : log.waiting.slice(0, MOST_SAMPLES);
}

/** After a report was sent: taken, or, where the server was away, to be sent again. */
export const sent = (log, samples, now, taken) => ({
  ...log,
  sentAt: now,
  waiting: taken ? log.waiting.slice(samples.length) : log.waiting,
});

// ── scenes ───────────────────────────────────────────────────────────────────────────────────────

export const SCENE_MS = 12_000;

/** Below the figure, in turn: the pays of one game after another, then the last hits. */
export function scenes(books, hits) {
  return [...books.map((book) => ({ kind: "pays", book })), ...(hits ? [{ kind: "hits" }] : [])];
}

export const sceneAt = (all, now) =>
  all.length ? all[Math.floor(now / SCENE_MS) % all.length] : null;

/** What the sign says of its figure. */
export function signState(live, link) {
  if (live !== "live") return live === "lost" ? "not-live" : "connecting";
  if (link.down) return "down";
  return link.claims.length ? "pending" : "live";
}

const THEMES = ["midnight", "ruby", "jade", "violet"];
/** For bright rooms; no link has it unless the address says so. */
const DAYLIGHT = "daylight";

/** A link has the same colours on every sign: by its name, unless the address says otherwise. */
export function themeOf(link, asked = null) {
  if (asked === DAYLIGHT || THEMES.includes(asked)) return asked;
  let sum = 0;
  for (const letter of link) sum = (sum * 31 + letter.codePointAt(0)) % 9_973;
  return THEMES[sum % THEMES.length];
}

/** The links of a sign: the one in its path, and those that its address adds. */
export function linksOf(path, search) {
  const first = decodeURIComponent(path.split("/")[2] ?? "");
  return [...new Set([first, ...new URLSearchParams(search).getAll("also")])].slice(0, 4);
}

/** How wide a text is, in letters: signs of Chinese are as wide as they are high. */
export const signsOf = (text) =>
  [...text].reduce((sum, sign) => sum + (sign.codePointAt(0) > 0x2e7f ? 1.7 : 1), 0);

// ── a hit ────────────────────────────────────────────────────────────────────────────────────────

const ease = (part) => part * part * (3 - 2 * part);

const SHOWS = { "royal-flush": 45_000, "straight-flush": 25_000 };
const OTHERS_MS = 15_000;
export const TURN_MS = 900;
const FIRST_TURN_MS = 1_200;

/** How long each hand is celebrated: a royal flush longest. */
export const showLasts = (hand) => SHOWS[hand] ?? OTHERS_MS;

/**
 * A moment of the show: how many cards are turned, what of the award has been counted up (never
 * more than it), and whether it is over. Cards may come to lie open after it has begun: open says
 * when, and they are turned from then on.
 */
export function showAt({ hand, award, cards, open = 0 }, since) {
  const first = Math.max(FIRST_TURN_MS, open);
  const turned = since < first ? 0 : Math.floor((since - first) / TURN_MS) + 1;
  const start = FIRST_TURN_MS + cards * TURN_MS;
  const counting = hand === "royal-flush" ? 8_000 : 4_000;
  const part = Math.min(1, Math.max(0, (since - start) / counting));
  return {
    turned: Math.min(cards, turned),
    counted: part === 1 ? award : Math.floor(award * ease(part)),
    over: since >= showLasts(hand),
  };
}

const HAND = 5;

/**
 * The cards of a hit that lie open, or nothing: while its hand lies face down, and once its round
 * is over, there are none to tell of.
 */
export function openCards({ cards = [], community = [] }) {
  const open = [...cards, ...community].filter((code) => code !== "??");
  return cards.includes("??") || open.length < HAND ? [] : open.slice(0, 7);
}

/** What the show lays out: cards that were seen stay, and before there are any, backs. */
export function shownCards(hit, before = []) {
  const open = openCards(hit);
  if (open.length) return open;
  return before.length ? before : Array(HAND).fill("??");
}

/** Hits that were paid while the sign was up; none of those that were there when it came. */
export function freshHits(seen, last) {
  return seen === null ? [] : last.filter(({ claim }) => !seen.has(claim));
}
