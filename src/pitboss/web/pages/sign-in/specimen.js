// An example for the front door: what a card says that tells why.

import { card } from "../components/cards.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { capital } from "../shared/words.js";

const PLAYER = ["8s", "8h", "Kd", "5c", "2s"];
const DEALER = ["Jc", "9d", "7s", "4h", "2c"];

/** An ante that wins as the dealer does not qualify, by the rules of stud at RWS. */
export function specimen() {
  const row = (title, codes, words) =>
    h(
      "figure",
      { class: "why-hand" },
      h(
        "div",
        { class: "why-row" },
        codes.map((code) => card(code)),
      ),
      h("figcaption", {}, h("b", {}, title), " ", capital(words)),
    );
  return h(
    "aside",
    { class: "sheet specimen", "aria-label": t("An example"), "data-test": "specimen" },
    h("p", { class: "specimen-asked" }, t("Why does the ante win?"), h("b", {}, "+25.00")),
    h(
      "div",
      { class: "why-cards" },
      row(t("Player"), PLAYER, t("pair of eights")),
      row(t("Dealer"), DEALER, t("jack-nine high: does not qualify")),
    ),
    h(
      "div",
      { class: "why-clauses" },
      h(
        "p",
        {},
        h("span", { class: "clause" }, "3.13"),
        " ",
        t("The dealer does not qualify: the ante wins 1 to 1, and the BET goes back."),
      ),
    ),
    h("p", { class: "faint small" }, t("On the record, signed, and open to whoever has the link.")),
  );
}
