// The day at a table as a sum that can be checked by mental arithmetic.

import { amountText, cents, money, signed } from "../shared/money.js";

/** A day as a sum: what was staked, what went back or was paid, what is left. */
export function sumOfDay({ turnover, win, awards, rounds, "void-rounds": voided }) {
  const back = cents(turnover) - cents(win);
  const of = rounds === 1 ? "1 round" : `${rounds} rounds`;
  const rows = [
    {
      label: `Turnover: all chips staked in ${of}${voided ? `, ${voided} void` : ""}`,
      amount: money(turnover),
    },
    {
      label: "Gone back or paid to players by the table",
      amount: money(amountText(-back)),
    },
    { label: "Win", amount: signed(win), total: true },
  ];
  return cents(awards)
    ? [...rows, { label: "Awards of the jackpot", amount: money(awards) }]
    : rows;
}
