// Looking back: the table as it was, and what happens at it meanwhile.

import { around } from "./fragments.js";
import { on } from "./handlers.js";
import { catchUp, hear, take } from "./news.js";
import { announce } from "./notices.js";
import { all } from "./parts.js";
import { lit } from "./places.js";
import { ask } from "./questions.js";
import { refuse } from "./refusal.js";
import { state } from "./state.js";

/** @typedef {import("./news.js").News} News */

/** Later than any event: the table as it is. */
export const NOW = 1e9;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let sliding;

on("click", "history", (thing, event) => {
  event.preventDefault();
  const moment = thing.dataset.history;
  lookAt(moment === "now" ? NOW : Number(moment));
});

on("input", "moments", () => {
  clearTimeout(sliding);
  sliding = setTimeout(() => lookFrom(0), 60);
});

/** The slider stands where the server says, also where somebody has moved it. */
around(() => settle);
settle();

function settle() {
  const range = slider();
  if (range) range.value = range.getAttribute("value") ?? "0";
}

function slider() {
  const found = document.getElementById("slider");
  return found instanceof HTMLInputElement ? found : null;
}

/** Arrow keys: from lit thing to lit thing on the board, else through the history. @param {number} by */
export function step(by) {
  const things = lit(), at = things.findIndex((thing) => thing === document.activeElement);
  if (at >= 0) things.at((at + by) % things.length)?.focus();
  else lookFrom(by);
}

/** So many moments from where the slider stands. @param {number} by */
function lookFrom(by) {
  const range = slider();
  const next = range?.dataset.moments?.split(",")[Number(range.value) + by];
  if (next !== undefined) lookAt(Number(next));
}

/** Back at the table, one may have been told of what is newer. @param {number} moment */
export async function lookAt(moment) {
  const answer = await ask(`at/${moment}`);
  if (!answer.fragments) return refuse(answer);
  take(/** @type {News} */ (answer));
  if (!state.back && state.heard > state.stamp) catchUp();
}

hear("any", (news) => {
  if (state.back) return sayMeanwhile();
  state.meanwhile = "";
  announce(news);
});

/** Who looks back is told that the table moves on. */
hear("meanwhile", (news) => {
  if (news.n === state.newest) return;
  state.meanwhile = news.over ? "the game is over" : news.yours ? "it is your turn" : "it has moved on";
  sayMeanwhile();
  announce(news);
});

function sayMeanwhile() {
  if (!state.meanwhile) return;
  for (const back of all("button.link[data-history=now]")) back.textContent = `Back to the table: ${state.meanwhile}`;
}
