// What did the sign display? Each screen's own reports, and where in the journal they are.

import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { asCsv, saveLink } from "../shared/download.js";
import { money } from "../shared/money.js";
import { run } from "../shared/shell.js";
import { dateTime, time, zoneLong } from "../shared/times.js";
import { capital, plain } from "../shared/words.js";
import { aboutMoment, stoodThen } from "./state.js";

const COLUMNS = ["at", "sign", "screen", "link", "displayed", "state", "position", "recorded"];

/** Which jackpot, and when; then what stood on every screen at that moment, and around it. */
export async function signsPanel(wanted = null) {
  const { links } = await get("/api/links");
  const link = h(
    "select",
    { id: "signs-link", "data-test": "signs-link" },
    links.map((one) => h("option", { value: one.link, selected: one.link === wanted }, one.link)),
  );
  const when = h("input", {
    id: "signs-when",
    type: "datetime-local",
    step: 1,
    "data-test": "signs-when",
  });
  const place = h("div", { class: "stack", "aria-live": "polite", "data-test": "signs-told" });
  const ask = () => run(null, async () => place.replaceChildren(...(await told(link, when))));
  for (const field of [link, when]) field.addEventListener("change", ask);
  if (links.length) await ask();
  else place.replaceChildren(h("p", { class: "empty" }, "No jackpot is open."));
  return h(
    "section",
    { class: "sheet stack" },
    h("h2", {}, "What did the sign display?"),
    h(
      "p",
      { class: "faint" },
      "Every sign reports what it showed: the figure, where in the journal that was the jackpot, " +
        "and the time. The audit holds each report against the journal.",
    ),
    h(
      "div",
      { class: "row" },
      h("label", { for: "signs-link" }, "Jackpot"),
      link,
      h("label", { for: "signs-when" }, `At (${zoneLong()}; blank: now)`),
      when,
    ),
    place,
  );
}

async function told(link, when) {
  const { moment, around } = aboutMoment(when.value);
  const ask = async (span) => {
    const asked = new URLSearchParams({ link: link.value, ...span });
    return (await get(`/api/reports/displays?${asked}`)).displays;
  };
  const [stood, displays] = await Promise.all([ask(moment), ask(around)]);
  if (!displays.length)
    return [h("p", { class: "empty" }, "No sign of this jackpot has reported anything then.")];
  const rows = displays.map((one) => ({ ...one, at: one["at-ms"] }));
  return [
    ...stoodThen(stood, displays).map(screen),
    h(
      "details",
      {},
      h("summary", { "data-test": "signs-all" }, `All reports around it: ${rows.length}`),
      h("div", { class: "scroll" }, table(rows)),
      h(
        "div",
        { class: "row" },
        saveLink("Save as CSV", `signs-${link.value}.csv`, asCsv(COLUMNS, rows)),
        saveLink("Save as JSON", `signs-${link.value}.json`, displays),
      ),
    ),
  ];
}

/** One screen: what stood there, and what that rests on. */
function screen({ shown, next }) {
  const rests =
    shown.position === null
      ? "The sign was not sure of the jackpot at that moment, and showed no more than it had."
      : `It was the jackpot at journal position ${shown.position}.`;
  return h(
    "article",
    { class: "shown", "data-test": `shown-${shown.sign}` },
    h("b", { class: "shown-figure" }, money(shown.displayed)),
    h(
      "p",
      {},
      `On ${shown.sign}, screen ${shown.screen}, from ${dateTime(shown["at-ms"])} on`,
      next ? `; at ${time(next["at-ms"])} it had come to ${money(next.displayed)}` : "",
      `. The sign said: ${capital(plain(shown.state))}.`,
    ),
    h("p", { class: "small faint" }, `${rests} Reported in record ${shown.recorded}.`),
  );
}

function table(rows) {
  const cell = (column, row) => {
    const value = row[column];
    if (column === "at") return dateTime(value);
    if (column === "displayed") return money(value);
    return value === null ? "–" : String(value);
  };
  const number = (column) =>
    ["displayed", "position", "recorded"].includes(column) ? "number" : "";
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        COLUMNS.map((column) => h("th", { scope: "col", class: number(column) }, capital(column))),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row) =>
        h(
          "tr",
          {},
          COLUMNS.map((column) => h("td", { class: number(column) }, cell(column, row))),
        ),
      ),
    ),
  );
}
