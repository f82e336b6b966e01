// Amounts come as text ("100005.25") and are only displayed; the server alone computes who is owed
// what.

/** Whole cents of an amount. */
export function cents(text) {
  if (typeof text === "number") return text;
  const [, minus, whole, part] =
    /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(text).replaceAll(",", "")) ?? [];
  if (whole === undefined) return NaN;
  const value = Number(whole) * 100 + Number((part ?? "0").padEnd(2, "0"));
  return minus ? -value : value;
}

/** As the server takes it: "25.00". */
export function amountText(value) {
  const size = Math.abs(value);
  const part = String(size % 100).padStart(2, "0");
  return `${value < 0 ? "-" : ""}${Math.floor(size / 100)}.${part}`;
}

/** With separators: "100,005.25". */
export function money(text) {
  const value = cents(text);
  if (Number.isNaN(value)) return String(text);
  const [whole, part] = amountText(Math.abs(value)).split(".");
  return `${value < 0 ? "−" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${part}`;
}

/** With separators, including fractions of a cent: "12.0075". */
export const exact = (text) => {
  const [, whole, below] = /^(.*\.\d\d)(\d*)$/.exec(text) ?? [null, text, ""];
  return `${money(whole)}${below}`;
};

/** Without cents if there are none. */
export const short = (text) => money(text).replace(/\.00$/, "");

/** With its sign: "+25.00". */
export const signed = (text) => (cents(text) > 0 ? `+${money(text)}` : money(text));

/** What a part of the jackpot comes to, as the sign shows it: whole cents, rounded down. */
export function share(pays, displayed) {
  const found = /^(\d+(?:\.\d+)?)% of jackpot$/.exec(pays);
  if (!found) return null;
  const hundredths = Math.round(Number(found[1]) * 100);
  return amountText(Number((BigInt(cents(displayed)) * BigInt(hundredths)) / 10_000n));
}

/**
 * What somebody has won or lost here, in cents: chips that still lie on the felt are neither.
 * @param {Api.TablePage} view
 * @param {string} player
 */
export const winLoss = (view, player) =>
  amountText(cents(view.chips[player] ?? "0.00") + cents(view.in_play[player] ?? "0.00"));
