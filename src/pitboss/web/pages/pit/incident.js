// A report that waits for its ruling: its facts can be corrected by whoever decides, and it can be
// withdrawn by whoever made it as long as nothing has come after it.

import { rulingBody } from "../components/ruling.js";
import { command, post, tablePath } from "../shared/api.js";
import { h, show } from "../shared/dom.js";
import { actions, field, sends, Wrong } from "../shared/fields.js";
import { askSure, dialog, notice, run } from "../shared/shell.js";
import { fact, factValue } from "../shared/words.js";

/**
 * @param {Api.RulingOnHold} ruling
 * @param {Api.Me} person
 * @param {Api.TablePage} view
 */
export function reportButtons(table, ruling, person, view, done) {
  const button = (test, label, work) =>
    h(
      "button",
      {
        "data-test": `${test}-${table}`,
        onclick: (event) => run(event.currentTarget, work, ruling.rulebook),
      },
      label,
    );
  const decides = person.decides.some((one) => one === ruling.authority);
  const corrects = decides && Object.keys(ruling.facts).length > 0;
  const { last } = view;
  const withdraws = last?.mine && last.what.do === "report";
  return [
    corrects
      ? button("correct-facts", "Correct the facts …", async () => openFacts(table, ruling, done))
      : "",
    withdraws
      ? button("withdraw-report", "Withdraw the report …", () => withdraw(table, last, done))
      : "",
  ];
}

async function withdraw(table, last, done) {
  const text = "The round goes on as if it had not been reported. That it was stays on record.";
  const words = { test: "withdraw-report", keep: "Keep it" };
  if (!(await askSure("Withdraw the report?", text, "Withdraw it", words))) return;
  done(await command(tablePath(table), { do: "take-back", entry: last.entry }));
}

/** The facts as they were told, each to be put right, and what the rules say then. */
function openFacts(table, ruling, done) {
  const preview = h("div", { class: "preview", "aria-live": "polite" });
  const inputs = Object.entries(ruling.facts).map(([name, value]) => [name, input(name, value)]);
  const read = () => Object.fromEntries(inputs.map(([name, one]) => [name, valueIn(one)]));
  const form = h(
    "form",
    { class: "stack", onchange: () => run(null, look) },
    inputs.map(([name, one]) => field(fact(name), one)),
    preview,
    actions("facts-do", "Rule on these facts"),
  );
  const shown = dialog(`${table}: correct the facts`, form, { test: "facts-dialog" });
  async function look() {
    const { rulebook, incident } = ruling;
    const found = await post("/api/rule", { rulebook, incident, facts: read() });
    show(preview, found, () => rulingBody(found));
  }
  sends(
    form,
    async () => {
      const body = { do: "confirm", facts: read(), approves: ruling.digest };
      done(await command(tablePath(table), body));
      shown.close();
      notice("Ruled on the corrected facts.");
    },
    { book: () => ruling.rulebook },
  );
  run(null, look);
  inputs[0][1].focus();
}

function input(name, value) {
  const test = `fact-${name}`;
  if (typeof value === "number")
    return h("input", { type: "number", min: 0, value: String(value), "data-test": test });
  if (typeof value !== "boolean") return h("input", { value: String(value), "data-test": test });
  return h(
    "select",
    { "data-test": test },
    [true, false].map((one) =>
      h("option", { value: String(one), selected: one === value }, factValue(one)),
    ),
  );
}

function valueIn(one) {
  if (one.type === "number") {
    if (!/^\d+$/.test(one.value)) throw new Wrong(one, "Enter a whole number.");
    return Number(one.value);
  }
  return one instanceof HTMLSelectElement ? one.value === "true" : one.value.trim();
}
