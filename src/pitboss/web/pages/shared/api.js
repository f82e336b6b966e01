// Talking to the server: what the pages ask for and change, and who asks.

import { newKey, proved } from "./commands.js";
import { me, sign, stillMe, toSignIn } from "./identity.js";
import { ask, contentOf } from "./requests.js";

export { command } from "./commands.js";
export { me, sign, signedIn, timezone } from "./identity.js";
export { device, ProblemError } from "./requests.js";

/** After these, somebody else or nobody is signed in, and the answer says who. */
const SIGNS = [
  "/api/sign-in",
  "/api/sign-in/passkey",
  "/api/demo/sign-in",
  "/api/setup",
  "/api/invitations/accept",
  "/api/sign-out",
];

/**
 * What the server answers at an address.
 * @template {string} P
 * @param {P} path
 * @returns {Promise<Api.Answer<P>>}
 */
export async function get(path, options = {}) {
  return read(await ask(path, options));
}

/** A change other than a command at a table or on a link. */
export async function post(path, body = {}) {
  const key = newKey();
  const send = async () => {
    const { csrf } = await me();
    const headers = { "Idempotency-Key": key, ...(csrf ? { "X-CSRF-Token": csrf } : {}) };
    return ask(path, { method: "POST", body, headers });
  };
  const signs = SIGNS.includes(path);
  const work = async () => {
    const answer = await send();
    if (answer.body?.code === "step-up-needed" && (await proved())) return read(await send());
    if (answer.body?.code !== "csrf-token-needed") return read(answer);
    // Somebody has signed in in another tab. When signing in again, it does not matter who it was.
    const goesOn = signs ? await me(true) : await stillMe();
    return read(goesOn ? await send() : answer);
  };
  return signs ? sign(work) : work();
}

async function read(answer) {
  // The session is over, or something has to be done first: the page goes where that is done.
  if (answer.body?.code === "sign-in-needed") stillMe().catch(() => {});
  else if (["password-change-needed", "enrolment-needed"].includes(answer.body?.code))
    toSignIn(await me());
  return contentOf(answer);
}

export const tablePath = (table) => `/api/tables/${encodeURIComponent(table)}/commands`;
export const linkPath = (link) => `/api/links/${encodeURIComponent(link)}/commands`;
