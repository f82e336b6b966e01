// Live updates: the latest state of what a page watches. The tabs of a browser share one
// connection.

import { signedIn } from "./api.js";
import { drawn } from "./dom.js";
import { stillMe } from "./identity.js";
import { device } from "./requests.js";
import { Switchboard } from "./switchboard.js";

const WORKER = new URL("./live-worker.js", import.meta.url);
// Increase this number when pages and worker change the messages between them.
const WORKER_NAME = "pitboss-live-2";
const SILENT_MS = 8_000; // The switchboard says something every 3 seconds or so.
const ANSWERS_MS = 10_000;
const MOST_FAILURES = 3;
const GRACE_MS = 1_200; // A line that comes back at once was never lost.
const HIDDEN_MS = 15_000;
const AGAIN_MS = 2_000;
const WATCH_MS = 1_000;

// A switchboard for this page only, if the browser has no shared workers.
let own = null;

const names = (asked) => (asked ? [asked].flat() : []);

/** Holds the floor, tables and links that a page watches; emits "change" and "state". */
export class Live extends EventTarget {
  #watch;
  #port = null;
  #alone = false;
  #failures = 0;
  #heardAt = 0;
  #waitsSince = 0; // for the switchboard's first word
  #lostTimer = 0;
  #hideTimer = 0;
  #told = false;

  /**
   * `tables` and `links` are a name, several, or "*" for all. `console`: the page is the console of
   * its table.
   * @param {{tables?: string | string[], links?: string | string[], console?: boolean}} [watch]
   */
  constructor({ tables = "", links = "", console: isConsole = false } = {}) {
    super();
    const consoles = isConsole ? names(tables) : [];
    this.#watch = { tables: names(tables), links: names(links), consoles };
    /** @type {Api.FloorView | null} */
    this.floor = null;
    /** @type {Map<string, Api.TablePage>} */
    this.tables = new Map();
    /** @type {Map<string, Api.LinkView>} */
    this.links = new Map();
    this.state = "connecting";
    this.since = Date.now();
    // Without a signed-in person there are no updates; they are on their way to sign in.
    signedIn().then(() => this.#connect());
    setInterval(() => this.#check(), WATCH_MS);
    addEventListener("offline", () => this.#lose());
    addEventListener("pitboss-unanswered", () => this.#port?.postMessage({ do: "doubt" }));
    addEventListener("pagehide", () => this.#port?.postMessage({ do: "bye" }));
    addEventListener("pageshow", (event) => event.persisted && this.#look());
    document.addEventListener("visibilitychange", () => this.#hide());
  }

  /** A table's view that came with the answer to a command; an older one is dropped. */
  take(view) {
    if (!view?.table) return;
    const held = this.tables.get(view.table);
    if (held && held.position > view.position) return;
    this.tables.set(view.table, view);
    this.#tell("table", view.table);
  }

  takeLink(view) {
    if (!view?.link) return;
    this.links.set(view.link, { ...this.links.get(view.link), ...view });
    this.#tell("link", view.link);
  }

  // ── the switchboard ────────────────────────────────────────────────────────────────────────────

  /**
   * Connects to the switchboard that the tabs share, or to one of this page's own if there is none.
   */
  #connect() {
    this.#port?.postMessage({ do: "bye" });
    this.#port?.close();
    const port = this.#shared() ?? this.#ownPort();
    port.onmessage = ({ data }) => port === this.#port && this.#heard(data);
    this.#port = port;
    this.#look();
  }

  #shared() {
    if (this.#alone) return null;
    try {
      const worker = new SharedWorker(WORKER, { type: "module", name: WORKER_NAME });
      worker.addEventListener(
        "error",
        () => worker.port === this.#port && setTimeout(() => this.#failed(), AGAIN_MS),
      );
      return worker.port;
    } catch {
      return null;
    }
  }

  #ownPort() {
    this.#alone = true;
    const channel = new MessageChannel();
    own ??= new Switchboard();
    own.plug(channel.port1);
    return channel.port2;
  }

  /** The worker does not start, or is gone: another one may. */
  #failed() {
    this.#failures += 1;
    this.#alone ||= this.#failures >= MOST_FAILURES;
    this.#heardAt = Date.now();
    this.#waitsSince = 0;
    this.#lose();
    this.#connect();
  }

  async #look() {
    const { name, role, view = "" } = await signedIn();
    this.#waitsSince = Date.now();
    this.#port?.postMessage({
      do: "look",
      who: { name, role, view, device },
      ...this.#watch,
    });
  }

  /**
   * A page with its own connection closes it while it is hidden: a browser has six, for all tabs.
   */
  #hide() {
    clearTimeout(this.#hideTimer);
    if (!this.#alone) return;
    if (document.hidden)
      this.#hideTimer = setTimeout(() => this.#port.postMessage({ do: "bye" }), HIDDEN_MS);
    else this.#look();
  }

  #check() {
    const now = Date.now();
    const unheard = this.#waitsSince && now - this.#waitsSince > ANSWERS_MS;
    const silent =
      this.#heardAt && now - this.#heardAt > SILENT_MS && !(this.#alone && document.hidden);
    if (unheard || silent) this.#failed();
  }

  #heard({ state, told, first, ended, again }) {
    this.#heardAt = Date.now();
    this.#waitsSince = 0;
    this.#failures = 0;
    if (again) this.#look();
    if (ended) this.#ended();
    const changes = told.map(([topic, text]) => this.#take(topic.split("/")[0], JSON.parse(text)));
    if (first) this.#told = true;
    if (state === "lost") this.#lose();
    else if (state === "live") this.#setState("live");
    if (first) this.#tell("snapshot", "");
    else for (const [kind, name] of changes) this.#tell(kind, name);
    this.#port.postMessage({ do: "taken" });
  }

  /** Nobody gets updates under a name that is no longer signed in. */
  async #ended() {
    this.#lose();
    try {
      if (!(await stillMe())) return;
    } catch {
      // The server can't be reached either.
    }
    setTimeout(() => this.#look(), AGAIN_MS);
  }

  #lose() {
    if (this.state === "lost" || this.#lostTimer) return;
    this.#lostTimer = setTimeout(() => this.#setState("lost"), GRACE_MS);
  }

  #setState(state) {
    clearTimeout(this.#lostTimer);
    this.#lostTimer = 0;
    if (this.state === state) return;
    this.state = state;
    this.since = Date.now();
    document.documentElement.dataset.live = state;
    this.dispatchEvent(new Event("state"));
  }

  // ── what is held ───────────────────────────────────────────────────────────────────────────────

  #take(kind, view) {
    if (kind === "meter") this.#meter(view);
    else this.#hold(kind, view);
    return [kind, view.table ?? view.link ?? ""];
  }

  #hold(kind, view) {
    if (kind === "floor") {
      this.floor = view;
      for (const link of view.links) {
        const held = this.links.get(link.link);
        // The floor does not say where in the journal a figure was; the link and its meter do.
        if (held && held.displayed !== link.displayed)
          this.links.set(link.link, { ...held, displayed: link.displayed, position: null });
      }
    } else if (kind === "table") {
      const held = this.tables.get(view.table);
      if (!held || held.position <= view.position) this.tables.set(view.table, view);
    } else if (kind === "link") {
      this.links.set(view.link, { ...this.links.get(view.link), ...view });
    }
  }

  #meter({ link, displayed, position = null }) {
    const text = typeof displayed === "number" ? (displayed / 100).toFixed(2) : displayed;
    const held = this.links.get(link);
    this.links.set(link, { ...held, link, displayed: text, position });
    const row = this.floor?.links.find((one) => one.link === link);
    if (row) row.displayed = text;
  }

  #tell(kind, name) {
    this.dispatchEvent(new CustomEvent("change", { detail: { kind, name } }));
  }

  get ready() {
    return this.#told;
  }
}

/** Calls draw once now, and once after any number of changes that arrive together. */
export function drawOn(live, draw) {
  let waiting = false;
  const later = () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      if (live.ready || live.state === "lost") drawn();
      draw();
    }, 0);
  };
  live.addEventListener("change", later);
  live.addEventListener("state", later);
  later();
}
