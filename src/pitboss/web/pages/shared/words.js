// The words for what the server names by stable codes.

import { t } from "./language.js";

export { dateTime, time } from "./times.js";

export const plain = (code) =>
  String(code ?? "")
    .replaceAll("-", " ")
    .replaceAll("_", " ");
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const title = (code) => capital(plain(code));
/** How cards are dealt: "shoe", "method A". */
export const dealing = (code) =>
  plain(code).replace(/\bmethod [a-z]\b/, (name) => name.slice(0, -1) + name.at(-1).toUpperCase());

export const ROLES = {
  player: "Player",
  dealer: "Dealer",
  "pit-supervisor": "Pit supervisor",
  "pit-manager": "Pit manager",
  "shift-manager": "Shift manager",
  auditor: "Auditor",
  display: "Sign",
  administrator: "Administrator",
};
export const roleName = (role) => t(ROLES[role] ?? title(role));

const DOES = {
  player: "place bets, look at a hand, decide",
  dealer: "run the rounds at a table",
  "pit-supervisor": "open tables, verify claims",
  "pit-manager": "decide what is left to the pit",
  "shift-manager": "decide for the house",
  auditor: "see everything, change nothing",
  display: "show a jackpot",
  administrator: "people and devices",
};
const SECONDS = {
  player: "play beside the first",
  "shift-manager": "approve what needs two people",
};

/**
 * Whom a visitor of a demonstration may be: what to send, what they are called here and in words,
 * what they do.
 */
export const DEMO_PEOPLE = Object.entries(ROLES).flatMap(([role, name]) => [
  { send: { role }, key: role, name: `demo-${role}`, words: name, does: DOES[role] },
  ...(role in SECONDS
    ? [
        {
          send: { role, second: true },
          key: `${role}-2`,
          name: `demo-${role}-2`,
          words: `Second ${name.toLowerCase()}`,
          does: SECONDS[role],
        },
      ]
    : []),
]);

const AUTHORITIES = { house: "the shift manager, for the house" };
export const authority = (name) => t(AUTHORITIES[name] ?? `the ${plain(name)}`);

const PHASES = {
  betting: "Place your bets",
  closed: "No more bets",
  dealing: "Dealing",
  deciding: "Players decide",
  revealed: "Cards shown",
  settled: "Collect and pay",
  void: "Round void",
};
export const phase = (name) => t(name ? (PHASES[name] ?? title(name)) : "Between rounds");

/** A kind of hand as pay tables name it: "royal flush", "pair of kings". */
export const handKind = (hand) => t(hand === "none" ? "no 3 card hand" : plain(hand));

/** The lines of pay tables whose codes are no words. */
const PAY_ROWS = {
  "ante-dealer-not-qualified": "the dealer does not qualify",
  "ante-dealer-qualified": "the hand beats the dealer's",
  "ante-straight-or-better": "a straight or better",
  "one-pair-or-lower": "one pair or less",
  "bonus-aa-player-and-dealer": "A-A, player and dealer",
  "bonus-aa-player-only": "A-A, player only",
  "bonus-ak-suited": "A-K, suited",
  "bonus-aq-aj-suited": "A-Q or A-J, suited",
  "bonus-ak-unsuited": "A-K, unsuited",
  "bonus-kk-qq-jj": "K-K, Q-Q or J-J",
  "bonus-aq-aj-unsuited": "A-Q or A-J, unsuited",
  "bonus-low-pairs": "10-10 down to 2-2",
  "gnau-tung-ku": "Gnau Tung Ku",
  "same-ranking": "point hands of the same rank",
  "both-without-3-card-hand": "neither has a 3 Card Hand",
  "3-suited": "three of one suit",
  "4-suited": "four of one suit",
  "5-suited": "five of one suit",
  "3-pictures": "three pictures",
  "4-pictures": "four pictures",
  "5-pictures": "five pictures",
};

/** What a wager was paid for, by the line of its pay table. */
export const payRow = (row) => t(PAY_ROWS[row] ?? plain(row));

const STANDINGS = {
  undecided: "to act",
  in: "in",
  folded: "folded",
  left: "left",
  declined: "not shown",
  invalid: "invalid",
};

export const standing = (name) => t(STANDINGS[name] ?? plain(name));

const EFFECTS = {
  "void-round": "The round is void; all bets are returned",
  continue: "The round continues",
  stands: "The result stands",
  "invalidate-hand": "The hand is invalid; its bets are returned",
  "invalidate-unviewed-hands": "Hands not yet looked at are invalid; their bets are returned",
  "invalidate-later-hands": "The hands dealt after it are invalid; their bets are returned",
  "fold-hand": "The hand is folded",
  "settle-hand": "The hand is settled as it stands",
  "set-house-way": "The dealer sets the hand the House Way",
  reconstruct: "The deal is put right: every card goes where it belonged",
  "reject-excess": "Whatever is over the maximum is refused",
  "cap-at-maximum": "The bet plays at the maximum",
  "return-excess": "The excess is returned",
  "return-bet": "The bet is returned",
  "play-as-laid": "The bet plays as it stands",
  "increase-or-withdraw": "The player brings the bet up to the minimum or takes it back",
  "place-ante-or-cancel": "The player places an ante or the bet is cancelled",
  refuse: "It is refused",
  "bet-stands": "The bet stands",
  "offer-withdrawal": "Players may withdraw their bets",
  "may-withdraw": "Other players may be allowed to withdraw their bets",
  "use-as-next-card": "The card is used as the next card",
  "use-as-face-up-card": "The card becomes the dealer's face-up card",
  "supervisor-orders-cards": "A supervisor puts the cards in order",
  "pay-registered-jackpot": "Jackpot wins are paid on the value registered before the failure",
  "choose-operation": "The house decides how later rounds are run",
  "may-bar-player": "The player may be barred",
  refer: "Referred for a decision",
};
export const effect = (name) => EFFECTS[name] ?? title(name);

export const DECISIONS = {
  "void-round": "Void the round",
  continue: "Let the round continue",
  "return-progressive": "Return the progressive bets and continue",
  "invalidate-hand": "Rule the hand invalid",
  "bar-player": "Bar the player",
  decline: "Decline",
};

const OPTIONS = {
  continue: "Play on",
  "continue-reconstructed": "Play the corrected hand",
  "return-and-invalidate": "Take the bets back",
  withdraw: "Withdraw",
  stay: "Stay in",
};
export const option = (name) => t(OPTIONS[name] ?? title(name));

export const OPERATIONS = {
  "close-table": "Close the table",
  "bar-box": "Bar a box",
  "run-without-progressive": "Run without the progressive jackpot",
};

const INCIDENTS = {
  "over-maximum-bet": ["Bets and raises", "A bet over the maximum"],
  "under-minimum-bet": ["Bets and raises", "A bet under the minimum"],
  "wrong-raise": ["Bets and raises", "A raise of the wrong size"],
  "progressive-without-ante": ["Bets and raises", "A progressive bet without an opening wager"],
  "late-bet": ["Bets and raises", "A bet placed after “No more bets”"],
  "late-withdrawal": ["Bets and raises", "A bet taken back after “No more bets”"],
  "player-absent": ["Players", "A player has left"],
  "extra-hand-examined": ["Players", "A player looked at a second hand"],
  "hand-not-confidential": ["Players", "A player disclosed a hand"],
  "several-positions-in-error": ["Players", "A player took several positions by mistake"],
  "cards-exposed": ["Cards", "Cards were exposed"],
  misdeal: ["Cards", "Misdeal: hands in the wrong places"],
  "wrong-dealer-card-count": ["Cards", "The dealer has too many or too few cards"],
  "wrong-player-card-count": ["Cards", "A box has too many or too few cards"],
  "wrong-community-card-count": ["Cards", "Too many or too few community cards"],
  "burn-missed": ["Cards", "A burn card was missed"],
  "card-face-up-in-shoe": ["Cards", "A card lies face up in the shoe"],
  "cards-drawn-together": ["Cards", "Two cards were drawn together"],
  "foreign-card": ["Cards", "A foreign card"],
  "deck-count-wrong": ["Cards", "The deck count is wrong"],
  "cards-not-shuffled": ["Cards", "The cards were not shuffled"],
  "cards-insufficient": ["Cards", "Not enough cards"],
  "other-dealing-error": ["Cards", "Another dealing error"],
  "progressive-system-down": ["Systems", "The jackpot system is down"],
  "technical-interruption": ["Systems", "A technical interruption"],
  "error-noticed-later": ["Other", "An error noticed after its round"],
  unlisted: ["Other", "Something the rules do not cover"],
};
export const incident = (name) => t((INCIDENTS[name] ?? ["Other", title(name)])[1]);
export const incidentGroup = (name) => (INCIDENTS[name] ?? ["Other"])[0];
export const INCIDENT_GROUPS = ["Cards", "Bets and raises", "Players", "Systems", "Other"];

const FACTS = {
  noticed: "When was it noticed?",
  settled_before: "Has a bet under the minimum been settled for this player before?",
  size: "Is the raise too large or too small?",
  decision_outstanding: "Does the player still have a decision to make?",
  outcome_established: "Has any bet been won or lost already?",
  count: "How many cards?",
  players_have_seen: "Has any player looked at their cards?",
  dealers_card: "Is it one of the dealer's cards?",
  whole_hands_can_move: "Can whole hands simply be swapped?",
  can_reconstruct: "Can the deal be put right?",
  intentional: "Was it done on purpose?",
  hands_viewed: "How many hands has the player looked at?",
};
export const fact = (name) => FACTS[name] ?? `${title(name)}?`;
export const factValue = (value) =>
  value === true ? "Yes" : value === false ? "No" : title(String(value));

const RESULTS = {
  win: "won",
  lose: "lost",
  push: "Push",
  return: "returned",
  returned: "returned",
  void: "returned",
};
export const result = (name) => t(RESULTS[name] ?? plain(name));

export const wagerLabel = (view, bet) =>
  t(view?.wagers?.find((one) => one.bet === bet)?.label ?? title(bet));

const KIND_HINTS = {
  opening: "opening bet",
  side: "side bet",
  progressive: "progressive",
  raise: "raise",
};
export const wagerKind = (kind) => KIND_HINTS[kind] ?? kind;
