// Whoever has the table before their eyes need not be called: the server is told that they look.

import { hear } from "./news.js";
import { base } from "./place.js";
import { state } from "./state.js";

/** Milliseconds in which it is told once. */
const ONCE = 2000;

/** @type {number | undefined} */
let soon;

function look() {
  if (document.hidden || soon !== undefined) return;
  soon = setTimeout(() => {
    soon = undefined;
    if (!document.hidden) fetch(`${base}/tables/${state.table}/seen`, { method: "POST" }).catch(() => null);
  }, ONCE);
}

hear("move", (news) => { if (news.yours || news.over) look(); });
hear("remark", look);
hear("seat", look);
document.addEventListener("visibilitychange", look);
