// One connection to the server for all tabs of a browser, because browsers open at most six to a
// server. Each tab is connected through a port. The latest state is cached, so that a new tab gets
// it at once; a slow tab gets the latest when it is ready, and holds up nobody.

const OPENS_MS = 10_000; // A connection that has told nothing by then won't.
const DOUBT_MS = 5_000;
const SILENT_MS = 7_000; // The server sends something every 4 seconds.
const AGAIN_MS = [300, 2_000, 2_000, 5_000];
const ASK_MS = 3_000; // So often a tab hears at least that the switchboard is there.
const GONE_MS = 60_000; // A tab that takes nothing for so long is asleep, or gone without a word.
// What a tab no longer watches is dropped only after a while: another page may watch it.
const SPARE_MS = 1_000;
const TICK_MS = 1_000;

/** Whether all names in one list are in another, where a star stands for all. */
const among = (names, all) => all.includes("*") || names.every((name) => all.includes(name));
const looksAt = (watch, topic) => {
  const [kind, name] = topic.split(/\/(.*)/s);
  return kind === "floor" || among([name], kind === "table" ? watch.tables : watch.links);
};

export class Switchboard {
  #people = new Map();
  #line = null;
  #next = null; // A connection that is being opened, to take the place of the one there is.
  #failures = 0;
  #opening = 0;
  #sparing = 0;
  #state = "connecting";

  constructor() {
    setInterval(() => this.#tick(), TICK_MS);
  }

  /** Connects a tab. */
  plug(port) {
    const tab = new Tab(port);
    port.onmessage = ({ data }) => this.#heard(tab, data);
  }

  #heard(tab, { do: what, ...asked }) {
    switch (what) {
      case "look":
        this.#unplug(tab);
        tab.look(this.#person(asked.who), asked, this.#state);
        this.#arrange();
        this.#first(tab);
        if (tab.isNew) tab.say({});
        break;
      case "taken":
        tab.taken();
        break;
      case "bye":
        this.#unplug(tab);
        this.#arrange();
        break;
      case "doubt":
        if (this.#line && !this.#next) this.#open(this.#wanted(), DOUBT_MS);
        break;
    }
  }

  #person(who) {
    const key = keyOf(who);
    if (!this.#people.has(key)) this.#people.set(key, new Person(who));
    return this.#people.get(key);
  }

  /**
   * A person whose last tab has closed stays known as long as the connection carries them: they may
   * only be on their way to a new page.
   */
  #unplug(tab) {
    tab.person?.tabs.delete(tab);
    tab.person = null;
  }

  get #tabs() {
    return [...this.#people.values()].flatMap((person) => [...person.tabs]);
  }

  /** Sends a tab everything that it watches, if that is known. */
  #first(tab) {
    const { key } = tab.person;
    if (tab.isNew && this.#line?.told.has(key) && this.#line.covers(key, tab.watch)) tab.tellAll();
  }

  // ── the connection ────────────────────────────────────────────────────────────────────────────

  #wanted() {
    const there = [...this.#people].filter(([, person]) => person.tabs.size);
    return new Map(there.map(([key, person]) => [key, person.watch()]));
  }

  /** Makes sure that the connection carries what the tabs watch. */
  #arrange() {
    clearTimeout(this.#sparing);
    const wanted = this.#wanted();
    if (!wanted.size) {
      this.#hangUp();
      return;
    }
    const line = this.#next ?? this.#line;
    if (!line) {
      if (!this.#opening) this.#open(wanted);
    } else if (![...wanted].every(([key, watch]) => line.covers(key, watch))) {
      this.#open(wanted);
    } else if (line.name !== nameOf(wanted)) {
      this.#sparing = setTimeout(() => this.#open(this.#wanted()), SPARE_MS);
    }
  }

  #hangUp() {
    clearTimeout(this.#opening);
    this.#opening = 0;
    this.#next?.close();
    this.#line?.close();
    this.#next = this.#line = null;
    this.#people.clear();
    this.#state = "connecting";
  }

  #open(wanted, within = OPENS_MS) {
    clearTimeout(this.#opening);
    this.#opening = 0;
    this.#next?.close();
    this.#next = null;
    if (!wanted.size) return;
    const line = new Line(wanted, within, (key, kind, id, text) =>
      this.#tell(line, key, kind, id, text),
    );
    this.#next = line;
    line.ended.then((status) => this.#lost(line, status));
  }

  #lost(line, status) {
    if (line === this.#next) {
      this.#next = null;
      if (status === 401) for (const key of line.watches.keys()) this.#end(key);
      // The existing connection was in doubt, has delivered nothing since, and no other can be
      // opened: it is dead.
      if (line.within === DOUBT_MS && this.#line?.heardAt < line.openedAt) this.#line.close();
    } else if (line === this.#line) {
      this.#line = null;
      for (const person of this.#people.values()) person.stale = true;
    } else {
      return;
    }
    if (!this.#line && !this.#next) this.#setState("lost");
    if (!this.#next && !this.#opening && this.#wanted().size) {
      const pause = AGAIN_MS[Math.min(this.#failures, AGAIN_MS.length - 1)];
      this.#failures += 1;
      this.#opening = setTimeout(() => this.#open(this.#wanted()), pause);
    }
  }

  #setState(state) {
    this.#state = state;
    for (const tab of this.#tabs) tab.setState(state);
  }

  #tell(line, key, kind, id, text) {
    // What a connection that is about to take over has delivered is newer than anything still
    // coming from the old one.
    const over = line === this.#line ? this.#next?.told.has(key) : line !== this.#next;
    if (over) return;
    const person = this.#people.get(key);
    line.told.add(key);
    if (kind === "ended") this.#end(key);
    else if (kind === "snapshot") person?.takeAll(id, JSON.parse(text).views);
    else if (kind !== "beat") person?.take(topicOf(kind, text), id, text);
    if (line === this.#next && [...line.watches.keys()].every((one) => line.told.has(one))) {
      // It has delivered everything: nothing is missed when the old one is closed.
      this.#line?.close();
      this.#line = line;
      this.#next = null;
      this.#failures = 0;
      for (const [one, { tabs }] of this.#people)
        if (!tabs.size && !line.watches.has(one)) this.#people.delete(one);
      this.#setState("live");
      this.#arrange();
    }
    if (line === this.#line) for (const tab of this.#tabs) this.#first(tab);
  }

  /** A person is no longer signed in: their tabs check who is, and then watch again. */
  #end(key) {
    this.#line?.watches.delete(key);
    this.#next?.watches.delete(key);
    for (const tab of this.#people.get(key)?.tabs ?? []) {
      this.#unplug(tab);
      tab.say({ ended: true });
    }
    this.#people.delete(key);
  }

  #tick() {
    const now = Date.now();
    for (const tab of this.#tabs) {
      if (tab.sentAt && now - tab.sentAt > GONE_MS) {
        // If it wakes up, it takes what it was sent and watches again.
        this.#unplug(tab);
        tab.say({ again: true });
      } else if (!tab.sentAt && now - tab.saidAt > ASK_MS) tab.say({});
    }
    if (this.#line && now - this.#line.heardAt > SILENT_MS) this.#line.close();
    this.#arrange();
  }
}

const keyOf = ({ name, role, view, device }) =>
  JSON.stringify([name, role ?? "", view ?? "", device ?? ""]);
const nameOf = (watches) => JSON.stringify([...watches].sort());
const topicOf = (kind, text) => {
  const view = JSON.parse(text);
  return kind === "floor" ? kind : `${kind}/${kind === "table" ? view.table : view.link}`;
};

/** A person whose tabs are connected, and the latest messages for them, in order of arrival. */
class Person {
  held = new Map();
  tabs = new Set();
  stale = false;

  constructor(who) {
    this.who = who;
    this.key = keyOf(who);
  }

  /** What the person's tabs watch, combined. */
  watch() {
    const all = (names) => [...new Set([...this.tabs].flatMap((tab) => tab.watch[names]))].sort();
    return { ...this.who, tables: all("tables"), links: all("links"), consoles: all("consoles") };
  }

  take(topic, id, text) {
    if (this.held.get(topic)?.id > id) return;
    this.held.delete(topic);
    this.held.set(topic, { id, text });
    for (const tab of this.tabs) tab.changed(topic);
  }

  /** The current state of everything. Tabs get what is new to them, and nothing twice. */
  takeAll(id, views) {
    const meters = new Set();
    for (const [topic, { id: then }] of this.held) {
      const [kind, name] = topic.split(/\/(.*)/s);
      if (kind !== "meter" || (then > id && !this.stale)) continue;
      // A figure is part of its link and of the floor, which hold the latest now.
      this.held.delete(topic);
      meters.add("floor").add(`link/${name}`);
    }
    for (const [topic, view] of Object.entries(views)) {
      const text = JSON.stringify(view);
      const before = this.held.get(topic);
      if (this.stale && before) before.id = 0;
      if (before?.text === text && !meters.has(topic)) before.id = Math.max(before.id, id);
      else this.take(topic, id, text);
    }
    for (const topic of this.held.keys())
      if (!(topic in views) && !topic.startsWith("meter/")) this.held.delete(topic);
    this.stale = false;
  }
}

/**
 * A tab. It is sent the next message once it has taken the last one, and then the latest of
 * everything.
 */
class Tab {
  person = null;
  watch = null;
  isNew = true;
  sentAt = 0;
  saidAt = 0;
  #port;
  #state = "connecting";
  #changed = new Set();
  #waiting = null;

  constructor(port) {
    this.#port = port;
  }

  look(person, { tables, links, consoles }, state) {
    Object.assign(this, { person, watch: { tables, links, consoles }, isNew: true, sentAt: 0 });
    person.tabs.add(this);
    this.#state = state;
    this.#waiting = null;
    this.#changed.clear();
  }

  setState(state) {
    this.#state = state;
    this.say({});
  }

  changed(topic) {
    if (this.isNew || !looksAt(this.watch, topic)) return;
    this.#changed.add(topic);
    this.say({});
  }

  tellAll() {
    this.isNew = false;
    this.#changed = new Set(
      [...this.person.held.keys()].filter((topic) => looksAt(this.watch, topic)),
    );
    this.say({ first: true });
  }

  say(what) {
    this.#waiting = { ...this.#waiting, ...what };
    if (this.sentAt) return;
    const topics = [...(this.person?.held ?? [])].filter(([topic]) => this.#changed.has(topic));
    const told = topics.map(([topic, { text }]) => [topic, text]);
    const state = this.isNew && this.#state === "live" ? "connecting" : this.#state;
    this.#port.postMessage({ ...this.#waiting, state, told });
    this.#changed.clear();
    this.#waiting = null;
    this.sentAt = this.saidAt = Date.now();
  }

  taken() {
    this.sentAt = 0;
    if (this.#waiting) this.say({});
  }
}

/** A connection: reports what arrives and for whom, until it ends. */
class Line {
  told = new Set();
  openedAt = Date.now();
  heardAt = Date.now();
  #stop = new AbortController();

  constructor(watches, within, tell) {
    this.watches = watches;
    this.within = within;
    this.name = nameOf(watches);
    this.ended = this.#hear(tell).catch(() => 0);
  }

  /**
   * Whether this connection carries what somebody watches. Others are shown who is at which
   * console, so that must be right.
   */
  covers(key, { tables, links, consoles }) {
    const watch = this.watches.get(key);
    return (
      Boolean(watch) &&
      among(tables, watch.tables) &&
      among(links, watch.links) &&
      consoles.every((name) => watch.consoles.includes(name))
    );
  }

  close() {
    this.#stop.abort();
  }

  async #hear(tell) {
    const keys = [...this.watches.keys()];
    const opening = setTimeout(() => this.close(), this.within);
    const watches = JSON.stringify([...this.watches.values()]);
    const response = await fetch("/api/stream/shared", {
      headers: { Accept: "text/event-stream", "X-Watch": watches.replace(/[^ -~]/g, escaped) },
      cache: "no-store",
      signal: this.#stop.signal,
    });
    if (!response.ok) return response.status;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    let key = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 0;
      clearTimeout(opening);
      this.heardAt = Date.now();
      const parts = (rest + value).split("\n\n");
      rest = parts.pop();
      for (const part of parts) {
        const { event, id, data } = fieldsOf(part);
        if (event === "watch") key = keys[Number(data)];
        else if (event) tell(key, event, Number(id), data);
      }
    }
  }
}

const escaped = (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
const fieldsOf = (part) =>
  Object.fromEntries(part.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2)));
