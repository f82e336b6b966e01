// A round step by step on the felt, with its files and the check of its shuffle.

import { openWhy, openWhyRuling } from "../components/why.js";
import { get } from "../shared/api.js";
import { $$, h, show } from "../shared/dom.js";
import { saveLink } from "../shared/download.js";
import { money } from "../shared/money.js";
import { clauseChips, dialog, run } from "../shared/shell.js";
import { bareTime, time, zoneLong } from "../shared/times.js";
import { capital, DECISIONS, incident, option, plain } from "../shared/words.js";
import { cardWords, paidWords, refusalWords, turnedUp } from "./state.js";

const PACE_MS = 700;

export class Replay {
  #at = 0;
  #timer = 0;
  #felt = h("pit-felt", { side: "dealer", "aria-label": "The layout at this step" });
  #pay = h("pit-pay-list", { class: "sheet" });
  #words = h("p", { class: "step-says", "data-test": "step-says", "aria-live": "polite" });
  #slider;
  #steps;
  #play;

  constructor(round) {
    this.round = round;
    const frames = round.frames;
    const button = (label, test, words, move) =>
      h(
        "button",
        { "aria-label": label, title: label, "data-test": test, onclick: () => this.step(move()) },
        words,
      );
    this.#slider = h("input", {
      type: "range",
      min: 0,
      max: frames.length - 1,
      value: "0",
      "aria-label": "Step of the round",
      "data-test": "step",
      oninput: () => this.step(Number(this.#slider.value) - this.#at),
    });
    this.#play = h(
      "button",
      { class: "primary", "data-test": "play", onclick: () => this.#toggle() },
      "Play",
    );
    this.#steps = h(
      "ol",
      { class: "steps", "aria-label": "Steps" },
      frames.map((frame, index) =>
        h(
          "li",
          {},
          h(
            "button",
            { "data-test": `step-${index}`, onclick: () => this.step(index - this.#at) },
            h("small", {}, bareTime(frame.at_ms)),
            h("span", {}, eventWords(frame)),
            h("span", { class: "faint" }, aboutWords(frame, frames[index - 1])),
          ),
        ),
      ),
    );
    const files = h("div", { class: "row files" });
    this.element = h(
      "div",
      { class: "replay-inside" },
      h(
        "div",
        { class: "spread" },
        h("h2", { "data-test": "replay-round" }, `Round ${round.round}`),
        files,
      ),
      h(
        "div",
        { class: "controls", role: "group", "aria-label": "Steps" },
        button("First step", "first", "|◀", () => -this.#at),
        button("Step back", "back", "◀", () => -1),
        this.#play,
        button("Next step", "on", "▶", () => 1),
        button("Last step", "last", "▶|", () => frames.length),
        this.#slider,
      ),
      this.#words,
      this.#felt,
      h("div", { class: "replay-below" }, this.#steps, this.#pay),
      h(
        "p",
        { class: "faint small" },
        `Times are in ${zoneLong()}. Keys: ← and → step, Home and End, Space plays.`,
      ),
    );
    this.step(0);
    this.filed = run(null, () => this.#drawFiles(files));
  }

  step(by) {
    const frames = this.round.frames;
    this.#at = Math.max(0, Math.min(frames.length - 1, this.#at + by));
    const frame = frames[this.#at];
    // Chips have moved when a round is concluded; the felt then shows the round as it was last.
    const seen = frame.view.round
      ? frame.view
      : (frames.slice(0, this.#at).findLast((one) => one.view.round)?.view ?? frame.view);
    this.#felt.draw(seen);
    this.#pay.draw(seen);
    this.#slider.value = String(this.#at);
    this.#slider.setAttribute(
      "aria-valuetext",
      `${this.#at + 1} of ${frames.length}: ${eventWords(frame)}`,
    );
    const about = aboutWords(frame, frames[this.#at - 1]);
    show(this.#words, [this.round.round, this.#at], () => [
      h("b", {}, `${this.#at + 1} of ${frames.length}: ${eventWords(frame)}`),
      about ? `, ${about}` : "",
      ` at ${time(frame.at_ms)} `,
      h("small", { class: "faint" }, `journal position ${frame.position} `),
      clauseChips(seen.rulebook, frame.clauses),
      frame.event.startsWith("incident-reported/")
        ? h("button", { class: "why", onclick: () => this.#ruling(frame) }, "Why?")
        : "",
    ]);
    for (const [index, button] of $$("button", this.#steps).entries())
      button.setAttribute("aria-current", String(index === this.#at));
    const current = this.#steps.children[this.#at];
    if (current)
      this.#steps.scrollTop =
        current.offsetTop - this.#steps.offsetTop - this.#steps.clientHeight / 2;
  }

  /** Opens the card that an address names: a box and its bet, or the ruling. */
  why(named) {
    const { frames } = this.round;
    if (named === "ruling") {
      const reported = frames.findLast((one) => one.event.startsWith("incident-reported/"));
      if (reported) this.#ruling(reported);
      return;
    }
    const settled = frames.findLast((one) => one.view.round?.settlement);
    const [box, bet] = named.split(".");
    if (settled) openWhy(settled.view, { box: Number(box), bet });
  }

  #ruling({ about, clauses }) {
    const { because = "", incident: name = "" } = about;
    openWhyRuling(this.round.round, incident(name), { because, clauses });
  }

  /** Whether a key was for this. */
  key(event) {
    const move = { ArrowRight: 1, ArrowLeft: -1, Home: -this.#at, End: this.round.frames.length }[
      event.key
    ];
    if (move !== undefined) {
      this.step(move);
      return true;
    }
    if (event.key !== " " || event.target.closest?.("button, a, summary")) return false;
    this.#toggle();
    return true;
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#play.textContent = "Play";
  }

  #toggle() {
    if (this.#timer) {
      this.stop();
      return;
    }
    const last = this.round.frames.length - 1;
    if (this.#at === last) this.step(-this.#at);
    this.#timer = setInterval(() => (this.#at < last ? this.step(1) : this.stop()), PACE_MS);
    this.#play.textContent = "Pause";
  }

  async #drawFiles(place) {
    const { round: id, frames, concluded } = this.round;
    const path = `/api/rounds/${encodeURIComponent(id)}`;
    const made = [h("span", { class: "faint small", "aria-hidden": "true" }, "Save")];
    if (frames.some((frame) => frame.event === "round-settled/1")) {
      const { record, settlement } = await get(`${path}/record`);
      made.push(
        saved("Record", `${id}-record.jsonl`, record),
        saved("Settlement", `${id}-settlement.jsonl`, settlement),
      );
    }
    made.push(saved("Steps", `${id}.json`, this.round));
    if (concluded && frames.some((frame) => frame.view.round?.commitment))
      made.push(...shuffleParts(id, await get(`${path}/shuffle`)));
    else if (concluded)
      made.push(
        h(
          "span",
          { class: "badge", "data-test": "shuffle-result" },
          "Real cards: no shuffle to check",
        ),
      );
    else made.push(h("span", { class: "badge info" }, "In progress: hidden cards stay hidden"));
    place.replaceChildren(...made);
  }
}

/** A file of the round; the row says that it is saved. */
function saved(label, file, content) {
  const link = saveLink(label, file, content);
  link.setAttribute("aria-label", `Save the ${label.toLowerCase()}`);
  return link;
}

// ── words ────────────────────────────────────────────────────────────────────────────────────────

const eventWords = (frame) => capital(plain(frame.event.replace(/\/\d+$/, "")));

/**
 * What a step is about: the box, the bet and the amount, the place that cards went to, who did it.
 */
function aboutWords(frame, before = null) {
  const about = frame.about;
  const cards = turnedUp(before?.view, frame.view).map(cardWords);
  const found = [
    about.incident ? incident(about.incident) : "",
    about.description ? `“${about.description}”` : "",
    refusalWords(about),
    about.place ? placeWords(about.place) : "",
    cards.length ? cards.join(" ") : "",
    paidWords(before?.view, frame.view, money),
    about.box ? `box ${about.box}` : "",
    about.hand ? plain(about.hand) : "",
    about.bet || about.amount
      ? [plain(about.bet ?? ""), about.amount ? money(about.amount) : ""].filter(Boolean).join(" ")
      : "",
    about.option ? option(about.option).toLowerCase() : "",
    about.operation ? plain(about.operation) : "",
    about.decision ? (DECISIONS[about.decision] ?? plain(about.decision)).toLowerCase() : "",
  ];
  const person = frame.by ?? about.player;
  return [...found, person ? `by ${person}` : ""].filter(Boolean).join(", ");
}

const placeWords = (place) =>
  /^\d+$/.test(place) ? `to box ${place}` : place === "dealer" ? "to the dealer" : plain(place);

// ── the shuffle ──────────────────────────────────────────────────────────────────────────────────

function shuffleParts(id, found) {
  const right = found.verified !== false;
  return [
    saved("Shuffle", `${id}-shuffle.jsonl`, found),
    h(
      "button",
      { class: "small-button", "data-test": "shuffle-how", onclick: () => openShuffle(id, found) },
      "Check it …",
    ),
    h(
      "span",
      { class: `badge ${right ? "good" : "bad"}`, "data-test": "shuffle-result" },
      right ? "Shuffle verified" : `Shuffle does not match: ${found.problem}`,
    ),
  ];
}

function openShuffle(id, found) {
  const seeds = Object.entries(found.seeds);
  dialog(
    `Shuffle of round ${id}`,
    [
      h(
        "p",
        {},
        "When betting opened, the hash of a secret was published. When it closed, the " +
          "secret and the players' seeds made the order of the cards. Now the secret is " +
          "published too, so that anybody can work the order out again.",
      ),
      h(
        "dl",
        { class: "shuffle" },
        h("dt", {}, "Published at the start (SHA-256)"),
        h("dd", { class: "mono" }, found.commitment),
        h("dt", {}, "The secret"),
        h("dd", { class: "mono" }, found.secret),
        h("dt", {}, "Seeds of the players"),
        h(
          "dd",
          {},
          seeds.length
            ? seeds.map(([player, seed]) =>
                h("div", {}, `${player}: `, h("span", { class: "mono" }, seed)),
              )
            : "none given",
        ),
        h("dt", {}, "The deck, in the order of dealing"),
        h("dd", { class: "mono" }, found.deck.join(" ")),
      ),
      h(
        "p",
        {},
        h(
          "span",
          { class: `badge ${found.verified !== false ? "good" : "bad"}` },
          found.verified !== false
            ? "The hash and the deck were worked out again, and fit"
            : found.problem,
        ),
      ),
      h(
        "p",
        { class: "faint small" },
        "With the file of this shuffle, elsewhere: ",
        h("code", {}, `pitboss verify ${id}-shuffle.jsonl`),
      ),
    ],
    { test: "shuffle-dialog", wide: true },
  );
}
