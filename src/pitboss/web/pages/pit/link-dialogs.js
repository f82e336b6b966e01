// Dialogs of the pit desk about jackpots: opening one, its parameters, corrections, the order of
// payment.

import { command, linkPath } from "../shared/api.js";
import { h, show } from "../shared/dom.js";
import { actions, amountIn, field, sends, Wrong } from "../shared/fields.js";
import { cents } from "../shared/money.js";
import { percent, pointsIn } from "../shared/percent.js";
import { dialog, notice } from "../shared/shell.js";
import { capital, plain } from "../shared/words.js";

const MOST_VERIFIERS = 2;

const decimal = (value, test, more = {}) =>
  h("input", { inputmode: "decimal", value, "data-test": test, ...more });

function parameterFields(now) {
  const reset = decimal(now.reset, "p-reset", { required: true });
  const rate = decimal(percent(now["rate-bp"]), "p-rate", { required: true });
  const reserve = decimal(percent(now["reserve-bp"]), "p-reserve", { required: true });
  const cap = decimal(now.cap ?? "", "p-cap");
  const counts = Array.from({ length: MOST_VERIFIERS }, (_, at) => at + 1);
  const verifiers = h(
    "select",
    { "data-test": "p-verifiers" },
    counts.map((count) =>
      h("option", { value: String(count), selected: count === now.verifiers }, String(count)),
    ),
  );
  const nodes = [
    h(
      "div",
      { class: "pair" },
      field("Reset value", reset, "Where the jackpot starts again."),
      field("Cap", cap, "Where it stops growing. Blank: none."),
    ),
    h(
      "div",
      { class: "pair" },
      field("Contribution %", rate, "Of each progressive bet, to the jackpot."),
      field("Reserve %", reserve, "Of each progressive bet, to the next start."),
    ),
    field("Verifiers", verifiers, "How many people must verify each claim."),
  ];
  const read = () => {
    const points = { "rate-bp": pointsIn(rate), "reserve-bp": pointsIn(reserve) };
    const both = points["rate-bp"] + points["reserve-bp"];
    if (both > 10_000) {
      const text = `Contribution and reserve together are ${percent(both)}, more than the bet.`;
      throw new Wrong(reserve, text);
    }
    const [start, top] = [amountIn(reset), amountIn(cap) || null];
    if (top && cents(top) < cents(start)) {
      throw new Wrong(cap, "The cap can't be below the reset value.");
    }
    return { reset: start, ...points, cap: top, verifiers: Number(verifiers.value) };
  };
  const where = {
    "parameters.reset": reset,
    "parameters.rate-bp": rate,
    "parameters.reserve-bp": reserve,
    "parameters.cap": cap,
    "parameters.verifiers": verifiers,
  };
  return { nodes, read, where, reset, verifiers };
}

const USUAL = {
  reset: "100000.00",
  "rate-bp": 1500,
  "reserve-bp": 300,
  cap: null,
  verifiers: MOST_VERIFIERS,
};

/** A new jackpot that tables can join. */
export async function openNewLink({ books, takeLink }) {
  const { rulebooks } = await books;
  const operators = [...new Set(rulebooks.map((one) => one.operator))].sort();
  const name = h("input", { required: true, maxlength: 40, "data-test": "link-name" });
  const operator = h(
    "select",
    { "data-test": "link-operator" },
    operators.map((one) => h("option", { value: one }, one)),
  );
  const { nodes, read, where, reset } = parameterFields(USUAL);
  const form = h(
    "form",
    { class: "stack" },
    h("div", { class: "pair" }, field("Name", name), field("Operator", operator)),
    nodes,
    actions("link-open", "Open the jackpot"),
  );
  const shown = dialog("Open a jackpot", form, { test: "link-dialog" });
  sends(
    form,
    async () => {
      const link = name.value.trim();
      const body = { do: "open-link", operator: operator.value, parameters: read() };
      takeLink((await command(linkPath(link), body)).view);
      shown.close();
      notice(`${link} is open. Tables join it when they are opened.`);
    },
    { where, codes: { "bad-request": name, "link-exists": name, "bad-parameters": reset } },
  );
  name.focus();
}

/** Other parameters for a jackpot; a second person approves them. */
export function openParameters(link, take) {
  const { nodes, read, where, reset } = parameterFields(link.parameters);
  const form = h(
    "form",
    { class: "stack" },
    h(
      "p",
      { class: "faint" },
      "One shift manager proposes, another approves. ",
      "New parameters take effect between two jackpots.",
    ),
    nodes,
    actions("p-propose", "Propose"),
  );
  const shown = dialog(`${link.link}: parameters`, form, { test: "parameters-dialog" });
  sends(
    form,
    async () => {
      const body = { do: "propose-parameters", parameters: read() };
      take((await command(linkPath(link.link), body)).view);
      shown.close();
      notice("Proposed. A second shift manager has to approve.");
    },
    { where, codes: { "bad-parameters": reset } },
  );
  reset.focus();
}

const REASONS = [
  "test-contribution",
  "double-entry",
  "missed-entry",
  "wrong-amount",
  "award-disputed",
  "regulators-order",
];

/** A correction of the meter; a second person approves it. */
export function openCorrection(link, take) {
  const amount = h("input", {
    required: true,
    inputmode: "text",
    placeholder: "-12.50",
    "data-test": "c-amount",
  });
  const reason = h(
    "select",
    { "data-test": "c-reason" },
    REASONS.map((one) => h("option", { value: one }, capital(plain(one)))),
  );
  const note = h("textarea", { required: true, maxlength: 200, "data-test": "c-note" });
  const form = h(
    "form",
    { class: "stack" },
    field("Amount", amount, "Added to the jackpot, paid by the house; with a minus, taken off."),
    field("Reason", reason),
    field("Note", note),
    actions("c-propose", "Propose"),
  );
  const shown = dialog(`${link.link}: correct the meter`, form, { test: "correction-dialog" });
  sends(
    form,
    async () => {
      const body = {
        do: "propose-correction",
        amount: amountIn(amount, { signed: true }),
        reason: reason.value,
        note: note.value.trim(),
      };
      take((await command(linkPath(link.link), body)).view);
      shown.close();
      notice("Proposed. A second shift manager has to approve.");
    },
    {
      where: { amount, reason, note },
      codes: { "bad-correction": amount, "reason-needed": note },
    },
  );
  amount.focus();
}

/** The order in which tables are paid. */
export function openOrder(link, take) {
  const order = [...new Set(link.claims.map((claim) => claim.table))];
  const list = h("ol", { class: "order" });
  const reason = h("input", { required: true, maxlength: 200, "data-test": "order-reason" });
  const up = (at) => {
    order.splice(at - 1, 2, order[at], order[at - 1]);
    draw();
  };
  const row = (table, at) =>
    h(
      "li",
      {},
      h("b", {}, `${at + 1}. ${table}`),
      h(
        "button",
        {
          type: "button",
          class: "small-button",
          disabled: at === 0,
          "aria-label": `Move ${table} up`,
          onclick: () => up(at),
        },
        "Up",
      ),
    );
  const draw = () => show(list, order.join(), () => order.map(row));
  draw();
  const form = h(
    "form",
    { class: "stack" },
    list,
    field("Reason", reason),
    actions("order-do", "Pay in this order"),
  );
  const shown = dialog(`${link.link}: order of payment`, form, { test: "order-dialog" });
  sends(
    form,
    async () => {
      const body = { do: "order-claims", tables: order, reason: reason.value.trim() };
      take((await command(linkPath(link.link), body)).view);
      shown.close();
    },
    { where: { reason }, codes: { "reason-needed": reason } },
  );
  reason.focus();
}
