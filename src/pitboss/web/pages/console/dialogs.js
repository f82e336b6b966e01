// Dialogs of the console: chips laid for a player, and hands that a supervisor has seen.

import { h } from "../shared/dom.js";
import { actions, amountIn, field, sends } from "../shared/fields.js";
import { short } from "../shared/money.js";
import { dialog, run } from "../shared/shell.js";
import { wagerLabel } from "../shared/words.js";

/** Refusals of a bet that are about its amount, and about its player. */
const ABOUT_AMOUNT = ["bad-amount", "over-maximum", "under-minimum", "wrong-progressive-amount"];
const ABOUT_PLAYER = ["someone-elses-box", "player-barred", "one-position-only", "not-allowed"];
const all = (codes, input) => Object.fromEntries(codes.map((code) => [code, input]));

/**
 * Lays chips on a spot for a player who asks for it, or takes them back.
 * @param {Api.TablePage} view
 */
export function openBetFor(view, number, wager, box, send) {
  const fixed = wager.kind === "progressive" ? view.progressive_bet : null;
  const limits = view.limits[wager.bet] ?? {};
  const seated = (view.round?.boxes ?? []).map((one) => one.player);
  const names = [...new Set([...Object.keys(view.chips), ...seated])];
  const player = h("input", {
    required: true,
    maxlength: 40,
    value: box?.player ?? "",
    list: "bet-names",
    autocomplete: "off",
    "data-test": "bet-player",
  });
  const amount = h("input", {
    required: true,
    inputmode: "decimal",
    value: fixed ?? limits.min ?? "",
    readonly: Boolean(fixed),
    "data-test": "bet-amount",
  });
  const laid = box?.bets[wager.bet];
  const bet = { box: number, bet: wager.bet };
  const takeBack = async () => {
    await send({ do: "withdraw-bet", ...bet, player: player.value.trim() || box.player });
    shown.close();
  };
  const back = laid
    ? h(
        "button",
        {
          type: "button",
          class: "danger",
          "data-test": "bet-withdraw",
          onclick: (event) => run(event.currentTarget, takeBack, view.rulebook),
        },
        `Take back ${short(laid)}`,
      )
    : "";
  const form = h(
    "form",
    { class: "stack" },
    field("Player", player),
    h(
      "datalist",
      { id: "bet-names" },
      names.map((one) => h("option", { value: one })),
    ),
    field("Amount", amount, amountHint(fixed, limits)),
    actions("bet-place", "Place the bet", back),
  );
  const title = `${wagerLabel(view, wager.bet)} on box ${number}`;
  const shown = dialog(title, form, { test: "bet-dialog" });
  sends(
    form,
    async () => {
      const chips = { player: player.value.trim(), amount: amountIn(amount) };
      await send({ do: "place-bet", ...bet, ...chips });
      shown.close();
    },
    {
      where: { amount, player },
      codes: { ...all(ABOUT_AMOUNT, amount), ...all(ABOUT_PLAYER, player) },
      book: () => view.rulebook,
    },
  );
  (player.value ? amount : player).focus();
}

function amountHint(fixed, limits) {
  const added = "Chips are added to what is already there.";
  if (fixed) return `The progressive bet is ${short(fixed)}.`;
  if (!limits.min) return added;
  return `From ${short(limits.min)} to ${limits.max ? short(limits.max) : "any amount"}. ${added}`;
}

/**
 * A supervisor has seen a hand that is not shown, for some of its bets.
 * @param {Api.TablePage} view
 */
export function openEstablish(view, box, send) {
  const ticks = Object.keys(box.bets).map((bet) =>
    h("input", {
      type: "checkbox",
      value: bet,
      checked: bet === "progressive",
      "data-test": `establish-${bet}`,
    }),
  );
  const row = (tick) =>
    h("p", {}, h("label", { class: "tick" }, tick, ` ${wagerLabel(view, tick.value)}`));
  const unread = view.cards === "shown" && box.cards.includes("??");
  const cards = h("input", { autocomplete: "off", "data-test": "establish-cards" });
  const establish = async () => {
    const bets = ticks.filter((tick) => tick.checked).map((tick) => tick.value);
    const seen = unread ? { cards: cards.value } : {};
    await send({ do: "establish-hand", box: box.box, bets, ...seen });
    shown.close();
  };
  const shown = dialog(`Box ${box.box}: the cards have been seen`, [
    h("p", { class: "faint" }, "For which bets?"),
    ticks.map(row),
    unread ? field("Cards", cards, "As they were seen, like qs10h9c2d2c.") : "",
    h(
      "div",
      { class: "actions" },
      h(
        "button",
        {
          class: "primary",
          "data-test": "establish-do",
          onclick: (event) => run(event.currentTarget, establish, view.rulebook),
        },
        "Establish the hand",
      ),
    ),
  ]);
}
