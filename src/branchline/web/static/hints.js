// Hints: the best moves, in a list and on the board.

import { around } from "./fragments.js";
import { on } from "./handlers.js";
import { mark, unmark } from "./marks.js";
import { all, first, part } from "./parts.js";
import { askToThink } from "./questions.js";
import { refuse } from "./refusal.js";
import { state } from "./state.js";
import { showWaits } from "./waits.js";

/** @typedef {import("./parts.js").Thing} Thing */

/** What the card says until the hints are there. */
const thinking = document.getElementById("hints")?.innerHTML ?? "";

on("click", "hint", showHints);
on("click", "hints-close", clearHints);

around((same) => {
  if (!same) clearHints();
  return () => {
    for (const drawn of all(".hint-mark")) drawn.remove();
    state.hinted.forEach((move, i) => mark(move, i + 1));
  };
});

export function askForHints() {
  const button = first("[data-hint]");
  if (button) showHints(button);
}

export function clearHints() {
  state.hinted = [];
  const card = document.getElementById("hints");
  if (card) card.hidden = true;
  unmark();
}

/** @param {Thing} button */
async function showHints(button) {
  clearHints();
  const card = part("hints"), asked = state.n;
  card.innerHTML = thinking;
  card.hidden = false;
  showWaits();
  button.setAttribute("aria-busy", "true");
  const answer = await askToThink("hint");
  button.removeAttribute("aria-busy");
  if (asked !== state.n) return;
  if (!answer.fragments) {
    card.hidden = true;
    refuse(answer, button);
    return;
  }
  card.innerHTML = answer.fragments.hints ?? "";
  state.hinted = all(".hint[data-move]", card).map((hint) => hint.dataset.move ?? "");
  state.hinted.forEach((move, i) => mark(move, i + 1));
  if (first(".hint-mark")) part("board").scrollIntoView({ block: "nearest" });
}
