// What is done for a thing with a `data-*` attribute: one listener for a kind of event, and a table of
// handlers by the attribute's name. The nearest thing under the pointer that has one is meant.

import { isThing } from "./parts.js";

/** @typedef {import("./parts.js").Thing} Thing */
/** @typedef {(thing: Thing, event: Event) => void} Handler */

/** By kind of event, by name. @type {Map<string, Map<string, Handler>>} */
const tables = new Map();

/** @param {string} kind of event @param {string} name of the attribute, without `data-` @param {Handler} handler */
export function on(kind, name, handler) {
  const table = tables.get(kind) ?? begin(kind);
  if (table.has(name)) throw new Error(`${kind} of data-${name} is handled twice`);
  table.set(name, handler);
}

/** @param {string} kind @returns {Map<string, Handler>} */
function begin(kind) {
  /** @type {Map<string, Handler>} */
  const table = new Map();
  tables.set(kind, table);
  document.addEventListener(kind, (event) => answer(table, event), { passive: false });
  return table;
}

/** @param {Map<string, Handler>} table @param {Event} event */
function answer(table, event) {
  const meant = nearest(event, table);
  meant?.found(meant.thing, event);
}

/** The nearest thing around the event that carries one of the attributes, and what the table has for it.
 * @template T @param {Event} event @param {Map<string, T>} table @returns {{thing: Thing, found: T} | null} */
export function nearest(event, table) {
  for (let at = event.target instanceof Element ? event.target : null; at; at = at.parentElement) {
    for (const [name, found] of table) if (isThing(at) && at.hasAttribute(`data-${name}`)) return { thing: at, found };
  }
  return null;
}

/** The nearest thing around the event that carries an attribute.
 * @param {Event} event @param {string} name @returns {Thing | null} */
export function carrier(event, name) {
  const found = event.target instanceof Element ? event.target.closest(`[data-${name}]`) : null;
  return isThing(found) ? found : null;
}

/** Whether something happened within. @param {Event} event @param {string} selector */
export function within(event, selector) {
  return event.target instanceof Element && event.target.closest(selector) !== null;
}

/** @param {Event} event */
export function byFinger(event) {
  return event instanceof PointerEvent && event.pointerType === "touch";
}

/** Whether a key belongs to the field that it was pressed in; radio buttons need the arrows only.
 * @param {EventTarget | null} target @param {string} key @returns {target is HTMLInputElement | HTMLSelectElement} */
export function isTyping(target, key) {
  if (target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement) return target.type !== "radio" || key.startsWith("Arrow");
  return target instanceof HTMLSelectElement;
}
