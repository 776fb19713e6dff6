// A lit place with several moves is turned through them: by wheel, by R, by the lens's pictures.

import { on } from "./handlers.js";
import { preview } from "./lens.js";
import { touchOrPlay } from "./moves.js";
import { turning, turnsOf } from "./places.js";
import { state } from "./state.js";

/** @typedef {import("./parts.js").Thing} Thing */

on("click", "turn", (choice, event) => {
  const place = turning(), move = choice.dataset.turn ?? "";
  if (!place) return;
  if (move === place.dataset.move) touchOrPlay(move, place, event);
  else turnTo(place, move);
});

on("wheel", "turns", (place, event) => {
  if (!(event instanceof WheelEvent) || event.ctrlKey) return; // that is a pinch
  event.preventDefault();
  turn(place, event.deltaY > 0 ? 1 : -1);
});

/** The hovered place on to its next move; whether there is one. @param {number} by */
export function turnHovered(by) {
  const place = turning();
  if (place) turn(place, by);
  return place !== null;
}

/** @param {Thing} place @param {number} by */
function turn(place, by) {
  const moves = turnsOf(place);
  const next = moves.at((moves.indexOf(place.dataset.move ?? "") + by) % moves.length);
  if (next) turnTo(place, next);
}

/** @param {Thing} place @param {string} move */
function turnTo(place, move) {
  place.dataset.move = move;
  if (state.touched) state.touched = move;
  preview(move, place);
}
