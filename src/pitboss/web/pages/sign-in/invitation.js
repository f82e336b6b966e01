// A one-time link: whoever was invited chooses a password, which nobody else ever knows, sets up
// what the house requires, and is signed in.

import { me, post } from "../shared/api.js";
import { homeOf } from "../shared/destination.js";
import { $, h } from "../shared/dom.js";
import { actions, field, sends, Wrong } from "../shared/fields.js";
import { t } from "../shared/language.js";
import { languageSwitch, passwordField, run } from "../shared/shell.js";
import { dateTime } from "../shared/times.js";
import { roleName } from "../shared/words.js";
import { setUpFactor } from "./enrolment.js";

// The token stands behind the #, which a browser never sends: no log has it.
const token = location.hash.slice(1);

async function start() {
  const person = await me();
  draw(h("p", { class: "loading" }, t("Loading")));
  let found;
  try {
    found = await post("/api/invitations", { token });
  } catch (error) {
    if (error.code !== "no-invitation") throw error;
    draw(opensNothing());
    return;
  }
  draw(person.role ? somebodyIsHere(person, found) : welcome(found));
  $("#main input")?.focus();
}

function draw(...content) {
  $("#main").replaceChildren(
    h("section", { class: "door" }, content, h("p", { class: "door-language" }, languageSwitch())),
  );
}

const opensNothing = () =>
  h(
    "section",
    { class: "sheet form", "data-test": "no-invitation" },
    h("h1", {}, t("This link opens nothing")),
    h(
      "p",
      {},
      t(
        "It has been used, has run out, was replaced by another, or still waits for a second " +
          "administrator. Ask the administrator who gave it to you. If you have not used it " +
          "yourself, say so at once: somebody else may have.",
      ),
    ),
    h("div", { class: "actions" }, h("a", { class: "button", href: "/sign-in" }, t("Sign in"))),
  );

/** Whoever made the link does not open it in their own browser by mistake. */
function somebodyIsHere(person, found) {
  const out = h(
    "button",
    {
      class: "primary",
      "data-test": "sign-out-first",
      onclick: () =>
        run(out, async () => {
          await post("/api/sign-out");
          location.reload();
        }),
    },
    t("Sign out"),
  );
  return h(
    "section",
    { class: "sheet form", "data-test": "not-for-you" },
    h("h1", {}, t("This link is for {name}", { name: found.name })),
    h(
      "p",
      {},
      t("In this browser {name} is signed in. Sign out to go on as {other}.", {
        name: String(person.name),
        other: found.name,
      }),
    ),
    h("div", { class: "actions" }, h("a", { class: "button", href: "/" }, t("Back")), out),
  );
}

/** @param {{ name: string, role: string, ends_ms: number }} found */
function welcome(found) {
  const word = passwordField("own-password");
  const again = h("input", {
    type: "password",
    required: true,
    autocomplete: "new-password",
    "data-test": "again",
  });
  // A password manager keeps the password under this name.
  const name = h("input", {
    class: "unseen",
    value: found.name,
    autocomplete: "username",
    readonly: true,
    tabindex: -1,
    "aria-label": t("Name"),
  });
  const form = h(
    "form",
    { class: "sheet form", "data-test": "invitation-form" },
    h("h1", {}, t("Welcome, {name}", { name: found.name })),
    h(
      "p",
      { "data-test": "invitation-role" },
      t("You are invited as {role}. Choose a password that only you know.", {
        role: roleName(found.role).toLowerCase(),
      }),
    ),
    name,
    field(t("Your password"), word, t("At least 10 characters; a sentence is good.")),
    field(t("The password again"), again),
    h(
      "p",
      { class: "faint small" },
      t("This link works once, until {time}.", { time: dateTime(found.ends_ms) }),
    ),
    actions("accept-do", t("Set my password")),
  );
  sends(
    form,
    async () => {
      if (again.value !== word.value) throw new Wrong(again, t("The two passwords differ."));
      await accept(word.value);
    },
    { where: { password: word }, codes: { "bad-password": word } },
  );
  return form;
}

async function accept(password) {
  let person;
  try {
    person = await post("/api/invitations/accept", { token, password });
  } catch (error) {
    if (error.code !== "second-factor-needed") throw error;
    // The password is set; the second factor of before is asked for, as at any sign-in.
    location.replace("/sign-in");
    return;
  }
  history.replaceState(null, "", "/invitation");
  const done = () => location.replace(homeOf(person));
  if (!person.enrolment_needed) return done();
  const place = h("div");
  draw(place);
  await setUpFactor(place, password, done);
}

run(null, start);
