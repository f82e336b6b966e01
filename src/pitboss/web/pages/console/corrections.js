// Putting right what was entered: the last entry is taken back with one key; any other entry of the
// round is chosen from a list and corrected, with a reason, and a second person approves it here.

import { readCards } from "../components/card-text.js";
import { cardShort } from "../components/cards.js";
import { openMoneyDecision } from "../components/money-decision.js";
import { get } from "../shared/api.js";
import { h, show } from "../shared/dom.js";
import { actions, amountIn, field, sends, Wrong } from "../shared/fields.js";
import { cents, short } from "../shared/money.js";
import { dialog, may, notice, run } from "../shared/shell.js";
import { time } from "../shared/times.js";
import { fact, wagerLabel } from "../shared/words.js";
import { entryWords, laidBy } from "./entry-words.js";

// ── the last entry ───────────────────────────────────────────────────────────────────────────────

/** The last entry, large, with the button that takes it back. desk: {view, send, correct()}. */
export function drawLast(place, { view, send, correct }) {
  const { last, round } = view;
  show(place, [last, round?.id, last && laidBy(view, last.what)], () => {
    if (!round) return [];
    // What was to be settled raised a claim instead.
    const raised = last?.what.do === "settle" && !round.settlement;
    const words = raised ? "Jackpot claim raised" : last ? entryWords(view, last.what) : "";
    const takeBack = async () => {
      await send({ do: "take-back", entry: last.entry });
      notice(`Taken back: ${words}.`);
    };
    const press = (work) => (event) => run(event.currentTarget, work, view.rulebook);
    return [
      last
        ? h(
            "p",
            { class: "last-words", "data-test": "last-entry" },
            h("small", {}, last.mine ? "Last entry" : `Last entry, by ${last.by}`),
            h("b", {}, words),
            h("b", { class: "last-cards" }, laidBy(view, last.what)),
          )
        : h("p", { class: "last-words" }),
      h(
        "button",
        {
          "data-test": "take-back",
          "data-key": "z",
          disabled: !last?.mine,
          onclick: press(takeBack),
        },
        "Take back ",
        h("kbd", {}, "Z"),
      ),
      h(
        "button",
        { class: "quiet", "data-test": "put-right", "data-key": "e", onclick: press(correct) },
        "Put right … ",
        h("kbd", {}, "E"),
      ),
    ];
  });
}

/** What the last correction of the round came to; what is no longer possible is asked for again. */
export function correctedWords(view) {
  const { corrected } = view;
  const words = (what) => (what ? entryWords(view, what) : "nothing");
  const second = corrected.approved_by ? `, approved by ${corrected.approved_by}` : "";
  return [
    h(
      "p",
      { "data-test": "corrected" },
      h("s", {}, words(corrected.was)),
      " → ",
      h("b", {}, words(corrected.now)),
      " ",
      corrected.now ? laidBy(view, corrected.now) : "",
    ),
    h(
      "p",
      { class: "faint small" },
      `${corrected.reason}. Asked for by ${corrected.asked_by}${second}.`,
    ),
    corrected.dropped.length
      ? [
          h("p", {}, "No longer possible, enter again:"),
          h(
            "ul",
            { class: "dropped", "data-test": "dropped" },
            corrected.dropped.map((one) =>
              h("li", {}, h("b", {}, words(one.what)), " ", h("small", {}, one.because)),
            ),
          ),
        ]
      : "",
  ];
}

// ── any entry ────────────────────────────────────────────────────────────────────────────────────

/**
 * Lists the entries of the round, the newest first; one that is chosen, or was `named`, is put
 * right.
 * @param {Api.TablePage} view
 * @param {Api.Me} person
 */
export async function openCorrections(view, person, send, named = 0) {
  const { entries } = await get(`/api/tables/${encodeURIComponent(view.table)}/entries`);
  const shown = dialog("Put right what was entered", [], { test: "corrections", wide: true });
  const choose = (entry) => new Correction(view, send, shown, entry, entries).draw();
  const { find, list } = entryList(view, entries, choose);
  const forgotten = () => new Correction(view, send, shown, null, entries).draw();
  const money = (event) =>
    run(event.currentTarget, async () => {
      // Closed first: a dialog that closes takes the focus back to where it was opened.
      shown.close();
      await openMoneyDecision(view, send);
    });
  const over = view.rounds > (view.round ? 1 : 0);
  shown.fill(
    entries.length ? find : h("p", {}, "Nothing has been entered in this round."),
    list,
    h(
      "div",
      { class: "actions" },
      over && may(person, "decide-money")
        ? h("button", { "data-test": "money-decision", onclick: money }, "An earlier round …")
        : "",
      view.round
        ? h("button", { "data-test": "forgotten", onclick: forgotten }, "A forgotten bet …")
        : "",
    ),
    over && !may(person, "decide-money")
      ? h(
          "p",
          { class: "faint small" },
          "A round that was concluded stands. A shift manager decides what is paid for it.",
        )
      : "",
  );
  list.querySelector("button")?.focus();
  const wrong = entries.find((entry) => entry.entry === named);
  if (wrong) choose(wrong);
}

/** The entries by what they were part of, the newest first, and a field that finds one. */
function entryList(view, entries, choose) {
  const groups = new Map();
  for (const entry of entries.slice().reverse()) {
    const part = partOf(entry);
    if (!groups.has(part)) groups.set(part, []);
    groups.get(part).push(entry);
  }
  const button = (entry) =>
    h(
      "button",
      {
        type: "button",
        "data-test": `entry-${entry.entry}`,
        onclick: () => choose(entry),
      },
      h("span", { class: "entry-number" }, String(entry.entry)),
      h("b", {}, entryWords(view, entry.what)),
      h("b", { class: "entry-cards" }, entry.cards.map(cardShort).join(" ")),
      h("small", { class: "faint" }, `${time(entry.at_ms)}, ${entry.by}`),
    );
  const all = [...groups].map(([part, held]) => {
    const rows = held.map((entry) => ({ entry, row: button(entry) }));
    const inside = rows.map(({ row }) => row);
    // A deal has an entry for each hand; cards that nobody has seen are seldom what is meant.
    const hidden = part === FACE_DOWN;
    const title = `${part} (${held.length})`;
    const box = hidden
      ? h("details", {}, h("summary", {}, title), inside)
      : h("section", {}, h("h3", {}, title), inside);
    return { box, rows };
  });
  const list = h("div", { class: "entry-list" }, ...all.map(({ box }) => box));
  const text = h("input", {
    id: "entry-find",
    type: "search",
    placeholder: "box 3, K♦ or kd, fold, a name",
    autocomplete: "off",
    "data-test": "entry-find",
    oninput: () => {
      const words = text.value.trim().toLowerCase();
      for (const { box, rows } of all) {
        for (const { entry, row } of rows) row.hidden = !haystack(view, entry).includes(words);
        box.hidden = rows.every(({ row }) => row.hidden);
        if (box instanceof HTMLDetailsElement) box.open = Boolean(words);
      }
    },
  });
  const find = field("Which entry was wrong? The newest comes first.", text);
  for (const place of [text, list])
    place.addEventListener("keydown", (event) => arrows(event, text, list));
  return { find, list };
}

const FACE_DOWN = "Cards dealt face down";
const PARTS = {
  "The end of the round": ["settle", "report", "confirm", "choose-option", "close-options"],
  "Hands turned over": ["show-hand", "decline-to-show", "establish-hand"],
  Decisions: ["examine", "fold", "raise", "check", "set-hand"],
  Bets: ["place-bet", "withdraw-bet", "close-betting", "commit-seed", "open-seed", "give-seed"],
};

function partOf({ what, cards }) {
  if (what.do === "deal") return cards.length ? "Cards turned up" : FACE_DOWN;
  const found = Object.entries(PARTS).find(([, those]) => those.includes(what.do));
  return found ? found[0] : "Players and boxes";
}

const haystack = (view, { what, cards, by, entry }) =>
  [entryWords(view, what), cards.map(cardShort).join(" "), cards.join(" "), by, `#${entry}`]
    .join(" ")
    .toLowerCase();

/** The arrow keys go from one entry to the next; whatever else is typed looks for one. */
function arrows(event, find, list) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) {
    if (event.key.length === 1 && event.key !== " ") find.focus();
    return;
  }
  event.preventDefault();
  const shown = [find, ...list.querySelectorAll("button")].filter((one) => one.checkVisibility());
  shown[shown.indexOf(document.activeElement) + step]?.focus();
}

const REASONS = ["Mistyped", "Misheard", "Wrong box", "Wrong chips", "It did not happen"];

class Correction {
  #view;
  #send;
  #shown;
  #entry;
  #entries;
  #reason = h("input", {
    required: true,
    maxlength: 200,
    value: REASONS[0],
    list: "reasons",
    autocomplete: "off",
    "data-test": "correction-reason",
  });

  /** Of one entry; of none, where something was forgotten. */
  constructor(view, send, shown, entry, entries) {
    this.#view = view;
    this.#send = send;
    this.#shown = shown;
    this.#entry = entry;
    this.#entries = entries;
  }

  draw() {
    const what = this.#entry?.what ?? { do: "place-bet" };
    const made = (FORMS[what.do] ?? nothing)(this.#view, what);
    const wrong = this.#entry
      ? h("p", {}, "Entered: ", h("b", {}, entryWords(this.#view, what)), ".")
      : h("p", {}, "The bet is laid as if it had been entered before “No more bets”.");
    const never = h(
      "button",
      {
        type: "button",
        "data-test": "correction-remove",
        onclick: (event) =>
          run(event.currentTarget, () => this.#correct(null), this.#view.rulebook),
      },
      NEVER[what.do] ?? "It did not happen",
    );
    const swapped = this.#entry ? this.#swap(what) : "";
    const form = h(
      "form",
      { class: "stack" },
      wrong,
      made.fields,
      field("Reason", this.#reason),
      h(
        "datalist",
        { id: "reasons" },
        REASONS.map((value) => h("option", { value })),
      ),
      swapped,
      made.read
        ? actions("correction-do", "Put it right", this.#entry ? never : "")
        : h("div", { class: "actions" }, never),
    );
    this.#shown.fill(form);
    sends(form, () => this.#correct(made.read()), {
      where: made.where ?? {},
      codes: { "reason-needed": this.#reason },
      book: () => this.#view.rulebook,
    });
    const first = form.querySelector("input, select, button");
    first?.focus();
    if (first instanceof HTMLInputElement) first.select();
  }

  /** Two deals whose cards were exchanged, or two entries in the wrong order. */
  #swap(what) {
    const alike = this.#entries.filter(
      (one) => one.what.do === what.do && one.entry !== this.#entry.entry,
    );
    if (!["deal", "show-hand"].includes(what.do) || !alike.length) return "";
    const other = h(
      "select",
      { "data-test": "correction-other" },
      alike.map((one) => h("option", { value: one.entry }, entryWords(this.#view, one.what))),
    );
    const exchange = () =>
      this.#ask({ entry: this.#entry.entry, "swap-with": Number(other.value) });
    return h(
      "details",
      {},
      h("summary", {}, "The cards of two places were exchanged"),
      field("With", other),
      h(
        "button",
        {
          type: "button",
          "data-test": "correction-swap",
          onclick: (event) => run(event.currentTarget, exchange, this.#view.rulebook),
        },
        "Exchange them",
      ),
    );
  }

  async #correct(body) {
    const should = body ? { "should-be": body } : {};
    if (this.#entry) return this.#ask({ entry: this.#entry.entry, ...should });
    const closed = this.#entries.find((one) => one.what.do === "close-betting");
    const last = this.#entries.at(-1)?.entry ?? 1;
    return this.#ask({ ...(closed ? { before: closed.entry } : { after: last }), ...should });
  }

  async #ask(which) {
    await this.#send({ do: "correct", ...which, reason: this.#reason.value.trim() });
    this.#shown.close();
  }
}

// ── what an entry should have been ───────────────────────────────────────────────────────────────

const NEVER = {
  "close-betting": "Betting was closed too early",
  "decline-to-show": "The hand was shown",
  examine: "Nobody looked",
};

const nothing = () => ({ fields: "", read: null });

/** @param {Api.TablePage} view */
function boxSelect(view, chosen) {
  const numbers = Array.from({ length: view.boxes }, (_, at) => at + 1);
  return h(
    "select",
    { "data-test": "correction-box" },
    numbers.map((n) => h("option", { value: n, selected: n === chosen }, `Box ${n}`)),
  );
}

/** @param {Api.TablePage} view */
function betForm(view, what) {
  const amount = h("input", {
    required: true,
    inputmode: "decimal",
    value: what.amount ? short(what.amount) : "",
    "data-test": "correction-amount",
  });
  const laid = view.wagers.filter((one) => one.kind !== "raise");
  const bet = h(
    "select",
    { "data-test": "correction-bet" },
    laid.map((one) => h("option", { value: one.bet, selected: one.bet === what.bet }, one.label)),
  );
  const box = boxSelect(view, what.box);
  const player = h("input", {
    maxlength: 40,
    autocomplete: "off",
    value: what.player ?? "",
    placeholder: "Box 3",
    "data-test": "correction-player",
  });
  const read = () => ({
    do: "place-bet",
    box: Number(box.value),
    bet: bet.value,
    amount: amountIn(amount),
    player: player.value.trim() || `Box ${box.value}`,
  });
  return {
    fields: [
      h("div", { class: "pair" }, field("Amount", amount), field("Spot", bet)),
      h("div", { class: "pair" }, field("Box", box), field("Player", player)),
    ],
    read,
    where: { amount, player, "should-be.amount": amount, "should-be.player": player },
  };
}

/** @param {Api.TablePage} view */
function decisionForm(view, what) {
  const laid = view.round?.boxes.find((one) => one.box === what.box)?.bets ?? {};
  const opening = cents(laid[view.wagers[0].bet] ?? "0");
  const amounts = new Map(
    view.wagers
      .filter((one) => one.kind === "raise")
      .map((one) => [(opening * (one.times_opening ?? 1)) / 100, one]),
  );
  /** @type {any[]} */
  const choices = [
    ["fold", "Fold", { do: "fold" }],
    ...(view.shares_cards ? [["check", "Check", { do: "check" }]] : []),
    ...[...amounts].map(([amount, wager]) => {
      const label = `${wagerLabel(view, wager.bet)} ${short(String(amount))}`;
      return [`raise-${amount}`, label, { do: "raise", amount: amount.toFixed(2) }];
    }),
  ];
  const same = (body) =>
    body.do === what.do && (!what.amount || cents(body.amount) === cents(what.amount));
  const other = choices.filter(([, , body]) => !same(body));
  const chosen = h(
    "select",
    { "data-test": "correction-decision" },
    other.map(([value, label]) => h("option", { value }, label)),
  );
  const read = () => {
    const [, , body] = other.find(([value]) => value === chosen.value);
    return { ...body, box: what.box };
  };
  return { fields: field(`Box ${what.box} decided`, chosen), read };
}

function cardsForm(_, what) {
  const cards = h("input", {
    required: true,
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    class: "cards-field",
    placeholder: "qs10h9c2d2c",
    "data-test": "correction-cards",
  });
  const read = () => {
    const [three, two] = cards.value.split("/");
    const first = readCards(three);
    const all = two === undefined ? first : [...first, ...readCards(two)];
    if (!all.length || all.includes(null)) {
      throw new Wrong(cards, "Type the cards, like qs10h9c2d2c.");
    }
    return { ...what, cards: all, ...(two === undefined ? {} : { three: first }) };
  };
  return { fields: field("The cards", cards, "As they lie, like qs10h9c2d2c."), read };
}

function lookForm(view, what) {
  const box = boxSelect(view, what.box);
  return { fields: field("Box", box), read: () => ({ ...what, box: Number(box.value) }) };
}

/**
 * A report: its box and the facts that were told.
 * @param {Api.TablePage} view
 * @param {any} what
 */
function reportForm(view, what) {
  const told = Object.entries(what.facts ?? {}).map(([name, value]) => [name, value, input(value)]);
  const box = what.box ? boxSelect(view, what.box) : null;
  if (!told.length && !box) return nothing();
  const value = (was, made) =>
    typeof was === "boolean"
      ? made.value === "true"
      : typeof was === "number"
        ? Number(made.value)
        : made.value;
  return {
    fields: [box ? field("Box", box) : "", told.map(([name, , made]) => field(fact(name), made))],
    read: () => ({
      ...what,
      ...(box ? { box: Number(box.value) } : {}),
      facts: Object.fromEntries(told.map(([name, was, made]) => [name, value(was, made)])),
    }),
  };
}

function input(value) {
  if (typeof value !== "boolean") {
    return h("input", { type: typeof value === "number" ? "number" : "text", value });
  }
  const choice = (on, label) => h("option", { value: String(on), selected: on === value }, label);
  return h("select", {}, choice(true, "Yes"), choice(false, "No"));
}

const FORMS = {
  "place-bet": betForm,
  fold: decisionForm,
  raise: decisionForm,
  check: decisionForm,
  deal: (view, what) => (view.cards === "virtual" ? nothing() : cardsForm(view, what)),
  "show-hand": cardsForm,
  examine: lookForm,
  "decline-to-show": (view, what) => (what.box ? lookForm(view, what) : nothing()),
  report: reportForm,
};
