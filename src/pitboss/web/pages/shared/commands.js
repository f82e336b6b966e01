// Commands. A command has an id, so that it is carried out once even if it is sent twice, and a
// deadline: if it was not carried out while somebody waited for it, it is not carried out later.

import { me, stillMe } from "./identity.js";
import { ask, contentOf, ProblemError, serverClock } from "./requests.js";

export const PATIENCE_MS = 5_000;
const PAUSE_MS = 300;
/** How long the first card may wait for the seeds of players; the table itself waits less. */
const SEEDS_MS = 4_000;

/** Unanswered commands: pressing the same button again sends the same command, not another one. */
const unanswered = new Map();

/** Carries out a command; `asked` is when somebody asked for it, by performance.now(). */
export async function command(path, body = {}, asked = performance.now()) {
  const name = JSON.stringify([path, body]);
  const change = unanswered.get(name)?.shift() ?? new Change(path, body);
  change.isUnanswered = false;
  try {
    return await change.send(asked);
  } catch (error) {
    if (error.code === "approval-needed" && error.approval) {
      const { approved } = await import("../components/approval.js");
      return approved(error.approval, path.replace(/\/commands$/, ""));
    }
    if (error.code === "step-up-needed" && (await proved())) return command(path, body);
    if (error.code === "seeds-outstanding" && performance.now() < asked + SEEDS_MS) {
      // The seats open their seeds in a moment; the dealer need not press again.
      await new Promise((done) => setTimeout(done, PAUSE_MS));
      return command(path, body, asked);
    }
    if (!["unanswered", "not-sent"].includes(error.code)) throw error;
    error.again = () => command(path, body);
    if (error.code === "unanswered") {
      change.isUnanswered = true;
      unanswered.set(name, [...(unanswered.get(name) ?? []), change]);
      if (change.tellsItsFate) error.settle = () => settled(name, change);
      dispatchEvent(new Event("pitboss-unanswered"));
    }
    throw error;
  }
}

/** Whether a person who was asked for the second factor has proved it again. */
export async function proved() {
  const { proveAgain } = await import("../components/second-factor.js");
  return proveAgain();
}

/**
 * The fate of a command that was not answered; "sent again" if somebody has pressed the button once
 * more.
 */
async function settled(name, change) {
  if (!change.isUnanswered) return "sent again";
  const found = await change.settle();
  if (found !== "unknown")
    unanswered.set(
      name,
      (unanswered.get(name) ?? []).filter((one) => one !== change),
    );
  return found;
}

/** A change, sent as often as necessary until it is answered or given up. */
class Change {
  #path;
  #body;
  #key = newKey();
  #deadline = 0;
  isUnanswered = false;

  constructor(path, body) {
    this.#path = path;
    this.#body = body;
  }

  /** Whether the server says, under the same id, what became of it. */
  get tellsItsFate() {
    return this.#path.endsWith("/commands");
  }

  async send(asked) {
    const until = asked + PATIENCE_MS;
    let mayHaveCome = false;
    for (let pause = PAUSE_MS; ; pause *= 2) {
      if (performance.now() >= until)
        throw mayHaveCome ? noAnswer(this.#body) : notSent(this.#body);
      try {
        const { csrf } = await me();
        const deadline = serverClock(until);
        this.#deadline = Math.max(this.#deadline, deadline ?? Infinity);
        mayHaveCome = true;
        const answer = await this.#ask(csrf, deadline, until - performance.now());
        if (!(await again(answer))) return contentOf(answer);
      } catch (error) {
        if (!["no-connection", "no-answer"].includes(error.code)) throw error;
      }
      const left = until - performance.now();
      await new Promise((done) => setTimeout(done, Math.max(0, Math.min(pause, left))));
    }
  }

  /**
   * The fate of a command that was given up: "done", "not-sent" or, while the server does not say,
   * "unknown"; throws the refusal if it was refused. A command sent with a deadline in the past is
   * only asked about, not carried out.
   */
  async settle() {
    let answer;
    try {
      answer = await this.#ask((await me()).csrf, 1, PATIENCE_MS);
    } catch {
      return "unknown";
    }
    if (answer.ok) return "done";
    if (answer.status !== 409) return "unknown";
    if (answer.body?.code !== "too-late") contentOf(answer);
    return answer.serverTime > this.#deadline ? "not-sent" : "unknown";
  }

  #ask(csrf, deadline, within) {
    return ask(this.#path, {
      method: "POST",
      body: this.#body,
      headers: {
        "Idempotency-Key": this.#key,
        ...(csrf ? { "X-CSRF-Token": csrf } : {}),
        ...(deadline === null ? {} : { "X-Deadline": String(deadline) }),
      },
      within,
    });
  }
}

/** Whether an answer is not about the command itself, so that it is worth sending once more. */
async function again({ status, body }) {
  // The clock was not what we assumed; this very answer says what it shows.
  if (status === 503 || body?.code === "too-late") return true;
  if (!["csrf-token-needed", "sign-in-needed"].includes(body?.code)) return false;
  if (await stillMe()) return body.code === "csrf-token-needed";
  throw new ProblemError({
    code: "other-person",
    detail: "This browser is now signed in as somebody else.",
  });
}

function noAnswer(body) {
  const detail = "The server has not answered yet.";
  return Object.assign(new ProblemError({ code: "unanswered", detail }), { what: body.do ?? "" });
}

/** It never left this page: earlier requests took all the time. */
function notSent(body) {
  const detail = "The server did not answer what was asked for before it.";
  return Object.assign(new ProblemError({ code: "not-sent", detail }), { what: body.do ?? "" });
}

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
