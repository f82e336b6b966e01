// Beside the seat: how the shuffle can be checked, and in practice what the exact strategy would
// do.

import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { saveLink } from "../shared/download.js";
import { dialog, notice, run } from "../shared/shell.js";
import { plain, title, wagerLabel } from "../shared/words.js";
import { seenOf } from "./seeds.js";
import { faultOf } from "./shuffle-check.js";

/**
 * The shuffle: its published hash, the player's own seed, and the check of the last one.
 * @param {Api.TablePage} view
 */
export function shufflePanel(view, send, player) {
  const round = view.round;
  return h(
    "section",
    { class: "sheet" },
    view.one_hand_notice ? h("p", {}, view.one_hand_notice) : "",
    view.cards !== "virtual"
      ? h("p", { class: "faint" }, "The cards at this table are real; the dealer enters them.")
      : [
          h("h2", {}, "The shuffle"),
          h(
            "p",
            { class: "faint small" },
            "The secrets of rounds to come are fixed in advance, each by the hash of the next. " +
              "This page draws a seed for you when you bet, and opens it after the close. Secret " +
              "and seeds make the shuffle, and afterwards your browser can check it.",
          ),
          round?.commitment
            ? h(
                "p",
                { class: "small" },
                "Hash of this round's secret: ",
                h("code", { "data-test": "commitment" }, round.commitment),
              )
            : "",
          seedLine(round, player),
          round?.phase === "betting" && !round.chain && send ? seedForm(view, send) : "",
          view.published
            ? h(
                "button",
                {
                  class: "small-button",
                  "data-test": "check-shuffle",
                  onclick: (event) =>
                    run(event.currentTarget, () => check(view.published.round, player)),
                },
                `Check the shuffle of ${view.published.round}`,
              )
            : "",
        ],
  );
}

/** @param {Api.TablePage} view */
function seedForm(view, send) {
  const field = h("input", {
    id: "seed",
    maxlength: 200,
    autocomplete: "off",
    placeholder: "any words",
    "data-test": "seed",
  });
  return h(
    "form",
    {
      class: "form",
      onsubmit: (event) => {
        event.preventDefault();
        run(
          event.submitter,
          async () => {
            await send({ do: "give-seed", seed: field.value });
            notice("Your seed goes into the shuffle.");
          },
          view.rulebook,
        );
      },
    },
    h("label", { for: "seed" }, "Add your own seed"),
    h("div", { class: "row nowrap" }, field, h("button", { "data-test": "give-seed" }, "Add")),
  );
}

/** What the player is bound to in this round, and whether it is open. */
function seedLine(round, player) {
  const mine = round?.committed?.find((one) => one.player === player);
  if (!mine) return "";
  const state = mine.opened ? "opened" : "committed";
  return h(
    "p",
    { class: "small", "data-test": "my-seed", "data-state": state },
    `Hash of your seed (${state}): `,
    h("code", {}, mine.commitment),
  );
}

/** The check is this browser's own: what the server says of it is not looked at. */
async function check(round, player) {
  const found = await get(`/api/rounds/${encodeURIComponent(round)}/shuffle`);
  const seen = seenOf(round, player);
  const fault = faultOf(found, seen, player);
  dialog(
    `Shuffle of ${round}`,
    [
      h(
        "p",
        {},
        h(
          "span",
          { class: `badge ${fault ? "bad" : "good"}`, "data-test": "shuffle-result" },
          fault ? `It does not fit: ${fault}` : "The deck follows from the secret and the seeds",
        ),
      ),
      h(
        "p",
        { class: "faint small", "data-test": "shuffle-seen" },
        "Worked out in this browser. ",
        seen
          ? "It is also what this page was shown before the cards were dealt."
          : "This page was not there before the cards were dealt: compare with what others saw.",
      ),
      h(
        "dl",
        { class: "facts" },
        ["commitment", "secret"].map((one) => [
          h("dt", {}, title(one)),
          h("dd", {}, h("code", {}, found[one])),
        ]),
        h("dt", {}, "Seeds"),
        h(
          "dd",
          {},
          Object.entries(found.seeds)
            .map(([who, seed]) => `${who}: ${seed}`)
            .concat(
              (found.committed ?? []).filter(notOpened).map((one) => `${one.player}: left out`),
            )
            .join("; ") || "none",
        ),
        h("dt", {}, "Deck"),
        h("dd", {}, h("code", {}, found.deck.join(" "))),
      ),
      h("div", { class: "actions" }, saveLink("Save it", `${round}-shuffle.jsonl`, found)),
    ],
    { wide: true },
  );
}

const notOpened = (one) => !one.opened;

// ── practice ─────────────────────────────────────────────────────────────────────────────────────

const KEPT = "pitboss-hint";
const MOST_SHOWN = 4;

/** What the exact strategy would do, for the box that decides; nothing unless it was asked for. */
class Hint extends HTMLElement {
  #on = sessionStorage.getItem(KEPT) === "on";
  #asked = "";

  connectedCallback() {
    this.setAttribute("aria-live", "polite");
    this.setAttribute("data-test", "hint");
  }

  /** The button that switches it; the page draws itself again with redraw(). */
  button(redraw) {
    return h(
      "button",
      {
        class: "quiet hint-button",
        "data-test": "hint-toggle",
        "data-key": "t",
        "aria-pressed": String(this.#on),
        title: "Practice: what the exact strategy would do",
        onclick: () => {
          this.#on = !this.#on;
          sessionStorage.setItem(KEPT, this.#on ? "on" : "off");
          redraw();
        },
      },
      this.#on ? "Hint is on" : "Hint",
      h("kbd", {}, "T"),
    );
  }

  get on() {
    return this.#on;
  }

  /** For a box of the player that is asked, or null. */
  draw(view, number) {
    const box = view.round?.boxes.find((one) => one.box === number);
    this.hidden = !this.#on || !box;
    const key = this.hidden
      ? ""
      : JSON.stringify([
          view.table,
          view.round.id,
          number,
          view.step,
          box.cards,
          view.round.community,
          view.round.dealer,
          box.bets,
        ]);
    if (key === this.#asked) return;
    this.#asked = key;
    if (this.hidden) this.replaceChildren();
    else if (box.cards.includes("??"))
      this.replaceChildren(
        h(
          "p",
          { class: "faint" },
          "A hint is for a hand that you have looked at; this one is played blind.",
        ),
      );
    else this.#ask(key, view, number);
  }

  async #ask(key, view, number) {
    const slow = setTimeout(
      () =>
        key === this.#asked && this.replaceChildren(h("p", { class: "faint" }, "Working it out …")),
      300,
    );
    try {
      const found = await get(`/api/hint?table=${encodeURIComponent(view.table)}&box=${number}`);
      if (key === this.#asked)
        this.replaceChildren(
          h("p", { class: "hint-says", "data-test": "hint-says" }, minus(found.says)),
          choicesTable(view, found),
        );
    } catch (error) {
      if (key === this.#asked) this.replaceChildren(h("p", { class: "faint" }, error.message));
    } finally {
      clearTimeout(slow);
    }
  }
}
customElements.define("pit-hint", Hint);

/** @param {Api.TablePage} view */
function choicesTable(view, found) {
  // Several settings of a hand can come to the same; one of each is enough.
  const different = found.choices
    .filter((one, at, all) => all.findIndex((other) => other.choice === one.choice) === at)
    .slice(0, MOST_SHOWN);
  return h(
    "table",
    { class: "hint-table" },
    h(
      "caption",
      { class: "unseen" },
      "What each choice is worth, and what it costs against the best",
    ),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["Choice", "Worth", "Costs"].map((word) => h("th", { scope: "col" }, word)),
      ),
    ),
    h(
      "tbody",
      {},
      different.map((one) =>
        h(
          "tr",
          {
            "data-test": `hint-${one.choice}`,
            "data-best": one.exact === found.choices[0].exact ? "yes" : "no",
          },
          h("th", { scope: "row" }, choiceWords(view, one)),
          h("td", { class: "number", title: `${one.exact} dollars, exactly` }, minus(one.value)),
          h(
            "td",
            { class: "number" },
            one.exact === found.choices[0].exact
              ? "best"
              : one.costs === "0.00"
                ? "under 0.01"
                : one.costs,
          ),
        ),
      ),
    ),
  );
}

const minus = (text) => text.replace(/-(?=\d)/g, "−");
const choiceWords = (view, one) =>
  one.cards.length
    ? `${one.cards.join(" ")} (${plain(one.choice)})`
    : one.amount
      ? `${wagerLabel(view, one.choice)} ${one.amount}`
      : title(one.choice);
