// Logs: incidents, what became of jackpots, and what one person did, the newest first.

import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { clauseChips, dialog, run } from "../shared/shell.js";
import { dateTime } from "../shared/times.js";
import { capital, DECISIONS, incident, plain } from "../shared/words.js";

const ABOUT = { incidents: "Incidents", links: "Jackpots", person: "A person's acts" };

/** Opens the logs; `about` is which of them first. */
export async function openLog(desk, about = "incidents") {
  const rows = h("tbody");
  const told = h("p", { class: "faint small", role: "status" });
  const more = h(
    "button",
    {
      class: "small-button",
      type: "button",
      "data-test": "log-more",
      onclick: () => run(more, () => load(next)),
    },
    "Look further back",
  );
  let next = null;
  const which = h(
    "select",
    { "aria-label": "Which log", "data-test": "log-about", onchange: () => run(null, first) },
    Object.entries(ABOUT).map(([value, label]) =>
      h("option", { value, selected: value === about }, label),
    ),
  );
  const person = h("input", {
    "aria-label": "Whose acts",
    placeholder: "Whose acts",
    value: desk.person.name,
    autocomplete: "off",
    "data-test": "log-person",
    onchange: () => run(null, first),
  });
  const find = h("input", {
    type: "search",
    "aria-label": "Find in the entries",
    placeholder: "Find: a table, a round, a word",
    autocomplete: "off",
    "data-test": "log-find",
    oninput: () => sift(),
  });
  dialog(
    "Logs",
    [
      h("div", { class: "log-choice" }, which, person, find),
      h(
        "div",
        { class: "log-frame", tabindex: 0, role: "region", "aria-label": "Entries" },
        h(
          "table",
          { class: "log-table", "data-test": "log-table" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["When", "Where", "What", "Who"].map((label) => h("th", { scope: "col" }, label)),
            ),
          ),
          rows,
        ),
      ),
      told,
      more,
    ],
    { test: "log-dialog", wide: true },
  );
  await run(null, first);

  async function first() {
    rows.replaceChildren();
    person.hidden = which.value !== "person";
    await load(null);
  }

  async function load(before) {
    const query = new URLSearchParams({ about: which.value });
    if (which.value === "person") query.set("person", person.value.trim());
    if (before) query.set("before", String(before));
    const page = await get(`/api/log?${query}`);
    rows.append(...page.entries.map((entry) => row(desk, entry)));
    next = page.next;
    more.hidden = next === null;
    sift();
  }

  /** Of the entries that are here, those that hold each word; further back there may be others. */
  function sift() {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    let left = 0;
    for (const line of rows.children) {
      const text = line.textContent.toLowerCase();
      line.hidden = !words.every((word) => text.includes(word));
      left += Number(!line.hidden);
    }
    const all = rows.children.length;
    const back = next === null ? "" : " so far";
    if (!all) told.textContent = next === null ? "Nothing yet." : "Nothing so far.";
    else if (words.length) told.textContent = `${left} of ${all} entries${back}.`;
    else told.textContent = `${all === 1 ? "1 entry" : `${all} entries`}${back}.`;
  }
}

function row(desk, entry) {
  const where = entry.table ?? entry.link ?? "";
  const book = desk.live.tables.get(entry.table)?.rulebook ?? null;
  return h(
    "tr",
    { "data-test": "log-entry" },
    h("td", {}, dateTime(entry.at_ms)),
    h(
      "td",
      {},
      entry.round
        ? h("a", { href: `/audit?round=${encodeURIComponent(entry.round)}` }, entry.round)
        : where,
    ),
    h("td", {}, words(entry), " ", book ? clauseChips(book, entry.clauses) : ""),
    h("td", {}, entry.by ?? "–"),
  );
}

/** An entry in words: what it is, and what about. */
function words({ event, about }) {
  const what = capital(plain(event.replace(/\/\d+$/, "")));
  return [
    about.incident ? incident(about.incident) : about.message ? `Refused: ${about.message}` : what,
    about.description ? `“${about.description}”` : "",
    about.decision ? (DECISIONS[about.decision] ?? plain(about.decision)) : "",
    about.box ? `box ${about.box}` : "",
    about.hand ? plain(about.hand) : "",
    about.amount ? money(about.amount) : "",
    about.payer || about.payee
      ? `${about.payer ?? "the house"} pays ${about.payee ?? "the house"}`
      : "",
    about.reason ?? "",
    about.note ?? about.text ?? "",
    about.player ?? "",
  ]
    .filter(Boolean)
    .join(" · ");
}
