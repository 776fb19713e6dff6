// Playback: what the others did, one action after the other, with the pieces travelling. What comes one by one is shown
// as it comes, and the next waits for a moment; what comes at once, or was done while one was away, is shown from the
// first on. Any click on the table and any key goes on with the game: nobody has to wait for it.

import { hush } from "./caption.js";
import { on } from "./handlers.js";
import { lookAt } from "./history.js";
import { arrive, asItIs, catchUp, hear, holdBack, take } from "./news.js";
import { first } from "./parts.js";
import { begin, hold, reel, say, stay } from "./reel.js";
import { play as ring } from "./sound.js";
import { state } from "./state.js";
import { before, chosen, drawn, fresh, listed, remember, seen } from "./waited.js";

/** @typedef {import("./news.js").News} News */

on("click", "watch", (thing) => {
  const from = Number(thing.dataset.watch), list = listed();
  watch(from ? list.filter((n) => n >= from) : list);
});
on("click", "watch-pause", pause);
on("click", "watch-skip", goOn);

/** By key: once more from the start. */
export function watchAgain() {
  watch(listed());
}

/** Whether something is shown that is not how the table stands. @returns {"" | "later" | "steps"} */
export function behind() {
  return reel.doing === "steps" ? "steps" : reel.waiting.length ? "later" : "";
}

/** On with the game: everything that has come is shown at once. */
export function goOn() {
  const { doing, waiting } = reel;
  if (doing) begin("");
  for (const news of waiting) take(news);
  if (doing === "steps") asItIs().then((now) => { if (now && !reel.doing) settle(now); });
}

/** The table is shown as it is; of what is newer still one is told then. @param {News} now */
function settle(now) {
  take(now);
  if (state.heard > state.stamp) catchUp();
}

/** What the others do is shown one by one; whoever looks back or elsewhere is not kept from it. */
holdBack((news) => {
  if (reel.doing === "steps") return true; // the list of each moment names what has come since
  if (reel.doing === "moment") return reel.waiting.push(news) > 0;
  if (state.back || document.hidden || !chosen()) return false;
  const unseen = fresh(drawn(news));
  if (unseen.length > 1) look(unseen);
  else take(news);
  if (unseen.length === 1) moment(news.yours || news.over);
  return true;
});

/** Who comes back to the page sees what was done meanwhile. */
document.addEventListener("visibilitychange", () => { if (document.hidden) goOn(); else catchUpWith(); });
hear("any", () => { if (!document.hidden && reel.doing !== "steps") remember(); });

/** What was done while this page was not looked at. A lesson begins in the middle of a game, and tells of it itself. */
function catchUpWith() {
  const unseen = seen() !== null || !first("#coach .coach-step") ? fresh() : [];
  if (reel.doing || state.back || document.hidden) return;
  if (unseen.length && chosen()) watch(unseen);
  else remember();
}

/** From what was there before them on. @param {number[]} wanted */
async function watch(wanted) {
  if (!wanted.length || reel.doing) return;
  begin("steps");
  await lookAt(before(wanted));
  if (reel.doing) look(wanted);
}

/** @param {number[]} wanted */
function look(wanted) {
  begin("steps", wanted);
  show();
}

/** @returns {Promise<void>} */
async function show() {
  stay();
  const now = reel.moments[reel.at];
  if (now === undefined) return end();
  await lookAt(now);
  if (reel.doing !== "steps") return;
  further(document);
  ring("place");
  if (!state.back && reel.at === reel.moments.length - 1 && !reel.paused) return here();
  say();
  if (!reel.paused) hold(onward);
}

function onward() {
  reel.at += 1;
  show();
}

/** The last of them is how the table stands: one can act at once. */
function here() {
  begin("");
  moment(state.yours);
  if (state.heard > state.stamp) catchUp();
}

/** Time to see what was done last, and its words; the one to act is kept from nothing. @param {boolean} free */
function moment(free) {
  if (!free) begin("moment");
  say();
  hold(free ? hush : next);
}

/** What was done since then is to be seen as well. @param {ParentNode} list */
function further(list) {
  const last = reel.moments.at(-1) ?? 0;
  reel.moments.push(...listed(list).filter((n) => n > last));
}

/** All was shown, unless more was done in the meantime. @returns {Promise<void>} */
async function end() {
  const now = await asItIs();
  if (reel.doing !== "steps") return;
  if (now) further(drawn(now));
  if (reel.at < reel.moments.length) return show();
  begin("");
  if (now) settle(now);
}

/** The next that has come in the meantime. */
function next() {
  const [news, ...later] = reel.waiting;
  begin("");
  if (news) arrive(news);
  for (const one of later) arrive(one);
}

export function pause() {
  reel.paused = !reel.paused;
  stay();
  say();
  if (!reel.paused) onward();
}

catchUpWith();
