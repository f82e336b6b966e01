// What every card that explains something has: the clauses in words, the proof, an address to pass
// on.

import { h } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { notice, run } from "../shared/shell.js";

/**
 * Clauses with what they say. The words are ours; the number is the house's, and decides.
 * @param {[string, string][]} said
 */
export const clauseRows = (said) =>
  h(
    "div",
    { class: "why-clauses", "data-test": "why-clauses" },
    said.map(([number, says]) =>
      h(
        "p",
        {},
        h("span", { class: "clause", "data-test": `clause-${number}` }, number.replace(/:.*/, "")),
        " ",
        h("span", {}, says),
      ),
    ),
  );

/**
 * Where it is in the journal, the hash that binds it to everything before, and who signed it.
 * @param {string} where
 * @param {Api.RecordProof | undefined} record
 */
export function proofWords(where, record) {
  if (!record) return t("Not on the record yet.");
  const { checkpoint, hash } = record;
  return [
    `${where} `,
    h("code", { class: "hash" }, hash),
    ". ",
    checkpoint
      ? t("Signed with checkpoint {checkpoint}.", { checkpoint })
      : t("The next checkpoint signs it."),
  ];
}

/** The address of a card, to copy. */
export function shareRow(address) {
  const url = new URL(address, location.href).href;
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    notice(t("The address is copied."));
  };
  const field = h("input", {
    readonly: true,
    value: url,
    "aria-label": t("Address of this card"),
    "data-test": "why-link",
  });
  return h(
    "div",
    { class: "why-share" },
    field,
    navigator.clipboard
      ? h(
          "button",
          { type: "button", onclick: (event) => run(event.currentTarget, copy) },
          t("Copy the link"),
        )
      : "",
  );
}
