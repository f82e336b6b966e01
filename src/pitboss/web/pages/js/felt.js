// The felt: dealer, community cards and boxes with their chips and cards, as a view of a table tells them.
// The dealer stands at the bottom for those who deal, and at the top for those who play.

import { cardName, showCards } from "./cards.js";
import { stack } from "./chips.js";
import { h, show } from "./dom.js";
import { cents, money, short, signed } from "./money.js";
import { clauseChips } from "./shell.js";
import { time } from "./times.js";
import { plain, result, STANDINGS, wagerLabel } from "./words.js";

export class Felt extends HTMLElement {
  #dealer;
  #community;
  #boxes;
  #note;
  #held = new Map();
  #shape = "";

  /** view: as the server tells it. options: {mine, extras(box, number) -> nodes, spot(box, bet) -> props|null, cardClick}. */
  draw(view, options = {}) {
    this.#furnish(view);
    const round = view.round;
    const settlement = round?.settlement ?? null;
    this.dataset.phase = round?.phase ?? "none";
    this.#drawRow(this.#dealer, "Dealer", round?.dealer ?? [], settlement?.dealer ? dealerWords(settlement.dealer) : "");
    const community = round?.community ?? [];
    this.#community.hidden = community.length === 0;
    this.#drawRow(this.#community, "Community", community, "");
    show(this.#note, [view.notice, round?.void, round?.burnt, view.interrupted], () => [
      view.interrupted ? h("p", { class: "felt-notice", "data-test": "interrupted" }, `The system stopped while this round was on, and was back at ${time(view.interrupted.at_ms)}. ${round.void ? "" : view.interrupted.because ?? ""} `, clauseChips(view.rulebook, view.interrupted.clauses)) : "",
      view.notice ? h("p", { class: "felt-notice" }, view.notice) : "",
      round?.void ? h("p", { class: "felt-notice bad" }, `Round void: ${round.void.because}`) : "",
      round?.burnt ? h("p", { class: "felt-burnt" }, `${round.burnt} ${round.burnt === 1 ? "card" : "cards"} burnt`) : "",
    ]);
    for (let number = 1; number <= view.boxes; number += 1) this.#drawBox(view, number, options);
  }

  #furnish(view) {
    const shape = `${view.table}/${view.boxes}`;
    if (this.#shape === shape) return;
    this.#shape = shape;
    this.#held.clear();
    const row = (name) => h("div", { class: `felt-row felt-${name}` }, h("h2", {}), h("div", { class: "cards" }), h("p", { class: "hand-name" }));
    this.#dealer = row("dealer");
    this.#community = row("community");
    this.#note = h("div", { class: "felt-note" });
    this.#boxes = h("div", { class: "boxes", role: "group", "aria-label": "Boxes" });
    this.#boxes.dataset.many = view.boxes > 9 ? "yes" : "no";
    const middle = (view.boxes - 1) / 2;
    for (let number = 1; number <= view.boxes; number += 1) {
      const bend = view.boxes > 9 ? 0 : ((number - 1 - middle) / Math.max(1, middle)) ** 2;
      const box = h("section", { class: "box", "data-test": `box-${number}`, "data-box": number });
      box.style.setProperty("--bend", bend.toFixed(3));
      this.#held.set(number, { box, spots: h("div", { class: "spots" }), cards: h("div", { class: "cards" }), top: h("div", { class: "box-top" }), end: h("div", { class: "box-end" }), extras: h("div", { class: "box-extras" }) });
      const held = this.#held.get(number);
      box.append(held.top, held.cards, held.spots, held.end, held.extras);
      this.#boxes.append(box);
    }
    this.replaceChildren(this.#boxes, h("div", { class: "felt-middle" }, h("p", { class: "felt-title", "aria-hidden": "true", "data-title": view.title }), this.#community, this.#dealer, this.#note));
  }

  #drawRow(row, name, codes, words) {
    const [heading, cards, hand] = row.children;
    if (heading.textContent !== name) heading.textContent = name;
    showCards(cards, codes);
    if (hand.textContent !== words) hand.textContent = words;
  }

  #drawBox(view, number, options) {
    const held = this.#held.get(number);
    const round = view.round;
    const box = round?.boxes.find((one) => one.box === number) ?? null;
    const settled = round?.settlement?.boxes?.find((one) => one.box === number) ?? null;
    const barred = view.barred_boxes.includes(number);
    const turn = round?.to_decide?.[0] === number;
    const mine = box && options.mine && box.player === options.mine;
    const claimed = view.claimed?.find((one) => one.box === number) ?? null;
    Object.assign(held.box.dataset, {
      state: box ? box.standing : barred ? "barred" : "empty",
      turn: turn ? "yes" : "no",
      mine: mine ? "yes" : "no",
      net: settled ? (cents(settled.net) > 0 ? "up" : cents(settled.net) < 0 ? "down" : "even") : "",
      claimed: claimed ? "yes" : "no",
    });
    const label = boxLabel(view, number, box, settled, turn, barred);
    if (held.box.getAttribute("aria-label") !== label) held.box.setAttribute("aria-label", label);
    show(held.top, [number, box?.player, box?.standing, box?.examined, barred, mine, turn, claimed], () => [
      h("span", { class: "box-number" }, String(number)),
      h("span", { class: "box-player", title: box?.player ?? "" }, box ? (mine ? "You" : box.player) : barred ? "barred" : ""),
      box && box.standing !== "undecided" ? h("span", { class: `standing ${box.standing}` }, STANDINGS[box.standing]) : "",
      box?.examined ? h("span", { class: "standing looked" }, "looked") : "",
      turn ? h("span", { class: "standing turn" }, "to decide") : "",
      claimed ? h("span", { class: "standing claimed" }, plain(claimed.hand)) : "",
    ]);
    const three = new Set(box?.three && !box.three.includes("??") ? box.three : []);
    showCards(held.cards, box?.cards ?? []);
    [...held.cards.children].forEach((place) => place.classList.toggle("set", three.has(place.dataset.code)));
    options.cards?.(held.cards, box, number);
    this.#drawSpots(view, held, number, box, settled, options);
    show(held.end, [settled?.net, settled?.hand, box?.player], () => settled ? [
      settled.hand ? h("span", { class: "hand-name" }, handWords(settled.hand)) : "",
      h("b", { class: "net", "aria-label": `net ${signed(settled.net)}` }, signed(settled.net)),
    ] : []);
    const extras = options.extras?.(box, number);
    show(held.extras, extras?.key ?? null, () => extras?.make() ?? []);
  }

  #drawSpots(view, held, number, box, settled, options) {
    const spots = view.wagers.map((wager) => {
      const amount = box?.bets[wager.bet] ?? null;
      const line = settled?.lines.find((one) => one.bet === wager.bet) ?? null;
      return { wager, amount, line, props: options.spot?.(number, wager, box) ?? null };
    });
    const key = spots.map((one) => [one.wager.bet, one.amount, one.line?.result, one.line?.winnings, one.props?.key ?? null]);
    show(held.spots, [number, key], () => spots.filter((one) => one.amount || one.props).map((one) => this.#spot(view, one, number)));
  }

  #spot(view, { wager, amount, line, props }, number) {
    const name = wagerLabel(view, wager.bet);
    const brief = { progressive: "Jackpot" }[wager.kind] ?? name;
    const inside = [
      h("span", { class: "spot-name" }, brief),
      amount ? stack(amount, name) : "",
      amount ? h("span", { class: "spot-amount" }, short(amount)) : "",
      props?.hint && !amount ? h("span", { class: "spot-hint" }, props.hint) : "",
      line ? h("span", { class: `spot-result ${line.result}` }, line.result === "win" ? `+${short(line.winnings)}` : result(line.result)) : "",
    ];
    const common = { class: `spot spot-${wager.kind}`, "data-bet": wager.bet, "data-result": line?.result ?? null };
    if (!props) return h("div", { ...common, "data-test": `spot-${number}-${wager.bet}` }, inside);
    return h("button", { ...common, type: "button", ...props.attributes, "aria-label": props.label }, inside);
  }
}
customElements.define("pit-felt", Felt);

export const handWords = (hand) => (hand === "none" ? "no 3 card hand" : plain(hand));

export function dealerWords(dealer) {
  const hand = dealer.hand ? handWords(dealer.hand) : "";
  if (dealer.qualifies === null || dealer.qualifies === undefined) return hand;
  return `${hand}${hand ? ", " : ""}${dealer.qualifies ? "qualifies" : "does not qualify"}`;
}

function boxLabel(view, number, box, settled, turn, barred) {
  if (!box) return `Box ${number}, ${barred ? "barred" : "empty"}`;
  const bets = Object.entries(box.bets).map(([bet, amount]) => `${wagerLabel(view, bet)} ${money(amount)}`).join(", ");
  const up = box.cards.filter((code) => code !== "??");
  const cards = box.cards.length === 0 ? "no cards" : up.length ? up.map(cardName).join(", ") : `${box.cards.length} cards face down`;
  return [`Box ${number}`, box.player, bets, STANDINGS[box.standing] ?? box.standing, cards, turn ? "to decide now" : "", settled ? `net ${signed(settled.net)}` : ""].filter(Boolean).join(", ");
}
