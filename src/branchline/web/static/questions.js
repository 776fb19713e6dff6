// Questions: the server answers them for the asker alone, with fragments or with why not.

import { base } from "./place.js";
import { state } from "./state.js";

/** Milliseconds after which the server counts as silent. */
export const PATIENCE = 15_000;
/** A hint is thought about first, and other people's may come before. */
const LONG_PATIENCE = 60_000;

/** @typedef {import("./refusal.js").Refusal} Refusal */
/** @typedef {{n?: number, fragments?: Record<string, string>}} Answer */

/** What the server says, or why it can't.
 * @param {string} path @param {Record<string, string>} [asked] @returns {Promise<Answer & Partial<Refusal>>} */
export function ask(path, asked = {}) {
  return put("GET", path, asked, PATIENCE);
}

/** A question that makes somebody think.
 * @param {string} path @returns {Promise<Answer & Partial<Refusal>>} */
export function askToThink(path) {
  return put("POST", path, {}, LONG_PATIENCE);
}

/** Something that is not the game's: said, noted down, wished of oneself. It does not wait for the table.
 * @param {string} path @param {object} what @returns {Promise<Answer & Partial<Refusal>>} */
export function tell(path, what) {
  return put("POST", path, {}, PATIENCE, JSON.stringify(what));
}

/** @param {string} method @param {string} path @param {Record<string, string>} asked @param {number} patience
 * @param {string} [body] */
async function put(method, path, asked, patience, body) {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(asked)) query.set(name, value);
  const headers = { "content-type": "application/json" };
  const how = { method, signal: AbortSignal.timeout(patience), ...(body === undefined ? {} : { body, headers }) };
  const answer = await fetch(`${base}/tables/${state.table}/${path}?${query}`, how).catch(() => null);
  const told = await answer?.json().catch(() => null);
  return told ?? { rule: "", reason: "The server does not answer; try again in a moment." };
}
