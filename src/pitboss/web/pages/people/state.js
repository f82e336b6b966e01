// What the page of people works out without a page: who is looked for, and how far a new house has
// come.

/**
 * A step on the way to the first round. `by` is the post that takes it; `role` whom to add; `waits`
 * is what it waits for, in words.
 * @typedef {{ key: string, title: string, done: boolean, waits: string, by: string,
 *   role: string | null, says: string }} Step
 */

/**
 * The steps from the first sign-in to the first round, in their order.
 * @param {{ people: Api.PersonView[], waiting: Api.DeedView[], floor: Api.FloorView,
 *   devices: { revoked: boolean }[], me: string }} now
 * @returns {Step[]}
 */
export function beginning({ people, waiting, floor, devices, me }) {
  const active = people.filter((one) => one.enabled);
  const step = (key, title, by, done, says, before = "") => ({
    key,
    title,
    by,
    role: null,
    says,
    done,
    waits: done ? "" : before,
  });
  const posts = (key, title, role, least, says) => {
    const there = active.filter((one) => one.role === role);
    const missing = there.filter((one) => one.invited_until_ms);
    const come = there.length - missing.length;
    const proposed = waiting.filter((one) => one.do === "add-person" && one.role === role);
    const asked = there.length + proposed.length >= least;
    const own = proposed.every((one) => one.by === me);
    const waits = !asked
      ? ""
      : proposed.length
        ? own
          ? `Another administrator has to approve ${listed(proposed)}.`
          : `You have to approve ${listed(proposed.filter((one) => one.by !== me))}, above.`
        : `${listed(missing)} still ${missing.length > 1 ? "have" : "has"} to open the link.`;
    return {
      ...step(key, title, "administrator", come >= least, says),
      role,
      waits: come >= least ? "" : waits,
      title: key === "shift" && come === 1 ? `${title}: 1 of 2` : title,
    };
  };
  const has = (role, least) =>
    active.filter((one) => one.role === role && !one.invited_until_ms).length >= least;
  const places = floor.links.length + floor.tables.length > 0;
  return [
    step("first", "Create the first administrator", "administrator", true, "That is you."),
    posts(
      "second",
      "Invite a second administrator",
      "administrator",
      2,
      "Managers are appointed by two administrators, and you can't be both.",
    ),
    posts(
      "shift",
      "Appoint two shift managers",
      "shift-manager",
      2,
      "One opens a jackpot, the other approves it. You propose them, and the other administrator " +
        "approves.",
    ),
    posts(
      "supervisor",
      "Appoint a pit supervisor",
      "pit-supervisor",
      1,
      "Opens tables, sets limits and verifies jackpot claims.",
    ),
    posts("dealer", "Add a dealer", "dealer", 1, "Runs the rounds at a table."),
    step(
      "jackpot",
      "Open a jackpot",
      "shift-manager",
      floor.links.length > 0,
      "One shift manager opens it at the pit desk, the other approves it there within a minute. " +
        "Without one, tables take no progressive bets.",
      has("shift-manager", 2) ? "" : "The two shift managers have to be there first.",
    ),
    step(
      "table",
      "Open a table",
      "pit-supervisor",
      floor.tables.length > 0,
      "The pit supervisor does this at the pit desk: rules, limits, cards, jackpot.",
      has("pit-supervisor", 1) || has("shift-manager", 1)
        ? ""
        : "The pit supervisor has to be there first.",
    ),
    step(
      "sign",
      "Put up a sign",
      "administrator",
      devices.some((one) => !one.revoked),
      "A screen that shows a jackpot, or a console that needs nobody to sign in.",
      places ? "" : "There has to be a jackpot or a table first.",
    ),
  ];
}

/** @param {{ name: string }[]} people */
const listed = (people) => people.map((one) => one.name).join(" and ");

/**
 * Whether another administrator is to approve a new person though the post does not require that:
 * before the first table, whom two have appointed may approve at once.
 * @param {{ people: Api.PersonView[], founding: boolean }} house
 */
export const takesTwo = ({ people, founding }, role) =>
  founding &&
  role === "pit-supervisor" &&
  people.filter((one) => one.enabled && one.role === "administrator").length > 1;

/**
 * The step to take now; null where nothing is left.
 * @param {Step[]} steps
 */
export const nextStep = (steps) =>
  steps.find((one) => !one.done && !one.waits) ?? steps.find((one) => !one.done) ?? null;

// ── a list of people ─────────────────────────────────────────────────────────────────────────────

/** The cells of a line of CSV: commas, semicolons or tabs between them, quotes around any. */
const cells = (line) =>
  line.split(/[,;\t](?=(?:[^"]*"[^"]*")*[^"]*$)/).map((part) => {
    const text = part.trim();
    return /^".*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"').trim() : text;
  });

/**
 * The people on a list of names and posts, and what is wrong with it, line by line. `roles` are the
 * names of the posts by their keys, and `known` those who are there already.
 * @param {string} text
 * @param {Record<string, string>} roles
 * @param {{ name: string }[]} known
 */
export function readList(text, roles, known = []) {
  const posts = new Map(
    Object.entries(roles).flatMap(([key, label]) => [
      [key, key],
      [label.toLowerCase(), key],
    ]),
  );
  const taken = new Set(known.map((one) => one.name.toLowerCase()));
  const people = [];
  const faults = [];
  for (const [at, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    if (!line.trim()) continue;
    const [name = "", post = ""] = cells(line);
    const role = posts.get(post.toLowerCase());
    // The names of the columns stand on the first line, if anywhere.
    if (!role && at === 0 && /^(post|role)$/i.test(post)) continue;
    if (!name) faults.push(`Line ${at + 1} has no name.`);
    else if (!role) faults.push(`Line ${at + 1}: ${name} has no post known here (“${post}”).`);
    else if (taken.has(name.toLowerCase()))
      faults.push(`Line ${at + 1}: ${name} is there already.`);
    else people.push({ name, role });
    taken.add(name.toLowerCase());
  }
  if (!people.length && !faults.length) faults.push("There is nobody on this list.");
  return { people, faults };
}

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
