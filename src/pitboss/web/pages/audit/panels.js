// The audit of the journal, and the reports.

import { openDay } from "../components/day-card.js";
import { whyAddress } from "../components/why-address.js";
import { whyFigureButton } from "../components/why-figure.js";
import { get, post } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { asCsv, saveLink } from "../shared/download.js";
import { money } from "../shared/money.js";
import { run } from "../shared/shell.js";
import { dateTime, today, zoneLong } from "../shared/times.js";
import { capital, plain } from "../shared/words.js";
import { openAccount } from "./account-card.js";

/** Recomputes everything from the journal, with code of its own, and says what it found. */
export async function auditPanel() {
  const place = h("div", { "aria-live": "polite" });
  const starting = (name, address, words, look = {}) => {
    const button = h(
      "button",
      {
        ...look,
        "data-test": name,
        onclick: () =>
          run(button, async () => {
            draw(await post(address));
            await follow();
          }),
      },
      words,
    );
    return button;
  };

  const draw = (state) => {
    const report = state.report;
    place.replaceChildren(
      ...[
        state.running ? running(state) : "",
        !report
          ? state.running
            ? ""
            : h("p", { class: "empty" }, "No audit has been run since the server started.")
          : [
              h(
                "p",
                { class: "verdict" },
                h(
                  "span",
                  {
                    class: `badge ${report.content ? "good" : "bad"}`,
                    "data-test": "audit-result",
                  },
                  report.content ? "Everything is in order" : "Something is wrong",
                ),
              ),
              report.problem
                ? h(
                    "p",
                    { class: "says" },
                    report.problem.sentence ?? JSON.stringify(report.problem),
                  )
                : h(
                    "p",
                    {},
                    "Every hash, every settlement, every shuffle and every cent of the " +
                      "jackpots was worked out again, and agrees with the journal.",
                  ),
              report.counts
                ? h(
                    "dl",
                    { class: "facts counts" },
                    Object.entries(report.counts).map(([name, count]) => [
                      h("dt", {}, capital(plain(name.replace(/_cents$/, "")))),
                      h(
                        "dd",
                        {},
                        name.endsWith("_cents")
                          ? money((count / 100).toFixed(2))
                          : Number(count).toLocaleString("en"),
                      ),
                    ]),
                  )
                : "",
              ...extent(report),
              ...signatures(report),
              report.heads
                ? h(
                    "p",
                    { class: "small faint" },
                    "Hash of all heads: ",
                    h("code", {}, report.heads),
                  )
                : "",
              h("div", { class: "row" }, saveLink("Save the report", "audit.json", report)),
            ],
      ]
        .flat(2)
        .filter(Boolean),
    );
  };
  const follow = async () => {
    for (;;) {
      await new Promise((done) => setTimeout(done, 300));
      const state = await get("/api/audit");
      draw(state);
      if (!state.running) return;
    }
  };
  const state = await get("/api/audit");
  draw(state);
  if (state.running) run(null, follow);
  return h(
    "section",
    { class: "sheet stack" },
    h(
      "div",
      { class: "spread" },
      h(
        "p",
        { class: "faint" },
        "The auditor recomputes the journal with code of its own: what came after its last " +
          "signed verdict, or everything from the first record on.",
      ),
      h(
        "div",
        { class: "row" },
        starting("run-audit", "/api/audit", "Run the audit", { class: "primary" }),
        starting("run-full-audit", "/api/audit?extent=all", "Recompute everything"),
      ),
    ),
    place,
  );
}

/** What was recomputed, and what an earlier audit stands for. */
function extent(report) {
  if (report.counts === undefined) return [];
  const at = (ms) => dateTime(new Date(ms).toISOString());
  const begun = report.begun;
  return [
    h(
      "p",
      { "data-test": "audit-extent" },
      begun
        ? `Recomputed from position ${Number(begun.position + 1).toLocaleString("en")} on. ` +
            `Everything before it was found in order ${at(begun.audited_ms)}, and last ` +
            `recomputed from the first record ${at(begun.full_ms)}` +
            (begun.reread ? "; its bytes were read again." : "; its bytes were not read again.")
        : "Everything was recomputed, from the first record on.",
    ),
    ...(report.ignored ?? []).map((why) => h("p", { class: "faint small" }, capital(why))),
  ];
}

/** How far signatures reach, and what was done to the journal itself. */
function signatures(report) {
  if (report.unsigned === undefined) return [];
  const number = (count) => Number(count).toLocaleString("en");
  const at = (ms) => dateTime(new Date(ms).toISOString());
  const after =
    report.unsigned === 1
      ? "1 record after it is not."
      : report.unsigned
        ? `${number(report.unsigned)} records after it are not.`
        : "Nothing came after it.";
  return [
    h(
      "p",
      { "data-test": "audit-signed" },
      report.signed_up_to
        ? `Signed up to position ${number(report.signed_up_to)}. ${after}`
        : "Nothing is signed yet: no checkpoint was made.",
    ),
    ...report.restored.map((one) =>
      h(
        "p",
        {},
        `Restored ${at(one.at_ms)} by ${one.by} from ${one.file}, up to position ` +
          `${number(one.up_to)}.`,
      ),
    ),
    ...report.key_changes.map((one) =>
      h(
        "p",
        {},
        `A new key signs since ${at(one.at_ms)}, by ${one.by}: ` +
          (one.confirmed
            ? "confirmed by the old one."
            : "not confirmed by the old one, which was lost."),
      ),
    ),
  ];
}

/** How far an audit has come. */
function running({ read, records }) {
  const words = records
    ? `${read.toLocaleString("en")} of ${records.toLocaleString("en")} records`
    : "Starting";
  return h(
    "div",
    { class: "progress", "data-test": "audit-progress" },
    h("label", { for: "audit-bar" }, "Audit running"),
    h("progress", { id: "audit-bar", max: records || 1, ...(records ? { value: read } : {}) }),
    h("span", { class: "faint small" }, words),
  );
}

/** Reports of the day, the jackpots, and whether the books agree. */
export async function reportsPanel() {
  const date = h("input", {
    type: "date",
    id: "report-date",
    value: today(),
    "data-test": "report-date",
    onchange: () => run(null, drawDay),
  });
  const day = h("div", { class: "scroll" });
  const jackpots = h("div", { class: "stack" });
  const books = h("div", {});

  const drawDay = async () => {
    const found = await get(`/api/reports/day?date=${encodeURIComponent(date.value)}`);
    const columns = [
      "table",
      "rounds",
      "void-rounds",
      "turnover",
      "handle",
      "win",
      "win-percent",
      "contributions",
      "hits",
      "awards",
      "incidents",
      "refusals",
    ];
    const rows = [
      ...found.tables,
      ...(found.total ? [{ table: "All", total: true, ...found.total }] : []),
    ];
    day.replaceChildren(
      rows.length
        ? table(columns, rows, whyDay(date.value))
        : h("p", { class: "empty" }, "Nothing happened at any table on this day."),
      h(
        "div",
        { class: "row" },
        saveLink("Save as CSV", `day-${date.value}.csv`, asCsv(columns, rows)),
        saveLink("Save as JSON", `day-${date.value}.json`, found),
      ),
    );
  };
  const drawJackpots = async () => {
    const found = await get("/api/reports/jackpot");
    jackpots.replaceChildren(
      ...found.map((link) =>
        h(
          "article",
          { class: "stack" },
          h(
            "div",
            { class: "spread" },
            h("h3", {}, link.link),
            whyFigureButton(link.link, h("b", {}, money(link.displayed))),
          ),
          h(
            "p",
            { class: "small" },
            h(
              "span",
              { class: `badge ${link["adds-up"] ? "good" : "bad"}` },
              link["adds-up"] ? "Adds up" : "Does not add up",
            ),
            ` reserve ${money(link.reserve)}, overflow ${money(link.overflow)}, waiting to ` +
              `be entered ${money(link.waiting)}`,
          ),
          link.hits.length
            ? h(
                "div",
                { class: "scroll" },
                table(
                  ["paid", "hand", "table", "round", "box", "player", "award", "standing"],
                  link.hits,
                  whyHit,
                ),
              )
            : h("p", { class: "faint small" }, "No hits yet."),
        ),
      ),
      h("div", { class: "row" }, saveLink("Save as JSON", "jackpots.json", found)),
    );
  };
  const drawBooks = async () => {
    const found = await get("/api/reports/reconcile");
    books.replaceChildren(
      h(
        "p",
        {},
        h(
          "span",
          { class: `badge ${found.right ? "good" : "bad"}`, "data-test": "reconcile-result" },
          found.right ? "The books agree" : "The books do not agree",
        ),
        ` ${found.verdict}`,
      ),
      found.wrong.length ? h("pre", { class: "mono" }, JSON.stringify(found.wrong, null, 1)) : "",
      h(
        "details",
        {},
        h("summary", {}, "Accounts"),
        h(
          "div",
          { class: "scroll" },
          table(
            ["account", "balance"],
            Object.entries(found.accounts).map(([account, balance]) => ({ account, balance })),
            whyAccount,
          ),
        ),
      ),
      h("div", { class: "row" }, saveLink("Save as JSON", "reconciliation.json", found)),
    );
  };
  await Promise.all([drawDay(), drawJackpots(), drawBooks()]);
  return h(
    "div",
    { class: "stack" },
    h(
      "section",
      { class: "sheet stack" },
      h(
        "div",
        { class: "spread" },
        h("h2", {}, "The day"),
        h(
          "div",
          { class: "row" },
          h("label", { for: "report-date" }, `Day in ${zoneLong()}`),
          date,
        ),
      ),
      day,
    ),
    h("section", { class: "sheet stack" }, h("h2", {}, "Jackpots"), jackpots),
    h("section", { class: "sheet stack" }, h("h2", {}, "Reconciliation"), books),
  );
}

const WORDS = new Set(["table", "hand", "round", "player", "standing", "paid", "account"]);
const MONEY = new Set(["turnover", "handle", "win", "contributions", "awards", "award", "balance"]);

/** What a table came to on a day: the sum, and its rounds. */
const whyDay = (date) => (column, row, words) => {
  const table = row.table;
  if (!["turnover", "win", "awards"].includes(column) || row.total) return words;
  return h(
    "button",
    {
      type: "button",
      class: "why",
      "data-test": `why-${column}-${table}`,
      "aria-label": `${table}, ${column} ${words}: why?`,
      onclick: () => openDay(table, row, date),
    },
    words,
  );
};

/** What an account is made of. */
const whyAccount = (column, row, words) => {
  if (column !== "balance") return words;
  return h(
    "button",
    {
      type: "button",
      class: "why",
      "data-test": `why-${row.account}`,
      "aria-label": `${row.account} ${words}: why?`,
      onclick: () => openAccount(row.account, row.balance),
    },
    words,
  );
};

/** What a hit was paid, with the card that says why; one that waits has none yet. */
const whyHit = (column, row, words) =>
  column === "award" && row.paid
    ? h(
        "a",
        {
          href: whyAddress(row.round, `${row.box}.progressive`),
          "aria-label": `${words}: why?`,
          "data-test": `why-hit-${row.round}`,
        },
        words,
      )
    : words;

function table(columns, rows, asked = (_column, _row, words) => words) {
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        columns.map((column) =>
          h(
            "th",
            { scope: "col", class: WORDS.has(column) ? "" : "number" },
            capital(plain(column)),
          ),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row) =>
        h(
          "tr",
          {},
          columns.map((column) =>
            h(
              "td",
              { class: WORDS.has(column) ? "" : "number" },
              asked(column, row, cell(column, row[column])),
            ),
          ),
        ),
      ),
    ),
  );
}

function cell(column, value) {
  if (value === null || value === undefined) return "–";
  if (MONEY.has(column)) return money(value);
  if (column === "hand") return plain(value);
  if (column === "win-percent") return value.replace("-", "−");
  if (column === "paid") return dateTime(value);
  return String(value);
}
