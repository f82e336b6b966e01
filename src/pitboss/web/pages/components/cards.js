// Playing cards: our own drawings. Suits are plain shapes that are told apart without colour too.

import { calm, s } from "../shared/dom.js";
import { t } from "../shared/language.js";

const RANKS = {
  A: "Ace",
  K: "King",
  Q: "Queen",
  J: "Jack",
  T: "Ten",
  9: "Nine",
  8: "Eight",
  7: "Seven",
  6: "Six",
  5: "Five",
  4: "Four",
  3: "Three",
  2: "Two",
};
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
export const RANK_ORDER = [..."AKQJT98765432"];
export const SUIT_ORDER = [..."shdc"];

// Each in a square of 20 by 20.
const SHAPES = {
  h:
    "M10 18.2C4.2 13.4 1.4 10.4 1.4 6.7 1.4 4 3.4 2 6 2c1.7 0 3.2.9 4 2.4" +
    "C10.8 2.9 12.3 2 14 2c2.6 0 4.6 2 4.6 4.7 0 3.7-2.8 6.7-8.6 11.5z",
  d: "M10 .9 17.2 10 10 19.100 2.800 10z",
  s:
    "M10 1.200C14.600 5.300 18.400 8.200 18.400 11.900c0 2.500-1.900 4.200-4.200 4.200-1.300 0" +
    "-2.400-.5-3.200-1.500.2 1.900.8 3.200 2.200 4.400H6.800c1.400-1.200 2-2.500 2.200-4.400-.8 1" +
    "-1.900 1.500-3.200 1.500-2.300 0-4.200-1.700-4.200-4.200 0-3.700 3.800-6.600 8.400-10.700z",
  c:
    "M10 1.300a4.200 4.200 0 0 1 3.300 6.800 4.200 4.200 0 1 1-2.300" +
    " 6.900c.2 1.700.8 2.900 2.200 4H6.800c1.400-1.100 2-2.300 2.200-4" +
    "a4.200 4.200 0 1 1-2.300-6.900A4.200 4.200 0 0 1 10 1.300z",
};

// biome-ignore format: a row for each card.
const PIPS = {
  2: [[50, 30], [50, 110]],
  3: [[50, 28], [50, 70], [50, 112]],
  4: [[37, 32], [63, 32], [37, 108], [63, 108]],
  5: [[37, 32], [63, 32], [50, 70], [37, 108], [63, 108]],
  6: [[37, 32], [63, 32], [37, 70], [63, 70], [37, 108], [63, 108]],
  7: [[37, 30], [63, 30], [50, 50], [37, 70], [63, 70], [37, 110], [63, 110]],
  8: [[37, 30], [63, 30], [50, 50], [37, 70], [63, 70], [50, 90], [37, 110], [63, 110]],
  9: [[37, 27], [63, 27], [37, 56], [63, 56], [50, 70], [37, 84], [63, 84], [37, 113], [63, 113]],
  T: [[37, 27], [63, 27], [50, 41], [37, 56], [63, 56],
      [37, 84], [63, 84], [50, 99], [37, 113], [63, 113]],
};

/** "Queen of spades". */
export function cardName(code) {
  if (!code || code === "??") return t("card face down");
  return t("{rank} of {suit}", { rank: t(RANKS[code[0]]), suit: t(SUITS[code[1]]) });
}

/** "Q♠", for places with little room. */
export const cardShort = (code) =>
  code === "??"
    ? "▮"
    : `${code[0] === "T" ? "10" : code[0]}${{ s: "♠", h: "♥", d: "♦", c: "♣" }[code[1]]}`;

const drawn = new Map();

/** A card as an image with a name. */
export function card(code, more = {}) {
  let image = drawn.get(code);
  if (!image) {
    image = code === "??" ? back() : face(code);
    drawn.set(code, image);
  }
  const copy = image.cloneNode(true);
  for (const [name, value] of Object.entries(more)) copy.setAttribute(name, value);
  return copy;
}

function frame(code, ...inside) {
  return s(
    "svg",
    {
      class: `card ${code === "??" ? "card-back" : `card-${code[1]}`}`,
      viewBox: "0 0 100 140",
      role: "img",
      "aria-label": cardName(code),
      "data-card": code,
    },
    s("rect", { class: "card-paper", x: 1, y: 1, width: 98, height: 138, rx: 9 }),
    ...inside,
  );
}

function pip(suit, x, y, size, turned = false) {
  const scale = size / 20;
  const turn = turned ? " rotate(180)" : "";
  return s("path", {
    d: SHAPES[suit],
    transform: `translate(${x} ${y})${turn} scale(${scale}) translate(-10 -10)`,
  });
}

function corner(rank, suit) {
  return s(
    "g",
    { class: "card-ink" },
    s(
      "text",
      {
        x: 15,
        y: 27,
        "text-anchor": "middle",
        class: rank === "T" ? "card-rank card-ten" : "card-rank",
      },
      rank === "T" ? "10" : rank,
    ),
    pip(suit, 15, 41, 17),
  );
}

function face(code) {
  const [rank, suit] = code;
  const other = corner(rank, suit);
  other.setAttribute("transform", "rotate(180 50 70)");
  return frame(code, corner(rank, suit), other, s("g", { class: "card-ink" }, middle(rank, suit)));
}

function middle(rank, suit) {
  if (rank === "A") return [pip(suit, 50, 70, 50)];
  const places = PIPS[rank];
  if (places) return places.map(([x, y]) => pip(suit, x, y, 18, y > 70));
  return court(rank, suit);
}

/**
 * Kings, queens and jacks: a frame, a head-dress of plain lines and the suit, the same from both
 * ends.
 */
function court(rank, suit) {
  const half = () => [
    {
      K: s("path", { class: "card-line", d: "M36 44 33 27l9 7 8-11 8 11 9-7-3 17zM36 48h28" }),
      Q: s("path", {
        class: "card-line",
        d: "M35 45c-1-8-2-12-3-17l8 9 5-12 5 11 5-11 5 12 8-9c-1 5-2 9-3 17zM36 49h28",
      }),
      J: s("path", {
        class: "card-line",
        d: "M34 46c2-12 9-20 20-20 6 0 10 3 12 7-7-1-12 1-14 6l14 7zM34 50h32",
      }),
    }[rank],
    pip(suit, 50, 61, 15),
  ];
  const below = s("g", { transform: "rotate(180 50 70)" }, half());
  return [
    s("rect", { class: "card-frame", x: 27, y: 18, width: 46, height: 104, rx: 4 }),
    s("path", { class: "card-thin", d: "M27 82 73 58" }),
    s("g", {}, half()),
    below,
  ];
}

function back() {
  const lines = [];
  for (let at = -140; at < 200; at += 10)
    lines.push(`M${at} 0 l140 140`, `M${at + 140} 0 l-140 140`);
  return frame(
    "??",
    s("rect", { class: "card-back-field", x: 7, y: 7, width: 86, height: 126, rx: 5 }),
    s(
      "svg",
      { x: 7, y: 7, width: 86, height: 126, viewBox: "7 7 86 126", overflow: "hidden" },
      s("path", { class: "card-back-lines", d: lines.join("") }),
    ),
    s("circle", { class: "card-back-disc", cx: 50, cy: 70, r: 17 }),
    s("path", { class: "card-back-mark", d: "M44 82V58h8a7 7 0 0 1 0 14h-8" }),
  );
}

/**
 * Makes a row of cards show these codes; cards that stay are left alone, so that only new ones
 * move.
 * @param {(at: number, code: string) => object} [extra]
 */
export function showCards(row, codes, extra = () => ({})) {
  codes.forEach((code, at) => {
    const held = row.children[at];
    if (held?.dataset.code === code) return;
    const holder = held ?? row.appendChild(document.createElement("span"));
    const back = held?.dataset.code === "??" ? held.firstElementChild : null;
    holder.className = back ? "card-place turned" : "card-place dealt";
    holder.style.setProperty("--at", String(at));
    holder.dataset.code = code;
    holder.replaceChildren(card(code, extra(at, code)));
    if (back && !calm()) turn(holder, back);
  });
  while (row.children.length > codes.length) row.lastChild.remove();
}

/** The back of a card that is turned over goes round with its face, and is gone then. */
function turn(holder, back) {
  for (const name of ["data-card", "data-test", "role", "aria-label"]) back.removeAttribute(name);
  back.setAttribute("aria-hidden", "true");
  back.classList.add("was");
  holder.append(back);
  // A card that is turned while it is still being dealt ends that first.
  const over = ({ animationName }) => animationName === "turned" && back.remove();
  holder.addEventListener("animationend", over);
  holder.addEventListener("animationcancel", over);
}
