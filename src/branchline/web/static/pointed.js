// What a step of a lesson points at: a move's place or its button, a part of the page, a word of the glossary.

import { all, first } from "./parts.js";
import { placeOf, turnedTo } from "./places.js";
import { selectorOf } from "./terms.js";

/** @typedef {import("./parts.js").Thing} Thing */

/** What a step speaks of. @param {Thing | undefined} step @returns {Thing | null} */
export function targetOf(step) {
  const move = step?.dataset.expect;
  if (move) {
    const beside = `main [data-move="${CSS.escape(move)}"]`;
    if (step.dataset.show === "beside") return visible(`${beside}:not(.move):not(svg *)`);
    return label(move) ?? placeOf(move) ?? turnedTo(move) ?? visible(`${beside}:not(.move)`) ?? visible(beside);
  }
  for (const shown of (step?.dataset.show ?? "").split("|")) {
    const found = shown && visible(selector(shown));
    if (found) return found;
  }
  return null;
}

/** Of a place with several ways a click takes the one that is waited for. @param {Thing | undefined} step */
export function turned(step) {
  const move = step?.dataset.expect, place = move && turnedTo(move);
  if (place) place.dataset.move = move;
  return step;
}

/** Of routes that cross each other its letter is meant. @param {string} move */
export function label(move) {
  return first(`svg.board .route-label[data-move="${CSS.escape(move)}"]`);
}

/** "at:g6", "verb:buy", "act:confirm", "part:log", "term:market", "term:tracks.white", "term:rank.you".
 * @param {string} shown */
export function selector(shown) {
  const [kind = "", name = ""] = shown.split(/:(.*)/);
  if (kind === "term") {
    const [term = "", whose = ""] = name.split(".");
    const its = whose === "you" ? ".is-you" : `[data-co="${CSS.escape(whose)}"]`;
    return selectorOf(term).split(", ").map((one) => (whose ? `${one}:is(${its},${its} *)` : one)).join(", ");
  }
  if (kind === "part") return `#${CSS.escape(name)}`;
  const carries = `[data-${kind}="${CSS.escape(name)}"]`;
  return `main ${carries}, #bar ${carries}`;
}

/** Of several the one that is named first. @param {string} selectors */
export function visible(selectors) {
  for (const selector of selectors.split(", ").filter(Boolean)) {
    const found = all(selector).find((thing) => thing.getBoundingClientRect().width > 0);
    if (found) return found;
  }
  return null;
}

/** A place of the board by its ground: what is hidden in it, or lies over it, may be larger. @param {Thing} thing */
export function boxOf(thing) {
  const ground = thing.matches("g") ? all(":scope > :is(path, polygon, circle, rect, use)", thing)[0] : null;
  const box = ground?.getBoundingClientRect();
  return box?.width ? box : thing.getBoundingClientRect();
}
