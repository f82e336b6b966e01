// Help: what a page is for and how it is used, in a few sentences.

import { h } from "./dom.js";
import { t } from "./language.js";
import { dialog } from "./shell.js";

const FLOOR = () => [
  t("Every table of the house: its game, who plays, and what its jackpot stands at."),
  t("Press a table to sit down or to watch. Press a jackpot to see its sign."),
  t("Press any underlined amount to be told why it is what it is."),
];
const SEAT = () => [
  t("Choose a chip, then press a spot on the felt. You can take it back until bets are closed."),
  t("How to play and what each hand pays stand beside the felt, with your own rounds."),
  t("What you have won or lost opens a card that says why: the cards, the sum and the rule."),
];
const RULEBOOKS = () => [
  t("Each game's rules, as tables and clause by clause. Choose one on the left."),
  t("Press a clause number to read what it says. Two rulebooks can be compared."),
];
const TOUR = () => [
  t("Dealer, player and sign of one table, side by side. Each button plays a short scene there."),
  t("Nothing you do here counts anywhere else."),
];
const PIT = () => [
  "First stands what needs you: rulings, jackpot claims, and what takes a second person. " +
    "Each says what is decided; nothing happens before you press.",
  "A row is a table. Press it for its limits, its players and what can be done there.",
  "A jackpot's card has its sign, its parameters, its claims, and what to do if it fails.",
  "Every figure opens what it is made of. Logs has who did what, and when.",
];
const AUDIT = () => [
  "Rounds: find one by table, time or player, and see it step by step on the felt.",
  "Journal: everything is computed again by code that shares nothing with the tables.",
  "Reports: a day's play, table by table, what each jackpot is made of, and every account.",
  "Signs: what each sign displayed, and when.",
];
const PEOPLE = () => [
  "Everybody who signs in, with one role each. What waits for a second administrator stands above.",
  "Devices are signs and consoles that nobody signs in at. Each has a token, to be revoked alone.",
  "Programs read or act with a token of their own, which can do no more than you tick.",
];
const CONSOLE = () => [
  "The big button is the next step, and is always right: press Enter.",
  "A wrong key is taken back with Z; an earlier entry is put right with E.",
  "Anything unusual is an Irregularity: it says what the rules order before you report.",
];

const SHEETS = {
  seat: SEAT,
  table: CONSOLE,
  pit: PIT,
  audit: AUDIT,
  people: PEOPLE,
  rulebooks: RULEBOOKS,
  tour: TOUR,
};

const lines = () => (SHEETS[location.pathname.split("/")[1]] ?? FLOOR)();

/** What is said of this page, for a dialog that says more. */
export const helpWords = () =>
  h(
    "ul",
    { class: "help-words" },
    lines().map((line) => h("li", {}, line)),
  );

/** The way to it, on top of every page. */
export const helpButton = () =>
  h(
    "button",
    {
      class: "quiet to-help",
      type: "button",
      "data-test": "help",
      "aria-label": t("Help"),
      "aria-haspopup": "dialog",
      onclick: () => dialog(t("Help"), helpWords(), { test: "help-dialog" }),
    },
    "?",
  );
