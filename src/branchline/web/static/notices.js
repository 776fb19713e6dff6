// Who looks at another page hears that it is their turn: the tab says so, and a notice if they want one.

import { say } from "./refusal.js";
import { state } from "./state.js";

/** Whether this browser can give notices. */
export const possible = "Notification" in globalThis && isSecureContext;

export function wanted() {
  return possible && localStorage.getItem("notice") === "yes" && Notification.permission === "granted";
}

/** @param {HTMLInputElement} box that says whether one wants them */
export async function choose(box) {
  const allowed = box.checked && (await Notification.requestPermission()) === "granted";
  box.checked = allowed;
  localStorage.setItem("notice", allowed ? "yes" : "no");
  if (!allowed && Notification.permission === "denied") {
    say("Your browser does not allow notices of this page: change it in its settings.", box);
  }
}

/** @param {import("./news.js").News} news */
export function announce(news) {
  document.title = news.title;
  document.querySelector("link[rel=icon]")?.setAttribute("href", icon(news.yours ? "icon-turn" : "icon"));
  if (news.yours && !state.yours && document.hidden && wanted()) {
    const how = { tag: state.table, icon: icon("icon-turn") };
    new Notification(news.title.replace("● ", ""), how).onclick = () => focus();
  }
  state.yours = news.yours;
}

/** @param {string} name */
function icon(name) {
  return new URL(`./${name}.svg`, import.meta.url).href;
}
