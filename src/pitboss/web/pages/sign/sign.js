// The sign of a jackpot: the figure that can be read across the hall, what each hand pays now,
// hits, and, plainly, when what it shows is not live.

import { get, signedIn } from "../shared/api.js";
import { $, calm, h, show } from "../shared/dom.js";
import { drawOn, Live } from "../shared/live.js";
import "../components/meter.js";
import { money, share, short } from "../shared/money.js";
import { time } from "../shared/times.js";
import { capital, plain } from "../shared/words.js";

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
document.title = `${name} · Pitboss`;
await signedIn();
const live = new Live({ links: name });

const CELEBRATE_MS = 30_000;
const state = h("p", { class: "sign-state", "data-test": "sign-state", role: "status" });
const meter = h("pit-meter", { class: "sign-meter", "data-test": "meter" });
const pending = h("div", { class: "sign-pending", "data-test": "pending" });
const pays = h("div", {
  class: "sign-pays",
  role: "region",
  "aria-label": "What each hand pays now",
  tabindex: 0,
});
const noticeLine = h("p", { class: "sign-notice", "data-test": "sign-notice" });
const party = h("div", { class: "party", "data-test": "hit", hidden: true });
const dead = h("div", { class: "dead", "data-test": "not-live", hidden: true, role: "alert" });
$("#main").replaceChildren(
  h("header", { class: "sign-head" }, h("h1", {}, name), state),
  h(
    "div",
    { class: "sign-figure" },
    h("span", { class: "currency", "aria-hidden": "true" }, "$"),
    meter,
  ),
  pending,
  pays,
  noticeLine,
  party,
  dead,
);

let tables = null;
let titles = new Map();
let seen = null;
let partyTimer = 0;
let asked = "";

drawOn(live, () => {
  const link = live.links.get(name);
  drawDead(link);
  if (!link?.operator) {
    if (live.ready && live.state === "live")
      show($("#main"), "none", () => h("h1", {}, `There is no jackpot ${name}`));
    return;
  }
  meter.value = link.displayed;
  meter.parentElement.style.setProperty("--ems", meter.ems.toFixed(3));
  document.body.dataset.sign =
    live.state !== "live"
      ? "not-live"
      : link.down
        ? "down"
        : link.claims.length
          ? "pending"
          : "live";
  const words =
    live.state === "lost"
      ? "NOT LIVE"
      : live.state === "connecting"
        ? "CONNECTING"
        : link.down
          ? "OUT OF SERVICE"
          : link.claims.length
            ? "PENDING VERIFICATION"
            : "LIVE";
  if (state.textContent !== words) state.textContent = words;
  show(pending, link.claims, () =>
    link.claims.map((claim) =>
      h(
        "p",
        {},
        h("b", {}, capital(plain(claim.hand))),
        ` at table ${claim.table}, box ${claim.box}: pending verification`,
      ),
    ),
  );
  const text = link.notice ?? (link.down ? "No progressive bets are taken at present." : "");
  if (noticeLine.textContent !== text) noticeLine.textContent = text;
  askPays(link);
  drawPays(link);
  celebrate(link);
});

/** The pay tables change only with the tables of the link; the amounts follow the figure. */
async function askPays(link) {
  const key = link.tables.join();
  if (asked === key) return;
  asked = key;
  try {
    const [found, books] = await Promise.all([
      get(`/api/links/${encodeURIComponent(name)}`),
      get("/api/rulebooks"),
    ]);
    titles = new Map(books.rulebooks.map((book) => [book.id, book.title]));
    tables = found.pays;
    drawPays(live.links.get(name));
  } catch {
    asked = "";
  }
}

function drawPays(link) {
  if (!tables) return;
  const books = Object.entries(tables);
  const rows = [
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
  ].filter((row) => books.some(([, ones]) => ones.some((one) => one.row === row)));
  show(pays, [books, rows], () =>
    h(
      "table",
      { class: "sign-table" },
      h("caption", { class: "unseen" }, "What each hand pays now"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Hand"),
          books.map(([book]) => h("th", { scope: "col" }, titles.get(book) ?? book)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, capital(plain(row))),
            books.map(([, ones]) => {
              const one = ones.find((other) => other.row === row);
              return h("td", { "data-pays": one?.pays ?? "" }, one ? one.pays : "–");
            }),
          ),
        ),
      ),
    ),
  );
  for (const cell of pays.querySelectorAll("td[data-pays]")) {
    const now = share(cell.dataset.pays, link.displayed);
    const text = now
      ? `$${money(now)}`
      : cell.dataset.pays.replace(/^\$(\d+)$/, (_, amount) => `$${short(amount)}`) || "–";
    if (cell.textContent !== text) cell.textContent = text;
  }
  const cells = [...pays.querySelectorAll("td")].map((cell) => cell.textContent.length);
  pays.style.setProperty("--books", String(books.length));
  pays.style.setProperty("--signs", String(Math.max(1, ...cells)));
}

/** A hit that was paid while this sign was up is celebrated. */
function celebrate(link) {
  const ids = link.last.map((claim) => claim.claim);
  const fresh = seen ? link.last.filter((claim) => !seen.has(claim.claim)) : [];
  seen = new Set([...(seen ?? []), ...ids]);
  if (!fresh.length) return;
  const hit = fresh[fresh.length - 1];
  const [hand, award] = [`${capital(plain(hit.hand))}!`, `$${money(hit.award)}`];
  party.hidden = false;
  party.style.setProperty("--hand-signs", String(hand.length));
  party.style.setProperty("--award-signs", String(award.length));
  party.replaceChildren(
    ...(calm() ? [] : confetti()),
    h("p", { class: "party-hand" }, hand),
    h("p", { class: "party-amount", "data-test": "hit-amount" }, award),
    h("p", { class: "party-where" }, `paid at table ${hit.table}, box ${hit.box}`),
  );
  clearTimeout(partyTimer);
  partyTimer = setTimeout(() => {
    party.hidden = true;
  }, CELEBRATE_MS);
}

function confetti() {
  return Array.from({ length: 60 }, (_, at) => {
    const piece = h("span", { class: `piece piece-${at % 5}`, "aria-hidden": "true" });
    piece.style.left = `${(at * 61) % 100}%`;
    piece.style.animationDelay = `${(at % 12) * 0.23}s`;
    piece.style.animationDuration = `${3 + (at % 7) * 0.4}s`;
    return piece;
  });
}

function drawDead(link) {
  const lost = live.state === "lost";
  dead.hidden = !lost;
  show(dead, [lost, live.since, Boolean(link)], () =>
    lost
      ? [
          h("strong", {}, "NOT LIVE"),
          h(
            "p",
            {},
            link
              ? `The connection is lost. The figure is from ${time(live.since)} and is not ` +
                  "what the jackpot is now."
              : "The connection is lost.",
          ),
        ]
      : [],
  );
}

// A sign stays on: the screen must not go dark, where the browser lets us ask for that.
navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("keydown", (event) => {
  if (event.key === "f") document.documentElement.requestFullscreen?.().catch(() => {});
});
