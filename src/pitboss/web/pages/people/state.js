// What the page of people works out without a page: who is looked for, and how far a new house has
// come.

/**
 * A step on the way to the first round. `by` is the post that takes it; `role` whom to add.
 * @typedef {{ key: string, title: string, done: boolean, waits: boolean, by: string,
 *   role: string | null, says: string }} Step
 */

/**
 * The steps from the first sign-in to the first round, in their order.
 * @param {{ people: Api.PersonView[], waiting: Api.DeedView[], floor: Api.FloorView,
 *   devices: { revoked: boolean }[] }} now
 * @returns {Step[]}
 */
export function beginning({ people, waiting, floor, devices }) {
  const active = people.filter((one) => one.enabled);
  const count = (role) => active.filter((one) => one.role === role).length;
  const proposed = (role) => waiting.some((one) => one.do === "add-person" && one.role === role);
  const step = (key, title, by, done, says, role = null) => ({
    key,
    title,
    by,
    role,
    says,
    done,
    waits: !done && role !== null && proposed(role),
  });
  return [
    step("first", "Create the first administrator", "administrator", true, "That is you."),
    step(
      "second",
      "Add a second administrator",
      "administrator",
      count("administrator") > 1,
      "Managers are appointed by two administrators, and you can't be both.",
      "administrator",
    ),
    step(
      "shift",
      "Appoint a shift manager",
      "administrator",
      count("shift-manager") > 0,
      "Opens jackpots and decides for the house. You propose, the second administrator approves.",
      "shift-manager",
    ),
    step(
      "supervisor",
      "Add a pit supervisor",
      "administrator",
      count("pit-supervisor") + count("pit-manager") > 0,
      "Opens tables, sets limits and verifies jackpot claims.",
      "pit-supervisor",
    ),
    step(
      "dealer",
      "Add a dealer",
      "administrator",
      count("dealer") > 0,
      "Runs the rounds at a table.",
      "dealer",
    ),
    step(
      "jackpot",
      "Open a jackpot",
      "shift-manager",
      floor.links.length > 0,
      "The shift manager does this at the pit desk. Without one, tables take no progressive bets.",
    ),
    step(
      "table",
      "Open a table",
      "pit-supervisor",
      floor.tables.length > 0,
      "The pit supervisor does this at the pit desk: rules, limits, cards, jackpot.",
    ),
    step(
      "sign",
      "Put up a sign",
      "administrator",
      devices.some((one) => !one.revoked),
      "A screen that shows a jackpot, or a console that needs nobody to sign in.",
    ),
  ];
}

/**
 * The step to take now; null where nothing is left.
 * @param {Step[]} steps
 */
export const nextStep = (steps) =>
  steps.find((one) => !one.done && !one.waits) ?? steps.find((one) => !one.done) ?? null;

// ── the list ─────────────────────────────────────────────────────────────────────────────────────

/**
 * How many people there are of each role, in the order of the first of each.
 * @param {Api.PersonView[]} people
 * @returns {[string, number][]}
 */
export function countsByRole(people) {
  const counts = new Map();
  for (const { role } of people) counts.set(role, (counts.get(role) ?? 0) + 1);
  return [...counts];
}

/**
 * The people of a role whose name or role holds a text, by name.
 * @param {Api.PersonView[]} people
 */
export function fitting(people, { text, role }, roleName) {
  const wanted = text.trim().toLowerCase();
  const holds = (one) => `${one.name} ${roleName(one.role)}`.toLowerCase().includes(wanted);
  return people
    .filter((one) => (!role || one.role === role) && holds(one))
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}
