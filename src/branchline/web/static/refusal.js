// The card that says why not: the reason, and the rule to open.

import { alike, lay } from "./card.js";
import { around } from "./fragments.js";
import { within } from "./handlers.js";
import { element, part } from "./parts.js";

/** @typedef {{rule: string, reason: string}} Refusal */

around((same) => { if (!same) hideRefusal(); });

document.addEventListener("click", (event) => { if (!within(event, "#why-not")) hideRefusal(); }, { capture: true });

export function hideRefusal() {
  part("why-not").hidden = true;
}

/** @param {Partial<Refusal>} refusal @param {Element | null} [at] @param {Node[]} [also] */
export function refuse({ rule = "", reason = "" }, at = null, also = []) {
  const card = part("why-not");
  card.replaceChildren(element("p", "", reason));
  const section = /^[a-z0-9-]+ ([\d.]+)$/.exec(rule);
  if (section) {
    const link = element("a", "", `Rule ${section[1]}: open it`);
    link.href = `#rule-${section[1]}`;
    link.dataset.rule = rule;
    card.append(link);
  }
  card.append(...also);
  open(card, at);
}

/** What the server says of it. @param {string} html @param {Element} at @param {Node[]} also */
export function show(html, at, also) {
  const card = part("why-not");
  card.innerHTML = html;
  card.append(...also);
  open(card, at);
}

/** @param {HTMLElement} card @param {Element | null} at */
function open(card, at) {
  card.hidden = false;
  lay(card, at?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2 - 10, 80, 20, 0), [], alike(at));
}

/** @param {string} reason @param {Element | null} [at] */
export function say(reason, at = null) {
  refuse({ reason }, at);
}
