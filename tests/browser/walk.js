// What somebody who walks through a game sees: one object with questions to the page.
() => {
  const seen = (thing) => thing.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const within = (box, x, y) => x > box.left && x < box.right && y > box.top && y < box.bottom;
  const frame = (place) => place.closest(".board-box")?.getBoundingClientRect() ?? null;
  const same = (place, top) => top !== null && (place.contains(top) || top.contains(place) && top.closest("[data-move], [data-among], label") !== null
    || place.dataset.move !== undefined && top.closest("[data-move]")?.dataset.move === place.dataset.move);
  window.walker = {
    stage() {
      if ([...document.querySelectorAll("a.is-primary")].some((link) => link.textContent === "See the result" && seen(link))) return "over";
      return this.lit().length || this.confirm() ? "asked" : "waits";
    },
    confirm: () => [...document.querySelectorAll("[data-act=confirm]:not([aria-disabled])")].find(seen) ?? null,
    take() {   // the last button of a finger's card: its middle
      const button = [...document.querySelectorAll("#lens .take-it")].filter(seen).at(-1)?.getBoundingClientRect();
      return button ? [button.x + button.width / 2, button.y + button.height / 2] : null;
    },
    lit() {   // board and panels before the list of all moves
      const places = [...document.querySelectorAll("main :is([data-move], [data-among])")].filter(seen);
      const beside = places.filter((place) => !place.closest("#moves"));
      return beside.length ? beside : places;
    },
    mark: () => [document.body.dataset.n, document.body.dataset.newest, document.querySelector("main")?.textContent,
      document.querySelector("#lens")?.hidden, document.querySelector("#lens")?.textContent, document.querySelectorAll(":checked, .is-out").length].join("|"),
    // Where to click a place: a point, or why there is none.
    spot(place) {
      if (!place.isConnected) return "gone";
      place.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = place.getBoundingClientRect(), held = frame(place);
      const points = [[0.5, 0.5], [0.3, 0.5], [0.7, 0.5], [0.5, 0.25], [0.5, 0.75], [0.15, 0.5], [0.85, 0.5]].map(([across, down]) => [box.left + across * box.width, box.top + down * box.height]);
      for (const disc of place.querySelectorAll("circle")) { const { x, y, width, height } = disc.getBoundingClientRect(); points.push([x + width / 2, y + height / 2]); }
      const free = points.filter(([x, y]) => !held || within(held, x, y));
      if (!free.length) return "out of the frame";
      const top = document.elementFromPoint(...free[0]);
      return free.find(([x, y]) => same(place, document.elementFromPoint(x, y))) ?? `lies under ${top?.id || top?.getAttribute("class") || top?.tagName}`;
    },
  };
}
