// What the tour says of what has just happened, by the names that its scenes give.

import { t } from "../shared/language.js";

/** The scenes in the order of their buttons. */
export const SCENES = [
  { scene: "royal-flush", label: () => t("Make a royal flush") },
  { scene: "exposed-card", label: () => t("Expose a card") },
  { scene: "broken-link", label: () => t("Break the link") },
  { scene: "why", label: () => t("Ask why") },
];

const CAPTIONS = {
  welcome: () =>
    t("Dealer, player and jackpot sign of one table. Choose what happens; it is played for real."),
  begins: () => t("A new round at a table of your own."),
  bets: () => t("Players bet on their hands, and 5.00 each on the jackpot: the sign moves."),
  closed: () => t("“No more bets.” From here on the rules decide what may happen."),
  dealing: () => t("Cards are dealt one by one, in the order that the rules set."),
  "royal-seen": () => t("The player looks: a royal flush. Only this player sees it."),
  "royal-claimed": () =>
    t("The hand claims the whole jackpot. The figure is held until two people have looked."),
  "royal-verified": () => t("A supervisor verifies the claim, then a second one."),
  "royal-paid": () =>
    t("Paid to the cent, and the jackpot starts anew. Each line names the clause that orders it."),
  exposed: () =>
    t("A card was shown before anybody had looked. The rulebook rules, and names its clauses."),
  "exposed-chosen": () => t("The player concerned has a choice, and plays on."),
  "exposed-plays-on": () => t("The round goes on. What happened stays on the record for ever."),
  "link-down": () => t("The jackpot's controller fails. The sign says so at once."),
  "link-reported": () => t("The dealer reports it. This rulebook makes the round void."),
  "link-void": () => t("Every bet goes back, to the cent."),
  "link-without": () =>
    t("The house plays on without the jackpot until it is back. Nothing was lost."),
  "why-decided": () => t("A pair of eights: the player stays in."),
  "why-settled": () => t("The dealer does not qualify. Why does the ante win, and the bet not?"),
};

/** The sentence for a step of a scene. */
export const captionOf = (name) => (CAPTIONS[name] ?? CAPTIONS.begins)();
