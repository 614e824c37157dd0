"use strict";
// What the pages of reports and views share: packed data, themes, downloads, the list of keys.

/** The text that a page holds compressed in the element `packed-NAME`. */
async function unpackBytes(name) {
  const text = document.getElementById("packed-" + name).textContent;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

async function unpackText(name) {
  return new TextDecoder().decode(await unpackBytes(name));
}

/** Offers a text as a file. */
function download(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: type }));
  link.download = name.replace(/[^A-Za-z0-9._-]+/g, "-");
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Names and rows as CSV; a text that a spreadsheet would take for a formula gets an apostrophe in front. */
function csvOf(columns, rows) {
  const field = (value) => {
    if (value === null || value === undefined) return "";
    if (typeof value === "number") return String(value);
    const text = /^[=+\-@\t\r]/.test(value) ? "'" + value : String(value);
    return /[",\n\r]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
  };
  return [columns, ...rows].map((row) => row.map(field).join(",")).join("\n") + "\n";
}

/** Light or dark: as the system, until the button or `t` chooses. Calls `changed` after each change. */
function makeTheme(button, changed) {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  try {
    chosen = localStorage.getItem("ranvier-theme");
  } catch (error) {
    chosen = null; // pages of some folders may store nothing
  }
  const apply = () => {
    root.dataset.theme = chosen || (system.matches ? "dark" : "light");
    button.textContent = root.dataset.theme === "dark" ? "Light" : "Dark";
    changed();
  };
  const toggle = () => {
    chosen = root.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("ranvier-theme", chosen);
    } catch (error) {
      /* then it lasts as long as the page */
    }
    apply();
  };
  button.addEventListener("click", toggle);
  system.addEventListener("change", apply);
  apply();
  return toggle;
}

/** The value of a color that the style sheet names. */
function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

/** Calls the function that `keys` names for a key, unless the user is writing. `?` opens the list of keys. */
function listenToKeys(keys) {
  const dialog = document.getElementById("keys");
  const open = () => (dialog.open ? dialog.close() : dialog.showModal());
  document.getElementById("help").addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.matches("input, textarea, select")) return;
    const action = event.key === "?" ? open : dialog.open ? null : keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
