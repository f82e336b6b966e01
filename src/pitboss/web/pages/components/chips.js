// Chips: our own drawings. The stack shown for an amount is a picture of it; the amount itself is
// what counts.

import { s } from "../shared/dom.js";
import { cents, short } from "../shared/money.js";

export const DENOMINATIONS = [500000, 100000, 50000, 10000, 2500, 500, 100];
export const TRAY = [500, 1000, 2500, 10000, 50000, 100000];
const KINDS = {
  500000: "k5",
  100000: "k1",
  50000: "c5",
  10000: "c1",
  2500: "d25",
  1000: "d10",
  500: "d5",
  100: "d1",
};

/** What stands on a chip: 500, 1K. */
export const chipWords = (value) =>
  short(value / 100 >= 1000 ? `${value / 100000}` : String(value / 100)) +
  (value >= 100000 ? "K" : "");

/** A chip from above, as in the tray. */
export function chip(value) {
  const edge = [];
  for (let turn = 0; turn < 360; turn += 45) {
    edge.push(s("path", { class: "chip-edge", d: "M50 3v13", transform: `rotate(${turn} 50 50)` }));
  }
  return s(
    "svg",
    { class: `chip chip-${KINDS[value] ?? "d1"}`, viewBox: "0 0 100 100", "aria-hidden": "true" },
    s("circle", { class: "chip-body", cx: 50, cy: 50, r: 47 }),
    edge,
    s("circle", { class: "chip-ring", cx: 50, cy: 50, r: 31 }),
    s("text", { class: "chip-text", x: 50, y: 60, "text-anchor": "middle" }, chipWords(value)),
  );
}

// A stack has a place of fixed height: more chips than these would only be drawn smaller.
const MOST_DRAWN = 5;

/** The fewest chips for an amount, the largest first; at most a handful are drawn. */
function pieces(amount) {
  const found = [];
  let left = cents(amount);
  for (const value of DENOMINATIONS) {
    while (left >= value && found.length < MOST_DRAWN) {
      found.push(value);
      left -= value;
    }
  }
  return found.length ? found : [100];
}

/** A stack of chips from the side. */
export function stack(amount, name = "") {
  const chips = pieces(amount);
  const height = 30 + chips.length * 7;
  return s(
    "svg",
    {
      class: "chips",
      viewBox: `0 0 60 ${height}`,
      role: "img",
      "aria-label": `${name ? `${name} ` : ""}${short(amount)}`,
    },
    chips.map((value, at) => {
      const y = height - 16 - at * 7;
      return s(
        "g",
        { class: `chip-${KINDS[value]}` },
        s("path", { class: "chip-side", d: `M4 ${y - 6}v7c0 6 12 11 26 11s26-5 26-11v-7z` }),
        s("path", { class: "chip-stripe", d: `M15 ${y + 1}v7M30 ${y + 3}v7.5M45 ${y + 1}v7` }),
        s("ellipse", { class: "chip-top", cx: 30, cy: y - 6, rx: 26, ry: 11 }),
        s("ellipse", { class: "chip-top-ring", cx: 30, cy: y - 6, rx: 16, ry: 6.5 }),
      );
    }),
  );
}
