// Beside the seat: how the shuffle can be checked, and in practice what the exact strategy would
// do.

import { cardShort } from "../components/cards.js";
import { pointName } from "../components/hands.js";
import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { saveLink } from "../shared/download.js";
import { language, t } from "../shared/language.js";
import { dialog, notice, run } from "../shared/shell.js";
import { handKind, title, wagerLabel } from "../shared/words.js";
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
    view.one_hand_notice ? h("p", {}, t(view.one_hand_notice)) : "",
    view.cards !== "virtual"
      ? h("p", { class: "faint" }, t("The cards at this table are real; the dealer enters them."))
      : [
          h("h2", {}, t("The shuffle")),
          h(
            "p",
            { class: "faint small" },
            t("Sealed before you bet, and yours to check when the round is over."),
          ),
          shuffleProof(round),
          round?.phase === "betting" && !round.chain && send ? seedForm(view, send) : "",
          view.published
            ? h(
                "button",
                {
                  class: "small-button",
                  "data-test": "check-shuffle",
                  onclick: (event) =>
                    run(event.currentTarget, () => checkShuffle(view.published.round, player)),
                },
                t("Check the shuffle of {round}", { round: view.published.round }),
              )
            : "",
        ],
  );
}

// Whether the player has unfolded the proof: a page that is drawn again leaves it so.
let unfolded = false;

/** How nobody can choose the shuffle, and the hashes that say so: for those who ask. */
function shuffleProof(round) {
  return h(
    "details",
    {
      class: "shuffle-proof small",
      open: unfolded,
      ontoggle: (event) => {
        unfolded = event.currentTarget.open;
      },
    },
    h("summary", { "data-test": "shuffle-proof" }, t("How it is proved")),
    h(
      "p",
      { class: "faint" },
      t(
        "The secrets of rounds to come are fixed in advance, each by the hash of the next. " +
          "This page draws a seed for you when you bet, and opens it after the close. " +
          "Secret and seeds make the shuffle, and afterwards your browser can check it.",
      ),
    ),
    round?.commitment
      ? h(
          "p",
          {},
          `${t("Hash of this round's secret:")} `,
          h("code", { "data-test": "commitment" }, round.commitment),
        )
      : "",
    seedLine(round),
  );
}

/** @param {Api.TablePage} view */
function seedForm(view, send) {
  const field = h("input", {
    id: "seed",
    maxlength: 200,
    autocomplete: "off",
    placeholder: t("any words"),
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
            notice(t("Your seed goes into the shuffle."));
          },
          view.rulebook,
        );
      },
    },
    h("label", { for: "seed" }, t("Add your own seed")),
    h("div", { class: "row nowrap" }, field, h("button", { "data-test": "give-seed" }, t("Add"))),
  );
}

/** What the player is bound to in this round, and whether it is open. */
function seedLine(round) {
  const mine = round?.committed?.find((one) => one.mine);
  if (!mine) return "";
  const state = mine.opened ? "opened" : "committed";
  return h(
    "p",
    { "data-test": "my-seed", "data-state": state },
    mine.opened ? t("Hash of your seed (opened):") : t("Hash of your seed (committed):"),
    " ",
    h("code", {}, mine.commitment),
  );
}

/** The check is this browser's own: what the server says of it is not looked at. */
export async function checkShuffle(round, player) {
  const found = await get(`/api/rounds/${encodeURIComponent(round)}/shuffle`);
  const seen = seenOf(round, player);
  const fault = faultOf(found, seen);
  dialog(
    t("Shuffle of {round}", { round }),
    [
      h(
        "p",
        {},
        h(
          "span",
          { class: `badge ${fault ? "bad" : "good"}`, "data-test": "shuffle-result" },
          fault
            ? t("It does not fit: {fault}", { fault })
            : t("The deck follows from the secret and the seeds"),
        ),
      ),
      h(
        "p",
        { class: "faint small", "data-test": "shuffle-seen" },
        `${t("Worked out in this browser.")} `,
        seen
          ? t("It is also what this page was shown before the cards were dealt.")
          : t("This page was not there before the cards were dealt: compare with what others saw."),
      ),
      h(
        "dl",
        { class: "facts" },
        ["commitment", "secret"].map((one) => [
          h("dt", {}, t(title(one))),
          h("dd", {}, h("code", {}, found[one])),
        ]),
        h("dt", {}, t("Seeds")),
        h(
          "dd",
          {},
          Object.entries(found.seeds)
            .map(([who, seed]) => `${who}: ${seed}`)
            .concat(
              (found.committed ?? [])
                .filter(notOpened)
                .map((one) => `${one.player}: ${t("left out")}`),
            )
            .join("; ") || t("none"),
        ),
        h("dt", {}, t("Deck")),
        h("dd", {}, h("code", {}, found.deck.join(" "))),
      ),
      h("div", { class: "actions" }, saveLink(t("Save it"), `${round}-shuffle.jsonl`, found)),
    ],
    { wide: true },
  );
}

const notOpened = (one) => !one.opened;

// ── practice ─────────────────────────────────────────────────────────────────────────────────────

const KEPT = "pitboss-hint";
/** The first hint of a game may be worked out from scratch, on a machine that has other work. */
const HINT_MS = 60_000;
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
        title: t("Practice: what the exact strategy would do"),
        onclick: () => {
          this.#on = !this.#on;
          sessionStorage.setItem(KEPT, this.#on ? "on" : "off");
          redraw();
        },
      },
      this.#on ? t("Hint is on") : t("Hint"),
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
          t("A hint is for a hand that you have looked at; this one is played blind."),
        ),
      );
    else this.#ask(key, view, number);
  }

  async #ask(key, view, number) {
    const slow = setTimeout(
      () =>
        key === this.#asked &&
        this.replaceChildren(h("p", { class: "faint" }, t("Working it out …"))),
      300,
    );
    try {
      const path = `/api/hint?table=${encodeURIComponent(view.table)}&box=${number}`;
      const found = await get(path, { within: HINT_MS });
      if (key === this.#asked)
        this.replaceChildren(
          h("p", { class: "hint-says", "data-test": "hint-says" }, minus(hintWords(view, found))),
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
      t("What each choice is worth, and what it costs against the best"),
    ),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["Choice", "Worth", "Costs"].map((word) => h("th", { scope: "col" }, t(word))),
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
          h(
            "td",
            { class: "number", title: t("{amount} dollars, exactly", { amount: one.exact }) },
            minus(one.value),
          ),
          h(
            "td",
            { class: "number" },
            one.exact === found.choices[0].exact
              ? t("best")
              : one.costs === "0.00"
                ? t("under 0.01")
                : one.costs,
          ),
        ),
      ),
    ),
  );
}

/**
 * The best choice in one sentence: the server's own, which is English, or the same in the language
 * of the page.
 * @param {Api.TablePage} view
 */
function hintWords(view, { says, choices }) {
  if (language === "en") return says;
  const [best, ...others] = choices;
  const other = others.find((one) => one.exact !== best.exact);
  const given = {
    choice: choiceWords(view, best),
    value: best.value,
    other: other ? choiceWords(view, other) : "",
    costs: other?.costs === "0.00" ? t("under 0.01") : (other?.costs ?? ""),
  };
  if (best.choice === "none")
    return t("No three of these cards make 10, 20 or 30: the hand is worth {value}.", given);
  return other
    ? t("{choice}: worth {value} on average; {other} would cost {costs}.", given)
    : t("{choice}: worth {value} on average, and nothing else is worth more.", given);
}

const minus = (text) => text.replace(/-(?=\d)/g, "−");
const choiceWords = (view, one) =>
  one.cards.length
    ? `${one.cards.map(cardShort).join(" ")} (${pointName(one.choice, t) || handKind(one.choice)})`
    : one.amount
      ? `${wagerLabel(view, one.choice)} ${one.amount}`
      : t(title(one.choice));
