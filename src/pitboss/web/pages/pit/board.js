// The board: one dense row a table, filters above it, and below the row that is chosen what may be
// done there.

import { openDay } from "../components/day-card.js";
import { h, show } from "../shared/dom.js";
import { money, signed } from "../shared/money.js";
import { tableDetail } from "./detail.js";
import {
  boardRows,
  elapsed,
  filtered,
  firstWay,
  lookOf,
  lookParts,
  moved,
  ordered,
  SHOWS,
  summed,
} from "./state.js";

const COLUMNS = [
  ["table", "Table"],
  ["phase", "Phase"],
  ["since", "For"],
  ["alerts", "Alerts"],
  ["dealer", "Dealer"],
  ["players", "Boxes"],
  ["turnover", "Turnover"],
  ["win", "Win"],
  ["pace", "Rounds/h"],
];

const FIRST =
  "There are no tables yet. A pit supervisor opens the first one here: its rules, limits, cards " +
  "and jackpot.";

export class Board {
  #desk;
  #chosen = new URLSearchParams(location.search).get("table");
  #look = lookOf(new URLSearchParams(location.search));
  #rows = [];
  #body = h("table", { class: "board-table", "data-test": "board" });
  #none = h("p", { class: "empty", hidden: true });
  #shows = h("div", { class: "chips", role: "group", "aria-label": "Which tables" });
  #game = h("select", {
    "aria-label": "Game",
    "data-test": "filter-game",
    onchange: () => this.#set({ game: this.#game.value }),
  });
  #find = h("input", {
    type: "search",
    "aria-label": "Find a table, a player, a dealer",
    placeholder: "Find",
    autocomplete: "off",
    value: this.#look.text,
    "data-test": "filter-find",
    oninput: () => this.#set({ text: this.#find.value }),
  });

  constructor(desk) {
    this.#desk = desk;
    this.element = h("div", { class: "board-frame" }, this.#body, this.#none);
    this.filters = h("div", { class: "filters" }, this.#shows, this.#game, this.#find);
  }

  /** How the board is looked at stays in the address: it can be kept, and sent to a colleague. */
  #set(part) {
    this.#look = { ...this.#look, ...part };
    this.#keep(lookParts(this.#look));
    this.draw();
  }

  #keep(parts) {
    const address = new URL(location.href);
    for (const [name, value] of Object.entries(parts)) {
      if (value) address.searchParams.set(name, value);
      else address.searchParams.delete(name);
    }
    history.replaceState(null, "", address);
  }

  #sort(column) {
    const { by, way } = this.#look;
    this.#set({ by: column, way: by === column ? -way : firstWay(column) });
  }

  show(name) {
    this.#set({ show: name });
  }

  select(table) {
    this.#chosen = this.#chosen === table ? null : table;
    this.#keep({ table: this.#chosen });
    this.draw();
  }

  /** Up and down the board, and into the row. */
  key({ key }) {
    const by = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[key];
    const at = document.activeElement?.getAttribute("data-row");
    if (by) {
      const next = moved(this.#rows, at ?? null, by);
      this.#body.querySelector(`[data-row="${CSS.escape(next ?? "")}"]`)?.focus();
      return Boolean(next);
    }
    if (key === "c" && at) {
      location.assign(`/table/${encodeURIComponent(at)}`);
      return true;
    }
    const shows = Object.keys(SHOWS)[Number(key) - 1];
    if (!shows) return false;
    this.show(shows);
    return true;
  }

  draw() {
    const { live, today, person } = this.#desk;
    const { demo } = person;
    const { floor, tables, links } = live;
    const all = boardRows({ floor, tables, links, today, nowMs: this.#desk.now(), demo });
    this.#rows = ordered(filtered(all, this.#look), this.#look);
    this.#drawFilters(all);
    this.#none.hidden = this.#rows.length > 0;
    show(this.#none, [all.length > 0], () => (all.length ? "No table fits this filter." : FIRST));
    const names = this.#rows.map(({ table }) => table);
    const { by, way } = this.#look;
    show(this.#body, [names, by, way], () => [
      h("thead", {}, h("tr", {}, COLUMNS.map(this.#head, this))),
      names.map((table) => h("tbody", { "data-test": `pit-table-${table}` }, h("tr"), h("tr"))),
      h("tfoot", {}, h("tr", { "data-test": "board-sum" })),
    ]);
    this.#body.tFoot.hidden = !this.#rows.length;
    const sums = summed(this.#rows);
    show(this.#body.tFoot.rows[0], sums, () => sumCells(sums));
    this.#rows.forEach((row, at) => {
      const [main, more] = this.#body.tBodies[at].rows;
      const view = live.tables.get(row.table);
      const chosen = row.table === this.#chosen;
      main.className = chosen ? "chosen" : "";
      show(main, [row, chosen], () => this.#cells(row, chosen));
      more.hidden = !chosen;
      show(more, chosen && [row, view?.limits, view?.next, view?.barred_boxes], () =>
        chosen
          ? h(
              "td",
              { colspan: COLUMNS.length, class: "detail" },
              tableDetail(this.#desk, row, view),
            )
          : [],
      );
    });
    this.tick();
  }

  #head([name, label]) {
    const { by, way } = this.#look;
    const sorted = by === name ? (way === 1 ? "ascending" : "descending") : null;
    return h(
      "th",
      { scope: "col", class: `c-${name}`, "aria-sort": sorted },
      h(
        "button",
        { class: "quiet sort", "data-test": `sort-${name}`, onclick: () => this.#sort(name) },
        label,
      ),
    );
  }

  /** The clocks of the rows go on without anything being told. */
  tick() {
    const now = this.#desk.now();
    for (const cell of this.#body.querySelectorAll("[data-since]")) {
      const text = elapsed(Number(cell.dataset.since), now);
      if (cell.textContent !== text) cell.textContent = text;
    }
  }

  #cells(row, chosen) {
    const cell = (name, ...inside) => h("td", { class: `c-${name}` }, inside);
    const made = (test, amount) =>
      amount === null
        ? h("span", { class: "faint" }, "–")
        : h(
            "button",
            {
              type: "button",
              class: "why",
              "aria-label": `${amount}: why?`,
              "data-test": `${test}-${row.table}`,
              onclick: () => openDay(row.table, row.day),
            },
            amount,
          );
    const bad = row.win?.startsWith("-") ? "loss" : "";
    return [
      h(
        "th",
        { scope: "row", class: "c-table" },
        h(
          "button",
          {
            class: "row-name quiet",
            type: "button",
            "data-row": row.table,
            "data-test": `row-${row.table}`,
            "aria-expanded": String(chosen),
            onclick: () => this.select(row.table),
          },
          h("span", {}, row.table),
          h("small", { title: row.title }, row.title),
        ),
      ),
      cell(
        "phase",
        h("span", { class: `phase-dot ${row.open ? (row.phase ?? "idle") : "off"}` }),
        row.words,
      ),
      cell("since", row.open && row.since_ms ? h("span", { "data-since": row.since_ms }) : ""),
      cell(
        "alerts",
        row.alerts.map(({ kind, words, title }) =>
          h("span", { class: `badge ${kind}`, title: title || null }, words),
        ),
      ),
      cell(
        row.dealer ? "dealer" : "dealer none",
        h("span", { "data-test": `dealer-${row.table}` }, row.dealer || "–"),
      ),
      cell("players", h("span", { title: row.players.join(", ") }, `${row.taken}/${row.boxes}`)),
      cell("turnover", made("turnover", row.turnover && money(row.turnover))),
      h("td", { class: `c-win ${bad}` }, made("win", row.win && signed(row.win))),
      cell("pace", row.pace ?? h("span", { class: "faint" }, "–")),
    ];
  }

  #drawFilters(all) {
    const { show: shown } = this.#look;
    const counts = Object.entries(SHOWS).map(([name, [label, fits]]) => [
      name,
      label,
      all.filter(fits).length,
    ]);
    show(this.#shows, [counts, shown], () =>
      counts.map(([name, label, count]) =>
        h(
          "button",
          {
            class: "chip",
            type: "button",
            "aria-pressed": String(name === shown),
            "data-test": `filter-${name}`,
            onclick: () => this.show(name),
          },
          `${label} `,
          h("b", {}, String(count)),
        ),
      ),
    );
    const games = [...new Set(all.map(({ title }) => title))].sort();
    show(this.#game, games, () => [
      h("option", { value: "" }, "All games"),
      games.map((game) => h("option", { value: game, selected: game === this.#look.game }, game)),
    ]);
  }
}

/** What the tables above come to together, and the report that it is made of. */
function sumCells({ tables, taken, boxes, turnover, win }) {
  const to = (test, amount) =>
    h(
      "a",
      {
        class: "why",
        href: "/audit?tab=reports",
        "aria-label": `${amount}: why?`,
        "data-test": `sum-${test}`,
      },
      amount,
    );
  const cell = (name, inside = "") => h("td", { class: `c-${name}` }, inside);
  return [
    h(
      "th",
      { scope: "row", class: "c-table", colspan: 5 },
      tables === 1 ? "1 table" : `${tables} tables`,
    ),
    cell("players", `${taken}/${boxes}`),
    cell("turnover", to("turnover", money(turnover))),
    cell(`win ${win.startsWith("-") ? "loss" : ""}`, to("win", signed(win))),
    h("td"),
  ];
}
