// Claims on a jackpot: all that whoever verifies one has to see, and the buttons of whoever may.

import { command, linkPath } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { field, sends } from "../shared/fields.js";
import { money } from "../shared/money.js";
import { dialog, may, notice, run, tooNew } from "../shared/shell.js";
import { since } from "../shared/since.js";
import { capital, plain, wagerLabel } from "../shared/words.js";
import { card } from "./cards.js";
import { checklist } from "./checklist.js";
import { holdToConfirm } from "./hold.js";
import { whyFigureAddress } from "./why-address.js";

/**
 * One claim. take(view) gets the link's new view; table is its table's view, if at hand.
 * @param {Api.ClaimView} claim
 * @param {Api.Me} person
 */
export function claimItem(link, claim, person, take, table = null) {
  const said = `verified-${claim.claim}`;
  return h(
    "div",
    { class: "claim", "data-test": `claim-${claim.claim}` },
    h(
      "div",
      { class: "claim-head" },
      h("b", { class: "claim-hand" }, handName(claim)),
      h("span", { class: "claim-amount", "data-test": `amount-${claim.claim}` }, worth(claim)),
    ),
    cardsOf(claim),
    facts(link, claim, table),
    h("p", { class: "small", "data-test": said }, opinions(claim), own(claim, person.name)),
    h("div", { class: "row" }, buttons(link, claim, person, take, table)),
  );
}

const handName = (claim) => capital(plain(claim.hand));

/**
 * The hand, face up; in hold'em with the community cards.
 * @param {Api.ClaimView} claim
 */
function cardsOf(claim) {
  const row = (label, codes) =>
    h(
      "div",
      { class: "claim-row" },
      h("span", { class: "faint small" }, label),
      h(
        "div",
        { class: "claim-cards", "data-test": `${label.toLowerCase()}-${claim.claim}` },
        codes.map((code) => card(code)),
      ),
    );
  return [
    claim.cards?.length ? row("Hand", claim.cards) : "",
    claim.community?.length ? row("Community", claim.community) : "",
  ];
}

/** What a claim pays. Until the house has said who is paid first, only its share is known. */
const worth = (claim) =>
  claim.amount ? money(claim.amount) : `${part(claim.part)} of the jackpot`;

/**
 * Who is to be paid, as far as anybody has said.
 * @param {Api.ClaimView} claim
 */
const whose = (claim, nobody) =>
  claim.winner ?? (claim.player === `Box ${claim.box}` ? nobody : claim.player);

const part = (text) => ({ 1: "all", "1/1": "all", "1/10": "10%" })[text] ?? text;

/** @param {Api.ClaimView} claim */
function betOf(claim, table) {
  const label = table ? wagerLabel(table, claim.bet) : capital(plain(claim.bet));
  return `${label} ${money(claim.stake)}`;
}

/** @param {Api.ClaimView} claim */
function facts(link, claim, table) {
  const row = (label, test, ...inside) => [
    h("dt", {}, label),
    h("dd", { "data-test": `${test}-${claim.claim}` }, inside),
  ];
  const to = (test, path, label) =>
    h("a", { href: path, "data-test": `to-${test}-${claim.claim}` }, label);
  return h(
    "dl",
    { class: "facts claim-facts" },
    row("Player", "player", `${whose(claim, "not named yet")}, box ${claim.box}`),
    claim.bet ? row("Bet", "bet", betOf(claim, table)) : "",
    row(
      "Pays",
      "pays",
      `${part(claim.part)} of `,
      h(
        "a",
        {
          href: whyFigureAddress(link.link),
          "aria-label": `${link.link}, ${money(link.displayed)}: why this figure?`,
        },
        money(link.displayed),
      ),
      ` (${link.link})`,
    ),
    row("Claimed", "since", since(claim.claimed_at_ms)),
    row(
      "Where",
      "where",
      to("table", `/table/${encodeURIComponent(claim.table)}`, `table ${claim.table}`),
      ", ",
      to("round", `/audit?round=${encodeURIComponent(claim.round)}`, `round ${claim.round}`),
    ),
  );
}

// ── who has verified and who has declined ────────────────────────────────────────────────────────

const people = (count) => (count === 1 ? "1 person" : `${count} people`);
const morePeople = (count) => (count === 1 ? "One more person" : `${count} more people`);

/**
 * Who has verified a claim so far, who has declined it, and how many must be of one opinion.
 * @param {Api.ClaimView} claim
 */
function opinions({ verified_by: verified, declined_by: declined, verifiers, standing }) {
  const said = (what, by) => {
    if (!by.length) return "";
    const count = by.length < verifiers ? ` (${by.length} of ${verifiers})` : "";
    return `${what} by ${by.join(" and ")}${count}. `;
  };
  const all = said("Verified", verified) + said("Declined", declined);
  if (standing === "verified") return `${all}Waiting for its turn to be paid.`;
  return all || `Nobody has verified it yet; it takes ${people(verifiers)}.`;
}

function own({ verified_by: verified, declined_by: declined, standing }, name) {
  if (standing !== "open") return "";
  if (verified.includes(name)) return "You have verified it; somebody else must verify it too.";
  return declined.includes(name) ? "You have declined it; somebody else must decline it too." : "";
}

/**
 * Whether a claim waits for this person.
 * @param {Api.ClaimView} claim
 * @param {Api.Me} person
 */
export function needs(claim, person) {
  const acted = [...claim.verified_by, ...claim.declined_by].includes(person.name);
  return may(person, "verify-claim") && claim.standing === "open" && !acted;
}

// ── verifying and declining ──────────────────────────────────────────────────────────────────────

/**
 * @param {Api.ClaimView} claim
 * @param {Api.Me} person
 */
function buttons(link, claim, person, take, table) {
  if (!may(person, "verify-claim")) {
    return h("span", { class: "faint small" }, "A pit supervisor or above verifies it.");
  }
  if (claim.standing !== "open") return "";
  const verify = async () => {
    const said = await askVerify(claim, table, person);
    if (!said) return;
    const body = { do: "verify-claim", claim: claim.claim, ...said };
    take((await command(linkPath(link.link), body)).view);
    notice("Verified.");
  };
  const decline = async () => openDecline(link, claim, table, take);
  const early = tooNew(person);
  const button = (kind, test, label, work) =>
    h(
      "button",
      {
        class: kind,
        "data-test": `${test}-${claim.claim}`,
        disabled: Boolean(early),
        onclick: (event) => run(event.currentTarget, work, claim.rulebook),
      },
      label,
    );
  const verified = claim.verified_by.includes(person.name);
  const declined = claim.declined_by.includes(person.name);
  return [
    verified ? "" : button("primary", "verify", "Verify …", verify),
    declined ? "" : button("danger", "decline", "Decline …", decline),
    early ? h("p", { class: "small", "data-test": `too-new-${claim.claim}` }, early) : "",
  ];
}

/**
 * The claim once more, before somebody puts a name to it.
 * @param {Api.ClaimView} claim
 */
function repeated(claim, table) {
  const bet = claim.bet ? `, with ${betOf(claim, table)}` : "";
  return h(
    "div",
    { class: "claim-repeat" },
    h("p", { class: "claim-hand" }, handName(claim)),
    cardsOf(claim),
    h(
      "p",
      { "data-test": "whose" },
      h("b", {}, whose(claim, "A player not named yet")),
      ` on box ${claim.box} of table ${claim.table}${bet}.`,
    ),
    h("p", { class: "claim-amount", "data-test": "how-much" }, worth(claim)),
  );
}

/**
 * Hands that were dealt earlier, at other tables, and may still win: they would be paid first.
 * @param {Api.ClaimView} claim
 */
function earlier(claim) {
  const rounds = claim.earlier_rounds ?? [];
  if (!rounds.length) return "";
  const which = rounds.length === 1 ? `Round ${rounds[0]} was` : `Rounds ${rounds.join(", ")} were`;
  const text = `${which} dealt earlier and still in play: a hand there that wins comes first.`;
  return h("p", { class: "warning", "data-test": "earlier-rounds" }, `${text} Wait, or pay now.`);
}

const WINNER =
  "Nobody has given a name for this box. Enter the name on the player's ID; every verifier " +
  "enters the same.";

/**
 * The claim sheet: the hand, what was looked at, both names, and whose it is where nobody knows;
 * then a hold, or a word typed. Answers with what else the command says; null if it was left.
 * @param {Api.ClaimView} claim
 * @param {Api.Me} person
 */
function askVerify(claim, table, person) {
  const left = claim.verifiers - claim.verified_by.length - 1;
  const then =
    left > 0
      ? `${morePeople(left)} must verify it before it is paid.`
      : "No further person is needed: the jackpot pays as soon as you verify it.";
  return new Promise((done) => {
    const ticks = checklist(claim).map((text, at) => {
      const tick = h("input", { type: "checkbox", "data-test": `check-${at}` });
      return { tick, node: h("label", {}, tick, text) };
    });
    const winner = h("input", {
      required: true,
      maxlength: 64,
      autocomplete: "off",
      "data-test": "winner",
    });
    const named = () => !claim.unnamed || winner.value.trim() !== "";
    const hold = holdToConfirm({
      label: "verify the claim",
      word: "VERIFY",
      test: "verify",
      ready: () => named() && ticks.every(({ tick }) => tick.checked),
      why: claim.unnamed ? "Name the winner and tick each line first." : "Tick each line first.",
      done: () => {
        done(claim.unnamed ? { winner: winner.value.trim() } : {});
        shown.close();
      },
    });
    const keep = h(
      "button",
      { "data-test": "verify-keep", onclick: () => shown.close() },
      "Not yet",
    );
    const shown = dialog(
      "Verify this claim?",
      [
        h(
          "div",
          { class: "claim-sheet" },
          repeated(claim, table),
          h(
            "fieldset",
            { class: "checklist" },
            h("legend", { class: "unseen" }, "What you have checked"),
            ticks.map(({ node }) => node),
          ),
        ),
        earlier(claim),
        claim.unnamed ? field("Who wins?", winner, WINNER) : "",
        names(claim, person),
        h("p", {}, then),
        h("div", { class: "actions" }, keep, hold.node),
      ],
      { test: "verify", wide: true },
    );
    shown.box.addEventListener("close", () => done(null));
    keep.focus();
  });
}

/**
 * Who has put a name to it, and whose is still missing.
 * @param {Api.ClaimView} claim
 * @param {Api.Me} person
 */
function names(claim, person) {
  const all = [...claim.verified_by, person.name];
  const row = (_, at) =>
    h(
      "li",
      { "data-test": `name-${at + 1}` },
      h("small", {}, claim.verifiers > 1 ? `Verifier ${at + 1}` : "Verifier"),
      all[at]
        ? at === all.length - 1
          ? h("b", {}, `${all[at]} (you)`)
          : all[at]
        : "somebody else",
    );
  return h("ul", { class: "two-names" }, Array.from({ length: claim.verifiers }, row));
}

/** @param {Api.ClaimView} claim */
function openDecline(link, claim, table, take) {
  const reason = h("input", {
    required: true,
    maxlength: 200,
    autocomplete: "off",
    "data-test": "decline-text",
  });
  const close = () => shown.close();
  const left = claim.verifiers - claim.declined_by.length - 1;
  const then =
    left > 0
      ? `${morePeople(left)} must decline it before it is closed.`
      : "No further person is needed: the claim is closed for good and gets nothing.";
  const keep = h(
    "button",
    { type: "button", "data-test": "decline-keep", onclick: close },
    "Leave it open",
  );
  const form = h(
    "form",
    { class: "stack" },
    repeated(claim, table),
    h("p", {}, then),
    field("Why is it declined?", reason),
    h(
      "div",
      { class: "actions" },
      keep,
      h("button", { class: "danger", "data-test": "decline-do" }, "Decline the claim"),
    ),
  );
  const shown = dialog("Decline this claim?", form, { test: "decline" });
  sends(
    form,
    async () => {
      const body = { do: "decline-claim", claim: claim.claim, reason: reason.value.trim() };
      take((await command(linkPath(link.link), body)).view);
      close();
      notice("Declined.");
    },
    { where: { reason }, codes: { "reason-needed": reason }, book: () => claim.rulebook },
  );
  keep.focus();
}
