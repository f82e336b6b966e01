// Cards as they are typed: "qs10h9c2d2c", "Kd 5c".

import { RANK_ORDER, SUIT_ORDER } from "./cards.js";

/** The cards in a text; null for what is none. "10h" and "Th" are the same card, so is "TH". */
export function readCards(text) {
  const parts = text
    .trim()
    .replace(/10/g, "T")
    .split(/[\s,]+/)
    .flatMap((part) => part.match(/.{1,2}/g) ?? [])
    .filter(Boolean);
  return parts.map((part) => {
    const code = part.charAt(0).toUpperCase() + part.charAt(1).toLowerCase();
    return RANK_ORDER.includes(code[0]) && SUIT_ORDER.includes(code[1]) ? code : null;
  });
}
