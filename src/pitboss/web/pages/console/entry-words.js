// An entry of a round in words: "Box 3: Ante 25", "Box 2: folds", "“No more bets”".

import { cardShort } from "../components/cards.js";
import { short } from "../shared/money.js";
import { incident, option, plain, wagerLabel } from "../shared/words.js";

const PLACES = { dealer: "the dealer", community: "the board", burn: "the burn" };
const place = (name) => PLACES[name] ?? (/^\d+$/.test(name ?? "") ? `box ${name}` : plain(name));

const WORDS = {
  "place-bet": (view, what) => `${wagerLabel(view, what.bet)} ${short(what.amount)}${named(what)}`,
  "withdraw-bet": (view, what) => `${wagerLabel(view, what.bet)} taken back`,
  "close-betting": () => "“No more bets”",
  "commit-seed": (_, what) => `seed sealed${named(what)}`,
  "open-seed": (_, what) => `seed opened${named(what)}`,
  "give-seed": (_, what) => `seed given${named(what)}`,
  deal: (_, what) => (what.to ? `Cards to ${place(what.to)}` : "Cards dealt"),
  examine: () => "looked at",
  fold: () => "folds",
  raise: (_, what) => `bets ${short(what.amount)}`,
  check: () => "checks",
  "set-hand": () => "has set",
  "show-hand": (_, what) => (what.box ? "hand turned over" : `Cards of ${place(what.place)}`),
  "decline-to-show": (_, what) => (what.box ? "not shown" : "The rest not shown"),
  "establish-hand": () => "hand established",
  settle: () => "Settled",
  report: (_, what) => `Reported: ${incident(what.incident)}`,
  confirm: (_, what) => (what.decision ? `Ruled: ${plain(what.decision)}` : "Ruling confirmed"),
  "choose-option": (_, what) => option(what.option),
  "close-options": () => "The choice closed",
  "stop-player": (_, what) => `${what.player} stopped`,
  "hold-to-one-position": (_, what) => `${what.player} held to one position`,
  "lift-bar": (_, what) => `${what.player} may bet again`,
  "lift-one-position": (_, what) => `${what.player} may bet on several positions`,
};

const named = (what) =>
  what.player && what.player !== `Box ${what.box}` ? `, ${what.player}` : "";

/** @param {Api.TablePage} view */
export function entryWords(view, what) {
  const words = WORDS[what.do]?.(view, what) ?? plain(what.do);
  return what.box ? `Box ${what.box}: ${words}` : words;
}

/**
 * Cards that an entry has turned up, to be held against those on the table: "K♦ 9♥ 5♣".
 * @param {Api.TablePage} view
 */
export function laidBy({ round }, { do: done, box, to, place: named }) {
  if (!round || !["deal", "show-hand"].includes(done)) return "";
  const at = String(box ?? to ?? named ?? "");
  const shared = { dealer: round.dealer, community: round.community };
  const cards = shared[at] ?? round.boxes.find((one) => String(one.box) === at)?.cards ?? [];
  const turned = cards.filter((code) => code !== "??");
  return turned.map(cardShort).join(" ");
}
