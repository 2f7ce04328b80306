import { start } from './start.ts';

declare global {
  interface Window {
    /** The one name that the embeds take on a website; it says that the loader runs already. */
    lintel?: 1;
  }
}

// Each code brings the script with it, so a page with two codes loads it twice. A browser too old
// for it keeps the plain links.
const script = document.currentScript;
if (
  script instanceof HTMLScriptElement &&
  !window.lintel &&
  'adoptedStyleSheets' in document &&
  'HTMLDialogElement' in window
) {
  window.lintel = 1;
  start(new URL(script.src).origin);
}
