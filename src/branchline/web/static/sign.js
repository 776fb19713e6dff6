// The sign: whose turn it is. The line of a bot that thinks begins anew with each of its steps.

import { hear } from "./news.js";
import { all } from "./parts.js";

hear("any", () => {
  for (const line of all(".turn-sign .thinking")) for (const run of line.getAnimations()) run.currentTime = 0;
});
