// Where a card lies: beside what it speaks of, as near as it can without hiding what can be chosen.

import { all } from "./parts.js";
import { lit } from "./places.js";

const GAP = 12;
const EDGE = 8;
/** How many pixels further away a card goes rather than hide one of these. */
const LIT = 2000;
const COACH = 50 * LIT;
const CHOSEN = 20 * LIT;
const BUTTON = 300;
const SPARED = 900;
const PANEL = 60;
/** How high a card has to be at least, in pixels. */
const READABLE = 150;
/** Where the page is one column, a card lies along its lower or upper edge. */
const narrow = matchMedia("(max-width: 1199px)");

/** @typedef {{box: DOMRect, weight: number}} Obstacle */

/** @param {HTMLElement} card @param {DOMRect} anchor @param {DOMRect[]} [spared] what it leaves in sight, too
 * @param {DOMRect[]} [alike] in a list beside the board, what can be chosen instead: a finger goes on to it */
export function lay(card, anchor, spared = [], alike = []) {
  const instead = narrow.matches && card.querySelector(".take-row") !== null; // a finger's card takes the coach's place
  const coach = instead ? [] : all("#coach:not([hidden])").filter((other) => other !== card);
  const beside = coach.map((other) => ({ box: other.getBoundingClientRect(), weight: COACH }));
  const obstacles = [...inTheWay(anchor), ...beside, ...spared.map((box) => ({ box, weight: SPARED }))];
  if (narrow.matches) {
    dock(card, [...obstacles, ...alike.map((box) => ({ box, weight: CHOSEN }))]);
    return;
  }
  const { x, y } = nearest(card.offsetWidth, card.offsetHeight, anchor, obstacles);
  card.style.transform = `translate(${x}px, ${y}px)`;
}

/** Of a list beside the board: all that can be chosen or asked for in it. @param {Element | null | undefined} from */
export function alike(from) {
  const list = from?.closest("main :is(ol, ul)");
  return list ? all("[data-move], [data-ask]", list).map((thing) => thing.getBoundingClientRect()) : [];
}

/** What a card should leave in sight: what is lit on the board, buttons, and what the move would change.
 * @param {DOMRect} anchor @returns {Obstacle[]} */
function inTheWay(anchor) {
  const places = [anchor, ...lit().filter(inSight).map((place) => place.getBoundingClientRect())];
  const buttons = "main :is([data-move], [data-act], [data-hint]):is(button, label)";
  const changes = "main .is-shown:not([data-wide])";
  const panels = all("main .panel").filter((panel) => panel.checkVisibility());   // a closed deck's has a box, too
  return [
    ...places.map((box) => ({ box, weight: LIT })),
    ...all(`${buttons}, ${changes}`).map((thing) => ({ box: thing.getBoundingClientRect(), weight: BUTTON })),
    ...panels.map((panel) => ({ box: panel.getBoundingClientRect(), weight: PANEL })),
  ].filter(({ box }) => box.width > 0);
}

/** Is its middle within the frame of a board that is looked at closely? @param {Element} place */
function inSight(place) {
  const frame = place.closest(".board-box")?.getBoundingClientRect(), { x, y } = middle(place.getBoundingClientRect());
  return !frame || (x > frame.left && x < frame.right && y > frame.top && y < frame.bottom);
}

/** @param {number} w @param {number} h @param {DOMRect} anchor @param {Obstacle[]} obstacles */
function nearest(w, h, anchor, obstacles) {
  const left = EDGE, right = innerWidth - w - EDGE, top = underMasthead(), bottom = innerHeight - h - EDGE;
  const boxes = [anchor, ...obstacles.map(({ box }) => box)];
  const mx = anchor.x + anchor.width / 2, my = anchor.y + anchor.height / 2;
  const columns = [anchor.right + GAP, anchor.left - GAP - w, mx - w / 2, mx - 40, mx - w + 40, left, right];
  const rows = [my - 40, my - h / 2, my - h + 40, anchor.top - GAP - h, anchor.bottom + GAP, top, bottom];
  for (const box of boxes) {
    columns.push(box.right + 4, box.left - 4 - w);
    rows.push(box.bottom + 4, box.top - 4 - h);
  }
  let best = { x: right, y: top }, least = Infinity;
  for (const x of columns.map((at) => Math.max(left, Math.min(at, right)))) {
    for (const y of rows.map((at) => Math.max(top, Math.min(at, bottom)))) {
      const cost = away(x, y, w, h, anchor);
      if (cost >= least) continue;
      const total = cost + hidden(x, y, w, h, obstacles, least - cost);
      if (total >= least) continue;
      least = total;
      best = { x, y };
    }
  }
  return best;
}

/** How far a card is from what it speaks of; where it is as near, to the right is best.
 * @param {number} x @param {number} y @param {number} w @param {number} h @param {DOMRect} anchor */
function away(x, y, w, h, anchor) {
  const across = Math.max(anchor.left - x - w, x - anchor.right, 0);
  const down = Math.max(anchor.top - y - h, y - anchor.bottom, 0);
  return Math.hypot(across, down) + (x < anchor.right ? 2 : 0) + (x + w > anchor.left && x < anchor.right ? 2 : 0);
}

/** What it would hide; once that is more than `enough`, it does not matter how much more.
 * @param {number} x @param {number} y @param {number} w @param {number} h @param {Obstacle[]} obstacles
 * @param {number} [enough] */
function hidden(x, y, w, h, obstacles, enough = Infinity) {
  let cost = 0;
  for (const { box, weight } of obstacles) {
    if (x < box.right && x + w > box.left && y < box.bottom && y + h > box.top) cost += weight;
    if (cost > enough) break;
  }
  return cost;
}

/** Along the lower edge, unless less is hidden along the upper one; no higher than what is lit leaves free, if
 * that is enough to read. @param {HTMLElement} card @param {Obstacle[]} obstacles */
function dock(card, obstacles) {
  card.style.maxHeight = "";
  const most = obstacles.some(({ weight }) => weight === CHOSEN) ? CHOSEN : LIT;
  const places = obstacles.filter(({ weight }) => weight === most).map((obstacle) => obstacle.box);
  const weighty = obstacles.filter(({ weight }) => weight >= LIT);
  const middles = weighty.map(({ box, weight }) => ({ box: middle(box), weight }));
  const [low = 0, high = 0] = [false, true].map((up) => {
    card.classList.toggle("is-high", up);
    const { x, y, width, height } = card.getBoundingClientRect();
    return hidden(x, y, width, height, middles);
  });
  card.classList.toggle("is-high", high < low);
  const box = card.getBoundingClientRect();
  const free = high < low
    ? Math.min(...places.map((place) => place.top)) - box.top
    : box.bottom - Math.max(...places.map((place) => place.bottom));
  if (free >= READABLE) card.style.maxHeight = `${free - 4}px`;
}

/** As long as its middle can be seen, a place can be found and touched. @param {DOMRect} box */
function middle(box) {
  return new DOMRect(box.x + box.width / 2, box.y + box.height / 2, 1, 1);
}

function underMasthead() {
  return (document.querySelector(".masthead")?.getBoundingClientRect().bottom ?? 0) + 6;
}
