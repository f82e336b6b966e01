// Ordinary cards at the console: which cards are typed next, and the command that they make. A
// whole hand is typed in one go, `qs10h9c2d2c`; another box than the first that waits by its number
// before it, `3 qs10h9c2d2c`. In Bullseye the three cards of the setting stand first,
// `2c3c5d / 4c6d`.

import { readCards } from "../components/card-text.js";
import { boxBefore } from "./state.js";

/** The step for which cards are typed now; null where none are. `chosen` is one that was picked. */
export function cardStep(view, chosen) {
  if (view.cards !== "shown" || view.round?.ruling) return null;
  const takes = (step) => Boolean(step.cards) && ["deal", "show-hand"].includes(step.do);
  const picked = view.next.find((step) => chosen && takes(step) && same(step, chosen));
  const [first] = view.next;
  return picked ?? (first && takes(first) ? first : null);
}

const same = (one, other) =>
  one.do === other.do && one.box === other.box && one.option === other.option;

/** Whether a step is an answer to what the dealer is asked: which of two entries is wrong. */
export const asks = (step) =>
  Boolean(step?.says) && ["show-hand", "correct", "report"].includes(step.do);

/** What the field asks for. */
export function cardWords(step) {
  if (asks(step)) return `${step.label}: ${step.cards} ${step.cards === 1 ? "card" : "cards"}`;
  if (step.box) return `Box ${step.box}: ${step.cards} cards (or another box: 3 qs10h …)`;
  return `${step.label} (${step.cards})`;
}

/** The command that a typed text makes at a step; null where it holds something that is no card. */
export function typedCommand(step, text) {
  const named = boxBefore(text);
  const box = named && step.box ? Number(named[1]) : step.box;
  const [three, two] = (named && step.box ? named[2] : text).split("/");
  const first = readCards(three);
  const cards = two === undefined ? first : [...first, ...readCards(two)];
  if (!cards.length || cards.includes(null)) return null;
  if (step.do === "deal") return { do: "deal", cards, ...(step.option ? { all: true } : {}) };
  const place = box ? { box } : { place: step.option };
  return { do: "show-hand", ...place, cards, ...(two === undefined ? {} : { three: first }) };
}

/** Whether a step is one of many hands that wait: the field takes them all. */
export const isHand = (view, step) =>
  step.do === "show-hand" && step.box && view.round?.to_show.includes(step.box);
