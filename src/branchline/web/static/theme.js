// Light or dark: what one has chosen holds before anything is drawn, so this is no module.

document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "";

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest("[data-theme-toggle]")) return;
  const root = document.documentElement;
  const chosen = root.dataset.theme, asked = matchMedia("(prefers-color-scheme: dark)").matches;
  const dark = chosen === "dark" || (chosen !== "light" && asked);
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
});
