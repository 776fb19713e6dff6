// Small sounds, made here: a piece is placed, points move, it is your turn, the game is won. Silent until one chooses.

import { hear } from "./news.js";
import { first } from "./parts.js";
import { state } from "./state.js";

/** Notes as pitch in hertz, start and length in seconds, and loudness.
 * @type {Record<string, [number, number, number, number][]>} */
const SOUNDS = {
  place: [[260, 0, 0.12, 0.3], [520, 0, 0.05, 0.08]],
  coins: [[1319, 0, 0.12, 0.1], [1760, 0.07, 0.22, 0.1]],
  turn: [[587, 0, 0.22, 0.16], [880, 0.14, 0.4, 0.16]],
  victory: [[523, 0, 0.3, 0.14], [659, 0.15, 0.3, 0.14], [784, 0.3, 0.35, 0.14], [1047, 0.45, 0.9, 0.16]],
};
/** Seconds in which a tone begins: without them it clicks. */
const RISE = 0.006;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {AudioContext | null} */
let air = null;
let mine = document.title.startsWith("●");
let over = state.ended;

/** @param {string} name */
export function play(name) {
  if (localStorage.getItem("sound") !== "yes" || !("AudioContext" in globalThis)) return;
  air ??= new AudioContext();
  if (air.state === "suspended") air.resume(); // until somebody has touched the page, browsers keep it still
  sound(air, name, air.currentTime);
}

/** @param {BaseAudioContext} air @param {string} name @param {number} at in seconds */
export function sound(air, name, at) {
  for (const [pitch, start, length, loud] of SOUNDS[name] ?? []) ring(air, pitch, at + start, length, loud);
}

/** @param {BaseAudioContext} air @param {number} pitch @param {number} start @param {number} length
 * @param {number} loud */
function ring(air, pitch, start, length, loud) {
  const tone = air.createOscillator(), loudness = air.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(loud, start + RISE);
  loudness.gain.exponentialRampToValueAtTime(0.0005, start + length);
  tone.connect(loudness).connect(air.destination);
  tone.start(start);
  tone.stop(start + length);
}

hear("move", (news) => {
  if (!turned(news)) play(first("#log > li:not(.chapter) .points-of") ? "coins" : "place");
});
hear("whole", (news) => { if (!state.back) turned(news); }); // as after a playback
hear("draft", () => play("place"));

/** The game is over, or it is one's turn now: whether that was told. @param {import("./news.js").News} news */
function turned(news) {
  const [ended, come] = [news.over && !over, news.yours && !mine];
  over = news.over;
  mine = news.yours;
  const won = ended && !first("#sign [data-beaten]");
  if (won) celebrate();
  if (ended || come) play(won ? "victory" : "turn");
  return ended || come;
}

/** Discs rain on the board when a game is won; a click or a key ends it, and who wants calm has none. */
function celebrate() {
  if (calm.matches) return;
  const party = document.createElement("div");
  party.className = "celebration";
  party.setAttribute("aria-hidden", "true");
  for (let n = 0; n < 48; n += 1) {
    const disc = document.createElement("i");
    disc.style.cssText = `left:${(n * 37) % 100}%;animation-delay:${(n % 12) / 8}s;--seat:var(--seat-${(n % 5) + 1})`;
    party.append(disc);
  }
  document.body.append(party);
  const end = () => party.remove();
  setTimeout(end, 4500);
  addEventListener("keydown", end, { once: true });
  addEventListener("pointerdown", end, { once: true });
}
