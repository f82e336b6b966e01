// Audit: the rounds of a table, one of them step by step on the felt, its record and shuffle; the audit; reports.

import { get } from "./api.js";
import { auditPanel, reportsPanel } from "./audit-panels.js";
import { $, dialogOpen, h, show, typing } from "./dom.js";
import { saveLink } from "./download.js";
import "./felt.js";
import { Live } from "./live.js";
import "./paylist.js";
import { clauseChips, run, start } from "./shell.js";
import { capital, dateTime, plain, time } from "./words.js";

const live = new Live();
await start({ title: "Audit", roles: ["auditor", "dealer", "pit-supervisor", "pit-manager", "shift-manager"], live });

const asked = new URLSearchParams(location.search);
const tabs = h("div", { class: "tabs", role: "tablist" });
const panel = h("div", { role: "tabpanel" });
$("#main").replaceChildren(h("h1", {}, "Audit"), tabs, panel);

const PANELS = { rounds: ["Rounds", roundsPanel], journal: ["Audit of the journal", () => auditPanel()], reports: ["Reports", () => reportsPanel()] };
let tab = PANELS[asked.get("tab")] ? asked.get("tab") : "rounds";
let round = null;
let at = 0;
let player = 0;

async function open(name) {
  tab = name;
  stop();
  tabs.replaceChildren(...Object.entries(PANELS).map(([key, [label]]) => h("button", { role: "tab", "aria-selected": String(key === tab), "data-test": `tab-${key}`, onclick: () => open(key) }, label)));
  panel.replaceChildren(h("p", { class: "loading" }, "Loading"));
  const made = await run(null, PANELS[name][1]);
  panel.replaceChildren(made ?? h("p", { class: "empty" }, "It could not be loaded."));
}

// ── rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────

async function roundsPanel() {
  const floor = await get("/api/floor");
  const names = floor.tables.map((row) => row.table);
  const table = h("select", { id: "audit-table", "data-test": "audit-table", onchange: () => run(null, load) }, names.map((name) => h("option", { value: name, selected: name === asked.get("table") }, name)));
  const find = h("input", { id: "audit-find", type: "search", placeholder: "Round, player, void, jackpot …", autocomplete: "off", "data-test": "audit-find", oninput: () => draw() });
  const list = h("ul", { class: "round-list", "data-test": "rounds" });
  const detail = h("section", { class: "replay", "aria-label": "The round" }, h("p", { class: "empty" }, "Choose a round to see it step by step."));
  let rounds = [];

  const draw = () => {
    const text = find.value.trim().toLowerCase();
    const fits = rounds.filter((one) => [one.round, one.outcome, ...one.players, one.irregular ? "irregular" : "", one.jackpot ? "jackpot" : ""].join(" ").toLowerCase().includes(text));
    show(list, [fits, round?.round], () => (fits.length ? fits.slice(0, 200).map((one) => h("li", {}, h("button", { class: round?.round === one.round ? "chosen" : "", "data-test": `round-${one.round}`, onclick: (event) => run(event.currentTarget, () => openRound(one.round)) },
      h("b", {}, one.round), h("small", { class: "faint" }, dateTime(one.at_ms)),
      h("span", { class: `badge ${one.outcome === "void" ? "bad" : one.outcome === "running" ? "info" : ""}` }, one.outcome),
      one.irregular ? h("span", { class: "badge wait" }, "irregular") : "", one.jackpot ? h("span", { class: "badge wait" }, "jackpot") : ""))) : h("li", { class: "empty" }, rounds.length ? "No round fits." : "No rounds yet.")));
  };
  const load = async () => {
    rounds = (await get(`/api/rounds?table=${encodeURIComponent(table.value)}`)).rounds;
    draw();
  };
  const openRound = async (id) => {
    stop();
    round = await get(`/api/rounds/${encodeURIComponent(id)}`);
    at = 0;
    draw();
    detail.replaceChildren(...replay());
    step(0);
    history.replaceState(null, "", `/audit?table=${encodeURIComponent(table.value)}&round=${encodeURIComponent(id)}`);
  };

  if (names.length) await load();
  if (asked.get("round")) await run(null, () => openRound(asked.get("round")));
  return h("div", { class: "rounds" },
    h("aside", { class: "sheet" }, h("div", { class: "form" }, h("label", { for: "audit-table" }, "Table"), table, h("label", { for: "audit-find" }, "Find"), find), list), detail);
}

// ── replay ───────────────────────────────────────────────────────────────────────────────────────────────────────

let felt, slider, words, pay, steps;

function replay() {
  felt = h("pit-felt", { side: "dealer", "aria-label": "The layout at this step" });
  pay = h("pit-pay-list", { class: "sheet" });
  words = h("p", { class: "step-says", "data-test": "step-says", "aria-live": "polite" });
  slider = h("input", { type: "range", min: 0, max: round.frames.length - 1, value: "0", "aria-label": "Step of the round", "data-test": "step", oninput: () => step(Number(slider.value) - at) });
  steps = h("ol", { class: "steps", "aria-label": "Steps" }, round.frames.map((frame, index) => h("li", {}, h("button", { "data-test": `step-${index}`, onclick: () => step(index - at) }, h("small", {}, time(frame.at_ms)), eventWords(frame.event), frame.by ? h("span", { class: "faint" }, frame.by) : ""))));
  const files = h("div", { class: "row" });
  run(null, async () => drawFiles(files));
  return [
    h("div", { class: "spread" }, h("h2", { "data-test": "replay-round" }, `Round ${round.round}`), files),
    h("div", { class: "controls" },
      h("button", { "aria-label": "First step", "data-test": "first", onclick: () => step(-at) }, "|◀"), h("button", { "aria-label": "Step back", "data-test": "back", onclick: () => step(-1) }, "◀"),
      h("button", { class: "primary", "data-test": "play", "aria-label": "Play or pause", onclick: toggle }, "Play"),
      h("button", { "aria-label": "Step on", "data-test": "on", onclick: () => step(1) }, "▶"), h("button", { "aria-label": "Last step", "data-test": "last", onclick: () => step(round.frames.length) }, "▶|"), slider),
    words, felt, h("div", { class: "replay-below" }, steps, pay),
    h("p", { class: "faint small" }, "Keys: ← and → step, Home and End, Space plays."),
  ];
}

function step(by) {
  if (!round) return;
  at = Math.max(0, Math.min(round.frames.length - 1, at + by));
  const frame = round.frames[at];
  // Chips have moved when a round is concluded; the felt then shows the round as it was last.
  const seen = frame.view.round ? frame.view : [...round.frames.slice(0, at)].reverse().find((one) => one.view.round)?.view ?? frame.view;
  felt.draw(seen);
  pay.draw(seen);
  slider.value = String(at);
  show(words, [round.round, at], () => [h("b", {}, `${at + 1} of ${round.frames.length}: ${eventWords(frame.event)}`), frame.by ? ` by ${frame.by}` : "", ` at ${time(frame.at_ms)} `, h("small", { class: "faint" }, `journal position ${frame.position} `), clauseChips(seen.rulebook, frame.clauses)]);
  steps.querySelectorAll("button").forEach((button, index) => button.setAttribute("aria-current", String(index === at)));
  const current = steps.children[at];
  if (current) steps.scrollTop = current.offsetTop - steps.offsetTop - steps.clientHeight / 2;
}

function toggle() {
  if (player) return stop();
  if (at === round.frames.length - 1) step(-at);
  player = setInterval(() => (at < round.frames.length - 1 ? step(1) : stop()), 700);
  $("[data-test=play]").textContent = "Pause";
  return undefined;
}

function stop() {
  clearInterval(player);
  player = 0;
  const button = $("[data-test=play]");
  if (button) button.textContent = "Play";
}

const eventWords = (event) => capital(plain(event.replace(/\/\d+$/, "")));

async function drawFiles(place) {
  const id = round.round;
  const settled = round.frames.some((frame) => frame.event === "round-settled/1");
  const shuffled = round.concluded && round.frames.some((frame) => frame.view.round?.commitment);
  const made = [saveLink("Save the steps", `${id}.json`, round)];
  if (settled) made.push(saveLink("Save the record", `${id}-record.json`, await get(`/api/rounds/${encodeURIComponent(id)}/record`)));
  if (shuffled) {
    const found = await get(`/api/rounds/${encodeURIComponent(id)}/shuffle`);
    const right = found.verified !== false;
    made.push(saveLink("Save the shuffle", `${id}-shuffle.json`, found), h("span", { class: `badge ${right ? "good" : "bad"}`, "data-test": "shuffle-result" }, right ? "Shuffle checked: right" : `Shuffle does not fit: ${found.problem}`));
  } else if (round.concluded) made.push(h("span", { class: "badge" }, "Real cards: no shuffle to check"));
  place.replaceChildren(...made);
}

document.addEventListener("keydown", (event) => {
  if (!round || tab !== "rounds" || dialogOpen() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (typing(event) && event.target.type !== "range") return;
  const move = { ArrowRight: 1, ArrowLeft: -1, Home: -at, End: round.frames.length }[event.key];
  if (move !== undefined) {
    event.preventDefault();
    step(move);
  } else if (event.key === " " && !event.target.closest?.("button, a, summary")) {
    event.preventDefault();
    toggle();
  }
});

open(tab);
