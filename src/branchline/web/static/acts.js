// Acts: what the page wishes of its table. One at a time, of what the page shows now: the answer is yes or no, and the
// next one waits until the page shows what was done.

import { toDo } from "./coach.js";
import { on } from "./handlers.js";
import { catchUp, shown } from "./news.js";
import { first } from "./parts.js";
import { base } from "./place.js";
import { goOn } from "./playback.js";
import { PATIENCE } from "./questions.js";
import { hideRefusal, refuse, say } from "./refusal.js";
import { state } from "./state.js";

/** Milliseconds after which the news of what was done are asked for, since the line has not brought them. */
const LATE = 1000;

/** What was sent is done and shown before the next is sent: a quick key press waits for its turn. */
let sent = Promise.resolve();

/** When all that was sent is done and shown. @param {() => void} act */
export function afterwards(act) {
  sent.then(act);
}

/** The same again while it is under way, or another move, is not what anybody meant.
 * @param {string} path @param {object} [what] */
export function send(path, what = {}) {
  if (state.sending === path) return;
  goOn();
  state.sending = path;
  const slow = setTimeout(() => document.body.classList.add("is-sending"), 150);
  const asked = { n: state.n, ...what };
  sent = sent.then(() => wish(path, asked)).finally(() => {
    clearTimeout(slow);
    state.sending = "";
    document.body.classList.remove("is-sending");
  });
}

/** @param {string} path @param {object} body */
async function wish(path, body) {
  const answer = await fetch(`${base}/tables/${state.table}/${path}${location.search}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => null);
  if (!answer) {
    say("The server does not answer. The table will show whether your move was made.");
    return;
  }
  const told = await answer.json().catch(() => ({ reason: "The server gave no readable answer." }));
  if (!answer.ok) {
    if (told.rule === "lesson") toDo();
    if (told.reason) refuse(told);
    return;
  }
  hideRefusal();
  if (!(await shown(told.stamp, LATE))) await catchUp();
}

/** Undo or confirm, by key. @param {"undo" | "confirm"} what */
export function pressKey(what) {
  if (state.sending === what) return;
  afterwards(() => {
    const button = first(`[data-act=${what}]`);
    if (button) press(button);
  });
}

/** @param {import("./parts.js").Thing} button */
function press(button) {
  const what = button.dataset.act ?? "";
  if (state.sending === what) return;
  afterwards(() => {
    if (button.getAttribute("aria-disabled") === "true") say(button.getAttribute("title") || "Not now.", button);
    else send(what);
  });
}

on("click", "act", press);

on("click", "new-link", (button) => ask("link", button, button.dataset.newLink));
on("click", "bot", (button) => ask("bot", button, button.dataset.bot));
on("click", "seat-back", (button) => ask("back", button, button.dataset.seatBack));
on("click", "for-good", (button) => ask("for-good", button, button.dataset.forGood));

/** What is done to a seat, if one is sure.
 * @param {string} path @param {import("./parts.js").Thing} button @param {string} [seat] */
function ask(path, button, seat) {
  const sure = button.dataset.sure;
  if (!sure || confirm(sure)) send(path, { seat: Number(seat) });
}
