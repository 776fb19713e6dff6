// What was said and not read yet: counted until somebody has the talk before their eyes.

import { hear } from "./news.js";
import { all } from "./parts.js";
import { state } from "./state.js";

const kept = `read-${state.table}`;

/** The number of the last remark that was before somebody's eyes. */
let read = Number(localStorage.getItem(kept) ?? 0);

/** Is the log in sight? On a small screen it lies below the board, or is opened as a sheet. */
function inSight() {
  const log = document.getElementById("log");
  if (!log || document.hidden) return false;
  const { top, bottom } = log.getBoundingClientRect();
  return document.body.classList.contains("is-talking") || (top >= 0 && Math.min(bottom, top + 60) <= innerHeight);
}

export function count() {
  const lines = all("#log > .remark:not(.is-own, .is-muted, .is-told)");
  if (inSight()) {
    read = Math.max(read, state.said);
    localStorage.setItem(kept, String(read));
  }
  const fresh = lines.filter((line) => Number(line.dataset.remark) > read).length;
  for (const sign of all("[data-unread]")) {
    sign.toggleAttribute("hidden", fresh === 0);
    if (sign.textContent === String(fresh)) continue;
    sign.textContent = String(fresh);
    sign.setAttribute("aria-label", `${fresh} not read`);
  }
}

hear("remark", count);
hear("any", count);
for (const kind of ["visibilitychange", "scrollend", "focusin"]) document.addEventListener(kind, count);
new MutationObserver(count).observe(document.body, { attributes: true, attributeFilter: ["class"] });
count();
