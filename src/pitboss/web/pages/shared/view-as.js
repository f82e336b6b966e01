// In a demonstration anybody may be anybody, and a different person in every tab. It takes a
// deliberate click.

import { post } from "./api.js";
import { h } from "./dom.js";
import { t } from "./language.js";
import { dialog, mayOpen, run } from "./shell.js";
import { DEMO_PEOPLE } from "./words.js";

/**
 * The strip on top of every page of a demonstration.
 * @param {Api.Me} person
 */
export function demoStrip(person) {
  return h(
    "aside",
    { class: "demo", "aria-label": t("Demonstration"), "data-test": "demo-notice" },
    h(
      "span",
      {},
      h("b", {}, `${t("Demonstration.")} `),
      t("Try any role you like. No real money is played."),
    ),
    h(
      "button",
      {
        class: "small-button",
        type: "button",
        "data-test": "view-as",
        "aria-haspopup": "dialog",
        onclick: () => open(person),
      },
      t("View as …"),
    ),
  );
}

/** @param {Api.Me} person */
function open(person) {
  const rows = DEMO_PEOPLE.map((one) => {
    const now = one.name === person.name;
    return h(
      "li",
      { "aria-current": now ? "true" : null },
      h(
        "span",
        {},
        h("b", {}, t(one.words)),
        h("small", { class: "faint" }, now ? t("this tab, now") : t(one.does)),
      ),
      now
        ? ""
        : h(
            "button",
            {
              type: "button",
              "data-test": `view-as-${one.key}`,
              "aria-label": t("View as {who} in this tab", { who: t(one.words).toLowerCase() }),
              onclick: (event) => run(event.currentTarget, () => become(one)),
            },
            t("This tab"),
          ),
      h(
        "a",
        {
          class: "button",
          target: "_blank",
          rel: "noopener",
          "data-test": `view-as-${one.key}-tab`,
          "aria-label": t("View as {who} in a new tab", { who: t(one.words).toLowerCase() }),
          href: `/sign-in?as=${one.key}&next=${encodeURIComponent(pageFor(one.send.role))}`,
        },
        t("New tab"),
      ),
    );
  });
  dialog(
    t("View as …"),
    [
      h("p", {}, t("Each tab is somebody: be the dealer in one and a player in another.")),
      h("ul", { class: "view-as" }, rows),
    ],
    { test: "view-as-dialog" },
  );
}

/** Signs this tab in as somebody of the demonstration, and goes where they would be. */
async function become(one) {
  await post("/api/demo/sign-in", one.send);
  location.assign(pageFor(one.send.role));
}

/** The same place for somebody else: at a table a player has a seat, and staff have the console. */
function pageFor(role) {
  const [, kind, name] = /^\/(table|seat)\/([^/]+)$/.exec(location.pathname) ?? [];
  if (!kind) return mayOpen(location.pathname, role) ? location.pathname + location.search : "/";
  if (role === "player") return `/seat/${name}`;
  return mayOpen("/table/", role) ? `/table/${name}` : "/";
}
