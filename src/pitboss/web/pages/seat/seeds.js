// The seed of a player: drawn by the page itself, committed with the first bet, opened after the
// close. What the page was shown before the cards is kept, for the check afterwards.

import { hex } from "./sha256.js";
import { commitmentOf } from "./shuffle-check.js";

const KEPT = "pitboss-shuffles";
const MOST_KEPT = 40;
const asked = new Set();

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

function keep(round, player, facts) {
  const all = kept();
  const key = `${round}/${player}`;
  all[key] = { ...all[key], ...facts };
  const names = Object.keys(all);
  for (const old of names.slice(0, Math.max(0, names.length - MOST_KEPT))) delete all[old];
  try {
    localStorage.setItem(KEPT, JSON.stringify(all));
  } catch {
    // Without a place to keep it, the seed lives as long as the page; see `mine`.
  }
  mine.set(key, all[key]);
  return all[key];
}

const mine = new Map();

/** What this browser was shown of a round's shuffle; null where it was not there. */
export function seenOf(round, player) {
  const key = `${round}/${player}`;
  // Another tab of this browser may have drawn the seed.
  const seen = { ...mine.get(key), ...kept()[key] };
  return Object.keys(seen).length ? seen : null;
}

/** The number of a round at its table: 17 of T1-17. */
const numberOf = (round) => Number(round.slice(round.lastIndexOf("-") + 1));

const SENT = "pitboss-seeds-sent";

/** Whether no other tab of this browser has sent something of this name; it is taken now. */
async function first(name) {
  const take = () => {
    const sent = JSON.parse(localStorage.getItem(SENT) ?? "[]");
    if (sent.includes(name)) return false;
    localStorage.setItem(SENT, JSON.stringify([...sent, name].slice(-MOST_KEPT * 2)));
    return true;
  };
  try {
    return navigator.locks ? await navigator.locks.request(SENT, take) : take();
  } catch {
    return true;
  }
}

/** Does something once for a round, in one of all the tabs that a player has open. */
async function once(what, round, player, act) {
  const key = `${what}/${round.id}/${player}`;
  if (asked.has(key)) return;
  asked.add(key);
  if (!(await first(`${key}/${round.commitment}`))) return;
  // What is refused is left alone: the game goes on without a seed.
  await act().catch(() => {});
}

/** Looks at a table as it is now, and does what a player's seed needs. */
export function followShuffle(view, player, send) {
  const round = view.round;
  if (!round?.chain) return;
  const found = round.committed.find((one) => one.mine);
  if (round.phase === "betting") {
    if (!seenOf(round.id, player))
      keep(round.id, player, { commitment: round.commitment, end: round.chain.end });
    const bets = round.boxes.some((box) => box.player === player);
    if (bets && !found) commit(view, player, send);
  } else if (round.phase === "closed" && found && !found.opened) {
    const seen = seenOf(round.id, player);
    // Another seat of the same player may have been first: its seed is the one to open.
    if (seen?.seed && seen.bound === found.commitment)
      once("open-seed", round, player, async () => {
        await send({ do: "open-seed", seed: seen.seed });
        keep(round.id, player, { opened: true });
      });
  }
}

function commit(view, player, send) {
  const { round, table } = view;
  once("commit-seed", round, player, () => {
    const seed = hex(crypto.getRandomValues(new Uint8Array(32)));
    // The proof of the shuffle is for everybody, and a name is not.
    const alias = hex(crypto.getRandomValues(new Uint8Array(8)));
    const bound = commitmentOf(table, numberOf(round.id), round.commitment, alias, seed);
    keep(round.id, player, { seed, bound });
    return send({ do: "commit-seed", commitment: bound, alias });
  });
}
