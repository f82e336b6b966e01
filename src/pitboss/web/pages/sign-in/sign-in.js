// Signing in. In a demonstration anybody may be anybody by one click, and the page says so.

import { answerOf, canPasskey } from "../components/passkeys.js";
import { aboutCode, codeField, KEPT } from "../components/second-factor.js";
import { command, me, post, sign } from "../shared/api.js";
import { homeOf, ownPage } from "../shared/destination.js";
import { $, h } from "../shared/dom.js";
import { actions, field, sends } from "../shared/fields.js";
import { whenChanged } from "../shared/identity.js";
import { t } from "../shared/language.js";
import { languageSwitch, passwordField, run, sayWhatIsNew } from "../shared/shell.js";
import { DEMO_PEOPLE } from "../shared/words.js";
import { setUpFactor } from "./enrolment.js";
import { specimen } from "./specimen.js";

const asked = new URLSearchParams(location.search);
let wanted = asked.get("next");
const goOn = (person) => location.replace(wanted ? ownPage(wanted) : homeOf(person));

async function start() {
  const person = await me();
  if (person.set_up_needed) return location.replace("/setup");
  const visitor = DEMO_PEOPLE.find((one) => one.key === asked.get("as"));
  if (person.demo && visitor) return enter("/api/demo/sign-in", visitor.send);
  // Whoever signs in in another tab is signed in here too; a visitor of a demonstration still
  // chooses.
  whenChanged((now) => now.role && !now.demo && goOn(now));
  const main = $("#main");
  main.replaceChildren(
    h(
      "section",
      { class: person.demo ? "door front" : "door" },
      h(
        "div",
        { class: "door-head" },
        h("img", {
          src: new URL("../shared/icon.svg", import.meta.url).href,
          alt: "",
          width: 56,
          height: 56,
        }),
        h("h1", {}, "Pitboss"),
        h(
          "p",
          { class: "faint" },
          t("Casino tables and their linked jackpots, run to the letter of the rules."),
        ),
      ),
      person.password_change_needed
        ? ownPassword(person.name)
        : person.demo
          ? demo()
          : form(person),
      h("p", { class: "door-language" }, languageSwitch()),
    ),
  );
  if (person.enrolment_needed && !person.password_change_needed) return setUp("");
  if (person.second_factor_needed) return proveFactor();
  if (asked.has("code") || asked.has("error")) return run(null, comeBack);
  main.querySelector("[data-test=tour], input, button")?.focus();
  sayWhatIsNew();
}

/** Out to the house's directory; the tab keeps what it has begun with. */
function directoryButton() {
  const button = h(
    "button",
    {
      type: "button",
      "data-test": "sign-in-directory",
      onclick: () =>
        run(button, async () => {
          const { address, flow } = await post("/api/sign-in/directory/start", {});
          sessionStorage.setItem(KEPT, JSON.stringify({ flow, next: asked.get("next") }));
          location.assign(address);
        }),
    },
    t("Sign in with the directory"),
  );
  return button;
}

/** Back from the directory, with its answer in the address, which goes out of sight at once. */
async function comeBack() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  sessionStorage.removeItem(KEPT);
  history.replaceState(null, "", "/sign-in");
  if (asked.has("error")) throw new Error(t("The directory has not signed you in."));
  wanted = kept.next ?? null;
  await enter(kept.again ? "/api/step-up/directory" : "/api/sign-in/directory", {
    code: asked.get("code"),
    state: asked.get("state") ?? "",
    iss: asked.get("iss") ?? "",
    flow: kept.flow ?? "",
  });
}

/** The directory has spoken for somebody whose second factor is kept here. */
function proveFactor() {
  askCode({}, "/api/step-up");
}

/**
 * Goes on to the page that was asked for; whoever has a first password chooses one of their own
 * before that.
 */
async function enter(path, sent) {
  const person = await post(path, sent);
  if (person.password_change_needed) {
    $(".door").replaceChildren($(".door-head"), ownPassword(person.name, sent.password));
    $("#own-password").focus();
  } else if (person.second_factor_needed) proveFactor();
  else if (person.enrolment_needed) await setUp(sent.password ?? "");
  else goOn(person);
}

async function setUp(password) {
  const place = h("div");
  $(".door").replaceChildren($(".door-head"), place);
  await setUpFactor(place, password, async () => goOn(await me()));
}

/** The password was right; the code comes next. */
function askCode(sent, path = "/api/sign-in") {
  const code = codeField();
  const form = h(
    "form",
    { class: "sheet form", "data-test": "code-form" },
    h("h2", {}, "Your second factor"),
    field("Code from your app, or a recovery code", code),
    actions("code-do", "Sign in"),
  );
  $(".door").replaceChildren($(".door-head"), form);
  sends(form, () => enter(path, { ...sent, code: code.value }), {
    codes: aboutCode(code),
  });
  code.focus();
}

async function enterWithPassword(sent) {
  try {
    await enter("/api/sign-in", sent);
  } catch (error) {
    if (error.code !== "second-factor-needed") throw error;
    askCode(sent);
  }
}

/**
 * Choosing a password in the place of one that somebody else has chosen. ``given`` is that one, if
 * it was typed just now.
 * @param {string} person
 */
function ownPassword(person, given = "") {
  const old = h("input", {
    id: "old-password",
    type: "password",
    required: true,
    value: given,
    autocomplete: "current-password",
    "data-test": "old-password",
  });
  const word = passwordField("own-password");
  const again = h("input", {
    id: "again",
    type: "password",
    required: true,
    autocomplete: "new-password",
    "data-test": "again",
  });
  const button = h(
    "button",
    { class: "primary", "data-test": "own-password-do" },
    t("Set my password"),
  );
  return h(
    "form",
    {
      class: "sheet form",
      "data-test": "own-password-form",
      onsubmit: (event) => {
        event.preventDefault();
        again.setCustomValidity(again.value === word.value ? "" : t("The two passwords differ."));
        if (!again.reportValidity()) return;
        run(button, async () => {
          const sent = { old: old.value, new: word.value };
          const now = await sign(() => command("/api/password", sent));
          if (now.enrolment_needed) await setUp(word.value);
          else goOn(now);
        });
      },
      oninput: () => again.setCustomValidity(""),
    },
    h("h2", {}, t("Choose your own password")),
    h(
      "p",
      { class: "faint" },
      t(
        "{name}, your first password was given to you and works only once. " +
          "Choose one that only you know.",
        { name: person },
      ),
    ),
    given ? "" : [h("label", { for: "old-password" }, t("The password that you were given")), old],
    h("label", { for: "own-password" }, t("Your new password")),
    h("p", { class: "hint" }, t("At least 10 characters; a sentence is good.")),
    word,
    h("label", { for: "again" }, t("The new password again")),
    again,
    h("div", { class: "actions" }, button),
  );
}

/** @param {{ directory: boolean, passwords: boolean } | null} house */
function form(house = null) {
  const name = h("input", {
    id: "name",
    name: "name",
    autocomplete: "username",
    required: true,
    maxlength: 64,
    "data-test": "name",
  });
  const password = h("input", {
    id: "password",
    name: "password",
    type: "password",
    autocomplete: "current-password",
    required: true,
    "data-test": "password",
  });
  const button = h("button", { class: "primary", "data-test": "sign-in" }, t("Sign in"));
  const byPasskey = h(
    "button",
    {
      type: "button",
      "data-test": "sign-in-passkey",
      onclick: () =>
        run(byPasskey, async () =>
          enter("/api/sign-in/passkey", { passkey: await answerOf("sign-in") }),
        ),
    },
    t("Use a passkey"),
  );
  return h(
    "form",
    {
      class: "sheet form",
      onsubmit: (event) => {
        event.preventDefault();
        run(button, () => enterWithPassword({ name: name.value, password: password.value }));
      },
    },
    h("label", { for: "name" }, t("Name")),
    name,
    h("label", { for: "password" }, t("Password")),
    password,
    house?.passwords === false ? h("p", { class: "hint" }, t("For administrators.")) : "",
    h(
      "div",
      { class: "actions" },
      house?.directory ? directoryButton() : "",
      canPasskey ? byPasskey : "",
      button,
    ),
  );
}

/** What Pitboss is, in ten seconds; and one click to see it. */
function demo() {
  return [
    h(
      "div",
      { class: "landing" },
      h(
        "div",
        { class: "landing-words" },
        h("p", { class: "landing-line" }, t("Ask the table why.")),
        h(
          "p",
          {},
          t(
            "Pitboss deals, rules and pays by the house's own rule documents. Every cent and " +
              "every ruling names the clause that orders it, and can be proved afterwards.",
          ),
        ),
        h(
          "div",
          { class: "landing-acts" },
          h(
            "a",
            { class: "button primary", href: "/tour", "data-test": "tour" },
            t("Take the tour"),
          ),
          goAs("player", "/seat/Stud", "landing-play", t("Play a hand")),
          goAs("dealer", "/table/Stud", "landing-deal", t("Deal a round")),
        ),
      ),
      specimen(),
    ),
    h(
      "div",
      { class: "sheet demo-door", "data-test": "demo-notice" },
      h("h2", {}, t("This is a demonstration")),
      h(
        "p",
        {},
        t(
          "Anybody may sign in as anybody here, without a password; robots play too. No money is " +
            "real. On a real floor each person signs in with a name and a password of their own.",
        ),
      ),
      h("ul", { class: "roles" }, DEMO_PEOPLE.map(roleItem)),
    ),
    h(
      "details",
      { class: "sheet" },
      h("summary", {}, t("Sign in with a name and a password")),
      form(),
    ),
  ];
}

function roleItem(one) {
  const onclick = (event) => run(event.currentTarget, () => enter("/api/demo/sign-in", one.send));
  return h(
    "li",
    {},
    h(
      "button",
      { "data-test": one.name, onclick },
      h("b", {}, t(one.words)),
      h("span", { class: "faint" }, t(one.does)),
    ),
  );
}

/** One click to a place at a table. */
function goAs(role, path, test, label) {
  const go = async () => {
    await post("/api/demo/sign-in", { role });
    location.assign(path);
  };
  const onclick = (event) => run(event.currentTarget, go);
  return h("button", { "data-test": test, onclick }, label);
}

run(null, start);
