import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { figuresOf, withFigures } from "../../src/pitboss/web/pages/shared/refusal-figures.js";

const here = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const catalogue = JSON.parse(here("../../src/pitboss/web/pages/shared/languages/zh.json"));
const rows = here("../table/refusals.md")
  .split("\n")
  .map((line) => line.replace(/^\| | \|$/g, "").split(" | "))
  .filter(([code, , who]) => ["ann", "bob"].includes(who) && `refused: ${code}` in catalogue);

test("whatever figure a player is told in English is told in Chinese too", () => {
  assert.ok(rows.length > 20);
  for (const row of rows) {
    const [code, message] = [row[0], row.at(-1)];
    const said = withFigures(catalogue[`refused: ${code}`], message);
    assert.ok(!said.includes("{"), code);
    for (const figure of Object.values(figuresOf(message))) assert.ok(said.includes(figure), code);
  }
});

test("amounts have their separators, and what was not said is left out", () => {
  assert.equal(withFigures("超过上限{amount}。", "The maximum is 12000.00."), "超过上限12,000.00。");
  assert.equal(withFigures("{box}号箱停用。", "Not here."), "号箱停用。");
});
