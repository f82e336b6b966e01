// What an address asks about: a bet on a box, a whole box, the rulings, or all of a round; or the
// figure of a jackpot.

/** ?round=Stud-3&about=1.ante: {round, box, bet, ruling, link}. */
export function askedOf(search) {
  const given = new URLSearchParams(search);
  const about = given.get("about") ?? "";
  const [, box, bet] = /^(\d+)(?:\.([a-z-]+))?$/.exec(about) ?? [];
  return {
    round: given.get("round") ?? "",
    box: box ? Number(box) : null,
    bet: bet ?? null,
    ruling: about === "ruling",
    link: given.get("link"),
  };
}

/** Which boxes of a settlement are told: the one that is asked about, or all of them. */
export function boxesAsked(settlement, { box, ruling }) {
  const numbers = settlement?.boxes.map((one) => one.box) ?? [];
  if (ruling) return [];
  return numbers.filter((number) => box === null || number === box);
}
