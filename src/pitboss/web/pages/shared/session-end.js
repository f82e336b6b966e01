// A session ends when nothing is done for long, and some hours after it began. The page says so
// before, so that nobody is signed out in the middle of a round without a word.

import { h } from "./dom.js";
import { me, sessionLeft } from "./identity.js";
import { t } from "./language.js";
import { notice, run } from "./shell.js";

const WARN_MS = 180_000;
const LOOK_MS = 5_000;

let said = null;

/** Warns from three minutes before the end, until it is put off. */
export function watchSession() {
  setInterval(look, LOOK_MS);
  look();
}

function look() {
  const { left, idle } = sessionLeft();
  if (left > WARN_MS || left <= 0) {
    said?.remove();
    said = null;
  } else if (!said?.isConnected) {
    said = idle ? warnIdle() : warnOver();
    said.dataset.test = "session-ends";
  }
}

function warnIdle() {
  const stay = (event) =>
    run(event.currentTarget, async () => {
      await me(true);
      look();
    });
  const action = h("button", { class: "primary", type: "button", onclick: stay }, t("Stay"));
  action.dataset.test = "stay-signed-in";
  const text = t("You will be signed out in about 3 minutes, as nothing is done here.");
  return notice(text, { kind: "bad", stays: true, action });
}

function warnOver() {
  const text = t("Your sign-in ends in about 3 minutes. Sign out and in again between rounds.");
  return notice(text, { kind: "bad", stays: true });
}
