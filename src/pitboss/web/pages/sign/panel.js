// One jackpot on a sign: its name, its figure, what each hand pays, the last hits.

import { aimed, RISE_MS, resting, shownAt } from "../components/odometer.js";
import { whyAddress } from "../components/why-address.js";
import { get } from "../shared/api.js";
import { calm, h, show } from "../shared/dom.js";
import { t } from "../shared/language.js";
import { cents, money, share, short } from "../shared/money.js";
import { time } from "../shared/times.js";
import { capital, handKind } from "../shared/words.js";
import { Report } from "./report.js";
import { Show } from "./show.js";
import { freshHits, sceneAt, scenes, signState, signsOf, themeOf } from "./state.js";
import { WORDS } from "./words.js";

const ROWS = ["royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight"];

export class Panel {
  #name;
  #live;
  #odometer = null;
  #report = null;
  #seen = null;
  #asked = "";
  #tables = null;
  #titles = new Map();
  #state = h("p", { class: "sign-state", "data-test": "sign-state", role: "status" });
  #meter = /** @type {any} */ (h("pit-meter", { class: "sign-meter", "data-test": "meter" }));
  #pending = h("div", { class: "sign-pending", "data-test": "pending" });
  #stage = h("div", {
    class: "sign-pays",
    role: "region",
    "aria-label": WORDS.pays,
    tabindex: 0,
  });
  #notice = h("p", { class: "sign-notice", "data-test": "sign-notice" });
  #hits = h("p", { class: "sign-hits", "data-test": "last-hits" });

  constructor(name, live, { theme, reports, sound }) {
    this.#name = name;
    this.#live = live;
    this.#report = reports ? new Report(name) : null;
    this.show = new Show(sound);
    this.element = h(
      "section",
      { class: "panel", "data-link": name, "data-theme": themeOf(name, theme) },
      h(
        "div",
        { class: "face" },
        h("header", { class: "sign-head" }, h("h1", {}, name), this.#state),
        h(
          "div",
          { class: "sign-figure" },
          h("span", { class: "currency", "aria-hidden": "true" }, "$"),
          this.#meter,
        ),
        this.#pending,
        this.#stage,
        h("footer", { class: "sign-foot" }, this.#notice, this.#hits),
      ),
      this.show.element,
    );
  }

  draw() {
    const link = this.#live.links.get(this.#name);
    if (!link?.operator) return this.#missing();
    const state = signState(this.#live.state, link);
    this.element.dataset.sign = state;
    const words = WORDS.state[state];
    if (this.#state.textContent !== words) this.#state.textContent = words;
    this.#aim(link);
    show(this.#pending, [link.claims, link.down], () => [
      link.down ? h("p", { class: "shortly" }, WORDS.backShortly) : "",
      link.claims.map((claim) =>
        h("p", {}, h("b", {}, hand(claim.hand)), ` ${WORDS.pending(claim.table, claim.box)}`),
      ),
    ]);
    const text = link.notice ? t(link.notice) : link.down ? WORDS.noBets : "";
    if (this.#notice.textContent !== text) this.#notice.textContent = text;
    this.#askPays(link);
    this.#drawHits(link);
    this.#drawStage();
    this.#celebrate(link);
    return true;
  }

  #missing() {
    if (this.#live.ready && this.#live.state === "live")
      show(this.element, "none", () => h("h1", { class: "no-link" }, WORDS.none(this.#name)));
    return false;
  }

  // ── the figure ─────────────────────────────────────────────────────────────────────────────────

  /** A figure whose place in the journal is not known for sure is waited for, unless it falls. */
  #aim(link) {
    const [figure, position] = [cents(link.displayed), link.position ?? null];
    const now = performance.now();
    if (this.#odometer === null) this.#odometer = resting(figure, position);
    else if (position !== null || figure < this.#odometer.to)
      this.#odometer = aimed(this.#odometer, figure, position, now, calm() ? 0 : RISE_MS);
    this.#meter.dataset.value = link.displayed;
    this.tick();
  }

  /** Moves the drums; says whether they move on. */
  tick() {
    if (this.#odometer === null) return false;
    const now = performance.now();
    const shown = shownAt(this.#odometer, now);
    this.#meter.roll(shown);
    this.#meter.parentElement.style.setProperty("--ems", this.#meter.ems.toFixed(3));
    const state = this.element.dataset.sign ?? "";
    if (state && state !== "connecting")
      this.#report?.note(Math.floor(shown), this.#odometer.position, state);
    return shown < this.#odometer.to;
  }

  // ── scenes ─────────────────────────────────────────────────────────────────────────────────────

  /** The pay tables change only with the tables of the link; the amounts follow the figure. */
  async #askPays(link) {
    const key = link.tables.join();
    if (this.#asked === key) return;
    this.#asked = key;
    try {
      const [found, books] = await Promise.all([
        get(`/api/links/${encodeURIComponent(this.#name)}`),
        get("/api/rulebooks"),
      ]);
      this.#titles = new Map(books.rulebooks.map((book) => [book.id, book.title]));
      this.#tables = found.pays;
      this.#drawStage();
    } catch {
      this.#asked = "";
    }
  }

  /** The scene of this moment; drawn again as time goes by. */
  #drawStage() {
    const link = this.#live.links.get(this.#name);
    if (!this.#tables || !link) return;
    const all = scenes(Object.keys(this.#tables), link.last.length > 0);
    const scene = sceneAt(all, Date.now());
    if (!scene) return;
    show(this.#stage, [scene, scene.kind === "hits" ? link.last : this.#tables], () =>
      scene.kind === "hits" ? hitsTable(link.last) : this.#paysTable(scene.book),
    );
    for (const cell of this.#stage.querySelectorAll("td[data-pays]")) {
      const text = cell.dataset.now
        ? `$${short(cell.dataset.now)}`
        : payWords(cell.dataset.pays, link.displayed);
      if (cell.textContent !== text) cell.textContent = text;
    }
    const cells = [...this.#stage.querySelectorAll("td")].map((cell) => signsOf(cell.textContent));
    this.#stage.style.setProperty("--signs", String(Math.max(1, ...cells)));
  }

  #paysTable(book) {
    const ones = this.#tables[book];
    const rows = ROWS.flatMap((row) => ones.filter((one) => one.row === row));
    return h(
      "table",
      { class: "sign-table" },
      h("caption", {}, this.#titles.get(book) ?? book),
      h(
        "thead",
        { class: "unseen" },
        h("tr", {}, h("th", { scope: "col" }, WORDS.hand), h("th", { scope: "col" }, WORDS.pays)),
      ),
      h(
        "tbody",
        {},
        rows.map((one) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, hand(one.row)),
            h("td", {
              "data-pays": one.pays,
              "data-now": one.pays.includes("jackpot") ? null : one.now,
            }),
          ),
        ),
      ),
    );
  }

  /** The last hits stay, in one line below everything. */
  #drawHits(link) {
    const [last] = link.last.slice(-1);
    show(this.#hits, last ?? null, () =>
      last
        ? [
            h("span", { class: "faint" }, `${WORDS.lastHit}: `),
            h("b", {}, `${hand(last.hand)} `, whyPaid(last)),
            ` · ${WORDS.hit(last.table, time(last.claimed_at_ms))}`,
          ]
        : [],
    );
  }

  /** A hit that was paid while this sign was up is celebrated. */
  #celebrate(link) {
    const fresh = freshHits(this.#seen, link.last);
    this.#seen = new Set([...(this.#seen ?? []), ...link.last.map(({ claim }) => claim)]);
    if (fresh.length) this.show.start(fresh[fresh.length - 1]);
    else for (const hit of link.last) this.show.update(hit);
  }

  /** The show, with nothing won. */
  test(hand) {
    const link = this.#live.links.get(this.#name);
    const cards = TESTED[hand] ?? TESTED["royal-flush"];
    const whole = link?.displayed ?? "100000.00";
    const award = hand === "royal-flush" ? whole : (share("10% of jackpot", whole) ?? whole);
    this.show.start(
      { claim: "test", hand, award, table: "", box: 0, cards, paid_out: false },
      true,
    );
  }
}

/** Hands to try the show with. */
const TESTED = {
  "royal-flush": ["Ts", "Js", "Qs", "Ks", "As"],
  "straight-flush": ["5h", "6h", "7h", "8h", "9h"],
  "four-of-a-kind": ["9s", "9h", "9d", "9c", "Kd"],
};

const hand = (code) => capital(handKind(code));

const payWords = (pays, displayed) => {
  const part = share(pays, displayed);
  if (part) return `$${money(part)}`;
  const [, times] = /^(\S+) (?:for|to) 1$/.exec(pays) ?? [];
  if (times) return pays.includes("for") ? WORDS.for1(times) : WORDS.to1(times);
  return pays.replace(/^\$(\d+)$/, (_, amount) => `$${short(amount)}`) || "–";
};

/** What a hit was paid; whoever asks why is told. */
const whyPaid = (hit) =>
  h("a", { href: whyAddress(hit.round, `${hit.box}.progressive`) }, `$${money(hit.award)}`);

/** So many fit where the pays of six hands stand. */
const MOST_HITS = 4;

const hitsTable = (last) =>
  h(
    "table",
    { class: "sign-table hits" },
    h("caption", {}, WORDS.lastHits),
    h(
      "tbody",
      {},
      last
        .slice(-MOST_HITS)
        .reverse()
        .map((hit) =>
          h(
            "tr",
            {},
            h(
              "th",
              { scope: "row" },
              hand(hit.hand),
              h("small", {}, WORDS.hit(hit.table, time(hit.claimed_at_ms))),
            ),
            h("td", {}, whyPaid(hit)),
          ),
        ),
    ),
  );
