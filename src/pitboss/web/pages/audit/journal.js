// The audit of the journal: what the auditor recomputed, and what it found.

import { get, post } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { saveLink } from "../shared/download.js";
import { money } from "../shared/money.js";
import { run } from "../shared/shell.js";
import { dateTime } from "../shared/times.js";
import { capital, plain } from "../shared/words.js";

/** Counts whose name alone says too little. */
const COUNTS = {
  awarded_cents: "Paid by jackpots",
  displayed: "Figures on signs",
  links: "Jackpots",
  recoveries: "Restarts",
};

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
                    { class: "counts" },
                    Object.entries(report.counts).map(([name, count]) =>
                      h(
                        "div",
                        {},
                        h("dt", {}, COUNTS[name] ?? capital(plain(name))),
                        h(
                          "dd",
                          {},
                          name.endsWith("_cents")
                            ? money((count / 100).toFixed(2))
                            : Number(count).toLocaleString("en"),
                        ),
                      ),
                    ),
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
        "The audit works out the journal again with independent code: everything since its last " +
          "signed verdict, or everything from the first record.",
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
