// After the game: the chances of winning arrive when they are thought through.

import { element } from "./parts.js";

const panel = document.getElementById("analysis");
if (panel) fill(panel, panel.dataset.analysis ?? "");

/** @param {HTMLElement} panel @param {string} address */
async function fill(panel, address) {
  const answer = await fetch(address).catch(() => null);
  if (answer?.ok) panel.innerHTML = await answer.text();
  else if (answer) panel.append(element("p", "about", (await answer.json()).reason));
}
