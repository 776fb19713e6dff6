// Motion: a piece that vanishes here and appears there has travelled; so has one that stands elsewhere now. Where
// nothing of its kind vanished it comes from where such pieces are kept, and where nothing appeared it goes there.

import { around } from "./fragments.js";
import { all, element, first } from "./parts.js";
import { state } from "./state.js";

/** @typedef {import("./parts.js").Thing} Thing */
/** @typedef {{kind: string, box: DOMRect, within: {home: Element, box: DOMRect} | null, picture: Node | null}} Piece */

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const WAY = { duration: 520, easing: "cubic-bezier(.45, .05, .2, 1)" };
/** Fewer pixels than these are no way. */
const NEAR = 4;

/** How far the game had come when the page was drawn last: nothing travels while one looks further back. */
let drawn = state.n;

around(() => {
  const on = state.n > drawn;
  drawn = state.n;
  if (!on) return;
  const before = pieces();
  return () => travel(before);
});

/** @returns {Map<string, Piece>} by the piece's id */
function pieces() {
  return new Map(all("[data-piece][id]").map((piece) => [piece.id, seen(piece)]));
}

/** @param {Thing} piece @returns {Piece} */
function seen(piece) {
  const kind = piece.dataset.piece ?? "";
  const whole = piece instanceof HTMLElement || piece instanceof SVGSVGElement;
  const picture = whole && !calm.matches && goalOf(kind) ? piece.cloneNode(true) : null;
  const home = piece.parentElement, within = home && { home, box: home.getBoundingClientRect() };
  return { kind, box: piece.getBoundingClientRect(), within, picture };
}

/** Where pieces of a kind come from. @param {string} kind */
function sourceOf(kind) {
  return first(`[data-source~="${CSS.escape(kind)}"]`);
}

/** Where they go. @param {string} kind */
function goalOf(kind) {
  return first(`[data-goal~="${CSS.escape(kind)}"]`);
}

/** @param {Map<string, Piece>} before */
function travel(before) {
  const now = all("[data-piece][id]"), stay = new Set(now.map((piece) => piece.id));
  const gone = [...before].filter(([id]) => !stay.has(id)).map(([, piece]) => piece);
  for (const piece of now) {
    const known = before.get(piece.id), kind = piece.dataset.piece ?? "";
    if (known) {
      shift(piece, known);
      continue;
    }
    const at = gone.findIndex((other) => other.kind === kind && far(other.box, piece.getBoundingClientRect()));
    const [from] = at < 0 ? [] : gone.splice(at, 1);
    const box = from?.box ?? sourceOf(kind)?.getBoundingClientRect();
    if (box) come(piece, box);
  }
  for (const piece of gone) leave(piece);
}

/** It was there before; what moves by its style is on its way already, and what went along with all around it has not
 * moved at all. @param {Thing} piece @param {Piece} known */
function shift(piece, { box, within }) {
  if (piece.closest("svg.board")) return;
  const now = within && within.home === piece.parentElement ? within.home.getBoundingClientRect() : null;
  const along = now && within ? { x: now.x - within.box.x, y: now.y - within.box.y } : { x: 0, y: 0 };
  const from = new DOMRect(box.x + along.x, box.y + along.y, box.width, box.height);
  if (far(from, piece.getBoundingClientRect())) come(piece, from);
}

/** @param {DOMRect} from @param {DOMRect} to */
function far(from, to) {
  return Math.hypot(to.x - from.x, to.y - from.y) > NEAR;
}

/** From where it was to where it is. @param {Thing} piece @param {DOMRect} from */
function come(piece, from) {
  const to = piece.getBoundingClientRect();
  if (!to.width || !from.width) return;
  if (calm.matches) {
    mark(piece);
    return;
  }
  const scale = scaleOf(piece), { dx, dy } = way(to, from);
  piece.animate([{ translate: `${dx / scale}px ${dy / scale}px` }, { translate: "0 0" }], WAY);
}

/** Its picture goes where such pieces go; a part of the board looks as they do there. @param {Piece} piece */
function leave({ kind, box, picture }) {
  const goal = goalOf(kind), to = goal?.getBoundingClientRect();
  const shown = picture ?? goal?.querySelector("svg")?.cloneNode(true);
  if (calm.matches || !shown || !to?.width || !box.width || !far(box, to)) return;
  const frame = element("div", "leaving"), { dx, dy } = way(box, to);
  if (shown instanceof Element) shown.removeAttribute("id");
  frame.ariaHidden = "true";
  frame.style.cssText = `left:${box.x}px;top:${box.y}px;width:${box.width}px;height:${box.height}px`;
  frame.append(shown);
  document.body.append(frame);
  const path = [{ translate: "0 0" }, { translate: `${dx}px ${dy}px`, opacity: 0.4 }];
  frame.animate(path, WAY).finished.finally(() => frame.remove());
}

/** Without movement: it is marked for a moment. @param {Thing} piece */
function mark(piece) {
  piece.classList.add("is-changed");
  setTimeout(() => piece.classList.remove("is-changed"), 2000);
}

/** From one middle to another. @param {DOMRect} from @param {DOMRect} to */
function way(from, to) {
  return {
    dx: to.x + to.width / 2 - from.x - from.width / 2,
    dy: to.y + to.height / 2 - from.y - from.height / 2,
  };
}

/** How large the board is drawn. @param {Element} piece */
function scaleOf(piece) {
  const board = piece.closest("svg.board");
  return (board instanceof SVGSVGElement && board.getScreenCTM()?.a) || 1;
}
