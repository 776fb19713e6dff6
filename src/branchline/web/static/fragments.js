// The fragments of the page: the server draws them, they are placed here.

import { morph } from "./morph.js";

/** What has to be done around a drawing: called before it, and what it returns is called after it. Told
 * whether the position stays the same, so that what somebody looks at can stay in sight.
 * @typedef {(same: boolean) => (() => void) | void} Around */

/** @type {Around[]} */
const arounds = [];

/** @param {Around} hook */
export function around(hook) {
  arounds.push(hook);
}

/** @param {Record<string, string>} fragments by name @param {boolean} same whether the position stays */
export function draw(fragments, same) {
  const after = arounds.map((hook) => hook(same));
  for (const [name, html] of Object.entries(fragments)) place(name, html);
  for (const hook of after) hook?.();
}

/** @param {string} name @param {string} html */
function place(name, html) {
  const old = document.getElementById(name);
  if (!old) return;
  const fresh = /** @type {Element} */ (old.cloneNode(false));
  fresh.innerHTML = html;
  morph(old, fresh);
}
