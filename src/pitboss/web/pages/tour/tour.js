// The tour of a demonstration: dealer, player and sign of one table side by side. Each button plays
// a short scene there, with real commands and chosen cards.

import { showCards } from "../components/cards.js";
import "../components/meter.js";
import { handWords } from "../components/felt.js";
import "../components/paylist.js";
import { openWhy, whyButton } from "../components/why.js";
import { stateWords } from "../seat/seat-words.js";
import { command, get, me, post } from "../shared/api.js";
import { newKey } from "../shared/commands.js";
import { $, calm, drawn, h, say, show } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { money, share, short, signed } from "../shared/money.js";
import { clauseChips, run, start } from "../shared/shell.js";
import { capital, handKind, incident, option, phase, wagerLabel } from "../shared/words.js";
import { captionOf, SCENES } from "./captions.js";

const visitor = await me();
// Nobody need sign in to look: an auditor sees everything and changes nothing.
if (visitor.demo && !visitor.role) await post("/api/demo/sign-in", { role: "auditor" });
await start({ title: t("Tour") });

/** A hand that waits for its round. */
const BACKS = Array(5).fill("??");
const visit = newKey();
const caption = h("p", { class: "tour-caption", "data-test": "caption", "aria-live": "polite" });
const buttons = h(
  "div",
  { class: "tour-buttons", role: "group", "aria-label": t("What shall happen?") },
  SCENES.map(({ scene, label }) =>
    h("button", { "data-test": `scene-${scene}`, onclick: () => play(scene) }, label()),
  ),
);
const dealer = pane("dealer", t("Dealer"));
const player = pane("player", t("Player"));
const sign = pane("sign", t("Sign"));
const signMeter = h("pit-meter", { "data-test": "tour-meter" });
const signState = h("div", { class: "tour-sign-state" });
const signPays = h("div", { class: "tour-pays", "data-test": "tour-pays" });
sign.body.append(signMeter, signState, signPays);

/** @type {Api.TourView | null} */
let view = null;
let playing = 0;

function pane(name, title) {
  const body = h("div", { class: "tour-body" });
  const box = h(
    "section",
    { class: `tour-pane tour-${name}`, "data-test": `tour-${name}`, "aria-label": title },
    h("h2", {}, title),
    body,
  );
  return { box, body };
}

// ── going on ─────────────────────────────────────────────────────────────────────────────────────

const ask = (body) => command("/api/tour", { visit, ...body });

/** Plays a scene from its beginning; another button ends it. */
function play(scene) {
  playing += 1;
  const mine = playing;
  for (const button of buttons.children)
    button.setAttribute("aria-pressed", String(button.dataset.test === `scene-${scene}`));
  return run(null, async () => {
    take(await ask({ scene }));
    while (mine === playing && view.shown.pause_ms) {
      await new Promise((done) => setTimeout(done, view.shown.pause_ms));
      if (mine === playing) take(await ask({}));
    }
    if (mine === playing && scene === "why") openWhy(view.player, { box: view.box, bet: "ante" });
  });
}

/** @param {Api.TourView} found */
function take(found) {
  view = found;
  const text = captionOf(view.shown.caption);
  if (caption.textContent !== text) {
    caption.textContent = text;
    say(text);
  }
  drawDealer();
  drawPlayer();
  drawSign();
}

// ── dealer ───────────────────────────────────────────────────────────────────────────────────────

const dealerNext = h("p", { class: "tour-next", "data-test": "tour-next" });
const dealerHand = handPlace(t("Dealer"));
const dealerBoxes = h("ul", { class: "tour-boxes" });
const dealerMore = h("div", { class: "tour-more" });
dealer.body.append(dealerNext, dealerHand.place, dealerBoxes, dealerMore);
/** @type {Map<number, ReturnType<typeof boxPlace>>} */
const boxPlaces = new Map();

function drawDealer() {
  const { dealer: table } = view;
  const [step] = table.next;
  const round = table.round;
  // Between the call and the first bet the next step would be to give up.
  const idle = round?.phase === "betting" && !round.boxes.length;
  const words = idle ? phase("betting") : step ? nextWords(table, step) : "";
  if (dealerNext.textContent !== words) dealerNext.textContent = words;
  dealerHand.draw(round?.dealer ?? BACKS, round?.dealer_hand ?? "");
  drawBoxes(table);
  const key = [round === null, round?.void, round?.options_because, table.notice];
  show(dealerMore, key, () => [
    round
      ? ""
      : intro([
          t("The next step, in the words of the rules."),
          t("Cards, bets, and what to pay whom, box by box."),
          t("When something goes wrong, the ruling, at once."),
        ]),
    round?.void ? ruling(table, t("Round void"), round.void) : "",
    round?.options_because
      ? ruling(table, incident(round.options_because.incident), round.options_because)
      : "",
    table.notice ? h("p", { class: "tour-ruling" }, t(table.notice)) : "",
  ]);
}

/**
 * What the dealer does next. While a player has a choice that is to wait, and not yet to end it.
 * @param {Api.TablePage} table
 */
const nextWords = (table, step) =>
  Object.keys(table.round?.options ?? {}).length
    ? t("Wait for the player to choose")
    : capital(t(step.says ?? step.label));

/** What the rules order when something has gone wrong. */
function ruling(table, name, found) {
  return h(
    "p",
    { class: "tour-ruling", "data-test": "tour-ruling" },
    t(found.because),
    " ",
    clauseChips(table.rulebook, found.clauses),
    " ",
    whyButton(table.round.id, name, found),
  );
}

/** What a side of the table has, before anything has happened at it. */
const intro = (sentences) =>
  h(
    "ul",
    { class: "tour-intro" },
    sentences.map((one) => h("li", {}, one)),
  );

/** A hand that stays where it is: only a card that is new is dealt, only one that changes turns. */
function handPlace(name) {
  const row = h("div", { class: "cards" });
  const called = h("p", { class: "hand-name" });
  const place = h("div", { class: "tour-hand" }, h("h3", {}, name), row, called);
  const draw = (codes, words) => {
    showCards(row, codes);
    if (called.textContent !== words) called.textContent = words;
  };
  return { place, draw };
}

/** @param {Api.TablePage} table */
function drawBoxes(table) {
  const boxes = table.round?.boxes ?? [];
  for (const [number, { place }] of boxPlaces) {
    if (boxes.some((box) => box.box === number)) continue;
    place.remove();
    boxPlaces.delete(number);
  }
  for (const box of boxes) {
    if (!boxPlaces.has(box.box)) {
      const made = boxPlace(box.box);
      boxPlaces.set(box.box, made);
      dealerBoxes.append(made.place);
    }
    boxPlaces.get(box.box).draw(table, box);
  }
}

/** A box in a line: its cards, its bets, and what it came to. */
function boxPlace(number) {
  const cards = h("div", { class: "cards" });
  const laid = h("span", { class: "faint small" });
  const net = h("b", { class: "tour-net" });
  const place = h(
    "li",
    { "data-test": `tour-box-${number}` },
    h("b", { class: "box-number" }, String(number)),
    cards,
    laid,
    net,
  );
  /**
   * @param {Api.TablePage} table
   * @param {Api.BoxView} box
   */
  const draw = (table, box) => {
    showCards(cards, box.cards);
    const name = (bet) => (bet === "progressive" ? t("Jackpot") : wagerLabel(table, bet));
    laid.textContent = Object.entries(box.bets)
      .map(([bet, amount]) => `${name(bet)} ${short(amount)}`)
      .join(", ");
    const settled = table.round.settlement?.boxes.find((one) => one.box === number);
    show(net, [table.round.id, settled?.net], () =>
      settled ? whyAmount(table, number, signed(settled.net)) : "",
    );
  };
  return { place, draw };
}

/** An amount that opens its card: of a bet, or of the whole box. */
const whyAmount = (table, box, words, bet = undefined) =>
  h(
    "button",
    {
      type: "button",
      class: "why",
      "aria-label": t("{amount}: why?", { amount: words }),
      onclick: () => openWhy(table, { box, bet }),
    },
    words,
  );

// ── player ───────────────────────────────────────────────────────────────────────────────────────

const pays = h("pit-pay-list", {});
const playerState = h("p", { class: "tour-next", "data-test": "tour-state" });
const playerHand = handPlace(t("Your hand"));
const playerMore = h("div", { class: "tour-more" });
player.body.append(playerState, playerHand.place, playerMore);

function drawPlayer() {
  const { player: table, name, box: number } = view;
  const box = table.round?.boxes.find((one) => one.box === number) ?? null;
  const options = table.round?.options?.[number] ?? [];
  const words = stateWords(table, view.sign, name);
  if (playerState.textContent !== words) playerState.textContent = words;
  playerHand.draw(table.round ? (box?.cards ?? []) : BACKS, capital(box?.hand ?? ""));
  show(playerMore, [options, !table.round], () => [
    options.length
      ? h(
          "p",
          { class: "tour-choice", "data-test": "tour-choice" },
          options.map((one) => h("span", { class: "badge wait" }, option(one))),
        )
      : "",
    table.round
      ? pays
      : intro([
          t("Your own cards, and nobody else's."),
          t("Your hand by its name, and what it wins."),
          t("Each amount says why: cards, sum, clause, proof."),
        ]),
  ]);
  pays.draw(table, { only: name, heading: t("Your result, and why") });
}

// ── sign ─────────────────────────────────────────────────────────────────────────────────────────

/** What hands win of this jackpot: asked for once, by the link of the table. */
let paid = /** @type {Api.PayNow[] | null} */ (null);

async function askPays(link) {
  if (paid) return;
  paid = [];
  const found = await get(`/api/links/${encodeURIComponent(link)}`).catch(() => null);
  paid = Object.values(found?.pays ?? {})[0]?.toReversed() ?? [];
  drawSign();
}

function drawPays(link) {
  const row = (one) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, capital(handKind(one.row))),
      h("td", {}, `$${money(share(one.pays, link.displayed) ?? one.now ?? one.pays)}`),
    );
  show(signPays, [paid, link.displayed, link.down], () =>
    paid?.length ? h("table", {}, h("tbody", {}, paid.map(row))) : [],
  );
}

function drawSign() {
  const link = view.sign;
  askPays(link.link);
  drawPays(link);
  signMeter.value = link.displayed;
  sign.box.dataset.state = link.down ? "down" : link.claims.length ? "pending" : "live";
  const here = (claim) => claim.round === view.player.round?.id;
  const hits = link.last.filter(here);
  show(signState, [link.down, link.claims, hits, link.notice], () => [
    link.down
      ? h(
          "p",
          { class: "tour-sign-word", "data-test": "tour-says" },
          t("Back shortly: no jackpot bets are taken at present."),
        )
      : "",
    link.claims.map((claim) =>
      h(
        "p",
        { class: "tour-sign-word", "data-test": "tour-says" },
        t("{hand}! The claim is being verified.", { hand: capital(handWords(claim.hand)) }),
      ),
    ),
    hits.map((claim) =>
      h(
        "div",
        { class: "tour-hit", "data-test": "tour-hit", "data-calm": calm() ? "yes" : "no" },
        h("b", {}, `${capital(handWords(claim.hand))}!`),
        whyAmount(view.player, claim.box, `$${money(claim.award)}`, "progressive"),
      ),
    ),
  ]);
}

// ── the page ─────────────────────────────────────────────────────────────────────────────────────

/** Goes somewhere as somebody of the demonstration. */
const goAs = (role, path) => (event) =>
  run(event.currentTarget, async () => {
    await post("/api/demo/sign-in", { role });
    location.assign(path);
  });

$("#main").replaceChildren(
  h(
    "header",
    { class: "tour-head" },
    h("h1", {}, t("One table, from three sides")),
    caption,
    buttons,
  ),
  h("div", { class: "tour-panes" }, dealer.box, player.box, sign.box),
  h(
    "footer",
    { class: "tour-foot" },
    h("span", { class: "faint" }, t("Now you:")),
    h(
      "button",
      { "data-test": "tour-play", onclick: goAs("player", "/seat/Stud") },
      t("Play a hand"),
    ),
    h(
      "button",
      { "data-test": "tour-deal", onclick: goAs("dealer", "/table/Stud") },
      t("Deal one"),
    ),
    h("a", { class: "button", href: "/" }, t("See the floor")),
  ),
);
if (visitor.demo) run(null, async () => take(await ask({}))).then(drawn);
else location.replace("/");
