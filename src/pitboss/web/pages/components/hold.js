// A button that has to be held, so that nobody pays a fortune by a slip of the hand. Anybody who
// can't hold it types a word instead.

import { h, say } from "../shared/dom.js";

export const HOLD_MS = 1_500;

/**
 * The button and, below it, the field for the word. done() is called once, when it has been held
 * long enough or the word was typed; ready() says whether it may be held at all.
 */
export function holdToConfirm({ label, word, test, done, ready = () => true, why = "" }) {
  let timer = 0;
  let over = false;
  const fill = h("span", { class: "hold-fill", "aria-hidden": "true" });
  const button = h(
    "button",
    { class: "primary hold", type: "button", "data-test": `${test}-do` },
    fill,
    h("span", { class: "hold-label" }, `Hold: ${label}`),
  );
  button.style.setProperty("--hold", `${HOLD_MS}ms`);
  const finish = () => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    done();
  };
  const begin = () => {
    if (over || timer) return;
    if (!ready()) {
      say(why);
      hint.textContent = why;
      return;
    }
    button.classList.add("held");
    timer = setTimeout(finish, HOLD_MS);
  };
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    button.classList.remove("held");
  };
  const isKey = (event) => event.key === "Enter" || event.key === " ";
  button.addEventListener("pointerdown", begin);
  for (const end of ["pointerup", "pointerleave", "pointercancel", "blur"])
    button.addEventListener(end, stop);
  button.addEventListener("keydown", (event) => {
    if (!isKey(event)) return;
    event.preventDefault();
    begin();
  });
  button.addEventListener("keyup", (event) => isKey(event) && stop());
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  const hint = h("p", { class: "hint", role: "status", "data-test": `${test}-hint` });
  const typed = h("input", {
    id: `${test}-typed`,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    "data-test": `${test}-typed`,
    oninput: () => {
      if (typed.value.trim().toUpperCase() !== word) return;
      if (ready()) finish();
      else hint.textContent = why;
    },
  });
  const node = h(
    "div",
    { class: "hold-to-confirm" },
    button,
    h("label", { for: `${test}-typed`, class: "small" }, "or type ", h("b", {}, word)),
    typed,
    hint,
  );
  return { node, button };
}
