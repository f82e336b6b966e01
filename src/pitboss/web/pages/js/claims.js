// Claims on a jackpot: who claims what, and the buttons of whoever may verify them.

import { command, linkPath } from "./api.js";
import { h } from "./dom.js";
import { money } from "./money.js";
import { askText, isSupervisor, run } from "./shell.js";
import { capital, plain } from "./words.js";

/** One claim. take(view) gets the link's new view. */
export function claimItem(link, claim, person, take) {
  const path = linkPath(link.link);
  const open = isSupervisor(person) && claim.standing === "open";
  return h("div", { class: "claim", "data-test": `claim-${claim.claim}` },
    h("p", {}, h("b", {}, `${capital(plain(claim.hand))} on box ${claim.box}`), `, ${claim.player}, table ${claim.table} `, h("span", { class: "badge wait" }, claim.standing)),
    h("p", { class: "faint small" }, `Claims ${part(claim.part)} of ${money(link.displayed)}, round ${claim.round}.`),
    h("p", { class: "small", "data-test": `verified-${claim.claim}` }, opinions(claim, link.parameters?.verifiers ?? 1), claim.standing === "open" ? own(claim, person.name) : ""),
    h("div", { class: "row" },
      open && !claim.verified_by.includes(person.name) ? h("button", { class: "primary", "data-test": `verify-${claim.claim}`, onclick: (event) => run(event.currentTarget, async () => take((await command(path, { do: "verify-claim", claim: claim.claim })).view)) }, "Verify") : "",
      open && !claim.declined_by.includes(person.name) ? h("button", { class: "danger", "data-test": `decline-${claim.claim}`, onclick: (event) => run(event.currentTarget, async () => {
        const reason = await askText("Decline the claim", "Why is it declined?", "Decline it", { test: "decline" });
        if (reason) take((await command(path, { do: "decline-claim", claim: claim.claim, reason })).view);
      }) }, "Decline") : "",
      !isSupervisor(person) ? h("span", { class: "faint small" }, "A pit supervisor or above verifies it.") : ""));
}

/** Who has verified a claim so far, who has declined it, and how many must be of one opinion. */
function opinions({ verified_by: verified, declined_by: declined }, needed) {
  const more = (by) => (by.length < needed ? `; ${needed - by.length} more must agree` : "");
  const said = [
    verified.length ? `Verified ${verified.length < needed ? "first " : ""}by ${verified.join(" and ")}${more(verified)}.` : "",
    declined.length ? `Declined ${declined.length < needed ? "first " : ""}by ${declined.join(" and ")}${more(declined)}.` : "",
  ].filter(Boolean);
  return said.join(" ") || (needed > 1 ? `Pending verification by ${needed} persons.` : "Pending verification.");
}

function own(claim, name) {
  if (claim.verified_by.includes(name)) return " You have verified it; another person must agree.";
  return claim.declined_by.includes(name) ? " You have declined it; another person must agree." : "";
}

const part = (text) => ({ 1: "all", "1/1": "all", "1/10": "a tenth" })[text] ?? text;
