import assert from "node:assert/strict";
import { test } from "node:test";
import {
  aboutMoment,
  cardWords,
  paidWords,
  refusalWords,
  stoodThen,
  turnedUp,
} from "../../src/pitboss/web/pages/audit/state.js";

const view = (dealer, boxes, community = []) => ({
  round: { dealer, community, boxes: boxes.map((cards) => ({ cards })), settlement: null },
});

test("a step says which cards it has turned up, and never a hidden one", () => {
  const before = view(["As", "??"], [["??", "??"]]);
  const after = view(["As", "Th"], [["??", "2c"]], ["9d"]);
  assert.deepEqual(turnedUp(before, after).map(cardWords), ["10♥", "9♦", "2♣"]);
  assert.deepEqual(turnedUp(null, before), ["As"]);
  assert.deepEqual(turnedUp(after, { round: null }), []);
});

test("a refusal says why", () => {
  assert.equal(refusalWords({ message: "Not now." }), "refused: Not now.");
  assert.equal(refusalWords({ code: "not-now" }), "refused: not now");
  assert.equal(refusalWords({}), "");
});

test("a settlement says how much goes to players, once", () => {
  const settled = { boxes: [{ lines: [{ returned: "25.00", winnings: "12.50" }] }] };
  const after = { round: { settlement: settled } };
  const money = (text) => `$${text}`;
  assert.equal(paidWords(view([], []), after, money), "$37.50 goes to players");
  assert.equal(paidWords(after, after, money), "");
  assert.equal(paidWords(null, view([], []), money), "");
});

test("a moment is asked about to the second, with ten minutes around it", () => {
  assert.deepEqual(aboutMoment("2026-11-17T23:59"), {
    moment: { from: "2026-11-17T23:59:00", to: "2026-11-17T23:59:01" },
    around: { from: "2026-11-17T23:49:00", to: "2026-11-18T00:09:00" },
  });
  assert.deepEqual(aboutMoment(""), { moment: {}, around: {} });
});

test("what stood on each screen is its last report, and the next one is what it came to", () => {
  const told = (screen, at, displayed) => ({
    sign: "hall",
    link: "mega",
    screen,
    "at-ms": at,
    displayed,
  });
  const [a, b, c] = [told("x", 10, "1.00"), told("x", 20, "2.00"), told("y", 15, "1.50")];
  assert.deepEqual(stoodThen([c, a], [b, a, c]), [
    { shown: a, next: b },
    { shown: c, next: null },
  ]);
  assert.deepEqual(stoodThen([b, a], []), [{ shown: b, next: null }]);
});
