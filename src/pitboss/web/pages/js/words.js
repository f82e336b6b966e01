// The words for what the server names by stable codes.

export { dateTime, time } from "./times.js";

export const plain = (code) => String(code ?? "").replaceAll("-", " ").replaceAll("_", " ");
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const title = (code) => capital(plain(code));

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
export const roleName = (role) => ROLES[role] ?? title(role);

/** Whom a visitor of a demonstration may be: what to send, what they are called here, and in words. */
export const DEMO_PEOPLE = Object.entries(ROLES).flatMap(([role, name]) => [
  { send: { role }, name: `demo-${role}`, words: name },
  ...(["player", "shift-manager"].includes(role) ? [{ send: { role, second: true }, name: `demo-${role}-2`, words: `Second ${name.toLowerCase()}` }] : []),
]);

const AUTHORITIES = { house: "the house (shift manager)" };
export const authority = (name) => (AUTHORITIES[name] ?? `the ${plain(name)}`);

const POSTS = ["player", "dealer", "pit-supervisor", "pit-manager", "shift-manager"];
export const postOf = (name) => (name === "house" ? 4 : POSTS.indexOf(name));

const PHASES = {
  betting: "Place your bets",
  closed: "No more bets",
  dealing: "Dealing",
  deciding: "Players decide",
  revealed: "Cards shown",
  settled: "Collect and pay",
  void: "Round void",
};
export const phase = (name) => (name ? PHASES[name] ?? title(name) : "Between rounds");

export const STANDINGS = {
  undecided: "to decide",
  in: "in",
  folded: "folded",
  left: "left",
  declined: "not shown",
  invalid: "invalid",
};

const EFFECTS = {
  "void-round": "The round is void; every bet goes back",
  continue: "The round goes on",
  stands: "What has happened stands",
  "invalidate-hand": "The hand is invalid; its bets go back",
  "invalidate-unviewed-hands": "Hands that were not looked at are invalid",
  "invalidate-later-hands": "The hands dealt after it are invalid",
  "fold-hand": "The hand is folded",
  "settle-hand": "The hand is settled as it lies",
  "set-house-way": "The dealer sets the hand the House Way",
  reconstruct: "The hands are put back as they should be",
  "reject-excess": "What is above the maximum is not taken",
  "cap-at-maximum": "The bet counts up to the maximum",
  "return-excess": "What is too much goes back",
  "return-bet": "The bet goes back",
  "play-as-laid": "The bet plays as it was laid",
  "increase-or-withdraw": "The player raises the bet to the minimum or takes it back",
  "place-ante-or-cancel": "The player places the ante or the bet is cancelled",
  refuse: "It is refused",
  "bet-stands": "The bet stands",
  "offer-withdrawal": "Players may take their bets back",
  "may-withdraw": "Others may be allowed to take their bets back",
  "use-as-next-card": "It is used as the next card",
  "use-as-face-up-card": "It is used as the dealer's card that lies face up",
  "supervisor-orders-cards": "A supervisor puts the cards in order",
  "pay-registered-jackpot": "Jackpot wins are paid on the value registered before the failure",
  "choose-operation": "The house chooses how to run later rounds",
  "may-bar-player": "The player may be barred",
  refer: "Referred to the authority for decision",
};
export const effect = (name) => EFFECTS[name] ?? title(name);

export const DECISIONS = {
  "void-round": "Void the round",
  continue: "Let the round go on",
  "return-progressive": "Return the progressive bets and go on",
  "invalidate-hand": "Make the hand invalid",
  "bar-player": "Bar the player",
  decline: "Decline",
};

const OPTIONS = {
  continue: "Play on",
  "continue-reconstructed": "Play on with the hands put right",
  "return-and-invalidate": "Take the bets back; the hand is out",
  withdraw: "Take the bets back",
  stay: "Stay in the round",
};
export const option = (name) => OPTIONS[name] ?? title(name);

export const OPERATIONS = {
  "close-table": "Close the table",
  "bar-box": "Bar a box",
  "run-without-progressive": "Run without the progressive jackpot",
};

const INCIDENTS = {
  "over-maximum-bet": ["Bets and raises", "A bet above the maximum"],
  "under-minimum-bet": ["Bets and raises", "A bet below the minimum"],
  "wrong-raise": ["Bets and raises", "A raise of the wrong size"],
  "progressive-without-ante": ["Bets and raises", "A progressive bet without an opening wager"],
  "late-bet": ["Bets and raises", "A bet after “No more bets”"],
  "late-withdrawal": ["Bets and raises", "A bet taken back after “No more bets”"],
  "player-absent": ["Players", "A player has left"],
  "extra-hand-examined": ["Players", "A player looked at another hand too"],
  "hand-not-confidential": ["Players", "A hand was not kept to oneself"],
  "several-positions-in-error": ["Players", "One player with several positions in error"],
  "cards-exposed": ["Cards", "Cards were exposed"],
  misdeal: ["Cards", "A misdeal: hands in the wrong places"],
  "wrong-dealer-card-count": ["Cards", "The dealer has too many or too few cards"],
  "wrong-player-card-count": ["Cards", "A box has too many or too few cards"],
  "wrong-community-card-count": ["Cards", "Too many or too few community cards"],
  "burn-missed": ["Cards", "A burn was missed"],
  "card-face-up-in-shoe": ["Cards", "A card lies face up in the shoe"],
  "cards-drawn-together": ["Cards", "Two cards were drawn together"],
  "foreign-card": ["Cards", "A foreign card"],
  "deck-count-wrong": ["Cards", "The deck does not count right"],
  "cards-not-shuffled": ["Cards", "The cards were not shuffled"],
  "cards-insufficient": ["Cards", "Not enough cards"],
  "other-dealing-error": ["Cards", "Another dealing error"],
  "progressive-system-down": ["Systems", "The jackpot system is down"],
  "technical-interruption": ["Systems", "A technical interruption"],
  "error-noticed-later": ["Other", "An error noticed after its round"],
  unlisted: ["Other", "Something that the rules do not name"],
};
export const incident = (name) => (INCIDENTS[name] ?? ["Other", title(name)])[1];
export const incidentGroup = (name) => (INCIDENTS[name] ?? ["Other"])[0];
export const INCIDENT_GROUPS = ["Cards", "Bets and raises", "Players", "Systems", "Other"];

const FACTS = {
  noticed: "When was it noticed?",
  settled_before: "Has a bet below the minimum of this player been settled before?",
  size: "Is the raise too large or too small?",
  decision_outstanding: "Has the player still something to decide?",
  outcome_established: "Has any bet been won or lost for certain?",
  count: "How many cards?",
  players_have_seen: "Has any player looked at his cards?",
  dealers_card: "Is it one of the dealer's cards?",
  whole_hands_can_move: "Can whole hands simply change places?",
  can_reconstruct: "Can the hands be put back as they should be?",
  intentional: "Was it done on purpose?",
  hands_viewed: "How many hands has the player looked at?",
};
export const fact = (name) => FACTS[name] ?? `${title(name)}?`;
export const factValue = (value) => (value === true ? "Yes" : value === false ? "No" : title(String(value)));

const RESULTS = { win: "wins", lose: "loses", push: "stands off", returned: "goes back", void: "goes back" };
export const result = (name) => RESULTS[name] ?? plain(name);

export const wagerLabel = (view, bet) => view?.wagers?.find((one) => one.bet === bet)?.label ?? title(bet);

const KIND_HINTS = { opening: "opening bet", side: "side bet", progressive: "progressive", raise: "raise" };
export const wagerKind = (kind) => KIND_HINTS[kind] ?? kind;
