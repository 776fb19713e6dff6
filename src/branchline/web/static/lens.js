// The lens: what a move would do, before it is made.

import { alike, lay } from "./card.js";
import { around } from "./fragments.js";
import { byFinger, carrier, nearest, on, within } from "./handlers.js";
import { all, element, first, iconButton, part } from "./parts.js";
import { turnedTo, turning } from "./places.js";
import { arrived, unlessOnTheWay } from "./reach.js";
import { state } from "./state.js";
import { moved } from "./still.js";
import { strip } from "./strip.js";
import { reveal } from "./zoom.js";

/** Show what a move would do; without a move, nothing. @param {string | null} move @param {Element | null} [from] */
export function preview(move, from = null) {
  if (move === state.shown && move !== null) return;
  state.shown = move;
  for (const shown of all(".is-shown, .is-hovered")) shown.classList.remove("is-shown", "is-hovered");
  for (const told of all("[aria-describedby=lens]")) told.removeAttribute("aria-describedby");
  const lens = part("lens");
  lens.hidden = true;
  if (move === null) return;
  const name = CSS.escape(move);
  for (const thing of all(`[data-for="${name}"]`)) thing.classList.add("is-shown", "is-hovered");
  for (const thing of all(`[data-move="${name}"]`)) thing.classList.add("is-hovered");
  const words = document.querySelector(`template[data-lens="${name}"]`);
  if (!(words instanceof HTMLTemplateElement)) return;
  lens.replaceChildren(words.content.cloneNode(true));
  lens.dataset.of = first(`[data-move="${name}"]`)?.dataset.verb ?? "";
  for (const change of words.dataset.changes?.split(" ") ?? []) {
    for (const thing of all(`[data-change~="${CSS.escape(change)}"]`)) thing.classList.add("is-shown");
  }
  const turned = turning();
  if (turned) lens.append(strip(turned));
  if (state.touched === move) lens.append(takeButtons(move), putAway());
  lens.hidden = false;
  tell(document.activeElement);
  const onBoard = first(`svg.board [data-move="${name}"], svg.board [data-for="${name}"]:not([data-wide])`);
  const anchor = onBoard ?? from;
  if (anchor) lay(lens, beside(anchor), [], alike(from));
}

/** Who goes by keys hears what the card says. @param {Element | null} focused */
function tell(focused) {
  if (state.byKeys && focused?.matches("[data-move], [data-among]")) focused.setAttribute("aria-describedby", "lens");
}

/** What is shown is shown anew, since its card says something else now.
 * @param {string} move @param {Element | null} [from] */
export function previewAnew(move, from = null) {
  state.shown = null;
  preview(move, from);
}

/** Whether there is a card for a move. @param {string} move */
export function hasCard(move) {
  return first(`template[data-lens="${CSS.escape(move)}"]`) !== null;
}

/** Where a panel asks for it, the card stands beside the whole panel and hides none of its buttons.
 * @param {Element} anchor */
function beside(anchor) {
  const box = anchor.getBoundingClientRect(), panel = anchor.closest("[data-beside]")?.getBoundingClientRect();
  return panel ? new DOMRect(panel.x, box.y, panel.width, box.height) : box;
}

/** For a finger: what it shows can be taken here as well, and what ends the turn confirmed with it.
 * @param {string} move */
function takeButtons(move) {
  const row = element("div", "take-row"), ends = first(`[data-move="${CSS.escape(move)}"][data-ends]`);
  const auto = first("[data-setting=auto]");
  const both = ends !== null && !(auto instanceof HTMLInputElement && auto.checked);
  row.append(takeButton(move, "Do this", !both));
  if (both) {
    const button = takeButton(move, "Do this and confirm", true);
    button.dataset.confirmed = "";
    row.append(button);
  }
  return row;
}

/** @param {string} move @param {string} label @param {boolean} primary */
function takeButton(move, label, primary) {
  const button = element("button", `button take-it${primary ? " is-primary" : ""}`, label);
  button.dataset.move = move;
  return button;
}

function putAway() {
  const button = iconButton("tool put-away", "close", "Put the card away");
  button.dataset.putAway = "";
  return button;
}

/** Nothing was played, only the page drawn anew: what somebody looks at stays in sight. */
around((same) => {
  const shown = same ? state.shown : null;
  if (!same) state.touched = null;
  return () => {
    preview(null);
    if (shown === null) return;
    const turned = turnedTo(shown);
    if (turned) turned.dataset.move = shown;
    preview(shown);
  };
});

/** A touch anywhere else puts a finger's card away. */
document.addEventListener("click", (event) => {
  const elsewhere = !within(event, "#lens") && carrier(event, "move")?.dataset.move !== state.touched;
  if (state.touched !== null && elsewhere) letGo();
}, { capture: true });

on("click", "put-away", letGo);

function letGo() {
  state.touched = null;
  preview(null);
}

/** @typedef {(place: import("./parts.js").Thing) => void} Shows */

/** What pointing at a thing with an attribute shows. @type {Map<string, Shows>} */
const shows = new Map();

/** @param {string} name of the attribute @param {Shows} show */
export function pointing(name, show) {
  shows.set(name, show);
}

pointing("move", (thing) => preview(thing.dataset.move ?? null, thing));

/** When a finger came last: a mouse that rests meanwhile points at nothing, whatever comes to lie under it. */
let finger = -Infinity;
const REST = 800;
document.addEventListener("pointerdown", (event) => {
  if (byFinger(event)) finger = event.timeStamp;
}, { capture: true });

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    if (byFinger(event) || kind === "pointerover" && (event.timeStamp - finger < REST || !moved(event))) return;
    if (within(event, "#lens")) return arrived();
    // A finger's focus comes before its click, and the card would lie between.
    if (kind === "focusin" && !state.byKeys) return;
    if (kind === "focusin" && event.target instanceof SVGElement) reveal(event.target);
    const meant = nearest(event, shows);
    unlessOnTheWay(event, () => (meant ? meant.found(meant.thing) : preview(null)));
  });
}
