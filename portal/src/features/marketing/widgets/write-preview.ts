/**
 * What a website would bring along: nothing but white and a little room. Links open beside the
 * portal.
 */
const frameOf = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><base target="_blank"><style>` +
  `html{color-scheme:light;background:#fff}body{margin:0;font-family:system-ui,sans-serif}img{max-width:100%;height:auto;vertical-align:top}` +
  `</style></head><body>${body}</body></html>`;

/**
 * The portal's policy takes scripts and pictures from its own address only, which need not be the
 * public one that the code names.
 */
const withOwnEmbeds = (code: string): string =>
  code.replace(/(\ssrc=")https?:\/\/[^/"]+(?=\/embeds\/)/g, '$1');

/**
 * Writes a code into an empty frame, where it runs as it would on a website. A written document has
 * the address of the page that wrote it (one from `srcdoc` has none): the script may say where it
 * stands, and the portal's policy, which the frame inherits, lets no script run but the server's
 * own.
 */
export function writePreview(frame: HTMLIFrameElement, body: string): void {
  const page = frame.contentDocument;
  // Once only: a second document would be written over a script that already runs.
  if (page === null || page.querySelector('base') !== null) return;
  page.open();
  page.write(frameOf(withOwnEmbeds(body)));
  page.close();
}
