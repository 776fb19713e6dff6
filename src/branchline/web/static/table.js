// @ts-check
// The table page: it lights what the server offers, shows what a move would do, and plays it.
// It knows no rule of any game.

/** @typedef {{fragments: Record<string, string>, title: string, n: number, newest: number, over: boolean, yours: boolean, made: number}} Update */
/** @typedef {{rule: string, reason: string}} Refusal */

const id = document.body.dataset.table ?? "";
/** The result of this table, if it is the end page: only whether the same people play on can change. */
const ended = document.body.dataset.ended ?? "";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** The event count that the page shows, and whether it looks back. */
let n = Number(document.body.dataset.n);
let lookingBack = document.body.dataset.back === "yes";
/** How many there were when the page was last told. */
let newest = Number(document.body.dataset.newest);
/** @type {string | null} */
let hovered = null;

/** @param {string} name @returns {HTMLElement} */
const part = (name) => /** @type {HTMLElement} */ (document.getElementById(name));

// -- drawing: morph what is there into what came, so that pieces keep their identity -----------

/** @param {Element} old @param {Element} fresh */
function syncAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

/** @param {Element} old @param {Element} fresh */
function morph(old, fresh) {
  syncAttributes(old, fresh);
  if (old.localName === "template") { old.innerHTML = fresh.innerHTML; return; }
  const keyed = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const twin = child instanceof Element && child.id ? keyed.get(child.id) : alike(at, child) ? at : null;
    if (twin) {
      if (twin !== at) old.insertBefore(twin, at); else at = at.nextSibling;
      if (twin instanceof Element && child instanceof Element) morph(twin, child);
      else if (twin.nodeValue !== child.nodeValue) twin.nodeValue = child.nodeValue;
    } else {
      old.insertBefore(child, at);
    }
  }
  while (at) { const next = at.nextSibling; at.remove(); at = next; }
}

/** @param {ChildNode | null} a @param {ChildNode} b */
function alike(a, b) {
  if (!a || a.nodeType !== b.nodeType) return false;
  return !(a instanceof Element && b instanceof Element) || (a.localName === b.localName && !a.id && !b.id);
}

/** @param {Record<string, string>} fragments */
function draw(fragments) {
  const before = pieces();
  const active = document.activeElement;
  const held = active instanceof HTMLElement || active instanceof SVGElement ? active.dataset.move : undefined;
  const typing = active?.id === "typed" ? /** @type {HTMLInputElement} */ (active).value : null;
  for (const [name, html] of Object.entries(fragments)) {
    const old = document.getElementById(name);
    if (!old) continue;
    const fresh = /** @type {Element} */ (old.cloneNode(false));
    fresh.innerHTML = html;
    morph(old, fresh);
  }
  slider();
  fillSettings();
  for (const line of document.querySelectorAll(".turn-sign .thinking")) for (const run of line.getAnimations()) run.currentTime = 0;
  if (typing !== null) { const entry = /** @type {HTMLInputElement} */ (part("typed")); entry.value = typing; sift(typing); }
  seeking ||= active !== document.body && document.activeElement === document.body;
  if (byKeys && (seeking || (held && !document.activeElement?.closest("[data-move]")))) refocus(!!held);
  travel(before);
}

/** Whether the last thing done was done by a key, and whether the focus still waits for something to go to. */
let byKeys = false;
let seeking = false;
document.addEventListener("keydown", () => { byKeys = true; }, { capture: true });
document.addEventListener("pointerdown", () => { byKeys = seeking = false; }, { capture: true });

/** What had the focus is gone: on to what comes next, now or when one's turn comes. @param {boolean} board */
function refocus(board) {
  const places = [board ? "svg.board :is([data-move], [data-among])" : "", "[data-act=confirm]:not([aria-disabled])", "main button[data-move]", "#moves button"];
  const next = places.map((place) => /** @type {HTMLElement | null} */ (place && document.querySelector(place))).find((found) => found);
  next?.focus({ preventScroll: true });
  seeking = !next;
}

// -- motion: a piece that vanishes here and appears there has travelled --------------------------

/** @returns {Map<string, {kind: string, box: DOMRect}>} */
function pieces() {
  const found = new Map();
  for (const piece of document.querySelectorAll("[data-piece][id]")) {
    found.set(piece.id, { kind: /** @type {HTMLElement} */ (piece).dataset.piece, box: piece.getBoundingClientRect() });
  }
  return found;
}

/** @param {Map<string, {kind: string, box: DOMRect}>} before */
function travel(before) {
  const now = [...document.querySelectorAll("[data-piece][id]")];
  const stay = new Set(now.map((piece) => piece.id));
  const gone = [...before].filter(([key]) => !stay.has(key)).map(([, piece]) => piece);
  for (const piece of now) {
    if (before.has(piece.id)) continue;
    const at = gone.findIndex((other) => other.kind === /** @type {HTMLElement} */ (piece).dataset.piece);
    if (at < 0) continue;
    const [{ box: from }] = gone.splice(at, 1);
    const to = piece.getBoundingClientRect();
    if (!to.width || !from.width) continue;
    if (calm.matches) { piece.classList.add("is-changed"); setTimeout(() => piece.classList.remove("is-changed"), 2000); continue; }
    const scale = piece.closest("svg.board") ? svgScale(piece) : 1;
    const dx = (from.x + from.width / 2 - to.x - to.width / 2) / scale, dy = (from.y + from.height / 2 - to.y - to.height / 2) / scale;
    piece.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], { duration: 520, easing: "cubic-bezier(.45, .05, .2, 1)" });
  }
}

/** @param {Element} piece */
function svgScale(piece) {
  const svg = /** @type {SVGSVGElement | null} */ (piece.closest("svg.board"));
  return svg?.getScreenCTM()?.a || 1;
}

// -- the lens: what a move would do, before it is made -------------------------------------------

/** @param {string | null} move @param {Element | null} [from] */
function preview(move, from = null) {
  if (move === hovered && move !== null) return;
  hovered = move;
  for (const shown of document.querySelectorAll(".is-shown, .is-hovered")) shown.classList.remove("is-shown", "is-hovered");
  const lens = part("lens");
  lens.hidden = true;
  if (move === null) return;
  const name = CSS.escape(move);
  for (const element of document.querySelectorAll(`[data-for="${name}"]`)) element.classList.add("is-shown", "is-hovered");
  for (const element of document.querySelectorAll(`[data-move="${name}"]`)) element.classList.add("is-hovered");
  const card = /** @type {HTMLTemplateElement | null} */ (document.querySelector(`template[data-lens="${name}"]`));
  if (!card) return;
  lens.replaceChildren(card.content.cloneNode(true));
  const turned = /** @type {HTMLElement | null} */ (document.querySelector("[data-turns].is-hovered"));
  if (turned) lens.append(turnStrip(turned));
  else if (touched === move) lens.append(takeButton(move), putAway());
  lens.hidden = false;
  const anchor = document.querySelector(`svg.board [data-move="${name}"], svg.board [data-for="${name}"]:not([data-wide])`) ?? from;
  if (anchor) place(lens, beside(anchor));
}

/** Where a panel asks for it, the card stands beside the whole panel and hides none of its buttons. @param {Element} anchor */
function beside(anchor) {
  const box = anchor.getBoundingClientRect(), panel = anchor.closest("[data-beside]")?.getBoundingClientRect();
  return panel ? new DOMRect(panel.x, box.y, panel.width, box.height) : box;
}

/** For a finger: what it shows can be taken here as well. @param {string} move */
function takeButton(move) {
  const button = Object.assign(document.createElement("button"), { className: "button is-primary take-it", textContent: "Do this" });
  button.dataset.move = move;
  return button;
}

/** @returns {HTMLElement} */
function putAway() {
  const button = Object.assign(document.createElement("button"), { className: "tool put-away", innerHTML: "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#icon-close\"/></svg>" });
  button.setAttribute("aria-label", "Put the card away");
  return button;
}

/** Nothing was played, only the page drawn anew: what somebody looks at stays in sight.
 * @param {string | null} shown @param {string[] | null} passed */
function lookAgain(shown, passed) {
  for (const mark of document.querySelectorAll(".hint-mark")) mark.remove();
  hinted.forEach((move, i) => markHint(move, i + 1));
  if (passed) keep(passed);
  if (shown === null) return;
  const turned = several("turns", shown);
  if (turned) turned.dataset.move = shown;
  preview(shown);
}

/** The place on the board that stands for several moves, this one among them.
 * @param {"turns" | "among"} key @param {string} move @returns {SVGGraphicsElement | undefined} */
function several(key, move) {
  const places = /** @type {NodeListOf<SVGGraphicsElement>} */ (document.querySelectorAll(`svg.board [data-${key}]`));
  return [...places].find((place) => place.dataset[key]?.split("|").includes(move));
}

/** Beside the anchor, on the side that hides the fewest lit things. @param {HTMLElement} card @param {DOMRect} anchor */
function place(card, anchor) {
  const w = card.offsetWidth, h = card.offsetHeight, gap = 12;
  const mx = anchor.x + anchor.width / 2, my = anchor.y + anchor.height / 2;
  const boxes = lit().map((element) => element.getBoundingClientRect());
  /** @type {[number, number][]} */
  const places = [
    [anchor.right + gap, my - 40], [anchor.left - gap - w, my - 40], [mx - w / 2, anchor.top - gap - h], [mx - w / 2, anchor.bottom + gap],
    [anchor.right + gap, my - h + 40], [anchor.left - gap - w, my - h + 40], [mx - 40, anchor.top - gap - h], [mx - w + 40, anchor.top - gap - h],
  ];
  const top = (document.querySelector(".masthead")?.getBoundingClientRect().bottom ?? 0) + 6;
  let best = places[0], least = Infinity;
  for (const [x, y] of places) {
    const out = Math.max(0, 8 - x) + Math.max(0, top - y) + Math.max(0, x + w + 8 - innerWidth) + Math.max(0, y + h + 8 - innerHeight);
    let cost = out * 1000;
    for (const box of boxes) if (x < box.right && x + w > box.left && y < box.bottom && y + h > box.top) cost += 1;
    if (cost < least) { least = cost; best = [x, y]; }
  }
  const x = Math.max(8, Math.min(best[0], innerWidth - w - 8)), y = Math.max(top, Math.min(best[1], innerHeight - h - 8));
  card.style.transform = `translate(${x}px, ${y}px)`;
}

/** @returns {HTMLElement[]} */
const lit = () => [...document.querySelectorAll("svg.board :is([data-move], [data-among])")].filter((element) => element.checkVisibility({ visibilityProperty: true })).map((element) => /** @type {HTMLElement} */ (element));

// -- acting --------------------------------------------------------------------------------------

/** What was sent is answered before the next is sent: a quick key press waits for its turn. */
let sent = Promise.resolve();
/** What is under way; the same again, or another move, is not what anybody meant. */
let sending = "";
const PATIENCE = 15_000;

/** Of what the page shows now. @param {string} path @param {object} [body] */
function send(path, body = {}) {
  if (sending === path) return sent;
  sending = path;
  const slow = setTimeout(() => document.body.classList.add("is-sending"), 150);
  const asked = { n, ...body };
  sent = sent.then(() => ask(path, asked)).finally(() => {
    clearTimeout(slow);
    sending = "";
    document.body.classList.remove("is-sending");
  });
  return sent;
}

/** @param {string} path @param {object} body */
async function ask(path, body) {
  let answer;
  try {
    answer = await fetch(`/tables/${id}/${path}${location.search}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    refuse({ rule: "", reason: "The server does not answer. The table will show whether your move was made." });
    return;
  }
  const told = await answer.json().catch(() => ({ rule: "", reason: "The server gave no readable answer." }));
  if (told.fragments) take(told);
  if (answer.ok) part("why-not").hidden = true;
  else if (told.reason) refuse(told);
}

/** When the server made what the page shows: an answer can be overtaken by the feed, and is old news then. */
let made = 0;

/** @param {Update} update */
function take(update) {
  if (update.made < made) return;
  made = update.made;
  const same = update.n === n, shown = hovered, passed = kept;
  if (!same) { touched = null; kept = null; clearHints(); part("why-not").hidden = true; }
  n = update.n;
  lookingBack = update.newest > update.n;
  newest = update.newest;
  draw(update.fragments);
  if (lookingBack) sayNews();
  else { news = ""; announce(update); }
  preview(null);
  if (same) lookAgain(shown, passed);
  if (update.over) setTimeout(() => location.assign(`/tables/${id}`), 2200);
}

/** @param {Refusal} refusal @param {Element | null} [at] */
function refuse(refusal, at = null) {
  const card = part("why-not");
  const text = document.createElement("p");
  text.textContent = refusal.reason;
  card.replaceChildren(text);
  const section = /^[a-z0-9-]+ ([\d.]+)$/.exec(refusal.rule ?? "");
  if (section) {
    const link = document.createElement("a");
    link.href = `#rule-${section[1]}`;
    link.dataset.rule = refusal.rule;
    link.textContent = `Rule ${section[1]}: open it`;
    card.append(link);
  }
  card.hidden = false;
  const box = at?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2 - 10, 80, 20, 0);
  place(card, box);
}

/** @param {string} move @param {Element} at */
async function askWhyNot(move, at) {
  const answer = await fetch(`/tables/${id}/why?move=${encodeURIComponent(move)}${location.search.replace("?", "&")}`);
  const told = await answer.json().catch(() => null);
  if (told?.reason) refuse(told, at);
}

/** Later than any event: the table as it is. */
const NOW = 1e9;

/** @param {number} moment */
async function lookAt(moment) {
  const answer = await fetch(`/tables/${id}/at/${moment}${location.search}`, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
  if (answer?.ok) take(await answer.json());
  else refuse({ rule: "", reason: "The server does not answer; looking back has to wait for it." });
}

// -- hints: the best moves, in a list and on the board -------------------------------------------

/** @typedef {{move: string, said: string, then_said: string[], win?: number, score?: number, why: string}} Hint */

/** The moves whose numbers stand on the board. @type {string[]} */
let hinted = [];

/** @param {HTMLElement} button */
async function showHints(button) {
  clearHints();
  button.setAttribute("aria-busy", "true");
  const card = part("hints"), asked = n;
  card.replaceChildren(hintsHead("thinking for a second"), Object.assign(document.createElement("div"), { className: "thinking" }));
  card.hidden = false;
  const answer = await fetch(`/tables/${id}/hint${location.search}`, { method: "POST" }).catch(() => null);
  button.removeAttribute("aria-busy");
  const told = await answer?.json().catch(() => null);
  if (asked !== n) return;
  if (!told?.hints) { card.hidden = true; refuse(told ?? { rule: "", reason: "No hint could be had." }, button); return; }
  const list = document.createElement("ol");
  told.hints.forEach((/** @type {Hint} */ hint, /** @type {number} */ i) => {
    const row = document.createElement("li"), press = document.createElement("button");
    press.className = "hint";
    press.dataset.move = hint.move;
    for (const [tag, name, text] of [["span", "rank", String(i + 1)], ["b", "", hint.said], ["span", "win", hint.win === undefined ? "" : `${Math.round(100 * hint.win)} %`], ["small", "", hint.score === undefined ? hint.why : `${hint.why} Expected score ${hint.score.toFixed(1)}.`], ["small", "then", afterwards(hint.then_said)]]) {
      if (text) press.append(Object.assign(document.createElement(tag), { className: name, textContent: text }));
    }
    row.append(press);
    list.append(row);
    markHint(hint.move, i + 1);
    hinted.push(hint.move);
  });
  card.replaceChildren(hintsHead(told.hints[0].win === undefined ? "from what you know" : "chance of winning, from what you know"), list);
  if (document.querySelector(".hint-mark")) part("board").scrollIntoView({ block: "nearest" });
}

/** @param {string} meta */
function hintsHead(meta) {
  const head = document.createElement("header"), close = document.createElement("button");
  head.className = "panel-head";
  head.append(Object.assign(document.createElement("h2"), { textContent: "Hints" }), Object.assign(document.createElement("span"), { className: "meta", textContent: meta }));
  close.className = "tool";
  close.dataset.hintsClose = "yes";
  close.setAttribute("aria-label", "Close the hints");
  close.innerHTML = "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"#icon-close\"/></svg>";
  head.append(close);
  return head;
}

/** What would follow in the same turn, as far as it helps. @param {string[]} said */
function afterwards(said) {
  return said.length ? `Then: ${said.slice(0, 3).join("; ")}${said.length > 3 ? "; …" : "."}` : "";
}

/** A hint's number stands at its move: on the board, and at its button beside it. @param {string} move @param {number} rank */
function markHint(move, rank) {
  const name = CSS.escape(move), turned = several("turns", move);
  if (turned && !turned.matches(".is-hinted")) turned.dataset.move = move;
  for (const element of document.querySelectorAll(`[data-move="${name}"]:not(.hint), [data-for="${name}"]`)) element.classList.add("is-hinted");
  const place = document.querySelector(`svg.board [data-move="${name}"]`) ?? turned ?? several("among", move);
  if (place instanceof SVGGraphicsElement) { place.classList.add("is-hinted"); drawMark(place, rank); }
  for (const button of document.querySelectorAll(`[data-move="${name}"]:not(.hint, svg *)`)) button.setAttribute("data-rank", String(rank));
}

/** @param {SVGGraphicsElement} place @param {number} rank */
function drawMark(place, rank) {
  const svg = place.ownerSVGElement, seen = svg?.getScreenCTM()?.inverse(), box = place.getBoundingClientRect();
  if (!svg || !seen || !box.width) return;
  const y = box.y + box.height * .16;
  let x = box.x + box.width * .82;
  const others = [...svg.querySelectorAll(".hint-mark")].map((mark) => mark.getBoundingClientRect());
  while (others.some((other) => Math.hypot(other.x + other.width / 2 - x, other.y + other.height / 2 - y) < 23)) x += 4;
  const at = new DOMPoint(x, y).matrixTransform(seen), size = 12 * seen.a;
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "g");
  mark.setAttribute("class", "hint-mark");
  mark.setAttribute("transform", `translate(${at.x} ${at.y}) scale(${size / 12})`);
  mark.innerHTML = `<circle r="11"/><text y="4.6">${rank}</text>`;
  svg.append(mark);
}

function clearHints() {
  hinted = [];
  if (document.getElementById("hints")) part("hints").hidden = true;
  for (const mark of document.querySelectorAll(".hint-mark")) mark.remove();
  for (const marked of document.querySelectorAll(".is-hinted, [data-rank]")) { marked.classList.remove("is-hinted"); marked.removeAttribute("data-rank"); }
}

// -- rules and menu ------------------------------------------------------------------------------

/** @param {string} name @param {boolean} open */
function drawer(name, open) {
  for (const other of document.querySelectorAll(".drawer")) if (other.id !== name) /** @type {HTMLElement} */ (other).hidden = true;
  part(name).hidden = !open;
  for (const button of document.querySelectorAll(`[data-open]`)) {
    button.setAttribute("aria-expanded", String(!part(/** @type {HTMLElement} */ (button).dataset.open ?? "").hidden));
  }
  if (open) /** @type {HTMLElement | null} */ (part(name).querySelector("button"))?.focus();
  else /** @type {HTMLElement | null} */ (document.querySelector(`[data-open="${name}"]`))?.focus();
}

/** @param {string} rule */
function openRule(rule) {
  drawer("rules", true);
  for (const cited of document.querySelectorAll(".is-cited")) cited.classList.remove("is-cited");
  const section = document.getElementById(`rule-${rule.split(" ").at(-1)}`);
  section?.classList.add("is-cited");
  section?.scrollIntoView({ block: "start" });
  section?.focus({ preventScroll: true });
}

// -- closer and back: two fingers, a trackpad's pinch, the buttons or + - 0; a drag moves what is close -

/** How the board lies in its frame. The page's script keeps it, since the server draws the board anew. */
const closer = { zoom: 1, x: 0, y: 0 };
const MOST = 5;
/** The fingers on the board, or the mouse's button: where they are now. @type {Map<number, {x: number, y: number}>} */
const fingers = new Map();
/** Whether the fingers have moved, so that lifting them is no click; and the last tap, for the second of two. */
let dragged = false;
let tap = { at: 0, x: 0, y: 0 };

/** @returns {{frame: DOMRect, x: number, y: number, width: number, height: number} | null} */
function boardInFrame() {
  const box = document.querySelector("#board .board-box"), svg = box?.querySelector("svg.board");
  if (!box || !svg) return null;
  const frame = box.getBoundingClientRect(), drawn = svg.getBoundingClientRect();
  return {
    frame,
    x: drawn.x - frame.x - closer.x, y: drawn.y - frame.y - closer.y,
    width: drawn.width / closer.zoom, height: drawn.height / closer.zoom,
  };
}

/** Lay the board so in its frame; its edges stay outside the frame's. @param {number} zoom @param {number} x @param {number} y */
function lay(zoom, x, y) {
  const fit = boardInFrame();
  if (!fit) return;
  const within = (/** @type {number} */ at, /** @type {number} */ origin, /** @type {number} */ size, /** @type {number} */ room) =>
    size <= room ? (room - size) / 2 - origin : Math.min(-origin, Math.max(room - size - origin, at));
  closer.zoom = Math.min(MOST, Math.max(1, zoom));
  const close = closer.zoom > 1.01;
  if (!close) closer.zoom = 1;
  closer.x = close ? within(x, fit.x, fit.width * closer.zoom, fit.frame.width) : 0;
  closer.y = close ? within(y, fit.y, fit.height * closer.zoom, fit.frame.height) : 0;
  const board = part("board");
  board.classList.toggle("is-closer", close);
  board.style.setProperty("--zoom", String(closer.zoom));
  board.style.setProperty("--pan-x", `${closer.x}px`);
  board.style.setProperty("--pan-y", `${closer.y}px`);
}

/** Closer by a factor, with the point under the fingers staying there; without one, the frame's middle.
 * @param {number} factor @param {{x: number, y: number}} [point] */
function zoomBy(factor, point) {
  const fit = boardInFrame();
  if (!fit) return;
  const zoom = Math.min(MOST, Math.max(1, closer.zoom * factor)), by = zoom / closer.zoom;
  const px = (point ? point.x - fit.frame.x : fit.frame.width / 2) - fit.x, py = (point ? point.y - fit.frame.y : fit.frame.height / 2) - fit.y;
  lay(zoom, px - (px - closer.x) * by, py - (py - closer.y) * by);
}

/** What has the focus is in sight. @param {Element} thing */
function reveal(thing) {
  const fit = boardInFrame();
  if (closer.zoom === 1 || !fit) return;
  const box = thing.getBoundingClientRect();
  if (box.left >= fit.frame.left && box.right <= fit.frame.right && box.top >= fit.frame.top && box.bottom <= fit.frame.bottom) return;
  lay(closer.zoom, closer.x + fit.frame.x + fit.frame.width / 2 - box.x - box.width / 2, closer.y + fit.frame.y + fit.frame.height / 2 - box.y - box.height / 2);
}

/** The middle of the fingers and how far they are apart. */
function grip() {
  const all = [...fingers.values()];
  const x = all.reduce((sum, finger) => sum + finger.x, 0) / all.length, y = all.reduce((sum, finger) => sum + finger.y, 0) / all.length;
  return { x, y, apart: all.length > 1 ? Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) : 0 };
}

document.addEventListener("pointerdown", (event) => {
  if (!(event.target instanceof Element && event.target.closest("#board .board-box")) || event.button) return;
  if (!fingers.size) dragged = false;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
});

document.addEventListener("pointermove", (event) => {
  const finger = fingers.get(event.pointerId);
  if (!finger) return;
  const slack = dragged ? 0 : event.pointerType === "mouse" ? 4 : 9;
  if (Math.hypot(event.clientX - finger.x, event.clientY - finger.y) < slack || (fingers.size === 1 && closer.zoom === 1)) return;
  dragged = true;
  preview(null);
  const before = grip();
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  const now = grip();
  lay(closer.zoom, closer.x + now.x - before.x, closer.y + now.y - before.y);
  if (before.apart && now.apart) zoomBy(now.apart / before.apart, now);
});

for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, (event) => {
    if (!(event instanceof PointerEvent) || !fingers.delete(event.pointerId) || dragged || kind === "pointercancel" || event.pointerType !== "touch") return;
    const second = event.timeStamp - tap.at < 350 && Math.hypot(event.clientX - tap.x, event.clientY - tap.y) < 40;
    tap = { at: second ? 0 : event.timeStamp, x: event.clientX, y: event.clientY };
    if (!second || target(event, "move")) return;
    zoomBy(closer.zoom > 1 ? 0 : 2.4, tap);
    dragged = true;
  });
}

document.addEventListener("click", (event) => {
  if (!dragged || !(event.target instanceof Element && event.target.closest("#board .board-box"))) return;
  dragged = false;
  event.stopPropagation();
  event.preventDefault();
}, { capture: true });

// Two fingers are ours even where one finger scrolls the page.
document.addEventListener("touchmove", (event) => {
  if (event.cancelable && event.touches.length > 1 && event.target instanceof Element && event.target.closest("#board .board-box")) event.preventDefault();
}, { passive: false });

addEventListener("resize", () => lay(closer.zoom, closer.x, closer.y));

// -- what people do ------------------------------------------------------------------------------

/** @param {Event} event @param {string} key @returns {HTMLElement | null} */
const target = (event, key) => event.target instanceof Element ? event.target.closest(`[data-${key}]`) : null;

document.addEventListener("click", (event) => {
  part("why-not").hidden ||= !(event.target instanceof Element && event.target.closest("#why-not"));
  if (touched !== null && event.target instanceof Element && (event.target.closest(".put-away") || !event.target.closest("#lens") && target(event, "move")?.dataset.move !== touched)) {
    touched = null;
    preview(null);
    if (event.target.closest(".put-away")) return;
  }
  const turned = target(event, "turn"), place = /** @type {HTMLElement | null} */ (document.querySelector("[data-turns].is-hovered"));
  if (turned && place) {
    const move = turned.dataset.turn ?? "";
    if (move === place.dataset.move) touchOrPlay(move, place, event);
    else turnTo(place, move);
    return;
  }
  const rule = target(event, "rule");
  if (rule) { event.preventDefault(); openRule(rule.dataset.rule ?? ""); return; }
  if (target(event, "first-known")) { localStorage.setItem(`known-${part("first").dataset.first}`, "yes"); part("first").hidden = true; return; }
  const open = target(event, "open") ?? target(event, "close");
  if (open) { const name = open.dataset.open ?? open.dataset.close ?? ""; drawer(name, !!open.dataset.open && part(name).hidden); return; }
  if (target(event, "theme-toggle")) {
    const root = document.documentElement;
    const dark = getComputedStyle(root).colorScheme === "dark" || (root.dataset.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
    root.dataset.theme = dark ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
    return;
  }
  const copy = target(event, "copy");
  if (copy) { copyLink(copy); return; }
  const history = target(event, "history");
  if (history) { event.preventDefault(); lookAt(history.dataset.history === "now" ? NOW : Number(history.dataset.history)); return; }
  const zoom = target(event, "zoom");
  if (zoom) { zoomBy({ in: 1.6, out: 1 / 1.6 }[zoom.dataset.zoom ?? ""] ?? 0); return; }
  if (target(event, "hints-close")) { clearHints(); return; }
  const hint = target(event, "hint");
  if (hint) { showHints(hint); return; }
  const bot = target(event, "bot");
  if (bot) { if (!bot.dataset.sure || confirm(bot.dataset.sure)) send("bot", { seat: Number(bot.dataset.bot) }); return; }
  const act = target(event, "act");
  if (act) { if (sending !== act.dataset.act) sent.then(() => press(act)); return; }
  const among = target(event, "among");
  if (among) { narrow(among, event); return; }
  const move = target(event, "move");
  const twice = event.detail > 1 && !(event instanceof PointerEvent && event.pointerType === "touch");
  if (move && !twice) { touchOrPlay(move.dataset.move ?? "", move, event); return; }
  const ask = target(event, "ask");
  if (ask && !move && !lookingBack) sent.then(() => askWhyNot(ask.dataset.ask ?? "", ask));
});

/** Where the page came without a secure connection, only the old way to copy is there. @param {HTMLElement} button */
async function copyLink(button) {
  const link = new URL(button.dataset.copy ?? "", location.href).href;
  let done = await navigator.clipboard?.writeText(link).then(() => true, () => false) ?? false;
  if (!done) {
    const field = Object.assign(document.createElement("textarea"), { value: link });
    document.body.append(field);
    field.select();
    done = document.execCommand("copy");
    field.remove();
    button.focus();
  }
  if (done) button.textContent = "Copied";
  else prompt("Copy the link:", link);
}

/** A button, once what was sent before is answered. @param {HTMLElement} button */
function press(button) {
  if (button.getAttribute("aria-disabled") === "true") refuse({ rule: "", reason: button.title || "Not now." }, button);
  else send(button.dataset.act ?? "");
}

/** A finger shows first and plays on the second touch; a mouse has hovered already.
 * @param {string} move @param {HTMLElement} element @param {Event} event */
function touchOrPlay(move, element, event) {
  const finger = event instanceof PointerEvent && event.pointerType === "touch";
  if (finger && touched !== move && document.querySelector(`template[data-lens="${CSS.escape(move)}"]`)) {
    touched = move;
    hovered = null;
    preview(move, element);
    return;
  }
  touched = null;
  send("moves", { move });
}
/** @type {string | null} */
let touched = null;

/** What is left of the moves to choose from, after places were clicked that several of them pass. @type {string[] | null} */
let kept = null;

/** The moves that a place stands for; if none of the kept ones passes it, one starts anew. @param {HTMLElement} place */
function passing(place) {
  const all = (place.dataset.among ?? "").split("|"), left = all.filter((move) => kept?.includes(move) ?? true);
  return left.length ? left : all;
}

/** @param {HTMLElement} place */
function previewPassing(place) {
  const left = passing(place);
  hovered = null;
  preview(left[0], place);
  if (left.length === 1) return;
  hovered = null;
  part("lens").append(Object.assign(document.createElement("p"), { className: "lens-note", textContent: `One of ${left.length} that pass here. Go on to a place that only one passes, or choose from the list.` }));
}

/** Keeps the moves that pass a place; the only one is made. @param {HTMLElement} place @param {Event} event */
function narrow(place, event) {
  const left = passing(place);
  if (left.length === 1) { touchOrPlay(left[0], place, event); return; }
  keep(left);
  previewPassing(place);
}

/** @param {string[]} moves */
function keep(moves) {
  kept = moves;
  for (const element of document.querySelectorAll(".west [data-move], .east [data-move]")) {
    element.classList.toggle("is-out", !moves.includes(/** @type {HTMLElement} */ (element).dataset.move ?? ""));
  }
}

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    if (event instanceof PointerEvent && event.pointerType === "touch") return;
    if (event.target instanceof Element && event.target.closest("#lens")) return;
    if (kind === "focusin" && !byKeys) return; // a finger's focus comes before its click, and the card would lie between
    const among = target(event, "among"), move = target(event, "move");
    if (kind === "focusin" && event.target instanceof SVGElement) reveal(event.target);
    if (among) previewPassing(among);
    else preview(move?.dataset.move ?? null, move);
  });
}

/** All moves of a place side by side: the ghost of each as a small picture. @param {HTMLElement | SVGGraphicsElement} place */
function turnStrip(place) {
  const strip = Object.assign(document.createElement("div"), { className: "turns" });
  const box = place instanceof SVGGraphicsElement ? place.getBBox() : new DOMRect(0, 0, 1, 1);
  for (const move of (place.dataset.turns ?? "").split("|")) {
    const button = Object.assign(document.createElement("button"), { className: "turn-choice", ariaLabel: move, title: move });
    button.dataset.turn = move;
    button.setAttribute("aria-pressed", String(move === place.dataset.move));
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    picture.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    picture.setAttribute("aria-hidden", "true");
    for (const ghost of document.querySelectorAll(`svg.board .ghost[data-for="${CSS.escape(move)}"]`)) {
      const copy = document.createElementNS("http://www.w3.org/2000/svg", "g");
      copy.append(...[...ghost.childNodes].map((child) => child.cloneNode(true)));
      picture.append(copy);
    }
    const word = document.querySelector(`.move[data-move="${CSS.escape(move)}"] span`)?.textContent ?? move;
    button.append(picture.childElementCount ? picture : word);
    strip.append(button);
  }
  strip.append(Object.assign(document.createElement("p"), { className: "turn-how", textContent: matchMedia("(hover: none)").matches ? "Tap one; tap it again to take it." : "R or the wheel turns to the next." }));
  return strip;
}

/** A lit place with several moves is turned through them: by wheel, by R, by the lens's pictures.
 * @param {Element | null} place @param {number} by */
function turn(place, by) {
  if (!(place instanceof SVGElement || place instanceof HTMLElement) || !place.dataset.turns) return false;
  const turns = place.dataset.turns.split("|");
  turnTo(place, turns[(turns.indexOf(place.dataset.move ?? "") + by + turns.length) % turns.length]);
  return true;
}

/** @param {HTMLElement | SVGElement} place @param {string} move */
function turnTo(place, move) {
  place.dataset.move = move;
  if (touched) touched = move;
  preview(move, place);
}

document.addEventListener("wheel", (event) => {
  if (event.ctrlKey && event.target instanceof Element && event.target.closest("#board .board-box")) { event.preventDefault(); zoomBy(Math.exp(-event.deltaY / 180), { x: event.clientX, y: event.clientY }); return; }
  if (turn(target(event, "turns"), event.deltaY > 0 ? 1 : -1)) event.preventDefault();
}, { passive: false });

document.addEventListener("keydown", (event) => {
  const radio = event.target instanceof HTMLInputElement && event.target.type === "radio" && !event.key.startsWith("Arrow");
  const typing = (event.target instanceof HTMLInputElement && !radio) || event.target instanceof HTMLSelectElement;
  if (event.key === "Escape") {
    part("why-not").hidden = true;
    clearHints();
    for (const open of document.querySelectorAll(".drawer:not([hidden])")) drawer(open.id, false);
    preview(null);
    if (typing) /** @type {HTMLElement} */ (event.target).blur();
    return;
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const on = event.target instanceof Element ? event.target.closest("svg :is([data-move], [data-among], [data-ask])") : null;
  if (on && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); on.dispatchEvent(new MouseEvent("click", { bubbles: true })); return; }
  const keys = /** @type {Record<string, () => void>} */ ({
    "/": () => part("typed")?.focus(),
    h: () => { const hint = /** @type {HTMLElement | null} */ (document.querySelector("[data-hint]")); if (hint) showHints(hint); },
    u: () => pressKey("undo"),
    c: () => pressKey("confirm"),
    r: () => { if (!turn(document.querySelector("[data-turns].is-hovered"), event.shiftKey ? -1 : 1)) drawer("rules", part("rules").hidden); },
    "+": () => zoomBy(1.6),
    "=": () => zoomBy(1.6),
    "-": () => zoomBy(1 / 1.6),
    0: () => zoomBy(0),
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
  });
  const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (act) { event.preventDefault(); act(); }
});

/** @param {string} what */
function pressKey(what) {
  if (sending !== what) sent.then(() => /** @type {HTMLElement | null} */ (document.querySelector(`[data-act=${what}]`))?.click());
}

/** Arrow keys: from lit thing to lit thing on the board, else through the history. @param {number} by */
function step(by) {
  const things = lit();
  const at = things.findIndex((thing) => thing === document.activeElement);
  if (at >= 0) { things[(at + by + things.length) % things.length].focus(); return; }
  const range = /** @type {HTMLInputElement} */ (part("slider"));
  const moments = (range.dataset.moments ?? "").split(",").map(Number);
  const next = moments[Number(range.value) + by];
  if (next !== undefined) lookAt(next);
}

document.addEventListener("submit", (event) => {
  if (!target(event, "entry")) return;
  event.preventDefault();
  const entry = /** @type {HTMLInputElement} */ (part("typed"));
  const text = entry.value.trim().toLowerCase().replace(/\s+/g, " ");
  if (!text) return;
  const moves = [...document.querySelectorAll(".move[data-move]")].map((element) => /** @type {HTMLElement} */ (element).dataset.move ?? "");
  const fits = moves.filter((move) => move.startsWith(text));
  entry.value = "";
  sift("");
  send("moves", { move: moves.includes(text) ? text : fits.length === 1 ? fits[0] : text });
});

document.addEventListener("input", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.id === "typed") sift(event.target.value);
});

/** Only the moves that hold what is typed stay in the list. @param {string} typed */
function sift(typed) {
  const text = typed.trim().toLowerCase();
  for (const element of document.querySelectorAll(".move[data-move]")) {
    const item = /** @type {HTMLElement} */ (element.parentElement);
    item.hidden = !(/** @type {HTMLElement} */ (element).dataset.move ?? "").includes(text) && !element.textContent?.toLowerCase().includes(text);
  }
}

/** Whether this browser can tell somebody who looks elsewhere. */
const notices = "Notification" in globalThis && isSecureContext;

/** What only the browser knows: whether it can give notices, and the address under which the server is known. */
function fillSettings() {
  for (const wish of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-setting=notice]"))) {
    wish.checked = notices && localStorage.getItem("notice") === "yes" && Notification.permission === "granted";
    /** @type {HTMLElement} */ (wish.closest("label")).hidden = !notices;
  }
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[data-link]"))) field.value = new URL(field.dataset.link ?? "", location.href).href;
  for (const note of document.querySelectorAll("[data-only-here]")) /** @type {HTMLElement} */ (note).hidden = !/^(localhost|127\.|\[::1\])/.test(location.host);
}
fillSettings();

/** @param {HTMLInputElement} wish */
async function askForNotice(wish) {
  wish.checked &&= await Notification.requestPermission() === "granted";
  localStorage.setItem("notice", wish.checked ? "yes" : "no");
  if (!wish.checked && Notification.permission === "denied") refuse({ rule: "", reason: "Your browser does not allow notices of this page: change it in its settings." }, wish);
}

document.addEventListener("change", (event) => {
  const setting = target(event, "setting");
  if (!setting) return;
  if (setting instanceof HTMLInputElement && setting.dataset.setting === "notice") { askForNotice(setting); return; }
  const value = setting instanceof HTMLInputElement && setting.type === "checkbox" ? setting.checked : Number(/** @type {HTMLSelectElement} */ (setting).value);
  send("settings", { [setting.dataset.setting ?? ""]: value });
});

/** Who looks back is told what happens meanwhile. */
let news = "";

/** @param {Update} update */
function movedOn(update) {
  if (update.n === newest) return;
  news = update.over ? "the game is over" : update.yours ? "it is your turn" : "it has moved on";
  sayNews();
  announce(update);
}

function sayNews() {
  for (const back of news ? document.querySelectorAll("button.link[data-history=now]") : []) back.textContent = `Back to the table: ${news}`;
}

/** Who looks at another page hears that it is their turn: the tab says so, and a notice if they want one. */
let waitedFor = document.title.startsWith("●");

/** @param {Update} update */
function announce(update) {
  document.title = update.title;
  document.querySelector("link[rel=icon]")?.setAttribute("href", `/static/icon${update.yours ? "-turn" : ""}.svg`);
  if (update.yours && !waitedFor && document.hidden && notices && localStorage.getItem("notice") === "yes" && Notification.permission === "granted") {
    new Notification(update.title.replace("● ", ""), { tag: id, icon: "/static/icon-turn.svg" }).onclick = () => focus();
  }
  waitedFor = update.yours;
}

/** @type {number | undefined} */
let sliding;
function slider() {
  const range = /** @type {HTMLInputElement | null} */ (document.getElementById("slider"));
  if (!range) return;
  range.value = range.getAttribute("value") ?? "0";
  range.oninput = () => {
    clearTimeout(sliding);
    const moments = (range.dataset.moments ?? "").split(",").map(Number);
    sliding = setTimeout(() => lookAt(moments[Number(range.value)]), 60);
  };
}
slider();

// -- a first game -------------------------------------------------------------------------------

const first = document.getElementById("first");
if (first) first.hidden = localStorage.getItem(`known-${first.dataset.first}`) === "yes";

// -- live: every change of the table arrives here; a lost connection comes back by itself --------

let wait = 250;
/** When the server was last heard; it says something at least every twenty seconds. */
let heard = Date.now();
const SILENCE = 50_000;
/** @type {WebSocket | null} */
let line = null;

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = line = new WebSocket(`${scheme}://${location.host}/tables/${id || ended}/live${location.search}`);
  heard = Date.now();
  socket.onopen = () => {
    wait = 250;
    made = 0; // a server that was started anew may have another clock
    part("offline").hidden = true;
    part("why-not").hidden = true;
    document.body.classList.remove("is-offline");
    document.body.classList.add("is-live");
  };
  socket.onmessage = (message) => {
    heard = Date.now();
    const update = JSON.parse(message.data);
    if (!update.fragments) return;
    if (ended) draw("again" in update.fragments ? { again: update.fragments.again } : {});
    else if (!lookingBack) take(update);
    else movedOn(update);
  };
  socket.onclose = () => {
    if (socket !== line) return;
    line = null;
    part("offline").hidden = false;
    document.body.classList.add("is-offline");
    document.body.classList.remove("is-live");
    setTimeout(connect, wait);
    wait = Math.min(wait * 2, 5000);
  };
}

/** A connection can die without a word, as when a computer sleeps: then it is closed and made anew. */
function listenForSilence() {
  if (!line || Date.now() - heard < SILENCE) return;
  const silent = line;
  silent.onopen = silent.onmessage = null;
  silent.close();
  silent.onclose?.(new CloseEvent("close"));
}
setInterval(listenForSilence, 5000);
addEventListener("online", listenForSilence);
document.addEventListener("visibilitychange", listenForSilence);

if (id || ended) connect();

// -- after the game: the chances of winning arrive when they are thought through ------------------

const analysis = document.getElementById("analysis");
if (analysis) {
  fetch(analysis.dataset.analysis ?? "").then(async (answer) => {
    if (answer.ok) analysis.innerHTML = await answer.text();
    else analysis.append(Object.assign(document.createElement("p"), { className: "about", textContent: (await answer.json()).reason }));
  }).catch(() => undefined);
}
