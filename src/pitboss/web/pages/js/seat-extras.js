// Beside the seat: how the shuffle can be checked, and in practice what the exact strategy would do.

import { get } from "./api.js";
import { h } from "./dom.js";
import { dialog, notice, run } from "./shell.js";
import { title } from "./words.js";

/** The shuffle: its published hash, the player's own seed, and the check of the last one. */
export function shufflePanel(view, send) {
  const round = view.round;
  return h("section", { class: "sheet" },
    view.one_hand_notice ? h("p", {}, view.one_hand_notice) : "",
    view.cards === "entered" ? h("p", { class: "faint" }, "The cards at this table are real; the dealer enters them.") : [
      h("h2", {}, "The shuffle"),
      h("p", { class: "faint small" }, "Before betting opens a secret is fixed and its hash is published. The secret and the players' seeds make the shuffle, and afterwards anybody can check it."),
      round?.commitment ? h("p", { class: "small" }, "Hash of this round's secret: ", h("code", { "data-test": "commitment" }, round.commitment)) : "",
      round?.phase === "betting" && send ? seedForm(view, send) : "",
      view.published ? h("button", { class: "small-button", "data-test": "check-shuffle", onclick: (event) => run(event.currentTarget, () => check(view.published.round)) }, `Check the shuffle of ${view.published.round}`) : "",
    ]);
}

function seedForm(view, send) {
  const field = h("input", { id: "seed", maxlength: 200, autocomplete: "off", placeholder: "any words", "data-test": "seed" });
  return h("form", { class: "form", onsubmit: (event) => { event.preventDefault(); run(event.submitter, async () => { await send({ do: "give-seed", seed: field.value }); notice("Your seed goes into the shuffle."); }, view.rulebook); } },
    h("label", { for: "seed" }, "Add your own seed"), h("div", { class: "row nowrap" }, field, h("button", { "data-test": "give-seed" }, "Add")));
}

async function check(round) {
  const found = await get(`/api/rounds/${encodeURIComponent(round)}/shuffle`);
  const verified = found.verified !== false;
  dialog(`Shuffle of ${round}`, [
    h("p", {}, h("span", { class: `badge ${verified ? "good" : "bad"}`, "data-test": "shuffle-result" }, verified ? "The deck follows from the secret and the seeds" : `It does not fit: ${found.problem}`)),
    h("dl", { class: "facts" }, ["commitment", "secret"].map((one) => [h("dt", {}, title(one)), h("dd", {}, h("code", {}, found[one]))]),
      h("dt", {}, "Seeds"), h("dd", {}, Object.entries(found.seeds).map(([who, seed]) => `${who}: ${seed}`).join("; ") || "none"),
      h("dt", {}, "Deck"), h("dd", {}, h("code", {}, found.deck.join(" ")))),
    h("div", { class: "actions" }, h("a", { class: "button", href: URL.createObjectURL(new Blob([JSON.stringify(found, null, 1)], { type: "application/json" })), download: `${round}-shuffle.json` }, "Save it")),
  ], { wide: true });
}

/** Practice: what each choice is worth. Only where the server offers it. */
export function hintButton(view, box) {
  if (!view.practice || !box) return "";
  return h("button", { class: "quiet", "data-test": `hint-${box}`, onclick: (event) => run(event.currentTarget, () => hint(view, box), view.rulebook) }, "Hint");
}

async function hint(view, box) {
  const found = await get(`/api/hint?table=${encodeURIComponent(view.table)}&box=${box}`);
  dialog("What the exact strategy would do", [
    h("p", { class: "says" }, title(found.best)),
    h("table", {}, h("tbody", {}, Object.entries(found.choices).map(([choice, value]) => h("tr", {}, h("td", {}, title(choice)), h("td", { class: "number" }, String(value)))))),
  ]);
}
