// A hit is celebrated: the cards turn one after another, the award is counted up, and that it was
// paid is said once it was.

import { calm, h } from "../shared/dom.js";
import { amountText, cents, money } from "../shared/money.js";
import { play } from "../shared/sounds.js";
import { capital, handKind } from "../shared/words.js";
import { openCards, showAt, shownCards, signsOf } from "./state.js";
import { WORDS } from "./words.js";

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const RED = ["h", "d"];

export class Show {
  #hit = null;
  #begun = 0;
  /** When the cards came to lie open, counted from the beginning; never yet. */
  #open = Infinity;
  #codes = [];
  #frame = 0;
  #turned = 0;
  #sound;
  #test = false;
  #hand = h("p", { class: "party-hand" });
  #cards = h("div", { class: "party-cards", "data-test": "hit-cards" });
  #amount = h("p", { class: "party-amount", "data-test": "hit-amount" });
  #where = h("p", { class: "party-where", "data-test": "hit-where" });
  element = h("div", { class: "party", "data-test": "hit", hidden: true, role: "status" });

  constructor(sound) {
    this.#sound = sound;
  }

  /** Begins with a hit, as a link's view has it; `test`: nobody has won anything. */
  start(hit, test = false) {
    this.#hit = hit;
    this.#test = test;
    this.#begun = performance.now();
    this.#turned = 0;
    this.#open = Infinity;
    this.#codes = [];
    const hand = `${capital(handKind(hit.hand))}!`;
    this.#hand.textContent = hand;
    this.element.style.setProperty("--hand-signs", String(signsOf(hand)));
    this.element.style.setProperty("--award-signs", String(money(hit.award).length + 1));
    this.element.dataset.hand = hit.hand;
    this.element.replaceChildren(
      ...(calm() ? [] : confetti(hit.hand === "royal-flush" ? 90 : 40)),
      this.#hand,
      this.#cards,
      this.#amount,
      this.#where,
    );
    this.update(hit);
    this.element.hidden = false;
    if (this.#sound()) play("hit");
    cancelAnimationFrame(this.#frame);
    this.#step();
  }

  /** The same hit as the server tells of it now: cards that lie open, whether it was paid out. */
  update(hit) {
    if (hit.claim !== this.#hit?.claim) return;
    this.#hit = hit;
    const said = hit.paid_out ? WORDS.paid : WORDS.won;
    this.#where.textContent = this.#test ? WORDS.test : said(hit.table, hit.box);
    const codes = shownCards(hit, this.#codes);
    if (this.#codes.join() === codes.join()) return;
    this.#codes = codes;
    if (openCards(hit).length) this.#open = performance.now() - this.#begun;
    this.#cards.replaceChildren(...codes.map(face));
    this.#turned = 0;
  }

  #step() {
    const award = cents(this.#hit.award);
    const since = performance.now() - this.#begun;
    const cards = this.#cards.children.length;
    const about = { hand: this.#hit.hand, award, cards, open: this.#open };
    // Who wants no motion sees at once what it comes to.
    const now = showAt(about, calm() ? Number.MAX_VALUE : since);
    const { over } = showAt(about, since);
    for (let at = this.#turned; at < now.turned; at += 1) {
      this.#cards.children[at].classList.add("turned");
      if (this.#sound()) play("flip");
    }
    this.#turned = now.turned;
    const text = `$${money(amountText(now.counted))}`;
    if (this.#amount.textContent !== text) this.#amount.textContent = text;
    // Until it is counted up nothing is said of it: nobody has won 0.00.
    this.#amount.classList.toggle("unsaid", now.counted === 0);
    if (over) {
      this.element.hidden = true;
      this.#hit = null;
      return;
    }
    if (calm()) setTimeout(() => this.#hit && this.#step(), 500);
    else this.#frame = requestAnimationFrame(() => this.#step());
  }
}

function face(code) {
  const [rank, suit] = [code.slice(0, -1), code.slice(-1)];
  const known = suit in SUITS;
  const red = known && RED.includes(suit);
  return h(
    "span",
    { class: `flip ${red ? "red" : ""} ${known ? "" : "unknown"}`, "data-card": code },
    h("span", { class: "back", "aria-hidden": "true" }),
    h(
      "span",
      { class: "front" },
      known ? [h("span", {}, rank === "T" ? "10" : rank), h("span", {}, SUITS[suit])] : "",
    ),
  );
}

function confetti(count) {
  return Array.from({ length: count }, (_, at) => {
    const piece = h("span", { class: `piece piece-${at % 5}`, "aria-hidden": "true" });
    piece.style.left = `${(at * 61) % 100}%`;
    piece.style.animationDelay = `${(at % 12) * 0.23}s`;
    piece.style.animationDuration = `${3 + (at % 7) * 0.4}s`;
    return piece;
  });
}
