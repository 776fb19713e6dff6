// Presence: this page tells whether somebody looks at it or types, and shows what the others do.

import { say } from "./feed.js";
import { around } from "./fragments.js";
import { on } from "./handlers.js";
import { hear } from "./news.js";
import { now } from "./pace.js";
import { all, first } from "./parts.js";

/** Milliseconds for which somebody types after they were said to. */
const TYPING = 6500;

/** By seat: what they do, and what they did before they typed. @type {Record<string, string>} */
let present = {}, before = /** @type {Record<string, string>} */ ({});
/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;

function show() {
  for (const person of all("[data-presence]")) {
    const looks = present[person.dataset.presence ?? ""] ?? "away", word = first(".looks", person);
    person.classList.toggle("is-here", looks !== "away");
    if (word) word.textContent = looks === "typing" ? "is typing …" : looks;
  }
  for (const time of all("[data-ago]")) time.textContent = ago(now() - Number(time.dataset.ago));
}

/** @param {number} seconds */
function ago(seconds) {
  const minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60);
  if (minutes < 1) return "just now";
  if (hours < 1) return `for ${minutes} min`;
  return hours < 48 ? `for ${hours} h` : `for ${Math.floor(hours / 24)} days`;
}

hear("presence", (news) => {
  present = news.presence ?? {};
  for (const [seat, looks] of Object.entries(present)) if (looks !== "typing") before[seat] = looks;
  clearTimeout(typing);
  typing = setTimeout(rest, TYPING);
  show();
});

/** Nobody types for ever, and who has said something types no longer. */
function rest() {
  for (const [seat, looks] of Object.entries(present)) {
    if (looks === "typing") present[seat] = before[seat] ?? "looking";
  }
  show();
}

hear("remark", rest);

around(() => show);
setInterval(show, 30_000);
show();

const look = () => say(document.hidden ? "away" : "looking");
document.addEventListener("visibilitychange", look);
document.addEventListener("branchline-live", look);
on("input", "say", () => say("typing"));
