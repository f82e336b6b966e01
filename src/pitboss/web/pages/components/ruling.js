// A ruling: what was reported, what the rules say, who must decide, and the buttons of whoever may.

import { command, tablePath } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { askSure, clauseChips, run } from "../shared/shell.js";
import { since } from "../shared/since.js";
import {
  authority,
  DECISIONS,
  effect,
  fact,
  factValue,
  incident,
  option,
} from "../shared/words.js";
import { voidWords } from "./stakes.js";

/** The ruling in words. */
export function rulingBody(ruling) {
  const players = ruling.options_for === "all" ? "All players" : "The players affected";
  const options = (ruling.options ?? []).map(option).join(", or ");
  return h(
    "div",
    { class: "ruling", "data-test": "ruling" },
    ruling.incident ? reported(ruling) : "",
    h("p", { class: "says" }, ruling.because, " ", clauseChips(ruling.rulebook, ruling.clauses)),
    // That a matter is referred is said by the line that names who decides it.
    h(
      "ul",
      { class: "effects" },
      ruling.effects
        .filter((one) => one !== "refer" || !ruling.authority)
        .map((one) => h("li", {}, effect(one))),
    ),
    options ? h("p", {}, `${players} choose: ${options}.`) : "",
    h(
      "p",
      { class: "decides", "data-test": "authority" },
      ruling.authority
        ? ["Decision: ", h("b", {}, authority(ruling.authority)), "."]
        : "The rule decides; nobody needs to be asked.",
    ),
  );
}

const aboutWords = ({ box, player }) => (player ? `${player}, on box ${box}` : `box ${box}`);

/** "box 3 (ann)". */
const boxOf = ({ box, player }) => {
  const named = player && player !== `Box ${box}`;
  return named ? `box ${box} (${player})` : `box ${box}`;
};

/** What was reported: by whom, since when, in which words and with which facts. */
function reported(ruling) {
  const facts = Object.entries(ruling.facts ?? {});
  const told = ([name, value]) =>
    h(
      "li",
      { "data-test": `told-${name}` },
      h("span", { class: "faint" }, fact(name)),
      " ",
      factValue(value),
    );
  return h(
    "div",
    { class: "report" },
    h("p", { class: "reported", "data-test": "reported" }, h("b", {}, incident(ruling.incident))),
    ruling.box ? h("p", { "data-test": "about-player" }, `About ${aboutWords(ruling)}.`) : "",
    ruling.description ? h("blockquote", { "data-test": "description" }, ruling.description) : "",
    "reported_at_ms" in ruling
      ? h(
          "p",
          { class: "faint small", "data-test": "reported-by" },
          `Reported by ${ruling.reported_by ?? "somebody"} at `,
          since(ruling.reported_at_ms),
        )
      : "",
    facts.length ? h("ul", { class: "told small" }, facts.map(told)) : "",
  );
}

/**
 * Buttons for the authority; nothing for others. done(answer) gets what the server said.
 * @param {Api.Me} person
 * @param {Api.TablePage | null} [view]
 */
export function rulingButtons(table, ruling, box, person, done, view = null) {
  if (!person.decides.includes(ruling.authority)) {
    return [h("p", { class: "faint small" }, `Waiting for ${authority(ruling.authority)}.`)];
  }
  const open = ruling.decisions ?? [null];
  const aboutBox = ["invalidate-hand", "bar-player"];
  const choices = open.filter((choice) => box !== null || !aboutBox.includes(choice));
  // What can't be undone does not come first.
  choices.sort((a, b) => Number(ASKED.includes(a)) - Number(ASKED.includes(b)));
  const decide = async (choice) => {
    if (!(await askDecision(choice, ruling, view))) return;
    const named = { do: "confirm", approves: ruling.digest };
    const body = choice ? { ...named, decision: choice } : named;
    done(await command(tablePath(table), body));
  };
  return choices.map((choice) =>
    h(
      "button",
      {
        class: ASKED.includes(choice) ? "danger" : "primary",
        "data-test": choice ? `decide-${choice}` : "confirm",
        onclick: (event) => run(event.currentTarget, () => decide(choice), ruling.rulebook),
      },
      label(choice, open, ruling) + (asksFirst(choice, ruling) ? " …" : ""),
    ),
  );
}

const ASKED = ["void-round", "invalidate-hand", "bar-player"];

const voids = (choice, ruling) =>
  choice === "void-round" || (choice === null && ruling.effects.includes("void-round"));

const asksFirst = (choice, ruling) => ASKED.includes(choice) || voids(choice, ruling);

function label(choice, open, ruling) {
  if (ruling.incident === "technical-interruption") {
    return choice ? "Not affected: the round goes on" : "Affected: apply the ruling";
  }
  if (choice) return DECISIONS[choice];
  return open.length > 1 ? "Let the others withdraw" : "Confirm the ruling";
}

/**
 * What can't be undone is asked once more.
 * @param {Api.TablePage} view
 */
function askDecision(choice, ruling, view) {
  if (voids(choice, ruling)) return askVoid(view);
  const box = view?.round?.boxes.find((one) => one.box === ruling.box);
  const where = boxOf({ box: ruling.box, player: box?.player });
  if (choice === "invalidate-hand") {
    const text = `The hand on ${where} leaves the round and its bets are returned.`;
    const words = { bad: true, test: "invalidate", keep: "Not yet" };
    return askSure("Rule the hand invalid?", text, "Rule it invalid", words);
  }
  if (choice === "bar-player") {
    const who = ruling.player ?? box?.player;
    const text = `${who ?? "The player"}, on box ${ruling.box}, can no longer bet at this table.`;
    const words = { bad: true, test: "bar", keep: "Not yet" };
    return askSure("Bar the player?", text, "Bar the player", words);
  }
  return true;
}

/**
 * Whether a round is to be void: how many boxes, and how much goes back.
 * @param {Api.TablePage} view
 */
export function askVoid(view) {
  const content = view ? voidWords(view) : "All bets are returned. This can't be undone.";
  const words = { bad: true, test: "void", keep: "Don't void it" };
  return askSure("Void the round?", content, "Void the round", words);
}
