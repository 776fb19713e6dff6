// Waits: a quiet sign while a bot, a hint or a review waits for its turn to think. The server says how long.

import { around } from "./fragments.js";
import { hear } from "./news.js";
import { all } from "./parts.js";

/** By what is thought about, how long it waits, in words. @type {Record<string, string>} */
let waits = {};

export function showWaits() {
  for (const sign of all("[data-waits]")) {
    const words = waits[sign.dataset.waits ?? ""];
    sign.toggleAttribute("hidden", !words);
    if (sign.textContent !== (words ?? "")) sign.textContent = words ?? "";
  }
}

hear("thinking", (news) => {
  waits = news.waits ?? {};
  showWaits();
});

around(() => showWaits);
