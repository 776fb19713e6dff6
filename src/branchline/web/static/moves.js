// A move: a click plays it. A finger shows it first and plays it on the second touch; a mouse has hovered already.

import { pressKey, send } from "./acts.js";
import { byFinger, on } from "./handlers.js";
import { hasCard, previewAnew } from "./lens.js";
import { state } from "./state.js";

/** @typedef {import("./parts.js").Thing} Thing */

on("click", "move", (thing, event) => {
  const twice = event instanceof MouseEvent && event.detail > 1 && !byFinger(event);
  if (!twice) touchOrPlay(thing.dataset.move ?? "", thing, event);
});

/** @param {string} move @param {Thing} thing @param {Event} event */
export function touchOrPlay(move, thing, event) {
  if (byFinger(event) && state.touched !== move && hasCard(move) && thing.dataset.atOnce === undefined) {
    state.touched = move;
    previewAnew(move, thing);
    return;
  }
  state.touched = null;
  play(move);
  if (thing.dataset.confirmed !== undefined) pressKey("confirm");
}

/** Who does not care is not asked among moves that bring the same. @param {string} move */
export function play(move) {
  if (state.back) return; // what was better is shown, and can't be played any more
  send("move", { move, settle: localStorage.getItem("ties") !== "yes" });
}
