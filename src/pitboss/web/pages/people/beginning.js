// The first days of a house: what is done, what comes next, and who does it. It goes away by itself
// when everything is there, or when the administrator puts it away.

import { h } from "../shared/dom.js";
import { roleName } from "../shared/words.js";
import { beginning, nextStep } from "./state.js";

const AWAY = "pitboss-beginning-away";

/**
 * @param {Parameters<typeof beginning>[0] & { founding: boolean }} now
 * @param {{ add: (role: string) => void, addDevice: (event: Event) => void }} acts
 */
export function drawBeginning(place, now, acts) {
  const steps = beginning(now);
  const next = nextStep(steps);
  place.hidden = next === null || localStorage.getItem(AWAY) !== null;
  if (place.hidden) return;
  const done = steps.filter((one) => one.done).length;
  const putAway = () => {
    localStorage.setItem(AWAY, "yes");
    place.hidden = true;
  };
  place.replaceChildren(
    h(
      "header",
      { class: "spread" },
      h("h2", { id: "beginning-head" }, "Getting the house ready"),
      h("span", { class: "faint", "data-test": "beginning-count" }, `${done} of ${steps.length}`),
      h(
        "button",
        { class: "quiet", type: "button", "data-test": "beginning-away", onclick: putAway },
        "Hide this",
      ),
    ),
    now.founding
      ? h(
          "p",
          { class: "faint small", "data-test": "founding" },
          "Until your first table opens, whom two administrators appoint may approve at once. " +
            "After that a new account has to wait before it approves anything.",
        )
      : "",
    h("progress", { max: steps.length, value: done, "aria-labelledby": "beginning-head" }),
    h(
      "ol",
      {},
      steps.map((one) => stepItem(one, one === next, acts)),
    ),
    h(
      "p",
      { class: "faint small" },
      "Every rulebook supplied with Pitboss is in force from its own date; ",
      h("a", { href: "/rulebooks" }, "read what your tables will play by"),
      ". Then a dealer signs in, opens the table's console and opens betting.",
    ),
  );
}

/** @param {import("./state.js").Step} one */
function stepItem(one, isNext, { add, addDevice }) {
  const mine = one.by === "administrator";
  const act =
    one.done || one.waits || !mine
      ? null
      : one.role
        ? () => add(String(one.role))
        : (event) => addDevice(event);
  const state = one.done ? "done" : one.waits ? "waits" : isNext ? "next" : "later";
  const said = { done: "Done", waits: "Waiting" }[state];
  return h(
    "li",
    {
      "data-state": state,
      "data-test": `beginning-${one.key}`,
      "aria-current": isNext ? "step" : null,
    },
    h("span", { class: "tick-mark", "aria-hidden": "true" }, one.done ? "✓" : ""),
    h(
      "div",
      {},
      h("b", {}, one.title),
      said ? h("span", { class: "unseen" }, `: ${said}`) : "",
      one.done ? "" : h("p", { class: "faint small" }, one.says),
      one.waits ? h("p", { class: "small", "data-test": `waits-${one.key}` }, one.waits) : "",
    ),
    act
      ? h(
          "button",
          {
            type: "button",
            class: isNext ? "primary" : "",
            "data-test": `beginning-do-${one.key}`,
            onclick: act,
          },
          one.role ? `Invite ${roleName(one.role).toLowerCase()}` : "Add device",
        )
      : one.done
        ? ""
        : h("span", { class: "badge" }, one.waits ? "Waiting" : roleName(one.by)),
  );
}
