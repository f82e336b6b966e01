// Made by tools/page_types.py from the OpenAPI document.
declare namespace Api {
  /** An adopted text, and who adopted it; Pitboss alone if it was sealed. */
  interface AdoptedView {
    "rules": string;
    "rulebook": string;
    "title": string;
    "version": string;
    "in_force": boolean;
    "from_ms": number;
    "until_ms": number | null;
    "adopted_ms": number;
    "by": string[];
    "replaces": string | null;
  }
  /** How far the mathematics of all rulebooks has been computed. */
  interface AllMaths {
    "rulebooks": MathsProgress[];
  }
  /**
   * A pit supervisor or above approves the correction that is waiting. approves is the digest
   * of the one that was read: if another is waiting now, nothing is corrected.
   */
  interface AllowCorrection {
    "do": "allow-correction";
    "approves"?: string;
  }
  interface Announcements {
    "open": string;
    "close": string;
  }
  /** A credential as the browser returns it (PublicKeyCredential.toJSON). */
  interface Answered {
    "id": string;
    "rawId": string;
    "type": string;
    "response": AnsweredParts;
  }
  /** What the passkey has signed, in base64url; which parts there are depends on the ceremony. */
  interface AnsweredParts {
    "clientDataJSON": string;
    "attestationObject"?: string | null;
    "authenticatorData"?: string | null;
    "signature"?: string | null;
    "userHandle"?: string | null;
  }
  /** What the house asks a second person for. */
  type ApprovalKind = "link" | "payout" | "stake" | "void" | "walk-in";
  /**
   * A second person approves the correction, which becomes an entry of its own. approves is
   * the digest of the correction that was read: if another is waiting now, nothing is
   * corrected.
   */
  interface ApproveCorrection {
    "do": "approve-correction";
    "approves"?: string;
  }
  /**
   * A second shift manager approves the parameters; they take effect between two jackpots.
   * approves is the digest of the proposal that was read: if another is waiting now, nothing
   * is approved.
   */
  interface ApproveParameters {
    "do": "approve-parameters";
    "approves"?: string;
  }
  /** A second person approves a text, by its hash. */
  interface ApproveRulebook {
    "do": "approve-rulebook";
    "rules": string;
  }
  /** What was approved, by whom, and what it led to. */
  interface Approved {
    "digest": string;
    "by": string;
    "position": number;
    "events": string[];
  }
  /** What players are asked in a stretch of decisions. */
  type Ask = "river" | "set" | "stay" | "turn";
  /** An incident (docs/rulings.md). */
  interface Asked {
    "id"?: string | null;
    "rulebook": string;
    "incident": string;
    "facts"?: Record<string, boolean | number | string>;
  }
  /**
   * The verdict an audit continued from: everything up to position, where checkpoint ends, was
   * found to fit at audited_ms. full_ms is when an audit last began at the first record.
   * reread: the earlier bytes were read again and have the signed hashes.
   */
  interface AuditBasis {
    "checkpoint": number;
    "position": number;
    "audited_ms": number;
    "full_ms": number;
    "signed_by": string;
    "reread": boolean;
  }
  /** The audit that is running, or ran last: how many records it has read, and what it found. */
  interface AuditState {
    "running"?: boolean;
    "read"?: number;
    "records"?: number;
    "report"?: WrittenAudit | null;
  }
  /** Who must decide or confirm, in the words of a ruling. */
  type Authority = "dealer" | "house" | "pit-manager" | "pit-supervisor" | "shift-manager";
  /** Whether somebody has a badge now. */
  interface BadgeChange {
    "name": string;
    "badge": boolean;
    /** What another administrator approves it by; null if it is already done. */
    "waits": string | null;
  }
  /** The number of a badge, as a scanner reads it. */
  interface BadgeToIssue {
    "badge": string;
  }
  interface BoxView {
    "box": number;
    /** For staff and the player; null for everybody else. */
    "player": string | null;
    "bets": Record<string, string>;
    "standing": Standing;
    "examined": boolean;
    "cards": string[];
    /** Where hands are set: the three that the player has set; once settled, those that count. */
    "three": string[] | null;
    /** What the hand is called, once settled and turned up. */
    "hand": string | null;
  }
  /**
   * Rounds whose secrets are fixed in advance, and what was published before the first of
   * them: the end of their hash chain.
   */
  interface ChainView {
    "first": number;
    "length": number;
    "end": string;
  }
  /** Who was changed, and what changed. */
  interface ChangedPerson {
    "name": string;
    "changed": "disable" | "enable" | "factors" | "invite" | "role";
    /** What another administrator approves it by; null if it is already done. */
    "waits": string | null;
    /**
     * The token of a one-time link (/invitation#TOKEN), shown once: null when a request is
     * repeated.
     */
    "invitation"?: string | null;
  }
  /** A player stays in without raising: Turn or River in hold'em. */
  interface Check {
    "do": "check";
    "box": number;
    "player"?: string | null;
  }
  /** The house chooses how to run rounds while the jackpot is down. */
  interface ChooseOperation {
    "do": "choose-operation";
    "operation": string;
    "box"?: number | null;
  }
  /** A player's choice for one hand after a dealing error (Option), or to withdraw or stay. */
  interface ChooseOption {
    "do": "choose-option";
    "box": number;
    "option": string;
    "player"?: string | null;
  }
  /** A claim in the list for all links. */
  interface ClaimOnLink {
    "claim": string;
    "table": string;
    "round": string;
    "box": number;
    /** Staff only. */
    "player": string | null;
    /** The kind of hand: royal-flush. */
    "hand": string;
    /** The share of the jackpot that it wins, as a fraction. */
    "part": string;
    "standing": ClaimStanding;
    /** Who has verified it; staff only. */
    "verified_by": string[];
    /** Who has declined it; staff only. */
    "declined_by": string[];
    /** What was paid. */
    "award": string | null;
    /** Who is paid, according to those who verified it. */
    "winner"?: string | null;
    /** Whether its chips are in nobody's name: verify-claim says whose they are. */
    "unnamed"?: boolean;
    "rulebook"?: string;
    /** When the hand was claimed. */
    "claimed_at_ms"?: number;
    /** When its player's last card was dealt. */
    "dealt_at_ms"?: number;
    /**
     * What it comes to if all that is claimed is verified; null while the house sets the
     * order.
     */
    "amount"?: string | null;
    /** How many people have to verify or decline it. */
    "verifiers"?: number;
    /** The claimed hand, face up for those who verify it. */
    "cards"?: string[];
    /** The community cards that are face up. */
    "community"?: string[];
    /** The wager that wins. */
    "bet"?: string | null;
    "stake"?: string | null;
    /** Whether the round of a paid claim is concluded: chips moved. */
    "paid_out"?: boolean;
    /**
     * Rounds at other tables that are still in play and whose hands were dealt earlier: should
     * one win, it would come first. The house waits for them or pays.
     */
    "earlier_rounds"?: string[];
    "link": string;
    /** Dollars and cents. */
    "displayed": string;
  }
  type ClaimStanding = "declined" | "open" | "paid" | "verified" | "withdrawn";
  /** A hand that claims a share of a jackpot. What is needed to verify it is shown to staff. */
  interface ClaimView {
    "claim": string;
    "table": string;
    "round": string;
    "box": number;
    /** Staff only. */
    "player": string | null;
    /** The kind of hand: royal-flush. */
    "hand": string;
    /** The share of the jackpot that it wins, as a fraction. */
    "part": string;
    "standing": ClaimStanding;
    /** Who has verified it; staff only. */
    "verified_by": string[];
    /** Who has declined it; staff only. */
    "declined_by": string[];
    /** What was paid. */
    "award": string | null;
    /** Who is paid, according to those who verified it. */
    "winner"?: string | null;
    /** Whether its chips are in nobody's name: verify-claim says whose they are. */
    "unnamed"?: boolean;
    "rulebook"?: string;
    /** When the hand was claimed. */
    "claimed_at_ms"?: number;
    /** When its player's last card was dealt. */
    "dealt_at_ms"?: number;
    /**
     * What it comes to if all that is claimed is verified; null while the house sets the
     * order.
     */
    "amount"?: string | null;
    /** How many people have to verify or decline it. */
    "verifiers"?: number;
    /** The claimed hand, face up for those who verify it. */
    "cards"?: string[];
    /** The community cards that are face up. */
    "community"?: string[];
    /** The wager that wins. */
    "bet"?: string | null;
    "stake"?: string | null;
    /** Whether the round of a paid claim is concluded: chips moved. */
    "paid_out"?: boolean;
    /**
     * Rounds at other tables that are still in play and whose hands were dealt earlier: should
     * one win, it would come first. The house waits for them or pays.
     */
    "earlier_rounds"?: string[];
  }
  interface ClaimedBox {
    "box": number;
    "hand": string;
  }
  /** Claims waiting to be verified. */
  interface Claims {
    "claims": ClaimOnLink[];
  }
  /** A clause in our own words. */
  interface ClauseView {
    "clause": string;
    "kind": string;
    "operative": boolean;
    "says": string;
  }
  /** Takes the notice off the signs. */
  interface ClearNotice {
    "do": "clear-notice";
  }
  /** "No more bets." With let_stand, bets under the minimum stay and play. */
  interface CloseBetting {
    "do": "close-betting";
    "let-stand"?: boolean;
  }
  /** Ends the choosing: everybody who has not chosen plays on. */
  interface CloseOptions {
    "do": "close-options";
  }
  /** Closes a table between rounds. */
  interface CloseTable {
    "do": "close-table";
  }
  /** The code that an authenticator app shows, or a recovery code. */
  interface CodeToCheck {
    "code": string;
  }
  /** From when tables of a rulebook play by which text; null if by none. */
  interface ComingView {
    "rulebook": string;
    "at_ms": number;
    "rules": string | null;
  }
  /** A player with a bet commits to a seed by its hash; the proof calls the player alias. */
  interface CommitSeed {
    "do": "commit-seed";
    "commitment": string;
    "alias"?: string;
  }
  /** Moves the chips and publishes the secret of a virtual shuffle. */
  interface Conclude {
    "do": "conclude";
  }
  /**
   * The authority confirms a ruling that waits for it, or decides a matter referred to it.
   * facts correct those of the report; decision is needed where the rules leave the matter
   * open. approves is the digest of the ruling that was read: if another is waiting now,
   * nothing is confirmed.
   */
  interface Confirm {
    "do": "confirm";
    "facts"?: Record<string, boolean | number | string>;
    "decision"?: "bar-player" | "continue" | "decline" | "invalidate-hand" | "return-progressive" | "void-round" | null;
    "approves"?: string;
  }
  /**
   * Corrects one entry of the round to what it should_be, or removes it if that is left out. A
   * forgotten entry goes before or after another. With swap_with two entries change places;
   * two deals exchange their cards.
   */
  interface Correct {
    "do": "correct";
    "entry"?: number | null;
    "before"?: number | null;
    "after"?: number | null;
    "swap-with"?: number | null;
    "should-be"?: HoldToOnePosition | StopPlayer | LiftOnePosition | LiftBar | GiveSeed | CommitSeed | OpenSeed | PlaceBet | WithdrawBet | CloseBetting | Deal | Examine | Fold | Raise | Check | SetHand | ShowHand | DeclineToShow | EstablishHand | Settle | Report | Confirm | ChooseOption | CloseOptions | ChooseOperation | null;
    "reason": string;
  }
  /**
   * The last correction of the round: what an entry was, what it is now, and what must be
   * entered again.
   */
  interface CorrectionMade {
    "entry": number;
    /** Without its cards. */
    "was": Record<string, any> | null;
    /** Without its cards. */
    "now": Record<string, any> | null;
    "asked_by": string;
    "approved_by": string | null;
    "reason": string;
    "dropped": DroppedEntry[];
  }
  /** A correction that is waiting for a second person. */
  interface CorrectionOnHold {
    "by": string;
    "at_ms": number;
    "reason": string;
    /** The command, without its cards. */
    "correction": Record<string, any>;
    /** The entry as it is, without its cards. */
    "was": Record<string, any> | null;
    /** What names it; send it as approves with the command that approves it. */
    "digest": string;
  }
  interface CorrectionView {
    "by": string;
    /** Dollars and cents. */
    "amount": string;
    "reason": string;
    "note": string;
    /** What names it; send it as approves with the command that approves it. */
    "digest": string;
  }
  /**
   * dealer: a visitor deals, and the robot dealer returns when it has run down. next: a
   * settled round lies open until then.
   */
  interface Countdown {
    "kind": "bets" | "dealer" | "decision" | "next" | "options" | "ruling";
    "ends_ms": number;
    "of_ms": number;
    "round"?: string | null;
    "box"?: number | null;
  }
  /** What was checked. */
  interface Counts {
    "records"?: number;
    "commands"?: number;
    "streams"?: number;
    "tables"?: number;
    "links"?: number;
    "rounds"?: number;
    "settlements"?: number;
    "rulings"?: number;
    "shuffles"?: number;
    "contributions"?: number;
    "claims"?: number;
    "awards"?: number;
    "awarded_cents"?: number;
    "checkpoints"?: number;
    "recoveries"?: number;
    "displayed"?: number;
  }
  /**
   * Deals the next step. Where cards are entered, cards are the ones dealt; where they are
   * entered as shown, the ones lying face up, or all of them if a device has read them. With
   * all the deal goes on until players decide or a card is turned up.
   */
  interface Deal {
    "do": "deal";
    "cards"?: string[] | null;
    "to"?: string | null;
    "all"?: boolean;
  }
  /** The dealer's hand, and whether it qualifies, if the game requires that. */
  interface DealerHand {
    "hand": string;
    "qualifies": boolean | null;
  }
  /**
   * A shift manager decides who pays whom, and how much, on account of a concluded round; the
   * round itself stands. A side that is left out is the house. clause is the one that leaves
   * it to the shift manager, by default the one for whatever the rules do not cover.
   */
  interface DecideMoney {
    "do": "decide-money";
    "round": string;
    "amount": number;
    "payer"?: string | null;
    "payee"?: string | null;
    "reason": string;
    "clause"?: string | null;
  }
  /** What was waiting, and what happened to it. */
  interface DecidedDeed {
    /** What names it; send it as approves with the command that approves it. */
    "digest": string;
    /** approve or drop. */
    "answer": string;
  }
  /**
   * One person finds that a claim is wrong; if the same person had verified it, that no longer
   * counts.
   */
  interface DeclineClaim {
    "do": "decline-claim";
    "claim": string;
    "reason": string;
  }
  /**
   * A player who stayed in keeps the hand hidden. Where cards are entered as shown, rest marks
   * every hand not shown so far, and a folded hand can be marked too.
   */
  interface DeclineToShow {
    "do": "decline-to-show";
    "box"?: number | null;
    "player"?: string | null;
    "rest"?: boolean;
  }
  /** A change to a person that one administrator has proposed, waiting for another. */
  interface DeedView {
    /** What names it; send it as approves with the command that approves it. */
    "digest": string;
    "by": string;
    "at_ms": number;
    /** add-person, change-role, and so on. */
    "do": string;
    "name": string;
    "role": Role | null;
    /**
     * From when on the accounts of both, of whoever proposed it and the caller's, are old
     * enough; 0 for now.
     */
    "from_ms": number;
  }
  /** Which person to be in a demonstration. */
  interface DemoSignIn {
    "role": Role;
    /** The other player, or the other shift manager. */
    "second"?: boolean;
  }
  /** A sign or a dealer's console. */
  interface DeviceToAdd {
    /** A display, or a dealer's console. */
    "role": Role;
    "label": string;
    /** The one table of a dealer's console. */
    "table"?: string | null;
  }
  /** The token that a sign or a console was given to sign in with. */
  interface DeviceToken {
    "token": string;
  }
  /** A sign or a console; table is the one table of a dealer's console. */
  interface DeviceView {
    "device": string;
    "role": Role;
    "label": string;
    "table": string | null;
    "revoked": boolean;
    /** When its token expires; null for never. */
    "ends_ms": number | null;
  }
  /** All signs and consoles. */
  interface Devices {
    "devices": DeviceView[];
  }
  /**
   * An entry that this program decides otherwise than the one that decided it. at is the
   * position of its first record; stored and decided say what differs first.
   */
  interface Difference {
    "at": number;
    "at_ms": number;
    "stream": string;
    "command": string;
    "by": string;
    "program": string;
    "stored": string;
    "decided": string;
  }
  /** What the directory sent the browser back with, and what the page has kept in the meantime. */
  interface DirectoryAnswer {
    "code": string;
    "state": string;
    "flow": string;
    /** The issuer, if the answer names it. */
    "iss"?: string;
  }
  /** Where a browser goes to sign in, and what its page keeps until it comes back. */
  interface DirectoryStart {
    "address": string;
    "flow": string;
  }
  /** What one screen of a sign has displayed of a link since its last report. */
  interface DisplayReport {
    "link": string;
    "screen": string;
    "figures": FigureShown[];
  }
  /** How many figures are on record now. */
  interface DisplayTaken {
    "taken": number;
  }
  /** What a step asks of the dealer or of the players. */
  type Do = "burn" | "deal" | "decide" | "turn-over";
  /** Whether new rounds are to wait for a restart. */
  interface Drain {
    "on"?: boolean;
  }
  /** Whether new rounds wait for a restart, and how many are in progress. */
  interface Draining {
    "draining": boolean;
    "rounds": number;
  }
  /** Declines the waiting correction; the person who asked for it may also withdraw it. */
  interface DropCorrection {
    "do": "drop-correction";
  }
  interface DroppedApproval {
    "digest": string;
    "dropped": boolean;
  }
  /** An entry that is no longer possible after a correction: it must be made again. */
  interface DroppedEntry {
    "entry": number;
    /** The command, without its cards. */
    "what": Record<string, any>;
    "because": string;
  }
  /** What was entered in the round in progress. */
  interface Entries {
    "round": string | null;
    "entries": ListedEntry[];
  }
  /** An entry of the round, without its cards: some of them lie face down. */
  interface EntryView {
    "entry": number;
    /** The command, without its cards. */
    "what": Record<string, any>;
    "by": string;
    /** Whoever looks may take it back now. */
    "mine": boolean;
  }
  /**
   * A pit supervisor or above has seen a hand that was not shown, and lets it count for these
   * bets. If no device has read the hand, cards says what it is.
   */
  interface EstablishHand {
    "do": "establish-hand";
    "box": number;
    "bets": string[];
    "cards"?: number[];
  }
  /**
   * All people, the changes to them that wait for a second administrator, and the recoveries
   * of administrators. While a house is in its founding, before its first table, whom two
   * administrators appoint can approve at once.
   */
  interface Everybody {
    "people": PersonView[];
    "waiting": DeedView[];
    "recoveries": RecoveryView[];
    "founding": boolean;
  }
  /** A probability or an expectation. */
  interface ExactNumber {
    /** A reduced fraction. */
    "exact": string;
    /** Twenty significant digits, no exponent. */
    "decimal": string;
  }
  /** A player looks at the hand of one box. */
  interface Examine {
    "do": "examine";
    "box": number;
    "player"?: string | null;
  }
  /** A fact that people have to tell: one of several words, or a number with a minimum. */
  interface FactAsked {
    "words": string[];
    "least": number | null;
  }
  /**
   * Takes the link out of service because the jackpot system has failed; the value on its
   * signs is registered.
   */
  interface FailLink {
    "do": "fail-link";
    "reason": string;
  }
  /**
   * Why a link is out of service, who reported it and when; registered is what the signs
   * showed.
   */
  interface FailureView {
    "reason": string;
    "by": string;
    "at_ms": number;
    /** Dollars and cents. */
    "registered": string;
  }
  /** A part of a jackpot, exact: up to four places below the cent. */
  interface FigurePart {
    /**
     * What it started with; what progressive bets have put in, entered or on its way; what the
     * cap kept out; what the house paid for bets that went back; corrections; what was put in
     * after awards; awards; what is not shown.
     */
    "what": "awards" | "below-a-cent" | "bets" | "cap" | "corrections" | "house" | "on-its-way" | "put-in" | "start";
    "amount": string;
  }
  /** Why a jackpot stands where it does: its parts add up to what is displayed. */
  interface FigureReasons {
    "link": string;
    "operator": string;
    "at_ms": number;
    /** When the present jackpot started. */
    "since_ms": number;
    /** Dollars and cents. */
    "displayed": string;
    "locked": boolean;
    "down": boolean;
    "parts": FigurePart[];
    /** Whether the parts come to the meter. */
    "adds_up": boolean;
    /** Staff and auditors only. */
    "tables": TableShare[];
    "rules": JackpotRules[];
    /** The last record of the link that it rests on. */
    "record": RecordProof;
  }
  /** What the sign showed at a moment, by the server's clock as the sign knows it. */
  interface FigureShown {
    "at_ms": number;
    /** Dollars and cents. */
    "displayed": string;
    "position": number | null;
    "state": "down" | "live" | "not-live" | "pending";
  }
  /** The first administrator, with the token that Pitboss printed when it started. */
  interface FirstAdministrator {
    "token": string;
    "name": string;
    "password": string;
    /** Where the house is, such as Asia/Singapore; UTC if left out. */
    "timezone"?: string;
  }
  interface FloorLink {
    "link": string;
    "operator": string;
    /** Dollars and cents. */
    "displayed": string;
    "locked": boolean;
    "down": boolean;
    "notice": string | null;
    "claims": ClaimView[];
  }
  interface FloorTable {
    "table": string;
    "title": string;
    "rulebook": string;
    "operator": string;
    "open": boolean;
    "phase": Phase | null;
    /** When the table entered its current phase. */
    "since_ms": number | null;
    "round": string | null;
    "rounds": number;
    "boxes": number;
    /** The label of the wager that puts a box into the round. */
    "opening": string;
    /** The least and the most that it may be. */
    "limit": LimitView;
    "cards": string;
    /** How many players are in the round. */
    "playing": number;
    /** Their names, as far as the caller may know them. */
    "players": string[];
    "seats": Seat[];
    "staff": string[];
    "link": string | null;
    "notice": string | null;
    "operation_awaited": boolean;
    "pending": PendingRow | null;
    "claimed": number[];
  }
  /** The floor at a glance. */
  interface FloorView {
    "tables": FloorTable[];
    "links": FloorLink[];
    "position": number;
    "approvals": WaitingApproval[];
    "draining": boolean;
  }
  /** A player gives up the hand of one box. */
  interface Fold {
    "do": "fold";
    "box": number;
    "player"?: string | null;
  }
  /** An event, and the table as the caller may see it after the command that led to it. */
  interface Frame {
    "position": number;
    "at_ms": number;
    "stream": string;
    "event": string;
    "by": string | null;
    "about": Record<string, string>;
    "clauses": string[];
    "view": TablePage;
  }
  /** Adds to the randomness of a version 1 virtual shuffle. */
  interface GiveSeed {
    "do": "give-seed";
    "seed": string;
  }
  /** A guest without an account. */
  interface Guest {
    "name": string;
  }
  /** What happened to a box. */
  type HandState = "folded" | "invalid" | "left" | "played" | "unrevealed";
  /** What each choice is worth, the best first, and the best in one sentence. */
  interface Hint {
    "table": string;
    "box": number;
    "best": string;
    "choices": PricedChoice[];
    "says": string;
  }
  /** MBS: a pit manager restricts a player to one position. */
  interface HoldToOnePosition {
    "do": "hold-to-one-position";
    "player": string;
  }
  /** All of it, the latest last. */
  interface HouseView {
    "adopted": AdoptedView[];
    "proposed": ProposedView[];
    "coming": ComingView[];
  }
  /** What can go wrong at a table, in the words of the rulings contract. */
  type Incident = "burn-missed" | "card-face-up-in-shoe" | "cards-drawn-together" | "cards-exposed" | "cards-insufficient" | "cards-not-shuffled" | "deck-count-wrong" | "error-noticed-later" | "extra-hand-examined" | "foreign-card" | "hand-not-confidential" | "late-bet" | "late-withdrawal" | "misdeal" | "other-dealing-error" | "over-maximum-bet" | "player-absent" | "progressive-system-down" | "progressive-without-ante" | "several-positions-in-error" | "technical-interruption" | "under-minimum-bet" | "unlisted" | "wrong-community-card-count" | "wrong-dealer-card-count" | "wrong-player-card-count" | "wrong-raise";
  /** A round on hold: what was reported, and the ruling that is waiting for its authority. */
  interface IncidentOnHold {
    "reported_at_ms": number | null;
    /** Hidden from players. */
    "reported_by": string | null;
    /** What happened, in the reporter's words; hidden from players. */
    "description": string | null;
    "table": string;
    "round": string | null;
    "box": number | null;
    "facts": Record<string, boolean | number | string>;
    "for_me": boolean;
    "digest": string | null;
    "ruling": IncidentRuling;
  }
  /** A ruling and what it is about. */
  interface IncidentRuling {
    "id": string | null;
    "rulebook": string;
    "effects": string[];
    "options": string[];
    "options_for": string | null;
    "authority": string | null;
    "clauses": string[];
    "because": string;
    "operations"?: WrittenOperation[];
    "incident": Incident;
  }
  /** Rulings waiting for somebody's decision. */
  interface IncidentsOnHold {
    "incidents": IncidentOnHold[];
  }
  /**
   * Pitboss stopped in this round; when it came back, and what the rules say about it. asked:
   * the pit first decides whether the round is affected.
   */
  interface InterruptionView {
    "at_ms": number;
    "because": string | null;
    "clauses": string[];
    "asked"?: boolean;
  }
  /** The token of a one-time link, and the password that its owner has chosen. */
  interface InvitationToAccept {
    "token": string;
    "password": string;
  }
  /** The token of a one-time link. */
  interface InvitationToRead {
    "token": string;
  }
  /** For whom a one-time link is, and until when it is good. */
  interface InvitationView {
    "name": string;
    "role": Role;
    "ends_ms": number;
  }
  /** All jackpot links. */
  interface JackpotLinks {
    "links": LinkView[];
  }
  /** A part of a jackpot; all parts add up to the jackpot. */
  interface JackpotPart {
    "what": string;
    /** Dollars, to the ten-thousandth of a cent. */
    "amount": string;
  }
  /** What a rulebook says about the progressive bet, and about what it wins a share of. */
  interface JackpotRules {
    "rulebook": string;
    "title": string;
    "clauses": Record<string, string>;
  }
  /** Another key signs from here on. confirmed: the old key signed the handover. */
  interface KeyChange {
    "position": number;
    "at_ms": number;
    "by": string;
    "before": string;
    "after": string;
    "confirmed": boolean;
  }
  /** A shift manager lets a barred or stopped player bet again. */
  interface LiftBar {
    "do": "lift-bar";
    "player": string;
  }
  /** MBS: a pit manager lets a player bet on several positions again. */
  interface LiftOnePosition {
    "do": "lift-one-position";
    "player": string;
  }
  /** The minimum and the maximum of a wager. */
  interface LimitSetting {
    "min"?: string | null;
    "max"?: string | null;
  }
  /** The least and the most that a wager may be, where there is such a limit. */
  interface LimitView {
    /** Dollars and cents. */
    "min"?: string;
    /** Dollars and cents. */
    "max"?: string;
  }
  /** A command was carried out: its id, the journal position, the events, the link after it. */
  interface LinkAnswer {
    "id": string;
    "position": number;
    "events": string[];
    "view": LinkView;
  }
  type LinkCommand = OpenLink | ProposeParameters | ApproveParameters | WithdrawProposal | ProposeCorrection | ApproveCorrection | VerifyClaim | DeclineClaim | OrderClaims | FailLink | RestoreLink | ShowNotice | ClearNotice;
  /**
   * rate_bp of each progressive bet go to the jackpot and reserve_bp to the reserve, in basis
   * points. The jackpot does not grow beyond cap: further contributions go to the overflow
   * pool. The next start is paid for by the reserve, then by the overflow pool, then by the
   * house. verifiers persons must agree that a claim is right, or that it is not.
   */
  interface LinkParameters {
    "reset": string;
    "rate-bp": number;
    "reserve-bp"?: number;
    "cap"?: string | null;
    "verifiers"?: number;
  }
  /** A link. What its jackpot consists of, and its claims in full, are shown to staff. */
  interface LinkView {
    "link": string;
    "operator": string;
    /** Dollars and cents. */
    "displayed": string;
    /** The journal position at which this was the exact figure; null if that is not certain. */
    "position": number | null;
    /** Dollars and cents. */
    "reset": string;
    "locked": boolean;
    "down": boolean;
    "notice": string | null;
    "tables": string[];
    "claims": ClaimView[];
    "last": ClaimView[];
    "house_must_order": boolean;
    "failure"?: FailureView | null;
    "parameters"?: WrittenParameters;
    "proposal"?: ProposalView | null;
    "correction"?: CorrectionView | null;
    "pays"?: Record<string, PayNow[]>;
  }
  /** An entry of the round, with the cards that it turned up for all to see. */
  interface ListedEntry {
    "entry": number;
    /** The command, without its cards. */
    "what": Record<string, any>;
    "by": string;
    /** Whoever looks may take it back now. */
    "mine": boolean;
    "at_ms": number;
    "cards": string[];
  }
  /** Something that happened: where, by whom and about what. Never a card. */
  interface LogEntry {
    "position": number;
    "at_ms": number;
    "table": string | null;
    "link": string | null;
    "round": string | null;
    "event": string;
    "by": string | null;
    "about": Record<string, string>;
    "clauses": string[];
  }
  /** Entries, the newest first; next is the position before which to look further. */
  interface LogPage {
    "entries": LogEntry[];
    "next": number | null;
  }
  /** How far the mathematics of a rulebook has been computed. */
  interface MathsProgress {
    "id": string;
    "state": "absent" | "ready" | "waiting" | "working";
    "step": string | null;
  }
  /** Who the caller is, and what this service is. */
  interface Me {
    "name": string | null;
    "role": Role | null;
    /** The rank of the post in the rule documents: higher is a larger number. */
    "post": number | null;
    /**
     * The commands at tables and on links that require a post and that the caller's post
     * allows. The rules may still refuse one in a particular case.
     */
    "may": string[];
    /** The authorities, as named in rulings, that the caller holds. */
    "decides": Authority[];
    /** What changes by this session send as X-CSRF-Token. */
    "csrf": string | null;
    "demo": boolean;
    "practice": boolean;
    "timezone": string;
    /** The first administrator still has to be created. */
    "set_up_needed": boolean;
    /** The settings name no time zone, so the set-up asks for it. */
    "asks_timezone"?: boolean;
    "password_change_needed": boolean;
    /** A second factor has to be set up before anything else. */
    "enrolment_needed": boolean;
    /** It has to be proved (/api/step-up) before anything else. */
    "second_factor_needed": boolean;
    /** People may sign in through the house's directory. */
    "directory": boolean;
    /** People may sign in with a Pitboss password. */
    "passwords": boolean;
    /** Of somebody who is signed in. */
    "session"?: SessionEnd;
    /**
     * From when on the caller's account is old enough to approve and verify; left out if it
     * is.
     */
    "approves_from_ms"?: number;
    /** Where to sign out of the directory after signing out here. */
    "sign_out_at"?: string;
    /** In a demonstration: what a tab sends as X-View-As. */
    "view"?: string;
  }
  /** Recovery codes, shown this once; each is good for one sign-in. */
  interface NewCodes {
    "codes": string[];
  }
  /** The token is shown once: it is null when a request is repeated. */
  interface NewDevice {
    "device": string;
    "token": string | null;
  }
  /** One's own password, and the new one. */
  interface NewPassword {
    "old": string;
    "new": string;
  }
  /** Somebody who was added. */
  interface NewPerson {
    "name": string;
    "role": Role;
    /** What another administrator approves it by; null if it is already done. */
    "waits": string | null;
    /**
     * The token of a one-time link (/invitation#TOKEN), shown once: null when a request is
     * repeated.
     */
    "invitation"?: string | null;
  }
  /** One's own password, and the new PIN. */
  interface NewPin {
    "password": string;
    "pin": string;
  }
  /**
   * The token is shown once: it is null when a request is repeated. If it waits, it becomes
   * valid once another administrator has approved it.
   */
  interface NewToken {
    "program": string;
    "token": string | null;
    /** What another administrator approves it by; null if it is already done. */
    "waits": string | null;
  }
  /** A command that would be accepted now, and what to call it. */
  interface NextStep {
    "label": string;
    "do": string;
    "box"?: number | null;
    "clauses"?: string[];
    "option"?: string | null;
    "amount"?: string | null;
    "says"?: string | null;
    "cards"?: number | null;
  }
  /** "Place your bets, please." */
  interface OpenBetting {
    "do": "open-betting";
  }
  /**
   * Opens a link for the tables of one operator, under any name. The house pays for the first
   * start.
   */
  interface OpenLink {
    "do": "open-link";
    "operator": string;
    "parameters": LinkParameters;
  }
  /** After the close, the player reveals the seed committed to. */
  interface OpenSeed {
    "do": "open-seed";
    "seed": string;
  }
  /**
   * Opens a table under a rulebook. progressive_bet is the one amount that a progressive bet
   * has here; link is the jackpot that the table shares with others.
   */
  interface OpenTable {
    "do": "open-table";
    "rulebook": string;
    "layout": string;
    "boxes": number;
    "dealing": string;
    "cards": "entered" | "shown" | "virtual";
    "limits"?: Record<string, LimitSetting>;
    "progressive-bet"?: string | null;
    "link"?: string | null;
  }
  /**
   * What a table of a rulebook can be opened with: layouts with their numbers of boxes, ways
   * of dealing, kinds of cards, and the wagers that have limits.
   */
  interface OpeningChoices {
    "rulebook": string;
    "layouts": Record<string, number[]>;
    "dealing": string[];
    "cards": string[];
    "limits": string[];
  }
  /** Why players have a choice: nobody chooses well without knowing what happened. */
  interface OptionsBecause {
    "reported_at_ms": number | null;
    /** Hidden from players. */
    "reported_by": string | null;
    /** What happened, in the reporter's words; hidden from players. */
    "description": string | null;
    "incident": Incident;
    "because": string;
    "clauses": string[];
    "box": number | null;
    "all_or_none": boolean;
  }
  /** RWS: the house decides in which order tables are paid. Its decision is final. */
  interface OrderClaims {
    "do": "order-claims";
    "tables": string[];
    "reason": string;
  }
  /** The caller's ways to prove who they are, besides a password. */
  interface OwnFactors {
    /** An authenticator app. */
    "totp": boolean;
    /** Locked after too many wrong codes. */
    "locked": boolean;
    "passkeys": PasskeyView[];
    /** Unused recovery codes. */
    "codes_left": number;
    /** For approvals at a table. */
    "pin": boolean;
    /** The caller's post needs a second factor. */
    "needed": boolean;
    /** The second factor is the directory's: it is proved again at /api/step-up/directory. */
    "directory": boolean;
    /** Factors can be changed now; otherwise prove one at /api/step-up. */
    "proved_lately": boolean;
  }
  /** One's own password; not needed from somebody who has just proved a second factor. */
  interface OwnPassword {
    "password"?: string;
  }
  /** Where the caller is signed in, the oldest first. */
  interface OwnSessions {
    "sessions": SessionView[];
  }
  /**
   * What a browser needs to create a passkey, or to have one answer (WebAuthn); binary fields
   * are in base64url.
   */
  interface PasskeyOptions {
    "options": Record<string, any>;
  }
  /**
   * What a passkey is to be used for: sign-in, step-up, or the digest of what is being
   * approved.
   */
  interface PasskeyPurpose {
    "purpose": string;
  }
  /** A passkey's answer to the challenge for signing in. */
  interface PasskeySignIn {
    "passkey": Answered;
  }
  /** A new passkey as the browser made it, and a name for it. */
  interface PasskeyToAdd {
    "label": string;
    "passkey": Answered;
  }
  /** A passkey, by its id and by the name its owner gave it. */
  interface PasskeyView {
    "id": string;
    "label": string;
  }
  /** A row of a progressive pay table, and what it pays at the current jackpot. */
  interface PayNow {
    "row": string;
    "pays": string;
    "now": string | null;
  }
  /** A ruling that is waiting for an authority. */
  interface PendingRow {
    "because": string;
    "authority": string | null;
    "clauses": string[];
  }
  /** A new person who may sign in. */
  interface PersonToAdd {
    "name": string;
    "role": Role;
    /** A password for one sign-in; without it, the answer has a one-time link. */
    "password"?: string;
    /** Another administrator is to approve it, even if the post does not require that. */
    "by_two"?: boolean;
  }
  /** The new role; empty for any other change. */
  interface PersonToChange {
    "role"?: Role;
  }
  /** Somebody who may sign in, or used to. */
  interface PersonView {
    "name": string;
    "role": Role;
    "enabled": boolean;
    "has_password": boolean;
    /** The password, at the next sign-in. */
    "must_change": boolean;
    /** One is asked for at every sign-in. */
    "second_factor": boolean;
    /** For approvals at a table. */
    "badge": boolean;
    /**
     * Until when the one-time link is good with which the person still has to choose a
     * password; left out if there is none.
     */
    "invited_until_ms"?: number;
  }
  /** Where a round is. */
  type Phase = "betting" | "closed" | "dealing" | "deciding" | "revealed" | "settled" | "void";
  interface PinChosen {
    "name": string;
  }
  /** Puts chips on a spot, or adds to them; staff may do so at a player's request. */
  interface PlaceBet {
    "do": "place-bet";
    "box": number;
    "bet": string;
    "amount": string;
    "player"?: string | null;
  }
  /**
   * An incident that can happen now: the facts that must be told, and those that the table
   * knows.
   */
  interface PossibleIncident {
    "incident": Incident;
    "facts": Record<string, FactAsked>;
    "known": Record<string, boolean | number | string>;
    "needs_box": boolean;
  }
  /** What can be reported at a table now. */
  interface PossibleIncidents {
    "table": string;
    "phase": Phase | null;
    "incidents": PossibleIncident[];
    /** Who has chips on the box that is asked about, the seated player first. */
    "players": string[];
  }
  /** A choice, what the round is worth on average after it, and what it costs against the best. */
  interface PricedChoice {
    "choice": string;
    /** The cards it sets, if any. */
    "cards": string[];
    /** The wager, if it is one. */
    "amount": string | null;
    /** Dollars and cents, rounded to the nearest cent. */
    "value": string;
    /** The same in dollars, exactly. */
    "exact": string;
    /** Dollars and cents. */
    "costs": string;
  }
  /** An error (RFC 9457). */
  interface ProblemDocument {
    "type": string;
    "title": string;
    "status": number;
    /** Stable: programs may depend on it. */
    "code": string;
    /** A sentence for people. */
    "detail": string;
    "clauses": string[];
    /** Where in the request the error is. */
    "where": string;
    /** What is waiting for a second person (approval-needed). */
    "approval"?: WaitingApproval;
  }
  interface ProposalView {
    "by": string;
    "approved_by": string | null;
    "parameters": WrittenParameters;
    /** What names it; send it as approves with the command that approves it. */
    "digest": string;
  }
  /** Proposes to raise the jackpot by an amount, or lower it; the house pays or receives it. */
  interface ProposeCorrection {
    "do": "propose-correction";
    "amount": string;
    "reason": Reason;
    "note": string;
  }
  /** A shift manager proposes new parameters; a second one must approve them. */
  interface ProposeParameters {
    "do": "propose-parameters";
    "parameters": LinkParameters;
  }
  /**
   * Proposes a text for tables to play by. toml is a rulebook file and clauses its clause
   * list, which may be left out if the file names a built-in one. replaces is the rulebook
   * whose tables go over to it, if that has another id.
   */
  interface ProposeRulebook {
    "do": "propose-rulebook";
    "toml": string;
    "clauses"?: string;
    "replaces"?: string | null;
  }
  /** A text that waits for a second person, and how it differs from the one before. */
  interface ProposedView {
    "rules": string;
    "rulebook": string;
    "title": string;
    "version": string;
    "since_ms": number | null;
    "until_ms": number | null;
    "proposed_ms": number;
    "by": string;
    "replaces": string | null;
    "before": string | null;
    "difference": WrittenDifference | null;
  }
  /** Places the wager that keeps a hand in: BET in stud; Flop, Turn or River in hold'em. */
  interface Raise {
    "do": "raise";
    "box": number;
    "amount": string;
    "player"?: string | null;
  }
  /**
   * What can be read, by area. floor: the current tables and links. records: rounds, claims,
   * incidents, the log. reports: figures of days and jackpots, the audit. rules: rulebooks and
   * their mathematics.
   */
  type ReadArea = "floor" | "records" | "reports" | "rules";
  /**
   * It serves, and has read the journal up to a position. While it is draining, new rounds
   * wait for a restart; rounds are still in progress.
   */
  interface Ready {
    "ready": boolean;
    "position": number;
    "draining": boolean;
    "rounds": number;
  }
  /** Why a meter may be corrected. There are no other reasons. */
  type Reason = "award-disputed" | "double-entry" | "missed-entry" | "regulators-order" | "test-contribution" | "wrong-amount";
  /** The record that was settled and its settlement, both in the form of the contract. */
  interface RecordAndSettlement {
    "record": RoundRecord;
    "settlement": WrittenSettlement;
  }
  /** The three cards that a player has set. */
  interface RecordArrangement {
    "three": string[];
  }
  /** A box of the layout. A hand that was not turned up is here without its cards. */
  interface RecordBox {
    "box": number;
    "player": string;
    "hand": HandState;
    "cards"?: string[];
    "bets": Record<string, string>;
    "arrangement"?: RecordArrangement;
    "invalid_by"?: string[];
    "kept_back"?: boolean;
    "established"?: string[];
    "under_minimum_settled_before"?: boolean;
  }
  /** What the sign showed, and what the jackpot restarts from. */
  interface RecordJackpot {
    /** Dollars and cents. */
    "displayed": string;
    /** Dollars and cents. */
    "reset": string;
  }
  /** The minimum and the maximum of a wager, if there is such a limit. */
  interface RecordLimit {
    /** Dollars and cents. */
    "min"?: string;
    /** Dollars and cents. */
    "max"?: string;
  }
  /** Where the journal stores an event, and the hash that binds it to everything before it. */
  interface RecordProof {
    "position": number;
    "at_ms": number;
    "event": string;
    "hash": string;
    /** The first signed checkpoint that covers it; null before that. */
    "checkpoint": number | null;
  }
  /** The table's limits by wager; the way of dealing, if a clause depends on it. */
  interface RecordTable {
    "limits": Record<string, RecordLimit>;
    "dealing"?: string;
  }
  /** A recovery of an administrator from the command line: when, by whom and why. */
  interface RecoveryView {
    "name": string;
    "at_ms": number;
    "reason": string;
    "os_user": string;
    "host": string;
  }
  /**
   * How many entries were decided again; how many were only followed, because something that
   * decided them is not in the journal or not yet; by which programs; and where they differ.
   * fault is an error of this program, which accuses nobody: replay ended there.
   */
  interface Replayed {
    "entries": number;
    "followed": number;
    "programs": Record<string, number>;
    "differences": Difference[];
    "fault"?: string | null;
  }
  /**
   * Reports an irregularity. Facts that the table knows may be left out. box says where, and
   * bet and amount what is really there; player who, if not the one seated there; boxes are
   * those affected, worked out if left out; moves are whole hands to move, from box to box;
   * hands are the cards that each place (a box, dealer, community) has once cards are put
   * right. description is the reporter's own account.
   */
  interface Report {
    "do": "report";
    "incident": string;
    "facts"?: Record<string, boolean | number | string>;
    "box"?: number | null;
    "boxes"?: number[] | null;
    "bet"?: string | null;
    "amount"?: string | null;
    "moves"?: number[][];
    "hands"?: Record<string, number[]> | null;
    "description"?: string | null;
    "player"?: string | null;
  }
  /**
   * A backup that replaced the journal: what had been stored after up_to is not in it.
   * replaced is where the replaced journal ended, if that could be read.
   */
  interface Restoration {
    "position": number;
    "at_ms": number;
    "by": string;
    "file": string;
    "up_to": number;
    "replaced": number | null;
  }
  /** Puts the link back in service. */
  interface RestoreLink {
    "do": "restore-link";
  }
  /** Takes progressive bets again from the next round, and reopens barred boxes. */
  interface RestoreProgressive {
    "do": "restore-progressive";
  }
  type Result = "lose" | "push" | "void" | "win";
  /** A device whose token is no longer valid. */
  interface RevokedDevice {
    "device": string;
    "revoked": boolean;
  }
  /** A program whose token is no longer valid. */
  interface RevokedToken {
    "program": string;
    "revoked": boolean;
  }
  /** The first five are posts, in ascending order; the others stand beside them. */
  type Role = "administrator" | "auditor" | "dealer" | "display" | "pit-manager" | "pit-supervisor" | "player" | "shift-manager";
  /** The decisions of a round as recorded, without its cards. */
  interface RoundProof {
    "round": string;
    "records": RecordProof[];
  }
  /** The cards, the sums, the clauses in words, and the proof of a round. */
  interface RoundReasons {
    "round": string;
    "table": string;
    "at_ms": number;
    "concluded": boolean;
    /** The table as the caller may see it, at the end of the round. */
    "view": TablePage | null;
    "rulings": RulingTold[];
    /** What each applied clause says. */
    "clauses": Record<string, string>;
    "records": RecordProof[];
    /** Given once the round is concluded; null if the cards were real. */
    "shuffle": ShuffleCheck | null;
  }
  /** The contract's round record (docs/settlement.md). */
  interface RoundRecord {
    "id": string;
    "rulebook": string;
    "outcome": "completed" | "void";
    "table": RecordTable;
    "void_by"?: string[];
    "registered_by"?: string[];
    "deal_ended"?: boolean;
    "jackpot"?: RecordJackpot;
    "dealer"?: string[];
    "community"?: string[];
    "boxes": RecordBox[];
  }
  /** A round, step by step. */
  interface RoundSteps {
    "round": string;
    "table": string;
    "concluded": boolean;
    "frames": Frame[];
  }
  /** A round in a list; players are in the order of their first bets. */
  interface RoundSummary {
    "round": string;
    "table": string;
    "at_ms": number;
    "players": string[];
    "outcome": "running" | "settled" | "void";
    /** Whether anything irregular was reported. */
    "irregular"?: boolean;
    /** Whether a share of the jackpot was claimed. */
    "jackpot"?: boolean;
    /** All that was staked, once it is settled. */
    "staked"?: string | null;
    /** What the players won in total, including awards. */
    "net"?: string | null;
  }
  interface RoundView {
    "id": string;
    "phase": Phase;
    "commitment": string | null;
    "seeds": Record<string, string>;
    /** Of a virtual shuffle of version 2. */
    "chain": ChainView | null;
    "committed": SeedView[];
    "burnt": number;
    "dealer": string[];
    /** What the dealer's hand is called, once settled. */
    "dealer_hand": string | null;
    /** Where hands are set: the dealer's three, once settled. */
    "dealer_three": string[] | null;
    "community": string[];
    "boxes": BoxView[];
    "step": string | null;
    "to_decide": number[];
    /** Boxes whose hands have still to be shown, or marked as not shown. */
    "to_show": number[];
    /** Boxes whose hands were not shown, and may be proved to a supervisor. */
    "to_establish": number[];
    "twice": TwiceView[];
    "ruling": RulingOnHold | null;
    "options": Record<string, string[]>;
    "options_because": OptionsBecause | null;
    "void": VoidView | null;
    "settlement": WrittenSettlement | null;
  }
  /** Rounds, the newest first. */
  interface RoundsFound {
    "rounds": RoundSummary[];
    /** Present if there may be more: ask again with this as to. */
    "next": string | null;
  }
  type RuleCommand = ProposeRulebook | ApproveRulebook | WithdrawRulebook;
  /** One statement of a rulebook, and the clauses behind it. */
  interface RulebookEntry {
    "section": string;
    "name": string;
    "value": string;
    "clauses": string[];
  }
  /** A rulebook in a list. */
  interface RulebookLine {
    "id": string;
    "title": string;
    "operator": string;
    "version": string;
    /** Whether it is a file of the house's own. */
    "own": boolean;
    /** Whether it is in force yet; until then no table can be opened under it. */
    "in_force": boolean;
    "since": string | null;
  }
  /** A rulebook in full. */
  interface RulebookView {
    "id": string;
    "title": string;
    "operator": string;
    /** Whether its mathematics has been computed here. */
    "maths": boolean;
    "entries": RulebookEntry[];
    "clauses": ClauseView[];
  }
  /** All rulebooks. */
  interface Rulebooks {
    "rulebooks": RulebookLine[];
  }
  /** The full text. */
  interface RulesText {
    "rules": string;
    "rulebook": string;
    "toml": string;
    "clauses": string;
  }
  /**
   * What is waiting for an authority: whoever decides must know what was reported, by whom,
   * when, and with which facts.
   */
  interface RulingOnHold {
    "id": string | null;
    "rulebook": string;
    "effects": string[];
    "options": string[];
    "options_for": string | null;
    "authority": string | null;
    "clauses": string[];
    "because": string;
    "operations"?: WrittenOperation[];
    "reported_at_ms": number | null;
    /** Hidden from players. */
    "reported_by": string | null;
    /** What happened, in the reporter's words; hidden from players. */
    "description": string | null;
    "incident": Incident;
    "facts": Record<string, boolean | number | string>;
    "box": number | null;
    /** Whom it is about, if not the one seated at the box; hidden from players. */
    "player": string | null;
    "decisions": (string | null)[];
    "digest": string | null;
  }
  /** What was ruled in a round; who reported it, and in which words, is for staff. */
  interface RulingTold {
    "at_ms": number;
    "position": number;
    "incident": Incident;
    "box": number | null;
    "because": string;
    "effects": string[];
    "clauses": string[];
  }
  /** One parameter of a command, in words. */
  interface SaidParameter {
    "what": string;
    "value": string;
  }
  /**
   * reads are the areas that may be read, and commands the commands that may be given at
   * tables and on links; without any the token is read-only. tables are the only tables that
   * it is for; without any it is for the whole floor.
   */
  interface Scope {
    "reads"?: ReadArea[];
    "commands"?: string[];
    "tables"?: string[];
  }
  /**
   * A box in play; whose it is, is shown to staff, and to the player when asking for the
   * floor.
   */
  interface Seat {
    "box": number;
    "player": string | null;
  }
  /** A code, or a passkey's answer. */
  interface SecondToGive {
    "code"?: string;
    "passkey"?: Answered;
  }
  /**
   * A player's commitment, and whether it has been opened; the seed itself once the shuffle is
   * fixed.
   */
  interface SeedView {
    /** What the hashes have for the name: the player's alias, if any. */
    "player": string;
    "commitment": string;
    "opened": boolean;
    "seed": string | null;
    /** Whether it is the caller's; in a round. */
    "mine"?: boolean;
  }
  /** The server's clock, in milliseconds since 1970. */
  interface ServerTime {
    "now_ms": number;
  }
  /** When a session ends: after so long without a request, and whatever is done. */
  interface SessionEnd {
    "idle_ms": number;
    "expires_in_ms": number;
  }
  /** A browser in which the caller is signed in. */
  interface SessionView {
    /** What to end it by. */
    "session": string;
    "opened_ms": number;
    /** When it was last used. */
    "seen_ms": number;
    /** When it ends, however much it is used. */
    "ends_ms": number;
    /** This is the session making the request. */
    "here": boolean;
  }
  /** Bullseye: sets three cards that make 10, 20 or 30, or the House Way if none are named. */
  interface SetHand {
    "do": "set-hand";
    "box": number;
    "three"?: string[] | null;
    "player"?: string | null;
  }
  /** Works out what every wager wins or loses. */
  interface Settle {
    "do": "settle";
  }
  /**
   * Turns over cards that no device has read: the hand of a box, or the cards at a place
   * (dealer, community). Cards already face up there may be left out. three is how a Bullseye
   * player has set the hand; without it the dealer sets it the House Way. If a card has turned
   * up twice, enter the cards of either place again.
   */
  interface ShowHand {
    "do": "show-hand";
    "cards": number[];
    "box"?: number | null;
    "place"?: string | null;
    "three"?: number[] | null;
  }
  /** Shows a text on every sign of the link. */
  interface ShowNotice {
    "do": "show-notice";
    "text": string;
  }
  /** How far a scene is: what has just happened, by the name of its caption. */
  interface Shown {
    "scene"?: "broken-link" | "exposed-card" | "royal-flush" | "why" | null;
    "caption"?: string;
    "pause_ms"?: number;
  }
  /** What pitboss verify takes. A shuffle of version 1 has none of the later fields. */
  interface Shuffle {
    "round": string;
    "commitment": string;
    "secret": string;
    "seeds": Record<string, string>;
    "deck": string[];
    "version"?: number;
    "table"?: string;
    "number"?: number;
    "chain"?: ChainView;
    "committed"?: SeedView[];
  }
  /** What anybody needs to check a shuffle, and whether it is right. */
  interface ShuffleCheck {
    "round": string;
    "commitment": string;
    "secret": string;
    "seeds": Record<string, string>;
    "deck": string[];
    "version"?: number;
    "table"?: string;
    "number"?: number;
    "chain"?: ChainView;
    "committed"?: SeedView[];
    "verified": boolean;
    /** What does not fit. */
    "problem"?: string;
  }
  /**
   * A name and a password, and where there is a second factor, the code of the authenticator
   * app or a recovery code.
   */
  interface SignIn {
    "name": string;
    "password": string;
    "code"?: string;
  }
  /** A device whose token is now in a cookie; the header X-Device names it from now on. */
  interface SignedInDevice {
    "device": string;
  }
  /** What has happened to a hand so far. */
  type Standing = "declined" | "folded" | "in" | "invalid" | "left" | "undecided";
  /** Who paid for the start. */
  interface StartPaidBy {
    /** Dollars, to the ten-thousandth of a cent. */
    "reserve": string;
    /** Dollars, to the ten-thousandth of a cent. */
    "overflow": string;
    /** Dollars, to the ten-thousandth of a cent. */
    "house": string;
  }
  /** What the current step requires: cards for a place, or an answer and its price. */
  interface StepView {
    "do": Do;
    "place": string;
    "cards": number;
    "asks": Ask | null;
    "bet": string | null;
    "amount": string | null;
  }
  /** MBS: a shift manager stops a player who tries to control several hands. */
  interface StopPlayer {
    "do": "stop-player";
    "player": string;
  }
  /** A server-sent event. */
  interface StreamEvent {
    /** The journal position; send it as Last-Event-ID. */
    "id"?: string;
    "event": "beat" | "ended" | "floor" | "link" | "meter" | "snapshot" | "table" | "watch";
    /**
     * JSON: a snapshot has views by topic; floor, table, link are as FloorView, TablePage,
     * LinkView; a meter has link, displayed and position; a watch is the number in X-Watch of
     * whoever the next events are for.
     */
    "data": string;
  }
  /** A command was carried out: its id, the journal position, the events, the table after it. */
  interface TableAnswer {
    "id": string;
    "position": number;
    "events": string[];
    "view": TablePage;
  }
  type TableCommand = OpenTable | CloseTable | RestoreProgressive | OpenBetting | Conclude | HoldToOnePosition | StopPlayer | LiftOnePosition | LiftBar | GiveSeed | CommitSeed | OpenSeed | PlaceBet | WithdrawBet | CloseBetting | Deal | Examine | Fold | Raise | Check | SetHand | ShowHand | DeclineToShow | EstablishHand | Settle | Report | Confirm | ChooseOption | CloseOptions | ChooseOperation | TakeBack | Correct | AllowCorrection | DropCorrection | DecideMoney;
  /** A table with everything that a page needs to show it. */
  interface TablePage {
    "table": string;
    "rulebook": string;
    "title": string;
    "open": boolean;
    "layout": string;
    "boxes": number;
    "dealing": string;
    "cards": "entered" | "shown" | "virtual";
    "limits": Record<string, LimitView>;
    "progressive_bet": string | null;
    "one_hand_notice": string | null;
    "notice": string | null;
    "barred_boxes": number[];
    /** Who may not bet here, and under which clauses; staff only. */
    "barred_players": Record<string, string[]>;
    /** Who is held to one position; staff only. */
    "one_position": string[];
    "operation_awaited": boolean;
    "rounds": number;
    "chips": Record<string, string>;
    /** What of that lies on the felt, in the round that is on. */
    "in_play": Record<string, string>;
    "round": RoundView | null;
    "published": Shuffle | null;
    /** The last entry of the round, if it may be taken back; staff only. */
    "last": EntryView | null;
    /** A correction waiting for a second person; staff only. */
    "correction": CorrectionOnHold | null;
    /** The last correction of the round in progress; staff only. */
    "corrected": CorrectionMade | null;
    "next": NextStep[];
    "link": string | null;
    "operator": string;
    /** What the rulebook reserves to a post that the caller has. */
    "powers": string[];
    "claimed": ClaimedBox[];
    "wagers": WagerView[];
    /** Whether there are community cards in this game. */
    "shares_cards": boolean;
    "step": StepView | null;
    "interrupted": InterruptionView | null;
    "announce": Announcements;
    "clock": Countdown | null;
    "position": number;
  }
  /** What a table has put in since the jackpot last started. */
  interface TableShare {
    "table": string;
    "amount": string;
  }
  /**
   * The person who made the last entry takes it back. entry is its number when it was read: if
   * another entry is the last one now, nothing is taken back.
   */
  interface TakeBack {
    "do": "take-back";
    "entry"?: number | null;
  }
  /** A program that is to act with a token. */
  interface TokenToAdd {
    "name": string;
    "role": Role;
    "scope": Scope;
    /** When it ends, in milliseconds since 1970. */
    "until_ms": number;
  }
  /** A program that may act with a token, or used to. */
  interface TokenView {
    "program": string;
    /** On record it acts as program/NAME. */
    "name": string;
    "role": Role;
    "scope": Scope;
    /** The administrator who made it. */
    "by": string;
    "until_ms": number;
    "revoked": boolean;
    /** When it was last used. */
    "used_ms": number | null;
  }
  /** All tokens, including those that have ended. */
  interface Tokens {
    "tokens": TokenView[];
  }
  /**
   * The secret for an authenticator app, shown this once: as text, as an address that apps
   * understand, and as a picture of it.
   */
  interface TotpToConfirm {
    "secret": string;
    "uri": string;
    /** An SVG image as a data: address. */
    "qr": string;
  }
  /**
   * visit is a name that the page chose for itself; with a scene it begins one, without it
   * continues.
   */
  interface TourStep {
    "visit": string;
    "scene"?: "broken-link" | "exposed-card" | "royal-flush" | "why";
  }
  /** How far the scene is, and what dealer, player and sign show. */
  interface TourView {
    "shown": Shown;
    /** The box of the player whose seat is shown. */
    "box": number;
    /** The player's name. */
    "name": string;
    "dealer": TablePage;
    "player": TablePage;
    "sign": LinkView;
  }
  /**
   * A card entered at two places, what was entered last first: one of them was entered
   * wrongly, or the card is foreign.
   */
  interface TwiceView {
    /** ?? lies face down. */
    "card": string;
    "places": string[];
    "says": string;
  }
  /** The process is up. */
  interface Up {
    "up": boolean;
    "version": string;
  }
  /**
   * One person confirms that a claim is right; if the same person had declined it, that no
   * longer counts. winner is the name on the identity shown, for chips on a nameless box.
   */
  interface VerifyClaim {
    "do": "verify-claim";
    "claim": string;
    "winner"?: string;
  }
  interface VoidView {
    "because": string;
    "clauses": string[];
  }
  type WagerKind = "opening" | "progressive" | "raise" | "side";
  /** A spot of the layout. */
  interface WagerView {
    "bet": string;
    "label": string;
    "kind": WagerKind;
    "times_opening": number | null;
  }
  /**
   * A command that somebody has asked for and a second person must approve; its cards are face
   * down, as not everybody who may approve may see them.
   */
  interface WaitingApproval {
    /** Its identifier; approve it by this. */
    "digest": string;
    "table": string | null;
    "link": string | null;
    "round": string | null;
    "command": Record<string, any>;
    /** What is approved, in words, line by line. */
    "parameters": SaidParameter[];
    "by": string;
    "kind": ApprovalKind;
    /** The lowest post that may approve it. */
    "post": Role;
    "why": string;
    /** When it stops waiting. */
    "until_ms": number;
  }
  /** What is waiting for a second person, and what was decided recently. */
  interface WaitingApprovals {
    "approvals": WaitingApproval[];
    /** Whether it was approved, by digest. */
    "decided": Record<string, boolean>;
  }
  /** A guest without an account, and the table where the guest may play. */
  interface WalkIn {
    "name": string;
    "table": string;
  }
  /** Takes the player's chips off a spot. */
  interface WithdrawBet {
    "do": "withdraw-bet";
    "box": number;
    "bet": string;
    "player"?: string | null;
  }
  /** Drops proposed parameters, or a proposed correction, that have not taken effect yet. */
  interface WithdrawProposal {
    "do": "withdraw-proposal";
  }
  /** Withdraws a proposed text, so that it is not adopted. */
  interface WithdrawRulebook {
    "do": "withdraw-rulebook";
    "rules": string;
  }
  /** Who approves where somebody else is signed in; empty if the person signed in approves. */
  interface Word {
    "name"?: string;
    "pin"?: string;
    /** The number of a badge, as a scanner reads it. */
    "badge"?: string;
    "passkey"?: Answered;
  }
  /** The exact mathematics of a rulebook. */
  interface WrittenAnalysis {
    "rulebook": string;
    "main": WrittenMainGame;
    /** The house edge of each way to play. */
    "strategies": Record<string, ExactNumber>;
    "side": Record<string, WrittenSideWager>;
    "progressive": WrittenProgressiveBet;
    /** Bullseye: how many of 2,598,960 hands are set to each. */
    "point_hands"?: Record<string, number>;
  }
  /**
   * Whether everything fits; counts of what was checked; the position up to which checkpoints
   * sign everything, and how many records came after it; rulebooks of games whose order of
   * dealing and rulings were not recomputed. A journal that could not be read has only its
   * problem.
   */
  interface WrittenAudit {
    "journal"?: string;
    "counts"?: Counts;
    "last_position"?: number;
    "heads"?: string;
    "last_checkpoint"?: number | null;
    "keys"?: string[];
    "trusted"?: boolean;
    "signed_up_to"?: number;
    "unsigned"?: number;
    "restored"?: Restoration[];
    "key_changes"?: KeyChange[];
    "unaudited"?: string[];
    "begun"?: AuditBasis | null;
    "ignored"?: string[];
    "decided"?: Replayed | null;
    "problem": WrittenDiscrepancy | null;
    "content": boolean;
  }
  /** A share of the jackpot, in the order of payment. */
  interface WrittenAward {
    "box": number;
    "hand": string;
    /** Dollars and cents. */
    "amount": string;
    "clauses": string[];
  }
  /** A box with its wagers; net is what its player gains or loses on them. */
  interface WrittenBox {
    "box": number;
    "player": string | null;
    /** The kind of hand, if it was turned up. */
    "hand": string | null;
    /** Dollars and cents. */
    "net": string;
    "lines": WrittenLine[];
  }
  /** Two figures that should be equal but are not. */
  interface WrittenComparison {
    "about": string;
    "what": string;
    /** Dollars, to the ten-thousandth of a cent. */
    "expected": string;
    /** Dollars, to the ten-thousandth of a cent. */
    "found": string;
  }
  /** A day's play, table by table. A round belongs to the day on which it was concluded. */
  interface WrittenDay {
    "date": string;
    "timezone": string;
    /** ISO 8601, with the offset. */
    "from": string;
    /** ISO 8601, with the offset. */
    "to": string;
    "tables": WrittenTableDay[];
    "rulebooks": Record<string, WrittenFigures>;
    "total": WrittenFigures;
    /** Commands to links that were refused. */
    "link-refusals": number;
    /** Commands for tables and links that were not there. */
    "other-refusals": number;
  }
  /**
   * All differences, the most important first: what is said, then only the clause, then only
   * our wording.
   */
  interface WrittenDifference {
    "a": string;
    "b": string;
    "values": WrittenPair[];
    "clauses": WrittenPair[];
    "wording": WrittenPair[];
    "not_compared": string[];
  }
  /** The first place that does not fit, in a sentence and in its parts, where it has any. */
  interface WrittenDiscrepancy {
    "what"?: string;
    "expected"?: string;
    "found"?: string;
    "position"?: number | null;
    "stream"?: string | null;
    "version"?: number | null;
    "kind"?: string | null;
    "person"?: string | null;
    "sentence": string;
  }
  /** What a screen of a sign showed from a moment until the next entry. */
  interface WrittenDisplay {
    "sign": string;
    "screen": string;
    "link": string;
    "at-ms": number;
    /** Dollars and cents. */
    "displayed": string;
    /**
     * Where in the journal the figure that it went by was the jackpot; what was displayed is
     * no more than that.
     */
    "position": number | null;
    "state": string;
    /** Where in the journal its report is. */
    "recorded": number;
  }
  /** What signs have displayed, by sign and time. */
  interface WrittenDisplays {
    "displays": WrittenDisplay[];
  }
  /**
   * The figures of tables. Turnover is all chips staked, handle those that were decided; win
   * is what tables took less what they paid, without the awards of links.
   */
  interface WrittenFigures {
    "rounds": number;
    "void-rounds": number;
    /** Dollars and cents. */
    "turnover": string;
    /** Dollars and cents. */
    "handle": string;
    /** Dollars and cents. */
    "win": string;
    /** Win as a share of turnover; null if nothing was staked. */
    "win-percent": string | null;
    /** Dollars, to the ten-thousandth of a cent. */
    "contributions": string;
    /** Dollars, to the ten-thousandth of a cent. */
    "contributions-jackpot": string;
    /** Dollars, to the ten-thousandth of a cent. */
    "contributions-reserve": string;
    "hits": number;
    /** Dollars and cents. */
    "awards": string;
    "incidents": number;
    "interruptions": number;
    "refusals": number;
    /** Entries of rounds that were corrected. */
    "corrections": number;
    "money-decisions": number;
    /** What the house paid by decision on rounds that stand. */
    "decided": string;
  }
  /** What a table has contributed: entered in the meter, and still waiting. */
  interface WrittenFromTable {
    "table": string;
    /** Dollars, to the ten-thousandth of a cent. */
    "entered": string;
    /** Dollars, to the ten-thousandth of a cent. */
    "waiting": string;
  }
  /** A claim and its outcome; order is its place among all that the link has paid. */
  interface WrittenHit {
    "claim": string;
    "table": string;
    "round": string;
    "box": number;
    "player": string;
    "winner": string | null;
    "hand": string;
    "part": string;
    /** ISO 8601, with the offset. */
    "dealt": string;
    /** ISO 8601, with the offset. */
    "raised": string;
    "standing": ClaimStanding;
    "verified-by": string[];
    "declined-by": string[];
    "award": string | null;
    "paid": string | null;
    "order": number | null;
    "resets": boolean;
    "clauses": string[];
    "note": string | null;
  }
  /** The jackpot in a settlement: before + added = after + awards. */
  interface WrittenJackpot {
    /** Dollars and cents. */
    "before": string;
    /** Dollars and cents. */
    "after": string;
    /** What the house put in to start the jackpot again. */
    "added": string;
    "awards": WrittenAward[];
  }
  /** One wager: its stake, how much of it goes back, and what the house adds. */
  interface WrittenLine {
    "bet": string;
    /** Dollars and cents. */
    "stake": string;
    "result": Result;
    /** Dollars and cents. */
    "returned": string;
    /** Dollars and cents. */
    "winnings": string;
    "clauses": string[];
    /** The row of the pay table, if the clause cited has several. */
    "row"?: string;
  }
  /** What a link's jackpot has consisted of since it last restarted. */
  interface WrittenLink {
    "link": string;
    "operator": string;
    /** Dollars and cents. */
    "displayed": string;
    "locked": boolean;
    "down": boolean;
    "notice": string | null;
    "parameters": WrittenParameters;
    "since": WrittenSince;
    "start-paid-by": StartPaidBy;
    "parts": JackpotPart[];
    /** Dollars, to the ten-thousandth of a cent. */
    "jackpot": string;
    "adds-up": boolean;
    "tables": WrittenFromTable[];
    /** Dollars, to the ten-thousandth of a cent. */
    "waiting": string;
    /** Dollars, to the ten-thousandth of a cent. */
    "reserve": string;
    /** Dollars, to the ten-thousandth of a cent. */
    "reserve-waiting": string;
    /** Dollars, to the ten-thousandth of a cent. */
    "overflow": string;
    "hits": WrittenHit[];
    "hits-ever": number;
  }
  /** The main game under the best play, per unit of its opening wager. */
  interface WrittenMainGame {
    /** The opening wager: ante or main. */
    "wager": string;
    /** The expected loss: positive is good for the house. */
    "house_edge": ExactNumber;
    /** The expected loss per unit staked on average. */
    "element_of_risk": ExactNumber;
    /** Of one round; a decimal. */
    "standard_deviation": string;
    /** The probability of each outcome. */
    "outcomes": Record<string, ExactNumber>;
    /** Stud: how often the best play stays in. */
    "raise"?: ExactNumber;
    /** Stud: how often the dealer does. */
    "dealer_qualifies"?: ExactNumber;
    /** Hold'em: how many of 169 are folded. */
    "starting_hands_folded"?: number;
  }
  interface WrittenOperation {
    "operation": string;
    "clause": string;
    "notice"?: string;
  }
  /** What the two say under one key; null if one of them has no such key. */
  interface WrittenPair {
    "section": string;
    "key": string;
    "a": WrittenSide | null;
    "b": WrittenSide | null;
  }
  /** The parameters of a link; shares are in hundredths of a per cent of the bet. */
  interface WrittenParameters {
    /** Dollars and cents. */
    "reset": string;
    "rate-bp": number;
    "reserve-bp": number;
    "cap": string | null;
    "verifiers": number;
  }
  /** The progressive bet of one player, alone on the link. */
  interface WrittenProgressiveBet {
    /** Dollars and cents. */
    "bet": string;
    /** The probability of every paid hand. */
    "hits": Record<string, ExactNumber>;
    /** What the minor awards give back per unit of bet. */
    "fixed_return": ExactNumber;
    /** Per unit of bet and dollar of the jackpot. */
    "return_per_jackpot_dollar": ExactNumber;
    /** Where a bet gives back itself, rounded up to the cent. */
    "break_even_jackpot": string | null;
  }
  /** Whether all accounts add up: the balances, and any mismatches. */
  interface WrittenReconciliation {
    "right": boolean;
    "verdict": string;
    "position": number;
    "events": number;
    "accounts": Record<string, string>;
    /** Dollars, to the ten-thousandth of a cent. */
    "sum": string;
    /** How many comparisons were made. */
    "checks": number;
    "wrong": WrittenComparison[];
  }
  /** A ruling as the contract writes it; msgspec encodes it as it is. */
  interface WrittenRuling {
    "id": string | null;
    "rulebook": string;
    "effects": string[];
    "options": string[];
    "options_for": string | null;
    "authority": string | null;
    "clauses": string[];
    "because": string;
    "operations"?: WrittenOperation[];
  }
  /**
   * A settlement in the form of the contract, amounts as text. It is stored and sent like
   * this.
   */
  interface WrittenSettlement {
    "id": string | null;
    "rulebook": string;
    "dealer": DealerHand | null;
    "boxes": WrittenBox[];
    "jackpot"?: WrittenJackpot;
  }
  /** What one of them says: the value with its clauses, or only our wording. */
  interface WrittenSide {
    "value"?: string;
    "clauses"?: string[];
    "wording"?: string;
  }
  /** A side wager, per unit of itself. */
  interface WrittenSideWager {
    "house_edge": ExactNumber;
    /** For a player who loses it by folding when that is best. */
    "house_edge_with_optimal_main"?: ExactNumber;
  }
  /** Where the current jackpot begins; claim is the one that took the whole of the last one. */
  interface WrittenSince {
    /** ISO 8601, with the offset. */
    "at": string;
    "claim": string | null;
  }
  /** A table under one rulebook, and its figures. */
  interface WrittenTableDay {
    "table": string;
    "rulebook": string;
    "link": string | null;
    "rounds": number;
    "void-rounds": number;
    /** Dollars and cents. */
    "turnover": string;
    /** Dollars and cents. */
    "handle": string;
    /** Dollars and cents. */
    "win": string;
    /** Win as a share of turnover; null if nothing was staked. */
    "win-percent": string | null;
    /** Dollars, to the ten-thousandth of a cent. */
    "contributions": string;
    /** Dollars, to the ten-thousandth of a cent. */
    "contributions-jackpot": string;
    /** Dollars, to the ten-thousandth of a cent. */
    "contributions-reserve": string;
    "hits": number;
    /** Dollars and cents. */
    "awards": string;
    "incidents": number;
    "interruptions": number;
    "refusals": number;
    /** Entries of rounds that were corrected. */
    "corrections": number;
    "money-decisions": number;
    /** What the house paid by decision on rounds that stand. */
    "decided": string;
  }
  /** A table since the day began. pace is rounds per hour; null if none ended recently. */
  interface WrittenTableToday {
    "table": string;
    "figures": WrittenFigures;
    /** When its last round was concluded, if lately. */
    "last-ms": number | null;
    "pace": number | null;
  }
  /** The day so far, up to a position in the journal. */
  interface WrittenToday {
    "date": string;
    "start-ms": number;
    "position": number;
    "tables": WrittenTableToday[];
  }
  /** What GET answers, by address. */
  interface Get {
    "/api/time": ServerTime;
    "/api/floor": FloorView;
    "/api/tables/{table}": TablePage;
    "/api/tables/{table}/entries": Entries;
    "/api/links": JackpotLinks;
    "/api/links/{link}": LinkView;
    "/api/claims": Claims;
    "/api/incidents": IncidentsOnHold;
    "/api/incidents/facts": PossibleIncidents;
    "/api/approvals": WaitingApprovals;
    "/api/me": Me;
    "/api/people": Everybody;
    "/api/factors": OwnFactors;
    "/api/devices": Devices;
    "/api/tokens": Tokens;
    "/api/sessions": OwnSessions;
    "/api/reports/displays": WrittenDisplays;
    "/api/rulebooks": Rulebooks;
    "/api/rulebooks/diff": WrittenDifference;
    "/api/rulebooks/{rulebook}": RulebookView;
    "/api/rulebooks/{rulebook}/clauses/{clause}": ClauseView;
    "/api/rulebooks/{rulebook}/opening": OpeningChoices;
    "/api/rulebooks/{rulebook}/maths": WrittenAnalysis;
    "/api/maths": AllMaths;
    "/api/house/rules": HouseView;
    "/api/house/rules/{rules}": RulesText;
    "/api/rounds": RoundsFound;
    "/api/rounds/{round}": RoundSteps;
    "/api/rounds/{round}/record": RecordAndSettlement;
    "/api/rounds/{round}/proof": RoundProof;
    "/api/rounds/{round}/shuffle": ShuffleCheck;
    "/api/rounds/{round}/why": RoundReasons;
    "/api/links/{link}/why": FigureReasons;
    "/api/log": LogPage;
    "/api/reports/day": WrittenDay;
    "/api/reports/jackpot": WrittenLink[];
    "/api/reports/today": WrittenToday;
    "/api/reports/reconcile": WrittenReconciliation;
    "/api/audit": AuditState;
    "/api/hint": Hint;
    "/healthz": Up;
    "/readyz": Ready;
    "/api/openapi.json": Record<string, any>;
  }
  /** The answer at an address; anything where a part of it is worked out. */
  type Answer<P extends string> = P extends keyof Get ? Get[P] : any;
}
