// Alarms of the desk: what newly needs this person is heard, counted in the title of the window and
// told by the system where that was allowed.

import { h } from "../shared/dom.js";
import { play, setSound, soundIsOn, wakeSound } from "../shared/sounds.js";
import { fresh, titleOf } from "./state.js";

/** What nobody has seen to for so long is heard once more. */
const AGAIN_MS = 60_000;

export class Alarms {
  #before = null;
  #on = soundIsOn("desk", true);
  #timer = 0;
  #sound = h("button", {
    class: "small-button",
    type: "button",
    "data-test": "sound",
    onclick: () => this.toggle(),
  });
  #tell = h(
    "button",
    {
      class: "small-button",
      type: "button",
      "data-test": "notify",
      onclick: () => this.#ask(),
    },
    "Notify me",
  );

  constructor() {
    this.controls = h("span", { class: "row" }, this.#sound, this.#tell);
    this.#draw();
    // Browsers let a page be heard once somebody has touched it: any touch will do.
    for (const kind of ["pointerdown", "keydown"])
      addEventListener(kind, () => this.#on && wakeSound(), { once: true });
  }

  /** What needs this person now: [{key, words}]. */
  now(matters) {
    const keys = matters.map(({ key }) => key);
    const news = new Set(fresh(this.#before, keys));
    this.#before = new Set(keys);
    const title = titleOf(matters.length);
    if (document.title !== title) document.title = title;
    if (news.size) this.#alarm(matters.filter(({ key }) => news.has(key)));
    // The desk is drawn again with everything that happens on the floor: only what is new, or
    // that nothing is left, sets this clock anew.
    if (news.size || !matters.length) this.#wait(matters.length > 0);
    else if (!this.#timer) this.#wait(true);
  }

  #wait(again) {
    clearInterval(this.#timer);
    this.#timer = again ? setInterval(() => this.#heard(), AGAIN_MS) : 0;
  }

  toggle() {
    this.#on = !this.#on;
    setSound("desk", this.#on);
    if (this.#on) play("chip");
    this.#draw();
  }

  #alarm(news) {
    this.#heard();
    if (!document.hidden || globalThis.Notification?.permission !== "granted") return;
    for (const { words } of news.slice(0, 3)) {
      const told = new Notification("Needs you", { body: words, tag: words });
      told.onclick = () => {
        focus();
        told.close();
      };
    }
  }

  async #heard() {
    if (this.#on) await play("alarm");
  }

  async #ask() {
    await Notification.requestPermission();
    this.#draw();
  }

  #draw() {
    this.#sound.textContent = this.#on ? "Sound: on" : "Sound: off";
    this.#sound.title = this.#on ? "Turn the sound off" : "Turn the sound on";
    this.#tell.hidden = globalThis.Notification?.permission !== "default";
  }
}
