// Beside the seat: how to play in half a minute, what each hand pays, and the player's own rounds.

import { whyAddress } from "../components/why-address.js";
import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { signed } from "../shared/money.js";
import { clauseChips, dialog, run } from "../shared/shell.js";
import { plain, title, wagerLabel } from "../shared/words.js";
import { checkShuffle } from "./extras.js";
import { remembered, withRound } from "./state.js";

/**
 * @param {Api.TablePage} view
 * @param {string | null} player
 */
export function helpPanel(view, player) {
  const button = (test, label, work) =>
    h("button", { "data-test": test, onclick: (event) => run(event.currentTarget, work) }, label);
  return h(
    "section",
    { class: "sheet seat-help", "aria-label": t("Help at this table") },
    button("how-to-play", t("How to play"), () => openHow(view)),
    button("pay-table", t("What it pays"), () => openPays(view)),
    player ? button("my-rounds", t("My rounds"), async () => openRounds(view, player)) : "",
  );
}

// ── how to play ──────────────────────────────────────────────────────────────────────────────────

const STUD = () => [
  t("Put a chip on Ante. A jackpot bet is extra, and has one price."),
  t("You and the dealer get five cards; one of the dealer's lies open."),
  t("Look at your hand. Stay in with BET (twice the ante), or fold and lose the ante."),
  t("The dealer needs ace-king or better to qualify. If not, the ante wins and BET comes back."),
  t("If the dealer qualifies, the better hand wins; BET pays more the better your hand is."),
];
const HOLDEM = () => [
  t("Put a chip on Ante. A jackpot bet is extra, and has one price."),
  t("You and the dealer get two cards each; five more in the middle are for both."),
  t("Look at your two cards. Stay in with Flop (twice the ante), or fold and lose the ante."),
  t("After three cards in the middle, and again after the fourth, raise once more or check."),
  t("The best five of your seven cards play against the dealer's best five."),
];
const BULLSEYE = () => [
  t("Put a chip on Main. A jackpot bet is extra, and has one price."),
  t("You and the dealer get five cards each. Look at yours."),
  t("Pick three that add to 10, 20 or 30: pictures count 10, an ace 1, 3 and 6 may be swapped."),
  t("The other two are your point hand; the higher one wins. Pairs beat points."),
  t("Not sure? House Way sets the hand for you, as the rules say."),
];

/** The games that we have a summary of, by their opening wager and what keeps a player in. */
const GAMES = { "ante bet": STUD, "ante flop turn river": HOLDEM, main: BULLSEYE };

/**
 * Of a game that was added as a package: its wagers, and what its rulebook says of the play.
 * @param {Api.TablePage} view
 */
async function added(view) {
  const book = await get(`/api/rulebooks/${encodeURIComponent(view.rulebook)}`);
  const plays = book.entries.filter((entry) => entry.section === "play" && entry.value);
  const raise = view.wagers.find((one) => one.kind === "raise");
  return [
    t("Put a chip on {wager}.", { wager: wagerLabel(view, view.wagers[0].bet) }),
    raise
      ? t("Look at your hand. Stay in with {wager}, or fold.", {
          wager: wagerLabel(view, raise.bet),
        })
      : t("Look at your hand."),
    ...plays.map((entry) => `${title(entry.name)}: ${plain(entry.value)}`),
  ];
}

/** @param {Api.TablePage} view */
export async function openHow(view) {
  const [opening, ...others] = view.wagers;
  const raises = others.filter((one) => one.kind === "raise");
  const known = GAMES[[opening, ...raises].map((one) => one.bet).join(" ")];
  const lines = known ? known() : await added(view);
  dialog(
    t("How to play, in 30 seconds"),
    [
      h(
        "ol",
        { class: "how", "data-test": "how" },
        lines.map((line) => h("li", {}, line)),
      ),
      h(
        "p",
        { class: "faint small" },
        t("The rulebook decides, not this summary."),
        " ",
        h("a", { href: `/rulebooks?book=${encodeURIComponent(view.rulebook)}` }, t("Read it")),
      ),
    ],
    { test: "how-dialog" },
  );
}

// ── what it pays ─────────────────────────────────────────────────────────────────────────────────

/** @param {Api.TablePage} view */
async function openPays(view) {
  const book = await get(`/api/rulebooks/${encodeURIComponent(view.rulebook)}`);
  const rows = book.entries.filter((entry) => entry.section === "pay tables");
  dialog(
    t("What it pays"),
    h(
      "table",
      { class: "pays", "data-test": "pays" },
      h("caption", { class: "unseen" }, t("What each hand pays")),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, title(row.name)),
            h("td", {}, row.value),
            h("td", {}, clauseChips(view.rulebook, row.clauses)),
          ),
        ),
      ),
    ),
    { test: "pays-dialog", wide: true },
  );
}

// ── the player's own rounds ──────────────────────────────────────────────────────────────────────

const key = (table, player) => `pitboss-rounds/${player}/${table}`;
const kept = (name) => JSON.parse(sessionStorage.getItem(name) ?? "[]");

/**
 * Keeps what a round came to, in this tab alone.
 * @param {Api.TablePage} view
 */
export function keepRound(view, player) {
  const one = remembered(view, player);
  if (!one) return;
  const name = key(view.table, player);
  sessionStorage.setItem(name, JSON.stringify(withRound(kept(name), one)));
}

/** @param {Api.TablePage} view */
export function openRounds(view, player) {
  const rounds = kept(key(view.table, player));
  dialog(
    t("My rounds"),
    rounds.length
      ? h(
          "ol",
          { class: "own-rounds", "data-test": "own-rounds" },
          rounds.map((one) =>
            h(
              "li",
              {},
              h("span", {}, one.round),
              h("span", { class: "faint" }, t("box {box}", { box: one.boxes.join(", ") })),
              h(
                "a",
                {
                  href: whyAddress(one.round, one.boxes.length === 1 ? String(one.boxes[0]) : ""),
                  "data-test": `why-${one.round}`,
                  "aria-label": t("{amount}: why?", { amount: signed(one.net) }),
                },
                h("b", {}, signed(one.net)),
              ),
              view.cards === "virtual" && one.round !== view.round?.id
                ? h(
                    "button",
                    {
                      class: "small-button",
                      "data-test": `check-${one.round}`,
                      onclick: (event) =>
                        run(event.currentTarget, () => checkShuffle(one.round, player)),
                    },
                    t("Check the shuffle"),
                  )
                : "",
            ),
          ),
        )
      : h("p", { class: "faint" }, t("No rounds yet at this table in this tab.")),
    { test: "rounds-dialog" },
  );
}
