// The pit desk: what waits for this person, the tables, the jackpots.

import { command, get, linkPath, tablePath } from "./api.js";
import { claimItem } from "./claims.js";
import { $, h, show } from "./dom.js";
import { drawOn, Live } from "./live.js";
import "./meter.js";
import { money } from "./money.js";
import { openCorrection, openLimits, openNewLink, openNewTable, openOrder, openParameters } from "./pit-dialogs.js";
import { rulingBody, rulingButtons } from "./ruling.js";
import { askSure, askText, isSupervisor, notice, run, start } from "./shell.js";
import { authority, capital, OPERATIONS, phase, plain, postOf, wagerLabel } from "./words.js";

const live = new Live({ tables: "*", links: "*" });
const person = await start({ title: "Pit desk", roles: ["dealer", "pit-supervisor", "pit-manager", "shift-manager"], live });
const shift = person.post >= 4;

const waits = h("div", { class: "waits", "data-test": "waits" });
const waitsHead = h("h2", {});
const others = h("div", { class: "waits" });
const tables = h("div", { class: "stack" });
const links = h("div", { class: "stack" });
$("#main").replaceChildren(
  h("div", { class: "spread" }, h("h1", {}, "Pit desk"), isSupervisor(person) ? h("button", { class: "primary", "data-test": "new-table", onclick: (event) => run(event.currentTarget, () => openNewTable(live, null)) }, "Open a table") : ""),
  h("section", { class: "waiting", "aria-label": "What waits" }, waitsHead, waits, others),
  h("div", { class: "pit-columns" }, h("section", { "aria-labelledby": "tables-head" }, h("h2", { id: "tables-head" }, "Tables"), tables), h("section", { "aria-labelledby": "links-head" }, h("div", { class: "spread" }, h("h2", { id: "links-head" }, "Jackpots"), shift ? h("button", { class: "small-button", "data-test": "new-link", onclick: () => openNewLink(takeLink) }, "Open a jackpot") : ""), links)));

const takeLink = (view) => live.takeLink(view);

drawOn(live, () => {
  if (!live.floor) return;
  drawWaits();
  drawTables();
  drawLinks();
});

// ── what waits ───────────────────────────────────────────────────────────────────────────────────────────────────

function waiting() {
  const found = [];
  for (const [table, view] of live.tables) {
    const ruling = view.round?.ruling;
    if (ruling) found.push({ kind: "ruling", key: ["ruling", table, ruling, view.round.id], mine: person.post >= postOf(ruling.authority), who: ruling.authority, make: () => rulingCard(table, view, ruling) });
    if (view.operation_awaited) found.push({ kind: "operation", key: ["operation", table], mine: view.next.some((step) => step.do === "choose-operation"), who: "house", make: () => operationCard(table, view) });
  }
  for (const [, link] of live.links) {
    for (const claim of link.claims ?? []) {
      found.push({ kind: "claim", key: ["claim", claim, link.displayed], mine: isSupervisor(person) && claim.standing === "open" && ![...claim.verified_by, ...claim.declined_by].includes(person.name), who: "pit-supervisor", make: () => h("article", { class: "sheet wait-card" }, h("h3", {}, `${link.link}: jackpot claimed`), claimItem(link, claim, person, takeLink)) });
    }
    if (link.house_must_order) found.push({ kind: "order", key: ["order", link.link, link.claims], mine: shift, who: "house", make: () => orderCard(link) });
    if (link.proposal && !link.proposal.approved_by) found.push({ kind: "proposal", key: ["proposal", link.link, link.proposal], mine: shift && link.proposal.by !== person.name, who: "shift-manager", make: () => proposalCard(link) });
    if (link.correction) found.push({ kind: "correction", key: ["correction", link.link, link.correction], mine: shift && link.correction.by !== person.name, who: "shift-manager", make: () => correctionCard(link) });
  }
  return found;
}

function drawWaits() {
  const found = waiting();
  const mine = found.filter((one) => one.mine);
  const rest = found.filter((one) => !one.mine);
  const text = mine.length ? `Waits for you (${mine.length})` : "Nothing waits for you";
  if (waitsHead.textContent !== text) waitsHead.textContent = text;
  show(waits, mine.map((one) => one.key), () => mine.map((one) => one.make()));
  show(others, rest.map((one) => one.key), () => (rest.length ? h("details", { class: "sheet" }, h("summary", {}, `${rest.length} more ${rest.length === 1 ? "waits" : "wait"} for somebody else`), h("div", { class: "waits" }, rest.map((one) => one.make()))) : []));
}

function rulingCard(table, view, ruling) {
  return h("article", { class: "sheet wait-card", "data-test": `incident-${table}` },
    h("h3", {}, `${table}: a ruling waits`),
    h("p", { class: "faint small" }, `Round ${view.round.id}${ruling.box ? `, box ${ruling.box}` : ""}`),
    rulingBody(ruling),
    h("div", { class: "row" }, rulingButtons(table, ruling, ruling.box ?? null, person, (answer) => { live.take(answer.view); notice("Decided."); }), h("a", { class: "button", href: `/table/${encodeURIComponent(table)}` }, "See the table")));
}

function operationCard(table, view) {
  const may = view.next.some((step) => step.do === "choose-operation");
  return h("article", { class: "sheet wait-card", "data-test": `operation-${table}` }, h("h3", {}, `${table}: how to go on without the jackpot`), h("p", {}, "The jackpot is out of service. The house chooses how this table is run until it works again."),
    may ? h("div", { class: "row" }, Object.entries(OPERATIONS).map(([operation, label]) => h("button", { "data-test": `operate-${table}-${operation}`, onclick: (event) => run(event.currentTarget, async () => {
      const box = operation === "bar-box" ? await askText("Bar a box", `Which box (1 to ${view.boxes})?`, "Bar it", { test: "bar" }) : null;
      if (operation === "bar-box" && !box) return;
      live.take((await command(tablePath(table), { do: "choose-operation", operation, ...(box ? { box: Number(box) } : {}) })).view);
    }, view.rulebook) }, label))) : h("p", {}, `It waits for ${authority("house")}.`));
}

function orderCard(link) {
  return h("article", { class: "sheet wait-card" }, h("h3", {}, `${link.link}: who is paid first?`), h("p", {}, "Hands at several tables were completed at the same moment. The house says in which order they are paid; it is final."),
    shift ? h("button", { class: "primary", "data-test": `order-${link.link}`, onclick: () => openOrder(link, takeLink) }, "Set the order") : h("p", { class: "faint small" }, "It waits for the shift manager."));
}

function proposalCard(link) {
  return h("article", { class: "sheet wait-card", "data-test": `proposal-${link.link}` }, h("h3", {}, `${link.link}: new parameters`), h("p", {}, "Proposed by ", h("b", {}, link.proposal.by), ". A second shift manager approves; they take effect between two jackpots."), changes(link.parameters, link.proposal.parameters), approveButtons(link, "approve-parameters", link.proposal.by));
}

function correctionCard(link) {
  const { amount, reason, note, by } = link.correction;
  return h("article", { class: "sheet wait-card", "data-test": `correction-${link.link}` }, h("h3", {}, `${link.link}: a correction of ${money(amount)}`), h("p", {}, `${capital(plain(reason))}: ${note}`), h("p", {}, "Proposed by ", h("b", {}, by), ". A second shift manager approves."), approveButtons(link, "approve-correction", by));
}

const PARAMETERS = { reset: ["Starts from", money], "rate-bp": ["To the jackpot", share], "reserve-bp": ["To the reserve", share], cap: ["Cap", (cap) => (cap ? money(cap) : "none")], verifiers: ["Persons to verify", String] };

function share(bp) {
  return `${bp / 100}% of each bet`;
}

/** What would be other than now. */
function changes(now, then) {
  const rows = Object.entries(PARAMETERS).filter(([name]) => now[name] !== then[name]);
  if (!rows.length) return h("p", { class: "faint small" }, "They are the same as now.");
  return h("dl", { class: "facts changes" }, rows.map(([name, [label, words]]) => [h("dt", {}, label), h("dd", {}, h("s", {}, words(now[name])), " → ", h("b", {}, words(then[name])))]));
}

function approveButtons(link, approve, by) {
  if (!shift) return h("p", { class: "faint small" }, "It waits for a shift manager.");
  return h("div", { class: "row" },
    by !== person.name ? h("button", { class: "primary", "data-test": `${approve}-${link.link}`, onclick: (event) => run(event.currentTarget, async () => takeLink((await command(linkPath(link.link), { do: approve })).view)) }, "Approve") : h("span", { class: "faint small" }, "You proposed it; somebody else must agree."),
    h("button", { class: "danger", "data-test": `withdraw-${link.link}`, onclick: (event) => run(event.currentTarget, async () => takeLink((await command(linkPath(link.link), { do: "withdraw-proposal" })).view)) }, "Withdraw"));
}

// ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────────

function drawTables() {
  show(tables, live.floor.tables.map((row) => row.table), () => live.floor.tables.map((row) => h("article", { class: "sheet table-row", "data-test": `pit-table-${row.table}` })));
  live.floor.tables.forEach((row, at) => {
    const view = live.tables.get(row.table);
    show(tables.children[at], [row, view?.limits, view?.next, view?.interrupted], () => tableRow(row, view));
  });
}

function tableRow(row, view) {
  const path = encodeURIComponent(row.table);
  const between = row.open && !row.round;
  const ask = (body) => (event) => run(event.currentTarget, async () => live.take((await command(tablePath(row.table), body)).view), row.rulebook);
  return [
    h("div", { class: "spread" }, h("div", {}, h("h3", {}, row.table), h("p", { class: "faint small" }, row.title)), h("div", { class: "row" }, view?.interrupted ? h("span", { class: "badge wait", title: view.interrupted.because ?? "" }, "Interrupted") : "", h("span", { class: `badge ${row.open ? "info" : "bad"}` }, row.open ? phase(row.phase) : "Closed"))),
    h("p", { class: "small", "data-test": `seats-${row.table}` }, row.seats.length ? `${row.seats.length} of ${row.boxes} boxes: ${who(row.seats)}` : `Nobody on ${row.boxes} boxes`, row.link ? ` · ${row.link}` : "", row.staff.length ? ` · at the console: ${row.staff.join(", ")}` : ""),
    view ? h("dl", { class: "limits", "data-test": `limits-${row.table}` },
      Object.entries(view.limits).map(([bet, limit]) => h("div", {}, h("dt", {}, wagerLabel(view, bet)), h("dd", {}, range(limit)))),
      view.progressive_bet ? h("div", {}, h("dt", {}, "Progressive"), h("dd", {}, money(view.progressive_bet))) : "") : "",
    view?.barred_boxes.length ? h("p", { class: "small" }, `Barred: box ${view.barred_boxes.join(", ")}`) : "",
    row.notice ? h("p", {}, h("span", { class: "badge bad" }, row.notice)) : "",
    h("div", { class: "row" },
      h("a", { class: "button small-button", href: `/table/${path}` }, "Console"),
      isSupervisor(person) && between ? h("button", { class: "small-button", "data-test": `close-${row.table}`, onclick: (event) => run(event.currentTarget, async () => {
        if (await askSure("Close the table", `${row.table} takes no bets until it is opened again.`, "Close it")) live.take((await command(tablePath(row.table), { do: "close-table" })).view);
      }, row.rulebook) }, "Close") : "",
      isSupervisor(person) && between && view ? h("button", { class: "small-button", "data-test": `limits-of-${row.table}`, onclick: () => openLimits(live, view) }, "Limits") : "",
      isSupervisor(person) && row.open && row.round ? h("span", { class: "faint small" }, "Limits and closing: after the round") : "",
      isSupervisor(person) && !row.open ? h("button", { class: "small-button primary", "data-test": `open-${row.table}`, onclick: (event) => run(event.currentTarget, () => openNewTable(live, row)) }, "Open again") : "",
      view?.next.some((step) => step.do === "restore-progressive") ? h("button", { class: "small-button", onclick: ask({ do: "restore-progressive" }) }, "Take progressive bets again") : ""),
  ];
}

const range = (limit) => (limit.min && limit.max ? `${money(limit.min)} to ${money(limit.max)}` : limit.max ? `up to ${money(limit.max)}` : limit.min ? `from ${money(limit.min)}` : "any");

/** Players with their boxes: ann (1, 2), bob (5). */
function who(seats) {
  const boxes = new Map();
  for (const { box, player } of seats) boxes.set(player, [...(boxes.get(player) ?? []), box]);
  return [...boxes].map(([player, own]) => `${player} (${own.join(", ")})`).join(", ");
}

// ── jackpots ─────────────────────────────────────────────────────────────────────────────────────────────────────

function drawLinks() {
  const all = [...live.links.values()].filter((link) => link.operator).sort((a, b) => a.link.localeCompare(b.link));
  show(links, all.map((link) => link.link), () => all.map((link) => h("article", { class: "sheet link-row", "data-test": `pit-link-${link.link}` }, h("div", { class: "spread" }, h("h3", {}, link.link, " ", h("small", { class: "faint" }, link.operator)), h("pit-meter")), h("div", { class: "stack" }))));
  all.forEach((link, at) => {
    const card = links.children[at];
    card.querySelector("pit-meter").value = link.displayed;
    show(card.lastChild, [link.down, link.notice, link.claims, link.parameters, link.proposal, link.correction, link.tables, link.last, link.locked], () => linkRow(link));
  });
}

function linkRow(link) {
  const ask = (body, words = "") => (event) => run(event.currentTarget, async () => { takeLink((await command(linkPath(link.link), body)).view); if (words) notice(words); });
  const told = (title, label, action, make, test) => (event) => run(event.currentTarget, async () => {
    const text = await askText(title, label, action, { test });
    if (text) takeLink((await command(linkPath(link.link), make(text))).view);
  });
  const p = link.parameters;
  return [
    h("div", { class: "row" },
      link.down ? h("span", { class: "badge bad", "data-test": `down-${link.link}` }, "Out of service") : h("span", { class: "badge good" }, "Works"),
      link.claims.length ? h("span", { class: "badge wait" }, `${link.claims.length} claimed`) : "", link.notice ? h("span", { class: "badge info" }, link.notice) : "",
      link.locked ? h("span", { class: "badge wait" }, "Locked until claims are closed") : ""),
    link.proposal?.approved_by ? h("p", { class: "small", "data-test": `approved-${link.link}` }, `New parameters, proposed by ${link.proposal.by}, approved by ${link.proposal.approved_by}, take effect with the next jackpot.`, changes(p, link.proposal.parameters)) : "",
    h("p", { class: "small faint" }, `Tables: ${link.tables.join(", ") || "none"}`),
    p ? h("dl", { class: "facts" }, h("dt", {}, "Starts from"), h("dd", {}, money(p.reset)), h("dt", {}, "Of each bet"), h("dd", {}, `${p["rate-bp"] / 100}% to the jackpot, ${p["reserve-bp"] / 100}% to the reserve`), h("dt", {}, "Cap"), h("dd", {}, p.cap ? money(p.cap) : "none"), h("dt", {}, "Persons to verify"), h("dd", {}, String(p.verifiers))) : "",
    link.last.length ? h("p", { class: "small" }, "Last paid: ", link.last.map((claim) => `${plain(claim.hand)} ${money(claim.award)} (${claim.table})`).join("; ")) : "",
    h("div", { class: "row" },
      h("a", { class: "button small-button", href: `/sign/${encodeURIComponent(link.link)}` }, "Sign"),
      isSupervisor(person) && !link.notice ? h("button", { class: "small-button", "data-test": `notice-${link.link}`, onclick: told("Show a notice", "Text for every sign of this jackpot", "Show it", (text) => ({ do: "show-notice", text }), "notice-text") }, "Show a notice") : "",
      isSupervisor(person) && link.notice ? h("button", { class: "small-button", "data-test": `clear-notice-${link.link}`, onclick: ask({ do: "clear-notice" }) }, "Clear the notice") : "",
      isSupervisor(person) && !link.down ? h("button", { class: "small-button danger", "data-test": `fail-${link.link}`, onclick: told("The jackpot has failed", "What has happened? What the signs show is registered, and no progressive bets are taken.", "It is down", (reason) => ({ do: "fail-link", reason }), "fail") }, "It has failed") : "",
      shift && link.down ? h("button", { class: "small-button primary", "data-test": `restore-${link.link}`, onclick: ask({ do: "restore-link" }, `${link.link} works again.`) }, "It works again") : "",
      shift && p && !link.proposal ? h("button", { class: "small-button", "data-test": `parameters-${link.link}`, onclick: () => openParameters(link, takeLink) }, "Parameters") : "",
      shift && link.proposal?.approved_by ? h("button", { class: "small-button", onclick: ask({ do: "withdraw-proposal" }) }, "Withdraw the parameters") : "",
      shift && !link.correction ? h("button", { class: "small-button", "data-test": `correct-${link.link}`, onclick: () => openCorrection(link, takeLink) }, "Correct the meter") : ""),
  ];
}

// Names of rulebooks are asked for once, for the dialog that opens tables.
openNewTable.books = get("/api/rulebooks").catch(() => ({ rulebooks: [] }));
