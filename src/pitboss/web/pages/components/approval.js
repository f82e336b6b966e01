// Commands that need a second person: the panel in which somebody approves them, with their own
// badge, or name and PIN, while somebody else is signed in. In the meantime it can also be approved
// at the pit desk.

import { get, post } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { actions, field, sends } from "../shared/fields.js";
import { ProblemError, serverClock } from "../shared/requests.js";
import { dialog, notice, run } from "../shared/shell.js";
import { roleName } from "../shared/words.js";
import { answerOf, canPasskey } from "./passkeys.js";

const LOOK_MS = 1_000;

/** The number of a badge, as a scanner types it; no person has such a name. */
const BADGE = /^(?=(?:\D*\d){6})[!-~]{8,64}$/;

/** Codes that concern who approves, and that person's PIN. */
const ABOUT_NAME = ["wrong-badge", "own-deed", "acted-in-round", "post-too-low", "not-permitted"];
const ABOUT_PIN = ["wrong-name-or-pin", "pin-locked", "pin-needed", "too-many-tries"];
const all = (codes, input) => Object.fromEntries(codes.map((code) => [code, input]));

/** How long something still waits, in whole seconds. */
export const secondsLeft = (waits) =>
  Math.max(0, Math.ceil((waits.until_ms - (serverClock(performance.now()) ?? 0)) / 1_000));

/** What is approved, line by line. */
export const parametersOf = ({ parameters }) =>
  h(
    "dl",
    { class: "facts", "data-test": "approves" },
    parameters.map(({ what, value }) => [h("dt", {}, what), h("dd", {}, value)]),
  );

export const whoMay = (waits) => `${roleName(waits.post).toLowerCase()} or above`;

/**
 * Waits for a second person's approval. Returns what the command returns; throws if nobody has
 * approved it.
 */
export function approved(waits, path) {
  return new Promise((done, fail) => {
    const panel = new Panel(waits, async (by) => {
      if (by === null) {
        fail(notApproved());
        return;
      }
      notice(by ? `Approved by ${by}.` : "Approved at the pit desk.");
      get(path).then((view) => done({ view, events: [] }), fail);
    });
    panel.open();
  });
}

const notApproved = () =>
  new ProblemError({
    code: "not-approved",
    detail: "This was declined: nothing has changed.",
  });

class Panel {
  #waits;
  #decided;
  #shown = null;
  #timer = 0;
  #over = false;

  constructor(waits, decided) {
    this.#waits = waits;
    this.#decided = decided;
  }

  open() {
    const name = h("input", {
      required: true,
      maxlength: 100,
      autocomplete: "off",
      "data-test": "approval-name",
    });
    const pin = h("input", {
      type: "password",
      inputmode: "numeric",
      maxlength: 12,
      autocomplete: "off",
      "data-test": "approval-pin",
    });
    const left = h("span", { "data-test": "approval-left" });
    const no = h(
      "button",
      { type: "button", "data-test": "approval-drop", onclick: () => this.#shown.close() },
      "Decline",
    );
    const byPasskey = h(
      "button",
      {
        type: "button",
        "data-test": "approval-passkey",
        onclick: () => run(byPasskey, () => this.#approveByPasskey()),
      },
      "Use a passkey",
    );
    const form = h(
      "form",
      { class: "stack", autocomplete: "off" },
      h("p", { "data-test": "approval-why" }, this.#waits.why),
      parametersOf(this.#waits),
      h(
        "p",
        { class: "faint small" },
        `${this.#waits.by} asks; a ${whoMay(this.#waits)} approves, here or at the pit desk. `,
        left,
      ),
      field("Approver's name, or scan a badge", name),
      field("PIN", pin),
      actions("approval-do", "Approve", no, canPasskey ? byPasskey : ""),
    );
    this.#shown = dialog("A second person must approve", form, { test: "approval" });
    this.#shown.box.addEventListener("close", () => this.#closed());
    sends(form, () => this.#approve(name, pin), {
      codes: { ...all(ABOUT_NAME, name), ...all(ABOUT_PIN, pin) },
    });
    const tick = () => {
      left.textContent = `${secondsLeft(this.#waits)} seconds left.`;
    };
    tick();
    this.#timer = setInterval(() => {
      tick();
      this.#look();
    }, LOOK_MS);
    name.focus();
  }

  /** A scanner types the badge and submits the form; the server says if a PIN is needed too. */
  async #approve(name, pin) {
    const text = name.value.trim();
    const scanned = BADGE.test(text);
    // Nobody should be able to read the number off the screen.
    name.type = scanned ? "password" : "text";
    const proof = pin.value || !scanned ? { pin: pin.value } : {};
    pin.value = "";
    const given = { ...(scanned ? { badge: text } : { name: text }), ...proof };
    try {
      const { by } = await post(`/api/approvals/${this.#waits.digest}`, given);
      this.#end(by);
    } catch (error) {
      if (error.code === "not-waiting") this.#end(null);
      if (error.code === "wrong-badge") {
        name.value = "";
        name.type = "text";
      }
      throw error;
    }
  }

  /** The server knows whose passkey it is. */
  async #approveByPasskey() {
    const { digest } = this.#waits;
    const { by } = await post(`/api/approvals/${digest}`, { passkey: await answerOf(digest) });
    this.#end(by);
  }

  /** Whether it was decided at the pit desk, or has waited too long. */
  async #look() {
    try {
      const { approvals, decided } = await get("/api/approvals");
      const { digest } = this.#waits;
      if (digest in decided) this.#end(decided[digest] ? "" : null);
      else if (!approvals.some((one) => one.digest === digest)) this.#end(null);
    } catch {
      // The server is unreachable; it is asked again.
    }
  }

  #end(by) {
    if (this.#over) return;
    this.#over = true;
    clearInterval(this.#timer);
    this.#shown.close();
    this.#decided(by);
  }

  /** Closed by hand: whoever asked has changed their mind. */
  #closed() {
    if (this.#over) return;
    run(null, () => post(`/api/approvals/${this.#waits.digest}/drop`));
    this.#end(null);
  }
}
