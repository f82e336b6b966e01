// The command palette: whatever can be done or gone to from the desk, by a few letters of its name.

import { h, show } from "../shared/dom.js";
import { dialog, run } from "../shared/shell.js";
import { openLog } from "./log.js";
import { matching } from "./state.js";

const MOST = 12;

export function openPalette(desk, { newTable, newLink }) {
  const all = commandsOf(desk, newTable, newLink);
  let [fits, at] = [all, 0];
  const list = h("ul", { class: "palette-list", id: "palette-list", role: "listbox" });
  list.setAttribute("aria-label", "Commands");
  const find = h("input", {
    type: "text",
    role: "combobox",
    autocomplete: "off",
    placeholder: "A table, a jackpot, a command",
    "aria-label": "Command",
    "aria-expanded": "true",
    "aria-controls": "palette-list",
    "data-test": "palette-find",
    oninput: () => {
      at = 0;
      draw();
    },
    onkeydown: (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by) {
        event.preventDefault();
        at = (at + by + fits.length) % Math.max(1, fits.length);
        draw();
      } else if (event.key === "Enter" && fits[at]) {
        event.preventDefault();
        choose(fits[at]);
      }
    },
  });
  const shown = dialog("Commands", [find, list], { test: "palette-dialog" });
  const choose = (one) => {
    shown.close();
    run(null, async () => one.work());
  };
  function draw() {
    fits = matching(find.value, all).slice(0, MOST);
    show(list, [find.value, at], () =>
      fits.length
        ? fits.map((one, place) =>
            h(
              "li",
              {
                id: `command-${place}`,
                role: "option",
                "aria-selected": String(place === at),
                "data-test": "command",
                onclick: () => choose(one),
              },
              one.label,
              one.key ? h("kbd", {}, one.key) : "",
            ),
          )
        : h("li", { class: "faint" }, "Nothing of that name."),
    );
    find.setAttribute("aria-activedescendant", fits.length ? `command-${at}` : "");
  }
  draw();
  find.focus();
}

function commandsOf(desk, newTable, newLink) {
  const { live, shift, runsTables } = desk;
  const go = (label, path) => ({ label, work: () => location.assign(path) });
  const at = (name) => encodeURIComponent(name);
  const tables = (live.floor?.tables ?? []).flatMap(({ table }) => [
    { label: `Show ${table} on the board`, work: () => desk.select(table) },
    go(`Console of ${table}`, `/table/${at(table)}`),
    go(`Rounds of ${table}`, `/audit?table=${at(table)}`),
  ]);
  const links = [...live.links.keys()].flatMap((link) => [
    go(`Sign of ${link}`, `/sign/${at(link)}`),
    { label: `Log of jackpots: ${link}`, work: () => openLog(desk, "links") },
  ]);
  return [
    { label: "Log of incidents", key: "l", work: () => openLog(desk, "incidents") },
    { label: "Log of jackpots", work: () => openLog(desk, "links") },
    { label: "What a person did", work: () => openLog(desk, "person") },
    ...(runsTables ? [{ label: "Open a table", work: newTable }] : []),
    ...(shift ? [{ label: "Open a jackpot", work: newLink }] : []),
    go("Reports of the day", "/audit?tab=reports"),
    go("Audit of the journal", "/audit?tab=journal"),
    go("Rulebooks", "/rulebooks"),
    go("The floor", "/"),
    ...tables,
    ...links,
  ];
}
