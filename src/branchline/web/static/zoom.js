// Closer and back: how the board lies in its frame. The page keeps it, since the server draws the board anew.

import { on, within } from "./handlers.js";
import { part } from "./parts.js";
import { state } from "./state.js";

const MOST = 5;
const STEP = 1.6;
export const FRAME = "#board .board-box";

on("click", "zoom", (button) => {
  const what = button.dataset.zoom;
  if (what === "in") closer();
  else if (what === "out") further();
  else wholeBoard();
});

document.addEventListener("wheel", (event) => {
  if (!event.ctrlKey || !within(event, FRAME)) return; // a trackpad's pinch comes so
  event.preventDefault();
  zoomBy(Math.exp(-event.deltaY / 180), { x: event.clientX, y: event.clientY });
}, { passive: false });

addEventListener("resize", () => pan(0, 0));

export function closer() {
  zoomBy(STEP);
}

export function further() {
  zoomBy(1 / STEP);
}

export function wholeBoard() {
  zoomBy(0);
}

/** Closer by a factor, with the point under the fingers staying there; without one, the frame's middle.
 * @param {number} factor @param {{x: number, y: number}} [point] */
export function zoomBy(factor, point) {
  const fit = boardInFrame();
  if (!fit) return;
  state.own = true;
  const was = state.closer, zoom = Math.min(MOST, Math.max(1, was.zoom * factor)), by = zoom / was.zoom;
  const px = (point ? point.x - fit.frame.x : fit.frame.width / 2) - fit.x;
  const py = (point ? point.y - fit.frame.y : fit.frame.height / 2) - fit.y;
  lay(zoom, px - (px - was.x) * by, py - (py - was.y) * by);
}

/** So close, with these in the middle of the frame. @param {number} zoom @param {Element[]} things */
export function lookAt(zoom, things) {
  const fit = boardInFrame();
  if (!fit) return;
  const { zoom: now, x, y } = state.closer, boxes = things.map((thing) => thing.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left)), right = Math.max(...boxes.map((box) => box.right));
  const top = Math.min(...boxes.map((box) => box.top)), bottom = Math.max(...boxes.map((box) => box.bottom));
  const px = boxes.length ? ((left + right) / 2 - fit.frame.x - fit.x - x) / now : fit.width / 2;
  const py = boxes.length ? ((top + bottom) / 2 - fit.frame.y - fit.y - y) / now : fit.height / 2;
  lay(zoom, fit.frame.width / 2 - fit.x - px * zoom, fit.frame.height / 2 - fit.y - py * zoom);
}

/** @param {number} dx @param {number} dy */
export function pan(dx, dy) {
  const { zoom, x, y } = state.closer;
  lay(zoom, x + dx, y + dy);
}

/** What has the focus is in sight. @param {Element} thing */
export function reveal(thing) {
  const frame = boardInFrame()?.frame;
  if (state.closer.zoom === 1 || !frame) return;
  const box = thing.getBoundingClientRect();
  const across = box.left >= frame.left && box.right <= frame.right;
  if (across && box.top >= frame.top && box.bottom <= frame.bottom) return;
  const x = frame.x + frame.width / 2 - box.x - box.width / 2, y = frame.y + frame.height / 2 - box.y - box.height / 2;
  pan(x, y);
}

/** Lay the board so in its frame; its edges stay outside the frame's.
 * @param {number} zoom @param {number} x @param {number} y */
function lay(zoom, x, y) {
  const fit = boardInFrame();
  if (!fit) return;
  const close = zoom > 1.01, size = close ? Math.min(MOST, zoom) : 1;
  state.closer = {
    zoom: size,
    x: close ? held(x, fit.x, fit.width * size, fit.frame.width) : 0,
    y: close ? held(y, fit.y, fit.height * size, fit.frame.height) : 0,
  };
  const board = part("board");
  board.classList.toggle("is-closer", close);
  board.style.setProperty("--zoom", String(size));
  board.style.setProperty("--pan-x", `${state.closer.x}px`);
  board.style.setProperty("--pan-y", `${state.closer.y}px`);
}

/** Along one axis. @param {number} at @param {number} origin @param {number} size @param {number} room */
function held(at, origin, size, room) {
  return size <= room ? (room - size) / 2 - origin : Math.min(-origin, Math.max(room - size - origin, at));
}

/** The frame, and where the board would lie in it as a whole. */
function boardInFrame() {
  const box = document.querySelector(FRAME), svg = box?.querySelector("svg.board");
  if (!box || !svg) return null;
  const frame = box.getBoundingClientRect(), drawn = svg.getBoundingClientRect(), { zoom, x, y } = state.closer;
  return {
    frame,
    x: drawn.x - frame.x - x,
    y: drawn.y - frame.y - y,
    width: drawn.width / zoom,
    height: drawn.height / zoom,
  };
}
