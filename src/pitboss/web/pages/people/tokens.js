// Programs that act by a token, for the administrator: what each may do, until when, and its last
// use.

import { copyButton } from "../components/shown-once.js";
import { command, get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { actions, field, sends, Wrong } from "../shared/fields.js";
import { askSure, dialog, run } from "../shared/shell.js";
import { dateTime, momentOf, zoneLong } from "../shared/times.js";
import { roleName } from "../shared/words.js";

const ROLES = ["auditor", "dealer", "pit-supervisor", "pit-manager", "shift-manager"];
const READS = {
  floor: "Tables and jackpots as they are now",
  records: "Rounds, claims, incidents, the log",
  reports: "Reports and the audit",
  rules: "Rulebooks and their mathematics",
};
const DAY_MS = 86_400_000;
const words = (text) => text.split(/[\s,]+/).filter(Boolean);
const names = (text) =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

/** What a token is for, in words. */
function scopeWords({ reads = [], commands = [], tables = [] }) {
  const may = commands.length ? `gives ${commands.join(", ")}` : "read-only";
  const sees = reads.length ? `; reads ${reads.join(", ")}` : "";
  return `${may}${sees}${tables.length ? `; ${tables.join(", ")} only` : ""}`;
}

/** The list of tokens, and the button that makes one. ``reload`` draws the page again. */
export async function programs(reload) {
  const { tokens } = await get("/api/tokens");
  const rows = tokens.length
    ? tokens.map((one) => programRow(one, reload))
    : [h("tr", {}, h("td", { colspan: 4, class: "faint" }, "None yet."))];
  const heads = ["Program", "May do", "State", ""];
  return [
    h(
      "div",
      { class: "spread second" },
      h(
        "div",
        {},
        h("h2", {}, "Programs"),
        h(
          "p",
          { class: "faint" },
          "Programs act with a token that expires. They can't approve anything, and never count " +
            "as a person.",
        ),
      ),
      h(
        "button",
        { class: "primary", "data-test": "add-token", onclick: () => openToken(reload) },
        "Add a program",
      ),
    ),
    h(
      "section",
      { class: "sheet", "aria-label": "Programs" },
      h(
        "table",
        { class: "cards-on-phones" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((head) =>
              h("th", { scope: "col" }, head || h("span", { class: "unseen" }, "Changes")),
            ),
          ),
        ),
        h("tbody", { "data-test": "tokens" }, rows),
      ),
    ),
  ];
}

function programRow(one, reload) {
  const over = one.revoked || one.until_ms <= Date.now();
  const revoke = h(
    "button",
    {
      class: "small-button danger",
      "data-test": `revoke-token-${one.name}`,
      onclick: () =>
        run(revoke, async () => {
          const text = `${one.name} is shut out at once. What it has done stays in the journal.`;
          if (!(await askSure("Revoke the token", text, "Revoke", { bad: true }))) return;
          await command(`/api/tokens/${encodeURIComponent(one.program)}/revoke`);
          await reload();
        }),
    },
    "Revoke",
  );
  const state = one.revoked ? "Revoked" : over ? "Expired" : `Until ${dateTime(one.until_ms)}`;
  const used = one.used_ms === null ? "never used" : `last used ${dateTime(one.used_ms)}`;
  return h(
    "tr",
    { "data-test": `token-${one.name}` },
    h("td", {}, h("b", {}, one.name), " ", h("small", { class: "faint" }, `made by ${one.by}`)),
    h("td", {}, `${roleName(one.role)}: ${scopeWords(one.scope)}`),
    h(
      "td",
      {},
      h("span", { class: `badge ${over ? "bad" : "good"}` }, state),
      " ",
      h("small", { class: "faint" }, used),
    ),
    h("td", {}, over ? "" : revoke),
  );
}

function openToken(reload) {
  const name = h("input", {
    required: true,
    maxlength: 64,
    autocomplete: "off",
    placeholder: "Nightly export",
    "data-test": "token-name",
  });
  const role = h(
    "select",
    { "data-test": "token-role" },
    ROLES.map((key) => h("option", { value: key }, roleName(key))),
  );
  const reads = Object.entries(READS).map(([key, label]) => {
    const box = h("input", { type: "checkbox", value: key, "data-test": `token-reads-${key}` });
    return { key, box, row: h("label", {}, box, label) };
  });
  const commands = h("input", {
    autocomplete: "off",
    placeholder: "open-betting, deal",
    "data-test": "token-commands",
  });
  const tables = h("input", { autocomplete: "off", "data-test": "token-tables" });
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const until = h("input", {
    type: "date",
    required: true,
    min: tomorrow,
    "data-test": "token-until",
  });
  const form = h(
    "form",
    { class: "stack" },
    field("Name of the program", name),
    field("Acts as", role, "For a senior post another administrator has to approve it."),
    h(
      "fieldset",
      { class: "ticks" },
      h("legend", {}, "May read"),
      reads.map((one) => one.row),
    ),
    field("Commands that it may give", commands, "Blank: the token is read-only."),
    field("Only at these tables", tables, "Names, separated by commas. Blank: every table."),
    field("Ends on", until, `At the end of this day in ${zoneLong()}.`),
    actions("token-do", "Make the token"),
  );
  const shown = dialog("Add a program", form, { test: "token-dialog" });
  sends(
    form,
    async () => {
      const ends = momentOf(`${until.value}T23:59:59`);
      if (!Number.isFinite(ends)) throw new Wrong(until, "Say when the token ends.");
      const made = await command("/api/tokens", {
        name: name.value.trim(),
        role: role.value,
        scope: {
          reads: reads.filter((one) => one.box.checked).map((one) => one.key),
          commands: words(commands.value),
          tables: names(tables.value),
        },
        until_ms: ends,
      });
      shown.fill(tokenShown(made));
      await reload();
    },
    {
      where: { name, role, scope: commands, until_ms: until },
      codes: { "bad-name": name, "name-taken": name, "no-such-table": tables },
    },
  );
  name.focus();
}

function tokenShown(made) {
  const later = made.waits ? " It counts once another administrator has approved it." : "";
  return [
    h(
      "p",
      {},
      "Give this token to the program, which sends it as Authorization: Bearer. It is shown only " +
        `now: whoever has it is the program.${later}`,
    ),
    h("p", {}, h("code", { "data-test": "token-shown" }, made.token)),
    h("div", { class: "actions" }, copyButton("copy-token", made.token, { kind: "primary" })),
  ];
}
