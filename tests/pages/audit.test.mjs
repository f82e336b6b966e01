import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cardWords,
  paidWords,
  refusalWords,
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
