// Links to seats: copied for a friend.

import { on } from "./handlers.js";

on("click", "copy", async (button) => {
  const link = new URL(button.dataset.copy ?? "", location.href).href;
  const modern = navigator.clipboard?.writeText(link).then(() => true, () => false);
  if ((await modern) || copyOfOld(link)) button.textContent = "Copied";
  else prompt("Copy the link:", link);
  button.focus();
});

/** Where the page came without a secure connection, only the old way to copy is there. @param {string} link */
function copyOfOld(link) {
  const field = Object.assign(document.createElement("textarea"), { value: link });
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
