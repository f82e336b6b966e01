// What the pit desk shows, worked out of what the server has told; without a page, so that it can
// be tested without one.

import { isStage } from "../lobby/state.js";
import { amountText, cents } from "../shared/money.js";

/** A phase that lasts longer than this is worth a look. */
export const SLOW_MS = 600_000;

const PHASES = {
  betting: "Bets open",
  closed: "No more bets",
  dealing: "Dealing",
  deciding: "Players decide",
  revealed: "Cards shown",
  settled: "Collect and pay",
  void: "Round void",
};

/** How a table stands, in two words. */
export function phaseWords({ open, phase }) {
  if (!open) return "Closed";
  return phase ? (PHASES[phase] ?? phase) : "Between rounds";
}

/** How long since: "0:42", "12:05", "1 h 04", "3 d". */
export function elapsed(sinceMs, nowMs) {
  if (sinceMs === null || sinceMs === undefined) return "";
  const seconds = Math.max(0, Math.floor((nowMs - sinceMs) / 1_000));
  const two = (value) => String(value).padStart(2, "0");
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  const hours = Math.floor(seconds / 3_600);
  return hours < 48
    ? `${hours} h ${two(Math.floor(seconds / 60) % 60)}`
    : `${Math.floor(hours / 24)} d`;
}

/**
 * What is out of the ordinary at a table: `bad` wants somebody now, `wait` soon, `info` is worth
 * knowing.
 */
export function alertsOf(row, view, link, nowMs) {
  const found = [];
  const add = (kind, words, title = "") => found.push({ kind, words, title });
  if (row.pending) add("bad", "Ruling pending", row.pending.because);
  if (row.claimed.length) add("bad", "Jackpot claimed", `Box ${row.claimed.join(", ")}`);
  if (row.operation_awaited) add("bad", "How to run?", "The jackpot is out of service.");
  if (view?.correction) add("wait", "Correction asked", "A second person has to allow it.");
  if (view?.interrupted) add("wait", "Interrupted", view.interrupted.because);
  if (link?.down) add("wait", "Jackpot down", link.failure?.reason ?? "");
  if (row.open && row.round && row.since_ms && nowMs - row.since_ms > SLOW_MS)
    add("wait", "Slow", `${phaseWords(row)} for ${elapsed(row.since_ms, nowMs)}.`);
  if (row.notice) add("info", "Notice", row.notice);
  if (view?.barred_boxes?.length) add("info", `Box ${view.barred_boxes.join(", ")} barred`);
  return found;
}

/** The rows of the board: what each table is, does, and has come to today. */
export function boardRows({ floor, tables, links, today, nowMs, demo = false }) {
  const figures = new Map((today?.tables ?? []).map((one) => [one.table, one]));
  const rows = floor.tables.filter((row) => !isStage(row.table, demo));
  return rows.map((row) => {
    const day = figures.get(row.table);
    const view = tables.get(row.table);
    return {
      ...row,
      words: phaseWords(row),
      dealer: row.staff.join(", "),
      taken: row.seats.length,
      turnover: day?.figures.turnover ?? null,
      win: day?.figures.win ?? null,
      day: day?.figures ?? null,
      pace: day?.pace ?? null,
      alerts: alertsOf(row, view, links.get(row.link), nowMs),
    };
  });
}

export const SHOWS = {
  all: ["All", () => true],
  alerts: ["Alerts", (row) => row.alerts.some(({ kind }) => kind !== "info")],
  play: ["In play", (row) => row.open && row.round !== null],
  idle: ["Idle", (row) => row.open && row.round === null],
  closed: ["Closed", (row) => !row.open],
};

/** The rows that a filter leaves; words must all be found somewhere in a row. */
export function filtered(rows, { show = "all", game = "", text = "" }) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const [, fits] = SHOWS[show] ?? SHOWS.all;
  return rows.filter((row) => {
    if (!fits(row) || (game && row.title !== game)) return false;
    const all = [row.table, row.title, row.words, row.dealer, row.link ?? "", ...row.players]
      .join(" ")
      .toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

const ALERT_WEIGHTS = { bad: 100, wait: 10, info: 1 };
const weight = ({ alerts }) => alerts.reduce((sum, { kind }) => sum + ALERT_WEIGHTS[kind], 0);
const centsOr = (amount) => (amount === null ? null : cents(amount));

/** What a column is sorted by: a text, a number, or null where a row has nothing to say. */
const SORT_KEYS = {
  table: (row) => row.table,
  phase: (row) => row.words,
  since: (row) => (row.open && row.since_ms ? -row.since_ms : null),
  dealer: (row) => row.dealer || null,
  players: (row) => row.taken,
  turnover: (row) => centsOr(row.turnover),
  win: (row) => centsOr(row.win),
  pace: (row) => row.pace,
  alerts: (row) => weight(row) || null,
};
const WORDS = ["table", "phase", "dealer"];

/** Which way a column is sorted first: words from A on, figures from the largest. */
export const firstWay = (column) => (WORDS.includes(column) ? 1 : -1);

/** The rows by a column; those that have nothing to say in it come last, either way. */
export function ordered(rows, { by = "table", way = 1 } = {}) {
  const of = SORT_KEYS[by] ?? SORT_KEYS.table;
  const names = (a, b) => a.localeCompare(b, "en", { numeric: true });
  return rows.toSorted((one, other) => {
    const [a, b] = [of(one), of(other)];
    if (a === null || b === null)
      return Number(a === null) - Number(b === null) || names(one.table, other.table);
    const found = typeof a === "string" ? names(a, b) : a - b;
    return found * way || names(one.table, other.table);
  });
}

/** What rows come to together. */
export function summed(rows) {
  const sum = (name) => amountText(rows.reduce((all, row) => all + cents(row[name] ?? "0.00"), 0));
  const count = (name) => rows.reduce((all, row) => all + row[name], 0);
  return {
    tables: rows.length,
    taken: count("taken"),
    boxes: count("boxes"),
    turnover: sum("turnover"),
    win: sum("win"),
  };
}

/** How the board is looked at, as an address says it. */
export function lookOf(address) {
  const [by, way] = [address.get("sort") ?? "table", address.get("way") === "down" ? -1 : 1];
  return {
    show: SHOWS[address.get("show")] ? address.get("show") : "all",
    game: address.get("game") ?? "",
    text: address.get("find") ?? "",
    by: SORT_KEYS[by] ? by : "table",
    way,
  };
}

/** And the other way round; what is as ever is left out. */
export function lookParts({ show, game, text, by, way }) {
  const usual = by === "table" && way === 1;
  return {
    show: show === "all" ? null : show,
    game: game || null,
    find: text || null,
    sort: usual ? null : by,
    way: usual || way === 1 ? null : "down",
  };
}

/** Which row a key leads to: up and down the board, staying on it. */
export function moved(rows, selected, by) {
  if (!rows.length) return null;
  const at = rows.findIndex(({ table }) => table === selected);
  if (at < 0) return rows[by > 0 ? 0 : rows.length - 1].table;
  return rows[Math.min(rows.length - 1, Math.max(0, at + by))].table;
}

/** What the window is called: the number of matters comes first, as tabs are narrow. */
export const titleOf = (count) => `${count ? `(${count}) ` : ""}Pit desk · Pitboss`;

/** The matters that were not there before: they are what an alarm is about. */
export function fresh(before, now) {
  return before === null ? [] : now.filter((key) => !before.has(key));
}

// ── the command palette ──────────────────────────────────────────────────────────────────────────

/**
 * How well a query fits a text: null where it does not. Letters in their order are enough; the
 * beginnings of words and letters side by side count for more.
 */
export function score(query, text) {
  const [wanted, found] = [query.toLowerCase().replace(/\s+/g, ""), text.toLowerCase()];
  let [at, points, last] = [0, 0, -2];
  for (const letter of wanted) {
    at = found.indexOf(letter, at);
    if (at < 0) return null;
    const begins = at === 0 || /[^\p{L}\p{N}]/u.test(found[at - 1]);
    points += 1 + (begins ? 3 : 0) + (at === last + 1 ? 2 : 0);
    last = at;
    at += 1;
  }
  return points - found.length / 100;
}

/** The commands that fit a query, the best first; all of them, in their order, for none. */
export function matching(query, commands) {
  if (!query.trim()) return commands;
  return commands
    .map((one, order) => ({ one, order, points: score(query, one.label) }))
    .filter(({ points }) => points !== null)
    .sort((a, b) => b.points - a.points || a.order - b.order)
    .map(({ one }) => one);
}
