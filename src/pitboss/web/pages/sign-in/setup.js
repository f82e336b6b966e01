// The first start: makes the first administrator with the link that was printed, and asks where the
// house is.

import { me, post } from "../shared/api.js";
import { $, h } from "../shared/dom.js";
import { run } from "../shared/shell.js";
import { setUpFactor } from "./enrolment.js";

// The code stands behind the #, which a browser never sends: no log has it.
const token = location.hash.slice(1);

async function start() {
  const person = await me();
  const main = $("#main");
  if (!person.set_up_needed) {
    main.replaceChildren(
      h(
        "section",
        { class: "sheet narrow" },
        h("h1", {}, "Pitboss is set up"),
        h(
          "p",
          {},
          "There is an administrator already. Ask them for a name and a password of your own.",
        ),
        h("p", {}, h("a", { class: "button primary", href: "/sign-in" }, "Sign in")),
      ),
    );
    return;
  }
  const code = h("input", {
    id: "token",
    required: true,
    value: token,
    autocomplete: "off",
    "data-test": "token",
  });
  const name = h("input", {
    id: "name",
    required: true,
    maxlength: 64,
    autocomplete: "username",
    "data-test": "name",
  });
  const password = h("input", {
    id: "password",
    type: "password",
    required: true,
    minlength: 10,
    maxlength: 200,
    autocomplete: "new-password",
    "data-test": "password",
  });
  const again = h("input", {
    id: "again",
    type: "password",
    required: true,
    autocomplete: "new-password",
    "data-test": "again",
  });
  const button = h(
    "button",
    { class: "primary", "data-test": "set-up" },
    "Create the administrator",
  );
  const zone = person.asks_timezone ? zoneField() : null;
  const sheet = h("div", { class: "narrow" });
  main.replaceChildren(sheet);
  sheet.replaceChildren(
    h(
      "section",
      { class: "sheet" },
      h("h1", {}, "Set up Pitboss"),
      h(
        "p",
        { class: "faint" },
        "You become the first administrator. The setup code is in the link that Pitboss printed " +
          "when it started, and works once.",
      ),
      h(
        "form",
        {
          class: "form",
          onsubmit: (event) => {
            event.preventDefault();
            again.setCustomValidity(
              again.value === password.value ? "" : "The two passwords differ.",
            );
            if (!again.reportValidity()) return;
            run(button, async () => {
              const now = await post("/api/setup", {
                token: code.value,
                name: name.value,
                password: password.value,
                ...(zone ? { timezone: zone.value } : {}),
              });
              const done = () => location.replace("/people");
              if (now.enrolment_needed) await setUpFactor(sheet, password.value, done);
              else done();
            });
          },
          oninput: () => again.setCustomValidity(""),
        },
        h("label", { for: "token" }, "Setup code"),
        code,
        h("label", { for: "name" }, "Your name"),
        name,
        h("label", { for: "password" }, "Password"),
        h("p", { class: "hint" }, "At least 10 characters; a sentence is good."),
        password,
        h("label", { for: "again" }, "Repeat the password"),
        again,
        zone
          ? [
              h("label", { for: "timezone" }, "The house's time zone"),
              h(
                "p",
                { class: "hint", id: "timezone-hint" },
                "Its day begins at midnight there, and times are shown as they are there.",
              ),
              zone,
            ]
          : "",
        h("div", { class: "actions" }, button),
      ),
    ),
  );
  (token ? name : code).focus();
}

/** Every zone by its name; the one of this browser is proposed. */
function zoneField() {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  const zones = [...new Set([here, "UTC", ...Intl.supportedValuesOf("timeZone")])].sort();
  return h(
    "select",
    {
      id: "timezone",
      required: true,
      "aria-describedby": "timezone-hint",
      "data-test": "timezone",
    },
    zones.map((one) => h("option", { value: one, selected: one === here }, one)),
  );
}

run(null, start);
