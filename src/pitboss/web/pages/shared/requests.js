// Requests to the server. Each has a time limit, and each answer carries the time of the server's
// clock.

const PATIENCE_MS = 15_000;
const CLOCK_LOOKS = 20;
const CLOCK_KEPT_MS = 120_000;

/**
 * The sign or console that this page signs in as; null for a person. It is opened with a token
 * after the #, which a browser never sends. The token leaves the address bar at once and becomes a
 * cookie that no script can read; only the device's id stays there.
 */
export let device = new URLSearchParams(location.hash.slice(1)).get("device");

const TOKEN = /^[\w-]{43}$/;
let token = TOKEN.test(device ?? "") ? device : null;
let exchanging = null;
if (token) named("new");

function named(id) {
  device = id;
  history.replaceState(history.state, "", `${location.pathname}${location.search}#device=${id}`);
}

async function exchange() {
  const response = await fetch("/api/device", {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify({ token }),
    cache: "no-store",
    credentials: "same-origin",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (response.status !== 401 && !response.ok) throw new TypeError(`${response.status}`);
  if (response.ok) named((await response.json()).device);
  token = null;
}

/** What the server refused to do, in words; with clauses if there is a rule behind it. */
export class ProblemError extends Error {
  constructor(document) {
    super(document.detail || document.title || "Something went wrong.");
    this.status = document.status ?? 0;
    this.code = document.code ?? "unknown";
    this.clauses = document.clauses ?? [];
    this.where = document.where ?? "";
    this.approval = document.approval ?? null;
  }
}

// ── what this tab remembers, as long as it is open ──────────────────────────────────────────────

export function remembered(name) {
  try {
    return sessionStorage.getItem(`pitboss-${name}`);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    if (value) sessionStorage.setItem(`pitboss-${name}`, value);
    else sessionStorage.removeItem(`pitboss-${name}`);
  } catch {
    // A browser without storage: the tab then belongs to whoever signed in last.
  }
}

// ── asking ──────────────────────────────────────────────────────────────────────────────────────

/**
 * The answer to a request: {status, ok, body, serverTime}. Throws if there is none in time.
 * @param {string} path
 * @param {{method?: string, body?: object, headers?: object, within?: number}} [options]
 */
export async function ask(path, { method = "GET", body, headers = {}, within = PATIENCE_MS } = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), within);
  const view = remembered("view");
  try {
    if (token) {
      exchanging ??= exchange().finally(() => {
        exchanging = null;
      });
      await exchanging;
    }
    const response = await fetch(path, {
      method,
      headers: {
        Accept: "application/json",
        ...(device ? { "X-Device": device } : {}),
        ...(view ? { "X-View-As": view } : {}),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      credentials: "same-origin",
      signal: stop.signal,
    });
    const serverTime = Number(response.headers.get("X-Server-Time"));
    if (serverTime) learn(serverTime);
    // Anybody may ask who they are; that it was somebody is in the answer.
    if (response.status !== 401 && path !== "/api/me") noteActive();
    return {
      status: response.status,
      ok: response.ok,
      serverTime,
      body: parsed(await response.text()),
    };
  } catch {
    const silent = stop.signal.aborted;
    throw new ProblemError(
      silent
        ? { code: "no-answer", detail: "The server does not answer." }
        : { code: "no-connection", detail: "The server can't be reached." },
    );
  } finally {
    clearTimeout(timer);
  }
}

function parsed(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** The content of a good answer; throws the error in a bad one. */
export function contentOf(answer) {
  if (answer.ok) return answer.body;
  const said = { status: answer.status, title: `The server answered ${answer.status}.` };
  throw new ProblemError(answer.body ?? said);
}

// ── how long nothing was asked ──────────────────────────────────────────────────────────────────

const ACTIVE = "pitboss-active";

/** All tabs of a browser have one session, which ends when none of them has asked for long. */
export function noteActive() {
  if (device) return;
  try {
    localStorage.setItem(ACTIVE, String(Date.now()));
  } catch {
    // A browser without storage: this tab is warned too early, and may stay signed in.
  }
}

/** When a tab of this browser last asked the server for something. */
export function lastActive() {
  try {
    return Number(localStorage.getItem(ACTIVE)) || Date.now();
  } catch {
    return Date.now();
  }
}

// ── the server's clock ──────────────────────────────────────────────────────────────────────────

const looks = [];

/**
 * An answer was written before it arrived, so the server's clock now shows at least the time in it.
 */
function learn(serverTime) {
  const at = performance.now();
  looks.push({ at, ahead: serverTime - at });
  while (looks.length > CLOCK_LOOKS || at - looks[0].at > CLOCK_KEPT_MS) looks.shift();
}

/**
 * The earliest time that the server's clock can show when performance.now() is `at`; null while
 * nothing is known. The answer with the shortest journey says the most. This device's own clock
 * does not matter.
 */
export function serverClock(at) {
  return looks.length ? Math.floor(Math.max(...looks.map((look) => look.ahead)) + at) : null;
}
