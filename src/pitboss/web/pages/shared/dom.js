// Small helpers to build and to change elements. Text goes in as text only, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element: h("button", {class: "big", onclick: f, "data-test": "x"}, "Deal", …). */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** An SVG element. */
export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(
    ...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/**
 * Replaces the content of an element when it has to show something different. The focus is kept:
 * elements are recognised by data-test or id.
 */
export function show(element, key, make) {
  const text = JSON.stringify(key);
  if (element.shownKey === text) return false;
  element.shownKey = text;
  const held = element.contains(document.activeElement) ? document.activeElement : null;
  const name = held?.getAttribute("data-test") || held?.id;
  const typed = held instanceof HTMLInputElement ? held.value : null;
  const made = make();
  element.replaceChildren(
    ...[made].flat(3).filter((child) => child !== null && child !== undefined && child !== false),
  );
  if (name) {
    const again = element.querySelector(`[data-test="${CSS.escape(name)}"], #${CSS.escape(name)}`);
    if (again) {
      if (typed !== null && again instanceof HTMLInputElement && !again.value) again.value = typed;
      again.focus({ preventScroll: true });
    }
  }
  return true;
}

export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

/**
 * The page has what it shows: until then its content is laid out but not seen, so that nothing
 * moves under anybody's eyes while it comes.
 */
export const drawn = () => $("#main").removeAttribute("aria-busy");

/** Whether keys typed now belong to a field. */
export function typing(event) {
  const at = event.target;
  return (
    at instanceof HTMLElement && (at.matches("input, textarea, select") || at.isContentEditable)
  );
}

/** Whether a dialog is open, so that the page's own keys are disabled. */
export const dialogOpen = () => document.querySelector("dialog[open]") !== null;

/** Says something to screen readers. */
export function say(text) {
  let place = $("#said");
  if (!place) {
    place = h("div", { id: "said", class: "unseen", role: "status", "aria-live": "polite" });
    document.body.append(place);
  }
  if (place.textContent !== text) place.textContent = text;
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
