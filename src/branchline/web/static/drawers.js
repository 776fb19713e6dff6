// Drawers: the rules and the menu, beside the table; and browsers, which are `details` with a name.
// Esc closes them, and so does a click elsewhere: on the table it does nothing else.

import { on, within } from "./handlers.js";
import { all, first, isThing, part } from "./parts.js";

on("click", "open", (button) => turn(button.dataset.open ?? ""));
on("click", "close", (button) => slide(button.dataset.close ?? "", false));

on("click", "rule", (link, event) => {
  event.preventDefault();
  openRule(link.dataset.rule ?? "");
});

export function turnRules() {
  turn("rules");
}

/** Open a drawer, or close it; the rules open at what is asked now. @param {string} name */
function turn(name) {
  const open = part(name).hasAttribute("hidden"), asked = first("[data-asked]")?.dataset.asked;
  if (open && name === "rules" && asked) openRule(asked);
  else slide(name, open);
}

/** Whether there was something to close. */
export function closeDrawers() {
  const drawers = all(".drawer:not([hidden])"), browsers = all("details[name][open]");
  for (const drawer of drawers) slide(drawer.id, false);
  for (const browser of browsers) {
    browser.removeAttribute("open");
    if (browser.contains(document.activeElement)) first("summary", browser)?.focus();
  }
  return drawers.length + browsers.length > 0;
}

addEventListener("click", (event) => {
  if (within(event, ".drawer, .why-not, details[name], [data-open], [data-rule]") || !closeDrawers()) return;
  if (!within(event, "main")) return;
  event.stopPropagation();
  event.preventDefault();
}, { capture: true });

/** Where the focus was when a drawer was opened. @type {Element | null} */
let from = null;

/** One is open at a time, and the focus goes with it. @param {string} name @param {boolean} open */
function slide(name, open) {
  if (open && !document.activeElement?.closest(".drawer")) from = document.activeElement;
  for (const drawer of all(".drawer")) drawer.toggleAttribute("hidden", drawer.id !== name || !open);
  for (const button of all("[data-open]")) {
    button.setAttribute("aria-expanded", String(!part(button.dataset.open ?? "").hidden));
  }
  const back = isThing(from) && from.isConnected && from !== document.body ? from : first(`[data-open="${name}"]`);
  const next = open ? first("button", part(name)) : back;
  next?.focus();
}

/** @param {string} rule a game's name and a section */
function openRule(rule) {
  slide("rules", true);
  for (const cited of all(".is-cited")) cited.classList.remove("is-cited");
  const section = document.getElementById(`rule-${rule.split(" ").at(-1)}`);
  section?.classList.add("is-cited");
  section?.scrollIntoView({ block: "start" });
  section?.focus({ preventScroll: true });
}
