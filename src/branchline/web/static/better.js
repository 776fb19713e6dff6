// Looking back at a turn of the review: what was better is drawn on the board, as if one pointed at it.

import { around } from "./fragments.js";
import { preview } from "./lens.js";
import { first } from "./parts.js";
import { state } from "./state.js";

/** It is shown whenever nothing else is. */
function show() {
  const better = first("[data-better]")?.dataset.better;
  if (better && state.back && state.shown === null) preview(better, first(`[data-move="${CSS.escape(better)}"]`));
}

around(() => show);
document.addEventListener("pointerover", () => setTimeout(show));
show();
