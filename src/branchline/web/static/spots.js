// The board shows what a step of an automaton's explanation speaks of: while somebody points at it or goes to it by
// keys, and after a tap until the next.

import { around } from "./fragments.js";
import { byFinger, on } from "./handlers.js";
import { all, drawing, first } from "./parts.js";
import { pointing, preview } from "./lens.js";

/** Circles of the board, each "x,y,radius". @param {import("./parts.js").Thing} step */
function show(step) {
  preview(null);
  clear();
  const board = first("svg.board");
  if (!board) return;
  const marks = drawing("g", { class: "spots", "aria-hidden": "true" });
  for (const spot of (step.dataset.spots ?? "").split(" ")) {
    const [cx = "", cy = "", r = ""] = spot.split(",");
    marks.append(drawing("circle", { cx, cy, r, class: "spot-case" }), drawing("circle", { cx, cy, r, class: "spot" }));
  }
  board.append(marks);
  step.classList.add("is-shown");
}

function clear() {
  for (const marks of all("svg.board .spots")) marks.remove();
  for (const step of all("[data-spots].is-shown")) step.classList.remove("is-shown");
}

pointing("spots", show);
for (const kind of ["pointerout", "focusout"]) {
  document.addEventListener(kind, (event) => { if (!byFinger(event)) clear(); });
}

on("click", "spots", (step, event) => {
  show(step);
  if (byFinger(event)) first("svg.board")?.scrollIntoView({ block: "nearest" });
});
document.addEventListener("click", clear, { capture: true });

/** Of another position it would tell nothing. */
around((same) => { if (!same) clear(); });
