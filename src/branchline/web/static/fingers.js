// Fingers on the board: two bring it closer, one moves what is close, two quick taps are closer or back.

import { carrier, within } from "./handlers.js";
import { preview } from "./lens.js";
import { state } from "./state.js";
import { FRAME, pan, zoomBy } from "./zoom.js";

/** Where each finger is, or the mouse's button. @type {Map<number, {x: number, y: number}>} */
const fingers = new Map();
/** Whether they have moved, so that lifting them is no click; and the last tap, for the second of two. */
let dragged = false;
let tap = { at: 0, x: 0, y: 0 };

document.addEventListener("pointerdown", (event) => {
  if (!within(event, FRAME) || event.button) return;
  if (!fingers.size) dragged = false;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
});

document.addEventListener("pointermove", (event) => {
  const finger = fingers.get(event.pointerId);
  if (!finger) return;
  const slack = dragged ? 0 : event.pointerType === "mouse" ? 4 : 9;
  const moved = Math.hypot(event.clientX - finger.x, event.clientY - finger.y);
  if (moved < slack || (fingers.size === 1 && state.closer.zoom === 1)) return;
  dragged = true;
  preview(null);
  const before = grip();
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  const now = grip();
  state.own = true;
  pan(now.x - before.x, now.y - before.y);
  if (before.apart && now.apart) zoomBy(now.apart / before.apart, now);
});

document.addEventListener("pointercancel", (event) => fingers.delete(event.pointerId));

document.addEventListener("pointerup", (event) => {
  if (!fingers.delete(event.pointerId) || dragged || event.pointerType !== "touch") return;
  const second = event.timeStamp - tap.at < 350 && Math.hypot(event.clientX - tap.x, event.clientY - tap.y) < 40;
  tap = { at: second ? 0 : event.timeStamp, x: event.clientX, y: event.clientY };
  if (!second || carrier(event, "move")) return;
  zoomBy(state.closer.zoom > 1 ? 0 : 2.4, tap);
  dragged = true;
});

addEventListener("click", (event) => {
  if (!dragged || !within(event, FRAME)) return;
  dragged = false;
  event.stopPropagation();
  event.preventDefault();
}, { capture: true });

// Two fingers are ours even where one finger scrolls the page.
document.addEventListener("touchmove", (event) => {
  if (event.cancelable && event.touches.length > 1 && within(event, FRAME)) event.preventDefault();
}, { passive: false });

/** The middle of the fingers and how far they are apart. */
function grip() {
  const [one = { x: 0, y: 0 }, two = one] = fingers.values();
  return { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2, apart: Math.hypot(one.x - two.x, one.y - two.y) };
}
