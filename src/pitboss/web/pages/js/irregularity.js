// Something irregular: choose what, tell only the facts that are needed, see what the rules say, report it.

import { command, get, post, tablePath } from "./api.js";
import { h, show } from "./dom.js";
import { amountText, cents } from "./money.js";
import { rulingBody, rulingButtons } from "./ruling.js";
import { dialog, notice, run } from "./shell.js";
import { authority, fact, incident, INCIDENT_GROUPS, incidentGroup, plain, wagerLabel } from "./words.js";

const WITH_CHIPS = ["over-maximum-bet", "under-minimum-bet", "wrong-raise"];

/** Opens the dialog for a table; take(view) gets the new view. */
export async function openIrregularity(view, person, take) {
  const found = await get(`/api/incidents/facts?table=${encodeURIComponent(view.table)}`);
  const shown = dialog("Irregularity", [], { test: "irregularity-dialog", wide: true });
  choose();

  function choose() {
    const list = h("div", { class: "incident-list" });
    const field = h("input", { id: "incident-find", type: "search", placeholder: "Find, for example: exposed", autocomplete: "off", "data-test": "incident-find", oninput: () => draw(field.value), onkeydown: (event) => { if (event.key === "Enter" && fits.length) { event.preventDefault(); ask(fits[0]); } } });
    let fits = found.incidents;
    const draw = (text) => {
      fits = found.incidents.filter((one) => incident(one.incident).toLowerCase().includes(text.trim().toLowerCase()));
      show(list, text, () => INCIDENT_GROUPS.map((group) => {
        const ones = fits.filter((one) => incidentGroup(one.incident) === group);
        return ones.length ? h("section", {}, h("h3", {}, group), h("div", { class: "incident-group" }, ones.map((one) => h("button", { type: "button", "data-test": `incident-${one.incident}`, onclick: () => ask(one) }, incident(one.incident))))) : "";
      }));
    };
    draw("");
    shown.fill(h("p", { class: "faint" }, "What has happened? Only what can happen at this point of the round is listed."), h("label", { class: "unseen", for: "incident-find" }, "Find an incident"), field, list);
    field.focus();
  }

  function ask(one) {
    const boxes = view.round?.boxes ?? [];
    const answers = {};
    const report = { box: null, bet: null, amount: null, boxes: [], moves: new Map() };
    const preview = h("div", { class: "preview", "aria-live": "polite" });
    const questions = h("div", { class: "questions" });
    const more = h("div", { class: "questions" });
    const send = h("button", { class: "primary", "data-test": "report", onclick: (event) => run(event.currentTarget, () => sendIt(one, answers, report), view.rulebook) }, "Report it");
    let kinds = one;

    const redraw = () => {
      show(questions, [kinds.facts, report.box], () => [
        one.needs_box ? h("fieldset", {}, h("legend", {}, "Which box?"), h("div", { class: "row" }, boxes.map((box) =>
          h("button", { type: "button", class: report.box === box.box ? "primary" : "", "aria-pressed": String(report.box === box.box), "data-test": `about-box-${box.box}`, onclick: () => pickBox(box.box) }, `${box.box} · ${box.player}`)))) : "",
        WITH_CHIPS.includes(one.incident) && report.box ? chips(boxes.find((box) => box.box === report.box)) : "",
        Object.entries(kinds.facts).map(([name, kind]) => question(name, kind)),
      ]);
    };
    // What only some rulings need is asked when the ruling is known: who may choose, and which hands change places.
    const askMore = (ruling) => {
      const affected = Boolean(ruling?.options.length) && ruling.options_for !== "all" && !one.needs_box && boxes.length > 1;
      const dealt = boxes.filter((box) => box.cards.length);
      const moving = Boolean(ruling?.effects.includes("reconstruct")) && one.incident === "misdeal" && dealt.length > 1;
      if (!affected) report.boxes = [];
      if (!moving) report.moves.clear();
      show(more, [affected, moving], () => [
        affected ? h("fieldset", {}, h("legend", {}, "Which boxes are affected? (none: all)"), h("div", { class: "row" }, boxes.map((box) =>
          h("label", { class: "tick" }, h("input", { type: "checkbox", "data-test": `affected-${box.box}`, onchange: (event) => { report.boxes = event.target.checked ? [...report.boxes, box.box].sort((a, b) => a - b) : report.boxes.filter((n) => n !== box.box); } }), ` ${box.box} · ${box.player}`)))) : "",
        moving ? h("fieldset", {}, h("legend", {}, "Where does each hand belong?"), dealt.map((box) => h("label", { class: "belongs" }, `The hand on box ${box.box} belongs to `,
          h("select", { "data-test": `belongs-${box.box}`, onchange: (event) => { report.moves.set(box.box, Number(event.target.value)); } }, dealt.map((other) => h("option", { value: String(other.box), selected: other.box === box.box }, `box ${other.box}`)))))) : "",
      ]);
    };
    const pickBox = async (number) => {
      report.box = number;
      const again = await run(null, () => get(`/api/incidents/facts?table=${encodeURIComponent(view.table)}&box=${number}`));
      kinds = again?.incidents.find((other) => other.incident === one.incident) ?? kinds;
      redraw();
      tell();
    };
    const chips = (box) => h("fieldset", {}, h("legend", {}, "What really lies there?"), h("div", { class: "pair" },
      h("select", { "aria-label": "Spot", "data-test": "found-bet", onchange: (event) => { report.bet = event.target.value || null; } }, h("option", { value: "" }, "Spot"), Object.keys(box.bets).map((bet) => h("option", { value: bet }, wagerLabel(view, bet)))),
      h("input", { "aria-label": "Amount", inputmode: "decimal", placeholder: "Amount", "data-test": "found-amount", oninput: (event) => { const value = cents(event.target.value); report.amount = Number.isNaN(value) ? null : amountText(value); } })));
    const question = (name, kind) => {
      const choices = kind.words.length ? kind.words.map((word) => [word, plain(word)]) : kind.least === null ? [[true, "Yes"], [false, "No"]] : null;
      const id = `fact-${name}`;
      if (!choices) return h("fieldset", {}, h("legend", {}, fact(name)), h("input", { id, type: "number", min: kind.least, step: 1, "aria-label": fact(name), "data-test": id, oninput: (event) => { answers[name] = Number(event.target.value); if (event.target.value === "") delete answers[name]; tell(); } }));
      const buttons = h("div", { class: "row", role: "radiogroup", "aria-label": fact(name) });
      choices.forEach(([value, label]) => buttons.append(h("label", { class: "choice" }, h("input", { type: "radio", name: id, "data-test": `${id}-${value}`, onchange: () => { answers[name] = value; tell(); } }), ` ${label}`)));
      return h("fieldset", {}, h("legend", {}, fact(name)), buttons);
    };
    const missing = () => Object.keys(kinds.facts).filter((name) => !(name in answers) && name !== "dealers_card");
    let asked = 0;
    const tell = async () => {
      const mine = (asked += 1);
      if (missing().length || (one.needs_box && !report.box)) {
        askMore(null);
        show(preview, "wait", () => h("p", { class: "faint" }, "Answer the questions to see what the rules say."));
        return;
      }
      try {
        const ruling = await post("/api/rule", { rulebook: view.rulebook, incident: one.incident, facts: { ...kinds.known, ...answers } });
        if (mine !== asked) return; // An answer has been changed meanwhile.
        show(preview, ruling, () => [h("h3", {}, "What the rules say"), rulingBody(ruling)]);
        askMore(ruling);
      } catch (error) {
        show(preview, error.message, () => h("p", { class: "faint" }, error.message));
      }
    };
    shown.fill(
      h("div", { class: "spread" }, h("h3", { class: "incident-title" }, incident(one.incident)), h("button", { class: "quiet", onclick: choose }, "Something else")),
      questions, preview, more, h("div", { class: "actions" }, send));
    redraw();
    tell();
    (shown.body.querySelector(".questions input, .questions button") ?? send).focus();
  }

  async function sendIt(one, answers, report) {
    const body = { do: "report", incident: one.incident, facts: answers };
    if (report.box) body.box = report.box;
    if (report.boxes.length) body.boxes = report.boxes;
    const moves = [...report.moves].filter(([from, to]) => from !== to);
    if (moves.length) body.moves = moves;
    if (report.bet && report.amount) Object.assign(body, { bet: report.bet, amount: report.amount });
    const answer = await command(tablePath(view.table), body);
    take(answer.view);
    const ruling = answer.view.round?.ruling;
    if (!ruling) {
      shown.close();
      notice(answer.events.includes("round-voided/1") ? "Reported: the round is void." : "Reported; the rule is in effect.");
      return;
    }
    const buttons = rulingButtons(view.table, ruling, ruling.box ?? null, person, (done) => { take(done.view); shown.close(); });
    shown.fill(
      h("p", { class: "badge wait" }, `Waits for ${authority(ruling.authority)}`),
      rulingBody(ruling), h("div", { class: "actions" }, buttons, h("button", { "data-test": "irregularity-close", onclick: () => shown.close() }, "Back to the table")));
  }
}
