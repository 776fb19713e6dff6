// The home page: another game or number of players brings its own seats and options.

import "./app.js";
import "./pace.js";
import { base } from "./place.js";

document.addEventListener("change", (event) => {
  const field = event.target;
  if (field instanceof HTMLSelectElement && field.name.startsWith("option-")) lay(field);
  else if (field instanceof HTMLSelectElement) nameFor(field);
  else if (field instanceof HTMLInputElement && ["game", "players"].includes(field.name)) lay(field);
});

/** The seats and options of what was chosen; an option may open or close others.
 * @param {HTMLInputElement | HTMLSelectElement} chosen */
async function lay(chosen) {
  const { form } = chosen, setup = document.getElementById("setup");
  if (!form || !setup) return;
  const data = new FormData(form);
  const another = chosen.name === "game", open = setup.querySelector("details")?.open ?? false;
  const asked = new URLSearchParams({ game: `${data.get("game")}`, seats: another ? "0" : `${data.get("players")}` });
  for (const [name, value] of data) if (!another && name.startsWith("option-")) asked.set(name, String(value));
  const answer = await fetch(`${base}/setup?${asked}`);
  if (answer.ok) setup.innerHTML = await answer.text();
  setup.querySelector("details")?.toggleAttribute("open", open && !another);
  fillName();
  if (!another) keepSeats(form, data);
  if (chosen.name === "game" && innerWidth < 1200) setup.scrollIntoView({ behavior: "smooth" });
}

/** Who was to sit where stays, with another number of players. @param {HTMLFormElement} form @param {FormData} data */
function keepSeats(form, data) {
  for (const field of form.elements) {
    if (!(field instanceof HTMLSelectElement || field instanceof HTMLInputElement)) continue;
    const before = /^(kind|name|style)-/.test(field.name) ? data.get(field.name) : null;
    if (before !== null) field.value = String(before);
    if (field instanceof HTMLSelectElement) nameFor(field);
  }
}

/** A person has a name to give, a bot has its own; one that thinks can be told what to like.
 * @param {HTMLSelectElement} kind */
function nameFor(kind) {
  const seat = kind.name.replace(/^kind-/, "");
  const name = document.querySelector(`[name="name-${seat}"]`);
  const style = document.querySelector(`[name="style-${seat}"]`);
  if (!(name instanceof HTMLInputElement && style instanceof HTMLSelectElement)) return;
  name.hidden = kind.value.startsWith("bot-search-");
  style.hidden = style.disabled = !name.hidden;
  name.disabled = kind.value.startsWith("bot-");
  name.placeholder = name.disabled ? "a bot" : kind.value === "open" ? "a friend" : "a name";
}

/** What can't be laid is said beside the form, which stays as it is. */
document.addEventListener("submit", async (event) => {
  const form = event.target, reason = document.getElementById("refused");
  if (!reason || !(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const body = new URLSearchParams(fields);
  const headers = { accept: "application/json" };
  const answer = await fetch(form.action, { method: "POST", headers, body }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (answer?.ok && told?.to) {
    location.assign(told.to);
    return;
  }
  reason.textContent = told?.reason ?? "The server does not answer; try again in a moment.";
  reason.hidden = false;
});

/** Who has given a name once is called by it. */
function fillName() {
  const name = document.querySelector("[name=name-0], [name=name]");
  if (!(name instanceof HTMLInputElement)) return;
  const known = localStorage.getItem("name");
  if (known && !name.dataset.given) name.value = known;
  name.addEventListener("change", () => localStorage.setItem("name", name.value));
}
fillName();
