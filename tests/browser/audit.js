// Looks at a page as a reader would: what is cut, covered, too small, or lies over something else.
// `touch`: a finger reads it. `solids`: what no name on the board may lie over. Returns sentences.
async ({ touch, solids }) => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const faults = new Set(), lens = document.getElementById("lens");
  lens?.style.setProperty("pointer-events", "auto");   // a mouse goes through it, a look does not
  const name = (element) => {
    const words = (element.getAttribute?.("aria-label") || element.textContent || "").trim().replace(/\s+/g, " ").slice(0, 40);
    const kind = element.id ? `#${element.id}` : `.${(element.getAttribute("class") || element.tagName).trim().split(/\s+/)[0]}`;
    return `${kind} "${words}"`;
  };
  const say = (kind, element, more = "") => faults.add(`${kind}: ${name(element)}${more ? ` (${more})` : ""}`);

  // -- what can be seen, and how it is held
  const styles = new Map();
  const style = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const forListeners = (element) => {
    for (let n = element; n && n !== document.body; n = n.parentElement) {
      if (n.tagName === "svg") return false;
      const { clipPath, overflow, position } = style(n);
      if (/inset\(50%|inset\(100%/.test(clipPath) || (n.clientWidth <= 1 && overflow === "hidden" && position === "absolute")) return true;
    }
    return false;
  };
  const seen = new Map();
  const visible = (element) => {
    if (!seen.has(element)) {
      const drawn = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const shown = !element.closest("[hidden], template, dialog:not([open]), .sprite, defs, .ghost:not(.is-shown), .preview:not(.is-shown)");
      seen.set(element, drawn && shown && !forListeners(element));
    }
    return seen.get(element);
  };
  const holders = new Map();
  const overflow = (element) => {
    if (!holders.has(element)) {
      const { overflowX, overflowY } = style(element);
      holders.set(element, { clips: /hidden|clip/.test(overflowX + overflowY), scrolls: /auto|scroll/.test(overflowX + overflowY) });
    }
    return holders.get(element);
  };
  const layers = new Map();
  const layer = (element) => {   // the bar, card or drawer that it stands in, or what scrolls
    if (!element || element === document.body) return null;
    if (!layers.has(element)) {
      const own = overflow(element).scrolls || /fixed|sticky/.test(style(element).position);
      layers.set(element, own ? element : layer(element.parentElement));
    }
    return layers.get(element);
  };
  const closer = !!document.querySelector("#board.is-closer");   // a map that is panned is cut at its frame
  const pageScrolls = document.scrollingElement.scrollHeight > innerHeight + 1;
  const large = (box) => box.width > 0.5 && box.height > 0.5;
  const within = (box, frame) => box.left >= frame.left && box.top >= frame.top && box.right <= frame.right && box.bottom <= frame.bottom;
  const inside = (box) => box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;

  const wide = document.documentElement.clientWidth;   // on a phone the window grows with what is too wide
  if (document.scrollingElement.scrollWidth > wide + 1) faults.add(`sideways: the page is ${document.scrollingElement.scrollWidth} wide in ${wide}`);

  // -- texts
  const scale = (element) => {
    const matrix = element.ownerSVGElement && element.getScreenCTM?.();
    return matrix ? Math.hypot(matrix.a, matrix.b) : 1;
  };
  const letters = (path) => {   // along a bow: the box of the whole would be much larger than what is written
    const matrix = path.getScreenCTM(), size = parseFloat(style(path).fontSize) * scale(path) * 0.8;
    return Array.from({ length: path.getNumberOfChars() }, (_, i) => {
      const from = path.getStartPositionOfChar(i), to = path.getEndPositionOfChar(i), turn = Math.atan2(to.y - from.y, to.x - from.x);
      const up = 0.35 * parseFloat(style(path).fontSize);   // from the line that it stands on to its middle
      const { x, y } = new DOMPoint((from.x + to.x) / 2 + up * Math.sin(turn), (from.y + to.y) / 2 - up * Math.cos(turn)).matrixTransform(matrix);
      return new DOMRect(x - size / 2, y - size / 2, size, size);
    });
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) => (node.data.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT));
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!element || ["SCRIPT", "STYLE", "OPTION", "TITLE", "title", "NOSCRIPT"].includes(element.tagName) || !visible(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const rects = element.tagName === "textPath" ? letters(element) : element.ownerSVGElement ? [element.getBoundingClientRect()] : [...range.getClientRects()];
    const board = element.closest("svg.board"), frame = board && closer ? board.parentElement.getBoundingClientRect() : null;
    const boxes = rects.filter((box) => large(box) && (!frame || within(box, frame)));
    if (boxes.length) texts.push({ element, boxes, board });
  }
  for (const { element, boxes, board } of texts) {
    const size = parseFloat(style(element).fontSize) * scale(element);
    if (size < 8.95) say("small", element, `${size.toFixed(1)} px`);
    if (!(board && closer)) {
      const cut = cutBy(element, boxes, size);
      if (cut) say("cut", element, cut);
    }
    for (const box of boxes) {
      const over = coveredBy(element, box, board);
      if (over) { say("covered", element, `by ${name(over)}`); break; }
    }
  }

  function cutBy(element, boxes, size) {
    const { clientWidth, scrollWidth } = element;
    if (!element.ownerSVGElement && scrollWidth > clientWidth + 1 && clientWidth && overflow(element).clips) return "ellipsis";
    for (let holder = element; holder && holder !== document.body; holder = holder.parentElement) {
      const { clips, scrolls } = overflow(holder);
      if (!clips && !scrolls) continue;
      const room = holder.getBoundingClientRect();
      if (!large(room)) continue;
      for (const box of boxes) {
        if (box.left < room.left - 2 || box.right > room.right + 2) return scrolls ? `runs out of ${name(holder).split(" ")[0]}` : `by ${name(holder).split(" ")[0]}`;
        if (clips && !scrolls && (box.top < room.top - size / 4 || box.bottom > room.bottom + size / 4)) return `by ${name(holder).split(" ")[0]}`;
      }
      if (scrolls) return "";
    }
    return boxes.some((box) => box.left < -1 || box.right > innerWidth + 1) ? "by the page's edge" : "";
  }

  function coveredBy(element, box, board) {
    if (!inside(box)) return null;
    const holder = layer(element)?.getBoundingClientRect();
    for (const share of [0.1, 0.5, 0.9]) {
      const x = box.left + share * box.width, y = (box.top + box.bottom) / 2;
      if (holder && (x < holder.left || x > holder.right || y < holder.top || y > holder.bottom)) continue;   // scrolled out
      const top = document.elementFromPoint(x, y);
      if (!top || top === element || element.contains(top) || top.contains(element)) continue;
      if (board && top.closest("svg.board") === board) continue;
      if (lens?.contains(top) && !lens.contains(element)) continue;   // where a card may lie: test_cards.py
      const before = top.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (before && element.ownerSVGElement && element.ownerSVGElement === top.ownerSVGElement) continue;   // painted below it
      if (top.closest("label")?.contains(element) || (top instanceof HTMLInputElement && top.parentElement?.contains(element))) continue;
      const over = layer(top), under = layer(element), fixed = (holder) => holder !== null && /fixed|sticky/.test(style(holder).position);
      if (over !== under && fixed(over) && !fixed(under) && pageScrolls) continue;   // bars stay while the page runs below them
      return top;
    }
    return null;
  }

  // -- what a field says while it is empty
  const ruler = document.createElement("canvas").getContext("2d");
  for (const field of document.querySelectorAll("input[placeholder]")) {
    if (!visible(field) || field.value || !field.clientWidth) continue;
    const { font, paddingLeft, paddingRight } = style(field);
    ruler.font = font;
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    if (ruler.measureText(field.placeholder).width > room + 1) say("cut", field, `"${field.placeholder}"`);
  }

  // -- texts over texts
  const inline = (element) => { let n = element; while (n.parentElement && !n.ownerSVGElement && /inline|contents/.test(style(n).display)) n = n.parentElement; return n; };
  const ghostly = (element) => element.closest(".ghost, .ghosts-x1, .is-gone") !== null;
  const overlap = (one, two) => {
    const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left), high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
    return wide <= 2 || high <= 2 ? 0 : (wide * high) / Math.min(one.width * one.height, two.width * two.height);
  };
  const lines = texts.map(({ element, boxes }) => ({ element, boxes, block: inline(element), layer: layer(element) }))
    .flatMap((text) => text.boxes.map((box) => ({ ...text, box }))).sort((a, b) => a.box.top - b.box.top);
  for (let i = 0; i < lines.length; i++) {
    for (let k = i + 1; k < lines.length && lines[k].box.top < lines[i].box.bottom; k++) {
      const one = lines[i], two = lines[k];
      if (ghostly(one.element) !== ghostly(two.element)) continue;   // a card that would be laid lies over what is there
      if (one.layer !== two.layer || one.block === two.block || one.block.contains(two.block) || two.block.contains(one.block)) continue;
      if (overlap(one.box, two.box) > 0.2) say("overlap", one.element, `with ${name(two.element)}`);
    }
  }

  // -- words that are too wide for the plate that they stand on
  for (const { element, boxes: [box] } of texts) {
    const plate = element.ownerSVGElement && element.previousElementSibling;
    if (plate?.tagName !== "rect" || !visible(plate) || element.nextElementSibling) continue;
    const at = plate.getBoundingClientRect();
    if (overlap(box, at) > 0.5 && (box.left < at.left - 1.5 || box.right > at.right + 1.5)) say("spills", element, `${box.width.toFixed(0)} px on ${at.width.toFixed(0)}`);
  }

  // -- names over pieces
  const pieces = solids ? [...document.querySelectorAll(solids)].filter(visible).map((piece) => [piece, piece.getBoundingClientRect()]) : [];
  for (const { element, boxes: [box], board } of texts) {
    if (!board) continue;
    const size = parseFloat(style(element).fontSize) * scale(element);
    const ink = new DOMRect(box.x, box.y + 0.2 * size, box.width, Math.max(1, box.height - 0.4 * size));
    for (const [piece, at] of pieces) {
      if (piece.contains(element) || element.closest("[data-place]")?.contains(piece) || piece.parentElement === element.parentElement) continue;
      if (overlap(ink, at) > 0.05) say("over", element, `over ${name(piece)}`);
    }
  }

  // -- buttons and panels over each other
  const boxed = [...document.querySelectorAll("button, select, input:not([type=hidden], [type=range], .unseen), .panel, .corner, summary, .ticket")]
    .filter((element) => visible(element) && !element.closest("svg")).map((element) => [element, element.getBoundingClientRect(), layer(element)]).filter(([, box]) => large(box));
  for (let i = 0; i < boxed.length; i++) for (let k = i + 1; k < boxed.length; k++) {
    const [one, a, in1] = boxed[i], [two, b, in2] = boxed[k];
    if (in1 !== in2 || one.contains(two) || two.contains(one) || one.closest("label")?.contains(two)) continue;
    if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2) say("collide", one, `with ${name(two)}`);
  }
  // stocks in a pile: the letter of each in sight
  const piled = [...document.querySelectorAll(".scale .stock")].filter(visible).map((stock) => [stock, stock.getBoundingClientRect()]);
  piled.forEach(([one, a], i) => piled.slice(i + 1).forEach(([two, b]) => { if (Math.hypot(a.x - b.x, a.y - b.y) < 0.55 * a.width) say("piled", one, `over ${name(two)}`); }));
  // rings round what is lit
  const rings = [...document.querySelectorAll("main svg.disc")].filter((disc) => visible(disc) && style(disc).outlineStyle !== "none");
  const ringed = rings.map((disc) => { const { x, y, width, height } = disc.getBoundingClientRect(), by = parseFloat(style(disc).outlineWidth) + parseFloat(style(disc).outlineOffset); return new DOMRect(x - by, y - by, width + 2 * by, height + 2 * by); });
  ringed.forEach((one, i) => ringed.slice(i + 1).forEach((two) => { if (overlap(one, two) > 0.02) say("rings", rings[i]); }));

  // -- close up, what stands on the map stands on paper
  if (closer) for (const element of document.querySelectorAll(".corner :is(button, li, p, span)")) {
    if (!visible(element) || !element.textContent.trim()) continue;
    let paper = false;
    for (let n = element; n && !n.matches(".board-area"); n = n.parentElement) paper ||= !/rgba\(.*, 0?\.?\d*\)|transparent/.test(style(n).backgroundColor) || /, 1\)$/.test(style(n).backgroundColor);
    if (!paper) say("see-through", element);
  }

  // -- fingers
  if (touch) for (const element of document.querySelectorAll("button, a.button, a.tool, summary, [data-move], [data-act], select, input:not([type=hidden], [readonly], .unseen)")) {
    if (!visible(element) || element.closest("label")) continue;
    const drawn = element.getBoundingClientRect(), stroke = element instanceof SVGGeometryElement ? parseFloat(style(element).strokeWidth) * scale(element) : 0;
    const box = new DOMRect(drawn.x, drawn.y, drawn.width + stroke, drawn.height + stroke);
    if (large(drawn) && Math.min(box.width, box.height) < 31.5) say("target", element, `${box.width.toFixed(0)}x${box.height.toFixed(0)}`);
  }
  lens?.style.removeProperty("pointer-events");
  return [...faults];
}
