// What is the reader's alone: notes on the table, whom they do not want to hear, what they may remove.

import { on } from "./handlers.js";
import { hear } from "./news.js";
import { all, first } from "./parts.js";
import { ask, tell } from "./questions.js";
import { refuse } from "./refusal.js";

/** @typedef {{notes?: string, muted?: number[], voice?: number, host?: boolean}} Own */

/** @type {Own} */
let own = {};

function mark() {
  for (const line of all("#log > .remark")) {
    const voice = Number(line.dataset.voice), mine = voice > 0 && voice === own.voice;
    line.classList.toggle("is-own", mine);
    line.classList.toggle("is-muted", own.muted?.includes(voice) ?? false);
    first("[data-remove]", line)?.toggleAttribute("hidden", !mine && !own.host);
    const mute = first("[data-mute]", line);
    mute?.toggleAttribute("hidden", mine);
    if (mute) mute.textContent = (mute.textContent ?? "").replace(/^\S+/, own.muted?.includes(voice) ? "Hear" : "Mute");
  }
}

async function look() {
  const answer = /** @type {Own & {reason?: string}} */ (await ask("own"));
  if (answer.reason !== undefined) return;
  own = answer;
  mark();
  const notes = document.getElementById("notes");
  if (notes instanceof HTMLTextAreaElement && document.activeElement !== notes) notes.value = own.notes ?? "";
}

hear("remark", () => {
  const stranger = all("#log > .remark").some((line) => Number(line.dataset.voice) > 0) && !own.voice;
  if (stranger) look();
  else mark();
});
hear("whole", mark);

on("click", "mute", async (button) => {
  const voice = Number(button.dataset.mute);
  const answer = await tell("mute", { voice, muted: !own.muted?.includes(voice) });
  if (answer.reason !== undefined) refuse(answer, button);
  else look();
});

on("click", "remove", async (button) => {
  const answer = await tell("remove", { k: Number(button.dataset.remove) });
  if (answer.reason !== undefined) refuse(answer, button);
});

/** @type {ReturnType<typeof setTimeout> | undefined} */
let writing;

on("input", "notes", (field) => {
  clearTimeout(writing);
  writing = setTimeout(() => keep(field), 600);
});
on("focusout", "notes", (field) => {
  clearTimeout(writing);
  keep(field);
});

/** @param {import("./parts.js").Thing} field */
async function keep(field) {
  if (!(field instanceof HTMLTextAreaElement) || field.value === own.notes) return;
  const text = field.value, answer = await tell("notes", { text });
  if (answer.reason === undefined) own.notes = text;
  const told = first("[data-noted]");
  if (told) told.textContent = answer.reason ?? "Kept.";
}

look();
