// A player's seat: chips to place, one hand to look at, decisions, the result and why.

import { command, tablePath } from "./api.js";
import { chip, TRAY } from "./chips.js";
import "./clock.js";
import { $, dialogOpen, h, say, show, typing } from "./dom.js";
import "./felt.js";
import { drawOn, Live } from "./live.js";
import "./meter.js";
import { amountText, cents, money, short, signed } from "./money.js";
import { offerPanel } from "./offer.js";
import "./paylist.js";
import { shufflePanel } from "./seat-extras.js";
import { problem, run, start } from "./shell.js";
import { capital, phase, plain, wagerLabel } from "./words.js";

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const live = new Live({ tables: name, links: "*" });
const person = await start({ title: `${name}, seat`, live });
const plays = person.role === "player";

const head = h("header", { class: "seat-head" });
const felt = h("pit-felt", { side: "player", "aria-label": "The layout, as players see it" });
const result = h("pit-pay-list", { class: "sheet" });
const aside = h("div", { class: "seat-aside" });
const words = h("p", { class: "announce", "data-test": "seat-state", "aria-live": "polite" });
const tray = h("div", { class: "tray", role: "radiogroup", "aria-label": "Chip to place" });
const choices = h("div", { class: "step-buttons" });
const offer = h("div", { hidden: true });
const hint = h("pit-hint", { hidden: true });
const clock = person.demo ? h("pit-clock") : null;
const alone = h("p", { class: "faint small", "data-test": "nobody-deals", hidden: true }, "Nobody deals here? Be the dealer yourself: choose at the top, or open another tab.");
const bar = h("section", { class: "stepbar seat-bar", "aria-label": "What you may do" }, h("div", { class: "step-words" }, clock, words, alone, offer, hint, tray), choices);
$("#main").replaceChildren(head, felt, h("div", { class: "seat-below" }, result, aside), bar);

let view = null;
let chosen = 2500;
let last = null;
let said = "";
const picked = new Map();
let queue = Promise.resolve();
let waiting = 0;
const PATIENCE_MS = 4000;

/** Commands go one after the other, so that three quick clicks are three chips. */
function send(body) {
  const sent = queue.then(async () => live.take((await command(tablePath(name), body)).view));
  queue = sent.catch(() => {});
  return sent;
}
const sendOrTell = (body) => send(body).catch((error) => problem(error, view.rulebook));

drawOn(live, () => {
  view = live.tables.get(name) ?? null;
  if (!view) {
    if (live.ready) show($("#main"), "none", () => h("section", { class: "sheet narrow" }, h("h1", {}, `There is no table ${name}`), h("p", {}, h("a", { class: "button", href: "/" }, "Back to the floor"))));
    return;
  }
  if (view.round?.settlement) last = view;
  if (view.round && !view.round.settlement) last = null;
  drawHead();
  drawAlone();
  clock?.draw(view, plays ? person.name : "");
  felt.draw(view, { mine: plays ? person.name : null, spot: plays ? spotFor : () => null, extras: plays ? extrasFor : () => null, cards: cardsOf });
  result.draw(last ?? view, { only: plays ? person.name : null, heading: "What it came to, and why" });
  const settled = (last ?? view).round?.settlement;
  if (plays && settled && !settled.boxes.some((box) => box.player === person.name)) result.hidden = true;
  show(aside, [view.round?.id, view.round?.commitment, view.round?.phase === "betting", view.published?.round, view.cards, view.one_hand_notice], () => shufflePanel(view, plays ? send : null));
  drawTray();
  drawChoices();
});

/** A visitor of a demonstration may wait at a table where nobody is going to deal. */
function drawAlone() {
  const waits = person.demo && plays && view.open && !view.round;
  if (!waits) {
    clearTimeout(waiting);
    waiting = 0;
    alone.hidden = true;
  } else if (!waiting) {
    waiting = setTimeout(() => { alone.hidden = false; }, PATIENCE_MS);
  }
}

function drawHead() {
  show(head, [view.table, view.title, view.round?.phase, view.open, view.link, view.chips, view.notice, live.links.get(view.link)?.down], () => [
    h("div", {}, h("h1", {}, view.table), h("p", { class: "faint" }, view.title, " · ", h("a", { href: `/rulebooks?book=${encodeURIComponent(view.rulebook)}` }, "rules"))),
    h("span", { class: "badge info", "data-test": "phase" }, view.open ? phase(view.round?.phase) : "Closed"),
    plays ? h("div", { class: "head-meter" }, h("small", { class: "faint" }, view.round?.settlement ? "You, before this pay" : "You, at this table"), h("b", { "data-test": "my-chips" }, signed(view.chips[person.name] ?? "0.00"))) : "",
    view.link ? h("div", { class: "head-meter" }, h("small", { class: "faint" }, view.link), live.links.get(view.link)?.down ? h("span", { class: "badge bad", "data-test": "jackpot-down" }, "Out of service") : h("pit-meter", { class: "gold" })) : "",
  ]);
  const meter = head.querySelector("pit-meter");
  const link = live.links.get(view.link);
  if (meter && link) meter.value = link.displayed;
}

// ── chips ────────────────────────────────────────────────────────────────────────────────────────────────────────

const betting = () => view.round?.phase === "betting" && plays;

function drawTray() {
  tray.hidden = !betting();
  if (tray.hidden) return;
  show(tray, [chosen, view.limits], () => [
    ...TRAY.map((value, at) => h("button", {
      type: "button", class: "tray-chip", role: "radio", "aria-checked": String(value === chosen), tabindex: value === chosen ? 0 : -1, draggable: "true",
      "aria-label": `Chip of ${short(value / 100 + "")}`, "data-test": `chip-${value / 100}`, title: `Key ${at + 1}`,
      onclick: () => choose(value),
      ondragstart: (event) => { choose(value, false); event.dataTransfer.setData("text/plain", String(value)); event.dataTransfer.effectAllowed = "copy"; },
      onkeydown: (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        choose(TRAY[(at + step + TRAY.length) % TRAY.length]);
        tray.querySelector('[aria-checked="true"]').focus();
      },
    }, chip(value), h("kbd", {}, String(at + 1)))),
  ]);
}

function choose(value, draw = true) {
  chosen = value;
  if (draw) drawTray();
}

function limitWords(wager) {
  if (wager.kind === "progressive") return view.progressive_bet ? short(view.progressive_bet) : "";
  const limit = view.limits[wager.bet];
  return limit ? `${short(limit.min ?? "0")}–${limit.max ? short(limit.max) : "…"}` : "any";
}

function spotFor(number, wager, box) {
  if (!betting() || wager.kind === "raise" || view.barred_boxes.includes(number)) return null;
  if (box && box.player !== person.name) return null;
  const opening = view.wagers[0].bet;
  if (wager.bet !== opening && !box?.bets[opening]) return null;
  if (wager.kind === "progressive" && (view.notice || !view.progressive_bet || live.links.get(view.link)?.down)) return null;
  const laid = box?.bets[wager.bet];
  const amount = () => (wager.kind === "progressive" ? view.progressive_bet : amountText(chosen));
  const place = (value = null) => sendOrTell({ do: "place-bet", box: number, bet: wager.bet, amount: value ?? amount() });
  const back = () => laid && sendOrTell({ do: "withdraw-bet", box: number, bet: wager.bet });
  return {
    key: [laid, limitWords(wager)],
    hint: limitWords(wager),
    label: `${wagerLabel(view, wager.bet)} on box ${number}${laid ? `, ${money(laid)} laid` : ""}, limits ${limitWords(wager)}. Press to add ${wager.kind === "progressive" ? short(view.progressive_bet) : "the chosen chip"}${laid ? ", Backspace to take back" : ""}`,
    attributes: {
      "data-test": `bet-${wager.bet}`,
      onclick: () => place(),
      oncontextmenu: (event) => { event.preventDefault(); back(); },
      onkeydown: (event) => { if (event.key === "Backspace" || event.key === "Delete") { event.preventDefault(); back(); } },
      ondragover: (event) => { event.preventDefault(); event.currentTarget.classList.add("over"); },
      ondragleave: (event) => event.currentTarget.classList.remove("over"),
      ondrop: (event) => {
        event.preventDefault();
        event.currentTarget.classList.remove("over");
        const value = Number(event.dataTransfer.getData("text/plain"));
        place(wager.kind === "progressive" || !TRAY.includes(value) ? null : amountText(value));
      },
    },
  };
}

function extrasFor(box, number) {
  if (!box || box.player !== person.name) return null;
  if (betting()) {
    return { key: ["back", number], make: () => h("button", { "data-test": `take-back-${number}`, onclick: (event) => run(event.currentTarget, () => send({ do: "withdraw-bet", box: number, bet: view.wagers[0].bet }), view.rulebook) }, "Take back") };
  }
  const look = view.next.find((step) => step.do === "examine" && step.box === number);
  if (look) {
    return { key: ["look", number], make: () => h("button", { class: "primary", "data-test": `examine-${number}`, onclick: (event) => run(event.currentTarget, () => send({ do: "examine", box: number }), view.rulebook) }, "Look") };
  }
  return null;
}

// ── setting a hand ───────────────────────────────────────────────────────────────────────────────────────────────

const setting = (number) => view.next.some((step) => step.do === "set-hand" && step.box === number);

/** In Bullseye the cards of an examined hand are picked by click or key: three of them make the hand. */
function cardsOf(row, box, number) {
  const mine = box && plays && box.player === person.name && box.examined && setting(number) && !box.cards.includes("??");
  const chosenCards = picked.get(number) ?? [];
  if (!mine) picked.delete(number);
  for (const place of row.children) {
    const code = place.dataset.code;
    if (!mine) {
      for (const attribute of ["role", "tabindex", "aria-pressed", "aria-label", "data-test"]) place.removeAttribute(attribute);
      place.classList.remove("picked");
      place.onclick = place.onkeydown = null;
      continue;
    }
    place.classList.toggle("picked", chosenCards.includes(code));
    place.setAttribute("role", "button");
    place.setAttribute("tabindex", "0");
    place.setAttribute("aria-pressed", String(chosenCards.includes(code)));
    place.setAttribute("aria-label", place.firstChild.getAttribute("aria-label"));
    place.setAttribute("data-test", `pick-${code}`);
    const toggle = () => {
      const now = picked.get(number) ?? [];
      picked.set(number, now.includes(code) ? now.filter((one) => one !== code) : [...now, code].slice(-3));
      felt.draw(view, { mine: person.name, spot: spotFor, extras: extrasFor, cards: cardsOf });
      drawChoices();
    };
    place.onclick = toggle;
    place.onkeydown = (event) => { if (event.key === " " || event.key === "Enter") { event.preventDefault(); event.stopPropagation(); toggle(); } };
  }
}

// ── decisions ────────────────────────────────────────────────────────────────────────────────────────────────────

function drawChoices() {
  const round = view.round;
  const next = plays ? view.next : [];
  const text = stateWords();
  if (text !== said) {
    said = text;
    words.textContent = text;
    if (next.some((step) => step.do !== "place-bet")) say(text);
  }
  const turn = next.find((step) => ["raise", "fold", "check", "set-hand"].includes(step.do))?.box ?? null;
  bar.dataset.turn = turn || next.some((step) => step.do === "choose-option") ? "yes" : "no";
  if (person.practice) hint.draw(view, turn);
  drawOffer(next);
  show(choices, [next, round?.id, [...picked], view.step?.amount, hint.on], () => {
    if (!round) return [];
    const hand = picked.get(turn) ?? [];
    return [
      person.practice && turn ? hint.button(drawChoices) : "",
      ...next.filter((step) => step.do === "examine").map((step) => button(step, `Look at box ${step.box}`, "l", { do: "examine", box: step.box })),
      ...next.filter((step) => step.do === "decline-to-show").map((step) => button(step, `Keep box ${step.box} unshown`, "", { do: "decline-to-show", box: step.box }, null, false, "quiet")),
      ...next.filter((step) => step.do === "fold").map((step) => button(step, "Fold", "f", { do: "fold", box: step.box })),
      ...next.filter((step) => step.do === "check").map((step) => button(step, "Check", "c", { do: "check", box: step.box })),
      ...next.filter((step) => step.do === "raise").map((step) => button(step, `${wagerLabel(view, view.step?.bet)} ${money(view.step?.amount ?? "0")}`, "b", { do: "raise", box: step.box, amount: view.step?.amount }, null, true)),
      ...next.filter((step) => step.do === "set-hand").flatMap((step) => [
        button(step, "House Way", "h", { do: "set-hand", box: step.box }, `house-way-${step.box}`, hand.length !== 3),
        hand.length === 3 ? button(step, "Set these three", "s", { do: "set-hand", box: step.box, three: hand }, `set-hand-${step.box}`, true) : "",
      ]),
    ];
  });
}

/** What happened, and what each choice does, before a player chooses. */
function drawOffer(next) {
  const mine = next.some((step) => step.do === "choose-option");
  offer.hidden = !mine;
  const choose = (pressed, box, option) =>
    run(pressed, () => send({ do: "choose-option", box, option }), view.rulebook);
  const key = mine ? [view.round.options, view.round.options_because, view.round.boxes] : "none";
  show(offer, key, () => (mine ? offerPanel(view, person.name, choose) : []));
}

function button(step, label, key, body, test = null, main = false, kind = "next") {
  return h("button", {
    class: `${kind} ${main ? "primary" : ""}`, "data-test": test ?? `${step.do}-${step.box}`, "data-key": key || null,
    onclick: (event) => run(event.currentTarget, () => send(body), view.rulebook),
  }, label, key ? h("kbd", {}, key.toUpperCase()) : "");
}

function stateWords() {
  const round = view.round;
  if (!view.open) return "The table is closed.";
  if (!round) return "Waiting for the dealer to open betting.";
  if (round.ruling) return "Round on hold: ruling pending.";
  const mine = round.boxes.filter((box) => box.player === person.name);
  if (mine.some((box) => round.options[box.box])) return "You have a choice.";
  if (Object.keys(round.options).length) return "Other players have a choice.";
  switch (round.phase) {
    case "betting":
      return plays ? (mine.length ? "Bets are open. Add chips, or wait for “No more bets”." : "Bets are open: put a chip on a box.") : "Bets are open.";
    case "closed":
      return "No more bets.";
    case "dealing":
      return view.step?.do === "turn-over" ? "The dealer turns cards over." : "The dealer deals.";
    case "deciding": {
      const [turn] = round.to_decide;
      const box = round.boxes.find((one) => one.box === turn);
      if (!box) return "Players decide.";
      if (box.player !== person.name || !plays) return `Box ${turn} decides (${box.player}).`;
      if (view.step?.asks === "set" && box.examined) return `Box ${turn}: pick three cards that make 10, 20 or 30, or take the House Way.`;
      return `Box ${turn}: your turn${box.examined ? "" : mine.some((one) => one.examined) ? ", played blind" : ""}.`;
    }
    case "revealed":
      return view.claimed.length ? claimWords() : "The dealer's cards are shown.";
    case "settled": {
      const settled = round.settlement.boxes.filter((box) => box.player === person.name);
      if (!settled.length) return "The dealer collects and pays.";
      const net = settled.reduce((sum, box) => sum + cents(box.net), 0);
      return net > 0 ? `You win ${money(amountText(net))}.` : net < 0 ? `You lose ${money(amountText(-net))}.` : "You come out even.";
    }
    case "void":
      return "The round is void; every bet goes back.";
    default:
      return phase(round.phase);
  }
}

/** How it stands with the jackpot that was claimed in this round. */
function claimWords() {
  const hand = capital(plain(view.claimed[0].hand));
  const link = live.links.get(view.link);
  const here = (claim) => claim.round === view.round.id;
  if (link?.claims?.some(here)) return `${hand}! The claim is being verified.`;
  const paid = link?.last?.filter(here) ?? [];
  return paid.length ? `${hand}! The jackpot pays ${paid.map((claim) => money(claim.award)).join(" and ")}.` : "The jackpot claim was not confirmed.";
}

// ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────────

document.addEventListener("keydown", (event) => {
  if (!view || dialogOpen() || typing(event) || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const at = Number(event.key) - 1;
  if (betting() && TRAY[at]) return choose(TRAY[at]);
  const found = $(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`, choices);
  if (found) {
    event.preventDefault();
    found.click();
  }
  return undefined;
});
