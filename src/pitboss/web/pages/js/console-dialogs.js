// Dialogs of the console: chips laid for a player, and hands that a supervisor has seen.

import { h } from "./dom.js";
import { amountText, cents, short } from "./money.js";
import { dialog, run } from "./shell.js";
import { wagerLabel } from "./words.js";

/** Lays chips on a spot for a player who asks for it, or takes them back. */
export function openBetFor(view, number, wager, box, send) {
  const fixed = wager.kind === "progressive" ? view.progressive_bet : null;
  const limits = view.limits[wager.bet] ?? {};
  const names = [...new Set([...Object.keys(view.chips), ...(view.round?.boxes ?? []).map((one) => one.player)])];
  const player = h("input", { id: "bet-player", required: true, maxlength: 40, value: box?.player ?? "", list: "bet-names", autocomplete: "off", "data-test": "bet-player" });
  const amount = h("input", { id: "bet-amount", required: true, inputmode: "decimal", value: fixed ?? limits.min ?? "", readonly: fixed ? true : null, "data-test": "bet-amount" });
  const form = h("form", { class: "form", onsubmit: (event) => {
    event.preventDefault();
    const value = cents(amount.value);
    run(form.querySelector(".primary"), async () => {
      await send({ do: "place-bet", box: number, bet: wager.bet, player: player.value.trim(), amount: Number.isNaN(value) ? amount.value : amountText(value) });
      shown.close();
    }, view.rulebook);
  } },
    h("label", { for: "bet-player" }, "Player"), player, h("datalist", { id: "bet-names" }, names.map((one) => h("option", { value: one }))),
    h("label", { for: "bet-amount" }, "Amount"), amount,
    h("p", { class: "hint" }, fixed ? `The prescribed amount is ${short(fixed)}.` : limits.min ? `From ${short(limits.min)} to ${limits.max ? short(limits.max) : "any amount"}. Chips are added to what lies there.` : "Chips are added to what lies there."),
    h("div", { class: "actions" },
      box?.bets[wager.bet] ? h("button", { type: "button", class: "danger", "data-test": "bet-withdraw", onclick: (event) => run(event.currentTarget, async () => { await send({ do: "withdraw-bet", box: number, bet: wager.bet, player: player.value.trim() || box.player }); shown.close(); }, view.rulebook) }, `Take back ${short(box.bets[wager.bet])}`) : "",
      h("button", { class: "primary", "data-test": "bet-place" }, "Lay the chips")));
  const shown = dialog(`${wagerLabel(view, wager.bet)} on box ${number}`, form, { test: "bet-dialog" });
  (player.value ? amount : player).focus();
}

/** A supervisor has seen a hand that is not shown, for some of its bets. */
export function openEstablish(view, box, send) {
  const ticks = Object.keys(box.bets).map((bet) => h("input", { type: "checkbox", value: bet, checked: bet === "progressive", "data-test": `establish-${bet}` }));
  const shown = dialog(`Box ${box.box}: the cards have been seen`, [
    h("p", { class: "faint" }, "For which bets?"),
    ticks.map((tick) => h("p", {}, h("label", { class: "tick" }, tick, ` ${wagerLabel(view, tick.value)}`))),
    h("div", { class: "actions" }, h("button", { class: "primary", "data-test": "establish-do", onclick: (event) => run(event.currentTarget, async () => { await send({ do: "establish-hand", box: box.box, bets: ticks.filter((tick) => tick.checked).map((tick) => tick.value) }); shown.close(); }, view.rulebook) }, "Establish the hand")),
  ]);
}
