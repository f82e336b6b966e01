// Beside the felt of a console: what waits for somebody, how players stand, the table itself.
//
// desk: {view, person, live, send, claims: those of this round that wait}.

import { claimItem } from "../components/claims.js";
import { askOption } from "../components/confirmations.js";
import { offerWords } from "../components/offer.js";
import { rulingBody, rulingButtons } from "../components/ruling.js";
import { boxName } from "../components/stakes.js";
import { openWhyRuling } from "../components/why.js";
import { openBarBox } from "../pit/dialogs.js";
import { h, show } from "../shared/dom.js";
import { short, signed, winLoss } from "../shared/money.js";
import { askSure, clauseChips, dialog, may, notice, run } from "../shared/shell.js";
import {
  authority,
  capital,
  dealing,
  incident,
  OPERATIONS,
  option,
  plain,
  wagerLabel,
} from "../shared/words.js";
import { correctedWords } from "./corrections.js";
import { entryWords } from "./entry-words.js";

/** A button that does something at a table. */
export function workButton({ view }, props, work, ...label) {
  const onclick = (event) => run(event.currentTarget, work, view.rulebook);
  return h("button", { ...props, onclick }, label);
}

// ── what waits ───────────────────────────────────────────────────────────────────────────────────

// What has to be done now, and below it what the last correction came to.
const now = h("div", { class: "waits-now stack" });
const corrected = h("div", { class: "put-right" });
let opened = null;

export function drawWaits(place, desk) {
  if (!place.hasChildNodes()) place.append(now, corrected);
  const { view, person, live, claims } = desk;
  const { round } = view;
  const link = live.links.get(view.link);
  const key = [
    !round,
    round?.ruling,
    round?.options,
    round?.options_because,
    view.operation_awaited,
    claims,
    claims.length && link?.displayed,
    link?.down,
    view.notice,
    view.correction,
    view.corrected,
    person.may,
  ];
  const takeLink = (next) => live.takeLink(next);
  show(now, key, () => [
    link?.down
      ? panel(
          "bad",
          "The jackpot is out of service",
          h(
            "p",
            {},
            round
              ? "No progressive bets. If it failed during this round, report it: Irregularity, " +
                  "“The jackpot system is down”."
              : "No progressive bets.",
          ),
        )
      : "",
    round?.ruling ? pendingRuling(desk, round.ruling) : "",
    claims.length
      ? panel(
          "wait",
          "Jackpot claim",
          claims.map((claim) => claimItem(link, claim, person, takeLink, view)),
        )
      : "",
    Object.keys(round?.options ?? {}).length
      ? panel(
          "wait",
          "Players to choose",
          offerWords(view),
          Object.entries(round.options).map(([box, options]) => optionsOf(desk, box, options)),
        )
      : "",
    view.operation_awaited ? panel("wait", "Running without the jackpot", operations(desk)) : "",
    view.correction ? panel("wait", "Correction asked for", correctionAsked(desk)) : "",
    dropped(view) ? panel("wait", "Put right", correctedWords(view)) : "",
  ]);
  show(corrected, [view.corrected, round?.boxes, round?.dealer], () =>
    view.corrected && !dropped(view) ? panel("", "Put right", correctedWords(view)) : [],
  );
  if (!now.querySelector(".panel")) opened?.close();
}

/** How many entries the last correction has made impossible. */
const dropped = ({ corrected: made }) => made?.dropped.length ?? 0;

/** What waits, where it has no room beside the felt: all of it goes into a dialog, and back. */
export function openWaits() {
  const place = now.parentElement;
  opened = dialog("At this table now", now, { test: "waits-dialog" });
  opened.box.addEventListener("close", () => {
    opened = null;
    place.prepend(now);
  });
}

/** What waits, on the button that opens it and in a line beside the words; null if nothing does. */
export function waitWords({ view, live, claims }) {
  const { round } = view;
  if (round?.ruling) {
    const { incident: name, authority: by } = round.ruling;
    return ["Read the ruling", `${incident(name)} · waiting for ${authority(by)}`];
  }
  if (claims.length) {
    const [{ hand, box, verified_by: by, verifiers }] = claims;
    const whose = `${capital(plain(hand))} on box ${box}`;
    return ["See the claim", `${whose} · verified by ${by.length} of ${verifiers}`];
  }
  if (Object.keys(round?.options ?? {}).length) return ["Players' choices", ""];
  if (view.operation_awaited) return ["Without the jackpot", ""];
  if (view.correction) return ["See the correction", ""];
  if (live.links.get(view.link)?.down) return ["Jackpot is down", ""];
  return dropped(view) ? [`Enter again (${dropped(view)})`, ""] : null;
}

const panel = (kind, title, ...inside) =>
  h("section", { class: `panel ${kind}` }, h("h2", {}, title), inside);

function pendingRuling({ view, person, live }, ruling) {
  const answered = (answer) => live.take(answer.view);
  const made = rulingButtons(view.table, ruling, ruling.box ?? null, person, answered, view);
  const why = () => openWhyRuling(view.round.id, incident(ruling.incident), ruling);
  return h(
    "section",
    { class: "panel wait", "data-test": "pending" },
    h("h2", {}, "Round on hold: ruling pending"),
    rulingBody(ruling),
    h(
      "div",
      { class: "row" },
      made,
      h("button", { class: "why", "data-test": "why-ruling", onclick: why }, "Why?"),
    ),
  );
}

/** A correction that waits at the table itself, where the house asks for no approval. */
function correctionAsked(desk) {
  const { view, person, send } = desk;
  const { by, reason, was, correction, digest } = view.correction;
  const now = correction["should-be"];
  const allow = () => send({ do: "allow-correction", approves: digest });
  const second = may(person, "allow-correction") && by !== person.name;
  return [
    h(
      "p",
      {},
      was ? entryWords(view, was) : "forgotten",
      " → ",
      h("b", {}, now ? entryWords(view, now) : "nothing"),
    ),
    h("p", { class: "faint small" }, `${reason}. Asked for by ${by}.`),
    h(
      "div",
      { class: "row" },
      second
        ? workButton(desk, { class: "primary", "data-test": "allow-correction" }, allow, "Approve")
        : "",
      workButton(
        desk,
        { "data-test": "drop-correction" },
        () => send({ do: "drop-correction" }),
        "Drop it",
      ),
    ),
  ];
}

function optionsOf(desk, box, options) {
  const { view, send } = desk;
  const choose = async (chosen) => {
    if (!(await askOption(view, box, chosen))) return;
    await send({ do: "choose-option", box: Number(box), option: chosen });
  };
  const one = (chosen) => {
    const props = { class: "small-button", "data-test": `choose-${box}-${chosen}` };
    return workButton(desk, props, () => choose(chosen), `${option(chosen)} …`);
  };
  const whose = view.round.boxes.find((other) => other.box === Number(box));
  return h(
    "div",
    { class: "choose" },
    h("b", {}, boxName(whose)),
    h("div", { class: "row" }, options.map(one)),
  );
}

function operations(desk) {
  if (!desk.view.next.some((step) => step.do === "choose-operation")) {
    return h("p", { class: "faint" }, "The shift manager decides for the house.");
  }
  const one = ([operation, label]) =>
    workButton(
      desk,
      { "data-test": `operate-${operation}` },
      () => operate(desk, operation),
      label,
    );
  return h("div", { class: "row" }, Object.entries(OPERATIONS).map(one));
}

function operate({ view, send }, operation) {
  if (operation !== "bar-box") return send({ do: "choose-operation", operation });
  return openBarBox(view, send);
}

// ── players and the table ────────────────────────────────────────────────────────────────────────

export function drawPlayers(place, desk) {
  const { view } = desk;
  const held = [...Object.keys(view.barred_players), ...view.one_position];
  const unseen = held.filter((player) => !(player in view.chips));
  const known = [...Object.keys(view.chips), ...unseen];
  const rows = known.map((player) => [player, winLoss(view, player)]);
  place.hidden = rows.length === 0;
  const settled = Boolean(view.round?.settlement);
  const row = ([player, amount]) =>
    h(
      "li",
      {},
      h("span", {}, player),
      restrictions(view, player),
      h(
        "a",
        {
          class: "net",
          href: `/audit?${new URLSearchParams({ table: view.table, find: player })}`,
          "aria-label": `${player}, ${signed(amount)}: why?`,
        },
        signed(amount),
      ),
      playerPowers(desk, player),
    );
  show(place, [rows, view.powers, settled, view.barred_players, view.one_position], () =>
    h(
      "details",
      { open: (rows.length < 5 || held.length > 0) && !settled },
      h("summary", {}, "Players' win/loss at this table"),
      h("ul", { class: "players-list" }, rows.map(row)),
    ),
  );
}

/** What whoever stands here may do about a player. */
function playerPowers(desk, player) {
  const { view, send } = desk;
  const power = (label, work) => workButton(desk, { class: "quiet small-button" }, work, label);
  const hold = async () => {
    await send({ do: "hold-to-one-position", player });
    notice(`${player} may bet on one position only.`);
  };
  const stop = async () => {
    const text = `${player} can no longer bet at this table.`;
    if (!(await askSure("Stop the player", text, "Stop the player", { bad: true }))) return;
    await send({ do: "stop-player", player });
  };
  const lift = async () => {
    await send({ do: "lift-bar", player });
    notice(`${player} may bet again.`);
  };
  const several = async () => {
    await send({ do: "lift-one-position", player });
    notice(`${player} may bet on several positions again.`);
  };
  const barred = player in view.barred_players;
  const one = view.one_position.includes(player);
  const mayHold = view.powers.includes("hold-to-one-position");
  const mayStop = view.powers.includes("stop-control-of-several-hands");
  return [
    mayHold ? (one ? power("Several positions", several) : power("One position", hold)) : "",
    barred && may(desk.person, "lift-bar") ? power("Lift the bar", lift) : "",
    mayStop && !barred ? power("Stop", stop) : "",
  ];
}

/** What a player may not do here, and by which clause. */
function restrictions(view, player) {
  const clauses = view.barred_players[player];
  return [
    clauses
      ? h("span", { class: "badge bad" }, "barred ", clauseChips(view.rulebook, clauses))
      : "",
    view.one_position.includes(player) ? h("span", { class: "badge" }, "one position") : "",
  ];
}

/** @param {Api.TablePage} view */
export function drawAbout(place, view) {
  const key = [view.limits, view.progressive_bet, view.layout, view.dealing, view.rounds];
  const fact = (what, value) => [h("dt", {}, what), h("dd", {}, value)];
  /** @param {Api.LimitView} limit */
  const range = ({ min, max }) => `${short(min ?? "0")} to ${max ? short(max) : "any"}`;
  const rules = `/rulebooks?book=${encodeURIComponent(view.rulebook)}`;
  const limits = Object.entries(view.limits);
  show(place, key, () => [
    h("h2", {}, "At this table"),
    h(
      "dl",
      { class: "facts" },
      limits.map(([bet, limit]) => fact(wagerLabel(view, bet), range(limit))),
      view.progressive_bet ? fact("Progressive", short(view.progressive_bet)) : "",
      fact("Layout", `${view.layout}, ${view.boxes} boxes`),
      fact("Dealing", dealing(view.dealing)),
      fact("Rounds", String(view.rounds)),
      fact("Rules", h("a", { href: rules }, view.rulebook)),
    ),
  ]);
}
