// What waits for a decision: rulings, claims, and what takes a second person. First what needs the
// person at this desk, then, folded away, what needs somebody else.

import { parametersOf, secondsLeft, whoMay } from "../components/approval.js";
import { claimItem, needs } from "../components/claims.js";
import { rulingBody, rulingButtons } from "../components/ruling.js";
import { whyButton } from "../components/why.js";
import { command, linkPath, post, tablePath } from "../shared/api.js";
import { h, show } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { notice, run, tooNew } from "../shared/shell.js";
import { authority, capital, incident, OPERATIONS, plain } from "../shared/words.js";
import { openBarBox } from "./dialogs.js";
import { reportButtons } from "./incident.js";
import { openOrder } from "./link-dialogs.js";
import { changes, failureWords } from "./links.js";

const head = h("h2", { id: "waits-head" });
const mine = h("div", { class: "waits", "data-test": "waits" });
const others = h("div", { class: "waits others" });

/** Draws what waits; what needs this person, by key and in words. */
export function drawWaits(place, desk) {
  if (!place.hasChildNodes()) place.append(head, mine, others);
  const all = [
    ...approvalMatters(place, desk),
    ...tableMatters(desk),
    ...linkMatters(desk),
    ...ruleMatters(desk),
  ];
  const own = all.filter((one) => one.mine);
  const rest = all.filter((one) => !one.mine);
  const text = own.length ? `Needs you (${own.length})` : "All clear";
  if (head.textContent !== text) head.textContent = text;
  show(
    mine,
    own.map((one) => one.key),
    () => own.map((one) => one.make()),
  );
  show(
    others,
    rest.map((one) => one.key),
    () => (rest.length ? fold(rest) : []),
  );
  place.classList.toggle("alarm", own.length > 0);
  return own.map(({ key, words }) => ({ key: JSON.stringify(key.slice(0, 2)), words }));
}

const fold = (rest) =>
  h(
    "details",
    { class: "sheet" },
    h("summary", {}, `Others decide (${rest.length})`),
    h(
      "div",
      { class: "waits" },
      rest.map((one) => one.make()),
    ),
  );

const sheet = (test, title, ...inside) =>
  h("article", { class: "sheet wait-card", "data-test": test }, h("h3", {}, title), inside);

// ── a second person ──────────────────────────────────────────────────────────────────────────────

/** Commands that somebody has asked for and a second person must approve, for a minute. */
function approvalMatters(place, desk) {
  const { live, person } = desk;
  const waiting = live.floor.approvals.filter((waits) => secondsLeft(waits) > 0);
  for (const waits of waiting) {
    if (redrawn.has(waits.digest)) continue;
    redrawn.add(waits.digest);
    setTimeout(() => drawWaits(place, desk), secondsLeft(waits) * 1_000 + 200);
  }
  return waiting.map((waits) => ({
    key: ["approval", waits.digest],
    words: `${waits.table ?? waits.link}: ${waits.by} needs a second person`,
    mine: person.decides.includes(waits.post) && waits.by !== person.name,
    make: () => approvalCard(person, waits),
  }));
}

const redrawn = new Set();

function approvalCard(person, waits) {
  const path = `/api/approvals/${waits.digest}`;
  const button = (kind, test, label, where, said) =>
    h(
      "button",
      {
        class: kind,
        "data-test": `${test}-${waits.digest}`,
        disabled: test === "approve" && Boolean(tooNew(person)),
        onclick: (event) =>
          run(event.currentTarget, async () => {
            await post(where);
            notice(said);
          }),
      },
      label,
    );
  const may = person.decides.includes(waits.post) && waits.by !== person.name;
  const where = waits.table ?? waits.link;
  return sheet(
    `approval-${where}`,
    `${where}: ${waits.by} needs a second person`,
    h("p", {}, waits.why),
    parametersOf(waits),
    may
      ? h(
          "div",
          { class: "row" },
          button("primary", "approve", "Approve", path, "Approved."),
          button("danger", "drop", "Decline", `${path}/drop`, "Declined."),
        )
      : h("p", { class: "faint small" }, `Waiting for a ${whoMay(waits)}.`),
    may && tooNew(person) ? h("p", { class: "small" }, tooNew(person)) : "",
    waits.table ? h("div", { class: "wait-links" }, toTable(waits.table)) : "",
  );
}

// ── tables ───────────────────────────────────────────────────────────────────────────────────────

function tableMatters(desk) {
  const { live, person } = desk;
  const found = [];
  for (const [table, view] of live.tables) {
    const ruling = view.round?.ruling;
    if (ruling) {
      found.push({
        key: ["ruling", `${view.round.id}/${ruling.digest}`, table, ruling],
        words: `${table}: round on hold, ruling pending`,
        mine: person.decides.includes(ruling.authority),
        make: () => rulingCard(desk, table, ruling),
      });
    }
    if (view.operation_awaited) {
      const failure = live.links.get(view.link)?.failure ?? null;
      found.push({
        key: ["operation", table, failure],
        words: `${table}: how to run without the jackpot?`,
        mine: mayOperate(view),
        make: () => operationCard(desk, table, view, failure),
      });
    }
  }
  return found;
}

const toTable = (table) =>
  h("a", { class: "button quiet", href: `/table/${encodeURIComponent(table)}` }, "Go to the table");

function rulingCard({ live, person }, table, ruling) {
  const done = (answer) => {
    live.take(answer.view);
    notice("Ruled.");
  };
  const view = live.tables.get(table);
  const where = ruling.box ? `, box ${ruling.box}` : "";
  return sheet(
    `incident-${table}`,
    `${table}: round on hold, ruling pending`,
    h("p", { class: "faint small" }, `Round ${view.round.id}${where}`),
    rulingBody(ruling),
    h(
      "div",
      { class: "row" },
      rulingButtons(table, ruling, ruling.box, person, done, view),
      reportButtons(table, ruling, person, view, done),
    ),
    h(
      "div",
      { class: "wait-links" },
      whyButton(view.round.id, incident(ruling.incident), ruling),
      toTable(table),
    ),
  );
}

const mayOperate = (view) => view.next.some((step) => step.do === "choose-operation");

function operationCard({ live }, table, view, failure) {
  const choose = async (operation) => {
    const send = async (body) => live.take((await command(tablePath(table), body)).view);
    if (operation === "bar-box") openBarBox(view, send);
    else await send({ do: "choose-operation", operation });
  };
  const button = ([operation, label]) =>
    h(
      "button",
      {
        "data-test": `operate-${table}-${operation}`,
        onclick: (event) => run(event.currentTarget, () => choose(operation), view.rulebook),
      },
      label,
    );
  return sheet(
    `operation-${table}`,
    `${table}: how to run without the jackpot?`,
    failure ? failureWords(failure) : "",
    h("p", {}, "The jackpot is out of service. The house decides how this table runs until then."),
    mayOperate(view)
      ? h("div", { class: "row" }, Object.entries(OPERATIONS).map(button))
      : h("p", {}, `Waiting for ${authority("house")}.`),
    h("div", { class: "wait-links" }, toTable(table)),
  );
}

// ── jackpots ─────────────────────────────────────────────────────────────────────────────────────

function linkMatters(desk) {
  const { live, person, shift } = desk;
  const found = [];
  for (const [, link] of live.links) {
    for (const claim of link.claims ?? []) {
      found.push({
        key: ["claim", claim.claim, claim, link.displayed],
        words: `${claim.table}: ${link.link} claimed`,
        mine: needs(claim, person),
        make: () => claimCard(desk, link, claim),
      });
    }
    if (link.house_must_order) {
      const key = ["order", link.link, link.claims];
      found.push({
        key,
        words: `${link.link}: who is paid first?`,
        mine: shift,
        make: () => orderCard(desk, link),
      });
    }
    const second = (proposed) => shift && proposed.by !== person.name;
    if (link.proposal && !link.proposal.approved_by) {
      const key = ["proposal", link.link, link.proposal];
      found.push({
        key,
        words: `${link.link}: new parameters`,
        mine: second(link.proposal),
        make: () => proposalCard(desk, link),
      });
    }
    if (link.correction) {
      const key = ["correction", link.link, link.correction];
      found.push({
        key,
        words: `${link.link}: a correction of the meter`,
        mine: second(link.correction),
        make: () => correctionCard(desk, link),
      });
    }
  }
  return found;
}

const claimCard = ({ live, person, takeLink }, link, claim) =>
  sheet(
    `claimed-${claim.claim}`,
    `${claim.table}: ${link.link} claimed`,
    claimItem(link, claim, person, takeLink, live.tables.get(claim.table) ?? null),
  );

function orderCard({ shift, takeLink }, link) {
  const open = () => openOrder(link, takeLink);
  const set = h(
    "button",
    { class: "primary", "data-test": `order-${link.link}`, onclick: open },
    "Set the order …",
  );
  return sheet(
    `ordered-${link.link}`,
    `${link.link}: who is paid first?`,
    h(
      "p",
      {},
      "Hands at several tables were completed at the same moment. ",
      "The house decides who is paid first; that is final.",
    ),
    shift ? set : h("p", { class: "faint small" }, "Waiting for the shift manager."),
  );
}

function proposalCard(desk, link) {
  return sheet(
    `proposal-${link.link}`,
    `${link.link}: new parameters`,
    h(
      "p",
      {},
      "Proposed by ",
      h("b", {}, link.proposal.by),
      ". ",
      "Approved by a second shift manager, they take effect between two jackpots.",
    ),
    changes(link.parameters, link.proposal.parameters),
    approval(desk, link, "approve-parameters", link.proposal),
  );
}

function correctionCard(desk, link) {
  const { amount, reason, note, by } = link.correction;
  return sheet(
    `correction-${link.link}`,
    `${link.link}: correction of ${money(amount)}`,
    h("p", {}, `${capital(plain(reason))}: ${note}`),
    h("p", {}, "Proposed by ", h("b", {}, by), ". A second shift manager approves it."),
    approval(desk, link, "approve-correction", link.correction),
  );
}

/** An approval names what it approves, as it stands on this card. */
function approval({ shift, person, takeLink }, link, approve, proposed) {
  if (!shift) return h("p", { class: "faint small" }, "Waiting for a shift manager.");
  const send = async (body) => takeLink((await command(linkPath(link.link), body)).view);
  const button = (kind, test, label, body) =>
    h(
      "button",
      {
        class: kind,
        "data-test": `${test}-${link.link}`,
        onclick: (event) => run(event.currentTarget, () => send(body)),
      },
      label,
    );
  return h(
    "div",
    { class: "row" },
    proposed.by === person.name
      ? h("span", { class: "faint small" }, "You proposed it; somebody else must approve it.")
      : button("primary", approve, "Approve", { do: approve, approves: proposed.digest }),
    button("danger", "withdraw", "Withdraw", { do: "withdraw-proposal" }),
  );
}

// ── the rules of the house ───────────────────────────────────────────────────────────────────────

/** Texts that another shift manager has proposed; what they change is read where they stand. */
const ruleMatters = ({ proposed, person }) =>
  proposed.map((one) => ({
    key: ["text", one.rules],
    words: `House rules: ${one.title} proposed`,
    mine: one.by !== person.name,
    make: () =>
      sheet(
        `text-${one.rulebook}`,
        `House rules: ${one.title}`,
        h(
          "p",
          {},
          h("b", {}, one.by),
          ` proposes version ${one.version}. A second shift manager approves it.`,
        ),
        h(
          "div",
          { class: "row" },
          h("a", { class: "button", href: "/rulebooks?house" }, "See what changes"),
        ),
      ),
  }));
