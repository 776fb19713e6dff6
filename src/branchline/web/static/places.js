// Places on the board: what is lit there, and which of them stand for a move.

import { all, first } from "./parts.js";

/** @typedef {import("./parts.js").Thing} Thing */

/** @returns {Thing[]} */
export function lit() {
  return all("svg.board :is([data-move], [data-among])").filter((thing) =>
    thing.checkVisibility({ visibilityProperty: true }),
  );
}

/** The place that is turned through several moves, this one among them. @param {string} move */
export function turnedTo(move) {
  return all("svg.board [data-turns]").find((place) => turnsOf(place).includes(move));
}

/** The place that somebody points at and that is turned through several moves; not one that is put out for a while. */
export function turning() {
  return all("[data-turns].is-hovered").find((place) => getComputedStyle(place).pointerEvents !== "none") ?? null;
}

/** The place that several moves pass, this one among them. @param {string} move */
export function passedBy(move) {
  return all("svg.board [data-among]").find((place) => movesPast(place).includes(move));
}

/** @param {Thing} place */
export function turnsOf(place) {
  return (place.dataset.turns ?? "").split("|");
}

/** @param {Thing} place */
export function movesPast(place) {
  return (place.dataset.among ?? "").split("|");
}

/** The place where a move is shown. @param {string} move */
export function placeOf(move) {
  const name = CSS.escape(move);
  return first(`svg.board [data-move="${name}"]`);
}
