// @ts-check
// The home page: another game or number of players brings its own seats and options.

document.addEventListener("change", async (event) => {
  const input = event.target;
  if (input instanceof HTMLSelectElement) { nameFor(input); return; }
  if (!(input instanceof HTMLInputElement) || !["game", "players"].includes(input.name)) return;
  const form = /** @type {HTMLFormElement} */ (input.form);
  const data = new FormData(form);
  const seats = input.name === "players" ? input.value : "0";
  const answer = await fetch(`/setup?game=${data.get("game")}&seats=${seats}`);
  if (answer.ok) /** @type {HTMLElement} */ (document.getElementById("setup")).innerHTML = await answer.text();
  fillName();
  if (input.name === "players") keepSeats(form, data);
  if (input.name === "game" && innerWidth < 1200) document.getElementById("setup")?.scrollIntoView({ behavior: "smooth" });
});

/** Who was to sit where stays, with another number of players. @param {HTMLFormElement} form @param {FormData} data */
function keepSeats(form, data) {
  for (const field of form.elements) {
    if (!(field instanceof HTMLSelectElement || field instanceof HTMLInputElement) || !/^(kind|name)-/.test(field.name)) continue;
    const before = data.get(field.name);
    if (before !== null) field.value = String(before);
    if (field instanceof HTMLSelectElement) nameFor(field);
  }
}

/** A person has a name to give, a bot has its own. @param {HTMLSelectElement} kind */
function nameFor(kind) {
  const name = kind.name.startsWith("kind-") && /** @type {HTMLInputElement | null} */ (document.querySelector(`[name=${kind.name.replace("kind", "name")}]`));
  if (!name) return;
  name.disabled = kind.value.startsWith("bot-");
  name.placeholder = name.disabled ? "a bot" : kind.value === "open" ? "a friend" : "a name";
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest("[data-theme-toggle]")) return;
  const root = document.documentElement;
  const dark = root.dataset.theme === "dark" || (root.dataset.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
});

/** What can't be laid is said here, and the form stays as it is. */
document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target), reason = document.getElementById("refused");
  if (!reason) return;
  event.preventDefault();
  const answer = await fetch(form.action, { method: "POST", headers: { accept: "application/json" }, body: new URLSearchParams(/** @type {any} */ (new FormData(form))) }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (answer?.ok && told?.to) { location.assign(told.to); return; }
  reason.textContent = told?.reason ?? "The server does not answer; try again in a moment.";
  reason.hidden = false;
});

/** Who has given a name once is called by it. */
function fillName() {
  const name = /** @type {HTMLInputElement | null} */ (document.querySelector("[name=name-0], [name=name]"));
  const known = localStorage.getItem("name");
  if (name && known && !name.dataset.given) name.value = known;
  name?.addEventListener("change", () => localStorage.setItem("name", name.value));
}
fillName();
