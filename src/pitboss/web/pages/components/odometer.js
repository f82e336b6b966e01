// An odometer: it rises smoothly to its target, and never shows more than that.

/**
 * A rise takes this long, however large it is; the next one continues from wherever it is by then.
 */
export const RISE_MS = 4_000;

/**
 * Quick at first: an odometer that gets a new target while it rolls does not stop and start again.
 */
const slowing = (part) => part * (2 - part);

/** An odometer at rest on a figure in cents, which was the jackpot at a position. */
export const resting = (cents, position) => ({
  from: cents,
  to: cents,
  begun: 0,
  lasts: 0,
  position,
});

/** What it shows: a number of cents, with a fraction while it rolls; never more than `to`. */
export function shownAt({ from, to, begun, lasts }, now) {
  if (now >= begun + lasts) return to;
  const part = Math.max(0, (now - begun) / lasts);
  return Math.min(to, from + (to - from) * slowing(part));
}

/**
 * A new target: it rises to it smoothly, and falls to it at once. The same target again changes
 * nothing.
 */
export function aimed(odometer, cents, position, now, rise = RISE_MS) {
  if (cents === odometer.to && rise > 0)
    return { ...odometer, position: position ?? odometer.position };
  const from = shownAt(odometer, now);
  if (cents <= from || rise === 0) return resting(cents, position);
  return { from, to: cents, begun: now, lasts: rise, position };
}

/**
 * The positions of its drums, from the right, each from 0 to just below 10: 1299.5 is [9.5, 9.5,
 * 2.5, 1]. A drum turns while the one to its right goes from 9 to 0, so that none runs ahead of the
 * figure.
 */
export function drums(figure, count) {
  const places = [];
  for (let place = 0; place < count; place += 1) {
    const unit = 10 ** place;
    const lower = figure % unit;
    const turning = place === 0 ? figure - Math.floor(figure) : Math.max(0, lower - (unit - 1));
    places.push((Math.floor(figure / unit) % 10) + turning);
  }
  return places;
}
