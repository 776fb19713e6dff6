// What is not lit can be asked why not.

import { afterwards } from "./acts.js";
import { on } from "./handlers.js";
import { ask } from "./questions.js";
import { refuse, show } from "./refusal.js";
import { state } from "./state.js";

/** @typedef {import("./parts.js").Thing} Thing */

on("click", "ask", (thing) => {
  if (!state.back) afterwards(() => askWhyNot(thing));
});

/** The verb and the place of what was clicked; of a game that names no places yet, half a sentence.
 * @param {Thing} thing */
async function askWhyNot(thing) {
  const verb = thing.dataset.ask ?? "", at = thing.dataset.at;
  const answer = await ask("why", at === undefined ? { move: verb } : { verb, at });
  if (answer.reason) refuse(answer, thing);
  else if (answer.fragments) show(answer.fragments["why-not"] ?? "", thing);
}
