// What is chosen to look at, as a company whose cities are lit, stands on the page itself: a style that looks for a
// checked button in the whole page would be asked again with every drawing.

import { around } from "./fragments.js";
import { first } from "./parts.js";

document.addEventListener("change", tell);
around(() => tell);
tell();

function tell() {
  const button = first("input.choose:checked:not(:disabled)");
  document.body.dataset.chosen = button instanceof HTMLInputElement ? button.value : "";
}
