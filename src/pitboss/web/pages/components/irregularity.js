// Something irregular: choose what, tell only the facts that are needed, see what the rules say,
// report it.

import { command, get, post, tablePath } from "../shared/api.js";
import { h, show } from "../shared/dom.js";
import { amountIn, field, Wrong, wrong } from "../shared/fields.js";
import { dialog, notice, run } from "../shared/shell.js";
import {
  authority,
  capital,
  fact,
  INCIDENT_GROUPS,
  incident,
  incidentGroup,
  plain,
  wagerLabel,
} from "../shared/words.js";
import { readCards } from "./card-text.js";
import { askVoid, rulingBody, rulingButtons } from "./ruling.js";
import { boxLabel } from "./stakes.js";

const WITH_CHIPS = ["over-maximum-bet", "under-minimum-bet", "wrong-raise"];
const UNLISTED = "unlisted";
const ABOUT_CONDUCT = ["may-bar-player", "refer"];
const MOST_WORDS = 500;

/**
 * Opens the dialog for a table, at an incident if one is `named`; take(view) gets the new view.
 * @param {Api.TablePage} view
 * @param {Api.Me} person
 */
export async function openIrregularity(view, person, take, named = "") {
  const { incidents } = await get(`/api/incidents/facts?table=${encodeURIComponent(view.table)}`);
  const shown = dialog("Irregularity", [], { test: "irregularity-dialog", wide: true });
  const ask = (kind) => new Report(view, person, take, shown, kind, choose).draw();
  function choose() {
    chooseIncident(shown, incidents, ask);
  }
  const found = incidents.find((one) => one.incident === named);
  if (found) ask(found);
  else choose();
}

// ── which incident ───────────────────────────────────────────────────────────────────────────────

function chooseIncident(shown, incidents, ask) {
  const list = h("div", { class: "incident-list" });
  let fits = incidents;
  const find = h("input", {
    id: "incident-find",
    type: "search",
    placeholder: "Search, for example: exposed",
    autocomplete: "off",
    "data-test": "incident-find",
    oninput: () => draw(find.value),
    onkeydown: (event) => {
      if (event.key !== "Enter" || !fits.length) return;
      event.preventDefault();
      ask(fits[0]);
    },
  });
  const button = (one) =>
    h(
      "button",
      {
        type: "button",
        "data-test": `incident-${one.incident}`,
        onclick: () => ask(one),
      },
      incident(one.incident),
    );
  const draw = (text) => {
    const words = text.trim().toLowerCase();
    fits = incidents.filter((one) => incident(one.incident).toLowerCase().includes(words));
    show(list, text, () =>
      INCIDENT_GROUPS.map((group) => {
        const ones = fits.filter((one) => incidentGroup(one.incident) === group);
        if (!ones.length) return "";
        return h(
          "section",
          {},
          h("h3", {}, group),
          h("div", { class: "incident-group" }, ones.map(button)),
        );
      }),
    );
  };
  draw("");
  shown.fill(
    h(
      "p",
      { class: "faint" },
      "What happened? Only what can happen at this point of the round is listed.",
    ),
    h("label", { class: "unseen", for: "incident-find" }, "Search irregularities"),
    find,
    list,
  );
  find.focus();
}

// ── one report ───────────────────────────────────────────────────────────────────────────────────

class Report {
  #view;
  #person;
  #take;
  #shown;
  #kind;
  #facts;
  #again;
  #answers = {};
  #box = null;
  #bet = null;
  #players = [];
  #player = null;
  #affected = new Set();
  #moves = new Map();
  #hands = new Map();
  #ruling = null;
  #asked = 0;
  #preview = h("div", { class: "preview", "aria-live": "polite" });
  #questions = h("div", { class: "questions" });
  #more = h("div", { class: "questions" });
  #amount = h("input", { inputmode: "decimal", "data-test": "found-amount" });
  #words = h("textarea", { maxlength: MOST_WORDS, rows: 2, "data-test": "description" });
  #send = h("button", { class: "primary", "data-test": "report" }, "Report it");

  constructor(view, person, take, shown, kind, again) {
    this.#view = view;
    this.#person = person;
    this.#take = take;
    this.#shown = shown;
    this.#kind = kind;
    this.#facts = kind;
    this.#again = again;
    this.#send.addEventListener("click", () =>
      run(this.#send, () => this.#report(), view.rulebook),
    );
  }

  get #boxes() {
    return this.#view.round?.boxes ?? [];
  }

  get #unlisted() {
    return this.#kind.incident === UNLISTED;
  }

  draw() {
    const name = h("h3", { class: "incident-title" }, incident(this.#kind.incident));
    const other = h("button", { class: "quiet", onclick: this.#again }, "Something else");
    const hint = this.#unlisted
      ? "Whoever rules on it has only this to go by: who, what, which cards."
      : "Optional. Whoever rules on it sees your words.";
    const words = field(this.#unlisted ? "What happened?" : "Anything to add?", this.#words, hint);
    this.#shown.fill(
      h("div", { class: "spread" }, name, other),
      this.#unlisted ? words : "",
      this.#questions,
      this.#preview,
      this.#more,
      this.#unlisted ? "" : words,
      h("div", { class: "actions" }, this.#send),
    );
    this.#drawQuestions();
    this.#drawRuling();
    const first = this.#shown.body.querySelector(".questions input, .questions button");
    (this.#unlisted ? this.#words : (first ?? this.#send)).focus();
  }

  // ── questions ──────────────────────────────────────────────────────────────────────────────────

  #drawQuestions() {
    const chips = WITH_CHIPS.includes(this.#kind.incident) && this.#box;
    show(this.#questions, [this.#facts.facts, this.#box], () => [
      this.#kind.needs_box || this.#unlisted ? this.#whichBox() : "",
      chips ? this.#whatLies() : "",
      Object.entries(this.#facts.facts).map(([name, kind]) => this.#question(name, kind)),
    ]);
  }

  #whichBox() {
    if (!this.#boxes.length) return "";
    const button = (box, label) =>
      h(
        "button",
        {
          type: "button",
          class: this.#box === box ? "primary" : "",
          "aria-pressed": String(this.#box === box),
          "data-test": `about-box-${box ?? "none"}`,
          onclick: () => this.#pick(box),
        },
        label,
      );
    return h(
      "fieldset",
      {},
      h("legend", {}, this.#unlisted ? "Which box is it about?" : "Which box?"),
      h(
        "div",
        { class: "row" },
        this.#unlisted ? button(null, "No box in particular") : "",
        this.#boxes.map((one) => button(one.box, boxLabel(one))),
      ),
    );
  }

  async #pick(number) {
    this.#box = number;
    const about = new URLSearchParams({ table: this.#view.table, box: String(number ?? "") });
    const path = `/api/incidents/facts?${about}`;
    const again = await run(null, () => get(path));
    const same = (one) => one.incident === this.#kind.incident;
    this.#facts = again?.incidents.find(same) ?? this.#facts;
    this.#players = again?.players ?? [];
    this.#player = null;
    this.#drawQuestions();
    this.#drawRuling();
  }

  #whatLies() {
    const box = this.#boxes.find((one) => one.box === this.#box);
    const spots = Object.keys(box.bets).map((bet) =>
      h("option", { value: bet }, wagerLabel(this.#view, bet)),
    );
    const spot = h(
      "select",
      {
        "data-test": "found-bet",
        onchange: (event) => {
          this.#bet = event.target.value || null;
        },
      },
      h("option", { value: "" }, "Choose the spot"),
      spots,
    );
    return h(
      "fieldset",
      {},
      h("legend", {}, "What is really there?"),
      h("div", { class: "pair" }, field("Spot", spot), field("Amount", this.#amount)),
    );
  }

  #question(name, kind) {
    const id = `fact-${name}`;
    const answer = (value) => {
      if (value === null) delete this.#answers[name];
      else this.#answers[name] = value;
      this.#drawRuling();
    };
    const legend = h("legend", {}, fact(name));
    if (!kind.words.length && kind.least !== null) {
      return h(
        "fieldset",
        {},
        legend,
        h("input", {
          id,
          type: "number",
          min: kind.least,
          step: 1,
          "aria-label": fact(name),
          "data-test": id,
          oninput: ({ target }) => answer(target.value === "" ? null : Number(target.value)),
        }),
      );
    }
    const words = kind.words.map((word) => [word, capital(plain(word))]);
    const choices = words.length
      ? words
      : [
          [true, "Yes"],
          [false, "No"],
        ];
    const choice = ([value, label]) =>
      h(
        "label",
        { class: "choice" },
        h("input", {
          type: "radio",
          name: id,
          "data-test": `${id}-${value}`,
          onchange: () => answer(value),
        }),
        ` ${label}`,
      );
    const group = { class: "row", role: "radiogroup", "aria-label": fact(name) };
    return h("fieldset", {}, legend, h("div", group, choices.map(choice)));
  }

  // ── what the rules say ─────────────────────────────────────────────────────────────────────────

  async #drawRuling() {
    const mine = ++this.#asked;
    const needed = Object.keys(this.#facts.facts).filter((name) => name !== "dealers_card");
    const missing = needed.some((name) => !(name in this.#answers));
    this.#ruling = null;
    if (missing || (this.#kind.needs_box && !this.#box)) {
      this.#drawMore();
      show(this.#preview, "wait", () =>
        h("p", { class: "faint" }, "Answer the questions to see what the rules say."),
      );
      return;
    }
    try {
      const facts = { ...this.#facts.known, ...this.#answers };
      const body = { rulebook: this.#view.rulebook, incident: this.#kind.incident, facts };
      const ruling = await post("/api/rule", body);
      if (mine !== this.#asked) return; // An answer has been changed meanwhile.
      this.#ruling = ruling;
      show(this.#preview, ruling, () => [h("h3", {}, "What the rules say"), rulingBody(ruling)]);
      this.#drawMore();
    } catch (error) {
      show(this.#preview, error.message, () => h("p", { class: "faint" }, error.message));
    }
  }

  /** What only some rulings need is asked once the ruling is known. */
  #drawMore() {
    const ruling = this.#ruling;
    const boxes = this.#boxes;
    const dealt = boxes.filter((box) => box.cards.length);
    const some = Boolean(ruling?.options.length) && ruling.options_for !== "all";
    const affected = some && !this.#kind.needs_box && boxes.length > 1;
    const misdeal = this.#kind.incident === "misdeal" && dealt.length > 1;
    const moving = misdeal && Boolean(ruling?.effects.includes("reconstruct"));
    if (!affected) this.#affected.clear();
    if (!moving) this.#moves.clear();
    // After a missed burn the table moves every card itself; of virtual cards it knows them all.
    const single = Boolean(ruling?.effects.includes("reconstruct")) && !misdeal;
    const told = single && this.#view.cards !== "virtual" && this.#kind.incident !== "burn-missed";
    if (!told) this.#hands.clear();
    const conduct = ruling?.effects.some((effect) => ABOUT_CONDUCT.includes(effect));
    const shared = Boolean(conduct) && this.#players.length > 1;
    if (!shared) this.#player = null;
    show(this.#more, [affected, moving, told, shared && this.#players], () => [
      shared ? this.#whoDidIt() : "",
      affected ? this.#whoIsAffected() : "",
      moving ? this.#whereHandsBelong(dealt) : "",
      told ? this.#whatEachHas(dealt) : "",
    ]);
  }

  /** Single cards are put right: what each place has then, where that has changed. */
  #whatEachHas(dealt) {
    const places = [
      ...dealt.map(({ box }) => [String(box), `Box ${box}`]),
      ["dealer", "Dealer"],
      ...(this.#view.shares_cards ? [["community", "Community"]] : []),
    ];
    const cards = ([place, label]) => {
      const input = h("input", {
        autocomplete: "off",
        autocapitalize: "none",
        spellcheck: "false",
        class: "cards-field",
        placeholder: "qs10h9c2d2c",
        "data-test": `hand-${place}`,
      });
      this.#hands.set(place, input);
      return field(label, input);
    };
    const legend = "Which cards does each place have once it is put right? Blank: unchanged.";
    return h("fieldset", {}, h("legend", {}, legend), places.map(cards));
  }

  /** Several players have chips on the box: the seated one, unless the dealer says another. */
  #whoDidIt() {
    const choice = (player, at) =>
      h(
        "label",
        { class: "choice" },
        h("input", {
          type: "radio",
          name: "who-did-it",
          checked: at === 0,
          "data-test": `who-${player}`,
          onchange: () => {
            this.#player = at ? player : null;
          },
        }),
        ` ${player}${at ? "" : " (seated)"}`,
      );
    const legend = `Several players share box ${this.#box}. Who was it?`;
    const group = { class: "row", role: "radiogroup", "aria-label": legend };
    return h("fieldset", {}, h("legend", {}, legend), h("div", group, this.#players.map(choice)));
  }

  #whoIsAffected() {
    const mark = (box, on) => (on ? this.#affected.add(box) : this.#affected.delete(box));
    const tick = (one) =>
      h(
        "label",
        { class: "tick" },
        h("input", {
          type: "checkbox",
          "data-test": `affected-${one.box}`,
          onchange: ({ target }) => mark(one.box, target.checked),
        }),
        ` ${boxLabel(one)}`,
      );
    return h(
      "fieldset",
      {},
      h("legend", {}, "Which boxes are affected? Left blank, the table works it out."),
      h("div", { class: "row" }, this.#boxes.map(tick)),
    );
  }

  #whereHandsBelong(dealt) {
    const boxes = (from) =>
      dealt.map(({ box }) =>
        h("option", { value: String(box), selected: box === from }, `box ${box}`),
      );
    const place = ({ box }) =>
      h(
        "label",
        { class: "belongs" },
        `The hand on box ${box} belongs to `,
        h(
          "select",
          {
            "data-test": `belongs-${box}`,
            onchange: ({ target }) => this.#moves.set(box, Number(target.value)),
          },
          boxes(box),
        ),
      );
    return h("fieldset", {}, h("legend", {}, "Where does each hand belong?"), dealt.map(place));
  }

  // ── reporting ──────────────────────────────────────────────────────────────────────────────────

  async #report() {
    let body;
    try {
      body = this.#body();
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      wrong(error.input, error.message);
      return;
    }
    if (this.#voids() && !(await askVoid(this.#view))) return;
    try {
      this.#reported(await command(tablePath(this.#view.table), body));
    } catch (error) {
      if (error.where !== "description") throw error;
      wrong(this.#words, capital(error.message), { code: error.code });
    }
  }

  /** Whether the round is void as soon as this is reported: nobody above has to decide it first. */
  #voids() {
    const ruling = this.#ruling;
    if (!ruling?.effects.includes("void-round") || !this.#view.round) return false;
    return !ruling.authority || this.#person.decides.includes(ruling.authority);
  }

  #body() {
    const body = { do: "report", incident: this.#kind.incident, facts: this.#answers };
    const words = this.#words.value.replace(/\s+/g, " ").trim();
    if (words) body.description = words;
    else if (this.#unlisted) throw new Wrong(this.#words, "Say what happened.");
    if (this.#box) body.box = this.#box;
    if (this.#player) body.player = this.#player;
    if (this.#affected.size) body.boxes = [...this.#affected].sort((a, b) => a - b);
    const moves = [...this.#moves].filter(([from, to]) => from !== to);
    if (moves.length) body.moves = moves;
    const hands = this.#handsTold();
    if (Object.keys(hands).length) body.hands = hands;
    const amount = this.#bet ? amountIn(this.#amount) : "";
    if (amount) Object.assign(body, { bet: this.#bet, amount });
    return body;
  }

  #handsTold() {
    const told = [...this.#hands].filter(([, input]) => input.value.trim());
    return Object.fromEntries(
      told.map(([place, input]) => {
        const cards = readCards(input.value);
        if (cards.includes(null)) throw new Wrong(input, "Type the cards, like qs10h9c2d2c.");
        return [place, cards];
      }),
    );
  }

  #reported(answer) {
    this.#take(answer.view);
    const ruling = answer.view.round?.ruling;
    if (!ruling) {
      this.#shown.close();
      const isVoid = answer.view.round?.phase === "void";
      notice(isVoid ? "Reported: the round is void." : "Reported; the rule is in effect.");
      return;
    }
    const done = (decided) => {
      this.#take(decided.view);
      this.#shown.close();
    };
    const { view } = answer;
    const decides = this.#person.decides.includes(ruling.authority);
    const decide = decides
      ? rulingButtons(view.table, ruling, ruling.box, this.#person, done, view)
      : "";
    const close = () => this.#shown.close();
    this.#shown.fill(
      h("p", { class: "badge wait" }, `Waiting for ${authority(ruling.authority)}`),
      rulingBody(ruling),
      h(
        "div",
        { class: "actions" },
        decide,
        h("button", { "data-test": "irregularity-close", onclick: close }, "Back to the table"),
      ),
    );
  }
}
