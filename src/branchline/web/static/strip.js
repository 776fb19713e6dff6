// All moves of a place side by side: the ghost of each as a small picture.

import { all, drawing, element, first } from "./parts.js";
import { turnsOf } from "./places.js";

/** @typedef {import("./parts.js").Thing} Thing */

/** @param {Thing} place */
export function strip(place) {
  const made = element("div", "turns");
  const box = place instanceof SVGGraphicsElement ? place.getBBox() : new DOMRect(0, 0, 1, 1);
  made.append(...turnsOf(place).map((move) => choice(move, box, move === place.dataset.move)));
  const fingers = matchMedia("(hover: none)").matches;
  const how = fingers ? "Tap one to turn to it." : "R or the wheel turns to the next.";
  made.append(element("p", "turn-how", how));
  return made;
}

/** @param {string} move @param {DOMRect} box @param {boolean} chosen */
function choice(move, box, chosen) {
  const button = Object.assign(element("button", "turn-choice"), { ariaLabel: move, title: move });
  button.dataset.turn = move;
  button.setAttribute("aria-pressed", String(chosen));
  const ghosts = all(`svg.board .ghost[data-for="${CSS.escape(move)}"]`);
  button.append(ghosts.length ? picture(ghosts, box) : wordsOf(move));
  return button;
}

/** @param {Thing[]} ghosts @param {DOMRect} box */
function picture(ghosts, box) {
  const view = `${box.x} ${box.y} ${box.width} ${box.height}`;
  const made = drawing("svg", { viewBox: view, "aria-hidden": "true" });
  for (const ghost of ghosts) {
    const copy = drawing("g", {});
    copy.append(...[...ghost.childNodes].map((child) => child.cloneNode(true)));
    made.append(copy);
  }
  return made;
}

/** What the list says of a move. @param {string} move */
function wordsOf(move) {
  return first(`.move[data-move="${CSS.escape(move)}"] span`)?.textContent ?? move;
}
