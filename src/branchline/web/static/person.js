// One's own page: the time zone of this browser, and passkeys.

import { base } from "./place.js";

/** The bytes of a base64url text. @param {string} text */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Bytes as base64url. @param {ArrayBuffer} buffer */
function text(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Ask the server. @param {string} path @param {object} body */
async function ask(path, body) {
  const headers = { "content-type": "application/json", accept: "application/json" };
  const answer = await fetch(`${base}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.reason);
  return told;
}

/** A key that is known already, as the browser takes it. @param {PublicKeyCredentialDescriptorJSON} key */
const withBytes = (key) => ({ ...key, id: bytes(key.id) });

/** Have a passkey made for this person, and keep it. */
async function make() {
  const asked = await ask("/me/passkey/ask", {});
  const known = asked.excludeCredentials ?? [];
  const publicKey = {
    ...asked,
    challenge: bytes(asked.challenge),
    user: { ...asked.user, id: bytes(asked.user.id) },
    excludeCredentials: known.map(withBytes),
  };
  const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }));
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  const said = { clientDataJSON: text(response.clientDataJSON), attestationObject: text(response.attestationObject) };
  return ask("/me/passkey", { answer: { id: made.id, rawId: text(made.rawId), type: made.type, response: said } });
}

/** Let a passkey say who comes. */
async function use() {
  const asked = await ask("/back/passkey/ask", {});
  const publicKey = { ...asked, challenge: bytes(asked.challenge), allowCredentials: [] };
  const found = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey }));
  const response = /** @type {AuthenticatorAssertionResponse} */ (found.response);
  const said = {
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: response.userHandle ? text(response.userHandle) : null,
  };
  const box = document.getElementById("join-persons");
  const join = box instanceof HTMLInputElement && box.checked;
  const answer = { id: found.id, rawId: text(found.rawId), type: found.type, response: said };
  return ask("/back/passkey", { answer, join });
}

/** A passkey answers for a name, over https; this computer's own name is as good. */
const possible = "PublicKeyCredential" in window && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);

for (const button of document.querySelectorAll("[data-passkey]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  const cannot = document.getElementById("no-passkey"), refused = document.getElementById("passkey-refused");
  button.disabled = !possible;
  if (cannot) cannot.hidden = possible;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const told = await (button.dataset.passkey === "make" ? make() : use());
      location.assign(told.to);
    } catch (error) {
      button.disabled = false;
      if (!refused) return;
      const left = error instanceof DOMException && "That was broken off, or there is no passkey for this site here.";
      refused.textContent = left || String(Object(error).message);
      refused.hidden = false;
    }
  });
}

for (const field of document.querySelectorAll("[data-select]")) {
  if (field instanceof HTMLInputElement) field.addEventListener("focus", () => field.select());
}

/** Who has not said where they are is where the browser is. */
if (document.body.dataset.zone === "") {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const field = document.querySelector("[name=zone]");
  if (field instanceof HTMLInputElement && !field.value) field.value = timeZone;
  ask("/me/zone", { zone: timeZone }).catch(() => null);
}
