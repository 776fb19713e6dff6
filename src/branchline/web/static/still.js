// A mouse that lies still points at nothing new: what lies under it now came there because the page changed.

let at = "";

/** @param {PointerEvent} event */
function place({ clientX, clientY }) {
  return `${clientX},${clientY}`;
}

/** Did the mouse go there, or did the page change under it? It is told of the move after what it went onto.
 * @param {Event} event */
export function moved(event) {
  return !(event instanceof PointerEvent) || place(event) !== at;
}

document.addEventListener("pointermove", (event) => { at = place(event); }, { passive: true });
