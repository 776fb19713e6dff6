// What is no move now and can be shown all the same: the routes of a contract while track is laid.

import { byFinger, carrier } from "./handlers.js";
import { pointing, preview } from "./lens.js";

pointing("routes", (thing) => preview(thing.dataset.routes ?? null, thing));

/** A finger points by touching. */
document.addEventListener("click", (event) => {
  if (!byFinger(event)) return;
  const thing = carrier(event, "routes");
  if (thing) preview(thing.dataset.routes ?? null, thing);
});
