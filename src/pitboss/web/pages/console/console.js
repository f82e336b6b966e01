// The dealer's console: the felt as the dealer sees it, the next step as one button, and what to
// pay at the end.

import { command, tablePath } from "../shared/api.js";
import "../components/clock.js";
import { askAnswer, askCloseOptions, askNotShown } from "../components/confirmations.js";
import { $, dialogOpen, h, say, show, typing } from "../shared/dom.js";
import { drawLast, openCorrections } from "./corrections.js";
import { openBetFor, openEstablish } from "./dialogs.js";
import { drawAbout, drawPlayers, drawWaits, openWaits, waitWords, workButton } from "./panels.js";
import { payWords } from "./pay-rows.js";
import "../components/entry.js";
import { MOST_IN_A_ROW } from "../components/felt.js";
import { openIrregularity } from "../components/irregularity.js";
import { drawOn, Live } from "../shared/live.js";
import "../components/meter.js";
import { whyFigureButton } from "../components/why-figure.js";
import { helpWords } from "../shared/help.js";
import { money } from "../shared/money.js";
import {
  askSure,
  clauseChips,
  clearProblems,
  dialog,
  may,
  notice,
  problem,
  run,
  start,
} from "../shared/shell.js";
import { dealing, phase, wagerLabel } from "../shared/words.js";
import { asks, cardStep, cardWords, isHand, typedCommand } from "./shown-cards.js";
import { isNoCard, nextToPay } from "./state.js";
import "./strip.js";

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const live = new Live({ tables: name, links: "*", console: true });
const roles = ["dealer", "pit-supervisor", "pit-manager", "shift-manager"];
const person = await start({ title: `${name}, console`, roles, live });

const BUTTONS = {
  "open-betting": "Open betting",
  "close-betting": "Close betting",
  settle: "Settle",
  conclude: "Conclude",
  "close-table": "Close the table",
  "close-options": "Time's up",
  "restore-progressive": "Resume progressive bets",
};
const DEALS = { burn: "Burn", deal: "Deal", "turn-over": "Turn over" };
// Steps that have no button of their own here: they are decided in a panel, or elsewhere.
const WITHOUT_BUTTON = ["confirm", "choose-operation", "open-table", "drop-correction"];
const SOURCES = {
  virtual: "electronic shuffle",
  entered: "cards entered by the dealer",
  shown: "ordinary cards",
};

const felt = h("pit-felt", { side: "dealer", "aria-label": "The layout, as the dealer sees it" });
const pay = h("pit-pay-rows");
const head = h("header", { class: "console-head" });
const waits = h("div", { class: "stack" });
const players = h("section", { class: "panel" });
const about = h("section", { class: "panel" });
const entry = h("pit-entry", { hidden: true });
const strip = h("pit-bet-strip", { hidden: true });
const last = h("div", { class: "last-line" });
const announce = h("p", { class: "announce", "data-test": "announce", "aria-live": "polite" });
const clock = person.demo ? h("pit-clock") : null;
const clauses = h("span", { class: "step-clauses" });
const hold = h("p", { class: "step-hold", "data-test": "hold", hidden: true });
const buttons = h("div", { class: "step-buttons" });
const bar = h(
  "section",
  { class: "stepbar", "aria-label": "Next step" },
  h("div", { class: "step-past" }, last, strip),
  h("div", { class: "step-words" }, clock, announce, clauses, hold, entry),
  buttons,
);
const side = h(
  "aside",
  { class: "side", "aria-label": "What is going on" },
  waits,
  pay,
  about,
  players,
);
const table = h("div", { class: "console" }, felt, side);
$("#main").replaceChildren(head, table, bar);

/** @type {Api.TablePage} */
let view = null;
let queue = Promise.resolve();
// At a table with ordinary cards: whose cards are typed next, where somebody has picked that.
let chosen = null;
// What the card field asks for; and what it asked for when the dealer left it with Escape, who is
// not taken back into it until it asks for something else.
let question = "";
let left = "";
// Boxes that have been paid, of the settlement that is being paid. Nothing depends on it but the
// order in which the dealer goes from box to box.
const paid = { settlement: "", boxes: new Set() };

const take = (next) => live.take(next);

/** Commands of this console go one after the other. */
function send(body) {
  const asked = performance.now();
  const sent = queue.then(async () => {
    take((await command(tablePath(name), body, asked)).view);
    clearProblems();
  });
  queue = sent.catch(() => {});
  return sent;
}

/** A button that does something at this table. */
const worker = (props, work, ...label) => workButton({ view }, props, work, ...label);

drawOn(live, () => {
  view = live.tables.get(name) ?? null;
  if (!view) {
    if (live.ready) show($("#main"), "none", noTable);
    return;
  }
  table.toggleAttribute("data-wide", view.boxes > MOST_IN_A_ROW);
  table.dataset.phase = view.round?.phase ?? "none";
  drawHead();
  clock?.draw(view);
  felt.draw(view, { spot: spotFor, extras: extrasFor });
  const desk = { view, person, live, send, claims: openClaims() };
  drawWaits(waits, desk);
  drawPay();
  drawPlayers(players, desk);
  drawAbout(about, view);
  drawLast(last, { view, send, correct });
  strip.draw(view, send);
  drawStep();
});

function drawPay() {
  const settlement = JSON.stringify([view.round?.id, view.round?.settlement ?? null]);
  if (paid.settlement !== settlement) Object.assign(paid, { settlement, boxes: new Set() });
  table.dataset.paying = view.round?.settlement ? "yes" : "no";
  pay.draw(view, paid.boxes);
}

/** The box that is paid now, before the round is concluded. */
const payingBox = () =>
  view.next[0]?.do === "conclude" ? nextToPay(view.round?.settlement, paid.boxes) : null;

/** Enter goes from box to box. */
function payNext() {
  const number = payingBox();
  if (number === null) return false;
  paid.boxes.add(number);
  drawPay();
  drawStep();
  say(announce.textContent);
  return true;
}

const correct = () => openCorrections(view, person, send);

// A claim that a correction has taken away is gone with the table's own view, whatever the link has
// been heard to say until now.
function openClaims() {
  const claims = live.links.get(view.link)?.claims ?? [];
  const stands = ({ box }) => view.claimed.some((one) => one.box === box);
  return claims.filter((claim) => claim.round === view.round?.id && stands(claim));
}

const noTable = () =>
  h(
    "section",
    { class: "sheet narrow" },
    h("h1", {}, `There is no table ${name}`),
    h("p", {}, "A pit supervisor opens tables at the pit desk."),
    h("p", {}, h("a", { class: "button", href: "/" }, "Back to the floor")),
  );

function drawHead() {
  const staff = live.floor?.tables.find((one) => one.table === view.table)?.staff ?? [];
  const { table, title, round, open, link: jackpot } = view;
  const key = [table, title, round?.id, round?.phase, !round?.ruling, open, jackpot, staff];
  show(head, key, () => {
    const cards = SOURCES[view.cards];
    const report = () => openIrregularity(view, person, take);
    const irregular = (event) => run(event.currentTarget, report, view.rulebook);
    return [
      h(
        "div",
        {},
        h("h1", {}, view.table),
        h(
          "p",
          { class: "faint" },
          h("b", { "data-test": "on-duty" }, staff.join(", ") || person.name),
          ` · ${view.title} · ${dealing(view.dealing)} · ${cards}`,
        ),
      ),
      h(
        "div",
        { class: "head-phase" },
        h(
          "span",
          { class: `badge ${round?.ruling ? "wait" : "info"} phase`, "data-test": "phase" },
          round?.ruling ? "On hold" : view.open ? phase(round?.phase) : "Closed",
        ),
        view.round ? h("span", { class: "badge", "data-test": "round" }, view.round.id) : "",
      ),
      h(
        "div",
        { class: "head-meter" },
        view.link
          ? [
              h("small", { class: "faint" }, view.link),
              whyFigureButton(view.link, h("pit-meter", {})),
            ]
          : "",
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { "data-test": "irregularity", class: "irregular", onclick: irregular },
          "Irregularity ",
          h("kbd", {}, "I"),
        ),
        h(
          "button",
          { class: "quiet", "data-test": "help", "aria-label": "Help", onclick: keys },
          "?",
        ),
      ),
    ];
  });
  const meter = head.querySelector("pit-meter");
  const link = live.links.get(view.link);
  if (meter && link) meter.value = link.displayed;
}

// ── the felt ─────────────────────────────────────────────────────────────────────────────────────

/** While betting is open a click on a spot lays chips for a player who asks for it. */
function spotFor(number, wager, box) {
  if (view.round?.phase !== "betting" || view.round.ruling || wager.kind === "raise") return null;
  if (view.barred_boxes.includes(number)) return null;
  const opening = view.wagers[0].bet;
  if (wager.bet !== opening && !box?.bets[opening]) return null;
  if (wager.kind === "progressive" && live.links.get(view.link)?.down) return null;
  const onclick = () => openBetFor(view, number, wager, box, send);
  return {
    key: "bet",
    label: `box ${number}: enter a player's bet`,
    hint: "+",
    attributes: { "data-test": `bet-${wager.bet}`, onclick },
  };
}

function extrasFor(box, number) {
  if (!box || view.round.ruling || Object.keys(view.round.options).length) return null;
  // A hand that is claimed lies there for whoever verifies it.
  if (view.claimed.some((one) => one.box === number)) return null;
  const at = view.round.phase;
  const mates = view.round.boxes.filter((other) => other.player === box.player);
  const looked = mates.some((other) => other.examined);
  const undecided = box.standing === "undecided" && box.cards.length;
  const entered = view.cards === "entered";
  const act = (test, label, work) => () =>
    worker({ "data-test": `${test}-${number}` }, work, label);
  const about = { box: number, player: box.player };
  if (at === "deciding" && entered && !looked && undecided) {
    const look = () => send({ do: "examine", ...about });
    return { key: ["look", number], make: act("looked", "Has looked", look) };
  }
  const shown = view.cards === "shown" && !view.round.to_show.includes(number);
  if (at === "revealed" && box.standing === "in" && !shown) {
    const decline = async () => {
      if (await askNotShown(view, number)) await send({ do: "decline-to-show", ...about });
    };
    return { key: ["decline", number], make: act("not-shown", "Mark as not shown", decline) };
  }
  // A folded hand that is kept back may be proved too, where that is how its coin is paid.
  if (view.round.to_establish.includes(number) && may(person, "establish-hand")) {
    const onclick = () => openEstablish(view, box, send);
    const test = `establish-${number}`;
    const make = () => h("button", { "data-test": test, onclick }, "Establish hand");
    return { key: ["establish", number], make };
  }
  return null;
}

// ── the next step ────────────────────────────────────────────────────────────────────────────────

function drawStep() {
  const [first, ...others] = view.next;
  const step = view.step;
  const unpaid = ["open", "verified"];
  const claims = openClaims().some((claim) => unpaid.includes(claim.standing));
  const blocked = first?.do === "settle" && claims;
  const shows = cardStep(view, chosen);
  const typed =
    shows || (first?.do === "deal" && view.cards === "entered" && step && step.do !== "turn-over");
  // A field that is gone takes no more keys: the next one is an answer.
  const held = document.activeElement;
  const gone = (!typed && entry.contains(held)) || (strip.hidden && strip.contains(held));
  if (gone && held instanceof HTMLElement) held.blur();
  entry.hidden = !typed;
  const asked = typed ? shows || step : strip.hidden ? null : "bets";
  question = asked ? JSON.stringify([view.round?.id, asked]) : "";
  if (left !== question) left = "";
  entry.dataset.asks = asks(shows) ? "yes" : "no";
  if (shows) {
    entry.draw({
      count: shows.cards,
      words: cardWords(shows),
      out: cardsOut(),
      deal: (_, text) => showTyped(shows, text),
    });
  } else if (typed) {
    entry.draw({
      count: step.cards,
      place: placeName(step.place),
      out: cardsOut(),
      optional: step.do === "burn",
      deal: dealEntered,
    });
  }
  const idle = first?.do === "conclude" && view.round?.phase === "betting";
  const paying = payingBox();
  const words = idle ? "Waiting for the first bet." : wordsFor(first, blocked, paying);
  if (announce.textContent !== words) announce.textContent = words;
  const ruling = view.round?.ruling ?? null;
  const waiting = waitWords({ view, live, claims: openClaims() });
  hold.hidden = !waiting?.[1] || Boolean(typed);
  hold.textContent = waiting?.[1] ?? "";
  const key = [first, others, blocked, step, view.round?.id, view.cards, paying, waiting];
  const many = first?.do === "deal" && view.cards === "virtual" && step?.do !== "turn-over";
  const pressed = first && !idle && !WITHOUT_BUTTON.includes(first.do);
  const toDesk = () => h("a", { class: "button", href: "/pit" }, "Open at the pit desk");
  const numbers = idle ? [] : (ruling?.clauses ?? first?.clauses ?? []);
  show(clauses, [view.rulebook, numbers], () => clauseChips(view.rulebook, numbers));
  // Until somebody has bet, the button that closes betting is there and does nothing: when it does,
  // nobody's finger is on something else in its place.
  const awaited = { do: "close-betting" };
  show(buttons, key, () => [
    waiting ? waitsButton(waiting[0], !pressed && first?.do !== "ask") : "",
    ...(idle ? view.next : others.filter((one) => isBeside(first, one))).map(alsoButton),
    many ? dealAllButton() : "",
    paying !== null ? alsoButton(first) : "",
    first?.do === "ask" ? answers(first, step) : pressed ? nextButton(first, step, blocked) : "",
    idle ? nextButton(awaited, null, true) : "",
    first?.do === "open-table" ? toDesk() : "",
  ]);
  const free = document.activeElement === document.body || buttons.contains(document.activeElement);
  if (question && !dialogOpen() && free && !left) (typed ? entry : strip).focusField();
}

function alsoButton(step) {
  const onclick = (event) => run(event.currentTarget, () => act(step), view.rulebook);
  const rest = step.option === "rest";
  const props = { "data-test": `also-${step.do}`, "data-key": rest ? "n" : null, onclick };
  const label = rest ? "Rest not shown" : (BUTTONS[step.do] ?? step.label);
  return h("button", props, label, rest ? [" ", h("kbd", {}, "N")] : "");
}

/**
 * Whether a step has a button beside the first: while something is asked, only its answers do; and
 * the card field takes every hand that waits.
 */
const isBeside = (first, step) => (asks(first) ? step.says === first.says : !isHand(view, step));

function dealAllButton() {
  const onclick = (event) => run(event.currentTarget, dealAll, view.rulebook);
  return h("button", { "data-test": "deal-all", onclick }, "Deal all ", h("kbd", {}, "D"));
}

/** Where what waits has no room beside the felt, it is opened from here. */
function waitsButton(label, alone) {
  const props = {
    class: alone ? "see-waits primary next" : "see-waits",
    "data-test": "see-waits",
    "data-key": "w",
    onclick: openWaits,
  };
  return h("button", props, label, " ", h("kbd", {}, "W"));
}

function nextButton(first, step, disabled) {
  const onclick = (event) => press(event.currentTarget);
  const typed = first.do === "show-hand" ? "Enter" : null;
  const done = payingBox() === null ? null : `Box ${payingBox()} done`;
  const plain = asks(first) ? first.label : (BUTTONS[first.do] ?? DEALS[step?.do] ?? first.label);
  const label = done ?? typed ?? plain;
  const props = { class: "primary next", "data-test": "next-step", disabled, onclick };
  return h("button", props, label, h("kbd", {}, "Enter"));
}

function wordsFor(step, blocked, paying) {
  if (!view.open) return "The table is closed.";
  if (blocked) return "Wait: the jackpot claim is being verified.";
  if (view.round?.ruling) return "Round on hold: ruling pending.";
  if (view.operation_awaited && !step) return "The house decides how to run without the jackpot.";
  if (view.correction && !step) return "A correction waits for a pit supervisor.";
  if (!step) return "Nothing to do right now.";
  if (paying !== null) return payWords(view.round.settlement, paying);
  if (asks(step)) return step.says;
  return step.says && step.do !== "ask" ? `“${step.says}”` : step.label;
}

function placeName(place) {
  if (/^\d+$/.test(place)) return `box ${place}`;
  return { burn: "the burn", community: "the board" }[place] ?? `the ${place}`;
}

function cardsOut() {
  const { dealer, community, boxes } = view.round;
  const all = [...dealer, ...community, ...boxes.flatMap((box) => box.cards)];
  return new Set(all.filter((code) => code !== "??"));
}

/**
 * @param {Api.NextStep} step
 * @param {Api.StepView} asked
 */
function answers({ box }, asked) {
  const answer = (test, key, body, name, { label = name, kind = "" } = {}) => {
    const work = async () => {
      if (await askAnswer(view, box, body, name)) await send({ ...body, box });
    };
    const props = { class: `${kind} next`, "data-test": `answer-${test}`, "data-key": key };
    return worker(props, work, label, " ", h("kbd", {}, key.toUpperCase()));
  };
  if (asked.asks === "set" && view.cards === "shown") {
    const main = { label: `Box ${box} has set`, kind: "primary" };
    return answer("has-set", "s", { do: "set-hand" }, "Set", main);
  }
  if (asked.asks === "set") {
    const main = { label: `Box ${box}: House Way`, kind: "primary" };
    return answer("house-way", "h", { do: "set-hand" }, "House Way", main);
  }
  const raise = { do: "raise", amount: asked.amount };
  const name = wagerLabel(view, asked.bet);
  return [
    asked.asks === "stay"
      ? answer("fold", "f", { do: "fold" }, "Fold")
      : answer("check", "c", { do: "check" }, "Check"),
    answer("raise", "b", raise, name, { label: `${name} ${money(asked.amount)}`, kind: "primary" }),
  ];
}

async function press(button) {
  if (!entry.hidden) return entry.submit();
  if (payNext()) return undefined;
  return run(button, () => act(view.next[0]), view.rulebook);
}

async function act(step) {
  if (step.do === "close-table") {
    const text = `${name} takes no bets until it is opened again.`;
    if (!(await askSure("Close the table", text, "Close the table"))) return;
  }
  if (step.do === "close-options" && !(await askCloseOptions(view))) return;
  if (step.do === "report") return openIrregularity(view, person, take, step.option);
  if (step.do === "correct") return openCorrections(view, person, send, Number(step.option));
  if (step.cards) return choose(step);
  if (step.option === "rest" && !(await askRest())) return;
  try {
    await send({
      do: step.do,
      ...(step.option === "all" ? { all: true } : {}),
      ...(step.option === "rest" ? { rest: true } : {}),
    });
  } catch (error) {
    if (error.code === "operation-pending") return askHouse();
    if (error.code !== "under-minimum") throw error;
    const text = `${error.message} Let them stand this time?`;
    if (await askSure("Bets below the minimum", text, "Let them stand")) {
      await send({ do: "close-betting", "let-stand": true });
    }
  }
}

/** Until the house has said how the table runs without its jackpot, no round begins: ask it. */
async function askHouse() {
  const text =
    "No round begins until the house has said how this table runs without the jackpot. Report " +
    "that the jackpot system is down, and the shift manager is asked.";
  const words = { test: "ask-house", keep: "Not yet" };
  if (!(await askSure("The jackpot is out of service", text, "Report it", words))) return;
  await send({ do: "report", incident: "progressive-system-down" });
}

/** The cards of this step are typed next. */
function choose(step) {
  chosen = step;
  left = "";
  drawStep();
  entry.focusField();
}

const askRest = () =>
  askSure(
    "Mark the rest as not shown?",
    `Box ${view.round.to_show.join(", ")}: the hand stays unknown and is settled as not shown.`,
    "Mark as not shown",
  );

/** Sends what was typed of ordinary cards. */
function showTyped(step, text) {
  const body = typedCommand(step, text);
  if (!body) return notice("Type the cards, like qs10h9c2d2c.", { kind: "bad" });
  const typed = entry.take();
  const refused = (error) => {
    entry.putBack(typed);
    problem(error, view.rulebook);
  };
  chosen = null;
  send(body).then(() => say(announce.textContent), refused);
  return undefined;
}

async function dealAll() {
  const round = view.round?.id;
  for (let turn = 0; turn < 200; turn += 1) {
    const now = live.tables.get(name);
    const deals = now.next[0]?.do === "deal" && now.step && now.step.do !== "turn-over";
    if (now.round?.id !== round || !deals) return;
    await send({ do: "deal" });
  }
}

function dealEntered(cards) {
  const { step } = view;
  const wrong = wrongEntry(cards, step);
  if (wrong) return notice(wrong, { kind: "bad" });
  const typed = entry.take();
  const refused = (error) => {
    entry.putBack(typed);
    problem(error, view.rulebook);
  };
  const sent = send({ do: "deal", ...(cards.length ? { cards } : {}) });
  sent.then(() => say(announce.textContent), refused);
  return undefined;
}

/** What is wrong with the cards that were typed, in words; "" where nothing is. */
function wrongEntry(cards, step) {
  if (cards === null) return "Not a card. Type cards like qs, 10h or Kd.";
  if (step.do === "burn" || cards.length === step.cards) return "";
  if (cards.length === 0) return "Type the card first, for example qs.";
  const count = step.cards === 1 ? "one card" : `${step.cards} cards`;
  return `This step takes ${count}, not ${cards.length}.`;
}

// ── keys ─────────────────────────────────────────────────────────────────────────────────────────

document.addEventListener("keydown", (event) => {
  if (!view || dialogOpen() || event.repeat) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const at = event.target instanceof HTMLElement ? event.target : document.body;
  if (typing(event) && !isAnswer(at, event.key)) return;
  if (event.key === "Enter") {
    if (at.closest("button, a, summary")) return;
    event.preventDefault();
    const shown = [...buttons.children].filter((one) => one.checkVisibility());
    shown.find((one) => one.matches("[data-test=next-step], .see-waits.next"))?.click();
    return;
  }
  const key = event.key.toLowerCase();
  if (key === "escape" && typing(event)) {
    left = question;
    return void at.blur();
  }
  if (typing(event)) event.preventDefault();
  if (key === "i") {
    event.preventDefault();
    return void $("[data-test=irregularity]")?.click();
  }
  if (key === "d") return void $("[data-test=deal-all]")?.click();
  if (key === "?") return void keys();
  $(`[data-key="${CSS.escape(key)}"]`, bar)?.click();
});

/** Whether a key that is pressed in a field of the step bar is none of what is typed there. */
function isAnswer(at, key) {
  if (!(at instanceof HTMLInputElement) || !["card-entry", "bet-strip"].includes(at.id))
    return false;
  if (key === "Escape") return true;
  if (at.value) return false;
  if (at.id === "card-entry") return isNoCard(key) || key === "?";
  return key === "Enter" || key === "=" || /^[a-z?]$/i.test(key);
}

function keys() {
  const rows = [
    ["Enter", "the next step; at the end from box to box, paying each"],
    ["D", "deal up to the next decision (electronic shuffle)"],
    ["B / F / C / H", "bet, fold, check or House Way for the box that is to decide"],
    ["S / N", "ordinary cards: the box has set its hand; the rest is not shown"],
    ["Z", "take back the last entry"],
    ["E", "put right an earlier entry"],
    ["3 25 j", "bet strip: box 3, 25, jackpot; 3 0 takes off; = is the same again"],
    ["I", "report an irregularity"],
    ["W", "what waits at this table: a ruling, a claim, players' choices"],
    ["Esc", "leave the field"],
  ];
  const line = ([key, what]) => h("tr", {}, h("td", {}, h("kbd", {}, key)), h("td", {}, what));
  dialog("Help", [helpWords(), h("table", {}, h("tbody", {}, rows.map(line)))], {
    test: "help-dialog",
  });
}
