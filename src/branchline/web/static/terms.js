// Words, signs and pieces explain themselves: a mouse that rests on one, or a finger that touches it, shows its card.
// What they are says the game's glossary; a selector there says where each is to be seen.

import { lay } from "./card.js";
import { around } from "./fragments.js";
import { byFinger, within } from "./handlers.js";
import { all, first, part } from "./parts.js";
import { state } from "./state.js";
import { moved } from "./still.js";

/** Milliseconds that a mouse rests before it asks. */
const REST = 550;

const terms = all("template[data-term]").flatMap((term) =>
  term instanceof HTMLTemplateElement ? [{ key: term.dataset.term, on: term.dataset.on ?? "", words: term }] : [],
);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;

/** Where a term is to be seen. @param {string} key */
export function selectorOf(key) {
  return terms.find((term) => term.key === key)?.on ?? "";
}

/** The nearest thing around the event that a term explains: of several the innermost.
 * @param {Event} event */
function meant(event) {
  if (!(event.target instanceof Element) || !within(event, "main, .masthead")) return null;
  if (within(event, "[data-spots]")) return null; // the board explains it
  return termAt(event.target);
}

/** @param {Element} thing */
function termAt(thing) {
  for (let at = /** @type {Element | null} */ (thing); at && !at.matches("main"); at = at.parentElement) {
    const term = terms.find(({ on }) => at?.matches(on));
    if (term) return { term, at };
  }
  return null;
}

/** What a thing is, in words. @param {Element} thing @returns {Node[]} */
export function wordsOn(thing) {
  const found = termAt(thing);
  return found ? [found.term.words.content.cloneNode(true)] : [];
}

/** @param {{term: typeof terms[number], at: Element}} found */
function show({ term, at }) {
  const card = part("term");
  card.replaceChildren(term.words.content.cloneNode(true));
  const seat = at.closest("[data-seat]")?.getAttribute("data-seat");
  const parts = first(`template[data-score-of="${seat}"]`);
  const told = term.words.hasAttribute("data-scores") && parts instanceof HTMLTemplateElement;
  if (told) card.append(parts.content.cloneNode(true));
  card.hidden = false;
  lay(card, at.getBoundingClientRect());
}

export function hideTerm() {
  clearTimeout(resting);
  part("term").hidden = true;
}

document.addEventListener("pointerover", (event) => {
  if (byFinger(event) || within(event, "#term") || !moved(event)) return;
  clearTimeout(resting);
  const found = meant(event);
  if (!found) {
    hideTerm();
    return;
  }
  resting = setTimeout(() => { if (state.shown === null) show(found); }, REST);
});

document.addEventListener("click", (event) => {
  if (within(event, "#term")) return;
  hideTerm();
  if (!byFinger(event) || within(event, "[data-move], [data-ask], button, a, summary")) return;
  const found = meant(event);
  if (found) show(found);
});

around((same) => { if (!same) hideTerm(); });
