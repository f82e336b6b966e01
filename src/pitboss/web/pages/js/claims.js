// Claims on a jackpot: who claims what, and the buttons of whoever may verify them.

import { command, linkPath } from "./api.js";
import { h } from "./dom.js";
import { money } from "./money.js";
import { askText, isSupervisor, run } from "./shell.js";
import { capital, plain } from "./words.js";

/** One claim. take(view) gets the link's new view. */
export function claimItem(link, claim, person, take) {
  const path = linkPath(link.link);
  const needed = link.parameters?.verifiers ?? 1;
  const first = claim.verified_by.includes(person.name);
  const mayVerify = isSupervisor(person) && claim.standing === "open" && !claim.verified_by.includes(person.name);
  return h("div", { class: "claim", "data-test": `claim-${claim.claim}` },
    h("p", {}, h("b", {}, `${capital(plain(claim.hand))} on box ${claim.box}`), `, ${claim.player}, table ${claim.table} `, h("span", { class: "badge wait" }, claim.standing)),
    h("p", { class: "faint small" }, `Claims ${part(claim.part)} of ${money(link.displayed)}, round ${claim.round}.`),
    h("p", { class: "small", "data-test": `verified-${claim.claim}` }, verifiedWords(claim, needed), first && claim.standing === "open" ? " You have verified it; another person must agree." : ""),
    h("div", { class: "row" },
      mayVerify ? h("button", { class: "primary", "data-test": `verify-${claim.claim}`, onclick: (event) => run(event.currentTarget, async () => take((await command(path, { do: "verify-claim", claim: claim.claim })).view)) }, "Verify") : "",
      isSupervisor(person) && claim.standing === "open" ? h("button", { class: "danger", "data-test": `decline-${claim.claim}`, onclick: (event) => run(event.currentTarget, async () => {
        const reason = await askText("Decline the claim", "Why is it declined?", "Decline it", { test: "decline" });
        if (reason) take((await command(path, { do: "decline-claim", claim: claim.claim, reason })).view);
      }) }, "Decline") : "",
      !isSupervisor(person) ? h("span", { class: "faint small" }, "A pit supervisor or above verifies it.") : ""));
}

/** Who has verified a claim so far, and whether that is enough. */
function verifiedWords(claim, needed) {
  const by = claim.verified_by;
  if (!by.length) return needed > 1 ? `Pending verification by ${needed} persons.` : "Pending verification.";
  return by.length < needed ? `Verified first by ${by.join(" and ")}; ${needed - by.length} more must agree.` : `Verified by ${by.join(" and ")}.`;
}

const part = (text) => ({ 1: "all", "1/1": "all", "1/10": "a tenth" })[text] ?? text;
