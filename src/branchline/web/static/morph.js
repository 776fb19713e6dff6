// Morphing: what is there becomes what came, so that pieces keep their identity.

/** @param {Element} old @param {Element} fresh */
export function morph(old, fresh) {
  syncAttributes(old, fresh);
  if (old.localName === "template") {
    old.innerHTML = fresh.innerHTML;
    return;
  }
  const keyed = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  /** @type {ChildNode | null} */
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const twin = child instanceof Element && child.id ? keyed.get(child.id) : alike(at, child) ? at : null;
    if (!twin) {
      old.insertBefore(child, at);
      continue;
    }
    if (twin === at) at = twin.nextSibling;
    else old.insertBefore(twin, at);
    if (twin instanceof Element && child instanceof Element) morph(twin, child);
    else if (twin.nodeValue !== child.nodeValue) twin.nodeValue = child.nodeValue;
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/** What somebody has opened stays open. @param {Element} old @param {Element} fresh */
function syncAttributes(old, fresh) {
  const kept = old.localName === "details" ? "open" : "";
  for (const { name } of [...old.attributes]) if (name !== kept && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

/** @param {ChildNode | null} a @param {ChildNode} b */
function alike(a, b) {
  if (!a || a.nodeType !== b.nodeType) return false;
  if (!(a instanceof Element && b instanceof Element)) return true;
  return a.localName === b.localName && !a.id && !b.id && (a.localName !== "button" || does(a) === does(b));
}

/** A button never becomes one that does something else: somebody may be about to press it.
 * @param {Element} button */
function does(button) {
  return button.getAttributeNames().filter((name) => name.startsWith("data-")).sort().join();
}
