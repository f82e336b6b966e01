// What the floor page works out by itself: which tables and jackpots it shows, who plays where.

/** The tour of a demonstration has tables and links of its own; they are not for the floor. */
const STAGE = /^Tour \d+$/;

/**
 * The floor without the stages of the tour. A real house has none, and may call a table anything.
 * @param {Api.FloorView} floor
 */
export const forGuests = (floor, demo) => ({
  tables: floor.tables.filter((row) => !isStage(row.table, demo)),
  links: floor.links.filter((link) => !isStage(link.link, demo)),
});

/** Whether a table or a link is there for the tour alone. */
export const isStage = (name, demo) => demo && STAGE.test(name);

/** How many tables are open, of how many, and how many players are in a round. */
export const counted = (tables) => ({
  open: tables.filter((row) => row.open).length,
  all: tables.length,
  people: tables.reduce((sum, row) => sum + row.playing, 0),
});

/** Tables whose name, game, jackpot or players fit what was typed. */
export function found(tables, text) {
  const wanted = text.trim().toLowerCase();
  const said = (row) => [row.table, row.title, row.link ?? "", ...row.players].join(" ");
  return tables.filter((row) => said(row).toLowerCase().includes(wanted));
}

/**
 * Where somebody plays: the boxes, by round. The floor that everybody is sent tells nobody's name,
 * so this comes from one that was asked for.
 */
export const ownBoxes = (tables, name) =>
  new Map(
    tables.map((row) => [
      row.round,
      row.seats.filter((one) => one.player === name).map((one) => one.box),
    ]),
  );

/** What changes when somebody sits down or gets up. */
export const seatsKey = (tables) =>
  tables.map((row) => `${row.round}:${row.seats.map((one) => one.box)}`).join();

/** Each player of a table with the boxes he plays, in the order of the table's list. */
export const seatsOf = (row) =>
  row.players.map((player) => ({
    player,
    boxes: row.seats.filter((one) => one.player === player).map((one) => one.box),
  }));
