// The rules of the house: which texts are in force, which are to come, and which wait for a second
// shift manager. A text is proposed by one, and approved by another who has seen what it changes.

import { get, post } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { saveLink } from "../shared/download.js";
import { actions, field, sends } from "../shared/fields.js";
import { askSure, dialog, may, notice, run } from "../shared/shell.js";
import { dateTime, zoneLong } from "../shared/times.js";
import { comparison, differences } from "./comparison.js";

/**
 * All of it, drawn anew after each change.
 * @param {Api.Me} person
 */
export async function housePage(person, rulebooks) {
  const shift = may(person, "open-link");
  const place = h("div", { class: "book" });
  const draw = (found) => place.replaceChildren(...page(found));
  const change = async (body, said) => {
    draw(await post("/api/house/commands", body));
    notice(said);
  };
  /** @param {Api.HouseView} found */
  const page = (found) =>
    [
      h(
        "header",
        {},
        h(
          "div",
          { class: "spread" },
          h("h2", { class: "book-title" }, "House rules"),
          shift
            ? h(
                "button",
                { "data-test": "propose-text", onclick: () => openProposal(rulebooks, change) },
                "Propose a text …",
              )
            : "",
        ),
        h(
          "p",
          { class: "faint" },
          "Tables play by these texts, which are in the journal word for word. One shift manager " +
            "proposes a text, another approves it. " +
            `Times are in ${zoneLong()}.`,
        ),
      ),
      part("Waiting for a second shift manager", "proposed", [
        found.proposed.length
          ? found.proposed.map((one) => proposal(one, person, shift, change))
          : h("p", { class: "empty" }, "Nothing is proposed."),
      ]),
      found.coming.length ? part("To come", "coming", coming(found)) : "",
      part("In force", "in-force", texts(found.adopted.filter((one) => one.in_force))),
      earlier(found.adopted.filter((one) => !one.in_force)),
    ].filter(Boolean);
  draw(await get("/api/house/rules"));
  return [place];
}

const part = (title, test, ...inside) =>
  h(
    "section",
    { class: "part", "data-test": `house-${test}` },
    h("h3", {}, title),
    h("div", { class: "stack" }, inside),
  );

/** A time that breaks between its day and its hour, if at all. */
const stamp = (ms) => dateTime(ms).replaceAll(" ", "\u00a0").replace(",\u00a0", ", ");

const brief = (rules) => h("code", { title: rules }, rules.slice(0, 12));

// ── what waits ───────────────────────────────────────────────────────────────────────────────────

/** @param {Api.ProposedView} one */
function proposal(one, person, shift, change) {
  const own = one.by === person.name;
  const approve = async () => {
    const sure = await askSure(
      `Adopt ${one.title}, version ${one.version}?`,
      [
        h("p", {}, effectWords(one)),
        h("p", {}, "You approve this text and no other: ", h("code", { class: "hash" }, one.rules)),
      ],
      "Adopt it",
      { test: "adopt", keep: "Not yet" },
    );
    if (sure) await change({ do: "approve-rulebook", rules: one.rules }, "Adopted.");
  };
  const withdraw = () =>
    change(
      { do: "withdraw-rulebook", rules: one.rules },
      "Withdrawn. That it was proposed stays on record.",
    );
  const button = (kind, test, label, work) =>
    h(
      "button",
      { class: kind, "data-test": test, onclick: (event) => run(event.currentTarget, work) },
      label,
    );
  return h(
    "article",
    { class: "sheet stack", "data-test": `proposal-${one.rulebook}` },
    h("h4", {}, `${one.title}, version ${one.version}`),
    h(
      "p",
      {},
      "Proposed by ",
      h("b", {}, one.by),
      ` on ${dateTime(one.proposed_ms)}. ${effectWords(one)}`,
    ),
    changed(one),
    h(
      "div",
      { class: "row" },
      shift && !own ? button("primary", "approve-text", "Approve …", approve) : "",
      shift ? button("danger", "withdraw-text", "Withdraw", withdraw) : "",
      textButton(one),
      shift && own
        ? h("span", { class: "faint small" }, "You proposed it; another shift manager approves it.")
        : "",
      shift ? "" : h("span", { class: "faint small" }, "Waiting for a shift manager."),
    ),
  );
}

/** From when tables would play by it. */
function effectWords({ since_ms: since, until_ms: until, replaces }) {
  const starts = since !== null && since > Date.now() ? `from ${dateTime(since)}` : "at once";
  const ends = until === null ? "" : ` until ${dateTime(until)}`;
  const moved = replaces ? ` Tables of ${replaces} go over to it.` : "";
  const rounds = "each table plays by it from its next round on";
  return `Once adopted it is in force ${starts}${ends}; ${rounds}.${moved}`;
}

/** What it says differently from the text before it. */
function changed(one) {
  if (!one.difference) return h("p", {}, "The house has had no text of this rulebook so far.");
  const parts = differences(one.difference);
  if (!parts.length) return h("p", {}, "It says the same as the text before it.");
  const books = [one.replaces ?? one.rulebook, one.rulebook];
  return parts.map(([key, label]) => [
    h("h4", {}, `${label} (${one.difference[key].length})`),
    comparison(one.difference[key], label, ["Until now", "Proposed"], books),
  ]);
}

// ── what is adopted ──────────────────────────────────────────────────────────────────────────────

function coming({ coming: all, adopted }) {
  const titles = new Map(adopted.map((one) => [one.rules, `${one.title}, version ${one.version}`]));
  const words = ({ rulebook, at_ms: at, rules }) =>
    `${dateTime(at)}: tables of ${rulebook} ` +
    (rules
      ? `play by ${titles.get(rules) ?? rules}.`
      : "begin no further round: no text is in force.");
  return h(
    "ul",
    { class: "sheet" },
    all.map((one) => h("li", {}, words(one))),
  );
}

/** @param {Api.AdoptedView[]} all */
function texts(all) {
  const heads = ["Rulebook", "Version", "In force from", "Adopted by", ""];
  const row = (one) =>
    h(
      "tr",
      { "data-test": `adopted-${one.rulebook}` },
      h(
        "th",
        { scope: "row" },
        one.title,
        h("small", { class: "faint line" }, one.rulebook),
        h("small", { class: "faint line" }, brief(one.rules)),
      ),
      h("td", { "data-label": "Version" }, one.version),
      h("td", { "data-label": "In force from" }, spanWords(one)),
      h("td", { "data-label": "Adopted by" }, byWords(one)),
      h("td", { class: "number" }, textButton(one)),
    );
  return h(
    "div",
    { class: "sheet scroll" },
    h(
      "table",
      { class: "house-texts" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) =>
            h("th", { scope: "col" }, head || h("span", { class: "unseen" }, "Text")),
          ),
        ),
      ),
      h("tbody", {}, all.map(row)),
    ),
  );
}

/** A text that counts from the first day on has no date worth telling. */
function spanWords({ from_ms: from, until_ms: until }) {
  const begins = from > 0 ? stamp(from) : "the beginning";
  return until === null ? begins : `${begins} until ${stamp(until)}`;
}

const byWords = ({ by, adopted_ms: at }) =>
  `${by.length > 1 ? by.join(" and ") : "supplied with Pitboss"}, ${stamp(at)}`;

const earlier = (all) =>
  all.length
    ? h(
        "details",
        { class: "sheet", "data-test": "house-earlier" },
        h("summary", {}, h("h4", {}, `Not in force (${all.length})`)),
        texts(all),
      )
    : "";

const textButton = (one) =>
  h(
    "button",
    {
      class: "small-button",
      "data-test": `text-${one.rules.slice(0, 12)}`,
      onclick: (event) => run(event.currentTarget, () => openText(one)),
    },
    "Read it …",
  );

async function openText({ rules, title, version }) {
  const found = await get(`/api/house/rules/${rules}`);
  dialog(
    `${title}, version ${version}`,
    [
      h("p", {}, "Hash: ", h("code", { class: "hash" }, rules)),
      h(
        "div",
        { class: "row" },
        saveLink("Save the text", `${found.rulebook}.toml`, found.toml),
        found.clauses ? saveLink("Save the clauses", `${found.rulebook}.csv`, found.clauses) : "",
      ),
      h("pre", { class: "mono whole-text", tabindex: 0, "data-test": "whole-text" }, found.toml),
    ],
    { test: "text-dialog", wide: true },
  );
}

// ── proposing ────────────────────────────────────────────────────────────────────────────────────

/** A file is read into the field below it, where it can be looked through before it is sent. */
function openProposal(rulebooks, change) {
  const file = (test, into, kinds) =>
    h("input", {
      type: "file",
      accept: kinds,
      "data-test": test,
      onchange: async ({ currentTarget }) => {
        into.value = (await currentTarget.files[0]?.text()) ?? "";
        into.dispatchEvent(new Event("input"));
      },
    });
  const area = (test, more = {}) =>
    h("textarea", { rows: 6, spellcheck: "false", class: "mono", "data-test": test, ...more });
  const toml = area("text-toml", { required: true });
  const clauses = area("text-clauses", { rows: 3 });
  const replaces = h(
    "select",
    { "data-test": "text-replaces" },
    h("option", { value: "" }, "None: a new text of the same rulebook"),
    rulebooks.map((one) => h("option", { value: one.id }, `${one.title} (${one.id})`)),
  );
  const form = h(
    "form",
    { class: "stack" },
    field("File of the rulebook", file("toml-file", toml, ".toml,text/plain")),
    field("Text", toml, "The file as it is, or pasted here."),
    field("File of its clauses", file("clauses-file", clauses, ".csv,text/csv")),
    field("Clauses", clauses, "Leave blank if the text names a clause list of Pitboss."),
    field(
      "Replaces",
      replaces,
      "A later edition has another id; tables of the old one move to it.",
    ),
    actions("text-propose", "Propose"),
  );
  const shown = dialog("Propose a text", form, { test: "propose-dialog", wide: true });
  sends(
    form,
    async () => {
      const body = { do: "propose-rulebook", toml: toml.value, clauses: clauses.value };
      const moved = replaces.value ? { replaces: replaces.value } : {};
      await change({ ...body, ...moved }, "Proposed. Another shift manager has to approve it.");
      shown.close();
    },
    {
      where: { toml, clauses, replaces },
      codes: {
        "too-long": toml,
        "bad-rulebook": toml,
        "proposal-open": toml,
        "in-force": toml,
        "unknown-rulebook": replaces,
        "other-game": replaces,
      },
    },
  );
}
