// Inviting people: each gets a one-time link and chooses a password with it, which nobody else ever
// knows.

import { copyButton, printButton } from "../components/shown-once.js";
import { command } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { actions, field, sends, Wrong } from "../shared/fields.js";
import { askSure, dialog, run } from "../shared/shell.js";
import { ROLES, roleName } from "../shared/words.js";
import { readList, takesTwo } from "./state.js";

/**
 * What the server said about somebody who was invited.
 * @typedef {{ name: string, role: string, invitation: string | null,
 *   waits: string | null }} Invited
 */

const address = (one) => `${location.origin}/invitation#${one.invitation}`;

/** @param {{ people: Api.PersonView[], founding: boolean }} house */
async function invite(house, { name, role }) {
  const more = takesTwo(house, role) ? { by_two: true } : {};
  return command("/api/people", { name, role, ...more });
}

/** Invites somebody; in a post that was asked for, or one that is chosen. */
export function openAdd(house, reload, post = "player") {
  const name = h("input", {
    required: true,
    maxlength: 64,
    autocomplete: "off",
    "data-test": "new-name",
  });
  const role = h(
    "select",
    { "data-test": "new-role" },
    Object.entries(ROLES).map(([key, label]) =>
      h("option", { value: key, selected: key === post }, label),
    ),
  );
  const form = h(
    "form",
    { class: "stack" },
    field("Name", name),
    field("Role", role),
    h(
      "p",
      { class: "faint" },
      "You get a one-time link to hand over. With it they choose their own password.",
    ),
    actions("add-person-do", "Invite"),
  );
  const shown = dialog("Add a person", form, { test: "person-dialog" });
  sends(
    form,
    async () => {
      const made = await invite(house, { name: name.value.trim(), role: role.value });
      shown.fill(links([made]));
      await reload();
    },
    { where: { name, role }, codes: { "name-taken": name, "bad-name": name } },
  );
  name.focus();
}

/** Another link for somebody who has an account. */
export function againButton(one, reload) {
  const button = h(
    "button",
    {
      class: "small-button",
      "data-test": `invite-${one.name}`,
      onclick: () =>
        run(button, async () => {
          const text =
            `${one.name} gets a new one-time link and chooses another password with it. The ` +
            "present one, any earlier link and the PIN stop working now, and they are signed out.";
          if (!(await askSure(`A new link for ${one.name}?`, text, "Make the link"))) return;
          const path = `/api/people/${encodeURIComponent(one.name)}/invite`;
          const made = await command(path);
          dialog("A new link", links([{ ...made, role: one.role }]), { test: "link-dialog" });
          await reload();
        }),
    },
    "New link",
  );
  return button;
}

// ── a list ───────────────────────────────────────────────────────────────────────────────────────

/** Everybody at once, from a list that is pasted or a file. */
export function openList(house, reload) {
  const text = h("textarea", {
    rows: 8,
    required: true,
    spellcheck: "false",
    placeholder: "Ada Lim, shift manager\nBen Tan, dealer",
    "data-test": "list-text",
  });
  const file = h("input", {
    type: "file",
    accept: ".csv,.txt,text/csv,text/plain",
    "data-test": "list-file",
    onchange: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      text.value = await chosen.text();
      text.dispatchEvent(new Event("input"));
    },
  });
  const form = h(
    "form",
    { class: "stack" },
    field(
      "The list",
      text,
      `One line each: name, post (${Object.values(ROLES).join(", ").toLowerCase()}). ` +
        "Further columns are ignored.",
    ),
    field("Or a CSV file", file),
    actions("list-do", "Invite all"),
  );
  const shown = dialog("Add a list of people", form, { test: "list-dialog", wide: true });
  sends(form, async () => {
    const { people, faults } = readList(text.value, ROLES, house.people);
    if (faults.length) throw new Wrong(text, faults.join(" "));
    const made = [];
    const refused = [];
    for (const one of people) {
      try {
        made.push(await invite(house, one));
      } catch (error) {
        refused.push({ ...one, why: error.message });
      }
    }
    shown.fill(
      refused.length
        ? h(
            "div",
            { class: "held", role: "alert", "data-test": "list-refused" },
            refused.map((one) => h("p", {}, `${one.name} was not added: ${one.why}`)),
          )
        : "",
      made.length ? links(made) : "",
    );
    await reload();
  });
  text.focus();
}

// ── links ────────────────────────────────────────────────────────────────────────────────────────

/** @param {Invited[]} made */
function links(made) {
  const waits = made.some((one) => one.waits);
  const all = made.filter((one) => one.invitation);
  const words =
    all.length === 1
      ? "Hand this link over: it is shown only now, works once, and for three days."
      : "Hand over each link: they are shown only now, and each works once, for three days.";
  const text = all.map((one) => `${one.name}: ${address(one)}`).join("\n");
  return [
    h("p", {}, all.length ? words : "The link was shown before; make a new one if it is lost."),
    waits
      ? h(
          "p",
          { class: "held", "data-test": "link-waits" },
          all.length === 1
            ? "Proposed. The link works once another administrator has approved it."
            : "Links of proposed posts work once another administrator has approved them.",
        )
      : "",
    h(
      "ul",
      { class: "links-once" },
      all.map((one) =>
        h(
          "li",
          {},
          h("b", {}, one.name),
          h("span", { class: "faint small" }, roleName(one.role), one.waits ? ", proposed" : ""),
          h("code", { "data-test": `link-${one.name}` }, address(one)),
          copyButton(`copy-${one.name}`, address(one), {
            name: `Copy the link for ${one.name}`,
            kind: "small-button",
          }),
        ),
      ),
    ),
    all.length
      ? h(
          "div",
          { class: "actions" },
          printButton("print-links", "Pitboss invitations", () => all.map(slip)),
          all.length > 1
            ? copyButton("copy-links", text, { label: "Copy all", kind: "primary" })
            : copyButton("copy-link", address(all[0]), { kind: "primary" }),
        )
      : "",
  ];
}

/** A piece of paper for one person. */
const slip = (one) =>
  h(
    "article",
    { class: "print-slip" },
    h("h2", {}, `${one.name}, ${roleName(one.role).toLowerCase()}`),
    h("p", {}, h("code", {}, address(one))),
    h("p", {}, "Open this address and choose your password. It works once, for three days."),
  );
