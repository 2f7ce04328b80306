import type { CalmPage } from '@lintel/contract/marketing/embeds';
import { escapeHtml } from './html.ts';
import css from './calm-page.css?inline';

/**
 * What a frame shows in the widget's stead: a few quiet words, and the way to the page where there
 * is one.
 */
export function renderCalm({ heading, text, link }: CalmPage): string {
  const way =
    link === null
      ? ''
      : `<p><a href="${escapeHtml(link.href)}" target="_blank" rel="noopener">${escapeHtml(link.label)}</a></p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(heading)}</title><style>${css}</style></head><body><main><h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p>${way}</main></body></html>`;
}
