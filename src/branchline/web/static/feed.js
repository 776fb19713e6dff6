// The line to the server: every change of the table arrives here; a lost connection comes back by itself.

import { catchUp, tell } from "./news.js";
import { part } from "./parts.js";
import { base } from "./place.js";
import { hideRefusal } from "./refusal.js";
import { Drawings } from "./splices.js";
import { state } from "./state.js";

/** The server says something at least every twenty seconds. */
const SILENCE = 50_000;

/** Milliseconds between two questions, where no line can be had. */
const ASKING = 2000;

let wait = 250;
let heard = Date.now();
/** @type {WebSocket | null} */
let line = null;
/** News are taken in the order in which they came. */
let taken = Promise.resolve();

export function connect() {
  const query = new URLSearchParams(location.search), scheme = location.protocol === "https:" ? "wss" : "ws";
  query.set("since", String(state.stamp));
  query.set("said", String(state.said));
  query.set("packed", "1");
  query.set("spliced", "1");
  const socket = new WebSocket(`${scheme}://${location.host}${base}/tables/${state.table}/live?${query}`);
  const drawings = new Drawings();
  let opened = false;
  line = socket;
  heard = Date.now();
  socket.onopen = () => {
    opened = true;
    wait = 250;
    hideRefusal();
    showLine(true);
    document.dispatchEvent(new Event("branchline-live"));
  };
  socket.onmessage = (message) => {
    heard = Date.now();
    taken = taken.then(async () => {
      const news = drawings.whole(await unpacked(message.data));
      if (news) tell(news);
      else socket.close();  // a new line begins with what the page shows
    });
  };
  socket.onclose = () => {
    if (socket !== line) return;
    line = null;
    if (!opened) askInstead();
    else showLine(false);
    setTimeout(connect, opened ? wait : Math.max(wait, ASKING));
    wait = Math.min(wait * 2, 5000);
  };
}

/** Where something between page and server lets no line through, the same news are asked for. */
async function askInstead() {
  const answered = await catchUp();
  if (line?.readyState !== WebSocket.OPEN) showLine(answered);
}

/** Long news come packed.
 * @param {string | Blob} data @returns {Promise<import("./news.js").News | import("./news.js").Aside>} */
function unpacked(data) {
  if (typeof data === "string") return JSON.parse(data);
  return new Response(data.stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

/** A word to the server; one that can't be said now is not worth saying later. @param {string} word */
export function say(word) {
  if (line?.readyState === WebSocket.OPEN) line.send(word);
}

/** @param {boolean} live */
function showLine(live) {
  part("offline").hidden = live;
  document.body.classList.toggle("is-offline", !live);
  document.body.classList.toggle("is-live", live);
}

/** A connection can die without a word, as when a computer sleeps: then it is closed and made anew. */
function listenForSilence() {
  if (!line || Date.now() - heard < SILENCE) return;
  const silent = line;
  silent.onopen = silent.onmessage = null;
  silent.close();
  silent.onclose?.(new CloseEvent("close"));
}

setInterval(listenForSilence, 5000);
addEventListener("online", listenForSilence);
document.addEventListener("visibilitychange", listenForSilence);
