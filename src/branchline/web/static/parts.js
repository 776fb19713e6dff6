// The parts of the page, by name and by what they carry.

/** Something on the page that can carry `data-*`. @typedef {HTMLElement | SVGElement} Thing */

/** A part that every page of a table has. @param {string} name @returns {HTMLElement} */
export function part(name) {
  const found = document.getElementById(name);
  if (!found) throw new Error(`the page has no part named ${name}`);
  return found;
}

/** @param {string} selector @param {ParentNode} [within] @returns {Thing[]} */
export function all(selector, within = document) {
  return [...within.querySelectorAll(selector)].filter(isThing);
}

/** @param {string} selector @param {ParentNode} [within] @returns {Thing | null} */
export function first(selector, within = document) {
  const found = within.querySelector(selector);
  return isThing(found) ? found : null;
}

/** @param {unknown} value @returns {value is Thing} */
export function isThing(value) {
  return value instanceof HTMLElement || value instanceof SVGElement;
}

/** An element of HTML with its class and text.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {string} className @param {string} [text] @returns {HTMLElementTagNameMap[K]} */
export function element(tag, className, text = "") {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

/** A button that shows an icon and says its name.
 * @param {string} className @param {string} icon @param {string} name */
export function iconButton(className, icon, name) {
  const button = element("button", className);
  button.setAttribute("aria-label", name);
  button.innerHTML = `<svg class="icon" aria-hidden="true"><use href="#icon-${icon}"/></svg>`;
  return button;
}

/** An element of SVG.
 * @template {keyof SVGElementTagNameMap} K @param {K} tag @param {Record<string, string>} attributes */
export function drawing(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
