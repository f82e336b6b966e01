// Who is signed in, in this tab. If somebody signs in or out in another tab of the same browser, it
// is noticed at once.

import { t } from "./language.js";
import {
  ask,
  contentOf,
  device,
  lastActive,
  noteActive,
  ProblemError,
  remember,
  remembered,
} from "./requests.js";
import { roleName } from "./words.js";

const AGAIN_MS = 2_000;
const SIGNING_MS = 15_000;

let who = null;
let asking = null;

/**
 * Who is signed in: {name, role, post, csrf, demo, timezone, set_up_needed,
 * password_change_needed, enrolment_needed}.
 */
export async function me(fresh = false) {
  if (who && !fresh) return who;
  asking ??= ask("/api/me")
    .then((answer) => keep(contentOf(answer)))
    .finally(() => {
      asking = null;
    });
  return asking;
}

/** @param {Api.Me} person */
function keep(person) {
  who = person;
  if (person.session) {
    noteActive();
    const { idle_ms: idle, expires_in_ms: left } = person.session;
    session = { idle, expires: Date.now() + left };
  }
  // In a demonstration a tab stays with its person, whoever signs in in another tab.
  remember("view", person.view ?? "");
  return person;
}

/** The casino's time zone, from its settings; known once the page knows who is signed in. */
export const timezone = () => who?.timezone ?? "UTC";

/**
 * The person on the page; anybody who is not signed in, or has to choose a password or set up a
 * second factor, is sent to do so and comes back here.
 */
export async function signedIn() {
  const person = await whenReached();
  if (person.role && !person.password_change_needed && !person.enrolment_needed) return person;
  toSignIn(person);
  return new Promise(() => {});
}

/**
 * Who is signed in, however long it takes to reach the server: a page that started loading recovers
 * by itself.
 */
async function whenReached() {
  for (;;) {
    try {
      return await me();
    } catch (error) {
      if (!(error instanceof ProblemError) || !["no-connection", "no-answer"].includes(error.code))
        throw error;
      const waiting = document.querySelector(".loading");
      if (waiting) waiting.textContent = `${error.message} Trying again.`;
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }
}

/** @param {Api.Me} person */
export function toSignIn(person) {
  const here = location.pathname + location.search;
  location.replace(person?.set_up_needed ? "/setup" : `/sign-in?next=${encodeURIComponent(here)}`);
}

// ── the end of a session ────────────────────────────────────────────────────────────────────────

/** After how long without a request it ends, and when whatever is done; by this device's clock. */
let session = { idle: Number.POSITIVE_INFINITY, expires: Number.POSITIVE_INFINITY };
let signedOutHere = false;

/** How long the session still lasts, and whether it is because nothing is done that it ends. */
export function sessionLeft() {
  const idle = lastActive() + session.idle - Date.now();
  const whole = session.expires - Date.now();
  return { left: Math.min(idle, whole), idle: idle <= whole };
}

/** Why somebody is no longer signed in, as far as this page can know. */
function whySignedOut() {
  const { left, idle } = sessionLeft();
  if (left <= 0 && idle) {
    const minutes = Math.round(session.idle / 60_000);
    return t("Nothing was done here for {minutes} minutes.", { minutes });
  }
  if (left <= 0) return t("A sign-in ends by itself some hours after it began.");
  if (signedOutHere) return t("It was done in another tab of this browser.");
  return t("It was done elsewhere: by you, or by whoever looks after the accounts.");
}

// ── changes ─────────────────────────────────────────────────────────────────────────────────────

const tabs = new BroadcastChannel("pitboss-identity");

/**
 * Until when it is undecided who is signed in: the old session has ended, and the new one's cookie
 * has not arrived.
 */
let signing = Promise.resolve();
let signed = () => {};

function begin() {
  signed();
  signing = new Promise((done) => {
    signed = done;
    setTimeout(done, SIGNING_MS);
  });
}

/**
 * Signs in or out: this tab becomes whoever the answer names, and the other tabs check for
 * themselves.
 */
export async function sign(work) {
  begin();
  tabs.postMessage("begins");
  try {
    return keep(await work());
  } finally {
    signed();
    tabs.postMessage("changed");
  }
}

/** Shows a message on the next page in this tab. */
export const sayLater = (text) => remember("said", text);

/** The message for this page; only once. */
export function saidBefore() {
  const text = remembered("said");
  remember("said", "");
  return text;
}

let onChange = (person) => {
  // Nothing that was begun under the other name is kept: the page reloads.
  if (person.role) {
    sayLater(
      `You are now signed in as ${person.name} (${roleName(person.role).toLowerCase()}) in ` +
        "this browser.",
    );
    location.reload();
  } else {
    sayLater(`${t("You have been signed out.")} ${whySignedOut()}`);
    toSignIn(person);
  }
};

/** What a page does, instead of reloading, when somebody else is signed in or nobody is. */
export function whenChanged(work) {
  onChange = work;
}

/** Checks who is signed in now; returns whether it is still the person the page was made for. */
export async function stillMe() {
  await signing;
  const before = who;
  // A sign that has been revoked has nowhere to sign in: it stays, and says that it is not live.
  if (!before || device) return true;
  const now = await me(true);
  if (now.name === before.name && now.role === before.role) return true;
  onChange(now);
  return false;
}

const look = () => stillMe().catch(() => {});
if (!device) {
  tabs.addEventListener("message", ({ data }) => {
    if (data === "begins") {
      begin();
    } else {
      signed();
      signedOutHere = true;
      look();
    }
  });
  // A page that the browser had suspended has received nothing in the meantime.
  addEventListener("pageshow", (event) => event.persisted && look());
}
