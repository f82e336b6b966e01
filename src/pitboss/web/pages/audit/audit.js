// Audit: rounds are searched, one is seen step by step on the felt, its record and shuffle; the
// audit; reports.

import { card } from "../components/cards.js";
import { get } from "../shared/api.js";
import { $, dialogOpen, drawn, h, typing } from "../shared/dom.js";
import "../components/felt.js";
import { Live } from "../shared/live.js";
import "../components/paylist.js";
import { run, start } from "../shared/shell.js";
import { dateTime, zoneLong } from "../shared/times.js";
import { auditPanel } from "./journal.js";
import { Replay } from "./replay.js";
import { reportsPanel } from "./reports.js";
import { signsPanel } from "./signs.js";

const live = new Live();
await start({
  title: "Audit",
  roles: ["auditor", "dealer", "pit-supervisor", "pit-manager", "shift-manager"],
  live,
});

/** What the place of a round shows before one is chosen. */
const FAN = ["As", "Ks", "Qs", "Js", "Ts"];
const OUTCOME_BADGES = { void: "bad", running: "info" };
const asked = new URLSearchParams(location.search);
const PANELS = {
  rounds: ["Rounds", roundsPanel],
  journal: ["Journal", () => auditPanel()],
  reports: ["Reports", () => reportsPanel()],
  signs: ["Signs", () => signsPanel(asked.get("link"))],
};
let tab = PANELS[asked.get("tab")] ? asked.get("tab") : "rounds";
let replay = null;

const panel = h("div", { role: "tabpanel", id: "audit-panel", tabindex: -1 });
const tabs = h(
  "div",
  {
    class: "tabs",
    role: "tablist",
    "aria-label": "Audit",
    onkeydown: (event) => {
      const names = Object.keys(PANELS);
      const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!move) return;
      event.preventDefault();
      event.stopPropagation();
      const next = names[(names.indexOf(tab) + move + names.length) % names.length];
      open(next).then(() => $(`#tab-${next}`).focus());
    },
  },
  Object.entries(PANELS).map(([key, [label]]) =>
    h(
      "button",
      {
        role: "tab",
        id: `tab-${key}`,
        "aria-controls": "audit-panel",
        "data-test": `tab-${key}`,
        onclick: () => open(key),
      },
      label,
    ),
  ),
);
$("#main").replaceChildren(h("div", { class: "audit-head" }, h("h1", {}, "Audit"), tabs), panel);
open(tab).then(drawn);

async function open(name) {
  tab = name;
  replay?.stop();
  replay = null;
  for (const button of tabs.children) {
    const chosen = button.id === `tab-${name}`;
    button.setAttribute("aria-selected", String(chosen));
    button.tabIndex = chosen ? 0 : -1;
  }
  panel.setAttribute("aria-labelledby", `tab-${name}`);
  panel.replaceChildren(h("p", { class: "loading" }, "Loading"));
  if (name !== "rounds") history.replaceState(null, "", `/audit?tab=${name}`);
  const made = await run(null, PANELS[name][1]);
  if (tab === name)
    panel.replaceChildren(made ?? h("p", { class: "empty" }, "It could not be loaded."));
}

// ── rounds ───────────────────────────────────────────────────────────────────────────────────────

async function roundsPanel() {
  const floor = await get("/api/floor");
  const search = new Search(floor.tables.map((row) => row.table));
  await search.first();
  const [wanted, why] = [asked.get("round"), asked.get("why")];
  asked.delete("round");
  asked.delete("why");
  if (wanted) {
    await run(null, () => search.open(wanted));
    requestAnimationFrame(() => search.goTo());
  }
  if (why) replay?.why(why);
  return search.element;
}

/** Which rounds there are, a page at a time, and the one that is looked at. */
class Search {
  #table;
  #from;
  #to;
  #words;
  #list = h("ul", { class: "round-list", "data-test": "rounds", "aria-label": "Matching rounds" });
  #more = h(
    "button",
    {
      class: "small-button",
      "data-test": "more-rounds",
      hidden: true,
      onclick: () => run(this.#more, () => this.#load(this.#next)),
    },
    "Look further back",
  );
  #told = h("p", { class: "faint small", role: "status", "data-test": "rounds-told" });
  #detail = h(
    "section",
    { class: "replay", "aria-label": "The round" },
    h(
      "div",
      { class: "empty replay-none" },
      h("div", { class: "why-row", "aria-hidden": "true" }, FAN.map(card)),
      h("h2", {}, "Replay any round"),
      h(
        "p",
        {},
        "Choose one from the list: every card, bet and ruling in its order, who did it and when, ",
        "and the clause behind it. Its record can be saved, its shuffle checked.",
      ),
    ),
  );
  #rounds = [];
  #next = null;
  #asked = 0;

  constructor(names) {
    const again = () => run(null, () => this.first());
    let waiting = 0;
    this.#table = h(
      "select",
      { id: "audit-table", "data-test": "audit-table", onchange: again },
      h("option", { value: "" }, "All tables"),
      names.map((name) =>
        h("option", { value: name, selected: name === asked.get("table") }, name),
      ),
    );
    this.#words = h("input", {
      id: "audit-find",
      type: "search",
      value: asked.get("find") ?? "",
      placeholder: "Round, player, void …",
      title: "Rounds by number, player or outcome: void, irregular, jackpot",
      autocomplete: "off",
      "data-test": "audit-find",
      oninput: () => {
        clearTimeout(waiting);
        waiting = setTimeout(again, 250);
      },
    });
    this.#from = h("input", {
      id: "audit-from",
      type: "datetime-local",
      "data-test": "audit-from",
      onchange: again,
    });
    this.#to = h("input", {
      id: "audit-to",
      type: "datetime-local",
      "data-test": "audit-to",
      onchange: again,
    });
    this.element = h(
      "div",
      { class: "rounds" },
      h(
        "aside",
        { class: "sheet" },
        h(
          "form",
          {
            class: "form",
            role: "search",
            "aria-label": "Rounds",
            onsubmit: (event) => {
              event.preventDefault();
              again();
            },
          },
          h("label", { for: "audit-table" }, "Table"),
          this.#table,
          h("label", { for: "audit-find" }, "Find"),
          this.#words,
          h(
            "details",
            { class: "times" },
            h("summary", { "data-test": "by-time" }, "By time"),
            h(
              "div",
              { class: "form" },
              h("label", { for: "audit-from" }, "Started after"),
              this.#from,
              h("label", { for: "audit-to" }, "Started before"),
              this.#to,
              h("p", { class: "hint", "data-test": "audit-zone" }, `Times are in ${zoneLong()}.`),
            ),
          ),
        ),
        this.#told,
        this.#list,
        this.#more,
      ),
      this.#detail,
    );
  }

  /** The newest that fit what is asked for. */
  async first() {
    // A time without an offset is one of the casino's own clock, as the server takes it.
    this.#rounds = [];
    await this.#load(this.#to.value ? this.#to.value : null);
  }

  async #load(to) {
    const mark = ++this.#asked;
    const asking = new URLSearchParams({ limit: "50" });
    if (this.#table.value) asking.set("table", this.#table.value);
    if (this.#words.value.trim()) asking.set("q", this.#words.value.trim());
    if (this.#from.value) asking.set("from", this.#from.value);
    if (to) asking.set("to", to);
    const found = await get(`/api/rounds?${asking}`);
    // Somebody who types on has asked for something else meanwhile.
    if (mark !== this.#asked) return;
    this.#rounds = [...this.#rounds, ...found.rounds];
    this.#next = found.next;
    this.#draw();
  }

  #draw() {
    this.#list.replaceChildren(...this.#rounds.map((one) => this.#row(one)));
    this.#list.hidden = !this.#rounds.length;
    this.#more.hidden = !this.#next;
    const count = this.#rounds.length;
    const back = this.#next ? ` Looked back to ${dateTime(this.#next)}.` : "";
    const rounds = `${count} ${count === 1 ? "round" : "rounds"}${this.#next ? " so far" : ""}`;
    this.#told.textContent = `${count ? rounds : "No matching rounds"}.${back}`;
  }

  #row(one) {
    const chosen = replay?.round.round === one.round;
    return h(
      "li",
      {},
      h(
        "button",
        {
          class: chosen ? "chosen" : "",
          "aria-current": chosen ? "true" : null,
          "data-test": `round-${one.round}`,
          onclick: (event) => run(event.currentTarget, () => this.#choose(one.round)),
        },
        h("b", {}, one.round),
        h(
          "span",
          { class: `badge ${OUTCOME_BADGES[one.outcome] ?? ""}` },
          one.outcome === "running" ? "in progress" : one.outcome,
        ),
        one.irregular ? h("span", { class: "badge wait" }, "irregular") : "",
        one.jackpot ? h("span", { class: "badge wait" }, "jackpot") : "",
        h("small", { class: "faint" }, dateTime(one.at_ms)),
        h("small", { class: "faint round-players" }, one.players.join(", ") || "nobody"),
      ),
    );
  }

  async #choose(id) {
    await this.open(id);
    this.goTo();
  }

  /** Where the round stands below the list, the page goes there. */
  goTo() {
    if (this.#detail.offsetTop > this.#list.offsetTop) this.#detail.scrollIntoView();
  }

  /** Shows a round step by step. */
  async open(id) {
    replay?.stop();
    const made = new Replay(await get(`/api/rounds/${encodeURIComponent(id)}`));
    await made.filed;
    replay = made;
    this.#draw();
    this.#detail.replaceChildren(replay.element);
    const address = new URLSearchParams({ round: id });
    if (this.#table.value) address.set("table", this.#table.value);
    history.replaceState(null, "", `/audit?${address}`);
  }
}

document.addEventListener("keydown", (event) => {
  if (!replay || tab !== "rounds" || dialogOpen() || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const range = event.target instanceof HTMLInputElement && event.target.type === "range";
  if (typing(event) && !range) return;
  if (replay.key(event)) event.preventDefault();
});
