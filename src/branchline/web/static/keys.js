// Which key does what.

import { pressKey } from "./acts.js";
import { go } from "./coach.js";
import { closeDrawers, turnRules } from "./drawers.js";
import { typeAMove } from "./entry.js";
import { isTyping } from "./handlers.js";
import { askForHints, clearHints } from "./hints.js";
import { step } from "./history.js";
import { preview } from "./lens.js";
import { first } from "./parts.js";
import { watchAgain } from "./playback.js";
import { hideRefusal } from "./refusal.js";
import { hideTerm } from "./terms.js";
import { turnHovered } from "./turns.js";
import { closer, further, wholeBoard } from "./zoom.js";

/** @type {Record<string, (event: KeyboardEvent) => void>} */
const keys = {
  "/": typeAMove,
  h: askForHints,
  u: () => pressKey("undo"),
  c: () => pressKey("confirm"),
  n: () => go(1),
  w: watchAgain,
  r: (event) => { if (!turnHovered(event.shiftKey ? -1 : 1)) turnRules(); },
  "+": closer,
  "=": closer,
  "-": further,
  0: wholeBoard,
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
};

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (key === "Escape") {
    closeAll();
    if (isTyping(target, key)) target.blur();
    return;
  }
  if (isTyping(target, key) || event.ctrlKey || event.metaKey || event.altKey) return;
  const pressable = "svg :is([data-move], [data-among], [data-ask]), [data-spots]";
  const place = target instanceof Element ? target.closest(pressable) : null;
  const pressed = place && (key === "Enter" || key === " ");
  const own = first(`main [data-key="${CSS.escape(key)}"]`);
  const thing = pressed ? place : own;
  const act = thing ? click(thing) : keys[key.length === 1 ? key.toLowerCase() : key];
  if (!act) return;
  event.preventDefault();
  act(event);
});

function closeAll() {
  hideRefusal();
  hideTerm();
  clearHints();
  closeDrawers();
  preview(null);
}

/** A place on the board is no button by itself; a thing with a key of its own may be a label. @param {Element} place */
function click(place) {
  return () => place.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}
