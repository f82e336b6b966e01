// The felt: dealer, community cards and boxes with their chips and cards, as a view of a table
// tells them. The dealer stands at the bottom for those who deal, at the top for those who play.
//
// A layout is printed: the places of a game at a table are made once and never move, whoever bets,
// looks or leaves. What changes is what lies on them.

import { calm, h, s, show } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { cents, money, short, signed } from "../shared/money.js";
import { clauseChips } from "../shared/shell.js";
import { time } from "../shared/times.js";
import { handKind, result, standing, wagerLabel } from "../shared/words.js";
import { cardName, showCards } from "./cards.js";
import { stack } from "./chips.js";
import { handName, made, shortName } from "./hands.js";
import { playerBeside } from "./stakes.js";
import { openWhy, whyButton } from "./why.js";

/** More boxes than a curved layout has stand in rows, and want the width of the page. */
export const MOST_IN_A_ROW = 9;
const TILES_IN_A_ROW = 6;
/** Places that the dealer's hand and the community's cards need beside each other. */
const LEAST_SPARE = 3;

/** Places that many boxes leave in their last row. */
const spareTiles = (boxes) =>
  boxes > MOST_IN_A_ROW ? Math.ceil(boxes / TILES_IN_A_ROW) * TILES_IN_A_ROW - boxes : 0;

export class Felt extends HTMLElement {
  #dealer;
  #community;
  #hand;
  #note;
  #places = new Map();
  #shape = "";
  #view = null;

  /**
   * view: as the server tells it. options: {mine, hand: the own box that is shown large,
   * cards(row, box) for its cards, extras(box, number) -> {key, make},
   * spot(number, wager, box) -> props|null}.
   */
  draw(view, options = {}) {
    this.#view = view;
    this.#furnish(view);
    const round = view.round;
    const settlement = round?.settlement ?? null;
    this.dataset.phase = round?.phase ?? "none";
    const dealers = dealerWords(settlement?.dealer, dealerName(view));
    drawRow(this.#dealer, t("Dealer"), round?.dealer ?? [], dealers);
    markSet(this.#dealer.children[1], round?.dealer_three);
    if (this.#community) drawRow(this.#community, t("Community"), round?.community ?? [], "");
    this.#drawHand(options);
    show(this.#note, [view.notice, round?.void, round?.burnt, view.interrupted], () => notes(view));
    for (let number = 1; number <= view.boxes; number += 1) this.#drawBox(view, number, options);
  }

  #furnish(view) {
    const spots = view.wagers.filter((one) => one.kind !== "progressive" || view.progressive_bet);
    const shape = JSON.stringify([view.table, view.boxes, spots.map((one) => one.bet)]);
    if (this.#shape === shape) return;
    this.#shape = shape;
    this.#places.clear();
    this.#dealer = row("dealer");
    this.#community = view.shares_cards ? row("community") : null;
    this.#hand = this.hasAttribute("hand") ? row("hand") : null;
    this.#note = h("div", { class: "felt-note" });
    const boxes = h("div", { class: "boxes", role: "group", "aria-label": t("Boxes") });
    boxes.dataset.many = view.boxes > MOST_IN_A_ROW ? "yes" : "no";
    const spare = spareTiles(view.boxes);
    boxes.dataset.spare = spare >= LEAST_SPARE ? "yes" : "no";
    this.style.setProperty("--spare", String(spare));
    this.style.setProperty("--rows", String(Math.ceil(view.boxes / TILES_IN_A_ROW)));
    boxes.style.setProperty("--boxes", view.boxes);
    boxes.style.setProperty("--half", Math.ceil(view.boxes / 2));
    boxes.style.setProperty("--third", Math.min(3, view.boxes));
    for (let number = 1; number <= view.boxes; number += 1) {
      const place = printedBox(number, spots, view.boxes);
      this.#places.set(number, place);
      boxes.append(place.box);
    }
    const title = { class: "felt-title", "aria-hidden": "true", "data-title": view.title };
    const middle = [this.#community, this.#dealer, this.#hand].filter(Boolean);
    const rows = h("div", { class: "felt-middle" }, middle);
    this.replaceChildren(boxes, rows, this.#note, h("p", title));
  }

  /** The player's own hand, large enough to read; its place is there before it is dealt. */
  #drawHand({ hand = null, cards = null }) {
    if (!this.#hand) return;
    const name = hand ? t("Your hand, box {box}", { box: hand.box }) : t("Your hand");
    drawRow(this.#hand, name, hand?.cards ?? [], "");
    markSet(this.#hand.children[1], hand?.three);
    cards?.(this.#hand.children[1], hand);
  }

  #drawBox(view, number, options) {
    const place = this.#places.get(number);
    const round = view.round;
    const box = round?.boxes.find((one) => one.box === number) ?? null;
    const settled = round?.settlement?.boxes?.find((one) => one.box === number) ?? null;
    const barred = view.barred_boxes.includes(number);
    const turn = round?.to_decide?.[0] === number;
    const mine = Boolean(box && options.mine && box.player === options.mine);
    const claimed = view.claimed?.find((one) => one.box === number) ?? null;
    const net = settled ? Math.sign(cents(settled.net)) : null;
    Object.assign(place.box.dataset, {
      state: box ? box.standing : barred ? "barred" : "empty",
      turn: turn ? "yes" : "no",
      mine: mine ? "yes" : "no",
      net: { 1: "up", "-1": "down", 0: "even" }[net] ?? "",
      claimed: claimed ? "yes" : "no",
    });
    const label = boxLabel(view, number, box, settled, turn, barred);
    if (place.box.getAttribute("aria-label") !== label) place.box.setAttribute("aria-label", label);
    const who = box ? (mine ? t("You") : playerBeside(box)) : barred ? t("barred") : "";
    show(place.top, [who, box?.player], () => [
      h("span", { class: "box-number" }, String(number)),
      h("span", { class: "box-player", title: box?.player ?? "" }, who),
    ]);
    const up = box !== null && read(box);
    const key = [box?.standing, box?.examined, turn, claimed, settled !== null, up];
    show(place.marks, key, () => marks(box, turn, claimed, settled));
    showCards(place.cards, box?.cards ?? []);
    markSet(place.cards, box?.three);
    for (const spot of place.spots) this.#drawSpot(view, spot, number, box, settled, options);
    const hand = settled && box ? shortHand(view, box, settled) : "";
    show(place.end, [settled?.net, hand], () =>
      settled ? this.#result(number, hand, settled.net) : [],
    );
    const extras = options.extras?.(box, number);
    show(place.extras, extras?.key ?? null, () => extras?.make() ?? []);
  }

  /** What a box came to; it says why when it is pressed. */
  #result(number, hand, net) {
    return h(
      "button",
      {
        type: "button",
        class: "why box-why",
        "data-test": `why-box-${number}`,
        title: t("Why?"),
        onclick: () => openWhy(this.#view, { box: number }),
      },
      hand ? h("span", { class: "hand-name" }, hand) : "",
      netMark(net),
    );
  }

  #drawSpot(view, { wager, holder }, number, box, settled, options) {
    const amount = box?.bets[wager.bet] ?? null;
    const line = settled?.lines.find((one) => one.bet === wager.bet) ?? null;
    const props = options.spot?.(number, wager, box) ?? null;
    const key = [amount, line?.result, line?.winnings, props?.key ?? null, view.rulebook];
    show(holder, key, () => spot(view, { wager, amount, line, props }, number));
  }
}
customElements.define("pit-felt", Felt);

// ── what is printed ──────────────────────────────────────────────────────────────────────────────

const row = (name) =>
  h(
    "div",
    { class: `felt-row felt-${name}` },
    h("h2", {}),
    h("div", { class: "cards" }),
    h("p", { class: "hand-name" }),
  );

/** A box with a spot for every wager of the game: chips that are laid by now, and raises below. */
function printedBox(number, wagers, boxes) {
  const middle = (boxes - 1) / 2;
  const bend = boxes > MOST_IN_A_ROW ? 0 : ((number - 1 - middle) / Math.max(1, middle)) ** 2;
  const box = h("section", { class: "box", "data-test": `box-${number}`, "data-box": number });
  box.style.setProperty("--bend", bend.toFixed(3));
  box.style.setProperty("--number", number);
  const spots = wagers.map((wager) => ({
    wager,
    holder: h("div", { class: "spot-place", "data-bet": wager.bet }),
  }));
  const places = (raises) =>
    spots.filter((one) => (one.wager.kind === "raise") === raises).map((one) => one.holder);
  const part = (name, inside = []) => h("div", { class: name }, inside);
  const [top, sign, cards] = [part("box-top"), part("box-marks"), part("cards")];
  const [end, extras] = [part("box-end"), part("box-extras")];
  const laid = part("spots", places(false));
  laid.dataset.count = laid.childElementCount;
  box.append(top, cards, sign, laid, part("raises", places(true)), end, extras);
  return { box, top, marks: sign, cards, spots, end, extras };
}

// ── what was won or lost ─────────────────────────────────────────────────────────────────────────

/** The result of a box: smaller where the box is narrow, and broken at a comma at the worst. */
export function netMark(amount) {
  const words = signed(amount);
  const parts = words.split(/(?<=,)/).flatMap((part) => [part, h("wbr")]);
  const mark = h(
    "b",
    { class: "net", "aria-label": t("net {amount}", { amount: words }) },
    parts.slice(0, -1),
  );
  mark.style.setProperty("--letters", words.length);
  return mark;
}

// ── what lies there ──────────────────────────────────────────────────────────────────────────────

function drawRow(place, name, codes, words) {
  const [heading, cards, hand] = place.children;
  if (heading.textContent !== name) heading.textContent = name;
  showCards(cards, codes);
  if (hand.textContent !== words) hand.textContent = words;
}

/**
 * In Bullseye the three cards that make the hand are pushed forward, and the two beside them are
 * what is compared.
 * @param {string[] | null} [cards]
 */
function markSet(row, cards) {
  const three = new Set(cards && !cards.includes("??") ? cards : []);
  for (const place of row.children) place.classList.toggle("set", three.has(place.dataset.code));
}

/** @param {Api.TablePage} view */
function notes(view) {
  const { round, interrupted } = view;
  const because = interrupted && !round.void ? t(interrupted.because ?? "") : "";
  return [
    interrupted
      ? h(
          "p",
          { class: "felt-notice", "data-test": "interrupted" },
          t("Pitboss stopped during this round and was back at {time}.", {
            time: time(interrupted.at_ms),
          }),
          ` ${because} `,
          clauseChips(view.rulebook, interrupted.clauses),
        )
      : "",
    view.notice ? h("p", { class: "felt-notice" }, t(view.notice)) : "",
    round?.void
      ? h(
          "p",
          { class: "felt-notice bad" },
          t("Round void: {because}", { because: t(round.void.because) }),
          " ",
          whyButton(round.id, t("Round void"), round.void),
        )
      : "",
    round?.burnt
      ? h(
          "p",
          { class: "felt-burnt" },
          round.burnt === 1
            ? t("{count} card burnt", { count: 1 })
            : t("{count} cards burnt", { count: round.burnt }),
        )
      : "",
  ];
}

/**
 * How a box stands, in one line: what is most urgent, and whether its hand was looked at.
 * @param {Api.BoxView} box
 */
/** Whether a hand has been turned up: that it is in is seen. */
const read = ({ cards }) => cards.length > 0 && !cards.includes("??");

function marks(box, turn, claimed, settled) {
  const mark = (kind, ...words) => h("span", { class: `standing ${kind}` }, words);
  const most = claimed
    ? mark("claimed", handKind(claimed.hand))
    : turn
      ? mark("turn", t("to act"))
      : box && box.standing !== "undecided" && !(box.standing === "in" && (settled || read(box)))
        ? mark(box.standing, standing(box.standing))
        : "";
  const looked = () => mark("looked", eye(), h("span", { class: "unseen" }, t("looked")));
  return [most, box?.examined ? looked() : ""];
}

const eye = () =>
  s(
    "svg",
    { class: "eye", viewBox: "0 0 20 20", "aria-hidden": "true" },
    s("path", { d: "M2 10c4-6 12-6 16 0c-4 6-12 6-16 0z" }),
    s("circle", { cx: 10, cy: 10, r: 2 }),
  );

/** What a box lost goes to the dealer as everybody watches; gone when it is there. */
function swept(amount) {
  const chips = stack(amount, "");
  for (const name of ["role", "aria-label"]) chips.removeAttribute(name);
  chips.setAttribute("aria-hidden", "true");
  chips.classList.add("swept");
  chips.addEventListener("animationend", () => chips.remove(), { once: true });
  return chips;
}

const outcomeMark = (kind, words) =>
  h("span", { class: `spot-result ${kind}`, "data-long": words.length > 5 }, words);

function spot(view, { wager, amount, line, props }, number) {
  const name = wagerLabel(view, wager.bet);
  const brief = { progressive: t("Jackpot") }[wager.kind] ?? name;
  const won = line?.result === "win";
  const outcome = won ? `+${short(line.winnings)}` : line ? result(line.result) : "";
  const inside = [
    h("span", { class: "spot-name" }, brief),
    " ",
    outcome
      ? outcomeMark(line.result, outcome)
      : amount
        ? stack(amount, name)
        : props?.hint
          ? h("span", { class: "spot-hint" }, props.hint)
          : "",
    amount ? h("span", { class: "spot-amount" }, short(amount)) : "",
    amount && line?.result === "lose" && !calm() ? swept(amount) : "",
  ];
  const common = {
    class: `spot spot-${wager.kind}`,
    "data-result": line?.result ?? null,
    "data-laid": amount ? "yes" : null,
  };
  if (!props) return h("div", { ...common, "data-test": `spot-${number}-${wager.bet}` }, inside);
  // Its name begins with what is seen: whoever says that to a computer means this spot.
  const seen = amount ? short(amount) : (props.hint ?? "").replace(/[+\u200b]/g, "");
  const label = `${brief}${seen && ` ${seen}`}, ${props.label}`;
  const pressed = { type: "button", "aria-label": label, ...props.attributes };
  return h("button", { ...common, ...pressed }, inside);
}

// ── words ────────────────────────────────────────────────────────────────────────────────────────

export const handWords = handKind;

/**
 * What a hand is called in full, in the page's language: a poker hand from its cards, points as the
 * server says them.
 * @param {Api.TablePage} view
 */
export function called(view, cards, words, name = handName) {
  if (view.wagers[0].bet === "main") return t(words);
  return name(made([...cards, ...(view.round?.community ?? [])]), t) || words;
}

/** @param {Api.TablePage} view */
export function dealerName(view) {
  const { dealer, dealer_hand: words } = view.round ?? {};
  return words ? called(view, dealer, words) : null;
}

/**
 * @param {Api.TablePage} view
 * @param {Api.BoxView} box
 */
function shortHand(view, box, settled) {
  if (box.hand) return called(view, box.cards, box.hand, shortName);
  return settled.hand ? handWords(settled.hand) : "";
}

export function dealerWords(dealer, name = null) {
  if (!dealer) return "";
  const hand = name ?? (dealer.hand ? handWords(dealer.hand) : "");
  if (dealer.qualifies === null || dealer.qualifies === undefined) return hand;
  const qualifies = dealer.qualifies ? t("qualifies") : t("does not qualify");
  return `${hand}${hand ? t(", ") : ""}${qualifies}`;
}

/**
 * @param {Api.TablePage} view
 * @param {Api.BoxView} box
 */
function boxLabel(view, number, box, settled, turn, barred) {
  if (!box)
    return barred
      ? t("Box {box}, barred", { box: number })
      : t("Box {box}, empty", { box: number });
  const bets = Object.entries(box.bets)
    .map(([bet, amount]) => `${wagerLabel(view, bet)} ${money(amount)}`)
    .join(", ");
  const up = box.cards.filter((code) => code !== "??");
  const cards =
    box.cards.length === 0
      ? t("no cards")
      : up.length
        ? up.map(cardName).join(", ")
        : t("{count} cards face down", { count: box.cards.length });
  const stands = standing(box.standing);
  return [
    t("Box {box}", { box: number }),
    box.player ?? t("Player"),
    bets,
    stands,
    cards,
    turn ? t("to act now") : "",
    settled ? t("net {amount}", { amount: signed(settled.net) }) : "",
  ]
    .filter(Boolean)
    .join(", ");
}
