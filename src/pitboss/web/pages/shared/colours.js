// Light or dark: as the system has it, or as somebody has chosen in this browser.

import { h } from "./dom.js";
import { t } from "./language.js";

const KEY = "pitboss-colours";
const CHOICES = { system: t("As the system"), light: t("Light"), dark: t("Dark") };

function chosen() {
  try {
    return localStorage.getItem(KEY) ?? "system";
  } catch {
    return "system";
  }
}

function choose(colours) {
  document.documentElement.dataset.colours = colours;
  try {
    localStorage.setItem(KEY, colours);
  } catch {
    // This browser stores nothing; the choice lasts until the page is left.
  }
}

const apply = () => {
  document.documentElement.dataset.colours = chosen();
};
apply();
addEventListener("storage", (event) => event.key === KEY && apply());

/** The switch, for the dialog of one's own account. */
export const coloursSwitch = () =>
  h(
    "fieldset",
    { class: "colours" },
    h("legend", {}, t("Colours")),
    Object.entries(CHOICES).map(([colours, words]) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name: "colours",
          value: colours,
          checked: colours === chosen(),
          "data-test": `colours-${colours}`,
          onchange: () => choose(colours),
        }),
        words,
      ),
    ),
  );
