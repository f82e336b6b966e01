// A jackpot's figure, whose digits roll to their new places.

import { h } from "./dom.js";
import { money } from "./money.js";

export class Meter extends HTMLElement {
  #digits = null;
  #text = null;

  set value(amount) {
    const text = money(amount);
    if (this.#text?.textContent === text) return;
    if (!this.#digits) {
      this.#digits = h("span", { class: "digits", "aria-hidden": "true" });
      this.#text = h("span", { class: "unseen" });
      this.replaceChildren(this.#digits, this.#text);
    }
    this.#text.textContent = text;
    this.dataset.value = amount;
    // From the right, so that a digit keeps its place when the figure grows longer.
    const signs = [...text].reverse();
    signs.forEach((sign, at) => {
      const place = this.#digits.children[this.#digits.children.length - 1 - at] ?? this.#digits.insertBefore(h("span"), this.#digits.firstChild);
      if (/\d/.test(sign)) {
        place.className = "digit";
        place.dataset.digit = sign;
      } else {
        place.className = sign === "." ? "point" : "comma";
        place.dataset.digit = sign;
      }
    });
    while (this.#digits.children.length > signs.length) this.#digits.firstChild.remove();
  }
}
customElements.define("pit-meter", Meter);
