// A hint's number stands at its move: on the board, and at its button beside it.

import { all, drawing } from "./parts.js";
import { passedBy, placeOf, turnedTo } from "./places.js";

/** @param {string} move @param {number} rank */
export function mark(move, rank) {
  const name = CSS.escape(move), turned = turnedTo(move);
  if (turned && !turned.matches(".is-hinted")) turned.dataset.move = move;
  for (const thing of all(`[data-move="${name}"]:not(.hint), [data-for="${name}"]`)) thing.classList.add("is-hinted");
  const place = placeOf(move) ?? turned ?? passedBy(move);
  if (place instanceof SVGGraphicsElement) {
    place.classList.add("is-hinted");
    drawMark(place, rank);
  }
  const inner = `:not(.hint, svg *, :has([data-move="${name}"]))`; // of a row and its button, the button
  for (const button of all(`[data-move="${name}"]${inner}`)) button.dataset.rank = String(rank);
}

/** At the corner of the place, so that it hides little of what stands there, and not over another mark.
 * @param {SVGGraphicsElement} place @param {number} rank */
function drawMark(place, rank) {
  const svg = place.ownerSVGElement, seen = svg?.getScreenCTM()?.inverse(), box = place.getBoundingClientRect();
  if (!svg || !seen || !box.width) return;
  const y = box.y + box.height * 0.04;
  let x = box.x + box.width * 0.96;
  const others = all(".hint-mark", svg).map((other) => other.getBoundingClientRect());
  while (others.some((other) => Math.hypot(other.x + other.width / 2 - x, other.y + other.height / 2 - y) < 23)) x += 4;
  const at = new DOMPoint(x, y).matrixTransform(seen);
  const made = drawing("g", { class: "hint-mark", transform: `translate(${at.x} ${at.y}) scale(${seen.a})` });
  made.innerHTML = `<circle r="11"/><text y="4.6">${rank}</text>`;
  svg.append(made);
}

export function unmark() {
  for (const mark of all(".hint-mark")) mark.remove();
  for (const marked of all(".is-hinted, [data-rank]")) {
    marked.classList.remove("is-hinted");
    delete marked.dataset.rank;
  }
}
