// A jackpot's figure, which rises as an odometer does.

import { calm, h } from "../shared/dom.js";
import { amountText, cents, money } from "../shared/money.js";
import { aimed, drums, resting, shownAt } from "./odometer.js";

/** Next to other things a rise is quick; a sign takes its time. */
const RISE_MS = 1_200;
// In em, as in meter.css.
const MARK = 0.34;
let digit = 0;

/** How wide a bold digit of the face of numerals is, in em. */
function digitWidth() {
  if (!digit) {
    const canvas = document.createElement("canvas").getContext("2d");
    const family = getComputedStyle(document.body).getPropertyValue("--numerals");
    canvas.font = `800 100px ${family || getComputedStyle(document.body).fontFamily}`;
    digit = canvas.measureText("0").width / 100;
  }
  return digit;
}

// Until the font has loaded, digits of another one were measured.
document.fonts.addEventListener("loadingdone", () => {
  digit = 0;
  for (const meter of document.querySelectorAll("pit-meter"))
    if (meter instanceof Meter) meter.measure();
});

export class Meter extends HTMLElement {
  #digits = null;
  #text = null;
  #length = 0;
  #ems = 1;
  #odometer = null;
  #frame = 0;

  /** Rises to an amount smoothly, and falls to it at once. */
  set value(amount) {
    if (this.dataset.value === amount && this.#odometer) return;
    this.dataset.value = amount;
    const [to, now] = [cents(amount), performance.now()];
    const from = this.#odometer ?? resting(to, null);
    this.#odometer = aimed(from, to, null, now, calm() ? 0 : RISE_MS);
    this.#turn();
  }

  #turn() {
    cancelAnimationFrame(this.#frame);
    const shown = shownAt(this.#odometer, performance.now());
    this.roll(shown);
    if (shown < this.#odometer.to) this.#frame = requestAnimationFrame(() => this.#turn());
  }

  #write(amount) {
    const text = money(amount);
    if (!this.#digits) {
      this.#digits = h("span", { class: "digits", "aria-hidden": "true" });
      this.#text = h("span", { class: "unseen" });
      this.replaceChildren(this.#digits, this.#text);
    }
    this.#text.textContent = text;
    this.dataset.shown = amount;
    if (text.length !== this.#length) this.#measure(text);
    // From the right, so that a digit keeps its place when the figure grows longer.
    const signs = [...text].reverse();
    signs.forEach((sign, at) => {
      const shown = this.#digits.children;
      const place = shown[shown.length - 1 - at] ?? this.#digits.insertBefore(h("span"), shown[0]);
      place.className = /\d/.test(sign) ? "digit" : sign === "." ? "point" : "comma";
      place.dataset.digit = sign;
    });
    while (this.#digits.children.length > signs.length) this.#digits.firstChild.remove();
  }

  /**
   * Shows a number of cents, which may have a fraction, with each drum in its position. The current
   * value is in `data-shown`.
   */
  roll(cents) {
    const amount = amountText(Math.floor(cents));
    if (this.dataset.shown !== amount || !this.#digits) this.#write(amount);
    const places = [...this.#digits.children].filter((one) => one.className === "digit").reverse();
    const stand = drums(cents, places.length);
    places.forEach((place, at) => {
      const turn = stand[at].toFixed(3);
      if (place.style.getPropertyValue("--turn") !== turn) place.style.setProperty("--turn", turn);
    });
  }

  /** How wide the figure is, in em. */
  get ems() {
    return this.#ems;
  }

  measure() {
    if (this.#text) this.#measure(this.#text.textContent);
  }

  /** Tells the style how wide the whole figure is, so that it is never wider than its place. */
  #measure(text) {
    this.#length = text.length;
    const digits = text.replace(/\D/g, "").length;
    this.#ems = digits * digitWidth() + (text.length - digits) * MARK;
    this.style.setProperty("--digit", digitWidth().toFixed(3));
    this.style.setProperty("--width", this.#ems.toFixed(3));
  }
}
customElements.define("pit-meter", Meter);
