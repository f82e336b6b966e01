// The figures of `pitboss maths RULEBOOK --json` as tables. What is not known here by name stands
// at the end as it is.

import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { saveLink } from "../shared/download.js";
import { money } from "../shared/money.js";
import { capital, plain } from "../shared/words.js";

const KNOWN = ["rulebook", "main", "strategies", "side", "progressive"];
const STRATEGIES = {
  optimal: "Best play",
  blind: "Always play on, without looking",
  "always-fold": "Always fold",
  akj83: "Play A-K-J-8-3 or better",
};

const isFigure = (value) =>
  value !== null && typeof value === "object" && "exact" in value && "decimal" in value;
const percent = (value) => `${(Number(value.decimal) * 100).toFixed(4)}%`;
/** A chance as people say it: one in so many. */
const oneIn = (value) =>
  Number(value.decimal) > 0
    ? `1 in ${Math.round(1 / Number(value.decimal)).toLocaleString("en")}`
    : "never";

function figures(caption, heads, rows) {
  return h(
    "div",
    { class: "sheet" },
    h("h4", {}, caption),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
      h(
        "table",
        { class: "figures" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((head, at) => h("th", { scope: "col", class: at ? "number" : "" }, head)),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map(([name, ...cells]) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, name),
              cells.map((cell) => h("td", { class: "number" }, cell)),
            ),
          ),
        ),
      ),
    ),
  );
}

const exact = (value) =>
  h("span", { class: "mono exact", title: "The exact fraction" }, value.exact);

const LOOK_MS = 2_000;

/** A rulebook's figures; where they are being worked out, how far that is, and then the figures. */
export function mathsPart(id, report) {
  const place = h("div");
  if (report) place.replaceChildren(mathsTables(report));
  else whenReady(id, place);
  return place;
}

/** Looks again and again as long as the place is on the page. */
async function whenReady(id, place) {
  let rulebooks;
  try {
    ({ rulebooks } = await get("/api/maths"));
  } catch {
    setTimeout(() => place.isConnected && whenReady(id, place), LOOK_MS);
    return;
  }
  const progress = rulebooks.find((one) => one.id === id);
  if (progress.state === "ready") {
    place.replaceChildren(mathsTables(await get(`/api/rulebooks/${encodeURIComponent(id)}/maths`)));
  } else if (progress.state === "absent") {
    place.replaceChildren(absent(id));
  } else {
    const ready = rulebooks.filter((one) => one.state === "ready").length;
    place.replaceChildren(pending(progress, ready, rulebooks.length));
    setTimeout(() => place.isConnected && whenReady(id, place), LOOK_MS);
  }
}

function pending(progress, ready, all) {
  const now =
    progress.state === "working" ? `Now: ${progress.step}.` : "Other rulebooks come first.";
  return h(
    "div",
    { class: "sheet", "data-test": "maths-pending" },
    h("p", {}, h("b", {}, "Being worked out. "), now),
    h("progress", { value: ready, max: all, "aria-label": "Rulebooks worked out" }),
    h(
      "p",
      { class: "faint small" },
      `${ready} of ${all} rulebooks are done. Every deal is counted, so a first run takes ` +
        "a minute or two; the figures appear here by themselves.",
    ),
  );
}

function absent(id) {
  return h(
    "div",
    { class: "sheet", "data-test": "no-maths" },
    h("p", {}, "Not computed here yet. Whoever runs the server computes it in its data folder:"),
    h("pre", { class: "mono" }, `mkdir -p maths\npitboss maths ${id} --json > maths/${id}.json`),
    h(
      "p",
      { class: "faint small" },
      "It takes seconds for stud and Bullseye, longer for hold'em; then it stands here.",
    ),
  );
}

/** All that a report has. */
function mathsTables(report) {
  const { main, strategies = {}, side = {}, progressive } = report;
  const rest = Object.entries(report).filter(([name]) => !KNOWN.includes(name));
  return h(
    "div",
    { class: "stack", "data-test": "maths" },
    h(
      "p",
      { class: "faint small" },
      "Exact, from this rulebook and the rules of play themselves: every deal is counted, " +
        "none is sampled.",
    ),
    main ? mainTable(main) : "",
    main?.outcomes
      ? figures(
          "How rounds end with best play",
          ["Outcome", "Share", "Exactly"],
          Object.entries(main.outcomes).map(([name, value]) => [
            capital(plain(name)),
            percent(value),
            exact(value),
          ]),
        )
      : "",
    Object.keys(strategies).length > 1
      ? figures(
          "House edge by way of playing",
          ["Way of playing", "House edge", "Exactly"],
          Object.entries(strategies)
            .filter(([, value]) => isFigure(value))
            .map(([name, value]) => [
              STRATEGIES[name] ?? capital(plain(name)),
              percent(value),
              exact(value),
            ]),
        )
      : "",
    Object.keys(side).length
      ? figures(
          "Side wagers",
          ["Wager", "House edge", "Exactly"],
          Object.entries(side).flatMap(([bet, values]) =>
            Object.entries(values)
              .filter(([, value]) => isFigure(value))
              .map(([name, value]) => [
                `${capital(plain(bet))}${name === "house_edge" ? "" : `, ${plain(name)}`}`,
                percent(value),
                exact(value),
              ]),
          ),
        )
      : "",
    progressive ? progressiveTables(progressive) : "",
    rest.length
      ? h(
          "details",
          { class: "sheet" },
          h(
            "summary",
            {},
            h("h4", {}, "More figures"),
            h("small", { class: "faint" }, rest.map(([name]) => plain(name)).join(", ")),
          ),
          h(
            "div",
            { class: "scroll", tabindex: 0, role: "region", "aria-label": "More figures" },
            tree(Object.fromEntries(rest)),
          ),
        )
      : "",
    h(
      "div",
      { class: "row" },
      saveLink("Save all figures", `${report.rulebook}-maths.json`, report),
    ),
  );
}

function mainTable(main) {
  const rows = Object.entries(main).filter(
    ([name, value]) =>
      !["wager", "outcomes"].includes(name) && (isFigure(value) || typeof value === "string"),
  );
  return figures(
    `Per ${plain(main.wager)} wagered`,
    ["Figure", "Value", "Exactly"],
    rows.map(([name, value]) => [
      capital(plain(name)),
      isFigure(value) ? percent(value) : Number(value).toFixed(6),
      isFigure(value) ? exact(value) : "",
    ]),
  );
}

function progressiveTables(progressive) {
  return [
    progressive.hits
      ? figures(
          "Progressive: how often",
          ["Hand", "Chance", "Exactly"],
          Object.entries(progressive.hits).map(([name, value]) => [
            capital(plain(name)),
            oneIn(value),
            exact(value),
          ]),
        )
      : "",
    h(
      "div",
      { class: "sheet" },
      h("h4", {}, "Progressive: what it is worth"),
      h(
        "dl",
        { class: "facts" },
        h("dt", {}, "The bet"),
        h("dd", {}, money(progressive.bet)),
        progressive.fixed_return
          ? [
              h("dt", {}, "Comes back through fixed awards"),
              h("dd", {}, percent(progressive.fixed_return)),
            ]
          : "",
        progressive.return_per_jackpot_dollar
          ? [
              h("dt", {}, "Comes back per million of the jackpot"),
              h(
                "dd",
                {},
                `${(Number(progressive.return_per_jackpot_dollar.decimal) * 1e8).toFixed(4)}%`,
              ),
            ]
          : "",
        progressive.break_even_jackpot
          ? [
              h("dt", {}, "The bet is fair at a jackpot of"),
              h("dd", {}, money(progressive.break_even_jackpot)),
            ]
          : "",
      ),
    ),
  ];
}

function tree(value) {
  if (value === null || typeof value !== "object") return h("span", {}, String(value ?? "–"));
  if (isFigure(value)) return h("span", {}, value.decimal);
  if (Array.isArray(value) && value.every((one) => one === null || typeof one !== "object"))
    return h("span", {}, value.join(", "));
  return h(
    "table",
    { class: "entries" },
    h(
      "tbody",
      {},
      Object.entries(value).map(([name, inside]) =>
        h("tr", {}, h("th", { scope: "row" }, capital(plain(name))), h("td", {}, tree(inside))),
      ),
    ),
  );
}
