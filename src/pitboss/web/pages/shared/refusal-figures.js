// The figures of a refusal: the server says them in an English sentence, and another language says
// them in its own.

import { money } from "./money.js";

const FIGURES = {
  amount: /\d[\d,]*\.\d\d/,
  boxes: /\bboxes 1 to (\d+)/,
  box: /\bbox (\d+)/i,
};

/** What stands in the braces of a translated refusal, where it is said: {amount, box, boxes}. */
export function figuresOf(message) {
  const found = {};
  for (const [name, pattern] of Object.entries(FIGURES)) {
    const [whole, part] = pattern.exec(message) ?? [];
    if (whole) found[name] = name === "amount" ? money(whole) : part;
  }
  return found;
}

/** A translated refusal with its figures; what the server has not said is left out. */
export const withFigures = (text, message) => {
  const found = figuresOf(message);
  return text.replace(/\{(\w+)\}/g, (_, name) => found[name] ?? "");
};
