// Saving data from the server.

import { h } from "./dom.js";

/**
 * A link that saves a value as a JSON file (.jsonl: on one line, as the commands take it), or a
 * text unchanged.
 */
export function saveLink(label, name, value) {
  const text =
    typeof value === "string"
      ? value
      : `${JSON.stringify(value, null, name.endsWith(".jsonl") ? 0 : 1)}\n`;
  const type = name.endsWith(".csv") ? "text/csv" : "application/json";
  return h(
    "a",
    {
      class: "button small-button",
      download: name,
      "data-test": `save-${name}`,
      href: URL.createObjectURL(new Blob([text], { type })),
    },
    label,
  );
}

/**
 * Rows as CSV. A cell that a spreadsheet would take for a formula gets an apostrophe in front,
 * which makes it text.
 */
export function asCsv(columns, rows) {
  const safe = (text) =>
    /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d[\d.,]*%?$/.test(text) ? `'${text}` : text;
  const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const cell = (value) => quoted(safe(String(value ?? "")));
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
}
