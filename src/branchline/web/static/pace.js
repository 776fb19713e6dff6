// Pace: how long a turn has left, by the server's clock; a device's own may be wrong.

import { all } from "./parts.js";

/** Milliseconds between two looks. */
const AGAIN = 20_000;

const ahead = Number(document.body.dataset.now ?? Date.now() / 1000) * 1000 - Date.now();

/** Seconds since 1970 by the server's clock. */
export const now = () => (Date.now() + ahead) / 1000;

/** What is left of every turn that is shown. */
export function tellTime() {
  for (const left of all("[data-due]")) {
    const seconds = Number(left.dataset.due) - now();
    left.textContent = seconds > 0 ? `${words(seconds)} left` : "time is up";
    left.classList.toggle("is-short", seconds < 3 * 3600);
  }
}

/** @param {number} seconds */
function words(seconds) {
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  if (hours >= 2) return `${hours} hours`;
  return `${Math.max(1, Math.floor(seconds / 60))} minutes`;
}

tellTime();
setInterval(tellTime, AGAIN);
