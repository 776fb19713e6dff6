// The menu: settings of the table, and what only the browser knows of them.

import { send } from "./acts.js";
import { around } from "./fragments.js";
import { on } from "./handlers.js";
import { choose, possible, wanted } from "./notices.js";
import { all, first } from "./parts.js";
import { play } from "./sound.js";

/** What this browser alone has to know. */
const OWN = ["sound", "playback", "ties"];

/** @param {string} name @param {Element} thing */
function keep(name, thing) {
  if (thing instanceof HTMLSelectElement) localStorage.setItem(name, thing.value);
  else if (thing instanceof HTMLInputElement) localStorage.setItem(name, thing.checked ? "yes" : "no");
  if (name === "sound") play("turn");
}

on("change", "setting", (thing) => {
  const name = thing.dataset.setting ?? "";
  if (OWN.includes(name)) return keep(name, thing);
  if (thing instanceof HTMLSelectElement) send("settings", { [name]: Number(thing.value) });
  else if (thing instanceof HTMLInputElement && name === "notice") choose(thing);
  else if (thing instanceof HTMLInputElement) send("settings", { [name]: thing.checked });
});

around(() => fill);
fill();

/** Whether notices can be given, and the address under which the server is known. */
function fill() {
  for (const name of OWN) {
    const kept = localStorage.getItem(name) ?? "", wish = first(`[data-setting=${name}]`);
    if (wish instanceof HTMLInputElement) wish.checked = kept === "yes";
    if (wish instanceof HTMLSelectElement && kept) wish.value = kept;
  }
  for (const wish of all("input[data-setting=notice]")) {
    if (wish instanceof HTMLInputElement) wish.checked = wanted();
    wish.closest("label")?.toggleAttribute("hidden", !possible);
  }
  for (const field of all("input[data-link]")) {
    if (field instanceof HTMLInputElement) field.value = new URL(field.dataset.link ?? "", location.href).href;
  }
  const here = /^(localhost|127\.|\[::1\])/.test(location.host);
  for (const note of all("[data-only-here]")) note.toggleAttribute("hidden", !here);
}
