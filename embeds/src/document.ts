import { escapeHtml } from './html.ts';
import { locale } from './language.ts';

interface FramePage {
  title: string;
  css: string;
  /** Address of the product's font. */
  font: string;
  body: string;
}

/**
 * A frame's whole page. The font is asked for at once and is used only where it is there in time:
 * nothing moves when it comes late.
 */
export function frameDocument({ title, css, font, body }: FramePage): string {
  const address = escapeHtml(font);
  const face = `@font-face{font-family:Inter;font-weight:100 900;font-display:optional;src:url("${font}") format("woff2")}`;
  return `<!doctype html><html lang="${locale()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="preload" href="${address}" as="font" type="font/woff2" crossorigin><style>${face}${css}</style></head><body>${body}</body></html>`;
}
