// Every sign reports what it showed when: the figure, where in the journal it came from, the time.

import { post } from "../shared/api.js";
import { amountText } from "../shared/money.js";
import { serverClock } from "../shared/requests.js";
import { due, noSamples, noted, sent } from "./state.js";

const bytes = crypto.getRandomValues(new Uint8Array(4));
const screenId = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export class Report {
  #link;
  #log = noSamples();
  #busy = false;

  constructor(link) {
    this.#link = link;
  }

  /** What stands on the sign now. */
  note(cents, position, state) {
    const at = serverClock(performance.now());
    if (at === null) return;
    const { last } = this.#log;
    const before = last && { cents: last.cents, position: last.position, state: last.state };
    this.#log = noted(this.#log, { at, cents, position, state }, before);
    if (state !== "not-live") this.#send(at);
  }

  async #send(now) {
    const samples = due(this.#log, now);
    if (this.#busy || !samples.length) return;
    this.#busy = true;
    const figures = samples.map(({ cents, ...rest }) => ({
      ...rest,
      displayed: amountText(cents),
    }));
    let taken = false;
    try {
      await post("/api/displays", { link: this.#link, screen: screenId, figures });
      taken = true;
    } catch {
      // They are kept, and sent with the next.
    }
    this.#log = sent(this.#log, samples, now, taken);
    this.#busy = false;
  }
}
