// What the page of rulebooks works out without a page.

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const WRITTEN = /(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d)(?:([+-])(\d\d):(\d\d))?/g;

/** Dates of a rulebook as people write them, in the time zone in which the document has them. */
export const datesForPeople = (text) =>
  text.replace(WRITTEN, (_, year, month, day, clock, sign, hours, minutes) => {
    const date = `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
    // A document that counts from the beginning of a day says the day.
    const begins = clock === "00:00" ? date : `${date}, ${clock}`;
    if (!sign) return begins;
    const far = Number(hours) || Number(minutes);
    const rest = Number(minutes) ? `:${minutes}` : "";
    return `${begins} ${far ? `GMT${sign}${Number(hours)}${rest}` : "UTC"}`;
  });
