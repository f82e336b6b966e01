// What is shown once and never again, such as a link or recovery codes: copied, or printed.

import { h } from "../shared/dom.js";
import { notice, run } from "../shared/shell.js";

/** Copies a text; over plain HTTP browsers offer only the old way. */
async function copy(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
  } else {
    const kept = h("textarea", { class: "unseen" });
    kept.value = text;
    // Everything outside an open dialog is inert.
    ([...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body).append(kept);
    kept.select();
    document.execCommand("copy");
    kept.remove();
  }
  notice("Copied.");
}

export const copyButton = (test, text, { label = "Copy", kind = "", name = "" } = {}) =>
  h(
    "button",
    {
      type: "button",
      class: kind,
      "data-test": test,
      "aria-label": name || null,
      onclick: (event) => run(event.currentTarget, () => copy(text)),
    },
    label,
  );

/** Prints a sheet of paper with nothing on it but this. */
export const printButton = (test, title, content) =>
  h(
    "button",
    { type: "button", "data-test": test, onclick: () => printSheet(title, content()) },
    "Print",
  );

function printSheet(title, content) {
  for (const old of document.querySelectorAll(".print-sheet")) old.remove();
  const sheet = h("section", { class: "print-sheet", "data-test": "print-sheet" });
  sheet.append(h("h1", {}, title), ...content);
  document.body.append(sheet);
  addEventListener("afterprint", () => sheet.remove(), { once: true });
  print();
}
