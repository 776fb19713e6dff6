// What the page knows. One object; beside each field stands the module that writes it.

/**
 * @typedef {object} State
 * @property {string} table the table's id
 * @property {boolean} ended whether this is the page of its end: only "play again" can still change there
 * @property {number} n the event count that the page shows, and that the next wish names (news.js)
 * @property {number} newest how many there were when the page was last told (news.js, history.js)
 * @property {boolean} back whether the page looks back (news.js)
 * @property {number} stamp the revision of the table that the page shows (news.js)
 * @property {number} heard the newest one that the line has told of (feed.js)
 * @property {number} said the number of the last remark that the page knows (talk.js)
 * @property {string | null} shown the move whose card is in sight (lens.js)
 * @property {string | null} touched the move that a finger has touched once; the second touch plays it (lens.js)
 * @property {string[] | null} kept what is left of the moves after places were clicked that several pass (among.js)
 * @property {string} wish what is being chosen together, and not yet made (bundle.js)
 * @property {string[]} hinted the moves whose numbers stand on the board (hints.js)
 * @property {string} sending what was sent and is not answered yet (acts.js)
 * @property {boolean} byKeys whether the last thing done was done by a key (focus.js)
 * @property {boolean} seeking whether the focus still waits for something to go to (focus.js)
 * @property {{zoom: number, x: number, y: number}} closer how the board lies in its frame (zoom.js)
 * @property {boolean} own whether the reader has chosen how the board lies (zoom.js, fingers.js)
 * @property {string} meanwhile what happened at the table while somebody looks back (history.js)
 * @property {boolean} yours whether it was the viewer's turn when the page was last told (notices.js)
 */

const { dataset } = document.body;

/** @type {State} */
export const state = {
  table: dataset.table ?? dataset.ended ?? "",
  ended: dataset.ended !== undefined,
  n: Number(dataset.n),
  newest: Number(dataset.newest),
  back: dataset.back === "yes",
  stamp: Number(dataset.stamp ?? 0),
  heard: Number(dataset.stamp ?? 0),
  said: 0,
  shown: null,
  touched: null,
  kept: null,
  wish: "",
  hinted: [],
  sending: "",
  byKeys: false,
  seeking: false,
  closer: { zoom: 1, x: 0, y: 0 },
  own: false,
  meanwhile: "",
  yours: document.title.startsWith("●"),
};
