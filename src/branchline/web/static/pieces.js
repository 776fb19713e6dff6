// Motion: a piece that vanishes here and appears there has travelled.

import { around } from "./fragments.js";
import { all } from "./parts.js";

/** @typedef {{kind: string, box: DOMRect}} Piece */

const calm = matchMedia("(prefers-reduced-motion: reduce)");

around(() => {
  const before = pieces();
  return () => travel(before);
});

/** @returns {Map<string, Piece>} by the piece's id */
function pieces() {
  return new Map(
    all("[data-piece][id]").map((piece) => [
      piece.id,
      { kind: piece.dataset.piece ?? "", box: piece.getBoundingClientRect() },
    ]),
  );
}

/** @param {Map<string, Piece>} before */
function travel(before) {
  const now = all("[data-piece][id]");
  const stay = new Set(now.map((piece) => piece.id));
  const gone = [...before].filter(([id]) => !stay.has(id)).map(([, piece]) => piece);
  for (const piece of now) {
    if (before.has(piece.id)) continue;
    const at = gone.findIndex((other) => other.kind === piece.dataset.piece);
    const [from] = at < 0 ? [] : gone.splice(at, 1);
    if (from) come(piece, from.box);
  }
}

/** From where it was to where it is. @param {import("./parts.js").Thing} piece @param {DOMRect} from */
function come(piece, from) {
  const to = piece.getBoundingClientRect();
  if (!to.width || !from.width) return;
  if (calm.matches) {
    piece.classList.add("is-changed");
    setTimeout(() => piece.classList.remove("is-changed"), 2000);
    return;
  }
  const scale = scaleOf(piece);
  const dx = (from.x + from.width / 2 - to.x - to.width / 2) / scale;
  const dy = (from.y + from.height / 2 - to.y - to.height / 2) / scale;
  const path = [{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }];
  piece.animate(path, { duration: 520, easing: "cubic-bezier(.45, .05, .2, 1)" });
}

/** How large the board is drawn. @param {Element} piece */
function scaleOf(piece) {
  const board = piece.closest("svg.board");
  return (board instanceof SVGSVGElement && board.getScreenCTM()?.a) || 1;
}
