// News of the table: what the server drew anew, and the lines that the log has gained. Each has a kind, and a
// table says who hears of which.

import { draw } from "./fragments.js";
import { add } from "./log.js";
import { ask } from "./questions.js";
import { state } from "./state.js";

/** @typedef {"whole" | "move" | "draft" | "seat" | "settings" | "remark" | "presence" | "thinking"} Kind */

/**
 * @typedef {object} News
 * @property {Kind} kind of the newest change in it
 * @property {number} stamp the table's revision: what the page names the next time
 * @property {number} n what the next wish has to name
 * @property {number} newest how long the record is
 * @property {string} title what the browser's tab says
 * @property {boolean} over
 * @property {boolean} yours whether it is the viewer's turn
 * @property {Record<string, string>} fragments what is to be drawn, by name
 * @property {Record<string, number>} [versions] of all that is to be drawn
 * @property {Record<string, [number, ...(number | string)[]]>} [splices] what differs little from what the line told
 *   before: the version that it builds on, and its parts (splices.js)
 * @property {import("./log.js").Lines} [log]
 * @property {import("./talk.js").Said} [talk] what was said, if anything was
 * @property {Record<string, string>} [presence] by seat: what somebody does, if that has changed
 * @property {Record<string, string>} [waits] what waits for its turn to think, and how long, if that has changed
 */

/** News without a stamp: of the talk alone, or that the line is alive.
 * @typedef {{stamp?: undefined, talk?: import("./talk.js").Said, presence?: Record<string, string>,
 *   waits?: Record<string, string>}} Aside */

/** What who hears of a kind is told: of the news that have been drawn, of `any` of them, or what happens at the table,
 * and is not drawn, while somebody looks back.
 * @typedef {Record<Exclude<Kind, "remark" | "presence" | "thinking"> | "any" | "meanwhile", News> &
 *   Record<"remark" | "presence" | "thinking", News | Aside>} Told */

/** @type {{[K in keyof Told]: ((news: Told[K]) => void)[]}} */
const listeners = {
  whole: [], move: [], draft: [], seat: [], settings: [], remark: [], presence: [], thinking: [],
  any: [], meanwhile: [],
};

/** @template {keyof Told} K @param {K} kind @param {(news: Told[K]) => void} listener */
export function hear(kind, listener) {
  listeners[kind].push(listener);
}

/** @template {keyof Told} K @param {K} kind @param {Told[K]} news */
function pass(kind, news) {
  for (const listener of listeners[kind]) listener(news);
}

/** What the line says; an empty object says that it is alive. @param {News | Aside} news */
export function tell(news) {
  if (news.talk) pass("remark", news);
  if (news.presence) pass("presence", news);
  if (news.waits) pass("thinking", news);
  if (news.stamp === undefined) return;
  state.heard = news.stamp;
  if (state.ended) draw(news.fragments, true);
  else arrive(news);
}

/** Who may keep news back, so that one sees one thing after the other: says whether it takes care of them.
 * @type {(news: News) => boolean} */
let holds = () => false;

/** @param {(news: News) => boolean} hold */
export function holdBack(hold) {
  holds = hold;
}

/** @param {News} news */
export function arrive(news) {
  if (holds(news)) return;
  if (state.back) pass("meanwhile", news);
  else take(news);
}

/** The page becomes what the news tell. An answer can be overtaken by the line, and is old then. @param {News} news */
export function take(news) {
  if (news.stamp < state.stamp && news.kind !== "whole") return;
  const same = news.n === state.n;
  state.stamp = news.stamp;
  state.n = news.n;
  state.newest = news.newest;
  state.back = news.newest > news.n;
  draw(news.fragments, same);
  if (news.log) add(news.log);
  if (news.kind !== "remark") pass(news.kind, news);
  pass("any", news);
}

/** What is new since the page was last told, by asking: where there is no line, or where it was overtaken.
 * @returns {Promise<boolean>} whether the server has answered */
export async function catchUp() {
  const answer = await ask("news", { since: String(state.stamp), said: String(state.said) });
  if (answer.reason !== undefined) return false;
  tell(/** @type {News | Aside} */ (answer));
  return true;
}

/** The table as it is now, all of it. @returns {Promise<News | null>} */
export async function asItIs() {
  const answer = await ask("news", { since: "0" });
  return answer.reason === undefined ? /** @type {News} */ (answer) : null;
}

/** @type {Set<() => void>} */
const waiting = new Set();
hear("any", () => { for (const look of [...waiting]) look(); });

/** Whether the page shows a revision of the table in so many milliseconds.
 * @param {number} stamp @param {number} patience @returns {Promise<boolean>} */
export function shown(stamp, patience) {
  return new Promise((done) => {
    const end = (/** @type {boolean} */ there) => {
      clearTimeout(late);
      waiting.delete(look);
      done(there);
    };
    const look = () => { if (state.stamp >= stamp) end(true); };
    const late = setTimeout(() => end(false), patience);
    waiting.add(look);
    look();
  });
}
