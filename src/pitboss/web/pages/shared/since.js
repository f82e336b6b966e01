// How long ago something was, kept up to date while it is shown.

import { serverAhead } from "../components/clock.js";
import { t } from "./language.js";
import { time } from "./times.js";

const all = new Set();
let timer = 0;
let ahead = 0;

/** <pit-since> with the time of something: "20:31:05 (2 min 10 s ago)". */
class Since extends HTMLElement {
  #at = null;

  set at(ms) {
    this.#at = ms;
    this.draw();
  }

  draw() {
    if (this.#at === null) return;
    const text = `${time(this.#at)} (${ago(Date.now() + ahead - this.#at)})`;
    if (this.textContent !== text) this.textContent = text;
  }

  async connectedCallback() {
    all.add(this);
    timer ||= setInterval(() => {
      for (const one of all) one.draw();
    }, 1_000);
    // The times are the server's, and so is the clock that they are held against.
    ahead = await serverAhead();
    this.draw();
  }

  disconnectedCallback() {
    all.delete(this);
    if (all.size) return;
    clearInterval(timer);
    timer = 0;
  }
}
customElements.define("pit-since", Since);

/** When something was, and how long ago that is; "at an unknown time" where nobody knows. */
export function since(ms) {
  if (ms === null || ms === undefined) return t("at an unknown time");
  const element = /** @type {Since} */ (document.createElement("pit-since"));
  element.at = ms;
  return element;
}

function ago(ms) {
  const s = Math.max(0, Math.floor(ms / 1_000));
  if (s < 60) return t("{s} s ago", { s });
  const minutes = Math.floor(s / 60);
  if (minutes < 60) return t("{min} min {s} s ago", { min: minutes, s: s % 60 });
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? t("{h} h {min} min ago", { h: hours, min: minutes % 60 })
    : t("{days} days ago", { days: Math.floor(hours / 24) });
}
