// A place that several moves pass: clicking it keeps these, until one is left; a few are offered side by side.

import { lay } from "./card.js";
import { around } from "./fragments.js";
import { on } from "./handlers.js";
import { pointing, previewAnew } from "./lens.js";
import { touchOrPlay } from "./moves.js";
import { all, element, first, part } from "./parts.js";
import { movesPast } from "./places.js";
import { state } from "./state.js";

/** @typedef {import("./parts.js").Thing} Thing */

/** So many stand side by side in a card. */
const FEW = 4;

on("click", "among", (place, event) => {
  const left = passing(place), [only] = left;
  if (left.length === 1 && only !== undefined) {
    touchOrPlay(only, place, event);
    return;
  }
  keep(left);
  show(place);
});

pointing("among", show);

around((same) => {
  if (!same) state.kept = null;
  return () => { if (state.kept) keep(state.kept); };
});

/** The moves that a place stands for; if none of the kept ones passes it, one starts anew. @param {Thing} place */
function passing(place) {
  const here = movesPast(place), left = here.filter((move) => state.kept?.includes(move) ?? true);
  return left.length ? left : here;
}

/** @param {Thing} place */
function show(place) {
  const left = passing(place);
  previewAnew(left[0] ?? "", place);
  if (left.length === 1) return;
  state.shown = null;
  if (left.length <= FEW) {
    offer(left, place);
    return;
  }
  const many = `One of ${left.length} that pass here. Go on to a place that only one passes, or choose from the list.`;
  part("lens").append(element("p", "lens-note", many));
}

/** Each with what its own card says first. @param {string[]} moves @param {Thing} place */
function offer(moves, place) {
  const lens = part("lens"), head = element("header", "lens-head");
  head.append(element("h3", "", "Which?"));
  lens.replaceChildren(head, ...moves.map(choice));
  lens.hidden = false;
  lay(lens, place.getBoundingClientRect());
}

/** @param {string} move */
function choice(move) {
  const button = element("button", "choice"), card = first(`template[data-lens="${CSS.escape(move)}"]`);
  button.dataset.move = move;
  const told = card instanceof HTMLTemplateElement ? card.content : null;
  button.append(element("span", "", told?.querySelector("h3")?.textContent ?? move));
  const delta = told?.querySelector(".delta");
  if (delta) button.append(delta.cloneNode(true));
  return button;
}

/** @param {string[]} moves */
function keep(moves) {
  state.kept = moves;
  for (const thing of all(".west [data-move], .east [data-move]")) {
    thing.classList.toggle("is-out", !moves.includes(thing.dataset.move ?? ""));
  }
}
