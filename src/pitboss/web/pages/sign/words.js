// What a guest reads on a sign. All of it in one place, so that it can be said in other languages.

export const WORDS = {
  state: {
    live: "LIVE",
    pending: "PENDING VERIFICATION",
    down: "OUT OF SERVICE",
    "not-live": "NOT LIVE",
    connecting: "CONNECTING",
  },
  title: "Jackpot",
  none: (link) => `There is no jackpot ${link}`,
  pays: "What each hand pays now",
  hand: "Hand",
  lastHits: "Last hits",
  pending: (table, box) => ` at table ${table}, box ${box}: pending verification`,
  noBets: "No progressive bets are taken at present.",
  backShortly: "Back shortly",
  lost: "The connection is lost.",
  lostSince: (time) =>
    `The connection is lost. The figure is from ${time} and is not what the jackpot is now.`,
  won: (table, box) => `won at table ${table}, box ${box}`,
  paid: (table, box) => `paid at table ${table}, box ${box}`,
  hit: (table, time) => `table ${table}, ${time}`,
  test: "Test of the show. Nothing was won.",
};
