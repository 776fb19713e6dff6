// A first game is introduced once.

import { on } from "./handlers.js";
import { part } from "./parts.js";

const card = document.getElementById("first");
const known = `known-${card?.dataset.first}`;
if (card) card.hidden = localStorage.getItem(known) === "yes";

on("click", "first-known", () => {
  localStorage.setItem(known, "yes");
  part("first").hidden = true;
});
