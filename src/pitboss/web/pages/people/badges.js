// Badges, with which people approve at a table: a scanner reads the number and types it.

import { command } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { actions, field, sends } from "../shared/fields.js";
import { askSure, dialog, notice, run } from "../shared/shell.js";

export const STAFF = ["dealer", "pit-supervisor", "pit-manager", "shift-manager"];

const path = (name, rest = "") => `/api/badges/${encodeURIComponent(name)}${rest}`;

/** Gives somebody a badge, or revokes the one that he has. ``reload`` draws the page again. */
export function badgeButton(one, reload) {
  const button = h(
    "button",
    {
      class: "small-button",
      "data-test": `badge-${one.name}`,
      onclick: () =>
        one.badge ? run(button, () => revoke(one.name, reload)) : openBadge(one.name, reload),
    },
    one.badge ? "Revoke badge" : "Give a badge",
  );
  return button;
}

async function revoke(name, reload) {
  const text = `Nobody approves with ${name}'s badge any more.`;
  if (!(await askSure("Revoke the badge", text, "Revoke", { bad: true }))) return;
  await command(path(name, "/revoke"));
  await reload();
}

function openBadge(name, reload) {
  const number = h("input", {
    type: "password",
    required: true,
    maxlength: 64,
    autocomplete: "off",
    "data-test": "badge-number",
  });
  const form = h(
    "form",
    { class: "stack", autocomplete: "off" },
    field(`Scan the badge for ${name}`, number, "Another administrator approves it."),
    actions("badge-do", "Give this badge"),
  );
  const shown = dialog("Give a badge", form, { test: "badge-dialog" });
  sends(
    form,
    async () => {
      const { waits } = await command(path(name), { badge: number.value });
      shown.close();
      notice(waits ? "Another administrator approves it." : `${name} has a badge.`);
      await reload();
    },
    { where: { badge: number }, codes: { "badge-taken": number, "no-vault": number } },
  );
  number.focus();
}
