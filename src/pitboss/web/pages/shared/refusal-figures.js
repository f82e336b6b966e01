// The figures in a refusal: the server gives them in an English sentence, and other languages have
// sentences of their own.

import { money } from "./money.js";

const FIGURES = {
  amount: /\d[\d,]*\.\d\d/,
  boxes: /\bboxes 1 to (\d+)/,
  box: /\bbox (\d+)/i,
};

/** The values for the braces of a translated refusal, if they are given: {amount, box, boxes}. */
export function figuresOf(message) {
  const found = {};
  for (const [name, pattern] of Object.entries(FIGURES)) {
    const [whole, part] = pattern.exec(message) ?? [];
    if (whole) found[name] = name === "amount" ? money(whole) : part;
  }
  return found;
}

/** A translated refusal with its figures; any that the server did not give are left out. */
export const withFigures = (text, message) => {
  const found = figuresOf(message);
  return text.replace(/\{(\w+)\}/g, (_, name) => found[name] ?? "");
};
