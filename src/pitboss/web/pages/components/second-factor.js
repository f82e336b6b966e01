// The second factor: setting up an authenticator app, and proving it again when that is required.

import { get, me, post } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { actions, field, sends } from "../shared/fields.js";
import { askSure, askText, dialog, notice, run } from "../shared/shell.js";
import { answerOf, canPasskey, makePasskey } from "./passkeys.js";
import { copyButton, printButton } from "./shown-once.js";

/** The server's error about a code is shown at its field. */
const ABOUT_CODE = ["wrong-code", "second-factor-locked", "second-factor-needed", "too-many-tries"];
export const aboutCode = (input) => Object.fromEntries(ABOUT_CODE.map((code) => [code, input]));

/** The field for an app's code; a recovery code fits too. */
export const codeField = () =>
  h("input", {
    required: true,
    maxlength: 40,
    autocomplete: "one-time-code",
    autocapitalize: "none",
    spellcheck: "false",
    "data-test": "code",
  });

// ── setting up ───────────────────────────────────────────────────────────────────────────────────

/**
 * Shows the steps of setting up an app in a place, one after another; calls `done` when the
 * recovery codes were seen. ``given`` is the password, if it was typed just now.
 */
export async function setUpApp(place, done, given = "") {
  const needsPassword = await asksForPassword(given);
  if (!needsPassword) return showSecret(place, done, given);
  const password = h("input", {
    type: "password",
    required: true,
    autocomplete: "current-password",
    "data-test": "factor-password",
  });
  const form = h(
    "form",
    { class: "stack" },
    field("Your password", password),
    actions("factor-next", "Next"),
  );
  place.replaceChildren(form);
  sends(form, () => showSecret(place, done, password.value), {
    where: { password },
    codes: { "wrong-name-or-password": password, "too-many-tries": password },
  });
  password.focus();
}

/** Somebody with a factor has proved it; in a demonstration nothing is required. */
async function asksForPassword(given) {
  if (given || (await me()).demo) return false;
  const { totp, passkeys } = await get("/api/factors");
  return !totp && !passkeys.length;
}

async function showSecret(place, done, password) {
  const made = await post("/api/factors/totp", password ? { password } : {});
  const code = codeField();
  const form = h(
    "form",
    { class: "stack", "data-test": "app-form" },
    canPasskey ? passkeyInstead(done, password) : "",
    h("p", {}, "Scan this with an authenticator app, or type the secret into it."),
    h("img", { class: "qr", src: made.qr, alt: "The secret as a QR code" }),
    h("p", {}, "Secret: ", h("code", { "data-test": "totp-secret" }, made.secret)),
    field("6-digit code from the app", code),
    actions("app-confirm", "Confirm"),
  );
  place.replaceChildren(form);
  sends(
    form,
    async () => {
      const { codes } = await post("/api/factors/totp/confirm", { code: code.value });
      showCodes(place, codes, done);
    },
    { codes: aboutCode(code) },
  );
  code.focus();
}

/** A passkey is as good as an app, and needs no codes. */
function passkeyInstead(done, password) {
  const button = h(
    "button",
    {
      type: "button",
      "data-test": "passkey-instead",
      onclick: () =>
        run(button, async () => {
          if (await namedPasskey(password)) done();
        }),
    },
    "Use a passkey instead …",
  );
  return button;
}

/** Creates a passkey with a name by which its owner recognises it. */
async function namedPasskey(password = "") {
  const label = await askText(
    "A new passkey",
    "A name for it, such as the phone or key it is on",
    "Add it",
    {
      value: "My telephone",
      test: "passkey",
    },
  );
  if (!label) return false;
  await makePasskey(label, password);
  return true;
}

/** Recovery codes, which are shown this once. */
export function showCodes(place, codes, done) {
  const button = h(
    "button",
    { class: "primary", "data-test": "codes-kept", onclick: () => run(button, async () => done()) },
    "I have saved them",
  );
  const list = (test) =>
    h(
      "ul",
      { class: "codes", "data-test": test },
      codes.map((one) => h("li", {}, h("code", {}, one))),
    );
  const paper = () => [
    h("p", {}, `${location.host}: each code signs in once, without the app.`),
    list("printed-codes"),
  ];
  place.replaceChildren(
    h(
      "div",
      { class: "stack" },
      h(
        "p",
        {},
        "Recovery codes: each lets you in once, without the app. Keep them where nobody else " +
          "finds them; they are not shown again.",
      ),
      list("recovery-codes"),
      h(
        "div",
        { class: "actions" },
        copyButton("copy-codes", codes.join("\n")),
        printButton("print-codes", "Pitboss recovery codes", paper),
        button,
      ),
    ),
  );
  button.focus();
}

// ── one's own ────────────────────────────────────────────────────────────────────────────────────

/** The dialog in which people see and change their factors besides the password. */
export async function openFactors() {
  const found = await get("/api/factors");
  const place = h("div", { class: "stack" });
  const shown = dialog("Your second factor", place, { test: "factors-dialog" });
  const finish = () => {
    shown.close();
    notice("Your second factor is set up.");
  };
  const button = (test, label, work) =>
    h(
      "button",
      {
        type: "button",
        "data-test": test,
        onclick: (event) => run(event.currentTarget, work),
      },
      label,
    );
  const any = found.totp || found.passkeys.length > 0;
  const has = any
    ? `You sign in with a second factor. ${found.codes_left} recovery codes are left.`
    : "You sign in with a password alone.";
  const anew = async () => {
    shown.close();
    await openFactors();
  };
  const needsPassword = !any && !(await me()).demo;
  place.replaceChildren(
    h("p", { "data-test": "factors-state" }, has),
    h(
      "ul",
      { class: "codes", "data-test": "passkeys" },
      found.passkeys.map((one) =>
        h(
          "li",
          { class: "row" },
          h("span", {}, `Passkey: ${one.label}`),
          button(`remove-passkey-${one.label}`, "Remove", async () => {
            const text = `Nobody signs in or approves with ${one.label} any more.`;
            if (!(await askSure("Remove the passkey", text, "Remove", { bad: true }))) return;
            await post(`/api/factors/passkeys/${encodeURIComponent(one.id)}/remove`);
            await anew();
          }),
        ),
      ),
    ),
    h(
      "div",
      { class: "row" },
      button(
        "factors-app",
        found.totp ? "Use another app …" : "Set up an authenticator app …",
        () => setUpApp(place, finish),
      ),
      canPasskey && !needsPassword
        ? button("factors-passkey", "Add a passkey …", async () => {
            if (await namedPasskey()) await anew();
          })
        : "",
      any
        ? button("factors-codes", "New recovery codes", async () => {
            const { codes } = await post("/api/factors/codes");
            showCodes(place, codes, () => shown.close());
          })
        : "",
      found.totp && (!found.needed || found.passkeys.length > 0)
        ? button("factors-remove", "Remove the app", async () => {
            await post("/api/factors/totp/remove");
            shown.close();
            notice("The app is removed.");
          })
        : "",
    ),
  );
  place.querySelector("button").focus();
}

// ── proving it again ─────────────────────────────────────────────────────────────────────────────

/** Where a tab keeps the state of a sign-in at the house's directory. */
export const KEPT = "pitboss-directory";

/** Asks for the second factor again; returns whether it was proved. */
export async function proveAgain() {
  const { directory } = await get("/api/factors");
  return directory ? proveThere() : proveHere();
}

/**
 * Goes to the directory, which asks again. The page comes back; the original request is not carried
 * out.
 */
function proveThere() {
  const go = h(
    "button",
    {
      class: "primary",
      "data-test": "step-up-directory",
      onclick: () =>
        run(go, async () => {
          const { address, flow } = await post("/api/step-up/directory/start", {});
          const next = location.pathname + location.search;
          sessionStorage.setItem(KEPT, JSON.stringify({ flow, next, again: true }));
          location.assign(address);
        }),
    },
    "Go to the directory",
  );
  const shown = dialog(
    "Confirm that it is you",
    [
      h("p", {}, "To go on, sign in at the directory once more. You will come back to this page."),
      h("div", { class: "actions" }, go),
    ],
    { test: "step-up" },
  );
  go.focus();
  return new Promise((done) => shown.box.addEventListener("close", () => done(false)));
}

function proveHere() {
  return new Promise((done) => {
    const code = codeField();
    const byPasskey = h(
      "button",
      {
        type: "button",
        "data-test": "step-up-passkey",
        onclick: () =>
          run(byPasskey, async () => {
            await post("/api/step-up", { passkey: await answerOf("step-up") });
            done(true);
            shown.close();
          }),
      },
      "Use a passkey",
    );
    const form = h(
      "form",
      { class: "stack" },
      h("p", {}, "To go on, enter the code that your app shows, or a recovery code."),
      field("Code", code),
      actions("step-up-do", "Go on", canPasskey ? byPasskey : ""),
    );
    const shown = dialog("Confirm that it is you", form, { test: "step-up" });
    sends(
      form,
      async () => {
        await post("/api/step-up", { code: code.value });
        done(true);
        shown.close();
      },
      { codes: aboutCode(code) },
    );
    shown.box.addEventListener("close", () => done(false));
    code.focus();
  });
}
