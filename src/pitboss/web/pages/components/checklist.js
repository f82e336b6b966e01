// What to check before verifying a claim on a jackpot.

/**
 * What the verifier of a claim has checked, each to be ticked.
 * @param {{hand: string, box: number, table: string, stake?: string | null}} claim
 */
export function checklist({ hand, box, table, stake = null }) {
  const named = String(hand).replaceAll("-", " ");
  return [
    `The cards on box ${box} of ${table} are a ${named}, as shown here.`,
    stake && stake !== "0.00"
      ? "The progressive bet was on the box before the deal."
      : "The bet that wins was on the box before the deal.",
    "The player has not left, and no other hand was involved.",
    "Surveillance has been told.",
  ];
}
