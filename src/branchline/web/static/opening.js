// Where a map opens on a narrow page: close enough to be read, at what can be chosen there. Who looks otherwise keeps
// that until something is played; who asks for the whole board keeps the whole board.

import { around } from "./fragments.js";
import { all, first } from "./parts.js";
import { lit } from "./places.js";
import { state } from "./state.js";
import { FRAME, lookAt } from "./zoom.js";

const narrow = matchMedia("(max-width: 1199px)");

/** How many pixels a unit of the board has to have at least, as the board says itself. */
function open() {
  const svg = first(`${FRAME} > svg.board`);
  if (!(svg instanceof SVGSVGElement) || !svg.dataset.least || state.own || !narrow.matches) return;
  const unit = svg.getBoundingClientRect().width / state.closer.zoom / svg.viewBox.baseVal.width;
  const places = lit(), matters = places.length ? places : all("[data-move], .is-newest", svg);
  if (!matters.length && state.closer.zoom > 1) return; // nothing draws the eye elsewhere
  lookAt(Math.max(1, Number(svg.dataset.least) / unit), matters);
}

around((same) => {
  if (!same && state.closer.zoom > 1) state.own = false;
  return open;
});
addEventListener("resize", open);
document.addEventListener("change", open); // another choice lights other places
open();
