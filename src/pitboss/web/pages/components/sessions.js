// Where somebody is signed in, and ending that in other browsers.

import { get, me, post } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { field, sends } from "../shared/fields.js";
import { dialog, notice } from "../shared/shell.js";
import { dateTime } from "../shared/times.js";

const path = (which) => `/api/sessions/${encodeURIComponent(which)}/end`;

/** The dialog with one's own sessions. */
export async function openSessions() {
  const [{ sessions }, factors, person] = await Promise.all([
    get("/api/sessions"),
    get("/api/factors"),
    me(),
  ]);
  // Somebody with a second factor is asked for it when necessary.
  const asked = !(person.demo || factors.totp || factors.passkeys.length || factors.directory);
  const password = h("input", {
    type: "password",
    required: true,
    autocomplete: "current-password",
    "data-test": "session-password",
  });
  const list = h("ul", { class: "codes", "data-test": "sessions" });
  const end = (which, label) =>
    h("button", { "data-test": `end-${which}`, value: which, class: "small-button" }, label);
  const draw = (found) => {
    const others = found.filter((one) => !one.here);
    list.replaceChildren(
      ...found.map((one) =>
        h(
          "li",
          { class: "row" },
          h("b", {}, one.here ? "This browser" : "Another browser"),
          h("span", {}, `signed in ${dateTime(one.opened_ms)}, last used ${dateTime(one.seen_ms)}`),
          one.here ? "" : end(one.session, "End"),
        ),
      ),
    );
    form.replaceChildren(
      list,
      others.length && asked ? field("Your password", password, "To end a session.") : "",
      others.length ? h("div", { class: "actions" }, end("others", "End all others")) : "",
    );
  };
  const form = /** @type {HTMLFormElement} */ (h("form", { class: "stack" }));
  let which = "others";
  form.addEventListener("submit", (event) => {
    which = /** @type {HTMLButtonElement} */ (event.submitter)?.value || "others";
  });
  const shown = dialog("Where you are signed in", form, { test: "sessions-dialog" });
  sends(
    form,
    async () => {
      const body = asked ? { password: password.value } : {};
      draw((await post(path(which), body)).sessions);
      notice("Signed out there.");
    },
    {
      where: { password },
      codes: { "wrong-name-or-password": password, "too-many-tries": password },
    },
  );
  draw(sessions);
  shown.box.querySelector("button").focus();
}
