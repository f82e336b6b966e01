// The jackpots at the pit desk: how each stands, what it runs by, and what may be done about it.

import { whyAddress } from "../components/why-address.js";
import { whyFigureButton } from "../components/why-figure.js";
import { isStage } from "../lobby/state.js";
import { command, linkPath } from "../shared/api.js";
import { h, show } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { percent } from "../shared/percent.js";
import { askSure, askText, may, notice, run } from "../shared/shell.js";
import { since } from "../shared/since.js";
import { plain } from "../shared/words.js";
import { openCorrection, openParameters } from "./link-dialogs.js";

const FIRST =
  "No jackpot is open. A shift manager opens one here, and tables join it when they are opened.";

export function drawLinks(place, desk) {
  const { demo } = desk.person;
  const all = [...desk.live.links.values()].filter(
    (link) => link.operator && !isStage(link.link, demo),
  );
  all.sort((a, b) => a.link.localeCompare(b.link, "en", { numeric: true }));
  const empty = ({ link, operator }) =>
    h(
      "article",
      { class: "sheet link-row", "data-test": `pit-link-${link}` },
      h(
        "div",
        { class: "spread" },
        h("h3", {}, link, " ", h("small", { class: "faint" }, operator)),
        whyFigureButton(link, h("pit-meter")),
      ),
      h("div", { class: "stack" }),
    );
  show(
    place,
    all.map((link) => link.link),
    () => (all.length ? all.map(empty) : h("p", { class: "empty" }, FIRST)),
  );
  all.forEach((link, at) => {
    const sheet = place.children[at];
    sheet.classList.toggle("down", link.down);
    sheet.querySelector("pit-meter").value = link.displayed;
    const key = [
      link.down,
      link.failure,
      link.notice,
      link.claims,
      link.parameters,
      link.proposal,
      link.correction,
      link.tables,
      link.last,
      link.locked,
    ];
    show(sheet.lastChild, key, () => linkRow(desk, link));
  });
}

/** @param {Api.LinkView} link */
function linkRow(desk, link) {
  const { parameters, proposal } = link;
  const claims = link.claims.length;
  const open = claims === 1 ? "1 claim open" : `${claims} claims open`;
  const badge = (kind, words, test = null) =>
    h("span", { class: `badge ${kind}`, "data-test": test }, words);
  return [
    h(
      "div",
      { class: "row" },
      link.down
        ? badge("bad", "Out of service", `down-${link.link}`)
        : badge("good", "In service", `up-${link.link}`),
      claims ? badge("wait", open) : "",
      link.locked && !link.down ? badge("wait", "Meter locked") : "",
      link.notice ? badge("info", link.notice) : "",
    ),
    link.failure ? failureWords(link.failure) : "",
    proposal?.approved_by ? approved(link) : "",
    h("div", { class: "link-acts" }, linkButtons(desk, link)),
    more(
      link.link,
      h("p", { class: "small faint" }, `Tables: ${link.tables.join(", ") || "none"}`),
      parameters ? runsBy(link) : "",
      link.last.length ? lastPaid(link) : "",
      h("div", { class: "link-acts" }, seldomButtons(desk, link)),
    ),
  ];
}

const unfolded = new Set();

/** What is seldom looked at; whoever has unfolded it keeps it so while the figures go on. */
const more = (link, ...inside) =>
  h(
    "details",
    {
      class: "link-more",
      open: unfolded.has(link),
      ontoggle: ({ currentTarget: { open } }) =>
        open ? unfolded.add(link) : unfolded.delete(link),
    },
    h("summary", { "data-test": `more-${link}` }, "Parameters, tables, hits"),
    inside,
  );

/**
 * The last hits, each with the card that says why.
 * @param {Api.LinkView} link
 */
const lastPaid = (link) =>
  h(
    "p",
    { class: "small" },
    "Last paid: ",
    link.last.map((one, at) => [
      at ? "; " : "",
      `${plain(one.hand)} `,
      h(
        "a",
        {
          href: whyAddress(one.round, `${one.box}.progressive`),
          "aria-label": `${money(one.award)}: why?`,
        },
        money(one.award),
      ),
      ` (${one.table})`,
    ]),
  );

/** @param {Api.LinkView} view */
function approved({ link, parameters, proposal }) {
  return h(
    "div",
    { class: "small", "data-test": `approved-${link}` },
    h(
      "p",
      {},
      `New parameters, proposed by ${proposal.by} and approved by `,
      `${proposal.approved_by}, take effect with the next jackpot.`,
    ),
    changes(parameters, proposal.parameters),
  );
}

/** @param {Api.LinkView} view */
function runsBy({ link, parameters }) {
  const row = ([name, [label, words]]) => [
    h("dt", {}, label),
    h("dd", {}, words(parameters[name])),
  ];
  return h(
    "dl",
    { class: "facts", "data-test": `runs-by-${link}` },
    Object.entries(PARAMETERS).map(row),
  );
}

const PARAMETERS = {
  reset: ["Reset value", money],
  "rate-bp": ["Contribution", percent],
  "reserve-bp": ["Reserve", percent],
  cap: ["Cap", (cap) => (cap ? money(cap) : "none")],
  verifiers: ["Verifiers", String],
};

/** What would be other than now. */
export function changes(now, then) {
  const rows = Object.entries(PARAMETERS).filter(([name]) => now[name] !== then[name]);
  if (!rows.length) return h("p", { class: "faint small" }, "No change.");
  const row = ([name, [label, words]]) => [
    h("dt", {}, label),
    h("dd", {}, h("s", {}, words(now[name])), " → ", h("b", {}, words(then[name]))),
  ];
  return h("dl", { class: "facts changes" }, rows.map(row));
}

/** Why a link is out of service, who reported it and when. */
export const failureWords = ({ reason, by, at_ms: at, registered }) =>
  h(
    "p",
    { class: "small", "data-test": "failure" },
    h("b", {}, `“${reason}”`),
    ` Reported by ${by} at `,
    since(at),
    `; the signs showed ${money(registered)}.`,
  );

// ── what may be done ─────────────────────────────────────────────────────────────────────────────

const signOf = (link) => `/sign/${encodeURIComponent(link.link)}`;

const linkButton = (link, test, label, work, kind = "") =>
  h(
    "button",
    {
      class: `small-button ${kind}`,
      "data-test": `${test}-${link.link}`,
      onclick: (event) => run(event.currentTarget, work),
    },
    label,
  );

const sender = (link, takeLink) => async (body) =>
  takeLink((await command(linkPath(link.link), body)).view);

function linkButtons({ person, shift, takeLink }, link) {
  const send = sender(link, takeLink);
  const button = (...said) => linkButton(link, ...said);
  const runs = may(person, "show-notice");
  const clear = () => send({ do: "clear-notice" });
  const back = () => restore(link, send);
  return [
    h("a", { class: "button small-button", href: signOf(link) }, "Sign"),
    runs && !link.notice ? button("notice", "Show a notice …", () => showNotice(send)) : "",
    runs && link.notice ? button("clear-notice", "Clear the notice", clear) : "",
    runs && !link.down ? button("fail", "Report failure …", () => fail(link, send), "danger") : "",
    shift && link.down ? button("restore", "Return to service …", back, "primary") : "",
  ];
}

function seldomButtons({ shift, takeLink }, link) {
  const send = sender(link, takeLink);
  const button = (...said) => linkButton(link, ...said);
  const parameters = async () => openParameters(link, takeLink);
  const drop = () => send({ do: "withdraw-proposal" });
  const correct = async () => openCorrection(link, takeLink);
  const proposes = shift && link.parameters && !link.proposal;
  const drops = shift && link.proposal?.approved_by;
  return [
    h(
      "a",
      { class: "button small-button", href: `${signOf(link)}?test=royal-flush`, target: "_blank" },
      "Test the show",
    ),
    h(
      "a",
      {
        class: "button small-button",
        href: `/audit?${new URLSearchParams({ tab: "signs", link: link.link })}`,
        "data-test": `signs-${link.link}`,
      },
      "What signs showed",
    ),
    proposes ? button("parameters", "Parameters …", parameters) : "",
    drops ? button("drop", "Withdraw the parameters", drop) : "",
    shift && !link.correction ? button("correct", "Correct the meter …", correct) : "",
  ];
}

async function showNotice(send) {
  const label = "Text for every sign of this jackpot";
  const text = await askText("Show a notice", label, "Show it", { test: "notice-text" });
  if (text) await send({ do: "show-notice", text });
}

/** @param {Api.LinkView} link */
async function fail(link, send) {
  const label =
    "What has failed? The signs freeze, what they show is registered, " +
    "and no progressive bets are taken.";
  const title = `Report failure of ${link.link}`;
  const reason = await askText(title, label, "Take it out of service", { test: "fail" });
  if (reason) await send({ do: "fail-link", reason });
}

/** @param {Api.LinkView} link */
async function restore(link, send) {
  const content = [
    link.failure ? failureWords(link.failure) : "",
    h(
      "p",
      {},
      "Progressive bets are taken again. A table that was switched to run without the ",
      "jackpot stays so until it is switched back.",
    ),
  ];
  const words = { test: "restore", keep: "Not yet" };
  const title = `Return ${link.link} to service?`;
  if (!(await askSure(title, content, "Return to service", words))) return;
  await send({ do: "restore-link" });
  notice(`${link.link} is back in service.`);
}
