// People, devices and programs, for the administrator.

import { copyButton } from "../components/shown-once.js";
import { command, get } from "../shared/api.js";
import { $, dialogOpen, drawn, h, show } from "../shared/dom.js";
import { actions, field, sends } from "../shared/fields.js";
import { askSure, dialog, notice, run, start } from "../shared/shell.js";
import { dateTime } from "../shared/times.js";
import { ROLES, roleName } from "../shared/words.js";
import { badgeButton, STAFF } from "./badges.js";
import { drawBeginning } from "./beginning.js";
import { againButton, openAdd, openList } from "./invite.js";
import { countsByRole, fitting } from "./state.js";
import { programs } from "./tokens.js";

const person = await start({ title: "People", roles: ["administrator"] });
const lamp = $("#lamp");
if (lamp) lamp.hidden = true;

const people = h("tbody", { "data-test": "people" });
const devices = h("tbody", { "data-test": "devices" });
const tokens = h("div");
const recovered = h("section", {
  class: "sheet",
  "aria-label": "Recoveries",
  hidden: true,
  "data-test": "recoveries",
});
const waiting = h("section", {
  class: "sheet",
  "aria-label": "Waiting for a second administrator",
  "data-test": "waiting",
  hidden: true,
});
const find = h("input", {
  type: "search",
  "aria-label": "Find a person",
  placeholder: "Find a person",
  autocomplete: "off",
  "data-test": "find-person",
  oninput: () => draw(),
});
const role = h("select", {
  "aria-label": "Role",
  "data-test": "filter-role",
  onchange: () => draw(),
});
const begun = h("section", {
  class: "sheet beginning",
  "aria-labelledby": "beginning-head",
  "data-test": "beginning",
  hidden: true,
});
const heads = (names) =>
  h(
    "thead",
    {},
    h(
      "tr",
      {},
      names.map((head) =>
        h("th", { scope: "col" }, head || h("span", { class: "unseen" }, "Changes")),
      ),
    ),
  );
let all = [];
/** @type {{ people: Api.PersonView[], founding: boolean }} */
let house = { people: [], founding: false };
let wholeList = false;
/** More rows than anybody looks through; whoever does has all of them. */
const AT_A_TIME = 100;
const more = h(
  "button",
  {
    class: "small-button",
    hidden: true,
    "data-test": "all-people",
    onclick: () => {
      wholeList = true;
      draw();
    },
  },
  "Show all",
);

$("#main").replaceChildren(
  h(
    "div",
    { class: "spread" },
    h("h1", {}, "People"),
    h(
      "div",
      { class: "row" },
      h("div", { class: "find" }, find),
      role,
      h("button", { "data-test": "add-list", onclick: () => openList(house, load) }, "Add a list"),
      h(
        "button",
        { class: "primary", "data-test": "add-person", onclick: () => openAdd(house, load) },
        "Add a person",
      ),
    ),
  ),
  waiting,
  begun,
  recovered,
  h(
    "section",
    { class: "sheet", "aria-label": "People" },
    h("table", { class: "cards-on-phones" }, heads(["Name", "Role", "Signs in", ""]), people),
    more,
  ),
  h(
    "div",
    { class: "spread second" },
    h(
      "div",
      {},
      h("h2", {}, "Devices"),
      h(
        "p",
        { class: "faint" },
        "Signs and consoles that need nobody to sign in. Each has a token of its own, " +
          "which can be revoked.",
      ),
    ),
    h(
      "button",
      {
        class: "primary",
        "data-test": "add-device",
        onclick: (event) => run(event.currentTarget, openDevice),
      },
      "Add a device",
    ),
  ),
  h(
    "section",
    { class: "sheet", "aria-label": "Devices" },
    h("table", { class: "cards-on-phones" }, heads(["Device", "Acts as", "State", ""]), devices),
  ),
  tokens,
);
run(null, load).then(drawn);

const LOOK_MS = 5_000;
/** Whoever has gone away is signed out after a while: a page that looks by itself keeps nobody. */
const PRESENT_MS = 300_000;
let present = performance.now();
for (const kind of ["pointermove", "keydown"])
  addEventListener(kind, () => {
    present = performance.now();
  });
let seen = "";

/** Somebody was approved elsewhere, or has opened a link: the list goes on by itself. */
async function look() {
  const away = document.hidden || performance.now() > present + PRESENT_MS;
  if (away || dialogOpen() || (begun.hidden && waiting.hidden)) return;
  const found = await get("/api/people").catch(() => null);
  if (found && JSON.stringify(found) !== seen && !dialogOpen()) await load();
}
setInterval(() => look().catch(() => {}), LOOK_MS);

async function load() {
  const [found, signs, floor, made] = await Promise.all([
    get("/api/people"),
    get("/api/devices"),
    get("/api/floor"),
    programs(load),
  ]);
  seen = JSON.stringify(found);
  tokens.replaceChildren(...made);
  all = found.people;
  house = { people: all, founding: found.founding };
  const now = {
    ...house,
    waiting: found.waiting,
    floor,
    devices: signs.devices,
    me: String(person.name),
  };
  const addDevice = (event) => run(event.currentTarget, openDevice);
  const add = (role) => openAdd(house, load, role);
  if (!person.demo) drawBeginning(begun, now, { add, addDevice });
  drawWaiting(found.waiting);
  drawRecoveries(found.recoveries);
  draw();
  devices.replaceChildren(
    ...(signs.devices.length
      ? signs.devices.map(deviceRow)
      : [h("tr", {}, h("td", { colspan: 4, class: "faint" }, "None yet."))]),
  );
}

const DEEDS = {
  "add-person": (one) => `Add ${one.name} as ${roleName(one.role).toLowerCase()}`,
  "change-role": (one) => `Make ${one.name} ${roleName(one.role).toLowerCase()}`,
  "enable-person": (one) => `Let ${one.name} in again`,
  "invite-person": (one) => `Give ${one.name} a new link`,
  "reset-factors": (one) => `Take away ${one.name}'s second factor`,
  "issue-badge": (one) => `Give ${one.name} a badge`,
  "add-program": (one) => `Let the program ${one.name} act as ${roleName(one.role).toLowerCase()}`,
};

const answer = (one, what) => command(`/api/deeds/${one.digest}/${what}`, {});

/** What one administrator has proposed, and another one has to approve. */
function drawWaiting(found) {
  waiting.hidden = !found.length;
  const mine = found.filter((one) => one.by !== person.name && one.from_ms <= Date.now());
  waiting.replaceChildren(
    h(
      "div",
      { class: "spread" },
      h("h2", {}, "Waiting for a second administrator"),
      mine.length > 1
        ? h(
            "button",
            {
              class: "primary",
              "data-test": "approve-all",
              onclick: (event) => run(event.currentTarget, () => approveAll(mine)),
            },
            `Approve all ${mine.length} …`,
          )
        : "",
    ),
    h("ul", { class: "deeds" }, found.map(deedItem)),
  );
}

async function approveAll(deeds) {
  const list = h(
    "ul",
    {},
    deeds.map((one) => h("li", {}, `${DEEDS[one.do](one)}, proposed by ${one.by}`)),
  );
  if (!(await askSure("Approve all of these?", list, "Approve", { test: "approve-all" }))) return;
  try {
    for (const one of deeds) await answer(one, "approve");
  } finally {
    await load();
  }
}

function deedItem(one) {
  const own = one.by === person.name;
  const early = one.from_ms > Date.now();
  const decide = (what, label, kind) =>
    h(
      "button",
      {
        class: `small-button ${kind}`,
        "data-test": `${what}-${one.name}`,
        disabled: what === "approve" && early,
        onclick: (event) =>
          run(event.currentTarget, async () => {
            await answer(one, what);
            await load();
          }),
      },
      label,
    );
  return h(
    "li",
    {},
    h(
      "span",
      {},
      `${DEEDS[one.do](one)}: proposed by ${one.by}, ${dateTime(one.at_ms)}. `,
      own ? "Another administrator approves it. " : "",
      early
        ? h(
            "b",
            { "data-test": `early-${one.name}` },
            `It can be approved from ${dateTime(one.from_ms)}: until then an account of the two ` +
              "is too new. ",
          )
        : "",
    ),
    h(
      "span",
      { class: "row" },
      own ? "" : decide("approve", "Approve", "primary"),
      decide("drop", own ? "Withdraw" : "Decline", ""),
    ),
  );
}

/** Ways back in that were made on the machine itself: every administrator sees them. */
function drawRecoveries(found) {
  recovered.hidden = !found.length;
  recovered.replaceChildren(
    h("h2", {}, "Recovered from the command line"),
    h(
      "ul",
      {},
      found.map((one) =>
        h(
          "li",
          {},
          h("b", {}, one.name),
          ` on ${dateTime(one.at_ms)} by ${one.os_user} on ${one.host}: ${one.reason}`,
        ),
      ),
    ),
  );
}

function draw() {
  const counts = countsByRole(all);
  show(role, counts, () => [
    h("option", { value: "" }, `All roles (${all.length})`),
    counts.map(([key, count]) =>
      h("option", { value: key, selected: key === role.value }, `${roleName(key)} (${count})`),
    ),
  ]);
  const fits = fitting(all, { text: find.value, role: role.value }, roleName);
  const shown = wholeList ? fits : fits.slice(0, AT_A_TIME);
  more.hidden = shown.length === fits.length;
  more.textContent = `Show all ${fits.length}`;
  people.replaceChildren(
    ...(shown.length
      ? shown.map(personRow)
      : [h("tr", {}, h("td", { colspan: 4, class: "faint" }, "Nobody of that name or role."))]),
  );
}

// ── people ───────────────────────────────────────────────────────────────────────────────────────

const change = (name, what, body = {}) =>
  command(`/api/people/${encodeURIComponent(name)}/${what}`, body);

/** How somebody signs in, in words, and the colour of that. */
function stateOf(one) {
  if (!one.enabled) return ["Disabled", "bad"];
  if (one.invited_until_ms && one.invited_until_ms <= Date.now())
    return ["Link has run out", "bad"];
  if (one.invited_until_ms) return [`Invited until ${dateTime(one.invited_until_ms)}`, "wait"];
  if (!one.has_password) return ["No password", ""];
  if (one.must_change) return ["First password", ""];
  return [one.second_factor ? "With a second factor" : "With a password", "good"];
}

function personRow(one) {
  const self = one.name === person.name;
  const role = h(
    "select",
    {
      "aria-label": `Role of ${one.name}`,
      disabled: self,
      "data-test": `role-${one.name}`,
      onchange: () => run(null, () => changeRole(one, role)),
    },
    Object.entries(ROLES).map(([key, label]) =>
      h("option", { value: key, selected: key === one.role }, label),
    ),
  );
  const [state, kind] = stateOf(one);
  const may = h("span", { class: `badge ${kind}` }, state);
  const disable = h(
    "button",
    {
      class: "small-button danger",
      "data-test": `disable-${one.name}`,
      onclick: () =>
        run(disable, async () => {
          if (
            !(await askSure(
              "Disable",
              `${one.name} can't sign in any more, and is signed out everywhere. What ` +
                `${one.name} has done stays in the journal.`,
              "Disable",
              { bad: true },
            ))
          )
            return;
          await change(one.name, "disable");
          await load();
        }),
    },
    "Disable",
  );
  const enable = h(
    "button",
    {
      class: "small-button",
      "data-test": `enable-${one.name}`,
      onclick: () =>
        run(enable, async () => {
          await change(one.name, "enable");
          await load();
        }),
    },
    "Enable",
  );
  return h(
    "tr",
    { "data-test": `person-${one.name}` },
    h("td", {}, h("b", {}, one.name), self ? h("span", { class: "badge" }, "you") : ""),
    h("td", {}, role),
    h("td", { "data-test": `state-${one.name}` }, may),
    h(
      "td",
      {},
      h(
        "div",
        { class: "row" },
        self ? "" : againButton(one, load),
        self || !one.second_factor ? "" : resetButton(one.name),
        STAFF.includes(one.role) ? badgeButton(one, load) : "",
        self ? "" : one.enabled ? disable : enable,
      ),
    ),
  );
}

/** For whoever has lost the telephone: another administrator approves it. */
function resetButton(name) {
  const button = h(
    "button",
    {
      class: "small-button",
      "data-test": `factors-${name}`,
      onclick: () =>
        run(button, async () => {
          const text =
            `${name} is signed out, and signs in with the password alone until another second ` +
            "factor is set up. Until then, and a day after, nothing is approved by that name.";
          if (!(await askSure("Reset the second factor", text, "Reset", { bad: true }))) return;
          await change(name, "factors");
          await load();
        }),
    },
    "Reset second factor",
  );
  return button;
}

/** A key pressed by accident on the list of roles must not make a player a dealer. */
async function changeRole(one, select) {
  const [before, after] = [one.role, select.value].map((role) => roleName(role).toLowerCase());
  const sure = await askSure(
    `Make ${one.name} ${withArticle(after)}?`,
    [
      h(
        "p",
        {},
        `${one.name} is ${withArticle(before)} now. The new role counts at once, wherever ` +
          `${one.name} is signed in.`,
      ),
    ],
    `Make ${withArticle(after)}`,
    { test: "role", keep: `Leave as ${before}` },
  );
  if (!sure) {
    select.value = one.role;
    return;
  }
  try {
    await change(one.name, "role", { role: select.value });
    notice(`${one.name} is now ${withArticle(after)}.`);
  } finally {
    await load();
  }
}

const withArticle = (role) => `${/^[aeiou]/.test(role) ? "an" : "a"} ${role}`;

// ── devices ──────────────────────────────────────────────────────────────────────────────────────

function deviceRow(one) {
  const revoke = h(
    "button",
    {
      class: "small-button danger",
      "data-test": `revoke-${one.label}`,
      onclick: () =>
        run(revoke, async () => {
          if (
            !(await askSure(
              "Revoke the device",
              `${one.label} is shut out at once, wherever its address is open.`,
              "Revoke",
              { bad: true },
            ))
          )
            return;
          await command(`/api/devices/${encodeURIComponent(one.device)}/revoke`);
          await load();
        }),
    },
    "Revoke",
  );
  const renew = h(
    "button",
    {
      class: "small-button",
      "data-test": `renew-${one.label}`,
      onclick: () =>
        run(renew, async () => {
          if (
            !(await askSure(
              "Renew the device",
              `${one.label} gets another token; where it is open now it is shut out until ` +
                "the new address is opened there.",
              "Renew",
            ))
          )
            return;
          const made = await command(`/api/devices/${encodeURIComponent(one.device)}/renew`);
          const { links } = await get("/api/floor");
          const paths = one.table
            ? [`/table/${encodeURIComponent(one.table)}`]
            : links.map(({ link }) => `/sign/${encodeURIComponent(link)}`);
          dialog("The device's new address", tokenShown(paths, made.token), {
            test: "device-dialog",
          });
          await load();
        }),
    },
    "Renew",
  );
  const ended = one.ends_ms !== null && one.ends_ms <= Date.now();
  return h(
    "tr",
    { "data-test": `device-${one.label}` },
    h("td", {}, h("b", {}, one.label), " ", h("small", { class: "faint mono" }, one.device)),
    h("td", {}, one.table ? `${roleName(one.role)}, ${one.table}` : roleName(one.role)),
    h(
      "td",
      {},
      one.revoked || ended
        ? h("span", { class: "badge bad" }, one.revoked ? "Revoked" : "Expired")
        : h("span", { class: "badge good" }, "In use"),
      one.revoked || one.ends_ms === null ? "" : [" until ", dateTime(one.ends_ms)],
    ),
    h("td", {}, one.revoked ? "" : [renew, " ", revoke]),
  );
}

async function openDevice() {
  const floor = await get("/api/floor");
  const places = [
    ...floor.links.map((link) => [
      "display",
      `/sign/${encodeURIComponent(link.link)}`,
      `Sign of ${link.link}`,
    ]),
    ...floor.tables.map((row) => [
      "dealer",
      `/table/${encodeURIComponent(row.table)}`,
      `Console of ${row.table}`,
      row.table,
    ]),
  ];
  const label = h("input", {
    required: true,
    maxlength: 64,
    autocomplete: "off",
    placeholder: "Over the entrance",
    "data-test": "device-text",
  });
  const what = h(
    "select",
    { "data-test": "device-what" },
    places.map(([, , words], at) => h("option", { value: String(at) }, words)),
  );
  const form = h(
    "form",
    { class: "stack" },
    field("What does it show?", what),
    field("Where is it?", label),
    actions("device-do", "Add device"),
  );
  const shown = dialog(
    "Add a device",
    places.length ? form : h("p", {}, "There are no jackpots and no tables yet."),
    { test: "device-dialog" },
  );
  sends(
    form,
    async () => {
      const [role, path, , table] = places[Number(what.value)];
      const made = await command("/api/devices", {
        role,
        label: label.value.trim(),
        ...(table ? { table } : {}),
      });
      shown.fill(tokenShown([path], made.token));
      await load();
    },
    { where: { label, table: what, role: what }, codes: { "bad-name": label } },
  );
  label.focus();
}

/** The address of a device, or of a sign for each jackpot that it could show. */
function tokenShown(paths, token) {
  const addresses = paths.map((path) => `${location.origin}${path}#device=${token}`);
  return [
    h(
      "p",
      {},
      "Open this address on the device. It holds the device's token, which is shown only " +
        "now: whoever has it is the device.",
    ),
    ...addresses.map((one) => h("p", {}, h("code", { "data-test": "device-token" }, one))),
    h(
      "div",
      { class: "actions" },
      copyButton("copy-device", addresses.join("\n"), { kind: "primary" }),
    ),
  ];
}
