// Entering cards at a table whose cards are real: type them (qs, 10h, Kd 5c …) or pick them.

import { h, show } from "../shared/dom.js";
import { readCards } from "./card-text.js";
import { card, cardName, RANK_ORDER, SUIT_ORDER } from "./cards.js";

/** How so many cards are typed. */
const EXAMPLES = ["", "qs", "qs10h", "qs10h9c", "qs10h9c2d", "qs10h9c2d2c"];

export class CardEntry extends HTMLElement {
  #field = null;
  #shown = null;
  #picker = null;
  #hint = null;
  #count = 1;
  #out = new Set();
  /** @type {(cards: string[] | null, typed: string) => void} */
  #deal = () => {};

  /** count: how many cards the step takes; out: cards that lie open already; deal(cards). */
  draw({ count, place, out, optional = false, words: asked = null, deal }) {
    this.#count = count;
    this.#out = out;
    this.#deal = deal;
    if (!this.#field) this.#furnish();
    const many = count === 1 ? `Card to ${place}` : `${count} cards to ${place}`;
    const words = asked ?? (optional ? "Burn: leave it empty, or type the card" : many);
    if (this.#hint.textContent !== words) this.#hint.textContent = words;
    this.#field.placeholder = optional ? "optional" : (EXAMPLES[count] ?? EXAMPLES[5]);
    this.#draw();
  }

  #furnish() {
    this.#field = h("input", {
      id: "card-entry",
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      "data-test": "card-entry",
      placeholder: "qs",
      oninput: () => this.#draw(),
      onkeydown: (event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          event.stopPropagation();
          this.submit();
        }
      },
    });
    this.#hint = h("span", {});
    this.#shown = h("div", { class: "entry-cards", "aria-live": "polite" });
    this.#picker = h("div", { class: "picker", role: "group", "aria-label": "Pick cards" });
    this.replaceChildren(
      h("label", { for: "card-entry" }, this.#hint),
      h("div", { class: "entry-line" }, this.#field, this.#shown),
      h("details", { class: "picker-fold" }, h("summary", {}, "Pick cards"), this.#picker),
    );
  }

  get cards() {
    return readCards(this.#field.value);
  }

  #draw() {
    const cards = this.cards;
    const wrong = cards.includes(null);
    show(this.#shown, cards, () =>
      cards.map((code) => (code ? card(code) : h("span", { class: "no-card" }, "?"))),
    );
    this.#field.setAttribute(
      "aria-invalid",
      wrong && this.#field.value.length > 1 ? "true" : "false",
    );
    show(this.#picker, [[...this.#out], cards], () =>
      SUIT_ORDER.map((suit) =>
        h(
          "div",
          { class: `picker-row suit-${suit}` },
          RANK_ORDER.map((rank) => {
            const code = rank + suit;
            return h(
              "button",
              {
                type: "button",
                class: cards.includes(code) ? "picked" : "",
                disabled: this.#out.has(code) && !cards.includes(code),
                "aria-label": cardName(code),
                "aria-pressed": cards.includes(code) ? "true" : "false",
                "data-test": `pick-${code}`,
                onclick: () => this.#pick(code),
              },
              `${rank === "T" ? "10" : rank}${{ s: "♠", h: "♥", d: "♦", c: "♣" }[suit]}`,
            );
          }),
        ),
      ),
    );
  }

  #pick(code) {
    const cards = this.cards.filter((one) => one);
    const next = cards.includes(code)
      ? cards.filter((one) => one !== code)
      : [...cards, code].slice(-this.#count);
    this.#field.value = next.join(" ").toLowerCase();
    this.#draw();
  }

  /** Sends what was entered. */
  submit() {
    const cards = this.cards;
    this.#deal(cards.includes(null) ? null : cards, this.#field.value);
  }

  /** Empties the field, for the next card; what was in it. */
  take() {
    const typed = this.#field.value;
    this.#field.value = "";
    this.#draw();
    return typed;
  }

  /** What was refused comes back to be put right, unless something else has been typed since. */
  putBack(typed) {
    if (this.#field.value) return;
    this.#field.value = typed;
    this.#field.select();
    this.#draw();
  }

  focusField() {
    this.#field?.focus({ preventScroll: true });
  }
}
customElements.define("pit-entry", CardEntry);
