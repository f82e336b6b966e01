// Money after a round: it stands, and a shift manager decides who pays whom on account of it.

import { h } from "../shared/dom.js";
import { actions, amountIn, field, sends } from "../shared/fields.js";
import { dialog, notice } from "../shared/shell.js";

/**
 * @param {Api.TablePage} view
 * @param {(body: object) => Promise<unknown>} send
 */
export function openMoneyDecision(view, send, round = `${view.table}-${lastOver(view)}`) {
  const about = h("input", {
    required: true,
    maxlength: 60,
    value: round,
    "data-test": "money-round",
  });
  const names = Object.keys(view.chips);
  const player = h("input", {
    required: true,
    maxlength: 40,
    list: "money-names",
    autocomplete: "off",
    "data-test": "money-player",
  });
  const way = h(
    "select",
    { "data-test": "money-way" },
    h("option", { value: "payee" }, "The house pays the player"),
    h("option", { value: "payer" }, "The player pays the house"),
  );
  const amount = h("input", { required: true, inputmode: "decimal", "data-test": "money-amount" });
  const reason = h("input", { required: true, maxlength: 200, "data-test": "money-reason" });
  const clause = h("input", { maxlength: 20, autocomplete: "off", "data-test": "money-clause" });
  const form = h(
    "form",
    { class: "stack" },
    h(
      "p",
      { class: "faint" },
      "A round that was concluded stands. What is paid on account of it is an entry of its own.",
    ),
    h("div", { class: "pair" }, field("Round", about), field("Player", player)),
    h(
      "datalist",
      { id: "money-names" },
      names.map((value) => h("option", { value })),
    ),
    h("div", { class: "pair" }, field("Who pays", way), field("Amount", amount)),
    field("Reason", reason),
    field("Clause", clause, "Left blank: the clause that leaves it to the shift manager."),
    actions("money-do", "Decide"),
  );
  const shown = dialog("Decide money on account of a round", form, { test: "money-dialog" });
  sends(
    form,
    async () => {
      const named = clause.value.trim();
      await send({
        do: "decide-money",
        round: about.value.trim(),
        amount: amountIn(amount),
        [way.value]: player.value.trim(),
        reason: reason.value.trim(),
        ...(named ? { clause: named } : {}),
      });
      shown.close();
      notice("Decided, and on record.");
    },
    {
      where: { amount, reason, clause, round: about },
      codes: {
        "no-such-round": about,
        "bad-amount": amount,
        "reason-needed": reason,
        "bad-fact": clause,
      },
      book: () => view.rulebook,
    },
  );
  player.focus();
}

/** The number of the last round that is over. */
const lastOver = (view) => (view.round ? view.rounds - 1 : view.rounds);
