// The coach of a lesson: what to look at, one after the other, and what to do. A ring stands around it on the page, the
// rest is dimmed. The server says which steps there are; which of them was read is known here alone.

import { lay } from "./card.js";
import { on } from "./handlers.js";
import { hear } from "./news.js";
import { all, first, part } from "./parts.js";
import { placeOf, turnedTo } from "./places.js";
import { state } from "./state.js";
import { selectorOf } from "./terms.js";

/** @typedef {import("./parts.js").Thing} Thing */

const SPARE = 6;
let at = 0;
/** Which steps these are: others begin at their first. */
let known = "";
const STANDS_BY = "stands by";

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

/** On or back among what is to be looked at; whether there was anywhere to go. @param {number} by */
export function go(by) {
  const next = at + by;
  if (part("coach").hidden || next < 0 || next >= steps().length) return false;
  at = next;
  show();
  return true;
}

function show() {
  const coach = part("coach"), found = steps();
  const away = sessionStorage.getItem(`coach-${state.table}`) === "away";
  coach.hidden = away || state.back || !found.length;
  const these = found.map((step) => step.dataset.step).join();
  if (these !== known) at = 0;
  const ends = known !== "" && known !== STANDS_BY && standsBy();
  known = standsBy() ? STANDS_BY : these;
  found.forEach((step, number) => step.toggleAttribute("hidden", number !== at));
  const number = document.getElementById("coach-number"), now = found[at]?.dataset.step;
  if (number && now) number.textContent = now;
  const target = coach.hidden ? null : targetOf(found[at]);
  if (target && !inSight(target)) target.scrollIntoView({ block: "center", inline: "center" });
  if (ends) coach.scrollIntoView({ block: "nearest" });
  place();
}

/** Is the lesson over, and does the coach stand beside the game that goes on? */
function standsBy() {
  return first("#coach .coach-on") !== null;
}

/** What a step speaks of. @param {Thing | undefined} step @returns {Thing | null} */
function targetOf(step) {
  const move = step?.dataset.expect;
  if (move) {
    const beside = `main [data-move="${CSS.escape(move)}"]`;
    return placeOf(move) ?? turnedTo(move) ?? visible(`${beside}:not(.move)`) ?? visible(beside);
  }
  for (const shown of (step?.dataset.show ?? "").split("|")) {
    const found = shown && visible(selector(shown));
    if (found) return found;
  }
  return null;
}

/** "at:g6", "verb:buy", "act:confirm", "part:log", "term:market", "term:tracks.white". @param {string} shown */
function selector(shown) {
  const [kind = "", name = ""] = shown.split(/:(.*)/);
  if (kind === "term") {
    const [term = "", company = ""] = name.split("."), its = `[data-co="${CSS.escape(company)}"]`;
    return selectorOf(term).split(", ").map((one) => (company ? `${one}:is(${its},${its} *)` : one)).join(", ");
  }
  if (kind === "part") return `#${CSS.escape(name)}`;
  const carries = `[data-${kind}="${CSS.escape(name)}"]`;
  return `main ${carries}, #bar ${carries}`;
}

/** Of several the one that is named first. @param {string} selectors */
function visible(selectors) {
  for (const selector of selectors.split(", ").filter(Boolean)) {
    const found = all(selector).find((thing) => thing.getBoundingClientRect().width > 0);
    if (found) return found;
  }
  return null;
}

/** @param {Thing} thing */
function inSight(thing) {
  const box = thing.getBoundingClientRect();
  const coach = innerWidth < 1200 ? part("coach").offsetHeight : 0;
  return box.top >= 60 && box.bottom <= innerHeight - 70 - coach;
}

/** A place of the board by its ground: what is hidden in it, or lies over it, may be larger. @param {Thing} thing */
function boxOf(thing) {
  const ground = thing.matches("g") ? all(":scope > :is(path, polygon, circle, rect, use)", thing)[0] : null;
  const box = ground?.getBoundingClientRect();
  return box?.width ? box : thing.getBoundingClientRect();
}

/** Is a turn to be looked over? Then nothing is dimmed, and the board stays in sight. */
function confirms() {
  return steps()[at]?.dataset.show === "act:confirm";
}

/** The ring around it, the coach beside it. */
function place() {
  const coach = part("coach"), ring = part("ring");
  const target = coach.hidden ? null : targetOf(steps()[at]);
  ring.hidden = !target;
  if (standsBy()) coach.style.transform = coach.style.maxHeight = "";
  if (coach.hidden || standsBy()) return;
  const box = target ? boxOf(target) : new DOMRect(innerWidth - 40, innerHeight - 40, 0, 0);
  if (target) {
    const { style } = ring;
    ring.classList.toggle("is-clear", confirms());
    style.left = `${box.x - SPARE}px`;
    style.top = `${box.y - SPARE}px`;
    style.width = `${box.width + 2 * SPARE}px`;
    style.height = `${box.height + 2 * SPARE}px`;
  }
  const room = SPARE + 4, board = confirms() ? all("#board").map((area) => area.getBoundingClientRect()) : [];
  lay(coach, new DOMRect(box.x - room, box.y - room, box.width + 2 * room, box.height + 2 * room), board);
}

if (first("#coach [data-step]")) show();
else part("coach").hidden = true;
