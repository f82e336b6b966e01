// A decision in money after a round was concluded: the round stands, and somebody pays somebody.

import { command, get, tablePath } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { actions, amountIn, field, sends, Wrong } from "../shared/fields.js";
import { dialog, notice } from "../shared/shell.js";
import { dateTime } from "../shared/times.js";

const HOUSE = "";

/** Who pays whom on account of a round that is over. */
export async function openMoney({ live }, row) {
  const path = `/api/rounds?table=${encodeURIComponent(row.table)}&limit=20`;
  const { rounds } = await get(path);
  const over = rounds.filter((one) => one.outcome !== "running");
  if (!over.length) {
    notice(`No round at ${row.table} is over yet.`);
    return;
  }
  const option = (value, label) => h("option", { value }, label);
  const round = h(
    "select",
    { "data-test": "money-round", onchange: () => names() },
    over.map((one) => option(one.round, `${one.round} · ${dateTime(one.at_ms)} · ${one.outcome}`)),
  );
  const payer = h("select", { "data-test": "money-payer" });
  const payee = h("select", { "data-test": "money-payee" });
  const amount = h("input", { required: true, inputmode: "decimal", "data-test": "money-amount" });
  const reason = h("textarea", { required: true, maxlength: 200, "data-test": "money-reason" });
  const clause = h("input", { maxlength: 40, autocomplete: "off", "data-test": "money-clause" });
  const form = h(
    "form",
    { class: "stack" },
    h(
      "p",
      { class: "faint" },
      "A round that is concluded stands. This moves money on account of it, in your name, and is ",
      "on record with the reason.",
    ),
    field("Round", round),
    h("div", { class: "pair" }, field("Who pays?", payer), field("Who is paid?", payee)),
    field("Amount", amount),
    field("Reason", reason),
    field("Clause", clause, "Where the rules leave it to you. Blank: what they do not cover."),
    actions("money-do", "Decide"),
  );
  const shown = dialog(`${row.table}: money decision`, form, { test: "money-dialog" });

  function names() {
    const { players } = over.find((one) => one.round === round.value);
    for (const list of [payer, payee])
      list.replaceChildren(
        option(HOUSE, "The house"),
        ...players.map((name) => option(name, name)),
      );
    payee.value = players[0] ?? HOUSE;
  }

  names();
  sends(
    form,
    async () => {
      if (payer.value === payee.value) throw new Wrong(payee, "Nobody pays himself.");
      const body = {
        do: "decide-money",
        round: round.value,
        amount: amountIn(amount),
        reason: reason.value.replace(/\s+/g, " ").trim(),
        ...(payer.value ? { payer: payer.value } : {}),
        ...(payee.value ? { payee: payee.value } : {}),
        ...(clause.value.trim() ? { clause: clause.value.trim() } : {}),
      };
      live.take((await command(tablePath(row.table), body)).view);
      shown.close();
      notice(`Decided: ${round.value}.`);
    },
    { where: { amount, reason, round, payer, payee, clause }, book: () => row.rulebook },
  );
  amount.focus();
}
