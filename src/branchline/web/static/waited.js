// What the others did while one waited: which actions they are, which of them were seen, and how long each is shown.

import { all, first } from "./parts.js";
import { state } from "./state.js";

/** @typedef {import("./news.js").News} News */

/** Milliseconds an action, by what one has chosen. @type {Record<string, number>} */
const SPEEDS = { fast: 600, usual: 1200, slow: 2600 };
/** Milliseconds that all of it takes at most, unless it is to be slow. */
const LONGEST = 8000;
/** A step of an action that is not whole yet is shown for so much of that. */
const STEP = 0.3;

/** The actions of the others since one's last turn. @param {ParentNode} [list] @returns {number[]} */
export function listed(list = document) {
  return all("li[data-watch]", list).map((line) => Number(line.dataset.watch));
}

/** The list that news bring; if they bring none, it is as before. @param {News} news @returns {ParentNode} */
export function drawn(news) {
  const html = news.fragments["while"];
  if (html === undefined) return document;
  const made = document.createElement("template");
  made.innerHTML = html;
  return made.content;
}

/** Whether playback begins by itself. */
export function chosen() {
  return speed() > 0;
}

/** Milliseconds an action; 0: only when asked. */
function speed() {
  return SPEEDS[localStorage.getItem("playback") ?? "usual"] ?? 0;
}

/** Milliseconds that an action is shown, of so many. @param {number} many @param {boolean} whole */
export function each(many, whole) {
  const wish = speed() || 1200, long = wish > 2000 ? wish : Math.min(wish, LONGEST / Math.max(1, many));
  return whole ? long : long * STEP;
}

/** Whether the last action of the list is not whole yet. */
export function partly() {
  return first("#while li:last-child.is-part") !== null;
}

/** The event up to which one has seen what was done; null: nothing is known of that. */
export function seen() {
  const kept = localStorage.getItem(`seen-${state.table}`);
  return kept === null ? null : Number(kept);
}

export function remember() {
  localStorage.setItem(`seen-${state.table}`, String(state.newest));
}

/** Those that were not seen yet. @param {ParentNode} [list] */
export function fresh(list = document) {
  return listed(list).filter((n) => n > (seen() ?? 0));
}

/** The event before some of them. @param {number[]} actions */
export function before(actions) {
  const earlier = listed().filter((n) => n < (actions[0] ?? 0)).pop();
  return earlier ?? Number(first("[data-watch-from]")?.dataset.watchFrom ?? 0);
}
