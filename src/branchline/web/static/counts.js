// Counts: a number that changes is counted up or down, and money that one pays and another gets is seen to go there.

import { around } from "./fragments.js";
import { all, drawing, first, part } from "./parts.js";
import { state } from "./state.js";

/** @typedef {import("./parts.js").Thing} Thing */

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const LONG = 600;
const NUMBER = /[+−]?\d+/;

/** What is being counted, and what it will say in the end. @type {Map<Thing, string>} */
const under = new Map();

/** How far the game had come when the page was drawn last: nothing is counted while one looks further back. */
let drawn = state.n;

around(() => {
  const on = state.n > drawn;
  drawn = state.n;
  finish();
  if (!on || calm.matches) return;
  const before = new Map(all("[data-count]").map((thing) => [thing.dataset.count ?? "", numberIn(thing)]));
  const mover = first("[data-purse=now]")?.dataset.count ?? "";
  return () => {
    const changed = all("[data-count]").filter((thing) => differs(thing, before.get(thing.dataset.count ?? "")));
    for (const thing of changed) count(thing, before.get(thing.dataset.count ?? "") ?? 0);
    pay(changed, before, mover);
  };
});

/** @param {Thing} thing @returns {number | null} */
function numberIn(thing) {
  const found = NUMBER.exec(thing.textContent ?? "");
  return found ? Number(found[0].replace("−", "-")) : null;
}

/** @param {Thing} thing @param {number | null | undefined} before */
function differs(thing, before) {
  const now = numberIn(thing);
  return before !== undefined && before !== null && now !== null && now !== before && !thing.childElementCount;
}

/** @param {Thing} thing @param {number} from */
function count(thing, from) {
  const said = thing.textContent ?? "", to = numberIn(thing) ?? 0, start = performance.now();
  under.set(thing, said);
  const step = (/** @type {number} */ now) => {
    if (under.get(thing) !== said) return;
    const share = Math.min(1, Math.max(0, (now - start) / LONG));
    thing.textContent = share < 1 ? said.replace(NUMBER, (last) => written(from + (to - from) * share, last)) : said;
    if (share < 1) requestAnimationFrame(step);
    else under.delete(thing);
  };
  step(start);
}

/** A number as the last one is written. @param {number} value @param {string} last */
function written(value, last) {
  const whole = Math.round(value), sign = whole < 0 ? "−" : whole > 0 && /[+−]/.test(last) ? "+" : "";
  return `${sign}${Math.abs(whole)}`;
}

/** The page is drawn anew: every number says what it has to. */
function finish() {
  for (const [thing, said] of under) thing.textContent = said;
  under.clear();
}

/** Coins go from the one to act to whoever is paid; what else is paid or got goes to the bank or comes from it.
 * @param {Thing[]} changed @param {Map<string, number | null>} before @param {string} mover */
function pay(changed, before, mover) {
  const grown = (/** @type {Thing} */ purse) =>
    Number(NUMBER.exec(under.get(purse) ?? "")?.[0]) - (before.get(purse.dataset.count ?? "") ?? 0);
  const purses = changed.filter((thing) => thing.dataset.purse !== undefined);
  const own = first(`[data-count="${mover}"]`), bank = first("[data-bank]");
  if (!own) return;
  for (const other of purses) if (other !== own && grown(other) > 0) toss(own, other);
  const rest = purses.reduce((sum, purse) => sum + grown(purse), 0);
  if (bank && rest) toss(rest < 0 ? own : bank, rest < 0 ? bank : own);
}

/** @param {Thing} from @param {Thing} to */
function toss(from, to) {
  const a = from.getBoundingClientRect(), b = to.getBoundingClientRect();
  const coin = drawing("svg", { class: "tossed", viewBox: "-10 -10 20 20", "aria-hidden": "true" });
  coin.append(drawing("circle", { r: "8.5" }));
  coin.style.left = `${a.x + a.width / 2 - 9}px`;
  coin.style.top = `${a.y + a.height / 2 - 9}px`;
  part("playback").before(coin);
  const [dx, dy] = [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2];
  const path = [{ translate: "0 0" }, { translate: `${dx}px ${dy}px` }];
  coin.animate(path, { duration: LONG, easing: "ease-in-out" }).finished.finally(() => coin.remove());
}
