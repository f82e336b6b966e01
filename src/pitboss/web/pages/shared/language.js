// The language of what players and guests read. Sentences are in the code in English, which is also
// their key in the catalogues (languages/): a sentence missing in a language is shown in English.
// Clause numbers, names and amounts are the same in all of them.

export const LANGUAGES = {
  en: "English",
  zh: "简体中文",
  ms: "Bahasa Melayu",
  ta: "தமிழ்",
};

/** In preparation and not complete yet: the rest is in English. */
export const IN_PART = ["ms", "ta"];

const KEPT = "pitboss-language";
/** A language that nobody speaks: text outside its brackets does not come from a catalogue. */
const PSEUDO = "xx";

/** Pages for players and guests; staff read English. */
const FOR_GUESTS = /^\/($|seat\/|sign|tour$|why$)/;
export const translated = FOR_GUESTS.test(location.pathname);

/**
 * The language in the address (a sign has nobody to choose one), or the one chosen here, or the
 * first of the browser's languages that we have.
 */
function chosen() {
  if (!translated) return "en";
  const named = new URLSearchParams(location.search).get("lang");
  if (named in LANGUAGES) return named;
  const kept = localStorage.getItem(KEPT);
  if (kept === PSEUDO || kept in LANGUAGES) return kept;
  const asked = navigator.languages.map((one) => one.toLowerCase().split("-")[0]);
  return asked.find((one) => one in LANGUAGES) ?? "en";
}

export const language = chosen();
const catalogue =
  language in LANGUAGES && language !== "en"
    ? await fetch(new URL(`languages/${language}.json`, import.meta.url)).then(
        (answer) => answer.json(),
        () => ({}),
      )
    : {};

document.documentElement.lang = { zh: "zh-Hans", [PSEUDO]: "en" }[language] ?? language;

// The word that stands alone until a page is whole is there before any module.
const waiting = document.querySelector(".loading");
if (waiting) waiting.textContent = t("Loading");

/** Changes the language from the next page on; this page is reloaded. */
export function chooseLanguage(code) {
  localStorage.setItem(KEPT, code);
  location.reload();
}

/** Whether the catalogue of this language has a sentence. */
export const known = (text) => language === "en" || language === PSEUDO || Boolean(catalogue[text]);

/**
 * A sentence in the page's language, with what stands in its braces: t("Box {box}", {box: 3}).
 * @param {string} text
 * @param {Record<string, string | number>} [given]
 */
export function t(text, given = {}) {
  const found = language === PSEUDO ? `⟦${text}⟧` : catalogue[text] || text;
  return found.replace(/\{(\w+)\}/g, (whole, name) => String(given[name] ?? whole));
}
