// What is not lit can be asked why not.

import { afterwards } from "./acts.js";
import { byFinger, on } from "./handlers.js";
import { ask } from "./questions.js";
import { refuse, show } from "./refusal.js";
import { state } from "./state.js";
import { wordsOn } from "./terms.js";

/** @typedef {import("./parts.js").Thing} Thing */

on("click", "ask", (thing, event) => {
  const also = byFinger(event) ? wordsOn(thing) : [];
  if (!state.back) afterwards(() => askWhyNot(thing, also));
});

/** The verb and the place of what was clicked. A finger can't rest on it: what it is is told as well.
 * @param {Thing} thing @param {Node[]} also */
async function askWhyNot(thing, also) {
  const answer = await ask("why", { verb: thing.dataset.ask ?? "", at: thing.dataset.at ?? "" });
  if (answer.reason) refuse(answer, thing, also);
  else if (answer.fragments) show(answer.fragments["why-not"] ?? "", thing, also);
}
