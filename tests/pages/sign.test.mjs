import assert from "node:assert/strict";
import { test } from "node:test";
import {
  aimed,
  drums,
  RISE_MS,
  resting,
  shownAt,
} from "../../src/pitboss/web/pages/components/odometer.js";
import {
  due,
  freshHits,
  IDLE_MS,
  linksOf,
  MOST_SAMPLES,
  noSamples,
  noted,
  openCards,
  REPORT_MS,
  SAMPLE_MS,
  SCENE_MS,
  sceneAt,
  scenes,
  sent,
  showAt,
  shownCards,
  showLasts,
  signState,
  signsOf,
  TURN_MS,
  themeOf,
} from "../../src/pitboss/web/pages/sign/state.js";

/** Numbers that look random and are the same in every run. */
function randomly(seed) {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test("an odometer reaches the figure smoothly and then rests on it", () => {
  const odometer = aimed(resting(10_000, 1), 10_150, 2, 1_000);
  let before = 10_000;
  for (let now = 1_000; now <= 1_000 + RISE_MS; now += 16) {
    const shown = shownAt(odometer, now);
    assert.ok(shown >= before && shown - before < 2, `${before} to ${shown}`);
    before = shown;
  }
  assert.equal(shownAt(odometer, 1_000 + RISE_MS), 10_150);
  assert.equal(shownAt(odometer, 9e9), 10_150);
  assert.equal(odometer.position, 2);
});

test("sent to the same figure again and again it still gets there in time", () => {
  let odometer = aimed(resting(10_000, 1), 10_450, 2, 0);
  for (let now = 0; now < RISE_MS; now += 100) odometer = aimed(odometer, 10_450, 3, now);
  assert.equal(shownAt(odometer, RISE_MS), 10_450);
  assert.equal(odometer.position, 3);
  assert.equal(aimed(odometer, 10_450, null, 5).position, 3);
  assert.equal(shownAt(aimed(odometer, 20_000, 4, 0, 0), 0), 20_000);
});

test("over a random evening it never shows more than the figure, and what it tells agrees", () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const random = randomly(seed);
    // What the jackpot was at each position of the journal.
    const figures = [10_000_00];
    let odometer = resting(figures[0], 0);
    let log = noSamples();
    let now = 0;
    for (let step = 0; step < 2_000; step += 1) {
      now += random(700);
      if (random(4) === 0) {
        const last = figures[figures.length - 1];
        const hit = random(40) === 0;
        figures.push(hit ? 10_000_00 : Math.max(0, last + random(900) - (random(10) === 0 ? 800 : 0)));
        const [position, figure] = [figures.length - 1, figures[figures.length - 1]];
        odometer = aimed(odometer, figure, position, now);
      }
      const shown = shownAt(odometer, now);
      assert.ok(shown <= figures[odometer.position], `seed ${seed}, step ${step}`);
      assert.ok(shown <= figures[figures.length - 1], `seed ${seed}, step ${step}`);
      const { last } = log;
      const before = last && { cents: last.cents, position: last.position, state: last.state };
      const sample = { at: now, cents: Math.floor(shown), position: odometer.position, state: "live" };
      log = noted(log, sample, before);
    }
    assert.ok(log.waiting.length > 20);
    for (const { cents, position } of log.waiting) assert.ok(cents <= figures[position]);
    const times = log.waiting.map((one) => one.at_ms);
    assert.deepEqual(times, [...times].sort((a, b) => a - b));
  }
});

test("drums stand where those of an odometer do", () => {
  assert.deepEqual(drums(1299.5, 5), [9.5, 9.5, 2.5, 1, 0]);
  assert.deepEqual(drums(1300, 4), [0, 0, 3, 1]);
  assert.deepEqual(drums(45.25, 3), [5.25, 4, 0]);
  // Read from the left, whatever half a drum shows, it is never more than the figure.
  for (let figure = 0; figure < 2_000; figure += 0.37) {
    const read = drums(figure, 5).reduce((sum, drum, at) => sum + Math.floor(drum) * 10 ** at, 0);
    assert.equal(read, Math.floor(figure));
  }
});

test("a sign notes what moves every few seconds, what rests once a minute, and a fall at once", () => {
  const at = (ms, cents, more = {}) => ({ at: ms, cents, position: 1, state: "live", ...more });
  let log = noted(noSamples(), at(0, 100));
  assert.equal(log.waiting.length, 1);
  log = noted(log, at(SAMPLE_MS - 1, 120));
  assert.equal(log.waiting.length, 1);
  log = noted(log, at(SAMPLE_MS, 130));
  assert.equal(log.waiting.length, 2);
  log = noted(log, at(SAMPLE_MS + IDLE_MS - 1, 130));
  assert.equal(log.waiting.length, 2);
  log = noted(log, at(SAMPLE_MS + IDLE_MS, 130));
  assert.equal(log.waiting.length, 3);
  log = noted(log, at(SAMPLE_MS + IDLE_MS + 1, 50), { cents: 130, position: 1, state: "live" });
  assert.deepEqual(
    log.waiting.slice(3).map(({ cents }) => cents),
    [130, 50],
  );
  log = noted(log, at(SAMPLE_MS + IDLE_MS + 2, 50, { state: "down" }));
  assert.equal(log.waiting.length, 6);
});

test("reports are put together, bounded, and sent again where they did not arrive", () => {
  let log = noSamples();
  for (let number = 0; number < 100; number += 1)
    log = noted(log, { at: number * SAMPLE_MS, cents: number, position: number, state: "live" });
  assert.deepEqual(due(log, REPORT_MS - 1), []);
  const first = due(log, REPORT_MS);
  assert.equal(first.length, MOST_SAMPLES);
  const away = sent(log, first, REPORT_MS, false);
  assert.equal(away.waiting.length, 100);
  assert.deepEqual(due(away, REPORT_MS + 1), []);
  const taken = sent(log, first, REPORT_MS, true);
  assert.equal(taken.waiting[0].cents, MOST_SAMPLES);
});

test("scenes come in turn: each game's pays, then the last hits", () => {
  const all = scenes(["a", "b"], true);
  const kinds = [0, 1, 2, 3].map((turn) => sceneAt(all, turn * SCENE_MS));
  assert.deepEqual(kinds, [
    { kind: "pays", book: "a" },
    { kind: "pays", book: "b" },
    { kind: "hits" },
    { kind: "pays", book: "a" },
  ]);
  assert.deepEqual(scenes(["a"], false), [{ kind: "pays", book: "a" }]);
  assert.equal(sceneAt([], 5), null);
});

test("a show turns the cards one by one and counts the award up, never beyond it", () => {
  const hit = { hand: "royal-flush", award: 100_000_75, cards: 5 };
  assert.deepEqual(showAt(hit, 0), { turned: 0, counted: 0, over: false });
  let before = { turned: 0, counted: 0 };
  for (let since = 0; since < showLasts("royal-flush"); since += 97) {
    const now = showAt(hit, since);
    assert.ok(now.turned >= before.turned && now.turned <= 5);
    assert.ok(now.counted >= before.counted && now.counted <= hit.award);
    assert.equal(now.over, false);
    before = now;
  }
  assert.deepEqual(before, { turned: 5, counted: hit.award, over: false });
  assert.equal(showAt(hit, showLasts("royal-flush")).over, true);
  assert.ok(showLasts("royal-flush") > showLasts("straight-flush"));
  assert.ok(showLasts("straight-flush") > showLasts("full-house"));
});

test("only hits that were paid while the sign was up are celebrated", () => {
  const last = [{ claim: "a" }, { claim: "b" }];
  assert.deepEqual(freshHits(null, last), []);
  assert.deepEqual(freshHits(new Set(["a"]), last), [{ claim: "b" }]);
});

test("a sign says plainly how it stands", () => {
  const link = { down: false, claims: [] };
  assert.equal(signState("live", link), "live");
  assert.equal(signState("live", { ...link, claims: [1] }), "pending");
  assert.equal(signState("live", { ...link, down: true, claims: [1] }), "down");
  assert.equal(signState("lost", link), "not-live");
  assert.equal(signState("connecting", link), "connecting");
});

test("a text is as wide as its signs, and Chinese ones are wider", () => {
  assert.equal(signsOf("Flush!"), 6);
  assert.equal(signsOf("同花"), 3.4);
});

test("a link has its colours everywhere, and a sign may show several links", () => {
  assert.equal(themeOf("Millions"), themeOf("Millions"));
  assert.equal(themeOf("Millions", "jade"), "jade");
  assert.equal(themeOf("Millions", "daylight"), "daylight");
  assert.notEqual(themeOf("daylight"), "daylight");
  assert.notEqual(themeOf("Millions", "no such theme"), "no such theme");
  assert.deepEqual(linksOf("/sign/Mega%20Link", "?also=Mini&also=Mega%20Link"), ["Mega Link", "Mini"]);
  assert.equal(linksOf("/sign/a", "?also=b&also=c&also=d&also=e").length, 4);
});

const ROYAL = ["As", "Ks", "Qs", "Js", "Ts"];
const BACKS = Array(5).fill("??");

test("cards of a hit lie open, or there is nothing to tell of them", () => {
  assert.deepEqual(openCards({ cards: ROYAL }), ROYAL);
  assert.deepEqual(openCards({ cards: ["As", "Ks"], community: ["Qs", "Js", "Ts"] }), ROYAL);
  assert.deepEqual(openCards({ cards: BACKS }), []);
  assert.deepEqual(openCards({ cards: ["??", "??"], community: ["Qs", "Js", "Ts"] }), []);
  assert.deepEqual(openCards({}), []);
});

test("cards that were seen in the show stay when their round is over", () => {
  assert.deepEqual(shownCards({ cards: BACKS }), BACKS);
  assert.deepEqual(shownCards({ cards: ROYAL }, BACKS), ROYAL);
  assert.deepEqual(shownCards({ cards: [] }, ROYAL), ROYAL);
});

test("cards that come to lie open late are turned one after another from then on", () => {
  const turned = (open, since) =>
    showAt({ hand: "royal-flush", award: 100, cards: 5, open }, since).turned;
  assert.equal(turned(Infinity, 40_000), 0);
  assert.equal(turned(Infinity, Number.MAX_VALUE), 0);
  assert.equal(turned(9_000, 8_999), 0);
  assert.equal(turned(9_000, 9_000), 1);
  assert.equal(turned(9_000, 9_000 + TURN_MS), 2);
  assert.equal(turned(9_000, Number.MAX_VALUE), 5);
});
