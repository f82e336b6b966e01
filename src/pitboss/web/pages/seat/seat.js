// A player's seat: chips to place, one hand to look at, decisions, the result and why.

import { chip, chipWords, TRAY } from "../components/chips.js";
import { handName, made, threeTotal } from "../components/hands.js";
import { command, tablePath } from "../shared/api.js";
import "../components/clock.js";
import { MOST_IN_A_ROW } from "../components/felt.js";
import { $, calm, dialogOpen, h, say, show, typing } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { drawOn, Live } from "../shared/live.js";
import "../components/meter.js";
import { offerPanel } from "../components/offer.js";
import { openWhy } from "../components/why.js";
import { whyFigureButton } from "../components/why-figure.js";
import { amountText, money, short, signed, winLoss } from "../shared/money.js";
import "../components/paylist.js";
import { notice, problem, run, start } from "../shared/shell.js";
import { capital, phase, wagerLabel } from "../shared/words.js";
import { shufflePanel } from "./extras.js";
import { helpButtons, helpPanel, keepRound, openHow, openRounds } from "./help.js";
import { stateWords } from "./seat-words.js";
import { followShuffle } from "./seeds.js";
import * as state from "./state.js";

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const live = new Live({ tables: name, links: "*" });
const person = await start({ title: t("{table}, seat", { table: name }), live });
const plays = person.role === "player";

const PATIENCE_MS = 4000;
const about = h("div", { class: "seat-about" });
const figures = h("div", { class: "seat-figures" });
const head = h("header", { class: "seat-head" }, about, figures);
const felt = h("pit-felt", {
  side: "player",
  hand: plays,
  "aria-label": t("The layout, as players see it"),
});
const result = h("pit-pay-list", { class: "sheet" });
const aside = h("div", { class: "seat-aside" });
const words = h("p", { class: "announce", "data-test": "seat-state", "aria-live": "polite" });
const tray = h("div", { class: "tray", role: "radiogroup", "aria-label": t("Chip to bet with") });
const tools = h("div", { class: "bet-tools", role: "group", "aria-label": t("Bet tools") });
const stakes = h("div", { class: "stakes" }, tray, tools);
const choices = h("div", { class: "step-buttons" });
const help = h("div", { class: "bar-help", hidden: true });
const offer = h("div", { hidden: true });
const hint = h("pit-hint", { hidden: true });
const clock = person.demo ? h("pit-clock") : null;
const alone = h(
  "p",
  { class: "faint small", "data-test": "nobody-deals", hidden: true },
  t("No dealer yet? Deal this table yourself: View as … at the top opens a dealer's tab."),
);
const bar = h(
  "section",
  { class: "stepbar seat-bar", "aria-label": t("What you can do") },
  h("div", { class: "step-words" }, clock, words, alone, offer, hint),
  help,
  stakes,
  choices,
);
$("#main").replaceChildren(head, felt, h("div", { class: "seat-below" }, result, aside), bar);

/** @type {Api.TablePage} */
let view = null;
let chosen = 2500;
let last = null;
let bets = [];
let before = [];
let chips = [];
let said = "";
let due = "";
let late = "";
let chose = false;
let offered = "";
const picked = new Map();
let queue = Promise.resolve();
let waiting = 0;

/** Commands go one after the other, so that three quick clicks are three chips. */
function send(body) {
  const asked = performance.now();
  const sent = queue.then(async () =>
    live.take((await command(tablePath(name), body, asked)).view),
  );
  queue = sent.catch(() => {});
  return sent;
}
const sendOrTell = (body) => send(body).catch((error) => problem(error, view.rulebook));

drawOn(live, () => {
  view = live.tables.get(name) ?? null;
  if (!view) {
    if (live.ready) show($("#main"), "none", noTable);
    return;
  }
  rememberRound();
  $("#main").toggleAttribute("data-wide", view.boxes > MOST_IN_A_ROW);
  if (plays) followShuffle(view, person.name, send);
  drawHead();
  sayTimeIsUp();
  drawAlone();
  clock?.draw(view, plays ? person.name : "");
  drawFelt();
  drawResult();
  drawTray();
  drawChoices();
});

/** A result stays until the next bet; what was bet can be bet again. */
function rememberRound() {
  const { round } = view;
  const laid = state.laidBy(view, person.name);
  if (round?.settlement) last = view;
  else if (laid.length || round?.phase === "void") last = null;
  if (round?.phase === "betting") bets = laid;
  else if (bets.length) [before, bets, chips] = [bets, [], []];
  if (plays && round?.settlement) keepRound(view, person.name);
}

/** Whoever was asked and let the time run out is told that, and that the round goes on. */
function sayTimeIsUp() {
  const { round } = view;
  if (!plays || !round) return;
  const left = state.leftBehind(view, person.name);
  const open = state.mayChoose(view, person.name) ? round.id : "";
  const closed = offered === round.id && !open && !chose && round.phase !== "void";
  if (open !== offered) chose = chose && !open;
  offered = open;
  const key = left ? `${round.id} ${left}` : closed ? `${round.id} choice` : "";
  if (!key || key === late) return;
  late = key;
  notice(t("Time’s up, everyone else plays on"), { kind: "news", code: "time-up" });
}

/**
 * At the decision the own hand and the dealer's cards are in view with the buttons, wherever the
 * player has scrolled to while betting.
 */
function showHands(asked) {
  if (asked === due) return;
  due = asked;
  if (!asked) return;
  const middle = $(".felt-middle", felt)?.getBoundingClientRect();
  if (!middle) return;
  // On a phone the bar on top scrolls away.
  const top = Math.max(0, $("pit-top")?.getBoundingClientRect().bottom ?? 0);
  if (middle.top >= top && middle.bottom <= bar.getBoundingClientRect().top) return;
  scrollBy({ top: middle.top - top - 8, behavior: calm() ? "auto" : "smooth" });
}

const noTable = () =>
  h(
    "section",
    { class: "sheet narrow" },
    h("h1", {}, t("There is no table {table}", { table: name })),
    h("p", {}, h("a", { class: "button", href: "/" }, t("Back to the floor"))),
  );

/** A visitor of a demonstration may wait at a table where nobody is going to deal. */
function drawAlone() {
  const waits = person.demo && plays && view.open && !view.round;
  if (!waits) {
    clearTimeout(waiting);
    waiting = 0;
    alone.hidden = true;
  } else if (!waiting) {
    waiting = setTimeout(() => {
      alone.hidden = false;
    }, PATIENCE_MS);
  }
}

function drawHead() {
  const link = live.links.get(view.link);
  show(about, [view.table, view.title, view.round?.phase, view.open], () => [
    h(
      "div",
      {},
      h("h1", {}, view.table),
      h(
        "button",
        {
          type: "button",
          class: "small-button head-how",
          "data-test": "head-how",
          onclick: (event) => run(event.currentTarget, () => openHow(view)),
        },
        t("How to play"),
      ),
      h(
        "p",
        { class: "faint" },
        view.title,
        " · ",
        h("a", { href: `/rulebooks?book=${encodeURIComponent(view.rulebook)}` }, t("rules")),
      ),
    ),
    h(
      "span",
      { class: "badge info phase", "data-test": "phase" },
      view.open ? phase(view.round?.phase) : t("Closed"),
    ),
  ]);
  const standing = winLoss(view, person.name);
  show(figures, [view.link, standing, link?.down], () => [
    plays
      ? h(
          "div",
          { class: "head-meter" },
          h("small", { class: "faint" }, t("Your win/loss")),
          myChips(signed(standing)),
        )
      : "",
    view.link
      ? h(
          "div",
          { class: "head-meter" },
          h("small", { class: "faint" }, view.link),
          link?.down
            ? h("span", { class: "badge bad", "data-test": "jackpot-down" }, t("Out of service"))
            : whyFigureButton(view.link, h("pit-meter", { class: "gold" })),
        )
      : "",
  ]);
  const meter = figures.querySelector("pit-meter");
  if (meter && link) meter.value = link.displayed;
}

/** What the player is up or down; asked why, it tells his rounds. */
const myChips = (amount) =>
  h(
    "button",
    {
      type: "button",
      class: "why",
      "data-test": "my-chips",
      "aria-label": t("{amount}: why?", { amount }),
      onclick: () => openRounds(view, person.name),
    },
    h("b", {}, amount),
  );

function drawFelt() {
  const own = plays ? state.ownHand(view, person.name) : null;
  felt.draw(view, {
    mine: plays ? person.name : null,
    hand: own,
    spot: plays ? spotFor : () => null,
    extras: plays ? extrasFor : () => null,
    cards: cardsOf,
  });
  if (plays) drawName(own);
}

/** What the own hand is called, and which cards it has that from. */
function drawName(own) {
  const shared = view.round?.community.filter((code) => code !== "??") ?? [];
  const hand = own && view.shares_cards ? made([...own.cards, ...shared]) : made(own?.cards ?? []);
  const points = own && setting(own.box);
  const called = points ? threeWords(own.box) : capital(handName(hand, t));
  // In Bullseye three cards count, and no poker hand is called or lit.
  const poker = view.wagers[0].bet !== "main";
  const words = poker || points ? called : "";
  const place = $(".felt-hand .hand-name", felt);
  if (place && place.textContent !== words) place.textContent = words;
  const lit = new Set(shared.length ? hand?.five : hand?.core);
  const five = felt.querySelectorAll(":is(.felt-hand, .felt-community) .card-place");
  for (const card of five) card.classList.toggle("lit", poker && lit.has(card.dataset.code));
}

/** What the cards that were picked add to. */
function threeWords(number) {
  const three = picked.get(number) ?? [];
  if (!three.length) return "";
  const { total, valid } = threeTotal(three);
  if (valid) return t("{total}: three that make a hand", { total });
  return three.length < 3
    ? t("{total} so far", { total })
    : t("{total}: not 10, 20 or 30, so no hand", { total });
}

function drawResult() {
  const shown = last ?? view;
  const settled = shown.round?.settlement;
  result.draw(shown, { only: plays ? person.name : null, heading: t("Your result, and why") });
  if (plays && settled && !settled.boxes.some((box) => box.player === person.name)) {
    result.hidden = true;
  }
  const key = [
    view.round?.id,
    view.round?.commitment,
    view.round?.phase === "betting",
    view.round?.committed,
    view.published?.round,
    view.cards,
    view.one_hand_notice,
  ];
  show(aside, key, () => [
    helpPanel(view, plays ? person.name : null),
    shufflePanel(view, plays ? send : null, person.name),
  ]);
}

// ── chips ────────────────────────────────────────────────────────────────────────────────────────

/** Whether chips can be laid: while a round is on hold the table takes none. */
const betting = () => view.round?.phase === "betting" && !view.round.ruling && plays;

function drawTray() {
  stakes.hidden = !betting();
  if (stakes.hidden) return;
  show(tray, [chosen, view.limits], () => TRAY.map(trayChip));
  const plans = {
    // The table may tell of a chip before the answer does: until then it is not known as the last.
    undo: state.undo(view, person.name, chips),
    rebet: state.rebet(view, person.name, before),
    double: state.double(view, person.name),
    clear: state.clear(view, person.name),
  };
  show(tools, plans, () => [
    betTool("undo", t("Undo"), "u", plans.undo),
    betTool("rebet", t("Rebet"), "r", plans.rebet),
    betTool("double", t("Double"), "x", plans.double),
    betTool("clear", t("Clear"), "c", plans.clear),
  ]);
}

/** One of the bet tools: commands one after the other, until one is refused. */
function betTool(test, label, key, plan) {
  const work = async () => {
    if (test === "undo") chips.pop();
    if (test === "clear") chips = [];
    for (const body of plan) await send(body);
  };
  return h(
    "button",
    {
      type: "button",
      class: "bet-tool",
      "data-test": test,
      "data-key": key,
      disabled: !plan.length,
      onclick: (event) => run(event.currentTarget, work, view.rulebook),
    },
    label,
    h("kbd", {}, key.toUpperCase()),
  );
}

function trayChip(value, at) {
  const dragStart = (event) => {
    choose(value, false);
    event.dataTransfer.setData("text/plain", String(value));
    event.dataTransfer.effectAllowed = "copy";
  };
  const arrows = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    choose(TRAY[(at + step + TRAY.length) % TRAY.length]);
    tray.querySelector('[aria-checked="true"]').focus();
  };
  return h(
    "button",
    {
      type: "button",
      class: "tray-chip",
      role: "radio",
      "aria-checked": String(value === chosen),
      tabindex: value === chosen ? 0 : -1,
      draggable: "true",
      "data-test": `chip-${value / 100}`,
      "aria-label": t("{value} chip", { value: chipWords(value) }),
      title: t("Key {key}", { key: at + 1 }),
      onclick: () => choose(value),
      ondragstart: dragStart,
      onkeydown: arrows,
    },
    chip(value),
    h("kbd", { "data-shown": at + 1 }),
  );
}

function choose(value, draw = true) {
  chosen = value;
  if (draw) drawTray();
}

function limitWords(wager) {
  if (wager.kind === "progressive") return view.progressive_bet ? short(view.progressive_bet) : "";
  const limit = view.limits[wager.bet];
  return limit ? `${short(limit.min ?? "0")}–${limit.max ? short(limit.max) : "…"}` : "";
}

function spotFor(number, wager, box) {
  if (!betting() || wager.kind === "raise" || view.barred_boxes.includes(number)) return null;
  if (box && box.player !== person.name) return null;
  const opening = view.wagers[0].bet;
  if (wager.bet !== opening && !box?.bets[opening]) return null;
  const progressive = wager.kind === "progressive";
  const down = view.notice || !view.progressive_bet || live.links.get(view.link)?.down;
  if (progressive && down) return null;
  const laid = box?.bets[wager.bet];
  const place = (value = null) => {
    const amount = value ?? (progressive ? view.progressive_bet : amountText(chosen));
    const laying = { box: number, bet: wager.bet, amount };
    // At once: what lies there may be seen, and taken back, before the answer comes.
    chips.push(laying);
    return send({ do: "place-bet", ...laying }).catch((error) => {
      chips = chips.filter((one) => one !== laying);
      problem(error, view.rulebook);
    });
  };
  const here = (one) => one.box === number && one.bet === wager.bet;
  // A chip that is still on its way is taken back too: commands go one after the other.
  const back = () => {
    if (!laid && !chips.some(here)) return;
    chips = chips.filter((one) => !here(one));
    sendOrTell({ do: "withdraw-bet", box: number, bet: wager.bet });
  };
  const over = (event, on) => event.currentTarget.classList.toggle("over", on);
  const limits = limitWords(wager);
  return {
    key: [laid, limits],
    // A narrow spot has the two limits one above the other.
    hint: limits.replace("–", "–\u200b"),
    label: spotLabel(wager, number, laid, limits),
    attributes: {
      "data-test": `bet-${wager.bet}`,
      onclick: () => place(),
      oncontextmenu: (event) => {
        event.preventDefault();
        back();
      },
      onkeydown: (event) => {
        if (event.key !== "Backspace" && event.key !== "Delete") return;
        event.preventDefault();
        back();
      },
      ondragover: (event) => {
        event.preventDefault();
        over(event, true);
      },
      ondragleave: (event) => over(event, false),
      ondrop: (event) => {
        event.preventDefault();
        over(event, false);
        const value = Number(event.dataTransfer.getData("text/plain"));
        place(progressive || !TRAY.includes(value) ? null : amountText(value));
      },
    },
  };
}

function spotLabel(wager, number, laid, limits) {
  const given = { box: number, limits: limits || t("any") };
  const what = laid ? t("box {box}, limits {limits}.", given) : t("box {box}.", given);
  const press =
    wager.kind === "progressive"
      ? t("Press to add {limits}", { limits })
      : t("Press to add the selected chip");
  return `${what} ${press}${laid ? t(", Backspace to take the bet back") : ""}`;
}

function extrasFor(box, number) {
  if (!box || box.player !== person.name) return null;
  const act =
    (test, label, body, kind = "") =>
    () => {
      const work = () => send({ ...body, box: number });
      const onclick = (event) => run(event.currentTarget, work, view.rulebook);
      return h("button", { class: kind, "data-test": `${test}-${number}`, onclick }, label);
    };
  if (betting()) {
    const body = { do: "withdraw-bet", bet: view.wagers[0].bet };
    return { key: ["back", number], make: act("take-back", t("Take back"), body) };
  }
  const look = view.next.find((step) => step.do === "examine" && step.box === number);
  if (!look) return null;
  return { key: ["look", number], make: act("examine", t("Look"), { do: "examine" }, "primary") };
}

// ── setting a hand ───────────────────────────────────────────────────────────────────────────────

const setting = (number) => view.next.some((step) => step.do === "set-hand" && step.box === number);

/** In Bullseye the cards of an examined hand are picked by click or key: three make the hand. */
function cardsOf(row, box) {
  const picks = box?.examined && setting(box.box) && !box.cards.includes("??");
  for (const number of picked.keys()) if (!picks || number !== box.box) picked.delete(number);
  for (const place of row.children) {
    if (picks) makePickable(place, box.box);
    else makePlain(place);
  }
}

function makePlain(place) {
  const attributes = ["role", "tabindex", "aria-pressed", "aria-label", "data-test"];
  for (const attribute of attributes) place.removeAttribute(attribute);
  place.classList.remove("picked");
  place.onclick = place.onkeydown = null;
}

function makePickable(place, number) {
  const code = place.dataset.code;
  const chosenCards = picked.get(number) ?? [];
  place.classList.toggle("picked", chosenCards.includes(code));
  place.setAttribute("role", "button");
  place.setAttribute("tabindex", "0");
  place.setAttribute("aria-pressed", String(chosenCards.includes(code)));
  place.setAttribute("aria-label", place.firstChild.getAttribute("aria-label"));
  place.setAttribute("data-test", `pick-${code}`);
  const toggle = () => {
    const now = picked.get(number) ?? [];
    const without = now.filter((one) => one !== code);
    picked.set(number, now.includes(code) ? without : [...now, code].slice(-3));
    drawFelt();
    drawChoices();
  };
  place.onclick = toggle;
  place.onkeydown = (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    toggle();
  };
}

// ── decisions ────────────────────────────────────────────────────────────────────────────────────

function drawChoices() {
  const round = view.round;
  const next = plays ? view.next : [];
  const text = stateWords(view, live.links.get(view.link), plays ? person.name : null);
  if (text !== said) {
    said = text;
    words.textContent = text;
    if (next.some((step) => step.do !== "place-bet")) say(text);
  }
  const decides = ["raise", "fold", "check", "set-hand"];
  const turn = next.find((step) => decides.includes(step.do))?.box ?? null;
  const chooses = next.some((step) => step.do === "choose-option");
  const asked = next.filter((step) => [...decides, "examine"].includes(step.do));
  showHands(asked.map((step) => `${round.id} ${step.box} ${view.step?.asks}`)[0] ?? "");
  bar.dataset.turn = turn || chooses ? "yes" : "no";
  bar.dataset.net = state.endsUp(view, person.name);
  if (person.practice) hint.draw(view, turn);
  drawOffer(next);
  const won = state.settledBoxes(view, person.name);
  const key = [next, round?.id, [...picked], view.step?.amount, hint.on, won];
  show(choices, key, () =>
    round ? [...choiceButtons(next, turn), won.length ? whyButton(won) : ""] : [],
  );
  // While nothing is to be done there is time to read.
  help.hidden = betting() || next.length > 0 || !offer.hidden;
  show(help, [view.round?.id, plays], () => helpButtons(view, plays ? person.name : null, "bar-"));
}

/** Why it came out so: the card of one's box; with several boxes, the list of them. */
const whyButton = (boxes) =>
  h(
    "button",
    {
      type: "button",
      class: "why-result",
      "data-test": "why-result",
      onclick: () =>
        boxes.length === 1
          ? openWhy(view, { box: boxes[0] })
          : result.scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" }),
    },
    t("Why?"),
  );

/** What happened, and what each choice does, before a player chooses. */
function drawOffer(next) {
  const mine = next.some((step) => step.do === "choose-option");
  offer.hidden = !mine;
  const choose = (pressed, box, option) =>
    run(
      pressed,
      () => {
        chose = true;
        return send({ do: "choose-option", box, option });
      },
      view.rulebook,
    );
  const key = mine ? [view.round.options, view.round.options_because, view.round.boxes] : "none";
  show(offer, key, () => (mine ? offerPanel(view, person.name, choose) : []));
}

function choiceButtons(next, turn) {
  const steps = (what) => next.filter((step) => step.do === what);
  const looks = steps("examine");
  const shown = [person.practice && turn ? hint.button(drawChoices) : ""];
  const toLook = looks.map((step) => {
    // One key, one button: with several hands to choose from a hand's key is its box.
    const key = looks.length === 1 ? "l" : step.box < 10 ? String(step.box) : "";
    return button(step, t("Look at box {box}", { box: step.box }), {
      key,
      main: step.box === turn,
    });
  });
  // A look is not where an answer is going to be: what is pressed stays where it is.
  if (toLook.length) shown.push(h("div", { class: "looks" }, toLook));
  for (const step of steps("decline-to-show")) {
    shown.push(button(step, t("Don't show box {box}", { box: step.box }), { kind: "quiet" }));
  }
  for (const step of steps("fold")) shown.push(button(step, t("Fold"), { key: "f", slot: "no" }));
  for (const step of steps("check")) {
    shown.push(button(step, t("Check"), { key: "c", slot: "no" }));
  }
  for (const step of steps("raise")) {
    const amount = view.step?.amount;
    const label = `${wagerLabel(view, view.step?.bet)} ${money(amount ?? "0")}`;
    // Who has not looked is asked to look first: a blind bet is possible, and never the big button.
    const main = !state.mayLook(view, step.box);
    shown.push(button(step, label, { key: "b", body: { amount }, main, slot: "yes" }));
  }
  for (const step of steps("set-hand")) shown.push(...settings(step));
  return shown;
}

function settings(step) {
  const three = picked.get(step.box) ?? [];
  const whole = three.length === 3;
  const { valid } = threeTotal(three);
  const looks = state.mayLook(view, step.box);
  const house = { key: "h", test: `house-way-${step.box}`, main: !valid && !looks, slot: "no" };
  // The rules let a player set three that make nothing; nobody does that without being told.
  const own = { key: "s", test: `set-hand-${step.box}`, main: valid, body: { three }, slot: "yes" };
  const label = valid ? t("Set these three") : t("Set them anyway");
  return [button(step, t("House Way"), house), whole ? button(step, label, own) : ""];
}

function button(step, label, more = {}) {
  const { key = "", body = {}, test = null, main = false, kind = "next", slot = null } = more;
  const act = () => send({ do: step.do, box: step.box, ...body });
  return h(
    "button",
    {
      class: `${kind} ${main ? "primary" : ""}`,
      "data-key": key || null,
      "data-slot": slot,
      "data-test": test ?? `${step.do}-${step.box}`,
      onclick: (event) => run(event.currentTarget, act, view.rulebook),
    },
    label,
    key ? h("kbd", {}, key.toUpperCase()) : "",
  );
}

// ── keys ─────────────────────────────────────────────────────────────────────────────────────────

document.addEventListener("keydown", (event) => {
  if (!view || dialogOpen() || typing(event) || event.repeat) return undefined;
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const at = Number(event.key) - 1;
  if (betting() && TRAY[at]) return choose(TRAY[at]);
  const within = betting() ? tools : choices;
  const found = $(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`, within);
  if (found && !found.disabled) {
    event.preventDefault();
    found.click();
  }
  return undefined;
});
