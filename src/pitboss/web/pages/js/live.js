// Live updates: one stream a page. What it holds is always the latest that the server has told.

import { deviceToken, me, signedIn, toSignIn } from "./api.js";

const SILENT_MS = 40_000; // The server sends something every 15 seconds.
const GRACE_MS = 1_200; // A line that comes back at once was never lost.

/** Holds the floor, tables and links that a page looks at; tells "change" and "state". */
export class Live extends EventTarget {
  #url;
  #source = null;
  #heardAt = 0;
  #lostTimer = 0;
  #retry = 0;
  #told = false;

  constructor({ tables = "", links = "" } = {}) {
    super();
    this.#url = `/api/stream?tables=${encodeURIComponent(tables)}&links=${encodeURIComponent(links)}`;
    this.floor = null;
    this.tables = new Map();
    this.links = new Map();
    this.state = "connecting";
    this.since = Date.now();
    // Nobody who is not signed in is told anything; they are on their way to sign in.
    signedIn().then(() => this.#open());
    setInterval(() => this.#watch(), 2_000);
    addEventListener("offline", () => this.#lose());
    addEventListener("pagehide", () => this.#source?.close());
    addEventListener("pageshow", (event) => event.persisted && this.#open());
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

  #open() {
    this.#source?.close();
    if (deviceToken) {
      this.#source = followWithToken(this.#url, (kind, data) => this.#heard(kind, data), () => this.#lose());
      return;
    }
    const source = new EventSource(this.#url);
    this.#source = source;
    for (const kind of ["snapshot", "floor", "table", "link", "meter", "beat"]) {
      source.addEventListener(kind, (event) => this.#heard(kind, event.data));
    }
    source.addEventListener("error", () => {
      if (source !== this.#source) return;
      this.#lose();
      if (source.readyState === EventSource.CLOSED) this.#again();
    });
  }

  #again() {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(async () => {
      try {
        const person = await me(true);
        if (!person.role) return toSignIn(person);
        this.#open();
      } catch {
        this.#again();
      }
    }, 2_000);
  }

  #watch() {
    if (this.#heardAt && Date.now() - this.#heardAt > SILENT_MS) {
      this.#heardAt = Date.now();
      this.#lose();
      this.#open();
    }
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

  #heard(kind, text) {
    this.#heardAt = Date.now();
    const data = JSON.parse(text);
    this.#setState("live");
    switch (kind) {
      case "snapshot":
        this.#told = true;
        for (const [topic, view] of Object.entries(data.views)) this.#hold(topic.split("/")[0], view);
        this.#tell("snapshot", "");
        break;
      case "beat":
        break;
      case "meter":
        this.#meter(data);
        break;
      default:
        this.#hold(kind, data);
        this.#tell(kind, data.table ?? data.link ?? "");
    }
  }

  #hold(kind, view) {
    if (kind === "floor") {
      this.floor = view;
      for (const link of view.links) {
        const held = this.links.get(link.link);
        if (held) this.links.set(link.link, { ...held, displayed: link.displayed });
      }
    } else if (kind === "table") {
      const held = this.tables.get(view.table);
      if (!held || held.position <= view.position) this.tables.set(view.table, view);
    } else if (kind === "link") {
      this.links.set(view.link, { ...this.links.get(view.link), ...view });
    }
  }

  #meter({ link, displayed }) {
    const text = typeof displayed === "number" ? (displayed / 100).toFixed(2) : displayed;
    const held = this.links.get(link);
    this.links.set(link, { ...held, link, displayed: text });
    const row = this.floor?.links.find((one) => one.link === link);
    if (row) row.displayed = text;
    this.#tell("meter", link);
  }

  #tell(kind, name) {
    this.dispatchEvent(new CustomEvent("change", { detail: { kind, name } }));
  }

  get ready() {
    return this.#told;
  }
}

/** The same stream for a device, whose token goes in a header, which EventSource can't send. */
function followWithToken(url, heard, lost) {
  let on = true;
  const stop = new AbortController();
  (async () => {
    while (on) {
      try {
        const response = await fetch(url, {
          headers: { Authorization: `Bearer ${deviceToken}`, Accept: "text/event-stream" },
          signal: stop.signal,
          cache: "no-store",
        });
        if (!response.ok) throw new Error(String(response.status));
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        let held = "";
        for (;;) {
          const { done, value } = await reader.read();
          if (done) break;
          held += value;
          const parts = held.split("\n\n");
          held = parts.pop();
          for (const part of parts) {
            const kind = /^event: (.*)$/m.exec(part);
            const data = /^data: (.*)$/m.exec(part);
            if (kind && data) heard(kind[1], data[1]);
          }
        }
      } catch {
        // Told below: the line is gone either way.
      }
      if (!on) return;
      lost();
      await new Promise((done) => setTimeout(done, 2_000));
    }
  })();
  return {
    close() {
      on = false;
      stop.abort();
    },
  };
}

/** Calls draw once after however many changes came together, and once now. */
export function drawOn(live, draw) {
  let waiting = false;
  const later = () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      draw();
    }, 0);
  };
  live.addEventListener("change", later);
  live.addEventListener("state", later);
  later();
}
