// The reel: which actions of others are shown one after the other, and which of them is in sight.

import { caption, hush } from "./caption.js";
import { all, first } from "./parts.js";
import { each, partly, remember } from "./waited.js";

/** @typedef {import("./news.js").News} News */

/**
 * @typedef {object} Reel
 * @property {"" | "moment" | "steps"} doing a moment is given to an action that has just come, or one looks at several
 * @property {News[]} waiting what has come in that moment
 * @property {number[]} moments the actions to look at, by their events
 * @property {number} at which of them is shown
 * @property {boolean} paused
 */

/** @type {Reel} */
export const reel = { doing: "", waiting: [], moments: [], at: 0, paused: false };
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {Reel["doing"]} doing @param {number[]} [moments] */
export function begin(doing, moments = []) {
  clearTimeout(timer);
  Object.assign(reel, { doing, waiting: [], moments, at: 0, paused: false });
  document.body.classList.toggle("is-playback", doing === "steps");
  hush();
  if (!doing && !document.hidden) remember();
}

/** For as long as one wants to see it. @param {() => void} then */
export function hold(then) {
  clearTimeout(timer);
  const { doing, waiting, moments } = reel;
  timer = setTimeout(then, each(Math.max(waiting.length, moments.length), doing === "steps" || !partly()));
}

/** No longer, and no shorter. */
export function stay() {
  clearTimeout(timer);
}

/** In words, what is shown now. */
export function say() {
  const { doing, moments, at, paused } = reel, steps = doing === "steps", now = moments[at];
  for (const line of all("#while li[data-watch]")) {
    line.classList.toggle("is-now", steps && Number(line.dataset.watch) === now);
  }
  const line = steps ? first(`#while li[data-watch="${now}"]`) : all("#while li[data-watch]").at(-1);
  caption(line ?? null, steps ? `${at + 1} of ${moments.length}` : "", paused);
}
