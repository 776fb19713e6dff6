// The focus of who plays by keys: it goes on with the game.

import { keysGoOn } from "./coach.js";
import { around } from "./fragments.js";
import { first, isThing } from "./parts.js";
import { state } from "./state.js";

document.addEventListener("keydown", () => { state.byKeys = true; }, { capture: true });
document.addEventListener("pointerdown", () => { state.byKeys = state.seeking = false; }, { capture: true });

around(() => {
  const active = document.activeElement;
  const held = isThing(active) && active.dataset.move !== undefined;
  return () => {
    const now = document.activeElement;
    state.seeking ||= active !== document.body && now === document.body;
    if (state.byKeys && (state.seeking || (held && !now?.closest("[data-move]")))) goOn(held);
  };
});

/** What had the focus is gone: on to what comes next, now or when one's turn comes. @param {boolean} board */
function goOn(board) {
  const places = [
    "[data-act=confirm]:not([aria-disabled])",
    "main button[data-move]",
    "#moves button",
  ];
  if (board) places.unshift("svg.board :is([data-move], [data-among])");
  const next = keysGoOn() ?? places.map((place) => first(place)).find((found) => found);
  next?.focus({ preventScroll: true });
  state.seeking = !next;
}
