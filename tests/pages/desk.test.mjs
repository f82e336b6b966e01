import assert from "node:assert/strict";
import { test } from "node:test";
import { checklist } from "../../src/pitboss/web/pages/components/checklist.js";
import { sumOfDay } from "../../src/pitboss/web/pages/components/day-sum.js";
import {
  alertsOf,
  boardRows,
  elapsed,
  filtered,
  fresh,
  matching,
  moved,
  phaseWords,
  SLOW_MS,
  titleOf,
} from "../../src/pitboss/web/pages/pit/state.js";

const table = (name, more = {}) => ({
  table: name,
  title: "Casino Stud Poker",
  open: true,
  phase: null,
  round: null,
  since_ms: 1_000,
  boxes: 9,
  seats: [],
  players: [],
  staff: [],
  link: null,
  notice: null,
  operation_awaited: false,
  pending: null,
  claimed: [],
  ...more,
});
const rowsOf = (tables, more = {}) =>
  boardRows({
    floor: { tables },
    tables: new Map(),
    links: new Map(),
    today: null,
    nowMs: 2_000,
    ...more,
  });

test("a time is as short as can be and never negative", () => {
  const cases = [
    [0, "0:00"],
    [42_000, "0:42"],
    [725_999, "12:05"],
    [3_600_000, "1 h 00"],
    [3_900_000, "1 h 05"],
    [200_000_000, "2 d"],
    [-5_000, "0:00"],
  ];
  for (const [ms, words] of cases) assert.equal(elapsed(10_000, 10_000 + ms), words);
  assert.equal(elapsed(null, 5), "");
});

test("a phase has a name, and a closed table is closed", () => {
  assert.equal(phaseWords({ open: false, phase: "betting" }), "Closed");
  assert.equal(phaseWords({ open: true, phase: null }), "Between rounds");
  assert.equal(phaseWords({ open: true, phase: "settled" }), "Collect and pay");
});

test("a table's alerts say what is the matter, the worst first", () => {
  const row = table("T1", {
    round: "T1-4",
    phase: "dealing",
    pending: { because: "a bird" },
    claimed: [3],
    notice: "Closing at four",
    link: "mega",
  });
  const view = { barred_boxes: [2], interrupted: { because: "power" }, correction: { by: "x" } };
  const link = { down: true, failure: { reason: "silent" } };
  const found = alertsOf(row, view, link, 1_000 + SLOW_MS + 1);
  assert.deepEqual(
    found.map(({ kind, words }) => [kind, words]),
    [
      ["bad", "Ruling pending"],
      ["bad", "Jackpot claimed"],
      ["wait", "Correction asked"],
      ["wait", "Interrupted"],
      ["wait", "Jackpot down"],
      ["wait", "Slow"],
      ["info", "Notice"],
      ["info", "Box 2 barred"],
    ],
  );
  assert.deepEqual(alertsOf(table("T2"), undefined, undefined, 1_000 + 2 * SLOW_MS), []);
});

test("a row has the day's figures of its table, and none where it has not played", () => {
  const figures = { turnover: "250.00", win: "-25.00", rounds: 3, "void-rounds": 1 };
  const today = { tables: [{ table: "T1", figures, pace: 12 }] };
  const [one, two] = rowsOf([table("T1"), table("T2")], { today });
  assert.deepEqual([one.turnover, one.win, one.pace], ["250.00", "-25.00", 12]);
  assert.deepEqual([two.turnover, two.win, two.pace], [null, null, null]);
});

test("filters leave what fits all of them", () => {
  const rows = rowsOf([
    table("T1", { round: "T1-1", phase: "dealing", players: ["ann"], pending: { because: "x" } }),
    table("T2", { title: "Bullseye", staff: ["dora"] }),
    table("T3", { open: false }),
  ]);
  const left = (filter) => filtered(rows, filter).map((row) => row.table);
  assert.deepEqual(left({}), ["T1", "T2", "T3"]);
  assert.deepEqual(left({ show: "alerts" }), ["T1"]);
  assert.deepEqual(left({ show: "play" }), ["T1"]);
  assert.deepEqual(left({ show: "idle" }), ["T2"]);
  assert.deepEqual(left({ show: "closed" }), ["T3"]);
  assert.deepEqual(left({ game: "Bullseye" }), ["T2"]);
  assert.deepEqual(left({ text: "STUD ann" }), ["T1"]);
  assert.deepEqual(left({ text: "dora" }), ["T2"]);
  assert.deepEqual(left({ text: "nobody" }), []);
});

test("keys go up and down the board and not beyond it", () => {
  const rows = rowsOf([table("T1"), table("T2")]);
  assert.equal(moved(rows, null, 1), "T1");
  assert.equal(moved(rows, null, -1), "T2");
  assert.equal(moved(rows, "T1", 1), "T2");
  assert.equal(moved(rows, "T2", 1), "T2");
  assert.equal(moved(rows, "T1", -1), "T1");
  assert.equal(moved([], "T1", 1), null);
});

test("an alarm is about what was not there before, and not about what was when the page came", () => {
  assert.deepEqual(fresh(null, ["a"]), []);
  assert.deepEqual(fresh(new Set(["a"]), ["a", "b"]), ["b"]);
  assert.deepEqual(fresh(new Set(["a"]), []), []);
  assert.equal(titleOf(0), "Pit desk · Pitboss");
  assert.equal(titleOf(2), "(2) Pit desk · Pitboss");
});

test("the palette finds a command by letters in their order, the beginnings of words first", () => {
  const commands = ["Console of Stud", "Rounds of Stud", "Sign of Megalink", "Open a table"].map(
    (label) => ({ label }),
  );
  const found = (query) => matching(query, commands).map(({ label }) => label);
  assert.deepEqual(found(" "), commands.map(({ label }) => label));
  assert.equal(found("cs")[0], "Console of Stud");
  assert.equal(found("ros")[0], "Rounds of Stud");
  assert.equal(found("mega")[0], "Sign of Megalink");
  assert.equal(found("open t")[0], "Open a table");
  assert.deepEqual(found("xyz"), []);
});

test("a checklist names the hand, the box and the table", () => {
  const lines = checklist({ hand: "royal-flush", box: 4, table: "Classic", stake: "5.00" });
  assert.match(lines[0], /box 4 of Classic are a royal flush/);
  assert.match(lines[1], /progressive bet/);
  assert.equal(lines.length, 4);
});

test("the figures of a day are a sum: staked, gone back, left", () => {
  const day = { turnover: "250.00", win: "-25.00", awards: "0.00", rounds: 3, "void-rounds": 1 };
  assert.deepEqual(
    sumOfDay(day).map(({ label, amount }) => [label, amount]),
    [
      ["Turnover: all chips staked in 3 rounds, 1 void", "250.00"],
      ["Gone back or paid to players by the table", "−275.00"],
      ["Win", "−25.00"],
    ],
  );
  const hit = sumOfDay({ ...day, rounds: 1, "void-rounds": 0, awards: "10000.00" });
  assert.equal(hit[0].label, "Turnover: all chips staked in 1 round");
  assert.deepEqual(hit.at(-1), { label: "Awards of the jackpot", amount: "10,000.00" });
});
