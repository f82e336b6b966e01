// Talking to the server. A change has an id of its own, so that sent twice it is carried out once.

const DEVICE = new URLSearchParams(location.hash.slice(1)).get("device");

/** What the server would not do, in words; clauses where a rule is behind it. */
export class ProblemError extends Error {
  constructor(document) {
    super(document.detail || document.title || "Something went wrong.");
    this.status = document.status ?? 0;
    this.code = document.code ?? "unknown";
    this.clauses = document.clauses ?? [];
    this.where = document.where ?? "";
  }
}

let who = null;

/** Who is signed in: {name, role, post, csrf, demo, timezone, set_up_needed, password_change_needed}. */
export async function me(fresh = false) {
  if (!who || fresh) who = await get("/api/me");
  return who;
}

/** The casino's time zone, as its settings have it; the page knows it when it knows who is signed in. */
export const timezone = () => who?.timezone ?? "UTC";

/** The person on the page; anybody who is not signed in, or has to choose a password, is sent to do so and comes back here. */
export async function signedIn() {
  const person = await whenReached();
  if (person.role && !person.password_change_needed) return person;
  toSignIn(person);
  return new Promise(() => {});
}

/** Who is signed in, however long it takes to reach the server: a page that began to load goes on by itself. */
async function whenReached() {
  for (;;) {
    try {
      return await me();
    } catch (error) {
      if (error.code !== "no-connection") throw error;
      const waiting = document.querySelector(".loading");
      if (waiting) waiting.textContent = "The server can't be reached. Trying again.";
      await new Promise((done) => setTimeout(done, 2_000));
    }
  }
}

export function toSignIn(person) {
  const here = location.pathname + location.search;
  location.replace(person?.set_up_needed ? "/setup" : `/sign-in?next=${encodeURIComponent(here)}`);
}

export const deviceToken = DEVICE;

function headers(more) {
  return { Accept: "application/json", ...(DEVICE ? { Authorization: `Bearer ${DEVICE}` } : {}), ...more };
}

async function read(response) {
  const text = await response.text();
  let body = null;
  try {
    body = text ? JSON.parse(text) : null;
  } catch {
    body = null;
  }
  if (response.ok) return body;
  if (who?.role && ["sign-in-needed", "password-change-needed"].includes(body?.code)) toSignIn(who);
  throw new ProblemError(body ?? { status: response.status, title: `The server answered ${response.status}.` });
}

export async function get(path) {
  let response;
  try {
    response = await fetch(path, { headers: headers(), cache: "no-store", credentials: "same-origin" });
  } catch {
    throw new ProblemError({ code: "no-connection", detail: "The server can't be reached." });
  }
  return read(response);
}

/** A change that is not a command at a table or on a link. */
export async function post(path, body = {}) {
  return read(await send(path, body, { "Idempotency-Key": newKey() }));
}

/** A command; retried with the same id while the line is bad. */
export async function command(path, body) {
  const key = newKey();
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await send(path, body, { "Idempotency-Key": key });
      if (response.status === 503 && attempt < 4) throw new TypeError("not yet");
      return await read(response);
    } catch (error) {
      if (error instanceof ProblemError && error.code !== "no-connection") throw error;
      if (attempt >= 4) throw new ProblemError({ code: "no-connection", detail: "The server can't be reached; nothing was confirmed." });
      await new Promise((done) => setTimeout(done, 300 * 2 ** attempt));
    }
  }
}

async function send(path, body, more) {
  const person = path === "/api/sign-in" ? who : await me();
  try {
    return await fetch(path, {
      method: "POST",
      headers: headers({
        "Content-Type": "application/json",
        ...(person?.csrf ? { "X-CSRF-Token": person.csrf } : {}),
        ...more,
      }),
      body: JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    throw new ProblemError({ code: "no-connection", detail: "The server can't be reached." });
  }
}

export const tablePath = (table) => `/api/tables/${encodeURIComponent(table)}/commands`;
export const linkPath = (link) => `/api/links/${encodeURIComponent(link)}/commands`;

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
