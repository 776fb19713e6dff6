// Talk: what people say stands in the log, at the moment of the game where it was said.

import { around } from "./fragments.js";
import { on } from "./handlers.js";
import { hear } from "./news.js";
import { all, first, part } from "./parts.js";
import { say as refused } from "./refusal.js";
import { tell } from "./questions.js";
import { state } from "./state.js";

/** @typedef {{last: number, html: string, gone: number[], back: number | null, reactions: Record<string, string>}}
 * Said */

/** @param {Element} line */
const moment = (line) => Number(line.getAttribute("data-line") ?? line.getAttribute("data-moment"));

/** Below what is newer: a line of the log that is drafted or came later, a remark that was made later.
 * @param {Element} remark @param {Element} log */
function place(remark, log) {
  const k = Number(remark.getAttribute("data-remark"));
  const below = [...log.children].find((line) => {
    if (line.matches(".chapter, .is-draft")) return false;
    if (line.hasAttribute("data-remark")) return Number(line.getAttribute("data-remark")) < k;
    return moment(line) <= moment(remark);
  });
  if (below) below.before(remark);
  else log.append(remark);
}

/** @param {Iterable<Element>} remarks in the order in which they were made */
function placeAll(remarks) {
  const log = document.getElementById("log");
  if (!log) return;
  for (const remark of remarks) {
    const old = document.getElementById(remark.id);
    if (old !== remark) old?.remove();
    remark.classList.toggle("is-later", state.back && moment(remark) > state.n);
    place(remark, log);
  }
}

/** @param {ParentNode} within */
function tellTimes(within) {
  for (const time of all("time[data-when]", within)) {
    const when = new Date(Number(time.dataset.when) * 1000), today = when.toDateString() === new Date().toDateString();
    time.textContent = today
      ? when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
      : when.toLocaleDateString([], { day: "numeric", month: "short" });
    time.setAttribute("title", when.toLocaleString());
  }
}

/** @param {string} html @returns {Element[]} */
function made(html) {
  const lines = document.createElement("ol");
  lines.innerHTML = html;
  tellTimes(lines);
  return [...lines.children];
}

hear("remark", (news) => {
  const said = news.talk;
  if (!said) return;
  if (said.back !== null) goBack(said.back);
  placeAll(made(said.html));
  for (const k of said.gone) document.getElementById(`said-${k}`)?.remove();
  state.said = said.last;
});

/** A turn was taken back: what was said since then belongs to where it began. @param {number} n */
function goBack(n) {
  for (const line of all("#log > [data-moment]")) if (moment(line) > n) line.dataset.moment = String(n);
}

/** Where the whole log came anew, or only a part of it is shown, what was said goes to its place again. */
hear("whole", () => placeAll(all("#log > [data-remark]").reverse()));

const before = document.getElementById("said");
if (before) {
  state.said = Number(before.dataset.said);
  placeAll(made(before.innerHTML));
}

on("submit", "say", async (form, event) => {
  event.preventDefault();
  const field = first("input", form);
  if (!(field instanceof HTMLInputElement) || !field.value.trim()) return;
  const words = field.value;
  field.value = "";
  const answer = await tell("say", { text: words });
  if (answer.reason === undefined) return;
  if (!field.value) field.value = words;
  refused(answer.reason, field);
});

on("click", "nudge", async (button) => {
  const answer = await tell("nudge", { whom: Number(button.dataset.nudge) });
  if (answer.reason !== undefined) refused(answer.reason, button);
  else button.remove();
});

on("click", "take-back", async (button) => {
  const answer = await tell("take-back", { n: Number(button.dataset.takeBack) });
  if (answer.reason !== undefined) refused(answer.reason, button);
});

on("click", "agree", async (button) => {
  const answer = await tell("agree", { agree: button.dataset.agree === "yes", n: Number(button.dataset.begin) });
  if (answer.reason !== undefined) refused(answer.reason, button);
});

/** Where nobody can be talked to, there is no sign for it. */
function offer() {
  first(".talk-tool")?.toggleAttribute("hidden", document.getElementById("say") === null);
}
around(() => offer);
offer();

on("click", "talk", () => open(!document.body.classList.contains("is-talking")));
on("click", "talk-close", () => open(false));

/** On a small screen the log is a sheet, while one talks. @param {boolean} talking */
export function open(talking) {
  document.body.classList.toggle("is-talking", talking);
  if (talking) (document.getElementById("say") ?? part("log")).focus();
}
