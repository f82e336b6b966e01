// Fields of a dialog. An error is shown below its field, in the flow of the page: it covers
// nothing, is read out with the field, and disappears as soon as the field is changed.

import { h } from "./dom.js";
import { amountText, cents, money } from "./money.js";
import { clauseChips, run } from "./shell.js";
import { capital } from "./words.js";

let made = 0;

/** A label, a hint and the field itself; errors appear below. */
export function field(label, input, hint = "") {
  made += 1;
  input.id = `field-${made}`;
  const help = hint ? h("p", { class: "hint", id: `${input.id}-hint` }, hint) : "";
  if (help) input.setAttribute("aria-describedby", help.id);
  return h("div", { class: "form" }, h("label", { for: input.id }, label), help, input);
}

/** The buttons of a form; the last one sends it. */
export const actions = (test, label, ...before) =>
  h(
    "div",
    { class: "actions" },
    before,
    h("button", { class: "primary", "data-test": test }, label),
  );

/** Thrown when a field's value can't be accepted. */
export class Wrong extends Error {
  constructor(input, text) {
    super(text);
    this.input = input;
  }
}

/** Shows an error below a field, and moves the focus there. */
export function wrong(input, text, { clauses = [], book = null, code = "" } = {}) {
  right(input);
  const id = `${input.id}-error`;
  const note = h(
    "p",
    {
      class: "field-error",
      id,
      role: "alert",
      "data-test": "field-error",
      "data-code": code,
    },
    text,
    " ",
    book ? clauseChips(book, clauses) : "",
  );
  input.after(note);
  const hint = input.getAttribute("aria-describedby");
  input.setAttribute("aria-describedby", hint ? `${hint} ${id}` : id);
  input.setAttribute("aria-invalid", "true");
  input.addEventListener("input", () => right(input), { once: true });
  input.focus();
  note.scrollIntoView({ block: "nearest" });
}

function right(input) {
  const note = document.getElementById(`${input.id}-error`);
  if (!note) return;
  note.remove();
  const ids = (input.getAttribute("aria-describedby") ?? "").split(" ");
  const rest = ids.filter((id) => id !== note.id);
  if (rest.length) input.setAttribute("aria-describedby", rest.join(" "));
  else input.removeAttribute("aria-describedby");
  input.removeAttribute("aria-invalid");
}

/**
 * Handles the submission of a form. Errors go to the field they concern: one thrown with the field,
 * one that the server names (where), or one that a refusal's code implies (codes).
 */
export function sends(form, work, { where = {}, codes = {}, book = () => null } = {}) {
  form.noValidate = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const bad = [...form.elements].find((one) => one.willValidate && !one.validity.valid);
    if (bad) {
      wrong(bad, invalid(bad));
      return;
    }
    run(
      event.submitter,
      async () => {
        try {
          await work();
        } catch (error) {
          const named = where[error.where] ?? codes[error.code];
          const input = error instanceof Wrong ? error.input : named;
          if (!input) throw error;
          const { clauses, code } = error;
          wrong(input, capital(error.message), { clauses, code, book: book() });
        }
      },
      book(),
    );
  });
}

function invalid(input) {
  const { validity, min, max } = input;
  if (validity.valueMissing) return "Fill this in.";
  if (validity.rangeUnderflow || validity.rangeOverflow) return `From ${min} to ${max}.`;
  if (validity.badInput || validity.stepMismatch) return "Enter a whole number.";
  if (validity.tooShort) return `At least ${input.minLength} characters.`;
  return "This can't be right.";
}

/** The amount in a field in the server's form; empty if the field is. */
export function amountIn(input, { signed = false } = {}) {
  const text = input.value.trim();
  if (!text) return "";
  const value = cents(text);
  if (Number.isNaN(value) || (value < 0 && !signed)) {
    throw new Wrong(input, `“${text}” is not an amount. Enter it like 25 or 1,000.50.`);
  }
  if (value > Number.MAX_SAFE_INTEGER / 100) throw new Wrong(input, `${money(text)} is too much.`);
  return amountText(value);
}
