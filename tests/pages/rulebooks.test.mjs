import assert from "node:assert/strict";
import { test } from "node:test";
import { datesForPeople } from "../../src/pitboss/web/pages/rulebooks/state.js";

test("dates of a rulebook read as people write them, in the zone of the document", () => {
  assert.equal(datesForPeople("2020-12-08 08:00+08:00"), "8 Dec 2020, 08:00 GMT+8");
  assert.equal(datesForPeople("2019-08-02 00:00+08:00"), "2 Aug 2019 GMT+8");
  assert.equal(datesForPeople("2024-01-01 00:00+00:00"), "1 Jan 2024 UTC");
  assert.equal(
    datesForPeople("2024-01-01 09:30+05:30, until 2025-06-30 23:59+05:30"),
    "1 Jan 2024, 09:30 GMT+5:30, until 30 Jun 2025, 23:59 GMT+5:30",
  );
  assert.equal(datesForPeople("not stated"), "not stated");
});
