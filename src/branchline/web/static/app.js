// The page as an app: its worker, and this browser as a way to be reached.

import { all } from "./parts.js";
import { base } from "./place.js";

/** Whether this browser can have a worker here: it takes https, or this computer. */
const possible = "serviceWorker" in navigator && isSecureContext;

if (possible) navigator.serviceWorker.register(`${base}/worker.js`).catch(() => null);

/** @param {string} text in base64, as addresses carry it */
function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Ask for notices in this browser. @param {string} key of the server */
async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") {
    return "Your browser does not allow notices of this page: change it in its settings.";
  }
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const answer = await fetch(`${base}/me/notices/push`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(made),
  });
  return answer.ok ? "" : ((await answer.json().catch(() => null))?.reason ?? "The server does not answer.");
}

for (const button of all("[data-push]")) {
  const there = possible && "PushManager" in globalThis;
  button.toggleAttribute("hidden", !there);
  button.nextElementSibling?.toggleAttribute("hidden", there);
  button.addEventListener("click", async () => {
    const trouble = await subscribe(button.dataset.push ?? "").catch((error) => `This browser can't: ${error.message}`);
    if (!trouble) location.reload();
    const place = document.getElementById("refused");
    if (place) Object.assign(place, { textContent: trouble, hidden: !trouble });
  });
}
