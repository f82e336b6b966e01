import assert from "node:assert/strict";
import { test } from "node:test";
import { beginning, nextStep, readList, takesTwo } from "../../src/pitboss/web/pages/people/state.js";

const person = (role, enabled = true) => ({ name: role, role, enabled });
const house = (more = {}) => ({
  people: [person("administrator")],
  waiting: [],
  floor: { links: [], tables: [] },
  devices: [],
  me: "Root",
  ...more,
});
const left = (now) => beginning(now).flatMap((one) => (one.done ? [] : [one.key]));

test("a house begins with a second administrator, and ends with a sign", () => {
  const all = ["second", "shift", "supervisor", "dealer", "jackpot", "table", "sign"];
  assert.deepEqual(left(house()), all);
  assert.equal(nextStep(beginning(house())).key, "second");
});

test("what waits for a second administrator is passed over, and taken up where nothing else is left", () => {
  const waiting = [{ do: "add-person", role: "shift-manager", name: "Mia", by: "Root" }];
  const roles = ["administrator", "administrator", "shift-manager", "pit-supervisor", "dealer"];
  const people = roles.map((role) => person(role));
  const steps = beginning(house({ people, waiting }));
  const shift = steps.find((one) => one.key === "shift");
  assert.equal(shift.waits, "Another administrator has to approve Mia.");
  assert.equal(shift.title, "Appoint two shift managers: 1 of 2");
  const other = beginning(house({ people, waiting, me: "Ada" })).find((one) => one.key === "shift");
  assert.equal(other.waits, "You have to approve Mia, above.");
  const waits = steps.find((one) => one.key === "jackpot").waits;
  assert.equal(waits, "The two shift managers have to be there first.");
  assert.equal(nextStep(steps).key, "table");
  const there = { floor: { links: [{}], tables: [{}] }, devices: [{ revoked: false }] };
  assert.equal(nextStep(beginning(house({ people, waiting, ...there }))).key, "shift");
});

test("whoever is disabled does not count, nor a device that was revoked", () => {
  const people = [person("administrator"), person("administrator", false), person("dealer", false)];
  const now = house({ people, devices: [{ revoked: true }] });
  assert.ok(left(now).includes("second") && left(now).includes("dealer"));
  assert.ok(left(now).includes("sign"));
});

test("nothing is left when everything is there", () => {
  const two = ["administrator", "administrator", "shift-manager", "shift-manager"];
  const now = house({
    people: [...two, "pit-supervisor", "dealer"].map((role) => person(role)),
    floor: { links: [{}], tables: [{}] },
    devices: [{ revoked: false }],
  });
  assert.equal(nextStep(beginning(now)), null);
});

test("whoever was invited counts once they have come", () => {
  const people = [person("administrator"), { ...person("administrator"), name: "Ada" }];
  people[1].invited_until_ms = 5;
  const second = beginning(house({ people })).find((one) => one.key === "second");
  assert.deepEqual([second.done, second.waits], [false, "Ada still has to open the link."]);
  delete people[1].invited_until_ms;
  assert.equal(beginning(house({ people })).find((one) => one.key === "second").done, true);
});

test("a jackpot takes two shift managers", () => {
  const people = [person("administrator"), person("administrator"), person("shift-manager")];
  assert.equal(nextStep(beginning(house({ people }))).key, "shift");
});

test("before the first table two appoint a supervisor, if there are two", () => {
  const two = [person("administrator"), person("administrator")];
  assert.equal(takesTwo({ people: two, founding: true }, "pit-supervisor"), true);
  assert.equal(takesTwo({ people: two, founding: false }, "pit-supervisor"), false);
  assert.equal(takesTwo({ people: two.slice(1), founding: true }, "pit-supervisor"), false);
  assert.equal(takesTwo({ people: two, founding: true }, "dealer"), false);
});

const POSTS = { dealer: "Dealer", "shift-manager": "Shift manager" };

test("a list of people is read by name and post, in whatever form a spreadsheet gives it", () => {
  const ada = { name: "Ada Lim", role: "shift-manager" };
  const ben = { name: "Ben Tan", role: "dealer" };
  for (const text of [
    "Ada Lim, shift manager\nBen Tan,dealer\n",
    "Name,Post\r\nAda Lim,shift-manager\r\nBen Tan,Dealer\r\n",
    "\uFEFFname;role;note\n\"Ada Lim\";Shift Manager;\"early, late\"\nBen Tan;dealer;\n",
    "Ada Lim\tSHIFT MANAGER\n\nBen Tan\tdealer",
  ])
    assert.deepEqual(readList(text, POSTS), { people: [ada, ben], faults: [] }, text);
  const quoted = readList('"Lim, Ada ""Ace""",dealer', POSTS).people;
  assert.deepEqual(quoted, [{ name: 'Lim, Ada "Ace"', role: "dealer" }]);
});

test("what is wrong with a list is said by its line", () => {
  const text = "Ada,king\n,dealer\nBen,dealer\nben,dealer\nMax,dealer";
  assert.deepEqual(readList(text, POSTS, [{ name: "MAX" }]).faults, [
    "Line 1: Ada has no post known here (“king”).",
    "Line 2 has no name.",
    "Line 4: ben is there already.",
    "Line 5: Max is there already.",
  ]);
  assert.deepEqual(readList(" \n", POSTS).faults, ["There is nobody on this list."]);
});
