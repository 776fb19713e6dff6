// The caption: what somebody else has just done, in words, over the table. It goes by itself.

import { first, part } from "./parts.js";

/** @param {Element | null} line of what was done @param {string} which of how many @param {boolean} paused */
export function caption(line, which, paused) {
  const strip = part("playback"), words = first(".playback-words", strip), count = first(".playback-count", strip);
  if (!line || !words || !count) return hush();
  words.replaceChildren(...[...line.cloneNode(true).childNodes]);
  count.textContent = which;
  for (const button of strip.querySelectorAll("button")) button.hidden = !which;
  const button = first("[data-watch-pause]", strip);
  if (button) button.textContent = paused ? "Go on" : "Pause";
  strip.style.setProperty("--table", `${first("main")?.getBoundingClientRect().top ?? 0}px`);
  strip.hidden = false;
}

export function hush() {
  const strip = document.getElementById("playback");
  if (strip) strip.hidden = true;
}
