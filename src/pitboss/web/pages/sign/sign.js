// The sign of one jackpot or of several: figures that can be read across the hall, what each hand
// pays now, hits, and, plainly, when what it shows is not live.

import { signedIn } from "../shared/api.js";
import { $, calm, h, show } from "../shared/dom.js";
import { drawOn, Live } from "../shared/live.js";
import "../components/meter.js";
import { setSound, soundIsOn, wakeSound } from "../shared/sounds.js";
import { time } from "../shared/times.js";
import { Panel } from "./panel.js";
import { linksOf } from "./state.js";
import { WORDS } from "./words.js";

const READERS = ["auditor", "dealer", "pit-supervisor", "pit-manager", "shift-manager"];
const asked = new URLSearchParams(location.search);
const names = linksOf(location.pathname, location.search);
document.title = `${names.join(", ")} · Pitboss`;
const person = await signedIn();
const live = new Live({ links: names });
const options = {
  theme: asked.get("theme"),
  reports: person.role === "display",
  sound: () => soundIsOn("sign", asked.get("sound") === "on"),
};
const panels = names.map((name) => new Panel(name, live, options));
const dead = h("div", { class: "dead", "data-test": "not-live", hidden: true, role: "alert" });
const main = $("#main");
main.dataset.count = String(names.length);
// Whoever may read reports is led to what this sign displayed when; a hall is not.
const showed = READERS.includes(person.role)
  ? h(
      "a",
      {
        class: "sign-showed",
        href: `/audit?${new URLSearchParams({ tab: "signs", link: names[0] })}`,
        "data-test": "sign-showed",
      },
      WORDS.showed,
    )
  : "";
main.replaceChildren(...panels.map(({ element }) => element), dead, showed);

drawOn(live, draw);
setInterval(draw, 1_000);
let rolling = 0;

function draw() {
  drawDead();
  for (const panel of panels) panel.draw();
  document.body.dataset.sign = panels[0].element.dataset.sign ?? "connecting";
  if (!rolling && !calm()) roll();
}

/** While a figure rises, frame by frame; then the sign rests. */
function roll() {
  rolling = requestAnimationFrame(() => {
    rolling = 0;
    if (panels.map((panel) => panel.tick()).some(Boolean)) roll();
  });
}

function drawDead() {
  const lost = live.state === "lost";
  const known = live.links.size > 0;
  dead.hidden = !lost;
  show(dead, [lost, live.since, known], () =>
    lost
      ? [
          h("strong", {}, WORDS.state["not-live"]),
          h("p", { class: "shortly" }, WORDS.backShortly),
          h("p", {}, known ? WORDS.lostSince(time(live.since)) : WORDS.lost),
        ]
      : [],
  );
}

// A sign stays on: the screen must not go dark, where the browser lets us ask for that.
navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("keydown", ({ key }) => {
  if (key === "f") document.documentElement.requestFullscreen?.().catch(() => {});
  if (key === "t") panels[0].test("royal-flush");
  if (key === "s") {
    setSound("sign", !options.sound());
    wakeSound();
  }
});
live.addEventListener(
  "change",
  () => asked.get("test") && setTimeout(() => panels[0].test(asked.get("test")), 500),
  { once: true },
);
