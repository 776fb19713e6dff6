// Nobody has to wait for a playback: a click on the table, and any key, go on with the game and do nothing else.

import { hush } from "./caption.js";
import { isTyping, within } from "./handlers.js";
import { behind, goOn, pause } from "./playback.js";

addEventListener("click", (event) => {
  if (within(event, "main") && !within(event, "#while")) interrupt(event, goOn);
}, { capture: true });

addEventListener("keydown", (event) => {
  const held = event.ctrlKey || event.metaKey || event.altKey || ["Tab", "Shift"].includes(event.key);
  const pressed = ["Enter", " "].includes(event.key) && within(event, "#playback, #while, .masthead, .drawer");
  if (held || pressed || isTyping(event.target, event.key)) return;
  interrupt(event, event.key === " " && behind() === "steps" ? pause : goOn);
}, { capture: true });

/** @param {Event} event @param {() => void} act */
function interrupt(event, act) {
  if (!behind()) return hush();
  act();
  event.stopPropagation();
  event.preventDefault();
}
