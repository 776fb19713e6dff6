// Moves that are chosen together: each click asks what becomes of the wish, and one more makes them all.

import { send } from "./acts.js";
import { around, draw } from "./fragments.js";
import { on } from "./handlers.js";
import { ask } from "./questions.js";
import { refuse } from "./refusal.js";
import { state } from "./state.js";

/** Clicks are answered one after the other: the next one means what the page shows by then. */
let answered = Promise.resolve();

on("click", "bundle", (button) => {
  answered = answered.then(() => (button.matches(":disabled") ? undefined : choose(button.dataset.bundle ?? "")));
});
on("click", "together", (button) => {
  answered = answered.then(() => send("together", { moves: (button.dataset.together ?? "").split("|") }));
});

/** The page drawn anew shows nothing chosen; what was wished in the same position is asked for again. */
around((same) => {
  if (!same) state.wish = "";
  const { wish } = state;
  return () => { if (wish) answered = answered.then(() => choose(wish)); };
});

/** @param {string} wish */
async function choose(wish) {
  const { n } = state, answer = await ask("bundle", { wish });
  if (n !== state.n) return;
  if (!answer.fragments) {
    refuse(answer);
    return;
  }
  state.wish = ""; // what is drawn now has it, and need not ask again
  draw(answer.fragments, true);
  state.wish = wish;
}
