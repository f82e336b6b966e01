// The switchboard of a browser, in a worker that all its tabs share.

import { Switchboard } from "./switchboard.js";

const switchboard = new Switchboard();
addEventListener("connect", (/** @type {MessageEvent} */ event) =>
  switchboard.plug(event.ports[0]),
);
