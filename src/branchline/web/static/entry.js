// A move typed in: what is typed sifts the list, Enter plays it.

import { around } from "./fragments.js";
import { on } from "./handlers.js";
import { play } from "./moves.js";
import { all } from "./parts.js";

on("input", "entry", () => sift(entry()?.value ?? ""));

on("submit", "entry", (_, event) => {
  event.preventDefault();
  const field = entry(), text = field?.value.trim().toLowerCase().replace(/\s+/g, " ");
  if (!field || !text) return;
  const moves = all(".move[data-move]").map((move) => move.dataset.move ?? "");
  const fits = moves.filter((move) => move.startsWith(text)), [only] = fits;
  field.value = "";
  sift("");
  play(only !== undefined && fits.length === 1 && !moves.includes(text) ? only : text);
});

around(() => {
  const field = entry(), typed = field && document.activeElement === field ? field.value : null;
  return () => {
    const now = entry();
    if (!now || typed === null) return;
    now.value = typed;
    sift(typed);
  };
});

export function typeAMove() {
  entry()?.focus();
}

function entry() {
  const found = document.getElementById("typed");
  return found instanceof HTMLInputElement ? found : null;
}

/** Only the moves that hold what is typed stay in the list. @param {string} typed */
function sift(typed) {
  const text = typed.trim().toLowerCase();
  for (const move of all(".move[data-move]")) {
    const fits = move.dataset.move?.includes(text) || move.textContent?.toLowerCase().includes(text);
    move.parentElement?.toggleAttribute("hidden", !fits);
  }
}
