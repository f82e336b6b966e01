// Who is signed in, in this tab. Somebody may sign in, or out, in another tab of the same browser:
// it is noticed at once.

import { ask, contentOf, device, ProblemError, remember, remembered } from "./requests.js";
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
  // In a demonstration a tab stays with its person, whoever signs in in another tab.
  remember("view", person.view ?? "");
  return person;
}

/**
 * The casino's time zone, as its settings have it; the page knows it when it knows who is signed
 * in.
 */
export const timezone = () => who?.timezone ?? "UTC";

/**
 * The person on the page; who is not signed in, or has to choose a password or set up a second
 * factor, is sent to do so and comes back here.
 */
export async function signedIn() {
  const person = await whenReached();
  if (person.role && !person.password_change_needed && !person.enrolment_needed) return person;
  toSignIn(person);
  return new Promise(() => {});
}

/**
 * Who is signed in, however long it takes to reach the server: a page that began to load goes on by
 * itself.
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

// ── changes ─────────────────────────────────────────────────────────────────────────────────────

const tabs = new BroadcastChannel("pitboss-identity");

/**
 * Until when nobody can say who is signed in: the session before has ended, and the new one's
 * cookie is not there.
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
 * Signs in or out: this tab is who comes back from now on, and the other tabs look for themselves.
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

/** Says something on the page that comes next in this tab. */
export const sayLater = (text) => remember("said", text);

/** What was to be said on this page; once. */
export function saidBefore() {
  const text = remembered("said");
  remember("said", "");
  return text;
}

let onChange = (person) => {
  // Nothing that was begun in the other name is kept: the page starts anew.
  if (person.role) {
    sayLater(
      `You are now signed in as ${person.name} (${roleName(person.role).toLowerCase()}) in ` +
        "this browser.",
    );
    location.reload();
  } else {
    sayLater("You have been signed out.");
    toSignIn(person);
  }
};

/** What a page does, instead of starting anew, when somebody else is signed in or nobody is. */
export function whenChanged(work) {
  onChange = work;
}

/** Looks who is signed in now; says whether it is still who the page was made for. */
export async function stillMe() {
  await signing;
  const before = who;
  // A sign that is shut out has nowhere to sign in: it stays, and says that it is not live.
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
      look();
    }
  });
  // A page that the browser had put aside has heard nothing meanwhile.
  addEventListener("pageshow", (event) => event.persisted && look());
}
