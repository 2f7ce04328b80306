import { start } from './start.ts';

declare global {
  interface Window {
    /** The embeds' only global on a website; it marks that the loader is running. */
    lintel?: 1;
  }
}

// Every code includes the script, so a page with two codes loads it twice. Browsers that are too
// old for it keep the plain links.
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
