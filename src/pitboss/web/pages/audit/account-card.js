// Why an account stands where it does: whose money it is, and the rounds or the figure that it is
// made of.

import { roundsTable } from "../components/rounds-table.js";
import { figureParts, figureTold } from "../components/why-figure.js";
import { get } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { money } from "../shared/money.js";
import { dialog, run } from "../shared/shell.js";

const WHOSE = {
  player: (name) =>
    `What ${name} has won and lost over all rounds, bets that lie on a table included.`,
  table: (name) => `The chips that lie on the layout of ${name} now.`,
  house: (name) => `What the house has won and lost at ${name}.`,
  feed: (name) => `What the tables of ${name} have put in and the jackpot has not entered yet.`,
  meter: (name) => `What stands on the meter of ${name}.`,
  reserve: (name) => `What is kept back for the next start of ${name}.`,
  overflow: (name) => `What came in above the cap of ${name}.`,
};
const AT_A_TIME = "50";

/** Accounts that are about a jackpot. */
const OF_LINKS = ["feed", "meter", "reserve", "overflow", "house/link"];

/**
 * Opens the card of an account, written `player/ann`, `house/table/Stud` or `meter/Millions`.
 * @param {string} account
 * @param {string} balance
 */
export function openAccount(account, balance) {
  const [kind, name] = parts(account);
  const rest = h("div", { class: "stack", "data-test": "account-parts" }, "…");
  dialog(
    `${account}: why?`,
    [
      h(
        "p",
        { class: "says", "data-test": "account-says" },
        h("b", {}, money(balance)),
        ". ",
        WHOSE[kind.split("/")[0]]?.(name) ?? "",
      ),
      rest,
    ],
    { test: "account-dialog", wide: true },
  );
  run(null, async () => {
    const made = OF_LINKS.includes(kind)
      ? figureParts(await figureTold(name))
      : await roundsOf(kind, name);
    rest.replaceChildren(...made);
  });
}

/** What kind of account it is, and whose. A name may have slashes of its own. */
function parts(account) {
  const [, kind, name] = /^(house\/[^/]+|[^/]+)\/(.*)$/.exec(account) ?? ["", "", account];
  return [kind, name];
}

async function roundsOf(kind, name) {
  const asked = kind === "player" ? { player: name } : { table: name };
  const query = new URLSearchParams({ ...asked, limit: AT_A_TIME });
  const { rounds } = await get(`/api/rounds?${query}`);
  const all = new URLSearchParams(kind === "player" ? { find: name } : { table: name });
  return [
    h("h3", {}, "The latest rounds"),
    rounds.length ? roundsTable(rounds) : h("p", { class: "faint" }, "No round yet."),
    h("p", {}, h("a", { class: "button", href: `/audit?${all}` }, "All rounds")),
  ];
}
