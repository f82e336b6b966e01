// The floor at a glance: the jackpots, the tables, who is where, and what waits.

import { $, h, show } from "../shared/dom.js";
import { drawOn, Live } from "../shared/live.js";
import "../components/meter.js";
import { isStaff, start } from "../shared/shell.js";
import { authority, phase, plain } from "../shared/words.js";

const live = new Live({ links: "*" });
const person = await start({ title: "Floor", live });

const jackpots = h("section", { class: "jackpots", "aria-label": "Jackpots" });
const heading = h(
  "div",
  { class: "spread" },
  h("h1", {}, "The floor"),
  h("p", { class: "faint", id: "count" }),
);
const find = h("input", {
  type: "search",
  id: "find",
  "data-test": "floor-find",
  placeholder: "Table, game or player",
  autocomplete: "off",
  oninput: () => draw(),
});
const finder = h(
  "div",
  { class: "finder", hidden: true },
  h("label", { for: "find" }, "Find"),
  find,
);
const tables = h("ul", { class: "tables", "aria-label": "Tables" });
const none = h("p", { class: "empty", hidden: true });
$("#main").replaceChildren(jackpots, heading, finder, tables, none);

// With few tables everything is seen at a glance anyway.
const MANY_TABLES = 8;

drawOn(live, draw);

function draw() {
  const floor = live.floor;
  if (!floor) return;
  drawLinks(floor);
  const open = floor.tables.filter((row) => row.open).length;
  const people = new Set(floor.tables.flatMap((row) => row.players)).size;
  const count =
    `${open} of ${floor.tables.length} tables open, ${people} ` +
    `${people === 1 ? "player" : "players"} in the round`;
  if ($("#count").textContent !== count) $("#count").textContent = count;
  finder.hidden = floor.tables.length <= MANY_TABLES;
  drawTables(floor);
}

function drawLinks(floor) {
  show(
    jackpots,
    floor.links.map((link) => link.link),
    () =>
      floor.links.map((link) =>
        h(
          "a",
          {
            class: "jackpot",
            href: `/sign/${encodeURIComponent(link.link)}`,
            "data-test": `link-${link.link}`,
          },
          h("span", { class: "jackpot-name" }, link.link, h("small", {}, link.operator)),
          h("pit-meter", { "data-test": `meter-${link.link}` }),
          h("span", { class: "jackpot-state" }),
        ),
      ),
  );
  for (const link of floor.links) {
    const card = jackpots.querySelector(`[data-test="link-${CSS.escape(link.link)}"]`);
    card.querySelector("pit-meter").value = live.links.get(link.link)?.displayed ?? link.displayed;
    const place = card.querySelector(".jackpot-state");
    show(place, [link.claims, link.down, link.notice], () => [
      link.down ? h("span", { class: "badge bad" }, "Out of service") : "",
      link.claims.length
        ? h("span", { class: "badge wait" }, `${plain(link.claims[0].hand)}, pending verification`)
        : "",
      link.notice ? h("span", { class: "badge info" }, link.notice) : "",
      !link.down && !link.claims.length && !link.notice
        ? h("span", { class: "faint small" }, "Open the sign")
        : "",
    ]);
    card.setAttribute("aria-label", `Jackpot ${link.link}, ${link.displayed}. Open the sign`);
  }
}

function drawTables(floor) {
  const text = find.value.trim().toLowerCase();
  const rows = floor.tables.filter((row) =>
    [row.table, row.title, row.link ?? "", ...row.players].join(" ").toLowerCase().includes(text),
  );
  show(
    tables,
    rows.map((row) => row.table),
    () => rows.map((row) => h("li", { class: "table-card", "data-test": `table-${row.table}` })),
  );
  for (const [at, row] of rows.entries()) show(tables.children[at], row, () => tableCard(row));
  none.hidden = rows.length > 0;
  const words = floor.tables.length
    ? "No matching tables."
    : "There are no tables yet. A pit supervisor opens them at the pit desk; a shift manager " +
      "opens jackpots there.";
  if (none.textContent !== words) none.textContent = words;
}

/** A box, marked where somebody plays it. */
function seat(row, box) {
  const taken = row.seats.find((one) => one.box === box);
  const mine = taken?.player === person.name;
  return h("li", {
    class: taken ? (mine ? "taken mine" : "taken") : "",
    title: taken ? `Box ${box}: ${taken.player}` : `Box ${box}`,
  });
}

/** Each player with the boxes they play. */
function whoIsWhere(row) {
  return row.players.map((player, at) => {
    const boxes = row.seats.filter((one) => one.player === player).map((one) => one.box);
    return [
      at ? ", " : "",
      player === person.name ? h("b", {}, "you") : player,
      h(
        "span",
        { class: "faint" },
        ` ${boxes.length > 1 ? "boxes" : "box"} ${boxes.join(" and ")}`,
      ),
    ];
  });
}

function tableCard(row) {
  const path = encodeURIComponent(row.table);
  const state = row.open ? phase(row.phase) : "Closed";
  return [
    h(
      "div",
      { class: "spread" },
      h("h2", {}, row.table),
      h("span", { class: `badge ${row.open ? (row.phase ? "info" : "") : "bad"}` }, state),
    ),
    h("p", { class: "faint" }, row.title),
    h(
      "ol",
      { class: "seats", "aria-label": `${row.seats.length} of ${row.boxes} boxes are taken` },
      Array.from({ length: row.boxes }, (_, at) => seat(row, at + 1)),
    ),
    h(
      "p",
      { class: "players small", "data-test": `players-${row.table}` },
      row.players.length ? whoIsWhere(row) : "Nobody in the round",
    ),
    row.staff.length
      ? h(
          "p",
          { class: "players small", "data-test": `staff-${row.table}` },
          h("span", { class: "faint" }, "At the console: "),
          row.staff.join(", "),
        )
      : "",
    h(
      "div",
      { class: "row" },
      h(
        "span",
        { class: "badge" },
        row.cards === "virtual" ? "Electronic shuffle" : "Cards on the table",
      ),
      row.link ? h("span", { class: "badge" }, row.link) : "",
      row.pending
        ? h("span", { class: "badge wait" }, `Waiting for ${authority(row.pending.authority)}`)
        : "",
      row.claimed.length ? h("span", { class: "badge wait" }, "Jackpot claimed") : "",
      row.operation_awaited ? h("span", { class: "badge wait" }, "House decision needed") : "",
      row.notice ? h("span", { class: "badge bad" }, row.notice) : "",
    ),
    h(
      "div",
      { class: "table-actions" },
      person.role === "player"
        ? h(
            "a",
            { class: "button primary", href: `/seat/${path}`, "data-test": `sit-${row.table}` },
            "Take a seat",
          )
        : "",
      isStaff(person)
        ? h(
            "a",
            { class: "button primary", href: `/table/${path}`, "data-test": `deal-${row.table}` },
            "Open the console",
          )
        : "",
      ["auditor", "dealer", "pit-supervisor", "pit-manager", "shift-manager"].includes(person.role)
        ? h("a", { class: "button", href: `/audit?table=${path}` }, "Rounds")
        : "",
      h(
        "a",
        { class: "button", href: `/rulebooks?book=${encodeURIComponent(row.rulebook)}` },
        "Rules",
      ),
    ),
  ];
}
