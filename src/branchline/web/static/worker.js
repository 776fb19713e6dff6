// The worker: takes notices while no page is open, and says so when the server can't be reached. It keeps one page, the
// one that says that; a table, a hand or an answer is never kept, and never shown as it was.

// VERSION and KEPT stand before it where it is served (tools/worker.d.ts).

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(KEPT)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  /** @param {string[]} names */
  const drop = (names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => worker.clients.claim()));
});

/** Only whole pages, and only when there is no way to the server; their styles come from the same shelf. */
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => await caches.match(KEPT[0]) ?? Response.error()));
  } else if (request.method === "GET" && KEPT.includes(new URL(request.url).pathname)) {
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  }
});

worker.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : { title: "Branchline", body: "", url: "/", tag: "" };
  const icon = KEPT.find((name) => name.endsWith(".svg"));
  const how = { body: told.body, tag: told.tag, data: { url: told.url }, ...icon && { icon } };
  event.waitUntil(worker.registration.showNotification(told.title, how));
});

/** One tap leads to the table: to its page if it is open, else to a new one. */
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, worker.location.origin);
  const found = worker.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
    const open = pages.find((page) => new URL(page.url).pathname === url.pathname);
    return open ? open.focus() : worker.clients.openWindow(url.href);
  });
  event.waitUntil(found);
});
