// Whose post needs a second factor sets it up before anything else.

import { setUpApp } from "../components/second-factor.js";
import { $, h } from "../shared/dom.js";

/** `password` is the one that was typed just now, if it was. */
export async function setUpFactor(place, password, done) {
  const steps = h("div");
  // The page of signing in has a heading of its own above this.
  const heading = $(".door-head") ? "h2" : "h1";
  place.replaceChildren(
    h(
      "section",
      { class: "sheet form", "data-test": "enrolment" },
      h(heading, {}, "Set up a second factor"),
      h("p", { class: "faint" }, "In this house your role needs more than a password to sign in."),
      steps,
    ),
  );
  await setUpApp(steps, done, password);
}
