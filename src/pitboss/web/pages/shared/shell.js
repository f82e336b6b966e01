// What every page has around it: the bar on top, notices, dialogs, and clauses in our own words.

import { openPin } from "../components/pin.js";
import { openFactors } from "../components/second-factor.js";
import { openSessions } from "../components/sessions.js";
import { command, device, get, post, sign, signedIn } from "./api.js";
import { coloursSwitch } from "./colours.js";
import { $, drawn, h, say } from "./dom.js";
import { field, sends } from "./fields.js";
import { helpButton } from "./help.js";
import { saidBefore } from "./identity.js";
import {
  chooseLanguage,
  IN_PART,
  LANGUAGES,
  language,
  known as says,
  t,
  translated,
} from "./language.js";
import { tellNotSent } from "./missing-answers.js";
import { withFigures } from "./refusal-figures.js";
import { watchSession } from "./session-end.js";
import { dateTime } from "./times.js";
import { demoStrip } from "./view-as.js";
import { capital, plain, roleName } from "./words.js";

const STAFF = ["dealer", "pit-supervisor", "pit-manager", "shift-manager"];
const PLACES = [
  ["/", "Floor", null],
  ["/pit", "Pit desk", STAFF],
  ["/audit", "Audit", [...STAFF, "auditor"]],
  ["/rulebooks", "Rulebooks", null],
  ["/people", "People", ["administrator"]],
];

/** Whether a page is for people of a role. */
export function mayOpen(path, role) {
  if (path.startsWith("/table/")) return STAFF.includes(role);
  const place = PLACES.find(([start]) => start === path);
  return place ? !place[2] || place[2].includes(role) : path.startsWith("/sign/");
}

export const isStaff = (person) => STAFF.includes(person.role);
/**
 * Whether somebody's post is enough for a command; the server says for which it is.
 * @param {Api.Me} person
 * @param {string} command
 */
export const may = (person, command) => person.may.includes(command);

/**
 * Why somebody can't approve or verify anything yet, and from when they can; empty if they can now.
 * @param {Api.Me} person
 */
export function tooNew({ approves_from_ms: from = 0 }) {
  if (from <= Date.now()) return "";
  const when = `Your account is new: you can approve and verify from ${dateTime(from)}. `;
  return `${when}Until then somebody else must do it.`;
}

/**
 * Puts up the bar and returns who is signed in; a role that has no business here is told so and
 * nothing else.
 */
export async function start({ title, roles = null, live = null }) {
  document.title = `${title} · Pitboss`;
  const person = await signedIn();
  const top = $("pit-top");
  if (top) top.draw(person);
  sayWhatIsNew();
  if (roles && !roles.includes(person.role)) {
    drawn();
    $("#main").replaceChildren(
      h(
        "section",
        { class: "sheet narrow" },
        h("h1", {}, t("This page is not for you")),
        h(
          "p",
          {},
          `You are signed in as ${person.name} (${roleName(person.role)}). This page is ` +
            `for ${roles.map((role) => roleName(role).toLowerCase()).join(", ")}.`,
        ),
        h("p", {}, h("a", { class: "button", href: "/" }, t("Back to the floor"))),
      ),
    );
    await new Promise(() => {});
  }
  if (live) follow(live);
  if (person.session) watchSession();
  return person;
}

/**
 * What happened to this tab on the page before: somebody else has signed in, or nobody is any more.
 */
export function sayWhatIsNew() {
  const text = saidBefore();
  if (text) notice(text, { kind: "news" });
}

/** Shows whether the page is live. */
export function follow(live) {
  const draw = () => {
    const lamp = $("#lamp");
    if (!lamp) return;
    const words = t({ live: "Live", connecting: "Connecting", lost: "Not live" }[live.state]);
    lamp.dataset.state = live.state;
    lamp.textContent = words;
    lamp.title =
      live.state === "lost"
        ? t("The connection is lost; what you see may be old. Trying again.")
        : "";
    document.body.classList.toggle("stale", live.state === "lost");
  };
  live.addEventListener("state", draw);
  draw();
  live.addEventListener("change", () => drawDraining(live.floor?.draining ?? false));
}

/** New rounds wait for a restart: everybody is told, as long as it is so. */
function drawDraining(draining) {
  const there = $("#draining");
  if (draining === Boolean(there)) return;
  if (there) there.remove();
  else {
    const text = t("Pitboss is about to be restarted. Rounds that are on finish; new ones wait.");
    const strip = h("p", { id: "draining", class: "draining", role: "status" }, text);
    strip.dataset.test = "draining";
    $("#main").before(strip);
  }
}

/** Players and guests read the pages in a language of theirs. */
export function languageSwitch() {
  const onchange = (event) => chooseLanguage(event.currentTarget.value);
  return h(
    "select",
    { class: "language", "data-test": "language", "aria-label": t("Language"), onchange },
    Object.entries(LANGUAGES).map(([code, name]) =>
      h(
        "option",
        { value: code, lang: code, selected: code === language },
        IN_PART.includes(code) ? `${name} (${t("in part")})` : name,
      ),
    ),
  );
}

class Top extends HTMLElement {
  draw(person) {
    const links = PLACES.filter(([, , roles]) => !roles || roles.includes(person.role)).map(
      ([path, label]) =>
        h(
          "a",
          { href: path, "aria-current": location.pathname === path ? "page" : null },
          t(String(label)),
        ),
    );
    this.replaceChildren(
      h("a", { class: "skip", href: "#main" }, t("Skip to the content")),
      person.demo && !device ? demoStrip(person) : "",
      h(
        "header",
        { class: "bar" },
        h(
          "a",
          { class: "brand", href: "/", "aria-label": t("Pitboss, the floor") },
          h("img", {
            src: new URL("./icon.svg", import.meta.url).href,
            alt: "",
            width: 28,
            height: 28,
          }),
          h("span", {}, "Pitboss"),
        ),
        h("nav", { "aria-label": t("Pages") }, links),
        h("span", {
          id: "lamp",
          class: "lamp",
          "data-state": "connecting",
          "data-test": "lamp",
          role: "status",
        }),
        translated ? languageSwitch() : "",
        device ? "" : helpButton(),
        who(person),
        h(
          "button",
          {
            class: "quiet",
            "data-test": "sign-out",
            onclick: (event) => run(event.currentTarget, signOut),
          },
          t("Sign out"),
        ),
      ),
    );
  }
}
customElements.define("pit-top", Top);

/**
 * Who is signed in; a click opens what is one's own. Devices have nothing.
 * @param {Api.Me} person
 */
function who(person) {
  const inside = [h("b", {}, person.name), h("small", {}, roleName(person.role))];
  if (device) return h("span", { class: "who", "data-test": "who" }, inside);
  return h(
    "button",
    {
      class: "who quiet",
      type: "button",
      "data-test": "who",
      title: t("Account"),
      "aria-haspopup": "dialog",
      onclick: () => openAccount(person),
    },
    inside,
  );
}

/** People of a demonstration have no password, and its players no PIN either. */
function openAccount(person) {
  if (!person.demo) openOwnPassword(person);
  else if (isStaff(person)) openPin(person, coloursSwitch());
  else dialog(t("Account"), coloursSwitch(), { test: "account-dialog" });
}

export function passwordField(id) {
  return h("input", {
    id,
    type: "password",
    required: true,
    minlength: 10,
    maxlength: 200,
    autocomplete: "new-password",
    "data-test": id,
  });
}

function openOwnPassword(person) {
  const old = h("input", {
    id: "old-password",
    type: "password",
    required: true,
    autocomplete: "current-password",
    "data-test": "old-password",
  });
  const word = passwordField("own-password");
  const toPin = () => {
    shown.close();
    openPin(person);
  };
  const pinInstead = h(
    "button",
    { type: "button", "data-test": "own-pin", onclick: toPin },
    "Choose a PIN …",
  );
  const leads = (test, label, open) =>
    h(
      "button",
      {
        type: "button",
        "data-test": test,
        onclick: (event) =>
          run(event.currentTarget, async () => {
            await open();
            shown.close();
          }),
      },
      label,
    );
  const form = h(
    "form",
    { class: "stack" },
    field("Current password", old),
    field("New password", word, "At least 10 characters; a sentence is good."),
    h(
      "div",
      { class: "actions" },
      h("button", { class: "primary", "data-test": "own-password-do" }, "Change password"),
    ),
  );
  const more = h(
    "div",
    { class: "own-more" },
    isStaff(person) ? pinInstead : "",
    leads("own-factors", "Second factor …", openFactors),
    leads("own-sessions", "Where you are signed in …", openSessions),
  );
  const shown = dialog("Change your password", [form, more, coloursSwitch()], {
    test: "own-password-dialog",
  });
  sends(
    form,
    async () => {
      await sign(() => command("/api/password", { old: old.value, new: word.value }));
      shown.close();
      notice("Your password is changed. Wherever else you were signed in, you are signed out.");
    },
    { where: { old, new: word }, codes: { "wrong-name-or-password": old, "bad-password": word } },
  );
  old.focus();
}

async function signOut() {
  const { sign_out_at: there } = await post("/api/sign-out");
  if (there) return location.assign(there);
  location.assign("/sign-in");
}

// ── notices ──────────────────────────────────────────────────────────────────────────────────────

/** What the server refuses, by its code where the language has a sentence for that. */
export function refusalWords(error) {
  const named = `refused: ${error.code}`;
  return language !== "en" && says(named)
    ? withFigures(t(named), error.message ?? "")
    : capital(error.message);
}

/** Tells what went wrong, with its clauses; `again` does once more what was not sent. */
export function problem(error, book = null, again = null) {
  if (["unanswered", "not-sent"].includes(error?.code)) {
    tellNotSent(error, again ?? (() => run(null, error.again, book)));
    return;
  }
  const known = typeof error?.code === "string";
  if (!known) console.warn(error);
  const text = known ? refusalWords(error) : t("Something went wrong on this page. Reload it.");
  notice(text, {
    kind: "bad",
    clauses: error?.clauses ?? [],
    book,
    code: known ? error.code : "",
  });
}

/**
 * Says something at the bottom of the page for a while; if it stays, until it is closed. It may
 * have an `action` to take.
 */
export function notice(
  text,
  {
    kind = "good",
    clauses = [],
    book = null,
    code = "",
    action = null,
    stays = false,
    onclose = null,
  } = {},
) {
  let place = $("#notices");
  if (!place) {
    place = h("div", { id: "notices" });
    document.body.append(place);
  }
  // A modal dialog makes everything outside it inert, so a notice goes into the one on top.
  const host = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (place.parentElement !== host) host.append(place);
  const box = h(
    "div",
    {
      class: `notice ${kind}`,
      role: kind === "good" ? "status" : "alert",
      "data-test": "notice",
      "data-code": code,
    },
    h(
      "p",
      {},
      text,
      " ",
      clauses.map((number) =>
        book ? clauseChip(book, number) : h("span", { class: "clause" }, number),
      ),
    ),
    action,
    h(
      "button",
      {
        class: "quiet close",
        "aria-label": t("Close this notice"),
        onclick: () => {
          box.remove();
          onclose?.();
        },
      },
      "×",
    ),
  );
  for (const old of place.querySelectorAll(".notice"))
    if (old.firstChild.textContent === box.firstChild.textContent) old.remove();
  place.append(box);
  if (host !== document.body) box.scrollIntoView({ block: "nearest" });
  const passing = [...place.querySelectorAll(".notice:not(.stays)")];
  for (const old of passing.slice(0, -4)) old.remove();
  if (stays || kind === "news") box.classList.add("stays");
  else setTimeout(() => box.remove(), kind === "bad" ? 12_000 : 5_000);
  return box;
}

/** What was wrong is put right, or left behind: it is said no longer. */
export function clearProblems() {
  for (const old of document.querySelectorAll("#notices .notice.bad:not(.stays)")) old.remove();
}

/** Does something that may fail; a button rests meanwhile. */
export async function run(button, work, book = null) {
  if (button?.dataset.busy) return undefined;
  if (button) {
    button.dataset.busy = "1";
    button.setAttribute("aria-disabled", "true");
  }
  try {
    return await work();
  } catch (error) {
    problem(error, book, () => run(button?.isConnected ? button : null, work, book));
    return undefined;
  } finally {
    if (button) {
      delete button.dataset.busy;
      button.removeAttribute("aria-disabled");
    }
  }
}

// ── dialogs ──────────────────────────────────────────────────────────────────────────────────────

/** A dialog; its content may be replaced with the function that comes back. */
export function dialog(title, content, { test = "", wide = false } = {}) {
  const body = h("div", { class: "dialog-body" }, content);
  const box = h(
    "dialog",
    { class: wide ? "wide" : "", "data-test": test, "aria-label": title },
    h(
      "header",
      {},
      h("h2", {}, title),
      h(
        "button",
        {
          class: "quiet close",
          type: "button",
          "aria-label": t("Close"),
          onclick: () => box.close(),
        },
        "×",
      ),
    ),
    body,
  );
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.addEventListener("close", () => {
    const notices = box.querySelector("#notices");
    if (notices) document.body.append(notices);
    box.remove();
  });
  document.body.append(box);
  box.showModal();
  return {
    box,
    body,
    close: () => box.close(),
    fill: (...made) => body.replaceChildren(...made.flat(3).filter(Boolean)),
  };
}

/** Asks for one line of text. */
export function askText(title, label, action, { value = "", test = "ask" } = {}) {
  return new Promise((done) => {
    const text = h("input", {
      required: true,
      maxlength: 200,
      value,
      autocomplete: "off",
      "data-test": `${test}-text`,
    });
    const form = h(
      "form",
      { class: "stack" },
      field(label, text),
      h(
        "div",
        { class: "actions" },
        h("button", { class: "primary", "data-test": `${test}-do` }, action),
      ),
    );
    const shown = dialog(title, form, { test });
    sends(form, async () => {
      done(text.value.trim());
      shown.close();
    });
    shown.box.addEventListener("close", () => done(null));
    text.focus();
  });
}

/**
 * Asks whether to go on. The focus is on the button that changes nothing, and Escape is that
 * button.
 */
export function askSure(
  title,
  content,
  action,
  { bad = false, test = "sure", keep = "Back" } = {},
) {
  return new Promise((done) => {
    const yes = h(
      "button",
      {
        class: bad ? "danger" : "primary",
        "data-test": `${test}-do`,
        onclick: () => {
          done(true);
          shown.close();
        },
      },
      action,
    );
    const no = h("button", { "data-test": `${test}-keep`, onclick: () => shown.close() }, keep);
    const text = typeof content === "string" ? h("p", {}, content) : content;
    const shown = dialog(title, [text, h("div", { class: "actions" }, no, yes)], { test });
    shown.box.addEventListener("close", () => done(false));
    no.focus();
  });
}

// ── clauses ──────────────────────────────────────────────────────────────────────────────────────

const known = new Map();

/** A clause number that opens the clause in our own words. */
export function clauseChip(book, number) {
  return h(
    "button",
    {
      class: "clause",
      type: "button",
      "data-test": `clause-${number}`,
      "aria-label": t("Clause {clause}: show what it says", { clause: plain(number) }),
      onclick: (event) => {
        event.stopPropagation();
        run(event.currentTarget, () => openClause(book, number), book);
      },
    },
    number.replace(/:.*/, ""),
  );
}

export const clauseChips = (book, numbers) =>
  (numbers ?? []).map((number) => clauseChip(book, number));

async function openClause(book, number) {
  const key = `${book}/${number}`;
  if (!known.has(key))
    known.set(
      key,
      await get(`/api/rulebooks/${encodeURIComponent(book)}/clauses/${encodeURIComponent(number)}`),
    );
  const found = known.get(key);
  dialog(
    t("Clause {clause}", { clause: found.clause.replace(":", ", ").replaceAll("-", " ") }),
    [
      h("p", { class: "says", "data-test": "clause-says" }, found.says),
      h(
        "p",
        { class: "faint" },
        t("In our own words."),
        " ",
        h(
          "a",
          {
            href: `/rulebooks?${new URLSearchParams({ book, clause: number })}`,
          },
          t("See it in the rulebook"),
        ),
      ),
    ],
    { test: "clause-dialog" },
  );
  say(found.says);
}
