// Money after a round: the round stands, and a shift manager decides who pays whom on account of
// it. The console and the desk ask for it in the same words.

import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { actions, amountIn, field, sends, Wrong } from "../shared/fields.js";
import { dialog, notice } from "../shared/shell.js";
import { dateTime } from "../shared/times.js";

const HOUSE = "";
const OLDER = "older";
const AT_A_TIME = 20;

const option = (value, label) => h("option", { value }, label);

/** The finished rounds of a table, newest first, as many at a time as a list can hold. */
class OverRounds {
  #table;
  #before = null;
  rounds = [];
  more = true;

  constructor(table) {
    this.#table = table;
  }

  async read() {
    const asked = new URLSearchParams({ table: this.#table, limit: String(AT_A_TIME) });
    if (this.#before) asked.set("to", this.#before);
    const found = await get(`/api/rounds?${asked}`);
    this.rounds.push(...found.rounds.filter((one) => one.outcome !== "running"));
    this.#before = found.next;
    this.more = found.next !== null;
  }
}

/**
 * Asks for the round, the two sides, the amount and the reason, and has them decided.
 * @param {{ table: string, rulebook: string }} at a table, as the floor or its own page has it
 * @param {(body: object) => Promise<unknown>} send
 */
export async function openMoneyDecision({ table, rulebook }, send) {
  const over = new OverRounds(table);
  await over.read();
  if (!over.rounds.length) {
    notice(`No round at ${table} is over yet.`);
    return;
  }
  const round = h("select", { "data-test": "money-round" });
  const payer = h("select", { "data-test": "money-payer" });
  const payee = h("select", { "data-test": "money-payee" });
  const amount = h("input", { required: true, inputmode: "decimal", "data-test": "money-amount" });
  const reason = h("textarea", { required: true, maxlength: 200, "data-test": "money-reason" });
  const clause = h("input", { maxlength: 40, autocomplete: "off", "data-test": "money-clause" });
  const sides = () => {
    const found = over.rounds.find((one) => one.round === round.value);
    for (const list of [payer, payee])
      list.replaceChildren(
        option(HOUSE, "The house"),
        ...found.players.map((name) => option(name, name)),
      );
    payer.value = HOUSE;
    payee.value = found.players[0] ?? HOUSE;
  };
  const rounds = (chosen) => {
    const named = (one) => `${one.round} · ${dateTime(one.at_ms)} · ${one.outcome}`;
    round.replaceChildren(
      ...over.rounds.map((one) => option(one.round, named(one))),
      over.more ? option(OLDER, "Older rounds …") : "",
    );
    round.value = chosen;
    sides();
  };
  round.addEventListener("change", async () => {
    if (round.value !== OLDER) return sides();
    const [last, before] = [over.rounds.at(-1).round, over.rounds.length];
    await over.read();
    rounds(over.rounds[before]?.round ?? last);
  });
  rounds(over.rounds[0].round);
  const form = h(
    "form",
    { class: "stack" },
    h(
      "p",
      { class: "faint" },
      "A concluded round stands. This moves money on account of it, in your name, and goes on " +
        "record with the reason.",
    ),
    field("Round", round),
    h("div", { class: "pair" }, field("Who pays?", payer), field("Who is paid?", payee)),
    field("Amount", amount),
    field("Reason", reason),
    field("Clause", clause, "The one that leaves it to you. Blank: the rules do not cover it."),
    actions("money-do", "Decide"),
  );
  const shown = dialog(`${table}: money decision`, form, { test: "money-dialog" });
  sends(
    form,
    async () => {
      if (payer.value === payee.value)
        throw new Wrong(payee, "Both sides are the same. Choose who pays whom.");
      await send({
        do: "decide-money",
        round: round.value,
        amount: amountIn(amount),
        reason: reason.value.replace(/\s+/g, " ").trim(),
        ...(payer.value ? { payer: payer.value } : {}),
        ...(payee.value ? { payee: payee.value } : {}),
        ...(clause.value.trim() ? { clause: clause.value.trim() } : {}),
      });
      shown.close();
      notice(`Decided, and on record with ${round.value}.`);
    },
    {
      where: { amount, reason, round, payer, payee, clause },
      codes: {
        "no-such-round": round,
        "bad-amount": amount,
        "reason-needed": reason,
        "bad-fact": clause,
      },
      book: () => rulebook,
    },
  );
  amount.focus();
}
