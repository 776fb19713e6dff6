// Reactions: a sign below a line of the log. The palette comes to the line that somebody points at; under a finger
// it stays with the newest line that is shown.

import { on } from "./handlers.js";
import { hear } from "./news.js";
import { all, element, first } from "./parts.js";
import { tell } from "./questions.js";
import { refuse } from "./refusal.js";

const palette = document.getElementById("palette");

/** Below the line of its event. @param {string} n @param {string} html */
function show(n, html) {
  const line = document.getElementById(`line-${n}`);
  if (!line) return;
  const row = first(".reactions", line) ?? line.appendChild(element("span", "reactions"));
  row.innerHTML = html;
  shown.set(n, html);
}

/** By event, as the server drew them: the log may be drawn anew. @type {Map<string, string>} */
const shown = new Map();

hear("remark", (news) => {
  const back = news.talk?.back ?? Infinity;
  for (const n of [...shown.keys()]) if (Number(n) > back) shown.delete(n);
  for (const [n, html] of Object.entries(news.talk?.reactions ?? {})) show(n, html);
});
hear("any", (news) => {
  if (news.log) for (const [n, html] of shown) if (!first(`#line-${n} > .reactions`)) show(n, html);
  settle();
});

const before = document.getElementById("reacted");
if (before instanceof HTMLTemplateElement) {
  for (const row of all("[data-reacted]", before.content)) show(row.dataset.reacted ?? "", row.innerHTML);
}

/** @param {Element | null} line */
function bring(line) {
  if (!palette || !document.getElementById("say") || !line) return;
  if (palette.parentElement !== line) line.append(palette);
  palette.hidden = false;
}

/** Where nothing can be pointed at, it is at the newest line. */
function settle() {
  if (matchMedia("(hover: none)").matches) bring(first("#log > [id^=line-]:not(.is-draft)"));
}

for (const kind of ["pointerover", "focusin"]) {
  document.getElementById("log")?.addEventListener(kind, ({ target }) => {
    const line = target instanceof Element ? target.closest("#log > [id^=line-]:not(.is-draft)") : null;
    if (line) bring(line);
  });
}
settle();

on("click", "react", async (button) => {
  const n = button.dataset.to ?? button.closest("li")?.dataset.line;
  const answer = await tell("react", { n: Number(n), sign: button.dataset.react });
  if (answer.reason !== undefined) refuse(answer, button);
});
