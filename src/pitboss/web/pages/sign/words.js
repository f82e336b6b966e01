// What a guest reads on a sign, in the language of the sign.

import { t } from "../shared/language.js";

export const WORDS = {
  state: {
    live: t("LIVE"),
    pending: t("PENDING VERIFICATION"),
    down: t("OUT OF SERVICE"),
    "not-live": t("NOT LIVE"),
    connecting: t("CONNECTING"),
  },
  none: (link) => t("There is no jackpot {link}", { link }),
  pays: t("What each hand pays now"),
  hand: t("Hand"),
  lastHits: t("Last hits"),
  lastHit: t("Last hit"),
  pending: (table, box) => t("at table {table}, box {box}: pending verification", { table, box }),
  noBets: t("No progressive bets are taken at present."),
  backShortly: t("Back shortly"),
  lost: t("The connection is lost."),
  lostSince: (time) =>
    t("The connection is lost. The figure is as of {time} and may be out of date.", { time }),
  won: (table, box) => t("won at table {table}, box {box}", { table, box }),
  paid: (table, box) => t("paid at table {table}, box {box}", { table, box }),
  hit: (table, time) => t("table {table}, {time}", { table, time }),
  test: t("Test of the show. Nothing was won."),
  showed: t("What did this sign show?"),
  to1: (times) => t("{times} to 1", { times }),
  for1: (times) => t("{times} for 1", { times }),
};
