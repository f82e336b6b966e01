// The bet strip of a real table: `3 25 j` lays 25 and the jackpot bet on box 3. Amounts are what
// lies there in the end, so a wrong one is typed again; `=` is the same again.

import { h, say, show } from "../shared/dom.js";
import { short } from "../shared/money.js";
import { notice, problem } from "../shared/shell.js";
import { againCommands, betsToRepeat, readStrip, stripCommands, stripLetters } from "./state.js";

/** While what lies on the boxes is what was laid there. */
const PLAYING = ["closed", "dealing", "deciding", "revealed"];

export class BetStrip extends HTMLElement {
  #field = null;
  #hint = null;
  #view = null;
  #send = null;
  #again = null;

  /**
   * @param {Api.TablePage} view
   * @param {(body: object) => Promise<unknown>} send
   */
  draw(view, send) {
    this.#view = view;
    this.#send = send;
    if (PLAYING.includes(view.round?.phase)) remember(view);
    this.hidden = view.round?.phase !== "betting" || view.cards === "virtual";
    if (this.hidden) return;
    if (!this.#field) this.#furnish();
    const before = remembered(view.table);
    this.#again.hidden = !before.length;
    show(this.#hint, [view.rulebook, view.progressive_bet, view.limits], () => words(view));
  }

  #furnish() {
    this.#field = h("input", {
      id: "bet-strip",
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      placeholder: "3 25 j",
      "data-test": "bet-strip",
      "aria-describedby": "strip-hint",
      onkeydown: (event) => {
        if (event.key !== "Enter" || !this.#field.value.trim()) return;
        event.preventDefault();
        event.stopPropagation();
        this.#enter(this.#field.value);
      },
    });
    this.#hint = h("small", { id: "strip-hint", class: "faint" });
    this.#again = h(
      "button",
      {
        type: "button",
        "data-test": "same-again",
        "data-key": "=",
        onclick: () => this.#enter("="),
      },
      "Same again ",
      h("kbd", {}, "="),
    );
    this.replaceChildren(
      h("label", { for: "bet-strip" }, "Bets"),
      this.#field,
      this.#again,
      this.#hint,
    );
  }

  focusField() {
    this.#field?.focus({ preventScroll: true });
  }

  /** What was refused is there to be put right, and gives way to whatever is typed instead. */
  #putBack(text) {
    this.#field.value = text;
    this.#field.select();
  }

  async #enter(text) {
    const view = this.#view;
    const asked = readStrip(view, text);
    if ("wrong" in asked) {
      this.#field.select();
      return void notice(asked.wrong, { kind: "bad", code: "strip" });
    }
    const before = remembered(view.table);
    if (asked.again && !before.length) {
      return void notice("No round before this one is known here.", { kind: "bad", code: "strip" });
    }
    const commands = asked.again
      ? againCommands(view, before, asked.boxes)
      : stripCommands(view, asked);
    this.#field.value = "";
    try {
      for (const body of commands) await this.#send(body);
      say(commands.length ? `${text.trim()}: entered` : "It lies there already.");
    } catch (error) {
      if (!this.#field.value) this.#putBack(text === "=" ? "" : text);
      problem(error, view.rulebook);
    }
    this.focusField();
  }
}
customElements.define("pit-bet-strip", BetStrip);

/** @param {Api.TablePage} view */
function words(view) {
  const letters = [...stripLetters(view)].map(([letter, wager]) =>
    wager.kind === "progressive"
      ? `${letter} jackpot ${short(view.progressive_bet)}`
      : `${letter}5 ${wager.label}`,
  );
  const { min, max } = view.limits[view.wagers[0].bet] ?? {};
  const limits =
    min || max ? `${view.wagers[0].label} ${short(min ?? "0")} to ${max ? short(max) : "any"}` : "";
  return ["box amount", ...letters, "3 0 takes off", limits].filter(Boolean).join(" · ");
}

// ── the round before ─────────────────────────────────────────────────────────────────────────────

const keyOf = (table) => `pitboss-bets-${table}`;

/** What lay there when betting was closed; this console's own note, nothing is decided by it. */
function remember(view) {
  const bets = JSON.stringify(betsToRepeat(view));
  if (localStorage.getItem(keyOf(view.table)) !== bets) {
    localStorage.setItem(keyOf(view.table), bets);
  }
}

function remembered(table) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(table)) ?? "[]");
  } catch {
    return [];
  }
}
