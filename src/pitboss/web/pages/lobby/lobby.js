// The floor at a glance: the jackpots, the tables, who is where, and what waits.

import { get } from "../shared/api.js";
import { $, h, show } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { drawOn, Live } from "../shared/live.js";
import "../components/meter.js";
import { whyAddress } from "../components/why-address.js";
import { whyFigureButton } from "../components/why-figure.js";
import { money, short } from "../shared/money.js";
import { isStaff, start } from "../shared/shell.js";
import { authority, capital, handKind, phase } from "../shared/words.js";
import { counted, forGuests, found, ownBoxes, seatsKey, seatsOf } from "./state.js";

const live = new Live({ links: "*" });
const person = await start({ title: t("Floor"), live });

const jackpots = h("section", { class: "jackpots", "aria-label": t("Jackpots") });
const heading = h(
  "div",
  { class: "floor-head" },
  h("h1", {}, t("The floor")),
  h("p", { class: "faint", id: "count" }),
  person.demo
    ? h("a", { class: "button", href: "/tour", "data-test": "tour" }, t("Take the tour"))
    : "",
);
const find = h("input", {
  type: "search",
  id: "find",
  "data-test": "floor-find",
  placeholder: isStaff(person) ? t("Table, game or player") : t("Table or game"),
  autocomplete: "off",
  oninput: () => draw(),
});
const finder = h(
  "div",
  { class: "finder", hidden: true },
  h("label", { for: "find" }, t("Find")),
  find,
);
const tables = h("ul", { class: "tables", "aria-label": t("Tables") });
const none = h("div", { class: "empty", hidden: true });
$("#main").replaceChildren(jackpots, heading, finder, tables, none);

// With few tables everything is seen at a glance anyway.
const MANY_TABLES = 8;

drawOn(live, draw);

function draw() {
  if (!live.floor) return;
  const floor = forGuests(live.floor, person.demo);
  drawLinks(floor);
  const given = counted(floor.tables);
  const count =
    given.people === 1
      ? t("{open} of {all} tables open, 1 player in play", given)
      : t("{open} of {all} tables open, {people} players in play", given);
  if ($("#count").textContent !== count) $("#count").textContent = count;
  // Of a house without tables there is nothing to count.
  $("#count").hidden = floor.tables.length === 0;
  finder.hidden = floor.tables.length <= MANY_TABLES;
  lookForMine(floor.tables);
  drawTables(floor);
}

// ── where I play ─────────────────────────────────────────────────────────────────────────────────

const LOOK_MS = 3_000;
let mine = new Map();
let lookedAt = "";
let looking = false;

const boxesOfMine = (row) => mine.get(row.round) ?? [];

/** A player is told where he sits himself; the floor that comes by itself names nobody. */
async function lookForMine(rows) {
  const key = seatsKey(rows);
  if (person.role !== "player" || looking || key === lookedAt || document.hidden) return;
  looking = true;
  lookedAt = key;
  const floor = await get("/api/floor").catch(() => null);
  if (floor) mine = ownBoxes(floor.tables, person.name);
  setTimeout(() => {
    looking = false;
    draw();
  }, LOOK_MS);
  draw();
}

// ── tables ───────────────────────────────────────────────────────────────────────────────────────

function drawLinks(floor) {
  show(
    jackpots,
    floor.links.map((link) => link.link),
    () =>
      floor.links.map((link) =>
        h(
          "article",
          { class: "jackpot", "data-test": `link-${link.link}` },
          h(
            "a",
            { class: "jackpot-sign", href: `/sign/${encodeURIComponent(link.link)}` },
            h("span", { class: "jackpot-name" }, link.link, " ", h("small", {}, link.operator)),
            h("pit-meter", { "data-test": `meter-${link.link}` }),
            h("span", { class: "unseen" }, t("Open the sign")),
          ),
          h("span", { class: "jackpot-state" }),
          h("span", { class: "jackpot-last", "data-test": `last-${link.link}` }),
          whyFigureButton(link.link),
        ),
      ),
  );
  for (const link of floor.links) {
    const card = jackpots.querySelector(`[data-test="link-${CSS.escape(link.link)}"]`);
    card.querySelector("pit-meter").value = live.links.get(link.link)?.displayed ?? link.displayed;
    const place = card.querySelector(".jackpot-state");
    show(place, [link.claims, link.down, link.notice], () => [
      link.down ? h("span", { class: "badge bad" }, t("Out of service")) : "",
      link.claims.length
        ? h(
            "span",
            { class: "badge wait" },
            t("{hand}, pending verification", { hand: handKind(link.claims[0].hand) }),
          )
        : "",
      link.notice ? h("span", { class: "badge info" }, t(link.notice)) : "",
      !link.down && !link.claims.length && !link.notice
        ? h("span", { class: "faint small onward" }, t("Open the sign"))
        : "",
    ]);
    const last = live.links.get(link.link)?.last?.at(-1) ?? null;
    show(card.querySelector(".jackpot-last"), last, () => lastHit(last));
  }
}

/** The hit that was paid last, and the card that says why. */
function lastHit(hit) {
  if (!hit) return [];
  const amount = `$${money(hit.award)}`;
  const about = { hand: capital(handKind(hit.hand)), table: hit.table };
  return [
    h("span", { class: "faint" }, t("Last hit: {hand} at {table}", about), " "),
    h(
      "a",
      {
        href: whyAddress(hit.round, `${hit.box}.progressive`),
        "aria-label": t("{amount}: why?", { amount }),
      },
      amount,
    ),
  ];
}

function drawTables(floor) {
  const rows = found(floor.tables, find.value);
  show(
    tables,
    rows.map((row) => row.table),
    () => rows.map((row) => h("li", { class: "table-card", "data-test": `table-${row.table}` })),
  );
  for (const [at, row] of rows.entries())
    show(tables.children[at], [row, boxesOfMine(row)], () => tableCard(row));
  none.hidden = rows.length > 0;
  show(none, floor.tables.length > 0, () =>
    floor.tables.length ? t("No matching tables.") : nothingYet(),
  );
}

/** Before the first table is open: who opens it, and for them the way there. */
function nothingYet() {
  const to = (path, label) => h("p", {}, h("a", { class: "button primary", href: path }, label));
  return [
    h(
      "p",
      {},
      t(
        "There are no tables yet. A pit supervisor opens them at the pit desk; a shift manager " +
          "opens jackpots there.",
      ),
    ),
    isStaff(person) ? to("/pit", t("Pit desk")) : "",
    person.role === "administrator" ? to("/people", t("People")) : "",
  ];
}

/** A box, marked where somebody plays it. */
function seat(row, box) {
  const taken = row.seats.find((one) => one.box === box);
  const own = boxesOfMine(row).includes(box);
  const who = own ? t("you") : taken?.player;
  return h("li", {
    class: taken ? (own ? "taken mine" : "taken") : "",
    title: `${t("Box {box}", { box })}${who ? `: ${who}` : ""}`,
  });
}

const boxesIn = (boxes) =>
  h(
    "span",
    { class: "faint" },
    boxes.length > 1
      ? ` ${t("boxes {boxes}", { boxes: boxes.join(t(" and ")) })}`
      : ` ${t("box {box}", { box: boxes[0] })}`,
  );

/** Each player with the boxes they play, for staff; for others how many there are, and oneself. */
function whoIsWhere(row) {
  if (row.players.length)
    return seatsOf(row).map(({ player, boxes }, at) => [at ? ", " : "", player, boxesIn(boxes)]);
  const own = boxesOfMine(row);
  const others = row.playing - (own.length ? 1 : 0);
  const count = others === 1 ? t("1 player") : t("{count} players", { count: others });
  if (!own.length) return [count];
  return [h("b", {}, t("you")), boxesIn(own), others ? `, ${count}` : ""];
}

/** What one chip may be worth here: by that a player chooses a table. */
function limitBadge({ table, opening, limit }) {
  const given = {
    wager: t(opening),
    least: short(limit.min ?? "0"),
    most: short(limit.max ?? "0"),
  };
  const words = limit.max
    ? t("{wager} {least} to {most}", given)
    : t("{wager} from {least}", given);
  return h("span", { class: "badge limit", "data-test": `limit-${table}` }, words);
}

function tableCard(row) {
  const path = encodeURIComponent(row.table);
  const state = row.open ? phase(row.phase) : t("Closed");
  return [
    h(
      "div",
      { class: "spread" },
      h("h2", {}, row.table),
      h("span", { class: `badge ${row.open ? (row.phase ? "info" : "") : "bad"}` }, state),
    ),
    h("p", { class: "faint" }, row.title),
    h(
      "div",
      { class: "boxes-now" },
      h(
        "ol",
        {
          class: "seats",
          "aria-label": t("{taken} of {all} boxes are taken", {
            taken: row.seats.length,
            all: row.boxes,
          }),
        },
        Array.from({ length: row.boxes }, (_, at) => seat(row, at + 1)),
      ),
      h(
        "p",
        { class: "players small", "data-test": `players-${row.table}` },
        row.playing ? whoIsWhere(row) : t("Nobody in the round"),
      ),
    ),
    row.staff.length
      ? h(
          "p",
          { class: "players small", "data-test": `staff-${row.table}` },
          h("span", { class: "faint" }, `${t("At the console:")} `),
          row.staff.join(", "),
        )
      : "",
    h(
      "div",
      { class: "row" },
      limitBadge(row),
      h(
        "span",
        { class: "badge" },
        row.cards === "virtual" ? t("Electronic shuffle") : t("Cards on the table"),
      ),
      row.link ? h("span", { class: "badge" }, row.link) : "",
      row.pending
        ? h(
            "span",
            { class: "badge wait" },
            t("Waiting for {who}", { who: authority(row.pending.authority) }),
          )
        : "",
      row.claimed.length ? h("span", { class: "badge wait" }, t("Jackpot claimed")) : "",
      row.operation_awaited ? h("span", { class: "badge wait" }, t("House decision needed")) : "",
      row.notice ? h("span", { class: "badge bad" }, t(row.notice)) : "",
    ),
    h(
      "div",
      { class: "table-actions" },
      person.role === "player"
        ? h(
            "a",
            { class: "button primary", href: `/seat/${path}`, "data-test": `sit-${row.table}` },
            t("Take a seat"),
          )
        : "",
      isStaff(person)
        ? h(
            "a",
            { class: "button primary", href: `/table/${path}`, "data-test": `deal-${row.table}` },
            t("Open the console"),
          )
        : "",
      ["auditor", "dealer", "pit-supervisor", "pit-manager", "shift-manager"].includes(person.role)
        ? h("a", { class: "button", href: `/audit?table=${path}` }, t("Rounds"))
        : "",
      h(
        "a",
        { class: "button", href: `/rulebooks?book=${encodeURIComponent(row.rulebook)}` },
        t("Rules"),
      ),
    ),
  ];
}
