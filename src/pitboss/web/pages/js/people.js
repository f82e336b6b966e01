// People and devices, for the administrator.

import { get, post } from "./api.js";
import { $, h } from "./dom.js";
import { askSure, askText, dialog, notice, run, start } from "./shell.js";
import { ROLES, roleName } from "./words.js";

const person = await start({ title: "People", roles: ["administrator"] });
const lamp = $("#lamp");
if (lamp) lamp.hidden = true;

const people = h("tbody", { "data-test": "people" });
const devices = h("tbody", { "data-test": "devices" });
$("#main").replaceChildren(
  h("div", { class: "spread" }, h("h1", {}, "People"), h("button", { class: "primary", "data-test": "add-person", onclick: openAdd }, "Add a person")),
  h("section", { class: "sheet scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ["Name", "Role", "Signs in", ""].map((head) => h("th", { scope: "col" }, head || h("span", { class: "unseen" }, "Changes"))))), people)),
  h("div", { class: "spread second" }, h("div", {}, h("h2", {}, "Devices"), h("p", { class: "faint" }, "Signs and consoles that need nobody to sign in. Each has a token of its own, which can be revoked.")), h("button", { class: "primary", "data-test": "add-device", onclick: openDevice }, "Add a device")),
  h("section", { class: "sheet scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ["Device", "Acts as", "State", ""].map((head) => h("th", { scope: "col" }, head || h("span", { class: "unseen" }, "Changes"))))), devices)));
run(null, load);

async function load() {
  const [all, signs] = await Promise.all([get("/api/people"), get("/api/devices")]);
  people.replaceChildren(...all.people.map(personRow));
  devices.replaceChildren(...(signs.devices.length ? signs.devices.map(deviceRow) : [h("tr", {}, h("td", { colspan: 4, class: "faint" }, "None yet."))]));
}

const change = (name, what, body = {}) => post(`/api/people/${encodeURIComponent(name)}/${what}`, body);

function personRow(one) {
  const self = one.name === person.name;
  const role = h("select", { "aria-label": `Role of ${one.name}`, disabled: self, "data-test": `role-${one.name}`, onchange: () => run(null, async () => { await change(one.name, "role", { role: role.value }); notice(`${one.name} is now ${roleName(role.value).toLowerCase()}.`); await load(); }) }, Object.entries(ROLES).map(([key, label]) => h("option", { value: key, selected: key === one.role }, label)));
  return h("tr", { "data-test": `person-${one.name}` },
    h("td", {}, h("b", {}, one.name), self ? h("span", { class: "badge" }, "you") : ""),
    h("td", {}, role),
    h("td", {}, one.enabled ? (one.has_password ? h("span", { class: "badge good" }, "Yes") : h("span", { class: "badge" }, "No password")) : h("span", { class: "badge bad" }, "Disabled")),
    h("td", {}, h("div", { class: "row" },
      h("button", { class: "small-button", "data-test": `password-${one.name}`, onclick: () => openPassword(one.name) }, "New password"),
      self ? "" : one.enabled
        ? h("button", { class: "small-button danger", "data-test": `disable-${one.name}`, onclick: (event) => run(event.currentTarget, async () => { if (await askSure("Disable", `${one.name} can't sign in any more, and is signed out everywhere.`, "Disable", { bad: true })) { await change(one.name, "disable"); await load(); } }) }, "Disable")
        : h("button", { class: "small-button", "data-test": `enable-${one.name}`, onclick: (event) => run(event.currentTarget, async () => { await change(one.name, "enable"); await load(); }) }, "Enable"))));
}

function passwordField() {
  return h("input", { id: "new-password", type: "password", required: true, minlength: 10, maxlength: 200, autocomplete: "new-password", "data-test": "new-password" });
}

function openAdd() {
  const name = h("input", { id: "new-name", required: true, maxlength: 40, autocomplete: "off", "data-test": "new-name" });
  const role = h("select", { id: "new-role", "data-test": "new-role" }, Object.entries(ROLES).map(([key, label]) => h("option", { value: key }, label)));
  const word = passwordField();
  const form = h("form", { class: "form", onsubmit: (event) => { event.preventDefault(); run(form.querySelector(".primary"), async () => { await post("/api/people", { name: name.value.trim(), role: role.value, password: word.value }); shown.close(); notice(`${name.value.trim()} can sign in.`); await load(); }); } },
    h("label", { for: "new-name" }, "Name"), name, h("label", { for: "new-role" }, "Role"), role, h("label", { for: "new-password" }, "First password"), h("p", { class: "hint" }, "At least 10 characters. They can change it."), word,
    h("div", { class: "actions" }, h("button", { class: "primary", "data-test": "add-person-do" }, "Add")));
  const shown = dialog("Add a person", form, { test: "person-dialog" });
  name.focus();
}

function openPassword(name) {
  const word = passwordField();
  const form = h("form", { class: "form", onsubmit: (event) => { event.preventDefault(); run(form.querySelector(".primary"), async () => { await change(name, "password", { password: word.value }); shown.close(); notice(`${name} has a new password.`); await load(); }); } },
    h("label", { for: "new-password" }, `New password for ${name}`), h("p", { class: "hint" }, "At least 10 characters."), word, h("div", { class: "actions" }, h("button", { class: "primary", "data-test": "password-do" }, "Set it")));
  const shown = dialog("New password", form);
  word.focus();
}

function deviceRow(one) {
  return h("tr", {}, h("td", {}, h("b", {}, one.label), " ", h("small", { class: "faint mono" }, one.device)), h("td", {}, roleName(one.role)), h("td", {}, one.revoked ? h("span", { class: "badge bad" }, "Revoked") : h("span", { class: "badge good" }, "In use")),
    h("td", {}, one.revoked ? "" : h("button", { class: "small-button danger", "data-test": `revoke-${one.label}`, onclick: (event) => run(event.currentTarget, async () => { if (await askSure("Revoke the device", `${one.label} shows nothing any more.`, "Revoke", { bad: true })) { await post(`/api/devices/${encodeURIComponent(one.device)}/revoke`); await load(); } }) }, "Revoke")));
}

async function openDevice() {
  const label = await askText("Add a device", "What is it? For example: Sign over the entrance", "Add a sign", { test: "device" });
  if (!label) return;
  await run(null, async () => {
    const made = await post("/api/devices", { role: "display", label });
    const address = `${location.origin}/sign/JACKPOT#device=${made.token}`;
    dialog("The device's address", [
      h("p", {}, "Open this on the device, with the jackpot's name in the place of JACKPOT. The token is shown only now."),
      h("p", {}, h("code", { "data-test": "device-token" }, address)),
      h("div", { class: "actions" }, h("button", { class: "primary", onclick: () => navigator.clipboard?.writeText(address).then(() => notice("Copied."), () => {}) }, "Copy")),
    ]);
    await load();
  });
}
