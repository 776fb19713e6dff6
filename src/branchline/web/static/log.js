// The log: the newest line on top, each chapter's heading above its lines.

import { all, first } from "./parts.js";

/** The lines after line `from`, in the order of the game, drafted ones last.
 * @typedef {{from: number, html: string}} Lines */

/** @param {Lines} lines */
export function add({ from, html }) {
  const log = document.getElementById("log");
  if (!log) return;
  for (const line of all("li[data-line]", log)) {
    if (line.matches(".is-draft") || Number(line.dataset.line) > from) line.remove();
  }
  const fresh = document.createElement("ol");
  fresh.innerHTML = html;
  for (const line of [...fresh.children]) {
    const top = log.firstElementChild;
    if (top?.matches(".chapter") && !line.matches(".chapter")) top.after(line);
    else log.prepend(line);
  }
  markNewest(log);
}

/** A style that looked for it would be asked again for every line. @param {Element} log */
function markNewest(log) {
  for (const line of all(".is-newest", log)) line.classList.remove("is-newest");
  first("li[data-line]:not(.chapter)", log)?.classList.add("is-newest");
}

const log = document.getElementById("log");
if (log) markNewest(log);
