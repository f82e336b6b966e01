// Commands that were not answered in time: shown prominently until it is known what happened to
// them. What was not carried out can be tried again.

import { h } from "./dom.js";
import { t } from "./language.js";
import { notice, problem } from "./shell.js";
import { plain } from "./words.js";

const ASK_MS = 2_000;

/**
 * {error, again, sure}; `sure`: the server has said that it was not carried out, and will not be.
 */
let waiting = [];
let box = null;
let timer = 0;
let asking = false;

/** Reports that a command was not answered, or never sent; `again` sends it again. */
export function tellNotSent(error, again) {
  waiting.push({ error, again, sure: error.code === "not-sent" });
  draw();
}

/** Whether the page will hear what became of it: until then there is nothing to do again. */
const open = (one) => !one.sure && Boolean(one.error.settle);

function draw() {
  box?.remove();
  box = null;
  clearTimeout(timer);
  if (!waiting.length) return;
  const what = waiting
    .map(({ error }) => plain(error.what))
    .filter(Boolean)
    .join(", ");
  const sure = waiting.every((one) => one.sure);
  const asks = waiting.some(open);
  const text = [
    h("strong", {}, sure ? t("Not sent") : t("No answer yet"), what ? `: ${what}. ` : ". "),
    sure
      ? t("Nothing has changed.")
      : asks
        ? t("This page keeps asking the server whether it was done.")
        : t("Look whether it was done before you try again."),
  ];
  const again = () =>
    h(
      "button",
      { class: "primary", type: "button", "data-test": "try-again", onclick: tryAgain },
      t("Tap to try again"),
    );
  box = notice(text, {
    kind: "bad",
    code: sure ? "not-sent" : "unanswered",
    action: asks ? null : again(),
    stays: true,
    onclose: forget,
  });
  box.dataset.test = "not-sent";
  if (asks && !asking) timer = setTimeout(ask, ASK_MS);
}

function forget() {
  waiting = [];
  draw();
}

/** Asks the server what happened to each, as soon as it answers. */
async function ask() {
  asking = true;
  for (const one of waiting.filter(open)) {
    let found = "unknown";
    try {
      found = (await one.error.settle?.()) ?? "unknown";
    } catch (error) {
      found = "refused";
      problem(error);
    }
    if (found === "not-sent") one.sure = true;
    else if (found !== "unknown") waiting = waiting.filter((other) => other !== one);
    if (found === "done")
      notice(
        t("Done, though the answer was late: {what}.", {
          what: plain(one.error.what),
        }),
      );
  }
  asking = false;
  draw();
}

/** In the order in which they were given. */
async function tryAgain() {
  const asked = waiting;
  forget();
  for (const one of asked) await one.again();
}
