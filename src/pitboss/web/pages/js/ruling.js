// A ruling: what the rules say, who must decide, and the buttons of whoever may.

import { command, tablePath } from "./api.js";
import { h } from "./dom.js";
import { clauseChips, run } from "./shell.js";
import { authority, DECISIONS, effect, fact, factValue, incident, option, postOf } from "./words.js";

/** The ruling in words. */
export function rulingBody(ruling) {
  return h("div", { class: "ruling", "data-test": "ruling" },
    ruling.incident ? h("p", { class: "reported", "data-test": "reported" }, h("b", {}, incident(ruling.incident))) : "",
    h("ul", { class: "told small" }, Object.entries(ruling.facts ?? {}).map(([name, value]) => h("li", { "data-test": `told-${name}` }, h("span", { class: "faint" }, fact(name)), " ", factValue(value)))),
    h("p", { class: "says" }, ruling.because, " ", clauseChips(ruling.rulebook, ruling.clauses)),
    h("ul", { class: "effects" }, ruling.effects.map((one) => h("li", {}, effect(one)))),
    ruling.options?.length ? h("p", {}, `${ruling.options_for === "all" ? "All players" : "The players affected"} choose: ${ruling.options.map(option).join("; or ")}.`) : "",
    h("p", { class: "decides", "data-test": "authority" }, ruling.authority ? ["To be decided by ", h("b", {}, authority(ruling.authority)), "."] : "The rule decides; nobody needs to be asked."));
}

/** Buttons for the authority; nothing for others. done(answer) is called with what the server said. */
export function rulingButtons(table, ruling, box, person, done) {
  if ((person.post ?? 0) < postOf(ruling.authority)) return [h("p", { class: "faint small" }, `It waits for ${authority(ruling.authority)}.`)];
  const open = ruling.decisions ?? [null];
  const choices = open.filter((choice) => box !== null || !["invalidate-hand", "bar-player"].includes(choice));
  return choices.map((choice) => h("button", {
    class: choice === "void-round" || choice === "bar-player" ? "danger" : "primary",
    "data-test": choice ? `decide-${choice}` : "confirm",
    onclick: (event) => run(event.currentTarget, async () => done(await command(tablePath(table), choice ? { do: "confirm", decision: choice } : { do: "confirm" })), ruling.rulebook),
  }, choice ? DECISIONS[choice] : open.length > 1 ? "Let the others withdraw" : "Confirm the ruling"));
}
