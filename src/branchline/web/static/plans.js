// Planning ahead: a branch on the board that only its owner sees, and when it is to be played.

import { send } from "./acts.js";
import { on } from "./handlers.js";

on("click", "plan", (button) => {
  const what = button.dataset.plan, when = document.getElementById("when");
  if (what === "keep" && when instanceof HTMLSelectElement) send("plan/keep", { when: when.value });
  else if (what === "drop") send("plan/drop", { which: Number(button.dataset.which) });
  else if (what === "leave") send("plan/drop");
  else send(`plan/${what}`);
});
