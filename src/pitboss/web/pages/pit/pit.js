// The pit desk: what needs this person, the tables of the floor, the jackpots.

import { get } from "../shared/api.js";
import { $, dialogOpen, h, typing } from "../shared/dom.js";
import { drawOn, Live } from "../shared/live.js";
import "../components/meter.js";
import { serverClock } from "../shared/requests.js";
import { may, run, start, tooNew } from "../shared/shell.js";
import { Alarms } from "./alarms.js";
import { Board } from "./board.js";
import { openNewTable } from "./dialogs.js";
import { openNewLink } from "./link-dialogs.js";
import { drawLinks } from "./links.js";
import { openLog } from "./log.js";
import { openPalette } from "./palette.js";
import { drawWaits } from "./waits.js";

const TODAY_MS = 10_000;
const RULES_MS = 60_000;
const live = new Live({ tables: "*", links: "*" });
const roles = ["dealer", "pit-supervisor", "pit-manager", "shift-manager"];
const person = await start({ title: "Pit desk", roles, live });
// Names of rulebooks are asked for once, for the dialogs that open tables and jackpots.
const books = get("/api/rulebooks").catch(() => ({ rulebooks: [] }));
const desk = {
  live,
  person,
  books,
  takeLink: (view) => live.takeLink(view),
  shift: may(person, "open-link"),
  runsTables: may(person, "open-table"),
  today: null,
  /** Texts that wait for a second shift manager. */
  proposed: [],
  now: () => serverClock(performance.now()) ?? Date.now(),
  select: (table) => board.select(table),
};
const alarms = new Alarms();
const board = new Board(desk);

const opens = (allowed, test, label, work) =>
  allowed
    ? h(
        "button",
        {
          class: "small-button",
          "data-test": test,
          onclick: (event) => run(event.currentTarget, work),
        },
        label,
      )
    : "";
const newTable = () => openNewTable(desk, null);
const newLink = () => openNewLink(desk);
const palette = () => openPalette(desk, { newTable, newLink });

const waits = h("section", { class: "waiting", "aria-labelledby": "waits-head" });
const links = h("div", { class: "link-list" });
$("#main").replaceChildren(
  h(
    "div",
    { class: "desk-head" },
    h("h1", {}, "Pit desk"),
    board.filters,
    h(
      "div",
      { class: "row" },
      opens(true, "log", "Logs …", () => openLog(desk)),
      opens(true, "palette", "Commands …", palette),
      alarms.controls,
    ),
  ),
  tooNew(desk.person)
    ? h("p", { class: "too-new", "data-test": "too-new" }, tooNew(desk.person))
    : "",
  h(
    "div",
    { class: "desk" },
    waits,
    h(
      "section",
      { class: "board", "aria-labelledby": "tables-head" },
      h(
        "div",
        { class: "spread" },
        h("h2", { id: "tables-head" }, "Tables"),
        opens(desk.runsTables, "new-table", "Open a table …", newTable),
      ),
      board.element,
    ),
    h(
      "section",
      { class: "jackpots", "aria-labelledby": "links-head" },
      h(
        "div",
        { class: "spread" },
        h("h2", { id: "links-head" }, "Jackpots"),
        opens(desk.shift, "new-link", "Open a jackpot …", newLink),
      ),
      links,
    ),
  ),
);

drawOn(live, draw);
setInterval(() => board.tick(), 1_000);
setInterval(readToday, TODAY_MS);
readToday();
if (desk.shift) {
  setInterval(readRules, RULES_MS);
  readRules();
}

function draw() {
  if (!live.floor) return;
  alarms.now(drawWaits(waits, desk));
  board.draw();
  drawLinks(links, desk);
}

/** Turnover, win and pace follow the rounds as they end. */
async function readToday() {
  if (document.hidden && desk.today) return;
  try {
    desk.today = await get("/api/reports/today");
    if (live.floor) board.draw();
  } catch {
    // The next time will do; the lamp says that the server is away.
  }
}

/** The rules of the house change seldom: no stream tells of them. */
async function readRules() {
  try {
    desk.proposed = (await get("/api/house/rules")).proposed;
    draw();
  } catch {
    // The next time will do.
  }
}

document.addEventListener("keydown", (event) => {
  const command = event.key === "k" && (event.ctrlKey || event.metaKey);
  if (dialogOpen() || (typing(event) && !command)) return;
  if (command || (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey)) {
    event.preventDefault();
    palette();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "n") {
    event.preventDefault();
    waits.querySelector(".wait-card button, .wait-card a")?.focus();
  } else if (event.key === "l") {
    event.preventDefault();
    openLog(desk);
  } else if (event.key === "s") {
    alarms.toggle();
  } else if (board.key(event)) event.preventDefault();
});
