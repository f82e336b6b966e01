// Times in the casino's time zone, from its settings, wherever the browser is.

import { timezone } from "./api.js";

// The interface is English, and a casino's day has 24 hours: what is shown does not depend on the
// browser's locale.
const LOCALE = "en-GB";
const CLOCK = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
const DAY = { day: "numeric", month: "short", year: "numeric" };
const DIGITS = { day: "2-digit", month: "2-digit", year: "numeric" };
const DIGITS_WRITTEN = /^(\d+)\/(\d+)\/(\d+), (.*)$/;

const writers = new Map();

function write(ms, format, timeZone) {
  const key = JSON.stringify([format, timeZone]);
  if (!writers.has(key)) writers.set(key, new Intl.DateTimeFormat(LOCALE, { ...format, timeZone }));
  return writers.get(key).format(new Date(ms));
}

/** The zone as written after a time: "GMT+8". */
export const zoneShort = (ms = Date.now()) =>
  write(ms, { timeZoneName: "short", hour: "2-digit" }, timezone()).replace(/^\S+ /, "");

/** The zone by its name: "Asia/Singapore (GMT+8)"; "UTC". */
export const zoneLong = () =>
  timezone() === zoneShort() ? timezone() : `${timezone()} (${zoneShort()})`;

/** A time could be misread if the clock on the wall next to this browser shows a different one. */
function misread(ms) {
  const format = { ...DAY, ...CLOCK };
  return write(ms, format, timezone()) !== write(ms, format, undefined);
}

const named = (ms, text) => (misread(ms) ? `${text} ${zoneShort(ms)}` : text);

/** "20:30:05" in a list whose head names the zone. */
export const bareTime = (ms) => write(ms, CLOCK, timezone());

/** "20:30:05", with its zone if it could be misread. */
export const time = (ms) => named(ms, bareTime(ms));

/** "15 Nov 2026, 20:30:05", with its zone if it could be misread. Takes ISO 8601 too. */
export const dateTime = (at) => named(at, write(at, { ...DAY, ...CLOCK }, timezone()));

/** Today in the casino, as a date field writes it: "2026-11-15". */
export const today = () =>
  new Intl.DateTimeFormat("en-CA", { timeZone: timezone() }).format(new Date());

/** What a clock on the casino's wall shows, as if it were one in UTC. */
const wall = (ms) =>
  Date.parse(
    `${write(ms, { ...DIGITS, ...CLOCK }, timezone()).replace(DIGITS_WRITTEN, "$3-$2-$1T$4")}Z`,
  );

/** The moment at which the casino's clock shows a date and time: "2026-11-15T23:59:59". */
export function momentOf(text) {
  const shown = Date.parse(`${text}Z`);
  // Twice, because the offset there may differ from the one here: clocks go forward and back.
  const near = shown - (wall(shown) - shown);
  return near - (wall(near) - shown);
}
