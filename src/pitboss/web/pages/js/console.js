// The dealer's console: the felt as the dealer sees it, the next step as one button, and what to pay at the end.

import { command, tablePath } from "./api.js";
import { claimItem } from "./claims.js";
import "./clock.js";
import { $, dialogOpen, h, say, show, typing } from "./dom.js";
import { askAnswer, askCloseOptions, askNotShown, askOption } from "./confirmations.js";
import { openBetFor, openEstablish } from "./console-dialogs.js";
import "./entry.js";
import "./felt.js";
import { openIrregularity } from "./irregularity.js";
import { drawOn, Live } from "./live.js";
import "./meter.js";
import { money, short, signed } from "./money.js";
import { offerWords } from "./offer.js";
import "./paylist.js";
import { openBarBox } from "./pit-dialogs.js";
import { rulingBody, rulingButtons } from "./ruling.js";
import { askSure, clauseChips, dialog, notice, problem, run, start } from "./shell.js";
import { boxName } from "./stakes.js";
import { OPERATIONS, option, phase, plain, wagerLabel } from "./words.js";

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const live = new Live({ tables: name, links: "*" });
const person = await start({ title: `${name}, console`, roles: ["dealer", "pit-supervisor", "pit-manager", "shift-manager"], live });

const BUTTONS = {
  "open-betting": "Open betting", "close-betting": "Close betting", settle: "Settle", conclude: "Conclude",
  "close-table": "Close the table", "close-options": "Close the options", "restore-progressive": "Take progressive bets again",
};
const DEALS = { burn: "Burn", deal: "Deal", "turn-over": "Turn over" };

const felt = h("pit-felt", { side: "dealer", "aria-label": "The layout, as the dealer sees it" });
const pay = h("pit-pay-list");
const head = h("header", { class: "console-head" });
const waits = h("div", { class: "stack" });
const players = h("section", { class: "panel" });
const about = h("section", { class: "panel" });
const entry = h("pit-entry", { hidden: true });
const announce = h("p", { class: "announce", "data-test": "announce", "aria-live": "polite" });
const buttons = h("div", { class: "step-buttons" });
const clock = person.demo ? h("pit-clock") : null;
const bar = h("section", { class: "stepbar", "aria-label": "Next step" }, h("div", { class: "step-words" }, clock, announce, entry), buttons);
$("#main").replaceChildren(head, h("div", { class: "console" }, felt, h("aside", { class: "side", "aria-label": "What is going on" }, waits, pay, players, about)), bar);

let view = null;
let queue = Promise.resolve();

const take = (next) => live.take(next);

/** Commands of this console go one after the other. */
function send(body) {
  const sent = queue.then(async () => take((await command(tablePath(name), body)).view));
  queue = sent.catch(() => {});
  return sent;
}

drawOn(live, () => {
  view = live.tables.get(name) ?? null;
  if (!view) {
    if (live.ready) show($("#main"), "none", () => h("section", { class: "sheet narrow" }, h("h1", {}, `There is no table ${name}`), h("p", {}, "A pit supervisor opens tables at the pit desk."), h("p", {}, h("a", { class: "button", href: "/" }, "Back to the floor"))));
    return;
  }
  drawHead();
  clock?.draw(view);
  felt.draw(view, { spot: spotFor, extras: extrasFor });
  drawWaits();
  pay.draw(view);
  drawPlayers();
  drawAbout();
  drawStep();
});

function drawAbout() {
  show(about, [view.limits, view.progressive_bet, view.layout, view.dealing, view.rounds], () => [
    h("h2", {}, "At this table"),
    h("dl", { class: "facts" },
      Object.entries(view.limits).map(([bet, limit]) => [h("dt", {}, wagerLabel(view, bet)), h("dd", {}, `${short(limit.min ?? "0")} to ${limit.max ? short(limit.max) : "any"}`)]),
      view.progressive_bet ? [h("dt", {}, "Progressive"), h("dd", {}, short(view.progressive_bet))] : "",
      h("dt", {}, "Layout"), h("dd", {}, `${view.layout}, ${view.boxes} boxes`),
      h("dt", {}, "Dealing"), h("dd", {}, plain(view.dealing)),
      h("dt", {}, "Rounds"), h("dd", {}, String(view.rounds)),
      h("dt", {}, "Rules"), h("dd", {}, h("a", { href: `/rulebooks?book=${encodeURIComponent(view.rulebook)}` }, view.rulebook)))]);
}

function drawHead() {
  show(head, [view.table, view.title, view.round?.id, view.round?.phase, view.open, view.link, view.rounds], () => [
    h("div", {}, h("h1", {}, view.table), h("p", { class: "faint" }, `${view.title} · ${view.dealing} · ${view.cards === "entered" ? "cards are entered" : "electronic shuffle"}`)),
    h("div", { class: "row" }, h("span", { class: "badge info", "data-test": "phase" }, view.open ? phase(view.round?.phase) : "Closed"), view.round ? h("span", { class: "badge", "data-test": "round" }, view.round.id) : ""),
    view.link ? h("div", { class: "head-meter" }, h("small", { class: "faint" }, view.link), h("pit-meter", {})) : "",
    h("div", { class: "row" },
      h("button", { "data-test": "irregularity", class: "irregular", onclick: (event) => run(event.currentTarget, () => openIrregularity(view, person, take), view.rulebook) }, "Irregularity ", h("kbd", {}, "I")),
      h("button", { class: "quiet", "aria-label": "Keys of this page", onclick: keys }, "?")),
  ]);
  const meter = head.querySelector("pit-meter");
  const link = live.links.get(view.link);
  if (meter && link) meter.value = link.displayed;
}

// ── the felt ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** While betting is open a click on a spot lays chips for a player who asks for it. */
function spotFor(number, wager, box) {
  if (view.round?.phase !== "betting" || wager.kind === "raise" || view.barred_boxes.includes(number)) return null;
  const opening = view.wagers[0].bet;
  if (wager.bet !== opening && !box?.bets[opening]) return null;
  if (wager.kind === "progressive" && live.links.get(view.link)?.down) return null;
  return {
    key: "bet",
    label: `${wagerLabel(view, wager.bet)}, box ${number}${box?.bets[wager.bet] ? `, ${money(box.bets[wager.bet])}` : ""}: lay chips for a player`,
    hint: "+",
    attributes: { "data-test": `bet-${wager.bet}`, onclick: () => openBetFor(view, number, wager, box, send) },
  };
}

function extrasFor(box, number) {
  if (!box || view.round.ruling || Object.keys(view.round.options).length) return null;
  const at = view.round.phase;
  const looked = view.round.boxes.some((other) => other.player === box.player && other.examined);
  if (at === "deciding" && view.cards === "entered" && !looked && box.standing === "undecided" && box.cards.length) {
    return { key: ["look", number], make: () => h("button", { "data-test": `looked-${number}`, onclick: (event) => run(event.currentTarget, () => send({ do: "examine", box: number, player: box.player }), view.rulebook) }, "Looks") };
  }
  if (at === "revealed" && box.standing === "in") {
    const body = { do: "decline-to-show", box: number, player: box.player };
    const decline = async () => { if (await askNotShown(view, number)) await send(body); };
    return { key: ["decline", number], make: () => h("button", {
      "data-test": `not-shown-${number}`, onclick: (event) => run(event.currentTarget, decline, view.rulebook),
    }, "Mark as not shown") };
  }
  if (at === "revealed" && box.standing === "declined" && person.post >= 2) {
    return { key: ["establish", number], make: () => h("button", { "data-test": `establish-${number}`, onclick: () => openEstablish(view, box, send) }, "Establish") };
  }
  return null;
}

// ── what waits ───────────────────────────────────────────────────────────────────────────────────────────────────

const openClaims = () => (live.links.get(view.link)?.claims ?? []).filter((claim) => claim.round === view.round?.id);

function drawWaits() {
  const round = view.round;
  const link = live.links.get(view.link);
  const claims = openClaims();
  show(waits, [round?.ruling, round?.options, round?.options_because, view.operation_awaited, claims, claims.length && link?.displayed, link?.down, view.notice, person.post], () => [
    link?.down ? h("section", { class: "panel bad" }, h("h2", {}, "The jackpot is out of service"), h("p", {}, "No progressive bets are taken. A round that it met is put to its rules: Irregularity, “The jackpot system is down”.")) : "",
    round?.ruling ? h("section", { class: "panel wait", "data-test": "pending" }, h("h2", {}, "Round on hold: ruling pending"), rulingBody(round.ruling), h("div", { class: "row" }, rulingButtons(name, round.ruling, round.ruling.box ?? null, person, (answer) => take(answer.view), view))) : "",
    claims.length ? h("section", { class: "panel wait" }, h("h2", {}, "Jackpot claimed"), claims.map((claim) => claimItem(link, claim, person, (next) => live.takeLink(next), view))) : "",
    Object.keys(round?.options ?? {}).length ? h("section", { class: "panel wait" }, h("h2", {}, "Players choose"), offerWords(view), Object.entries(round.options).map(([box, options]) => optionsOf(box, options))) : "",
    view.operation_awaited ? operations() : "",
  ]);
}

function optionsOf(box, options) {
  const choose = async (chosen) => {
    if (!(await askOption(view, box, chosen))) return;
    await send({ do: "choose-option", box: Number(box), option: chosen });
  };
  const button = (chosen) => h("button", {
    class: "small-button", "data-test": `choose-${box}-${chosen}`,
    onclick: (event) => run(event.currentTarget, () => choose(chosen), view.rulebook),
  }, `${option(chosen)} …`);
  return h("div", { class: "choose" },
    h("b", {}, boxName(view.round.boxes.find((one) => one.box === Number(box)))), h("div", { class: "row" }, options.map(button)));
}

function operations() {
  const may = view.next.some((step) => step.do === "choose-operation");
  return h("section", { class: "panel wait" }, h("h2", {}, "Choose how to run without the jackpot"), may
    ? h("div", { class: "row" }, Object.entries(OPERATIONS).map(([one, label]) => h("button", { "data-test": `operate-${one}`, onclick: (event) => run(event.currentTarget, () => operate(one), view.rulebook) }, label)))
    : h("p", { class: "faint" }, "The house (shift manager) chooses."));
}

function operate(operation) {
  if (operation !== "bar-box") return send({ do: "choose-operation", operation });
  return openBarBox(view, send);
}

function drawPlayers() {
  const rows = Object.entries(view.chips);
  players.hidden = rows.length === 0;
  show(players, [view.chips, view.powers, Boolean(view.round?.settlement)], () => h("details", { open: rows.length < 5 && !view.round?.settlement },
    h("summary", {}, "Players, up or down at this table"),
    h("ul", { class: "players-list" }, rows.map(([player, amount]) => h("li", {}, h("span", {}, player), h("b", { class: "net" }, signed(amount)),
      view.powers.includes("hold-to-one-position") ? h("button", { class: "quiet small-button", onclick: (event) => run(event.currentTarget, async () => { await send({ do: "hold-to-one-position", player }); notice(`${player} is held to one position.`); }, view.rulebook) }, "One position") : "",
      view.powers.includes("stop-control-of-several-hands") ? h("button", { class: "quiet small-button", onclick: (event) => run(event.currentTarget, async () => { if (await askSure("Stop the player", `${player} may not bet at this table any more.`, "Stop the player", { bad: true })) await send({ do: "stop-player", player }); }, view.rulebook) }, "Stop") : "")))));
}

// ── the next step ────────────────────────────────────────────────────────────────────────────────────────────────

function drawStep() {
  const [first, ...others] = view.next;
  const step = view.step;
  const claims = openClaims();
  const blocked = first?.do === "settle" && claims.some((claim) => claim.standing === "open" || claim.standing === "verified");
  const needs = first?.do === "deal" && view.cards === "entered" && step && step.do !== "turn-over";
  entry.hidden = !needs;
  if (needs) entry.draw({ count: step.cards, place: placeName(step.place), out: cardsOut(), optional: step.do === "burn", deal: dealEntered });
  const idle = first?.do === "conclude" && view.round?.phase === "betting";
  const words = idle ? "Waiting for the first bet." : wordsFor(first, blocked);
  if (announce.textContent !== words) announce.textContent = words;
  show(buttons, [first, others, blocked, step, view.round?.id, view.cards], () => [
    ...(idle ? view.next : others).map((other) => h("button", { "data-test": `also-${other.do}`, onclick: (event) => run(event.currentTarget, () => act(other), view.rulebook) }, BUTTONS[other.do] ?? other.label)),
    first?.do === "deal" && view.cards === "virtual" && step?.do !== "turn-over" ? h("button", { "data-test": "deal-all", onclick: (event) => run(event.currentTarget, dealAll, view.rulebook) }, "Deal them all ", h("kbd", {}, "D")) : "",
    clauseChips(view.rulebook, first?.clauses),
    first?.do === "ask" ? answers(first, step) : first && !idle && first.do !== "confirm" && first.do !== "choose-operation" && first.do !== "open-table"
      ? h("button", { class: "primary next", "data-test": "next-step", disabled: blocked, onclick: (event) => press(event.currentTarget) }, BUTTONS[first.do] ?? DEALS[step?.do] ?? first.label, h("kbd", {}, "Enter")) : "",
    first?.do === "open-table" ? h("a", { class: "button", href: "/pit" }, "Open it at the pit desk") : "",
  ]);
  if (needs && !dialogOpen() && (document.activeElement === document.body || buttons.contains(document.activeElement))) entry.focusField();
}

function wordsFor(step, blocked) {
  if (!view.open) return "The table is closed.";
  if (blocked) return "Wait: the jackpot claim is being verified.";
  if (view.round?.ruling) return "Round on hold: ruling pending.";
  if (view.operation_awaited && !step) return "The house must choose how to go on.";
  if (!step) return "Nothing to do here now.";
  const said = /^Announce: (.*)$/.exec(step.label);
  if (said) return `“${said[1]}”`;
  return step.label;
}

const placeName = (place) => (/^\d+$/.test(place) ? `box ${place}` : place === "burn" ? "the burn" : `the ${place}`);

function cardsOut() {
  const round = view.round;
  return new Set([...round.dealer, ...round.community, ...round.boxes.flatMap((box) => box.cards)].filter((code) => code !== "??"));
}

function answers(step, asked) {
  const label = { fold: "Fold", check: "Check", "set-hand": "House Way", raise: wagerLabel(view, asked.bet) };
  const answer = async (body) => {
    if (await askAnswer(view, step.box, body, label[body.do])) await send({ ...body, box: step.box });
  };
  const say = (body) => (event) => run(event.currentTarget, () => answer(body), view.rulebook);
  if (asked.asks === "set") {
    return h("button", { class: "primary next", "data-test": "answer-house-way", "data-key": "h", onclick: say({ do: "set-hand" }) }, `Box ${step.box}: House Way `, h("kbd", {}, "H"));
  }
  const other = asked.asks === "stay" ? "fold" : "check";
  return [
    h("button", { class: "next", "data-test": `answer-${other}`, "data-key": other[0], onclick: say({ do: other }) }, other === "fold" ? "Fold " : "Check ", h("kbd", {}, other[0].toUpperCase())),
    h("button", { class: "primary next", "data-test": "answer-raise", "data-key": "b", onclick: say({ do: "raise", amount: asked.amount }) }, `${wagerLabel(view, asked.bet)} ${money(asked.amount)} `, h("kbd", {}, "B")),
  ];
}

async function press(button) {
  if (!entry.hidden) return entry.submit();
  return run(button, () => act(view.next[0]), view.rulebook);
}

async function act(step) {
  if (step.do === "close-table" && !(await askSure("Close the table", `${name} takes no bets until it is opened again.`, "Close the table"))) return;
  if (step.do === "close-options" && !(await askCloseOptions(view))) return;
  try {
    await send({ do: step.do });
  } catch (error) {
    if (error.code !== "under-minimum") throw error;
    if (await askSure("Bets below the minimum", `${error.message} Let them stand this time?`, "Let them stand")) await send({ do: "close-betting", "let-stand": true });
  }
}

async function dealAll() {
  const round = view.round?.id;
  for (let turn = 0; turn < 200; turn += 1) {
    const now = live.tables.get(name);
    const more = now.round?.id === round && now.next[0]?.do === "deal" && now.step && now.step.do !== "turn-over";
    if (!more) return;
    await send({ do: "deal" });
  }
}

function dealEntered(cards) {
  const step = view.step;
  if (cards === null) return notice("That is no card. Write cards like qs, 10h or Kd.", { kind: "bad" });
  const burn = step.do === "burn";
  if (!burn && cards.length !== step.cards) return notice(cards.length === 0 ? "Type the card first, for example qs." : `This takes ${step.cards === 1 ? "one card" : `${step.cards} cards`}; there are ${cards.length}.`, { kind: "bad" });
  const typed = entry.take();
  send({ do: "deal", ...(cards.length ? { cards } : {}) }).then(() => say(announce.textContent), (error) => {
    entry.putBack(typed);
    problem(error, view.rulebook);
  });
  return undefined;
}

// ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────────

document.addEventListener("keydown", (event) => {
  if (!view || dialogOpen() || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const inEntry = event.target.id === "card-entry";
  if (typing(event) && !(inEntry && event.key === "Escape")) return;
  if (event.key === "Enter") {
    if (event.target.closest?.("button, a, summary")) return;
    event.preventDefault();
    $("[data-test=next-step]")?.click();
    return;
  }
  const key = event.key.toLowerCase();
  if (key === "escape" && inEntry) return void event.target.blur();
  if (key === "i") { event.preventDefault(); $("[data-test=irregularity]")?.click(); return; }
  if (key === "d") { $("[data-test=deal-all]")?.click(); return; }
  if (key === "?") return void keys();
  $(`[data-key="${CSS.escape(key)}"]`, buttons)?.click();
});

function keys() {
  const rows = [["Enter", "the next step"], ["D", "deal on to the next decision (electronic shuffle)"], ["B / F / C / H", "bet, fold, check, House Way for the box that is asked"], ["I", "irregularity"], ["Esc", "leave the card field"]];
  dialog("Keys", h("table", {}, h("tbody", {}, rows.map(([key, what]) => h("tr", {}, h("td", {}, h("kbd", {}, key)), h("td", {}, what))))));
}
