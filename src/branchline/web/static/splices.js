// Splices: the line tells how a drawing differs from the one that it told before; here the next one is put together.

/** @typedef {import("./news.js").News | import("./news.js").Aside} Told */

/** Where drawings are cut, as in web/splices.py. */
const CUT = '"><';

/** What came over one line, by fragment. Which drawing that is says its version. */
export class Drawings {
  /** @type {Map<string, {html: string, version: number | undefined}>} */
  held = new Map();

  /** News with every fragment whole; null, if something builds on a drawing that did not come.
   * @param {Told} news @returns {Told | null} */
  whole(news) {
    if (news.stamp === undefined) return news;
    const fragments = { ...news.fragments };
    for (const [name, [of, ...parts]] of Object.entries(news.splices ?? {})) {
      const old = this.held.get(name);
      if (!old || old.version !== of) return null;
      fragments[name] = putTogether(old.html, parts);
    }
    for (const [name, html] of Object.entries(fragments)) this.held.set(name, { html, version: news.versions?.[name] });
    return { ...news, fragments };
  }
}

/** @param {string} old @param {(number | string)[]} parts pairs of numbers (an old piece, and how many from there on),
 * and text */
function putTogether(old, parts) {
  const pieces = old.split(CUT), made = [], rest = parts.values();
  for (const part of rest) {
    if (typeof part === "string") made.push(part);
    else made.push(...pieces.slice(part, part + Number(rest.next().value)));
  }
  return made.join(CUT);
}
