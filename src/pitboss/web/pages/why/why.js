// Why a round came out as it did, for whoever was passed the link: cards, sums, clauses, proof. A
// round that is over is open to everybody; names are not.

import { clausesOf, lineOf, rulingWords, whyHand, whyRest, whyTitle } from "../components/why.js";
import { figureParts, figureTold } from "../components/why-figure.js";
import { get, me } from "../shared/api.js";
import { $, drawn, h } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { money } from "../shared/money.js";
import { languageSwitch, refusalWords, sayWhatIsNew } from "../shared/shell.js";
import { dateTime } from "../shared/times.js";
import { askedOf, boxesAsked } from "./state.js";

const asked = askedOf(location.search);
document.title = `${asked.link ?? asked.round}: ${t("Why?")} · Pitboss`;
const person = await me();
const top = $("pit-top");
if (person.role) {
  top.draw(person);
  sayWhatIsNew();
} else top.replaceChildren(visitorsBar());
await draw();
drawn();

/** The bar for somebody who is not signed in. */
function visitorsBar() {
  return h(
    "header",
    { class: "bar" },
    h(
      "a",
      { class: "brand", href: "/", "aria-label": t("Pitboss, the floor") },
      h("img", {
        src: new URL("../shared/icon.svg", import.meta.url).href,
        alt: "",
        width: 28,
        height: 28,
      }),
      h("span", {}, "Pitboss"),
    ),
    h("span", { class: "spacer" }),
    languageSwitch(),
  );
}

async function draw() {
  try {
    if (asked.link) drawFigure(await figureTold(asked.link));
    else drawRound(await get(`/api/rounds/${encodeURIComponent(asked.round)}/why`));
  } catch (error) {
    $("#main").replaceChildren(
      h(
        "section",
        { class: "sheet narrow" },
        h("h1", {}, t("Why?")),
        h("p", { "data-test": "why-none" }, missing(error)),
        h("p", {}, h("a", { class: "button", href: "/" }, t("Back to the floor"))),
      ),
    );
  }
}

/** Why there is nothing to tell: what a link leads to may be mistyped. */
function missing(error) {
  if (error.status !== 404) return refusalWords(error);
  if (asked.link) return t("There is no jackpot {link}", { link: asked.link });
  return t("There is no round {round}. Check the address.", { round: asked.round });
}

/** One sheet after another under a heading, and when it was. */
function sheets(title, when, ...inside) {
  $("#main").replaceChildren(
    h(
      "div",
      { class: "why-page stack" },
      h(
        "header",
        {},
        h("h1", {}, title),
        h("p", { class: "faint", "data-test": "why-when" }, when),
      ),
      ...inside,
    ),
  );
}

function drawRound(told) {
  const when = [told.view?.title, dateTime(told.at_ms)].filter(Boolean).join(" · ");
  sheets(t("Round {round}: why?", { round: told.round }), when, ...parts(told));
}

function drawFigure(told) {
  const title = t("{link}: why this figure?", { link: told.link });
  const sheet = h("section", { class: "sheet stack", "data-test": "why-figure" });
  sheet.append(...figureParts(told));
  sheets(title, `${money(told.displayed)} · ${dateTime(told.at_ms)}`, sheet);
}

function parts(told) {
  const { view, rulings } = told;
  const boxes = boxesAsked(view?.round?.settlement, asked);
  const found = boxes.map((box) => ({ box, line: lineOf(view, box, asked.bet) }));
  const settled = found.filter(({ line }) => line);
  const ruled = asked.box === null ? rulings : [];
  if (!settled.length && !ruled.length)
    return [h("p", { class: "empty" }, t("Nothing was paid or ruled here."))];
  const kind = settled.length ? "round-settled/" : "incident-reported/";
  const numbers = [
    ...settled.flatMap(({ line }) => clausesOf(line)),
    ...ruled.flatMap((ruling) => ruling.clauses),
  ];
  return [
    ...ruled.map((ruling) => h("section", { class: "sheet" }, rulingWords(ruling))),
    ...settled.map(({ box, line }) =>
      h(
        "section",
        { class: "sheet stack", "data-test": `why-box-${box}` },
        h("h2", {}, whyTitle(view, box, asked.bet)),
        whyHand(view, line),
      ),
    ),
    h("section", { class: "sheet stack" }, whyRest(told, [...new Set(numbers)], kind)),
  ];
}
