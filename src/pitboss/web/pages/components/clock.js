// The clock of a table in a demonstration: what its robots are waiting for, and for how long. It
// runs by the server's time, so every page shows the same.

import { get } from "../shared/api.js";
import { h, say } from "../shared/dom.js";
import { t } from "../shared/language.js";

const TICK_MS = 200;
const WARN_S = 10;

let ahead = null;

/**
 * How far the server's clock is ahead of this device's, in milliseconds. Requested once per page.
 */
export function serverAhead() {
  ahead ??= (async () => {
    const sent = Date.now();
    const { now_ms: server } = await get("/api/time");
    return server - (sent + Date.now()) / 2;
  })().catch(() => {
    ahead = null;
    return 0;
  });
  return ahead;
}

/** A line of its own: as high when it is empty as when it runs, so that nothing moves. */
class TableClock extends HTMLElement {
  #view = null;
  #mine = null;
  #ahead = 0;
  #timer = 0;
  #warned = "";
  #text = h("span", { class: "clock-text", "data-test": "clock" });
  #bar = h("span", { class: "clock-bar", "aria-hidden": "true" });

  async connectedCallback() {
    this.setAttribute("role", "timer");
    this.replaceChildren(this.#text, this.#bar);
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#ahead = await serverAhead();
    this.#tick();
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  /** The table as it is now; `mine` is the player whose page this is, if it is a player's. */
  draw(view, mine = null) {
    this.#view = view;
    this.#mine = mine;
    this.#tick();
  }

  #tick() {
    const clock = this.#view?.clock ?? null;
    const left = clock ? Math.max(0, clock.ends_ms - Date.now() - this.#ahead) : 0;
    const seconds = Math.min(Math.ceil(left / 1000), clock ? Math.ceil(clock.of_ms / 1000) : 0);
    const text = clock ? this.#words(clock, seconds) : this.#missed();
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.#bar.style.setProperty("--left", clock ? Math.min(1, left / clock.of_ms).toFixed(3) : "0");
    const hurry = clock !== null && this.#isMine(clock) && seconds <= WARN_S;
    this.dataset.hurry = hurry ? "yes" : "no";
    this.dataset.kind = clock?.kind ?? "none";
    this.#warn(clock, seconds, hurry);
  }

  #isMine(clock) {
    const box = this.#view.round?.boxes.find((one) => one.box === clock.box);
    return this.#mine !== null && box?.player === this.#mine;
  }

  #words(clock, seconds) {
    const mine = this.#isMine(clock);
    const given = { s: seconds, box: clock.box ?? "" };
    switch (clock.kind) {
      case "bets":
        return seconds ? t("Bets close in {s} s", given) : t("Bets are closing");
      case "decision":
        return mine
          ? t("You have {s} s to decide", given)
          : t("Box {box} has {s} s to decide", given);
      case "options":
        return mine
          ? t("You have {s} s to choose", given)
          : t("Box {box} has {s} s to choose", given);
      case "next":
        return seconds ? t("Next round in {s} s", given) : t("Next round");
      case "ruling":
        return seconds ? t("A robot manager rules in {s} s", given) : t("A robot manager rules");
      default:
        return this.#mine === null
          ? t("You deal; robot back in {s} s unless you act", given)
          : t("A visitor deals; robot back in {s} s", given);
    }
  }

  /** What happened to a hand whose player let the time run out. */
  #missed() {
    const late = this.#view?.round?.boxes.some(
      (box) => box.player === this.#mine && box.standing === "left",
    );
    return late ? t("Time’s up, everyone else plays on") : "";
  }

  /** Screen readers announce once, shortly before the player's time is up. */
  #warn(clock, seconds, hurry) {
    const key = hurry ? `${clock.kind} ${clock.round} ${clock.box} ${clock.ends_ms}` : "";
    if (!hurry || clock.kind === "bets" || this.#warned === key) return;
    this.#warned = key;
    say(t("{s} seconds left", { s: seconds }));
  }
}
customElements.define("pit-clock", TableClock);
