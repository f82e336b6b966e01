// Shares of a bet: people speak of per cent, the server counts basis points, a hundred to the
// per cent.

import { Wrong } from "./fields.js";

/** Basis points as people read them: 15 is "0.15%", 1500 is "15%". */
export function percent(points) {
  const [whole, part] = [Math.floor(points / 100), String(points % 100).padStart(2, "0")];
  return `${whole}${part === "00" ? "" : `.${part.replace(/0$/, "")}`}%`;
}

/** The basis points in a field: "15", "15%" and "15.00 %" are 1500. */
export function pointsIn(input) {
  const text = input.value.trim();
  const [, whole, part = ""] = /^(\d{0,3})(?:\.(\d*))?\s*%?$/.exec(text) ?? [];
  if (whole === undefined || !(whole || part)) {
    throw new Wrong(input, `“${text}” is not a percentage. Enter it like 15 or 0.15.`);
  }
  const steps = part.replace(/0+$/, "");
  if (steps.length > 2) {
    const [below, above] = neighbours(whole, steps);
    throw new Wrong(input, `The smallest step is 0.01%: enter ${below} or ${above}.`);
  }
  const points = Number(whole) * 100 + Number(steps.padEnd(2, "0"));
  if (points > 10_000) throw new Wrong(input, "At most 100% of a bet.");
  return points;
}

function neighbours(whole, part) {
  const below = Number(whole) * 100 + Number(part.slice(0, 2));
  return [percent(below), percent(below + 1)];
}
