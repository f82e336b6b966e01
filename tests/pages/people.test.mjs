import assert from "node:assert/strict";
import { test } from "node:test";
import { beginning, nextStep } from "../../src/pitboss/web/pages/people/state.js";

const person = (role, enabled = true) => ({ name: role, role, enabled });
const house = (more = {}) => ({
  people: [person("administrator")],
  waiting: [],
  floor: { links: [], tables: [] },
  devices: [],
  ...more,
});
const left = (now) => beginning(now).flatMap((one) => (one.done ? [] : [one.key]));

test("a house begins with a second administrator, and ends with a sign", () => {
  const all = ["second", "shift", "supervisor", "dealer", "jackpot", "table", "sign"];
  assert.deepEqual(left(house()), all);
  assert.equal(nextStep(beginning(house())).key, "second");
});

test("what waits for a second administrator is passed over, and taken up where nothing else is left", () => {
  const waiting = [{ do: "add-person", role: "shift-manager" }];
  const roles = ["administrator", "administrator", "pit-manager", "dealer"];
  const people = roles.map((role) => person(role));
  const steps = beginning(house({ people, waiting }));
  assert.equal(steps.find((one) => one.key === "shift").waits, true);
  assert.equal(nextStep(steps).key, "jackpot");
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
  const roles = ["administrator", "administrator", "shift-manager", "pit-supervisor", "dealer"];
  const now = house({
    people: roles.map((role) => person(role)),
    floor: { links: [{}], tables: [{}] },
    devices: [{ revoked: false }],
  });
  assert.equal(nextStep(beginning(now)), null);
});
