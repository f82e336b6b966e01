// Dialogs of the pit desk: opening a table, parameters and corrections of a jackpot, the order of payment.

import { command, get, linkPath, tablePath } from "./api.js";
import { h, show } from "./dom.js";
import { amountText, cents } from "./money.js";
import { dialog, notice, run } from "./shell.js";
import { capital, plain, wagerLabel } from "./words.js";

const amount = (text) => {
  const value = cents(text.trim());
  return Number.isNaN(value) ? text.trim() : amountText(value);
};

function field(label, input, hint = "") {
  input.id = `f-${label.toLowerCase().replace(/[^a-z]+/g, "-")}`;
  return h("div", { class: "form" }, h("label", { for: input.id }, label), hint ? h("p", { class: "hint" }, hint) : "", input);
}

/** Opens a table: a new one, or one that was closed. */
export async function openNewTable(live, row) {
  const { rulebooks } = await openNewTable.books;
  const old = row ? live.tables.get(row.table) : null;
  const name = h("input", { required: true, maxlength: 40, value: row?.table ?? "", readonly: row ? true : null, "data-test": "table-name" });
  const book = h("select", { "data-test": "table-rulebook", onchange: () => run(null, draw) }, rulebooks.filter((one) => one.in_force).map((one) => h("option", { value: one.id, selected: one.id === row?.rulebook }, `${one.title} (${one.operator})`)));
  const rest = h("div", { class: "stack" });
  let fields = {};
  const form = h("form", { class: "stack", onsubmit: (event) => { event.preventDefault(); run(form.querySelector("[data-test=table-open]"), open, book.value); } },
    field("Name", name), field("Rules", book), rest, h("div", { class: "actions" }, h("button", { class: "primary", "data-test": "table-open" }, "Open the table")));
  const shown = dialog(row ? `Open ${row.table} again` : "Open a table", form, { test: "table-dialog" });

  async function draw() {
    const wanted = book.value;
    fields = {};
    // What is filled in before the fields of the chosen rules are there would be lost.
    show(rest, null, () => h("p", { class: "faint" }, "Loading"));
    const found = await get(`/api/rulebooks/${encodeURIComponent(wanted)}/opening`);
    if (wanted !== book.value) return;
    const operator = rulebooks.find((one) => one.id === book.value)?.operator;
    const same = old && old.rulebook === book.value ? old : null;
    const most = Math.max(...Object.values(found.layouts).map(([, end]) => end));
    const select = (values, chosen, test) => h("select", { "data-test": test }, values.map((one) => h("option", { value: one, selected: one === chosen }, capital(plain(one)))));
    fields = {
      layout: select(Object.keys(found.layouts), same?.layout, "table-layout"),
      boxes: h("input", { type: "number", min: 1, max: most, required: true, value: String(same?.boxes ?? Math.min(most, 7)), "data-test": "table-boxes" }),
      dealing: select(found.dealing, same?.dealing, "table-dealing"),
      cards: h("select", { "data-test": "table-cards" }, [["virtual", "The system shuffles"], ["entered", "Real cards, entered"]].map(([value, label]) => h("option", { value, selected: value === same?.cards }, label))),
      progressive: h("input", { inputmode: "decimal", value: same?.progressive_bet ?? "5.00", "data-test": "table-progressive" }),
      link: h("select", { "data-test": "table-link" }, h("option", { value: "" }, "None"), [...live.links.values()].filter((link) => link.operator === operator).map((link) => h("option", { value: link.link, selected: same ? same.link === link.link : true }, link.link))),
      limits: found.limits.map((bet, at) => ({ bet, min: h("input", { inputmode: "decimal", "aria-label": `${plain(bet)}, from`, placeholder: "from", required: at === 0, value: same?.limits[bet]?.min ?? (at === 0 ? "10.00" : "") }), max: h("input", { inputmode: "decimal", "aria-label": `${plain(bet)}, up to`, placeholder: "up to", required: at === 0, value: same?.limits[bet]?.max ?? (at === 0 ? "1000.00" : "") }) })),
    };
    show(rest, book.value, () => [
      h("div", { class: "pair" }, field("Layout", fields.layout), field("Boxes", fields.boxes)),
      h("div", { class: "pair" }, field("Dealing", fields.dealing), field("Cards", fields.cards)),
      fields.limits.map((one) => h("div", { class: "form" }, h("b", {}, `Limits, ${plain(one.bet)}`), h("div", { class: "pair" }, one.min, one.max))),
      h("div", { class: "pair" }, field("Progressive bet", fields.progressive), field("Jackpot", fields.link)),
    ]);
  }

  async function open() {
    if (!fields.layout) return;
    const limits = Object.fromEntries(fields.limits.filter((one) => one.min.value || one.max.value).map((one) => [one.bet, { ...(one.min.value ? { min: amount(one.min.value) } : {}), ...(one.max.value ? { max: amount(one.max.value) } : {}) }]));
    const body = { do: "open-table", rulebook: book.value, layout: fields.layout.value, boxes: Number(fields.boxes.value), dealing: fields.dealing.value, cards: fields.cards.value, limits };
    if (fields.progressive.value) body["progressive-bet"] = amount(fields.progressive.value);
    if (fields.link.value) body.link = fields.link.value;
    const answer = await command(tablePath(name.value.trim()), body);
    live.take(answer.view);
    shown.close();
    notice(`${name.value.trim()} is open.`);
  }

  await run(null, draw);
  (row ? book : name).focus();
}

/** Other limits: the table is closed and opened again with them, everything else being the same. */
export function openLimits(live, view) {
  const rows = Object.entries(view.limits).map(([bet, limit]) => ({
    bet,
    min: h("input", { inputmode: "decimal", value: limit.min ?? "", "aria-label": `${wagerLabel(view, bet)}, from`, "data-test": `limit-min-${bet}` }),
    max: h("input", { inputmode: "decimal", value: limit.max ?? "", "aria-label": `${wagerLabel(view, bet)}, up to`, "data-test": `limit-max-${bet}` }),
  }));
  const progressive = h("input", { inputmode: "decimal", value: view.progressive_bet ?? "", "data-test": "limit-progressive" });
  const opening = (limits, bet) => ({ do: "open-table", rulebook: view.rulebook, layout: view.layout, boxes: view.boxes, dealing: view.dealing, cards: view.cards, limits, ...(bet ? { "progressive-bet": bet } : {}), ...(view.link ? { link: view.link } : {}) });
  const form = h("form", { class: "stack", onsubmit: (event) => {
    event.preventDefault();
    run(form.querySelector(".primary"), async () => {
      const limits = Object.fromEntries(rows.map((one) => [one.bet, { ...(one.min.value ? { min: amount(one.min.value) } : {}), ...(one.max.value ? { max: amount(one.max.value) } : {}) }]));
      live.take((await command(tablePath(view.table), { do: "close-table" })).view);
      try {
        live.take((await command(tablePath(view.table), opening(limits, progressive.value ? amount(progressive.value) : ""))).view);
      } catch (error) {
        // What was in force before is in force again; the reason is told.
        live.take((await command(tablePath(view.table), opening(view.limits, view.progressive_bet))).view);
        throw error;
      }
      shown.close();
      notice(`${view.table} has new limits.`);
    }, view.rulebook);
  } },
    h("p", { class: "faint" }, "The table is closed and opened again with these limits; nothing else changes. Nobody may be in a round."),
    rows.map((one) => h("div", { class: "form" }, h("b", {}, wagerLabel(view, one.bet)), h("div", { class: "pair" }, one.min, one.max))),
    field("Progressive bet", progressive),
    h("div", { class: "actions" }, h("button", { class: "primary", "data-test": "limits-do" }, "Set the limits")));
  const shown = dialog(`${view.table}: limits`, form, { test: "limits-dialog" });
}

function parameterFields(p) {
  const fields = {
    reset: h("input", { required: true, inputmode: "decimal", value: p.reset, "data-test": "p-reset" }),
    rate: h("input", { required: true, type: "number", min: 0, max: 10000, value: String(p["rate-bp"]), "data-test": "p-rate" }),
    reserve: h("input", { required: true, type: "number", min: 0, max: 10000, value: String(p["reserve-bp"]), "data-test": "p-reserve" }),
    cap: h("input", { inputmode: "decimal", value: p.cap ?? "", "data-test": "p-cap" }),
    verifiers: h("select", { "data-test": "p-verifiers" }, [1, 2].map((count) => h("option", { value: String(count), selected: count === p.verifiers }, String(count)))),
  };
  const nodes = [
    field("Starts from", fields.reset),
    h("div", { class: "pair" }, field("To the jackpot", fields.rate, "Hundredths of a per cent of each bet"), field("To the reserve", fields.reserve, "Hundredths of a per cent of each bet")),
    h("div", { class: "pair" }, field("Cap", fields.cap, "Empty: none"), field("Persons to verify", fields.verifiers, "For each claim")),
  ];
  const read = () => ({ reset: amount(fields.reset.value), "rate-bp": Number(fields.rate.value), "reserve-bp": Number(fields.reserve.value), cap: fields.cap.value ? amount(fields.cap.value) : null, verifiers: Number(fields.verifiers.value) });
  return { nodes, read };
}

/** A new jackpot that tables can join. */
export async function openNewLink(take) {
  const { rulebooks } = await openNewTable.books;
  const operators = [...new Set(rulebooks.map((one) => one.operator))].sort();
  const name = h("input", { required: true, maxlength: 40, "data-test": "link-name" });
  const operator = h("select", { "data-test": "link-operator" }, operators.map((one) => h("option", { value: one }, one)));
  const { nodes, read } = parameterFields({ reset: "100000.00", "rate-bp": 1500, "reserve-bp": 300, cap: null, verifiers: 1 });
  const form = h("form", { class: "stack", onsubmit: (event) => {
    event.preventDefault();
    run(form.querySelector(".primary"), async () => {
      take((await command(linkPath(name.value.trim()), { do: "open-link", operator: operator.value, parameters: read() })).view);
      shown.close();
      notice(`${name.value.trim()} is open. Tables join it when they are opened.`);
    });
  } },
    h("div", { class: "pair" }, field("Name", name), field("Operator", operator)), nodes,
    h("div", { class: "actions" }, h("button", { class: "primary", "data-test": "link-open" }, "Open the jackpot")));
  const shown = dialog("Open a jackpot", form, { test: "link-dialog" });
  name.focus();
}

/** Other parameters for a jackpot; a second person approves them. */
export function openParameters(link, take) {
  const { nodes, read } = parameterFields(link.parameters);
  const form = h("form", { class: "stack", onsubmit: (event) => {
    event.preventDefault();
    run(form.querySelector(".primary"), async () => {
      take((await command(linkPath(link.link), { do: "propose-parameters", parameters: read() })).view);
      shown.close();
      notice("Proposed; a second shift manager approves.");
    });
  } },
    h("p", { class: "faint" }, "One shift manager proposes, another approves. New parameters take effect between two jackpots."),
    nodes,
    h("div", { class: "actions" }, h("button", { class: "primary", "data-test": "p-propose" }, "Propose")));
  const shown = dialog(`${link.link}: parameters`, form, { test: "parameters-dialog" });
}

const REASONS = ["test-contribution", "double-entry", "missed-entry", "wrong-amount", "award-disputed", "regulators-order"];

/** A correction of the meter; a second person approves it. */
export function openCorrection(link, take) {
  const value = h("input", { required: true, inputmode: "text", placeholder: "-12.50", "data-test": "c-amount" });
  const reason = h("select", { "data-test": "c-reason" }, REASONS.map((one) => h("option", { value: one }, capital(plain(one)))));
  const note = h("textarea", { required: true, maxlength: 200, "data-test": "c-note" });
  const form = h("form", { class: "stack", onsubmit: (event) => {
    event.preventDefault();
    run(form.querySelector(".primary"), async () => {
      take((await command(linkPath(link.link), { do: "propose-correction", amount: amount(value.value), reason: reason.value, note: note.value.trim() })).view);
      shown.close();
      notice("Proposed; a second shift manager approves.");
    });
  } },
    field("Amount", value, "Raises the jackpot; with a minus it lowers it. The house pays or gets it."), field("Reason", reason), field("Note", note),
    h("div", { class: "actions" }, h("button", { class: "primary", "data-test": "c-propose" }, "Propose")));
  const shown = dialog(`${link.link}: correct the meter`, form, { test: "correction-dialog" });
}

/** The order in which tables are paid. */
export function openOrder(link, take) {
  const order = [...new Set(link.claims.map((claim) => claim.table))];
  const list = h("ol", { class: "order" });
  const reason = h("input", { required: true, maxlength: 200 });
  const draw = () => show(list, order.join(), () => order.map((table, at) => h("li", {}, h("b", {}, `${at + 1}. ${table}`), h("button", { type: "button", class: "small-button", disabled: at === 0, "aria-label": `Move ${table} up`, onclick: () => { order.splice(at - 1, 2, order[at], order[at - 1]); draw(); } }, "Up"))));
  draw();
  const form = h("form", { class: "stack", onsubmit: (event) => {
    event.preventDefault();
    run(form.querySelector(".primary"), async () => { take((await command(linkPath(link.link), { do: "order-claims", tables: order, reason: reason.value.trim() })).view); shown.close(); });
  } }, list, field("Reason", reason), h("div", { class: "actions" }, h("button", { class: "primary", "data-test": "order-do" }, "This order")));
  const shown = dialog(`${link.link}: order of payment`, form);
}
