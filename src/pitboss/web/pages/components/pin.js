// One's own PIN, with which one approves at a table where somebody else is signed in.

import { post } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { actions, field, sends } from "../shared/fields.js";
import { dialog, notice } from "../shared/shell.js";

/** `below` stands under the form. */
export function openPin(person, below = "") {
  const password = h("input", {
    type: "password",
    required: true,
    autocomplete: "current-password",
    "data-test": "pin-password",
  });
  const pin = h("input", {
    type: "password",
    inputmode: "numeric",
    required: true,
    minlength: 6,
    maxlength: 12,
    autocomplete: "off",
    "data-test": "pin-new",
  });
  const form = h(
    "form",
    { class: "stack" },
    h("p", {}, "With your name and PIN you approve at a table where somebody else is signed in."),
    person.demo ? "" : field("Your password", password),
    field("New PIN", pin, "6 to 12 digits that nobody guesses."),
    actions("pin-do", "Choose this PIN"),
  );
  const shown = dialog("Your PIN", [form, below], { test: "pin-dialog" });
  sends(
    form,
    async () => {
      await post("/api/pin", { password: password.value, pin: pin.value });
      shown.close();
      notice("Your PIN is chosen.");
    },
    { where: { pin }, codes: { "wrong-name-or-password": password, "bad-pin": pin } },
  );
  (person.demo ? pin : password).focus();
}
