// The coach of a lesson: what to look at, one after the other, and what to do. A ring stands around it on the page, the
// rest is dimmed. The server says which steps there are; which of them was read is known here alone.

import { lay } from "./card.js";
import { on } from "./handlers.js";
import { hear } from "./news.js";
import { all, first, part } from "./parts.js";
import { boxOf, label, selector, targetOf, turned, visible } from "./pointed.js";
import { hideRefusal } from "./refusal.js";
import { state } from "./state.js";
import { reveal } from "./zoom.js";

/** @typedef {import("./parts.js").Thing} Thing */

const SPARE = 5;
let at = 0;
/** The last step that was come to: whoever takes a move back is at that move again, and not at what was read before. */
let read = 0;
/** Which steps these are: others begin at their first. @type {string | null} */
let known = null;
const STANDS_BY = "stands by";
/** Milliseconds after which everything that travels is where it goes. */
const TRAVEL = 700;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let arrived;

on("click", "step-to", (button) => go(Number(button.dataset.stepTo)));
on("click", "coach-away", () => {
  sessionStorage.setItem(`coach-${state.table}`, "away");
  show();
});
hear("any", () => show());
addEventListener("resize", () => place());
addEventListener("scroll", () => place(), { passive: true, capture: true });

/** @returns {Thing[]} */
function steps() {
  return all("#coach [data-step]");
}

/** Which steps these are, in a word. @param {Thing[]} found */
function named(found) {
  return found.map((step) => step.dataset.step).join();
}

/** The steps there are; among others than before one is at the last that one had come to. */
function current() {
  const found = steps();
  const last = found.findLastIndex((step) => Number(step.dataset.step || Infinity) <= read);
  if (named(found) !== known) at = Math.max(0, last);
  return found;
}

/** On or back among what is to be looked at; whether there was anywhere to go. @param {number} by */
export function go(by) {
  const next = at + by;
  if (part("coach").hidden || next < 0 || next >= steps().length) return false;
  const inside = part("coach").contains(document.activeElement);
  at = next;
  hideRefusal();
  show();
  if (inside) goTo(steps()[at]);
  return true;
}

/** To what is to be done now: another move was tried. */
export function toDo() {
  const found = steps();
  if (found.length && !part("coach").hidden) go(found.length - 1 - at);
}

/** Who reads by keys or by ear goes with it. @param {Thing | undefined} step */
function goTo(step) {
  (first(".is-primary", step) ?? step)?.focus({ preventScroll: true });
}

/** Where keys go on when what had the focus is gone: on in what is to be read, or to what is to be done. */
export function keysGoOn() {
  const found = current(), step = part("coach").hidden ? undefined : found[at];
  return step ? first(".is-primary", step) ?? (step.dataset.expect ? targetOf(step) : null) : null;
}

function show() {
  const coach = part("coach"), found = current();
  const away = sessionStorage.getItem(`coach-${state.table}`) === "away";
  coach.hidden = away || state.back || !found.length;
  read = Math.max(read, Number(found[at]?.dataset.step ?? 0));
  const ends = known !== null && known !== STANDS_BY && standsBy();
  known = standsBy() ? STANDS_BY : named(found);
  found.forEach((step, number) => step.toggleAttribute("hidden", number !== at));
  const number = document.getElementById("coach-number"), now = found[at]?.dataset.step;
  if (number && now) number.textContent = now;
  const target = coach.hidden ? null : targetOf(turned(found[at]));
  if (target?.closest("svg.board")) reveal(target);
  if (target && !inSight(target)) target.scrollIntoView({ block: "center", inline: "center" });
  if (ends) coach.scrollIntoView({ block: "nearest" });
  place();
  clearTimeout(arrived);
  arrived = setTimeout(place, TRAVEL);
}

/** Is the lesson over, and does the coach stand beside the game that goes on? */
function standsBy() {
  return first("#coach .coach-on") !== null;
}

/** What else a step speaks of: the coach does not hide it. @param {Thing} step @param {Thing | null} target */
function besides(step, target) {
  const others = (step.dataset.show ?? "").split("|").map((shown) => shown && visible(selector(shown)));
  const done = step.dataset.free === undefined ? ", #log > li:not(.chapter)" : "";
  const looked = isClear(step) ? [...all(`#board${done}`).slice(0, 2), ...all("main .is-you")] : [];
  return [...others, ...looked].flatMap((thing) => (thing && thing !== target ? [thing.getBoundingClientRect()] : []));
}

/** @param {Thing} thing */
function inSight(thing) {
  const box = thing.getBoundingClientRect();
  const coach = innerWidth < 1200 ? part("coach").offsetHeight : 0;
  return box.top >= 60 && box.bottom <= innerHeight - 70 - coach;
}

/** Is a turn to be looked over, or chosen freely? Then nothing is dimmed, and the board stays in sight. One of several
 * routes is seen among the others. @param {Thing} step */
function isClear(step) {
  const chosen = step.dataset.free !== undefined || label(step.dataset.expect ?? "") !== null;
  return chosen || step.dataset.show === "act:confirm";
}

/** The ring around it, the coach beside it. */
function place() {
  const coach = part("coach"), ring = part("ring");
  const step = steps()[at], target = coach.hidden ? null : targetOf(step);
  ring.hidden = !target;
  if (standsBy()) coach.style.transform = coach.style.maxHeight = "";
  if (coach.hidden || standsBy() || !step) return;
  const box = target ? boxOf(target) : new DOMRect(innerWidth - 40, innerHeight - 40, 0, 0);
  if (target) {
    const { style } = ring;
    ring.classList.toggle("is-clear", isClear(step));
    style.left = `${box.x - SPARE}px`;
    style.top = `${box.y - SPARE}px`;
    style.width = `${box.width + 2 * SPARE}px`;
    style.height = `${box.height + 2 * SPARE}px`;
  }
  const room = SPARE + 4, area = new DOMRect(box.x - room, box.y - room, box.width + 2 * room, box.height + 2 * room);
  lay(coach, area, besides(step, target));
}

if (first("#coach [data-step]")) show();
else part("coach").hidden = true;
