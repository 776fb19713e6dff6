// A mouse on its way to the card: what lies between does not take the card away before it is reached.

import { part } from "./parts.js";

/** Milliseconds that a mouse may rest on its way. */
const REST = 300;

let before = Infinity;
/** What is done when it rests. @type {(() => void) | null} */
let later = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;

document.addEventListener("pointermove", (event) => {
  const now = distance(event);
  if (later && comesNearer(now)) wait();
  before = now;
}, { passive: true });

/** Do it at once, or, if the pointer comes nearer to a card that has something to press, when it rests.
 * @param {Event} event @param {() => void} act */
export function unlessOnTheWay(event, act) {
  arrived();
  const lens = part("lens"), now = event instanceof PointerEvent ? distance(event) : Infinity;
  if (!comesNearer(now) || lens.hidden || !lens.querySelector("button")) {
    act();
    return;
  }
  later = act;
  wait();
}

/** The card was reached, or something else is meant. */
export function arrived() {
  clearTimeout(resting);
  later = null;
}

function wait() {
  clearTimeout(resting);
  resting = setTimeout(() => {
    later?.();
    later = null;
  }, REST);
}

/** Or is there: between its buttons a card lets the pointer through. @param {number} now */
function comesNearer(now) {
  return now < before || now === 0;
}

/** From the pointer to the card. @param {PointerEvent} event */
function distance({ clientX, clientY }) {
  const box = part("lens").getBoundingClientRect();
  const across = Math.max(box.left - clientX, clientX - box.right, 0);
  return Math.hypot(across, Math.max(box.top - clientY, clientY - box.bottom, 0));
}
