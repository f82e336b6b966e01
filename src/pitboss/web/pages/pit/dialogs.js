// Dialogs of the pit desk about tables: opening one, its limits, barring a box.

import { command, get, tablePath } from "../shared/api.js";
import { h, show } from "../shared/dom.js";
import { actions, amountIn, field, sends } from "../shared/fields.js";
import { dialog, notice, run } from "../shared/shell.js";
import { capital, dealing, plain, wagerLabel } from "../shared/words.js";

const decimal = (value, test, more = {}) =>
  h("input", { inputmode: "decimal", value: value ?? "", "data-test": test, ...more });

/** The least and the most of a wager, as two fields with their names. */
function limitFields(bet, label, limit, required = false) {
  const end = (which, value) =>
    decimal(value, `limit-${which}-${bet}`, {
      id: `limit-${which}-${bet}`,
      required,
      "aria-label": `${label}: ${which}imum`,
      placeholder: which === "max" && !required ? "no limit" : null,
    });
  return { bet, label, min: end("min", limit?.min), max: end("max", limit?.max) };
}

/** Limits of all wagers: a row each. */
const limitRows = (rows) =>
  h(
    "fieldset",
    { class: "limit-rows" },
    h("legend", {}, "Limits"),
    h("span", { "aria-hidden": "true" }),
    ["Minimum", "Maximum"].map((end) => h("small", { "aria-hidden": "true" }, end)),
    rows.map(({ label, min, max }) => [
      h("span", { "aria-hidden": "true" }, label),
      h("div", {}, min),
      h("div", {}, max),
    ]),
  );

function limitsIn(rows) {
  const ends = ({ bet, min, max }) => {
    const [least, most] = [amountIn(min), amountIn(max)];
    return [bet, { ...(least ? { min: least } : {}), ...(most ? { max: most } : {}) }];
  };
  return Object.fromEntries(rows.map(ends).filter(([, limit]) => limit.min || limit.max));
}

/** The server's names for the fields of limits. */
const limitNames = (rows) =>
  Object.fromEntries(
    rows.flatMap(({ bet, min, max }) => [
      [`limits.${bet}.min`, min],
      [`limits.${bet}.max`, max],
    ]),
  );

// ── opening a table ──────────────────────────────────────────────────────────────────────────────

const CARDS = [
  ["virtual", "Electronic shuffle"],
  ["entered", "Real cards, read as they are dealt"],
  ["shown", "Ordinary cards, entered as they are shown"],
];

/** Opens a table: a new one, or one that was closed. */
export async function openNewTable({ live, books }, row) {
  const { rulebooks } = await books;
  const old = row ? live.tables.get(row.table) : null;
  const name = h("input", {
    required: true,
    maxlength: 40,
    value: row?.table ?? "",
    readonly: Boolean(row),
    "data-test": "table-name",
  });
  const option = ({ id, title, operator }) =>
    h("option", { value: id, selected: id === row?.rulebook }, `${title} (${operator})`);
  const book = h(
    "select",
    { "data-test": "table-rulebook", onchange: () => run(null, draw) },
    rulebooks.filter((one) => one.in_force).map(option),
  );
  const rest = h("div", { class: "stack" });
  const where = { rulebook: book };
  let fields = {};
  const form = h(
    "form",
    { class: "stack long-form" },
    h("div", { class: "pair" }, field("Name", name), field("Rules", book)),
    rest,
    actions("table-open", "Open the table"),
  );
  const title = row ? `Open ${row.table} again` : "Open a table";
  const shown = dialog(title, form, { test: "table-dialog" });
  const codes = { "bad-request": name, "table-exists": name };
  sends(form, open, { where, codes, book: () => book.value });

  async function draw() {
    const wanted = book.value;
    fields = {};
    // What is filled in before the fields of the chosen rules are there would be lost.
    show(rest, null, () => h("p", { class: "faint" }, "Loading"));
    const found = await get(`/api/rulebooks/${encodeURIComponent(wanted)}/opening`);
    if (wanted !== book.value) return;
    const operator = rulebooks.find((one) => one.id === wanted)?.operator;
    const same = old && old.rulebook === wanted ? old : null;
    const links = [...live.links.values()].filter((link) => link.operator === operator);
    fields = openingFields(
      found,
      same,
      links.map((link) => link.link),
    );
    const { boxes, progressive } = fields;
    Object.assign(where, limitNames(fields.limits), { boxes, "progressive-bet": progressive });
    show(rest, wanted, () => [
      h("div", { class: "pair" }, field("Layout", fields.layout), field("Boxes", boxes)),
      h("div", { class: "pair" }, field("Dealing", fields.dealing), field("Cards", fields.cards)),
      limitRows(fields.limits),
      h(
        "div",
        { class: "pair" },
        field("Progressive bet", progressive),
        field("Jackpot", fields.link),
      ),
    ]);
  }

  async function open() {
    if (!fields.layout) return;
    const body = {
      do: "open-table",
      rulebook: book.value,
      layout: fields.layout.value,
      boxes: Number(fields.boxes.value),
      dealing: fields.dealing.value,
      cards: fields.cards.value,
      limits: limitsIn(fields.limits),
    };
    const bet = amountIn(fields.progressive);
    if (bet) body["progressive-bet"] = bet;
    if (fields.link.value) body.link = fields.link.value;
    const answer = await command(tablePath(name.value.trim()), body);
    live.take(answer.view);
    shown.close();
    notice(`${name.value.trim()} is open.`);
  }

  await run(null, draw);
  (row ? book : name).focus();
}

function openingFields(found, same, links) {
  const most = Math.max(...Object.values(found.layouts).map(([, end]) => end));
  const select = (test, values, chosen) =>
    h(
      "select",
      { "data-test": test },
      values.map(([value, label]) => h("option", { value, selected: value === chosen }, label)),
    );
  const named = (values) => values.map((one) => [one, capital(plain(one))]);
  const chosen = same ? (same.link ?? "") : (links.at(-1) ?? "");
  // No wager begins without a maximum; whoever wants none takes it out.
  const first = { min: "10.00", max: "1000.00" };
  const side = { min: "5.00", max: "200.00" };
  return {
    layout: select("table-layout", named(Object.keys(found.layouts)), same?.layout),
    boxes: h("input", {
      type: "number",
      min: 1,
      max: most,
      required: true,
      "data-test": "table-boxes",
      value: String(same?.boxes ?? Math.min(most, 7)),
    }),
    dealing: select(
      "table-dealing",
      found.dealing.map((one) => [one, capital(dealing(one))]),
      same?.dealing,
    ),
    cards: select("table-cards", CARDS, same?.cards),
    // Without a jackpot a table takes no progressive bets.
    progressive: decimal(
      same?.progressive_bet ?? (links.length ? "5.00" : ""),
      "table-progressive",
    ),
    link: select("table-link", [["", "None"], ...links.map((link) => [link, link])], chosen),
    limits: found.limits.map((bet, at) =>
      limitFields(
        bet,
        capital(plain(bet)),
        same ? same.limits[bet] : at === 0 ? first : side,
        at === 0,
      ),
    ),
  };
}

// ── limits ───────────────────────────────────────────────────────────────────────────────────────

/** Other limits: the table is closed and opened again with them, everything else being the same. */
export function openLimits({ live }, view) {
  const rows = Object.entries(view.limits).map(([bet, limit]) =>
    limitFields(bet, wagerLabel(view, bet), limit),
  );
  const progressive = decimal(view.progressive_bet, "limit-progressive");
  const opening = (limits, bet) => ({
    do: "open-table",
    rulebook: view.rulebook,
    layout: view.layout,
    boxes: view.boxes,
    dealing: view.dealing,
    cards: view.cards,
    limits,
    ...(bet ? { "progressive-bet": bet } : {}),
    ...(view.link ? { link: view.link } : {}),
  });
  const form = h(
    "form",
    { class: "stack" },
    h(
      "p",
      { class: "faint" },
      "The table is closed and opened again with these limits; ",
      "nothing else changes. This is possible between rounds only.",
    ),
    limitRows(rows),
    field("Progressive bet", progressive),
    actions("limits-do", "Set the limits"),
  );
  const shown = dialog(`${view.table}: limits`, form, { test: "limits-dialog" });
  const send = async (body) => live.take((await command(tablePath(view.table), body)).view);
  sends(
    form,
    async () => {
      const wanted = opening(limitsIn(rows), amountIn(progressive));
      await send({ do: "close-table" });
      try {
        await send(wanted);
      } catch (error) {
        // What was in force before is in force again; the reason is told.
        await send(opening(view.limits, view.progressive_bet));
        throw error;
      }
      shown.close();
      notice(`${view.table} has new limits.`);
    },
    {
      where: { ...limitNames(rows), "progressive-bet": progressive },
      codes: { "bad-configuration": rows[0]?.min },
      book: () => view.rulebook,
    },
  );
}

// ── a box ────────────────────────────────────────────────────────────────────────────────────────

/**
 * Bars a box while the jackpot is out of service.
 * @param {Api.TablePage} view
 */
export function openBarBox(view, send) {
  const box = h("input", {
    type: "number",
    min: 1,
    max: view.boxes,
    required: true,
    value: "1",
    "data-test": "bar-text",
  });
  const form = h(
    "form",
    { class: "stack" },
    field("Which box?", box, `1 to ${view.boxes}`),
    actions("bar-do", "Bar the box"),
  );
  const shown = dialog("Bar a box", form, { test: "bar" });
  sends(
    form,
    async () => {
      await send({ do: "choose-operation", operation: "bar-box", box: Number(box.value) });
      shown.close();
    },
    { where: { box }, codes: { "no-such-box": box }, book: () => view.rulebook },
  );
  box.focus();
}
