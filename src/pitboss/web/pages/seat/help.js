// Beside the seat: how to play in half a minute, what each hand pays, and the player's own rounds.

import { whyAddress } from "../components/why-address.js";
import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { short, signed } from "../shared/money.js";
import { clauseChips, dialog, run } from "../shared/shell.js";
import { capital, plain, title, wagerLabel } from "../shared/words.js";
import { checkShuffle } from "./extras.js";
import { payGroups, remembered, withRound } from "./state.js";

/**
 * @param {Api.TablePage} view
 * @param {string | null} player
 * @param {string} [place] before their names for tests, where they stand a second time
 */
export function helpButtons(view, player, place = "") {
  const button = (test, label, work) =>
    h(
      "button",
      {
        type: "button",
        "data-test": `${place}${test}`,
        onclick: (event) => run(event.currentTarget, work),
      },
      label,
    );
  return [
    button("how-to-play", t("How to play"), () => openHow(view)),
    button("pay-table", t("What it pays"), () => openPays(view)),
    player ? button("my-rounds", t("My rounds"), async () => openRounds(view, player)) : "",
  ];
}

/**
 * @param {Api.TablePage} view
 * @param {string | null} player
 */
export const helpPanel = (view, player) =>
  h(
    "section",
    { class: "sheet seat-help", "aria-label": t("Help at this table") },
    helpButtons(view, player),
  );

// ── how to play ──────────────────────────────────────────────────────────────────────────────────

const STUD = () => [
  t("Put a chip on Ante. The jackpot bet is optional; its price is fixed."),
  t("You and the dealer get five cards; one of the dealer's lies open."),
  t("Look at your hand. Stay in with BET (twice the ante), or fold and lose the ante."),
  t("The dealer needs ace-king or better to qualify. If not, the ante wins and BET comes back."),
  t("If the dealer qualifies, the better hand wins; BET pays more the better your hand is."),
];
const HOLDEM = () => [
  t("Put a chip on Ante. The jackpot bet is optional; its price is fixed."),
  t("You and the dealer get two cards each; five more in the middle are for both."),
  t("Look at your two cards. Stay in with Flop (twice the ante), or fold and lose the ante."),
  t("After three cards in the middle, and again after the fourth, raise once more or check."),
  t("The best five of your seven cards play against the dealer's best five."),
];
const BULLSEYE = () => [
  t("Put a chip on Main. The jackpot bet is optional; its price is fixed."),
  t("You and the dealer get five cards each. Look at yours."),
  t("Pick three that make 10, 20 or 30. Pictures are 10, an ace is 1; a 3 may be a 6, a 6 a 3."),
  t("The other two are your point hand; the higher point hand wins. Pairs beat points."),
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
      h("p", { class: "faint" }, view.title),
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
  const groups = payGroups(book.entries.filter((entry) => entry.section === "pay tables"));
  dialog(
    t("What it pays"),
    h(
      "div",
      { class: "pays", "data-test": "pays" },
      groups.map((group) => payTable(view, group)),
    ),
    { test: "pays-dialog" },
  );
}

/** @param {Api.TablePage} view */
const payTable = (view, { bet, from, rows, clauses }) =>
  h(
    "table",
    {},
    h(
      "caption",
      {},
      bet === "progressive" ? t("Jackpot") : wagerLabel(view, bet),
      " ",
      clauseChips(view.rulebook, clauses),
    ),
    h(
      "tbody",
      {},
      rows.map(({ hand, value }) =>
        h(
          "tr",
          {},
          h(
            "th",
            { scope: "row" },
            capital(from ? t("{hand} or better", { hand: t(plain(from)) }) : t(hand)),
          ),
          h("td", {}, odds(value)),
        ),
      ),
    ),
  );

/** "250 to 1", "10% of the jackpot", "$2,000". */
function odds(value) {
  const [, given, how] = /^(\S+) (to|for) 1$/.exec(value) ?? [];
  const times = /^\d+$/.test(given ?? "") ? short(given) : given;
  if (how) return how === "to" ? t("{times} to 1", { times }) : t("{times} for 1", { times });
  const [, part] = /^(\S+) of jackpot$/.exec(value) ?? [];
  if (part) return t("{part} of the jackpot", { part });
  const [, amount] = /^\$(\d+)$/.exec(value) ?? [];
  return amount ? `$${short(amount)}` : value;
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
