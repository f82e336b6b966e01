// Passkeys: creating one, and having one sign a challenge.

import { post } from "../shared/api.js";
import { ProblemError } from "../shared/requests.js";

const kind = /** @type {any} */ (globalThis.PublicKeyCredential);

/** Whether this browser, at this address, can do it: over https, or on the machine itself. */
export const canPasskey = Boolean(kind?.parseRequestOptionsFromJSON);

/** Makes a passkey of one's own. */
export async function makePasskey(label, password = "") {
  const { options } = await post("/api/factors/passkeys/options", password ? { password } : {});
  const publicKey = kind.parseCreationOptionsFromJSON(options);
  const made = await asked(() => navigator.credentials.create({ publicKey }));
  return post("/api/factors/passkeys", { label, passkey: made.toJSON() });
}

/** What a passkey answers: to "sign-in", to "step-up", or to the digest of what is approved. */
export async function answerOf(purpose) {
  const { options } = await post("/api/passkey-options", { purpose });
  const publicKey = kind.parseRequestOptionsFromJSON(options);
  const given = await asked(() => navigator.credentials.get({ publicKey }));
  return given.toJSON();
}

/** The browser asks the person; anybody who says no, or has none, is told so. */
async function asked(work) {
  try {
    return /** @type {any} */ (await work());
  } catch {
    throw new ProblemError({ code: "no-passkey", detail: "No passkey was used." });
  }
}
